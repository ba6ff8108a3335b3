"""Several arms that hold one object: its motion, how they share its load, and what they squeeze it with.

Arms and object are a tree, and their grasps are loops. The accelerations of all joints follow from that of
the object and from the loops; joint forces τ = 𝓜x + C − J_c*f leave the forces f of the grasps free but for
what carries the load, so that f is chosen: least by shares, and with a squeeze that moves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra import H, N, loop_vector, phi
from psiphi.control.frame_references import frame_reference
from psiphi.control.gains import positive
from psiphi.control.operational_space import FrameLaw, frame_gains
from psiphi.control.rates import features_of
from psiphi.dynamics.loops.actuation import ActuatedForces
from psiphi.errors import InputError
from psiphi.robot import Robot
from psiphi.simulation.arguments import number_array

Array = NDArray[Any]

LEAST = 1e-9
"""Directions in which frame and loops move less than this part of the most are taken for none."""


class SharedLoad(FrameLaw):
    """τ = 𝓜x + C − J_c*f: an object that moves as it is told in the hands of several arms.

    frame               one of the object
    reference           as those of `OperationalSpace`
    pole                −p, double, of the object, in 1/s; or `stiffness` in 1/s² and `damping` in 1/s
    motors              the joints that are driven; all but free ones if None
    squeeze             forces of the loops (..., m) that are added where they move nothing
    shares              how the loops, by name, share the load: f minimises Σ|f_loop|²/share
    rate                in 1/s, at which motions of the arms fall that the object does not see

    V = ½u*u + ½e*K_p e of the object falls by u*K_d u, and the grasps feel f. (Kreutz and Lokshin, American
    Control Conference 1988; RJK 6.)
    """

    def __init__(
        self,
        robot: Robot,
        frame: str,
        reference: Any,
        *,
        pole: ArrayLike | None = None,
        stiffness: ArrayLike | None = None,
        damping: ArrayLike | None = None,
        motors: Sequence[str] | None = None,
        squeeze: ArrayLike | None = None,
        shares: Mapping[str, float] | None = None,
        rate: float = 8.0,
    ) -> None:
        model, features = robot.model, features_of(robot)
        if not features.loops_between_frames or not model.loops:
            raise InputError(f"{model.name!r} has no grasps; model.with_loop(...) welds hands to an object.")
        self.motors = (
            tuple(name for name in robot.joint_names if model.joint(name).kind.name != "free")
            if motors is None
            else tuple(motors)
        )
        self.squeeze = np.zeros(model.loop_size) if squeeze is None else number_array("squeeze", squeeze)
        if self.squeeze.shape[-1:] != (model.loop_size,):
            raise InputError(f"squeeze: has shape {self.squeeze.shape}; give (..., {model.loop_size}).")
        self.shares, self.rate = dict(shares or {}), positive("rate", rate)
        held = features.forces(H @ phi @ N.T @ loop_vector("f"))
        expression = features.inverse_dynamics(features.vector("x")) - held
        gains = frame_gains(pole, stiffness, damping)
        super().__init__(robot, frame, expression, frame_reference(reference), gains)

    def __call__(self, t: float, q: ArrayLike, v: ArrayLike) -> Array:
        """The joint forces at a time and in a state, (..., nv)."""
        return self.planned(t, q, v).torque

    def planned(self, t: float, q: ArrayLike, v: ArrayLike) -> ActuatedForces:
        """Joint forces (..., nv) and the forces of the loops (..., m) that go with them."""
        return self.robot.constrained_inverse_dynamics(
            q, v, self.accelerations(t, q, v), self.motors, internal_force=self.squeeze, shares=self.shares
        )

    def accelerations(self, t: float, q: ArrayLike, v: ArrayLike) -> Array:
        """x, with which the object accelerates as asked and the loops hold, (..., nv)."""
        robot, rates, x = self.robot, np.asarray(v), self.signals(t, q, v)
        moved = np.concatenate([robot.jacobian(q, self.frame), robot.constraint_jacobian(q)], axis=-2)
        asked = x["w_dot"] - x["brake"] - x["pull"] - robot.jacobian_dot_v(q, v, self.frame)
        wanted = np.concatenate([asked, -robot.constraint_bias(q, v)], axis=-1)
        own = -self.rate * rates  # as it were, but for the object and the loops
        apart = wanted - np.einsum("...ij,...j->...i", moved, own)
        return own + np.einsum("...ij,...j->...i", np.linalg.pinv(moved, rcond=LEAST), apart)

    def compiled_torque(self, robot: Robot) -> None:
        """Forces of loops are planned outside the steps: the law is called."""
