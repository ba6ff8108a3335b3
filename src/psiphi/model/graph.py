"""Robots of any topology: bodies and joints as a graph with rings, made into a tree with loops.

A ring of joints has no first body and no last. To number one, a joint of each ring is cut: the rest is a
spanning tree, and the cut joint becomes a loop of its kind between two frames.

    graph = Graph("ring", links, connections)
    graph.model           # the tree, its loops called after the joints that were cut
    graph.cuts            # which joints those are
    print(graph.report())
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

import numpy as np

from psiphi.errors import ModelError
from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.model.body import MASSLESS, Body, Frame
from psiphi.model.joints.joint import IDENTITY, Joint
from psiphi.model.kinematics import frame_pose
from psiphi.model.loops.errors import frame_loop_errors
from psiphi.model.loops.loop import Loop
from psiphi.model.loops.validation import carriers_of
from psiphi.model.model import Model
from psiphi.model.names import check_names, unknown_name
from psiphi.model.rerooting import refuse_what_has_a_direction, reversed_joint
from psiphi.model.tree import depth_first, renumbered
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose

WORLD = "world"
RIGID_SLACK = 1e-9  # metres and radians by which a ring of fixed joints may miss itself

LOOP_OF_JOINT = {
    "fixed": "weld",
    "revolute": "hinge",
    "continuous": "hinge",
    "prismatic": "slider",
    "helical": "helical",
    "universal": "universal",
    "spherical": "point",
    "planar": "planar",
}
"""The kind of loop that a cut joint becomes. A free joint holds nothing."""


@frozen
class Link:
    """A rigid body in a graph, its inertia in a frame of its own."""

    name: str
    inertia: Inertia = MASSLESS


@frozen
class Connection:
    """A joint between two links, either of which may be "world".

    `joint.placement` is the pose of the joint in the frame of `parent`, `seat` its pose in that of `child`;
    at neutral the two coincide.
    """

    joint: Joint
    parent: str
    child: str
    seat: Pose = IDENTITY


@frozen
class Branch:
    """A connection of the spanning tree and the link it carries: the child, or the parent when reversed."""

    connection: Connection | None
    carried: str
    inner: str
    reverse: bool = False


@frozen(eq=False)
class Graph:
    """Links and the connections between them, with any number of rings.

    The spanning tree is chosen so that the loops have as few equations as can be, which means that the joints
    with the most freedom are cut; among equals, so that it is shallow, rings being cut half way round. Joints
    in `keep` are not cut if that can be avoided, nor are those that a loop could not replace, with a rotor or
    in a mimic. A cut joint loses its coordinate, and with it its limits, damping and friction; one between
    links that are rigidly joined already is left out, if it fits. Links that no connection ties to the world
    float: a free joint carries the first listed of them. `frames` maps names to a link and a pose in its
    frame.
    """

    name: str
    links: Sequence[Link]
    connections: Sequence[Connection]
    frames: Mapping[str, tuple[str, Pose]] = field(default_factory=dict)
    gravity: Sequence[float] = (0.0, 0.0, -9.81)
    keep: Sequence[str] = ()

    def __post_init__(self) -> None:
        names = [link.name for link in self.links]
        check_names("link", [WORLD, *names])
        check_names("joint", [connection.joint.name for connection in self.connections])
        for connection in self.connections:
            where = f"joint {connection.joint.name!r}"
            for end in (connection.parent, connection.child):
                if end not in (WORLD, *names):
                    raise ModelError(f"{where}: {unknown_name('link', end, names)}")
            if connection.parent == connection.child:
                raise ModelError(f"{where}: ties {connection.child!r} to itself; name two links")
        for name, (link, _) in self.frames.items():
            if link not in (WORLD, *names):
                raise ModelError(f"frame {name!r}: {unknown_name('link', link, names)}")
        joints = [connection.joint.name for connection in self.connections]
        for name in self.keep:
            if name not in joints:
                raise ModelError(f"keep: {unknown_name('joint', name, joints)}")

    @cached_property
    def branches(self) -> tuple[Branch, ...]:
        """The spanning tree, grown from the world by Prim's rule: each link after the one that carries it."""
        ties: dict[str, list[int]] = {}
        for number, connection in enumerate(self.connections):
            ties.setdefault(connection.parent, []).append(number)
            ties.setdefault(connection.child, []).append(number)
        depths, branches = {WORLD: 0}, list[Branch]()
        frontier: list[tuple[int, int, int]] = []

        def reach(link: str, depth: int) -> None:
            depths[link] = depth
            for number in ties.get(link, ()):
                heapq.heappush(frontier, (-self._value(self.connections[number]), depth, number))

        reach(WORLD, 0)
        for link in [WORLD, *(link.name for link in self.links)]:
            if link not in depths:  # nothing ties it to what was reached so far: it floats
                branches.append(Branch(None, link, WORLD))
                reach(link, 1)
            while frontier:
                _, depth, number = heapq.heappop(frontier)
                connection = self.connections[number]
                reverse = connection.child in depths
                inner, carried = connection.parent, connection.child
                if reverse:
                    inner, carried = carried, inner
                if carried not in depths:
                    branches.append(Branch(connection, carried, inner, reverse))
                    reach(carried, depth + 1)
        return tuple(branches)

    @cached_property
    def cuts(self) -> tuple[str, ...]:
        """The joints that are not in the tree, in the order of the connections."""
        used = {branch.connection.joint.name for branch in self.branches if branch.connection}
        cut = [connection for connection in self.connections if connection.joint.name not in used]
        for connection in cut:
            if reason := self._irreplaceable(connection.joint):
                raise ModelError(
                    f"joint {connection.joint.name!r}: closes a ring of joints none of which can be cut, and "
                    f"{reason}; give the ring one joint without a rotor or a mimic"
                )
        return tuple(connection.joint.name for connection in cut)

    @cached_property
    def model(self) -> Model:
        """The tree with its loops; every link is a frame of its name, where the graph has it."""
        cuts = set(self.cuts)
        seats, bodies = self._bodies()
        order = depth_first([body.parent for body in bodies])
        number = renumbered(order)
        index = {body.name: number[old] for old, body in enumerate(bodies)} | {WORLD: -1}
        frames = [
            Frame(name, index[name], seat)
            for name, seat in seats.items()
            if name != WORLD and seat != IDENTITY
        ]

        def framed(name: str, link: str, pose: Pose) -> str:
            frames.append(Frame(name, index[link], seats[link] @ pose))
            return name

        for name, (link, pose) in self.frames.items():
            framed(name, link, pose)
        loops: list[Loop] = []
        for connection in self.connections:
            joint = connection.joint
            if joint.name in cuts and joint.kind.name in LOOP_OF_JOINT:
                first = framed(f"{joint.name}:first", connection.parent, joint.placement)
                second = framed(f"{joint.name}:second", connection.child, connection.seat)
                kind = LOOP_OF_JOINT[joint.kind.name]
                data = {"axis": joint.axis, "axis2": joint.axis2, "pitch": joint.pitch}
                loops.append(Loop(joint.name, kind, first, second, **data))
        tree = Model(
            self.name,
            [replace(bodies[old], parent=number[bodies[old].parent]) for old in order],
            frames,
            self.gravity,
        )
        return replace(tree, loops=tuple(loop for loop in loops if not _idle(tree, loop)))

    def _bodies(self) -> tuple[dict[str, Pose], list[Body]]:
        """For each link its frame in that of its body, which sits on the joint; and the bodies, unsorted."""
        inertias = {link.name: link.inertia for link in self.links}
        seats, bodies, index = {WORLD: IDENTITY}, list[Body](), {WORLD: -1}
        taken = {connection.joint.name for connection in self.connections}
        for branch in self.branches:
            link, connection = branch.carried, branch.connection
            if connection is None:
                name = "root" if "root" not in taken else f"{link}_root"
                taken.add(name)
                joint, seats[link] = Joint(name, "free"), IDENTITY
            else:
                inner, outer = connection.joint.placement, connection.seat
                joint = connection.joint
                if branch.reverse:
                    inner, outer = outer, inner
                    refuse_what_has_a_direction(joint)
                    joint = reversed_joint(joint)
                joint = replace(joint, placement=seats[branch.inner] @ inner)
                seats[link] = IDENTITY if outer == IDENTITY else outer.inverse()
            index[link] = len(bodies)
            inertia = inertias[link]
            if seats[link] != IDENTITY:
                inertia = inertia.expressed_in(seats[link])
            bodies.append(Body(link, index[branch.inner], joint, inertia))
        return seats, bodies

    def report(self) -> str:
        """Which joints were cut, what they became, and how deep the tree is."""
        model, depths = self.model, {WORLD: 0}
        for branch in self.branches:
            depths[branch.carried] = depths[branch.inner] + 1
        lines = [
            f"{self.name}: {len(self.links)} links, {len(self.connections)} joints, {len(self.cuts)} cut; "
            f"the tree is {max(depths.values())} deep, its loops have {model.loop_size} equations"
        ]
        ends = {connection.joint.name: connection for connection in self.connections}
        loops = {loop.name: loop for loop in model.loops}
        for name in self.cuts:
            connection = ends[name]
            loop = loops.get(name)
            held = f"a {loop.kind} of {loop.size} equations" if loop else "nothing, for it holds nothing"
            lines.append(
                f"  {name}, {connection.joint.kind.name}, between {connection.parent} and "
                f"{connection.child}: {held}"
            )
        return "\n".join(lines)

    def _value(self, connection: Connection) -> int:
        """How much is lost by cutting a joint: the equations of its loop; kept ones count more than any."""
        joint = connection.joint
        if self._irreplaceable(joint):
            return 8
        return 7 if joint.name in self.keep else 6 - joint.kind.nv

    def _irreplaceable(self, joint: Joint) -> str:
        """Why no loop could stand for a joint; empty if one could."""
        if joint.mimic is not None or joint.name in self._mimicked:
            return "mimics, or is mimicked"
        return "has a rotor" if joint.rotor.reflected_inertia != 0.0 else ""

    @cached_property
    def _mimicked(self) -> set[str]:
        return {each.joint.mimic.joint for each in self.connections if each.joint.mimic is not None}


def _idle(tree: Model, loop: Loop) -> bool:
    """Whether a loop holds what is rigid already; if it does not fit there, the graph contradicts itself."""
    carriers = [*carriers_of(tree), -1]
    if carriers[tree.frame(loop.first).body] != carriers[tree.frame(loop.second).body]:
        return False
    first, second = (Pose(*frame_pose(tree, tree.neutral(), end)) for end in (loop.first, loop.second))
    apart = first.inverse() @ second
    error = float(np.abs(frame_loop_errors(loop, apart.rotation, apart.position)).max())
    if error > RIGID_SLACK:
        raise ModelError(
            f"joint {loop.name!r}: closes a ring of fixed joints that misses itself by {error:.3g} m or rad; "
            "correct a placement, or take the joint out"
        )
    return True
