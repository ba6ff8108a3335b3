"""SDF files of older versions, put as those from SDF 1.7 on are [libsdformat, conversions 1.5 to 1.10]."""

from __future__ import annotations

import math

from psiphi.formats.sdf.poses import MODEL, is_true, number_in
from psiphi.formats.xml_reader import Element


def modernise(sdf: Element) -> None:
    """Change the elements of a file where they stand.

    Frames of poses were called `frame`; axes were told in the frame of the model, from 1.5 on only where they
    said so; gravity was part of <physics> up to 1.5; and screws had a <thread_pitch> in −radians per metre.
    """
    version = _version_of(sdf)
    for each in [*sdf.descendants()]:
        if each.tag == "pose" and each.attributes.get("frame"):
            each.attributes.setdefault("relative_to", each.attributes.pop("frame"))
        elif each.tag in ("axis", "axis2") and version < (1, 7):
            told, direction = each.child("use_parent_model_frame"), each.child("xyz")
            if direction is not None and (version < (1, 5) if told is None else is_true(told)):
                direction.attributes["expressed_in"] = MODEL
            each.children = [child for child in each.children if child is not told]
        elif each.tag == "physics" and version < (1, 6) and each.parent is not None:
            each.parent.children += each.children_named("gravity")
        elif each.tag == "joint" and each.child("screw_thread_pitch") is None and each.child("thread_pitch"):
            pitch = Element("screw_thread_pitch", {}, each, each.source, each.line)
            pitch.text = repr(-2.0 * math.pi / number_in(each, "thread_pitch"))
            each.children.append(pitch)


def _version_of(sdf: Element) -> tuple[int, ...]:
    """The version of the format that a file is written in."""
    words = sdf.attributes.get("version", "1.7").split(".")
    if not all(word.isdecimal() for word in words):
        raise sdf.error("its version is no number.", 'Write version="1.9".')
    return tuple(map(int, words))
