"""Motions through given places: cubic splines of configurations, and of poses of a frame."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control.frame_references import FrameReference, flat_rotation, point, turned_rotation
from psiphi.control.references import Arrays, JointReference, Numbers
from psiphi.errors import InputError
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.model.arguments import configuration_argument, instance_argument, number_array
from psiphi.recursion.manifold.rotations import TINY
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import Vector, add, cross, dot, scale
from psiphi.robot import Robot
from psiphi.spatial import log_so3

Array = NDArray[Any]

SMALL = 1e-2
"""The squared angle below which functions of it are summed up, as differences lose digits there."""


class _Cubic:
    """The cubic spline through x (knots, n) at times, at rest at both ends and beyond."""

    def __init__(self, times: ArrayLike, x: Array) -> None:
        self.knots = number_array("times", times)
        if (
            self.knots.ndim != 1
            or len(self.knots) < 2
            or not (np.isfinite(self.knots).all() and np.diff(self.knots).min() > 0.0)
        ):
            raise InputError("times: give two or more, each after the one before.")
        if len(x) != len(self.knots):
            raise InputError(f"times: {len(self.knots)} given for {len(x)} places; give one for each.")
        self._times, self.size = self.knots.tolist(), x.shape[-1]
        self._pieces = np.ascontiguousarray(_pieces(self.knots, x).reshape(-1, 4 * self.size))
        self.moving = {"piece": 4 * self.size, "elapsed": 1}

    def __call__(self, t: float | Array) -> tuple[Array, Array]:
        """The coefficients of the piece at hand, and the time in it."""
        if isinstance(t, float):  # the common case of a control loop, without arrays
            i = bisect_right(self._times, t)
            return self._pieces[i], np.array([t - self._times[i - 1] if i else 0.0])
        places = np.searchsorted(self.knots, t, side="right")
        elapsed = np.where(places > 0, t - self.knots[np.maximum(places - 1, 0)], 0.0)
        return self._pieces[places], elapsed[..., None]

    def sampled(self, times: ArrayLike) -> tuple[Array, Array, Array]:
        """Value and two derivatives at times, (*times, n) each."""
        piece, elapsed = self(number_array("times", times))
        return _values(np.moveaxis(piece.reshape(*elapsed.shape[:-1], 4, self.size), -2, 0), elapsed)

    def traced(self, x: Arrays) -> tuple[list[Number], list[Number], list[Number]]:
        """Value and two derivatives from the arrays that move."""
        n, (t,) = self.size, x["elapsed"]
        columns = [_values([x["piece"][k * n + i] for k in range(4)], t) for i in range(n)]
        value, rate, growth = ([column[k] for column in columns] for k in range(3))
        return value, rate, growth


class Spline(JointReference):
    """The cubic spline through q (knots, nq) at times (knots,), at rest before the first and after the last.

    Velocities and accelerations are continuous between the ends; spline.sampled(t) gives q, v and a at any
    times. Coordinates must be plain numbers.
    """

    def __init__(self, robot: Robot, times: ArrayLike, q: ArrayLike) -> None:
        instance_argument("robot", robot, Robot)
        model = robot.model
        if model.nq != model.nv or any(group.kind.name == "planar" for group in model.coordinates.groups):
            raise InputError(
                f"{model.name!r} has joints that turn freely, whose coordinates have no splines; `quintic` "
                "moves them."
            )
        places = configuration_argument(model, "q", q)
        if places.ndim != 2 or not np.isfinite(places).all():
            raise InputError(f"q: has shape {places.shape}; give (knots, {model.nq}) finite numbers.")
        self._cubic, self._start = _Cubic(times, places), places[0]
        self.fixed, self.moving, self.sampled = {}, self._cubic.moving, self._cubic.sampled

    def start(self) -> Array:
        return self._start

    def __call__(self, t: float | Array) -> tuple[Array, ...]:
        return self._cubic(t)

    def traced(self, arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, ...]:
        return self._cubic.traced(x)


class PoseSpline(FrameReference):
    """A smooth motion of a frame through poses at times: R = exp(ξ) R₀ and p, ξ and p cubic splines.

    rotations (knots, 3, 3) and positions (knots, 3), each less than half a turn from the one before.
    Velocities and accelerations are continuous between the ends, and zero beyond them.
    """

    def __init__(self, times: ArrayLike, rotations: ArrayLike, positions: ArrayLike) -> None:
        turns, places = flat_rotation(rotations), point(positions)
        if turns.ndim != 2 or places.shape != (len(turns), 3):
            raise InputError(
                f"positions: has shape {places.shape} beside {turns.shape[:-1]} rotations; give one for "
                "each, (knots, 3, 3) and (knots, 3)."
            )
        matrices = turns.reshape(-1, 3, 3)
        ways = log_so3(matrices @ matrices[0].T)
        for k in range(1, len(ways)):
            ways[k] = _nearest(ways[k], ways[k - 1])
        self._cubic = _Cubic(times, np.concatenate([ways, places], axis=-1))
        self.fixed, self.moving = {"rotation": turns[0]}, self._cubic.moving

    def __call__(self, t: float | Array) -> tuple[Array, ...]:
        return self._cubic(t)

    def traced(self, arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, ...]:
        value, rate, growth = self._cubic.traced(x)
        xi, xi_dot, xi_ddot = ((y[0], y[1], y[2]) for y in (value, rate, growth))
        rotation = turned_rotation(xi, x["rotation"], arithmetic)
        omega, alpha = _turning(xi, xi_dot, xi_ddot, arithmetic)
        return rotation, value[3:], [*omega, *rate[3:]], [*alpha, *growth[3:]]


def _nearest(turn: Array, before: Array) -> Array:
    """The rotation vector of the same rotation that is nearest to another."""
    angle = np.linalg.norm(turn)
    if angle == 0.0:
        return turn
    choices = [turn * (1.0 + 2.0 * np.pi * k / angle) for k in (-1, 0, 1)]
    return min(choices, key=lambda each: float(np.linalg.norm(each - before)))


def _turning(xi: Vector, rate: Vector, growth: Vector, arithmetic: Arithmetic) -> tuple[Vector, Vector]:
    """ω and its rate, in fixed axes, of the rotation exp(ξ): ω = ξ̇ + a ξ × ξ̇ + b ξ × (ξ × ξ̇).

    a = (1 − cos θ)/θ², b = (θ − sin θ)/θ³.
    """
    a, b, a_slope, b_slope = _coefficients(dot(xi, xi), arithmetic)
    along = dot(xi, rate)  # θθ̇
    once, again = cross(xi, rate), cross(xi, growth)
    omega = add(rate, add(scale(a, once), scale(b, cross(xi, once))))
    bent = add(scale(a_slope * along, once), scale(b_slope * along, cross(xi, once)))
    turned = add(scale(a, again), scale(b, add(cross(rate, once), cross(xi, again))))
    return omega, add(growth, add(turned, bent))


def _coefficients(square: Number, arithmetic: Arithmetic) -> tuple[Number, Number, Number, Number]:
    """a, b and da/dθ/θ, db/dθ/θ of θ²."""
    angle = arithmetic.sqrt(square + TINY)
    inverse = arithmetic.reciprocal(square + TINY)
    sine, cosine = arithmetic.sin(angle), arithmetic.cos(angle)
    a = (1.0 - cosine) * inverse
    b = (angle - sine) * inverse * arithmetic.reciprocal(angle)
    exact = (
        a,
        b,
        (sine * arithmetic.reciprocal(angle) - 2.0 * a) * inverse,
        (a - 3.0 * b) * inverse,
    )
    series = (
        (1 / 2, -1 / 24, 1 / 720, -1 / 40320, 1 / 3628800),
        (1 / 6, -1 / 120, 1 / 5040, -1 / 362880, 1 / 39916800),
        (-1 / 12, 1 / 180, -1 / 6720, 1 / 453600, -1 / 47900160),
        (-1 / 60, 1 / 1260, -1 / 60480, 1 / 4989600, -1 / 622702080),
    )
    summed = [_summed(terms, square) for terms in series]
    a, b, a_slope, b_slope = (
        arithmetic.select(square - SMALL, x, y) for x, y in zip(exact, summed, strict=True)
    )
    return a, b, a_slope, b_slope


def _summed(terms: tuple[float, ...], x: Number) -> Number:
    total: Number = terms[-1]
    for term in reversed(terms[:-1]):
        total = term + x * total
    return total


def _values(c: Any, t: Any) -> tuple[Any, Any, Any]:
    """A cubic c₀ + c₁t + c₂t² + c₃t³ with its two derivatives."""
    return (
        c[0] + t * (c[1] + t * (c[2] + t * c[3])),
        c[1] + t * (2.0 * c[2] + 3.0 * t * c[3]),
        2.0 * c[2] + 6.0 * t * c[3],
    )


def _pieces(t: Array, q: Array) -> Array:
    """Coefficients (knots + 1, 4, n): at rest, then from knot to knot, then at rest.

    Velocities at the knots make the accelerations of neighbours meet: h₋⁻¹v₋ + 2(h₋⁻¹ + h₊⁻¹)v + h₊⁻¹v₊ =
    3(h₋⁻²δ₋ + h₊⁻²δ₊).
    """
    h = np.diff(t)[:, None]
    way = np.diff(q, axis=0)
    matrix, right = np.eye(len(t)), np.zeros_like(q)
    for k in range(1, len(t) - 1):
        before, after = 1.0 / h[k - 1, 0], 1.0 / h[k, 0]
        matrix[k, k - 1 : k + 2] = before, 2.0 * (before + after), after
        right[k] = 3.0 * (before**2 * way[k - 1] + after**2 * way[k])
    v = np.linalg.solve(matrix, right)
    moving = np.stack(
        [q[:-1], v[:-1], (3.0 * way / h - 2.0 * v[:-1] - v[1:]) / h, (v[:-1] + v[1:] - 2.0 * way / h) / h**2],
        axis=1,
    )
    still = np.zeros((2, 4, q.shape[1]))
    still[:, 0] = q[[0, -1]]
    return np.concatenate([still[:1], moving, still[1:]])
