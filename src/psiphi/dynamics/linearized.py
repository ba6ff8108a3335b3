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
from psiphi.spatial.quaternion import exp_quaternion, quaternion_to_rotation
from psiphi.spatial.rotation import skew
from psiphi.spatial.se3 import translation_of_screw


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
        """T and N of a step that moves q by step = dt v⁺ as `simulate` does, each (..., nv, nv)."""
        moved = np.zeros((*step.shape, step.shape[-1]))
        moved[...] = np.eye(step.shape[-1])
        carried = moved.copy()
        for group in self.model.coordinates.groups:
            if group.kind.name in _STEPS:
                rows, columns = group.v[:, :, None], group.v[:, None, :]
                both = _STEPS[group.kind.name](step[..., group.v])
                moved[..., rows, columns], carried[..., rows, columns] = both
        return moved, carried

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


def _rotation_step(turn: Array) -> tuple[Array, Array]:
    """exp(turn)* and the right Jacobian of exp at turn."""
    back = quaternion_to_rotation(exp_quaternion(-turn))
    columns = [translation_of_screw(-turn, np.broadcast_to(unit, turn.shape)) for unit in np.eye(3)]
    return back, np.stack(columns, axis=-1)


def _free_step(step: Array) -> tuple[Array, Array]:
    """Rotations move by exp, positions by R v."""
    back, carried = _rotation_step(step[..., :3])
    return _of_halves(back, -back @ skew(step[..., 3:]), back), _of_halves(carried, np.zeros_like(back), back)


def _planar_step(step: Array) -> tuple[Array, Array]:
    """The angle moves by its rate, the position by R v."""
    c, s = np.cos(step[..., 0]), np.sin(step[..., 0])
    carried = np.zeros((*step.shape, 3))
    carried[..., 0, 0] = 1.0
    carried[..., 1, 1], carried[..., 1, 2] = c, s
    carried[..., 2, 1], carried[..., 2, 2] = -s, c
    moved = carried.copy()
    across = np.stack([-step[..., 2], step[..., 1]], axis=-1)
    moved[..., 1:, 0] = (carried[..., 1:, 1:] @ across[..., None])[..., 0]
    return moved, carried


_STEPS = {
    "spherical": _rotation_step,
    "free": _free_step,
    "planar": _planar_step,
}
"""T and N of a joint: δq⁺ = T δq + N dt δv⁺ where q moves by step = dt v⁺."""
