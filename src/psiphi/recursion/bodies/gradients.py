"""Ψ̇, Ψ̈ and F̄ of algebra/gradients.py at one body.

For a joint of one degree of freedom the motion of its own body may stand for that of the one it hangs on:
what they differ by cancels. With U = α̃ + ω̃ω̃, v the velocity and z the classical acceleration of its origin,
and H* = [e; d],

    Ψ̇ = [ω × e; v × e + ω × d],    Ψ̈ = [U e; z × e + 2 v × (ω × e) + U d],    F̄ = H* ×* F

N_q is what Newton's law takes for the changes δU = Uẽ − ẽU and δz = z × e + U d of a composite body, and
N_v h = C(h)V with the C of the motion h, since C(V)h + r(V × h) = C(h)V: linear velocities are not left.
"""

from __future__ import annotations

from psiphi.algebra.gradients import Gradients
from psiphi.recursion.bodies.bias import Spin
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.bodies.coriolis import CoriolisInertia
from psiphi.recursion.bodies.velocities import cross_force, cross_motion
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import (
    ZERO,
    ZERO_SPATIAL,
    Matrix,
    Spatial,
    Vector,
    add,
    add_spatial,
    apply,
    cross,
    is_zero,
    minus,
    negate,
    negative,
    plus,
    scale,
    subtract,
    times,
)
from psiphi.recursion.sweeps.values import Places

Columns = tuple[Spatial, ...]
_Z: Vector = (0.0, 0.0, 1.0)


def velocity_columns(bodies: Bodies, velocities: Places, k: int) -> Columns:
    """Ψ̇ at body k, a column for each degree of freedom of its joint."""
    rows = bodies.joint(k).rows
    passing = velocities[k] if len(rows) == 1 else _of_parent(bodies, velocities, k)
    return tuple(cross_motion(passing, row) for row in rows)


def acceleration_columns(bodies: Bodies, velocities: Places, accelerations: Places, k: int) -> Columns:
    """Ψ̈ at body k; `accelerations` are the classical ones."""
    rows = bodies.joint(k).rows
    if len(rows) == 1:
        return (_of_one(rows[0], velocities[k], accelerations[k]),)
    parent, transform = bodies.mechanism.links[k].parent, bodies.transform(k)
    if parent < 0:
        gravity = transform.rotate_from_parent(negate(bodies.mechanism.gravity))
        return tuple(cross_motion((*ZERO, *gravity), row) for row in rows)
    v, z = velocities[parent], accelerations[parent]
    spatial = transform.motion_from_parent((*z[:3], *subtract(z[3:], cross(v[:3], v[3:]))))
    passing = transform.motion_from_parent(v)
    return tuple(
        add_spatial(cross_motion(spatial, row), cross_motion(passing, cross_motion(passing, row)))
        for row in rows
    )


def _of_one(row: Spatial, velocity: Spatial, z: Spatial) -> Spatial:
    w, v, e, d = velocity[:3], velocity[3:], row[:3], row[3:]
    U = Spin(w, z[:3]).matrix
    turned = cross(v, cross(w, e))
    linear = add(add(cross(z[3:], e), add(turned, turned)), apply(U, d))
    return *apply(U, e), *linear


def force_columns(bodies: Bodies, forces: Places, k: int) -> Columns:
    """F̄ at body k."""
    return tuple(cross_force(row, forces[k]) for row in bodies.joint(k).rows)


def _of_parent(bodies: Bodies, velocities: Places, k: int) -> Spatial:
    parent = bodies.mechanism.links[k].parent
    return ZERO_SPATIAL if parent < 0 else bodies.transform(k).motion_from_parent(velocities[parent])


def doubled_velocity_columns(bodies: Bodies, velocities: Places, k: int) -> Columns:
    """Ψ_v at body k."""
    rows = bodies.joint(k).rows
    passing = velocities[k] if len(rows) == 1 else _of_parent(bodies, velocities, k)
    both = add_spatial(velocities[k], passing)
    return tuple(cross_motion(both, row) for row in rows)


def rigid_velocity_columns(bodies: Bodies, velocities: Places, composites: Places, k: int) -> Columns:
    """N_v at body k."""
    r: RigidInertia = composites[k]
    rows = bodies.joint(k).rows
    if len(rows) == 1:
        return (CoriolisInertia.of(r, rows[0]).apply(_doubled(velocities[k])),)
    coriolis = rigid_coriolis(velocities, composites, k)
    turned = doubled_velocity_columns(bodies, velocities, k)
    return tuple(add_spatial(r.apply(x), coriolis.apply(row)) for x, row in zip(turned, rows, strict=True))


