"""The configuration manifold of a robot, in compiled code."""

from __future__ import annotations

from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, Compiled, of_one_kernel


class Configurations(Compiled):
    """Where velocities lead, and what lies between configurations; quaternions may have any length."""

    _manifold = frozenset({"integrate", "difference", "interpolate", "distance", "normalized"})

    @of_one_kernel
    def integrate(
        self,
        q: ArrayLike,
        v: ArrayLike,
        dt: ArrayLike = 1.0,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """The configuration reached from q with constant rates v after dt (...), (..., nq).

        v of free, spherical and planar joints is constant in body axes: q ⊕ v dt = q · exp(v dt).
        Quaternions come out normalised.
        """
        return self._calls["integrate"](q, v, dt, out=out, threads=threads)

    @of_one_kernel
    def difference(
        self, q0: ArrayLike, q1: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """The rates that lead from q0 to q1 in unit time, (..., nv).

        integrate(q0, difference(q0, q1)) = q1 as a place on the manifold; rotations go the shorter way round.
        Joints with one coordinate have plainly q1 − q0.
        """
        return self._calls["difference"](q0, q1, out=out, threads=threads)

    @of_one_kernel
    def interpolate(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        share: ArrayLike,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """The configuration at a share (...) of the way from q0 to q1, (..., nq): q0 ⊕ share (q1 ⊖ q0)."""
        return self._calls["interpolate"](q0, q1, share, out=out, threads=threads)

    @of_one_kernel
    def distance(self, q0: ArrayLike, q1: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """|q1 ⊖ q0|, the length of `difference`, (...)."""
        return self._calls["distance"](q0, q1, out=out, threads=threads)

    @of_one_kernel
    def normalized(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """q with quaternions of unit length, (..., nq); a zero quaternion becomes NaN."""
        return self._calls["normalized"](q, out=out, threads=threads)
