"""Gram forms F* X G in numbers: a block (i, j) is a sum over the bodies that columns i and j both live on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from psiphi.frozen import frozen
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.small_matrices import add_rows, transposed, units
from psiphi.recursion.numbers.vectors import dot, plus
from psiphi.recursion.sweeps.values import Value

Block = list[list[Number]]
Blocks = dict[tuple[int, int], Block]


@frozen
class Weights:
    """X = w* x w at each body c: `whitened` multiplies columns with w, and `scaled` these with x.

    None stands for an x that is zero.
    """

    whitened: Callable[[int, Block], Block]
    scaled: Callable[[int, Block], Block | None]

    def matrix(self, c: int, size: int) -> Block:
        """x itself at body c, (size, size)."""
        found = self.scaled(c, units(size))
        return [[0.0] * size for _ in range(size)] if found is None else found


class Shared(Protocol):
    """What some bodies have to do with blocks (i, j), i ≤ j, known in another way; `last` has the pairs."""

    last: dict[tuple[int, int], int]

    def bodies(self, i: int, j: int) -> Collection[int]: ...

    def block(self, i: int, j: int) -> Block: ...


@frozen
class Gram:
    """The blocks of F* X G: columns (c, i) and (c, j) at bodies c, those of G with X applied."""

    left: Blocks
    right: Blocks
    weights: Weights
    symmetric: bool

    @staticmethod
    def of(left: Blocks, right: Blocks, weights: Weights, *, symmetric: bool) -> Gram:
        """From the columns of F and G; of a symmetric form both are the same and X = X*."""
        whitened = {k: weights.whitened(k[0], b) for k, b in left.items()}
        other = whitened if left is right else {k: weights.whitened(k[0], b) for k, b in right.items()}
        scaled = {k: weights.scaled(k[0], b) for k, b in other.items()}
        return Gram(whitened, {k: b for k, b in scaled.items() if b is not None}, weights, symmetric)

    def blocks(self, shared: Shared | None = None) -> Blocks:
        """All blocks that are not zero; of a symmetric form half of them are computed, some with `shared`."""
        by_column: dict[int, list[int]] = {}
        for c, j in self.right:
            by_column.setdefault(j, []).append(c)
        found: Blocks = {}
        for i in {i for _, i in self.left}:
            for j, bodies in by_column.items():
                if self.symmetric and j < i:
                    continue
                if shared is not None and (i, j) in shared.last:
                    block = self._with(shared, i, j, bodies)
                else:
                    block = self.block(i, j, bodies)
                if block is None:
                    continue
                found[i, j] = block
                if self.symmetric and i != j:
                    found[j, i] = transposed(block)
        return found

    def _with(self, shared: Shared, i: int, j: int, bodies: Iterable[int]) -> Block:
        """The block (i, j) with the share of some bodies known."""
        block = shared.block(i, j)
        others = self.block(i, j, [c for c in bodies if c not in shared.bodies(i, j)])
        if others is not None:
            block = add_rows(block, others)
        return mirrored(block) if i == j else block

    def block(self, i: int, j: int, bodies: Iterable[int]) -> Block | None:
        """The block (i, j) summed over these bodies, None where no column of i and of j lives on one."""
        common = [c for c in bodies if (c, i) in self.left and (c, j) in self.right]
        if not common:
            return None
        triangle = self.symmetric and i == j
        block = inner(common, self.left, self.right, i, j, triangle=triangle)
        return mirrored(block) if triangle else block


def inner(common: list[int], left: Blocks, right: Blocks, i: int, j: int, *, triangle: bool) -> Block:
    """Σ left(c, i)* right(c, j), or its upper triangle alone."""
    rows, columns = len(left[common[0], i][0]), len(right[common[0], j][0])
    block: Block = [[0.0] * columns for _ in range(rows)]
    for a in range(rows):
        for b in range(columns):
            if triangle and b < a:
                continue
            found: Number = 0.0
            for c in common:
                found = plus(found, dot([row[a] for row in left[c, i]], [row[b] for row in right[c, j]]))
            block[a][b] = found
    return block


def add_block(found: Blocks, place: tuple[int, int], block: Block) -> None:
    """Add a block to what was found at a place."""
    found[place] = add_rows(found[place], block) if place in found else block


def mirrored(block: Block) -> Block:
    """The symmetric block whose upper triangle is given."""
    n = len(block)
    return [[block[min(a, b)][max(a, b)] for b in range(n)] for a in range(n)]


def by_columns(block: Block, change: Callable[[Value], Value]) -> Block:
    """The block with every column changed."""
    return transposed([list(change(column)) for column in zip(*block, strict=True)])
