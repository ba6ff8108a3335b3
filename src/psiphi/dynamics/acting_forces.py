"""The joint forces that act in a motion besides those given: what the robot's file says of its joints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from psiphi.dynamics import catalogue
from psiphi.dynamics.passive_forces import with_weight_held_up
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.kernel.tracing import cheapest
from psiphi.model import Model
from psiphi.model.tendon import tendon_matrices
from psiphi.recursion.manifold.joints import stretch
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import dot, plus, times
from psiphi.recursion.sweeps.evaluate import evaluate_together

Numbers: TypeAlias = Sequence[Number]

CREEP = 1e-2
"""Dry friction is half of what it can be at this speed, in rad/s or m/s, and nothing at rest."""


@dataclass(frozen=True)
class Acting:
    """What acts of a robot's joints and tendons, and the weight that its file says is held up.

    damping   −d v
    friction  −f v/(|v| + CREEP), dry friction that is smooth where the joint stands
    springs   −k (q − reference)
    effort    the forces given are held within ± the limits of effort
    """

    damping: bool = True
    friction: bool = True
    springs: bool = True
    effort: bool = True
    holding: bool = True

    def on(self, model: Model) -> Acting:
        """What of it there is on a robot."""
        joints = [body.joint for body in model.bodies]
        tendons = model.tendons
        return Acting(
            self.damping and (any(any(x.damping) for x in joints) or any(x.damping for x in tendons)),
            self.friction and (any(any(x.friction) for x in joints) or any(x.friction for x in tendons)),
            self.springs and (any(any(x.stiffness) for x in joints) or any(x.stiffness for x in tendons)),
            self.effort and any(any(map(math.isfinite, joint.limits.effort)) for joint in joints),
            self.holding and any(body.gravity_compensation.mass for body in model.bodies),
        )


NOTHING = Acting(damping=False, friction=False, springs=False, effort=False, holding=False)


def acting_forces(
    model: Model, acting: Acting, tau: Numbers, q: Numbers, v: Numbers, arithmetic: Arithmetic
) -> list[Number]:
    """All joint forces, (nv): tau within its limits, springs and losses of joints and tendons.

    Mimic joints have springs and losses of their own: S* of the forces on the tree, with rates S v.
    """
    forces = _limited(model, tau, arithmetic) if acting.effort else list(tau)
    if acting.holding:
        forces = [plus(x, y) for x, y in zip(forces, _held_up(model, q, arithmetic), strict=True)]
    coordinates = model.coordinates
    place = [
        ratio * q[column] + offset
        for column, ratio, offset in zip(
            coordinates.q_columns.tolist(),
            coordinates.q_ratios.tolist(),
            coordinates.q_offsets.tolist(),
            strict=True,
        )
    ]
    columns, ratios = coordinates.v_columns.tolist(), coordinates.v_ratios.tolist()
    speed = [ratio * v[column] for column, ratio in zip(columns, ratios, strict=True)]
    on_tree: list[Number] = [0.0] * model.nv_tree
    for k, body in enumerate(model.bodies):
        joint, places = body.joint, model.v_tree_slices[k]
        for i, damping, friction in zip(
            range(places.start, places.stop), joint.damping, joint.friction, strict=True
        ):
            on_tree[i] = -_loss(acting, damping, friction, speed[i], arithmetic)
        if acting.springs and any(joint.stiffness):
            apart = stretch(joint.kind, joint.spring_reference, place[model.q_tree_slices[k]], arithmetic)
            for i, stiffness, x in zip(range(places.start, places.stop), joint.stiffness, apart, strict=True):
                on_tree[i] = on_tree[i] - stiffness * x
    lengths, speeds = tendon_matrices(model)
    for tendon, by_place, by_speed in zip(model.tendons, lengths.tolist(), speeds.tolist(), strict=True):
        length = dot(by_place, place) + tendon.offset
        tension = -_loss(acting, tendon.damping, tendon.friction, dot(by_speed, speed), arithmetic)
        if acting.springs and tendon.stiffness:
            nearest = arithmetic.minimum(arithmetic.maximum(length, tendon.spring_lower), tendon.spring_upper)
            tension = tension + tendon.stiffness * (nearest - length)
        on_tree = [plus(force, times(c, tension)) for force, c in zip(on_tree, by_speed, strict=True)]
    for column, ratio, force in zip(columns, ratios, on_tree, strict=True):
        forces[column] = plus(forces[column], times(ratio, force))
    return forces


def _held_up(model: Model, q: Numbers, arithmetic: Arithmetic) -> Numbers:
    """The forces that hold up the weight of `gravity_compensation`."""
    found = cheapest(catalogue.request(with_weight_held_up(model), "gravity_forces"))
    (forces,) = evaluate_together(found.polynomials, found.mechanism, arithmetic, q)
    return forces


def _loss(acting: Acting, damping: float, friction: float, rate: Number, arithmetic: Arithmetic) -> Number:
    """What brakes a motion at a rate."""
    loss: Number = 0.0
    if acting.damping and damping:
        loss = damping * rate
    if acting.friction and friction:
        loss = plus(loss, friction * rate * arithmetic.reciprocal(arithmetic.absolute(rate) + CREEP))
    return loss


def _limited(model: Model, tau: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """Forces given on coordinates that have joints of their own, within the limits of these."""
    forces = list(tau)
    for name in model.joint_names:
        places = model.v_slice(name)
        for i, limit in zip(range(places.start, places.stop), model.joint(name).limits.effort, strict=True):
            if math.isfinite(limit):
                forces[i] = arithmetic.minimum(arithmetic.maximum(forces[i], -limit), limit)
    return forces


def acting_function(model: Model, acting: Acting) -> NativeFunction:
    """`acting_forces` compiled: (q, v, tau) → (..., nv)."""

    def build() -> Program:
        graph = Graph()
        arrays = tuple(
            Argument(name, (size,)) for name, size in (("q", model.nq), ("v", model.nv), ("tau", model.nv))
        )
        q, v, tau = (array.scalars(graph) for array in arrays)
        forces = acting_forces(model, acting, tau, q, v, GraphArithmetic(graph))
        return Program(arrays, (Output("forces", (model.nv,), tuple(forces)),))

    return compile_program(build, key=repr(("acting forces", model.key, acting)))
