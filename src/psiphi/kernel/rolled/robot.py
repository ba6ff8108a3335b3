"""A robot as the tables that loops over its bodies need: a row of numbers for each body, made in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.rolled.frames import (
    NO_TURN,
    WITHOUT_AXIS,
    Frames,
    about_z,
    angle_of,
    frames_of,
    lever_and_slide,
    snapped,
    zxz,
)
from psiphi.kernel.rolled.links import FRAME_WIDTH, INERTIA, LINK_WIDTH, PLACES
from psiphi.kernel.rolled.regrouping import regrouped_inertias
from psiphi.model.model import Model
from psiphi.recursion.bodies.links import TURNING
from psiphi.recursion.frames.regrouping import TURNING_ABOUT_Z
from psiphi.recursion.numbers.vectors import UPPER, Vector
from psiphi.spatial.quaternion import rotation_to_quaternion

Array = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
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
    model = model.merged()
    working = frames_of(model, canonical=canonical)
    coordinates = model.coordinates
    q_tree = np.array([place.start for place in coordinates.q_tree_slices], np.int64)
    v_tree = np.array([place.start for place in coordinates.v_tree_slices], np.int64)
    rows = np.zeros((len(working.parents), LINK_WIDTH))
    _fill_placements(rows, working)
    rows[:, PLACES["boundary"]] = _flat(working.outer @ about_z(working.turns))
    rows[:, PLACES["pitch"]] = np.array([[body.joint.pitch] for body in model.bodies])
    rows[:, PLACES["rotor"]] = np.array([[body.joint.rotor.reflected_inertia] for body in model.bodies])
    rows[:, PLACES["q"]] = np.stack([coordinates.q_ratios[q_tree], coordinates.q_offsets[q_tree]], axis=1)
    rows[:, PLACES["v"]] = coordinates.v_ratios[v_tree, None]
    mass, moment, second = working.inertias
    entries = [second[:, i, j] for i, j in UPPER]
    rows[:, INERTIA] = _snapped_inertias(np.column_stack([mass, moment, *entries]))
    if regrouped:
        kept = regrouped_inertias(working.kinds, working.parents, rows)
        upright = _upright(working, rows)
        kept[upright, 4], kept[upright, 5], kept[upright, 7] = 0.0, 0.0, kept[upright, 4] + kept[upright, 7]
        rows[:, INERTIA] = _snapped_inertias(kept)
    seats, bodies = _frame_rows(model, working, frames)
    return RolledRobot(
        kinds=np.where(working.kinds == "continuous", "revolute", working.kinds),
        parents=working.parents,
        rows=rows,
        frames=seats,
        frame_bodies=bodies,
        q_starts=coordinates.q_columns[q_tree],
        v_starts=coordinates.v_columns[v_tree],
        joint_starts=v_tree,
        nv=model.nv,
        nv_tree=model.nv_tree,
        gravity=model.gravity,
    )


def _fill_placements(rows: Array, working: Frames) -> None:
    """Where the joints sit: as psiphi.recursion.bodies.links.link_of has it."""
    rotation, position, size = working.placements
    without_axis = working.of_kind(WITHOUT_AXIS)
    universal = working.of_kind(("universal",))
    has_slide = ~(without_axis | universal)
    lever, slide = lever_and_slide(position, rotation[:, :, 2], size)
    rows[:, PLACES["lever"]] = np.where(has_slide[:, None], lever, snapped(position, size))
    rows[:, PLACES["slide"]] = np.where(has_slide, slide, 0.0)[:, None]

    before, tilt, after = zxz(rotation)
    # At a root all turns before the joint's act on constants, the gravity vector, and cost nothing.
    absorbed = (working.parents >= 0) & (working.of_kind(TURNING) | universal)
    turns = (("before", before), ("tilt", tilt), ("after", np.where(absorbed[:, None], NO_TURN, after)))
    for name, angle in turns:
        rows[:, PLACES[name]] = np.where(without_axis[:, None], NO_TURN, angle)
    rows[:, PLACES["angles"].start] = np.where(absorbed, angle_of(after), 0.0)
    rows[:, PLACES["angles"].start + 1] = np.where(universal, angle_of(working.turns), 0.0)
    rows[:, PLACES["hinge"]] = working.hinges

    axes = _snapped_rotation(rotation[without_axis])
    rows[without_axis, PLACES["rotation"]] = _flat(axes)
    rows[without_axis, PLACES["orientation"]] = rotation_to_quaternion(axes)


def _upright(working: Frames, rows: Array) -> NDArray[np.bool_]:
    """Whether bodies turn about their own z alone: as psiphi.recursion.frames.regrouping has it."""
    turning: list[bool] = working.of_kind(TURNING_ABOUT_Z).tolist()
    sliding: list[bool] = working.of_kind(("prismatic",)).tolist()
    keeps_z: list[bool] = (np.abs(rows[:, PLACES["tilt"].start]) == 1.0).tolist()
    parents: list[int] = working.parents.tolist()
    still: list[bool] = []
    upright: list[bool] = []
    for k, parent in enumerate(parents):
        on_still = parent < 0 or still[parent]
        on_upright = parent >= 0 and upright[parent] and keeps_z[k]
        still.append(sliding[k] and on_still)
        upright.append((turning[k] and (on_still or on_upright)) or (sliding[k] and on_upright))
    return np.array(upright, bool)


def _frame_rows(model: Model, working: Frames, names: Sequence[str]) -> tuple[Array, Indices]:
    """Frames as seen from the working frames of their bodies."""
    found = [model.frame(name) for name in names]
    bodies = np.array([frame.body for frame in found], np.int64).reshape(-1)
    rotation = np.array([frame.pose.rotation for frame in found]).reshape(-1, 3, 3)
    position = np.array([frame.pose.position for frame in found]).reshape(-1, 3)
    on_body = bodies >= 0
    back = np.broadcast_to(np.eye(3), rotation.shape).copy()
    slide = np.zeros(len(bodies))
    if on_body.any():
        at = bodies[on_body]
        back[on_body] = np.swapaxes(working.outer[at] @ about_z(working.turns[at]), 1, 2)
        slide[on_body] = working.slides[at]
    moved = (back @ position[:, :, None])[:, :, 0]
    moved[:, 2] -= slide
    size = np.maximum(np.abs(position).max(axis=1, initial=0.0), np.abs(slide))
    rows = np.concatenate([snapped(moved, size), _flat(_snapped_rotation(back @ rotation))], axis=1)
    return rows.reshape(-1, FRAME_WIDTH), bodies


def _snapped_rotation(rotation: Array) -> Array:
    """Rotations with axes within rounding of coordinate axes put there."""
    rows = rotation.reshape(-1, 3)
    rows = snapped(rows, np.ones(len(rows)))
    along = (rows != 0.0).sum(axis=1) == 1
    rows[along] = np.sign(rows[along])
    return rows.reshape(-1, 3, 3)


def _snapped_inertias(inertias: Array) -> Array:
    """Inertias without what rounding left of zeros."""
    mass, moment, second = inertias[:, :1], inertias[:, 1:4], inertias[:, 4:]
    largest = [np.abs(part).max(axis=1, initial=0.0) for part in (moment, second)]
    return np.concatenate([mass, snapped(moment, largest[0]), snapped(second, largest[1])], axis=1)


def _flat(matrices: Array) -> Array:
    return matrices.reshape(-1, 9)
