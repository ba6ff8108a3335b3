"""Proofs from the definitions alone, and counterexamples where there is nothing to prove."""

from __future__ import annotations

import re

import pytest

from psiphi.algebra import (
    C_M,
    B,
    D,
    E_phi,
    G,
    Gamma,
    H,
    H_dot,
    I,
    J,
    K,
    M,
    P,
    Q,
    R,
    Space,
    a,
    b,
    body_vector,
    coupling,
    derive,
    g,
    identity,
    inv,
    joint_vector,
    lyapunov,
    mass,
    parse,
    phi,
    phi_b,
    prove,
    psi,
    psi_Gamma,
    psi_R,
    rate,
    refute,
    resolvent,
    tendons,
    v,
    zero,
)
from psiphi.algebra.expression import Expr, Inverse
from psiphi.algebra.identities import Condition
from psiphi.algebra.identities.table import TABLE
from psiphi.algebra.rewriting import definitions, inverse_rules
from psiphi.algebra.rewriting.completion import Relation, complete
from psiphi.algebra.rewriting.definitions import families_of, rules_for
from psiphi.algebra.rewriting.equality import is_inverse
from psiphi.algebra.rewriting.inverse_rules import InverseRule, eliminate
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.errors import BudgetError, ExpressionError, SpaceError

STEPS = {
    "inverse of a transition operator": phi,
    "inverse of a product": phi @ M,
    "simpler normal form of the base": I + psi @ K @ H @ phi,
    "resolvent of a shift": I - E_phi @ M,
    "innovations factorisation": mass,
    "innovations factorisation, correlated noise": mass + H @ phi @ Gamma + (H @ phi @ Gamma).T + R,
    "known factors": D + H @ phi @ K @ D + (H @ phi @ K @ D).T + H @ phi @ K @ D @ K.T @ phi.T @ H.T,
    "memoryless plus shift": M + E_phi,
    "push-through": I + phi @ M,
    "Woodbury": inv(M) + phi.T @ H.T @ inv(D) @ H @ phi,
    "Woodbury in frame space": I + B.T @ psi.T @ H.T @ inv(D) @ H @ psi @ B,
    "Woodbury over tendons": mass + tendons.T @ tendons,
    "congruence that leaves shifts": M + phi @ M @ phi.T,
}
"""An operator for each rule, which is the one that removes its inverse."""

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
    assert "no proof" in str(proof)
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


def test_decimals_are_exact() -> None:
    """A float in between would make the first two equal, and the third a difference of 5e-17."""
    assert not prove(parse("1.00000000000000000000001 mass"), mass)
    assert not prove(parse("mass + 1e-400 D"), mass)
    assert prove(parse("0.1 mass + 0.2 mass"), parse("0.3 mass"))


def test_floats_count_as_the_decimals_they_are_written_as() -> None:
    assert prove(0.1 * mass + 0.2 * mass, 0.3 * mass)
    assert not prove(mass, (1 + 2**-52) * mass)
    for number in (0.1, 1 / 3, 5e-324, 1.7976931348623157e308, -2.5e-17):
        (coefficient,) = expand(number * M).terms.values()
        assert float(coefficient) == number  # compiled code computes with the same number


def test_coefficients_beyond_all_floats_are_refused() -> None:
    for number in (10**309, 2**1024):
        with pytest.raises(ExpressionError, match="above 1e308"):
            number * mass


def test_what_takes_too_many_steps_says_so() -> None:
    with pytest.raises(BudgetError, match="more than 10000 words"):
        prove(mass**8, 2 * mass**8)
    derivation = derive(inv(sum((mass**n for n in range(1, 9)), start=D)))
    assert derivation.given_up == ("known factors", "simpler normal form of the base")
    assert "given up, as it takes too many steps: known factors" in str(derivation)
    assert not derive(inv(mass)).given_up


def test_many_filters_are_not_combined() -> None:
    """Rules for n filters take n² times as long as those for one, and M can be eliminated by each of them."""
    tau = joint_vector("tau")
    few, many = (sum(inv(mass + k * R) @ tau for k in range(1, n + 1)) for n in (3, 4))
    assert derive(few).given_up == ()
    assert derive(many).given_up == ("normal form with M eliminated",)


def test_truncated_rules_say_so() -> None:
    """a b a = b a b has no finite closure; the definitions of the operators have."""
    a, b = phi, psi
    braid = Relation("braid", expand(a @ b @ a - b @ a @ b))
    assert complete([braid]).truncated
    assert not rules_for(phi @ psi @ K).truncated


def test_every_rule_has_its_operator() -> None:
    for name, X in STEPS.items():
        found = eliminate(X, set())
        assert found is not None
        assert found[0] == name
    assert [rule.name for rule in inverse_rules.RULES] == list(STEPS)


@pytest.mark.parametrize("name", STEPS)
def test_what_a_rule_says_is_checked_by_multiplying_back(name: str) -> None:
    X = STEPS[name]
    found = eliminate(X, set())
    assert found is not None
    assert is_inverse(X, found[1])
    assert prove(inv(X), found[1])


FAULTS = [
    (name, fault)
    for name, X in STEPS.items()
    for fault in ("scaled", "shifted", *(() if X.T is X else ("transposed",)))
]


