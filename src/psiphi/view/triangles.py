"""Shapes as triangles, seen from outside: corners of a face run counterclockwise."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.model.shapes import Box, Capsule, Cylinder, Ellipsoid, Plane, Shape, Sphere, Surface

Array = NDArray[np.float64]
Triangles = tuple[Array, NDArray[np.int64]]
"""Vertices (V, 3) and faces (F, 3)."""

AROUND = 24  # faces on the way round
ENDLESS = 20.0  # metres of a plane that are shown where it has no end


def triangles(shape: Shape) -> Triangles:
    """A shape other than a mesh in a file, in its own frame."""
    match shape:
        case Box(size=size):
            return _box(np.array(size))
        case Sphere(radius=radius):
            return _turned(*_arc(radius, 0.0))
        case Ellipsoid(radii=radii):
            vertices, faces = _turned(*_arc(1.0, 0.0))
            return vertices * np.array(radii), faces
        case Cylinder(radius=radius, length=length):
            half = length / 2
            return _turned(np.array([0.0, radius, radius, 0.0]), np.array([-half, -half, half, half]))
        case Capsule(radius=radius, length=length):
            return _turned(*_arc(radius, length))
        case Plane(size=(x, y)):
            corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) / 2.0
            return corners * (x or ENDLESS, y or ENDLESS, 1.0), np.array([[0, 1, 2], [0, 2, 3]])
        case Surface(vertices=vertices, faces=faces):
            return vertices, faces
    raise TypeError(f"{type(shape).__name__} is not made of triangles here")


def arrow(start: Array, end: Array, radius: float) -> Triangles:
    """An arrow between two points, half as thick as its head."""
    length = float(np.linalg.norm(end - start))
    head = min(5.0 * radius, 0.5 * length)
    radii = np.array([0.0, 1.0, 1.0, 2.2, 0.0]) * radius
    vertices, faces = _turned(radii, np.array([0.0, 0.0, length - head, length - head, length]))
    return vertices @ turn_of_z((end - start) / length).T + start, faces


def turn_of_z(direction: Array) -> Array:
    """A rotation that takes the z axis to a unit vector."""
    other = np.eye(3)[int(np.argmin(np.abs(direction)))]
    x = np.cross(other, direction)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(direction, x), direction], axis=-1)


def corner_normals(vertices: Array, faces: NDArray[np.int64], crease: float = 40.0) -> Array:
    """The normal at each corner of each face, (F, 3, 3): smooth over edges that turn by less than `crease`.

    A corner takes the mean, weighted by area, of the faces that meet there and turn away from its own by
    less than so many degrees.
    """
    points = vertices[faces]
    own = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    facing = unit(own)
    _, place = np.unique(np.round(vertices, 9), axis=0, return_inverse=True)
    corner = np.asarray(place).ravel()[faces].ravel()
    order = np.argsort(corner, kind="stable")
    _, start, count = np.unique(corner[order], return_index=True, return_counts=True)
    each = np.repeat(count, count)  # how many corners meet where each one is
    first = np.repeat(np.arange(len(order)), each)
    second = np.repeat(np.repeat(start, count), each) + _numbered(each)
    first, second = order[first], order[second]
    near = (facing[first // 3] * facing[second // 3]).sum(axis=1) > np.cos(np.radians(crease))
    first, second = first[near], second[near] // 3
    sums = np.zeros((len(order), 3))
    np.add.at(sums, first, own[second])
    return unit(sums).reshape(*faces.shape, 3)


def _numbered(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """0, 1, … for each count, one after another."""
    return np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)


def unit(vectors: Array) -> Array:
    """Vectors (..., 3) of length one; zero stays zero."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-300)


def _box(size: Array) -> Triangles:
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * size / 2
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    faces = [face for a, b, c, d in sides for face in ((a, b, c), (a, c, d))]
    return corners, np.array(faces)


def _arc(radius: float, length: float) -> tuple[Array, Array]:
    """The profile of a capsule, of a sphere where it has no length."""
    angles = np.linspace(-np.pi / 2, np.pi / 2, AROUND // 2 + 1)
    heights = radius * np.sin(angles) + np.where(angles < 0, -length / 2, length / 2)
    return np.clip(radius * np.cos(angles), 0.0, None), heights


def _turned(radii: Array, heights: Array) -> Triangles:
    """The solid that a profile (from below to above) sweeps about z."""
    angles = np.arange(AROUND) * (2 * np.pi / AROUND)
    x, y = np.outer(radii, np.cos(angles)), np.outer(radii, np.sin(angles))
    vertices = np.stack([x, y, np.broadcast_to(heights[:, None], x.shape)], axis=-1).reshape(-1, 3)
    rows, across = np.meshgrid(np.arange(len(radii) - 1), np.arange(AROUND), indexing="ij")
    here, beside = rows * AROUND + across, rows * AROUND + (across + 1) % AROUND
    lower = np.stack([here, beside, beside + AROUND], axis=-1)[radii[:-1] > 1e-12]
    upper = np.stack([here, beside + AROUND, here + AROUND], axis=-1)[radii[1:] > 1e-12]
    return vertices, np.concatenate([lower.reshape(-1, 3), upper.reshape(-1, 3)])
