"""A robot standing somewhere: the numbers that the definitions of the operators need, and where they sit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.spaces import Space
from psiphi.model.body import Frame
from psiphi.model.joint import Joint
from psiphi.model.kinematics import relative_pose
from psiphi.model.model import Model

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class System:
    """One configuration of a robot without fixed joints, with the frames that B names.

    `q_tree` (nq_tree,) and `v_tree` (nv_tree,) hold every joint of the tree; `v_tree` is None where no
    velocity was given. Bodies are numbered from the base to the tips, so that a force goes from column
    (child) to row (parent) and causal operators are block *upper* triangular.
    """

    model: Model
    q_tree: Array
    v_tree: Array | None
    frames: tuple[Frame, ...]

    @property
    def parents(self) -> tuple[int, ...]:
        return self.model.parents

    @property
    def bodies(self) -> range:
        return range(len(self.model.bodies))

    def joint(self, body: int) -> Joint:
        """The joint that carries a body."""
        return self.model.bodies[body].joint

    def q(self, body: int) -> Array:
        """The coordinates of the joint that carries a body, (nq,)."""
        return self.q_tree[self.model.q_tree_slices[body]]

    @cached_property
    def poses(self) -> tuple[tuple[Array, Array], ...]:
        """R (3, 3) and p (3,) of each body in its parent, or in the world."""
        return tuple(relative_pose(self.model, self.q_tree, body) for body in self.bodies)

    def body_rows(self, body: int) -> slice:
        """Where a body sits in the body space."""
        return slice(6 * body, 6 * body + 6)

    def joint_rows(self, body: int) -> slice:
        """Where the joint that carries a body sits in the joint space."""
        return self.model.v_tree_slices[body]

    def size(self, space: Space) -> int:
        """The dimension of a space."""
        match space:
            case Space.JOINT:
                return self.model.nv_tree
            case Space.BODY:
                return 6 * len(self.model.bodies)
            case Space.FRAME:
                return 6 * len(self.frames)
            case Space.COORDINATE:
                return self.model.nv
            case Space.LOOP:
                return self.model.loop_size
            case Space.WORLD:
                return 6
            case Space.ONE:
                return 1

    def blocks(self, space: Space) -> list[list[int]]:
        """The indices that belong together: of one joint, one body, one loop, or all frames on one body."""
        match space:
            case Space.JOINT:
                slices = [self.joint_rows(body) for body in self.bodies]
            case Space.BODY:
                slices = [self.body_rows(body) for body in self.bodies]
            case Space.COORDINATE:
                slices = [self.model.v_slice(joint) for joint in self.model.joint_names]
            case Space.LOOP:
                slices = list(self.model.loop_slices.values())
            case Space.WORLD | Space.ONE:
                slices = [slice(0, self.size(space))]
            case Space.FRAME:
                carriers = sorted({frame.body for frame in self.frames})
                return [
                    [
                        6 * i + row
                        for i, frame in enumerate(self.frames)
                        if frame.body == carrier
                        for row in range(6)
                    ]
                    for carrier in carriers
                ]
        return [list(range(rows.start, rows.stop)) for rows in slices]

    def memoryless_part(self, matrix: Array, space: Space) -> Array:
        """The matrix with everything but the blocks of `space` put to zero."""
        result = np.zeros_like(matrix)
        for block in self.blocks(space):
            place = np.ix_(block, block)
            result[place] = matrix[place]
        return result
