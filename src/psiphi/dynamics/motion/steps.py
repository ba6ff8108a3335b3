"""One step of motion as scalar programs: forces, dynamics and the configuration manifold, traced together.

A method is a few *evaluations*, each of which asks for the acceleration at some q and v and does something
with it. Arrays are read and overwritten: q and v are the state, `tau` what acts from outside, `dt` the length
of the step; methods have arrays of their own besides. An evaluation is one program with the dynamics inside,
or for robots of very many bodies three: where to evaluate, the dynamics as loops over bodies, what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from psiphi.dynamics.motion.acting_forces import (
    NOTHING,
    Acting,
    acting_forces,
    check_weight_held_up,
    given_damping,
    resisted_forces,
)
from psiphi.dynamics.motion.feedback import Feedback
from psiphi.dynamics.motion.step_dynamics import Arrays, Dynamics, Numbers
from psiphi.kernel.iterate.iteration import Iteration, Phase
from psiphi.kernel.iterate.slots import NEXT
from psiphi.kernel.large import loops_suit
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.packed.limbs import limbs_alike
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.kernel.tracing import PARAMETERS, variation_of_q
from psiphi.locks import cached_property
from psiphi.model import Model
from psiphi.model.parameters import parameters_of
from psiphi.recursion.manifold.joints import integrate, moved, normalized, rates
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number

Accelerate: TypeAlias = Callable[[GraphArithmetic, Numbers, Numbers, Arrays], Numbers]
"""The acceleration at q and v, under the forces tau and what else is given by name."""


EXTERNAL = "external_forces"


@dataclass(frozen=True)
class Evaluation:
    """A place q, v at which the acceleration is wanted, and what follows from it.

    arrays    the arrays that are read, with their sizes
    at        q and v from the arrays
    then      what the arrays become, given them and q, v and a there; None for `at` where nothing is asked
    part      how much of the step has passed there: 0, ½ or 1
    """

    name: str
    arrays: Mapping[str, int]
    then: Callable[[Arithmetic, Arrays, Numbers, Numbers, Numbers], Arrays]
    at: Callable[[Arithmetic, Arrays], tuple[Numbers, Numbers]] | None = None
    part: Callable[[Arrays], Number] = lambda x: 0.0


Method: TypeAlias = Callable[[Model], Sequence[Evaluation]]


def _here(arithmetic: Arithmetic, x: Arrays) -> tuple[Numbers, Numbers]:
    return x["q"], x["v"]


def _changed(x: Numbers, h: Number, rate: Numbers) -> list[Number]:
    """x + h · rate."""
    return [each + h * change for each, change in zip(x, rate, strict=True)]


def semi_implicit(model: Model) -> Sequence[Evaluation]:
    """v⁺ = v + h a, q⁺ = q · exp(h v⁺): of first order, steady where forces hardly depend on v."""

    def then(arithmetic: Arithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        (h,) = x["dt"]
        v = _changed(v, h, a)
        return {"q": integrate(model, q, [h * rate for rate in v], arithmetic), "v": v}

    return [Evaluation("step", {"q": model.nq, "v": model.nv, "dt": 1}, then, _here)]


def rk4(model: Model) -> Sequence[Evaluation]:
    """The classical Runge–Kutta method in the chart around q, of fourth order [Kutta 1901].

    The three stages after the first are one program: `ahead` holds how far each of them looks, `weights` what
    its slope counts, and both move on by one. x and w are where the next stage is evaluated.
    """
    nv = model.nv

    def placed(x: Arrays, ahead: Number, k: Numbers) -> Arrays:
        return {"x": [ahead * each for each in k[:nv]], "w": _changed(x["v"], ahead, k[nv:])}

    def first(arithmetic: Arithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        (h,) = x["dt"]
        k, half = [*rates(model, q, None, v, arithmetic), *a], 0.5 * h
        return {**placed(x, half, k), "sum": k, "ahead": [half, h], "weights": [2.0, 2.0, 1.0]}

    def there(arithmetic: Arithmetic, x: Arrays) -> tuple[Numbers, Numbers]:
        return moved(model, x["q"], x["x"], arithmetic), x["w"]

    def stage(arithmetic: Arithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        k = [*rates(model, q, x["x"], v, arithmetic), *a]
        weight, *weights = x["weights"]
        return {
            **placed(x, x["ahead"][0], k),
            "sum": _changed(x["sum"], weight, k),
            "ahead": [x["ahead"][1]] * 2,
            "weights": [*weights, weights[-1]],
        }

    def last(arithmetic: Arithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        share = x["dt"][0] * (1.0 / 6.0)
        change = [share * total for total in x["sum"]]
        return {"q": moved(model, x["q"], change[:nv], arithmetic), "v": _changed(x["v"], 1.0, change[nv:])}

    state = {"q": model.nq, "v": nv}
    between = {"x": nv, "w": nv, "sum": 2 * nv, "ahead": 2, "weights": 3}
    # The stages that count double lie in the middle, the one that counts once at the end.
    middle = Evaluation("stage", {**state, **between}, stage, there, lambda x: 1.5 - 0.5 * x["weights"][0])
    return [
        Evaluation("first", {**state, "dt": 1}, first, _here),
        *(middle,) * 3,
        Evaluation("last", {**state, "sum": 2 * nv, "dt": 1}, last),
    ]


MIDPOINT_SWEEPS = 8
"""With which the middle of a step is found; each is nearer by a factor of about dt times the fastest rate."""


def midpoint(model: Model) -> Sequence[Evaluation]:
    """The implicit midpoint rule on the manifold: w = v + h/2 a(q · exp(h/2 w), w), q⁺ = q · exp(h w).

    Of second order, and symmetric in time: the energy of a motion without losses does not drift. w, the
    velocity in the middle, is found by a fixed number of sweeps.
    """
    nv = model.nv

    def begin(arithmetic: Arithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        return {"w": _changed(v, 0.5 * x["dt"][0], a)}

    def middle(arithmetic: Arithmetic, x: Arrays) -> tuple[Numbers, Numbers]:
        half = 0.5 * x["dt"][0]
        return integrate(model, x["q"], [half * rate for rate in x["w"]], arithmetic), x["w"]

    def sweep(arithmetic: Arithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        return {"w": _changed(x["v"], 0.5 * x["dt"][0], a)}

    def end(arithmetic: Arithmetic, x: Arrays, q: Numbers, v: Numbers, a: Numbers) -> Arrays:
        (h,) = x["dt"]
        return {
            "q": integrate(model, x["q"], [h * rate for rate in x["w"]], arithmetic),
            "v": [2.0 * w - v for w, v in zip(x["w"], x["v"], strict=True)],
        }

    state = {"q": model.nq, "v": nv, "dt": 1}
    again = Evaluation("sweep", {**state, "w": nv}, sweep, middle, lambda x: 0.5)
    return [
        Evaluation("begin", state, begin, _here),
        *(again,) * MIDPOINT_SWEEPS,
        Evaluation("end", {**state, "w": nv}, end),
    ]


METHODS: dict[str, Method] = {
    "semi_implicit": semi_implicit,
    "implicit": semi_implicit,
    "rk4": rk4,
    "midpoint": midpoint,
}
"""What each method evaluates. "implicit" has the forces of joints as they are at the end of a step."""


@dataclass(frozen=True)
class Step:
    """How a robot moves in a step: its method, and what acts (acting_forces.py).

    The forces given are the array `tau`, or follow from the state by `feedback` (feedback.py); others act on
    `frames` at their origins, in their axes. What is `varying` is given for each row.
    """

    model: Model
    method: str
    acting: Acting = NOTHING
    feedback: Feedback | None = None
    frames: tuple[str, ...] = ()
    varying: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """A name for the step in any process."""
        feedback = None if self.feedback is None else self.feedback.key
        return repr(("step", self.model.key, self.method, self.acting, feedback, self.frames, self.varying))

    @property
    def streamed(self) -> dict[str, int]:
        """The arrays that come from outside, with their sizes."""
        forces = {EXTERNAL: 6 * len(self.frames)} if self.frames else {}
        own = {"tau": self.model.nv} if self.feedback is None else dict(self.feedback.streamed)
        return {**own, **forces}

    @property
    def given(self) -> dict[str, int]:
        """What is given once, besides the state."""
        return {
            "dt": 1,
            **(
                {PARAMETERS: sum(x.size for x in parameters_of(self.model, self.varying))}
                if self.varying
                else {}
            ),
        }

    def iteration(self) -> Iteration:
        """Steps one after the other, in native code."""
        nq, nv = self.model.nq, self.model.nv
        return Iteration(
            self.key,
            self.phases(),
            given={"q": nq, "v": nv, **self.given},
            streamed=self.streamed,
            sampled={"q": nq, "v": nv},
        )

    @cached_property
    def arguments(self) -> tuple[Argument, ...]:
        """What a step starts from."""
        sizes = {"q": self.model.nq, "v": self.model.nv, **self.streamed, **self.given}
        return tuple(Argument(name, (size,)) for name, size in sizes.items())

    def program(self, accelerate: Accelerate | None = None) -> Program:
        """A whole step as one program, q varying on its manifold: from q, v, tau and dt to q_next, v_next."""
        graph = Graph()
        arithmetic = GraphArithmetic(graph)
        x = {each.name: each.scalars(graph) for each in self.arguments}
        variation = variation_of_q(self.dynamics.mechanism(x), x["q"], arithmetic)
        after = self.after(arithmetic, x, accelerate or self.dynamics.acceleration)
        outputs = tuple(Output(name + NEXT, (len(after[name]),), tuple(after[name])) for name in "qv")
        return Program(self.arguments, outputs, (), (variation,))

    def after(self, arithmetic: GraphArithmetic, x: Arrays, accelerate: Accelerate) -> Arrays:
        """The arrays after a step."""
        now = dict(x)
        for evaluation in METHODS[self.method](self.model):
            now |= self._evaluated(evaluation, arithmetic, now, accelerate)
        return now

    def _evaluated(
        self, evaluation: Evaluation, arithmetic: GraphArithmetic, x: Arrays, accelerate: Accelerate
    ) -> Arrays:
        """What the arrays become, with the dynamics inside."""
        if evaluation.at is None:
            return evaluation.then(arithmetic, x, (), (), ())
        q, v = evaluation.at(arithmetic, x)
        a = accelerate(arithmetic, q, v, {**x, **self._forces(evaluation, arithmetic, x, q, v)})
        return evaluation.then(arithmetic, x, q, v, a)

    @property
    def is_apart(self) -> bool:
        """Whether the dynamics are loops over bodies between other programs."""
        return loops_suit(self.model) and self.dynamics.is_plain

    def phases(self) -> tuple[Phase, ...]:
        """The programs of a step, in their order."""
        found: list[Phase] = []
        together = self._apart if self.is_apart else self._together
        for evaluation in METHODS[self.method](self.model):
            if found and found[-1].name == evaluation.name:
                found[-1] = Phase(evaluation.name, found[-1].build, repeat=found[-1].repeat + 1)
            else:
                found += together(evaluation)
        return tuple(found)

    def _together(self, evaluation: Evaluation) -> list[Phase]:
        """An evaluation as one program."""

        def compute(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
            return self._evaluated(evaluation, arithmetic, x, self.dynamics.acceleration)

        rows = {name: size for name, size in self.given.items() if name == PARAMETERS}
        given = {} if evaluation.at is None else {**self.streamed, **rows}
        return [self._phase(evaluation.name, {**evaluation.arrays, **given}, compute)]

    def _apart(self, evaluation: Evaluation) -> list[Phase]:
        """An evaluation around the dynamics as loops over bodies."""
        if evaluation.at is None:
            return self._together(evaluation)
        at, sizes = evaluation.at, {"q_at": self.model.nq, "v_at": self.model.nv, "a": self.model.nv}

        def place(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
            q, v = at(arithmetic, x)
            return {"q_at": q, "v_at": v, "force": self._forces(evaluation, arithmetic, x, q, v)["tau"]}

        def use(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
            return evaluation.then(arithmetic, x, x["q_at"], x["v_at"], x["a"])

        return [
            self._phase(f"place {evaluation.name}", {**evaluation.arrays, **self.streamed}, place),
            Phase("dynamics", function=self.dynamics.loops, reads=("q_at", "v_at", "force"), writes=("a",)),
            self._phase(f"use {evaluation.name}", {**evaluation.arrays, **sizes}, use),
        ]

    def _forces(
        self, evaluation: Evaluation, arithmetic: GraphArithmetic, x: Arrays, q: Numbers, v: Numbers
    ) -> Arrays:
        """All joint forces at q and v, and what resists accelerations where the method has it."""
        if self.feedback is None:
            tau = x["tau"]
        else:
            tau = self.feedback.forces(arithmetic, q, v, self.feedback.read(x, evaluation.part(x)))
        damping = given_damping(self.model, self.varying, x[PARAMETERS]) if self.varying else None
        if not self.dynamics.resisted:
            return {"tau": acting_forces(self.model, self.acting, tau, q, v, arithmetic, damping)}
        h = x["dt"][0]
        forces, on_tree = resisted_forces(self.model, self.acting, tau, q, v, h, arithmetic, damping)
        return {"tau": forces, "resistance": self.dynamics.resistance(on_tree)}

    @cached_property
    def dynamics(self) -> Dynamics:
        """The equations of motion."""
        check_weight_held_up(self.model, self.varying)
        return Dynamics(self.model, self.frames, self.method == "implicit", self.varying)

    def _phase(
        self,
        name: str,
        arguments: Mapping[str, int],
        compute: Callable[[GraphArithmetic, Arrays], Arrays],
    ) -> Phase:
        """A program from arrays of these sizes to those that `compute` names."""

        def build() -> Program:
            graph = Graph()
            arrays = tuple(Argument(array, (size,)) for array, size in arguments.items())
            results = compute(GraphArithmetic(graph), {array.name: array.scalars(graph) for array in arrays})
            outputs = tuple(Output(array + NEXT, (len(x),), tuple(x)) for array, x in results.items())
            alike = self.dynamics.request.embedding is None
            return Program(arrays, outputs, limbs_alike(self.model, arrays) if alike else ())

        return Phase(name, build)


def step_function(step: Step) -> NativeFunction:
    """A step compiled: (q, v, tau, dt[, parameters]) → q and v after it; quaternions may have any length."""

    def build() -> Program:
        graph = Graph()
        arithmetic = GraphArithmetic(graph)
        arguments = tuple(replace(x, shape=()) if x.name == "dt" else x for x in step.arguments)
        x: dict[str, Numbers] = {each.name: each.scalars(graph) for each in arguments}
        x["q"] = normalized(step.model, x["q"], arithmetic)
        after = step.after(arithmetic, x, step.dynamics.acceleration)
        outputs = tuple(Output(name + NEXT, (len(after[name]),), tuple(after[name])) for name in "qv")
        alike = step.dynamics.request.embedding is None
        return Program(arguments, outputs, limbs_alike(step.model, arguments) if alike else ())

    return compile_program(build, key=f"single {step.key}")
