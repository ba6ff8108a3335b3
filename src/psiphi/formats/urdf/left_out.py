"""What URDF files hold that has no place in a model."""

from __future__ import annotations

from collections.abc import Iterator

from psiphi.formats.not_read import Vocabulary, is_switched, left_out
from psiphi.formats.xml_reader import Element
from psiphi.model import Dropped

URDF = Vocabulary(
    children={
        "robot": {"link", "joint"},
        "link": {"inertial"},
        "inertial": {"origin", "mass", "inertia"},
        "joint": {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic"},
    },
    attributes={
        "origin": {"xyz", "rpy", "quat_xyzw"},
        "mass": {"value"},
        "inertia": {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"},
        "parent": {"link"},
        "child": {"link"},
        "axis": {"xyz"},
        "limit": {
            *("lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"),
            *("command_effort", "current", "gear_velocity", "drake:acceleration"),
        },
        "dynamics": {"damping", "friction"},
        "mimic": {"joint", "multiplier", "offset"},
    },
    open={"robot", "link"},
    harmless={"calibration", "safety_controller"},
)


def what_is_left_out(robot: Element) -> Iterator[Dropped]:
    """All that might change the motion: what is not read, other files, and what Gazebo alone knows."""
    yield from URDF.not_read(robot)
    for tag in ("include", "xi:include"):
        for element in robot.children_named(tag):
            yield left_out(element, "another file")
    for gazebo in robot.children_named("gazebo"):
        for element in gazebo.descendants():
            if element.tag in ("springStiffness", "springReference"):
                yield left_out(element, "a spring that only Gazebo knows")
            elif element.tag == "joint" and gazebo.children_named("joint"):
                yield left_out(element, "a joint that only Gazebo knows")
            elif element.tag in ("velocity_decay", "dampingFactor"):
                yield left_out(element, "the drag of air")
            elif is_switched(element):
                yield left_out(element, "gravity or motion that only Gazebo switches off")
