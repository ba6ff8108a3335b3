"""Working frames of very many bodies at once.

The frames are those of working_frames.py and canonical.py in recursion/frames, found in arrays of all bodies
instead of body by body, and with one simplification: a frame suits the first joint that its body carries,
where canonical.py weighs all of them. Angles are arrays (..., 2) of their cosine and sine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from psiphi.model.model import Model
from psiphi.recursion.bodies.links import TURNING
from psiphi.recursion.frames.canonical import SLIDABLE, TURNABLE
from psiphi.recursion.frames.placement import ROUNDING, WELL_ACROSS
from psiphi.recursion.frames.working_frames import aligned_frames, aligned_inertias

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

WITHOUT_AXIS = ("spherical", "free")
NO_TURN = np.array([1.0, 0.0])


@dataclass(frozen=True, eq=False)
class Frames:
    """The aligned frames of all bodies, and the turn and slide of each working frame in them.

    rotations, positions   (N, 3, 3), (N, 3) where joints sit with all frames aligned
    outer                  (N, 3, 3) the axes of aligned frames in body frames
    hinges                 (N, 2) the angle between the axes of universal joints, zeros for others
    mass, moment, second   (N,), (N, 3), (N, 3, 3) inertias in aligned frames
    turns, slides          (N, 2), (N,) of the working frames
    """

    kinds: NDArray[np.str_]
    parents: NDArray[np.int64]
    rotations: Array
    positions: Array
    outer: Array
    hinges: Array
    mass: Array
    moment: Array
    second: Array
    turns: Array
    slides: Array

    def of_kind(self, kinds: Sequence[str] | frozenset[str]) -> Mask:
        """(N,) whether a joint is of one of the kinds."""
        return np.isin(self.kinds, list(kinds))

    @cached_property
    def placements(self) -> tuple[Array, Array, Array]:
        """R and p of the joints in the working frames of their parents, and the size p was computed from."""
        is_root = self.parents < 0
        below_turn = np.where(is_root[:, None], NO_TURN, self.turns[self.parents])
        below_slide = np.where(is_root, 0.0, self.slides[self.parents])
        lengths = np.concatenate([self.positions, self.slides[:, None], below_slide[:, None]], axis=1)
        position = self.positions + self.slides[:, None] * self.rotations[:, :, 2]
        position[:, 2] -= below_slide
        # The frame of a universal joint turns after the hinge: that is part of its second angle.
        own_turn = np.where(self.of_kind(("universal",))[:, None], NO_TURN, self.turns)
        back = np.swapaxes(about_z(below_turn), 1, 2)
        rotation = back @ self.rotations @ about_z(own_turn)
        return rotation, (back @ position[:, :, None])[:, :, 0], np.abs(lengths).max(axis=1, initial=0.0)

    @cached_property
    def inertias(self) -> tuple[Array, Array, Array]:
        """Mass, first and second moments in the working frames."""
        lever = np.zeros((len(self.parents), 3))
        lever[:, 2] = -self.slides
        moment = self.moment + self.mass[:, None] * lever
        second = (
            self.second + self.moment[:, :, None] * lever[:, None, :] + lever[:, :, None] * moment[:, None, :]
        )
        back = np.swapaxes(about_z(self.turns), 1, 2)
        return self.mass, (back @ moment[:, :, None])[:, :, 0], back @ second @ about_z(self.turns)


def frames_of(model: Model, *, canonical: bool) -> Frames:
    """The working frames of a model without fixed joints."""
    aligned = aligned_frames(model)
    inertias = aligned_inertias(model, aligned)
    count = len(inertias)
    frames = Frames(
        kinds=np.array([body.joint.kind.name for body in model.bodies]).reshape(count),
        parents=np.array(model.parents, np.int64).reshape(count),
        rotations=np.array(aligned.rotations).reshape(count, 3, 3),
        positions=np.array(aligned.positions).reshape(count, 3),
        outer=np.array(aligned.outer).reshape(count, 3, 3),
        hinges=np.array([hinge or (0.0, 0.0) for hinge in aligned.hinges]).reshape(count, 2),
        mass=np.array([inertia.mass for inertia in inertias]).reshape(count),
        moment=np.array([inertia.moment for inertia in inertias]).reshape(count, 3),
        second=np.array([inertia.second for inertia in inertias]).reshape(count, 3, 3),
        turns=np.tile(NO_TURN, (count, 1)),
        slides=np.zeros(count),
    )
    return _gauged(frames) if canonical and count else frames


def _gauged(frames: Frames) -> Frames:
    """Frames turned and slid to suit the first joint on each body; those of tips suit their own inertias."""
    count = len(frames.parents)
    first_child = np.full(count + 1, count)
    np.minimum.at(first_child, frames.parents, np.arange(count))
    child = first_child[:-1]
    is_tip = child == count
    turn_wish, slide_wish = _wishes(frames)
    own_turn, own_slide = _tip_wishes(frames)
    child = np.where(is_tip, 0, child)
    turns = np.where(is_tip[:, None], own_turn, turn_wish[child])
    slides = np.where(is_tip, own_slide, slide_wish[child])
    turns[~frames.of_kind(TURNABLE)] = NO_TURN
    slides[~frames.of_kind(SLIDABLE)] = 0.0
    _slide_with_parallel_axes(frames, child, is_tip, slides)
    gauged = _with_gauges(frames, turns, slides)
    # A tip that turns about z may have its origin anywhere on the axis: where its lever is simplest.
    rotation, position, size = gauged.placements
    _, along = lever_and_slide(position, rotation[:, :, 2], size, slide_cost=0)
    slides = np.where(is_tip & frames.of_kind(TURNING), -along, slides)
    return _with_gauges(frames, turns, slides)


def _wishes(frames: Frames) -> tuple[Array, Array]:
    """The turn and slide of the parent's frame that suit each joint best: those of the common normal."""
    x, y, height = frames.positions.T
    a, b, c = frames.rotations[:, :, 2].T
    across = np.hypot(a, b)
    is_well_across = (across >= WELL_ACROSS) & ~frames.of_kind(WITHOUT_AXIS)
    turn = np.where(is_well_across[:, None], _direction(-b, a, c), _direction(x, y, height))
    foot = -(x * a + y * b) / np.where(is_well_across, across, 1.0) ** 2
    return turn, height + np.where(is_well_across, foot * c, 0.0)


