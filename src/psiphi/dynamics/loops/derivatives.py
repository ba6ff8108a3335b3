"""Derivatives of the dynamics of robots with loops."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.loops.closed_chains import ClosedChains
from psiphi.dynamics.loops.given import finite_rows
from psiphi.dynamics.loops.many_equations import Six
from psiphi.model.arguments import as_given


class ClosedChainDerivatives(ClosedChains):
    """Derivatives of the accelerations and forces of robots with loops."""

    def constrained_forward_dynamics_derivatives(
        self, q: ArrayLike, v: ArrayLike, tau: ArrayLike, *, threads: int = 1
    ) -> Six:
        """∂a/∂q, ∂a/∂v, ∂a/∂tau (..., nv, nv) and ∂f/∂q, ∂f/∂v, ∂f/∂tau (..., m, nv) with loops closed.

        Of `constrained_forward_dynamics`; a variation of q that opens the loops is answered as the equations
        𝓜a + C = tau + J_c*f, J_c a + J̇_c v = 0 say. Where they are redundant, it has an answer only along
        motions that the loops allow: for others those equations count that determine the forces.
        """
        name = "constrained_forward_dynamics"
        if self._by_calls(f"{name}_derivatives", (), q, v, tau):
            return self._given_as(self._slopes_by_calls(q, v, tau), q, v, tau)
        gamma = self._rest(q)
        force = self._of_loops(name)(q, v, tau, gamma, threads=threads)[1]
        rows = np.isnan(force).any(axis=-1) & finite_rows(force.shape[:-1], q, v, tau)
        if not rows.any():
            return self._calls[f"{name}_derivatives"](q, v, tau, gamma, threads=threads)
        if self._has_many_equations:
            least = self._slopes_by_calls(q, v, tau)
        else:
            double = [np.asarray(x, np.float64) for x in (q, v, tau, gamma)]
            least = self._calls["constrained_least_dynamics_derivatives"](*double, threads=threads)
        if rows.all():
            return self._given_as(least, q, v, tau)
        found = self._calls[f"{name}_derivatives"](q, v, tau, gamma, threads=threads)
        for whole, part in zip(found, least, strict=True):
            whole[rows] = part[rows]
        return found

    def _given_as(self, found: Six, *given: ArrayLike) -> Six:
        """In single precision where all that was given is."""
        return tuple(as_given(x, *given) for x in found)  # pyright: ignore[reportReturnType]
