"""Proofs from the definitions alone, and counterexamples where there is nothing to prove."""

from __future__ import annotations

import re

import pytest

from psiphi.algebra import (
    D,
    E_phi,
    G,
    H,
    I,
    K,
    M,
    P,
    Q,
    body_vector,
    inv,
    mass,
    phi,
    phi_b,
    prove,
    psi,
    refute,
)
from psiphi.algebra.identities import Condition
from psiphi.algebra.identities.table import TABLE
from psiphi.errors import SpaceError

LEMMAS = [row for row in TABLE if re.fullmatch(r"RJK lemma [1-5]", row.name)]
APPENDIX = [row for row in TABLE if (m := re.fullmatch(r"RK88 a\.(\d+)", row.name)) and 14 <= int(m[1]) <= 43]


def test_the_rows_to_prove_are_there() -> None:
    assert len(LEMMAS) == 5
    numbers = {int(row.name.split(".")[1]) for row in APPENDIX}
    assert numbers == {*range(14, 19), *range(22, 29), *range(32, 44)}  # the rest are steps of proofs


@pytest.mark.parametrize("row", [*LEMMAS, *APPENDIX], ids=lambda row: row.name)
def test_the_papers_lemmas_are_proved(row) -> None:
    proof = prove(row.lhs, row.rhs)
    assert proof, str(proof)
    assert proof.rewrites or proof.inverses or row.lhs is row.rhs


def test_most_of_the_table_is_proved() -> None:
    """A stronger rewriting system may raise this number; it must not fall."""
    assert sum(bool(prove(row.lhs, row.rhs)) for row in TABLE) >= 110


FALSE = {
    "wrong sign": (H @ psi, (I + H @ psi @ K) @ H @ phi),
    "phi for psi": (H @ phi, H @ psi),
    "missing adjoint": (mass, (I + H @ phi @ K) @ D @ (I + H @ phi @ K)),
    "no gain": (phi @ M @ phi.T, P + (phi - I) @ P + P @ (phi - I).T),
    "wrong order": (G @ H, H.T @ G.T),
    "free flyer": (phi_b, phi.T),
    "composite": (Q, inv(M)),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_not_proved_and_refuted(name: str) -> None:
    lhs, rhs = FALSE[name]
    proof = prove(lhs, rhs)
    assert not proof
    assert "not proved" in str(proof)
    counterexample = refute(lhs, rhs)
    assert counterexample is not None
    assert counterexample.difference > 1e-6
    assert counterexample.model.name in str(counterexample)


def test_no_proof_is_not_a_refutation() -> None:
    """What holds for chains only is not proved for all trees, and true on the chain it is refuted off."""
    (row,) = [row for row in TABLE if row.name == "RJ 5"]
    assert row.condition is Condition.CHAIN
    assert not prove(row.lhs, row.rhs)
    assert refute(row.lhs, row.rhs) is not None


def test_true_identities_are_not_refuted() -> None:
    for row in LEMMAS:
        assert refute(row.lhs, row.rhs) is None


def test_vectors_take_part() -> None:
    w = body_vector("w")
    assert prove(phi @ w - w, E_phi @ phi @ w)
    assert not prove(phi @ w, psi @ w)
    assert refute(phi @ w, psi @ w) is not None


def test_sides_must_be_comparable() -> None:
    with pytest.raises(SpaceError, match="different spaces"):
        prove(H, phi)
    with pytest.raises(SpaceError, match="different spaces"):
        refute(H, phi)
