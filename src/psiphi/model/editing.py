"""Editing: each function returns a new model and leaves the given one alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from psiphi.errors import ArgumentTypeError, InputError, ModelError
from psiphi.flexible.deformed import node_pose
from psiphi.flexible.modes import Modes
from psiphi.model.arguments import vector_argument
from psiphi.model.body import Body, Frame
from psiphi.model.geometry import moved
from psiphi.model.joints.joint import Joint
from psiphi.model.loops.loop import Loop
from psiphi.model.records import with_joints_locked, with_those_of, without_bodies
from psiphi.model.tree import renumbered, subtree
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose

if TYPE_CHECKING:
    from psiphi.model.model import Model


def lock(model: Model, joint: str, q: ArrayLike) -> Model:
    """The model with a joint, and the joints that mimic it, fixed at the coordinates q of that joint.

    q is a number, or as many as the joint has. The joint keeps its name.
    """
    index = model.joint_index(joint)
    locked = model.bodies[index].joint
    if locked.mimic is not None:
        raise ModelError(
            f"joint {joint!r}: mimics {locked.mimic.joint!r} and cannot be locked; lock that one"
        )
    alone: bool = np.isscalar(q)
    coordinates = vector_argument("q", np.array([q]) if alone else q, locked.kind.nq)
    if coordinates.ndim != 1 or not np.isfinite(coordinates).all():
        raise InputError(f"q: {q!r} is not the place of one {locked.kind.name} joint; give finite numbers")
    if not locked.kind.bounded and not coordinates[-4:].any():
        raise InputError("q: the quaternion is zero and stands for no rotation; give x, y, z, w")
    places = {index: coordinates}
    for follower, (leader, ratio, offset) in model.coordinates.followers.items():
        if leader == index:
            places[follower] = ratio * coordinates + offset
    names = {model.bodies[body].joint.name for body in places}
    for loop in model.loops:
        if loop.kind == "joint" and not names.isdisjoint((loop.first, loop.second)):
            raise ModelError(f"joint {joint!r}: loop {loop.name!r} moves it; take that loop out first")
    bodies = tuple(
        replace(body, joint=_fixed(body.joint, places[index])) if index in places else body
        for index, body in enumerate(model.bodies)
    )
    try:
        still = {model.bodies[body].joint.name: place for body, place in places.items()}
        return replace(model, bodies=bodies, **with_joints_locked(model, still))
    except ModelError as error:
        raise ModelError(f"joint {joint!r} cannot be locked: {error}; or take that loop out first") from None


def _fixed(joint: Joint, q: np.ndarray) -> Joint:
    rotation, position = joint.kind.pose(joint, q)
    return Joint(joint.name, "fixed", joint.placement @ Pose(rotation, position))


def attach(model: Model, other: Model, at: str, prefix: str = "") -> Model:
    """The model with the roots of another hung on the frame `at`, which stands for the world of the other.

    All names of the other get the `prefix`. Its bodies come after all that the body of the frame carries,
    so that the numbering stays depth first. Gravity and name are those of the model.
    """
    seat = model.frame(at)
    after = subtree(model.parents, seat.body)[-1] + 1 if seat.body >= 0 else len(model.bodies)
    added_count = len(other.bodies)

    def own(index: int) -> int:
        return index if index < after else index + added_count

    def added(index: int) -> int:
        return index + after if index >= 0 else seat.body

    def placed(index: int, pose: Pose) -> Pose:
        return pose if index >= 0 else seat.pose @ pose

    kept = [replace(body, parent=own(body.parent)) for body in model.bodies]
    new = [
        replace(
            body,
            name=prefix + body.name,
            parent=added(body.parent),
            joint=replace(_prefixed(body.joint, prefix), placement=placed(body.parent, body.joint.placement)),
        )
        for body in other.bodies
    ]
    frames = [replace(frame, body=own(frame.body)) for frame in model.frames]
    frames += [
        Frame(prefix + frame.name, added(frame.body), placed(frame.body, frame.pose))
        for frame in other.frames
    ]
    loops = [
        replace(
            loop,
            name=prefix + loop.name,
            first=_loop_end(other, loop, loop.first, at, prefix),
            second=_loop_end(other, loop, loop.second, at, prefix),
        )
        for loop in other.loops
    ]
    shapes = [replace(shape, name=shape.name and prefix + shape.name) for shape in other.geometries]
    try:
        return replace(
            model,
            bodies=tuple(kept[:after] + new + kept[after:]),
            frames=tuple(frames),
            loops=(*model.loops, *loops),
            geometries=(
                *moved(model.geometries, lambda body: (own(body), None)),
                *moved(shapes, lambda body: (added(body), None if body >= 0 else seat.pose)),
            ),
            **with_those_of(model, other, prefix),
        )
    except ModelError as error:
        raise ModelError(f"{error} (attaching {other.name!r}; a prefix keeps its names apart)") from None


def _prefixed(joint: Joint, prefix: str) -> Joint:
    mimic = joint.mimic and replace(joint.mimic, joint=prefix + joint.mimic.joint)
    return replace(joint, name=prefix + joint.name, mimic=mimic)


def _loop_end(other: Model, loop: Loop, name: str, at: str, prefix: str) -> str:
    """The new name of one end of a loop; what was held to the world of the other is now held to the frame."""
    if loop.kind == "joint":
        return name and prefix + name
    return prefix + name if name in other.frames_by_name else at


def with_payload(model: Model, frame: str, inertia: Inertia) -> Model:
    """The model with an inertia, given in a frame, added to the body of that frame."""
    if not isinstance(inertia, Inertia):
        raise ArgumentTypeError(
            f"inertia: {type(inertia).__name__} given; give psiphi.spatial.Inertia(mass, …)"
        )
    if problems := inertia.problems():
        raise ModelError(f"payload on frame {frame!r}: {'; '.join(problems)}")
    seat = model.frame(frame)
    if seat.body < 0:
        raise ModelError(f"frame {frame!r}: is fixed to the world, where a payload changes nothing")
    carrier = model.bodies[seat.body]
    if carrier.modes is not None:
        raise ModelError(
            f"frame {frame!r}: is on the flexible body {carrier.name!r}, whose inertia is that of its "
            "modes; attach a body on a fixed joint there"
        )
    loaded = replace(carrier, inertia=carrier.inertia + inertia.expressed_in(seat.pose))
    return _with_body(model, seat.body, loaded)


def with_modes(model: Model, body: str, modes: Modes) -> Model:
    """The model with a body made flexible."""
    index = model.body_index(body)
    if not isinstance(modes, Modes):
        raise ArgumentTypeError(
            f"modes: {type(modes).__name__} given; give psiphi.flexible.Modes(…) or beam(…)"
        )
    return _with_body(model, index, replace(model.bodies[index], modes=modes))


def lock_modes(model: Model, body: str, eta: ArrayLike) -> Model:
    """The model with a flexible body made rigid in the shape of η, all that sits on it where its node is."""
    index = model.body_index(body)
    modes = model.bodies[index].modes
    if modes is None:
        raise ModelError(f"body {body!r}: is rigid and has no modes to lock")
    eta = vector_argument("eta", np.full(modes.count, eta) if np.isscalar(eta) else eta, modes.count)
    if eta.ndim != 1 or not np.isfinite(eta).all():
        raise InputError(f"eta: {eta!r} is not one shape of body {body!r}; give {modes.count} finite numbers")
    inertia = modes.locked_inertia(eta)
    rigid = [
        replace(other, joint=replace(other.joint, placement=_bent(modes, eta, other.joint.placement)))
        if other.parent == index
        else other
        for other in model.bodies
    ]
    rigid[index] = replace(rigid[index], modes=None, inertia=inertia)
    frames = tuple(
        replace(frame, pose=_bent(modes, eta, frame.pose)) if frame.body == index else frame
        for frame in model.frames
    )
    return replace(model, bodies=tuple(rigid), frames=frames)


def _bent(modes: Modes, eta: np.ndarray, pose: Pose) -> Pose:
    """Where a pose on a flexible body goes with the node it sits on."""
    node = modes.node_near(pose.position)
    if node is None or not eta.any():
        return pose
    rotation, position, rest = node_pose(modes, node, eta)
    return Pose(rotation @ pose.rotation, position + rotation @ (pose.position - rest))


def _with_body(model: Model, index: int, body: Body) -> Model:
    return replace(model, bodies=(*model.bodies[:index], body, *model.bodies[index + 1 :]))


def without(model: Model, body: str) -> Model:
    """The model without a body and all that it carries, their frames, and the loops that touched them."""
    gone = set(subtree(model.parents, model.body_index(body)))
    vanishing = {model.bodies[index].joint.name for index in gone}
    for index, kept in enumerate(model.bodies):
        if index not in gone and kept.joint.mimic is not None and kept.joint.mimic.joint in vanishing:
            raise ModelError(
                f"joint {kept.joint.name!r}: mimics {kept.joint.mimic.joint!r}, which goes with body "
                f"{body!r}; remove or lock the one, or give the other its own coordinate"
            )
    left = [index for index in range(len(model.bodies)) if index not in gone]
    number = renumbered(left)
    bodies = tuple(replace(model.bodies[old], parent=number[model.bodies[old].parent]) for old in left)
    frames = tuple(replace(frame, body=number[frame.body]) for frame in model.frames if frame.body in number)
    geometries = moved(model.geometries, lambda body: (number[body], None) if body in number else None)
    return replace(
        model,
        bodies=bodies,
        frames=frames,
        loops=tuple(_untouched(model, number)),
        geometries=geometries,
        **without_bodies(model, gone),
    )


def with_loop(
    model: Model, first: str, second: str, kind: str, *, name: str | None = None, **data: Any
) -> Model:
    """The model with a loop between two frames or joints, called after its ends unless a name is given."""
    if kind == "joint":
        find, ends = model.joint, (first, second) if second else (first,)
    else:
        find, ends = model.frame, (first, second)
    for end in ends:
        find(end)  # an unknown name is an error of its own
    taken = {loop.name for loop in model.loops}
    if name is None:
        name = f"{first}:{second}" if second else first
        candidates = (f"{name}:{number}" for number in count(2))
        while name in taken:
            name = next(candidates)
    return replace(model, loops=(*model.loops, Loop(name, kind, first, second, **data)))


def without_loop(model: Model, name: str) -> Model:
    """The model with a loop taken out."""
    gone = model.loop(name)
    return replace(model, loops=tuple(loop for loop in model.loops if loop is not gone))


def _untouched(model: Model, left: Iterable[int]) -> Iterator[Loop]:
    left = set(left)
    for loop in model.loops:
        ends = [name for name in (loop.first, loop.second) if name]
        find = model.joint_index if loop.kind == "joint" else lambda name: model.frame(name).body
        if all(find(name) in left for name in ends):
            yield loop
