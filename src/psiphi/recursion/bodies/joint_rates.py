"""How fast the coordinates of a joint change: q̇ = v, but where v is told in the axes of the moving body.

| kind | q̇ |
|---|---|
| planar | d/dt (x, y) = R(θ) (v_x, v_y), d/dt θ = ω |
| spherical | ½ q ⊗ (ω, 0) [RK88 b.3] |
| free | d/dt p = R v, and the same for its quaternion |
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.recursion.bodies.joint_maps import quaternion_product, quaternion_rotation
from psiphi.recursion.bodies.links import Link
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.dual import dual
from psiphi.recursion.numbers.vectors import apply, minus, plus, times


def moving_coordinates(
    link: Link, q: Sequence[Number], v: Sequence[Number], arithmetic: Arithmetic, level: int = 0
) -> list[Number]:
    """The coordinates of a joint and of its body's modes, carrying the rates that v gives them (dual.py)."""
    bending: Sequence[Number] = ()
    if link.modes is not None:
        bending = v[len(v) - link.modes.count :]
        v = v[: len(v) - link.modes.count]
    rates = coordinate_rates(link.kind, q, v, arithmetic)
    return [dual(x, rate, level) for x, rate in zip(q, (*rates, *bending), strict=True)]


def coordinate_rates(
    kind: str, q: Sequence[Number], v: Sequence[Number], arithmetic: Arithmetic
) -> Sequence[Number]:
    """q̇ of a joint, linear in v; coordinates of modes may follow in q."""
    match kind:
        case "planar":
            c, s = arithmetic.cos(q[2]), arithmetic.sin(q[2])
            x, y = minus(times(c, v[1]), times(s, v[2])), plus(times(s, v[1]), times(c, v[2]))
            return x, y, v[0]
        case "spherical":
            return _quaternion_rates(q[:4], v)
        case "free":
            moved = apply(quaternion_rotation(q[3:7], arithmetic), (v[3], v[4], v[5]))
            return *moved, *_quaternion_rates(q[3:7], v[:3])
        case _:
            return v


def _quaternion_rates(q: Sequence[Number], w: Sequence[Number]) -> Sequence[Number]:
    return tuple(times(0.5, x) for x in quaternion_product(q, (*w, 0.0)))
