"""One row of the table of identities."""

from __future__ import annotations

from enum import Enum

from psiphi.algebra.expression import Expr
from psiphi.errors import SpaceError
from psiphi.frozen import frozen
from psiphi.model.model import Model


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

    def holds_for(self, model: Model) -> bool:
        """Whether a robot is of this kind; bodies behind fixed joints do not count as branches."""
        parents = model.merged().parents
        if self.needs_free_base and not is_free_flying(model):
            return False
        return not self.needs_chain or parents == tuple(range(-1, len(parents) - 1))


def is_free_flying(model: Model) -> bool:
    """Whether a single root carries everything and is itself carried by a free joint."""
    bodies = model.merged().bodies
    roots = [body for body in bodies if body.parent < 0]
    return len(roots) == 1 and roots[0].joint.kind.name == "free"


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
