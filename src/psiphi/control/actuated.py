"""Which degrees of freedom a law may put forces on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ArgumentTypeError, InputError
from psiphi.model.arguments import instance_argument, names_argument
from psiphi.robot import Robot


def actuated(robot: Robot, joints: Sequence[str] | None) -> NDArray[np.intp]:
    """The places in v of these joints; None stands for all joints but a free base."""
    instance_argument("robot", robot, Robot)
    if isinstance(joints, str):
        raise ArgumentTypeError(f"joints: give a list of names, [{joints!r}].")
    if joints is None:
        joints = [name for name in robot.model.joint_names if robot.model.joint(name).kind.name != "free"]
    joints = names_argument("joints", joints)
    places = [i for name in joints for i in range(robot.model.nv)[robot.model.v_slice(name)]]
    if not places:
        raise InputError("joints: no force is left to choose; name one joint or more.")
    if len(set(places)) < len(places):
        raise InputError(f"joints: {', '.join(joints)}: a joint is named twice; name each once.")
    return np.array(places, np.intp)
