"""One step of a motion, in compiled code: for loops that are written in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, of_one_kernel
from psiphi.dynamics.loops.closed_chains import ClosedChains

if TYPE_CHECKING:
    from psiphi.dynamics.motion.loops import Following, Projection
    from psiphi.kernel.function import Function
    from psiphi.kernel.native import NativeFunction
    from psiphi.recursion.bodies.joint_groups import Embedding


class SingleStep(ClosedChains):
    """What a robot does in a short time."""

    _embedding: Embedding | None = None

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
        call: Any = self._calls["step"]
        return call(q, v, tau, dt, out=out, threads=threads)

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
        from psiphi.dynamics.motion.loops import Following, Projection

        if self._embedding is not None:
            return Following(self._embedding)
        return Projection(redundant=self.has_redundant_loops) if self.model.loops else None
