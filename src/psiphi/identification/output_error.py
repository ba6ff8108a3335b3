"""Output-error fits: the parameters whose motions, under the forces measured, follow what was measured.

No accelerations are needed, so that noise of positions does little harm. Motions are cut into segments, since
errors of long ones grow; each begins where it fits best.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.identification.identify import labels_of
from psiphi.identification.measured import refuse_gaps
from psiphi.identification.smoothing import smoothed
from psiphi.model.arguments import count, instance_argument, number_array, positive_number
from psiphi.robot import Robot
from psiphi.varying import VaryingRobot

Array = NDArray[np.float64]

ENOUGH, EXACT = 1e-9, 1e-26


@frozen(eq=False)
class Followed:
    """What was found: combinations of inertial parameters, named after the first one in each.

    names, values, deviations, covariance, projection   as of `Identified`
    noise       the standard deviation of each position, (nv,)
    iterations  how many steps of Gauss and Newton it took
    """

    names: tuple[str, ...]
    values: Array
    deviations: Array
    covariance: Array
    projection: Array
    noise: Array
    iterations: int


def output_error(
    robot: Robot,
    q: ArrayLike,
    tau: ArrayLike,
    dt: float,
    *,
    segment: int = 50,
    values: ArrayLike | None = None,
    window: int = 9,
    most_iterations: int = 20,
) -> Followed:
    """The parameters with which motions follow positions q (samples, n), under tau (samples, n) held for dt.

    segment  samples of a motion, which starts at a state of its own that is fitted as well
    values   where to start, as `identify` finds them; those of the robot if None
    window   samples from which the first guess of a segment's velocity comes

    A robot whose coordinates are plain numbers, without loops; its damping and springs act, and its dry
    friction. Gauss–Newton, with slopes of whole motions from `rollout.jvp`.
    """
    instance_argument("robot", robot, Robot)
    if robot.nq != robot.nv or robot.model.loops:
        raise InputError("output_error: is for robots whose coordinates are plain numbers, without loops.")
    q, tau, h = number_array("q", q), number_array("tau", tau), positive_number("dt", dt)
    if q.ndim != 2 or q.shape != tau.shape or q.shape[1] != robot.nv:
        raise InputError(f"q: has shape {q.shape}, and tau {tau.shape}; give (samples, {robot.nv}) of both.")
    refuse_gaps(q=q, tau=tau)
    steps = count("segment", segment, 2) - 1
    half = count("window", window, 3) // 2
    guess = smoothed(q, tau, h, window=window, degree=2)
    starts = np.arange(0, len(guess.q) - steps, steps)
    if not len(starts):
        raise InputError(f"segment: {segment} samples and a window of {window} need more than {len(q)}.")
    base = robot.base_parameters()
    varied = robot.varying("inertia", physical=False)
    parameters = robot.inertial_parameters()
    if values is not None:
        start = number_array("values", values)
        if start.shape != (base.rank,) or not np.isfinite(start).all():
            raise InputError(f"values: give {base.rank} finite numbers, as `identify` finds them.")
        parameters[base.independent] += start - base.projection @ parameters
    state = [guess.q[starts], guess.v[starts]]
    wanted = np.stack([q[half + i : half + i + steps + 1] for i in starts], axis=1)
    forces = np.stack([tau[half + i : half + i + steps] for i in starts], axis=1)
    noise, iterations = np.ones(robot.nv), 0
    for weighed in (False, True):
        before, floor = np.inf, EXACT * float(((wanted / noise) ** 2).sum())
        for _ in range(count("most_iterations", most_iterations)):
            found, along = _followed(varied, state, forces, h, parameters, base.independent)
            error = wanted - found
            change, information, shifts = _step(error / noise, along / noise[:, None], robot.nv)
            parameters[base.independent] += change
            state = [x + y for x, y in zip(state, shifts, strict=True)]
            iterations += 1
            cost = float(((error / noise) ** 2).sum())
            if before - cost <= ENOUGH * cost + floor:
                break
            before = cost
        else:
            raise InputError("values: the fit does not settle from there; give those that `identify` finds.")
        if not weighed:
            noise = _noise(error, base.rank, len(starts))
    covariance = np.asarray(np.linalg.inv(information), np.float64)
    labels = labels_of(robot, armature=False, friction=False)
    return Followed(
        tuple(labels[i] for i in base.independent),
        base.projection @ parameters,
        np.sqrt(np.diag(covariance)),
        covariance,
        base.projection,
        noise,
        iterations,
    )


def _followed(
    robot: VaryingRobot,
    state: list[Array],
    forces: Array,
    h: float,
    parameters: Array,
    independent: NDArray[np.intp],
) -> tuple[Array, Array]:
    """Motions of all segments, (samples, segments, n), and their slopes, (samples, segments, n, directions).

    Directions are those of the parameters, then of the start's q and v.
    """
    n = state[0].shape[1]
    many = len(independent) + 2 * n
    directions = np.zeros((many, len(parameters)))
    directions[np.arange(len(independent)), independent] = 1.0
    shifts = np.zeros((many, 2 * n))
    shifts[len(independent) :] = np.eye(2 * n)
    q0, v0 = (np.repeat(x[:, None], many, axis=1) for x in state)
    found = robot.rollout.jvp(
        q0,
        v0,
        np.repeat(forces[:, :, None], many, axis=2),
        len(forces),
        h,
        shifts[:, :n],
        shifts[:, n:],
        d_parameters=directions,
        parameters=parameters,
        method="rk4",
        effort_limits=False,
        limits=False,
    )
    if not np.isfinite(found.q).all():
        raise InputError(
            "values: motions diverge from there; give those that `identify` finds, or shorter segments."
        )
    return found.q[:, :, 0], np.moveaxis(found.d_q, 2, -1)


def _step(error: Array, along: Array, n: int) -> tuple[Array, Array, list[Array]]:
    """The change of parameters, their information, and the changes of the starts.

    Starts belong to their own segment, and are eliminated there.
    """
    segments, many = error.shape[1], along.shape[-1] - 2 * n
    left, reduced, kept = [], [], []
    for s in range(segments):
        slopes, rest = along[:, s].reshape(-1, along.shape[-1]), error[:, s].reshape(-1)
        ours, starts = slopes[:, :many], slopes[:, many:]
        basis, triangle = np.linalg.qr(starts)
        kept.append((ours, rest, basis, triangle))
        left.append(rest - basis @ (basis.T @ rest))
        reduced.append(ours - basis @ (basis.T @ ours))
    whole, target = np.concatenate(reduced), np.concatenate(left)
    lengths = np.linalg.norm(whole, axis=0)
    if not lengths.all() or np.linalg.cond(whole / lengths) > 1e8:
        raise InputError(
            "q: the motion does not excite all that it can tell; `excitation` plans one that does."
        )
    change = np.linalg.lstsq(whole / lengths, target, rcond=None)[0] / lengths
    back = np.stack([np.linalg.solve(t, b.T @ (rest - ours @ change)) for ours, rest, b, t in kept])
    return np.asarray(change, np.float64), whole.T @ whole, [back[:, :n], back[:, n:]]


def _noise(error: Array, rank: int, segments: int) -> Array:
    """Of each position, the freedom that was fitted being shared by all."""
    samples, n = error.shape[0] * error.shape[1], error.shape[2]
    freedom = samples - rank / n - 2.0 * segments
    least = 1e-14 * np.abs(error).max(initial=1e-300)
    return np.maximum(np.sqrt((error**2).sum(axis=(0, 1)) / max(freedom, 1.0)), least)
