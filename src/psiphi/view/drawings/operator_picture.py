"""An operator as a picture: the blocks of its matrix for a robot, beside the tree that they come from."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra import dense
from psiphi.algebra.expression import Expr, as_expression
from psiphi.algebra.spaces import Space
from psiphi.errors import InputError
from psiphi.model import Model
from psiphi.robot import Robot
from psiphi.view.drawings.drawing import Drawing, standing_alone
from psiphi.view.drawings.flow_drawing import flow_drawing

Array = NDArray[np.float64]

SIDE = 360.0  # pixels of the longer side of a matrix
NEGLIGIBLE = 1e-12  # of the greatest entry: no entry at all
DECADES = 6.0  # of size, from dark to pale
TRIES = 3  # configurations that are looked at, for an entry may vanish in one
LEVEL = 16.0  # pixels between the levels of a tree


def picture(
    expression: Expr, robot: Robot | None = None, q: ArrayLike | None = None, *, frames: Sequence[str] = ()
) -> Drawing:
    """An operator as its matrix for a robot, by powers of ten; a vector or a number as signal flow.

    q       a configuration; several are drawn at random if none is given, and an entry shown is the greatest
    frames  the names of what B stands for

    Lines part bodies, joints and frames. Beside the rows of bodies and joints stands the tree. The sweeps of
    a vector or a number (`flow_drawing`) are the same for every robot, and need none.
    """
    if as_expression(expression).domain is Space.ONE:
        return flow_drawing(expression)
    if robot is None:
        raise InputError(f"robot: whose? {expression} is a matrix, and each robot has its own.")
    sizes = np.abs(_values(expression, robot, q, frames)).max(axis=0)
    model = robot.model.merged()
    rows, columns = (_bounds(model, space, frames) for space in (expression.range, expression.domain))
    cell = SIDE / max(sizes.shape)
    indent = LEVEL * (max(_depths(model), default=0) + 2)
    top = 34.0
    width, height = indent + cell * sizes.shape[1] + 12, top + cell * sizes.shape[0] + 12
    drawn = [f'<text x="{width / 2:.0f}" y="20">{escape(str(expression))}</text>']
    drawn += _cells(sizes, cell, indent, top)
    for bound in rows:
        y = top + cell * bound
        drawn.append(f'<line class="grid" x1="{indent}" x2="{width - 12:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
    for bound in columns:
        x = indent + cell * bound
        drawn.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{height - 12:.1f}"/>')
    if expression.range in (Space.BODY, Space.JOINT):
        drawn += _tree(model, [top + cell * (a + b) / 2 for a, b in pairwise(rows)])
    title = f"<title>{escape(f'{expression} for {robot.model.name}')}</title>"
    box = f'<svg viewBox="0 0 {width:.1f} {height:.1f}" width="{width:.0f}" height="{height:.0f}" role="img">'
    return standing_alone(f"{box}{title}{''.join(drawn)}</svg>")


def _values(expression: Expr, robot: Robot, q: ArrayLike | None, frames: Sequence[str]) -> Array:
    rng = np.random.default_rng(0)
    where = robot.random_configuration(rng, TRIES) if q is None else np.asarray(q, dtype=float)[None]
    v = rng.standard_normal((len(where), robot.nv))  # for the letters of a robot that moves
    return dense(expression, robot, where, v=v, frames=frames)


def _bounds(model: Model, space: Space, frames: Sequence[str]) -> list[int]:
    """Where the parts of a space begin and end."""
    if space is Space.BODY:
        return [0, *accumulate(6 if body.modes is None else 6 + body.modes.count for body in model.bodies)]
    if space is Space.JOINT:
        return [0, *(place.stop for place in model.coordinates.v_tree_modes)]
    if space is Space.COORDINATE:
        owned = (*model.coordinates.v_slices.values(), *model.coordinates.v_modes.values())
        return [0, *sorted(place.stop for place in owned)]
    if space is Space.LOOP:
        return [0, *(place.stop for place in model.loop_slices.values())]
    if space is Space.FRAME:
        return [6 * k for k in range(len(frames) + 1)]
    return [0, 1 if space is Space.ONE else 6]


def _cells(sizes: Array, cell: float, left: float, top: float) -> list[str]:
    greatest = sizes.max(initial=0.0)
    drawn: list[str] = []
    for row, column in np.argwhere(sizes > NEGLIGIBLE * greatest):
        strength = max(0.12, 1.0 + np.log10(sizes[row, column] / greatest) / DECADES)
        drawn.append(
            f'<rect class="cell" x="{left + cell * column:.2f}" y="{top + cell * row:.2f}" '
            f'width="{cell:.2f}" height="{cell:.2f}" opacity="{strength:.2f}"/>'
        )
    return drawn


def _depths(model: Model) -> list[int]:
    depths: list[int] = []
    for parent in model.parents:
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    return depths


def _tree(model: Model, heights: Sequence[float]) -> list[str]:
    depths = _depths(model)
    drawn: list[str] = []
    places = [(LEVEL * (depth + 0.7), height) for depth, height in zip(depths, heights, strict=True)]
    for (x, y), parent in zip(places, model.parents, strict=True):
        if parent >= 0:
            px, py = places[parent]
            points = f"{px:.1f},{py:.1f} {px:.1f},{y:.1f} {x:.1f},{y:.1f}"
            drawn.append(f'<polyline class="branch" points="{points}"/>')
    for (x, y), body in zip(places, model.bodies, strict=True):
        name = escape(f"{body.name} · {body.joint.name}")
        drawn.append(f'<circle class="node" cx="{x:.1f}" cy="{y:.1f}" r="3.5"><title>{name}</title></circle>')
    return drawn
