"""The mass matrix as a Kalman filter sees it: 𝓜 = (I + HφK) D (I + HφK)* [RJK 11].

(I + HφK)⁻¹ = I − HψK makes of joint forces their innovations. With rotors behind gears the filter has them as
measurement noise, D = HPH* + R [R87 57]. Robots with mimic joints have no such factors.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, Compiled


class Innovations(Compiled):
    """The articulated-body quantities of a robot."""

    def articulated_inertias(self, q: ArrayLike) -> Array:
        """P of each body, joints outward of it free to move, (..., N, 6, 6); O(N) operations [RJK 8].

        In the frame of the body, before its own joint is crossed; bodies in the order of `body_names`.
        """
        whole = self._of_frames("articulated_inertias", ())(q)
        n = whole.shape[-1] // 6
        blocks = whole.reshape(*whole.shape[:-2], n, 6, n, 6)
        return np.ascontiguousarray(np.moveaxis(np.diagonal(blocks, axis1=-4, axis2=-2), -1, -3))

    def innovations(self, q: ArrayLike, tau: ArrayLike, **options: Any) -> Array:
        """ε = (I − HψK)τ: joint forces less what the bodies outward predict, (..., nv); O(N) [RJK 15]."""
        return self._of_frames("innovations", ())(q, tau, **options)

    def diagonalized_velocity(self, q: ArrayLike, v: ArrayLike, **options: Any) -> Array:
        """ν = D^½(I + HφK)*v, in which the kinetic energy is ½ν*ν, (..., nv); O(N) [RJK 6]."""
        return self._of_frames("diagonalized_velocity", ())(q, v, **options)

    def mass_matrix_square_root(self, q: ArrayLike, **options: Any) -> Array:
        """m = (I + HφK)D^½ with m m* = 𝓜, (..., nv, nv); O(N²) [RJK 6]."""
        return self._of_frames("mass_matrix_square_root", ())(q, **options)

    def mass_matrix_log_determinant(self, q: ArrayLike) -> Array:
        """log det 𝓜 = Σ log det D(k), I + HφK being unit triangular, (...); O(N) operations [RJK 11]."""
        inertias = self._of_frames("joint_inertias", ())(q)
        total = np.zeros(inertias.shape[:-2])
        for place in self.model.merged().v_tree_slices:
            total = total + np.linalg.slogdet(inertias[..., place, place])[1]
        return total
