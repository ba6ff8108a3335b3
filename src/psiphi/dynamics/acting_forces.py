"""The joint forces that act in a motion besides those given: what the robot's file says of its joints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.model import Model
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number

Numbers: TypeAlias = Sequence[Number]

CREEP = 1e-2
"""Dry friction is half of what it can be at this speed, in rad/s or m/s, and nothing at rest."""


@dataclass(frozen=True)
class Acting:
    """What acts of a robot's joints.

    damping   −d v
    friction  −f v/(|v| + CREEP), dry friction that is smooth where the joint stands
    effort    the forces given are held within ± the limits of effort
    """

    damping: bool = True
    friction: bool = True
    effort: bool = True

    def on(self, model: Model) -> Acting:
        """What of it there is on a robot."""
        joints = [body.joint for body in model.bodies]
        return Acting(
            self.damping and any(any(joint.damping) for joint in joints),
            self.friction and any(any(joint.friction) for joint in joints),
            self.effort and any(any(map(math.isfinite, joint.limits.effort)) for joint in joints),
        )


NOTHING = Acting(damping=False, friction=False, effort=False)


def acting_forces(
    model: Model, acting: Acting, tau: Numbers, q: Numbers, v: Numbers, arithmetic: Arithmetic
) -> list[Number]:
    """All joint forces, (nv): tau within its limits, and losses of the joints.

    Mimic joints have losses of their own: S* of the forces on the tree, with rates S v.
    """
    forces = _limited(model, tau, arithmetic) if acting.effort else list(tau)
    coordinates = model.coordinates
    for body, places in zip(model.bodies, model.v_tree_slices, strict=True):
        joint = body.joint
        for i, damping, friction in zip(
            range(places.start, places.stop), joint.damping, joint.friction, strict=True
        ):
            column, ratio = int(coordinates.v_columns[i]), float(coordinates.v_ratios[i])
            rate = ratio * v[column]
            loss: Number = 0.0
            if acting.damping and damping:
                loss = damping * rate
            if acting.friction and friction:
                loss = loss + friction * rate * arithmetic.reciprocal(arithmetic.absolute(rate) + CREEP)
            forces[column] = forces[column] - ratio * loss
    return forces


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
