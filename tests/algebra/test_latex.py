"""LaTeX: the letters of the papers, balanced braces, one superscript at a time."""

from __future__ import annotations

import re

import pytest
from expressions import ALL_LETTERS, expressions
from hypothesis import given, settings

from psiphi.algebra import E_psi, derive, prove
from psiphi.algebra.construction import diagonal, zero
from psiphi.algebra.expression import Expr
from psiphi.algebra.families import resolvent, riccati
from psiphi.algebra.identities import TABLE
from psiphi.algebra.inputs import joint_vector
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import (
    OPERATORS,
    D,
    E_phi,
    E_psi_R,
    H,
    I,
    K,
    M,
    P,
    Pi_root,
    R,
    coupling,
    mass,
    phi,
    phi_b,
    psi,
    r_reduced,
)
from psiphi.algebra.spaces import Space
from psiphi.algebra.writing.latex import to_latex
from psiphi.errors import ArgumentTypeError

whitening = I - H @ psi @ K

WRITTEN = [
    (mass, r"H \phi M \phi^{*} H^{*}"),
    (
        whitening.T @ inv(D) @ whitening,
        r"\left(I - H \psi K\right)^{*} D^{-1} \left(I - H \psi K\right)",
    ),
    (inv(mass), r"\left(H \phi M \phi^{*} H^{*}\right)^{-1}"),
    (inv(phi.T), r"\phi^{-*}"),
    (inv(whitening.T), r"\left(I - H \psi K\right)^{-*}"),
    (E_phi.T, r"\mathcal{E}_{\phi}^{*}"),
    (E_psi_R, r"\mathcal{E}_{\psi, R}"),
    (phi_b, r"\phi_{b}"),
    (Pi_root, r"\Pi_{\mathrm{root}}"),
    (r_reduced, r"r_{\mathrm{reduced}}"),
    (coupling, r"\mathrm{coupling}"),
    (D**-0.5, "D^{-1/2}"),
    ((M + P) ** 0.5, r"\left(M + P\right)^{1/2}"),
    (diagonal(phi @ M), r"\operatorname{diag}\left(\phi M\right)"),
    (M / 2 - 3 * P, r"\tfrac{1}{2} \, M - 3 \, P"),
    (-M, "-M"),
    (0.1 * M, r"0.1 \, M"),
    (1e-20 * M, r"1 \cdot 10^{-20} \, M"),
    (joint_vector("tau1"), r"\tau_{1}"),
    (joint_vector("theta_d''"), r"\theta_{d}''"),
    (joint_vector("torque"), r"\mathrm{torque}"),
    (riccati(M + P, R / 2).K, r"K_{\{M + P;\, \tfrac{1}{2} \, R\}}"),
    (resolvent(E_phi @ M).chi, r"\chi_{\{\mathcal{E}_{\phi} M\}}"),
    (zero(Space.JOINT, Space.BODY), "0"),
]


@pytest.mark.parametrize(("x", "latex"), WRITTEN, ids=[str(x) for x, _ in WRITTEN])
def test_written_forms(x: Expr, latex: str) -> None:
    assert to_latex(x) == latex
    assert x._repr_latex_() == f"${latex}$"


def assert_well_formed(latex: str) -> None:
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", latex):
        depth += 1 if brace == "{" else -1
        assert depth >= 0
    assert depth == 0
    assert latex.count(r"\left(") == latex.count(r"\right)")
    assert latex.isascii()
    shrunk, count = latex, 1
    while count:  # a group becomes a dot, so that a^{…}^{…} shows as a^·^·
        shrunk, count = re.subn(r"(?<!\\)\{(?:\\[{}]|[^{}])*?(?<!\\)\}", "·", shrunk)
    assert "^·^" not in shrunk  # TeX refuses a second superscript
    assert "_·_" not in shrunk


def test_every_symbol_has_a_form_of_its_own() -> None:
    forms = {to_latex(x) for x in OPERATORS.values()}
    assert len(forms) == len(OPERATORS)
    for form in forms:
        assert_well_formed(form)


def test_the_table_of_identities_is_well_formed() -> None:
    for row in TABLE:
        assert_well_formed(to_latex(row.lhs))
        assert_well_formed(to_latex(row.rhs))


@settings(max_examples=150, deadline=None)
@given(x=expressions(letters=ALL_LETTERS))
def test_random_expressions_are_well_formed(x: Expr) -> None:
    assert_well_formed(to_latex(x))


def test_what_is_no_expression_has_no_latex() -> None:
    with pytest.raises(ArgumentTypeError):
        to_latex("phi")  # type: ignore[arg-type]


def test_derivations_and_proofs_as_latex() -> None:
    derivation = derive(inv(mass) @ joint_vector("tau"))
    proof = prove(psi - I, psi @ E_psi)
    for latex in (derivation.latex(), proof.latex()):
        assert latex.startswith("\\begin{align*}\n")
        assert latex.endswith("\n\\end{align*}")
        assert latex.isascii()
        assert latex.count(r"\left(") == latex.count(r"\right)")
    assert derivation.latex().count("&=") == len(derivation.steps)
    assert proof.latex().count("&=") == 1 + len(proof.rewrites)
    assert r"\text{proved}" in proof.latex()
    assert r"\text{no proof}" in prove(psi, phi).latex()
