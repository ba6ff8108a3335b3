"""Motions that were planned: what they cost, how the search ended, and the law that keeps to them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control.trajectory.problems import CONVERGED, REASONS
from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.model.arguments import configuration_argument, time_argument, vector_argument
from psiphi.robot import Robot

Array = NDArray[Any]


@frozen(eq=False)
class Plan:
    """Forces and motions of least cost, and a law (t, q, v) → tau about them: u + K (x ⊖ x̄)."""

    robot: Robot
    dt: float
    joints: Array
    """The places in v of the m forces that were chosen."""
    q: Array
    """(steps + 1, ..., nq)."""
    v: Array
    """(steps + 1, ..., nv)."""
    u: Array
    """The forces chosen, (steps, ..., m)."""
    gain: Array
    """K of each knot, (steps, ..., m, 2 nv)."""
    limits: tuple[Array, Array]
    """The least and the most that forces may be, (m,) each."""
    cost: Array
    """(...)."""
    fall: Array
    """What one more step was foreseen to save, (...)."""
    iterations: Array
    """(...)."""
    reason: Array
    """How each problem ended, (...): "converged", "no lower cost", "ran out of iterations", or "not finite to
    begin with", where the motion under the first forces is not; its cost is NaN."""

    @property
    def converged(self) -> Array:
        """Whether the forces are optimal up to the tolerance, (...)."""
        return self.reason == REASONS[CONVERGED]

    @cached_property
    def tau(self) -> Array:
        """The forces on all degrees of freedom, (steps, ..., nv): a torque of `rollout` and `simulate`."""
        tau = np.zeros((*self.u.shape[:-1], self.robot.nv))
        tau[..., self.joints] = self.u
        return tau

    def __call__(self, t: float, q: ArrayLike, v: ArrayLike) -> Array:
        """The forces of the knot before t, and feedback about the motion at t, (..., nv)."""
        q, v = configuration_argument(self.robot.model, "q", q), vector_argument("v", v, self.robot.nv)
        place = np.clip(time_argument(t, several=False) / self.dt, 0.0, len(self.u))
        knot = min(int(place + 1e-9), len(self.u) - 1)
        share = place - knot
        there = self.robot.interpolate(self.q[knot], self.q[knot + 1], share)
        rates = (1.0 - share) * self.v[knot] + share * self.v[knot + 1]
        apart = np.asarray(self.robot.difference(there, q))
        change = np.concatenate(np.broadcast_arrays(apart, v - rates), axis=-1)
        force = self.u[knot] + (self.gain[knot] @ change[..., None])[..., 0]
        tau = np.zeros((*force.shape[:-1], self.robot.nv))
        tau[..., self.joints] = np.clip(force, *self.limits)
        return tau
