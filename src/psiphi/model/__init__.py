"""What a robot is, as frozen data: bodies, their joints, frames, gravity; and its configurations."""

from __future__ import annotations

from psiphi.model.actuator import Actuator
from psiphi.model.body import Body, Frame
from psiphi.model.geometry import Geometry
from psiphi.model.joints.joint import Joint, Limits, Mimic, Rotor
from psiphi.model.joints.kinds import JOINT_KINDS, JointKind
from psiphi.model.loops.loop import LOOP_KINDS, Loop, LoopKind
from psiphi.model.model import Model
from psiphi.model.remarks import Dropped, NamedConfiguration
from psiphi.model.tendon import Tendon

__all__ = [
    "JOINT_KINDS",
    "LOOP_KINDS",
    "Actuator",
    "Body",
    "Dropped",
    "Frame",
    "Geometry",
    "Joint",
    "JointKind",
    "Limits",
    "Loop",
    "LoopKind",
    "Mimic",
    "Model",
    "NamedConfiguration",
    "Rotor",
    "Tendon",
]
