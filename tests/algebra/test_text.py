"""How expressions are written: as the papers do, in plain ASCII, and as Python that evaluates back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from expressions import ALL_LETTERS, expressions
from hypothesis import given, settings

import psiphi.algebra
from psiphi.algebra.construction import diagonal, identity, symbol, zero
from psiphi.algebra.expression import Expr
from psiphi.algebra.families import lyapunov, resolvent, riccati
from psiphi.algebra.identities import TABLE
from psiphi.algebra.inputs import body_vector, frame_vector, joint_vector
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import (
    OPERATORS,
    P_R,
    B,
    D,
    E_phi,
    E_psi_R,
    G,
    H,
    I,
    K,
    M,
    P,
    R,
    a,
    b,
    free_rows,
    mass,
    phi,
    phi_tilde,
    prescribed_rows,
    psi,
)
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.algebra.writing.python_form import to_python
from psiphi.algebra.writing.text import to_ascii, to_text
from psiphi.errors import ArgumentTypeError

JOINT, BODY = Space.JOINT, Space.BODY
whitening = I - H @ psi @ K
T, f = joint_vector("T"), frame_vector("f")
other = riccati(M + H.T @ R @ H, R / 2)

# expression, Unicode, ASCII, Python
WRITTEN = [
    (mass, "H φ M φ* H*", "H phi M phi* H*", "H @ phi @ M @ phi.T @ H.T"),
    (
        whitening.T @ inv(D) @ whitening,
        "(I − H ψ K)* D⁻¹ (I − H ψ K)",
        "(I - H psi K)* inv(D) (I - H psi K)",
        "(I - H @ psi @ K).T @ inv(D) @ (I - H @ psi @ K)",
    ),
    (inv(whitening.T), "(I − H ψ K)*⁻¹", "inv((I - H psi K)*)", "inv((I - H @ psi @ K).T)"),
    (inv(mass) @ T, "(H φ M φ* H*)⁻¹ T", "inv(H phi M phi* H*) T", None),
    (inv(D) @ T, "D⁻¹ T", "inv(D) T", "inv(D) @ joint_vector('T')"),
    (-2 * (whitening @ H), "−2 (I − H ψ K) H", "-2 (I - H psi K) H", "-2 * ((I - H @ psi @ K) @ H)"),
    (-(whitening @ H), "−(I − H ψ K) H", "-(I - H psi K) H", "-((I - H @ psi @ K) @ H)"),
    (inv(phi.T), "φ*⁻¹", "inv(phi*)", "inv(phi.T)"),
    (phi_tilde, "φ − I", "phi - I", "phi - I"),
    (phi_tilde.T @ P, "(φ − I)* P", "(phi - I)* P", "(phi - I).T @ P"),
    (P - E_phi @ P @ E_phi.T + K @ D @ K.T, "P − E_φ P E_φ* + K D K*", "P - E_phi P E_phi* + K D K*", None),
    (H @ P @ H.T + R, "H P H* + R", "H P H* + R", "H @ P @ H.T + R"),
    (B @ f + b + M @ phi.T @ a, "M φ* a + b + B f", "M phi* a + b + B f", None),
    (T - H @ phi @ b, "T − H φ b", "T - H phi b", None),
    (D ** Fraction(-1, 2), "D^(-1/2)", "D^(-1/2)", "D**Fraction(-1, 2)"),
    ((M + P) ** 0.5, "(M + P)^(1/2)", "(M + P)^(1/2)", "(M + P)**Fraction(1, 2)"),
    (D**20, "D^(20)", "D^(20)", "D**20"),
    (diagonal(phi @ M), "diag(φ M)", "diag(phi M)", "diagonal(phi @ M)"),
    (2 * M, "2 M", "2 M", "2 * M"),
    (-M, "−M", "-M", "-M"),
    (M / 2 - P, "(1/2) M − P", "(1/2) M - P", "Fraction(1, 2) * M - P"),
    (-2 * (H @ phi), "−2 H φ", "-2 H phi", "-2 * H @ phi"),
    (0.1 * M, "0.1 M", "0.1 M", "0.1 * M"),
    (1e-9 * M, "1e-09 M", "1e-09 M", "1e-09 * M"),
    (inv(2 * M), "(1/2) M⁻¹", "(1/2) inv(M)", "Fraction(1, 2) * inv(M)"),
    (joint_vector("theta_d''").T, "θ_d''*", "theta_d''*", """joint_vector("theta_d''").T"""),
    (body_vector("alpha1"), "α1", "alpha1", "body_vector('alpha1')"),
    (body_vector("alphabet"), "alphabet", "alphabet", "body_vector('alphabet')"),
    (I, "I", "I", "I"),
    (2 * I, "2 I", "2 I", "2 * I"),
    (identity(BODY), "I", "I_body", "identity(Space.BODY)"),
    (3 * identity(JOINT), "3 I", "3 I_joint", "3 * identity(Space.JOINT)"),
    (zero(BODY, BODY), "0", "0_body", "zero(Space.BODY, Space.BODY)"),
    (zero(JOINT, BODY), "0", "0_joint_body", "zero(Space.JOINT, Space.BODY)"),
    (E_psi_R @ P_R, "E_ψ_R P_R", "E_psi_R P_R", "riccati(M, R).E_psi @ riccati(M, R).P"),
    (
        other.psi,
        "ψ{H* R H + M; (1/2) R}",
        "psi{H* R H + M; (1/2) R}",
        "riccati(H.T @ R @ H + M, Fraction(1, 2) * R).psi",
    ),
    (riccati(P, zero(JOINT, JOINT)).K.T, "K{P}*", "K{P}*", "riccati(P, zero(Space.JOINT, Space.JOINT)).K.T"),
    (free_rows([2, 0]) @ H, "Π_f{0; 2} H", "Pi_f{0; 2} H", "free_rows((0, 2)) @ H"),
    (
        prescribed_rows([1], Space.COORDINATE),
        "Π_p{1; coordinate}",
        "Pi_p{1; coordinate}",
        "prescribed_rows((1,), Space.COORDINATE)",
    ),
    (riccati(M, prescribed_rows([1]), rows=free_rows([1])).K, "K_f{1}", "K_f{1}", None),
    (
        riccati(P, prescribed_rows([1]), rows=free_rows([1])).psi,
        "ψ{P; Π_p{1}; 0; Π_f{1}}",
        "psi{P; Pi_p{1}; 0_body_joint; Pi_f{1}}",
        None,
    ),
    (lyapunov(P).r, "r{P}", "r{P}", "lyapunov(P).r"),
    (resolvent(E_phi @ M).chi, "χ{E_φ M}", "chi{E_phi M}", "resolvent(E_phi @ M).chi"),
]


@pytest.mark.parametrize(("x", "unicode", "ascii", "python"), WRITTEN, ids=[row[2] for row in WRITTEN])
def test_written_forms(x: Expr, unicode: str, ascii: str, python: str | None) -> None:
    assert to_text(x) == str(x) == unicode
    assert to_ascii(x) == ascii
    if python is not None:
        assert to_python(x) == repr(x) == python


def test_a_sum_and_its_adjoint_in_one_product_are_recognised() -> None:
    mixed = phi.T @ G + H.T  # neither it nor its adjoint is natural
    assert str(mixed @ D @ mixed.T) == "(H* + φ* G) D (H* + φ* G)*"
    assert str(mixed.T @ M @ mixed) == "(H + G* φ) M (H + G* φ)*"
    symmetric = phi + phi.T
    assert str(symmetric @ M @ symmetric) == "(φ + φ*) M (φ + φ*)"


def test_vectors_are_never_shown_as_adjoints_of_rows() -> None:
    assert str(phi.T @ a + psi.T @ b) == "φ* a + ψ* b"
    assert str(T.T @ H + T.T @ G.T) == "T* H + T* G*"


def test_all_symbols_have_distinct_forms() -> None:
    for write in (to_text, to_ascii, to_python):
        assert len({write(x) for x in OPERATORS.values()}) == len(OPERATORS)
    assert all(to_ascii(x).isascii() for x in OPERATORS.values())
    assert to_python(symbol("X", JOINT, BODY, Reach.MEMORYLESS)) == (
        "symbol('X', Space.JOINT, Space.BODY, reach=Reach.MEMORYLESS)"
    )


def test_what_is_no_expression_cannot_be_written() -> None:
    for write in (to_text, to_ascii, to_python):
        with pytest.raises(ArgumentTypeError):
            write(3)  # type: ignore[arg-type]


# what `from psiphi.algebra import *` brings
NAMESPACE = {name: getattr(psiphi.algebra, name) for name in psiphi.algebra.__all__}


def evaluated(text: str) -> Expr:
    return eval(text, dict(NAMESPACE))  # the tests' own text, never a user's


@settings(max_examples=250, deadline=None)
@given(x=expressions(letters=ALL_LETTERS))
def test_python_evaluates_back(x: Expr) -> None:
    assert evaluated(repr(x)) is x


def test_python_of_the_table_evaluates_back() -> None:
    for row in TABLE:
        for side in (row.lhs, row.rhs):
            assert evaluated(repr(side)) is side
    for x, *_ in WRITTEN:
        assert evaluated(repr(x)) is x
    generic = symbol("X", BODY, BODY, Reach.SHIFT, positive=True)
    assert eval(repr(generic), {"symbol": symbol, "Space": Space, "Reach": Reach}) is generic


@settings(max_examples=150, deadline=None)
@given(x=expressions(letters=ALL_LETTERS))
def test_plain_text_is_plain(x: Expr) -> None:
    assert to_ascii(x).isascii()
    assert to_ascii(x).count("(") == to_ascii(x).count(")")
    assert "  " not in to_text(x)
