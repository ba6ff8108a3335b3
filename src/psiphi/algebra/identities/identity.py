"""One row of the table of identities."""

from __future__ import annotations

from enum import Enum

from psiphi.algebra.expression import Expr
from psiphi.errors import SpaceError
from psiphi.frozen import frozen


class Condition(Enum):
    """For which robots an identity holds; the value is what tables and messages call them.

    A chain is a robot without branches. A free-flying robot has a single root, carried by a free joint.
    """

    ANY = "any tree"
    CHAIN = "a chain"
    FREE_FLYING = "a free-flying tree"
    FREE_FLYING_CHAIN = "a free-flying chain"

    @property
    def needs_chain(self) -> bool:
        return self in (Condition.CHAIN, Condition.FREE_FLYING_CHAIN)

    @property
    def needs_free_base(self) -> bool:
        return self in (Condition.FREE_FLYING, Condition.FREE_FLYING_CHAIN)


@frozen
class Identity:
    """lhs = rhs, for the robots of its condition.

    `name` is unique in the table; `source` cites the printed equation, and `note` says what differs from
    print.
    """

    name: str
    lhs: Expr
    rhs: Expr
    source: str
    condition: Condition = Condition.ANY
    note: str = ""

    def __post_init__(self) -> None:
        left, right = (self.lhs.range, self.lhs.domain), (self.rhs.range, self.rhs.domain)
        if left != right:
            raise SpaceError(
                f"identity {self.name!r}: its sides act between different spaces, {left} and {right}."
            )

    def __str__(self) -> str:
        return f"{self.lhs} = {self.rhs}  [{self.source}]"
