"""One robot file: whether it is read, how far it is from MuJoCo or Pinocchio, and what was dropped."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np
import pinocchio
from tests.formats.dense_mass_matrix import dense_mass_matrix
from tests.formats.files_found import compiled_by_mujoco

import psiphi
from psiphi.compat.mujoco import MujocoMap
from psiphi.compat.pinocchio import PinocchioMap

CONFIGURATIONS = 3


@dataclass(frozen=True)
class Outcome:
    """`error` is the largest relative difference, None where there is none to be had."""

    error: float | None = None
    refused: str = ""
    alone: bool = False
    dropped: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.alone:
            return "read, where MuJoCo or Pinocchio refuse it"
        if self.error is None:
            return f"refused: {self.refused}" if self.refused else "no robot of its own"
        return f"{self.error:.1e}" + (f"  dropped: {'; '.join(self.dropped)}" if self.dropped else "")


def compared(path: Path) -> Outcome:
    """The outcome of one file. What MuJoCo or Pinocchio refuse as well is no robot: a part to be included.

    Files may refer to all others, through links too: they are those of installed packages.
    """
    urdf = path.suffix == ".urdf"
    theirs = _pinocchio_model(path) if urdf else _mujoco_model(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            robot = psiphi.load(path, snap=0, roots=[path.anchor])
    except psiphi.PsiphiError as problem:
        return Outcome() if theirs is None else Outcome(refused=str(problem)[:200])
    if theirs is None:
        return Outcome(alone=True)
    error = _from_pinocchio(robot, theirs) if urdf else _from_mujoco(robot, theirs)
    return Outcome(error, dropped=tuple(dict.fromkeys(x.reason for x in robot.model.dropped)))


def _mujoco_model(path: Path) -> mujoco.MjModel | None:
    try:
        return compiled_by_mujoco(path)
    except ValueError:
        return None


def _pinocchio_model(path: Path) -> pinocchio.Model | None:
    try:
        return pinocchio.buildModelFromUrdf(str(path), mimic=True)
    except (ValueError, RuntimeError):
        return None


def _from_mujoco(robot: psiphi.Robot, mj: mujoco.MjModel) -> float:
    """Mass matrix, passive and actuator forces, where nothing that bears on them was dropped."""
    data, convert, rng = mujoco.MjData(mj), MujocoMap(robot.model, mj), np.random.default_rng(0)
    worst = 0.0
    if robot.nv == 0:
        return worst
    dropped = " ".join(x.reason for x in robot.model.dropped)
    for _ in range(CONFIGURATIONS):
        q, v = robot.random_configuration(rng), rng.standard_normal(robot.nv)
        u = rng.standard_normal(len(robot.model.actuators))
        data.qpos[:], data.qvel[:] = convert.q_to(q), convert.v_to(q, v)
        whole = mj.nu == len(u) and "activation" not in dropped
        if whole:
            data.ctrl[:] = u
        mujoco.mj_forward(mj, data)
        full = np.zeros((mj.nv, mj.nv))
        mujoco.mj_fullM(mj, data, full)
        spatial = "a tendon along sites" in dropped
        if "armature" not in dropped and not (spatial and mj.tendon_armature.any()):
            worst = max(
                worst, _apart(dense_mass_matrix(robot.model, q), convert.matrix_from(data.qpos, full))
            )
        if not dropped:
            forces = convert.tau_from(data.qpos, data.qfrc_passive)
            friction = np.array([x for body in robot.model.bodies for x in body.joint.friction])
            forces = forces - robot.model.coupling.T @ (friction * np.sign(robot.model.tree_velocity(v)))
            if not any(tendon.friction for tendon in robot.model.tendons):
                worst = max(worst, _apart(robot.passive_forces(q, v), forces))
        if whole:
            forces = convert.tau_from(data.qpos, data.qfrc_actuator)
            worst = max(worst, _apart(robot.joint_forces(u, q, v), forces))
    return worst


def _from_pinocchio(robot: psiphi.Robot, model: pinocchio.Model) -> float:
    """The mass matrix."""
    data, convert, rng = model.createData(), PinocchioMap(robot.model, model), np.random.default_rng(0)
    worst = 0.0
    for _ in range(CONFIGURATIONS if robot.nv else 0):
        q = robot.random_configuration(rng)
        theirs = pinocchio.crba(model, data, convert.q_to(q))
        theirs = np.triu(theirs) + np.triu(theirs, 1).T
        worst = max(worst, _apart(dense_mass_matrix(robot.model, q), convert.matrix_from(theirs)))
    return worst


def _apart(ours: np.ndarray, theirs: np.ndarray) -> float:
    return float(np.abs(ours - theirs).max() / max(np.abs(theirs).max(), 1.0))
