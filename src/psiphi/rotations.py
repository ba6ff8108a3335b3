"""Rotations, quaternions and rigid motions in compiled code: functions of psiphi.spatial for little.

Each takes leading batch dimensions, `out=` and `threads=`, float64 or float32, and runs in a fraction of a
microsecond; psiphi.spatial has the same and more on NumPy arrays. Rotations R map the components of a vector
in the child frame to those in the parent frame; quaternions are x, y, z, w; motions are [angular; linear].
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.recursion.bodies import joint_maps
from psiphi.recursion.manifold import rotations
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import Matrix, Vector, apply, minus, product, subtract, transpose

Array = NDArray[np.float64]
Numbers = Sequence[Number]


class _Compiled:
    """The functions as methods, which built-in functions stand in front of."""

    def exp_so3(self, w: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """The rotation by a rotation vector. (..., 3) → (..., 3, 3)."""
        return _native("exp_so3").call(w, out=out, threads=threads)

    def log_so3(self, rotation: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """The rotation vector of R, |w| ≤ π. (..., 3, 3) → (..., 3)."""
        return _native("log_so3").call(rotation, out=out, threads=threads)

    def exp_quaternion(self, w: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """The unit quaternion of a rotation vector. (..., 3) → (..., 4)."""
        return _native("exp_quaternion").call(w, out=out, threads=threads)

    def log_quaternion(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """The rotation vector of a unit quaternion, |w| ≤ π. (..., 4) → (..., 3)."""
        return _native("log_quaternion").call(q, out=out, threads=threads)

    def normalized(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """q/|q|, NaN for zero. (..., 4) → (..., 4)."""
        return _native("normalized").call(q, out=out, threads=threads)

    def quaternion_product(
        self, a: ArrayLike, b: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """The Hamilton product a ⊗ b. (..., 4), (..., 4) → (..., 4)."""
        return _native("quaternion_product").call(a, b, out=out, threads=threads)

    def rotate(self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """R(q) v for a unit quaternion. (..., 4), (..., 3) → (..., 3)."""
        return _native("rotate").call(q, v, out=out, threads=threads)

    def quaternion_to_rotation(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """R(q) of a unit quaternion. (..., 4) → (..., 3, 3)."""
        return _native("quaternion_to_rotation").call(q, out=out, threads=threads)

    def rotation_to_quaternion(
        self, rotation: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """The unit quaternion of R with w ≥ 0. (..., 3, 3) → (..., 4)."""
        return _native("rotation_to_quaternion").call(rotation, out=out, threads=threads)

    def log_se3(
        self, rotation: ArrayLike, position: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """The motion that leads from identity to a pose in unit time. (..., 3, 3), (..., 3) → (..., 6)."""
        return _native("log_se3").call(rotation, position, out=out, threads=threads)

    def pose_error(
        self,
        rotation: ArrayLike,
        position: ArrayLike,
        wanted_rotation: ArrayLike,
        wanted_position: ArrayLike,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """The motion that leads from a pose to another in unit time, in the axes of the first.

        log(X⁻¹Y) of poses X and Y: (..., 3, 3), (..., 3), (..., 3, 3), (..., 3) → (..., 6).
        """
        given = (rotation, position, wanted_rotation, wanted_position)
        return _native("pose_error").call(*given, out=out, threads=threads)


def _matrix(x: Numbers) -> Matrix:
    a, b, c, d, e, f, g, h, i = x
    return (a, b, c), (d, e, f), (g, h, i)


def _vector(x: Numbers) -> Vector:
    a, b, c = x
    return a, b, c


def _exponential(w: Numbers, xs: Arithmetic) -> rotations.Quaternion:
    return rotations.exponential(rotations.half_turn(_vector(w), xs))


def _rotation(q: Numbers) -> list[Number]:
    """R(q), by rows."""
    columns = [rotations.rotated(q, unit) for unit in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    return [column[i] for i in range(3) for column in columns]


def _quaternion(x: Numbers, xs: Arithmetic) -> rotations.Quaternion:
    """Of R: the row of 4 q q* with the largest number on the diagonal, brought to unit length, w ≥ 0."""
    (a, b, c), (d, e, f), (g, h, i) = _matrix(x)
    u, v, w = minus(h, f), minus(c, g), minus(d, b)
    rows: list[list[Number]] = [
        [1.0 + a - e - i, b + d, c + g, u],
        [b + d, 1.0 - a + e - i, f + h, v],
        [c + g, f + h, 1.0 - a - e + i, w],
        [u, v, w, 1.0 + a + e + i],
    ]
    best, largest = rows[0], rows[0][0]
    for k in (1, 2, 3):
        more = rows[k][k] - largest
        best = [xs.select(more, y, x) for x, y in zip(best, rows[k], strict=True)]
        largest = xs.maximum(largest, rows[k][k])
    q = rotations.unit(best, xs)
    sign = xs.select(-q[3], -1.0, 1.0)
    return sign * q[0], sign * q[1], sign * q[2], sign * q[3]


def _motion(rotation: Numbers, position: Numbers, xs: Arithmetic) -> Numbers:
    turn = rotations.logarithm(_quaternion(rotation, xs), xs)
    return [*turn.omega, *rotations.screw_of_translation(turn, _vector(position))]


def _error(xs: Arithmetic, rotation: Numbers, position: Numbers, other: Numbers, there: Numbers) -> Numbers:
    back = transpose(_matrix(rotation))
    turned = [x for row in product(back, _matrix(other)) for x in row]
    return _motion(turned, apply(back, subtract(_vector(there), _vector(position))), xs)


_FUNCTIONS: dict[str, tuple[tuple[int, ...], int, Callable[..., Numbers]]] = {
    "exp_so3": ((3,), 9, lambda xs, w: _rotation(_exponential(w, xs))),
    "log_so3": ((9,), 3, lambda xs, r: rotations.logarithm(_quaternion(r, xs), xs).omega),
    "exp_quaternion": ((3,), 4, lambda xs, w: _exponential(w, xs)),
    "log_quaternion": ((4,), 3, lambda xs, q: rotations.logarithm(q, xs).omega),
    "normalized": ((4,), 4, lambda xs, q: rotations.unit(q, xs)),
    "quaternion_product": ((4, 4), 4, lambda xs, a, b: joint_maps.quaternion_product(a, b)),
    "rotate": ((4, 3), 3, lambda xs, q, v: rotations.rotated(q, _vector(v))),
    "quaternion_to_rotation": ((4,), 9, lambda xs, q: _rotation(q)),
    "rotation_to_quaternion": ((9,), 4, lambda xs, r: _quaternion(r, xs)),
    "log_se3": ((9, 3), 6, lambda xs, r, p: _motion(r, p, xs)),
    "pose_error": ((9, 3, 9, 3), 6, _error),
}
"""By name: the numbers of the arguments and of the result, and how it is computed."""


@lru_cache(maxsize=len(_FUNCTIONS))
def _native(name: str) -> NativeFunction:
    sizes, size, compute = _FUNCTIONS[name]

    def shape(numbers: int) -> tuple[int, ...]:
        return (3, 3) if numbers == 9 else (numbers,)

    def build() -> Program:
        graph = Graph()
        names = signature(getattr(_METHODS, name)).parameters
        arguments = tuple(Argument(each, shape(n)) for each, n in zip(names, sizes, strict=False))
        values = compute(GraphArithmetic(graph), *(each.scalars(graph) for each in arguments))
        return Program(arguments, (Output("result", shape(size), tuple(values)),))

    return compile_program(build, key=f"rotations.{name}")


_METHODS = _Compiled()

if TYPE_CHECKING:
    exp_so3, log_so3 = _METHODS.exp_so3, _METHODS.log_so3
    exp_quaternion, log_quaternion = _METHODS.exp_quaternion, _METHODS.log_quaternion
    normalized, rotate = _METHODS.normalized, _METHODS.rotate
    quaternion_product = _METHODS.quaternion_product
    quaternion_to_rotation = _METHODS.quaternion_to_rotation
    rotation_to_quaternion = _METHODS.rotation_to_quaternion
    log_se3, pose_error = _METHODS.log_se3, _METHODS.pose_error


def __getattr__(name: str) -> Any:
    """A function is compiled, or loaded from disk, when it is first asked for."""
    if name not in _FUNCTIONS:
        raise AttributeError(f"module 'psiphi.rotations' has no attribute {name!r}")
    method = getattr(_METHODS, name)
    found = _native(name).shortcut(method) or method
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_FUNCTIONS)
