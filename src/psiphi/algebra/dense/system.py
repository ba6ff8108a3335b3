"""A robot standing somewhere: the numbers that the definitions of the operators need, and where they sit."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.spaces import Space, sizes_of
from psiphi.flexible.deformed import Deformed
from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.model.body import Frame
from psiphi.model.joints.joint import Joint
from psiphi.model.kinematics import relative_pose
from psiphi.model.model import Model

Array = NDArray[np.float64]


@frozen(eq=False)
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

    @cached_property
    def _starts(self) -> list[int]:
        """Where each body begins in the body space, and where the space ends."""
        sizes = (6 if body.modes is None else 6 + body.modes.count for body in self.model.bodies)
        return [0, *accumulate(sizes)]

    def body_rows(self, body: int) -> slice:
        """Where a body sits in the body space: six rows, and one for each of its modes."""
        return slice(self._starts[body], self._starts[body + 1])

    def body_size(self, body: int) -> int:
        """How many rows a body has."""
        return self._starts[body + 1] - self._starts[body]

    def rigid_rows(self, body: int) -> slice:
        """The six rows of a body in the body space."""
        return slice(self._starts[body], self._starts[body] + 6)

    def joint_rows(self, body: int) -> slice:
        """Where the joint that carries a body, and then its modes, sit in the joint space."""
        return slice(self.model.v_tree_slices[body].start, self.model.coordinates.v_tree_modes[body].stop)

    def deformed(self, body: int) -> Deformed | None:
        """The shape of a flexible body, and how it changes; None of a rigid one."""
        modes = self.model.bodies[body].modes
        if modes is None:
            return None
        coordinates = self.model.coordinates
        rates = None if self.v_tree is None else self.v_tree[coordinates.v_tree_modes[body]]
        return Deformed(modes, self.q_tree[coordinates.q_tree_modes[body]], rates)

    def node_under(self, body: int, seat: Array) -> tuple[Deformed, int] | None:
        """What carries a place on a flexible body: its shape, and the node; None where that is rigid."""
        deformed = self.deformed(body) if body >= 0 else None
        node = None if deformed is None else deformed.modes.node_near(seat)
        return None if deformed is None or node is None else (deformed, node)

    def seat(self, body: int) -> tuple[Deformed, int] | None:
        """The node that the joint of a body sits on."""
        return self.node_under(self.parents[body], self.joint(body).placement.position)

    @cached_property
    def _sizes(self) -> dict[Space, int]:
        return sizes_of(self.model, len(self.frames))

    def size(self, space: Space) -> int:
        """The dimension of a space."""
        return self._sizes[space]

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
            case Space.TENDON:
                slices = [slice(row, row + 1) for row in range(self.size(space))]
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
