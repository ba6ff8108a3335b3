"""Loops of URDF files, which close the tree."""

from __future__ import annotations

from collections.abc import Container, Mapping

from psiphi.errors import shortened
from psiphi.formats.numbers import numbers
from psiphi.formats.urdf.link import origin_of, pose_of
from psiphi.formats.xml_reader import Element
from psiphi.model import Frame, Loop
from psiphi.model.names import unused_name
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
            inside = not {"xyz", "rpy"}.isdisjoint(end.attributes)
            pose = pose_of(end if inside else end.child("origin"), snap)
            if which == "first" and pose == Pose.identity():
                pose = origin_of(element, snap)
            frames.append(Frame(names[-1], place[link], pose))
        axis = element.child("axis")
        direction = (1.0, 0.0, 0.0) if axis is None else numbers(axis, "xyz", (1.0, 0.0, 0.0))
        loops.append(Loop(name, LOOP_KINDS[kind], names[0], names[1], axis=direction))
    return loops, frames
