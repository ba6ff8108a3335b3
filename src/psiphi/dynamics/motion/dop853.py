"""DOP853: steps of order 8 as long as a tolerance allows, and an interpolant of order 7 between their ends.

[Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, 1993, sections II.4, II.5, II.6]

Every row has its own time and its own length of steps. What the driver calls a step leads from one sample to
the next, a time dt further. Meanwhile attempts are made, again and again, as long as any row *wants* one:
where its interpolant ends before the sample. An attempt that meets the tolerance becomes the *next*
interpolant of its row. Rows that have none try along with those that want to, so that rows whose steps end at
different times still try together. Nothing of this changes a number of any row.

Where forces are held from sample to sample (`held`), no attempt leads further. The end of the last step is
the sample then, and no interpolant is needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.motion.dop853_tableau import (
    ALL_STAGES,
    DENSE_WEIGHTS,
    ERROR_WEIGHTS,
    NODES,
    STAGE_WEIGHTS,
    STAGES,
)
from psiphi.dynamics.motion.evaluation import Evaluation, Then, ending
from psiphi.dynamics.motion.step_dynamics import Arrays, Dynamics, Numbers
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.recursion.manifold.joints import joints_of, moved, rates
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import dot, plus, times

SAFETY, SHRINK, GROW = 0.9, 0.2, 6.0  # how much the next attempt may differ from this one
FIRST = 1e-3  # seconds, the first attempt; the next ones soon have the right length
SHORTEST = 1e-13  # of dt: when attempts become so short, none is good
MOST_STEPS = 10_000  # from sample to sample on the average: enough for any smooth motion
SPLINTER = 1e-9  # of a step: what would be left before a limit, and is taken along
LOST = 1e30  # the time of rows for which no attempt is good; slopes above it are none
TERMS = 3 + len(DENSE_WEIGHTS)

WANTING, DENSE = "wanting", "dense"  # arrays that tell whether attempts are made, and interpolants
_SPAN = ("place", "rate", "terms", "span")  # an interpolant: where it begins, its terms, and when it is
_SLOPES = tuple(f"k{n}" for n in range(ALL_STAGES))


def _next(name: str) -> str:
    return f"next_{name}"


def sizes_of(robot: Dynamics) -> dict[str, int]:
    """The arrays that are carried from sample to sample besides the state; all are zero at the start.

    clock   the time of the state that attempts start from, the length of the next one, by how many steps
            there were too many, the samples so far, and the time of the next one
    full    whether there is a next interpolant
    span    when an interpolant begins, how long it is, and when it ends
    """
    nq, nv = robot.model.nq, robot.nv
    one = dict(zip(_SPAN, (nq, nv, TERMS * (robot.model.nv + nv), 3), strict=True))
    following = {_next(name): size for name, size in one.items()}
    return {"base_q": nq, "base_v": nv, "clock": 5, "full": 1, **one, **following}


def dop853(robot: Dynamics) -> Sequence[Evaluation]:
    """Attempts while any row wants one, and then the sample."""
    n = robot.model.nv + robot.nv
    carried = sizes_of(robot)
    sizes = {
        **carried,
        **{"q": robot.model.nq, "v": robot.nv, "dt": 1, "held": 1, "tolerance": 1},
        **{"x": robot.model.nv, "w": robot.nv, "part": 1, "k": n, **dict.fromkeys(_SLOPES, n), "y": n},
        **{
            "attempt": 3,
            "trying": 1,
            "sound": 1,
            "good": 1,
            "needed": 1,
            "length": 1,
            "new_terms": TERMS * n,
        },
        **{"end_q": robot.model.nq, "end_v": robot.nv},
    }
    own = _Dop853(robot)

    def evaluation(name: str, then: Callable[[GraphArithmetic, Arrays], Arrays], *reads: str) -> Evaluation:
        arrays = {each: sizes[each] for each in reads}
        return Evaluation(name, arrays, lambda arithmetic, x, *_: then(arithmetic, x))

    looks = {each: sizes[each] for each in ("base_q", "x", "w", "part", "sound")}
    stage = Evaluation("stage", looks, own.slope, own.there, lambda x: x["part"][0])

    def stages(first: int, last: int) -> list[Evaluation]:
        """Slopes first … last − 1, each kept, and where the next one is looked at."""
        found: list[Evaluation] = []
        for number in range(first, last):
            reads = ("k", *_used(STAGE_WEIGHTS[number + 1], number), "base_v", "clock", "attempt", "dt")
            found += [stage, evaluation(f"stage {number}", own.kept(number), *reads)]
        return found

    def repeated(evaluations: Sequence[Evaluation], *loops: str) -> list[Evaluation]:
        return [replace(each, loops=loops) for each in evaluations]

    whole = ("k", *_SLOPES[: STAGES - 1], "base_q", "base_v", "clock", "attempt", "tolerance")
    closing = [
        replace(each, then=_soundly(each.then), arrays={**each.arrays, "sound": 1})
        for each in ending(robot, "end_q", "end_v")
    ]
    dense = evaluation("dense", own.sought, "attempt", "sound", "good", "dt", "held", "y", "base_v", "clock")
    terms = evaluation("terms", _interpolant, "k", *_SLOPES[:-1], "attempt", "y")
    judged = ("attempt", "trying", "sound", "good", "needed", "length", "new_terms", "end_q", "end_v")
    return [
        evaluation("begin", own.begun, *carried, "q", "v", "dt", "held"),
        *repeated([*stages(0, STAGES - 1), stage, evaluation("judge", own.judged, *whole)], WANTING),
        *repeated([*closing, dense], WANTING),
        *repeated([*stages(STAGES, ALL_STAGES - 1), stage, terms], WANTING, DENSE),
        *repeated([evaluation("commit", own.committed, *carried, *judged, "dt", "held")], WANTING),
        evaluation("sample", own.sampled, *carried, "dt", "held"),
    ]


class _Dop853:
    """What arrays become, of one robot."""

    def __init__(self, robot: Dynamics) -> None:
        self._robot, self._model, self._nx = robot, robot.model, robot.model.nv

    def begun(self, arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        """The first attempt, where nothing was carried, starts from the state."""
        time, length, excess, samples, sample = x["clock"]
        later = arithmetic.select(length, 1.0, 0.0)
        base = _chosen(arithmetic, later, x, {"base_q": x["q"], "base_v": x["v"]})
        sample = arithmetic.select(length, sample, x["dt"][0])
        clock = [time, arithmetic.select(length, length, FIRST), excess, samples, sample]
        return {**base, "clock": clock, **self._turned(arithmetic, {**x, **base, "clock": clock})}

    def _turned(self, arithmetic: GraphArithmetic, x: Arrays) -> dict[str, Numbers]:
        """The next interpolant where the present one ends too early, and what is tried now."""
        (dt,), (held,), (full,) = x["dt"], x["held"], x["full"]
        time, length, _, samples, sample = x["clock"]
        turns = arithmetic.minimum(full, self._is_late(arithmetic, x))
        following = {name: x[_next(name)] for name in _SPAN}
        now = _chosen(arithmetic, turns, following, {name: x[name] for name in _SPAN})
        full = full - turns
        limit = arithmetic.select(held, sample, LOST)
        trying = arithmetic.minimum(1.0 - full, arithmetic.select(limit - time, 1.0, 0.0))
        h = arithmetic.minimum(length, self._half_a_turn(arithmetic, x))
        fits = arithmetic.select(limit - time - (1.0 + SPLINTER) * h, 1.0, 0.0)
        h = arithmetic.select(fits, h, limit - time)
        end = arithmetic.select(fits, time + h, limit)
        wanting = arithmetic.minimum(trying, self._is_late(arithmetic, {**x, **now}))
        return {
            **now,
            "full": [full],
            "attempt": [time, h, end],
            "trying": [trying],
            "sound": [1.0],
            "x": [0.0] * self._nx,
            "w": x["base_v"],
            "part": [time * arithmetic.reciprocal(dt) - samples],
            WANTING: [wanting],
        }

    @staticmethod
    def _is_late(arithmetic: GraphArithmetic, x: Arrays) -> Number:
        """Whether the sample is after the end of the interpolant."""
        return arithmetic.select(x["clock"][-1] - x["span"][2], 1.0, 0.0)

    def _half_a_turn(self, arithmetic: GraphArithmetic, x: Arrays) -> Number:
        """The time in which no joint turns further; after a whole turn dexp⁻¹ is singular."""
        turning = [v[:3] for kind, _, v in joints_of(self._model) if "quaternion" in kind.coordinates]
        if not turning:
            return LOST
        v = self._robot.rates(arithmetic, x["base_q"], x["base_v"])
        fastest: Number = 1e-30
        for places in turning:
            omega = [v[i] for i in places]
            fastest = arithmetic.maximum(fastest, dot(omega, omega))
        return math.pi * arithmetic.reciprocal(arithmetic.sqrt(fastest))

    def there(self, arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, Numbers]:
        """q and v of a stage."""
        return moved(self._model, x["base_q"], x["x"], arithmetic), x["w"]

    def slope(self, arithmetic: GraphArithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        """ẋ and v̇ of a stage."""
        k = [*rates(self._model, q, x["x"], self._robot.rates(arithmetic, q, v), arithmetic), *a]
        return _sound(arithmetic, x, {"k": k})

    def kept(self, number: int) -> Callable[[GraphArithmetic, Arrays], Arrays]:
        """The slope of a stage is kept, and the next one looked at where those so far lead to."""
        weights = STAGE_WEIGHTS[number + 1]

        def then(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
            start, h, _ = x["attempt"]
            way = [h * each for each in _sum(weights, {**x, _SLOPES[number]: x["k"]})]
            time = start + float(NODES[number + 1]) * h
            part = time * arithmetic.reciprocal(x["dt"][0]) - x["clock"][3]
            return {_SLOPES[number]: x["k"], "part": [part], **self._placed(x, way)}

        return then

    def _placed(self, x: Arrays, way: Numbers) -> dict[str, Numbers]:
        speeds = [plus(v, dv) for v, dv in zip(x["base_v"], way[self._nx :], strict=True)]
        return {"x": way[: self._nx], "w": speeds}

    def judged(self, arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        """Where the attempt leads, whether it is good, and the length of the next one.

        The error is h e₅²/√(e₅² + e₃²/100) in units of the tolerance, of root mean squares over x and v.
        """
        x = {**x, _SLOPES[STAGES - 1]: x["k"]}
        h = x["attempt"][1]
        way = [h * each for each in _sum(STAGE_WEIGHTS[STAGES], x)]
        (tolerance,) = x["tolerance"]
        units = [
            arithmetic.reciprocal(tolerance * (1.0 + size))
            for size in (*self._magnitudes(arithmetic, x["base_q"]), *map(arithmetic.absolute, x["base_v"]))
        ]
        squares: list[Number] = []
        for weights in ERROR_WEIGHTS:
            errors = [times(e, unit) for e, unit in zip(_sum(weights, x), units, strict=True)]
            squares.append((1.0 / len(errors)) * dot(errors, errors))
        fifth, third = squares
        size = arithmetic.sqrt(arithmetic.maximum(fifth + 0.01 * third, LOST**-1))
        error = h * fifth * arithmetic.reciprocal(size)
        good = arithmetic.or_zero(arithmetic.select(1.0 - error, 1.0, 0.0))
        root = arithmetic.sqrt(arithmetic.sqrt(arithmetic.sqrt(arithmetic.maximum(error, LOST**-1))))
        factor = arithmetic.minimum(SAFETY * arithmetic.reciprocal(root), GROW)
        factor = arithmetic.maximum(arithmetic.or_zero(factor), SHRINK)
        length = h * arithmetic.select(good, factor, arithmetic.minimum(factor, 1.0))
        before = x["clock"][1]  # which the attempt may have been too short for, to end at a limit
        longer = arithmetic.select(before - h, arithmetic.maximum(before, length), length)
        length = arithmetic.select(good, longer, length)
        placed = self._placed(x, way)
        last = {"end_q": moved(self._model, x["base_q"], placed["x"], arithmetic), "end_v": placed["w"]}
        return {**last, "y": way, "k11": x["k"], "good": [good], "length": [length]}

    def _magnitudes(self, arithmetic: GraphArithmetic, q: Numbers) -> list[Number]:
        """What errors of x are small against: |q| of plain coordinates, else a metre or a radian."""
        found: list[Number] = [1.0] * self._nx
        for kind, q_places, v_places in joints_of(self._model):
            if kind.is_plain:
                for i, j in zip(q_places, v_places, strict=True):
                    found[j] = arithmetic.absolute(q[i])
        return found

    def sought(self, arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        """Whether the attempt will be interpolated, for which the slope at its end is looked at first."""
        (held,), (good,), (sound,) = x["held"], x["good"], x["sound"]
        beyond = 1.0 - arithmetic.select(x["clock"][-1] - x["attempt"][2], 1.0, 0.0)
        needed = good * sound * beyond * (1.0 - held)
        return {DENSE: [needed], "needed": [needed], "good": [good * sound], **self._placed(x, x["y"])}

    def committed(self, arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        """What a good attempt leaves, and what is tried next."""
        (dt,), (trying,), (full,) = x["dt"], x["trying"], x["full"]
        start, h, end = x["attempt"]
        time, length, excess, *samples = x["clock"]
        sound = arithmetic.maximum(x["sound"][0], 1.0 - x["needed"][0])
        good = trying * sound * x["good"][0]
        new = {"place": x["base_q"], "rate": x["base_v"], "terms": x["new_terms"], "span": [start, h, end]}
        following = {_next(name): value for name, value in new.items()}
        found = _chosen(arithmetic, good, following, x)
        found |= _chosen(arithmetic, good, {"base_q": x["end_q"], "base_v": x["end_v"]}, x)
        other = arithmetic.select(x["sound"][0], x["length"][0], SHRINK * h)
        length = arithmetic.select(trying, other, length)
        passed = MOST_STEPS * good * h * arithmetic.reciprocal(dt)
        excess = arithmetic.maximum(excess + trying - passed, 0.0)
        short = arithmetic.select(SHORTEST * dt - length, 1.0, 0.0)
        lost = arithmetic.maximum(short, arithmetic.select(excess - MOST_STEPS, 1.0, 0.0))
        time = arithmetic.select(good, end, time)
        found["clock"] = [arithmetic.select(lost, LOST, time), length, excess, *samples]
        found["full"] = [arithmetic.maximum(full, good)]
        return {**found, **self._turned(arithmetic, {**x, **found})}

    def sampled(self, arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        """The state at the sample; no number where no attempt led there."""
        start, h, _ = x["span"]
        *clock, samples, sample = x["clock"]
        share = (sample - start) * arithmetic.reciprocal(h)
        y = interpolated(x["terms"], share)
        q = moved(self._model, x["place"], y[: self._nx], arithmetic)
        v = [plus(a, b) for a, b in zip(x["rate"], y[self._nx :], strict=True)]
        state = _chosen(arithmetic, x["held"][0], {"q": x["base_q"], "v": x["base_v"]}, {"q": q, "v": v})
        nothing = arithmetic.sqrt(-self._is_late(arithmetic, x))
        state["v"] = [plus(each, nothing) for each in state["v"]]
        return {**state, "clock": [*clock, samples + 1.0, (samples + 2.0) * x["dt"][0]]}


def _interpolant(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
    slopes = {**x, _SLOPES[-1]: x["k"]}
    return {"new_terms": terms_of(x["attempt"][1], x["y"], slopes), DENSE: [0.0]}


def terms_of(h: Number, whole: Numbers, slopes: Arrays) -> list[Number]:
    """F₀, F₁, … of a step of length h that leads as far as `whole`, one after the other."""
    first, last = ([h * each for each in slopes[name]] for name in (_SLOPES[0], _SLOPES[STAGES]))
    return [
        *whole,
        *(a - y for a, y in zip(first, whole, strict=True)),
        *(2.0 * y - a - b for y, a, b in zip(whole, first, last, strict=True)),
        *(h * each for weights in DENSE_WEIGHTS for each in _sum(weights, slopes)),
    ]


def interpolated(terms: Numbers, share: Number) -> list[Number]:
    """y(θ) = θ (F₀ + (1 − θ)(F₁ + θ (F₂ + (1 − θ)(…)))) of what a step adds, after a share θ of it."""
    n, rest = len(terms) // TERMS, 1.0 - share
    y: list[Number] = [0.0] * n
    for number in reversed(range(TERMS)):
        own = terms[number * n : (number + 1) * n]
        y = [times(rest if number % 2 else share, plus(a, b)) for a, b in zip(y, own, strict=True)]
    return y


def _used(weights: NDArray[np.float64], below: int) -> list[str]:
    """The slopes that count, of the first so many."""
    return [name for name, weight in zip(_SLOPES[:below], weights, strict=False) if weight]


def _sum(weights: NDArray[np.float64], x: Arrays) -> list[Number]:
    """Σ w k over the slopes."""
    rows = [[float(w) * each for each in x[name]] for name, w in zip(_SLOPES, weights, strict=False) if w]
    found = rows[0]
    for row in rows[1:]:
        found = [plus(a, b) for a, b in zip(found, row, strict=True)]
    return found


def _chosen(arithmetic: GraphArithmetic, test: Number, new: Arrays, old: Arrays) -> dict[str, Numbers]:
    """The new arrays where the test is positive, the old ones of equal names elsewhere."""
    names = new if len(new) < len(old) else old
    return {
        name: [arithmetic.select(test, a, b) for a, b in zip(new[name], old[name], strict=True)]
        for name in names
    }


def _soundly(then: Then) -> Then:
    """The same, with results that are not finite set to zero and told by `sound`."""
    return lambda arithmetic, x, *rest: _sound(arithmetic, x, then(arithmetic, x, *rest))


def _sound(arithmetic: GraphArithmetic, x: Arrays, found: Arrays) -> Arrays:
    size: Number = 0.0
    for each in (y for array in found.values() for y in array):
        size = plus(size, arithmetic.absolute(each))
    finite = arithmetic.or_zero(arithmetic.select(LOST - size, 1.0, 0.0))
    kept = {name: [arithmetic.select(finite, y, 0.0) for y in array] for name, array in found.items()}
    return {**kept, "sound": [arithmetic.minimum(x["sound"][0], finite)]}
