"""Joint forces of a robot's actuators."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, filled
from psiphi.dynamics.passive_forces import PassiveForces
from psiphi.model.arguments import broadcast_batch, configuration_argument, vector_argument


class Actuators(PassiveForces):
    """Motors and servos on joints and tendons, as forces on the coordinates."""

    def joint_forces(
        self, actuation: ArrayLike, q: ArrayLike, v: ArrayLike, *, out: Array | None = None
    ) -> Array:
        """tau of the actuators for their inputs u, (..., actuators) → (..., nv), in the order of the model.

            tau = Σ gear · clip((g₀ + g₁ ℓ + g₂ ℓ̇) u + b₀ + b₁ ℓ + b₂ ℓ̇)

        with ℓ = gear · q, or gear times the length of a tendon. Inputs and forces are kept within the bounds
        of each actuator, and tau within the effort limits of the joints.
        """
        model = self.model
        u = vector_argument("actuation", actuation, len(model.actuators))
        q_array, v_array = configuration_argument(model, "q", q), vector_argument("v", v, model.nv)
        batch = broadcast_batch(actuation=u, q=q_array, v=v_array)
        if not model.actuators:
            return filled(out, np.zeros((*batch, model.nv)))
        place, rates = model.tree_configuration(q_array), model.tree_velocity(v_array)
        tendon_length, tendon_speed = self._tendon_motion(place, rates)
        length, speed = np.empty((2, *batch, len(model.actuators)))
        pull = np.zeros((len(model.actuators), model.nv_tree))
        tendons = {tendon.name: k for k, tendon in enumerate(model.tendons)}
        for k, actuator in enumerate(model.actuators):
            if actuator.tendon:
                row = tendons[actuator.tendon]
                here, rate = tendon_length[..., row], tendon_speed[..., row]
                pull[k] = self._tendon_matrices[1][row]
            else:
                body = model.joint_index(actuator.joint)
                here = place[..., model.q_tree_slices[body].start]
                rate = rates[..., model.v_tree_slices[body].start]
                pull[k, model.v_tree_slices[body]] = 1.0
            length[..., k], speed[..., k] = actuator.gear * here, actuator.gear * rate
            pull[k] *= actuator.gear
        gain, bias = (np.array([getattr(x, name) for x in model.actuators]).T for name in ("gain", "bias"))
        low, high, least, most = np.array(
            [(x.lower, x.upper, x.force_lower, x.force_upper) for x in model.actuators]
        ).T
        force = (gain[0] + gain[1] * length + gain[2] * speed) * np.clip(u, low, high)
        force += bias[0] + bias[1] * length + bias[2] * speed
        tau = np.clip(force, least, most) @ pull @ model.coupling
        tau = np.clip(tau, model.limits.effort_lower, model.limits.effort)
        single = all(getattr(x, "dtype", None) == np.float32 for x in (actuation, q, v))
        precision: Any = np.float32 if single else np.float64
        return filled(out, tau.astype(precision, copy=False))
