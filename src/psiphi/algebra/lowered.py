"""The last steps of a derivation, to the expression that sweeps are read off: for one of the forms it has.

| step | identity |
|---|---|
| joint factors | (I − HψK)*D⁻¹(I − HψK) = W*δW of 𝓜 = L* d L [RJK 11], for a few joints in a chain |
| block-diagonal parts | diag(φXφ*) = r, diag(ψ*H*D⁻¹Hψ) = Ω, … (rewriting/memoryless_parts.py) |
| composite bodies | φXφ* = φr + rφ* − r [RK88 a.45], in matrices that are no F* X G |

What is left to sweeps is how each letter is applied: φ and ψ by one step at a time, K as E_φ G, and so on for
all that stand for others (rewriting/abbreviations.py).
"""

from __future__ import annotations

from itertools import pairwise

from psiphi.algebra import operators as op
from psiphi.algebra.derivation import Derivation, Worksheet
from psiphi.algebra.derive import Form, derive, forms
from psiphi.algebra.expression import Diagonal, Expr, Product, Sum, adjoint, children, product
from psiphi.algebra.rewriting.abbreviations import meaning, unabbreviated
from psiphi.algebra.rewriting.factoring import factor
from psiphi.algebra.rewriting.joint_factors import joint_factors, with_joint_factors
from psiphi.algebra.rewriting.matrix_forms import composite, gram_form, with_composites
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.algebra.spaces import Space

JOINT_FACTORS = "joint factors"


def lowered_forms(expression: Expr) -> list[tuple[str, Polynomial]]:
    """The forms of a derivation, and the one with the factors of the mass matrix where it has any.

    A row x* A is computed as the vector A* x, whose numbers are the same.
    """
    if _is_row(expression):
        expression = adjoint(expression)
    if op.BEHIND & set(_letters(expression)):
        return [("as written", expand(derive(expression, "as written").result))]
    found = forms(expression)
    factored = with_joint_factors(derive(expression, "as written").result)
    return found if factored is None else [*found, (JOINT_FACTORS, expand(factored))]


def derivation_of(expression: Expr, name: str) -> Derivation:
    """The derivation of one of these forms, to its last step."""
    if _is_row(expression):
        return derivation_of(adjoint(expression), name).T
    polynomials = dict(lowered_forms(expression))
    p = polynomials.get(name) or next(iter(polynomials.values()))
    form: Form = "as written" if name in (JOINT_FACTORS, "as written") else name  # type: ignore[assignment]
    sheet = Worksheet.of(derive(expression, form))
    if name == JOINT_FACTORS:
        for inverse, factors in joint_factors(sheet.current):
            sheet.rewrite(inverse, factors, "𝓜 = L* d L, W = L⁻*, δ = d⁻¹ [RJK 11]")
    if expand(sheet.current) != p:  # another family eliminates M
        sheet = Worksheet.of(derive(expression, "as written"))
        sheet.rewrite(sheet.current, factor(p), f"normal form with {name}")
    return finished(sheet.derivation())


def _is_row(x: Expr) -> bool:
    return x.range is Space.ONE and x.domain is not Space.ONE


def finished(derivation: Derivation) -> Derivation:
    """A derivation with its last steps."""
    sheet = Worksheet.of(derivation)
    for letter in _letters(sheet.current):
        part = meaning(letter) if isinstance(letter, Diagonal) else None
        if part is not None:
            sheet.rewrite(letter, factor(part), "block-diagonal part")
    p = expand(sheet.current)
    if sheet.current.domain is Space.ONE or gram_form(p) is not None:
        return sheet.derivation()
    target = with_composites(p)
    for sandwich in _sandwiches(sheet.current):
        r = composite(product(sandwich.factors[1:-1]))
        if r is not None:
            sheet.rewrite(sandwich, op.phi @ r + r @ op.phi.T - r, "composite bodies")
    if unabbreviated(expand(sheet.current)) != target:
        sheet.rewrite(sheet.current, target.expression(), "composite bodies")
    return sheet.derivation()


def _letters(x: Expr) -> list[Expr]:
    """All nodes of x that have no children, and its diagonal parts, inner ones first."""
    found: dict[Expr, None] = {}
    for y in children(x):
        found.update(dict.fromkeys(_letters(y)))
    if isinstance(x, Diagonal) or not children(x):
        found[x] = None
    return list(found)


def _sandwiches(x: Expr) -> list[Product]:
    """The runs φ … φ* of factors that occur outside of inverses and the like."""
    found: list[Product] = []
    if isinstance(x, Product):
        ends = [i for i, factor_ in enumerate(x.factors) if factor_ in (op.phi, adjoint(op.phi))]
        for i, j in pairwise(ends):
            run = product(x.factors[i : j + 1])
            if x.factors[i] is op.phi and x.factors[j] is adjoint(op.phi) and isinstance(run, Product):
                found.append(run)
        for factor_ in x.factors:
            found.extend(_sandwiches(factor_))
    elif isinstance(x, Sum):
        for y in children(x):
            found.extend(_sandwiches(y))
    return found
