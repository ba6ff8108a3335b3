"""A robot as the tables that loops over its bodies need: a row of numbers for each body."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.kernel.rolled.links import FRAME_WIDTH, LINK_WIDTH, PLACES, frame_row, link_row
from psiphi.model.model import Model
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.vectors import Vector

Array = NDArray[np.float64]
Indices = NDArray[np.int64]


@frozen(eq=False)
class RolledRobot:
    """The bodies of a robot without fixed joints, parents before children.

    rows                     (N, LINK_WIDTH) the numbers of each link
    frames, frame_bodies     (F, FRAME_WIDTH), (F,) the chosen frames and their bodies, −1 for the world
    q_starts, v_starts       (N,) where the coordinates and rates of each joint start in q and v
    joint_starts             (N,) where its rates start in vectors of all joints, mimics included
    """

    kinds: NDArray[np.str_]
    parents: Indices
    rows: Array
    frames: Array
    frame_bodies: Indices
    q_starts: Indices
    v_starts: Indices
    joint_starts: Indices
    nv: int
    nv_tree: int
    gravity: Vector

    def __len__(self) -> int:
        return len(self.parents)


@lru_cache(maxsize=4)
def rolled_robot(
    model: Model, *, canonical: bool = False, regrouped: bool = False, frames: tuple[str, ...] = ()
) -> RolledRobot:
    """The tables of a model; the options are those of psiphi.recursion.bodies.mechanism.Mechanism."""
    mechanism = Mechanism.from_model(model, canonical=canonical, regrouped=regrouped, frames=frames)
    links = mechanism.links
    # Joints of several degrees of freedom follow no others: what holds for one coordinate holds for all.
    q = np.array([mechanism.q_expansion[link.q[0]] for link in links]).reshape(-1, 3)
    v = np.array([mechanism.v_expansion[link.v[0]] for link in links]).reshape(-1, 2)
    rows = np.array([link_row(link) for link in links]).reshape(-1, LINK_WIDTH)
    rows[:, PLACES["q"]], rows[:, PLACES["v"]] = q[:, 1:], v[:, 1:]
    seats = np.array([frame_row(seat) for seat in mechanism.frames]).reshape(-1, FRAME_WIDTH)
    kinds = ["revolute" if link.kind == "continuous" else link.kind for link in links]
    return RolledRobot(
        kinds=np.array(kinds, np.str_),
        parents=np.array(mechanism.parents, np.int64),
        rows=rows,
        frames=seats,
        frame_bodies=np.array([seat.body for seat in mechanism.frames], np.int64),
        q_starts=q[:, 0].astype(np.int64),
        v_starts=v[:, 0].astype(np.int64),
        joint_starts=np.array([link.v[0] for link in links], np.int64),
        nv=mechanism.nv,
        nv_tree=mechanism.nv_tree,
        gravity=mechanism.gravity,
    )
