"""How a node of a flexible body sits and moves, and the step from what sits on it to the body.

A node at p, turned by cay(σ) = R(quaternion (½σ, 1)), moves with its body's [ω; v; η̇] as

    𝒯* = [I 0 TΠ_ω; −p̃ I Π_v]        T u = (u + ½σ × u)/(1 + ¼|σ|²)

in body axes, at the node. The block of E_φ from a body on the node is 𝒯 φ, φ that of the rigid step from the
node on. A body on the origin, which no mode moves, has no node. Of a body that is flexible itself, the step
takes the first six numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.recursion.bodies.bias import Spin
from psiphi.recursion.bodies.coriolis import CoriolisInertia
from psiphi.recursion.bodies.joint_maps import quaternion_rotation
from psiphi.recursion.flexible.constants import NodeSeat
from psiphi.recursion.flexible.flexed import Flexed
from psiphi.recursion.flexible.inertia import ModalBlocks
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.frames.turns import MatrixTurn
from psiphi.recursion.inertias.inertias import SymmetricBlocks
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import multiply
from psiphi.recursion.numbers.vectors import (
    ZERO,
    Spatial,
    Vector,
    add,
    add_spatial,
    apply,
    combined,
    cross,
    cross_motion,
    dot,
    is_zero_vector,
    plus,
    scale,
    spatial,
    subtract,
    times,
)

NOWHERE = Transform()
STILL: Spatial = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class NodeMotion:
    """A node of a body in one shape."""

    def __init__(self, seat: NodeSeat, flexed: Flexed, arithmetic: Arithmetic) -> None:
        self.seat, self.flexed = seat, flexed
        self.position = add(seat.rest, combined(flexed.xi, seat.displacements))
        self.half = scale(0.5, combined(flexed.xi, seat.rotations))
        self.turns = not is_zero_vector(self.half)
        if self.turns:
            self.inverse: Number = arithmetic.reciprocal(plus(dot(self.half, self.half), 1.0))
            self.rotation = quaternion_rotation((*self.half, 1.0), arithmetic)

    def transform(self, onward: Transform) -> Transform:
        """The pose of what sits on the node, where `onward` places it in the undeformed body."""
        turns = onward.turns
        if self.turns:  # one matrix: to turn by each of them after the other takes more
            back = (Transform(turns=turns).rotate_from_parent(row) for row in self.rotation)
            x, y, z = back
            turns = (MatrixTurn((x, y, z)),)
        return Transform(add(self.position, self.arm(onward)), turns, onward.slide)

    def arm(self, onward: Transform) -> Vector:
        """From the node to the lever of what sits on it, in the axes of the body."""
        arm = subtract(onward.lever, self.seat.rest)
        return apply(self.rotation, arm) if self.turns and not is_zero_vector(arm) else arm

    def turned(self, u: Vector) -> Vector:
        """T u."""
        return scale(self.inverse, add(u, cross(self.half, u))) if self.turns else u

    def turned_back(self, u: Vector) -> Vector:
        """T* u."""
        return scale(self.inverse, subtract(u, cross(self.half, u))) if self.turns else u

    def relative(self, rates: Sequence[Number]) -> tuple[Vector, Vector]:
        """ω_rel and Π_vξ̇ for rates η̇ of the modes."""
        moving = self.flexed.all_rates(rates)
        turning = combined(moving, self.seat.rotations)
        return self.turned(turning), combined(moving, self.seat.displacements)

    def acceleration(self, w: Vector, spin: Spin, z: Sequence[Number], rates: Sequence[Number]) -> Spatial:
        """That of the node for z = [α; v̇; η̈] of the body, its ω and Spin(ω, α), and the rates η̇."""
        relative, sliding = self.relative(rates)
        moving = self.flexed.all_rates(rates)
        accelerated = self.flexed.all_accelerations(rates, z[6:])
        angular = add((z[0], z[1], z[2]), cross(w, relative))
        angular = add(angular, self.turned(combined(accelerated, self.seat.rotations)))
        if self.turns:
            slowing = times(self.inverse, dot(self.half, combined(moving, self.seat.rotations)))
            angular = subtract(angular, scale(slowing, relative))
        linear = add((z[3], z[4], z[5]), apply(spin.matrix, self.position))
        linear = add(linear, combined(accelerated, self.seat.displacements))
        return *angular, *add(linear, cross(add(w, w), sliding))

    @cached_property
    def columns(self) -> tuple[Spatial, ...]:
        """[TΠ_ω; Π_v] X by columns."""
        turning = [self.turned(u) for u in self.seat.rotations]
        rows = [self.flexed.projected([u[i] for u in turning]) for i in range(3)]
        rows += [self.flexed.projected([u[i] for u in self.seat.displacements]) for i in range(3)]
        return tuple(spatial(column) for column in zip(*rows, strict=True))

    def column_rates(self, velocity: Sequence[Number]) -> tuple[Spatial, ...]:
        """The rates of `columns` seen from the world, for [ω; v; η̇] of the body.

        With u constant dT/dt u = (½σ̇ × u − ½(σ·σ̇) T u)/(1 + ¼|σ|²), and dX/dt has the rows c_r η̇.
        """
        w, rates = (velocity[0], velocity[1], velocity[2]), velocity[6:]
        moving = self.flexed.all_rates(rates)
        s_dot = scale(0.5, combined(moving, self.seat.rotations))
        turned, inverse = [self.turned(u) for u in self.seat.rotations], self.inverse if self.turns else 1.0
        slowing = times(2.0, dot(self.half, s_dot))
        turning = [
            scale(inverse, subtract(cross(s_dot, u), scale(slowing, known)))
            for u, known in zip(self.seat.rotations, turned, strict=True)
        ]
        rows = [self.flexed.projected([u[i] for u in turning]) for i in range(3)]
        rows += [[0.0] * self.flexed.constants.count for _ in range(3)]
        fields = [(*t, *d) for t, d in zip(turned, self.seat.displacements, strict=True)]
        rows = self.flexed.with_drift(rows, fields[self.flexed.constants.count :], rates)
        linear = add((velocity[3], velocity[4], velocity[5]), cross(w, self.position))
        around: Spatial = (*w, *add(linear, combined(moving, self.seat.displacements)))
        changing = (spatial(column) for column in zip(*rows, strict=True))
        pairs = zip(changing, self.columns, strict=True)
        return tuple(add_spatial(x, cross_motion(around, column)) for x, column in pairs)

    def modal_force(self, n: Vector, f: Vector) -> list[Number]:
        """X* [TΠ_ω; Π_v]* of a force at the node."""
        back = self.turned_back(n)
        fields = zip(self.seat.rotations, self.seat.displacements, strict=True)
        return self.flexed.projected([plus(dot(u, back), dot(d, f)) for u, d in fields])


@frozen
class ModalTransform(Transform):
    """The step from a body to its parent where either is flexible.

    `node` is the node under the body, None on the origin or a rigid body; `onward` the rigid step from there,
    in the parent's axes. `below` and `above` are the numbers of modes of the parent and of the body.
    """

    node: NodeMotion | None = None
    onward: Transform = NOWHERE
    below: int = 0
    above: int = 0

    @staticmethod
    def of(rigid: Transform, node: NodeMotion | None, below: int, above: int) -> ModalTransform:
        """The step for the transform of the undeformed robot."""
        if node is None:
            return ModalTransform(rigid.lever, rigid.turns, rigid.slide, None, rigid, below, above)
        placed = node.transform(rigid)
        onward = replace(placed, lever=node.arm(rigid))
        return ModalTransform(placed.lever, placed.turns, placed.slide, node, onward, below, above)

    @property
    def from_node(self) -> ModalTransform:
        """The step from the node alone."""
        return (
            ModalTransform.of(NOWHERE, None, self.below, self.above)
            if self.node is None
            else replace(self, onward=NOWHERE)
        )

    def force_to_parent(self, x: Any) -> Any:
        at = self.onward.force_to_parent(spatial(x))
        if self.node is None:
            return *at, *[0.0] * self.below
        n, f = at[:3], at[3:]
        return *add(n, cross(self.node.position, f)), *f, *self.node.modal_force(n, f)

    def motion_from_parent(self, x: Any) -> Any:
        moving = spatial(x)
        if self.node is not None:
            turning, sliding = self.node.relative(x[6:])
            linear = add(add(moving[3:], cross(moving[:3], self.node.position)), sliding)
            moving = (*add(moving[:3], turning), *linear)
        return *self.onward.motion_from_parent(moving), *[0.0] * self.above

    def force_rate_to_parent(self, x: Any, velocity: Sequence[Number]) -> Any:
        """Ė_φ x for the velocity [ω; v; η̇] of the parent: what acts on its modes changes as its node does."""
        if self.node is None:
            return None
        at = self.onward.force_to_parent(spatial(x))
        return *STILL, *(dot(column, at) for column in self.node.column_rates(velocity))

    def motion_rate_from_parent(self, x: Any, velocity: Sequence[Number]) -> Any:
        """Ė_φ* x."""
        if self.node is None:
            return None
        moving = combined(x[6:], self.node.column_rates(velocity))
        return *self.onward.motion_from_parent(moving), *[0.0] * self.above

    def inertia_to_parent(self, inertia: Any) -> Any:
        at: Any = self.onward.inertia_to_parent(
            inertia.spatial if isinstance(inertia, ModalBlocks) else inertia
        )
        if not self.below:
            return at
        own, p, n = self._columns, self._place, range(self.below)
        moved = [at.apply(column) for column in own]
        if isinstance(at, CoriolisInertia):
            back = [at.apply_adjoint(column) for column in own]
            modal = [[dot(column, x) for x in moved] for column in own]
        else:
            back, modal = moved, [[dot(own[max(i, j)], moved[min(i, j)]) for j in n] for i in n]
        return ModalBlocks(at.shifted(p), _carried(p, moved), modal, _carried(p, back))

    @property
    def _columns(self) -> tuple[Spatial, ...]:
        """How the node moves with the modes of the parent; the origin does not."""
        return (STILL,) * self.below if self.node is None else self.node.columns

    @property
    def _place(self) -> Vector:
        return ZERO if self.node is None else self.node.position

    def force_from_parent(self, x: Any) -> Any:
        raise AssertionError("steps of flexible bodies have no inverse")

    def symmetric_from_parent(self, blocks: Any) -> Any:
        """E* X E, of which the rows of the body's own modes are zero."""
        at = self._at_node(blocks) if isinstance(blocks, ModalBlocks) else blocks
        carried = self.onward.symmetric_from_parent(at)
        if not self.above:
            return carried
        columns: tuple[Spatial, ...] = (STILL,) * self.above
        return ModalBlocks(carried, columns, [[0.0] * self.above for _ in range(self.above)], columns)

    def _at_node(self, blocks: ModalBlocks) -> SymmetricBlocks:
        """𝒯* [X Γ; Γ* F] 𝒯 of what takes forces to motions: with 𝒯* = [t* u], t*Xt + t*Γu* + uΓ*t + uFu*."""
        back = Transform(self._place)
        X = back.symmetric_from_parent(blocks.spatial)
        own = [[column[i] for column in self._columns] for i in range(6)]
        seen = [back.motion_from_parent(column) for column in blocks.columns]
        Y = [[column[i] for column in seen] for i in range(6)]

        def entry(i: int, j: int) -> Number:
            total = plus(plus(X.entry(i, j), dot(Y[i], own[j])), dot(own[i], Y[j]))
            return plus(total, dot(own[i], multiply(blocks.modal, own[j])))

        return SymmetricBlocks.of([[entry(i, j) for j in range(i + 1)] for i in range(6)])


def _carried(p: Vector, forces: Sequence[Spatial]) -> tuple[Spatial, ...]:
    """Forces at a node, seen at the origin."""
    return tuple((*add(x[:3], cross(p, x[3:])), *x[3:]) for x in forces)
