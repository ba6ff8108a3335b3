"""The inverse inertia of a whole robot, its joints locked, as each of its bodies sees it [RJ 31]."""

from __future__ import annotations

from psiphi.frozen import frozen
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import Factors
from psiphi.recursion.numbers.vectors import (
    UPPER,
    Matrix,
    Spatial,
    Vector,
    add,
    apply,
    cross,
    minus,
    scale,
    subtract,
    symmetric,
    times,
)


@frozen
class InverseOfWhole:
    """Q = (r_f + r_b)⁻¹ at one body: 1/m, the centre of mass, the inverse rotational inertia about it.

    From body to body only the origin and the axes change, so that the centre is seen from another place and
    the inverse turns with the axes: nothing is inverted twice.
    """

    reciprocal_mass: Number
    center: Vector
    rotational: Matrix

    @staticmethod
    def of(whole: RigidInertia, arithmetic: Arithmetic) -> InverseOfWhole:
        """The inverse of the inertia of a rigid body."""
        reciprocal = arithmetic.reciprocal(whole.mass)
        center = scale(reciprocal, whole.moment)
        # Σ m (x − c)(x − c)ᵀ = S − h cᵀ
        central = [minus(whole.second[i][j], times(whole.moment[i], center[j])) for i, j in UPPER]
        about_center = RigidInertia(whole.mass, center, symmetric(*central)).rotational
        columns = Factors.of(about_center, arithmetic).inverse()
        return InverseOfWhole(reciprocal, center, symmetric(*(columns[i][j] for i, j in UPPER)))

    def apply(self, x: Spatial) -> Spatial:
        """Q x: the motion of the whole robot, rigid, under a force; 24 multiplications, 21 additions."""
        force = x[3:]
        angular = apply(self.rotational, subtract(x[:3], cross(self.center, force)))
        return *angular, *add(scale(self.reciprocal_mass, force), cross(self.center, angular))

    def from_parent(self, transform: Transform) -> InverseOfWhole:
        """The same at a child: the diagonal block of E_φ* Q E_φ."""
        rotational = self.rotational
        for turn in transform.turns:
            rotational = turn.inverse.symmetric(rotational)
        return InverseOfWhole(self.reciprocal_mass, transform.point_from_parent(self.center), rotational)
