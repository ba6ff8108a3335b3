"""Spatial velocities V = φ*H*v, and the operators that are linear in them.

With × the cross product of motions and ×* that of a motion with a force,

    Ḣ* u = V × H*u + (dH*/dt) u,    C_M w = ½ (V ×* Mw − M (V × w) + w ×* MV).
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.recursion.arithmetic import Number
from psiphi.recursion.inertias import RigidInertia
from psiphi.recursion.joint_maps import JointMap, subspace_bias
from psiphi.recursion.links import Link
from psiphi.recursion.vectors import Spatial, add, cross, dot, minus, negative, plus, times


def cross_motion(v: Spatial, w: Spatial) -> Spatial:
    """v × w = [ω × ω_w; ω × v_w + v × ω_w] of two motions."""
    return *cross(v[:3], w[:3]), *add(cross(v[:3], w[3:]), cross(v[3:], w[:3]))


def cross_force(v: Spatial, f: Spatial) -> Spatial:
    """v ×* f = [ω × n + v × f; ω × f] of a motion [ω; v] and a force [n; f]."""
    return *add(cross(v[:3], f[:3]), cross(v[3:], f[3:])), *cross(v[:3], f[3:])


def rate_of_expansion(
    link: Link, joint: JointMap, velocity: Spatial, rates: Sequence[Number], u: Sequence[Number]
) -> Spatial:
    """Ḣ* u; a universal joint turns its first axis at the rate of the second."""
    moved = cross_motion(velocity, joint.expand(u))
    return *add(moved[:3], subspace_bias(link, joint, (u[0], *rates[1:]))), *moved[3:]


def rate_of_projection(
    link: Link, joint: JointMap, velocity: Spatial, rates: Sequence[Number], x: Spatial
) -> tuple[Number, ...]:
    """Ḣ x = −H (V ×* x) + (dH/dt) x."""
    first, *others = (negative(y) for y in joint.project(cross_force(velocity, x)))
    return plus(first, dot(subspace_bias(link, joint, (1.0, *rates[1:])), x[:3])), *others


def coriolis_force(inertia: RigidInertia, velocity: Spatial, w: Spatial, *, adjoint: bool = False) -> Spatial:
    """C_M w; the last of its three terms is skew, and changes sign in C_M* w."""
    forward = cross_force(velocity, inertia.apply(w))
    back = inertia.apply(cross_motion(velocity, w))
    skew = cross_force(w, inertia.apply(velocity))
    combine = minus if adjoint else plus
    a, b, c, d, e, f = (
        times(0.5, combine(minus(x, y), z)) for x, y, z in zip(forward, back, skew, strict=True)
    )
    return a, b, c, d, e, f
