"""Velocities, and the pair of biases a, b of RK88, fused with the operators they always come with.

z = [α; v̇] holds the classical acceleration of a body's origin, in body axes, and U = α̃ + ω̃ω̃ makes of a
point of the body its acceleration relative to the origin. With z at the parent p, ω_J and v_J the halves of
H*θ̇, and everything carried to the axes of body k:

    ω_k = ω_p + ω_J                                                                     [RK88 2.17]
    E_φ* z + a = [α + ω_p × ω_J;  v̇ + U_p l + (ω_p + ω_k) × v_J] + (dH*/dt) θ̇    [RK88 2.18, 2.32 corrected]
    M z + b    = [h × v̇ + Σ m x × U x;  m v̇ + U h]                               [RK88 2.22, 2.23]

No linear velocity occurs but that of the joint itself. At the roots a holds minus the gravity vector.
"""

from __future__ import annotations

from psiphi.frozen import frozen
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.vectors import (
    ZERO,
    ZERO_SPATIAL,
    Matrix,
    Spatial,
    Vector,
    add,
    apply,
    cross,
    is_zero,
    is_zero_vector,
    minus,
    negate,
    negative,
    plus,
    scale,
    times,
)


@frozen
class AngularMotion:
    """How a body k turns: ω_k; ω_p of what it sits on, in the axes of k; H*θ̇ and (dH*/dt)θ̇."""

    velocity: Vector
    carried: Vector
    relative: Spatial
    drift: Spatial


class Spin:
    """U = α̃ + ω̃ω̃ of a body, and the squares of ω."""

    __slots__ = ("matrix", "squares")

    def __init__(self, velocity: Vector, acceleration: Vector) -> None:
        """ω and α of the body: 6 multiplications, 9 additions."""
        (x, y, z), (a, b, c) = velocity, acceleration
        xx, yy, zz = times(x, x), times(y, y), times(z, z)
        xy, xz, yz = times(x, y), times(x, z), times(y, z)
        self.squares: Vector = (xx, yy, zz)
        self.matrix: Matrix = (
            (negative(plus(yy, zz)), minus(xy, c), plus(xz, b)),
            (plus(xy, c), negative(plus(xx, zz)), minus(yz, a)),
            (minus(xz, b), plus(yz, a), negative(plus(xx, yy))),
        )

    def moment(self, second: Matrix) -> Vector:
        """Σ m x × U x = the skew part of U S, from the second moments S = Σ m x xᵀ.

        Elements of S off the diagonal meet differences of the diagonal of U, which are those of ω².
        """
        (_, u01, u02), (u10, _, u12), (u20, u21, _) = self.matrix
        (sxx, sxy, sxz), (_, syy, syz), (_, _, szz) = second
        xx, yy, zz = self.squares
        return (
            plus(
                minus(times(syy, u21), times(szz, u12)),
                plus(times(syz, minus(zz, yy)), minus(times(sxy, u20), times(sxz, u10))),
            ),
            plus(
                minus(times(szz, u02), times(sxx, u20)),
                plus(times(sxz, minus(xx, zz)), minus(times(syz, u01), times(sxy, u21))),
            ),
            plus(
                minus(times(sxx, u10), times(syy, u01)),
                plus(times(sxy, minus(yy, xx)), minus(times(sxz, u12), times(syz, u02))),
            ),
        )


def gravity_acceleration(transform: Transform, gravity: Vector, is_root: bool) -> Spatial:
    """g: minus the gravity vector at a root, in its axes, and zero elsewhere [RK88 3.21]."""
    return (*ZERO, *transform.rotate_from_parent(negate(gravity))) if is_root else ZERO_SPATIAL


def acceleration(
    transform: Transform, motion: AngularMotion, z: Spatial, spin: Spin | None, gravity: Vector
) -> Spatial:
    """E_φ* z + a, with z at the parent and the parent's Spin(ω_p, angular z); None at a root.

    What lies along the joint's z axis is the same for the parent's U as for the body's own, which is needed
    anyway: so the slide meets a column of that.
    """
    w, v = motion.relative[:3], motion.relative[3:]
    turning = add(cross(motion.carried, w), motion.drift[:3])
    if spin is None:
        accelerated = turning
        moved = transform.rotate_from_parent(negate(gravity))
    else:
        accelerated = add(transform.rotate_from_parent(z[:3]), turning)
        moved = transform.rotate_from_parent(add(z[3:], apply(spin.matrix, transform.lever)))
        if not is_zero(transform.slide):
            moved = add(moved, scale(transform.slide, _column_z(motion.velocity, accelerated)))
    if not is_zero_vector(v):
        moved = add(moved, _coriolis(motion, v))
    return *accelerated, *add(moved, motion.drift[3:])


def _column_z(velocity: Vector, accelerated: Vector) -> Vector:
    """U e_z."""
    (x, y, z), (a, b, _) = velocity, accelerated
    return plus(times(x, z), b), minus(times(y, z), a), negative(plus(times(x, x), times(y, y)))


def _coriolis(motion: AngularMotion, v: Vector) -> Vector:
    """(ω_p + ω_k) × v_J = 2 ω_p × v_J + ω_J × v_J."""
    x, y, _ = motion.relative[:3]
    if all(map(is_zero, (v[0], v[1], x, y))):  # a slide along z, about which alone the joint turns
        twice = plus(v[2], v[2])
        return times(motion.carried[1], twice), negative(times(motion.carried[0], twice)), 0.0
    return cross(add(motion.carried, motion.velocity), v)


def newton(inertia: RigidInertia, spin: Spin, z: Spatial) -> Spatial:
    """M z + b, with z and the spin of the body, Spin(ω_k, angular z)."""
    v = z[3:]
    return (
        *add(spin.moment(inertia.second), cross(inertia.moment, v)),
        *add(scale(inertia.mass, v), apply(spin.matrix, inertia.moment)),
    )