def _tip_wishes(frames: Frames) -> tuple[Array, Array]:
    """The turn that brings the centre of mass above x; for a slide, what removes constants of its own."""
    slides_along_z = frames.of_kind(("prismatic",))
    _, _, after = zxz(frames.rotations)
    undone = _nearer_to_zero(after * np.array([1.0, -1.0]))
    turn = np.where(slides_along_z[:, None], undone, _direction(*frames.moment.T))
    has_mass = frames.mass > 0.0
    height = frames.moment[:, 2] / np.where(has_mass, frames.mass, 1.0)
    return turn, np.where(slides_along_z & has_mass, height, 0.0)


def _slide_with_parallel_axes(frames: Frames, child: NDArray[np.int64], is_tip: Mask, slides: Array) -> None:
    """Where the next axis is parallel, the origin goes to the height of the next one, wherever that is."""
    c = frames.rotations[child, 2, 2]
    across = np.hypot(*frames.rotations[child, :2, 2].T)
    has_axis = ~frames.of_kind(WITHOUT_AXIS)[child]
    follows = ~is_tip & has_axis & (across < WELL_ACROSS) & frames.of_kind(SLIDABLE)
    for k in np.flatnonzero(follows)[::-1].tolist():
        slides[k] = frames.positions[child[k], 2] + slides[child[k]] * c[k]


def _with_gauges(frames: Frames, turns: Array, slides: Array) -> Frames:
    return Frames(
        frames.kinds,
        frames.parents,
        frames.rotations,
        frames.positions,
        frames.outer,
        frames.hinges,
        frames.mass,
        frames.moment,
        frames.second,
        turns,
        slides,
    )


