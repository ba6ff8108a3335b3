"""What Pinocchio has of the catalogue, in psiphi's coordinates, for a batch of states."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pinocchio as pin

from psiphi.compat.pinocchio import PinocchioMap
from psiphi.model import Model
from psiphi.spatial.rotation import skew

REFERENCES = {
    "local": pin.LOCAL,
    "world": pin.WORLD,
    "local_world_aligned": pin.LOCAL_WORLD_ALIGNED,
}


@dataclass
class PinocchioSide:
    """Results by name, filled state by state; those of frames by name and reference."""

    model: Model
    path: Path
    base: str
    found: dict[object, list[np.ndarray]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        root = [pin.JointModelFreeFlyer()] if self.base == "free" else []
        self.pin = pin.buildModelFromUrdf(str(self.path), *root)
        self.data = self.pin.createData()
        self.to = PinocchioMap(self.model, self.pin)

    def frame(self) -> str:
        """The frame farthest out that both have."""
        merged = self.model.merged()
        shared = [x for x in self.model.frame_names if self.pin.existFrame(x) and merged.frame(x).body >= 0]
        return max(shared, key=lambda x: merged.frame(x).body)

    def results(self, q, v, a, force, frame: str) -> dict[object, np.ndarray]:
        """Everything, for states q, v, a with a force at a frame."""
        identity = self.pin.getFrameId(frame)
        for state in zip(self.to.q_to(q), self.to.v_to(v), self.to.a_to(a), force, strict=True):
            self._joints(*state, identity)
            self._whole(*state[:2])
            for reference, like in REFERENCES.items():
                self._frame(*state[:3], identity, reference, like)
        return {name: np.array(values) for name, values in self.found.items()}

    def _add(self, name: object, value) -> None:
        self.found.setdefault(name, []).append(np.array(value))

    def _joints(self, q, v, a, force, identity: int) -> None:
        model, data, to = self.pin, self.data, self.to
        place = model.frames[identity]
        pushed = [pin.Force.Zero() for _ in range(model.njoints)]
        pushed[place.parentJoint] = place.placement.act(pin.Force(force[3:], force[:3]))
        self._add("inverse_dynamics", to.tau_from(pin.rnea(model, data, q, v, a)))
        self._add("inverse_dynamics_with_forces", to.tau_from(pin.rnea(model, data, q, v, a, pushed)))
        self._add("bias_forces", to.tau_from(pin.nonLinearEffects(model, data, q, v)))
        self._add("gravity_forces", to.tau_from(pin.computeGeneralizedGravity(model, data, q)))
        upper = np.triu(pin.crba(model, data, q))
        self._add("mass_matrix", to.matrix_from(upper + np.triu(upper, 1).T))
        # Of all matrices with the same product with v, psiphi's is another; both have d𝓜/dt = 𝓒 + 𝓒*.
        coriolis = pin.computeCoriolisMatrix(model, data, q, v)
        self._add("coriolis forces", to.tau_from(coriolis @ v))
        self._add("rate of the mass matrix", to.matrix_from(coriolis + coriolis.T))
        self._add("kinetic_energy", pin.computeKineticEnergy(model, data, q, v))
        self._add("potential_energy", pin.computePotentialEnergy(model, data, q))
        if self.model.nv == model.nv:
            upper = np.triu(pin.computeMinverse(model, data, q))
            self._add("mass_matrix_inverse", to.tau_from(to.tau_from(upper + np.triu(upper, 1).T).T).T)
            self._add("forward_dynamics", to.a_from(pin.aba(model, data, q, v, a)))
            self._add("forward_dynamics_with_forces", to.a_from(pin.aba(model, data, q, v, a, pushed)))

    def _whole(self, q, v) -> None:
        """Pinocchio has momentum about the centre of mass; psiphi about the origin of the world."""
        center = pin.centerOfMass(self.pin, self.data, q).copy()
        pin.ccrba(self.pin, self.data, q, v)
        at_origin = np.eye(6)
        at_origin[:3, 3:] = skew(center)
        self._add("center_of_mass", center)
        self._add("momentum_matrix", at_origin @ self.to.jacobian_from(self.data.Ag))
        self._add("momentum", at_origin @ self.to.spatial_from(self.data.hg.vector))

    def _frame(self, q, v, a, identity: int, reference: str, like) -> None:
        model, data, to = self.pin, self.data, self.to
        pin.forwardKinematics(model, data, q, v, a)
        pin.updateFramePlacements(model, data)
        if reference == "local":
            self._add("rotation", data.oMf[identity].rotation)
            self._add("position", data.oMf[identity].translation)
        velocity = pin.getFrameVelocity(model, data, identity, like).vector
        acceleration = pin.getFrameAcceleration(model, data, identity, like).vector
        self._add(("frame_velocity", reference), to.spatial_from(velocity))
        self._add(("frame_acceleration", reference), to.spatial_from(acceleration))
        pin.computeJointJacobiansTimeVariation(model, data, q, v)
        pin.updateFramePlacements(model, data)
        jacobian = pin.getFrameJacobian(model, data, identity, like)
        drift = pin.getFrameJacobianTimeVariation(model, data, identity, like) @ v
        self._add(("jacobian", reference), to.jacobian_from(jacobian))
        self._add(("jacobian_dot_v", reference), to.spatial_from(drift))
