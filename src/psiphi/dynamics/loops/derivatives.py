"""Derivatives of the dynamics of robots with loops.

With a and f held, the equations 𝓜a + C − J_c*f = τ and J_c a + J̇_c v = 0 vary by ρ and σ, so that

    δa = 𝓜⁻¹(δτ − ρ + J_c*δf),    Ω_c δf = −σ − J_c𝓜⁻¹(δτ − ρ),    Ω_c = J_c𝓜⁻¹J_c*

Where equations are redundant Ω_c is singular, and f = J_c y the least force: δf is the least one too, but for
the part (I − J_c J_c⁺) δJ_c y by which the range of J_c turns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.compiled import Array
from psiphi.dynamics.loops.closed_chains import ClosedChains
from psiphi.dynamics.loops.given import chosen_rows, finite_rows
from psiphi.dynamics.loops.least_forces import applied, as_one_mass, least_inverse, symmetric
from psiphi.model.arguments import as_given

Six = tuple[Array, Array, Array, Array, Array, Array]


class ClosedChainDerivatives(ClosedChains):
    """Derivatives of the accelerations and forces of robots with loops."""

    def constrained_forward_dynamics_derivatives(
        self, q: ArrayLike, v: ArrayLike, tau: ArrayLike, *, threads: int = 1
    ) -> Six:
        """∂a/∂q, ∂a/∂v, ∂a/∂tau (..., nv, nv) and ∂f/∂q, ∂f/∂v, ∂f/∂tau (..., m, nv) with loops closed.

        Of `constrained_forward_dynamics`; a variation of q that opens the loops is answered as the equations
        𝓜a + C = tau + J_c*f, J_c a + J̇_c v = 0 say. Where they are redundant, it has an answer only along
        motions that the loops allow: others are answered by least squares.
        """
        name = "constrained_forward_dynamics_derivatives"
        if self._by_calls(name, (), q, v, tau):
            batch = np.broadcast_shapes(*(np.shape(x)[:-1] for x in (q, v, tau)))
            sizes = [self.model.nv] * 3 + [self.model.loop_size] * 3
            found = tuple(as_given(np.full((*batch, m, self.model.nv), np.nan), q, v, tau) for m in sizes)
            return self._filled_slopes(found, finite_rows(batch, q, v, tau), q, v, tau)
        gamma = as_given(np.zeros(self.model.loop_size), q, v, tau)
        force = self._calls["constrained_forward_dynamics"](q, v, tau, gamma, threads=threads)[1]
        found = self._calls[name](q, v, tau, gamma, threads=threads)
        rows = np.isnan(force).any(axis=-1) & finite_rows(force.shape[:-1], q, v, tau)
        return self._filled_slopes(found, rows, q, v, tau)

    def _filled_slopes(self, found: Any, rows: NDArray[np.bool_], *state: ArrayLike) -> Six:
        """The same with some rows by matrices in NumPy, in place."""
        if rows.any():
            chosen = (chosen_rows(rows, x) for x in state)
            for whole, part in zip(found, self._by_matrices(*chosen), strict=True):
                whole[rows] = part
        return found

    def _by_matrices(self, q: Array, v: Array, tau: Array) -> Six:
        """The same for rows (n, ...), in which some equations may follow from others."""
        a, f = self.constrained_forward_dynamics(q, v, tau)
        jacobian, moved = self._moved(q)
        pushed = np.swapaxes(moved, -1, -2)
        compliance, idle = least_inverse(symmetric(jacobian @ pushed), as_one_mass(self.model))
        y = applied(pushed, applied(compliance, f))
        by_q, by_v, _ = self._calls["inverse_dynamics_derivatives"](q, v, a)
        slopes = self._calls["constrained_equations_derivatives"](q, v, a, f, y)
        held_by_q, _, opened_by_q, opened_by_v, turned, _ = slopes
        eye, nothing = np.broadcast_to(np.eye(a.shape[-1]), by_q.shape), np.zeros_like(jacobian)
        accelerations: list[Array] = []
        forces: list[Array] = []
        for rho, sigma in ((by_q - held_by_q, opened_by_q), (by_v, opened_by_v), (-eye, nothing)):
            free = -np.moveaxis(self._solved_for(q, np.moveaxis(rho, -1, 0)), 0, -1)
            force = -compliance @ (sigma + jacobian @ free)
            accelerations.append(free + pushed @ force)
            forces.append(force)
        forces[0] = forces[0] + idle @ turned
        return (*accelerations, *forces)  # pyright: ignore[reportReturnType]
