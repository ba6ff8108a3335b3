"""The letters of algebra/gradients.py at one body.

For a joint of one degree of freedom the motion of its own body may stand for that of the one it hangs on:
what they differ by cancels. With U = α̃ + ω̃ω̃, z the classical acceleration of its origin, and H* = [e; d],

    Ψ̇ = [ω × e; ω × d],    Ψ_v = 2Ψ̇,    Ψ̈ = [U e; z × e + U d],    F̄ = H* ×* F

For others Ψ̇ = [ω_p; −v_J] × H*, with v_J of H*θ̇ and ω_p of the parent. N_q is what Newton's law takes for
the changes δU = Uẽ − ẽU and δz = z × e + U d of a composite body, and N_v h = C_r(h)V with the C_r of the
motion h, since C_r(V)h + r(V × h) = C_r(h)V; what moves in joints within is added to both as C_J.
"""

from __future__ import annotations

from psiphi.algebra.gradients import Gradients
from psiphi.recursion.bodies.bias import AngularMotion, Spin
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.bodies.coriolis import CoriolisInertia
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import (
    ZERO,
    Matrix,
    Spatial,
    Vector,
    add,
    add_spatial,
    apply,
    cross,
    cross_force,
    cross_motion,
    is_zero,
    is_zero_vector,
    minus,
    negate,
    plus,
    scale,
    times,
)
from psiphi.recursion.sweeps.values import Places

Columns = tuple[Spatial, ...]


def velocity_columns(bodies: Bodies, motions: Places, k: int) -> Columns:
    """Ψ̇ at body k, a column for each degree of freedom of its joint."""
    rows = bodies.joint(k).rows
    passing = (*motions[k].velocity, *ZERO) if len(rows) == 1 else _passing(motions[k])
    return tuple(cross_motion(passing, row) for row in rows)


def doubled_velocity_columns(bodies: Bodies, motions: Places, k: int) -> Columns:
    """Ψ_v at body k."""
    rows, own = bodies.joint(k).rows, (*motions[k].velocity, *ZERO)
    both = add_spatial(own, own if len(rows) == 1 else _passing(motions[k]))
    return tuple(cross_motion(both, row) for row in rows)


def _passing(motion: AngularMotion) -> Spatial:
    """E_φ*V − n."""
    return *motion.carried, *negate(motion.relative[3:])


def acceleration_columns(bodies: Bodies, motions: Places, accelerations: Places, k: int) -> Columns:
    """Ψ̈ at body k; `accelerations` are the classical ones."""
    rows = bodies.joint(k).rows
    if len(rows) == 1:
        (row,), w, z = rows, motions[k].velocity, accelerations[k]
        U, e, d = Spin(w, z[:3]).matrix, row[:3], row[3:]
        return ((*apply(U, e), *add(cross(z[3:], e), apply(U, d))),)
    parent, transform = bodies.mechanism.links[k].parent, bodies.transform(k)
    if parent < 0:
        gravity = transform.rotate_from_parent(negate(bodies.mechanism.gravity))
        return tuple(cross_motion((*ZERO, *gravity), row) for row in rows)
    # as seen from the origin of the parent, where spatial and classical accelerations are the same
    spatial = transform.motion_from_parent(accelerations[parent])
    passing = transform.motion_from_parent((*motions[parent].velocity, *ZERO))
    linear = add(passing[3:], motions[k].relative[3:])
    less = add_spatial(passing, (*ZERO, *negate(add(linear, linear))))
    return tuple(
        add_spatial(cross_motion(spatial, row), cross_motion(less, cross_motion(passing, row)))
        for row in rows
    )


def force_columns(bodies: Bodies, forces: Places, k: int) -> Columns:
    """F̄ at body k."""
    return tuple(cross_force(row, forces[k]) for row in bodies.joint(k).rows)


def resisted_velocity_columns(
    bodies: Bodies, motions: Places, composites: Places, within: Places, k: int
) -> Columns:
    """N_v at body k; `within` is C_J, None where a body carries no other."""
    r: RigidInertia = composites[k]
    rows = bodies.joint(k).rows
    if len(rows) == 1:
        own = CoriolisInertia.of(r, rows[0]).apply((*_doubled(motions[k].velocity), *ZERO))
        return (own if within[k] is None else add_spatial(own, within[k].apply(rows[0])),)
    turned = doubled_velocity_columns(bodies, motions, k)
    return _resisted(r, turned, composite_coriolis(motions, composites, within, k), rows)


