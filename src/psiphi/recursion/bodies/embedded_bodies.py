"""Bodies of which some are moved by the joint of a group (joint_groups.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from psiphi.algebra.derivatives import Tangent
from psiphi.locks import cached_property
from psiphi.recursion.bodies.bodies import NO_TANGENTS, Bodies, Places
from psiphi.recursion.bodies.group_motion import GroupMotion
from psiphi.recursion.bodies.joint_groups import JointGroup
from psiphi.recursion.bodies.joint_maps import JointMap
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.bodies.remembered import remembered
from psiphi.recursion.bodies.unturned_bodies import UnturnedBodies
from psiphi.recursion.flexible.bodies import FlexibleBodies
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import units
from psiphi.recursion.numbers.vectors import dot, times


class EmbeddedBodies(Bodies):
    """The same as for other robots, with X_k and H_k of bodies in a group taken from its motion."""

    def motion(self, group: JointGroup) -> GroupMotion:
        """How a group moves in this configuration."""
        return self._motion(group.first)

    @remembered
    def _motion(self, first: int) -> GroupMotion:
        return GroupMotion(self.mechanism.group_of[first], self._inside)

    @cached_property
    def _inside(self) -> Bodies:
        """The bodies as they are without groups."""
        tree = self.mechanism.tree
        assert tree is not None
        kind, along = FlexibleBodies if tree.is_flexible else Bodies, dict[Tangent, Sequence[Number]]()
        inside = kind(tree, self.arithmetic, self._given_q)
        for tangent, rates in self._along.items():
            along[tangent] = self._of_all_joints(inside, rates)
            inside = kind(tree, self.arithmetic, self._given_q, along=along)
        inside._v = None if self._v is None else self._of_all_joints(inside, self._v)
        return inside

    def _of_all_joints(self, inside: Bodies, rates: Sequence[Number]) -> list[Number]:
        """The rates of all joints of the tree, from the independent ones."""
        links, found = inside.mechanism.links, [0.0] * inside.mechanism.nv_tree
        for k, link in enumerate(self.mechanism.links):
            group = self.mechanism.group_of.get(k)
            own = [rates[i] for i in link.v]
            if group is None:
                places = links[k].v
            elif k == group.first:
                places = [i for j in group.bodies for i in links[j].v]
                own = GroupMotion(group, inside).rates(own)
            else:
                continue
            for i, rate in zip(places, own, strict=True):
                found[i] = rate
        return found

    def coordinates(self, k: int) -> list[Number]:
        return self._inside.coordinates(k) if k in self.mechanism.group_of else super().coordinates(k)

    def transform(self, k: int) -> Transform:
        group = self.mechanism.group_of.get(k)
        return super().transform(k) if group is None else self.motion(group).transform(k)

    def joint(self, k: int) -> JointMap:
        group = self.mechanism.group_of.get(k)
        return super().joint(k) if group is None else self.motion(group).joints[k]

    def joint_rates(self, k: int) -> tuple[Number, ...]:
        group = self.mechanism.group_of.get(k)
        return super().joint_rates(k if group is None else group.first)

    def drift(self, k: int) -> Any:
        group = self.mechanism.group_of.get(k)
        return super().drift(k) if group is None else self._drift(group.first)[k]

    @remembered
    def _drift(self, first: int) -> Places:
        """(dH*/dt) θ of each body of the group that begins there."""
        return self._motion(first).drifts(self.joint_rates(first))

    @remembered
    def _drift_map(self, k: int) -> JointMap:
        """dH/dt of a body in a group, a row for each independent rate."""
        rows = (drifts[k] for drifts in self._drifts(self.mechanism.group_of[k].first))
        return JointMap(tuple(rows), None, self.joint(k).width)

    @remembered
    def _drifts(self, first: int) -> list[Places]:
        return [self._motion(first).drifts(unit) for unit in units(len(self.joint_rates(first)))]

    def expansion_drift(self, k: int, u: Sequence[Number]) -> Any:
        return self._drift_map(k).expand(u) if k in self.mechanism.group_of else super().expansion_drift(k, u)

    def projection_drift(self, k: int, x: Any) -> Sequence[Number]:
        return (
            self._drift_map(k).project(x) if k in self.mechanism.group_of else super().projection_drift(k, x)
        )

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
        motion = self.motion(group)
        columns = (motion.rate_of_S(unit) for unit in units(len(x)))
        rate = list(zip(*columns, strict=True))
        left, right = (rate, motion.S) if adjoint else (motion.S, rate)
        return _through(left, _rotors(group), right, x)


class _EmbeddedFlexibleBodies(EmbeddedBodies, FlexibleBodies):
    """Groups of bodies of which some, or some beside them, are flexible."""


def _rotors(group: JointGroup) -> list[Number]:
    """The reflected inertias of the joints of a group, by degree of freedom."""
    found: list[Number] = []
    for link in group.links.values():
        modes = 0 if link.modes is None else link.modes.count
        found += [*[link.rotor] * (len(link.v) - modes), *[0.0] * modes]
    return found


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
    return kind(mechanism, arithmetic, q, v, along=along)
