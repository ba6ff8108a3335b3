"""Gram forms F* D⁻¹ F by way of compliances: in place of a sum over all bodies that two columns share.

With F = F₀ + HψA, F₀ memoryless, the bodies behind the last one m that two columns z = ψA share make

    Σ F(c, i)* D(c)⁻¹ F(c, j) = z(m, i)* Ω(m) z(m, j),    Ω = H*D⁻¹H + E_ψ*ΩE_ψ    [RJK 20]

What is left are bodies where F₀ has a part. A row of the inverse mass matrix of a long chain so takes as many
operations for each of its elements as any other row: all of them O(N²) instead of O(N³).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from psiphi.algebra.expression import Expr
from psiphi.algebra.rewriting.matrix_forms import states
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.model.tree import path_to
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.matrices.gram import Block, Blocks, Gram
from psiphi.recursion.numbers.small_matrices import multiply, transposed
from psiphi.recursion.numbers.vectors import dot

# Operations, about: of Ω at one body, and of its product with a vector.
_COMPLIANCE = 230
_PRODUCT = 66
_STATE = 6


def shared_paths(
    gram: Gram, F: Polynomial, X: Expr, bodies: Bodies, columns: Callable[[Polynomial], Blocks]
) -> SharedPaths | None:
    """The long sums of a symmetric Gram form F* X F, None where compliances do not take fewer operations."""
    parted = states(F, X)
    if parted is None or bodies.mechanism.groups:  # compliances within groups have no sweep
        return None
    family, behind, rest = parted
    living: dict[int, set[int]] = {}
    for c, i in gram.left:
        if not rest or c != bodies.body_of(F.domain, i):  # F₀ lives at the body of i
            living.setdefault(i, set()).add(c)
    pairs = {(i, j): living[i] & living[j] for i in living for j in living if i <= j}
    last = {pair: max(common) for pair, common in pairs.items() if common}
    parents = bodies.mechanism.parents
    sizes = {i: len(block[0]) for (_, i), block in gram.left.items()}
    heights = {c: len(block) for (c, _), block in gram.left.items()}
    chosen = worth_it(last, sizes, heights, parents)
    if not chosen:
        return None
    return SharedPaths(chosen, parents, columns(behind), columns(expand(family.Omega)))


def worth_it(
    shared: Mapping[tuple[int, int], int],
    sizes: Mapping[int, int],
    heights: Mapping[int, int],
    parents: Sequence[int],
) -> dict[tuple[int, int], int]:
    """The pairs of places, each with its m, of which the sum is made so; none where that takes more.

    shared   m of each pair (i, j), i ≤ j
    sizes    how many columns a place has
    heights  the degrees of freedom of bodies
    """
    lengths = {m: sum(heights.get(c, 0) for c in path_to(parents, m)) for m in set(shared.values())}
    chosen = {pair: m for pair, m in shared.items() if lengths[m] > _STATE}
    saved = sum(
        (2 if i != j else 1) * sizes[i] * sizes[j] * (lengths[m] - _STATE) for (i, j), m in chosen.items()
    )
    bodies = {c for m in set(chosen.values()) for c in path_to(parents, m)}
    products = sum(sizes[i] for i, _ in {(i, m) for (i, _), m in chosen.items()})
    return chosen if saved > _COMPLIANCE * len(bodies) + _PRODUCT * products else {}


class SharedPaths:
    """The sums over shared paths, from the columns of ψA and the blocks of Ω."""

    def __init__(
        self,
        last: dict[tuple[int, int], int],
        parents: Sequence[int],
        columns: Blocks,
        compliances: Blocks,
    ) -> None:
        self.last = last
        self._paths = {m: frozenset(path_to(parents, m)) for m in set(last.values())}
        self._columns = columns
        self._compliances = compliances
        self._moved: Blocks = {}

    def bodies(self, i: int, j: int) -> Collection[int]:
        """The bodies up to m."""
        return self._paths[self.last[i, j]]

    def block(self, i: int, j: int) -> Block:
        """z(m, i)* Ω(m) z(m, j)."""
        m = self.last[i, j]
        if (m, i) not in self._moved:
            columns = transposed(self._columns[m, i])
            self._moved[m, i] = [list(multiply(self._compliances[m, m], x)) for x in columns]
        others = transposed(self._columns[m, j])
        return [[dot(x, y) for y in others] for x in self._moved[m, i]]
