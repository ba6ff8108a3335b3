"""How sweeps apply each letter, and its adjoint: a row for each, in the table of where it leads.

Rows are given the letters of a robot in a configuration (`Letters` in applied.py), what a letter is applied
to, and a place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from psiphi.algebra import operators as op
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.inputs import Given
from psiphi.algebra.spaces import Space
from psiphi.recursion.bodies.bodies import turned
from psiphi.recursion.bodies.rotors import from_carrier, on_carrier, turned_couple
from psiphi.recursion.flexible.nodes import NOWHERE, ModalTransform
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.loops.letters import rows_at_joint, rows_times
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import ZERO, Spatial, Vector, added, cross, dot, spatial, times
from psiphi.recursion.sweeps.operations.inertias import Behind, GainedBehind, WholeInverse
from psiphi.recursion.sweeps.operations.motion import FramePoses, Velocities
from psiphi.recursion.sweeps.values import Places, Value

if TYPE_CHECKING:
    from psiphi.recursion.sweeps.applied import Letters


# Numbers handed over, as RK88 writes shifts: in the model's frames of both bodies


def _handed_over(at: Letters, x: Any, k: int) -> Value:
    """S x from body k to its parent, or the world; to the node that the body sits on, and 𝒯 of that."""
    return _step(at, k)[0].force_to_parent(_in_axes_of_parent(at, x, k))


def _handed_back(at: Letters, x: Any, k: int) -> Value:
    """S* x from the parent of body k, or from the world."""
    return _in_own_axes(at, _step(at, k)[0].motion_from_parent(x), k)


def _carried(at: Letters, x: Any, k: int) -> Value:
    """Δ_φ x, in the axes that S hands it over from."""
    return _in_own_axes(at, _step(at, k)[1].force_to_parent(spatial(x)), k)


def _carried_back(at: Letters, x: Any, k: int) -> Value:
    """Δ_φ* x."""
    moved = _step(at, k)[1].motion_from_parent(_in_axes_of_parent(at, x, k))
    return *moved, *[0.0] * at.bodies.modes(k)


def _step(at: Letters, k: int) -> tuple[Transform, Transform]:
    """The parts of the step from body k to its parent: from its node to the parent, and to the node."""
    whole = at.bodies.transform(k)
    return (whole.from_node, whole.onward) if isinstance(whole, ModalTransform) else (NOWHERE, whole)


def _in_axes_of_parent(at: Letters, x: Any, k: int) -> Spatial:
    links = at.mechanism.links
    parent, there = links[k].parent, turned(links[k].boundary.rotate_to_parent, x)
    return turned(links[parent].boundary.rotate_from_parent, there) if parent >= 0 else there


def _in_own_axes(at: Letters, x: Any, k: int) -> Value:
    links = at.mechanism.links
    parent = links[k].parent
    there = turned(links[parent].boundary.rotate_to_parent, x) if parent >= 0 else x
    return *turned(links[k].boundary.rotate_from_parent, there), *[0.0] * at.bodies.modes(k)


# Frames


def _forces_of_frames(at: Letters, operands: Sequence[Places], k: int) -> Value | None:
    """B f at body k: the forces at its frames, carried to its origin."""
    forces, bodies = operands[0], at.bodies
    acting = (i for i in bodies.frames_on[k] if forces[i] is not None)
    return reduce(added, (bodies.frame_transform(i).force_to_parent(forces[i]) for i in acting), None)


def _motion_of_frame(at: Letters, operands: Sequence[Places], i: int) -> Value | None:
    """B* x at frame i: the motion of its body, seen at the frame."""
    body = at.mechanism.frames[i].body
    if body < 0 or operands[0][body] is None:
        return None
    return at.bodies.frame_transform(i).motion_from_parent(operands[0][body])


def _force_rates_of_frames(at: Letters, operands: Sequence[Places], k: int) -> Value | None:
    """Ḃ f at body k."""
    forces, frames = operands[0], at.mechanism.frames
    acting = ((frames[i], forces[i]) for i in at.bodies.frames_on[k] if forces[i] is not None)
    rates = (at.bodies.seat_rate(frame, force, at.velocity(k), inward=True) for frame, force in acting)
    return reduce(added, rates, None)


def _motion_rate_of_frame(at: Letters, operands: Sequence[Places], i: int) -> Value | None:
    """Ḃ* x at frame i."""
    frame = at.mechanism.frames[i]
    if frame.body < 0 or operands[0][frame.body] is None:
        return None
    return at.bodies.seat_rate(frame, operands[0][frame.body], at.velocity(frame.body), inward=False)


def _pose(at: Letters, i: int) -> Transform:
    return at.found[FramePoses()][i]


def _turning(at: Letters, i: int) -> Vector:
    """The angular velocity of frame i, in its axes."""
    velocity = _motion_of_frame(at, [at.found[Velocities()]], i)
    return ZERO if velocity is None else (velocity[0], velocity[1], velocity[2])


def _axes_rate(at: Letters, x: Any, i: int) -> Value:
    """Ȧ_0 x."""
    w = _turning(at, i)
    return turned(_pose(at, i).rotate_to_parent, (*cross(w, x[:3]), *cross(w, x[3:])))


def _axes_rate_adjoint(at: Letters, x: Any, i: int) -> Value:
    w, x = _turning(at, i), turned(_pose(at, i).rotate_from_parent, x)
    return *cross(x[:3], w), *cross(x[3:], w)


# The world and coordinates


def _motion_of_root(at: Letters, operands: Sequence[Places], k: int) -> Value | None:
    """E_0 w at body k: a motion at the origin of the world, seen at a root."""
    motion = operands[0][0]
    if motion is None or at.mechanism.links[k].parent >= 0:
        return None
    return at.bodies.transform(k).motion_from_parent(motion)


def _coupled_rates(at: Letters, operands: Sequence[Places], k: int) -> Value | None:
    """The rates of the joint of body k from those of the coordinates."""
    rates, expansion = operands[0][0], at.mechanism.v_expansion
    if rates is None:
        return None
    return tuple(times(expansion[i][1], rates[expansion[i][0]]) for i in at.mechanism.links[k].v)


# Others


def given(at: Letters, operator: Symbol, x: Any, k: int) -> Value:
    """An input operator at body k, or at all frames on it together."""
    numbers = at.bodies.given[operator]
    if operator.owner == Given(diagonal=True):
        return tuple(times(numbers[i], y) for i, y in zip(at.mechanism.links[k].v, x, strict=True))
    if operator.range is Space.JOINT:
        return tuple(_symmetric_product(numbers, at.mechanism.block_starts[k], x))
    if operator.range is Space.FRAME:
        found: list[Number] = []
        for place, i in enumerate(at.bodies.frames_at(k)):
            found += _symmetric_product(numbers, 36 * i, x[6 * place : 6 * place + 6])
        return tuple(found)
    boundary = at.mechanism.links[k].boundary
    force = _symmetric_product(numbers, 36 * k, turned(boundary.rotate_to_parent, x))
    return *turned(boundary.rotate_from_parent, force), *[0.0] * at.bodies.modes(k)


def _symmetric_product(numbers: Sequence[Number], start: int, x: Sequence[Number]) -> list[Number]:
    """The block of an input operator that starts there, of which the lower triangle is read, times x."""
    n = len(x)
    rows = [[numbers[start + n * max(i, j) + min(i, j)] for j in range(n)] for i in range(n)]
    return [dot(row, x) for row in rows]


def _reduced(at: Letters, x: Any, k: int) -> Value | None:
    """r_f Q r_b x."""
    y = at.side(Behind(), x, k)
    return None if y is None else at.letter(op.r, at.side(WholeInverse(), y, k), k)


def _first(count: int, x: Any) -> Value:
    """The first numbers of a value, the others zero."""
    return *x[:count], *[0.0] * (len(x) - count)


AT_BODY: dict[Expr, Callable[[Letters, Any, int], Value | None]] = {
    op.H: lambda at, x, k: at.bodies.joint(k).project(x) or None,  # a fixed joint has nothing
    op.H.T: lambda at, x, k: at.bodies.joint(k).expand(x),
    op.H_dot: lambda at, x, k: at.bodies.rate_of_projection(k, at.velocity(k), x) or None,
    op.H_dot.T: lambda at, x, k: at.bodies.rate_of_expansion(k, at.velocity(k), x),
    op.M: lambda at, x, k: at.bodies.inertia(k).apply(x),
    op.C_M: lambda at, x, k: at.bodies.coriolis(k, at.velocity(k)).apply(x),
    op.C_M.T: lambda at, x, k: at.bodies.coriolis(k, at.velocity(k)).apply_adjoint(x),
    op.R: lambda at, x, k: at.bodies.rotor_forces(k, x),
    op.C_R: lambda at, x, k: at.bodies.rotor_coriolis(k, x),
    op.C_R.T: lambda at, x, k: at.bodies.rotor_coriolis(k, x, adjoint=True),
    op.Delta_phi: _carried,
    op.Delta_phi.T: _carried_back,
    op.Pi_root: lambda at, x, k: _first(6, x) if at.mechanism.links[k].parent < 0 else None,
    op.Pi_tip: lambda at, x, k: None if at.mechanism.links[k].children else x,
    op.Pi_angular: lambda at, x, k: _first(3, x),
    op.Q: lambda at, x, k: at.side(WholeInverse(), x, k),
    op.M_b: lambda at, x, k: at.side(GainedBehind(), x, k),
    op.r_b: lambda at, x, k: at.side(Behind(), x, k),
    op.r_reduced: _reduced,
}
"""What letters make of x at body k."""

INWARD: dict[Expr, Callable[[Letters, Any, int], Value | None]] = {
    op.E_phi: lambda at, x, k: at.bodies.transform(k).force_to_parent(x),
    op.E_phi_dot: lambda at, x, k: at.bodies.shift_rate(k, x, at.velocity_of_parent(k), inward=True),
    op.E_b.T: lambda at, x, k: at.bodies.transform(k).motion_to_parent(x),
    op.S: _handed_over,
    op.Gamma: lambda at, x, k: on_carrier(at.mechanism.links[k], x),
    op.Gamma_dot: lambda at, x, k: turned_couple(
        on_carrier(at.mechanism.links[k], x), at.velocity_of_parent(k)[:3]
    ),
}
"""What letters make of x of body k at its parent."""

OUTWARD: dict[Expr, Callable[[Letters, Any, int], Value | None]] = {
    op.E_phi.T: lambda at, x, k: at.bodies.transform(k).motion_from_parent(x),
    op.E_phi_dot.T: lambda at, x, k: at.bodies.shift_rate(k, x, at.velocity_of_parent(k), inward=False),
    op.E_b: lambda at, x, k: at.bodies.transform(k).force_from_parent(x),
    op.S.T: _handed_back,
    op.Gamma.T: lambda at, x, k: from_carrier(at.mechanism.links[k], x),
    op.Gamma_dot.T: lambda at, x, k: from_carrier(at.mechanism.links[k], x, at.velocity_of_parent(k)[:3]),
}
"""What letters make of x of the parent of body k at body k."""

AT_FRAME: dict[Expr, Callable[[Letters, Any, int], Value]] = {
    op.A_0: lambda at, x, i: turned(_pose(at, i).rotate_to_parent, x),
    op.A_0.T: lambda at, x, i: turned(_pose(at, i).rotate_from_parent, x),
    op.X_0: lambda at, x, i: _pose(at, i).motion_to_parent(x),
    op.X_0.T: lambda at, x, i: _pose(at, i).force_from_parent(x),
    op.A_dot: _axes_rate,
    op.A_dot.T: _axes_rate_adjoint,
}
"""What letters make of x at frame i."""

FROM_ELSEWHERE: dict[Expr, Callable[[Letters, Sequence[Places], int], Value | None]] = {
    op.B: _forces_of_frames,
    op.B.T: _motion_of_frame,
    op.B_dot: _force_rates_of_frames,
    op.B_dot.T: _motion_rate_of_frame,
    op.E_0: _motion_of_root,
    op.coupling: _coupled_rates,
    op.tendons.T: lambda at, operands, k: rows_at_joint(at.bodies, at.mechanism.tendons, operands[0], k),
    op.N.T: lambda at, operands, k: at.loops.force(k, *operands),
    op.N_dot.T: lambda at, operands, k: at.loops.force(k, *operands),
    op.gearing.T: lambda at, operands, k: at.loops.gear_force(k, operands[0]),
    op.gearing_dot.T: lambda at, operands, k: at.loops.gear_force(k, operands[0], rate=True),
}
"""What letters make at place k of values at other places."""

BESIDE_THE_TREE: dict[Expr, Callable[[Letters, Sequence[Places]], Places]] = {
    op.E_0.T: lambda at, operands: [at.bodies.force_on_world(operands[0])],
    op.coupling.T: lambda at, operands: [at.bodies.independent_forces(operands[0])],
    op.tendons: lambda at, operands: rows_times(at.mechanism.tendons, operands[0]),
    op.N: lambda at, operands: at.loops.relative(*operands),
    op.N_dot: lambda at, operands: at.loops.relative(*operands),
    op.gearing: lambda at, operands: at.loops.geared(operands[0]),
    op.gearing_dot: lambda at, operands: at.loops.geared(operands[0], rate=True),
}
"""What letters make of whole vectors for the world, coordinates, tendons and loops."""
