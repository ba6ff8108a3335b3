"""The joints of a URDF file: types, limits, friction, and which joint a mimic follows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from psiphi.errors import RobotFileError, shortened
from psiphi.formats.numbers import number, numbers
from psiphi.formats.urdf.link import origin_of
from psiphi.formats.xml_reader import Element
from psiphi.frozen import frozen
from psiphi.model import Joint, Limits, Mimic

KINDS = {
    "fixed": "fixed",
    "revolute": "revolute",
    "continuous": "continuous",
    "prismatic": "prismatic",
    "planar": "planar",
    "floating": "free",
}
LONGEST_PREFIX = 100


@frozen
class UrdfJoint:
    """A joint as it stands in the file, with the links it names."""

    joint: Joint
    parent: str
    child: str
    element: Element


def name_of(element: Element) -> str:
    name = element.attributes.get("name", "")
    if not name:
        raise element.error("there is no name.", 'Add name="...".')
    return name


def read_joint(element: Element, snap: float) -> UrdfJoint:
    """One <joint>. The axis is kept as it is but for its length; without one it is x, as URDF has it."""
    name, kind = name_of(element), element.attributes.get("type", "")
    if kind not in KINDS:
        raise element.error(
            f'type="{shortened(kind)}" is not a joint type.', f"Use one of {', '.join(KINDS)}."
        )
    damping, friction = _dynamics(element)
    joint = Joint(
        name,
        KINDS[kind],
        placement=origin_of(element, snap),
        axis=_axis(element) if kind not in ("fixed", "floating") else (1.0, 0.0, 0.0),
        limits=_limits(element, kind),
        damping=damping,
        friction=friction,
        mimic=_mimic(element, kind),
    )
    return UrdfJoint(joint, _link(element, "parent"), _link(element, "child"), element)


def _link(element: Element, end: str) -> str:
    named = element.child(end)
    if named is None or not named.attributes.get("link"):
        raise (named or element).error(f"the {end} link is not named.", f'Write <{end} link="..."/>.')
    return named.attributes["link"]


def _axis(element: Element) -> tuple[float, ...]:
    axis = element.child("axis")
    if axis is None:
        return (1.0, 0.0, 0.0)
    direction = numbers(axis, "xyz", (1.0, 0.0, 0.0))
    if math.hypot(*direction) < 1e-9:
        raise axis.error(
            f'xyz="{shortened(axis.attributes["xyz"])}" has no direction.', "Give a vector of unit length."
        )
    return direction


def _limits(element: Element, kind: str) -> Limits:
    """The limits of a joint. What the file leaves out is unlimited; of two bounds, one left out is 0."""
    limit = element.child("limit")
    if limit is None:
        if kind in ("revolute", "prismatic"):
            raise element.error(
                f"a {kind} joint needs a <limit>.",
                'Add <limit lower="..." upper="..." .../>, or say continuous.',
            )
        return Limits()
    bounds: dict[str, float] = {}
    for name in ("velocity", "effort"):  # the largest float often stands for no limit at all
        bounds[name] = number(limit, name, math.inf, largest=math.inf)
        if bounds[name] < 0.0:
            raise limit.error(f"{name}={bounds[name]:g} is negative.", "Give the largest magnitude.")
    if kind in ("revolute", "prismatic") and ("lower" in limit.attributes or "upper" in limit.attributes):
        bounds["lower"] = number(limit, "lower", 0.0, largest=math.inf)
        bounds["upper"] = number(limit, "upper", 0.0, largest=math.inf)
        if bounds["lower"] > bounds["upper"]:
            raise limit.error(
                f"lower={bounds['lower']:g} is above upper={bounds['upper']:g}.", "Exchange the two."
            )
    return Limits(**bounds)


def _dynamics(element: Element) -> tuple[float, float]:
    """Viscous damping and dry friction."""
    dynamics = element.child("dynamics")
    if dynamics is None:
        return 0.0, 0.0
    damping, friction = (number(dynamics, name, 0.0) for name in ("damping", "friction"))
    if damping < 0.0 or friction < 0.0:
        raise dynamics.error(
            "damping or friction is negative, and would drive the joint.", "Give zero or more."
        )
    return damping, friction


def _mimic(element: Element, kind: str) -> Mimic | None:
    mimic = element.child("mimic")
    if mimic is None or kind == "fixed":
        return None
    if kind in ("planar", "floating"):
        raise mimic.error(f"a {kind} joint cannot mimic another.", "Remove the <mimic>.")
    multiplier = number(mimic, "multiplier", 1.0)
    if multiplier == 0.0:
        raise mimic.error("multiplier=0 ties the joint to nothing.", "Make the joint fixed instead.")
    return Mimic(mimic.attributes.get("joint", ""), multiplier, number(mimic, "offset", 0.0))


def resolve_mimics(joints: Mapping[str, UrdfJoint]) -> tuple[dict[str, UrdfJoint], list[str]]:
    """The joints with mimics that name joints of this file, and what a warning should say of them.

    When a robot is given a prefix, its mimics are often forgotten: Left_index_q2 follows index_q1, and
    Left_index_q1 is meant. A leader that exists once it is given a prefix of the follower is therefore taken,
    with a warning.
    """
    resolved, findings = dict(joints), []
    for name, found in joints.items():
        mimic = found.joint.mimic
        if mimic is None:
            continue
        leader = mimic.joint
        if leader not in joints:
            prefixes = (name[:length] for length in range(1, min(len(name), LONGEST_PREFIX)))
            meant = [prefix + leader for prefix in prefixes if prefix + leader in joints]
            if not leader or len(meant) != 1:
                raise _mimic_error(found, f"mimics {shortened(leader)!r}, and there is no such joint.")
            leader = meant[0]
            findings.append(f"joint {name!r} mimics {mimic.joint!r}, read as {leader!r}")
            resolved[name] = replace(found, joint=replace(found.joint, mimic=replace(mimic, joint=leader)))
        if joints[leader].joint.kind.nq != 1:
            kind = joints[leader].element.attributes["type"]
            raise _mimic_error(found, f"mimics {shortened(leader)!r}, which is {kind}.")
    _refuse_rings(resolved)
    return resolved, findings


def _refuse_rings(joints: Mapping[str, UrdfJoint]) -> None:
    settled: set[str] = set()
    for name in joints:
        trail: dict[str, None] = {}
        while name not in settled:
            if name in trail:
                raise _mimic_error(joints[name], "mimics itself through other joints, in a cycle.")
            trail[name] = None
            mimic = joints[name].joint.mimic
            if mimic is None:
                break
            name = mimic.joint
        settled.update(trail)


def _mimic_error(found: UrdfJoint, finding: str) -> RobotFileError:
    mimic = found.element.child("mimic") or found.element  # or one that a coupling made
    return mimic.error(finding, "Name a revolute, continuous or prismatic joint of this file.")
