"""Local coordinates of a robot whose loops are joints: those of its independent joints."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.embedded import EmbeddedRobot
from psiphi.errors import InputError
from psiphi.simulation.chart import Chart

Array = NDArray[np.float64]


class EmbeddedChart(Chart):
    """The coordinates of the tree, of which the dependent ones follow from the loops."""

    def __init__(self, robot: EmbeddedRobot) -> None:
        super().__init__(robot.model)
        self._robot = robot
        for group in robot.model.coordinates.groups:
            shared = np.isin(group.v, robot.independent)
            if group.kind.nv > 1 and (shared.any(axis=1) != shared.all(axis=1)).any():
                raise InputError(
                    f"a {group.kind.name} joint of {robot.model.name!r} moves by itself in part: name other "
                    "`independent` joints, or simulate the robot whose loops are not embedded."
                )

    def place(self, q: Array, x: Array) -> Array:
        return self._robot.closed(super().place(q, self._of_tree(x)))

    def rates(self, q: Array, x: Array, v: Array) -> Array:
        return super().rates(q, self._of_tree(x), self._of_tree(v))[..., self._robot.independent]

    def longest_step(self, v: Array) -> float:
        return super().longest_step(self._of_tree(v))

    def magnitude(self, q: Array) -> Array:
        return super().magnitude(q)[..., self._robot.independent]

    def _of_tree(self, x: Array) -> Array:
        """Numbers of the independent joints among zeros for the others."""
        whole = np.zeros((*x.shape[:-1], self._robot.model.nv))
        whole[..., self._robot.independent] = x
        return whole
