"""The joint forces that act in a motion besides those given: what the robot's file says of its joints."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from psiphi.dynamics import catalogue
from psiphi.dynamics.motion.end_stops import end_stops, stopped
from psiphi.dynamics.motion.traced import Arrays, Numbers, traced
from psiphi.dynamics.passive_forces import with_weight_held_up
from psiphi.errors import InputError
from psiphi.flexible.modes import Modes
from psiphi.frozen import frozen
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.request import PARAMETERS
from psiphi.kernel.tracing import inlined
from psiphi.model import Model
from psiphi.model.joints.joint import Joint
from psiphi.model.parameters import parameters_of
from psiphi.model.tendon import tendon_matrices
from psiphi.recursion.manifold.joints import normalized, stretch
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import Rows
from psiphi.recursion.numbers.vectors import dot, is_zero, minus, negative, plus, times

CREEP = 1e-2
"""Dry friction is half of what it can be at this speed, in rad/s or m/s, and nothing at rest."""
REST = 1e-30
"""What is no faster stands, where dry friction does not creep."""


@frozen
class Acting:
    """What acts of a robot's joints and tendons, and the weight that its file says is held up.

    damping   −d v
    friction  −f v/(|v| + creep), dry friction that is smooth where the joint stands; without creep −f sign(v)
    springs   −k (q − reference), and −Kη of flexible bodies, whose −Dη̇ goes with the damping
    effort    the forces given are held within the limits of effort
    limits    end stops of joints with coordinates that are plain numbers of their own push back, and never
              pull; while no joint is beyond its limits, the motion is the same to the bit
    """

    damping: bool = True
    friction: bool = True
    springs: bool = True
    effort: bool = True
    limits: bool = True
    holding: bool = True
    creep: float = CREEP

    def on(self, model: Model, varying: Sequence[str] = ()) -> Acting:
        """What of it there is on a robot, of which some parameters are given."""
        joints = [body.joint for body in model.bodies]
        tendons, modes = model.tendons, [body.modes for body in model.bodies if body.modes is not None]
        damped = any(any(x.damping) for x in joints) or any(x.damping for x in tendons)
        damped = damped or any(x.damping.any() for x in modes)
        sprung = any(any(x.stiffness) for x in joints) or any(x.stiffness for x in tendons)
        sprung = sprung or any(x.stiffness.any() for x in modes)
        return Acting(
            self.damping and (damped or any(x.startswith("damping") for x in varying)),
            self.friction and (any(any(x.friction) for x in joints) or any(x.friction for x in tendons)),
            self.springs and sprung,
            self.effort and any(any(map(math.isfinite, _efforts(joint))) for joint in joints),
            self.limits and bool(stopped(model)),
            self.holding and any(body.gravity_compensation.mass for body in model.bodies),
            self.creep,
        )


NOTHING = Acting(damping=False, friction=False, springs=False, effort=False, limits=False, holding=False)


class JointForce(NamedTuple):
    """What acts on a degree of freedom of a body's joint or modes: a force, and how it changes with these.

    With their speeds by −damping, with their places by −stiffness: rows of the blocks D and K of the body.
    """

    force: Number
    damping: Numbers
    stiffness: Numbers


def acting_forces(
    model: Model,
    acting: Acting,
    tau: Numbers,
    q: Numbers,
    v: Numbers,
    arithmetic: Arithmetic,
    damping: Mapping[int, Number] | None = None,
    h: Number = 0.0,
) -> list[Number]:
    """All joint forces, (nv): tau within its limits, springs, losses and end stops of joints and tendons.

    Mimic joints have springs and losses of their own: S* of the forces on the tree, with rates S v.

    damping   coefficients that are given, by degree of freedom of the tree
    h         the length of the steps in which end stops act
    """
    return resisted_forces(model, acting, tau, q, v, h, arithmetic, damping, later=False)[0]


def resisted_forces(
    model: Model,
    acting: Acting,
    tau: Numbers,
    q: Numbers,
    v: Numbers,
    h: Number,
    arithmetic: Arithmetic,
    damping: Mapping[int, Number] | None = None,
    *,
    later: bool = True,
) -> tuple[list[Number], list[Rows]]:
    """The joint forces after a time h at the same speed, and what they resist an acceleration by.

        −D v − K (q + h v − reference)  and  R = h D + h² K, a block for each body of the tree

    so that (𝓜 + R) a = … has the forces of joints at the end of a step. Tendons and end stops, which suit
    the step as they are, are those at its start, and so are all if not `later`.
    """
    forces = _limited(model, tau, arithmetic) if acting.effort else list(tau)
    if acting.holding:
        forces = [plus(x, y) for x, y in zip(forces, _held_up(model, q, arithmetic), strict=True)]
    x = model.coordinates
    followed = zip(x.q_columns.tolist(), x.q_ratios.tolist(), x.q_offsets.tolist(), strict=True)
    place = [ratio * q[column] + offset for column, ratio, offset in followed]
    speed = [ratio * v[column] for column, ratio in _expansion(model)]
    if acting.limits:  # before all others, whose bits a push of zero then leaves as they are
        for i, push in end_stops(model, q, v, h, arithmetic).items():
            forces[i] = plus(forces[i], push)
    bodies = _on_bodies(model, acting, place, speed, arithmetic, damping or {})
    on_tree = [x.force for joint in bodies for x in joint]
    resistance: list[Rows] = []
    if later:
        more: list[Number] = []
        for joint in bodies:
            rates = speed[len(more) : len(more) + len(joint)]
            more += [times(h, dot(x.stiffness, rates)) for x in joint]
            pairs = [zip(x.damping, x.stiffness, strict=True) for x in joint]
            resistance.append([[times(h, plus(d, times(h, k))) for d, k in row] for row in pairs])
        on_tree = [minus(force, x) for force, x in zip(on_tree, more, strict=True)]
    lengths, speeds = tendon_matrices(model)
    for tendon, by_place, by_speed in zip(model.tendons, lengths.tolist(), speeds.tolist(), strict=True):
        length, rate = dot(by_place, place) + tendon.offset, dot(by_speed, speed)
        tension = -rate * _loss(acting, tendon.damping, tendon.friction, rate, arithmetic)
        if acting.springs and tendon.stiffness:
            nearest = arithmetic.minimum(arithmetic.maximum(length, tendon.spring_lower), tendon.spring_upper)
            tension = tension + tendon.stiffness * (nearest - length)
        on_tree = [plus(force, times(c, tension)) for force, c in zip(on_tree, by_speed, strict=True)]
    return _with(model, forces, on_tree), resistance


def _on_bodies(
    model: Model,
    acting: Acting,
    place: Numbers,
    speed: Numbers,
    arithmetic: Arithmetic,
    damping: Mapping[int, Number],
) -> list[list[JointForce]]:
    """What acts on the joint and then on the modes of each body of the tree."""
    found: list[list[JointForce]] = []
    for k, body in enumerate(model.bodies):
        joint, here = body.joint, place[model.q_tree_slices[k]]
        springs = acting.springs and any(joint.stiffness)
        apart = stretch(joint.kind, joint.spring_reference, here, arithmetic) if springs else ()
        own: list[JointForce] = []
        modes = 0 if body.modes is None else body.modes.count
        for n, i in enumerate(range(model.v_tree_slices[k].start, model.v_tree_slices[k].stop)):
            loss = _loss(acting, damping.get(i, joint.damping[n]), joint.friction[n], speed[i], arithmetic)
            force, stiffness = negative(times(loss, speed[i])), 0.0
            if springs:
                force, stiffness = force - joint.stiffness[n] * apart[n], joint.stiffness[n]
            size = joint.kind.nv + modes
            rows = ([x if j == n else 0.0 for j in range(size)] for x in (loss, stiffness))
            own.append(JointForce(force, *rows))
        if body.modes is not None:
            coordinates = model.coordinates
            eta, rates = place[coordinates.q_tree_modes[k]], speed[coordinates.v_tree_modes[k]]
            own += _bending(acting, body.modes, eta, rates, len(own))
        found.append(own)
    return found


def _efforts(joint: Joint) -> tuple[float, ...]:
    return (*joint.limits.effort, *joint.limits.effort_lower)


def _bending(acting: Acting, modes: Modes, eta: Numbers, rates: Numbers, joint: int) -> Iterator[JointForce]:
    """−Kη − Dη̇ of a flexible body, whose joint has so many degrees of freedom."""
    none = [0.0] * len(eta)
    for stiffness, damping in zip(modes.stiffness.tolist(), modes.damping.tolist(), strict=True):
        stiffness, damping = stiffness if acting.springs else none, damping if acting.damping else none
        force = negative(plus(dot(stiffness, eta), dot(damping, rates)))
        yield JointForce(force, [*[0.0] * joint, *damping], [*[0.0] * joint, *stiffness])


def _held_up(model: Model, q: Numbers, arithmetic: Arithmetic) -> Numbers:
    """The forces that hold up the weight of `gravity_compensation`."""
    request = catalogue.request(with_weight_held_up(model), "gravity_forces")
    (forces,) = inlined(request, arithmetic, {"q": q})
    return forces


def _loss(acting: Acting, damping: Number, friction: float, rate: Number, arithmetic: Arithmetic) -> Number:
    """What brakes a motion at a rate, as damping: d + f/(|v| + creep)."""
    loss: Number = 0.0
    if acting.damping and not is_zero(damping):
        loss = damping
    if acting.friction and friction:
        speed = arithmetic.absolute(rate)
        speed = speed + acting.creep if acting.creep else arithmetic.maximum(speed, REST)
        loss = plus(loss, friction * arithmetic.reciprocal(speed))
    return loss


def _limited(model: Model, tau: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """Forces given on coordinates that have joints of their own, within the limits of these."""
    forces = list(tau)
    for name in model.joint_names:
        places, limits = model.v_slice(name), model.joint(name).limits
        for i, least, most in zip(
            range(places.start, places.stop), limits.effort_lower, limits.effort, strict=True
        ):
            if math.isfinite(least):
                forces[i] = arithmetic.maximum(forces[i], least)
            if math.isfinite(most):
                forces[i] = arithmetic.minimum(forces[i], most)
    return forces


def _expansion(model: Model) -> list[tuple[int, float]]:
    """The coordinate that each rate of the tree follows, and its ratio."""
    return list(zip(model.coordinates.v_columns.tolist(), model.coordinates.v_ratios.tolist(), strict=True))


def _with(model: Model, forces: Numbers, on_tree: Numbers) -> list[Number]:
    """Forces on the coordinates with those on the joints of the tree."""
    found = list(forces)
    for (column, ratio), force in zip(_expansion(model), on_tree, strict=True):
        found[column] = plus(found[column], times(ratio, force))
    return found


def given_damping(model: Model, varying: Sequence[str], numbers: Numbers) -> dict[int, Number]:
    """The damping among parameters, by degree of freedom of the tree."""
    merged, found = model.merged(), dict[int, Number]()
    for each in parameters_of(model, varying):
        if each.kind == "damping":
            places = merged.v_tree_slices[each.body]
            found |= zip(range(places.start, places.stop), numbers[each.place], strict=True)
    return found


def check_weight_held_up(model: Model, varying: Sequence[str]) -> None:
    """Refuse weights that are given where some are held up, which are those of the model."""
    held_up = any(body.gravity_compensation.mass for body in model.bodies)
    if held_up and any(x.kind not in ("damping", "armature") for x in parameters_of(model, varying)):
        raise InputError("parameters: gravity is compensated for the constants of the model alone.")


def passive_function(model: Model, varying: tuple[str, ...] = ()) -> NativeFunction:
    """`Robot.passive_forces` compiled: (q, v[, parameters]) → (..., nv); quaternions may have any length."""
    check_weight_held_up(model, varying)
    acting = Acting(effort=False, limits=False, creep=0.0).on(model, varying)
    sizes = {"q": model.nq, "v": model.nv}
    if varying:
        sizes[PARAMETERS] = sum(x.size for x in parameters_of(model, varying))

    def compute(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        damping = given_damping(model, varying, x[PARAMETERS]) if varying else None
        q = normalized(model, x["q"], arithmetic)
        return {"forces": acting_forces(model, acting, [0.0] * model.nv, q, x["v"], arithmetic, damping)}

    return compile_program(lambda: traced(sizes, compute), key=repr(("passive forces", model.key, varying)))


def acting_function(model: Model, acting: Acting) -> NativeFunction:
    """`acting_forces` compiled: (q, v, tau, h) → (..., nv), h (..., 1) the length of steps."""

    def compute(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        return {"forces": acting_forces(model, acting, x["tau"], x["q"], x["v"], arithmetic, h=x["h"][0])}

    sizes = {"q": model.nq, "v": model.nv, "tau": model.nv, "h": 1}
    return compile_program(lambda: traced(sizes, compute), key=repr(("acting forces", model.key, acting)))
