"""One step of a motion, in compiled code: for loops that are written in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, Compiled, of_one_kernel
from psiphi.errors import InputError

if TYPE_CHECKING:
    from psiphi.kernel.function import Function
    from psiphi.kernel.native import NativeFunction


class SingleStep(Compiled):
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

        Damping, friction, springs and limits of effort that the robot's file states act. Quaternions may
        have any length.
        """
        call: Any = self._calls["step"]
        return call(q, v, tau, dt, out=out, threads=threads)

    def _behind(self, name: str) -> Function | NativeFunction:
        if name != "step":
            return super()._behind(name)
        from psiphi.dynamics.motion.acting_forces import Acting
        from psiphi.dynamics.motion.steps import Step, step_function

        if self.model.loops:
            raise InputError(f"step: {self.model.name!r} has loops; robot.simulate holds them closed.")
        acting = Acting().on(self.model, self._varying)
        return step_function(Step(self.model, "semi_implicit", acting, varying=self._varying))
