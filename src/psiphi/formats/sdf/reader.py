"""SDF files of the common kind: one model of links, joints, inertials and frames, or of such models.

Links become bodies whose frame is that of the joint that carries them; where the link's own frame is another,
it is a frame of the same name. A model floats unless it is static or a joint holds it to the world; where it
stands is then the configuration "home". Nested and included models are parts of it (nesting.py); plugins are
listed in `Model.dropped`.
"""

from __future__ import annotations

import math

import numpy as np

from psiphi.errors import ModelError, shortened
from psiphi.formats.base import Base, check_base
from psiphi.formats.numbers import as_attribute, numbers
from psiphi.formats.paths import Confinement
from psiphi.formats.sdf.geometry import SdfGeometry
from psiphi.formats.sdf.left_out import what_is_left_out
from psiphi.formats.sdf.nesting import Nesting
from psiphi.formats.sdf.poses import WORLD, Poses, is_true, number_in, pose_of, relative_to, text_of
from psiphi.formats.sdf.versions import modernise
from psiphi.formats.warn import warn, warn_of_dropped
from psiphi.formats.xml_reader import Element
from psiphi.model import Body, Frame, Joint, Limits, Mimic, Model, NamedConfiguration, Rotor
from psiphi.model.names import unused_name
from psiphi.model.tree import depth_first
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose
from psiphi.spatial.quaternion import rotation_to_quaternion

KINDS = {
    "fixed": "fixed",
    "revolute": "revolute",
    "continuous": "continuous",
    "prismatic": "prismatic",
    "ball": "spherical",
    "universal": "universal",
    "screw": "helical",
}
UNLIMITED = 1e16
"""SDF writes no limit as this or more."""


def sdf_model(
    sdf: Element, *, base: Base | None, snap: float, confinement: Confinement | None = None
) -> Model:
    """The robot of an <sdf> element."""
    check_base(base)
    confinement = confinement or Confinement.of(None)
    modernise(sdf)
    model, gravity, oddities = _the_model(sdf, Nesting(confinement, snap))
    reader = _Reader(model, snap, confinement)
    try:
        found = reader.read(base, gravity)
    except ModelError as problem:
        raise model.located(problem) from None
    oddities += reader.geometry.oddities
    if oddities:
        warn(f"{sdf.source}: {'; '.join(oddities)}")
    warn_of_dropped(sdf.source, found)
    return found


def _the_model(sdf: Element, nesting: Nesting) -> tuple[Element, tuple[float, ...], list[str]]:
    """The only <model> of the file or of its <world>, besides static ones; gravity; what a warning says."""
    world = sdf.child("world")
    inside = sdf if world is None else world
    models = nesting.models_in(inside)
    scenery = [x for x in models if is_true(x.child("static"))] if len(models) > 1 else []
    robots = [x for x in models if x not in scenery]
    if len(robots) != 1:
        raise inside.error(f"there are {len(robots)} models.", "psiphi reads files with one that moves.")
    gravity = None if world is None else world.child("gravity")
    down = (0.0, 0.0, -9.81)
    oddities = [f"{x.label} on line {x.line} is left out: it stands still beside the robot" for x in scenery]
    return robots[0], down if gravity is None else numbers(as_attribute(gravity), "text", down), oddities


