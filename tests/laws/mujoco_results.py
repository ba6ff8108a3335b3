"""What MuJoCo has of the catalogue, in psiphi's coordinates, for a batch of states."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import mujoco
import numpy as np

from psiphi.compat.mujoco import MujocoMap
from psiphi.formats.mjcf.names import body_names, given_names
from psiphi.model import Model
from psiphi.spatial.rotation import skew

OFF = mujoco.mjtDisableBit
ENERGY = mujoco.mjtEnableBit.mjENBL_ENERGY


def without_extras(mj: Any) -> Any:
    """The robot alone: no contacts, limits, springs, dampers, motors, fluid; and energies computed."""
    for flag in (OFF.mjDSBL_CONSTRAINT, OFF.mjDSBL_SPRING, OFF.mjDSBL_DAMPER, OFF.mjDSBL_ACTUATION):
        mj.opt.disableflags |= flag
    mj.opt.enableflags |= ENERGY
    mj.opt.density = mj.opt.viscosity = 0.0
    mj.body_gravcomp[:] = 0.0
    return mj


@dataclass
class MujocoSide:
    """Results by name, filled state by state; those of a frame at the outermost site or body."""

    model: Model
    mj: Any
    found: dict[str, list[np.ndarray]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.data, self.to = mujoco.MjData(self.mj), MujocoMap(self.model, self.mj)
        self.standing = self.mj.body_weldid == 0  # welded to the world: psiphi counts what can move
        self.frame, self.body, self.site = self._outermost()

    def _outermost(self) -> tuple[str, int, int | None]:
        """A moving site, or a moving body where there is none: its name, its body and the site."""
        mj, bodies = self.mj, body_names(self.mj)
        for site, name in reversed(list(enumerate(given_names(mj, mj.name_siteadr)))):
            body = int(mj.site_bodyid[site])
            if name and name not in bodies and not self.standing[body]:
                return name, body, site
        body = int(np.flatnonzero(~self.standing)[-1])
        return bodies[body], body, None

    def results(self, q, v, a, force) -> dict[str, np.ndarray]:
        """Rates v, accelerations (or forces of joints) a, and [moment; force] on the frame, in its axes."""
        self.found.clear()
        for state in zip(q, v, a, force, strict=True):
            self._of_state(*state)
        return {name: np.array(values) for name, values in self.found.items()}

    def _of_state(self, q, v, a, force) -> None:
        mj, data, to = self.mj, self.data, self.to
        data.qpos[:], data.qvel[:], data.qfrc_applied[:] = to.q_to(q), 0.0, 0.0
        mujoco.mj_forward(mj, data)
        self._add("gravity_forces", to.tau_from(data.qpos, data.qfrc_bias))
        data.qvel[:], data.qfrc_applied[:] = to.v_to(q, v), to.tau_to(q, a)
        mujoco.mj_forward(mj, data)
        self._add("forward_dynamics", to.a_from(data.qpos, data.qvel, data.qacc))
        position, rotation = self._place()
        moment, push = rotation @ force[:3], rotation @ force[3:]
        mujoco.mj_applyFT(mj, data, push, moment, position, self.body, data.qfrc_applied)
        mujoco.mj_forward(mj, data)
        self._add("forward_dynamics_with_forces", to.a_from(data.qpos, data.qvel, data.qacc))
        self._matrices(position)
        self._whole()
        # At no acceleration of psiphi's free joints, MuJoCo's, in world axes, has one.
        data.qacc[:] = to.a_to(q, v, np.zeros_like(v))
        mujoco.mj_inverse(mj, data)
        self._add("bias_forces", to.tau_from(data.qpos, data.qfrc_inverse))
        data.qacc[:] = to.a_to(q, v, a)
        mujoco.mj_inverse(mj, data)
        self._add("inverse_dynamics", to.tau_from(data.qpos, data.qfrc_inverse))
        mujoco.mj_rnePostConstraint(mj, data)
        self._motion()

    def _add(self, name: str, value: Any) -> None:
        self.found.setdefault(name, []).append(np.array(value))

    def _place(self) -> tuple[np.ndarray, np.ndarray]:
        if self.site is None:
            return self.data.xpos[self.body].copy(), self.data.xmat[self.body].reshape(3, 3).copy()
        return self.data.site_xpos[self.site].copy(), self.data.site_xmat[self.site].reshape(3, 3).copy()

    def _matrices(self, position: np.ndarray) -> None:
        mj, data, to = self.mj, self.data, self.to
        full, inverse = np.zeros((2, mj.nv, mj.nv))
        mujoco.mj_fullM(mj, data, full)
        mujoco.mj_solveM(mj, data, inverse, np.eye(mj.nv))
        self._add("mass_matrix", to.matrix_from(data.qpos, full))
        self._add("mass_matrix_inverse", to.matrix_from(data.qpos, inverse))  # X is orthogonal
        jacp, jacr = np.zeros((2, 3, mj.nv))
        mujoco.mj_jac(mj, data, jacp, jacr, position, self.body)
        self._add("jacobian", to.jacobian_from(data.qpos, jacp, jacr))
        jacobian = np.vstack([jacr, jacp])
        self._add("operational_space_compliance", jacobian @ inverse @ jacobian.T)

    def _whole(self) -> None:
        """MuJoCo has momentum about the centre of all mass; psiphi about the origin of the world."""
        mj, data, to = self.mj, self.data, self.to
        standing, masses = self.standing, mj.body_mass
        center, mass = data.subtree_com[0].copy(), mj.body_subtreemass[0]
        fixed = masses[standing] @ data.xipos[standing]
        self._add("center_of_mass", (mass * center - fixed) / masses[~standing].sum())
        weightless = mj.opt.disableflags & OFF.mjDSBL_GRAVITY
        gravity = np.zeros(3) if weightless else mj.opt.gravity
        self._add("potential_energy", data.energy[0] + gravity @ fixed)
        self._add("kinetic_energy", data.energy[1])
        mujoco.mj_subtreeVel(mj, data)
        linear = mass * data.subtree_linvel[0]
        angular = data.subtree_angmom[0] + np.cross(center, linear)
        self._add("momentum", np.concatenate([angular, linear]))
        moving, turning = np.zeros((2, 3, mj.nv))
        mujoco.mj_jacSubtreeCom(mj, data, moving, 0)
        mujoco.mj_angmomMat(mj, data, turning, 0)
        about_origin = turning + skew(center) @ (mass * moving)
        self._add("momentum_matrix", to.jacobian_from(data.qpos, mass * moving, about_origin))

    def _motion(self) -> None:
        """Of the frame, in world axes; MuJoCo's acceleration is that of the point, less gravity."""
        mj, data = self.mj, self.data
        kind, number = (
            (mujoco.mjtObj.mjOBJ_XBODY, self.body)
            if self.site is None
            else (mujoco.mjtObj.mjOBJ_SITE, self.site)
        )
        velocity, acceleration = np.zeros((2, 6))
        mujoco.mj_objectVelocity(mj, data, kind, number, velocity, 0)
        mujoco.mj_objectAcceleration(mj, data, kind, number, acceleration, 0)
        if not mj.opt.disableflags & OFF.mjDSBL_GRAVITY:
            acceleration[3:] += mj.opt.gravity
        acceleration[3:] -= np.cross(velocity[:3], velocity[3:])
        self._add("frame_velocity", velocity)
        self._add("frame_acceleration", acceleration)
        position, rotation = self._place()
        self._add("position", position)
        self._add("rotation", rotation)
