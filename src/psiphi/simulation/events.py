"""Motions that end where something happens: each row when a function of its state changes sign.

Steps run in native code, some at a time; then the function is asked for all their states at once. In the step
in which it changed sign the time is found by bisection, with steps that are shorter by row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra.expression import Expr
from psiphi.dynamics.motion.feedback import TIMES, at_part, stream_name
from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.kernel.iterate.iteration import Iteration
from psiphi.kernel.kernel import Kernel
from psiphi.model.arguments import number_array, positive_number
from psiphi.simulation.plan import Plan
from psiphi.simulation.progress import Progress

if TYPE_CHECKING:
    from psiphi.robot import Robot

Array = NDArray[np.float64]
EventFunction: TypeAlias = Callable[[Array, Array, Array], ArrayLike]
Watched: TypeAlias = tuple[EventFunction, float]
"""What ends a row where it changes sign, and how exactly its time is found."""

LOOKS = 1 << 17
"""States of rows between two questions to the function."""

HALVINGS = 60


def watched(robot: Robot, until: EventFunction | Expr | Kernel | None, tolerance: float) -> Watched | None:
    """What `until` asks for, if anything."""
    tolerance = positive_number("tolerance", tolerance)
    return None if until is None else (_event_function(robot, until), tolerance)


def _event_function(robot: Robot, until: EventFunction | Expr | Kernel) -> EventFunction:
    """What `until` stands for as a function (t, q, v): an expression without inputs is compiled."""
    if isinstance(until, Expr):
        until = robot.compile(until)
    if not isinstance(until, Kernel):
        if not callable(until):
            raise InputError(
                "until: give an expression with one number, or a function (t, q, v) of states (..., n)."
            )
        return until
    names = [x.name for x in until.signature.arguments]
    shapes = [x.shape for x in until.signature.results]
    if shapes != [()] or not set(names) <= {"q", "v"}:
        raise InputError(
            f"until: '{until.request.expression}' is no number that q and v tell; give a function (t, q, v)."
        )
    kernel = until
    return lambda t, q, v: kernel(*({"q": q, "v": v}[name] for name in names))


@frozen
class Watch:
    """Rows that move as planned until the function changes sign, at times found to the tolerance."""

    iteration: Iteration
    until: EventFunction
    tolerance: float
    plan: Plan

    def run(self, progress: Progress) -> tuple[dict[str, Array], Array]:
        """The states at the samples, (samples, rows, n), and the times at which rows ended, NaN where not."""
        plan = self.plan
        steps, rows, every, time = plan.steps, plan.rows, plan.every, plan.time
        samples = {x: np.empty((plan.samples, *plan.start[x].shape), plan.dtype) for x in self.plan.states}
        state = {x: plan.start[x].copy() for x in self.plan.states}
        ended = np.full(rows, np.nan)
        active = np.arange(rows)
        sign = np.sign(self._asked(time[:1], {x: state[x][None] for x in self.plan.states}))[0]
        for x in self.plan.states:
            samples[x][0] = state[x]
        unit = every * plan.hold
        chunk = max(1, LOOKS // max(1, rows * unit)) * unit
        for start in range(0, steps, chunk):
            end = min(start + chunk, steps)
            if len(active):
                found = self._moved({x: state[x][active] for x in self.plan.states}, active, start, end)
                signs = np.sign(self._asked(time[start : end + 1], found))
                signs[0] = sign[active]
                last, crossed = _first_change(signs)
                sign[active] = last
                for x in self.plan.states:
                    state[x][active] = found[x][-1]
                    samples[x][start // every + 1 : end // every + 1, active] = found[x][every::every]
                here = np.flatnonzero(crossed >= 0)
                if len(here):
                    step = start + crossed[here]
                    before = {x: found[x][crossed[here], here] for x in self.plan.states}
                    share, there = self._located(before, active[here], step, signs[crossed[here] + 1, here])
                    ended[active[here]] = time[step] + share * (time[step + 1] - time[step])
                    for x in self.plan.states:
                        state[x][active[here]] = there[x]
                    for row, first in zip(active[here], step // every + 1, strict=True):
                        for x in self.plan.states:
                            samples[x][first:, row] = state[x][row]
                    active = np.delete(active, here)
            progress.tell(float(time[end]))
        return samples, ended

    def _moved(
        self, state: Mapping[str, Array], rows: NDArray[np.intp], start: int, end: int
    ) -> dict[str, Array]:
        """The states of some rows after the steps start … end."""
        plan = self.plan
        found = {x: np.empty((end - start + 1, *state[x].shape), plan.dtype) for x in self.plan.states}
        own = self._given(rows)
        period = slice(start // plan.hold, -(-end // plan.hold))
        streams = {name: self._of(x if len(x) == 1 else x[period], rows) for name, x in plan.streams.items()}
        hold = plan.hold if any(len(x) > 1 for x in streams.values()) else None
        self.iteration.prepare(
            {**own, **state, **streams}, found, steps=end - start, hold=hold, threads=plan.threads
        )()
        for name in self.iteration.carried:
            plan.start[name][rows] = own[name]
        return found

    def _located(
        self, before: Mapping[str, Array], rows: NDArray[np.intp], step: NDArray[np.intp], sign: Array
    ) -> tuple[Array, dict[str, Array]]:
        """The share of a step after which the sign is that at its end, and the states there."""
        plan = self.plan
        h, since = (plan.time[step + 1] - plan.time[step])[:, None], plan.time[step]
        streams: dict[str, Array] = {}
        for name, x in plan.streams.items():
            by_row = np.broadcast_to(x, (len(x), plan.rows, x.shape[-1]))
            period = np.minimum(step // plan.hold, len(x) - 1)
            streams[name] = np.ascontiguousarray(by_row[period, rows])[None]
        moving = () if plan.law is None else map(stream_name, plan.law.feedback.moving)
        in_time = {name: streams[name] for name in moving}

        def after(share: Array) -> dict[str, Array]:
            found = {x: np.empty((2, *before[x].shape), plan.dtype) for x in self.plan.states}
            part = {name: _sooner(x, share) for name, x in in_time.items()}
            dt = np.ascontiguousarray(share[:, None] * h, plan.dtype)
            arrays = {**self._given(rows), **before, **streams, **part, "dt": dt}
            for name in self.iteration.carried:
                arrays[name] = np.zeros_like(arrays[name])
            if plan.step.is_adaptive:
                arrays["held"] = np.ones((1, 1), plan.dtype)
            self.iteration.prepare(arrays, found, steps=1, threads=plan.threads)()
            return {x: found[x][1] for x in self.plan.states}

        low, high = np.zeros(len(rows)), np.ones(len(rows))
        for _ in range(HALVINGS):
            if (high - low).max() * h.max() <= self.tolerance:
                break
            middle = 0.5 * (low + high)
            there = after(middle)
            at = since + middle * h[:, 0]
            signs = np.sign(self._asked(at, there, by_row=True))
            over = (signs == sign) | (signs == 0.0)
            low, high = np.where(over, low, middle), np.where(over, middle, high)
        return high, after(high)

    def _given(self, rows: NDArray[np.intp]) -> dict[str, Array]:
        return {name: self._of(x, rows) for name, x in self.plan.start.items()}

    def _of(self, x: Array, rows: NDArray[np.intp]) -> Array:
        """Some rows of an array that has one for each."""
        return np.ascontiguousarray(x[..., rows, :]) if x.shape[-2] == self.plan.rows else x

    def _asked(self, time: Array, states: Mapping[str, Array], by_row: bool = False) -> Array:
        """The function at states (times, rows, n), or at one state (rows, n) for each time."""
        shape = states["q"].shape[:-1]
        t = time if by_row else np.broadcast_to(time[:, None], shape)
        given = self.until(t, states["q"], states["v"])
        if np.asarray(given).dtype.kind == "b":
            raise InputError("until: tells what is true; give a number that changes its sign there.")
        answer: Any = number_array("until", given)
        if answer.shape != shape:
            raise InputError(f"until: of states {shape} it tells {answer.shape}; return one number for each.")
        return answer


def _sooner(thrice: Array, share: Array) -> Array:
    """What a law reads at the start, in the middle and at the end of a step, for a part of the step."""
    columns = [*np.moveaxis(thrice, -1, 0)]
    parts = [x for k in range(TIMES) for x in at_part(0.5 * k * share, columns)]
    return np.ascontiguousarray(np.stack(np.broadcast_arrays(*parts), axis=-1), thrice.dtype)


def _first_change(signs: Array) -> tuple[Array, NDArray[np.intp]]:
    """The last sign that is not zero, and the step in which it changes first, −1 for never; by row.

    A zero that follows a sign is a change; zeros at the start are none.
    """
    known = np.where(signs == 0.0, 0, np.arange(len(signs))[:, None])
    known = np.maximum.accumulate(known, axis=0)
    carried = np.take_along_axis(signs, known, axis=0)
    changes = (carried[:-1] * signs[1:] < 0.0) | ((signs[1:] == 0.0) & (carried[:-1] != 0.0))
    first = np.where(changes.any(axis=0), changes.argmax(axis=0), -1)
    return carried[-1], first