class _Reader:
    def __init__(self, model: Element, snap: float, confinement: Confinement) -> None:
        self.model, self.snap = model, snap
        self.poses = Poses(model, snap)
        self.geometry = SdfGeometry(self.poses, confinement)
        if not self.poses.links:
            raise model.error("there is no <link>.", "A robot needs at least one.")
        self.carriers: dict[str, Element] = {}
        for joint in self.poses.joints.values():
            kind = joint.attributes.get("type", "")
            if kind not in KINDS:
                raise joint.error(f'type="{shortened(kind)}" is not read.', f"Use one of {', '.join(KINDS)}.")
            child = self._end(joint, "child")
            if child == WORLD or child in self.carriers:
                raise joint.error(
                    f'its child "{shortened(child)}" is the world, or carried by another joint.',
                    "A robot is a tree; close loops by model.with_loop(...).",
                )
            self.carriers[child] = joint

    def _end(self, joint: Element, tag: str) -> str:
        name = text_of(joint, tag)
        if not name:
            raise joint.error(f"there is no <{tag}>.", "Name two links.")
        return name if name == WORLD else self.poses.link_of(name, joint)

    def read(self, base: Base | None, gravity: tuple[float, ...]) -> Model:
        static = is_true(self.model.child("static"))
        in_world = self._in_world()
        bodies: list[Body] = []
        frames: list[Frame] = []
        seats: dict[str, tuple[int, Pose]] = {WORLD: (-1, in_world.inverse())}  # body frames in the model
        for link in self._parents_first():
            own = self.poses.in_model(link, self.poses.links[link])
            carrier = self.carriers.get(link)
            if carrier is None:
                kind = base or ("fixed" if static else "free")
                placement = in_world @ own if kind == "fixed" else Pose.identity()
                joint, parent, seat = Joint(self._root_name(), kind, placement), -1, own
            else:
                parent, parent_seat = seats[self._end(carrier, "parent")]
                seat = self.poses.in_model(carrier.attributes["name"], carrier)
                joint = self._joint(carrier, parent_seat.inverse() @ seat)
            offset = seat.inverse() @ own
            if carrier is not None and carrier.child("pose") is None and text_of(carrier, "child") == link:
                offset = Pose.identity()
            inertia = self._inertia(self.poses.links[link]).expressed_in(offset)
            bodies.append(Body(link, parent, joint, inertia))
            seats[link] = (len(bodies) - 1, seat)
            if offset != Pose.identity():
                frames.append(Frame(link, len(bodies) - 1, offset))
        for name, element in self.poses.frames.items():
            carrier_index, seat = seats[self.poses.link_of(name, element)]
            frames.append(Frame(name, carrier_index, seat.inverse() @ self.poses.in_model(name, element)))
        geometries = [
            shape
            for link, element in self.poses.links.items()
            for shape in self.geometry.of_link(element, *seats[link])
        ]
        name = self.model.attributes.get("name") or "robot"
        return Model(
            name,
            bodies,
            frames,
            gravity,
            named_configurations=_home(bodies[0], in_world @ seats[bodies[0].name][1]),
            geometries=geometries,
            dropped=tuple(what_is_left_out(self.model)),
        )

    def _in_world(self) -> Pose:
        """The pose of the model frame; what is given may be that of another frame, relative to another."""
        place, around = pose_of(self.model, self.snap), self.model.parent
        if around is not None and relative_to(self.model):
            place = Poses(around, self.snap).in_model(relative_to(self.model), self.model) @ place
        at = self.model.attributes.get("placement_frame", "")
        return place @ self.poses.in_model(at, self.model).inverse() if at else place

    def _root_name(self) -> str:
        return unused_name("root", self.poses.joints)

    def _parents_first(self) -> list[str]:
        """The links depth first, in the order of the file; one root that no joint carries, at most."""
        roots = [link for link in self.poses.links if link not in self.carriers]
        if len(roots) > 1:
            raise self.poses.links[roots[1]].error(
                f'no joint carries it, nor "{shortened(roots[0])}".', "Connect it with a joint."
            )
        names = [*self.carriers, *roots]
        place = {WORLD: -1, **{name: index for index, name in enumerate(names)}}
        parents = [place[self._end(joint, "parent")] for joint in self.carriers.values()]
        return [names[index] for index in depth_first([*parents, *(-1 for _ in roots)], names)]

    def _joint(self, element: Element, placement: Pose) -> Joint:
        name, kind = element.attributes["name"], element.attributes["type"]
        axes = [element.child("axis"), element.child("axis2")]
        if kind in ("fixed", "ball"):
            damped = axes[0] if kind == "ball" else None
            damping = 0.0 if damped is None else _dynamics(damped)["damping"]
            return Joint(name, KINDS[kind], placement, damping=damping)
        needed = [axis for axis in (axes if kind == "universal" else axes[:1]) if axis is not None]
        if len(needed) < 1 + (kind == "universal"):
            raise element.error("an <axis> is missing.", "Give each axis of the joint.")
        directions = [self._axis(element, axis) for axis in needed]
        pitch = number_in(element, "screw_thread_pitch", 1.0) / (2.0 * math.pi) if kind == "screw" else 0.0
        values = [_dynamics(axis) for axis in needed]
        return Joint(
            name,
            KINDS[kind],
            placement,
            axis=directions[0],
            axis2=directions[-1] if kind == "universal" else (1.0, 0.0, 0.0),
            pitch=pitch,
            limits=_limits(needed),
            damping=[x["damping"] for x in values],
            friction=[x["friction"] for x in values],
            rotor=Rotor(
                number_in(element, "drake:rotor_inertia", 0.0), number_in(element, "drake:gear_ratio", 1.0)
            ),
            stiffness=[x["spring_stiffness"] for x in values],
            spring_reference=[x["spring_reference"] for x in values],
            mimic=_mimic(needed[0]) if kind != "universal" else None,
        )

    def _axis(self, joint: Element, axis: Element) -> tuple[float, ...]:
        """The direction of an axis in the joint frame."""
        written = axis.child("xyz")
        if written is None:
            return (0.0, 0.0, 1.0)
        direction = np.array(numbers(as_attribute(written), "text", (0.0, 0.0, 1.0)))
        if not direction.any():
            raise written.error("it has no direction.", "Give a vector of unit length.")
        if named := written.attributes.get("expressed_in", ""):
            of = self.poses.in_model(named, written).rotation
            own = self.poses.in_model(joint.attributes["name"], joint).rotation
            direction = own.T @ of @ direction
        return tuple(direction.tolist())

    def _inertia(self, link: Element) -> Inertia:
        """The inertia of a link in its own frame; without an <inertial>, SDF means 1 kg and 1 kg m²."""
        inertial = link.child("inertial")
        if inertial is None:
            return Inertia(1.0, rotational=np.eye(3))
        mass = number_in(inertial, "mass", 1.0)
        moments = inertial.child("inertia")
        defaults = {"ixx": 1.0, "iyy": 1.0, "izz": 1.0, "ixy": 0.0, "ixz": 0.0, "iyz": 0.0}
        xx, yy, zz, xy, xz, yz = (
            default if moments is None else number_in(moments, name, default)
            for name, default in defaults.items()
        )
        rotational = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        inertia = Inertia(mass, rotational=rotational).expressed_in(pose_of(inertial, self.snap))
        findings = inertia.problems()
        if mass <= 0.0 or findings:
            raise inertial.error(
                f"{findings[0] if findings else f'the mass is {mass:g} kg'}.",
                "Give a mass above zero, and the moments about the centre of mass in kg m².",
            )
        return inertia


