"""The iterations of iLQR on problems alike, a row each, that end one by one.

A pass backwards foresees what a step of the forces would save, a pass forwards tries it. Where the whole
step saves too little, shorter ones are tried, all in one rollout; where none serves, μ grows, and the steps
shrink.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.control.trajectory.backward import Knots
from psiphi.control.trajectory.costs import CostProgram
from psiphi.control.trajectory.forward import forward_iteration
from psiphi.frozen import frozen
from psiphi.kernel.iterate.iteration import Iteration, Run
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.locks import cached_property

Array = NDArray[Any]
Arrays = Mapping[str, Array]

REASONS = np.array(
    ["ran out of iterations", "converged", "no lower cost", "not finite to begin with"], object
)
RAN_OUT, CONVERGED, NO_LOWER, NOT_FINITE = range(4)
SHORTER = 0.5 ** np.arange(1.0, 10.0)
"""Parts of a step that are tried together where the whole step saves too little."""
_ENOUGH = 1e-4
"""The share of what is foreseen that a step must save."""
_LEAST_MU, _MOST_MU, _FACTOR = 1e-8, 1e10, 2.0


@frozen
class Kind:
    """What problems have in common, and the code that solves them; kinds of equal keys are equal."""

    key: str
    knots: Knots = field(compare=False)
    final: CostProgram = field(compare=False)

    @cached_property
    def backward(self) -> Iteration:
        return self.knots.backward()

    @cached_property
    def forward(self) -> Iteration:
        return forward_iteration(self.knots)

    @cached_property
    def final_cost(self) -> NativeFunction:
        return self.final.compiled

    @cached_property
    def end(self) -> NativeFunction:
        """Slopes and second derivatives of the final cost."""
        return compile_program(lambda: self.final.expansion, key=f"expansion {self.final.key}")


@lru_cache(maxsize=32)
def _known(kind: Kind) -> Kind:
    """The kind that was met first, whose code is loaded."""
    return kind


@dataclass(eq=False)
class Rows:
    """Where problems stand; arrays of knots have time first, and all have a row for each problem."""

    q: Array
    v: Array
    u: Array
    cost: Array
    fall: Array
    mu: Array
    factor: Array
    iterations: Array
    reason: Array

    def copy(self) -> Rows:
        return Rows(*(x.copy() for x in self._arrays()))

    def of(self, rows: Array) -> Rows:
        """Some of them, copied."""
        return Rows(*(np.ascontiguousarray(x[:, rows]) if x.ndim == 3 else x[rows] for x in self._arrays()))

    def put(self, rows: Array | slice, other: Rows) -> None:
        """Others in the place of some of these."""
        for mine, theirs in zip(self._arrays(), other._arrays(), strict=True):
            mine[(slice(None), rows) if mine.ndim == 3 else rows] = theirs

    def _arrays(self) -> list[Array]:
        return list(vars(self).values())


class Problems:
    """Problems of a kind: their starts q (rows, nq) and v, the numbers of their costs, and common limits."""

    def __init__(
        self, knots: Knots, final: CostProgram, dt: float, limits: tuple[Array, Array], threads: int
    ) -> None:
        self.kind = _known(Kind(f"{knots.key} {final.key}", knots, final))
        self.stage, self.final = knots.stage.parameters, final.parameters
        self.fixed = {"dt": np.full((1, 1), dt)}
        if knots.bounded:
            self.fixed |= {"least": np.array(limits[0][None]), "most": np.array(limits[1][None])}
        self.threads = threads

    def of(self, rows: Array) -> Problems:
        """Some of them."""
        found = object.__new__(Problems)
        found.__dict__ = {
            **self.__dict__,
            "stage": {name: np.ascontiguousarray(x[rows]) for name, x in self.stage.items()},
            "final": {name: np.ascontiguousarray(x[rows]) for name, x in self.final.items()},
        }
        return found

    def solve(self, q: Array, v: Array, u: Array, iterations: int, tolerance: float) -> tuple[Rows, Array]:
        """Rows that start with forces u (steps, rows, m), at the end of so many iterations at most, and K."""
        steps, rows, m = u.shape
        found = Rows(
            np.repeat(q[None], steps + 1, axis=0),
            np.repeat(v[None], steps + 1, axis=0),
            u,
            cost=np.full(rows, np.inf),
            fall=np.full(rows, np.inf),
            mu=np.zeros(rows),
            factor=np.ones(rows),
            iterations=np.zeros(rows, int),
            reason=np.zeros(rows, int),
        )
        gain = np.empty((steps, rows, 2 * m * v.shape[-1]))
        live = np.arange(rows)
        with np.errstate(invalid="ignore", over="ignore"):  # of motions that do not stay finite
            passes = passes_over(self, found)
            passes.begin()
            for number in range(iterations + 1):
                passes.foresee(tolerance)
                if number < iterations:
                    passes.move()
                own = passes.rows.reason == RAN_OUT
                if number == iterations or 2 * np.count_nonzero(own) <= len(own):
                    where = slice(None) if len(live) == rows else live
                    found.put(where, passes.rows)
                    gain[:, where] = passes.gain()
                    live = live[own]
                    if not len(live):
                        break
                    passes = passes_over(self.of(live), found.of(live))
        _LAST.append(passes)
        return found, gain


class Passes:
    """Passes over some problems on arrays that stay where they are, all of them its own."""

    def __init__(self, problems: Problems, rows: Rows) -> None:
        self.problems, self.rows, self._kind = problems, rows.copy(), problems.kind
        steps, count, _ = rows.u.shape
        nv = rows.v.shape[-1]
        sampled = self._kind.backward.sampled
        self._found = {name: np.zeros((steps + 1, count, size)) for name, size in sampled.items()}
        self._value = {"V": np.zeros((count, 4 * nv**2)), "s": np.zeros((count, 2 * nv))}
        self._mu = np.zeros((count, 1))
        self._given = {name: x.copy() for name, x in {**problems.fixed, **problems.stage}.items()}
        nothing = {name: np.zeros((1, size)) for name, size in sampled.items()}
        nothing["pivot"][...] = np.finfo(float).max / 4.0
        given = {**self._given, **self._value, **nothing, "mu": self._mu}
        streams = {"q": self.rows.q[-2::-1], "v": self.rows.v[-2::-1], "u": self.rows.u[::-1]}
        self._back = self._kind.backward.prepare(
            {**given, **streams}, self._found, steps=steps, hold=1, threads=problems.threads
        )
        self._new = self._samples(count)
        self._forth = self._prepared(self._streams(), self._start(), np.ones((1, 1)), self._new)

    def turned_to(self, problems: Problems, rows: Rows) -> bool:
        """Take other problems in the place of these, if they are as many of the same kind."""
        other = problems.kind, problems.threads, rows.u.shape
        if (self._kind, self.problems.threads, self.rows.u.shape) != other:
            return False
        self.problems = problems
        self.rows.put(slice(None), rows)
        for name, x in {**problems.fixed, **problems.stage}.items():
            self._given[name][...] = x
        self._found["K"][...] = 0.0
        self._found["k"][...] = 0.0
        return True

    def begin(self) -> None:
        """The motion under the forces as they are."""
        self._forth()
        self.rows.cost[:] = self._cost(self._new, self.problems.final.values())
        self._take(self._new, np.ones(len(self.rows.cost), bool))
        lost = ~np.isfinite(self.rows.cost)
        self.rows.cost[lost], self.rows.reason[lost] = np.nan, NOT_FINITE

    def foresee(self, tolerance: float) -> None:
        """The pass backwards: K, k and what they would save; rows that save nothing have converged."""
        rows = self.rows
        slope, bend = self._kind.end.call(rows.q[-1], rows.v[-1], *self.problems.final.values())
        self._value["s"][...] = slope
        self._value["V"][...] = bend.reshape(self._value["V"].shape)
        self._mu[:, 0] = rows.mu
        self._back()
        foreseen = -self._found["fall"][-1].sum(axis=1)
        self._steady = (self._found["pivot"][-1, :, 0] > 0.0) & np.isfinite(foreseen)
        self._sound = self._steady & (rows.reason == RAN_OUT)
        np.copyto(rows.fall, foreseen, where=self._sound)
        done = self._sound & (foreseen <= tolerance * np.abs(rows.cost)) & (rows.mu <= _LEAST_MU)
        rows.reason[done] = CONVERGED
        self._sound ^= done

    def gain(self) -> Array:
        """K of the last pass backwards, (steps, rows, ...); zero where it found no least cost."""
        found = self._found["K"][:0:-1]
        found[:, ~self._steady] = 0.0
        return found

    def move(self) -> None:
        """The pass forwards: forces and motions that cost less, or smaller steps from the next pass on."""
        rows = self.rows
        live = rows.reason == RAN_OUT
        if not np.count_nonzero(live):
            return
        rows.iterations += live
        self._forth()
        new = self._cost(self._new, self.problems.final.values())
        whole = self._sound & (rows.cost - new >= _ENOUGH * rows.fall)
        np.copyto(rows.cost, new, where=whole)
        self._take(self._new, whole)
        np.copyto(rows.factor, np.minimum(1.0 / _FACTOR, rows.factor / _FACTOR), where=whole)
        np.multiply(rows.mu, rows.factor, out=rows.mu, where=whole)
        np.copyto(rows.mu, 0.0, where=whole & (rows.mu < _LEAST_MU))
        failed = live ^ whole
        left = np.flatnonzero(self._sound & failed)
        if len(left):
            failed[self._shorter(left)] = False
        if np.count_nonzero(failed):
            rows.factor[failed] = np.maximum(_FACTOR, rows.factor[failed] * _FACTOR)
            rows.mu[failed] = np.maximum(_LEAST_MU, rows.mu[failed] * rows.factor[failed])
            rows.reason[failed & (rows.mu > _MOST_MU)] = NO_LOWER

    def _shorter(self, which: Array) -> Array:
        """Shorter steps of some rows, all in one rollout; those rows for which one served."""
        rows, many = self.rows, len(SHORTER)
        alone = len(which) == 1
        streams = {name: x[:, which] for name, x in self._streams().items()}
        start = {name: np.repeat(x[which], many, axis=0) for name, x in self._start().items()}
        if not alone:
            streams = {name: np.repeat(x, many, axis=1) for name, x in streams.items()}
        found = self._samples(len(which) * many)
        lengths = np.tile(SHORTER, len(which))[:, None]
        self._prepared(streams, start, lengths, found)()
        final = (np.repeat(x[which], many, axis=0) for x in self.problems.final.values())
        cost = self._cost(found, final).reshape(-1, many)
        first, second = self._found["fall"][-1, which].T
        foreseen = -(first[:, None] * SHORTER + second[:, None] * SHORTER**2)
        good = rows.cost[which][:, None] - cost >= _ENOUGH * foreseen
        best = np.where(good, cost, np.inf).argmin(axis=1)
        served = good.any(axis=1)
        places, chosen = which[served], (np.arange(len(which)) * many + best)[served]
        rows.cost[places] = cost[served, best[served]]
        rows.q[:, places], rows.v[:, places] = found["q"][:, chosen], found["v"][:, chosen]
        rows.u[:, places] = found["used"][1:, chosen]
        return places

    def _streams(self) -> dict[str, Array]:
        """What a pass forwards reads at each knot."""
        rows = self.rows
        streams = {"q_before": rows.q[:-1], "v_before": rows.v[:-1], "u": rows.u}
        return {**streams, "k": self._found["k"][:0:-1], "K": self._found["K"][:0:-1]}

    def _start(self) -> dict[str, Array]:
        return {"q": self.rows.q[0], "v": self.rows.v[0]} | {x: self._given[x] for x in self.problems.stage}

    def _samples(self, count: int) -> dict[str, Array]:
        steps = len(self.rows.u) + 1
        return {name: np.empty((steps, count, size)) for name, size in self._kind.forward.sampled.items()}

    def _prepared(self, streams: Arrays, start: Arrays, length: Array, found: dict[str, Array]) -> Run:
        given = {x: self._given[x] for x in self.problems.fixed} | {
            **start,
            "used": np.zeros((1, self.rows.u.shape[-1])),
        }
        given |= {"alpha": length, "cost": np.zeros((1, 1))}
        return self._kind.forward.prepare(
            {**given, **streams}, found, steps=len(self.rows.u), hold=1, threads=self.problems.threads
        )

    def _cost(self, found: Arrays, final: Iterable[Array]) -> Array:
        """What motions cost; infinite where they are no longer finite."""
        end = self._kind.final_cost.call(found["q"][-1], found["v"][-1], *final)
        total = found["cost"][-1, :, 0] + end[:, 0]
        total[~np.isfinite(total)] = np.inf
        return total

    def _take(self, found: Arrays, which: Array) -> None:
        rows = self.rows
        taken = np.count_nonzero(which)
        if taken == len(which):
            rows.q[...], rows.v[...], rows.u[...] = found["q"], found["v"], found["used"][1:]
        elif taken:
            rows.q[:, which], rows.v[:, which] = found["q"][:, which], found["v"][:, which]
            rows.u[:, which] = found["used"][1:, which]


_LAST: deque[Passes] = deque(maxlen=1)
"""The passes that were made last, with their memory and code made ready: often others like them follow."""


def passes_over(problems: Problems, rows: Rows) -> Passes:
    """Passes over problems as they stand."""
    with suppress(IndexError):
        last = _LAST.pop()  # no other thread has it then
        if last.turned_to(problems, rows):
            return last
    return Passes(problems, rows)
