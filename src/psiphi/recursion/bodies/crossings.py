"""Cross products with vectors, at one body or frame (psiphi.algebra.crossings)."""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.algebra.crossings import Crossing
from psiphi.algebra.spaces import Space
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import (
    Vector,
    cross_force,
    cross_motion,
    dot,
    negative,
    scale,
    spatial,
    times,
)

Value = tuple[Number, ...]


def crossed(
    bodies: Bodies,
    crossing: Crossing,
    adjoined: bool,
    vector: Sequence[Number],
    along: Sequence[Sequence[Number] | None],
    x: Sequence[Number],
    k: int,
) -> Value | None:
    """The operator that a vector makes, or its adjoint, applied to x, all at place k."""
    if crossing.name == "bend":
        turned = _turned_axis(bodies, along, k)
        if turned is None:
            return None
        if crossing.vector.range is Space.JOINT:
            axis = scale(vector[0], turned)
            return (0.0, dot(axis, x[:3])) if adjoined else (*scale(x[1], axis), 0.0, 0.0, 0.0)
        slope = dot(turned, vector[:3])
        return (0.0, times(x[0], slope)) if adjoined else (times(x[1], slope), 0.0)
    y, z = spatial(vector), spatial(x)
    if crossing.name == "cross":
        return tuple(map(negative, cross_motion(y, z))) if adjoined else cross_force(y, z)
    force = cross_force(z, y)
    return tuple(map(negative, force)) if adjoined else force


def _turned_axis(bodies: Bodies, along: Sequence[Sequence[Number] | None], k: int) -> Vector | None:
    """How the first axis f of a universal joint changes by its second coordinate, f × e_z, after `along`."""
    if bodies.mechanism.links[k].kind != "universal":
        return None
    x, y = bodies.joint(k).rows[0][:2]
    for rates in along:
        if rates is None:
            return None
        x, y = times(rates[1], y), negative(times(rates[1], x))
    return y, negative(x), 0.0