def _home(root: Body, pose: Pose) -> list[NamedConfiguration]:
    """The pose that the file gives a free root, as a configuration."""
    if root.joint.kind.name != "free" or pose == Pose.identity():
        return []
    coordinates = (*pose.position.tolist(), *rotation_to_quaternion(pose.rotation).tolist())
    return [NamedConfiguration("home", ((root.joint.name, coordinates),))]


def _limits(axes: list[Element]) -> Limits:
    bounds: dict[str, list[float]] = {"lower": [], "upper": [], "velocity": [], "effort": []}
    for axis in axes:
        limit = axis.child("limit")
        for name, values in bounds.items():
            default = -math.inf if name == "lower" else math.inf
            value = default if limit is None else number_in(limit, name, default)
            if abs(value) >= UNLIMITED or (name in ("velocity", "effort") and value < 0.0):  # −1 is none
                value = default
            values.append(value)
    return Limits(bounds["lower"], bounds["upper"], bounds["velocity"], bounds["effort"])


def _dynamics(axis: Element) -> dict[str, float]:
    dynamics = axis.child("dynamics")
    names = ("damping", "friction", "spring_stiffness", "spring_reference")
    return {name: 0.0 if dynamics is None else number_in(dynamics, name, 0.0) for name in names}


def _mimic(axis: Element) -> Mimic | None:
    """q = multiplier · (q' − reference) + offset."""
    mimic = axis.child("mimic")
    if mimic is None:
        return None
    ratio, offset = number_in(mimic, "multiplier", 1.0), number_in(mimic, "offset", 0.0)
    return Mimic(
        mimic.attributes.get("joint", ""), ratio, offset - ratio * number_in(mimic, "reference", 0.0)
    )
