"""Springs at the limits of joints, so that a robot that is let go keeps within them and its energy stays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.robot import Robot

Array = NDArray[np.float64]

FREQUENCY = 150.0  # rad/s at which a joint alone would swing on its stop


@frozen(eq=False)
class Stops:
    """Beyond its limit a joint is pushed back by −k (q − limit); `place` has its coordinate and its rate."""

    place: tuple[NDArray[np.int64], NDArray[np.int64]]
    lower: Array
    upper: Array
    stiffness: Array
    nv: int

    @classmethod
    def of(cls, robot: Robot, q: Array) -> Stops | None:
        """The stops of all joints of one degree of freedom with limits; None where there are none."""
        places: list[tuple[int, int]] = []
        bounds: list[tuple[float, float]] = []
        for name in robot.joint_names:
            joint = robot.model.joint(name)
            if joint.kind.nv == 1:
                low, high = float(joint.limits.lower[0]), float(joint.limits.upper[0])
                if np.isfinite([low, high]).all():
                    places.append((robot.q_slice(name).start, robot.v_slice(name).start))
                    bounds.append((low, high))
        if not places:
            return None
        coordinates, rates = np.array(places).T
        inertia = np.diagonal(robot.mass_matrix(q))[rates]
        lower, upper = np.array(bounds).T
        return cls((coordinates, rates), lower, upper, FREQUENCY**2 * inertia, robot.nv)

    def beyond(self, q: Array) -> Array:
        """How far each joint is beyond a limit, (..., joints)."""
        q = q[..., self.place[0]]
        return np.maximum(q - self.upper, 0.0) + np.minimum(q - self.lower, 0.0)

    def torque(self, _: float, q: Array, __: Array) -> Array:
        """The forces of the springs, (..., nv)."""
        found = np.zeros((*q.shape[:-1], self.nv))
        found[..., self.place[1]] = -self.stiffness * self.beyond(q)
        return found

    def energy(self, q: Array) -> Array:
        """What the springs hold, ½ k x², (...)."""
        return 0.5 * (self.stiffness * self.beyond(q) ** 2).sum(axis=-1)
