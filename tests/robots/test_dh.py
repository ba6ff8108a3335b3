"""Denavit–Hartenberg tables against the plain product of their matrices."""

from __future__ import annotations

import math

import numpy as np
import pytest

from psiphi.errors import ArgumentTypeError, InputError, ModelError, PsiphiError
from psiphi.formats.dh import DHRow, model_from_dh
from psiphi.model import Limits, Rotor
from psiphi.model.kinematics import body_poses, frame_pose
from psiphi.spatial import Inertia, Pose


def turn_x(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1.0]])


def turn_z(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]])


def shift(x: float, z: float) -> np.ndarray:
    return np.array([[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, z], [0, 0, 0, 1.0]])


def product(rows: list[DHRow], convention: str, q: np.ndarray) -> list[np.ndarray]:
    """The table's frames 1..n in frame 0, by the textbook."""
    frames, total = [], np.eye(4)
    for row, coordinate in zip(rows, q, strict=True):
        theta = row.theta + (0.0 if row.kind == "prismatic" else coordinate)
        d = row.d + (coordinate if row.kind == "prismatic" else 0.0)
        first, second = turn_x(row.alpha) @ shift(row.a, 0.0), turn_z(theta) @ shift(0.0, d)
        total = total @ (first @ second if convention == "modified" else second @ first)
        frames.append(total)
    return frames


def random_rows(rng: np.random.Generator, count: int) -> list[DHRow]:
    rows = []
    for _ in range(count):
        a, alpha, d, theta = rng.uniform(-1, 1, 4) * (1.0, np.pi, 1.0, np.pi)
        spread = rng.uniform(-0.3, 0.3, (5, 3))
        rotational = sum(np.dot(x, x) * np.eye(3) - np.outer(x, x) for x in spread)
        rows.append(
            DHRow(
                a,
                alpha,
                d,
                theta,
                kind=str(rng.choice(["revolute", "prismatic", "continuous"])),
                inertia=Inertia(rng.uniform(1, 3), rng.uniform(-0.2, 0.2, 3), rotational),
            )
        )
    return rows


def frame_names(convention: str, count: int) -> list[str]:
    return [f"link_{i}" if convention == "modified" else f"dh_{i}" for i in range(1, count + 1)]


