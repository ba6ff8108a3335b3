"""Ψ̇, Ψ̈ and F̄ of algebra/gradients.py at one body.

For a joint of one degree of freedom the motion of its own body may stand for that of the one it hangs on:
what they differ by cancels. With U = α̃ + ω̃ω̃, v the velocity and z the classical acceleration of its origin,
and H* = [e; d],

    Ψ̇ = [ω × e; v × e + ω × d],    Ψ̈ = [U e; z × e + 2 v × (ω × e) + U d],    F̄ = H* ×* F
"""

from __future__ import annotations

from psiphi.algebra.gradients import Gradients
from psiphi.recursion.bodies.bias import Spin
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.bodies.velocities import cross_force, cross_motion
from psiphi.recursion.numbers.vectors import (
    ZERO,
    ZERO_SPATIAL,
    Spatial,
    add,
    add_spatial,
    apply,
    cross,
    negate,
    subtract,
)
from psiphi.recursion.sweeps.values import Places

Columns = tuple[Spatial, ...]


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


def gradient_columns(bodies: Bodies, owner: Gradients, name: str, operands: list[Places], k: int) -> Columns:
    """The columns of a letter, from the values that it reads."""
    if name == owner.Psi_dot.name:
        return velocity_columns(bodies, operands[0], k)
    if name == owner.Psi_ddot.name:
        return acceleration_columns(bodies, operands[0], operands[1], k)
    return force_columns(bodies, operands[0], k)
