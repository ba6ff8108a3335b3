"""Gradients of whole horizons: the slopes of a cost along the start, the torques, and what else is given.

States are needed in the order from the last to the first. A few rows at a time go through the horizon, so
that their states stay in the caches. Where a horizon is so long that even these are too many, only those
between pieces of it are kept, at least √steps apart, and the motion between them is computed once more:
memory grows with √steps.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.kernel.call.result_pool import empty
from psiphi.kernel.iterate.iteration import Iteration

Array = NDArray[Any]

MOST_KEPT = 1 << 23
"""Bytes of states that are kept between two pieces of a horizon."""

IN_CACHE = 1 << 20
"""Bytes of states up to which more rows go together."""

ROWS = 64
"""That go through the horizon together at least; sums over rows do not depend on threads."""


@frozen
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
        self, start: Mapping[str, Array], streams: Mapping[str, Array], slopes: Mapping[str, Array]
    ) -> tuple[dict[str, Array], dict[str, Array]]:
        """λ at the start, (rows, n), and along the streams, each in the shape of its stream; by name.

        start    q, v (rows, n), and what else is given
        streams  what is given for each control period, (1 or times, 1 or rows, n)
        slopes   g_q and g_v (samples, rows, nv) of the cost along the states after every so many steps
        """
        rows, dtype = start["q"].shape[0], start["q"].dtype
        step = ROWS * (start["q"].shape[-1] + start["v"].shape[-1]) * dtype.itemsize
        length = max(math.isqrt(self.steps) + 1, MOST_KEPT // step)
        length = min(-(-length // self.hold) * self.hold, self.steps)
        together = ROWS * max(1, IN_CACHE // (length * step))
        sampled = {name.removeprefix("l_"): size for name, size in self.backward.sampled.items()}
        found = {name: np.zeros((rows, n), dtype) for name, n in sampled.items() if name not in streams}
        owed = {name: empty(x.shape, dtype) for name, x in streams.items() if name in sampled}
        for x in owed.values():
            if _is_summed(x):
                x[...] = 0.0
        for first in range(0, rows, together):
            here = slice(first, first + together)

            def own(x: Array, here: slice = here) -> Array:
                return x[..., here, :] if x.shape[-2] == rows else x

            part = _Part(
                self,
                {name: own(x) for name, x in start.items()},
                {name: own(x) for name, x in streams.items()},
                {name: own(x) for name, x in slopes.items()},
                {name: own(x)[None] for name, x in found.items()},
                {name: own(x) for name, x in owed.items()},
            )
            part.run(length)
        return found, owed


@frozen
class _Part:
    """Some rows of a horizon.

    found   (1, rows, n), what the last step back leaves
    owed    slopes along the streams: written, or added to what other rows and times gave (`_is_summed`)
    """

    horizon: Horizon
    start: Mapping[str, Array]
    streams: Mapping[str, Array]
    slopes: Mapping[str, Array]
    found: Mapping[str, Array]
    owed: Mapping[str, Array]

    def run(self, length: int) -> None:
        """The gradient, by pieces of so many steps."""
        steps = self.horizon.steps
        pieces = list(pairwise([*range(0, steps, length), steps]))
        kept = [{x: self.start[x] for x in "qv"}]
        for first, last in pieces[:-1]:
            after = {x: np.empty((1, *self.start[x].shape), self.start[x].dtype) for x in "qv"}
            self._forth(kept[-1], after, first, last)
            kept.append({x: after[x][0] for x in "qv"})
        states = {x: self._scratch(length + 1, self.start[x].shape[-1]) for x in "qv"}
        by_step = {name: self._scratch(length + 1, x.shape[-1]) for name, x in self.owed.items()}
        for x in "qv":
            self.found[x][0] = self.slopes[f"g_{x}"][-1]
        for state, (first, last) in zip(reversed(kept), reversed(pieces), strict=True):
            here = {x: states[x][: last - first + 1] for x in "qv"}
            self._forth(state, here, first, last)
            own = {name: x[: last - first + 1] for name, x in by_step.items()}
            self._back(here, own, first, last)
            for name, x in own.items():
                self._owe(name, x[:0:-1], first, last)

    def _forth(self, state: Mapping[str, Array], found: Mapping[str, Array], first: int, last: int) -> None:
        """The states of steps first … last, or the last of them alone."""
        self._run(
            self.horizon.forward, {**self.start, **state, **self._read(first, last)}, found, last - first
        )

    def _back(self, states: Mapping[str, Array], by_step: Mapping[str, Array], first: int, last: int) -> None:
        """From the slopes after the steps first … last − 1 to those before them."""
        streams = {**{x: states[x][:-1] for x in "qv"}, **self._read(first, last)}
        streams |= {name: self._own(name, first, last) for name in self.slopes}
        arrays = {
            **self.start,
            **{name: x[::-1] for name, x in streams.items()},
            **{f"l_{name}": x[0] for name, x in self.found.items()},
            **{f"l_{name}": np.zeros_like(x[0]) for name, x in by_step.items()},
            **{f"{x}_after": states[x][-1] for x in "qv"},
        }
        samples = {f"l_{name}": x for name, x in {**self.found, **by_step}.items()}
        self._run(self.horizon.backward, arrays, samples, last - first)

    def _owe(self, name: str, by_step: Array, first: int, last: int) -> None:
        """Slopes by step, in the order of time, as those of control periods."""
        owed, hold = self.owed[name], self.horizon.hold
        if owed.shape[1] == 1:
            by_step = by_step.sum(axis=1, keepdims=True)
        if len(owed) == 1:
            owed += by_step.sum(axis=0)
            return
        if hold > 1:
            by_step = np.add.reduceat(by_step, np.arange(0, last - first, hold), axis=0)
        here = owed[first // hold : first // hold + len(by_step)]
        np.add(here, by_step, out=here) if _is_summed(owed) else np.copyto(here, by_step)

    def _run(self, steps: Iteration, arrays: Mapping[str, Array], found: Mapping[str, Array], n: int) -> None:
        steps.prepare(arrays, found, steps=n, hold=1, threads=self.horizon.threads)()

    def _read(self, first: int, last: int) -> dict[str, Array]:
        """What steps first … last − 1 read, (steps, 1 or rows, n)."""
        periods = np.arange(first, last) // self.horizon.hold
        found: dict[str, Array] = {}
        for name, x in self.streams.items():
            if len(x) == 1:
                found[name] = np.broadcast_to(x, (last - first, *x.shape[1:]))
            else:
                found[name] = x[first:last] if self.horizon.hold == 1 else x[periods]
        return found

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
        return empty((times, len(self.start["q"]), size), self.start["q"].dtype)


def _is_summed(owed: Array) -> bool:
    """Whether slopes along a stream, (1 or times, 1 or rows, n), are sums over rows or all times."""
    return len(owed) == 1 or owed.shape[1] == 1
