"""Methods of integration: the places at which a step asks for the acceleration, and what it does with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from psiphi.dynamics.motion.dop853 import dop853
from psiphi.dynamics.motion.evaluation import Evaluation
from psiphi.dynamics.motion.step_dynamics import Arrays, Dynamics, Numbers
from psiphi.errors import UnknownNameError
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.recursion.manifold.joints import integrate, moved, rates
from psiphi.recursion.numbers.arithmetic import Number

Method: TypeAlias = Callable[[Dynamics], Sequence[Evaluation]]


def here(arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, Numbers]:
    """The state itself."""
    return x["q"], x["v"]


def _changed(x: Numbers, h: Number, rate: Numbers) -> list[Number]:
    """x + h · rate."""
    return [each + h * change for each, change in zip(x, rate, strict=True)]


def semi_implicit(robot: Dynamics) -> Sequence[Evaluation]:
    """v⁺ = v + h a, q⁺ = q · exp(h v⁺): of first order, steady where forces hardly depend on v."""
    model = robot.model

    def then(arithmetic: GraphArithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        (h,) = x["dt"]
        v = _changed(v, h, a)
        way = [h * rate for rate in robot.rates(arithmetic, q, v)]
        return {"q": integrate(model, q, way, arithmetic), "v": v}

    return [Evaluation("step", {"q": model.nq, "v": robot.nv, "dt": 1}, then, here)]


def rk4(robot: Dynamics) -> Sequence[Evaluation]:
    """The classical Runge–Kutta method in the chart around q, of fourth order [Kutta 1901].

    The three stages after the first are one program: `ahead` holds how far each of them looks, `weights` what
    its slope counts, and both move on by one. x and w are where the next stage is evaluated.
    """
    model, nx, nv = robot.model, robot.model.nv, robot.nv

    def placed(x: Arrays, ahead: Number, k: Numbers) -> Arrays:
        return {"x": [ahead * each for each in k[:nx]], "w": _changed(x["v"], ahead, k[nx:])}

    def first(arithmetic: GraphArithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        (h,) = x["dt"]
        k, half = [*rates(model, q, None, robot.rates(arithmetic, q, v), arithmetic), *a], 0.5 * h
        return {**placed(x, half, k), "sum": k, "ahead": [half, h], "weights": [2.0, 2.0, 1.0]}

    def there(arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, Numbers]:
        return moved(model, x["q"], x["x"], arithmetic), x["w"]

    def stage(arithmetic: GraphArithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        k = [*rates(model, q, x["x"], robot.rates(arithmetic, q, v), arithmetic), *a]
        weight, *weights = x["weights"]
        return {
            **placed(x, x["ahead"][0], k),
            "sum": _changed(x["sum"], weight, k),
            "ahead": [x["ahead"][1]] * 2,
            "weights": [*weights, weights[-1]],
        }

    def last(arithmetic: GraphArithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        share = x["dt"][0] * (1.0 / 6.0)
        change = [share * total for total in x["sum"]]
        return {"q": moved(model, x["q"], change[:nx], arithmetic), "v": _changed(x["v"], 1.0, change[nx:])}

    state = {"q": model.nq, "v": nv}
    between = {"x": nx, "w": nv, "sum": nx + nv, "ahead": 2, "weights": 3}
    # The stages that count double lie in the middle, the one that counts once at the end.
    middle = Evaluation("stage", {**state, **between}, stage, there, lambda x: 1.5 - 0.5 * x["weights"][0])
    return [
        Evaluation("first", {**state, "dt": 1}, first, here),
        *(middle,) * 3,
        Evaluation("last", {**state, "sum": nx + nv, "dt": 1}, last),
    ]


MIDPOINT_SWEEPS = 8
"""With which the middle of a step is found; each is nearer by a factor of about dt times the fastest rate."""


def midpoint(robot: Dynamics) -> Sequence[Evaluation]:
    """The implicit midpoint rule on the manifold: w = v + h/2 a(q · exp(h/2 w), w), q⁺ = q · exp(h w).

    Of second order, and symmetric in time: the energy of a motion without losses does not drift. w, the
    velocity in the middle, is found by a fixed number of sweeps.
    """
    model, nv = robot.model, robot.nv

    def gone(arithmetic: GraphArithmetic, x: Arrays, h: Number) -> Numbers:
        way = [h * rate for rate in robot.rates(arithmetic, x["q"], x["w"])]
        return integrate(model, x["q"], way, arithmetic)

    def begin(arithmetic: GraphArithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        return {"w": _changed(v, 0.5 * x["dt"][0], a)}

    def middle(arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, Numbers]:
        return gone(arithmetic, x, 0.5 * x["dt"][0]), x["w"]

    def sweep(arithmetic: GraphArithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        return {"w": _changed(x["v"], 0.5 * x["dt"][0], a)}

    def end(arithmetic: GraphArithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        return {
            "q": gone(arithmetic, x, x["dt"][0]),
            "v": [2.0 * w - v for w, v in zip(x["w"], x["v"], strict=True)],
        }

    state = {"q": model.nq, "v": nv, "dt": 1}
    again = Evaluation("sweep", {**state, "w": nv}, sweep, middle, lambda x: 0.5)
    return [
        Evaluation("begin", state, begin, here),
        *(again,) * MIDPOINT_SWEEPS,
        Evaluation("end", {**state, "w": nv}, end),
    ]


METHODS: dict[str, Method] = {
    "semi_implicit": semi_implicit,
    "implicit": semi_implicit,
    "rk4": rk4,
    "midpoint": midpoint,
    "dop853": dop853,
}
"""What each method evaluates. "implicit" has the forces of joints as they are at the end of a step."""

EQUAL_STEPS = tuple(name for name in METHODS if name != "dop853")
"""The methods whose steps have the length that is given."""


def check_method(method: object) -> None:
    """Refuse what is none."""
    if not isinstance(method, str) or method not in METHODS:
        raise UnknownNameError(f"method: {method!r} is unknown; choose one of {', '.join(METHODS)}.")
