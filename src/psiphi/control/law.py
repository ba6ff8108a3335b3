"""Control laws: joint forces as an operator expression of the state, of gains and of a reference.

A law is three things at once: an expression that is derived and printed like any other, a function
law(t, q, v) → tau of batches, and a torque that `robot.rollout` and `robot.simulate` compile into steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra.expression import Expr
from psiphi.control.references import Reference
from psiphi.dynamics.motion.feedback import Feedback
from psiphi.errors import InputError
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.kernel.tracing import inlined
from psiphi.locks import cached_property
from psiphi.model.arguments import is_single, number_array, time_argument
from psiphi.recursion.manifold.joints import normalized
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.robot import Robot
from psiphi.simulation.compiled_torque import CompiledTorque, in_time
from psiphi.varying import VaryingRobot

Array = NDArray[Any]
Numbers: TypeAlias = Sequence[Number]
Arrays: TypeAlias = Mapping[str, Numbers]
Signals: TypeAlias = Callable[..., Mapping[str, Numbers]]


class Law:
    """Joint forces (..., nv) that follow from the time and the state: law(t, q, v).

    robot       the robot it is for
    expression  what it computes: an operator expression whose inputs are `signals` of the state
    reference   what it follows, as a function of time
    gains       by name, each (..., n); rows of a batch may have gains of their own
    """

    def __init__(
        self,
        robot: Robot,
        expression: Expr,
        signals: Signals,
        gains: Mapping[str, Array],
        reference: Reference,
        frames: Sequence[str] = (),
    ) -> None:
        if isinstance(robot, VaryingRobot):
            raise InputError(
                f"robot: {robot!r} has parameters that are given; laws are for the robot that it was made of."
            )
        self.robot = robot
        self.expression = expression
        self.reference = reference
        self.gains = dict(gains)
        self.frames = tuple(frames)
        self._signals = signals
        self._request = robot.compile(expression, self.frames).request
        self._request.check()
        self._given = {
            name: np.ascontiguousarray(x, float) for name, x in {**gains, **reference.fixed}.items()
        }

    def __call__(self, t: float, q: ArrayLike, v: ArrayLike) -> Array:
        """The joint forces at a time and in a state, (..., nv); float32 where the state is."""
        moving = self.reference(time_argument(t))
        if is_single(q) and is_single(v):
            return self._call(q, v, *(x.astype(np.float32) for x in (*self._fixed, *moving)))
        return self._call(q, v, *self._fixed, *moving)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.robot.model.name!r}: {self.expression}>"

    @property
    def operations(self) -> Any:
        """Exact counts of what is computed for a row, as those of a kernel."""
        return self._function.operations

    def signals(self, t: float | Array, q: ArrayLike, v: ArrayLike) -> dict[str, Array]:
        """The inputs of the expression by name, at times (T,) and in states (T, ..., n), or at one time."""
        t, rank = time_argument(t), number_array("v", v).ndim
        moving = self.reference(t)
        if np.ndim(t):
            moving = [in_time(x, rank) for x in moving]
        found = self._signal_function(q, v, *self._fixed, *moving)
        names = [output.name for output in self._signal_function.outputs]
        return dict(zip(names, found if len(names) > 1 else (found,), strict=True))

    def compiled_torque(self, robot: Robot) -> CompiledTorque:
        """The law as `robot.rollout` and `robot.simulate` compile it into steps."""
        keys = {replace(each.model, loops=(), frames=()).key for each in (robot, self.robot)}
        if robot.nv != self.robot.nv or len(keys) > 1:  # what it touches is no part of it
            raise InputError(f"torque: the law is one for {self.robot.model.name!r}, not for this robot.")
        reference = self.reference
        moving = (
            (lambda t: dict(zip(reference.moving, reference(t), strict=True))) if reference.moving else None
        )
        return CompiledTorque(self.feedback, self._given, moving, timeless=True)

    @cached_property
    def feedback(self) -> Feedback:
        """The law as it is traced into a step."""
        own = f"{type(self).__module__}.{type(self).__qualname__}"
        key = repr((own, self._options, self._request.key, self.reference.kind))
        return Feedback(key, self._arrays, self._forces, frozenset(self.reference.moving))

    @property
    def _arrays(self) -> dict[str, int]:
        """What signals depend on besides the state, with the numbers in a row."""
        return {**{name: x.shape[-1] for name, x in self._given.items()}, **self.reference.moving}

    _options: tuple[object, ...] = ()
    """What besides the expression decides how signals are computed."""
    _undriven: int = 0
    """How many of the first coordinates have no motor; the expression gives them zero, but for rounding."""

    def _forces(self, arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays) -> Numbers:
        arrays = {"q": q, "v": v, **self._computed(arithmetic, q, v, x)}
        (tau,) = inlined(self._request, arithmetic, arrays)
        return [0.0] * self._undriven + tau[self._undriven :]

    def _computed(
        self, arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays
    ) -> Mapping[str, Numbers]:
        q = normalized(self.robot.model, q, arithmetic)
        return {**x, **self._signals(arithmetic, q, v, x, self.reference.traced(arithmetic, x))}

    @cached_property
    def _fixed(self) -> tuple[Array, ...]:
        return tuple(self._given.values())

    @cached_property
    def _function(self) -> NativeFunction:
        return self.feedback.function(self.robot.model, self.robot.nv)

    @cached_property
    def _call(self) -> Callable[..., Array]:
        return self._function.call

    @cached_property
    def _signal_function(self) -> NativeFunction:
        """The signals compiled."""
        model, arrays = self.robot.model, self._arrays

        def build() -> Program:
            graph = Graph()
            sizes = {"q": model.nq, "v": self.robot.nv, **arrays}
            arguments = tuple(Argument(name, (size,)) for name, size in sizes.items())
            q, v, *rest = (argument.scalars(graph) for argument in arguments)
            given = dict(zip(arrays, rest, strict=True))
            found = self._computed(GraphArithmetic(graph), q, v, given)
            wanted = {name: x for name, x in found.items() if name not in sizes}
            outputs = tuple(Output(name, (len(x),), tuple(x)) for name, x in wanted.items())
            return Program(arguments, outputs)

        return compile_program(build, key=repr(("signals", self.feedback.key)))
