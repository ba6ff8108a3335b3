"""Systems of loops with many equations: Ω_c f = r is solved in NumPy between compiled functions of O(N).

What is compiled has the forces f of the loops for an argument (constraints.py):

    a(f) = a_f + 𝓜⁻¹J_c*f,    e(f) = J_c a(f) + J̇_c v − γ = e(0) + Ω_c f

so that f = −Ω_c⁻¹e(0) is all that is left to NumPy, which takes the least f where equations are redundant
(least_forces.py). Derivatives follow from those of a and e, as those of every solution of equations do:

    δf = −Ω_c⁻¹δe,    δa + 𝓜⁻¹J_c*δf,    both at f held

But for the part (I − J_cJ_c⁺)δJ_c y of δf, by which the range of J_c turns that the least f = J_c y is in.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import DEFAULT_REFERENCE, Array, Compiled, Frames, Reference, frame_names
from psiphi.dynamics.loops.given import Given
from psiphi.dynamics.loops.least_forces import (
    LeastForces,
    applied,
    as_one_mass,
    least_forces,
    least_inverse,
    spectrum,
)
from psiphi.errors import InputError
from psiphi.kernel.thresholds import BYTECODE_ROWS, MOST_EQUATIONS
from psiphi.locks import cached_property

Metric = Literal["mass", "identity"]
Six = tuple[Array, Array, Array, Array, Array, Array]

ROUNDING = 1e-9
"""What loops ask for by rounding alone, beside the accelerations of the open tree."""


class ConstrainedMotion(NamedTuple):
    """Accelerations of the coordinates, (..., nv), and forces of the loops, (..., m)."""

    acceleration: Array
    force: Array


class ManyEquations(Compiled):
    """Quantities of closed chains by calls of what is compiled, where one program of all would be long."""

    @property
    def _has_many_equations(self) -> bool:
        return self.model.loop_size > MOST_EQUATIONS

    def _of_loops(
        self,
        name: str,
        frames: Frames = (),
        reference: Reference = DEFAULT_REFERENCE,
        method: str | None = None,
    ) -> Callable[..., Any]:
        """The direct call of a quantity of loops."""
        if not self.model.loops:
            raise InputError(f"{self.model.name!r} has no loops: model.with_loop(...) closes one.")
        if method is not None:
            return self._taken(self.kernel(name, frame_names(frames), method, reference))
        return self._of_frames(name, frames, reference)

    def _by_calls(self, name: str, frames: Frames, *state: ArrayLike) -> bool:
        """Whether systems of many equations are still solved between calls of what is compiled.

        Until their code is there, by `prepare` or by others, or so many rows were computed that it pays.
        Where parameters vary they are compiled at once.
        """
        if not self._has_many_equations or self._varying:
            return False
        key = name, frame_names(frames)
        if key not in self._rows:
            self._rows[key] = BYTECODE_ROWS if self._is_on_disk(*key) else 0
        self._rows[key] += math.prod(np.broadcast_shapes(*(np.shape(x)[:-1] for x in state)))
        return self._rows[key] <= BYTECODE_ROWS

    def prepare(self, *names: str, frames: Frames = (), reference: Reference = DEFAULT_REFERENCE) -> None:
        super().prepare(*names, frames=frames, reference=reference)
        self._rows.update({(name, frame_names(frames)): BYTECODE_ROWS for name in names})

    @cached_property
    def _rows(self) -> dict[tuple[str, tuple[str, ...]], int]:
        """Of each quantity the rows that were computed."""
        return {}

    def _motion_by_calls(self, given: Given, damping: float = 0.0) -> tuple[ConstrainedMotion, Array]:
        """With Ω_c + damping for Ω_c; what the loops contradict each other, (...), besides."""
        frames, arguments = given.in_double().kernel_arguments()
        call = self._of_loops(f"constrained_equations{'_with_forces' if frames else ''}", frames)
        free, opening = call(*arguments, np.zeros(self.model.loop_size))
        noise = ROUNDING * (largest(free) + np.square(arguments[1]).sum(axis=-1))
        force, residual = self._forces(arguments[0], -opening, noise, damping)
        return ConstrainedMotion(call(*arguments, force)[0], force), residual

    def _nearest_by_calls(self, q: ArrayLike, x: ArrayLike, gamma: ArrayLike, metric: Metric) -> Array:
        """x − WJ_c*(J_cWJ_c*)⁺(J_c x − γ) with W = 𝓜⁻¹, or I."""
        q, x, gamma = (np.asarray(y, np.float64) for y in (q, x, gamma))
        rates = self._of_loops("constraint_rates")(q, x) - gamma
        if metric == "mass":
            return self._of_loops("constraint_impelled_velocity")(q, x, self._forces(q, -rates).force)
        jacobian = self._of_loops("constraint_jacobian")(q)
        force = least_forces(jacobian @ np.swapaxes(jacobian, -1, -2), -rates, 1.0).force
        return x + self._of_loops("constraint_joint_forces")(q, force)

    def _compliance_by_calls(self, q: ArrayLike, frames: Frames, reference: Reference) -> Array:
        """J𝓜⁻¹J* − (J_c𝓜⁻¹J*)*Ω_c⁺(J_c𝓜⁻¹J*)."""
        q = np.asarray(q, np.float64)
        across = self._of_loops("constraint_coupling", frames, reference)(q)
        inverse = spectrum(self._of_loops("constraint_compliance")(q), as_one_mass(self.model)).inverse
        free = self._of_frames("operational_space_compliance", frames, reference)(q)
        return free - np.swapaxes(across, -1, -2) @ inverse @ across

    def _inertia_by_calls(self, q: ArrayLike) -> Array:
        """Ω_c⁻¹, NaN where it is singular."""
        compliance = self._of_loops("constraint_compliance")(np.asarray(q, np.float64))
        return spectrum(compliance, as_one_mass(self.model)).exact_inverse

    def _slopes_by_calls(self, q: ArrayLike, v: ArrayLike, tau: ArrayLike) -> Six:
        """∂a and ∂f by q, v and tau."""
        q, v, tau = (np.asarray(x, np.float64) for x in (q, v, tau))
        given = Given(q, v, tau, None, np.zeros(self.model.loop_size))
        force = self._motion_by_calls(given)[0].force
        slopes = self._calls["constrained_equations_derivatives"](q, v, tau, given.gamma, force)
        *by_state, pushed, opened_by_q, opened_by_v, opened_by_tau, compliance = slopes
        inverse, idle = least_inverse(compliance, as_one_mass(self.model))
        forces = [-inverse @ opened for opened in (opened_by_q, opened_by_v, opened_by_tau)]
        if idle.any():
            y = applied(pushed, applied(inverse, force))
            forces[0] = forces[0] + idle @ self._calls["constraint_rates_derivative"](q, y)
        accelerations = [slope + pushed @ by for slope, by in zip(by_state, forces, strict=True)]
        return (*accelerations, *forces)  # pyright: ignore[reportReturnType]

    def _forces(
        self, q: ArrayLike, right: Array, noise: Array | float = 0.0, damping: float = 0.0
    ) -> LeastForces:
        """The least f with (Ω_c + damping) f = r."""
        compliance = self._of_loops("constraint_compliance")(q) + damping * np.eye(self.model.loop_size)
        return least_forces(compliance, right, as_one_mass(self.model), noise)


def largest(x: Array) -> Array:
    """The largest of each row, by size."""
    return np.asarray(np.abs(x).max(axis=-1, initial=0.0))
