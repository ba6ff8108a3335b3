"""Where bodies and frames are in the world, and what A_0 and X_0 make of vectors there."""

from __future__ import annotations

from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.numbers.vectors import Matrix, Spatial, Vector, add, apply, cross, subtract, transpose


@frozen
class WorldPose:
    """`rotation` turns own components into those of the world; `position` of the origin in the world."""

    rotation: Matrix
    position: Vector

    @cached_property
    def _back(self) -> Matrix:
        return transpose(self.rotation)

    def turned(self, x: Spatial) -> Spatial:
        """A_0 x: [R ω; R v]."""
        return *apply(self.rotation, x[:3]), *apply(self.rotation, x[3:])

    def turned_back(self, x: Spatial) -> Spatial:
        """A_0* x: [Rᵀ n; Rᵀ f]."""
        return *apply(self._back, x[:3]), *apply(self._back, x[3:])

    def carried(self, x: Spatial) -> Spatial:
        """X_0 x: [R ω; R v + p × R ω] of a motion [ω; v]."""
        x = self.turned(x)
        return *x[:3], *add(x[3:], cross(self.position, x[:3]))

    def carried_back(self, x: Spatial) -> Spatial:
        """X_0* x: [Rᵀ (n − p × f); Rᵀ f] of a force [n; f]."""
        return self.turned_back((*subtract(x[:3], cross(self.position, x[3:])), *x[3:]))


def pose_of(transform: Transform, parent: WorldPose | None) -> WorldPose:
    """The pose in the world of what a transform places in its parent (None for the world)."""
    if parent is None:
        return WorldPose(transform.rotation, transform.position)
    x, y, z = (transform.rotate_from_parent(row) for row in parent.rotation)
    position = add(parent.position, apply(parent.rotation, transform.lever))
    return WorldPose((x, y, z), add(position, apply((x, y, z), (0.0, 0.0, transform.slide))))
