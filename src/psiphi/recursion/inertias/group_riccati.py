"""The Riccati recursion across the joint of a group (joint_groups.py).

D = Σ_k H_k P_k H_k* + Y        G_k = P_k H_k* D⁻¹
to the body it hangs on:  Σ_k X_k P_k X_k* − W D⁻¹ W*,   W = Σ_k X_k P_k H_k*
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from psiphi.frozen import frozen
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.bodies.embedded_bodies import EmbeddedBodies
from psiphi.recursion.bodies.joint_groups import JointGroup
from psiphi.recursion.bodies.joint_maps import JointMap
from psiphi.recursion.flexible.inertia import ModalBlocks
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.inertias import RigidInertia, SymmetricBlocks
from psiphi.recursion.inertias.riccati import RiccatiStep
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import Factors, Rows
from psiphi.recursion.numbers.vectors import ZERO_SPATIAL, Spatial, add_spatial, dot, negative
from psiphi.recursion.numbers.vectors import total as sum_of

_AXES = range(6)


@frozen
class GroupStep(RiccatiStep):
    """The part of one body in the step of its group; `relief` is −W D⁻¹ W*, told by the first body alone."""

    P: Any
    D: Rows
    G: Rows
    factors: Factors
    relief: SymmetricBlocks | None

    def sent(self, transform: Transform, correlation: Rows | None = None) -> SymmetricBlocks:
        carried = transform.inertia_to_parent(self.P)
        blocks = carried.blocks() if isinstance(carried, RigidInertia) else carried
        return blocks if self.relief is None else self.relief + blocks


def group_steps(
    group: JointGroup,
    P: Mapping[int, SymmetricBlocks | RigidInertia | ModalBlocks],
    joints: Mapping[int, JointMap],
    noise: Rows | None,
    bodies: EmbeddedBodies,
    arithmetic: Arithmetic,
    *,
    guarded: bool = False,
) -> dict[int, GroupStep]:
    """The steps of all bodies of a group, whose P and H are known; `guarded` as in `riccati_block`."""
    columns: dict[int, list[Any]] = {k: [P[k].apply(row) for row in joints[k].rows] for k in group.bodies}
    size = len(joints[group.first].rows)
    D: list[list[Number]] = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            shares = (dot(joints[k].rows[i], columns[k][j]) for k in group.bodies)
            D[i][j] = D[j][i] = sum_of((0.0 if noise is None else noise[i][j], *shares))
    felt = sum_of(P[k].entry(i, i) for k in group.bodies for i in _AXES) if guarded else 0.0
    factors = Factors.of(D, arithmetic, guarded=guarded, sizes=[felt] * size)
    relief = _relief(group, columns, factors, bodies) if size else None
    return {
        k: GroupStep(
            P[k],
            D,
            tuple(factors.solve([column[i] for column in columns[k]]) for i in range(joints[k].width)),
            factors,
            relief if k == group.first else None,
        )
        for k in group.bodies
    }


def group_gains(group: JointGroup, steps: Sequence[GroupStep], bodies: Bodies) -> list[Spatial]:
    """The columns of Σ_k X_k G_k, at the body that the group hangs on."""
    found: list[Spatial] = []
    for i in range(len(steps[group.first].D)):
        total: Spatial = ZERO_SPATIAL
        for k in group.bodies:
            gain: Any = tuple(row[i] for row in steps[k].G)
            total = add_spatial(total, bodies.transform(k).force_to_parent(gain))
        found.append(total)
    return found


def _relief(
    group: JointGroup, columns: Mapping[int, list[Any]], factors: Factors, bodies: EmbeddedBodies
) -> SymmetricBlocks:
    W: list[Spatial] = []
    for parts in zip(*(columns[k] for k in group.bodies), strict=True):
        carried = [bodies.transform(k).force_to_parent(x) for k, x in zip(group.bodies, parts, strict=True)]
        W.append(reduce(add_spatial, carried))
    rows = [factors.solve([column[i] for column in W]) for i in _AXES]
    entries = [[negative(dot(rows[i], [column[j] for column in W])) for j in _AXES] for i in _AXES]
    return SymmetricBlocks.of(entries)
