"""The part of a matrix that Q_x joins branches with: A* Q_x C with A and C causal, block by block.

Two joints on different branches meet at one body m, the last that carries both. What the columns of E_φ A and
E_φ C hold there came through different children, so the block (i, j) is (E_φ A)(m, i)* Q(m) (E_φ C)(m, j); of
joints that carry one another there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from psiphi.algebra import operators as op
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, expand, monomial
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach
from psiphi.frozen import frozen
from psiphi.model.tree import path_to
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.matrices.gram import Blocks, inner
from psiphi.recursion.numbers.small_matrices import transposed

_CARRIED, _MOVED = expand(op.E_phi), expand(op.Q @ op.E_phi)


@frozen
class Across:
    """A term c A* Q_x C: `left` is E_φ A, `right` is c Q E_φ C."""

    left: Polynomial
    right: Polynomial
    symmetric: bool


def between_branches(p: Polynomial) -> list[Across]:
    """The terms of a matrix that join branches in this way."""
    found: list[Across] = []
    for word, c in p.terms.items():
        if is_between_branches(word):
            i = word.index(op.Q_x)
            A, C = monomial(word[:i], p.range, Space.BODY).T, monomial(word[i + 1 :], Space.BODY, p.domain)
            found.append(Across(_CARRIED @ A, (_MOVED @ C).scaled(c), A == C))
    return found


def is_between_branches(word: Word) -> bool:
    """Whether a word reads A* Q_x C with A and C causal, and neither is the identity."""
    if word.count(op.Q_x) != 1:
        return False
    i = word.index(op.Q_x)
    left, right = word[:i], word[i + 1 :]
    return (
        bool(left and right)
        and all(reach(letter).is_outward for letter in left)
        and all(reach(letter).is_inward for letter in right)
    )


def across(term: Across, bodies: Bodies, columns: Callable[[Polynomial], Blocks]) -> Blocks:
    """The blocks of A* Q_x C."""
    left, right = columns(term.left), columns(term.right)
    found: Blocks = {}
    for i in {i for _, i in left}:
        for j in {j for _, j in right}:
            if term.symmetric and j < i:
                continue
            ends = bodies.body_of(term.left.domain, i), bodies.body_of(term.right.domain, j)
            meet = _meeting(bodies.mechanism.parents, *ends)
            if (meet, i) in left and (meet, j) in right:
                block = found[i, j] = inner([meet], left, right, i, j, triangle=False)
                if term.symmetric:
                    found[j, i] = transposed(block)
    return found


def _meeting(parents: Sequence[int], i: int, j: int) -> int:
    """The last body that carries both i and j, −1 for the world, and where one of them carries the other."""
    path = set(path_to(parents, i))
    k = j
    while k >= 0 and k not in path:
        k = parents[k]
    return -1 if k in (i, j) else k
