"""DOP853: steps of order 8 as long as the tolerance allows, and an interpolant of order 7 between their ends.

[Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, 1993, sections II.4, II.5, II.6]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.simulation.methods.dop853_tableau import (
    ALL_STAGES,
    DENSE_WEIGHTS,
    ERROR_WEIGHTS,
    NODES,
    STAGE_WEIGHTS,
    STAGES,
)
from psiphi.simulation.system import Flow

Array = NDArray[np.float64]

SAFETY, SHRINK, GROW = 0.9, 0.2, 6.0  # how much the next step may differ from this one
EXPONENT = -1.0 / 8.0  # an error estimate behaves as h⁸


@frozen
class Step:
    """A step tried from (t, y) with length h: its end, the slopes of its stages (16, ..., n), its error."""

    flow: Flow
    time: float
    h: float
    y: Array
    end: Array
    slopes: Array
    error: float  # the worst row's error in units of the tolerance; the step is good up to 1

    @property
    def good(self) -> bool:
        return self.error < 1.0  # false of NaN, so that a step into nowhere is tried again

    @property
    def next_h(self) -> float:
        """The length that is likely to meet the tolerance; no longer than now after a failure."""
        if not np.isfinite(self.error):
            return SHRINK * self.h
        factor = GROW if self.error == 0.0 else SAFETY * self.error**EXPONENT
        return self.h * float(np.clip(factor, SHRINK, GROW if self.good else 1.0))

    def reaches(self, limit: float) -> bool:
        """Whether the step was cut to end at a limit."""
        return self.h == limit - self.time

    def interpolated(self, times: Array) -> Array:
        """y at times within the step: (n,) → (n, ..., 2 nv)."""
        for stage in range(STAGES + 1, ALL_STAGES):
            _fill(self.slopes, stage, self.flow, self.time, self.y, self.h)
        first, last, whole = self.h * self.slopes[0], self.h * self.slopes[STAGES], self.end - self.y
        higher = self.h * np.tensordot(DENSE_WEIGHTS, self.slopes, 1)
        terms = [whole, first - whole, 2.0 * whole - first - last, *higher]
        share = ((times - self.time) / self.h).reshape(-1, *(1,) * self.y.ndim)
        rest = 1.0 - share
        result = np.zeros((len(times), *self.y.shape))
        for number in reversed(range(len(terms))):
            # θ (F₀ + (1−θ)(F₁ + θ (F₂ + (1−θ)(…))))
            result = (result + terms[number]) * (rest if number % 2 else share)
        return self.y + result


def try_step(flow: Flow, time: float, y: Array, slope: Array, h: float, scale: Array) -> Step:
    """One step of length h; slope = f(t, y), and scale (..., n) is the error that can be borne at y."""
    slopes = np.empty((ALL_STAGES, *y.shape))
    slopes[0] = slope
    for stage in range(1, STAGES):
        _fill(slopes, stage, flow, time, y, h)
    end = _fill(slopes, STAGES, flow, time, y, h)
    return Step(flow, time, h, y, end, slopes, _error(slopes, h, scale))


def _fill(slopes: Array, stage: int, flow: Flow, time: float, y: Array, h: float) -> Array:
    """Compute the slope of a stage from those before it, and return the place it was taken at."""
    place = y + h * np.tensordot(STAGE_WEIGHTS[stage, :stage], slopes[:stage], 1)
    slopes[stage] = flow(time + float(NODES[stage]) * h, place)
    return place


def _error(slopes: Array, h: float, scale: Array) -> float:
    """h e₅²/√(e₅² + e₃²/100), of root mean squares over the components; the worst row counts."""
    with np.errstate(invalid="ignore", over="ignore"):
        estimates = np.tensordot(ERROR_WEIGHTS, slopes[: STAGES + 1], 1) / scale
        fifth, third = _mean_square(estimates)
        both = np.sqrt(fifth + 0.01 * third)
        rows = h * fifth / np.where(both == 0.0, 1.0, both)
    return float(np.max(rows, initial=0.0))


def first_length(flow: Flow, y: Array, slope: Array, scale: Array, longest: float) -> float:
    """A length of the first step such that an Euler step would change little, and its slope little too."""
    size, speed = _norm(y / scale), _norm(slope / scale)
    h = 1e-6 if min(size, speed) < 1e-5 else 0.01 * size / speed
    h = min(h, longest)
    bend = _norm((flow(h, y + h * slope) - slope) / scale) / h
    steepest = max(speed, bend)
    better = max(1e-6, 1e-3 * h) if steepest <= 1e-15 else (0.01 / steepest) ** -EXPONENT
    return min(100.0 * h, better, longest)


def _norm(y: Array) -> float:
    return float(np.max(np.sqrt(_mean_square(y)), initial=0.0))


def _mean_square(y: Array) -> Array:
    """Over the components; zero where there are none."""
    return np.square(y).sum(axis=-1) / max(1, y.shape[-1])
