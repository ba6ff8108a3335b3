"""One step of motion as scalar programs: forces, dynamics and the configuration manifold, traced together.

A method is a few *evaluations* (methods.py), each of which asks for the acceleration at some q and v and does
something with it. Arrays are read and overwritten: q and v are the state, `tau` what acts from outside, `dt`
the length of the step; methods have arrays of their own besides. An evaluation is one program with the
dynamics inside, or for robots of very many bodies three: where to evaluate, the dynamics as loops over
bodies, what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from psiphi.dynamics.motion.acting_forces import (
    NOTHING,
    Acting,
    acting_forces,
    check_weight_held_up,
    given_damping,
    resisted_forces,
)
from psiphi.dynamics.motion.closed_loops import Following, Projection
from psiphi.dynamics.motion.dop853 import sizes_of
from psiphi.dynamics.motion.evaluation import Evaluation, ending
from psiphi.dynamics.motion.feedback import Feedback
from psiphi.dynamics.motion.methods import EQUAL_STEPS, METHODS
from psiphi.dynamics.motion.step_dynamics import Dynamics
from psiphi.dynamics.motion.traced import Arrays, Numbers, traced
from psiphi.frozen import frozen
from psiphi.kernel.iterate.iteration import Iteration, Phase
from psiphi.kernel.iterate.slots import NEXT
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.packed.limbs import limbs_alike
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.kernel.request import PARAMETERS
from psiphi.kernel.robot_size import loops_suit
from psiphi.kernel.tracing import variation_of_q
from psiphi.locks import cached_property
from psiphi.model import Model
from psiphi.recursion.manifold.joints import normalized

Accelerate: TypeAlias = Callable[[GraphArithmetic, Numbers, Numbers, Arrays], Numbers]
"""The acceleration at q and v, under the forces tau and what else is given by name."""


EXTERNAL = "external_forces"


@frozen
class Step:
    """How a robot moves in a step: its method, and what acts (acting_forces.py).

    The forces given are the array `tau`, or follow from the state by `feedback` (feedback.py); others act on
    `frames` at their origins, in their axes. What is `varying` is given for each row. `loops` tells how loops
    are followed. Where it is `diagonalized`, the method integrates ν = m*v.
    """

    model: Model
    method: str
    acting: Acting = NOTHING
    feedback: Feedback | None = None
    frames: tuple[str, ...] = ()
    varying: tuple[str, ...] = ()
    loops: Projection | Following | None = None
    diagonalized: bool = False

    @property
    def key(self) -> str:
        """A name for the step in any process."""
        feedback = None if self.feedback is None else self.feedback.key
        loops = () if self.loops is None else (self.loops,)
        speeds = ("diagonalized",) if self.diagonalized else ()
        own = (self.method, self.acting, feedback, self.frames, self.varying, *loops, *speeds)
        return repr(("step", self.model.key, *own))

    @property
    def nv(self) -> int:
        """How many rates there are."""
        return self.dynamics.nv

    @property
    def streamed(self) -> dict[str, int]:
        """The arrays that come from outside, with their sizes."""
        forces = {EXTERNAL: 6 * len(self.frames)} if self.frames else {}
        own = {"tau": self.nv} if self.feedback is None else dict(self.feedback.streamed)
        return {**own, **forces}

    @property
    def learned(self) -> dict[str, int]:
        """What the feedback learns, and steps carry."""
        return {} if self.feedback is None else self.feedback.carried

    @property
    def states(self) -> dict[str, int]:
        """What is carried from step to step."""
        return {"q": self.model.nq, "v": self.nv, **self.learned}

    @property
    def given(self) -> dict[str, int]:
        """What is given once, besides the state."""
        adaptive = {"tolerance": 1, "held": 1} if self.is_adaptive else {}
        return {"dt": 1, **adaptive, **self.dynamics.given}

    @property
    def is_adaptive(self) -> bool:
        """Whether rows take steps of lengths of their own from sample to sample."""
        return self.method not in EQUAL_STEPS

    @property
    def carried(self) -> dict[str, int]:
        """What else is carried from step to step, zero at the start, and of no meaning outside."""
        return sizes_of(self.dynamics) if self.is_adaptive else {}

    def iteration(self) -> Iteration:
        """Steps one after the other, in native code."""
        states = self.states
        return Iteration(
            self.key,
            self.phases(),
            given={**states, **self.given, **self.carried},
            streamed=self.streamed,
            sampled=states,
            carried=self.carried,
        )

    @cached_property
    def arguments(self) -> tuple[Argument, ...]:
        """What a step starts from."""
        sizes = {**self.states, **self.streamed, **self.given}
        return tuple(Argument(name, (size,)) for name, size in sizes.items())

    def program(self, accelerate: Accelerate | None = None) -> Program:
        """A whole step as one program, q varying on its manifold: from q, v, tau and dt to q_next, v_next."""
        graph = Graph()
        arithmetic = GraphArithmetic(graph)
        x = {each.name: each.scalars(graph) for each in self.arguments}
        variation = variation_of_q(self.dynamics.mechanism(arithmetic, x), x["q"], arithmetic)
        after = self.after(arithmetic, x, accelerate or self.dynamics.acceleration)
        outputs = tuple(Output(name + NEXT, (len(after[name]),), tuple(after[name])) for name in "qv")
        return Program(self.arguments, outputs, (), (variation,))

    def after(self, arithmetic: GraphArithmetic, x: Arrays, accelerate: Accelerate) -> Arrays:
        """The arrays after a step."""
        now = dict(x)
        for evaluation in self.evaluations:
            now |= self._evaluated(evaluation, arithmetic, now, accelerate)
        return now

    @cached_property
    def evaluations(self) -> Sequence[Evaluation]:
        """What a step asks for, and how it ends."""
        own = [*METHODS[self.method](self.dynamics), *ending(self.dynamics)]
        if self.diagonalized:
            own = [self._turned("into nu", self.dynamics.diagonalized_velocity), *own]
            own.append(self._turned("from nu", self.dynamics.rates))
        return [*self._learning(), *own]

    def _turned(self, name: str, into: Callable[[GraphArithmetic, Numbers, Numbers], Numbers]) -> Evaluation:
        """Other velocities in the place of v."""
        state = {"q": self.model.nq, "v": self.nv}
        return Evaluation(name, state, lambda arithmetic, x, *_: {"v": into(arithmetic, x["q"], x["v"])})

    def _learning(self) -> Iterator[Evaluation]:
        """What is learned at the beginning of a step."""
        feedback = self.feedback
        if feedback is not None and feedback.learned:
            arrays = {**self.states, **self.streamed, "dt": 1}
            yield Evaluation(
                "learn", arrays, lambda arithmetic, x, *_: feedback.after_learning(arithmetic, x)
            )

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
        for evaluation in self.evaluations:
            if found and found[-1].name == evaluation.name:
                found[-1] = replace(found[-1], repeat=found[-1].repeat + 1)
            else:
                found += [replace(each, loops=evaluation.loops) for each in together(evaluation)]
        return tuple(found)

    def _together(self, evaluation: Evaluation) -> list[Phase]:
        """An evaluation as one program."""

        def compute(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
            return self._evaluated(evaluation, arithmetic, x, self.dynamics.acceleration)

        given = {} if evaluation.at is None else {**self._forcing, **self.dynamics.given}
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
            self._phase(f"place {evaluation.name}", {**evaluation.arrays, **self._forcing}, place),
            Phase(
                "dynamics", function=self.dynamics.over_bodies, reads=("q_at", "v_at", "force"), writes=("a",)
            ),
            self._phase(f"use {evaluation.name}", {**evaluation.arrays, **sizes}, use),
        ]

    @property
    def _forcing(self) -> dict[str, int]:
        """The arrays that joint forces depend on, besides the state."""
        found = {**self.streamed, **self.learned}
        return {**found, "dt": 1} if self.acting.limits and not self.is_adaptive else found

    def _forces(
        self, evaluation: Evaluation, arithmetic: GraphArithmetic, x: Arrays, q: Numbers, v: Numbers
    ) -> Arrays:
        """All joint forces at q and v, what is prescribed, and what resists where the method has it."""
        given: dict[str, Numbers] = {}
        if self.diagonalized:
            v = self.dynamics.rates(arithmetic, q, v)
        if self.feedback is None:
            tau = x["tau"]
        elif self.feedback.driving is not None and self.dynamics.prescribed:
            tau, given["prescribed"] = self.feedback.driving(v, self.feedback.read(x, evaluation.part(x)))
        else:
            tau = self.feedback.forces(arithmetic, q, v, self.feedback.read(x, evaluation.part(x)))
        damping = given_damping(self.model, self.varying, x[PARAMETERS]) if self.varying else None
        h = x["dt"][0] if "dt" in self._forcing or self.dynamics.resisted else 0.0
        follows = self.loops if isinstance(self.loops, Following) else None
        own, rates = tau, v
        if follows is not None:
            own, rates = follows.on_coordinates(self.model, tau), self.dynamics.rates(arithmetic, q, v)
        if not self.dynamics.resisted:
            acts = acting_forces(self.model, self.acting, own, q, rates, arithmetic, damping, h)
            if follows is not None:
                acts = follows.forces(self.model, arithmetic, q, acts)
            return {**given, "tau": acts}
        forces, blocks = resisted_forces(self.model, self.acting, own, q, rates, h, arithmetic, damping)
        resistance = self.dynamics.resistance(blocks)
        if follows is not None:
            forces, resistance = follows.resisted(self.model, arithmetic, q, v, forces, resistance)
        return {**given, "tau": forces, "resistance": resistance}

    @cached_property
    def dynamics(self) -> Dynamics:
        """The equations of motion."""
        check_weight_held_up(self.model, self.varying)
        resisted, loops = self.method == "implicit", self.loops
        held = () if self.feedback is None or self.diagonalized else self.feedback.prescribed
        if held and isinstance(loops, Projection):
            loops = replace(loops, redundant=True, prescribed=held)
        return Dynamics(self.model, self.frames, resisted, self.varying, loops, self.diagonalized, held)

    def _phase(
        self,
        name: str,
        arguments: Mapping[str, int],
        compute: Callable[[GraphArithmetic, Arrays], Arrays],
    ) -> Phase:
        """A program from arrays of these sizes to those that `compute` names."""

        return Phase(name, lambda: self.with_limbs(traced(arguments, compute, NEXT)))

    def with_limbs(self, program: Program) -> Program:
        """A program that knows which limbs are alike."""
        if self.dynamics.request.embedding is not None:
            return program
        return replace(program, limbs=limbs_alike(self.model, program.arguments))


def step_function(step: Step) -> NativeFunction:
    """A step compiled: (q, v, tau, dt[, parameters]) → q and v after it; quaternions may have any length."""

    def compute(arithmetic: GraphArithmetic, x: Arrays) -> Arrays:
        start = {**x, "q": normalized(step.model, x["q"], arithmetic)}
        after = step.after(arithmetic, start, step.dynamics.acceleration)
        return {name: after[name] for name in "qv"}

    sizes = {x.name: None if x.name == "dt" else x.shape[0] for x in step.arguments}
    return compile_program(lambda: step.with_limbs(traced(sizes, compute, NEXT)), key=f"single {step.key}")
