"""How a step of semi-implicit Euler carries variations of q along: δq⁺ = T δq + N dt δv⁺.

A joint of plain coordinates has T = N = I. Where it turns, both are taken in body axes: those of q before the
step, and of q⁺ after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from psiphi.model import Model
from psiphi.recursion.manifold.rotations import exponential, half_turn, rotated, translation_of_screw
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import IDENTITY, Vector, negate, skew

Array = NDArray[Any]
Blocks: TypeAlias = tuple[Array, Array]


def carried(model: Model, step: Sequence[Number], arithmetic: Arithmetic) -> Blocks:
    """T and N, (nv, nv) arrays of numbers, of a step that moves q by step = dt v⁺."""
    T = np.array([[float(i == j) for j in range(model.nv)] for i in range(model.nv)], object)
    N = T.copy()
    for group in model.coordinates.groups:
        if group.kind.name in _STEPS:
            for places in group.v.tolist():
                block = np.ix_(places, places)
                T[block], N[block] = _STEPS[group.kind.name]([step[i] for i in places], arithmetic)
    return T, N


def _rotation(step: Sequence[Number], arithmetic: Arithmetic) -> Blocks:
    """exp(step)* and the right Jacobian of exp."""
    back = half_turn(negate(_vector(step)), arithmetic)
    turns = exponential(back)
    return _columns([rotated(turns, e) for e in IDENTITY]), _columns(
        [translation_of_screw(back, e) for e in IDENTITY]
    )


def _free(step: Sequence[Number], arithmetic: Arithmetic) -> Blocks:
    """Rotations move by exp, positions by R v."""
    back, right = _rotation(step[:3], arithmetic)
    T, N = _zeros(6), _zeros(6)
    T[:3, :3] = T[3:, 3:] = N[3:, 3:] = back
    T[3:, :3] = -(back @ np.array(skew(_vector(step[3:])), object))
    N[:3, :3] = right
    return T, N


def _planar(step: Sequence[Number], arithmetic: Arithmetic) -> Blocks:
    """The angle moves by its rate, the position by R v."""
    angle, x, y = step
    c, s = arithmetic.cos(angle), arithmetic.sin(angle)
    N = np.array([[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]], object)
    T = N.copy()
    T[1:, 0] = c * -y + s * x, s * y + c * x
    return T, N


_STEPS: dict[str, Callable[[Sequence[Number], Arithmetic], Blocks]] = {
    "spherical": _rotation,
    "free": _free,
    "planar": _planar,
}


def _vector(x: Sequence[Number]) -> Vector:
    a, b, c = x
    return a, b, c


def _columns(vectors: Sequence[Vector]) -> Array:
    return np.array(vectors, object).T


def _zeros(n: int) -> Array:
    return np.array([[0.0] * n for _ in range(n)], object)
