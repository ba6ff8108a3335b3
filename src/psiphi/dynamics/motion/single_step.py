"""One step of a motion, in compiled code: for loops that are written in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, filled, of_one_kernel
from psiphi.dynamics.configurations import Configurations
from psiphi.dynamics.loops.closure import Closure
from psiphi.kernel.robot_size import loops_suit
from psiphi.kernel.thresholds import MOST_EQUATIONS
from psiphi.model.arguments import as_given

if TYPE_CHECKING:
    from psiphi.dynamics.motion.closed_loops import Following, Projection
    from psiphi.kernel.function import Function
    from psiphi.kernel.native import NativeFunction


class SingleStep(Closure, Configurations):
    """What a robot does in a short time."""

    @of_one_kernel
    def step(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        dt: ArrayLike,
        *,
        out: tuple[Array, Array] | None = None,
        threads: int = 1,
    ) -> tuple[Array, Array]:
        """q (..., nq) and v (..., nv) after dt (...), under tau held: one step of `rollout`, semi-implicit.

            v⁺ = v + dt 𝓜⁻¹(tau − C),    q⁺ = q ⊕ dt v⁺

        Damping, friction, springs, end stops and limits of effort that the robot's file states act.
        Quaternions may have any length. Loops, which must be closed in q, are closed after the step; where
        that fails the row is NaN.
        """
        if self._steps_by_calls:
            places, rates = self._step_by_calls(*(np.asarray(x, np.float64) for x in (q, v, tau, dt)))
            given = (q, v, tau, *([dt] if np.ndim(dt) else []))
            places, rates = as_given(places, *given), as_given(rates, *given)
            return (places, rates) if out is None else (filled(out[0], places), filled(out[1], rates))
        call: Any = self._calls["step"]
        return call(q, v, tau, dt, out=out, threads=threads)

    @property
    def _steps_by_calls(self) -> bool:
        """Whether loops make a step too long for one program."""
        plain = bool(self.model.loops) and self._embedding is None and not self._varying
        return plain and (loops_suit(self.model) or self.model.loop_size > MOST_EQUATIONS)

    def _step_by_calls(self, q: Array, v: Array, tau: Array, dt: Array) -> tuple[Array, Array]:
        from psiphi.dynamics.motion.acting_forces import Acting
        from psiphi.dynamics.motion.steps_by_calls import StepByCalls

        step = StepByCalls(self, "semi_implicit", Acting(), self._followed)
        return step(self.normalized(q), v, tau, dt)

    def _behind(self, name: str) -> Function | NativeFunction:
        if name != "step":
            return super()._behind(name)
        from psiphi.dynamics.motion.acting_forces import Acting
        from psiphi.dynamics.motion.steps import Step, step_function

        acting = Acting().on(self.model, self._varying)
        loops = self._followed
        return step_function(Step(self.model, "semi_implicit", acting, varying=self._varying, loops=loops))

    @property
    def _followed(self) -> Projection | Following | None:
        """How steps follow the robot's loops."""
        from psiphi.dynamics.motion.closed_loops import Following, Projection

        if self._embedding is not None:
            return Following(self._embedding)
        return Projection(redundant=self.has_redundant_loops) if self.model.loops else None
