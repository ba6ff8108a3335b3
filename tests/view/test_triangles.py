"""Triangles of shapes: closed, seen from outside, with the volume and the bounds that the shapes have."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi.model.shapes import Box, Capsule, Cylinder, Ellipsoid, Plane, Sphere, Surface, height_field
from psiphi.view.triangles import arrow, corner_normals, triangles, turn_of_z

SOLIDS = [
    (Box((1.0, 2.0, 3.0)), 6.0, (0.5, 1.0, 1.5)),
    (Sphere(2.0), 4 / 3 * np.pi * 8, (2, 2, 2)),
    (Ellipsoid((1.0, 2.0, 3.0)), 4 / 3 * np.pi * 6, (1, 2, 3)),
    (Cylinder(2.0, 3.0), 12 * np.pi, (2, 2, 1.5)),
    (Capsule(1.0, 2.0), 2 * np.pi + 4 / 3 * np.pi, (1, 1, 2)),
]


def volume(vertices: np.ndarray, faces: np.ndarray) -> float:
    a, b, c = vertices[faces].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def edges(vertices: np.ndarray, faces: np.ndarray) -> dict[tuple, int]:
    """How often each edge between places is walked along, less how often back."""
    _, place = np.unique(vertices.round(9), axis=0, return_inverse=True)
    walked: dict[tuple, int] = {}
    for face in place.ravel()[faces]:
        for a, b in zip(face, np.roll(face, -1), strict=True):
            key, sign = ((a, b), 1) if a < b else ((b, a), -1)
            walked[key] = walked.get(key, 0) + (sign if a != b else 0)
    return walked


@pytest.mark.parametrize(("shape", "size", "half"), SOLIDS)
def test_solids_are_closed_and_have_their_volume(shape, size: float, half) -> None:
    vertices, faces = triangles(shape)
    assert not any(edges(vertices, faces).values())
    assert 0.94 * size <= volume(vertices, faces) <= size * (1 + 1e-12)  # 24 sides lie inside the circle
    assert np.allclose(vertices.max(axis=0), half, rtol=0, atol=1e-9)
    assert np.allclose(vertices.min(axis=0), np.negative(half), rtol=0, atol=1e-9)


def test_an_arrow_is_closed_and_reaches_from_point_to_point() -> None:
    start, end = np.array([1.0, 2.0, 3.0]), np.array([0.0, 2.5, 1.0])
    vertices, faces = arrow(start, end, 0.01)
    assert not any(edges(vertices, faces).values())
    assert volume(vertices, faces) > 0
    along = (vertices - start) @ (end - start) / ((end - start) @ (end - start))
    assert np.isclose(along.min(), 0.0)
    assert np.isclose(along.max(), 1.0)


@pytest.mark.parametrize("seed", range(5))
def test_turn_of_z_is_a_rotation_that_takes_z_there(seed: int) -> None:
    direction = np.random.default_rng(seed).standard_normal(3)
    direction /= np.linalg.norm(direction)
    turn = turn_of_z(direction)
    assert np.allclose(turn @ turn.T, np.eye(3))
    assert np.isclose(np.linalg.det(turn), 1.0)
    assert np.allclose(turn[:, 2], direction)


def test_normals_are_smooth_on_a_sphere_and_sharp_on_a_box() -> None:
    vertices, faces = triangles(Sphere(1.0))
    assert np.abs(corner_normals(vertices, faces) - vertices[faces]).max() < 0.05
    vertices, faces = triangles(Box((1.0, 1.0, 1.0)))
    normals = corner_normals(vertices, faces)
    assert np.allclose(np.abs(normals).max(axis=-1), 1.0)
    assert np.allclose(normals, normals[:, :1])


def test_flat_shapes_are_seen_from_above() -> None:
    for shape in (Plane((2.0, 3.0)), Plane(), height_field([[0.0, 0.1], [0.2, 0.3]], (1.0, 1.0))):
        vertices, faces = triangles(shape)
        assert (corner_normals(vertices, faces)[..., 2] > 0.5).all()
    surface = Surface([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    assert triangles(surface)[0] is surface.vertices
