"""Any power of a small symmetric positive definite matrix, by eigenvalues: rotations in turn [Jacobi 1846].

    A = V diag(λ) V*,    A^p = V diag(λ^p) V*

A rotation in the plane (i, j) makes the entry (i, j) zero. Programs cannot wait for the others to vanish, so
that there are SWEEPS rounds of all planes; each squares what is left. λ^p is a product of square roots of
square roots, those of the binary digits of p.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

from psiphi.errors import CompileError
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.dual import highest_level
from psiphi.recursion.numbers.orthogonal_factors import sign
from psiphi.recursion.numbers.small_matrices import Rows, multiply, units
from psiphi.recursion.numbers.vectors import dot, is_zero, minus, plus, times

SWEEPS = 7
DIGITS = 56
_LEAST = 2.0**-1000  # so that nothing is divided by zero


def power_by_eigenvalues(
    matrix: Rows, exponent: Fraction, arithmetic: Arithmetic
) -> Callable[[Sequence[Number]], tuple[Number, ...]]:
    """A^p, as what it makes of vectors."""
    if highest_level([y for row in matrix for y in row]) is not None:
        raise CompileError(
            f"the derivative of a power {exponent} is not compiled: those of whole and half powers are."
        )
    values, vectors = eigenvalues(matrix, arithmetic)
    powers = [_power(value, exponent, arithmetic) for value in values]

    def applied(x: Sequence[Number]) -> tuple[Number, ...]:
        along = [dot(column, x) for column in zip(*vectors, strict=True)]
        return multiply(vectors, [times(a, b) for a, b in zip(powers, along, strict=True)])

    return applied


def eigenvalues(matrix: Rows, arithmetic: Arithmetic) -> tuple[list[Number], list[list[Number]]]:
    """λ and V, whose columns are the eigenvectors."""
    n = len(matrix)
    A = [list(row) for row in matrix]
    V: list[list[Number]] = [[*unit] for unit in units(n)]
    for _ in range(SWEEPS if n > 1 else 0):
        for i, j in combinations(range(n), 2):
            if not is_zero(A[i][j]):
                c, s = _rotation(A[i][i], A[i][j], A[j][j], arithmetic)
                for row in (*A, *V):
                    row[i], row[j] = _turned(c, s, row[i], row[j])
                pairs = [_turned(c, s, x, y) for x, y in zip(A[i], A[j], strict=True)]
                A[i], A[j] = [x for x, _ in pairs], [y for _, y in pairs]
                A[i][j] = A[j][i] = 0.0
    return [A[i][i] for i in range(n)], V


def _rotation(a: Number, b: Number, d: Number, arithmetic: Arithmetic) -> tuple[Number, Number]:
    """c and s of the smaller rotation that makes [[a, b], [b, d]] diagonal: t = 2b / (d − a ± √…)."""
    apart, twice = minus(d, a), plus(b, b)
    root = arithmetic.sqrt(plus(plus(times(apart, apart), times(twice, twice)), _LEAST))
    signed = times(sign(apart, arithmetic), root)
    t = times(twice, arithmetic.reciprocal(plus(apart, signed)))
    c = arithmetic.reciprocal(arithmetic.sqrt(plus(times(t, t), 1.0)))
    return c, times(t, c)


def _turned(c: Number, s: Number, x: Number, y: Number) -> tuple[Number, Number]:
    return minus(times(c, x), times(s, y)), plus(times(s, x), times(c, y))


def _power(value: Number, exponent: Fraction, arithmetic: Arithmetic) -> Number:
    """value^p: the whole part by products, the rest digit by digit."""
    base = arithmetic.reciprocal(value) if exponent < 0 else value
    whole, rest = divmod(abs(exponent), 1)
    found: Number = 1.0
    for digit in bin(whole)[2:]:
        found = times(found, found)
        found = times(found, base) if digit == "1" else found
    root = base
    for _ in range(DIGITS):
        if not rest:
            break
        root, rest = arithmetic.sqrt(root), 2 * rest
        if rest >= 1:
            found, rest = times(found, root), rest - 1
    return found
