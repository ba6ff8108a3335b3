"""Denavit–Hartenberg tables become models, in the modified and in the standard convention.

Row i of a table holds (a, α, d, θ). With R and T for turns and shifts along one axis,

    modified (Craig):   frame i−1 to frame i is  R_x(α) T_x(a) R_z(θ + q) T_z(d),
    standard:           frame i−1 to frame i is  R_z(θ + q) T_z(d) T_x(a) R_x(α),

and a prismatic joint adds q to d instead of θ. In the modified convention joint i turns about z of its own
frame i, so the body's frame is the table's frame. In the standard convention it turns about z of frame i−1,
and frame i sits at the far end of the link: there the body's frame is at the joint, and frame i is kept as
the named frame "dh_i" of the body.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, fields, replace
from typing import Any

import numpy as np

from psiphi.errors import ArgumentTypeError, InputError
from psiphi.formats.right_angles import cosine_and_sine
from psiphi.frozen import frozen
from psiphi.model import Body, Frame, Joint, Limits, Model, Rotor
from psiphi.spatial import Inertia, Pose

CONVENTIONS = ("modified", "standard")
KINDS = ("revolute", "continuous", "prismatic")


@frozen
class DHRow:
    """One row of a Denavit–Hartenberg table, with the link it carries.

    Lengths in metres, angles in radians. `theta` (or `d` of a prismatic joint) is what the joint's
    coordinate is added to. `inertia` is about the link's own Denavit–Hartenberg frame i: mass, centre of
    mass, and rotational inertia about the centre of mass in the axes of that frame.
    """

    a: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    theta: float = 0.0
    kind: str = "revolute"
    inertia: Inertia = field(default_factory=Inertia.zero)
    limits: Limits = field(default_factory=Limits)
    damping: float = 0.0
    friction: float = 0.0
    rotor: Rotor = field(default_factory=Rotor)
    joint: str = ""
    body: str = ""


def model_from_dh(
    rows: Iterable[DHRow | Mapping[str, Any] | Sequence[float]],
    convention: str = "modified",
    *,
    name: str = "robot",
    base: Pose | None = None,
    tool: Pose | None = None,
    gravity: Sequence[float] = (0.0, 0.0, -9.81),
    snap: float = 1e-9,
) -> Model:
    """A serial robot from its Denavit–Hartenberg table.

    A row is a `DHRow`, a mapping with its fields, or just the four numbers (a, α, d, θ). `base` is the pose
    of frame 0 in the world, `tool` a pose in the last frame that becomes the frame "tool". Angles within
    `snap` of a right angle are taken as the right angle, so that its cosine is exactly zero.
    """
    if convention not in CONVENTIONS:
        raise InputError(f"convention is {convention!r}; a table is 'modified' or 'standard'.")
    if not isinstance(rows, Iterable):
        raise ArgumentTypeError(f"rows is {rows!r}; give one row for each joint.")
    table = [_named(_checked(row, number), number) for number, row in enumerate(rows, start=1)]
    if not table:
        raise InputError("the Denavit–Hartenberg table has no rows; give one row for each joint.")

    bodies: list[Body] = []
    frames: list[Frame] = []
    before_joint = base or Pose.identity()  # from the parent body's frame to frame i−1
    for index, row in enumerate(table):
        twist = _turn(0, row.alpha, snap) @ _shift(0, row.a)
        screw = _shift(2, row.d) @ _turn(2, row.theta, snap)
        if convention == "modified":
            placement, link = before_joint @ twist @ screw, Pose.identity()
        else:
            placement, link = before_joint, screw @ twist
            frames.append(Frame(f"dh_{index + 1}", index, link))
        joint = Joint(
            row.joint,
            row.kind,
            placement,
            axis=(0.0, 0.0, 1.0),
            limits=row.limits,
            damping=row.damping,
            friction=row.friction,
            rotor=row.rotor,
        )
        bodies.append(Body(row.body, index - 1, joint, row.inertia.expressed_in(link)))
        before_joint = link
    if tool is not None:
        frames.append(Frame("tool", len(bodies) - 1, before_joint @ tool))
    return Model(name, bodies, frames, gravity)


def _checked(row: DHRow | Mapping[str, Any] | Sequence[float], number: int) -> DHRow:
    """Any of the accepted forms of a row as a `DHRow` with sound figures."""
    row = _as_row(row, number)
    for figure in ("a", "alpha", "d", "theta"):
        value = getattr(row, figure)
        if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
            raise ArgumentTypeError(f"row {number}: {figure} is {value!r}; it must be a number.")
        if not abs(value) <= sys.float_info.max:  # whole numbers may be larger
            raise InputError(f"row {number}: {figure} is not finite; give a number below 1e308.")
    if row.kind not in KINDS:
        raise InputError(f"row {number}: kind is {row.kind!r}; a row is one of {', '.join(KINDS)}.")
    for part, kind in (("inertia", Inertia), ("limits", Limits), ("rotor", Rotor)):
        value = getattr(row, part)
        if not isinstance(value, kind):
            raise ArgumentTypeError(f"row {number}: {part} is {value!r}; give a psiphi {kind.__name__}.")
    return row


def _as_row(row: DHRow | Mapping[str, Any] | Sequence[float], number: int) -> DHRow:
    if isinstance(row, DHRow):
        return row
    if isinstance(row, Mapping):
        known = [entry.name for entry in fields(DHRow)]
        unknown = [str(key) for key in row if key not in known]
        if unknown:
            raise InputError(f"row {number}: unknown {', '.join(unknown)}; a row has {', '.join(known)}.")
        return DHRow(**row)
    if isinstance(row, (str, bytes)) or not isinstance(row, (Sequence, np.ndarray)):
        raise ArgumentTypeError(f"row {number} is {row!r}; give a DHRow, a mapping, or (a, alpha, d, theta).")
    if len(row) != 4:
        raise InputError(f"row {number} has {len(row)} numbers; it needs four: a, alpha, d, theta.")
    a, alpha, d, theta = row
    return DHRow(a, alpha, d, theta)


def _named(row: DHRow, number: int) -> DHRow:
    return replace(row, joint=row.joint or f"joint_{number}", body=row.body or f"link_{number}")


def _shift(axis: int, distance: float) -> Pose:
    position = np.zeros(3)
    position[axis] = distance
    return Pose(position=position)


def _turn(axis: int, angle: float, snap: float) -> Pose:
    """A turn about the axis x (0), y (1) or z (2); exact at multiples of a right angle."""
    cosine, sine = cosine_and_sine(angle, snap)
    second, third = (axis + 1) % 3, (axis + 2) % 3
    rotation = np.eye(3)
    rotation[second, second] = rotation[third, third] = cosine
    rotation[second, third], rotation[third, second] = -sine, sine
    return Pose(rotation + 0.0)  # −0 becomes 0
