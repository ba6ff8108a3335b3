"""Rotors that bodies carry: Γ, Γ̇ and their adjoints, between a joint and the body before it."""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.recursion.bodies.links import Link
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import ZERO, Spatial, Vector, cross, dot, scale


def on_carrier(link: Link, x: Sequence[Number]) -> Spatial | None:
    """Γ x of a joint, at the parent of its body."""
    return None if link.spin is None else (*scale(x[0], link.spin), *ZERO)


def turned_couple(couple: Spatial | None, turning: Vector) -> Spatial | None:
    """ω × couple of a body that turns: with the couple Γ x this is Γ̇ x."""
    return None if couple is None else (*cross(turning, couple[:3]), *ZERO)


def from_carrier(link: Link, x: Spatial, turning: Vector | None = None) -> tuple[Number, ...] | None:
    """Γ* x of a joint, x at the parent of its body; Γ̇* x where it is given how that turns."""
    if link.spin is None:
        return None
    return (dot(link.spin, x[:3] if turning is None else cross(x[:3], turning)),)
