"""What a robot is, as frozen data: bodies, their joints, frames, gravity; and its configurations."""

from __future__ import annotations

from psiphi.model.body import Body, Frame
from psiphi.model.geometry import Geometry
from psiphi.model.joint import Joint, Limits, Mimic, Rotor
from psiphi.model.joint_kinds import JOINT_KINDS, JointKind
from psiphi.model.loop import LOOP_KINDS, Loop, LoopKind
from psiphi.model.model import Model

__all__ = [
    "JOINT_KINDS",
    "LOOP_KINDS",
    "Body",
    "Frame",
    "Geometry",
    "Joint",
    "JointKind",
    "Limits",
    "Loop",
    "LoopKind",
    "Mimic",
    "Model",
    "Rotor",
]
