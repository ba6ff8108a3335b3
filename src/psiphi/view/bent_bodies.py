"""Flexible bodies as they are seen: rods in a row along the middle of the body, which move as it bends.

The points of a body are put in as many bins along its length as there are rods, and one more; rods join the
middles of these. Points without mass lie on a beam's axis or in a mesh, and are shown where they are enough.
Each rod has a pose of its own, for any modal coordinates.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from psiphi.flexible import Modes
from psiphi.frozen import frozen
from psiphi.model import Model
from psiphi.view.triangles import turn_of_z

Array = NDArray[np.float64]

RODS = 8


@frozen(eq=False)
class Bent:
    """A flexible body as rods: their ends `middles` (rods + 1, 3), and how these move, `fields`."""

    body: int
    modes: Modes
    middles: Array
    fields: Array

    @property
    def lengths(self) -> Array:
        """Of the rods at rest, (rods,)."""
        return np.linalg.norm(np.diff(self.middles, axis=0), axis=1)

    def poses(self, eta: Array) -> tuple[Array, Array]:
        """R (..., rods, 3, 3) and p (..., rods, 3) of the rods in the body's frame, z along each."""
        xi = self.modes.all_coordinates(eta)
        points = self.middles + np.einsum("pai,...i->...pa", self.fields, xi)
        along = np.diff(points, axis=-2)
        along = along / np.linalg.norm(along, axis=-1, keepdims=True)
        flat = along.reshape(-1, 3)
        turns = np.array([turn_of_z(direction) for direction in flat]).reshape(*along.shape, 3)
        return turns, 0.5 * (points[..., 1:, :] + points[..., :-1, :])


def bent_bodies(model: Model) -> Iterator[Bent]:
    """The flexible bodies of a model without fixed joints."""
    for index, body in enumerate(model.bodies):
        if body.modes is not None:
            yield _bent(index, body.modes)


def _bent(index: int, modes: Modes) -> Bent:
    light = np.flatnonzero((modes.masses if modes.masses.ndim == 1 else np.diag(modes.masses)) == 0.0)
    shown = light if len(light) > RODS else np.arange(len(modes.positions))
    points, shapes = modes.positions[shown], modes.all_shapes[shown]
    axis = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)[2][0]
    place = points @ axis
    edges = np.linspace(place.min(), place.max(), 2 * RODS + 1)[1::2]
    bins = np.digitize(place, edges)
    chosen = [np.flatnonzero(bins == k) for k in range(RODS + 1)]
    chosen = [members for members in chosen if len(members)]
    middles = np.array([points[members].mean(axis=0) for members in chosen])
    fields = np.array([shapes[members].mean(axis=0) for members in chosen])
    if abs(place.min()) > abs(place.max()):  # from the joint on
        middles, fields = middles[::-1], fields[::-1]
    middles = np.concatenate([np.zeros((1, 3)), middles])
    fields = np.concatenate([np.zeros((1, *fields.shape[1:])), fields])
    apart = np.linalg.norm(np.diff(middles, axis=0), axis=1)
    kept = np.concatenate([[True], apart > 1e-6 * max(float(apart.max(initial=0.0)), 1e-300)])
    return Bent(index, modes, middles[kept], fields[kept])
