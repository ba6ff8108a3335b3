"""Geometry goes with its bodies through every edit, and has no part in what models compute."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace

import numpy as np
import pytest

import psiphi
from psiphi.errors import ModelError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import Geometry, Joint, Model
from psiphi.model.kinematics import body_poses
from psiphi.model.shapes import Box, Mesh, Plane, Sphere, Surface, height_field
from psiphi.spatial.pose import Pose
from psiphi.spatial.rotation import rotation_about


def decorated(model: Model, seed: int = 0) -> Model:
    """A named shape somewhere on every body, and one on the world."""
    rng = np.random.default_rng(seed)
    shapes = [
        Geometry(body, Box((0.1, 0.2, 0.3)), random_pose(rng), f"shape {body}")
        for body in range(-1, len(model.bodies))
    ]
    return replace(model, geometries=shapes)


def random_pose(rng: np.random.Generator) -> Pose:
    axis = rng.standard_normal(3)
    return Pose(rotation_about(axis / np.linalg.norm(axis), rng.uniform(-3, 3)), rng.standard_normal(3))


def places(model: Model, q: np.ndarray) -> dict[str, np.ndarray]:
    """Where each shape is in the world, by name."""
    rotations, positions = body_poses(model, q)
    found = {}
    for shape in model.geometries:
        body = Pose(rotations[shape.body], positions[shape.body]) if shape.body >= 0 else Pose.identity()
        found[shape.name] = (body @ shape.pose).matrix()
    return found


def assert_same_places(first: dict[str, np.ndarray], second: dict[str, np.ndarray]) -> None:
    assert first.keys() == second.keys()
    for name, matrix in first.items():
        assert np.allclose(matrix, second[name], rtol=0, atol=1e-12 * (1 + np.abs(matrix).max())), name


@pytest.mark.parametrize("seed", range(12))
def test_merging_leaves_shapes_where_they_are(seed: int) -> None:
    model = decorated(random_tree(seed, bodies=20, kinds=("fixed", "revolute")), seed)
    q = model.random_configuration(np.random.default_rng(seed))
    assert len(model.merged().bodies) < len(model.bodies)
    assert_same_places(places(model, q), places(model.merged(), q))


@pytest.mark.parametrize("seed", range(12))
def test_rerooting_leaves_shapes_where_they_are(seed: int) -> None:
    tree = random_tree(seed, bodies=8, base="free", kinds=("revolute", "universal", "helical"))
    root = replace(
        tree.bodies[0], joint=Joint("root", "free")
    )  # without limits, which cannot be turned round
    model = decorated(replace(tree, bodies=(root, *tree.bodies[1:])), seed)
    q = model.random_configuration(np.random.default_rng(seed))
    for body in model.body_names[1:]:
        change = model.rerooting(body)
        assert_same_places(places(model, q), places(change.rerooted, change.configuration(q)))


def test_locking_leaves_shapes_where_they_are() -> None:
    model = decorated(psiphi.robots.panda().model)
    q = model.random_configuration(np.random.default_rng(0))
    name = model.joint_names[2]
    locked = model.lock(name, q[model.q_slice(name)])
    assert_same_places(places(model, q), places(locked, np.delete(q, model.q_slice(name))))


def test_attaching_carries_shapes_along() -> None:
    arm, tool = decorated(psiphi.robots.panda().model, 1), decorated(psiphi.robots.ur5().model, 2)
    frame = arm.body_names[4]
    both = arm.attach(tool, frame, prefix="tool/")
    rng = np.random.default_rng(0)
    q_arm, q_tool = arm.random_configuration(rng), tool.random_configuration(rng)
    q = np.empty(both.nq)
    for name in both.joint_names:
        own = name.startswith("tool/")
        source, values = (tool, q_tool) if own else (arm, q_arm)
        q[both.q_slice(name)] = values[source.q_slice(name.removeprefix("tool/"))]
    rotations, positions = body_poses(arm, q_arm)
    seat = Pose(rotations[4], positions[4]).matrix()
    expected = places(arm, q_arm) | {f"tool/{name}": seat @ at for name, at in places(tool, q_tool).items()}
    assert_same_places(expected, places(both, q))


def test_shapes_go_with_the_bodies_that_are_taken_out() -> None:
    model = decorated(psiphi.robots.panda().model)
    left = model.without(model.body_names[5])
    assert {shape.name for shape in left.geometries} == {f"shape {k}" for k in range(-1, 5)}


def test_geometry_counts_in_equality_and_not_in_the_key_of_compiled_code() -> None:
    plain = psiphi.robots.ur5().model
    drawn = decorated(plain)
    assert plain != drawn
    assert plain.key == drawn.key
    assert hash(plain) == hash(drawn)
    assert drawn == decorated(plain)
    assert pickle.loads(pickle.dumps(drawn)) == drawn


@pytest.mark.parametrize(
    "shape",
    [
        lambda: Box((1.0, 0.0, 1.0)),
        lambda: Sphere(-1.0),
        lambda: Sphere(math.nan),
        lambda: Sphere("large"),  # type: ignore[arg-type]
        lambda: Mesh("a.stl", (1.0, 0.0, 1.0)),
        lambda: Surface([[0, 0, 0]], [[0, 0, 1]]),
        lambda: Surface([[0, 0, math.inf]], [[0, 0, 0]]),
        lambda: Geometry(0, Sphere(1.0), color=(2.0, 0.0, 0.0, 1.0)),
        lambda: replace(psiphi.robots.ur5().model, geometries=[Geometry(99, Sphere(1.0))]),
        lambda: replace(
            psiphi.robots.ur5().model,
            geometries=[Geometry(0, Sphere(1.0), Pose(position=(math.nan, 0.0, 0.0)))],
        ),
    ],
)
def test_shapes_that_cannot_be_are_refused(shape) -> None:
    with pytest.raises(ModelError):
        shape()


def test_a_height_field_has_its_heights_over_its_rectangle() -> None:
    field = height_field([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]], (4.0, 2.0))
    assert field.vertices.tolist() == [
        [-2, -1, 0],
        [0, -1, 1],
        [2, -1, 2],
        [-2, 1, 3],
        [0, 1, 4],
        [2, 1, 5],
    ]
    corners = field.vertices[field.faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (normals[:, 2] > 0).all()  # seen from above
    assert normals[:, 2].sum() / 2 == 8.0  # and the whole rectangle


def test_a_plane_without_end_is_a_plane() -> None:
    assert Plane().size == (0.0, 0.0)
