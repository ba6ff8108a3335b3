"""A joint: how it sits on its parent, how it moves, and what limits, brakes and drives it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from numbers import Real
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ModelError
from psiphi.frozen import frozen
from psiphi.model.joints.kinds import JOINT_KINDS, JointKind
from psiphi.model.names import unknown_name
from psiphi.spatial.pose import Pose

Vector = tuple[float, float, float]
PerCoordinate = float | Sequence[float]
_NUMBER = (float, int, Real)
IDENTITY = Pose.identity()

UNIT_SLACK = 1e-15  # a vector divided by its length once is this near to unit length, and is then left alone


def _numbers(what: str, value: PerCoordinate) -> tuple[float, ...]:
    """A number or several, as a tuple."""
    try:
        return (float(value),) if isinstance(value, _NUMBER) else tuple(map(float, value))
    except (TypeError, ValueError):
        raise ModelError(f"{what}: {value!r} is not a number or a sequence of numbers") from None


@frozen
class Limits:
    """What a joint can reach and bear. A single number holds for all coordinates of the joint.

    `lower` and `upper` bound q, in the order of q (joints with quaternions have no such bounds); `velocity`
    bounds |v|, and `effort` |τ|, in the order of v; with an `effort_lower` it is effort_lower ≤ τ ≤ effort.
    `angle` bounds how far a spherical joint turns away from neutral. Infinity means no limit.
    """

    lower: tuple[float, ...]
    upper: tuple[float, ...]
    velocity: tuple[float, ...]
    effort: tuple[float, ...]
    effort_lower: tuple[float, ...]
    angle: float

    def __init__(
        self,
        lower: PerCoordinate = -math.inf,
        upper: PerCoordinate = math.inf,
        velocity: PerCoordinate = math.inf,
        effort: PerCoordinate = math.inf,
        effort_lower: PerCoordinate | None = None,
        angle: float = math.inf,
    ) -> None:
        store = object.__setattr__
        store(self, "lower", _numbers("lower limit", lower))
        store(self, "upper", _numbers("upper limit", upper))
        store(self, "velocity", _numbers("velocity limit", velocity))
        store(self, "effort", _numbers("effort limit", effort))
        least = [-bound for bound in self.effort] if effort_lower is None else effort_lower
        store(self, "effort_lower", _numbers("lower effort limit", least))
        store(self, "angle", _numbers("angle limit", angle)[0])


@frozen
class Rotor:
    """A motor's rotor behind a gear, one for each degree of freedom of its joint.

    `inertia` is that about its spin axis, in kg m²; `gear_ratio` its turns for one of the joint (radians per
    metre for a slide). With an `axis` the rotor is *carried*: it sits on the parent body of the joint, is
    round about this axis, and its spin turns with that body. The inertia stated for the parent body contains
    the rotor as if it stood still, wherever it sits on the body. The axis is in the joint frame, where it
    does not move; "joint" stands for the joint's own. Without an axis only the joint feels the rotor.
    """

    inertia: float = 0.0
    gear_ratio: float = 1.0
    axis: Vector | Literal["joint"] | None = None

    @property
    def is_carried(self) -> bool:
        """Whether its spin acts on the body that carries it."""
        return self.axis is not None and self.reflected_inertia != 0.0

    @property
    def reflected_inertia(self) -> float:
        """What the joint feels of the rotor: gear_ratio² · inertia."""
        return self.gear_ratio * self.gear_ratio * self.inertia


@frozen
class Mimic:
    """A coupling to another joint, q = ratio · q' + offset, that takes the joint's own coordinate away."""

    joint: str
    ratio: float = 1.0
    offset: float = 0.0


_NO_LIMITS, _NO_ROTOR = Limits(), Rotor()


@frozen
class Joint:
    """The joint that carries a body.

    `placement` is the pose of the joint frame in the frame of the parent body. `kind` is a row of
    JOINT_KINDS, or its name. `axis` and `axis2` are in the joint frame and are brought to unit length;
    `pitch` is in metres per radian (helical). `damping` (viscous) and `friction` (dry) are per degree of
    freedom; a single number holds for all. A spring pulls with −stiffness · (q − spring_reference): the
    stiffness is per degree of freedom, the reference in the order of q, by default neutral; of a spherical
    joint, q − spring_reference is the rotation vector between the two. What a kind does not use is put to its
    default, so that equal joints compare equal.
    """

    name: str
    kind: JointKind
    placement: Pose = IDENTITY
    axis: Vector = (0.0, 0.0, 1.0)
    axis2: Vector = (1.0, 0.0, 0.0)
    pitch: float = 0.0
    limits: Limits = _NO_LIMITS
    damping: tuple[float, ...] = ()
    friction: tuple[float, ...] = ()
    rotor: Rotor = _NO_ROTOR
    mimic: Mimic | None = None
    stiffness: tuple[float, ...] = ()
    spring_reference: tuple[float, ...] = ()

    def __init__(
        self,
        name: str,
        kind: JointKind | str,
        placement: Pose = IDENTITY,
        axis: Sequence[float] = (0.0, 0.0, 1.0),
        axis2: Sequence[float] = (1.0, 0.0, 0.0),
        pitch: float = 0.0,
        limits: Limits = _NO_LIMITS,
        damping: PerCoordinate = 0.0,
        friction: PerCoordinate = 0.0,
        rotor: Rotor = _NO_ROTOR,
        mimic: Mimic | None = None,
        stiffness: PerCoordinate = 0.0,
        spring_reference: PerCoordinate | None = None,
    ) -> None:
        if isinstance(kind, str):
            if kind not in JOINT_KINDS:
                raise ModelError(f"joint {name!r}: {unknown_name('kind of joint', kind, JOINT_KINDS)}")
            kind = JOINT_KINDS[kind]
        store, where = object.__setattr__, f"joint {name!r}"
        store(self, "name", name)
        store(self, "kind", kind)
        store(self, "placement", placement)
        store(self, "axis", unit_vector(where, "axis", axis) if kind.axes > 0 else (0.0, 0.0, 1.0))
        store(self, "axis2", unit_vector(where, "axis2", axis2) if kind.axes > 1 else (1.0, 0.0, 0.0))
        store(self, "pitch", float(pitch) if kind.name == "helical" else 0.0)
        store(self, "limits", _expanded_limits(name, kind, limits))
        store(self, "damping", _expanded(name, "damping", damping, kind.nv))
        store(self, "friction", _expanded(name, "friction", friction, kind.nv))
        store(self, "rotor", _placed_rotor(name, kind, self.axis, rotor) if kind.nv > 0 else _NO_ROTOR)
        store(self, "mimic", mimic)
        store(self, "stiffness", _expanded(name, "stiffness", stiffness, kind.nv))
        rest = kind.neutral if spring_reference is None or not any(self.stiffness) else spring_reference
        store(self, "spring_reference", _expanded(name, "spring reference", rest, kind.nq))

    @property
    def spin(self) -> NDArray[np.float64] | None:
        """γ J h of a carried rotor, (3,) in the frame of the parent body; None without one.

        It is the angular momentum of the rotor relative to that body, for a joint that moves at unit rate.
        """
        if not self.rotor.is_carried:
            return None
        return (
            self.rotor.gear_ratio * self.rotor.inertia * (self.placement.rotation @ np.array(self.rotor.axis))
        )


def unit_vector(where: str, what: str, axis: Sequence[float]) -> Vector:
    """The direction of a vector; `where` and `what` begin the error for one that has none."""
    try:
        x, y, z = (float(component) for component in axis)
    except (TypeError, ValueError):
        raise ModelError(f"{where}: {what} {axis!r} is not a vector of three numbers") from None
    largest = max(abs(x), abs(y), abs(z))
    if largest == 0.0 or not all(map(math.isfinite, (x, y, z))):
        raise ModelError(
            f"{where}: {what} ({x:g}, {y:g}, {z:g}) has no direction; give a finite vector that is not zero"
        )
    if abs(math.hypot(x, y, z) - 1.0) <= UNIT_SLACK:
        return x, y, z
    x, y, z = x / largest, y / largest, z / largest  # so that neither tiny nor huge vectors lose digits
    length = math.hypot(x, y, z)
    return x / length, y / length, z / length


def _placed_rotor(joint: str, kind: JointKind, joint_axis: Vector, rotor: Rotor) -> Rotor:
    """The rotor with its axis as a unit vector."""
    if rotor.axis is None:
        return rotor
    if kind.nv != 1:
        raise ModelError(
            f"joint {joint!r}: a {kind.name} joint has {kind.nv} degrees of freedom, and its rotor one axis; "
            "give carried rotors to joints with one degree of freedom, or leave the rotor's axis out"
        )
    if isinstance(rotor.axis, str):
        if rotor.axis != "joint":
            raise ModelError(f"joint {joint!r}: rotor axis {rotor.axis!r} is neither a vector nor 'joint'")
        return replace(rotor, axis=joint_axis)
    return replace(rotor, axis=unit_vector(f"joint {joint!r}", "rotor axis", rotor.axis))


def _expanded(joint: str, what: str, value: PerCoordinate, count: int) -> tuple[float, ...]:
    """One number per coordinate; a single one is repeated."""
    numbers = _numbers(f"joint {joint!r}: {what}", value)
    if len(numbers) == 1:
        return numbers * count
    if len(numbers) != count:
        raise ModelError(f"joint {joint!r}: {what} has {len(numbers)} numbers; give one, or {count}")
    return numbers


@cache
def _no_limits(kind: JointKind) -> Limits:
    """One object for all joints of a kind without limits, since most joints of long chains have none."""
    return _expanded_limits("", kind, Limits())


def _expanded_limits(joint: str, kind: JointKind, limits: Limits) -> Limits:
    if limits is _NO_LIMITS:
        return _no_limits(kind)
    if not kind.bounded and any(map(math.isfinite, limits.lower + limits.upper)):
        raise ModelError(
            f"joint {joint!r}: a {kind.name} joint has no limits of position; leave lower and upper out"
        )
    if math.isfinite(limits.angle) and kind.name != "spherical":
        raise ModelError(f"joint {joint!r}: a {kind.name} joint has no limit of its angle; give lower, upper")
    places = kind.nq if kind.bounded else 0
    return Limits(
        _expanded(joint, "lower limit", limits.lower, places),
        _expanded(joint, "upper limit", limits.upper, places),
        _expanded(joint, "velocity limit", limits.velocity, kind.nv),
        _expanded(joint, "effort limit", limits.effort, kind.nv),
        _expanded(joint, "lower effort limit", limits.effort_lower, kind.nv),
        limits.angle,
    )
