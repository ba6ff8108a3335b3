"""The last steps of a derivation, to the expression that sweeps are read off: for one of the forms it has.

| step | identity |
|---|---|
| cross products of sums | Σ A cross(y) B = A cross(Σ y) B (gathered.py), and Σ y derived as all vectors are |
| joint factors | (I − HψK)*D⁻¹(I − HψK) = W*δW of 𝓜 = L* d L [RJK 11], for a few joints in a chain |
| block-diagonal parts | diag(φXφ*) = r, diag(ψ*H*D⁻¹Hψ) = Ω, … (rewriting/memoryless_parts.py) |
| composite bodies | φXφ* = φr + rφ* − r [RK88 a.45], in matrices that are no F* X G |
| shared paths | diag(ψ*H*D⁻¹Hψ) = Ω [RJK 20], what two long columns of F*D⁻¹F share |

Matrices that are inverted, factored or differentiated as a whole, and vectors of cross products, have such
steps of their own (`Derivation.within`).

What is left to sweeps is how each letter is applied, φ and ψ by one step at a time, K as E_φ G, and so on for
all that stand for others (rewriting/abbreviations.py), and in which order: which products of memoryless
letters are formed first, once for all columns (recursion/matrices/heads.py), what shares a pass
(recursion/sweeps/schedule.py), and which operations are one (FMA). No value is said in other letters there.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint, diagonal, inverse_node, product
from psiphi.algebra.derivation import Derivation, Worksheet
from psiphi.algebra.derive import Form, derive, forms
from psiphi.algebra.expression import (
    Adjoint,
    Diagonal,
    Expr,
    Inverse,
    Product,
    Sum,
    Symbol,
    children,
    nodes_of,
)
from psiphi.algebra.gathered import crossed_vectors, gathered, with_vectors
from psiphi.algebra.letters import letter_of
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.abbreviations import meaning, unabbreviated
from psiphi.algebra.rewriting.factoring import factor
from psiphi.algebra.rewriting.joint_factors import JointFactorization, joint_factors, with_joint_factors
from psiphi.algebra.rewriting.matrix_forms import (
    gram_form,
    states,
    whole_derivatives,
    with_composites,
)
from psiphi.algebra.rewriting.memoryless_parts import composite, through_parent
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach

JOINT_FACTORS = "joint factors"


@lru_cache(maxsize=1024)
def lowered_forms(expression: Expr) -> tuple[tuple[str, Polynomial], ...]:
    """The forms of a derivation, and the one with the factors of the mass matrix where it has any.

    A row x* A is computed as the vector A* x, whose numbers are the same.
    """
    return tuple((name, _with_derived_vectors(gathered(p))) for name, p in _derived_forms(expression))


def _with_derived_vectors(p: Polynomial) -> Polynomial:
    """p with cross products of vectors that are in the form they are computed in."""
    return with_vectors(p, lambda vector: factor(dict(lowered_forms(vector))["as written"]))


def _derived_forms(expression: Expr) -> list[tuple[str, Polynomial]]:
    if _is_row(expression):
        expression = adjoint(expression)
    if any(letter_of(x).behind for x in _letters(expression)):
        return [("as written", expand(derive(expression, "as written").result))]
    found = forms(expression)
    factored = with_joint_factors(derive(expression, "as written").result)
    return found if factored is None else [*found, (JOINT_FACTORS, expand(factored))]


def derivation_of(expression: Expr, name: str) -> Derivation:
    """The derivation of one of these forms, to its last step."""
    if _is_row(expression):
        return derivation_of(adjoint(expression), name).T
    polynomials = dict(_derived_forms(expression))
    p = polynomials.get(name) or next(iter(polynomials.values()))
    form: Form = "as written" if name in (JOINT_FACTORS, "as written") else name  # type: ignore[assignment]
    sheet = Worksheet.of(derive(expression, form))
    if name == JOINT_FACTORS:
        for inverse, factors in joint_factors(sheet.current):
            sheet.rewrite(inverse, factors, "𝓜 = L* d L, W = L⁻*, δ = d⁻¹ [RJK 11]")
    if expand(sheet.current) != p:  # another family eliminates M
        sheet = Worksheet.of(derive(expression, "as written"))
        sheet.rewrite(sheet.current, factor(p), f"normal form with {name}")
    together = gathered(p)
    derived = _with_derived_vectors(together)
    for q, rule in ((together, "cross products of sums"), (derived, "vectors of cross products")):
        if expand(sheet.current) != q:
            sheet.rewrite(sheet.current, factor(q), rule)
    found = finished(sheet.derivation())
    vectors = (derivation_of(vector, "as written") for vector in crossed_vectors(together))
    return replace(found, within=(*found.within, *(x for x in vectors if x.steps)))


def _is_row(x: Expr) -> bool:
    return x.range is Space.ONE and x.domain is not Space.ONE


def finished(derivation: Derivation) -> Derivation:
    """A derivation with its last steps, and those of the matrices that its result is computed from."""
    found = _with_last_steps(derivation)
    p = expand(found.result)
    matrices = dict.fromkeys(_formed(found.result))
    if p.domain is Space.ONE:
        shared = []
    else:
        shared = _shared_paths(p)
        matrices.update(dict.fromkeys(x.base for x in whole_derivatives(p)[0]))
    return replace(found, within=(*shared, *(finished(Derivation(X, X, ())) for X in matrices)))


def _with_last_steps(derivation: Derivation) -> Derivation:
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
        inside = sandwich.factors[1:-1]
        r = composite(product(inside)) if inside else None
        if r is not None:
            sheet.rewrite(sandwich, op.phi @ r + r @ op.phi.T - r, "composite bodies")
    if unabbreviated(expand(sheet.current)) != target:
        sheet.rewrite(sheet.current, target.expression(), "composite bodies")
    return sheet.derivation()


def _formed(x: Expr) -> list[Expr]:
    """The matrices that are formed to invert or to factor them, or for their diagonal blocks."""
    found: dict[Expr, None] = {}
    if isinstance(x, Symbol) and isinstance(x.owner, JointFactorization):
        found[x.owner.operator] = None
    elif isinstance(x, Adjoint):
        return _formed(x.symbol)
    elif isinstance(x, Inverse | Diagonal) and (isinstance(x, Diagonal) or reach(x) is not Reach.MEMORYLESS):
        if through_parent(x) is None:
            found[x.base] = None
    else:
        for y in children(x):
            found.update(dict.fromkeys(_formed(y)))
    return list(found)


def _shared_paths(p: Polynomial) -> list[Derivation]:
    """What sums over the bodies that two columns of F*D⁻¹F share become, where paths are long."""
    form = gram_form(p)
    parted = None if form is None or form[0] != form[2] else states(*form[:2])
    if parted is None:
        return []
    family = parted[0]
    along = diagonal(adjoint(family.psi) @ family.H.T @ inverse_node(family.D) @ family.H @ family.psi)
    sheet = Worksheet(along)
    sheet.rewrite(along, family.Omega, "sums over shared paths, where they are long [RJK 20]")
    return [sheet.derivation()]


def _letters(x: Expr) -> list[Expr]:
    """All nodes of x that have no children, and its diagonal parts, inner ones first."""
    return [y for y in dict.fromkeys(nodes_of(x)) if isinstance(y, Diagonal) or not children(y)]


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
