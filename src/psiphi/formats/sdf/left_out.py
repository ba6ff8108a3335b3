"""What SDF files hold that has no place in a model."""

from __future__ import annotations

from collections.abc import Iterator

from psiphi.formats.not_read import ROTOR, Vocabulary, left_out
from psiphi.formats.sdf.poses import is_true
from psiphi.formats.xml_reader import Element
from psiphi.model import Dropped

_OTHERS = {
    "plugin": "what a plugin does",
    "fluid_added_mass": "added mass of a fluid",
    "gripper": "a gripper",
    "velocity_decay": "the drag of air",
}

_AXIS = {"xyz", "limit", "dynamics", "mimic"}

SDF = Vocabulary(
    children={
        "model": {"pose", "link", "joint", "static"},
        "link": {"pose", "inertial"},
        "inertial": {"pose", "mass", "inertia"},
        "inertia": {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"},
        "joint": {"pose", "parent", "child", "axis", "axis2", "screw_thread_pitch", *ROTOR},
        "axis": _AXIS,
        "axis2": _AXIS,
        "limit": {"lower", "upper", "velocity", "effort"},
        "dynamics": {"damping", "friction", "spring_stiffness", "spring_reference"},
        "mimic": {"multiplier", "offset", "reference"},
    },
    attributes={
        "pose": {"relative_to", "frame", "rotation_format", "degrees"},
        "inertial": (),
        "mass": (),
        "inertia": (),
        "axis": (),
        "axis2": (),
        "xyz": {"expressed_in"},
    },
    open={"model", "link"},
    harmless={
        *("sensor", "physics", "stiffness", "dissipation", "initial_position", "thread_pitch"),
        *("drake:acceleration", *_OTHERS),
    },
)


def what_is_left_out(model: Element) -> Iterator[Dropped]:
    """All that might change the motion: what is not read, and what is more than links and joints."""
    for element in model.descendants():
        if element.tag in _OTHERS and not _is_zero(element):
            yield left_out(element, _OTHERS[element.tag])
        elif element.tag == "joint":
            yield from _idle_in(element, element.attributes.get("type", ""))
    static = model.child("static")
    if (
        static is not None
        and is_true(static)
        and any(x.attributes["type"] != "fixed" for x in model.children_named("joint"))
    ):
        yield left_out(static, "what stands still as a whole: only its base is held here")
    yield from SDF.not_read(model)
    for element in () if model.parent is None else model.parent.children:
        if element.tag in ("joint", "plugin"):
            yield left_out(element, "of the world, not of the model")


def _idle_in(joint: Element, kind: str) -> Iterator[Dropped]:
    """What a joint holds that its type has no use for."""
    idle = joint.children_named("axis2") if kind not in ("fixed", "universal") else []
    told = {"ball": {"limit", "mimic", "friction", "spring_stiffness"}, "universal": {"mimic"}}.get(kind, ())
    idle += [element for element in joint.descendants() if element.tag in told]
    yield from (left_out(element, f"not read of a {kind} joint") for element in idle)


def _is_zero(element: Element) -> bool:
    return bool(element.children) and all(x.text and not x.text.strip("0. ") for x in element.children)
