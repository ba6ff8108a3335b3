"""Rows of the table of identities, written as a paper prints them."""

from __future__ import annotations

from psiphi.algebra.expression import Expr
from psiphi.algebra.identities.identity import Condition, Identity
from psiphi.algebra.reading.parse import read


class Paper:
    """What writes the rows of a paper: equations as text, with names for what several of them `share`."""

    def __init__(self, name: str, condition: Condition, source: str = "", /, **share: str | Expr) -> None:
        self._name, self._condition, self._source = name, condition, source
        self._names: dict[str, Expr] = {}
        for word, x in share.items():
            self._names[word] = read(x, self._names) if isinstance(x, str) else x

    def row(
        self,
        name: str,
        equation: str,
        note: str = "",
        *,
        source: str = "",
        condition: Condition | None = None,
    ) -> Identity:
        """The row of an equation; names begin with its number, which is the source unless one is given."""
        left, right = equation.split(" = ")
        lhs = read(left, self._names)
        rhs = read(right, self._names, like=lhs)
        cited = source or self._source or f"{self._name} {name.partition(',')[0]}"
        return Identity(f"{self._name} {name}", lhs, rhs, cited, condition or self._condition, note)
