"""Gradients of whole horizons: the slopes of a cost along the start and the torques.

States are needed in the order from the last to the first. A few rows at a time go through the horizon, so
that their states stay in the caches. Where a horizon is so long that even these are too many, only those
between pieces of it are kept, at least √steps apart, and the motion between them is computed once more:
memory grows with √steps.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.call.result_pool import empty
from psiphi.kernel.iterate.iteration import Iteration

Array = NDArray[Any]

MOST_KEPT = 1 << 23
"""Bytes of states that are kept between two pieces of a horizon."""

IN_CACHE = 1 << 20
"""Bytes of states up to which more rows go together."""

ROWS = 64
"""That go through the horizon together at least; sums over rows do not depend on threads."""


class Gradient(NamedTuple):
    """Slopes along q0, as many as rates, (..., nv), along v0, (..., nv), and along the torque as given."""

    q0: Array
    v0: Array
    torque: Array


@dataclass(frozen=True)
class Horizon:
    """Steps forwards and backwards, and the times of what is given and asked.

    every   steps from one sample, whose slopes are given, to the next
    hold    steps for which a torque is held
    """

    forward: Iteration
    backward: Iteration
    steps: int
    every: int
    hold: int
    threads: int

    def gradient(
        self, start: Mapping[str, Array], tau: Array, slopes: Mapping[str, Array]
    ) -> tuple[dict[str, Array], Array]:
        """λ at the start, (rows, n) by name, and λ_τ in the shape of tau, (1 or times, 1 or rows, nv).

        start    q, v (rows, n), and what else is given
        slopes   g_q and g_v (samples, rows, nv) of the cost along the states after every so many steps
        """
        rows, width = len(start["q"]), start["q"].shape[-1] + start["v"].shape[-1]
        step = ROWS * width * tau.itemsize
        length = max(math.isqrt(self.steps) + 1, MOST_KEPT // step)
        length = min(-(-length // self.hold) * self.hold, self.steps)
        together = ROWS * max(1, IN_CACHE // (length * step))
        found = {
            name: np.zeros((rows, size), tau.dtype)
            for name, size in self.backward.sampled.items()
            if name != "l_tau"
        }
        owed = np.zeros(tau.shape, tau.dtype)
        for first in range(0, rows, together):
            here = slice(first, first + together)
            part = _Part(
                self,
                {name: x[here] if len(x) == rows else x for name, x in start.items()},
                tau[:, here] if tau.shape[1] == rows else tau,
                {name: x[:, here] for name, x in slopes.items()},
                {name: x[None, here] for name, x in found.items()},
            )
            part.run(length, owed[:, here] if tau.shape[1] == rows else owed)
        return found, owed


@dataclass(frozen=True)
class _Part:
    """Some rows of a horizon; `found`, (1, rows, n), is what the last step back leaves."""

    horizon: Horizon
    start: Mapping[str, Array]
    tau: Array
    slopes: Mapping[str, Array]
    found: Mapping[str, Array]

    def run(self, length: int, owed: Array) -> None:
        """The gradient, by pieces of so many steps; what is owed to the torques is added."""
        steps, hold = self.horizon.steps, self.horizon.hold
        pieces = list(pairwise([*range(0, steps, length), steps]))
        kept = [{x: self.start[x] for x in "qv"}]
        for first, last in pieces[:-1]:
            after = {x: np.empty((1, *self.start[x].shape), self.tau.dtype) for x in "qv"}
            self._forth(kept[-1], after, first, last)
            kept.append({x: after[x][0] for x in "qv"})
        states = {x: self._scratch(length + 1, self.start[x].shape[-1]) for x in "qv"}
        by_step = self._scratch(length + 1, self.tau.shape[-1])
        for x in "qv":
            self.found[f"l_{x}"][0] = self.slopes[f"g_{x}"][-1]
        for state, (first, last) in zip(reversed(kept), reversed(pieces), strict=True):
            here = {x: states[x][: last - first + 1] for x in "qv"}
            self._forth(state, here, first, last)
            own = by_step[: last - first + 1]
            self._back(here, own, first, last)
            by_time = own[:0:-1].sum(axis=1, keepdims=True) if owed.shape[1] == 1 else own[:0:-1]
            if len(owed) == 1:
                owed += by_time.sum(axis=0)
            elif hold == 1:
                owed[first:last] += by_time
            else:
                periods = np.add.reduceat(by_time, np.arange(0, last - first, hold), axis=0)
                owed[first // hold : first // hold + len(periods)] += periods

    def _forth(self, state: Mapping[str, Array], found: Mapping[str, Array], first: int, last: int) -> None:
        """The states of steps first … last, or the last of them alone."""
        arrays = {**self.start, **state, "tau": self._torques(first, last)}
        self._run(self.horizon.forward, arrays, found, last - first)

    def _back(self, states: Mapping[str, Array], by_step: Array, first: int, last: int) -> None:
        """From the slopes after the steps first … last − 1 to those before them."""
        streams = {**{x: states[x][:-1] for x in "qv"}, "tau": self._torques(first, last)}
        streams |= {name: self._own(name, first, last) for name in self.slopes}
        arrays = {
            **self.start,
            **{name: x[::-1] for name, x in streams.items()},
            **{name: x[0] for name, x in self.found.items()},
            "l_tau": np.zeros_like(by_step[0]),
            "q_after": states["q"][-1],
        }
        self._run(self.horizon.backward, arrays, {**self.found, "l_tau": by_step}, last - first)

    def _run(self, steps: Iteration, arrays: Mapping[str, Array], found: Mapping[str, Array], n: int) -> None:
        steps.prepare(arrays, found, steps=n, hold=1, threads=self.horizon.threads)()

    def _torques(self, first: int, last: int) -> Array:
        """Those of steps first … last − 1, (steps, 1 or rows, nv)."""
        if len(self.tau) == 1:
            return np.broadcast_to(self.tau, (last - first, *self.tau.shape[1:]))
        hold = self.horizon.hold
        return self.tau[first:last] if hold == 1 else self.tau[np.arange(first, last) // hold]

    def _own(self, name: str, first: int, last: int) -> Array:
        """The slopes along the states before steps first … last − 1, which are zero between samples."""
        slopes, every = self.slopes[name], self.horizon.every
        if every == 1:
            return slopes[first:last]
        found = self._scratch(last - first, slopes.shape[-1])
        samples = np.arange(-(-first // every), -(-last // every))
        found[...] = 0.0
        found[samples * every - first] = slopes[samples]
        return found

    def _scratch(self, times: int, size: int) -> Array:
        return empty((times, len(self.start["q"]), size), self.tau.dtype)
