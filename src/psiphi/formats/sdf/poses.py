"""Where the frames of an SDF model are: links, joints and frames, each posed relative to another.

A <pose> is in the frame that its `relative_to` names; without one, that of a link is in the model frame, that
of a joint in its child link, that of a frame in what it is attached to [SDFormat, pose semantics, 1.7 on].
"""

from __future__ import annotations

import math

from psiphi.errors import shortened
from psiphi.formats.numbers import as_attribute, number, numbers
from psiphi.formats.right_angles import rotation_from_rpy, snapped_rotation
from psiphi.formats.xml_reader import Element
from psiphi.locks import cached_property
from psiphi.spatial.pose import Pose
from psiphi.spatial.quaternion import normalized, quaternion_to_rotation

MODEL, WORLD = "__model__", "world"
TRUE = ("true", "1")


def number_in(parent: Element, tag: str, default: float | None = None, *, largest: float = math.inf) -> float:
    """The number that is the text of a child element."""
    child = parent.child(tag)
    if child is None:
        if default is None:
            raise parent.error(f"there is no <{tag}>.", f"Add <{tag}>...</{tag}>.")
        return default
    if child.text.strip() in ("inf", "+inf", "-inf"):
        return float(child.text)
    return number(as_attribute(child), "text", largest=largest)


def text_of(parent: Element, tag: str) -> str:
    """The text of a child element, "" without one."""
    child = parent.child(tag)
    return "" if child is None else child.text.strip()


def is_true(element: Element | None) -> bool:
    """Whether the text of an element says yes; without one it does not."""
    return element is not None and element.text.strip() in TRUE


def relative_to(element: Element) -> str:
    """The frame that the <pose> of an element names, "" without one."""
    pose = element.child("pose")
    return "" if pose is None else pose.attributes.get("relative_to", "")


def pose_of(element: Element, snap: float) -> Pose:
    """The pose in the <pose> of an element, whatever it is relative to; identity without one."""
    pose = element.child("pose")
    if pose is None or not pose.text.strip():
        return Pose.identity()
    read = as_attribute(pose)
    form = pose.attributes.get("rotation_format", "euler_rpy")
    if form == "quat_xyzw":
        x, y, z, *quaternion = numbers(read, "text", (0.0,) * 7)
        if not any(quaternion):
            raise pose.error("the quaternion is zero.", "Give one of unit length.")
        return Pose(snapped_rotation(quaternion_to_rotation(normalized(quaternion)), snap), (x, y, z))
    if form != "euler_rpy":
        raise pose.error(f'rotation_format="{shortened(form)}" is not known.', "Use euler_rpy or quat_xyzw.")
    x, y, z, *angles = numbers(read, "text", (0.0,) * 6)
    if pose.attributes.get("degrees") in TRUE:
        angles = [math.radians(angle) for angle in angles]
    roll, pitch, yaw = angles
    return Pose(rotation_from_rpy((roll, pitch, yaw), snap), (x, y, z))


class Poses:
    """The poses of all that has one in a <model> or a <world>, and the links that frames are fixed to."""

    def __init__(self, model: Element, snap: float) -> None:
        self.model, self.snap = model, snap
        self.links = self._named("link")
        self.joints = self._named("joint")
        self.frames = self._named("frame")
        own = WORLD if model.tag == "world" else MODEL
        self._known: dict[str, Pose] = {own: Pose.identity(), "": Pose.identity()}
        for name, element in [*self.joints.items(), *self.frames.items()]:
            other = self.links.get(name) or (self.joints.get(name) if name in self.frames else None)
            if other is not None:
                raise element.error(f"<{other.tag}> has the same name.", "They share one space of names.")

    def _named(self, tag: str) -> dict[str, Element]:
        found: dict[str, Element] = {}
        for element in self.model.children_named(tag):
            name = element.attributes.get("name", "")
            if not name or name in found or name in (MODEL, WORLD):
                raise element.error("its name is missing, taken or reserved.", "Give each a name of its own.")
            found[name] = element
        return found

    @cached_property
    def canonical(self) -> str:
        """The link that the model frame is fixed to."""
        chosen = self.model.attributes.get("canonical_link", "") or next(iter(self.links))
        if chosen not in self.links:
            raise self.model.error(f'there is no link "{shortened(chosen)}".', "Name one as canonical_link.")
        return chosen

    def in_model(self, name: str, asking: Element) -> Pose:
        """The pose of a link, a joint or a frame in the model frame."""
        trail: list[tuple[str, Pose]] = []
        while name not in self._known:
            element = self.links.get(name) or self.joints.get(name) or self.frames.get(name)
            if element is None:
                raise asking.error(f'there is no frame "{shortened(name)}".', "Name one of this model.")
            if name in (before for before, _ in trail):
                raise element.error("its pose is relative to itself.", "Break the cycle.")
            trail.append((name, pose_of(element, self.snap)))
            name, asking = self._relative_to(element), element
        for before, pose in reversed(trail):
            self._known[before] = self._known[name] @ pose
            name = before
        return self._known[name]

    def _relative_to(self, element: Element) -> str:
        if named := relative_to(element):
            return named
        if element.tag == "joint":
            return text_of(element, "child")
        return element.attributes.get("attached_to", "") if element.tag == "frame" else ""

    def link_of(self, name: str, asking: Element) -> str:
        """The link that a link, a joint or a frame is fixed to."""
        seen: set[str] = set()
        while name not in self.links:
            if name in seen:
                raise asking.error(f'frame "{shortened(name)}" is attached to itself.', "Break the cycle.")
            seen.add(name)
            if name in ("", MODEL):
                return self.canonical
            if name in self.joints:
                name = text_of(self.joints[name], "child")
            elif name in self.frames:
                name = self.frames[name].attributes.get("attached_to", "")
            else:
                raise asking.error(f'there is no frame "{shortened(name)}".', "Name one of this model.")
        return name
