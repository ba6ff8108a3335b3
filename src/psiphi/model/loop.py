"""Equality constraints that close kinematic loops, as read from files: data without algorithms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Loop:
    """A constraint between two frames or two joints of the tree, by their names.

    weld   the frames `first` and `second` coincide (6 equations) point  the origins of the frames `first`
    and `second` coincide (3 equations) joint  q_first = c₀ + c₁ x + c₂ x² + …, x = q_second, with c =
    `coefficients`; an empty `second` means x = 0

    A frame may be "world". Where the constraint acts away from the origin of a body, the frame says so.
    """

    name: str
    kind: Literal["weld", "point", "joint"]
    first: str
    second: str
    coefficients: tuple[float, ...] = ()
