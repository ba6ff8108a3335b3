"""Loops: constraints that close a tree of bodies, as data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ModelError
from psiphi.frozen import frozen
from psiphi.model.joints.joint import Vector, unit_vector
from psiphi.model.names import unknown_name

Array = NDArray[np.float64]

PARALLEL_SLACK = 1e-6  # sine of the angle between two axes that must differ

Moving = Literal["distance", "universal", "plane"]


@frozen
class LoopKind:
    """One row of LOOP_KINDS.

    `size` counts the equations, `axes` the axes that say where they point. `moving` tells which of the three
    rows that move with the frame `second` is the last row of the loop, if any.
    """

    name: str
    size: int
    axes: int = 0
    moving: Moving | None = None


_TABLE = (
    LoopKind("weld", 6),
    LoopKind("hinge", 5, 1),
    LoopKind("slider", 5, 1),
    LoopKind("helical", 5, 1),
    LoopKind("cylinder", 4, 1),
    LoopKind("universal", 4, 2, "universal"),
    LoopKind("planar", 3, 1),
    LoopKind("point", 3),
    LoopKind("distance", 1, moving="distance"),
    LoopKind("point_contact", 3),
    LoopKind("soft_finger", 4, 1),
    LoopKind("line_contact", 5, 2),
    LoopKind("sliding_contact", 1, 1, "plane"),
    LoopKind("joint", 1),
)

LOOP_KINDS: dict[str, LoopKind] = {kind.name: kind for kind in _TABLE}
"""Every kind of loop by its name."""


@frozen
class Loop:
    """A constraint between two frames of the tree (one may be "world") or two joints, by their names.

    Between frames, the relative twist is held at zero in some directions d:

        d* V = 0,   V = V_first − Ad V_second   [angular; linear], in the axes and at the origin of `first`,

    so that the force which holds the loop acts on both bodies at one point. `axis` and `axis2` are brought to
    unit length; `axis` is in the axes of `first`.

        weld             6  the frames coincide
        hinge            5  the origins and the two `axis` coincide; `second` turns about it
        slider           5  as a weld, but for translation along `axis`
        helical          5  a screw: `second` turns about `axis` and moves along it, `pitch` metres per radian
        cylinder         4  both: translation along `axis` and rotation about it are free
        universal        4  the origins coincide, and `axis` of `first` and `axis2` of `second` keep the angle
                            that the two have as numbers
        planar           3  `second` slides in the plane normal to `axis`, and turns about `axis`
        point            3  the origins coincide
        distance         1  the origins are `length` apart
        point_contact    3  contact with friction: as a point
        soft_finger      4  contact with friction that does not spin about `axis`, the normal
        line_contact     5  contact with friction along a line: `second` only rolls about `axis2`, the line,
                            which is normal to `axis`, the normal
        sliding_contact  1  contact without friction: the origin of `second` stays in the plane through that
                            of `first` normal to `axis`
        joint            1  q_first = c₀ + c₁ x + c₂ x² + …, x = q_second, with c = `coefficients`, for joints
                            with one coordinate; an empty `second` means x = 0

    That a soft finger does not spin is a law for velocities alone (it is not integrable); all other kinds are
    laws for q. What a kind does not use is put to its default, so that equal loops compare equal.
    """

    name: str
    kind: str
    first: str
    second: str
    axis: Vector = (0.0, 0.0, 1.0)
    axis2: Vector = (1.0, 0.0, 0.0)
    coefficients: tuple[float, ...] = ()
    length: float | None = None
    pitch: float = 0.0

    def __init__(
        self,
        name: str,
        kind: str,
        first: str,
        second: str = "",
        *,
        axis: Sequence[float] = (0.0, 0.0, 1.0),
        axis2: Sequence[float] = (1.0, 0.0, 0.0),
        coefficients: Sequence[float] = (),
        length: float | None = None,
        pitch: float = 0.0,
    ) -> None:
        if kind not in LOOP_KINDS:
            raise ModelError(f"loop {name!r}: {unknown_name('kind of loop', kind, LOOP_KINDS)}")
        axes, where = LOOP_KINDS[kind].axes, f"loop {name!r}"
        store = object.__setattr__
        store(self, "name", name)
        store(self, "kind", kind)
        store(self, "first", first)
        store(self, "second", second)
        store(self, "axis", unit_vector(where, "axis", axis) if axes > 0 else (0.0, 0.0, 1.0))
        store(self, "axis2", unit_vector(where, "axis2", axis2) if axes > 1 else (1.0, 0.0, 0.0))
        store(self, "coefficients", _polynomial(where, coefficients) if kind == "joint" else ())
        store(self, "length", _positive(where, length) if kind == "distance" else None)
        store(self, "pitch", _finite(where, pitch) if kind == "helical" else 0.0)
        if axes > 1 and math.hypot(*np.cross(self.axis, self.axis2)) < PARALLEL_SLACK:
            raise ModelError(f"{where}: its two axes are parallel; give axes that differ")

    @property
    def size(self) -> int:
        """The number of equations."""
        return LOOP_KINDS[self.kind].size

    @property
    def moving(self) -> Moving | None:
        """Which row moves with `second` and is not among `directions`; it is the last row of its loop.

        With r the origin of `second` and R its rotation, both in `first`, it is

            distance   [0; r / |r|]
            universal  [axis × R axis2; 0] / |axis × axis2|
            plane      [r × axis; axis]
        """
        return LOOP_KINDS[self.kind].moving

    def directions(self) -> Array:
        """The constant directions, (m, 6), orthonormal rows [angular; linear] in the axes of `first`.

        m is the size of the loop, less one where a row is `moving`; couplings of joints have none.
        """
        axis = np.array(self.axis)
        across = _across(axis)
        none, all_three, along = np.zeros((0, 3)), np.eye(3), axis[None]
        if self.kind == "helical":
            screw = np.concatenate([self.pitch * axis, -axis]) / math.hypot(self.pitch, 1.0)
            still = np.zeros((2, 3))
            return np.vstack([np.hstack([across, still]), np.hstack([still, across]), screw])
        if self.kind == "line_contact":
            line = np.array(self.axis2) - (axis @ self.axis2) * axis
            along = np.array([axis, np.cross(axis, line / math.hypot(*line))])
        angular, linear = {
            "weld": (all_three, all_three),
            "hinge": (across, all_three),
            "slider": (all_three, across),
            "cylinder": (across, across),
            "universal": (none, all_three),
            "planar": (across, along),
            "point": (none, all_three),
            "point_contact": (none, all_three),
            "soft_finger": (along, all_three),
            "line_contact": (along, all_three),
        }.get(self.kind, (none, none))
        rows = np.zeros((len(angular) + len(linear), 6))
        rows[: len(angular), :3] = angular
        rows[len(angular) :, 3:] = linear
        return rows


def slices_of(loops: Sequence[Loop]) -> dict[str, slice]:
    """Where the equations of each loop, by name, sit among those of all."""
    ends = accumulate(loop.size for loop in loops)
    return {loop.name: slice(end - loop.size, end) for loop, end in zip(loops, ends, strict=True)}


def _across(axis: Array) -> Array:
    """Two directions, (2, 3), that make a right-handed frame with the axis; for z they are x and y."""
    start = np.eye(3)[(np.abs(axis).argmax() + 1) % 3]
    rows = np.empty((2, 3))
    rows[0] = start - (start @ axis) * axis
    rows[0] /= math.hypot(*rows[0])
    rows[1] = np.cross(axis, rows[0])
    return rows


def _polynomial(where: str, coefficients: Sequence[float]) -> tuple[float, ...]:
    try:
        numbers = tuple(map(float, coefficients))
    except (TypeError, ValueError):
        raise ModelError(f"{where}: coefficients {coefficients!r} are not a sequence of numbers") from None
    if not all(map(math.isfinite, numbers)):
        shown = ", ".join(f"{number:g}" for number in numbers)
        raise ModelError(f"{where}: coefficients ({shown}) are not finite; give finite numbers")
    return numbers


def _finite(where: str, pitch: float) -> float:
    if not isinstance(pitch, (int, float, np.number)) or not math.isfinite(pitch):
        raise ModelError(f"{where}: pitch {pitch!r} is no pitch; give metres per radian")
    return float(pitch)


def _positive(where: str, length: float | None) -> float:
    if not isinstance(length, (int, float, np.number)) or not 0.0 < length < math.inf:
        raise ModelError(
            f"{where}: length {length!r} is no distance; give the metres, more than 0, between the origins"
        )
    return float(length)
