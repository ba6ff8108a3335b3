"""What each kind of joint does: its transform for given coordinates, and H, which picks its share of a force.

In working frames, q the joint's coordinates and l = lever, d = slide of its link:

| kind | transform | H |
|---|---|---|
| fixed (on flexible bodies) | shift(l) turns | none |
| revolute, continuous | shift(l) turns R_z(q) shift_z(d) | row 2 |
| prismatic | shift(l) turns shift_z(d + q) | row 5 |
| helical | shift(l) turns R_z(q) shift_z(d + pitch · q) | row 2 + pitch · row 5 |
| universal | shift(l) turns R_z(q₁) hinge R_z(q₂) | R_z(−q₂) hinge* e_z, row 2 |
| spherical | shift(l) turns R(q) | rows 0, 1, 2 |
| planar | shift(l + turns (x, y, 0)) turns R_z(q₃) shift_z(d) | rows 2, 3, 4 |
| free | shift(l + turns (x, y, z)) turns R(q) | rows 0 … 5 |

Quaternions x, y, z, w are taken as given and must have unit length: whoever hands them in normalises them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.recursion.bodies.links import Link
from psiphi.recursion.frames.placement import Z
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.frames.turns import MatrixTurn, PlaneTurn
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import units
from psiphi.recursion.numbers.vectors import (
    ZERO,
    Matrix,
    Spatial,
    Vector,
    add,
    combined,
    dot,
    minus,
    negative,
    plus,
    spatial,
    times,
)


def joint_transform(link: Link, q: Sequence[Number], arithmetic: Arithmetic) -> Transform:
    """The block of E_φ from a body to its parent, for the coordinates q of its joint alone."""
    return _TRANSFORMS[link.kind](link, q, arithmetic)


def refuse_unknown_kinds(links: Iterable[Link]) -> None:
    """Raise CompileError where the joint of a link is of a kind that has no maps."""
    for link in links:
        if link.kind not in _TRANSFORMS:
            raise CompileError(
                f"joints of the kind {link.kind!r} cannot be compiled: give recursion/bodies/joint_maps.py "
                "their transform and their share of a force. psiphi.dense evaluates with plain matrices all "
                "the same."
            )


@frozen
class JointMap:
    """H of one joint: `rows` are its rows, and `selection` their indices where each picks one coordinate.

    `width` is the size of its body's vectors: modes come after the six.
    """

    rows: tuple[Any, ...]
    selection: tuple[int, ...] | None
    width: int = 6

    @property
    def size(self) -> int:
        """The number of degrees of freedom."""
        return len(self.rows)

    def keeping(self, kept: Sequence[bool]) -> JointMap:
        """H with zeros for the rows that are not kept."""
        if all(kept):
            return self
        rows = zip(self.rows, kept, strict=True)
        measured: list[Any] = [row if own else (0.0,) * len(row) for row, own in rows]
        return replace(self, rows=tuple(measured), selection=None)

    def with_modes(self, modes: int) -> JointMap:
        """H of the joint of a flexible body, which picks its modes after what the joint does."""
        width = 6 + modes
        rows: list[Any] = [(*row, *[0.0] * modes) for row in self.rows]
        rows += [tuple(float(j == 6 + i) for j in range(width)) for i in range(modes)]
        picked = None if self.selection is None else (*self.selection, *range(6, width))
        return JointMap(tuple(rows), picked, width)

    def project(self, x: Sequence[Number]) -> tuple[Number, ...]:
        """H x: what a body force does on the joint."""
        if self.selection is not None:
            return tuple(x[i] for i in self.selection)
        return tuple(dot(row, x) for row in self.rows)

    def expand(self, y: Sequence[Number]) -> Any:
        """H* y: the motion of the body that joint rates make."""
        if not self.rows:  # a group of joints that loops hold altogether, or a body fixed to a flexible one
            return (0.0,) * self.width
        return combined(y, self.rows)


def joint_map(link: Link, transform: Transform) -> JointMap:
    """H(k), given the transform of the joint, on which that of a universal joint depends."""
    if link.kind == "universal":
        assert link.hinge is not None
        last = transform.turns[-1]
        first_axis = last.inverse.rotate(link.hinge.inverse.rotate((0.0, 0.0, 1.0)))
        return JointMap(((*first_axis, 0.0, 0.0, 0.0), _UNIT[2]), None)
    if link.kind == "fixed":
        return JointMap((), ())
    if link.kind == "helical":
        return JointMap(((0.0, 0.0, 1.0, 0.0, 0.0, link.pitch),), None)
    return _SELECTIONS[link.kind]


def subspace_bias(link: Link, joint: JointMap, rates: Sequence[Number]) -> Vector:
    """The angular part of (dH*/dt) θ̇, components in the child's frame: only a universal joint has one.

    Its first axis f, fixed in the parent, moves backwards in the child: f θ̇₁ × e_z θ̇₂.
    """
    if link.kind != "universal":
        return ZERO
    x, y = joint.rows[0][:2]
    both = times(rates[0], rates[1])
    return times(both, y), negative(times(both, x)), 0.0


def quaternion_rotation(q: Sequence[Number], arithmetic: Arithmetic) -> Matrix:
    """The rotation of a quaternion of any length but zero: 16 multiplications, 16 additions, 1 division.

    Its entries are homogeneous in q but for a factor 1/|q|². Without it 7 multiplications and the division
    fewer would do, and quaternions that are not of unit length give numbers that belong to no rotation.
    """
    x, y, z, w = q
    inverse = arithmetic.reciprocal(dot(q, q))
    twice = plus(inverse, inverse)
    x2, y2, z2 = times(twice, x), times(twice, y), times(twice, z)
    xx, yy, zz = times(x, x2), times(y, y2), times(z, z2)
    xy, xz, yz = times(x, y2), times(x, z2), times(y, z2)
    wx, wy, wz = times(w, x2), times(w, y2), times(w, z2)
    return (
        (minus(1.0, plus(yy, zz)), minus(xy, wz), plus(xz, wy)),
        (plus(xy, wz), minus(1.0, plus(xx, zz)), minus(yz, wx)),
        (minus(xz, wy), plus(yz, wx), minus(1.0, plus(xx, yy))),
    )


def quaternion_product(a: Sequence[Number], b: Sequence[Number]) -> tuple[Number, Number, Number, Number]:
    """The turn b, then the turn a, as quaternions x, y, z, w."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        dot((aw, ax, ay, negative(az)), (bx, bw, bz, by)),
        dot((aw, ay, az, negative(ax)), (by, bw, bx, bz)),
        dot((aw, az, ax, negative(ay)), (bz, bw, by, bx)),
        dot((aw, negative(ax), negative(ay), negative(az)), (bw, bx, by, bz)),
    )


