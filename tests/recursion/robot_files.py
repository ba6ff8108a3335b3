"""The robots whose operation counts are known, from example-robot-data."""

from __future__ import annotations

import sysconfig
from functools import cache
from pathlib import Path

import pinocchio as pin

from psiphi.formats.load import load_model
from psiphi.model import Model

FILES = {
    "ur5": ("ur_description/urdf/ur5_robot.urdf", "fixed"),
    "panda": ("panda_description/urdf/panda.urdf", "fixed"),
    "anymal": ("anymal_b_simple_description/robots/anymal.urdf", "free"),
    "talos": ("talos_data/robots/talos_reduced.urdf", "free"),
}
ROBOTS = tuple(FILES)


def _path(name: str) -> tuple[Path, str]:
    root = Path(sysconfig.get_path("purelib")) / "cmeel.prefix/share/example-robot-data/robots"
    file, base = FILES[name]
    return root / file, base


@cache
def load(name: str, snap: float = 1e-9) -> Model:
    """The robot, the Panda with locked fingers. With snap=0, right angles are as inexact as in the file."""
    path, base = _path(name)
    model = load_model(path, base=base, snap=snap)  # type: ignore[arg-type]
    for joint in model.joint_names:
        if "finger" in joint:
            model = model.lock(joint, 0.0)
    return model


def load_pinocchio(name: str) -> pin.Model:
    """The same robot as Pinocchio reads it."""
    path, base = _path(name)
    if base == "free":
        return pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer(), "root")
    model = pin.buildModelFromUrdf(str(path))
    fingers = [model.getJointId(joint) for joint in model.names if "finger" in joint]
    return pin.buildReducedModel(model, fingers, pin.neutral(model)) if fingers else model
