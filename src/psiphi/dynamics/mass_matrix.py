"""The mass matrix of a robot and what is made of it, with or without forming it.

𝓜 = HφMφ*H* has the reflected inertias of rotors behind gears on its diagonal [RK88 3.20, R87 57], and factors
as (I + HφK) D (I + HφK)* [RJK 11]. Mimic joints and the armature of tendons couple coordinates, and leave 𝓜
without such factors.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, Compiled, of_one_kernel


class MassMatrix(Compiled):
    """The mass matrix, its inverse, its factors and its determinant."""

    @of_one_kernel
    def mass_matrix(
        self, q: ArrayLike, packed: bool = False, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """𝓜 = HφMφ*H*, with reflected rotor inertias, (..., nv, nv); O(N²) [RK88 3.20].

        `packed` gives the entries that are not zero for every configuration, as PackedMatrix: those of
        joints of which one carries the other.
        """
        if packed:
            return cast(Array, self._packed(self.kernel("mass_matrix"), (q,), out, threads)[0])
        return self._calls["mass_matrix"](q, out=out, threads=threads)

    @of_one_kernel
    def mass_matrix_inverse(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """𝓜⁻¹ = (I − HψK)* D⁻¹ (I − HψK), (..., nv, nv); O(N²) [RJK 13]."""
        return self._calls["mass_matrix_inverse"](q, out=out, threads=threads)

    @of_one_kernel
    def mass_matrix_product(
        self, q: ArrayLike, x: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """𝓜x without forming 𝓜, x (..., nv) → (..., nv); O(N) [RK88 3.20]."""
        return self._calls["mass_matrix_product"](q, x, out=out, threads=threads)

    @of_one_kernel
    def mass_matrix_solve(
        self, q: ArrayLike, y: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """𝓜⁻¹y without forming 𝓜, y (..., nv) → (..., nv); O(N) [RJK 15]."""
        return self._calls["mass_matrix_solve"](q, y, out=out, threads=threads)

    @of_one_kernel
    def mass_matrix_rate(
        self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """d𝓜/dt while the robot moves, 𝓒 + 𝓒* of `coriolis_matrix`, (..., nv, nv); O(N²) [RJK 6]."""
        return self._calls["mass_matrix_rate"](q, v, out=out, threads=threads)

    @of_one_kernel
    def mass_matrix_square_root(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """m = (I + HφK)D^½ with m m* = 𝓜, (..., nv, nv); O(N²) [RJK 6]."""
        return self._calls["mass_matrix_square_root"](q, out=out, threads=threads)

    def mass_matrix_log_determinant(
        self, q: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """log det 𝓜 = Σ log det D(k), I + HφK being unit triangular, (...); O(N) [RJK 11].

        Mimic joints are taken with the joints that lead them, or from factors of 𝓜 itself, O(N³).
        """
        return np.log(self._calls["mass_matrix_pivots"](q, threads=threads)).sum(axis=-1, out=out)

    def mass_matrix_determinant(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """det 𝓜 = Π det D(k), (...); O(N) [RJK 11]. For many joints prefer its logarithm, which has no bound.

        Mimic joints are taken with the joints that lead them, or from factors of 𝓜 itself, O(N³).
        """
        return self._calls["mass_matrix_pivots"](q, threads=threads).prod(axis=-1, out=out)
