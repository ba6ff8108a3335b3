"""The motion near a motion: linear equations in the variations of q, v and tau.

q is varied in body axes, q ∘ exp(δq), so that for a joint that turns

    d/dt δq = δv − v × δq,    v × the cross product of motions in the joint's own coordinates,

and d/dt δq = δv for all joints whose rates are those of their coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array
from psiphi.dynamics.derivatives import Derivatives
from psiphi.dynamics.joint_space import has_forces, stacked_forces
from psiphi.dynamics.loops.derivatives import ClosedChainDerivatives
from psiphi.dynamics.motion.single_step import SingleStep
from psiphi.errors import InputError
from psiphi.locks import cached_property
from psiphi.model.arguments import as_given, broadcast_batch, is_single, positive_number, vector_argument
from psiphi.spatial.rotation import skew

if TYPE_CHECKING:
    from psiphi.kernel.native import NativeFunction


class Linearized(Derivatives, ClosedChainDerivatives, SingleStep):
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

        With `dt` those of one step of `simulate`, [δq; δv]⁺ = A [δq; δv] + B δtau, by "semi_implicit",
        "implicit", "midpoint" or "rk4", with tau held for the step. Forces that act by themselves (damping,
        friction, springs) are no part of it: tau is all that moves the joints. Loops hold, and must be closed
        in q; only variations along them are those of motions.
        """
        if self._embedding is not None:
            raise InputError("linearized: take the robot whose loops are not embedded.")
        numbers = vector_argument("v", v, self.model.nv)
        if dt is not None:
            if self._has_many_equations:
                raise InputError(
                    f"linearized: loops of {self.model.loop_size} equations are closed between calls, and "
                    "steps are no program to differentiate then. Leave dt out, or take robot.embedded(q)."
                )
            return self._step_linearized((q, v, tau), external_forces, dt, method)
        if not self.model.loops:
            by_q, by_v, by_tau = self.forward_dynamics_derivatives(q, v, tau, external_forces)
        elif has_forces(external_forces):
            raise InputError("external_forces: with loops they go with dt alone; add J*f to tau.")
        else:
            by_q, by_v, by_tau, *_ = self.constrained_forward_dynamics_derivatives(q, v, tau)
        return _model(-self._turning(numbers.astype(by_q.dtype)), by_q, by_v, by_tau)

    def _turning(self, v: Array) -> Array:
        """v × of each joint on its diagonal block, (..., nv, nv)."""
        found = np.zeros((*v.shape, v.shape[-1]), v.dtype)
        for group in self.model.coordinates.groups:
            if group.kind.name in _TURNING:
                rows, columns = group.v[:, :, None], group.v[:, None, :]
                found[..., rows, columns] = _TURNING[group.kind.name](v[..., group.v])
        return found

    def _step_linearized(
        self,
        state: tuple[ArrayLike, ArrayLike, ArrayLike],
        external_forces: Mapping[str, ArrayLike] | None,
        dt: float,
        method: str,
    ) -> tuple[Array, Array]:
        """Where a step carries each unit of δq, δv and δtau: the first dimension of the batch."""
        dt, sizes = positive_number("dt", dt), (self.model.nq, self.model.nv, self.model.nv)
        given: dict[str, Array] = {}
        for name, x, size in zip(("q", "v", "tau"), state, sizes, strict=True):
            given[name] = as_given(vector_argument(name, x, size), x)
        frames: tuple[str, ...] = ()
        if has_forces(external_forces):
            frames, given["external_forces"] = stacked_forces(external_forces)
        parameters = self._given()
        if parameters is not None:
            given["parameters"] = parameters
        nv, batch = self.model.nv, broadcast_batch(**given)
        dtype = np.float32 if all(map(is_single, given.values())) else np.float64
        units = np.eye(3 * nv, dtype=dtype).reshape(3 * nv, *(1 for _ in batch), 3, nv)
        varied = {f"d_{name}": np.zeros(x.shape[-1], dtype) for name, x in given.items()}
        varied |= {f"d_{name}": units[..., i, :] for i, name in enumerate(("q", "v", "tau"))}
        found = self._tangent(method, frames)(**given, **varied, dt=np.full(1, dt, dtype))
        carried = np.moveaxis(np.concatenate(found[2:], axis=-1), 0, -1)
        return carried[..., : 2 * nv], carried[..., 2 * nv :]

    def _tangent(self, method: str, frames: tuple[str, ...]) -> NativeFunction:
        """One step with a variation of it."""
        from psiphi.dynamics.motion.methods import EQUAL_STEPS
        from psiphi.dynamics.motion.steps import Step
        from psiphi.dynamics.motion.tangent_steps import tangent_function

        if not isinstance(method, str) or method not in EQUAL_STEPS:
            raise InputError(f"method: {method!r} is none of {', '.join(map(repr, EQUAL_STEPS))}.")
        key = method, frames
        if key not in self._tangents:
            step = Step(self.model, method, frames=frames, varying=self._varying, loops=self._followed)
            self._tangents[key] = tangent_function(step)
        return self._tangents[key]

    @cached_property
    def _tangents(self) -> dict[tuple[str, tuple[str, ...]], NativeFunction]:
        return {}


def _model(turning: Array, by_q: Array, by_v: Array, by_tau: Array) -> tuple[Array, Array]:
    ones = np.broadcast_to(np.eye(by_q.shape[-1], dtype=by_q.dtype), by_q.shape)
    turning = np.broadcast_to(turning, by_q.shape)
    return np.block([[turning, ones], [by_q, by_v]]), np.concatenate([np.zeros_like(by_tau), by_tau], axis=-2)


def _of_halves(first: Array, second: Array, third: Array) -> Array:
    """[[first, 0], [second, third]]."""
    return np.block([[first, np.zeros_like(second)], [second, third]])


def _turning_freely(v: Array) -> Array:
    return _of_halves(skew(v[..., :3]), skew(v[..., 3:]), skew(v[..., :3]))


def _turning_in_plane(v: Array) -> Array:
    found = np.zeros((*v.shape, 3), v.dtype)
    found[..., 1, 0], found[..., 1, 2] = v[..., 2], -v[..., 0]
    found[..., 2, 0], found[..., 2, 1] = -v[..., 1], v[..., 0]
    return found


_TURNING = {
    "spherical": skew,
    "free": _turning_freely,
    "planar": _turning_in_plane,
}
"""v × of a joint, (..., n) → (..., n, n)."""
