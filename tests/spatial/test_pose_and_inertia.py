"""Poses and inertias as values; inertias are judged by clouds of points, which need no theorem."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from psiphi.errors import InputError
from psiphi.spatial import Inertia, Pose, exp_so3


@pytest.fixture
def rng():
    return np.random.default_rng(11)


def cloud(rng: np.random.Generator, count: int = 8) -> tuple[np.ndarray, np.ndarray]:
    return rng.uniform(0.1, 2.0, count), rng.standard_normal((count, 3))


def inertia_of(masses: np.ndarray, points: np.ndarray) -> Inertia:
    center = masses @ points / masses.sum()
    rotational = sum(
        m * ((r @ r) * np.eye(3) - np.outer(r, r)) for m, r in zip(masses, points - center, strict=True)
    )
    return Inertia(masses.sum(), center, rotational)


def test_poses_act_and_compose(rng):
    a, b = (Pose(exp_so3(rng.standard_normal(3)), rng.standard_normal(3)) for _ in range(2))
    points = rng.standard_normal((4, 5, 3))
    np.testing.assert_allclose((a @ b).apply(points), a.apply(b.apply(points)), atol=1e-14)
    np.testing.assert_allclose((a @ b).matrix(), a.matrix() @ b.matrix(), atol=1e-15)
    np.testing.assert_allclose(a.inverse().matrix(), np.linalg.inv(a.matrix()), atol=1e-14)
    assert Pose.identity() == Pose(np.eye(3), np.zeros(3)) == Pose()
    np.testing.assert_array_equal(Pose.identity().matrix(), np.eye(4))


@pytest.mark.parametrize(
    ("make", "other"),
    [
        (lambda: Pose(np.eye(3), [1, 2, 3]), Pose(np.eye(3), [1, 2, np.nextafter(3, 4)])),
        (lambda: Inertia(1, [1, 2, 3], np.eye(3)), Inertia(np.nextafter(1, 2), [1, 2, 3], np.eye(3))),
    ],
)
def test_values_are_equal_by_content_and_frozen(make, other):
    value = make()
    assert value == make()
    assert hash(value) == hash(make())
    assert value != other
    assert value != "something else"
    assert len({value, make(), other}) == 2
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value
    for array in vars(value).values():
        if isinstance(array, np.ndarray):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 5.0
    assert eval(repr(value), {"Pose": Pose, "Inertia": Inertia}) == value


def test_values_do_not_share_memory_with_what_they_were_made_of():
    position = np.zeros(3)
    pose = Pose(np.eye(3), position)
    position[0] = 1.0
    assert pose == Pose.identity()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Pose(np.eye(4), np.zeros(3)), r"rotation .* shape \(4, 4\); give shape \(3, 3\)"),
        (lambda: Pose(np.eye(3), [1, 2]), r"position .* shape \(2,\)"),
        (lambda: Pose(np.eye(3), ["a", "b", "c"]), "cannot be read as numbers"),
        (lambda: Inertia("heavy"), "mass .* is not a number"),
        (lambda: Inertia(1, [1, 2]), "center"),
        (lambda: Inertia(1, [1, 2, 3], [1, 2, 3]), "rotational"),
    ],
)
def test_wrong_values_are_refused(make, words):
    with pytest.raises(InputError, match=words):
        make()


def test_the_spatial_inertia_gives_the_kinetic_energy_of_the_points(rng):
    masses, points = cloud(rng)
    omega, v = rng.standard_normal((2, 3))
    energy = 0.5 * masses @ np.sum((v + np.cross(omega, points)) ** 2, axis=1)
    matrix = inertia_of(masses, points).matrix()
    np.testing.assert_allclose(matrix, matrix.T, atol=1e-14)
    velocity = np.concatenate([omega, v])
    np.testing.assert_allclose(0.5 * velocity @ matrix @ velocity, energy, rtol=1e-14)


def test_inertia_in_another_frame_is_that_of_the_moved_points(rng):
    masses, points = cloud(rng)
    pose = Pose(exp_so3(rng.standard_normal(3)), rng.standard_normal(3))
    found = inertia_of(masses, points).expressed_in(pose)
    np.testing.assert_allclose(
        found.matrix(), inertia_of(masses, pose.apply(points)).matrix(), rtol=1e-13, atol=1e-13
    )
    np.testing.assert_array_equal(found.rotational, found.rotational.T)


def test_the_union_is_that_of_all_points(rng):
    masses, points = cloud(rng, 10)
    union = inertia_of(masses[:4], points[:4]) + inertia_of(masses[4:], points[4:])
    expected = inertia_of(masses, points)
    np.testing.assert_allclose(union.mass, expected.mass, rtol=1e-15)
    np.testing.assert_allclose(union.center, expected.center, rtol=1e-14)
    np.testing.assert_allclose(union.rotational, expected.rotational, rtol=1e-13, atol=1e-13)


def test_adding_nothing_changes_no_bit(rng):
    inertia = inertia_of(*cloud(rng))
    nothing = Inertia(0.0, [5.0, 5.0, 5.0])
    assert inertia + nothing == nothing + inertia == inertia
    assert Inertia.zero() + Inertia.zero() == Inertia.zero()


@pytest.mark.parametrize(
    ("inertia", "words"),
    [
        (Inertia(np.nan), "not finite"),
        (Inertia(1, [0, np.inf, 0]), "not finite"),
        (Inertia(1, rotational=np.full((3, 3), np.nan)), "not finite"),
        (Inertia(-1), "mass -1 kg is negative"),
        (Inertia(1, rotational=[[1, 0.5, 0], [0.4, 1, 0], [0, 0, 1]]), "not symmetric"),
        (Inertia(1, rotational=np.diag([1, 1, -0.1])), "not positive semidefinite"),
        (Inertia(1, rotational=np.diag([1, 1, 2.01])), "exceeds the sum"),
        (Inertia(1, rotational=[[1, 2, 0], [2, 1, 0], [0, 0, 1]]), "not positive semidefinite"),
    ],
)
def test_impossible_inertias_are_found(inertia, words):
    assert any(words in problem for problem in inertia.problems())


@pytest.mark.parametrize(
    "inertia",
    [
        Inertia.zero(),
        Inertia(1.0),
        Inertia(1, rotational=np.diag([1, 1, 2])),  # a plate
        Inertia(1, rotational=np.diag([0, 1, 1])),  # a rod
        Inertia(1, rotational=np.diag([0.123457, 0.1, 0.223458])),  # a plate, as six digits give it
        Inertia(0.27, rotational=np.diag([1e-20, 0, 0])),  # rounding around a point mass
        Inertia(0.0, rotational=np.eye(3)),
    ],
)
def test_possible_inertias_pass(inertia):
    assert inertia.problems() == []
