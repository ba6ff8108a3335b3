"""Bodies of which some are flexible: values of these have a number for each of their modes after the six."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from psiphi.recursion.bodies.bias import AngularMotion, Spin, acceleration
from psiphi.recursion.bodies.bodies import Bodies, Places
from psiphi.recursion.bodies.joint_maps import JointMap, joint_map
from psiphi.recursion.bodies.links import FrameSeat
from psiphi.recursion.bodies.remembered import remembered
from psiphi.recursion.flexible.constants import NodeSeat
from psiphi.recursion.flexible.coriolis import coriolis_of
from psiphi.recursion.flexible.flexed import Flexed
from psiphi.recursion.flexible.nodes import ModalTransform, NodeMotion
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import ZERO_SPATIAL, Vector, add, spatial


class FlexibleBodies(Bodies):
    """The same as for rigid robots, with M(η) of flexible bodies, and the nodes that others sit on."""

    def modes(self, k: int) -> int:
        """How many modes body k has; none has the world."""
        constants = self.mechanism.links[k].modes if k >= 0 else None
        return 0 if constants is None else constants.count

    # Shapes and nodes

    @remembered
    def flexed(self, k: int) -> Flexed | None:
        """The shape of body k, None of a rigid one."""
        link = self.mechanism.links[k]
        if link.modes is None:
            return None
        return Flexed(link.modes, link.inertia, self.coordinates(k)[len(link.q) - link.modes.count :])

    @remembered
    def _node(self, k: int) -> NodeMotion | None:
        """The node under the joint of body k."""
        link = self.mechanism.links[k]
        return self._node_of(link.seat, link.parent)

    def _node_of(self, seat: NodeSeat | None, carrier: int) -> NodeMotion | None:
        flexed = self.flexed(carrier) if carrier >= 0 else None
        return None if seat is None or flexed is None else NodeMotion(seat, flexed, self.arithmetic)

    @remembered
    def transform(self, k: int) -> Transform:
        parent, rigid = self.mechanism.links[k].parent, self.joint_transform(k)
        if not self.modes(k) and not self.modes(parent):
            return rigid
        return ModalTransform.of(rigid, self._node(k), self.modes(parent), self.modes(k))

    @remembered
    def seat_transform(self, seat: FrameSeat) -> Transform:
        if not self.modes(seat.body):
            return seat.transform
        return ModalTransform.of(
            seat.transform, self._node_of(seat.seat, seat.body), self.modes(seat.body), 0
        )

    @remembered
    def joint(self, k: int) -> JointMap:
        found = joint_map(self.mechanism.links[k], self.joint_transform(k))
        return found.with_modes(self.modes(k)) if self.modes(k) else found

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

    # Physics

    def modal_rates(self, k: int) -> tuple[Number, ...]:
        """η̇ of body k."""
        return self.joint(k).expand(self.joint_rates(k))[6:]

    def turning_under(self, k: int, w: Vector) -> Vector:
        node = self._node(k)
        return (
            w if node is None else add(w, node.relative(self.modal_rates(self.mechanism.links[k].parent))[0])
        )

    def accelerated(self, k: int, motions: Sequence[AngularMotion], moving: Places | None) -> Any:
        parent = self.mechanism.links[k].parent
        node = self._node(k)
        if not self.modes(k) and (parent < 0 or not self.modes(parent)):
            return super().accelerated(k, motions, moving)
        transform, x = self.transform(k), moving[parent] if moving is not None and parent >= 0 else None
        z = (*ZERO_SPATIAL, *self._no_modes(parent)) if x is None else x
        spin = Spin(motions[parent].velocity, (z[0], z[1], z[2])) if parent >= 0 else None
        at = spatial(z)
        if node is not None:
            assert spin is not None
            assert isinstance(transform, ModalTransform)
            w = motions[parent].velocity
            at = node.acceleration(w, spin, z, self.modal_rates(parent))
            spin = Spin(self.turning_under(k, w), at[:3])
            transform = transform.onward
        found = acceleration(transform, motions[k], at, spin, self.mechanism.gravity)
        return *found, *self.drift(k)[6:]

    def inertial_force(self, k: int, motions: Sequence[AngularMotion], x: Any) -> Any:
        flexed = self.flexed(k)
        if flexed is None:
            return super().inertial_force(k, motions, x)
        z = (*ZERO_SPATIAL, *self._no_modes(k)) if x is None else x
        spin = Spin(motions[k].velocity, (z[0], z[1], z[2]))
        return flexed.newton(spin, motions[k].velocity, z, self.modal_rates(k))


def _rate_of(transform: Transform, x: Any, velocity: Any, *, inward: bool) -> Any:
    """The rate of a step, seen from the world, of a force to the parent or a motion from there."""
    if not isinstance(transform, ModalTransform):
        return None
    return (transform.force_rate_to_parent if inward else transform.motion_rate_from_parent)(x, velocity)
