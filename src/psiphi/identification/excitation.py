"""Motions in which joint forces tell much: Fourier series of a small condition number."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.model.arguments import count, instance_argument, number_array, positive_number
from psiphi.robot import Robot

Array = NDArray[np.float64]

REACH, RATE = np.pi / 2, 2.0  # of joints without limits
FAR = 100.0
"""Limits that are further apart are none."""


@frozen(eq=False)
class Excitation:
    """A motion that repeats itself: time (T,), q, v and a (T, n); `condition` is that of its regressor."""

    time: Array
    q: Array
    v: Array
    a: Array
    condition: float


def excitation(
    robot: Robot,
    *,
    duration: float = 10.0,
    samples: int = 200,
    harmonics: int = 5,
    condition: float = 100.0,
    acceleration: ArrayLike = 10.0,
    trials: int = 400,
    seed: int = 0,
) -> Excitation:
    """A motion within the limits of the robot whose regressor has at most this condition number.

        q_i(t) = q̄_i + Σ_k (a_ik sin kωt + b_ik cos kωt),    ω = 2π/duration

    [Swevers et al., IEEE Trans. Robotics and Automation 13, 1997]. Columns of the regressor are brought to
    one length.
    Coefficients are drawn, and drawn again near the best so far; each motion is as large as limits of
    position, velocity and `acceleration` let it be.
    """
    instance_argument("robot", robot, Robot)
    if robot.nq != robot.nv or robot.model.loops:
        raise InputError("excitation: is for robots whose coordinates are plain numbers, without loops.")
    omega = 2.0 * np.pi / positive_number("duration", duration)
    bound = positive_number("condition", condition)
    top = number_array("acceleration", acceleration)
    if top.shape not in ((), (robot.nv,)) or not (top > 0.0).all():
        raise InputError(f"acceleration: give one positive number or ({robot.nv},) of them.")
    base = robot.base_parameters()
    if count("samples", samples) * robot.nv <= base.rank + robot.nv:
        raise InputError(f"samples: {samples} are too few for {base.rank} numbers; give more.")
    time = np.arange(samples, dtype=float) * (duration / samples)
    orders = np.arange(1, count("harmonics", harmonics) + 1)
    waves = np.concatenate(
        [np.sin(np.outer(time, omega * orders)), np.cos(np.outer(time, omega * orders))], axis=1
    )
    frequencies = np.tile(omega * orders, 2)
    turned = np.concatenate([waves[:, len(orders) :], -waves[:, : len(orders)]], axis=1) * frequencies
    middle, reach, rate = _room(robot)
    rng = np.random.default_rng(count("seed", seed, 0, math.inf))

    def motion(coefficients: Array) -> tuple[Array, Array, Array]:
        q, v, a = waves @ coefficients, turned @ coefficients, -(waves * frequencies**2) @ coefficients
        largest = np.max([np.abs(q).max(0) / reach, np.abs(v).max(0) / rate, np.abs(a).max(0) / top], axis=0)
        return middle + q / largest, v / largest, a / largest

    def judged(coefficients: Array) -> float:
        regressor = robot.inverse_dynamics_regressor(*motion(coefficients))[..., base.independent]
        columns = regressor.reshape(-1, base.rank)
        lengths = np.linalg.norm(columns, axis=0)
        return float(np.linalg.cond(columns / lengths)) if lengths.all() else np.inf

    best, least, step = np.zeros((2 * len(orders), robot.nv)), np.inf, 1.0
    for trial in range(count("trials", trials)):
        fresh = rng.standard_normal(best.shape) / np.tile(orders, 2)[:, None]
        tried = fresh if trial < trials // 8 else best + step * fresh
        found = judged(tried)
        if found < least:
            best, least, step = tried, found, min(1.0, 1.5 * step)
            if least <= bound:
                break
        elif trial >= trials // 8:
            step = max(0.02, 0.97 * step)
    if least > bound:
        raise InputError(
            f"condition: the best motion found has {least:.4g}, and {bound:.4g} is asked for; give more "
            "trials, harmonics or duration, or a larger condition."
        )
    return Excitation(time, *motion(best), least)


def _room(robot: Robot) -> tuple[Array, Array, Array]:
    """The middle between the limits of each joint, how far it may go from there, and how fast.

    Where limits are missing or far apart, REACH about what is nearest to zero within them.
    """
    bounds = robot.limits
    low, high = bounds.lower, bounds.upper
    reach = np.where(high - low > FAR, REACH, 0.5 * (high - low))
    rate = np.where(np.isfinite(bounds.velocity), bounds.velocity, RATE)
    for name in robot.joint_names:
        place = robot.v_slice(name)
        if not (np.minimum(reach, rate)[place] > 0.0).all():
            raise InputError(f"robot: joint {name!r} cannot move within its limits; model.lock keeps it.")
    return np.clip(0.0, low + reach, high - reach), reach, rate
