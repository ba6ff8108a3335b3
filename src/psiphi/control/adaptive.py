"""Slotine and Li's law with inertias that it learns on the way.

Joint forces are linear in the inertial parameters p of the bodies, 𝓜x + 𝓒(q, v)w + gravity = Y p, so that
wrong ones are corrected by what they do to the error:

    τ = Y p̂ − K s,   dp̂/dt = −Γ Y*s,   V = ½s*𝓜s + ½p̃*Γ⁻¹p̃,   V̇ = −s*K s

Y is not formed: Y p̂ is the expression with p̂ for its parameters, and Y*s what s owes to them, both O(N).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control.gains import positive
from psiphi.control.joint_space import Passivity
from psiphi.control.law import Arrays, Numbers
from psiphi.dynamics.motion.feedback import Feedback
from psiphi.embedded import EmbeddedRobot
from psiphi.errors import InputError
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.native import compile_program
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.differentiate import vjp
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Program
from psiphi.kernel.request import PARAMETERS, Request
from psiphi.kernel.tracing import inlined
from psiphi.locks import cached_property
from psiphi.model.arguments import time_argument, vector_argument
from psiphi.recursion.numbers.vectors import plus, times
from psiphi.robot import Robot
from psiphi.simulation.compiled_torque import CompiledTorque

Array = NDArray[Any]


class Adaptive(Passivity):
    """Slotine and Li's law for a robot whose inertias are not known: it learns them while it moves.

    parameters  the first guess p̂, (..., 10 bodies) as `robot.inertial_parameters` has them; the robot's own
                if None
    learning    Γ, one number or (10 bodies,): how fast each of them is corrected
    others      as those of `Passivity`

    `law.parameters` are those learned so far. Rollouts and simulations begin with them, correct them at the
    beginning of each step, by the rate there, and leave what they learned, one row for each of their own.
    law(t, q, v) goes on from the time of the last call: call it in the order of time.

    V = ½s*𝓜s + ½p̃*Γ⁻¹p̃ falls by s*K s, so that s goes to zero; p̂ goes to p where the motion excites all of
    it. (Slotine and Li, Int. J. Robotics Research 6, 1987.)
    """

    def __init__(
        self,
        robot: Robot,
        reference: Any,
        *,
        pole: ArrayLike,
        learning: ArrayLike,
        parameters: ArrayLike | None = None,
        damping: ArrayLike | None = None,
    ) -> None:
        if isinstance(robot, EmbeddedRobot):
            raise InputError(f"robot: {robot!r} has loops as joints, whose inertias this law does not learn.")
        super().__init__(robot, reference, pole=pole, damping=damping)
        own = robot.inertial_parameters()
        size = len(own)
        guess = own if parameters is None else vector_argument("parameters", parameters, size)
        if not np.isfinite(guess).all():
            raise InputError("parameters: holds NaN or infinity; give finite numbers.")
        rates = positive("learning", learning)
        if rates.shape not in ((), (size,)):
            raise InputError(f"learning: has shape {rates.shape}; give one number or ({size},).")
        self.parameters = np.array(guess, float)
        self.learning = np.broadcast_to(rates, (size,)).copy()
        self._time: float | None = None
        self._rate = np.zeros(size)

    def __call__(self, t: float, q: ArrayLike, v: ArrayLike) -> Array:
        """The joint forces (..., nv), with what was learned since the last call."""
        t = time_argument(t, several=False)
        if self._time is not None:
            if t < self._time:
                raise InputError(
                    f"t: {t:g} s comes before {self._time:g} s; a law that learns is called in the order of "
                    "time: simulate with hold=1 or method='semi_implicit'."
                )
            self.parameters = self.parameters + (t - self._time) * self._rate
        state, s = self._arguments(t, q, v)
        self._time, self._rate = t, -self.learning * self._owed(*state, self.parameters, s)
        return self._with_parameters.call(*state, self.parameters)

    def torque(self, t: float, q: ArrayLike, v: ArrayLike, parameters: ArrayLike) -> Array:
        """Y p̂ − K s for given parameters, (..., nv)."""
        return self._with_parameters.call(*self._arguments(t, q, v)[0], parameters)

    def learned(self, t: float, q: ArrayLike, v: ArrayLike) -> Array:
        """dp̂/dt = −Γ Y*s, (..., 10 bodies)."""
        state, s = self._arguments(t, q, v)
        return -self.learning * self._owed(*state, self.parameters, s)

    def lyapunov(self, t: float | Array, q: Array, v: Array, parameters: ArrayLike | None = None) -> Array:
        """½s*𝓜s + ½p̃*Γ⁻¹p̃ for the robot's own p, and given p̂ or those learned so far, (...)."""
        guess = self.parameters if parameters is None else np.asarray(parameters)
        apart = guess - self.robot.inertial_parameters()
        return super().lyapunov(t, q, v) + 0.5 * (apart**2 / self.learning).sum(axis=-1)

    def compiled_torque(self, robot: Robot) -> CompiledTorque:
        found = super().compiled_torque(robot)
        given = {**found.given, "rates": self.learning, "pole": self.joint_gains["Lambda"]}
        return replace(found, given=given, learned={PARAMETERS: self.parameters}, tell=self._taught)

    def _taught(self, learned: Mapping[str, Array]) -> None:
        self.parameters, self._time = learned[PARAMETERS].astype(float), None

    @cached_property
    def feedback(self) -> Feedback:
        found, size = super().feedback, len(self.learning)
        arrays = {**found.arrays, "rates": size, "pole": self.robot.nv, PARAMETERS: size}
        return replace(found, arrays=arrays, learned=frozenset({PARAMETERS}), learning=self._learned)

    def _forces(self, arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays) -> Numbers:
        """Y p̂ − K s."""
        arrays = {"q": q, "v": v, **self._computed(arithmetic, q, v, x)}
        (tau,) = inlined(self._with_parameters.request, arithmetic, arrays)
        return tau

    def _learned(self, arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays) -> Arrays:
        """dp̂/dt = −Γ Y*s."""
        known: dict[str, Any] = {"q": q, "v": v, **self._computed(arithmetic, q, v, x)}
        sliding = zip(known["u"], x["pole"], known["e"], strict=True)
        known["cotangent"] = [plus(u, times(rate, e)) for u, rate, e in sliding]
        (owed,) = Copy(self._owed_program, arithmetic.graph, known).outputs()
        return {PARAMETERS: [-1.0 * rate * y for rate, y in zip(x["rates"], owed, strict=True)]}

    def _arguments(self, t: float, q: ArrayLike, v: ArrayLike) -> tuple[list[Any], Array]:
        """What the kernel takes besides the parameters, and s = u + Λe."""
        signals = self.signals(t, q, v)
        known = {"q": q, "v": v, **signals, **self.gains}
        names = self._with_parameters.signature.argument_names
        state = [known[name] for name in names if name != PARAMETERS]
        return state, signals["u"] + self.joint_gains["Lambda"] * signals["e"]

    @cached_property
    def _with_parameters(self) -> Kernel:
        return Kernel(Request(self.robot.model, self.expression, varying=("inertia",)))

    @cached_property
    def _owed_program(self) -> Program:
        """Y*s, of all that the derivative owes."""
        whole = vjp(self._with_parameters.program)
        wanted = tuple(x for x in whole.outputs if x.name == f"gradient_{PARAMETERS}")
        return Program(whole.arguments, wanted)

    @cached_property
    def _owed(self) -> Callable[..., Array]:
        key = repr(("learning", self._with_parameters.key))
        return compile_program(lambda: self._owed_program, key=key).call
