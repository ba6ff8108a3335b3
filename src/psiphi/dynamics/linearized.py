"""The motion near a motion: linear equations in the variations of q, v and tau.

q is varied in body axes, q ∘ exp(δq), so that for a joint that turns

    d/dt δq = δv − v × δq,    v × the cross product of motions in the joint's own coordinates,

and d/dt δq = δv for all joints whose rates are those of their coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array
from psiphi.dynamics.derivatives import Derivatives
from psiphi.dynamics.joint_space import JointSpace
from psiphi.errors import InputError
from psiphi.model.arguments import vector_argument
from psiphi.spatial.rotation import skew

_TERMS, _LEAST = 60, 1e-18
"""How many terms of a series are added up at most, and how large the last one may be."""


class Linearized(JointSpace, Derivatives):
    """Linear models of a robot's motion."""

    def linearized(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        external_forces: Mapping[str, ArrayLike] | None = None,
        *,
        dt: float | None = None,
        method: str = "semi_implicit",
    ) -> tuple[Array, Array]:
        """A (..., 2nv, 2nv) and B (..., 2nv, nv) of d/dt [δq; δv] = A [δq; δv] + B δtau.

        With `dt` those of one step of `simulate`, [δq; δv]⁺ = A [δq; δv] + B δtau, by "semi_implicit"
        or, where all coordinates are plain numbers, "rk4", with tau held for the step. Forces that act by
        themselves (damping, friction, springs) are no part of it: tau is all that moves the joints.
        """
        if self.model.loops:
            raise InputError(
                f"model {self.model.name!r} has loops, whose motion has fewer directions than the tree's: "
                "constrained_forward_dynamics_derivatives has the derivatives of its accelerations."
            )
        q, v, tau = np.asarray(q), vector_argument("v", v, self.model.nv), np.asarray(tau)
        if dt is None:
            by_q, by_v, by_tau = self.forward_dynamics_derivatives(q, v, tau, external_forces)
            return _model(-self._turning(v), by_q, by_v, by_tau)
        if method == "semi_implicit":
            return self._semi_implicit(q, v, tau, external_forces, dt)
        if method != "rk4":
            raise InputError(f"method: {method!r} is neither 'semi_implicit' nor 'rk4'.")
        if any(group.kind.name in _TURNING for group in self.model.coordinates.groups):
            raise InputError(
                f"method: model {self.model.name!r} has joints whose rates are not those of their "
                "coordinates, for which 'rk4' is not linearised; take 'semi_implicit'."
            )
        return self._rk4(q, v, tau, external_forces, dt)

    def _turning(self, v: Array) -> Array:
        """v × of each joint on its diagonal block, (..., nv, nv)."""
        found = np.zeros((*v.shape, v.shape[-1]))
        for group in self.model.coordinates.groups:
            if group.kind.name in _TURNING:
                rows, columns = group.v[:, :, None], group.v[:, None, :]
                found[..., rows, columns] = _TURNING[group.kind.name](v[..., group.v])
        return found

    def _semi_implicit(
        self, q: Array, v: Array, tau: Array, forces: Mapping[str, ArrayLike] | None, dt: float
    ) -> tuple[Array, Array]:
        """v⁺ = v + dt a, then q moves with v⁺: δq⁺ = T δq + N δv⁺."""
        a = self.forward_dynamics(q, v, tau, forces)
        by_q, by_v, by_tau = (dt * x for x in self.forward_dynamics_derivatives(q, v, tau, forces))
        by_v = by_v + np.eye(by_v.shape[-1])
        moved, carried = self._carried(dt * (v + dt * a))
        A = np.block([[moved + dt * carried @ by_q, dt * carried @ by_v], [by_q, by_v]])
        return A, np.concatenate([dt * carried @ by_tau, by_tau], axis=-2)

    def _carried(self, step: Array) -> tuple[Array, Array]:
        """T and N of a step that moves q by exp(step), step = dt v⁺, each (..., nv, nv).

        T = exp(−step ×),    N = ∫₀¹ exp(−s step ×) ds = Σ (−step ×)ᵏ/(k + 1)!
        """
        turning = self._turning(step)
        term = np.broadcast_to(np.eye(step.shape[-1]), turning.shape)
        carried = term.copy()
        for k in range(1, _TERMS):
            term = -turning @ term / (k + 1)
            carried += term
            if not np.abs(term).max(initial=0.0) > _LEAST:
                break
        return np.eye(step.shape[-1]) - turning @ carried, carried

    def _rk4(
        self, q: Array, v: Array, tau: Array, forces: Mapping[str, ArrayLike] | None, h: float
    ) -> tuple[Array, Array]:
        """The derivative of the classical method, stage by stage."""
        A: Array | float = 0.0
        B: Array | float = 0.0
        slope = (np.zeros_like(v), np.zeros_like(v))
        by_state, by_tau = np.zeros((2 * v.shape[-1],) * 2), np.zeros((2 * v.shape[-1], v.shape[-1]))
        for part, weight in ((0.0, 1.0), (0.5, 2.0), (0.5, 2.0), (1.0, 1.0)):
            here = q + part * h * slope[0], v + part * h * slope[1]
            derivatives = self.forward_dynamics_derivatives(*here, tau, forces)
            F, G = _model(np.zeros(derivatives[0].shape), *derivatives)
            by_state, by_tau = F + part * h * F @ by_state, G + part * h * F @ by_tau
            slope = here[1], self.forward_dynamics(*here, tau, forces)
            A, B = A + weight * by_state, B + weight * by_tau
        return np.eye(2 * v.shape[-1]) + h / 6.0 * A, h / 6.0 * B


def _model(turning: Array, by_q: Array, by_v: Array, by_tau: Array) -> tuple[Array, Array]:
    ones = np.broadcast_to(np.eye(by_q.shape[-1]), by_q.shape)
    turning = np.broadcast_to(turning, by_q.shape)
    return np.block([[turning, ones], [by_q, by_v]]), np.concatenate([np.zeros_like(by_tau), by_tau], axis=-2)


def _of_halves(first: Array, second: Array, third: Array) -> Array:
    """[[first, 0], [second, third]]."""
    return np.block([[first, np.zeros_like(second)], [second, third]])


def _turning_freely(v: Array) -> Array:
    return _of_halves(skew(v[..., :3]), skew(v[..., 3:]), skew(v[..., :3]))


def _turning_in_plane(v: Array) -> Array:
    found = np.zeros((*v.shape, 3))
    found[..., 1, 0], found[..., 1, 2] = v[..., 2], -v[..., 0]
    found[..., 2, 0], found[..., 2, 1] = -v[..., 1], v[..., 0]
    return found


_TURNING = {
    "spherical": skew,
    "free": _turning_freely,
    "planar": _turning_in_plane,
}
"""v × of a joint, (..., n) → (..., n, n)."""
