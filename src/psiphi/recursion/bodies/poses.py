"""Where bodies and frames are in the world: X_0 as a step from there to the world, A_0 its turn."""

from __future__ import annotations

from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.frames.turns import MatrixTurn
from psiphi.recursion.numbers.vectors import Matrix, Vector, add, apply


def placed(rotation: Matrix, position: Vector) -> Transform:
    """`rotation` turns own components into those of the world; `position` of the origin in the world."""
    return Transform(position, (MatrixTurn(rotation),))


def pose_of(transform: Transform, parent: Transform | None) -> Transform:
    """The pose in the world of what a transform places in its parent (None for the world)."""
    if parent is None:
        return placed(transform.rotation, transform.position)
    x, y, z = (transform.rotate_from_parent(row) for row in parent.rotation)
    position = add(parent.position, apply(parent.rotation, transform.lever))
    return placed((x, y, z), add(position, apply((x, y, z), (0.0, 0.0, transform.slide))))
