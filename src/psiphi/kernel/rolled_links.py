"""Links as rows of numbers, and back: a loop over bodies reads from a table what unrolled code has built in.

A row has the same places for every kind of joint; what a kind does not have is zero. Numbers that make code
cheaper when they are known, 0, ±1 and right angles, are *structural*: a class of bodies that all have
the same one at the same place has it in its code, and the rest in its table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from psiphi.recursion.arithmetic import Number
from psiphi.recursion.inertias import RigidInertia
from psiphi.recursion.links import FrameSeat, Link
from psiphi.recursion.mechanism import Mechanism
from psiphi.recursion.placement import NO_TURN, Angle, X, Z
from psiphi.recursion.transforms import Transform
from psiphi.recursion.turns import MatrixTurn, PlaneTurn, Turn
from psiphi.recursion.vectors import IDENTITY, Matrix, Vector, symmetric
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
_PLACES: dict[str, slice] = {}
for _name, _width in _WIDTHS.items():
    _start = sum(place.stop - place.start for place in _PLACES.values())
    _PLACES[_name] = slice(_start, _start + _width)

LINK_WIDTH = sum(_WIDTHS.values())
FRAME_WIDTH = 12

QUARTERS = tuple(math.pi / 2 * n for n in range(4))
STRUCTURAL = (0.0, 1.0, -1.0, *QUARTERS[1:])
"""Numbers that are worth knowing; the last ones only occur as angles."""

_WITHOUT_AXIS = ("spherical", "free")
_IDENTITY = tuple(x for row in IDENTITY for x in row)


# From links to rows


def rows_of(mechanism: Mechanism, *, boundaries: bool) -> list[list[float]]:
    """One row for each body; `boundaries` says whether body vectors pass in or out."""
    rows: list[list[float]] = []
    for link in mechanism.links:
        turns = _axis_turns(link.turns) if link.kind not in _WITHOUT_AXIS else (*NO_TURN,) * 3
        rotation, orientation = _free_placement(link)
        inertia, second = link.inertia, link.inertia.second
        _, ratio, offset = mechanism.q_expansion[link.q[0]]
        boundary = _flat(link.boundary.rotation) if boundaries else _IDENTITY
        rows.append(
            [
                *link.lever,
                *turns,
                link.slide,
                *_angles(link),
                *((0.0, 0.0) if link.hinge is None else (link.hinge.cosine, link.hinge.sine)),
                *rotation,
                *orientation,
                link.pitch,
                inertia.mass,
                *inertia.moment,
                *second[0],
                *second[1][1:],
                second[2][2],
                link.rotor,
                ratio,
                offset,
                mechanism.v_expansion[link.v[0]][1],
                *boundary,
            ]
        )
    return rows


def frame_row(seat: FrameSeat) -> list[float]:
    """The numbers of a frame on a body, which follow those of its link."""
    return [*seat.transform.lever, *_flat(seat.transform.rotation)]


def _axis_turns(turns: Sequence[Turn]) -> tuple[float, ...]:
    before, tilt, after = NO_TURN, NO_TURN, NO_TURN
    for turn in turns:
        assert isinstance(turn, PlaneTurn)
        angle = (turn.cosine, turn.sine)
        if turn.axis == X:
            tilt = angle
        elif tilt == NO_TURN and before == NO_TURN:
            before = angle
        else:
            after = angle
    return *before, *tilt, *after


def _free_placement(link: Link) -> tuple[Sequence[float], Sequence[float]]:
    if link.kind not in _WITHOUT_AXIS:
        return (0.0,) * 9, (0.0,) * 4
    rotation = Transform(turns=link.turns).rotation
    if link.orientation is not None:
        return _flat(rotation), link.orientation
    return _flat(rotation), rotation_to_quaternion(np.array(rotation)).tolist()


def _angles(link: Link) -> tuple[float, ...]:
    angles = [QUARTERS[angle.quarters] + angle.offset for angle in link.angles]
    return *angles, *(0.0,) * (2 - len(angles))


def _flat(matrix: Matrix) -> tuple[float, ...]:
    return tuple(x for row in matrix for x in row)


# From rows to links


def link_from(row: Sequence[Number], kind: str, parent: int, coordinates: int, rates: int) -> Link:
    """The link with these numbers, of any type, and its own coordinates and rates numbered from zero."""
    turns, orientation = _turns(row, kind)
    mass = row[_PLACES["mass"].start]
    return Link(
        name="",
        parent=parent,
        children=(),
        kind=kind,
        lever=_vector(row, "lever"),
        turns=turns,
        slide=row[_PLACES["slide"].start],
        angles=tuple(_angle(x) for x in row[_PLACES["angles"]]),
        hinge=PlaneTurn(X, *row[_PLACES["hinge"]]),
        orientation=orientation,
        pitch=row[_PLACES["pitch"].start],
        inertia=RigidInertia(mass, _vector(row, "moment"), symmetric(*row[_PLACES["second"]])),
        rotor=row[_PLACES["rotor"].start],
        q=tuple(range(coordinates)),
        v=tuple(range(rates)),
        boundary=Transform(turns=_matrix_turns(row[_PLACES["boundary"]])),
    )


def expansion_from(row: Sequence[Number]) -> tuple[Number, Number, Number]:
    """The ratio and offset of the joint's coordinates, and the ratio of its rates."""
    ratio, offset = row[_PLACES["q"]]
    return ratio, offset, row[_PLACES["v"].start]


def seat_from(row: Sequence[Number], body: int) -> FrameSeat:
    """The frame with these numbers."""
    x, y, z = row[:3]
    return FrameSeat("", body, Transform((x, y, z), _matrix_turns(row[3:FRAME_WIDTH])))


def _turns(row: Sequence[Number], kind: str) -> tuple[tuple[Turn, ...], tuple[Number, ...] | None]:
    if kind not in _WITHOUT_AXIS:
        pairs = ((Z, row[_PLACES["before"]]), (X, row[_PLACES["tilt"]]), (Z, row[_PLACES["after"]]))
        return tuple(PlaneTurn(axis, *pair) for axis, pair in pairs if not _known(pair, NO_TURN)), None
    rotation = row[_PLACES["rotation"]]
    permutes_axes = all(type(x) is float for x in rotation)
    return _matrix_turns(rotation), None if permutes_axes else tuple(row[_PLACES["orientation"]])


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
    x, y, z = row[_PLACES[name]]
    return x, y, z