def resisted_acceleration_columns(
    bodies: Bodies, motions: Places, accelerations: Places, composites: Places, within: Places, k: int
) -> Columns:
    """N_q at body k."""
    r: RigidInertia = composites[k]
    pulled = acceleration_columns(bodies, motions, accelerations, k)
    turned = velocity_columns(bodies, motions, k)
    if len(turned) == 1:
        e, x = bodies.joint(k).rows[0][:3], pulled[0][3:]
        T = _turned_spin(motions[k].velocity, accelerations[k][:3], e)
        moment = add(_moment(T, r.second), cross(r.moment, x))
        own = *moment, *add(scale(r.mass, x), apply(T, r.moment))
        return (own if within[k] is None else add_spatial(own, within[k].apply(turned[0])),)
    return _resisted(r, pulled, composite_coriolis(motions, composites, within, k), turned)


def _resisted(r: RigidInertia, pulled: Columns, coriolis: CoriolisInertia, turned: Columns) -> Columns:
    return tuple(add_spatial(r.apply(x), coriolis.apply(y)) for x, y in zip(pulled, turned, strict=True))


def _turned_spin(w: Vector, accelerated: Vector, e: Vector) -> Matrix:
    """Uẽ − ẽU = (α × e)~ + ω(ω × e)* + (ω × e)ω*."""
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


def composite_coriolis(motions: Places, composites: Places, within: Places, k: int) -> CoriolisInertia:
    """C at body k."""
    rigid = CoriolisInertia.of(composites[k], (*_doubled(motions[k].velocity), *ZERO))
    return rigid if within[k] is None else rigid + within[k]


def composite_coriolis_adjoint(
    motions: Places, composites: Places, within: Places, x: Spatial, k: int
) -> Spatial:
    """C* x at body k, of which that of C_r is [S(ω × n) + (ω × h) × f; 0], ω doubled."""
    r: RigidInertia = composites[k]
    w, n, f = _doubled(motions[k].velocity), x[:3], x[3:]
    rigid = *add(apply(r.second, cross(w, n)), cross(cross(w, r.moment), f)), 0.0, 0.0, 0.0
    return rigid if within[k] is None else add_spatial(rigid, within[k].apply_adjoint(x))


def moving_lever_force(
    bodies: Bodies, motions: Places, x: Spatial, k: int, beside: Spatial | None = None
) -> Spatial:
    """Λ x + E_φ y at the parent of body k, y `beside` it; Λ x = [2 l̇ × f; 0], l from origin to origin.

    Where l is along the axis of the joint alone, 2 l̇ × f is turned together with y.
    """
    transform, f = bodies.transform(k), x[3:]
    if beside is not None and is_zero_vector(transform.lever):
        within = cross(_slide_rate(motions, transform, k), f)
        return transform.force_to_parent(add_spatial(beside, (*within, *ZERO)))
    moved = *cross(_lever_rate(bodies, motions, k), transform.rotate_to_parent(f)), 0.0, 0.0, 0.0
    return moved if beside is None else add_spatial(transform.force_to_parent(beside), moved)


def moving_lever_motion(bodies: Bodies, motions: Places, x: Spatial, k: int) -> Spatial:
    """Λ* x at body k, x at its parent: [0; ω × 2 l̇]."""
    linear = cross(x[:3], _lever_rate(bodies, motions, k))
    return 0.0, 0.0, 0.0, *bodies.transform(k).rotate_from_parent(linear)


def _lever_rate(bodies: Bodies, motions: Places, k: int) -> Vector:
    """2 l̇ = 2 (ω_p × l + v_J), in the axes of the parent."""
    transform, parent = bodies.transform(k), bodies.mechanism.links[k].parent
    turned = cross(_doubled(motions[parent].velocity), transform.position)
    return add(turned, transform.rotate_to_parent(_doubled(motions[k].relative[3:])))


def _slide_rate(motions: Places, transform: Transform, k: int) -> Vector:
    """The same for l = slide · e_z, in the axes of the body."""
    turned = cross(_doubled(motions[k].carried), (0.0, 0.0, transform.slide))
    return add(turned, _doubled(motions[k].relative[3:]))


def _doubled(x: Vector) -> Vector:
    return add(x, x)


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
            return resisted_velocity_columns(bodies, operands[0], operands[1], operands[2], k)
        case owner.N_q.name:
            motions, accelerations, composites, within = operands
            return resisted_acceleration_columns(bodies, motions, accelerations, composites, within, k)
        case _:
            return force_columns(bodies, operands[0], k)
