"""Mimic joints resolved: which joint leads, through chains of mimics of mimics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from psiphi.errors import ModelError
from psiphi.model.body import Body
from psiphi.model.joints.joint import Joint
from psiphi.model.names import unknown_name


class Follower(NamedTuple):
    """q = ratio · q_leader + offset; `leader` is the index of the body that the leading joint carries."""

    leader: int
    ratio: float
    offset: float


def resolved_mimics(bodies: Sequence[Body]) -> dict[int, Follower]:
    """For each body on a mimic joint, the joint with a coordinate of its own that leads it in the end.

    q = r₁(r₂ q' + o₂) + o₁ for a mimic of a mimic. Raises ModelError when a mimic makes no sense.
    """
    followers = [index for index, body in enumerate(bodies) if body.joint.mimic is not None]
    if not followers:
        return {}
    carried = {body.joint.name: index for index, body in enumerate(bodies)}
    resolved: dict[int, Follower] = {}
    for start in followers:
        trail: dict[int, None] = {}  # a dict for its order and its quick look-up
        ahead = start
        while bodies[ahead].joint.mimic is not None and ahead not in resolved:
            if ahead in trail:
                ring = [bodies[index].joint.name for index in trail]
                ring = ring[ring.index(bodies[ahead].joint.name) :]
                raise ModelError(
                    f"joint {ring[0]!r}: mimics itself ({' → '.join([*ring, ring[0]])}); "
                    "let one of these joints have a coordinate of its own"
                )
            trail[ahead] = None
            ahead = _leader(bodies, carried, bodies[ahead].joint)
        for index in reversed(trail):
            mimic = bodies[index].joint.mimic
            assert mimic is not None
            leader, ratio, offset = resolved.get(ahead, Follower(ahead, 1.0, 0.0))
            total = Follower(leader, mimic.ratio * ratio, mimic.ratio * offset + mimic.offset)
            if total.ratio == 0.0 or not (math.isfinite(total.ratio) and math.isfinite(total.offset)):
                raise ModelError(
                    f"joint {bodies[index].joint.name!r}: follows {bodies[leader].joint.name!r} with ratio "
                    f"{total.ratio} and offset {total.offset}; the ratio must be finite and not zero, the "
                    "offset finite"
                )
            resolved[index] = total
            ahead = index
    return resolved


def _leader(bodies: Sequence[Body], carried: dict[str, int], joint: Joint) -> int:
    assert joint.mimic is not None
    name = joint.mimic.joint
    if joint.kind.nq != 1:
        raise ModelError(
            f"joint {joint.name!r}: a {joint.kind.name} joint cannot mimic {name!r}; "
            "only joints with one coordinate can"
        )
    if name not in carried:
        raise ModelError(
            f"joint {joint.name!r}: mimics a missing joint: {unknown_name('joint', name, carried)}"
        )
    if name == joint.name:
        raise ModelError(f"joint {name!r}: mimics itself; name another joint or leave the mimic out")
    leader = bodies[carried[name]].joint
    if leader.kind.nq != 1:
        raise ModelError(
            f"joint {joint.name!r}: mimics {name!r}, which is {leader.kind.name}; "
            "name a joint with one coordinate"
        )
    return carried[name]
