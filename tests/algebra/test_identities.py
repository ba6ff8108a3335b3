"""Every row of the table of identities on random robots of its condition; and that the check can fail."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psiphi.algebra.construction import zero
from psiphi.algebra.dense import relative_difference
from psiphi.algebra.expression import Expr, Inverse, children
from psiphi.algebra.identities import TABLE, Condition, Identity, identities_from, identity_named
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import D, H, I, K, M, P, mass, phi, psi, r
from psiphi.algebra.structure import structure
from psiphi.errors import SpaceError, UnknownNameError
from robots import Case, case, cases


def difference(row: Identity, robot: Case) -> float:
    vectors = robot.vectors(row.lhs, row.rhs)
    return relative_difference(
        row.lhs, row.rhs, robot.model, robot.q, v=robot.v, frames=robot.frames, vectors=vectors
    )


def tolerance(row: Identity) -> float:
    """1e-12; 1e-10 where a whole matrix is inverted, whose condition multiplies every rounding error."""
    return 1e-10 if inverts_a_whole_matrix(row.lhs) or inverts_a_whole_matrix(row.rhs) else 1e-12


def inverts_a_whole_matrix(x: Expr) -> bool:
    if isinstance(x, Inverse) and not structure(x.base).memoryless:
        return True
    return any(inverts_a_whole_matrix(y) for y in children(x))


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_identity_holds_on_random_robots(row: Identity, data: st.DataObject) -> None:
    robot = data.draw(cases(row.condition))
    assert difference(row, robot) <= tolerance(row)


WRONG = {
    "wrong sign in RK88 a.35": ((I + H @ psi @ K) @ H @ phi, H @ psi),
    "RK88 a.46 with the composite for P": (psi @ M @ phi.T, r + (psi - I) @ r + r @ (phi - I).T),
    "𝓜⁻¹ with φ for ψ, as the abstract of RK88 prints": (
        inv(mass),
        (I - H @ phi @ K).T @ inv(D) @ (I - H @ phi @ K),
    ),
    "HP⁻ = 0, as R87 prints": (H @ P, zero(H.range, H.domain)),
    "a factor off by one part in a million": (1.000001 * (H @ phi), (I + H @ phi @ K) @ H @ psi),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_false_is_found_out(name: str) -> None:
    lhs, rhs = WRONG[name]
    robot = case(1, bodies=5)
    assert difference(Identity(name, lhs, rhs, "nowhere"), robot) > 1e-8


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_each_row_fails_with_one_side_changed(row: Identity) -> None:
    """A check that cannot fail would let this pass: the larger side scaled by one part in a million."""
    robot = case(3, row.condition, bodies=6)
    changed = Identity(row.name, row.lhs, 1.000001 * row.rhs, row.source)
    if row.rhs is zero(row.rhs.range, row.rhs.domain):
        changed = Identity(row.name, row.lhs, 1e-6 * nonzero_like(row), row.source)
    assert difference(changed, robot) > tolerance(row)


def nonzero_like(row: Identity) -> Expr:
    return {"R87 XI": H @ P, "RJ identity 2, momentum": phi @ M @ phi.T}[row.name]


@pytest.mark.parametrize("row", [row for row in TABLE if row.condition.needs_chain], ids=lambda row: row.name)
def test_what_is_said_of_chains_fails_on_some_tree(row: Identity) -> None:
    """The condition is needed: a row that holds for all trees should say so."""
    general = Condition.FREE_FLYING if row.condition.needs_free_base else Condition.ANY
    robots = [case(seed, general, bodies=8, branching=0.6, roots=1) for seed in range(3)]
    assert max(difference(row, robot) for robot in robots) > 1e-3


def test_names_are_unique_and_sides_differ() -> None:
    assert len({row.name for row in TABLE}) == len(TABLE)
    assert [row.name for row in TABLE if row.lhs is row.rhs] == []


PRINTED = [
    *(f"RK88 {equation}" for equation in ("3.2", "4.11", "4.14", "4.16", "5.4")),
    *(f"RK88 a.{n}" for n in (*range(6, 19), *range(22, 29), *range(32, 49), 50, 51)),
    *(f"RJK {equation}" for equation in (3, 4, 5, 11, 12, 13, 16, 18, 20, "appendix")),
    *(f"R87 {equation}" for equation in (50, 51, 69, 70, 71, 72, 73, 74, 75, 76)),
    *(f"RJ {equation}" for equation in (2, 10, 11, 12, 13, 14, 16, 23, 24, 26, 27, 29, 30, 32, 33, 34)),
]


@pytest.mark.parametrize("source", PRINTED)
def test_every_printed_identity_has_a_row(source: str) -> None:
    assert identities_from(source)


def test_rows_are_found_by_name() -> None:
    assert identity_named("RJK lemma 4").source == "RJK 16"
    assert set(identities_from("RJ")) <= set(TABLE)
    with pytest.raises(UnknownNameError, match=r"RK88 a\.35"):
        identity_named("RK88 a35")


def test_a_row_whose_sides_do_not_meet_is_refused() -> None:
    with pytest.raises(SpaceError, match="'nonsense'"):
        Identity("nonsense", H, phi, "nowhere")
