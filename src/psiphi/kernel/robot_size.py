"""How large a robot is, which decides how its functions are computed."""

from __future__ import annotations

from psiphi.kernel.thresholds import ROLLED_FROM
from psiphi.model import Model


def has_many_bodies(model: Model) -> bool:
    """Whether a robot is so large that its first bodies tell how its functions are computed best."""
    return sum(body.joint.kind.nv > 0 for body in model.bodies) >= ROLLED_FROM  # those that merging leaves


def loops_suit(model: Model) -> bool:
    """Whether the functions of a robot are loops over bodies: those of many rigid ones."""
    return has_many_bodies(model) and not model.is_flexible


def pairs_on_paths(model: Model) -> int:
    """Of degrees of freedom, one of which moves the other: the entries of half a mass matrix."""
    pairs = zip(model.bodies, dofs_above(model), strict=True)
    return sum(body.joint.kind.nv * count for body, count in pairs)


def mean_depth(model: Model) -> float:
    """How many degrees of freedom move a body, on the average over all of them."""
    merged = model.merged()
    return pairs_on_paths(merged) / max(1, merged.nv_tree)


def dofs_above(model: Model) -> list[int]:
    """The degrees of freedom that move each body."""
    above: list[int] = []
    for body in model.bodies:
        above.append(body.joint.kind.nv + (above[body.parent] if body.parent >= 0 else 0))
    return above
