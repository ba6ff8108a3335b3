"""Mimic joints as parts of the joints that lead them: a filter for robots that have some.

The mass matrix S*𝓜S of independent rates has no innovations factors of the tree, since S couples branches.
With a mimic joint, its leader and what is between them taken for one joint (joint_groups.py), it
has.
"""

from __future__ import annotations

from math import inf

from psiphi.algebra.expression import Inverse, nodes_of
from psiphi.algebra.operators import FREE_FLYING
from psiphi.dynamics.readings import PIVOTS
from psiphi.kernel.request import Request
from psiphi.kernel.thresholds import TRACED_UP_TO, TooLarge
from psiphi.kernel.tracing import cheapest
from psiphi.model import Model
from psiphi.recursion.bodies.joint_groups import Embedding

MANY = 40
"""Degrees of freedom from which on a dense mass matrix is not tried, if groups have fewer than half."""


def mimics_group(model: Model) -> bool:
    """Whether a robot has mimic joints, and nothing that does not mix with them.

    That is loops, rotors on other bodies, armature of tendons, and modes.
    """
    merged = model.merged()
    carried = any(body.joint.rotor.is_carried and body.parent >= 0 for body in merged.bodies)
    pulled = any(tendon.armature for tendon in merged.tendons)
    mixed = merged.loops or carried or pulled or merged.is_flexible
    return bool(merged.coordinates.followers) and not mixed


def mimic_groups(model: Model) -> Embedding:
    """All joints with coordinates of their own, at rest."""
    merged = model.merged()
    followers = merged.coordinates.followers
    own = [
        i
        for k, place in enumerate(merged.v_tree_slices)
        if k not in followers
        for i in range(place.start, place.stop)
    ]
    return Embedding(tuple(own), tuple(model.neutral().tolist()))


def gains_by_groups(plain: Request) -> bool:
    """Whether a filter could be cheaper: where something is inverted, or factored."""
    if FREE_FLYING & plain.symbols:
        return False
    nodes = (y for x in plain.expressions for y in nodes_of(x))
    return plain.reading is PIVOTS or any(isinstance(y, Inverse) for y in nodes)


def cheaper(plain: Request, grouped: Request) -> Request:
    """The request with fewer operations; of many joints the dense one is not even counted."""
    size = plain.model.nv
    widest = max(len(group.independent) for group in grouped.mechanism().groups)
    if size >= MANY and 2 * widest < size:
        return grouped
    return min(plain, grouped, key=_cost)


def _cost(request: Request) -> float:
    try:
        return cheapest(request, TRACED_UP_TO).cost  # as kernels ask for it, too
    except TooLarge:
        return inf
