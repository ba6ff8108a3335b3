"""What an interpreter asks about the bodies of a robot in a configuration: its places and its physics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import accumulate
from typing import Any

from psiphi.algebra.derivatives import Tangent
from psiphi.algebra.expression import Rows, Symbol
from psiphi.algebra.spaces import Space
from psiphi.locks import cached_property
from psiphi.recursion.bodies.bias import (
    AngularMotion,
    Spin,
    acceleration,
    gravity_acceleration,
    newton,
)
from psiphi.recursion.bodies.coriolis import CoriolisInertia
from psiphi.recursion.bodies.joint_maps import JointMap, joint_map, joint_transform, subspace_bias
from psiphi.recursion.bodies.joint_rates import moving_coordinates
from psiphi.recursion.bodies.links import FrameSeat
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.bodies.poses import pose_of
from psiphi.recursion.bodies.remembered import remembered
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import (
    ZERO,
    ZERO_SPATIAL,
    Spatial,
    Vector,
    add,
    added,
    cross_force,
    cross_motion,
    dot,
    is_zero_vector,
    minus,
    spatial,
    times,
)

Places = list[Any]
NO_TANGENTS: Mapping[Tangent, Sequence[Number]] = {}


class Bodies:
    """A mechanism with its joint coordinates, and its joint rates where they are needed.

    `q` and `v` are the independent coordinates and rates; mimic joints follow. Where there are directions
    `along`, rates of all joints of the tree, the coordinates carry them, each at its level (dual.py), which
    `arithmetic` must be for.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        arithmetic: Arithmetic,
        q: Sequence[Number],
        v: Sequence[Number] | None = None,
        *,
        along: Mapping[Tangent, Sequence[Number]] = NO_TANGENTS,
    ) -> None:
        self.mechanism = mechanism
        self.arithmetic = arithmetic
        self._given_q = q
        self._q = mechanism.tree_configuration(q)
        self._v = None if v is None else mechanism.tree_velocity(v)
        self._along = along
        self.given: Mapping[Symbol, Sequence[Number]] = {}
        """The numbers of input operators."""

    @remembered
    def transform(self, k: int) -> Transform:
        """The block of E_φ from body k to its parent."""
        return self.joint_transform(k)

    def joint_transform(self, k: int) -> Transform:
        """The same in axes that are fixed to the bodies, if none were deformed."""
        q = self.coordinates(k)
        return joint_transform(self.mechanism.links[k], q[: len(q) - self.modes(k)], self.arithmetic)

    def coordinates(self, k: int) -> list[Number]:
        """q of the joint of body k, with its rates in the directions that there are."""
        link = self.mechanism.links[k]
        q = [self._q[i] for i in link.q]
        for level, rates in enumerate(self._along.values()):
            q = moving_coordinates(link, q, [rates[i] for i in link.v], self.arithmetic, level)
        return q

    def inertia(self, k: int) -> RigidInertia:
        """M(k)."""
        return self.mechanism.links[k].inertia

    def coriolis(self, k: int, velocity: Any, factor: float = 1.0) -> Any:
        """factor · C_M(k), for the velocity of body k."""
        return CoriolisInertia.of(self.inertia(k).scaled(factor), velocity)

    def shift_rate(self, k: int, x: Any, velocity: Any, *, inward: bool) -> Any:
        """Ė_φ x from body k to its parent, whose velocity is given, or Ė_φ* x from there; of nodes alone."""
        return None

    def rate_of_expansion(self, k: int, velocity: Any, u: Sequence[Number]) -> Any:
        """Ḣ* u = V × H*u + (dH*/dt) u at body k; modes have no axes that turn."""
        moved = cross_motion(spatial(velocity), spatial(self.joint(k).expand(u)))
        return added((*moved, *self._no_modes(k)), self.expansion_drift(k, u))

    def rate_of_projection(self, k: int, velocity: Any, x: Any) -> tuple[Number, ...]:
        """Ḣ x = (dH/dt) x − H (V ×* x) at body k."""
        across: Any = (*cross_force(spatial(velocity), spatial(x)), *self._no_modes(k))
        return tuple(map(minus, self.projection_drift(k, x), self.joint(k).project(across)))

    def expansion_drift(self, k: int, u: Sequence[Number]) -> Any:
        """(dH*/dt) u at body k: a universal joint turns its first axis at the rate of the second."""
        link, joint, rates = self.mechanism.links[k], self.joint(k), self.joint_rates(k)
        return *subspace_bias(link, joint, (*u[:1], *rates[1:])), *ZERO, *self._no_modes(k)

    def projection_drift(self, k: int, x: Any) -> Sequence[Number]:
        """(dH/dt) x at body k."""
        link, joint, rates = self.mechanism.links[k], self.joint(k), self.joint_rates(k)
        turning = dot(subspace_bias(link, joint, (1.0, *rates[1:])), x[:3])
        return [turning, *[0.0] * joint.size][: joint.size]

    def level(self, tangent: Tangent) -> int:
        """The level at which numbers carry their rates in a direction."""
        return list(self._along).index(tangent)

    @remembered
    def joint(self, k: int) -> JointMap:
        """H(k)."""
        return joint_map(self.mechanism.links[k], self.transform(k))

    # Places

    def kept(self, rows: Rows, space: Space, k: int) -> list[bool]:
        """Which degrees of freedom of joint k, or of the coordinates, Π_p or Π_f keeps."""
        places = range(self.mechanism.nv) if space is Space.COORDINATE else self.mechanism.links[k].v
        return [(i in rows.dofs) == rows.prescribed for i in places]

    def modes(self, k: int) -> int:
        """How many modes body k has: values of flexible bodies have these after the six."""
        return 0

    def _no_modes(self, k: int) -> list[float]:
        """Zeros in the places of modes."""
        return [0.0] * self.modes(k)

    def dimension(self, space: Space, k: int) -> int:
        """How many numbers a value has at a place of a space."""
        match space:
            case Space.JOINT:
                return len(self.mechanism.links[k].v)
            case Space.COORDINATE:
                return self.mechanism.nv
            case Space.LOOP:
                return self.mechanism.loops[k].size
            case Space.TENDON | Space.ONE:
                return 1
            case Space.BODY:
                return 6 + self.modes(k)
            case _:
                return 6

    def places(self, space: Space) -> int:
        """How many places a space has."""
        match space:
            case Space.FRAME:
                return len(self.mechanism.frames)
            case Space.LOOP:
                return len(self.mechanism.loops)
            case Space.TENDON:
                return len(self.mechanism.tendons)
            case Space.COORDINATE | Space.WORLD | Space.ONE:
                return 1
            case _:
                return len(self.mechanism)

    def body_of(self, space: Space, i: int) -> int:
        """The body a place belongs to; −1 for the world."""
        return self.mechanism.frames[i].body if space is Space.FRAME else i

    def offsets(self, space: Space) -> list[Sequence[int]]:
        """The indices of each place in a flat vector."""
        if space is Space.JOINT:
            return [link.v for link in self.mechanism.links]
        sizes = [self.dimension(space, k) for k in range(self.places(space))]
        return [range(end - size, end) for end, size in zip(accumulate(sizes), sizes, strict=True)]

    def split(self, space: Space, x: Sequence[Number]) -> Places:
        """A flat vector given by the caller, place by place; body vectors come in the model's body frames."""
        parts = [tuple(x[i] for i in places) for places in self.offsets(space)]
        if space is Space.JOINT:
            return [part or None for part in parts]
        if space is not Space.BODY:
            return parts
        turns = (link.boundary.rotate_from_parent for link in self.mechanism.links)
        return [(*turned(turn, part), *part[6:]) for turn, part in zip(turns, parts, strict=True)]

    def joined(self, space: Space, places: Places) -> list[Number]:
        """The flat vector of a value, as the caller gets it; structural zeros are floats."""
        if space is Space.BODY:
            places = [self.outward(k, x or (0.0,) * self.dimension(space, k)) for k, x in enumerate(places)]
        return self.flat(space, places)

    def flat(self, space: Space, places: Places) -> list[Number]:
        """The flat vector of a value in the frames that the sweeps use."""
        offsets = self.offsets(space)
        found: list[Number] = [0.0] * sum(map(len, offsets))
        for at, value in zip(offsets, places, strict=True):
            for i, x in zip(at, value, strict=True) if value is not None else ():
                found[i] = x
        return found

    def outward(self, k: int, value: Sequence[Number]) -> tuple[Number, ...]:
        """A body vector as the caller gets it, in the model's body frame."""
        return *turned(self.mechanism.links[k].boundary.rotate_to_parent, value), *value[6:]

    # Frames

    @cached_property
    def frames_on(self) -> list[list[int]]:
        """The chosen frames on each body."""
        found: list[list[int]] = [[] for _ in self.mechanism.links]
        for i, frame in enumerate(self.mechanism.frames):
            if frame.body >= 0:
                found[frame.body].append(i)
        return found

    @cached_property
    def frames_on_world(self) -> list[int]:
        """The chosen frames that no joint moves."""
        return [i for i, frame in enumerate(self.mechanism.frames) if frame.body < 0]

    def frames_at(self, k: int) -> list[int]:
        """The chosen frames on body k, or on the world for k = −1."""
        return self.frames_on[k] if k >= 0 else self.frames_on_world

    def frame_transform(self, i: int) -> Transform:
        """The block of B from frame i to its body."""
        return self.seat_transform(self.mechanism.frames[i])

    @remembered
    def seat_transform(self, seat: FrameSeat) -> Transform:
        """The same of a frame or an end of a loop."""
        return seat.transform

    def seat_rate(self, seat: FrameSeat, x: Any, velocity: Any, *, inward: bool) -> Any:
        """The rate of what carries forces from a frame to its body, or motions back; of nodes alone."""
        return None

    # The world

    def force_on_world(self, forces: Places) -> Spatial | None:
        """E_0* f: the forces on the roots together, at the origin of the world."""
        roots = (k for k, link in enumerate(self.mechanism.links) if link.parent < 0)
        acting = (k for k in roots if forces[k] is not None)
        return reduce(added, (self.transform(k).force_to_parent(forces[k]) for k in acting), None)

    def pose(self, k: int, poses: Sequence[Transform | None]) -> Transform:
        """The pose of body k in the world, from that of its parent."""
        parent = self.mechanism.links[k].parent
        return pose_of(self.transform(k), poses[parent] if parent >= 0 else None)

    def pose_of_frame(self, i: int, poses: Sequence[Transform | None]) -> Transform:
        """The pose of frame i in the world, from that of its body."""
        frame = self.mechanism.frames[i]
        return pose_of(self.frame_transform(i), poses[frame.body] if frame.body >= 0 else None)

    def independent_forces(self, forces: Places) -> tuple[Number, ...]:
        """coupling* τ."""
        return tuple(self.mechanism.independent_forces(self.joined(Space.JOINT, forces)))

    # Physics of a moving body

    def joint_rates(self, k: int) -> tuple[Number, ...]:
        """v at the joint of body k."""
        if self._v is None:
            raise AssertionError("the rates v were not given")
        return tuple(self._v[i] for i in self.mechanism.links[k].v)

    def rotor_forces(self, k: int, x: Sequence[Number]) -> tuple[Number, ...]:
        """R x at the joint of body k."""
        own = len(x) - self.modes(k)
        return *(times(self.mechanism.links[k].rotor, y) for y in x[:own]), *self._no_modes(k)

    def rotor_coriolis(
        self, k: int, x: Sequence[Number], *, adjoint: bool = False
    ) -> tuple[Number, ...] | None:
        """C_R x at the joint of body k, or C_R* x; nothing where no joint follows others."""
        return None

    def drift(self, k: int) -> Any:
        """(dH*/dt) v at body k."""
        return self.expansion_drift(k, self.joint_rates(k))

    def turning_under(self, k: int, w: Vector) -> Vector:
        """ω of what the joint of body k sits on, on a body that turns with w."""
        return w

    def angular_motion(self, k: int, motions: Sequence[AngularMotion]) -> AngularMotion:
        """How body k turns, from how its parent does."""
        parent, carried = self.mechanism.links[k].parent, ZERO
        if parent >= 0:
            under = self.turning_under(k, motions[parent].velocity)
            carried = self.transform(k).rotate_from_parent(under)
        relative = spatial(self.joint(k).expand(self.joint_rates(k)))
        return AngularMotion(add(carried, relative[:3]), carried, relative, spatial(self.drift(k)))

    def velocity(self, k: int, velocities: Sequence[Any]) -> Any:
        """V of body k from that of its parent."""
        own = self.joint(k).expand(self.joint_rates(k))
        parent = self.mechanism.links[k].parent
        carried = velocities[parent] if parent >= 0 else None
        return own if carried is None else added(self.transform(k).motion_from_parent(carried), own)

    def accelerated(self, k: int, motions: Sequence[AngularMotion], moving: Places | None) -> Spatial:
        """E_φ* x + a at body k, x at its parent; a alone where there is no x."""
        parent = self.mechanism.links[k].parent
        x = moving[parent] if moving is not None and parent >= 0 else None
        z: Spatial = ZERO_SPATIAL if x is None else x
        spin = Spin(motions[parent].velocity, z[:3]) if parent >= 0 else None
        return acceleration(self.transform(k), motions[k], z, spin, self.mechanism.gravity)

    def inertial_force(self, k: int, motions: Sequence[AngularMotion], x: Spatial | None) -> Spatial:
        """M x + b at body k; b alone where there is no x."""
        z: Spatial = ZERO_SPATIAL if x is None else x
        return newton(self.inertia(k), Spin(motions[k].velocity, z[:3]), z)

    def gravity(self, k: int) -> tuple[Number, ...] | None:
        """The gravity part of a at body k."""
        is_root = self.mechanism.links[k].parent < 0
        g = gravity_acceleration(self.transform(k), self.mechanism.gravity, is_root)
        return None if is_zero_vector(g) else (*g, *self._no_modes(k))


def turned(rotate: Any, x: Sequence[Number]) -> Spatial:
    return *rotate((x[0], x[1], x[2])), *rotate((x[3], x[4], x[5]))
