"""Model predictive path integrals: forces as the mean of random ones, weighed by what their motions cost.

Of samples u + ε with costs S the mean with the weights exp(−(S − min S)/λ) replaces u [Williams et al. 2017].
Costs need no derivative, and may have jumps.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control.trajectory.chosen_forces import Limits, asked
from psiphi.control.trajectory.costs import AnyCost
from psiphi.errors import InputError
from psiphi.model.arguments import count, number_array, positive_number
from psiphi.robot import Robot

Array = NDArray[Any]

_COOL = 0.1
"""λ beside the standard deviation of the costs, where it is not given."""


class SampledPlan(NamedTuple):
    """Forces found by sampling, and the motion under them."""

    q: Array
    """(steps + 1, ..., nq)."""
    v: Array
    """(steps + 1, ..., nv)."""
    u: Array
    """The forces chosen, (steps, ..., m)."""
    tau: Array
    """On all degrees of freedom, (steps, ..., nv)."""
    cost: Array
    """Of this motion, (...)."""
    effective: Array
    """(Σw)²/Σw² of the last samples, (...): how many of them counted."""


def mppi(
    robot: Robot,
    q: ArrayLike,
    v: ArrayLike,
    stage: AnyCost,
    final: AnyCost,
    *,
    steps: int,
    dt: float,
    noise: ArrayLike,
    samples: int = 256,
    temperature: float | None = None,
    iterations: int = 1,
    seed: int = 0,
    tau: ArrayLike | None = None,
    joints: Sequence[str] | None = None,
    limits: Limits = True,
    threads: int = 1,
) -> SampledPlan:
    """Better forces for the motion from q (..., nq) and v (..., nv) on, each row its own problem.

    noise        standard deviation of the forces tried, one number or (m,), each knot apart
    samples      how many are tried at a time; temperature λ, in the units of the cost. None takes a
                 tenth of the standard deviation of the costs
    iterations   how often the mean is replaced
    seed         of the random numbers: the same for the same seed
    others       as for `ilqr`
    """
    given = asked(
        robot, q, v, {"stage": stage, "final": final}, steps=steps, tau=tau, joints=joints, limits=limits
    )
    u, places, batch, along, end = given.u, given.joints, given.batch, given.stage, given.final
    rows, m, nv = u.shape[1], len(places), robot.nv
    samples, deviation = count("samples", samples, 2), _deviation(noise, m)
    if temperature is not None:
        temperature = positive_number("temperature", temperature)

    def moved(forces: Array) -> tuple[Array, Array, Array]:
        """q, v and costs under forces (steps, tries, rows, m)."""
        tries = forces.shape[1]
        on_all = np.zeros((*forces.shape[:-1], nv))
        on_all[..., places] = forces
        places_, rates = (np.broadcast_to(x, (tries, *x.shape)) for x in (given.q, given.v))
        motion = robot.rollout(places_, rates, on_all, steps, dt, threads=threads, effort_limits=False)
        cost = np.asarray(along.compiled(motion.q[:-1], motion.v[:-1], forces, *along.parameters.values()))
        last = np.asarray(end.compiled(motion.q[-1], motion.v[-1], *end.parameters.values()))
        total = cost.sum(axis=0)[..., 0] + last[..., 0]
        return motion.q, motion.v, np.where(np.isfinite(total), total, np.inf)

    rng = np.random.default_rng(count("seed", seed, 0, math.inf))
    effective = np.full(rows, np.nan)
    for _ in range(count("iterations", iterations)):
        change = deviation * rng.standard_normal((steps, samples, rows, m))
        change[:, 0] = 0.0  # the forces as they are are one of the samples
        tried = np.clip(u[:, None] + change, *given.limits)
        weights = _weights(moved(tried)[2], temperature)
        u = np.einsum("tsrm,sr->trm", tried, weights)
        effective = 1.0 / (weights**2).sum(axis=0)
    place, rate, cost = (x[:, 0] if x.ndim == 4 else x[0] for x in moved(u[:, None]))
    on_all = np.zeros((steps, rows, nv))
    on_all[..., places] = u

    def shaped(x: Array) -> Array:
        return x.reshape(len(x), *batch, x.shape[-1])

    motion = shaped(place), shaped(rate), shaped(u), shaped(on_all)
    return SampledPlan(*motion, cost.reshape(batch), effective.reshape(batch))


def _deviation(noise: ArrayLike, m: int) -> Array:
    deviation = number_array("noise", noise)
    if deviation.shape not in ((), (m,)) or not np.all((deviation > 0.0) & (deviation < np.inf)):
        raise InputError(f"noise: {noise!r} given; give a positive number, or {m} of them.")
    return deviation


def _weights(cost: Array, temperature: float | None) -> Array:
    """Of samples (samples, rows), with the sum one in each row."""
    least = cost.min(axis=0)
    if not np.isfinite(least).all():
        raise InputError("mppi: no motion that was tried stays finite; take shorter steps, or less noise.")
    if temperature is None:
        finite = np.where(np.isfinite(cost), cost, np.nan)
        warm = _COOL * np.nanstd(finite, axis=0) + np.finfo(float).tiny
    else:
        warm = np.full(cost.shape[1], temperature)
    weights = np.exp(-(cost - least) / warm)
    return weights / weights.sum(axis=0)
