"""Bodies behind fixed joints lumped into what carries them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from psiphi.model.body import WORLD, Body, Frame
from psiphi.model.geometry import moved
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose

if TYPE_CHECKING:
    from psiphi.model.model import Model


def merged(model: Model) -> Model:
    """The same robot without fixed joints, but for those that carry flexible bodies or sit on them.

    A body behind a fixed joint adds its inertia to the body that carries it, or to the world, where it is
    dropped. Its name and that of its joint stay as frames. Coordinates do not change; numbers of bodies
    to which nothing is added are kept bit by bit.
    """
    if all(body.joint.kind.nv > 0 for body in model.bodies):
        return model
    flexible = {index for index, body in enumerate(model.bodies) if body.modes is not None}
    bodies: list[Body] = []
    inertias: list[tuple[Inertia, Inertia]] = []  # and what of it is held up
    carriers: list[tuple[int, Pose | None]] = []  # for each old body: the new one, and where it sits in that
    for body in model.bodies:
        carrier, seat = carriers[body.parent] if body.parent >= 0 else (WORLD, None)
        placement = _composed(seat, body.joint.placement)
        if body.joint.kind.nv > 0 or body.modes is not None or body.parent in flexible:
            carriers.append((len(bodies), None))
            joint = body.joint if seat is None else replace(body.joint, placement=placement)
            bodies.append(replace(body, parent=carrier, joint=joint))
            inertias.append((body.inertia, body.gravity_compensation))
        else:
            carriers.append((carrier, placement))
            if carrier >= 0:
                inertia, held = inertias[carrier]
                inertia = inertia + body.inertia.expressed_in(placement)
                if body.gravity_compensation.mass:
                    held = held + body.gravity_compensation.expressed_in(placement)
                inertias[carrier] = inertia, held
    kept = {body.name for body in bodies}
    explicit = {frame.name for frame in model.frames}
    frames: list[Frame] = []
    for name, frame in model.frames_by_name.items():
        if name not in kept or name in explicit:
            carrier, seat = carriers[frame.body] if frame.body >= 0 else (WORLD, None)
            frames.append(Frame(name, carrier, _composed(seat, frame.pose)))
    lumped = [
        body if inertia is body.inertia else replace(body, inertia=inertia, gravity_compensation=held)
        for body, (inertia, held) in zip(bodies, inertias, strict=True)
    ]
    geometries = moved(model.geometries, lambda body: carriers[body] if body >= 0 else (WORLD, None))
    return replace(model, bodies=tuple(lumped), frames=tuple(frames), geometries=geometries)


def _composed(seat: Pose | None, pose: Pose) -> Pose:
    """seat @ pose, where None stands for a seat that nothing was moved from."""
    return pose if seat is None else seat @ pose
