"""Whether a model makes sense. Numbers are checked in bulk, so that large models are built quickly."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from psiphi.errors import ModelError
from psiphi.model.actuator import check_actuators
from psiphi.model.body import Body, Frame
from psiphi.model.geometry import check_geometries
from psiphi.model.joints.joint import Joint
from psiphi.model.joints.mimics import resolved_mimics
from psiphi.model.joints.rotors import check_rotors
from psiphi.model.loops.validation import check_loops
from psiphi.model.names import check_names
from psiphi.model.remarks import check_configurations
from psiphi.model.tendon import check_tendons
from psiphi.spatial.pose import Pose

if TYPE_CHECKING:
    from psiphi.model.model import Model

ORTHONORMAL_SLACK = 1e-10
PARALLEL_SLACK = 1e-6  # sine of the angle between the axes of a universal joint


def validate(model: Model) -> None:
    """Raise ModelError, naming the element and the remedy, for a model that has no meaning.

    Inertias that no real body can have are left to `Inertia.problems`: files are full of them, and the
    arithmetic stays well defined. Massless bodies are allowed.
    """
    bodies = model.bodies
    check_names("model", [model.name])
    _check_finite("model", model.name, "gravity", model.gravity)
    check_names("body", [body.name for body in bodies])
    check_names("joint", [body.joint.name for body in bodies])
    check_names("frame", [frame.name for frame in model.frames])
    for index, body in enumerate(bodies):
        if not -1 <= body.parent < index:
            raise ModelError(
                f"body {body.name!r}: its parent has index {body.parent}, its own is {index}; "
                "list parents before their children, with −1 for the world "
                "(psiphi.model.tree.depth_first finds such an order)"
            )
    _check_poses("joint", [body.joint.name for body in bodies], [body.joint.placement for body in bodies])
    _check_joints([body.joint for body in bodies])
    _check_inertias(bodies)
    resolved_mimics(bodies)
    _check_modes(model)
    _check_frames(bodies, model.frames)
    check_loops(model)
    check_geometries(model)
    check_rotors(model)
    check_tendons(model)
    check_actuators(model)
    check_configurations(model)


def gravity_argument(model: str, gravity: Sequence[float]) -> tuple[float, ...]:
    """Three numbers, or ModelError."""
    try:
        x, y, z = map(float, gravity)
    except (TypeError, ValueError):
        raise ModelError(f"model {model!r}: gravity {gravity!r} is not a vector of three numbers") from None
    return x, y, z


def _check_finite(what: str, name: str, quantity: str, numbers: Sequence[float]) -> None:
    if not all(map(math.isfinite, numbers)):
        raise ModelError(f"{what} {name!r}: {quantity} {_shown(numbers)} is not finite; give finite numbers")


def _check_poses(what: str, names: Sequence[str], poses: Sequence[Pose]) -> None:
    if not poses:
        return
    rotations = np.array([pose.rotation for pose in poses])
    positions = np.array([pose.position for pose in poses])
    _refuse(
        what,
        names,
        ~np.isfinite(positions).all(axis=1),
        lambda k: f"position {_shown(positions[k])} is not finite",
    )
    with np.errstate(invalid="ignore", over="ignore"):
        skewness = np.abs(rotations @ rotations.swapaxes(1, 2) - np.eye(3)).max(axis=(1, 2))
        handedness = np.einsum("ni,ni->n", np.cross(rotations[:, 0], rotations[:, 1]), rotations[:, 2])
    _refuse(
        what,
        names,
        ~((skewness <= ORTHONORMAL_SLACK) & (handedness > 0.0)),
        lambda k: (
            f"{rotations[k].tolist()} is not a rotation matrix; its rows must be orthonormal and right-handed"
        ),
    )


def _check_joints(joints: Sequence[Joint]) -> None:
    for joint in joints:
        kind, limits, rotor = joint.kind, joint.limits, joint.rotor
        if kind.nv == 0:
            continue
        for low, high in zip(limits.lower, limits.upper, strict=True):
            if not low <= high or low == math.inf or high == -math.inf:
                raise ModelError(
                    f"joint {joint.name!r}: limits [{low:g}, {high:g}] are upside down or not numbers; "
                    "the lower must not exceed the upper"
                )
        least = tuple(-bound for bound in limits.effort_lower)
        for what, numbers in (
            ("velocity limit", limits.velocity),
            ("effort limit", limits.effort),
            ("lower effort limit with its sign changed", least),
            ("angle limit", (limits.angle,)),
        ):
            if not all(number >= 0.0 for number in numbers):
                raise ModelError(
                    f"joint {joint.name!r}: {what} {_shown(numbers)} is negative or not a number"
                )
        _check_spring(joint)
        for what, numbers in (
            ("damping", joint.damping),
            ("friction", joint.friction),
            ("stiffness", joint.stiffness),
            ("rotor inertia", (rotor.inertia, rotor.reflected_inertia)),
        ):
            if not all(0.0 <= number < math.inf for number in numbers):
                raise ModelError(
                    f"joint {joint.name!r}: {what} {_shown(numbers)} is negative or not finite; "
                    "give 0 or more"
                )
        if not math.isfinite(joint.pitch):
            raise ModelError(
                f"joint {joint.name!r}: pitch {joint.pitch} is not finite; give metres per radian"
            )
        if kind.axes == 2 and math.hypot(*np.cross(joint.axis, joint.axis2)) < PARALLEL_SLACK:
            raise ModelError(f"joint {joint.name!r}: its two axes are parallel; give axes that differ")


def _check_spring(joint: Joint) -> None:
    """Refuse a spring where q − spring_reference is no vector, or one that pulls nowhere."""
    if not any(joint.stiffness):
        return
    if joint.kind.name in ("planar", "free") or (len(set(joint.stiffness)) > 1 and not joint.kind.bounded):
        raise ModelError(
            f"joint {joint.name!r}: a {joint.kind.name} joint has no such spring; give stiffness to joints "
            "of one or two angles or lengths, or one number to a spherical joint"
        )
    _check_finite("joint", joint.name, "spring reference", joint.spring_reference)
    if not joint.kind.bounded and not any(joint.spring_reference):
        raise ModelError(f"joint {joint.name!r}: its spring reference is zero and no quaternion")


def _check_inertias(bodies: Sequence[Body]) -> None:
    if not bodies:
        return
    names = [body.name for body in bodies]
    masses = np.array([body.inertia.mass for body in bodies])
    centers = np.array([body.inertia.center for body in bodies])
    rotationals = np.array([body.inertia.rotational for body in bodies])
    finite = (
        np.isfinite(masses) & np.isfinite(centers).all(axis=1) & np.isfinite(rotationals).all(axis=(1, 2))
    )
    _refuse("body", names, ~finite, lambda k: f"{bodies[k].inertia} is not finite; give finite numbers")
    _refuse("body", names, masses < 0.0, lambda k: f"mass {masses[k]:g} kg is negative; give 0 or more")
    asymmetry = np.abs(rotationals - rotationals.swapaxes(1, 2)).max(axis=(1, 2))
    _refuse(
        "body",
        names,
        asymmetry > 1e-12 * np.abs(rotationals).max(axis=(1, 2)),
        lambda k: f"rotational inertia {rotationals[k].tolist()} is not symmetric",
    )


def _check_modes(model: Model) -> None:
    """Refuse what does not go with flexible bodies."""
    for body in model.bodies:
        carrier = model.bodies[body.parent] if body.parent >= 0 else None
        if body.modes is not None and body.gravity_compensation.mass:
            raise ModelError(
                f"body {body.name!r}: is flexible, and its weight cannot be held up; leave that out"
            )
        if carrier is not None and carrier.modes is not None and body.joint.rotor.is_carried:
            raise ModelError(
                f"joint {body.joint.name!r}: the flexible body {carrier.name!r} would carry its rotor; "
                "leave the rotor's axis out, or put a rigid body between them"
            )


def _check_frames(bodies: Sequence[Body], frames: Sequence[Frame]) -> None:
    index_of = {body.name: index for index, body in enumerate(bodies)}
    for frame in frames:
        if not -1 <= frame.body < len(bodies):
            raise ModelError(
                f"frame {frame.name!r}: sits on body {frame.body} of {len(bodies)}; "
                "give the index of a body, or −1 for the world"
            )
        if index_of.get(frame.name, frame.body) != frame.body:
            raise ModelError(
                f"frame {frame.name!r}: has the name of another body than the one it is fixed to; rename it"
            )
    _check_poses("frame", [frame.name for frame in frames], [frame.pose for frame in frames])


def _refuse(what: str, names: Sequence[str], wrong: Any, finding: Callable[[int], str]) -> None:
    if wrong.any():
        first = int(np.argmax(wrong))
        raise ModelError(f"{what} {names[first]!r}: {finding(first)}")


def _shown(numbers: Iterable[float]) -> str:
    return "(" + ", ".join(f"{number:g}" for number in numbers) + ")"
