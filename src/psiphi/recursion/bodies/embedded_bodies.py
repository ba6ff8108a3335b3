"""Bodies of which some are moved by the joint of a group (joint_groups.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from psiphi.algebra.derivatives import Tangent
from psiphi.errors import CompileError
from psiphi.recursion.bodies.bias import AngularMotion
from psiphi.recursion.bodies.bodies import NO_TANGENTS, Bodies
from psiphi.recursion.bodies.group_motion import GroupMotion
from psiphi.recursion.bodies.joint_groups import JointGroup
from psiphi.recursion.bodies.joint_maps import JointMap
from psiphi.recursion.bodies.joint_rates import moving_coordinates
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.bodies.remembered import remembered
from psiphi.recursion.bodies.unturned_bodies import UnturnedBodies
from psiphi.recursion.flexible.bodies import FlexibleBodies
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import units
from psiphi.recursion.numbers.vectors import ZERO, Spatial, add, dot, times


class EmbeddedBodies(Bodies):
    """The same as for other robots, with X_k and H_k of bodies in a group taken from its motion."""

    def motion(self, group: JointGroup) -> GroupMotion:
        """How a group moves in this configuration."""
        return self._motion(group.first)

    @remembered
    def _motion(self, first: int) -> GroupMotion:
        group = self.mechanism.group_of[first]
        q = {k: [self._q[i] for i in link.q] for k, link in group.links.items()}
        for level, rates in enumerate(self._along.values()):
            still = GroupMotion(group, q, self.arithmetic)
            independent = [rates[i] for i in self.mechanism.links[first].v]
            moved = iter(still.rates(independent))
            for k, link in group.links.items():
                own = [next(moved) for _ in link.v]
                q[k] = moving_coordinates(link, q[k], own, self.arithmetic, level)
        return GroupMotion(group, q, self.arithmetic)

    def transform(self, k: int) -> Transform:
        group = self.mechanism.group_of.get(k)
        return super().transform(k) if group is None else self.motion(group).transform(k)

    def joint(self, k: int) -> JointMap:
        group = self.mechanism.group_of.get(k)
        return super().joint(k) if group is None else self.motion(group).joints[k]

    def joint_rates(self, k: int) -> tuple[Number, ...]:
        group = self.mechanism.group_of.get(k)
        return super().joint_rates(k if group is None else group.first)

    def angular_motion(self, k: int, motions: Sequence[AngularMotion | None]) -> AngularMotion:
        group = self.mechanism.group_of.get(k)
        if group is None:
            return super().angular_motion(k, motions)
        link = self.mechanism.links[k]
        parent = motions[link.parent] if link.parent >= 0 else None
        carried = ZERO if parent is None else self.transform(k).rotate_from_parent(parent.velocity)
        relative, drift = self.joint(k).expand(self.joint_rates(k)), self.drift(group.first)[k]
        return AngularMotion(add(carried, relative[:3]), carried, relative, drift[:3], drift[3:])

    @remembered
    def drift(self, first: int) -> dict[int, Spatial]:
        """(dH*/dt) θ of each body of the group that begins there."""
        theta = self.joint_rates(first)
        return self._motion(first).drifts(theta, theta)

    @remembered
    def drifts(self, first: int) -> list[dict[int, Spatial]]:
        """The columns of dH*/dt, one for each independent rate."""
        theta = self.joint_rates(first)
        return [self._motion(first).drifts(theta, unit) for unit in units(len(theta))]

    def rotor_forces(self, k: int, x: Sequence[Number]) -> tuple[Number, ...]:
        """S* R S x."""
        group = self.mechanism.group_of.get(k)
        if group is None:
            return super().rotor_forces(k, x)
        S = self.motion(group).S
        return _through(S, _rotors(group), S, x)

    def rotor_coriolis(
        self, k: int, x: Sequence[Number], *, adjoint: bool = False
    ) -> tuple[Number, ...] | None:
        """S* R (dS/dt) x, or (dS*/dt) R S x."""
        group = self.mechanism.group_of.get(k)
        if group is None:
            return None
        motion, theta = self.motion(group), self.joint_rates(k)
        columns = (motion.rate_of_S(theta, unit) for unit in units(len(theta)))
        rate = list(zip(*columns, strict=True))
        left, right = (rate, motion.S) if adjoint else (motion.S, rate)
        return _through(left, _rotors(group), right, x)


class _EmbeddedFlexibleBodies(EmbeddedBodies, FlexibleBodies):
    """Groups of rigid bodies, and flexible bodies beside them."""


def _rotors(group: JointGroup) -> list[Number]:
    """The reflected inertias of the joints of a group, by degree of freedom."""
    return [link.rotor for link in group.links.values() for _ in link.v]


def _through(
    left: Sequence[Sequence[Number]],
    middle: Sequence[Number],
    right: Sequence[Sequence[Number]],
    x: Sequence[Number],
) -> tuple[Number, ...]:
    """left* diag(middle) right x, of matrices by rows."""
    forces = [times(y, dot(row, x)) for y, row in zip(middle, right, strict=True)]
    return tuple(dot(column, forces) for column in zip(*left, strict=True))


def bodies_of(
    mechanism: Mechanism,
    arithmetic: Arithmetic,
    q: Sequence[Number],
    v: Sequence[Number] | None = None,
    *,
    along: Mapping[Tangent, Sequence[Number]] = NO_TANGENTS,
) -> Bodies:
    """The bodies of a mechanism, with groups, flexible, on parallel axes, or plain."""
    kind = EmbeddedBodies if mechanism.groups else UnturnedBodies if mechanism.unturned else Bodies
    if mechanism.is_flexible:
        kind = _EmbeddedFlexibleBodies if mechanism.groups else FlexibleBodies
    for group in mechanism.groups if mechanism.is_flexible else ():
        for k in (*group.bodies, *[group.parent] * (group.parent >= 0)):
            if mechanism.links[k].modes is not None:
                raise CompileError(
                    f"body {mechanism.links[k].name!r} is flexible, and part of a loop or carries one, "
                    "and loops are embedded among rigid bodies alone; take the robot that is not."
                )
    return kind(mechanism, arithmetic, q, v, along=along)