def rigid_acceleration_columns(
    bodies: Bodies, velocities: Places, accelerations: Places, composites: Places, k: int
) -> Columns:
    """N_q at body k."""
    r: RigidInertia = composites[k]
    rows = bodies.joint(k).rows
    if len(rows) == 1:
        (row,), w, z = rows, velocities[k][:3], accelerations[k]
        e, d = row[:3], row[3:]
        T, x = _turned_spin(w, z[:3], e), add(cross(z[3:], e), apply(Spin(w, z[:3]).matrix, d))
        moment = add(_moment(T, r.second), cross(r.moment, x))
        return ((*moment, *add(scale(r.mass, x), apply(T, r.moment))),)
    coriolis = rigid_coriolis(velocities, composites, k)
    turned = velocity_columns(bodies, velocities, k)
    pulled = acceleration_columns(bodies, velocities, accelerations, k)
    return tuple(add_spatial(r.apply(x), coriolis.apply(y)) for x, y in zip(pulled, turned, strict=True))


def _turned_spin(w: Vector, accelerated: Vector, e: Vector) -> Matrix:
    """Uẽ − ẽU = (α × e)~ + ω(ω × e)* + (ω × e)ω*."""
    if e == _Z:
        (x, y, z), (a, b, _) = w, accelerated
        xy, xz, yz = times(x, y), times(x, z), times(y, z)
        twice, across = plus(xy, xy), minus(times(y, y), times(x, x))
        return (
            (twice, across, minus(yz, a)),
            (across, negative(twice), negative(plus(xz, b))),
            (plus(yz, a), minus(b, xz), 0.0),
        )
    u, (a, b, c) = cross(w, e), cross(accelerated, e)
    xx, yy, zz = (plus(s, s) for s in (times(x, y) for x, y in zip(w, u, strict=True)))
    xy, xz, yz = (plus(times(w[i], u[j]), times(u[i], w[j])) for i, j in ((0, 1), (0, 2), (1, 2)))
    return (xx, minus(xy, c), plus(xz, b)), (plus(xy, c), yy, minus(yz, a)), (minus(xz, b), plus(yz, a), zz)


def _moment(T: Matrix, second: Matrix) -> Vector:
    """Σ m x × T x, from the second moments S = Σ m x xᵀ."""
    S = second
    pairs = ((1, 2, 0), (2, 0, 1), (0, 1, 2))
    return tuple(_moment_about(T, S, *pair) for pair in pairs)  # type: ignore[return-value]


def _moment_about(T: Matrix, S: Matrix, i: int, j: int, k: int) -> Number:
    """About axis k = i × j: what has one factor is added first."""
    if T[i][j] is T[j][i]:
        own = times(T[j][i], minus(S[i][i], S[j][j])) if not is_zero(T[j][i]) else 0.0
    else:
        own = minus(times(S[i][i], T[j][i]), times(S[j][j], T[i][j]))
    across = 0.0 if is_zero(S[i][j]) else times(S[i][j], minus(T[j][j], T[i][i]))
    return plus(own, plus(across, minus(times(S[i][k], T[j][k]), times(S[j][k], T[i][k]))))


def rigid_coriolis(velocities: Places, composites: Places, k: int) -> CoriolisInertia:
    """C_r at body k."""
    return CoriolisInertia.of(composites[k], _doubled(velocities[k]))


def rigid_coriolis_adjoint(velocities: Places, composites: Places, x: Spatial, k: int) -> Spatial:
    """C_r* x at body k: [v × (n × h) + S(ω × n) + (m v + ω × h) × f; 0], V doubled."""
    r: RigidInertia = composites[k]
    both, n, f = _doubled(velocities[k]), x[:3], x[3:]
    w, v = both[:3], both[3:]
    turned = add(cross(v, cross(n, r.moment)), apply(r.second, cross(w, n)))
    momentum = add(scale(r.mass, v), cross(w, r.moment))
    return *add(turned, cross(momentum, f)), 0.0, 0.0, 0.0


def _doubled(x: Spatial) -> Spatial:
    return add_spatial(x, x)


def gradient_columns(bodies: Bodies, owner: Gradients, name: str, operands: list[Places], k: int) -> Columns:
    """The columns of a letter that takes joint rates to bodies, from the values that it reads."""
    match name:
        case owner.Psi_dot.name:
            return velocity_columns(bodies, operands[0], k)
        case owner.Psi_v.name:
            return doubled_velocity_columns(bodies, operands[0], k)
        case owner.Psi_ddot.name:
            return acceleration_columns(bodies, operands[0], operands[1], k)
        case owner.N_v.name:
            return rigid_velocity_columns(bodies, operands[0], operands[1], k)
        case owner.N_q.name:
            return rigid_acceleration_columns(bodies, operands[0], operands[1], operands[2], k)
        case _:
            return force_columns(bodies, operands[0], k)
