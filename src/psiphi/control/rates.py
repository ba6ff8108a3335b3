"""The rates that a law acts on: all of a robot's or, where loops are joints, those that are independent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.features import Features
from psiphi.embedded import EmbeddedRobot
from psiphi.errors import InputError
from psiphi.model.arguments import instance_argument
from psiphi.recursion.manifold.tracking import Tracking, tracking
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.robot import Robot

Numbers = Sequence[Number]


def features_of(robot: Robot) -> Features:
    """What decides how the equations of a robot are written; embedded, mimics are part of its joints."""
    instance_argument("robot", robot, Robot)
    if isinstance(robot, EmbeddedRobot):
        for name in robot.joint_names:
            try:
                robot.v_slice(name)
            except InputError:
                raise InputError(
                    f"robot: joint {name!r} has independent rates and others, so that it has no error of its "
                    "own; robot.embedded(q, independent=[...]) chooses other joints."
                ) from None
        return Features.of(robot.model, embedded=True)
    return Features.of(robot.model)


def own_rates(robot: Robot) -> NDArray[np.intp]:
    """The places in the rates of all coordinates of those that the robot has."""
    return robot.independent if isinstance(robot, EmbeddedRobot) else np.arange(robot.model.nv)


def tracked(
    robot: Robot, q: Numbers, v: Numbers, q_d: Numbers, v_d: Numbers, a_d: Numbers, arithmetic: Arithmetic
) -> Tracking:
    """How far q and v are from a reference, in the rates of the robot.

    v_d and a_d may have numbers for all coordinates, of which those of the robot count.
    """
    own, nv = own_rates(robot).tolist(), robot.model.nv

    def whole(x: Numbers) -> Numbers:
        if len(x) == nv:
            return x
        found: list[Number] = [0.0] * nv
        for place, value in zip(own, x, strict=True):
            found[place] = value
        return found

    found = tracking(robot.model, q, whole(v), q_d, whole(v_d), whole(a_d), arithmetic)
    return Tracking(*([x[place] for place in own] for x in found))
