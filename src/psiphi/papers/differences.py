"""Derivatives by differences, where something has to be judged that knows nothing of operators."""

from __future__ import annotations

from collections.abc import Callable

from psiphi.papers.item import Array

STEP = 1e-2
TOLERANCE = 1e-10  # what eighth order and rounding leave of the digits
WEIGHTS = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}


def slope(function: Callable[[float], Array], step: float = STEP) -> Array:
    """The derivative at zero of a function of time, by central differences of eighth order."""
    differences = [w * (function(k * step) - function(-k * step)) for k, w in WEIGHTS.items()]
    return sum(differences[1:], differences[0]) / step
