"""Bodies of which some are flexible: values of these have a number for each of their modes after the six."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from psiphi.algebra.derivatives import Tangent
from psiphi.algebra.expression import Symbol
from psiphi.algebra.spaces import Space
from psiphi.recursion.bodies.bias import AngularMotion, Spin, acceleration
from psiphi.recursion.bodies.bodies import NO_TANGENTS, Bodies, Places
from psiphi.recursion.bodies.joint_maps import JointMap, joint_map, joint_transform, subspace_bias
from psiphi.recursion.bodies.links import FrameSeat
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.bodies.velocities import cross_force, cross_motion
from psiphi.recursion.flexible.constants import NodeSeat
from psiphi.recursion.flexible.coriolis import coriolis_of
from psiphi.recursion.flexible.flexed import Flexed, spatial
from psiphi.recursion.flexible.nodes import ModalTransform, NodeMotion
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import ZERO, ZERO_SPATIAL, Vector, add, dot, negative, plus, times


class FlexibleBodies(Bodies):
    """The same as for rigid robots, with M(η) of flexible bodies, and the nodes that others sit on."""

    def __init__(
        self,
        mechanism: Mechanism,
        arithmetic: Arithmetic,
        q: Sequence[Number],
        v: Sequence[Number] | None = None,
        *,
        along: Mapping[Tangent, Sequence[Number]] = NO_TANGENTS,
    ) -> None:
        super().__init__(mechanism, arithmetic, q, v, along=along)
        self._flexed: dict[int, Flexed] = {}
        self._nodes: dict[int, NodeMotion | None] = {}
        self._seats: dict[FrameSeat, Transform] = {}

    # Sizes

    def modes(self, k: int) -> int:
        """How many modes body k has; none has the world."""
        constants = self.mechanism.links[k].modes if k >= 0 else None
        return 0 if constants is None else constants.count

    def dimension(self, space: Space, k: int) -> int:
        return 6 + self.modes(k) if space is Space.BODY else super().dimension(space, k)

    def split(self, space: Space, x: Sequence[Number]) -> Places:
        if space is not Space.BODY:
            return super().split(space, x)
        found: Places = []
        start = 0
        for k, link in enumerate(self.mechanism.links):
            own = x[start : start + self.dimension(space, k)]
            found.append((*_turned(link.boundary.rotate_from_parent, own), *own[6:]))
            start += len(own)
        return found

    def outward(self, k: int, value: Sequence[Number]) -> tuple[Number, ...]:
        rotate = self.mechanism.links[k].boundary.rotate_to_parent
        return *_turned(rotate, value), *value[6:]

    def apply_given(self, operator: Symbol, k: int, x: Sequence[Number]) -> tuple[Number, ...]:
        found = super().apply_given(operator, k, x)
        return (*found, *[0.0] * self.modes(k)) if operator.range is Space.BODY else found

    # Shapes and nodes

    def flexed(self, k: int) -> Flexed | None:
        """The shape of body k, None of a rigid one."""
        link = self.mechanism.links[k]
        if link.modes is None:
            return None
        if k not in self._flexed:
            eta = self.coordinates(k)[len(link.q) - link.modes.count :]
            self._flexed[k] = Flexed(link.modes, link.inertia, eta)
        return self._flexed[k]

    def _node(self, k: int) -> NodeMotion | None:
        """The node under the joint of body k."""
        if k not in self._nodes:
            link = self.mechanism.links[k]
            self._nodes[k] = self._node_of(link.seat, link.parent)
        return self._nodes[k]

    def _node_of(self, seat: NodeSeat | None, carrier: int) -> NodeMotion | None:
        flexed = self.flexed(carrier) if carrier >= 0 else None
        return None if seat is None or flexed is None else NodeMotion(seat, flexed, self.arithmetic)

    def _undeformed(self, k: int) -> Transform:
        """The step from body k to its parent, if that were not deformed."""
        q = self.coordinates(k)[: len(self.mechanism.links[k].q) - self.modes(k)]
        return joint_transform(self.mechanism.links[k], q, self.arithmetic)

    def transform(self, k: int) -> Transform:
        found = self._transforms[k]
        if found is None:
            link, found = self.mechanism.links[k], self._undeformed(k)
            if self.modes(k) or self.modes(link.parent):
                found = ModalTransform.of(found, self._node(k), self.modes(link.parent), self.modes(k))
            self._transforms[k] = found
        return found

    def seat_transform(self, seat: FrameSeat) -> Transform:
        if not self.modes(seat.body):
            return seat.transform
        if seat not in self._seats:
            node = self._node_of(seat.seat, seat.body)
            self._seats[seat] = ModalTransform.of(seat.transform, node, self.modes(seat.body), 0)
        return self._seats[seat]

    def joint(self, k: int) -> JointMap:
        found = self._joints[k]
        if found is None:
            found = joint_map(self.mechanism.links[k], self._undeformed(k))
            if self.modes(k):
                found = ModalJointMap.of(found, self.modes(k))
            self._joints[k] = found
        return found

    def inertia(self, k: int) -> Any:
        flexed = self.flexed(k)
        return super().inertia(k) if flexed is None else flexed.inertia

    # Rates

    def coriolis(self, k: int, velocity: Any, factor: float = 1.0) -> Any:
        flexed = self.flexed(k)
        return (
            super().coriolis(k, velocity, factor) if flexed is None else coriolis_of(flexed, velocity, factor)
        )

    def shift_rate(self, k: int, x: Any, velocity: Any, *, inward: bool) -> Any:
        return _rate_of(self.transform(k), x, velocity, inward=inward)

    def seat_rate(self, seat: FrameSeat, x: Any, velocity: Any, *, inward: bool) -> Any:
        return _rate_of(self.seat_transform(seat), x, velocity, inward=inward)

    def rate_of_expansion(self, k: int, velocity: Any, u: Sequence[Number]) -> Any:
        link, joint = self.mechanism.links[k], self.joint(k)
        moved = cross_motion(spatial(velocity), spatial(joint.expand(u)))
        turning = subspace_bias(link, joint, (*u[:1], *self.joint_rates(k)[1:]))
        return *add(moved[:3], turning), *moved[3:], *[0.0] * self.modes(k)

    def rate_of_projection(self, k: int, velocity: Any, x: Any) -> tuple[Number, ...]:
        link, joint = self.mechanism.links[k], self.joint(k)
        turned = cross_force(spatial(velocity), spatial(x))
        padded: Any = (*turned, *[0.0] * self.modes(k))
        found = [negative(y) for y in joint.project(padded)]
        turning = dot(subspace_bias(link, joint, (1.0, *self.joint_rates(k)[1:])), x[:3])
        return *(plus(y, turning) for y in found[:1]), *found[1:]

    # Physics

    def rotor_forces(self, k: int, x: Sequence[Number]) -> tuple[Number, ...]:
        link = self.mechanism.links[k]
        own = len(x) - self.modes(k)
        return *(times(link.rotor, y) for y in x[:own]), *[0.0] * self.modes(k)

    def modal_rates(self, k: int) -> tuple[Number, ...]:
        """η̇ of body k."""
        rates = self.joint_rates(k)
        return rates[len(rates) - self.modes(k) :]

    def angular_motion(self, k: int, motions: Sequence[AngularMotion | None]) -> AngularMotion:
        link, node = self.mechanism.links[k], self._node(k)
        parent = motions[link.parent] if link.parent >= 0 else None
        carried: Vector = ZERO if parent is None else parent.velocity
        if node is not None:
            carried = add(carried, node.relative(self.modal_rates(link.parent))[0])
        carried = self.transform(k).rotate_from_parent(carried) if parent is not None else ZERO
        relative = spatial(self.joint(k).expand(self.joint_rates(k)))
        turning = subspace_bias(link, self.joint(k), self.joint_rates(k))
        return AngularMotion(add(carried, relative[:3]), carried, relative, turning)

    def velocity(self, k: int, velocities: Sequence[Any]) -> Any:
        own = self.joint(k).expand(self.joint_rates(k))
        parent = self.mechanism.links[k].parent
        carried = velocities[parent] if parent >= 0 else None
        if carried is None:
            return own
        moved = self.transform(k).motion_from_parent(carried)
        return tuple(plus(x, y) for x, y in zip(moved, own, strict=True))

    def accelerated(self, k: int, motions: Sequence[AngularMotion], moving: Places | None) -> Any:
        parent = self.mechanism.links[k].parent
        node = self._node(k)
        if not self.modes(k) and (parent < 0 or not self.modes(parent)):
            return super().accelerated(k, motions, moving)
        transform, x = self.transform(k), moving[parent] if moving is not None and parent >= 0 else None
        z = (*ZERO_SPATIAL, *[0.0] * self.modes(parent)) if x is None else x
        spin = self._spin(parent, motions[parent], (z[0], z[1], z[2])) if parent >= 0 else None
        at = spatial(z)
        if node is not None:
            assert spin is not None
            assert isinstance(transform, ModalTransform)
            eta_dot = self.modal_rates(parent)
            at = node.acceleration(motions[parent].velocity, spin, z, eta_dot)
            turning = add(motions[parent].velocity, node.relative(eta_dot)[0])
            spin = Spin(turning, at[:3])
            transform = transform.onward
        found = acceleration(transform, motions[k], at, spin, self.mechanism.gravity)
        return *found, *[0.0] * self.modes(k)

    def inertial_force(self, k: int, motions: Sequence[AngularMotion], x: Any) -> Any:
        flexed = self.flexed(k)
        if flexed is None:
            return super().inertial_force(k, motions, x)
        z = (*ZERO_SPATIAL, *[0.0] * self.modes(k)) if x is None else x
        spin = self._spin(k, motions[k], (z[0], z[1], z[2]))
        return flexed.newton(spin, motions[k].velocity, z, self.modal_rates(k))

    def gravity(self, k: int) -> Any:
        found = super().gravity(k)
        return None if found is None else (*found, *[0.0] * self.modes(k))


class ModalJointMap(JointMap):
    """H of the joint of a flexible body, which picks its modes after what the joint does."""

    @staticmethod
    def of(joint: JointMap, modes: int) -> ModalJointMap:
        """The same joint with the rows of so many modes."""
        size = 6 + modes
        rows: list[Any] = [(*row, *[0.0] * modes) for row in joint.rows]
        rows += [tuple(float(j == 6 + i) for j in range(size)) for i in range(modes)]
        picked = None if joint.selection is None else (*joint.selection, *range(6, size))
        return ModalJointMap(tuple(rows), picked)

    def expand(self, y: Sequence[Number]) -> Any:
        return tuple(dot(column, y) for column in zip(*self.rows, strict=True))


def _rate_of(transform: Transform, x: Any, velocity: Any, *, inward: bool) -> Any:
    """The rate of a step, seen from the world, of a force to the parent or a motion from there."""
    if not isinstance(transform, ModalTransform):
        return None
    return (transform.force_rate_to_parent if inward else transform.motion_rate_from_parent)(x, velocity)


def _turned(rotate: Any, x: Sequence[Number]) -> tuple[Number, ...]:
    return *rotate((x[0], x[1], x[2])), *rotate((x[3], x[4], x[5]))
