"""Graphs with rings become trees with loops that describe the same robot."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_models import random_inertia, random_pose

from psiphi.errors import ModelError
from psiphi.model import JOINT_KINDS, Joint, Mimic, Rotor
from psiphi.model.graph import LOOP_OF_JOINT, WORLD, Connection, Graph, Link
from psiphi.model.kinematics import frame_pose
from psiphi.model.loops.errors import frame_loop_errors
from psiphi.spatial import Pose, exp_so3


def random_graph(seed: int, kinds: tuple[str, ...] = tuple(LOOP_OF_JOINT)) -> tuple[Graph, dict[str, Pose]]:
    """A graph with rings that is closed at neutral, and where its links are then."""
    rng = np.random.default_rng(seed)
    count = int(rng.integers(2, 9))
    names = [f"link{k}" for k in range(count)]
    poses = {name: random_pose(rng) for name in names} | {WORLD: Pose.identity()}
    connections = []
    for k in range(count + int(rng.integers(1, 5))):
        pair = [names[k], str(rng.choice([WORLD, *names[:k]]))] if k < count else rng.choice(names, 2, False)
        parent, child = (str(end) for end in rng.permutation(pair))
        middle = random_pose(rng)
        joint = Joint(
            f"joint{k}",
            str(rng.choice(kinds)),
            poses[parent].inverse() @ middle,
            rng.standard_normal(3),
            rng.standard_normal(3),
            pitch=rng.uniform(0.01, 0.1),
        )
        connections.append(Connection(joint, parent, child, poses[child].inverse() @ middle))
    links = [Link(name, random_inertia(rng)) for name in names]
    return Graph(f"graph{seed}", links, connections, {"mark": (names[0], random_pose(rng))}), poses


def relative(model, q, loop):
    (r1, p1), (r2, p2) = (frame_pose(model, q, end) for end in (loop.first, loop.second))
    return r1.T @ r2, r1.T @ (p2 - p1)


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_the_tree_is_where_the_graph_is_and_its_loops_are_closed(seed):
    graph, poses = random_graph(seed)
    model, q = graph.model, graph.model.neutral()
    assert len(model.bodies) == len(graph.links)
    assert len(graph.cuts) == len(graph.connections) - len(graph.links)
    for link in graph.links:
        rotation, position = frame_pose(model, q, link.name)
        np.testing.assert_allclose(rotation, poses[link.name].rotation, atol=1e-12)
        np.testing.assert_allclose(position, poses[link.name].position, atol=1e-12)
    for loop in model.loops:
        np.testing.assert_allclose(frame_loop_errors(loop, *relative(model, q, loop)), 0.0, atol=1e-12)
    kept = {body.joint.name for body in model.bodies}
    for connection in graph.connections:
        assert (connection.joint.name in kept) != (connection.joint.name in graph.cuts)
    assert model.mass <= sum(link.inertia.mass for link in graph.links) + 1e-12


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_no_cut_could_be_exchanged_for_a_freer_joint_of_its_ring(seed):
    graph, _ = random_graph(seed)
    carried = {branch.carried: branch for branch in graph.branches}

    def path(link):
        found = []
        while link != WORLD:
            found.append(carried[link].connection)
            link = carried[link].inner
        return found

    ends = {connection.joint.name: connection for connection in graph.connections}
    for name in graph.cuts:
        cut = ends[name]
        first, second = path(cut.parent), path(cut.child)
        ring = [each for each in (*first, *second) if not (each in first and each in second)]
        assert all(each.joint.kind.nv <= cut.joint.kind.nv for each in ring)


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_a_tree_is_any_other_way_round_the_same(seed):
    """The pose of two links against each other is that of the joint between them, at any q."""
    graph, _ = random_graph(seed, ("fixed", "revolute", "prismatic", "universal", "helical"))
    model = graph.model
    q = model.random_configuration(np.random.default_rng(seed))
    for branch in graph.branches:
        joint, connection = branch.connection.joint, branch.connection
        own = q[model.q_slice(joint.name)] if joint.kind.nq else np.zeros(0)
        if branch.reverse and joint.kind.name == "universal":
            own = own[::-1]
        (r1, p1), (r2, p2) = (frame_pose(model, q, end) for end in (connection.parent, connection.child))
        expected = joint.placement @ Pose(*joint.kind.pose(joint, own)) @ connection.seat.inverse()
        np.testing.assert_allclose(r1.T @ r2, expected.rotation, atol=1e-12)
        np.testing.assert_allclose(r1.T @ (p2 - p1), expected.position, atol=1e-12)


@pytest.mark.parametrize("kind", sorted(set(JOINT_KINDS) - {"free"}))
def test_a_cut_joint_lets_its_links_move_as_the_joint_did(kind):
    """A link on two joints, of which the second is cut: the loop is closed wherever that joint leads."""
    rng = np.random.default_rng(1)
    joint = Joint(
        "cut",
        kind,
        random_pose(rng),
        rng.standard_normal(3),
        rng.standard_normal(3),
        pitch=rng.uniform(0.1, 1),
    )
    seat = random_pose(rng)
    ties = [Connection(Joint("kept", "free"), WORLD, "link"), Connection(joint, WORLD, "link", seat)]
    graph = Graph("one", [Link("link")], ties, keep=["kept"])
    (loop,) = graph.model.loops
    assert graph.cuts == ("cut",)
    assert loop.size == 6 - joint.kind.nv
    q = 4 * rng.standard_normal((50, joint.kind.nq))  # several turns
    if kind == "spherical":
        q /= np.linalg.norm(q, axis=-1, keepdims=True)
    rotation, position = joint.kind.pose(joint, q)
    np.testing.assert_allclose(frame_loop_errors(loop, rotation, position), 0.0, atol=1e-13)
    beside = Pose(rotation[0], position[0] + 0.01 * np.ones(3))
    turned = beside @ Pose(exp_so3([0.02, -0.03, 0.01]))
    assert np.abs(frame_loop_errors(loop, turned.rotation, turned.position)).max() > 1e-3


def ring(count: int = 6, **options) -> Graph:
    """Hinged links in a ring from the world to the world."""
    names = [f"link{k}" for k in range(count)]
    ends = [WORLD, *names, WORLD]
    connections = [
        Connection(Joint(f"hinge{k}", "revolute", **options.pop(f"hinge{k}", {})), inner, outer)
        for k, (inner, outer) in enumerate(pairwise(ends))
    ]
    return Graph("ring", [Link(name) for name in names], connections, **options)


def test_a_ring_is_cut_half_way_round():
    graph = ring()
    assert graph.cuts == ("hinge3",)
    assert graph.report() == (
        "ring: 6 links, 7 joints, 1 cut; the tree is 3 deep, its loops have 5 equations\n"
        "  hinge3, revolute, between link2 and link3: a hinge of 5 equations"
    )


def test_joints_that_must_stay_stay():
    assert ring(keep=["hinge3", "hinge4"]).cuts == ("hinge2",)
    assert ring(hinge3={"rotor": Rotor(1.0)}).cuts != ("hinge3",)
    assert ring(hinge3={"mimic": Mimic("hinge2")}).cuts == ("hinge4",)
    motors = {f"hinge{k}": {"rotor": Rotor(1.0)} for k in range(7)}
    with pytest.raises(ModelError, match="ring of joints none of which can be cut, and has a rotor"):
        ring(**motors).model  # noqa: B018


def test_rings_of_fixed_joints_fit_or_are_refused():
    def fixed(position) -> Graph:
        ends = [(WORLD, "a"), ("a", "b"), ("b", WORLD)]
        joints = [Joint(f"bolt{k}", "fixed", Pose(position=[1, 0, 0])) for k in range(2)]
        joints.append(Joint("bolt2", "fixed", Pose(position=position)))
        connections = [Connection(joint, *pair) for joint, pair in zip(joints, ends, strict=True)]
        return Graph("frame", [Link("a"), Link("b")], connections)

    assert fixed([-2, 0, 0]).model.loops == ()
    with pytest.raises(ModelError, match=r"ring of fixed joints that misses itself by 0.5 m or rad"):
        fixed([-2, 0.5, 0]).model  # noqa: B018


def test_what_nothing_ties_to_the_world_floats():
    graph = Graph(
        "pair",
        [Link("a"), Link("b"), Link("c")],
        [Connection(Joint("ab", "revolute"), "b", "a"), Connection(Joint("loose", "free"), "b", "a")],
    )
    model = graph.model
    assert [(body.name, body.parent, body.joint.name) for body in model.bodies] == [
        ("a", -1, "root"),
        ("b", 0, "ab"),
        ("c", -1, "c_root"),
    ]
    assert graph.cuts == ("loose",)
    assert model.loops == ()
    assert "free, between b and a: nothing" in graph.report()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([Link("a"), Link("a")], []), "link 'a': the name is taken twice"),
        (([Link("world")], []), "link 'world': the name is taken twice"),
        (([Link("a")], [Connection(Joint("j", "revolute"), "a", "b")]), "joint 'j': there is no link 'b'"),
        (([Link("a")], [Connection(Joint("j", "revolute"), "a", "a")]), "joint 'j': ties 'a' to itself"),
        (([Link("a")], [], {"f": ("b", Pose.identity())}), "frame 'f': there is no link 'b'"),
        (([Link("a")], [], {}, (0, 0, 0), ["j"]), "keep: there is no joint 'j'"),
    ],
)
def test_graphs_that_make_no_sense_are_refused(arguments, words):
    with pytest.raises(ModelError, match=words):
        Graph("bad", *arguments)
