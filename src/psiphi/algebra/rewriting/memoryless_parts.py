"""diag(X) without its brackets: what the recursions of the papers say of the blocks of X on the diagonal.

| word | memoryless part | because |
|---|---|---|
| memoryless | itself | |
| strictly causal, or anticausal | 0 | no body meets itself |
| causal | the product of the parts of its letters, I for φ and ψ | block triangular |
| A φ X φ* C | A r C, with r = X + E_φ r E_φ* | [R87 29] |
| A ψ* H* D⁻¹ H ψ C | A Ω C | [RJK 20] |
| A E_φ* X E_φ C | A diag(E_φ* Y E_φ) C, with Y = diag(X) | a child has one parent [R87 67] |

A, C and the X of φXφ* are memoryless; X is symmetric there, or C_M. Nothing is known of other words.
"""

from __future__ import annotations

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint, diagonal, inverse_node, product
from psiphi.algebra.crossings import has_crossing
from psiphi.algebra.expression import Derivative, Diagonal, Expr, Product, Symbol
from psiphi.algebra.families import Riccati, lyapunov
from psiphi.algebra.letters import step_of
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, expand, monomial
from psiphi.algebra.structure import reach, reach_of


def memoryless_part(p: Polynomial) -> Polynomial | None:
    """The memoryless part of a polynomial in E_φ, φ, ψ and memoryless letters; None where it is not known."""
    total = Polynomial({}, p.range, p.domain)
    for word, c in p.terms.items():
        found = _of_word(word, p)
        if found is None:
            return None
        total = total + found.scaled(c)
    return total


def through_parent(letter: Expr) -> Expr | None:
    """X of the letter diag(E_φ* X E_φ) with X memoryless."""
    if not isinstance(letter, Diagonal) or not isinstance(letter.base, Product):
        return None
    first, *core, last = letter.base.factors
    if first is not adjoint(op.E_phi) or last is not op.E_phi or not core:
        return None
    inner = product(core)
    return inner if reach(inner) is Reach.MEMORYLESS else None


def _of_word(word: Word, p: Polynomial) -> Polynomial | None:
    shape = reach_of(word)
    if shape is Reach.MEMORYLESS:
        return monomial(word, p.range, p.domain)
    if shape.is_strict:
        return Polynomial({}, p.range, p.domain)
    if shape.is_inward:
        return _of_triangle(word, p)
    if shape.is_outward:
        found = _of_triangle(tuple(adjoint(x) for x in reversed(word)), p.T)
        return None if found is None else found.T
    return _of_sandwich(word, p)


def _of_triangle(word: Word, p: Polynomial) -> Polynomial | None:
    kept: list[Expr] = []
    for letter in word:
        if reach(letter) is Reach.MEMORYLESS:
            kept.append(letter)
        elif isinstance(letter, Derivative) and step_of(letter.base) is not None:
            return Polynomial({}, p.range, p.domain)
        elif step_of(letter) is None:
            return None
    return monomial(tuple(kept), p.range, p.domain)


def _of_sandwich(word: Word, p: Polynomial) -> Polynomial | None:
    """A s X s* C, where s and s* are the outermost letters that are not memoryless."""
    places = [i for i, letter in enumerate(word) if reach(letter) is not Reach.MEMORYLESS]
    i, j = places[0], places[-1]
    if adjoint(word[i]) is not word[j]:
        return None
    middle = _between(word[i], word[i + 1 : j], word[j])
    if middle is None:
        return None
    head = monomial(word[:i], p.range, word[i].range)
    return head @ middle @ monomial(word[j + 1 :], word[j].domain, p.domain)


def _between(first: Expr, inner: Word, last: Expr) -> Polynomial | None:
    if last is op.E_phi:
        part = _of_word(inner, Polynomial({}, first.domain, last.range))
        return None if part is None else _at_parent(part)
    X = product(inner) if inner else None
    if X is None or reach(X) is not Reach.MEMORYLESS:
        return None
    r = composite(X) if first is op.phi else None
    if r is not None:
        return expand(r)
    if isinstance(last, Symbol) and isinstance(last.owner, Riccati) and last is last.owner.psi:
        f = last.owner
        return expand(f.Omega) if X is f.H.T @ inverse_node(f.D) @ f.H else None
    return None


def composite(X: Expr) -> Expr | None:
    """r = X + E_φ r E_φ* of a memoryless X, where there is a recursion for it."""
    if (adjoint(X) is X and not has_crossing(X)) or X is op.C_M:
        return lyapunov(X).r
    return adjoint(lyapunov(op.C_M).r) if X is adjoint(op.C_M) else None


def _at_parent(part: Polynomial) -> Polynomial | None:
    """diag(E_φ* Y E_φ), word by word."""
    if () in part.terms:
        return None
    total = Polynomial({}, part.range, part.domain)
    for word, c in part.terms.items():
        total = total + expand(diagonal(adjoint(op.E_phi) @ product(word) @ op.E_phi)).scaled(c)
    return total
