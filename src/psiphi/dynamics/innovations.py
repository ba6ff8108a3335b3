"""The mass matrix as a Kalman filter sees it: 𝓜 = (I + HφK) D (I + HφK)* [RJK 11].

(I + HφK)⁻¹ = I − HψK makes of joint forces their innovations. With rotors behind gears the filter has them as
measurement noise, D = HPH* + R [R87 57]. Robots with mimic joints have no such factors.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, Compiled, of_one_kernel


class Innovations(Compiled):
    """The articulated-body quantities of a robot."""

    @of_one_kernel
    def articulated_inertias(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """P of each body, joints outward of it free to move, (..., N, 6, 6); O(N) [RJK 8].

        In the frame of the body, before its own joint is crossed; bodies in the order of `body_names`.
        """
        return self._calls["articulated_inertias"](q, out=out, threads=threads)

    @of_one_kernel
    def joint_inertias(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """D = HPH* + R: what each joint moves with those inward locked, (..., nv, nv); O(N) [RJK 8].

        A block for each joint on the diagonal, zeros beside them.
        """
        return self._calls["joint_inertias"](q, out=out, threads=threads)

    @of_one_kernel
    def innovations_factor(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """I + HφK, unit triangular from joint to joint on every branch, (..., nv, nv); O(N²) [RJK 11].

        𝓜 = (I + HφK) D (I + HφK)* with D of `joint_inertias`.
        """
        return self._calls["innovations_factor"](q, out=out, threads=threads)

    @of_one_kernel
    def innovations_factor_inverse(
        self, q: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """I − HψK, which makes of joint forces their innovations, (..., nv, nv); O(N²) [RJK 12]."""
        return self._calls["innovations_factor_inverse"](q, out=out, threads=threads)

    @of_one_kernel
    def innovations(
        self, q: ArrayLike, tau: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """ε = (I − HψK)τ: joint forces less what the bodies outward predict, (..., nv); O(N) [RJK 15]."""
        return self._calls["innovations"](q, tau, out=out, threads=threads)
