"""Whether the loops of a model make sense."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from psiphi.errors import ModelError
from psiphi.model.body import WORLD
from psiphi.model.joints.joint import Joint
from psiphi.model.loops.loop import Loop
from psiphi.model.names import check_names, unknown_name

if TYPE_CHECKING:
    from psiphi.model.model import Model


def check_loops(model: Model) -> None:
    """Raise ModelError, naming the loop and the remedy, for loops that hold nothing or name the unknown.

    The ends must be two frames on bodies that can move against each other, or joints with one coordinate of
    their own.
    """
    if not model.loops:
        return
    check_names("loop", [loop.name for loop in model.loops])
    carriers = carriers_of(model)
    joints = {body.joint.name: body.joint for body in model.bodies}
    for loop in model.loops:
        if loop.kind == "joint":
            _check_joints(joints, loop)
        else:
            _check_frames(model, loop, carriers)


def carriers_of(model: Model) -> list[int]:
    """For each body the one it moves with, itself or the one behind fixed joints; −1 for the world."""
    carriers: list[int] = []
    for index, body in enumerate(model.bodies):
        moves = body.joint.kind.nv > 0
        carriers.append(index if moves else WORLD if body.parent < 0 else carriers[body.parent])
    return carriers


def _check_joints(joints: Mapping[str, Joint], loop: Loop) -> None:
    if loop.first == loop.second:
        raise ModelError(
            f"loop {loop.name!r}: couples joint {loop.first!r} with itself; name two joints, "
            "or leave `second` out to hold the joint still"
        )
    for name in (loop.first, loop.second) if loop.second else (loop.first,):
        if name not in joints:
            raise ModelError(f"loop {loop.name!r}: {unknown_name('joint', name, joints)}")
        joint = joints[name]
        if joint.kind.nv != 1:
            raise ModelError(
                f"loop {loop.name!r}: joint {name!r} is {joint.kind.name} and has not one coordinate; "
                "couple joints with one degree of freedom"
            )
        if joint.mimic is not None:
            raise ModelError(
                f"loop {loop.name!r}: joint {name!r} mimics {joint.mimic.joint!r} and has no coordinate "
                "of its own; couple that one"
            )


def _check_frames(model: Model, loop: Loop, carriers: list[int]) -> None:
    for name in (loop.first, loop.second):
        if not model.has_frame(name):
            raise ModelError(f"loop {loop.name!r}: {unknown_name('frame', name, model.frame_names)}")
    if loop.first == loop.second:
        raise ModelError(f"loop {loop.name!r}: closes frame {loop.first!r} on itself; name two frames")
    first, second = (
        carriers[body] if body >= 0 else WORLD
        for body in (model.frame(loop.first).body, model.frame(loop.second).body)
    )
    if first == second:
        place = "the world" if first == WORLD else f"body {model.bodies[first].name!r}"
        raise ModelError(
            f"loop {loop.name!r}: its frames {loop.first!r} and {loop.second!r} are both fixed to {place} "
            "and never move against each other; name frames on two bodies"
        )
