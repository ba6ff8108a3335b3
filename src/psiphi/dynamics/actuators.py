"""Joint forces of a robot's actuators."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, filled
from psiphi.dynamics.passive_forces import PassiveForces
from psiphi.model.arguments import broadcast_batch, configuration_argument, vector_argument


class Actuators(PassiveForces):
    """Motors and servos on joints, tendons and frames, as forces on the coordinates."""

    def joint_forces(
        self, actuation: ArrayLike, q: ArrayLike, v: ArrayLike, *, out: Array | None = None
    ) -> Array:
        """tau of the actuators for their inputs u, (..., actuators) → (..., nv), in the order of the model.

            tau = Σ gear · clip((g₀ + g₁ ℓ + g₂ ℓ̇) u + b₀ + b₁ ℓ + b₂ ℓ̇)

        with ℓ = gear · q, or gear times the length of a tendon; psiphi.model.Actuator tells of others.
        Inputs and forces are kept within the bounds of each actuator, tau within the effort limits of joints.
        """
        model = self.model
        u = vector_argument("actuation", actuation, len(model.actuators))
        q_array, v_array = configuration_argument(model, "q", q), vector_argument("v", v, model.nv)
        batch = broadcast_batch(actuation=u, q=q_array, v=v_array)
        if not model.actuators:
            return filled(out, np.zeros((*batch, model.nv)))
        length, pull = self._lengths_and_pulls(q_array)
        speed = (pull @ v_array[..., None])[..., 0]
        gain, bias = (np.array([getattr(x, name) for x in model.actuators]).T for name in ("gain", "bias"))
        low, high, least, most = np.array(
            [(x.lower, x.upper, x.force_lower, x.force_upper) for x in model.actuators]
        ).T
        force = (gain[0] + gain[1] * length + gain[2] * speed) * np.clip(u, low, high)
        force += bias[0] + bias[1] * length + bias[2] * speed
        tau = (np.clip(force, least, most)[..., None, :] @ pull)[..., 0, :]
        tau = np.clip(tau, model.limits.effort_lower, model.limits.effort)
        single = all(getattr(x, "dtype", None) == np.float32 for x in (actuation, q, v))
        precision: Any = np.float32 if single else np.float64
        return filled(out, tau.astype(precision, copy=False))

    def _lengths_and_pulls(self, q: Array) -> tuple[Array, Array]:
        """ℓ of the actuators, (..., actuators), and dℓ̇/dv, which pulls at the rates: (..., actuators, nv)."""
        model = self.model
        place = model.tree_configuration(q)
        tendon_length, _ = self._tendon_motion(place, np.zeros(model.nv_tree))
        tendons = {tendon.name: k for k, tendon in enumerate(model.tendons)}
        length = np.zeros((*q.shape[:-1], len(model.actuators)))
        pull = np.zeros((len(model.actuators), model.nv_tree))
        for k, actuator in enumerate(model.actuators):
            if actuator.tendon:
                row = tendons[actuator.tendon]
                length[..., k], pull[k] = tendon_length[..., row], self._tendon_matrices[1][row]
            elif actuator.joint:
                body = model.joint_index(actuator.joint)
                joint, here = model.bodies[body].joint, place[..., model.q_tree_slices[body]]
                along = actuator.direction or (1.0,)
                pull[k, model.v_tree_slices[body]] = along
                length[..., k] = joint.kind.difference(np.array(joint.kind.neutral), here) @ along
        pull = pull @ model.coupling
        frames = list(dict.fromkeys(actuator.frame for actuator in model.actuators if actuator.frame))
        if frames:
            pull = np.tile(pull, (*q.shape[:-1], 1, 1))
            jacobians = self._of_frames("jacobian", frames, "local")(q)
            for k, actuator in enumerate(model.actuators):
                if actuator.frame:
                    row = 6 * frames.index(actuator.frame)
                    pull[..., k, :] = actuator.direction @ jacobians[..., row : row + 6, :]
        gear = np.array([actuator.gear for actuator in model.actuators])
        return gear * length, gear[:, None] * pull
