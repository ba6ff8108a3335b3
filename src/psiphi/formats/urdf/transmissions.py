"""Transmissions of URDF files: motors on joints, behind their reductions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from psiphi.formats.not_read import ROTOR, left_out
from psiphi.formats.numbers import as_attribute, number
from psiphi.formats.urdf.joint import UrdfJoint
from psiphi.formats.xml_reader import Element
from psiphi.model import Actuator, Dropped, Rotor, Tendon
from psiphi.model.names import unused_name

REDUCTIONS = ("mechanicalReduction", "mechanical_reduction")


def read_transmissions(
    robot: Element, joints: Mapping[str, UrdfJoint]
) -> tuple[list[Actuator], list[Tendon], list[Dropped]]:
    """A motor for each actuator of simple and differential <transmission>s, behind its mechanicalReduction.

    Those of ROS 2 are inside <ros2_control>; joints that have a motor already get none of them. A
    differential turns its motors by n₁ = g₁ (r₁ q₁ + r₂ q₂) and n₂ = g₂ (r₁ q₁ − r₂ q₂), with the
    reductions g of the actuators and r of the joints: each pulls at a tendon over both joints. What drives
    joints that do not move drives nothing.
    """
    actuators: dict[str, Actuator] = {}
    tendons: list[Tendon] = []
    dropped: list[Dropped] = []
    driven: set[str] = set()
    for element in transmissions_of(robot):
        ends, motors = (_in_roles(element.children_named(tag)) for tag in ("joint", "actuator"))
        named = [end.attributes.get("name", "") for end in ends]
        if element.parent is not robot and not driven.isdisjoint(named):
            continue
        dropped += [
            left_out(end, "driven by a transmission, and not there")
            for x, end in zip(named, ends, strict=True)
            if motors and x not in joints
        ]
        moving = [x for x in named if x in joints and joints[x].joint.kind.nv > 0]
        if not moving or not motors:
            continue
        plain = all(joints[x].joint.kind.nq == 1 and joints[x].joint.mimic is None for x in moving)
        shape = (len(ends), len(motors))
        if not plain or not (shape == (1, 1) or (shape == (2, 2) and _is_differential(element))):
            dropped.append(left_out(element, "a transmission that is neither simple nor a differential"))
            continue
        driven.update(moving)
        for motor, sign in zip(motors, (1.0, -1.0), strict=False):
            name = unused_name(motor.attributes.get("name") or f"{moving[0]}_motor", actuators)
            gear = _reduction(motor, element, *ends[: shape == (1, 1)])
            if shape == (1, 1):
                actuators[name] = Actuator(name, moving[0], gear=gear)
                continue
            turned = zip(named, ends, (1.0, sign), strict=True)
            coefficients = {x: way * _reduction(end) for x, end, way in turned if x in moving}
            tendons.append(Tendon(name, tuple(coefficients), tuple(coefficients.values())))
            actuators[name] = Actuator(name, tendon=name, gear=gear)
    return list(actuators.values()), tendons, dropped


def transmissions_of(robot: Element) -> list[Element]:
    """Those of ROS, then those of ROS 2."""
    control = [robot, *robot.children_named("ros2_control")]
    return [element for around in control for element in around.children_named("transmission")]


def with_rotors(robot: Element, joints: Mapping[str, UrdfJoint]) -> dict[str, UrdfJoint]:
    """The joints of simple transmissions with the rotors that Drake's elements give to their motors."""
    found = dict(joints)
    for element in robot.children_named("transmission"):
        ends, motors = (element.children_named(tag) for tag in ("joint", "actuator"))
        given = [x for motor in motors for x in motor.children if x.tag in ROTOR]
        name = ends[0].attributes.get("name", "") if len(ends) == len(motors) == 1 else ""
        if given and name in found:
            values = {x.tag: number(x, "value") for x in given}
            inertia, ratio = (values.get(tag, usual) for tag, usual in zip(ROTOR, (0.0, 1.0), strict=True))
            driven = replace(found[name].joint, rotor=Rotor(inertia, ratio))
            found[name] = replace(found[name], joint=driven)
    return found


def _in_roles(elements: list[Element]) -> list[Element]:
    """In the order of their roles, as joint1 and joint2; where these are missing, in that of the file."""

    def role(element: Element) -> str:
        return element.attributes.get("role") or getattr(element.child("role"), "text", "")

    return sorted(elements, key=role)


def _is_differential(transmission: Element) -> bool:
    kind = transmission.child("type") or transmission.child("plugin")
    return kind is not None and kind.text.strip().split("/")[-1] == "DifferentialTransmission"


def _reduction(*holders: Element) -> float:
    """The turns of the motor for one of the joint: the first that one of the elements gives, or 1."""
    given = (holder.child(tag) for holder in holders for tag in REDUCTIONS)
    element = next((x for x in given if x is not None and x.text), None)
    if element is None:
        return 1.0
    gear = number(as_attribute(element), "text")
    if gear == 0.0:
        raise element.error("it is 0.", "Give the turns of the motor for one of the joint.")
    return gear
