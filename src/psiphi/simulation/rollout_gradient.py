"""Gradients of whole horizons: the slopes of a cost along the start and the torques.

States are needed in the order from the last to the first. Only those after every √steps are kept; between
two of them the motion is computed once more, so that memory grows with √steps.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.iterate.iteration import Iteration

Array = NDArray[Any]


class Gradient(NamedTuple):
    """Slopes along q0, as many as rates, (..., nv), along v0, (..., nv), and along the torque as given."""

    q0: Array
    v0: Array
    torque: Array


def gradient(
    forward: Iteration,
    backward: Iteration,
    start: Mapping[str, Array],
    tau: Array,
    slopes: Mapping[str, Array],
    steps: int,
    every: int,
    hold: int,
    threads: int,
) -> tuple[Array, Array, Array]:
    """λ_q and λ_v, (rows, nv), at the start, and λ_τ in the shape of tau, (1 or times, 1 or rows, nv).

    start    q, v (rows, n) and dt
    slopes   g_q and g_v (samples, rows, nv) of the cost along the states after every so many steps
    """
    rows, dtype, nv = len(start["q"]), start["q"].dtype, tau.shape[-1]
    length = max(1, math.isqrt(max(steps - 1, 0)) + 1)
    bounds = [*range(0, steps, length), steps]
    pieces = list(pairwise(bounds))

    def torques(first: int, last: int) -> Array:
        """Those of steps first … last − 1, (steps, 1 or rows, nv)."""
        if len(tau) == 1:
            return np.broadcast_to(tau, (last - first, *tau.shape[1:]))
        return tau[first:last] if hold == 1 else tau[np.arange(first, last) // hold]

    def moved(state: Mapping[str, Array], first: int, last: int, between: int) -> dict[str, Array]:
        count = (last - first) // between + 1
        found = {x: np.empty((count, *start[x].shape), dtype) for x in "qv"}
        arrays = {**state, "dt": start["dt"], "tau": torques(first, last)}
        forward.prepare(arrays, found, steps=last - first, every=between, hold=1, threads=threads)()
        return found

    kept = [{x: start[x] for x in "qv"}]
    for first, last in pieces[:-1]:
        found = moved(kept[-1], first, last, last - first)
        kept.append({x: found[x][-1] for x in "qv"})

    now = {f"l_{x}": np.ascontiguousarray(slopes[f"g_{x}"][-1]) for x in "qv"}
    owed = np.zeros(tau.shape, dtype)
    for state, (first, last) in zip(reversed(kept), reversed(pieces), strict=True):
        states = moved(state, first, last, 1)
        own = {f"g_{x}": np.zeros((last - first, rows, nv), dtype) for x in "qv"}
        at = np.arange(-(-first // every), -(-last // every))
        for name, given in own.items():
            given[at * every - first] = slopes[name][at]
        found = {name: np.empty((last - first + 1, rows, nv), dtype) for name in backward.sampled}
        streams = {**{x: states[x][:-1] for x in "qv"}, "tau": torques(first, last), **own}
        arrays = {
            **{name: x[::-1] for name, x in streams.items()},
            **now,
            "l_tau": np.zeros((rows, nv), dtype),
            "q_after": states["q"][-1],
            "dt": start["dt"],
        }
        backward.prepare(arrays, found, steps=last - first, every=1, hold=1, threads=threads)()
        now = {name: found[name][-1] for name in now}
        by_step = found["l_tau"][:0:-1]
        if tau.shape[1] == 1:
            by_step = by_step.sum(axis=1, keepdims=True)
        if len(tau) == 1:
            owed += by_step.sum(axis=0)
        elif hold == 1:
            owed[first:last] = by_step
        else:
            np.add.at(owed, np.arange(first, last) // hold, by_step)
    return now["l_q"], now["l_v"], owed
