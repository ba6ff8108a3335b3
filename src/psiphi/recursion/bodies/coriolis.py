"""C_M at one body, and of many bodies that are locked together.

A point of mass m at x that moves with u feels m ω_w × u when the body also turns with the ω_w of a second
motion w; its moment about the origin is x times that. Over a body, with p = Σ m u and B = Σ m x uᵀ,

    C_M w = [tr(B) ω_w − Bᵀω_w; ω_w × p]

which equals ½ (V×*Mw − M(V×w) + w×*MV) and has twelve numbers instead of thirty-six. They are turned and
shifted like an inertia, so that composites c = C_M + E_φ c E_φ* are cheap.
"""

from __future__ import annotations

from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.recursion.frames.turns import Turn
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.vectors import (
    Matrix,
    Spatial,
    Vector,
    add,
    add_matrices,
    apply,
    cross,
    is_zero_vector,
    negative,
    plus,
    scale,
    transpose,
)


@frozen
class CoriolisInertia:
    """p = Σ m u, the momentum, and B = Σ m x uᵀ."""

    momentum: Vector
    moments: Matrix

    @staticmethod
    def of(inertia: RigidInertia, velocity: Spatial) -> CoriolisInertia:
        """That of a rigid body with velocity [ω; v]: u = v + ω × x, p = m v + ω × h, B = h vᵀ + S ω̃ᵀ."""
        w, v = velocity[:3], velocity[3:]
        momentum = add(scale(inertia.mass, v), cross(w, inertia.moment))
        x, y, z = (
            add(scale(h, v), cross(w, row)) for h, row in zip(inertia.moment, inertia.second, strict=True)
        )
        return CoriolisInertia(momentum, (x, y, z))

    def __add__(self, other: CoriolisInertia) -> CoriolisInertia:
        return CoriolisInertia(add(self.momentum, other.momentum), add_matrices(self.moments, other.moments))

    def turned(self, turn: Turn) -> CoriolisInertia:
        """The same in axes in which its vectors v have the components R v."""
        return CoriolisInertia(turn.rotate(self.momentum), turn.general(self.moments))

    def shifted(self, lever: Vector) -> CoriolisInertia:
        """The same at another origin, from which the present one is seen at `lever`: B' = B + l pᵀ."""
        if is_zero_vector(lever):
            return self
        x, y, z = (
            add(row, scale(length, self.momentum)) for row, length in zip(self.moments, lever, strict=True)
        )
        return CoriolisInertia(self.momentum, (x, y, z))

    @cached_property
    def _turning(self) -> Matrix:
        """tr(B) I − Bᵀ."""
        (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = self.moments
        return (
            (plus(yy, zz), negative(yx), negative(zx)),
            (negative(xy), plus(xx, zz), negative(zy)),
            (negative(xz), negative(yz), plus(xx, yy)),
        )

    def apply(self, w: Spatial) -> Spatial:
        """C_M w."""
        turning = w[:3]
        return *apply(self._turning, turning), *cross(turning, self.momentum)

    def apply_adjoint(self, x: Spatial) -> Spatial:
        """C_M* x = [tr(B) n − B n + p × f; 0]."""
        n, f = x[:3], x[3:]
        return *add(apply(transpose(self._turning), n), cross(self.momentum, f)), 0.0, 0.0, 0.0
