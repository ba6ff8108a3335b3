"""The configuration manifold of a robot, in compiled code."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
        return self._calls["integrate"](q, v, number(dt, q, v), out=out, threads=threads)

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
        return self._calls["interpolate"](q0, q1, number(share, q0, q1), out=out, threads=threads)

    @of_one_kernel
    def distance(self, q0: ArrayLike, q1: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """|q1 ⊖ q0|, the length of `difference`, (...)."""
        return self._calls["distance"](q0, q1, out=out, threads=threads)

    @of_one_kernel
    def normalized(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """q with quaternions of unit length, (..., nq); a zero quaternion becomes NaN."""
        return self._calls["normalized"](q, out=out, threads=threads)


_SINGLE = np.dtype(np.float32)


def number(value: ArrayLike, one: ArrayLike, other: ArrayLike) -> ArrayLike:
    """A number as an array, in single precision where the others are."""
    single = getattr(one, "dtype", None) is _SINGLE and getattr(other, "dtype", None) is _SINGLE
    if type(value) is float:
        return _array(value, single)
    return np.asarray(value, _SINGLE) if single and np.asarray(value).dtype.kind in "fiu" else value


@lru_cache(maxsize=64)
def _array(value: float, single: bool) -> NDArray[Any]:
    """The same few numbers are given again and again; making arrays of them takes longer than the rest."""
    array = np.array(value, _SINGLE if single else np.float64)
    array.flags.writeable = False
    return array
