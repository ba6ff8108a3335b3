"""Links from rows of numbers: a loop over bodies reads from a table what unrolled code has built in.

A row has the same places for every kind of joint; what a kind does not have is zero. Numbers that make code
cheaper when they are known, 0, ±1 and right angles, are *structural*: a class of bodies that all have
the same one at the same place has it in its code, and the rest in its table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain

import numpy as np

from psiphi.recursion.bodies.links import FrameSeat, Link
from psiphi.recursion.frames.placement import NO_TURN, Angle, CosSin, X, Z
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.frames.turns import MatrixTurn, PlaneTurn, Turn
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import IDENTITY, UPPER, Vector, symmetric
from psiphi.spatial.quaternion import rotation_to_quaternion

_WIDTHS = {
    "lever": 3,
    "before": 2,  # cosine and sine of R_z(b), R_x(tilt), R_z(after): the turns of a joint with an axis
    "tilt": 2,
    "after": 2,
    "slide": 1,
    "angles": 2,
    "hinge": 2,
    "rotation": 9,  # the turns of a joint without an axis
    "orientation": 4,
    "pitch": 1,
    "mass": 1,
    "moment": 3,
    "second": 6,
    "rotor": 1,
    "q": 2,  # ratio and offset of a coordinate that follows another one
    "v": 1,
    "boundary": 9,
}
PLACES: dict[str, slice] = {}
for _name, _width in _WIDTHS.items():
    _start = sum(place.stop - place.start for place in PLACES.values())
    PLACES[_name] = slice(_start, _start + _width)

INERTIA = slice(PLACES["mass"].start, PLACES["second"].stop)
LINK_WIDTH = sum(_WIDTHS.values())
FRAME_WIDTH = 12

QUARTERS = tuple(math.pi / 2 * n for n in range(4))
STRUCTURAL = (0.0, 1.0, -1.0, *QUARTERS[1:])
"""Numbers that are worth knowing; the last ones only occur as angles."""

_WITHOUT_AXIS = ("spherical", "free")
_IDENTITY = tuple(x for row in IDENTITY for x in row)


def link_row(link: Link) -> list[float]:
    """The numbers of a link; those of the coordinates that it follows are left open."""
    row = [0.0] * LINK_WIDTH
    rotation = Transform(turns=link.turns).rotation

    def put(name: str, *numbers: Number) -> None:
        place = PLACES[name]
        row[place.start : place.start + len(numbers)] = numbers

    put("lever", *link.lever)
    for name, turn in zip(("before", "tilt", "after"), _plane_turns(link), strict=True):
        put(name, *turn)
    if link.kind in _WITHOUT_AXIS:
        put("rotation", *chain(*rotation))
        put("orientation", *rotation_to_quaternion(np.array(rotation)).tolist())
    put("slide", link.slide)
    put("angles", *(QUARTERS[angle.quarters] or angle.offset for angle in link.angles))
    if link.hinge is not None:
        put("hinge", link.hinge.cosine, link.hinge.sine)
    put("pitch", link.pitch)
    put("mass", *inertia_numbers(link.inertia))
    put("rotor", link.rotor)
    put("boundary", *chain(*link.boundary.rotation))
    return row


def _plane_turns(link: Link) -> tuple[CosSin, CosSin, CosSin]:
    """b, α and c of R = R_z(b) R_x(α) R_z(c); without α there is no b."""
    found = [NO_TURN, NO_TURN, NO_TURN]
    if link.kind not in _WITHOUT_AXIS:
        turns = [turn for turn in link.turns if isinstance(turn, PlaneTurn)]
        tilt = next((i for i, turn in enumerate(turns) if turn.axis == X), 0)
        for place, turn in enumerate(turns):
            found[1 if turn.axis == X else 0 if place < tilt else 2] = turn.cosine, turn.sine
    return found[0], found[1], found[2]


def frame_row(seat: FrameSeat) -> list[float]:
    """The numbers of a frame."""
    return [*seat.transform.lever, *chain(*seat.transform.rotation)]


def link_from(row: Sequence[Number], kind: str, parent: int, coordinates: int, rates: int) -> Link:
    """The link with these numbers, of any type, and its own coordinates and rates numbered from zero."""
    turns, orientation = _turns(row, kind)
    return Link(
        name="",
        parent=parent,
        children=(),
        kind=kind,
        lever=_vector(row, "lever"),
        turns=turns,
        slide=row[PLACES["slide"].start],
        angles=tuple(_angle(x) for x in row[PLACES["angles"]]),
        hinge=PlaneTurn(X, *row[PLACES["hinge"]]),
        orientation=orientation,
        pitch=row[PLACES["pitch"].start],
        inertia=inertia_from(row[INERTIA]),
        rotor=row[PLACES["rotor"].start],
        q=tuple(range(coordinates)),
        v=tuple(range(rates)),
        boundary=Transform(turns=_matrix_turns(row[PLACES["boundary"]])),
    )


def inertia_from(numbers: Sequence[Number]) -> RigidInertia:
    """The inertia with this mass, first moments, and upper triangle of second moments."""
    mass, x, y, z, *second = numbers
    return RigidInertia(mass, (x, y, z), symmetric(*second))


def inertia_numbers(inertia: RigidInertia) -> tuple[Number, ...]:
    """The ten numbers of an inertia."""
    return inertia.mass, *inertia.moment, *(inertia.second[i][j] for i, j in UPPER)


def expansion_from(row: Sequence[Number]) -> tuple[Number, Number, Number]:
    """The ratio and offset of the joint's coordinates, and the ratio of its rates."""
    ratio, offset = row[PLACES["q"]]
    return ratio, offset, row[PLACES["v"].start]


def seat_from(row: Sequence[Number], body: int) -> FrameSeat:
    """The frame with these numbers."""
    x, y, z = row[:3]
    return FrameSeat("", body, Transform((x, y, z), _matrix_turns(row[3:FRAME_WIDTH])))


def _turns(row: Sequence[Number], kind: str) -> tuple[tuple[Turn, ...], tuple[Number, ...] | None]:
    if kind not in _WITHOUT_AXIS:
        pairs = ((Z, row[PLACES["before"]]), (X, row[PLACES["tilt"]]), (Z, row[PLACES["after"]]))
        return tuple(PlaneTurn(axis, *pair) for axis, pair in pairs if not _known(pair, NO_TURN)), None
    rotation = row[PLACES["rotation"]]
    permutes_axes = all(type(x) is float for x in rotation)
    return _matrix_turns(rotation), None if permutes_axes else tuple(row[PLACES["orientation"]])


def _matrix_turns(numbers: Sequence[Number]) -> tuple[Turn, ...]:
    if _known(numbers, _IDENTITY):
        return ()
    a, b, c, d, e, f, g, h, i = numbers
    return (MatrixTurn(((a, b, c), (d, e, f), (g, h, i))),)


def _known(numbers: Sequence[Number], values: Sequence[float]) -> bool:
    return all(type(x) is float and x == y for x, y in zip(numbers, values, strict=True))


def _angle(x: Number) -> Angle:
    return Angle(QUARTERS.index(x)) if x in QUARTERS else Angle(0, x)


def _vector(row: Sequence[Number], name: str) -> Vector:
    x, y, z = row[PLACES[name]]
    return x, y, z