def _turn(link: Link, which: int, q: Number, arithmetic: Arithmetic) -> PlaneTurn:
    return PlaneTurn(Z, *link.angles[which].cosine_and_sine(q, arithmetic))


def _fixed(link: Link, q: Sequence[Number], arithmetic: Arithmetic) -> Transform:
    return Transform(link.lever, link.turns)


def _revolute(link: Link, q: Sequence[Number], arithmetic: Arithmetic) -> Transform:
    return Transform(link.lever, (*link.turns, _turn(link, 0, q[0], arithmetic)), link.slide)


def _prismatic(link: Link, q: Sequence[Number], arithmetic: Arithmetic) -> Transform:
    return Transform(link.lever, link.turns, plus(q[0], link.slide))


def _helical(link: Link, q: Sequence[Number], arithmetic: Arithmetic) -> Transform:
    turns = (*link.turns, _turn(link, 0, q[0], arithmetic))
    return Transform(link.lever, turns, plus(times(link.pitch, q[0]), link.slide))


def _universal(link: Link, q: Sequence[Number], arithmetic: Arithmetic) -> Transform:
    assert link.hinge is not None
    turns = (_turn(link, 0, q[0], arithmetic), link.hinge, _turn(link, 1, q[1], arithmetic))
    return Transform(link.lever, (*link.turns, *turns))


def _planar(link: Link, q: Sequence[Number], arithmetic: Arithmetic) -> Transform:
    moved = Transform(turns=link.turns).rotate_to_parent((q[0], q[1], 0.0))
    turns = (*link.turns, _turn(link, 0, q[2], arithmetic))
    return Transform(add(link.lever, moved), turns, link.slide)


def _spherical(link: Link, q: Sequence[Number], arithmetic: Arithmetic) -> Transform:
    if link.orientation is None:
        return Transform(link.lever, (*link.turns, MatrixTurn(quaternion_rotation(q, arithmetic))))
    turned = quaternion_product(link.orientation, q)
    return Transform(link.lever, (MatrixTurn(quaternion_rotation(turned, arithmetic)),))


def _free(link: Link, q: Sequence[Number], arithmetic: Arithmetic) -> Transform:
    moved = Transform(turns=link.turns).rotate_to_parent((q[0], q[1], q[2]))
    return Transform(add(link.lever, moved), _spherical(link, q[3:], arithmetic).turns)


_TRANSFORMS: dict[str, Callable[[Link, Sequence[Number], Arithmetic], Transform]] = {
    "fixed": _fixed,
    "revolute": _revolute,
    "continuous": _revolute,
    "prismatic": _prismatic,
    "helical": _helical,
    "universal": _universal,
    "spherical": _spherical,
    "planar": _planar,
    "free": _free,
}

_UNIT: tuple[Spatial, ...] = tuple(map(spatial, units(6)))


def _selection(*indices: int) -> JointMap:
    return JointMap(tuple(_UNIT[i] for i in indices), indices)


_SELECTIONS: dict[str, JointMap] = {
    "revolute": _selection(2),
    "continuous": _selection(2),
    "prismatic": _selection(5),
    "spherical": _selection(0, 1, 2),
    "planar": _selection(2, 3, 4),
    "free": _selection(0, 1, 2, 3, 4, 5),
}
