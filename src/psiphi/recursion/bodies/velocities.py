"""Spatial velocities V = φ*H*v, and the operators that are linear in them.

With × the cross product of motions and ×* that of a motion with a force,

    Ḣ* u = V × H*u + (dH*/dt) u,    C_M w = ½ (V ×* Mw − M (V × w) + w ×* MV)

of which the second is in coriolis.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.recursion.bodies.joint_maps import JointMap, subspace_bias
from psiphi.recursion.bodies.links import Link
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import Spatial, add, cross, spatial


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
    moved = cross_motion(velocity, spatial(joint.expand(u)))
    return *add(moved[:3], subspace_bias(link, joint, (*u[:1], *rates[1:]))), *moved[3:]