@pytest.mark.parametrize(("name", "fault"), FAULTS)
def test_a_broken_rule_proves_nothing(name: str, fault: str, monkeypatch) -> None:
    """The rule says something else than before, and prove is asked for exactly that."""

    def spoilt(rule: InverseRule) -> InverseRule:
        def apply(X: Expr) -> Expr | None:
            Y = rule.apply(X)
            if Y is None:
                return None
            wrong = {"scaled": 2 * Y, "transposed": Y.T, "shifted": Y + identity(Y.range)}[fault]
            return inv(wrong.base) if isinstance(wrong, Inverse) else wrong

        return InverseRule(rule.name, apply)

    X = STEPS[name]
    rules = tuple(spoilt(rule) if rule.name == name else rule for rule in inverse_rules.RULES)
    monkeypatch.setattr(inverse_rules, "RULES", rules)
    found = eliminate(X, set())
    assert found is not None
    assert found[0] == name
    assert not is_inverse(X, found[1])
    assert not prove(inv(X), found[1])


_jacobian_inverse = inv(mass) @ J.T @ inv(J @ inv(mass) @ J.T)  # dynamically consistent [Khatib 1987]
_null_space = I - _jacobian_inverse @ J

COMPOUND = {
    "Gram matrix": (J @ J.T @ inv(J @ J.T), I),
    "mass, from the left": (I, inv(mass) @ mass),
    "no recursion": (inv(phi + phi.T) @ (phi + phi.T), I),
    "coupled coordinates": (inv(coupling.T @ mass @ coupling) @ coupling.T @ mass @ coupling, I),
    "normal equations": (inv(J.T @ J) @ J.T @ J, I),
    "projector": (_null_space @ _null_space, _null_space),
    "no acceleration": (J @ inv(mass) @ _null_space.T, zero(Space.FRAME, Space.JOINT)),
    "right inverse": (J @ _jacobian_inverse, I),
    "push-through": (inv(J.T @ J + R) @ J.T, inv(R) @ J.T @ inv(I + J @ inv(R) @ J.T)),
    "Woodbury": (
        inv(mass + J.T @ J),
        inv(mass) - inv(mass) @ J.T @ inv(I + J @ inv(mass) @ J.T) @ J @ inv(mass),
    ),
    "parallel": (inv(inv(mass) + inv(mass + R)), mass @ inv(2 * mass + R) @ (mass + R)),
}


@pytest.mark.parametrize("name", COMPOUND)
def test_inverses_of_sums_and_products_cancel(name: str) -> None:
    lhs, rhs = COMPOUND[name]
    proof = prove(lhs, rhs)
    assert proof, str(proof)
    assert prove(rhs, lhs)


def test_inverses_of_sums_and_products_prove_nothing_false() -> None:
    gram = J @ J.T
    for lhs, rhs in [
        (gram @ inv(gram), 2 * I),
        (inv(gram), gram),
        (_null_space @ _null_space, I),
        (J @ inv(mass) @ _null_space, zero(Space.FRAME, Space.JOINT)),
    ]:
        assert not prove(lhs, rhs)
        assert refute(lhs, rhs) is not None


def test_the_inverse_of_zero_is_refused() -> None:
    nothing = M - P + E_phi @ P @ E_phi.T - K @ D @ K.T  # zero by the Riccati equation
    with pytest.raises(ExpressionError, match="zero"):
        prove(inv(nothing), inv(M))


def test_a_plain_identity_takes_the_space_of_the_other_side() -> None:
    assert prove(inv(M) @ M, I)
    assert prove(2 * I, inv(M) @ M + I)
    assert refute(I, inv(M) @ M) is None
    assert refute(phi, I) is not None
    with pytest.raises(SpaceError, match="only an operator within one space"):
        prove(H, I)


_coriolis = H @ phi @ (M @ phi.T @ H_dot.T + C_M @ phi.T @ H.T)

MOVING = {
    "rate of the mass matrix": (rate(mass), _coriolis + _coriolis.T),
    "Coriolis forces": (_coriolis @ v, H @ phi @ (M @ phi.T @ (a - g) + b)),
    "rate of the kinetic energy": (rate(v.T @ mass @ v), 2 * (v.T @ _coriolis @ v)),
}


@pytest.mark.parametrize("name", MOVING)
def test_moving_robots(name: str) -> None:
    lhs, rhs = MOVING[name]
    proof = prove(lhs, rhs)
    assert proof, str(proof)
    assert refute(lhs, rhs) is None
    assert not prove(lhs, 2 * rhs)


def test_every_definition_holds() -> None:
    """What proofs start from: as plain matrices, on random robots."""
    everything = sum_of_letters()
    relations = [
        *definitions.rigid_transition(),
        *definitions._shift_notation(),
        *definitions._free_flying(),
        *definitions._moving([]),
        *(r for f in families_of(everything) for r in definitions._family(f, False, True)),
    ]
    assert len(relations) > 40
    for relation in relations:
        x = relation.zero.expression()
        assert refute(x, zero(x.range, x.domain), trials=6) is None, relation.source


def sum_of_letters() -> Expr:
    """An expression with the families that the papers have."""
    return psi @ psi_R @ psi_Gamma @ lyapunov(M).r @ resolvent(E_phi @ M).chi
