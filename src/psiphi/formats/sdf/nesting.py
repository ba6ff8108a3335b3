"""Models within models: nested and included ones become part of the one around them.

What is in a nested model `arm` is called `arm::x` in the model around it, and the frame of the nested model
is `arm`, or `arm::__model__`. One that is included with merge="true" keeps its names, and its frame is
`_merged__arm__model__` [SDFormat, composition of models, 1.7 to 1.9].
"""

from __future__ import annotations

import os

from psiphi.errors import shortened
from psiphi.formats.paths import REMEDY, Confinement
from psiphi.formats.sdf.poses import MODEL, TRUE, WORLD, Poses, is_true, relative_to, text_of
from psiphi.formats.sdf.versions import modernise
from psiphi.formats.xml_reader import Element, read_xml
from psiphi.spatial.pose import Pose
from psiphi.spatial.quaternion import rotation_to_quaternion

MOST_NESTED, MOST_INCLUDED = 16, 256
"""Models within each other, and files in all: more is a circle, or an attack."""


class Nesting:
    """Reads models whole: with all that is nested in them and included, within the roots of the file."""

    def __init__(self, confinement: Confinement, snap: float) -> None:
        self.confinement, self.snap = confinement, snap
        self._files = 0

    def models_in(self, parent: Element) -> list[Element]:
        """The models of a file or of a world, each of them flat."""
        models = [self._flat(model, depth) for model, depth in self._models(parent, 0)]
        for model in models:
            model.parent = parent  # also of those that are included
        return models

    def _models(self, parent: Element, depth: int) -> list[tuple[Element, int]]:
        found: list[tuple[Element, int]] = []
        for child in parent.children:
            if child.tag == "model":
                found.append((child, depth + 1))
            elif child.tag == "include":
                found.append((self._included(child), depth + 1))
        return found

    def _flat(self, model: Element, depth: int) -> Element:
        """A model in which the children of nested ones stand beside its own."""
        if depth > MOST_NESTED:
            raise model.error("models are nested too deeply.", f"{MOST_NESTED} in each other are read.")
        flat = Element(model.tag, model.attributes, model.parent, model.source, model.line)
        flat.children = [child for child in model.children if child.tag not in ("model", "include")]
        for inner, below in self._models(model, depth):
            flat.children += self._lifted(self._flat(inner, below), inner)
        for child in flat.children:
            _rename(child, "", MODEL)
        return flat

    def _lifted(self, inner: Element, asking: Element) -> list[Element]:
        """What is in a nested model, under the names that the model around it has for it."""
        name = inner.attributes.get("name", "")
        if not name:
            raise asking.error("it has no name.", "Name nested models.")
        merged = inner.attributes.get("merge") in TRUE
        prefix, own = ("", f"_merged__{name}__model__") if merged else (f"{name}::", name)
        poses = Poses(inner, self.snap)
        if not poses.links:
            raise asking.error("there is no <link> in it.", "A model needs at least one.")
        placed = inner.child("pose")
        frame = _element("frame", {"name": own, "attached_to": prefix + poses.canonical}, asking)
        pose = _element("pose", {**({} if placed is None else placed.attributes)}, frame)
        pose.text = "" if placed is None else placed.text
        pose.attributes["relative_to"] = relative_to(inner) or MODEL
        lifted = [frame]
        frame.children.append(pose)
        at = inner.attributes.get("placement_frame", "")
        if at:  # the pose is that of a frame of the nested model
            frame.attributes["name"] = f"{own}::__placement__"
            back = poses.in_model(at, asking).inverse()
            moved = _element("frame", {"name": own, "attached_to": prefix + poses.canonical}, asking)
            moved.children.append(_pose_element(back, frame.attributes["name"], moved))
            lifted.append(moved)
        if is_true(inner.child("static")):
            inner.children += _holding(inner, poses)
        for child in inner.children:
            if child.tag in ("link", "joint", "frame"):
                child.attributes["name"] = prefix + child.attributes.get("name", "")
                _set_default(child, own)
            if child.tag not in ("pose", "static"):
                _rename(child, prefix, own)
                lifted.append(child)
        return lifted

    def _included(self, include: Element) -> Element:
        """The model of the file that an <include> names, under the name and at the pose that it gives it."""
        self._files += 1
        if self._files > MOST_INCLUDED:
            raise include.error(
                f"more than {MOST_INCLUDED} files are included.", "Break the circle of includes."
            )
        path = self._path(include)
        sdf = read_xml(path)
        if sdf.tag != "sdf":
            raise include.error(f"{shortened(path)} is no SDF file.", "Include SDF files.")
        models = sdf.children_named("model")
        if len(models) != 1:
            raise include.error(f"{shortened(path)} has {len(models)} models.", "Include files with one.")
        (model,) = models
        modernise(sdf)
        for element in model.descendants():
            if element.tag == "uri" and "://" not in element.text and not os.path.isabs(element.text):
                element.text = os.path.join(os.path.dirname(path), element.text)
        for tag in ("pose", "static"):
            given = include.child(tag)
            if given is not None:
                model.children = [child for child in model.children if child.tag != tag]
                model.children.append(given)
        given = {tag: text_of(include, tag) for tag in ("name", "placement_frame")}
        model.attributes.update({tag: text for tag, text in given.items() if text})
        if include.attributes.get("merge"):
            model.attributes["merge"] = include.attributes["merge"]
        return model

    def _path(self, include: Element) -> str:
        """The file that is meant, which may be a directory with a model.config or a model.sdf."""
        uri = text_of(include, "uri")
        finding = self.confinement.escape(uri) if uri else "is missing"
        if finding:
            raise include.error(f'<uri> "{shortened(uri)}" {finding}.', REMEDY)
        described = self.confinement.place(f"{uri.rstrip('/')}/model.config")
        names = ["model.sdf"]
        if os.path.isfile(described) and self.confinement.really_contains(described):
            names[:0] = [x.text for x in reversed(read_xml(described).children_named("sdf")) if x.text]
        places = [uri, *(f"{uri.rstrip('/')}/{name}" for name in names)]
        found = [place for place in map(self.confinement.place, places) if os.path.isfile(place)]
        if not found or not self.confinement.really_contains(found[0]):
            finding = "leads out of the roots" if found else "is not there"
            raise include.error(f'<uri> "{shortened(uri)}" {finding}.', REMEDY)
        return found[0]


