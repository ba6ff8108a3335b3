"""Closing the loops of a robot, and staying on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array
from psiphi.dynamics.loops.assembly import closed
from psiphi.dynamics.loops.closed_chains import ClosedChains
from psiphi.dynamics.loops.many_equations import Metric
from psiphi.errors import ClosureError, UnknownNameError
from psiphi.model import Model
from psiphi.model.arguments import (
    as_given,
    batch_argument,
    broadcast_batch,
    configuration_argument,
    names_argument,
    positive_number,
    vector_argument,
)
from psiphi.model.loops.errors import frame_loop_errors, joint_loop_errors


class Assembly(NamedTuple):
    """A configuration that closes the loops, (..., nq), and what is left of their errors, (..., m)."""

    q: Array
    residual: Array


class Closure(ClosedChains):
    """The loops of a robot as m equations e(q) = 0 with the Jacobian J_c: ė = J_c v where e = 0."""

    def loop_residual(self, q: ArrayLike) -> Array:
        """The errors e of all loops, (..., m), in metres and radians; O(N).

        The loops stand one after another as in `model.loops` (`model.loop_slices`). Where they are closed the
        rates of the errors are J_c v. The spin of a soft finger, held for velocities alone, has the error 0.
        """
        model, given = self.model, q
        q = configuration_argument(model, "q", q)
        ends = [end for loop in model.loops if loop.kind != "joint" for end in (loop.first, loop.second)]
        poses = self._poses(q, list(dict.fromkeys(ends)))
        residual = np.zeros((*q.shape[:-1], model.loop_size))
        for loop in model.loops:
            if loop.kind == "joint":
                x = q[..., model.q_slice(loop.second)] if loop.second else None
                errors = joint_loop_errors(loop, q[..., model.q_slice(loop.first)], x)
            else:
                (rotation, position), (other, there) = poses[loop.first], poses[loop.second]
                inverse = rotation.swapaxes(-1, -2)
                apart = (inverse @ (there - position)[..., None])[..., 0]
                errors = frame_loop_errors(loop, inverse @ other, apart)
            residual[..., model.loop_slices[loop.name]] = errors
        return as_given(residual, given)

    def _poses(self, q: Array, frames: list[str]) -> dict[str, tuple[Array, Array]]:
        """Rotations and positions of frames in the world."""
        if not frames:
            return {}
        rotations, positions = self._of_frames("frame_poses", frames)(q)
        return {name: (rotations[..., k, :, :], positions[..., k, :]) for k, name in enumerate(frames)}

    def assemble(
        self,
        q: ArrayLike,
        *,
        tolerance: float = 1e-12,
        iterations: int = 100,
        locked: str | Sequence[str] = (),
    ) -> Assembly:
        """A configuration near q that closes all loops, (..., nq), and its residual, in double precision.

        Gauss–Newton steps −J_c⁺e of least length on the manifold, damped as by Levenberg and Marquardt where
        a full step does not help. Superfluous equations do no harm: singular values of J_c below 1e-10 of the
        largest count as zero. `locked` names joints that stay where they are. Where an error above
        `tolerance`, in metres and radians, is left, ClosureError says which loop stays open, and carries the
        best q found and its residual.
        """
        model = self.model
        q = configuration_argument(model, "q", q)
        free = np.ones(model.nv, dtype=np.bool_)
        for joint in names_argument("locked", locked):
            free[model.v_slice(joint)] = False
        tolerance = positive_number("tolerance", tolerance)
        (iterations,) = batch_argument("iterations", (iterations,))
        parameters = self._given()
        if parameters is not None:
            batch = broadcast_batch(q=q, parameters=parameters)
            q, parameters = (np.broadcast_to(x, (*batch, x.shape[-1])) for x in (q, parameters))
            parameters = parameters.reshape(-1, parameters.shape[-1])
        batch = q.shape[:-1]
        if not model.loops:
            return Assembly(q.copy(), np.zeros((*batch, 0)))
        jacobian, rows = self._calls["constraint_jacobian"], q.reshape(-1, model.nq)
        best, left = closed(self, jacobian, rows, tolerance, iterations, free, parameters)
        best, left = best.reshape(*batch, model.nq), left.reshape(*batch, model.loop_size)
        worst = np.asarray(np.abs(left).max(axis=-1, initial=0.0))
        if np.any(worst > tolerance):
            raise ClosureError(self._open(left, worst, tolerance), best, left)
        return Assembly(best, left)

    def _open(self, residual: Array, worst: Array, tolerance: float) -> str:
        """The sentence about the loop that is furthest from closed."""
        row = tuple(int(k) for k in np.unravel_index(np.nanargmax(worst), worst.shape))
        which = f" in row {row} of the batch" if row else ""
        widest = widest_loop(self.model, residual[row])
        return (
            f"q: the loops of {self.model.name!r} were not closed to {tolerance:g}{which}; the best "
            f"configuration found leaves {worst[row]:.3g} m or rad in loop {widest!r}. "
            "Start nearer, lock fewer joints, or see whether the loops contradict each other"
        )

    def project_velocity(self, q: ArrayLike, v: ArrayLike, *, metric: Metric = "mass") -> Array:
        """The velocity nearest to v that the loops allow, (..., nv); O(N m) + O(m³).

        v − 𝓜⁻¹J_c*(J_c𝓜⁻¹J_c*)⁺J_c v is nearest by kinetic energy: what is left of v when open loops snap
        shut. metric="identity" puts I for 𝓜: nearest by the plain norm. Superfluous equations do no harm.
        """
        wanted = vector_argument("v", v, self.model.nv)
        return as_given(self._projected(q, wanted, None, metric), q, v)

    def project_acceleration(
        self, q: ArrayLike, v: ArrayLike, a: ArrayLike, *, metric: Metric = "mass"
    ) -> Array:
        """The accelerations nearest to a that the loops allow while moving with v, (..., nv).

        a − 𝓜⁻¹J_c*(J_c𝓜⁻¹J_c*)⁺(J_c a + J̇_c v): of those of the open tree it makes the accelerations of the
        closed chain, which is Gauss's principle. Metrics and cost as for `project_velocity`.
        """
        wanted = vector_argument("a", a, self.model.nv)
        gamma = -self._calls["constraint_bias"](q, v) if self.model.loops else None
        return as_given(self._projected(q, wanted, gamma, metric), q, v, a)

    def _projected(self, q: ArrayLike, x: Array, gamma: Array | None, metric: Metric) -> Array:
        """The vector nearest to x with J_c x = γ."""
        if metric not in ("mass", "identity"):
            raise UnknownNameError(f"metric: {metric!r} is unknown; choose 'mass' or 'identity'")
        q = configuration_argument(self.model, "q", q)
        if not self.model.loops:
            batch = broadcast_batch(q=q, vector=x)
            return np.array(np.broadcast_to(x, (*batch, self.model.nv)))
        for _ in range(2):  # the second time takes away what rounding left the first time
            x = self._nearest(q, x, gamma, metric)
        return x


def widest_loop(model: Model, errors: Array) -> str:
    """The name of the loop with the largest of the errors (m,) of all loops."""
    equation = int(np.abs(errors).argmax())
    return next(name for name, place in model.loop_slices.items() if equation < place.stop)