# Angles and lengths in arrays


def about_z(angle: Array) -> Array:
    """(..., 2) → (..., 3, 3): R_z."""
    cosine, sine = angle[..., 0], angle[..., 1]
    rotation = np.zeros((*angle.shape[:-1], 3, 3))
    rotation[..., 0, 0] = rotation[..., 1, 1] = cosine
    rotation[..., 1, 0], rotation[..., 0, 1] = sine, -sine
    rotation[..., 2, 2] = 1.0
    return rotation


def zxz(rotation: Array) -> tuple[Array, Array, Array]:
    """b, α, c of R = R_z(b) R_x(α) R_z(c), as psiphi.recursion.frames.placement.zxz."""
    x, y, z = rotation[..., 0, 2], rotation[..., 1, 2], rotation[..., 2, 2]
    b = np.where((np.hypot(x, y) <= ROUNDING)[..., None], NO_TURN, _nearer_to_zero(_cos_sin(-y, x)))
    cosine, sine = b[..., 0], b[..., 1]
    top = cosine[..., None] * rotation[..., 0, :] + sine[..., None] * rotation[..., 1, :]
    return b, _cos_sin(z, sine * x - cosine * y), _cos_sin(top[..., 0], -top[..., 1])


def angle_of(turn: Array) -> Array:
    """The angle in radians; right angles exactly as rolled_links has them, from 0 to 3π/2."""
    angle = np.arctan2(turn[..., 1], turn[..., 0])
    return np.where((turn[..., 0] == 0.0) & (angle < 0.0), 1.5 * np.pi, angle)


def lever_and_slide(position: Array, axis: Array, size: Array, slide_cost: int = 1) -> tuple[Array, Array]:
    """p = lever + slide · axis, as psiphi.recursion.frames.placement.lever_and_slide."""
    lever, slide = snapped(position, size), np.zeros(len(position))
    fewest = _count(lever)
    for i in range(3):
        possible = (np.abs(axis[:, i]) >= WELL_ACROSS) & (lever[:, i] != 0.0)
        along = position[:, i] / np.where(possible, axis[:, i], 1.0)
        rest = position - along[:, None] * axis
        rest[:, i] = 0.0
        rest = snapped(rest, size)
        numbers = _count(rest)
        better = possible & (slide_cost + numbers < fewest + (numbers == 0))
        lever = np.where(better[:, None], rest, lever)
        slide = np.where(better, along, slide)
        fewest = np.where(better, slide_cost + numbers, fewest)
    return lever, slide


def _count(vectors: Array) -> NDArray[np.int64]:
    return (vectors != 0.0).sum(axis=1)


def snapped(x: Array, size: Array) -> Array:
    """Rows of numbers with those put to zero that are rounding of numbers of a size."""
    return np.where(np.abs(x) <= ROUNDING * size[:, None], 0.0, x)


def _direction(x: Array, y: Array, z: Array) -> Array:
    """The direction of (x, y) or its opposite, whichever is nearer to x; none of a vector along z."""
    vanishes = np.hypot(x, y) <= ROUNDING * np.abs(z)
    return np.where(vanishes[:, None], NO_TURN, _nearer_to_zero(_cos_sin(x, y)))


def _cos_sin(cosine: Array, sine: Array) -> Array:
    length = np.hypot(cosine, sine)
    length = np.where(length == 0.0, 1.0, length)
    is_flat, is_upright = np.abs(sine) <= ROUNDING * length, np.abs(cosine) <= ROUNDING * length
    c = np.where(is_flat, np.copysign(1.0, cosine), np.where(is_upright, 0.0, cosine / length))
    s = np.where(is_flat, 0.0, np.where(is_upright, np.copysign(1.0, sine), sine / length))
    return np.stack([c, s], axis=-1)


def _nearer_to_zero(angle: Array) -> Array:
    cosine, sine = angle[..., 0], angle[..., 1]
    opposite = (cosine < 0.0) | ((cosine == 0.0) & (sine == -1.0))
    return np.where(opposite[..., None], -angle + 0.0, angle)
