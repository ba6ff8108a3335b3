"""Frames after Denavit and Hartenberg, on trees: constants vanish, the joint-space dynamics stay.

A joint about z cannot tell where along z the origin of its body's frame sits, nor how the frame is turned
about z, but for the zero of its angle. Both freedoms are spent on the joints that the body carries:

* x along the common normal of its own axis and the next one, so that R_x(α) alone leads there;
* the origin at the foot of that normal, so that the lever has one component;
* without a next joint, x toward the centre of mass, and the origin where the lever is shortest to write.

Where a body carries several joints they compete, and what saves most is chosen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from psiphi.model.model import Model
from psiphi.recursion.bodies.links import TURNING
from psiphi.recursion.frames.placement import (
    NO_TURN,
    ROUNDING,
    WELL_ACROSS,
    CosSin,
    Z,
    cos_sin,
    lever_and_slide,
    nearer_to_zero,
    nonzero,
    snapped_vector,
    zxz,
)
from psiphi.recursion.frames.turns import PlaneTurn
from psiphi.recursion.frames.working_frames import (
    NO_GAUGE,
    ONE_AXIS,
    AlignedFrames,
    Gauge,
    gauged_placement,
)
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.vectors import transpose

TURNABLE = TURNING | {"prismatic", "universal"}
SLIDABLE = ONE_AXIS

# What a constant costs, in operations on the five vectors that inverse dynamics carries over each joint.
TURN_COST = 30
LENGTH_COST = 10
OFFSET_COST = 1

COMPETITORS = 4
"""Of a body that carries more joints than this, only so many have a say."""


def canonical_gauges(model: Model, aligned: AlignedFrames, inertias: Sequence[RigidInertia]) -> list[Gauge]:
    """The turn and slide of each body's frame, from the tips to the roots."""
    choice = _Choice(model, aligned, inertias)
    for k in reversed(range(len(inertias))):
        choice.choose(k)
    for k in range(len(inertias)):
        choice.slide_tip(k)
    return choice.gauges


class _Choice:
    """The gauges chosen so far; those of bodies nearer to the roots are still neutral."""

    def __init__(self, model: Model, aligned: AlignedFrames, inertias: Sequence[RigidInertia]) -> None:
        self.parents, self.children = model.parents, model.children
        self.kinds = [body.joint.kind.name for body in model.bodies]
        self.aligned, self.inertias = aligned, inertias
        self._bends = [body.modes is not None for body in model.bodies]
        self.gauges = [NO_GAUGE] * len(self.kinds)

    def choose(self, k: int) -> None:
        """The cheapest gauge of a body; the first of several that are."""
        candidates = [self._allowed(k, turn, slide) for turn, slide in self._candidates(k)]
        best, least = NO_GAUGE, math.inf
        for gauge in dict.fromkeys(candidates):
            self.gauges[k] = gauge
            cost = self._own_cost(k) + sum(self._placement_cost(child) for child in self.children[k])
            if cost < least:
                best, least = gauge, cost
        self.gauges[k] = best

    def slide_tip(self, k: int) -> None:
        """A tip that turns about z may have its origin anywhere on the axis: where its lever is simplest."""
        if self._is_tip(k):
            place = gauged_placement(self.parents, self.aligned, self.gauges, k)
            axis = transpose(place.rotation)[2]
            _, slide = lever_and_slide(place.position, axis, place.size, slide_cost=0)
            self.gauges[k] = Gauge(self.gauges[k].turn, -slide)

    def _is_tip(self, k: int) -> bool:
        bends = self._bends[k] or (self.parents[k] >= 0 and self._bends[self.parents[k]])
        return not self.children[k] and self.kinds[k] in TURNING and not bends

    def _allowed(self, k: int, turn: CosSin, slide: float) -> Gauge:
        """Modes are simplest in the body's own axes, and what sits on their nodes with its origin there."""
        on_node = self.parents[k] >= 0 and self._bends[self.parents[k]]
        return Gauge(
            turn if self.kinds[k] in TURNABLE and not self._bends[k] else NO_TURN,
            slide if self.kinds[k] in SLIDABLE and not self._bends[k] and not on_node else 0.0,
        )

    def _candidates(self, k: int) -> Iterator[tuple[CosSin, float]]:
        if self.kinds[k] not in TURNABLE | SLIDABLE:
            return
        wishes = [self._wish(child) for child in self.children[k][:COMPETITORS]] or [self._tip_wish(k)]
        turns, slides = zip(*wishes, strict=True)
        if self.kinds[k] == "prismatic":  # a slide has no turn of its own that could take up a constant one
            cosine, sine = zxz(self.aligned.rotations[k])[2]
            turns = (nearer_to_zero((cosine, -sine)), *turns)
        for turn in (*turns, NO_TURN):
            for slide in (*slides, 0.0):
                yield turn, slide

    def _wish(self, child: int) -> tuple[CosSin, float]:
        """The turn and slide of the parent's frame that suit a joint best."""
        x, y, height = self.aligned.positions[child]
        kind = self.kinds[child]
        if kind in ("spherical", "free"):
            return _direction(x, y, height), height
        a, b, c = transpose(self.aligned.rotations[child])[2]
        across = math.hypot(a, b)
        if across >= WELL_ACROSS:
            foot = -(x * a + y * b) / across**2
            return _direction(-b, a, c), height + foot * c
        return _direction(x, y, height), height + self.gauges[child].slide * c

    def _tip_wish(self, k: int) -> tuple[CosSin, float]:
        """The turn that brings the centre of mass above x, and for a slide also its height to zero."""
        mass, (x, y, z) = self.inertias[k].mass, self.inertias[k].moment
        return _direction(x, y, z), z / mass if mass > 0.0 and self.kinds[k] == "prismatic" else 0.0

    def _own_cost(self, k: int) -> int:
        cost = 0
        if not self.children[k]:
            turn, slide = self.gauges[k]
            moment = self.inertias[k].shifted((0.0, 0.0, -slide)).moment
            x, y, z = PlaneTurn(Z, *turn).inverse.rotate(moment)
            x, y, z = snapped_vector((x, y, z), max(map(abs, moment)))
            cost += LENGTH_COST * ((y != 0.0) + (z != 0.0 and self.kinds[k] == "prismatic"))
        if self.kinds[k] == "prismatic":
            cost += self._placement_cost(k)
        return cost

    def _placement_cost(self, k: int) -> int:
        """What the constants between a body and its parent cost with the present gauges."""
        place = gauged_placement(self.parents, self.aligned, self.gauges, k)
        kind, size = self.kinds[k], place.size
        if kind in ("spherical", "free"):
            return LENGTH_COST * nonzero(snapped_vector(place.position, size))
        before, _, after = zxz(place.rotation)
        cost = TURN_COST * (0.0 not in before)
        if 0.0 not in after:
            cost += TURN_COST if kind in ("prismatic", "planar") else OFFSET_COST
        if kind == "universal":
            return cost + LENGTH_COST * nonzero(snapped_vector(place.position, size))
        slide_cost = 0 if self._is_tip(k) or kind == "prismatic" else 1
        axis = transpose(place.rotation)[2]
        lever, slide = lever_and_slide(place.position, axis, size, slide_cost)
        return cost + LENGTH_COST * (nonzero(lever) + slide_cost * (slide != 0.0))


def _direction(x: float, y: float, z: float) -> CosSin:
    """The direction of (x, y) or its opposite, whichever is nearer to x; none of a vector along z."""
    if math.hypot(x, y) <= ROUNDING * abs(z):
        return NO_TURN
    return nearer_to_zero(cos_sin(x, y))
