"""Where the coordinates of each joint sit in q and v.

There are two countings. The *tree* coordinates hold every joint, mimics included, body by body. The
*independent* coordinates leave the mimic joints out: they are what users call q and v. One follows from
the other by

    q_tree = ratio ∘ q[column] + offset,    v_tree = S v,

each row of the coupling S having a single non-zero element. Without mimics both countings coincide and S = I.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from psiphi.model.body import Body
from psiphi.model.joint_kinds import JointKind
from psiphi.model.mimics import Follower, resolved_mimics

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Group:
    """All joints of one kind that have coordinates of their own, so that they are handled by one call.

    `bodies` (n,) lists the bodies they carry; `q` (n, nq) and `v` (n, nv) are their indices in q and v.
    """

    kind: JointKind
    bodies: Indices
    q: Indices
    v: Indices


@dataclass(frozen=True, eq=False)
class Coordinates:
    """Both countings of a model's coordinates, per body or per joint with coordinates of its own."""

    nq: int
    nv: int
    nq_tree: int
    nv_tree: int
    joint_names: tuple[str, ...]
    q_slices: dict[str, slice]
    v_slices: dict[str, slice]
    q_tree_slices: tuple[slice, ...]
    v_tree_slices: tuple[slice, ...]
    followers: dict[int, Follower]
    q_columns: Indices
    q_ratios: Array
    q_offsets: Array
    v_columns: Indices
    v_ratios: Array
    groups: tuple[Group, ...]


def coordinates_of(bodies: Sequence[Body]) -> Coordinates:
    """Number the coordinates of the joints in the order of the bodies."""
    followers = resolved_mimics(bodies)
    nq = nv = nq_tree = nv_tree = 0
    q_slices: dict[str, slice] = {}
    v_slices: dict[str, slice] = {}
    q_tree_slices: list[slice] = []
    v_tree_slices: list[slice] = []
    members: dict[JointKind, list[int]] = {}
    q_start: dict[int, int] = {}
    v_start: dict[int, int] = {}
    for index, body in enumerate(bodies):
        kind = body.joint.kind
        q_tree_slices.append(slice(nq_tree, nq_tree + kind.nq))
        v_tree_slices.append(slice(nv_tree, nv_tree + kind.nv))
        nq_tree += kind.nq
        nv_tree += kind.nv
        if kind.nv and index not in followers:
            q_slices[body.joint.name] = slice(nq, nq + kind.nq)
            v_slices[body.joint.name] = slice(nv, nv + kind.nv)
            q_start[index], v_start[index] = nq, nv
            members.setdefault(kind, []).append(index)
            nq += kind.nq
            nv += kind.nv

    q_ratios, q_offsets, v_ratios = np.ones(nq_tree), np.zeros(nq_tree), np.ones(nv_tree)
    q_own, v_own = np.ones(nq_tree, dtype=bool), np.ones(nv_tree, dtype=bool)
    for index, (_, ratio, offset) in followers.items():  # a follower has one coordinate
        q, v = q_tree_slices[index], v_tree_slices[index]
        q_ratios[q], q_offsets[q], v_ratios[v] = ratio, offset, ratio
        q_own[q], v_own[v] = False, False
    q_columns, v_columns = np.cumsum(q_own) - 1, np.cumsum(v_own) - 1
    for index, (leader, _, _) in followers.items():
        q_columns[q_tree_slices[index]], v_columns[v_tree_slices[index]] = q_start[leader], v_start[leader]

    groups = tuple(
        Group(
            kind,
            np.array(indices, dtype=np.intp),
            np.array([q_start[index] for index in indices])[:, None] + np.arange(kind.nq),
            np.array([v_start[index] for index in indices])[:, None] + np.arange(kind.nv),
        )
        for kind, indices in members.items()
    )
    return Coordinates(
        nq=nq,
        nv=nv,
        nq_tree=nq_tree,
        nv_tree=nv_tree,
        joint_names=tuple(q_slices),
        q_slices=q_slices,
        v_slices=v_slices,
        q_tree_slices=tuple(q_tree_slices),
        v_tree_slices=tuple(v_tree_slices),
        followers=followers,
        q_columns=q_columns,
        q_ratios=q_ratios,
        q_offsets=q_offsets,
        v_columns=v_columns,
        v_ratios=v_ratios,
        groups=groups,
    )
