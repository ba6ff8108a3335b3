"""Steps between calls: under forces that Python computes, and along loops too long for one program.

The methods are those of native steps (methods.py). What they do before and after each acceleration is
compiled; the acceleration itself is a call, and so is what closes loops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.motion.acting_forces import NOTHING, Acting, acting_function
from psiphi.dynamics.motion.closed_loops import OPEN, SWEEPS, Following, Projection
from psiphi.dynamics.motion.evaluation import Evaluation
from psiphi.dynamics.motion.methods import METHODS, here
from psiphi.dynamics.motion.step_dynamics import Dynamics
from psiphi.dynamics.motion.traced import Arrays, Numbers, traced
from psiphi.errors import ClosureError
from psiphi.frozen import frozen
from psiphi.kernel.iterate.slots import NEXT
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.model import Model
from psiphi.recursion.numbers.vectors import dot

if TYPE_CHECKING:
    from psiphi.dynamics.motion.single_step import SingleStep

Array = NDArray[Any]
Law: TypeAlias = Callable[[float, Array, Array], Array]
"""Joint forces (..., nv) at a time, q (..., nq) and v (..., nv)."""


class StepByCalls:
    """A step of a robot by one of METHODS whose steps have the length that is given.

    acting   what acts besides the forces of a law
    loops    how loops are followed; rows that are open after a step are NaN
    """

    def __init__(
        self, robot: SingleStep, method: str, acting: Acting, loops: Projection | Following | None = None
    ) -> None:
        self._robot, self._loops = robot, loops
        acting = acting.on(robot.model)
        self._acting = None if acting == NOTHING else acting_function(robot.model, acting)
        following = loops if isinstance(loops, Following) else None
        self._evaluations = METHODS[method](_Called(robot.model, loops=following))
        self._programs = _programs(robot.model, method, following)

    def __call__(
        self, q: Array, v: Array, tau: Array, h: Array, law: Law | None = None, time: float = 0.0
    ) -> tuple[Array, Array]:
        """q and v after h (...), with the forces tau at the start, and those of a law later on."""
        x = {"q": q, "v": v, "dt": h}
        for evaluation, (place, use) in zip(self._evaluations, self._programs, strict=True):
            if evaluation.at is not None:
                if place is not None:
                    q, v = _called(place, x)
                    tau = tau if law is None else law(time + _part(evaluation, x) * float(h), q, v)
                x |= {"q_at": q, "v_at": v, "a": self._acceleration(q, v, tau, h)}
                if isinstance(self._loops, Following):
                    x["following"] = self._following(q)
            names = (each.name.removesuffix(NEXT) for each in use.outputs)
            x |= zip(names, _called(use, x), strict=True)
        return self._closed(x["q"], x["v"])

    def _acceleration(self, q: Array, v: Array, tau: Array, h: Array) -> Array:
        """a with what acts besides tau, (..., nv)."""
        robot: Any = self._robot
        if self._acting is not None and isinstance(self._loops, Following):
            rates = robot.joint_velocity(q, v)
            others = self._acting(q, rates, np.zeros_like(rates), h[..., None])
            tau = tau + robot.independent_forces(q, others)
        elif self._acting is not None:
            tau = self._acting.call(q, v, tau, h[..., None])
        if not isinstance(self._loops, Projection):
            return robot.forward_dynamics(q, v, tau)
        kappa = self._loops.baumgarte
        if not kappa:
            return robot.constrained_acceleration(q, v, tau)
        rates = (robot.constraint_jacobian(q) @ v[..., None])[..., 0]
        gamma = -2.0 * kappa * rates - kappa**2 * robot.loop_residual(q)
        return robot.constrained_acceleration(q, v, tau, stabilisation=gamma)

    def _following(self, q: Array) -> Array:
        """S with the rates S v of all coordinates, (..., nv of the tree · nv)."""
        robot: Any = self._robot
        S = robot.joint_velocity(q[..., None, :], np.eye(robot.nv)).swapaxes(-1, -2)
        return np.ascontiguousarray(S).reshape(*q.shape[:-1], -1)

    def _closed(self, q: Array, v: Array) -> tuple[Array, Array]:
        """A state put on the loops."""
        robot: Any = self._robot
        loops = self._loops
        if loops is None or (isinstance(loops, Projection) and not loops.closing):
            return q, v
        if isinstance(loops, Following):
            try:
                q = robot.closed(q)
            except ClosureError as error:
                q = error.q
        else:
            for _ in range(SWEEPS):
                q = robot.integrate(q, robot._nearest(q, np.zeros_like(v), -robot.loop_residual(q)))
            v = robot._nearest(q, v)
        is_open = np.linalg.norm(robot.loop_residual(q), axis=-1) > OPEN * np.sqrt(robot.model.loop_size)
        q[is_open], v[is_open] = np.nan, np.nan
        return q, v


@frozen
class _Called(Dynamics):
    """What methods ask of a robot; S, where the rates of all coordinates are S v, is an argument."""

    following: Numbers = ()

    def rates(self, arithmetic: GraphArithmetic, q: Numbers, v: Numbers) -> Numbers:
        rows = (self.following[i : i + self.nv] for i in range(0, len(self.following), self.nv))
        return [dot(row, v) for row in rows] if self.loops else v


def _part(evaluation: Evaluation, x: Mapping[str, Array]) -> float:
    """How much of a step has passed, the same for all rows."""
    by_number: Any = {name: np.moveaxis(x[name], -1, 0) for name in evaluation.arrays if x[name].ndim}
    return float(np.max(evaluation.part(by_number), initial=0.0))


Programs: TypeAlias = tuple[NativeFunction | None, NativeFunction]


@lru_cache(maxsize=32)
def _programs(model: Model, method: str, following: Following | None) -> list[Programs]:
    """Of each evaluation of a method: where it is, None where it is at the state; and what follows from a."""
    evaluations = METHODS[method](_Called(model, loops=following))
    places = {evaluation.name: k for k, evaluation in enumerate(evaluations)}
    made = {
        name: (_place(model, method, k, following), _use(model, method, k, following))
        for name, k in places.items()
    }
    return [made[evaluation.name] for evaluation in evaluations]


def _place(model: Model, method: str, k: int, following: Following | None) -> NativeFunction | None:
    """q and v at which evaluation k of a method is."""
    evaluation = METHODS[method](_Called(model, loops=following))[k]
    at = evaluation.at
    if at is None or at is here:
        return None

    def compute(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        return dict(zip("qv", at(arithmetic, x), strict=True))

    return _compiled(("place", model.key, method, k, following), evaluation.arrays, compute)


def _use(model: Model, method: str, k: int, following: Following | None) -> NativeFunction:
    """What the arrays become after evaluation k of a method."""
    robot = _Called(model, loops=following)
    evaluation = METHODS[method](robot)[k]
    arrays = dict(evaluation.arrays)
    if evaluation.at is not None:
        arrays |= {"q_at": model.nq, "v_at": robot.nv, "a": robot.nv}
        arrays |= {"following": model.nv * robot.nv} if following else {}

    def compute(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        there = _Called(model, loops=following, following=x.get("following", ()))
        state = (x.get(name, ()) for name in ("q_at", "v_at", "a"))
        return METHODS[method](there)[k].then(arithmetic, x, *state)

    return _compiled(("use", model.key, method, k, following), arrays, compute)


def _compiled(
    key: tuple[Any, ...], sizes: Mapping[str, int], compute: Callable[[GraphArithmetic, Arrays], Arrays]
) -> NativeFunction:
    given = {name: None if name == "dt" else size for name, size in sizes.items()}
    return compile_program(lambda: traced(given, compute, NEXT), key=repr(("step by calls", *key)))


def _called(function: NativeFunction, x: Mapping[str, Array]) -> tuple[Array, ...]:
    found: Any = function.call(*(x[each.name] for each in function.arguments))
    return found if isinstance(found, tuple) else (found,)
