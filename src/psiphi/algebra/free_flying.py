"""Which robots the operators of RJ exist for: free flyers, with a single root that a free joint carries."""

from __future__ import annotations

from psiphi.algebra.expression import Symbol
from psiphi.errors import ExpressionError
from psiphi.model import Model


def check_free_flying(model: Model, symbol: Symbol) -> None:
    """Refuse a robot that is held, or that is several robots."""
    kinds = [body.joint.kind.name for body in model.merged().bodies if body.parent < 0]
    if kinds != ["free"]:
        raise ExpressionError(
            f"'{symbol}' is defined for free-flying robots, whose single root is carried by a free joint; "
            f"the roots of {model.name!r} are carried by: {', '.join(kinds) or 'none'}. "
            "psiphi.load(..., base='free') frees a robot that a file fixes to the world."
        )
