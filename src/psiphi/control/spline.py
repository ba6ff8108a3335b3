"""Motions of the joints through given configurations: cubic splines."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control.references import Arrays, JointReference, Numbers
from psiphi.errors import InputError
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.model.arguments import configuration_argument
from psiphi.robot import Robot
from psiphi.simulation.arguments import number_array

Array = NDArray[Any]


class Spline(JointReference):
    """The cubic spline through q (knots, nq) at times (knots,), at rest before the first and after the last.

    Velocities and accelerations are continuous between the ends; spline.sampled(t) gives q, v and a at any
    times. Coordinates must be plain numbers. Of the motion, the piece at hand and the time in it move.
    """

    def __init__(self, robot: Robot, times: ArrayLike, q: ArrayLike) -> None:
        model = robot.model
        if model.nq != model.nv or any(group.kind.name == "planar" for group in model.coordinates.groups):
            raise InputError(
                f"{model.name!r} has joints that turn freely, whose coordinates have no splines; `quintic` "
                "moves them."
            )
        knots, places = number_array("times", times), configuration_argument(model, "q", q)
        if knots.ndim != 1 or len(knots) < 2 or not (np.diff(knots) > 0.0).all():
            raise InputError("times: give two or more, each after the one before.")
        if places.shape != (len(knots), model.nq) or not np.isfinite(places).all():
            raise InputError(f"q: has shape {places.shape}; give ({len(knots)}, {model.nq}) finite numbers.")
        self._knots, self._times = knots, knots.tolist()
        self._pieces = np.ascontiguousarray(_pieces(knots, places).reshape(-1, 4 * model.nq))
        self._size, self._start = model.nq, places[0]
        self.fixed, self.moving = {}, {"piece": 4 * model.nq, "elapsed": 1}

    def start(self) -> Array:
        return self._start

    def __call__(self, t: float | Array) -> tuple[Array, ...]:
        if isinstance(t, float):  # the common case of a control loop, without arrays
            i = bisect_right(self._times, t)
            return self._pieces[i], np.array([t - self._times[i - 1] if i else 0.0])
        places = np.searchsorted(self._knots, t, side="right")
        elapsed = np.where(places > 0, t - self._knots[np.maximum(places - 1, 0)], 0.0)
        return self._pieces[places], elapsed[..., None]

    def sampled(self, times: ArrayLike) -> tuple[Array, Array, Array]:
        """q, v and a at times, (*times, nq) each."""
        piece, elapsed = self(number_array("times", times))
        q, v, a = _values(np.moveaxis(piece.reshape(*elapsed.shape[:-1], 4, self._size), -2, 0), elapsed)
        return q, v, a

    def traced(self, arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, ...]:
        n, (t,) = self._size, x["elapsed"]
        columns = [_values([x["piece"][k * n + i] for k in range(4)], t) for i in range(n)]
        q, v, a = ([column[k] for column in columns] for k in range(3))
        return q, v, a


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
