"""Where the coordinates of each joint sit in q and v.

There are two countings. The *tree* coordinates hold every joint, mimics included, body by body. The
*independent* coordinates leave the mimic joints out: they are what users call q and v. One follows from
the other by

    q_tree = ratio ∘ q[column] + offset,    v_tree = S v,

each row of the coupling S having a single non-zero element. Without mimics both countings coincide and S = I.
In both countings the modal coordinates of a flexible body come after those of its joint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.model.body import Body
from psiphi.model.joints.kinds import MODE, JointKind
from psiphi.model.joints.mimics import Follower, resolved_mimics

if TYPE_CHECKING:
    from psiphi.model.model import Model

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


@frozen(eq=False)
class Group:
    """All joints of one kind that have coordinates of their own, so that they are handled by one call.

    `bodies` (n,) lists the bodies they carry; `q` (n, nq) and `v` (n, nv) are their indices in q and v.
    Modes of flexible bodies are a group too, of which `reach` (n,) tells how far random ones go.
    """

    kind: JointKind
    bodies: Indices
    q: Indices
    v: Indices
    reach: Array | None = None


@frozen(eq=False)
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
    q_modes: dict[str, slice]
    v_modes: dict[str, slice]
    q_tree_modes: tuple[slice, ...]
    v_tree_modes: tuple[slice, ...]
    followers: dict[int, Follower]
    q_columns: Indices
    q_ratios: Array
    q_offsets: Array
    v_columns: Indices
    v_ratios: Array
    groups: tuple[Group, ...]

    def owner(self, dof: int) -> str:
        """The joint that an element of v belongs to, or the flexible body."""
        places = (*self.v_slices.items(), *self.v_modes.items())
        return next(name for name, place in places if place.start <= dof < place.stop)

    def of_tree(self, q: Array) -> Array:
        """The coordinates of every joint, (..., nq) → (..., nq_tree)."""
        return self.q_ratios * q[..., self.q_columns] + self.q_offsets if self.followers else q

    def coupling(self) -> Array:
        """The matrix S, dense."""
        coupling = np.zeros((self.nv_tree, self.nv))
        coupling[np.arange(self.nv_tree), self.v_columns] = self.v_ratios
        coupling.setflags(write=False)
        return coupling


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
    q_modes: dict[str, slice] = {}
    v_modes: dict[str, slice] = {}
    q_tree_modes: list[slice] = []
    v_tree_modes: list[slice] = []
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
        modes = 0 if body.modes is None else body.modes.count
        q_tree_modes.append(slice(nq_tree, nq_tree + modes))
        v_tree_modes.append(slice(nv_tree, nv_tree + modes))
        if modes:
            q_modes[body.name], v_modes[body.name] = slice(nq, nq + modes), slice(nv, nv + modes)
        nq, nv, nq_tree, nv_tree = nq + modes, nv + modes, nq_tree + modes, nv_tree + modes

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
    if q_modes:
        groups += (_modes(bodies, q_modes, v_modes),)
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
        q_modes=q_modes,
        v_modes=v_modes,
        q_tree_modes=tuple(q_tree_modes),
        v_tree_modes=tuple(v_tree_modes),
        followers=followers,
        q_columns=q_columns,
        q_ratios=q_ratios,
        q_offsets=q_offsets,
        v_columns=v_columns,
        v_ratios=v_ratios,
        groups=groups,
    )


def own_slice(model: Model, name: str, slices: dict[str, slice], modes: dict[str, slice]) -> slice:
    """Where a joint with coordinates of its own, or a flexible body, has them among these slices."""
    if isinstance(name, str) and name in modes and name not in slices:
        return modes[name]
    mimic = model.joint(name).mimic
    if name in slices:
        return slices[name]
    reason = f"it mimics {mimic.joint!r}" if mimic else "it is fixed"
    raise InputError(f"joint {name!r} has no coordinates of its own: {reason}")


def modes_slice(model: Model, name: str, slices: dict[str, slice]) -> slice:
    """Where a flexible body has its modal coordinates among these slices."""
    model.body_index(name)
    if name not in slices:
        raise InputError(f"body {name!r} is rigid and has no modes: model.with_modes(...) gives it some")
    return slices[name]


def _modes(bodies: Sequence[Body], q: dict[str, slice], v: dict[str, slice]) -> Group:
    """All modes of all bodies as a group of plain coordinates."""
    flexible = [(index, body.name, body.modes) for index, body in enumerate(bodies) if body.modes is not None]
    return Group(
        MODE,
        np.concatenate([np.full(modes.count, index) for index, _, modes in flexible]),
        np.concatenate([np.arange(q[name].start, q[name].stop) for _, name, _ in flexible])[:, None],
        np.concatenate([np.arange(v[name].start, v[name].stop) for _, name, _ in flexible])[:, None],
        np.concatenate([modes.reach for _, _, modes in flexible]),
    )
