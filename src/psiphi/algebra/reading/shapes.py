"""Between which spaces a part of a text acts: spaces that are known, or cells that must agree with others.

So are the spaces of plain identities and of input vectors settled: in `inv(mass) tau`, tau is a joint vector.
"""

from __future__ import annotations

from psiphi.algebra.expression import Expr
from psiphi.algebra.spaces import Space
from psiphi.frozen import frozen


class Cell:
    """A space that may not be known yet; cells that must agree are linked."""

    def __init__(self, space: Space | None = None, of_vector: bool = False) -> None:
        self._space = space
        self._of_vector = of_vector  # a vector does not live in ONE
        self._link: Cell | None = None

    @property
    def space(self) -> Space | None:
        return self._root()._space

    def _root(self) -> Cell:
        cell = self
        while cell._link is not None:
            cell = cell._link
        return cell

    def agrees_with(self, other: Cell) -> bool:
        """Make two cells one, if they can be."""
        one, two = self._root(), other._root()
        if one is two:
            return True
        space, of_vector = one._space or two._space, one._of_vector or two._of_vector
        if (one._space and two._space and one._space is not two._space) or (of_vector and space is Space.ONE):
            return False
        one._link, two._space, two._of_vector = two, space, of_vector
        return True

    def __str__(self) -> str:
        return self.space.value if self.space else "?"


@frozen
class Shape:
    """Between which spaces a part of the text acts."""

    range: Cell
    domain: Cell

    @staticmethod
    def between(range: Space, domain: Space) -> Shape:
        return Shape(Cell(range), Cell(domain))

    @staticmethod
    def of(x: Expr) -> Shape:
        return Shape.between(x.range, x.domain)

    def agrees_with(self, other: Shape) -> bool:
        """Make two shapes one, if they can be."""
        return self.range.agrees_with(other.range) and self.domain.agrees_with(other.domain)

    def __str__(self) -> str:
        if self.domain.space is Space.ONE:
            return f"{self.range} vector" if self.range.space else "a vector"
        return f"{self.range} ← {self.domain}"
