"""How a step of semi-implicit Euler carries variations of q along: δq⁺ = T δq + N dt δv⁺.

A joint of plain coordinates has T = N = I. Where it moves by exp(ξ), ξ = dt v⁺, both are taken in body axes:
those of q before the step, and of q⁺ after it. With ξ× the cross product of motions,

    N = Σ (−ξ×)ᵏ/(k + 1)!,    T = exp(−ξ×) = I − ξ× N

On rotation vectors ω that is N = I − f ω̃ + g ω̃², with f and g functions of |ω|². Motions ξ = [ω; v] are
rotations of dual numbers, ω + εv: what the second half of N has of the first is the derivative along v.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from psiphi.model import Model
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import IDENTITY, Vector, dot, skew

Array = NDArray[Any]
Blocks: TypeAlias = tuple[Array, Array]

_TERMS = 14
"""Of the series of f and g: enough for steps of up to half a turn."""


def carried(model: Model, step: Sequence[Number]) -> Blocks:
    """T and N, (nv, nv) arrays of numbers, of a step that moves q by step = dt v⁺."""
    T = np.array([[float(i == j) for j in range(model.nv)] for i in range(model.nv)], object)
    N = T.copy()
    for group in model.coordinates.groups:
        if group.kind.name in _MOTIONS:
            own = _MOTIONS[group.kind.name]
            for places in group.v.tolist():
                motion: list[Number] = [0.0] * 6
                for i, place in zip(own, places, strict=True):
                    motion[i] = step[place]
                whole, block = np.ix_(own, own), np.ix_(places, places)
                T[block], N[block] = (x[whole] for x in _screw(motion))
    return T, N


_MOTIONS = {"spherical": (0, 1, 2), "free": (0, 1, 2, 3, 4, 5), "planar": (2, 3, 4)}
"""Which numbers of a motion the rates of a joint are."""


def _screw(motion: Sequence[Number]) -> Blocks:
    """T and N of a motion ξ = [ω; v], (6, 6) each."""
    omega, v = _vector(motion[:3]), _vector(motion[3:])
    one, W, V = (np.array(x, object) for x in (IDENTITY, skew(omega), skew(v)))
    x, along = dot(omega, omega), 2.0 * dot(omega, v)
    (f, f_slope), (g, g_slope) = _series(x, 2), _series(x, 3)
    square = W @ W
    nothing = 0.0 * one
    turned = one - f * W + g * square
    moved = g * (W @ V + V @ W) - f * V - (along * f_slope) * W + (along * g_slope) * square
    N = np.block([[turned, nothing], [moved, turned]])
    cross = np.block([[W, nothing], [V, W]])
    return np.block([[one, nothing], [nothing, one]]) - cross @ N, N


def _series(x: Number, first: int) -> tuple[Number, Number]:
    """Σ (−x)ᵏ/(2k + first)! and its slope."""
    value: Number = 0.0
    slope: Number = 0.0
    for k in reversed(range(_TERMS)):
        term = (-1.0) ** k / math.factorial(2 * k + first)
        slope = slope * x + value
        value = value * x + term
    return value, slope


def _vector(x: Sequence[Number]) -> Vector:
    a, b, c = x
    return a, b, c
