"""What a URDF file holds beside links and joints: loops, transmissions, and what has no place in a model."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from psiphi.formats.naming import unused_name
from psiphi.formats.numbers import number, numbers
from psiphi.formats.urdf.joint import UrdfJoint
from psiphi.formats.urdf.link import origin_of
from psiphi.formats.xml_reader import Element, shortened
from psiphi.model import Actuator, Dropped, Frame, Loop, Tendon
from psiphi.spatial.pose import Pose

LOOP_KINDS = {
    "": "hinge",  # where a <loop> names no type, it is a pin
    "revolute": "hinge",
    "continuous": "hinge",
    "prismatic": "slider",
    "spherical": "point",
    "fixed": "weld",
}
_ENDS = (("predecessor", "successor"), ("link1", "link2"))


def read_loops(
    robot: Element, place: Mapping[str | None, int], taken: Container[str], snap: float
) -> tuple[list[Loop], list[Frame]]:
    """The loops of <loop> elements, each between two frames of its own, `name:first` and `name:second`.

    The ends are <predecessor> and <successor>, or <link1> and <link2>, with the pose of the loop's frame in
    each as an <origin> or as attributes; an <origin> of the loop itself is that in the first.
    """
    loops: list[Loop] = []
    frames: list[Frame] = []
    for k, element in enumerate(robot.children_named("loop")):
        name = element.attributes.get("name") or f"loop_{k}"
        kind = element.attributes.get("type", "")
        if kind not in LOOP_KINDS:
            known = ", ".join(filter(None, LOOP_KINDS))
            raise element.error(f'type="{shortened(kind)}" is not a type of loop.', f"Use one of {known}.")
        ends = [[element.child(tag) for tag in pair] for pair in _ENDS]
        found = next((pair for pair in ends if None not in pair), None)
        if found is None:
            raise element.error("it does not name two links.", "Add <predecessor> and <successor>.")
        names: list[str] = []
        for end, which in zip(found, ("first", "second"), strict=True):
            assert end is not None
            link = end.attributes.get("link", "")
            if link not in place:
                raise end.error(f'there is no link "{shortened(link)}".', "Name a link of this file.")
            names.append(unused_name(f"{name}:{which}", taken))
            pose = _pose_in(end, snap)
            if which == "first" and pose == Pose.identity():
                pose = origin_of(element, snap)
            frames.append(Frame(names[-1], place[link], pose))
        axis = element.child("axis")
        direction = (1.0, 0.0, 0.0) if axis is None else numbers(axis, "xyz", (1.0, 0.0, 0.0))
        loops.append(Loop(name, LOOP_KINDS[kind], names[0], names[1], axis=direction))
    return loops, frames


def _pose_in(end: Element, snap: float) -> Pose:
    if "xyz" in end.attributes or "rpy" in end.attributes:
        wrapped = Element("end", {}, None, end.source, end.line)
        wrapped.children.append(Element("origin", end.attributes, end, end.source, end.line))
        return origin_of(wrapped, snap)
    return origin_of(end, snap)


def read_transmissions(
    robot: Element, joints: Mapping[str, UrdfJoint]
) -> tuple[list[Actuator], list[Tendon], list[Dropped]]:
    """A motor for each actuator of simple and differential <transmission>s, behind its mechanicalReduction.

    A differential turns its motors by n₁ = g₁ (r₁ q₁ + r₂ q₂) and n₂ = g₂ (r₁ q₁ − r₂ q₂), with the
    reductions g of the actuators and r of the joints: each pulls at a tendon over both joints. What drives
    joints that do not move drives nothing.
    """
    actuators: dict[str, Actuator] = {}
    tendons: list[Tendon] = []
    dropped: list[Dropped] = []
    for element in robot.children_named("transmission"):
        ends, motors = (_in_roles(element.children_named(tag)) for tag in ("joint", "actuator"))
        named = [end.attributes.get("name", "") for end in ends]
        moving = [x for x in named if x in joints and joints[x].joint.kind.nv > 0]
        if not moving or not motors:
            continue
        plain = all(joints[x].joint.kind.nq == 1 and joints[x].joint.mimic is None for x in moving)
        shape = (len(ends), len(motors))
        if not plain or not (shape == (1, 1) or (shape == (2, 2) and _is_differential(element))):
            dropped.append(_dropped(element, "a transmission that is neither simple nor a differential"))
            continue
        for motor, sign in zip(motors, (1.0, -1.0), strict=False):
            name = unused_name(motor.attributes.get("name") or f"{moving[0]}_motor", actuators)
            own = motor.child("mechanicalReduction")
            gear = _reduction(element, element.child("mechanicalReduction") if own is None else own)
            if shape == (1, 1):
                actuators[name] = Actuator(name, moving[0], gear=gear)
                continue
            turned = zip(named, ends, (1.0, sign), strict=True)
            coefficients = {
                x: way * _reduction(element, end.child("mechanicalReduction"))
                for x, end, way in turned
                if x in moving
            }
            tendons.append(Tendon(name, tuple(coefficients), tuple(coefficients.values())))
            actuators[name] = Actuator(name, tendon=name, gear=gear)
    return list(actuators.values()), tendons, dropped


def _in_roles(elements: list[Element]) -> list[Element]:
    """In the order of their <role>s, as joint1 and joint2; where these are missing, in that of the file."""
    return sorted(elements, key=lambda element: getattr(element.child("role"), "text", ""))


def _is_differential(transmission: Element) -> bool:
    kind = transmission.child("type")
    return kind is not None and kind.text.strip().split("/")[-1] == "DifferentialTransmission"


def _reduction(transmission: Element, reduction: Element | None) -> float:
    gear = 1.0 if reduction is None or not reduction.text else _number(reduction)
    if gear == 0.0:
        raise transmission.error(
            "mechanicalReduction is 0.", "Give the turns of the motor for one of the joint."
        )
    return gear


def what_is_left_out(robot: Element) -> Iterator[Dropped]:
    """Elements inside <gazebo> that change the motion."""
    for gazebo in robot.children_named("gazebo"):
        for element in gazebo.descendants():
            if element.tag in ("springStiffness", "springReference"):
                yield _dropped(element, "a spring that only Gazebo knows")
            elif element.tag == "joint" and gazebo.children_named("joint"):
                yield _dropped(element, "a joint that only Gazebo knows")


def _number(element: Element) -> float:
    return number(
        Element(element.tag, {"text": element.text}, element.parent, element.source, element.line), "text"
    )


def _dropped(element: Element, reason: str) -> Dropped:
    return Dropped(element.label, reason, element.line, element.source)
