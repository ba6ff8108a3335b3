"""Forms of polynomials whose matrices are cheap: F* X G, sandwiches as composites, what stays at a body."""

from __future__ import annotations

from fractions import Fraction

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint, identity, product
from psiphi.algebra.expression import Derivative, Expr, Inverse, Product, Sum, Symbol
from psiphi.algebra.families import Riccati
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.abbreviations import unabbreviated
from psiphi.algebra.rewriting.factoring import factor
from psiphi.algebra.rewriting.memoryless_parts import composite
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, add_term, expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach, reach_of


def gram_form(p: Polynomial) -> tuple[Polynomial, Expr, Polynomial] | None:
    """F, X and G with p = F* X G, F and G causal and at least one of them recursive, or None."""
    words = [product(w) if w else identity(p.range) for w in p.terms]
    if all(_spreads(x) or _spreads(adjoint(x)) for x in words):
        return None
    x = factor(p)
    if not isinstance(x, Product):
        return None
    factors = x.factors
    half = len(factors) // 2
    if half and len(factors) % 2 and adjoint(x) is x:  # F* X F, of which half the blocks do
        middle, side = factors[half], expand(product(factors[half + 1 :]))
        if reach(middle) is Reach.MEMORYLESS and all(_spreads(f) for f in factors[:half]):
            return side, middle, side
    for i, middle in enumerate(factors):
        left, right = factors[:i], factors[i + 1 :]
        if not all(_spreads(f) for f in left):
            return None
        if all(_spreads(adjoint(f)) for f in right):
            if reach(middle) is Reach.MEMORYLESS and middle.range is middle.domain and left and right:
                return expand(adjoint(product(left))), middle, expand(product(right))
            if i and _spreads(adjoint(middle)):  # no letter in the middle: F* G
                F, G = expand(adjoint(product(left))), expand(product((middle, *right)))
                return F, identity(G.range), G
    return None


def whole_derivatives(p: Polynomial) -> tuple[dict[Derivative, Fraction], Polynomial]:
    """The derivatives of whole matrices that p is a sum of, with their coefficients, and the rest of it."""
    words = {w: w[0] for w in p.terms if len(w) == 1 and isinstance(w[0], Derivative)}
    return {x: p.terms[w] for w, x in words.items()}, p.part(w for w in p.terms if w not in words)


def _spreads(x: Expr) -> bool:
    """Whether x takes values outward, to loops from the paths to both their ends."""
    if reach(x).is_outward or x in (op.N, op.gearing):
        return True
    if isinstance(x, Sum):
        return all(_spreads(y) for _, y in x.terms)
    return isinstance(x, Product) and all(_spreads(y) for y in x.factors)


def innovations_family(X: Expr) -> Riccati | None:
    """The family of which X is D⁻¹, or None where it is something else."""
    owner = X.base.owner if isinstance(X, Inverse) and isinstance(X.base, Symbol) else None
    return owner if isinstance(owner, Riccati) and isinstance(X, Inverse) and X.base is owner.D else None


def states(F: Polynomial, X: Expr) -> tuple[Riccati, Polynomial, Polynomial] | None:
    """The family, ψA and F₀ of F = F₀ + HψA and X = D⁻¹, or None where they are something else."""
    family = innovations_family(X)
    if family is None:
        return None
    behind = [word for word in F.terms if word[:2] == (op.H, family.psi)]
    rest = F.part(word for word in F.terms if word not in behind)
    if family.is_correlated or not behind:
        return None
    if any(reach_of(word) is not Reach.MEMORYLESS for word in rest.terms):
        return None
    return family, Polynomial({word[1:]: F.terms[word] for word in behind}, Space.BODY, F.domain), rest


def is_local(p: Polynomial) -> bool:
    """Whether a polynomial stays at each body, without frames or coordinates that could lead to others."""
    spaces = {p.range, p.domain, *(space for w in p.terms for x in w for space in (x.range, x.domain))}
    return spaces <= {Space.BODY, Space.JOINT} and all(reach_of(w) is Reach.MEMORYLESS for w in p.terms)


def with_composites(p: Polynomial) -> Polynomial:
    """Causal sandwiches φ X φ* with X memoryless, symmetric or C_M, as sums over one path [RK88 a.45]."""
    terms: dict[Word, Fraction] = {}
    for word, c in unabbreviated(p).terms.items():
        found = _sandwich(word)
        if found is None:
            add_term(terms, word, c)
            continue
        i, r, j = found
        head, tail = word[:i], word[j + 1 :]
        add_term(terms, (*head, op.phi, r, *tail), c)
        add_term(terms, (*head, r, adjoint(op.phi), *tail), c)
        add_term(terms, (*head, r, *tail), -c)
    return Polynomial(terms, p.range, p.domain)


def _sandwich(word: Word) -> tuple[int, Expr, int] | None:
    """The places of φ and φ* in φ X φ*, and the composite of X."""
    for i, letter in enumerate(word):
        if letter is not op.phi:
            continue
        for j in range(i + 1, len(word)):
            if word[j] is adjoint(op.phi):
                r = composite(product(word[i + 1 : j])) if j > i + 1 else None
                return None if r is None else (i, r, j)
            if reach(word[j]) is not Reach.MEMORYLESS:
                break
    return None
