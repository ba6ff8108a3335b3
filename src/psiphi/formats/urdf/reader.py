"""URDF files: strict, safe, and with the line of every error.

Links become bodies with the joint that carries them, depth first in the order of the joints in the file. The
root link hangs on the world by the joint "root". Visual and collision elements become geometry, simple
transmissions actuators, <loop> elements loops, and <coupling> elements mimics; what else bears on the motion
is listed in `Model.dropped`. References to files must stay inside the roots.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from psiphi.errors import ModelError, shortened
from psiphi.formats.base import Base, check_base
from psiphi.formats.paths import REMEDY, Confinement
from psiphi.formats.urdf.coupling import with_couplings
from psiphi.formats.urdf.geometry import UrdfGeometry
from psiphi.formats.urdf.joint import UrdfJoint, name_of, read_joint, resolve_mimics
from psiphi.formats.urdf.left_out import what_is_left_out
from psiphi.formats.urdf.link import link_inertia
from psiphi.formats.urdf.loops import read_loops
from psiphi.formats.urdf.mending import mend
from psiphi.formats.urdf.transmissions import read_transmissions, with_rotors
from psiphi.formats.warn import warn, warn_of_dropped
from psiphi.formats.xml_reader import Element, parse_xml
from psiphi.model import Body, Joint, Model
from psiphi.model.names import unused_name
from psiphi.model.tree import depth_first
from psiphi.spatial.inertia import Inertia


def parse_urdf(
    text: str | bytes,
    *,
    base: Base | None = None,
    snap: float = 1e-9,
    roots: Iterable[str | Path] | None = None,
    lenient: bool = False,
) -> Model:
    """The robot in a URDF text."""
    confinement = Confinement.of(None, roots)
    return urdf_model(parse_xml(text), base=base, snap=snap, confinement=confinement, lenient=lenient)


def urdf_model(
    robot: Element, *, base: Base | None, snap: float, confinement: Confinement, lenient: bool = False
) -> Model:
    """The robot of a <robot> element; with `lenient`, what is common and harmless is put right and told."""
    check_base(base)
    _check_document(robot)
    oddities = _told_of_products(robot) + (mend(robot) if lenient else [])
    _check_references(robot, confinement)
    links = _by_name(robot, "link")
    joints = {name: read_joint(element, snap) for name, element in _by_name(robot, "joint").items()}
    joints, completed = resolve_mimics(with_couplings(robot, with_rotors(robot, joints)))
    oddities += completed
    inertias: dict[str, Inertia] = {}
    doubtful: dict[str, str] = {}
    for name, link in links.items():
        inertias[name], finding = link_inertia(link, snap)
        if finding:
            doubtful[name] = f"link {name!r} on line {link.line}: {finding}"

    bodies: list[Body] = []
    place: dict[str | None, int] = {None: -1}
    for name, joint, parent in _depth_first(robot, links, joints, base or "fixed"):
        place[name] = len(bodies)
        bodies.append(Body(name, place[parent], joint, inertias[name]))
    geometry = UrdfGeometry(robot, snap, confinement)
    geometries = [shape for name, link in links.items() for shape in geometry.of_link(link, place[name])]
    oddities += geometry.oddities
    actuators, tendons, dropped = read_transmissions(robot, joints)
    dropped += what_is_left_out(robot)
    loops, frames = read_loops(robot, place, links, snap)
    try:
        model = Model(
            robot.attributes.get("name") or "robot",
            bodies,
            frames,
            loops=loops,
            geometries=geometries,
            actuators=actuators,
            tendons=tendons,
            dropped=dropped,
        )
    except ModelError as problem:
        raise robot.located(problem) from None
    oddities += [finding for name, finding in doubtful.items() if _still_doubtful(model, name)]
    if oddities:
        warn(f"{robot.source}: {'; '.join(oddities)}")
    warn_of_dropped(robot.source, model)
    return model


def _told_of_products(robot: Element) -> list[str]:
    """What a warning should say of inertias that give no products: other readers refuse or drop them."""
    products = {"ixy", "ixz", "iyz"}
    bare = [x for x in robot.descendants() if x.tag == "inertia" and not products <= x.attributes.keys()]
    others = f" and {len(bare) - 1} more" if len(bare) > 1 else ""
    return [f"{x.label} on line {x.line}{others}: products left out are taken as 0" for x in bare[:1]]


def _still_doubtful(model: Model, link: str) -> bool:
    """Whether the link makes a moving rigid body impossible; a placeholder beside a real link does not."""
    merged = model.merged()
    carrier = merged.frame(link).body
    return carrier >= 0 and bool(merged.bodies[carrier].inertia.problems())


def _check_document(robot: Element) -> None:
    if robot.tag != "robot":
        raise robot.error("this is not a URDF file.", "The outermost element must be <robot>.")
    for element in robot.descendants():
        if element.tag.startswith("xacro:"):
            raise element.error("this is a xacro file.", "Expand it first: xacro robot.xacro > robot.urdf.")
    if not robot.children_named("link"):
        raise robot.error("there is no <link>.", "A robot needs at least one.")


def _check_references(robot: Element, confinement: Confinement) -> None:
    for element in robot.descendants():
        reference = element.attributes.get("filename") if element.tag in ("mesh", "texture") else None
        finding = confinement.escape(reference) if reference else None
        if finding:
            raise element.error(f'filename="{shortened(reference or "")}" {finding}.', REMEDY)


def _by_name(robot: Element, tag: str) -> dict[str, Element]:
    named: dict[str, Element] = {}
    for element in robot.children_named(tag):
        first = named.setdefault(name_of(element), element)
        if first is not element:
            raise element.error(
                f"another {tag} on line {first.line} has the same name.", "Rename one of them."
            )
    return named


def _depth_first(
    robot: Element, links: dict[str, Element], joints: dict[str, UrdfJoint], base: Base
) -> list[tuple[str, Joint, str | None]]:
    """Each link with the joint that carries it and its parent link, parents first."""
    carried_by: dict[str, UrdfJoint] = {}
    for found in joints.values():
        for end, link in (("parent", found.parent), ("child", found.child)):
            if link not in links:
                named = found.element.child(end)
                assert named is not None
                raise named.error(f'there is no link "{shortened(link)}".', "Name a link of this file.")
        other = carried_by.setdefault(found.child, found)
        if other is not found:
            raise found.element.error(
                f'link "{shortened(found.child)}" has two parents: '
                f'joint "{shortened(other.joint.name)}" on line {other.element.line} carries it already.',
                "A robot is a tree; close loops by <loop> elements, or model.with_loop(...).",
            )
    roots = [name for name in links if name not in carried_by]
    if len(roots) > 1:
        raise links[roots[1]].error(
            f'no joint carries this link, and "{shortened(roots[0])}" is the root.',
            "Connect it with a joint.",
        )
    names = [*roots, *carried_by]
    place = {name: index for index, name in enumerate(names)}
    carriers = [place[found.parent] for found in carried_by.values()]
    try:
        order = depth_first([-1] * len(roots) + carriers, names)
    except ModelError as problem:
        raise robot.located(problem) from None
    root = Joint(unused_name("root", joints), base)
    return [
        (name, carried_by[name].joint, carried_by[name].parent) if name in carried_by else (name, root, None)
        for name in (names[index] for index in order)
    ]
