"""Where a frame cannot move as it should: what bounds the forces that would make it.

Near a singular configuration an eigenvalue of Ω = J𝓜⁻¹J* goes to zero, and Λ = Ω⁻¹ grows without bounds.
Damped, Λ is (Ω + cI)⁻¹, a filter of its own; spectral, it is Ω⁻¹ but along eigenvectors of small eigenvalues.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.model.arguments import number_array
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.eigenvalues import eigenvalues
from psiphi.recursion.numbers.vectors import plus, times


@frozen
class Singular:
    """What bounds Λ = Ω⁻¹, Ω = J𝓜⁻¹J*, where the frame cannot move as it should; 0 for nothing.

    damped     c in (Ω + cI)⁻¹
    spectral   λ₀: eigenvalues λ of Ω below it count λ/λ₀² in Λ, others 1/λ
    """

    damped: float = 0.0
    spectral: float = 0.0

    def __post_init__(self) -> None:
        for name in ("damped", "spectral"):
            value = number_array(name, getattr(self, name))
            if value.ndim or not 0.0 <= value < np.inf:
                raise InputError(f"{name}: {getattr(self, name)} given; give a positive number, or 0.")
            object.__setattr__(self, name, float(value))
        if self.damped and self.spectral:
            raise InputError("damped, spectral: both given; give one of them.")

    def bounded_inverse(
        self, omega: Sequence[Number], axes: Sequence[bool], arithmetic: GraphArithmetic
    ) -> Sequence[Number]:
        """Σ λ/max(λ, λ₀)² uu* over eigenvalues and eigenvectors of Ω along the axes, (36); zero elsewhere."""
        places = [i for i, on in enumerate(axes) if on]
        values, vectors = eigenvalues([[omega[6 * i + j] for j in places] for i in places], arithmetic)
        found: list[Number] = [0.0] * 36
        for value, column in zip(values, zip(*vectors, strict=True), strict=True):
            bound = arithmetic.reciprocal(arithmetic.maximum(value, self.spectral))
            share = value * bound * bound
            for i, x in zip(places, column, strict=True):
                for j, y in zip(places, column, strict=True):
                    found[6 * i + j] = plus(found[6 * i + j], times(share, times(x, y)))
        return found


UNBOUNDED = Singular()
