"""How a motion differs from a reference motion, joint by joint, on generic numbers.

Rates of rotations and of poses are told in the axes of the body, which are not those of the reference. There,
with R and p of the body, R_d and p_d of the reference and S = R*R_d,

| kind | e | v_d becomes w | its rate | ė |
|---|---|---|---|---|
| rotation | ξ, R = R_d exp(ξ) | S ω_d | S α_d − ω × w | dexp⁻¹(ξ)(ω − w) |
| position | R*(p − p_d) | S v_d | S (a_d + ω_d × v_d) − ω × w | v − w − ω × e |
| all others | q − q_d | v_d | a_d | v − v_d |

so that d/dt ½|e|² = e*(v − w) for each rotation and each position: a spring −k e has the energy ½k|e|².
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from psiphi.model import Model
from psiphi.recursion.bodies.joint_maps import quaternion_product
from psiphi.recursion.manifold.joints import joints_of
from psiphi.recursion.manifold.rotations import (
    conjugate,
    logarithm,
    rate_of_rotation_vector,
    rotated,
    turned_in_plane,
)
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import Vector, add, cross, subtract

Numbers = Sequence[Number]


class Tracking(NamedTuple):
    """The error e and its rate ė, and the reference's velocity and acceleration carried to q, (nv) each."""

    error: Numbers
    error_rate: Numbers
    velocity: Numbers
    acceleration: Numbers


def tracking(
    model: Model, q: Numbers, v: Numbers, q_d: Numbers, v_d: Numbers, a_d: Numbers, arithmetic: Arithmetic
) -> Tracking:
    """How far q and v are from a reference; v and a are zero where it stands, quaternions of unit length."""
    found = [[0.0] * model.nv for _ in range(4)]
    for kind, q_places, v_places in joints_of(model):
        own = [[x[i] for i in q_places] for x in (q, q_d)] + [[x[i] for i in v_places] for x in (v, v_d, a_d)]
        there, at, rates, speed, thrust = own
        for values, part in zip(
            found, _KINDS.get(kind.name, _plain)(there, at, rates, speed, thrust, arithmetic), strict=True
        ):
            for place, x in zip(v_places, part, strict=True):
                values[place] = x
    return Tracking(*found)


def _plain(
    q: Numbers, q_d: Numbers, v: Numbers, v_d: Numbers, a_d: Numbers, arithmetic: Arithmetic
) -> Tracking:
    error = [x - y for x, y in zip(q, q_d, strict=True)]
    return Tracking(error, [x - y for x, y in zip(v, v_d, strict=True)], v_d, a_d)


def _rotation(
    q: Numbers, q_d: Numbers, v: Numbers, v_d: Numbers, a_d: Numbers, arithmetic: Arithmetic
) -> Tracking:
    xi = logarithm(quaternion_product(conjugate(q_d), q), arithmetic).omega
    between = quaternion_product(conjugate(q), q_d)
    omega = _vector(v)
    w = rotated(between, _vector(v_d))
    rate = rate_of_rotation_vector(xi, subtract(omega, w), arithmetic)
    return Tracking(xi, rate, w, subtract(rotated(between, _vector(a_d)), cross(omega, w)))


def _pose(
    q: Numbers, q_d: Numbers, v: Numbers, v_d: Numbers, a_d: Numbers, arithmetic: Arithmetic
) -> Tracking:
    turn = _rotation(q[3:], q_d[3:], v[:3], v_d[:3], a_d[:3], arithmetic)
    between = quaternion_product(conjugate(q[3:]), q_d[3:])
    omega = _vector(v)
    e = rotated(conjugate(q[3:]), subtract(_vector(q), _vector(q_d)))
    w = rotated(between, _vector(v_d[3:]))
    rate = subtract(subtract(_vector(v[3:]), w), cross(omega, e))
    turning = cross(_vector(v_d), _vector(v_d[3:]))
    thrust = subtract(rotated(between, add(_vector(a_d[3:]), turning)), cross(omega, w))
    position = Tracking(e, rate, w, thrust)
    return Tracking(*([*x, *y] for x, y in zip(turn, position, strict=True)))


def _in_plane(
    q: Numbers, q_d: Numbers, v: Numbers, v_d: Numbers, a_d: Numbers, arithmetic: Arithmetic
) -> Tracking:
    """q = [x, y, θ], v = [ω, vx, vy]; the shorter way round, as that of a quaternion about z."""
    angle = q[2] - q_d[2]
    half = 0.5 * angle
    turn = logarithm((0.0, 0.0, arithmetic.sin(half), arithmetic.cos(half)), arithmetic).omega[2]
    e = turned_in_plane(q[0] - q_d[0], q[1] - q_d[1], -q[2], arithmetic)
    w = turned_in_plane(v_d[1], v_d[2], -angle, arithmetic)
    thrust = turned_in_plane(a_d[1] - v_d[0] * v_d[2], a_d[2] + v_d[0] * v_d[1], -angle, arithmetic)
    omega = v[0]
    return Tracking(
        [turn, *e],
        [omega - v_d[0], v[1] - w[0] + omega * e[1], v[2] - w[1] - omega * e[0]],
        [v_d[0], *w],
        [a_d[0], thrust[0] + omega * w[1], thrust[1] - omega * w[0]],
    )


def _vector(x: Numbers) -> Vector:
    return x[0], x[1], x[2]


_KINDS = {"spherical": _rotation, "free": _pose, "planar": _in_plane}
