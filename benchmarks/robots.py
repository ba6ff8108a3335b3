"""The robots, each in psiphi and in Pinocchio."""

from __future__ import annotations

import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

import psiphi
from psiphi import Model, Robot

EXAMPLES = Path(sysconfig.get_path("purelib")) / "cmeel.prefix/share/example-robot-data/robots"


@dataclass(frozen=True)
class Subject:
    """One robot, twice; `frames` at the ends of its limbs are known to both."""

    name: str
    robot: Robot
    pin_model: Any
    frames: tuple[str, ...] = ()


def ur5() -> Subject:
    return _from_urdf("UR5", "ur_description/urdf/ur5_robot.urdf", frames=("tool0",))


def panda() -> Subject:
    """Seven joints: the fingers are locked."""
    path = EXAMPLES / "panda_description/urdf/panda.urdf"
    robot = Robot(psiphi.load(path).model.lock("panda_finger_joint1", 0.0))
    pin_model = pin.buildModelFromUrdf(str(path))
    fingers = [pin_model.getJointId(name) for name in pin_model.names if "finger" in name]
    reduced = pin.buildReducedModel(pin_model, fingers, pin.neutral(pin_model))
    return Subject("Panda", robot, reduced, ("panda_link8",))


def anymal() -> Subject:
    feet = ("LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT")
    return _from_urdf("ANYmal", "anymal_b_simple_description/robots/anymal.urdf", free=True, frames=feet)


def talos() -> Subject:
    ends = ("left_sole_link", "right_sole_link", "gripper_left_base_link", "gripper_right_base_link")
    return _from_urdf("Talos", "talos_data/robots/talos_reduced.urdf", free=True, frames=ends)


def chain(joints: int) -> Subject:
    """Revolute joints one after the other, with random axes, places and inertias."""
    robot = psiphi.robots.random_tree(1, bodies=joints, kinds=("revolute",), branching="chain")
    return Subject(f"chain {joints}", robot, _pin_chain(robot.model))


SUBJECTS: dict[str, Callable[[], Subject]] = {
    "UR5": ur5,
    "Panda": panda,
    "ANYmal": anymal,
    "Talos": talos,
    **{f"chain {joints}": partial(chain, joints) for joints in (10, 30, 100)},
}


def _from_urdf(name: str, file: str, *, free: bool = False, frames: tuple[str, ...] = ()) -> Subject:
    path = EXAMPLES / file
    root = [pin.JointModelFreeFlyer()] if free else []
    return Subject(
        name,
        psiphi.load(path, base="free" if free else "fixed"),
        pin.buildModelFromUrdf(str(path), *root),
        frames,
    )


def _pin_chain(model: Model) -> Any:
    """The chain in Pinocchio, in frames whose z is the joint axis: it is faster there than on skew axes."""
    pin_model = pin.Model()
    pin_model.gravity.linear = np.array(model.gravity)
    parent, seat = 0, pin.SE3.Identity()
    for body in model.bodies:
        placement, inertia = body.joint.placement, body.inertia
        turn = pin.SE3(_frame_along(np.array(body.joint.axis)), np.zeros(3))
        place = seat * pin.SE3(placement.rotation, placement.position) * turn
        parent, seat = pin_model.addJoint(parent, pin.JointModelRZ(), place, body.joint.name), turn.inverse()
        pin_model.appendBodyToJoint(
            parent, pin.Inertia(inertia.mass, inertia.center, inertia.rotational), seat
        )
    return pin_model


def _frame_along(axis: NDArray[np.float64]) -> NDArray[np.float64]:
    """A rotation whose third column is the axis."""
    least = np.eye(3)[np.argmin(np.abs(axis))]
    first = np.cross(least, axis)
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(axis, first), axis])