def _holding(model: Element, poses: Poses) -> list[Element]:
    """Fixed joints that hold the links of a static model to the world, but those that others carry."""
    joints = model.children_named("joint")
    carried = {poses.link_of(text_of(joint, "child"), joint) for joint in joints if text_of(joint, "child")}
    found: list[Element] = []
    for link in poses.links:
        if link not in carried:
            joint = _element("joint", {"name": f"{link}_held", "type": "fixed"}, model)
            for tag, name in (("parent", WORLD), ("child", link)):
                end = _element(tag, {}, joint)
                end.text = name
                joint.children.append(end)
            found.append(joint)
    return found


def _element(tag: str, attributes: dict[str, str], parent: Element) -> Element:
    return Element(tag, attributes, parent, parent.source, parent.line)


def _pose_element(pose: Pose, relative_to: str, parent: Element) -> Element:
    made = _element("pose", {"relative_to": relative_to, "rotation_format": "quat_xyzw"}, parent)
    numbers = (*pose.position.tolist(), *rotation_to_quaternion(pose.rotation).tolist())
    made.text = " ".join(map(repr, numbers))
    return made


def _set_default(element: Element, own: str) -> None:
    """Say what the pose of a link, or of a frame that is attached to nothing, is relative to: the model."""
    if element.tag == "joint":
        return
    if element.tag == "frame":
        if element.attributes.get("attached_to"):
            return
        element.attributes["attached_to"] = MODEL
    pose = element.child("pose")
    if pose is None:
        pose = _element("pose", {}, element)
        element.children.append(pose)
    pose.attributes["relative_to"] = relative_to(element) or MODEL


def _rename(element: Element, prefix: str, own: str) -> None:
    """Have all references in an element name things as the model around it does."""

    def scoped(name: str) -> str:
        if name in ("", WORLD):
            return name
        return own if name == MODEL else prefix + name.removesuffix(f"::{MODEL}")

    for each in (element, *element.descendants()):
        for tag, attribute in (
            ("pose", "relative_to"),
            ("xyz", "expressed_in"),
            ("frame", "attached_to"),
            ("mimic", "joint"),
        ):
            if each.tag == tag and attribute in each.attributes:
                each.attributes[attribute] = scoped(each.attributes[attribute])
        if each.tag in ("parent", "child") and element.tag == "joint":
            each.text = scoped(each.text.strip())