@pytest.mark.parametrize("convention", ["modified", "standard"])
@pytest.mark.parametrize("seed", range(10))
def test_frames_are_the_product_of_the_matrices(convention: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = random_rows(rng, 6)
    model = model_from_dh(rows, convention)
    q = rng.uniform(-2, 2, 6)
    for name, expected in zip(frame_names(convention, 6), product(rows, convention, q), strict=True):
        rotation, position = frame_pose(model, q, name)
        np.testing.assert_allclose(rotation, expected[:3, :3], rtol=0, atol=1e-14)
        np.testing.assert_allclose(position, expected[:3, 3], rtol=0, atol=2e-14)


@pytest.mark.parametrize("convention", ["modified", "standard"])
def test_inertias_stay_where_they_were_given(convention: str) -> None:
    """An inertia given in frame i, taken to the world by the matrices, is the body's inertia in the world."""
    rng = np.random.default_rng(1)
    rows = random_rows(rng, 5)
    model = model_from_dh(rows, convention)
    q = rng.uniform(-2, 2, 5)
    rotations, positions = body_poses(model, q)
    for k, (row, matrix) in enumerate(zip(rows, product(rows, convention, q), strict=True)):
        given = row.inertia.expressed_in(Pose(matrix[:3, :3], matrix[:3, 3])).matrix()
        kept = model.bodies[k].inertia.expressed_in(Pose(rotations[k], positions[k])).matrix()
        np.testing.assert_allclose(kept, given, rtol=0, atol=1e-13 * np.abs(given).max())


@pytest.mark.parametrize("convention", ["modified", "standard"])
def test_right_angles_are_exact(convention: str) -> None:
    right = math.pi / 2
    angles = (right, -right, 2 * right, -3 * right, right + 5e-10, 1.57079632679)
    rows = [DHRow(a=0.5, alpha=angle, d=0.25, theta=-angle) for angle in angles]
    model = model_from_dh(rows, convention)
    poses = [body.joint.placement for body in model.bodies] + [frame.pose for frame in model.frames]
    for pose in poses:
        assert set(np.abs(pose.rotation).ravel()) <= {0.0, 1.0}
        assert set(np.abs(pose.position).ravel()) <= {0.0, 0.25, 0.5}
    as_written = model_from_dh([DHRow(alpha=1.57079632679)], snap=0.0)
    assert as_written.bodies[0].joint.placement.rotation[1, 1] == math.cos(1.57079632679)


def test_base_and_tool() -> None:
    base, tool = Pose(turn_z(0.3)[:3, :3], (0.1, 0.2, 0.3)), Pose(turn_x(0.4)[:3, :3], (0.0, 0.1, 0.5))
    rows = random_rows(np.random.default_rng(2), 3)
    q = np.array([0.2, -0.4, 0.9])
    for convention in ("modified", "standard"):
        model = model_from_dh(rows, convention, base=base, tool=tool)
        expected = base.matrix() @ product(rows, convention, q)[-1] @ tool.matrix()
        rotation, position = frame_pose(model, q, "tool")
        np.testing.assert_allclose(rotation, expected[:3, :3], rtol=0, atol=1e-14)
        np.testing.assert_allclose(position, expected[:3, 3], rtol=0, atol=1e-14)


def test_rows_come_in_three_forms() -> None:
    plain = model_from_dh(np.array([[0.1, 0.2, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]]))
    mapped = model_from_dh(
        [{"a": 0.1, "alpha": 0.2, "d": 0.3, "theta": 0.4}, {"a": 0.5, "alpha": 0.6, "d": 0.7, "theta": 0.8}]
    )
    rows = model_from_dh([DHRow(0.1, 0.2, 0.3, 0.4), DHRow(0.5, 0.6, 0.7, 0.8)])
    assert plain == mapped == rows
    assert rows.joint_names == ("joint_1", "joint_2")
    assert rows.body_names == ("link_1", "link_2")


def test_everything_of_a_row_reaches_the_joint() -> None:
    row = DHRow(
        kind="prismatic",
        limits=Limits(-0.5, 0.5, 1.0, 20.0),
        damping=0.3,
        friction=0.2,
        rotor=Rotor(1e-4, 50.0),
        joint="lift",
        body="carriage",
    )
    model = model_from_dh([row], name="elevator", gravity=(0, 0, -1.62))
    joint = model.joint("lift")
    assert (model.name, model.body_names, model.gravity) == ("elevator", ("carriage",), (0.0, 0.0, -1.62))
    assert (joint.kind.name, joint.axis) == ("prismatic", (0.0, 0.0, 1.0))
    assert (joint.limits.lower, joint.limits.upper) == ((-0.5,), (0.5,))
    assert (joint.limits.velocity, joint.limits.effort) == ((1.0,), (20.0,))
    assert (joint.damping, joint.friction) == ((0.3,), (0.2,))
    assert joint.rotor.reflected_inertia == pytest.approx(0.25, rel=1e-15)


@pytest.mark.parametrize(
    ("rows", "convention", "error", "said"),
    [
        ([(0, 0, 0, 0)], "craig", InputError, "'modified' or 'standard'"),
        ([], "modified", InputError, "no rows"),
        ([(0, 0, 0, 0), (0, 0, 0)], "modified", InputError, "row 2 has 3 numbers"),
        ([(0, 0, math.nan, 0)], "standard", InputError, "row 1: d is not finite"),
        ([(0, math.inf, 0, 0)], "standard", InputError, "row 1: alpha is not finite"),
        ([(0, "90", 0, 0)], "modified", ArgumentTypeError, "row 1: alpha is '90'"),
        (["abcd"], "modified", ArgumentTypeError, "row 1 is 'abcd'"),
        ([5], "modified", ArgumentTypeError, "row 1 is 5"),
        ([{"a": 1, "twist": 2}], "modified", InputError, "row 1: unknown twist"),
        ([DHRow(kind="spherical")], "modified", InputError, "row 1: kind is 'spherical'"),
        ([{"inertia": 3.0}], "modified", ArgumentTypeError, "row 1: inertia is 3.0"),
        ([{"limits": (-1, 1)}], "modified", ArgumentTypeError, "row 1: limits is (-1, 1)"),
        ([{"rotor": 0.1}], "modified", ArgumentTypeError, "row 1: rotor is 0.1"),
        (None, "modified", ArgumentTypeError, "rows is None"),
        ([DHRow(inertia=Inertia(-1.0))], "modified", ModelError, "link_1"),
        ([DHRow(limits=Limits(1.0, -1.0))], "modified", ModelError, "joint_1"),
        ([DHRow(joint="j"), DHRow(joint="j")], "modified", ModelError, "'j'"),
    ],
)
def test_wrong_tables_say_what_is_wrong(
    rows: list, convention: str, error: type[PsiphiError], said: str
) -> None:
    with pytest.raises(error) as caught:
        model_from_dh(rows, convention)
    assert said in str(caught.value)
