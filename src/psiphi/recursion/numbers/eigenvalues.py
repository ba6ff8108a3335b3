"""Any power of a small symmetric positive definite matrix, by eigenvalues: rotations in turn [Jacobi 1846].

    A = V diag(λ) V*,    A^p = V diag(λ^p) V*

A rotation in the plane (i, j) makes the entry (i, j) zero. Programs cannot wait for the others to vanish, so
that there are n + MORE_SWEEPS rounds of all planes; each squares what is left. λ^p is a product of square
roots of square roots, those of the binary digits of p.

Rates of A come after the eigenvalues of what it is without them. With N the rest, V*AV = diag(λ) + N,
products of more factors N than A has levels of rates vanish, and

    (A^p)_ij = λ_i^p + λ^p[i, j] N_ij + Σ λ^p[i, k, j] N_ik N_kj + …    in the axes of V

with the divided differences of x^p between eigenvalues. These are the corners of the power p of a triangular
matrix, λ on its diagonal and 1 beside it [Opitz 1964], whose roots and products lose no digits where
eigenvalues meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.dual import levels, moving, plain
from psiphi.recursion.numbers.small_matrices import Rows, multiply, units
from psiphi.recursion.numbers.vectors import dot, is_zero, minus, negative, plus, times, total

MORE_SWEEPS = 3
"""Sweeps besides one for each row: eigenvalues that come in groups of very different sizes need them."""

DIGITS = 56
_LEAST = 2.0**-120  # so that nothing is divided by zero, in single precision too


def power(matrix: Rows, exponent: Fraction, arithmetic: Arithmetic) -> list[list[Number]]:
    """A^p."""
    n, orders = len(matrix), len(levels(y for row in matrix for y in row))
    trace = total(plain(row[i]) for i, row in enumerate(matrix))
    scale = arithmetic.reciprocal(trace)  # so that units do not matter
    values, vectors = eigenvalues([[times(plain(y), scale) for y in row] for row in matrix], arithmetic)
    values = [times(x, trace) for x in values]
    columns = list(zip(*vectors, strict=True))
    moved = [multiply([[moving(y) for y in row] for row in matrix], x) for x in columns]
    N = [[dot(x, y) for y in moved] for x in columns]
    known: dict[tuple[int, ...], Number] = {}

    def divided(path: tuple[int, ...]) -> Number:
        """x^p between the eigenvalues of a path, in whichever order."""
        places = tuple(sorted(path))
        if places not in known:
            known[places] = _power(_bidiagonal([values[i] for i in places]), exponent, arithmetic)[0][-1]
        return known[places]

    def series(path: tuple[int, ...], j: int, product: Number) -> Number:
        """Σ λ^p[path, …, j] N … N over all ways on, the product of the first factors being given."""
        found: Number = times(divided(path), product) if path[-1] == j else 0.0
        for k in range(n) if len(path) <= orders else ():
            more = times(product, N[path[-1]][k])
            if not is_zero(more):
                found = plus(found, series((*path, k), j, more))
        return found

    X: list[list[Number]] = [[0.0] * n for _ in range(n)]
    for i, j in combinations_with_replacement(range(n), 2):
        X[i][j] = X[j][i] = series((i,), j, 1.0)
    inner = [multiply(X, row) for row in vectors]
    return [[dot(row, column) for column in inner] for row in vectors]


def eigenvalues(matrix: Rows, arithmetic: Arithmetic) -> tuple[list[Number], list[list[Number]]]:
    """λ and V, whose columns are the eigenvectors."""
    n = len(matrix)
    A = [list(row) for row in matrix]
    V: list[list[Number]] = [[*unit] for unit in units(n)]
    for _ in range(n + MORE_SWEEPS):
        for i, j in combinations(range(n), 2):
            if is_zero(A[i][j]):
                continue
            c, s, t = _rotation(A[i][i], A[i][j], A[j][j], arithmetic)
            share = times(t, A[i][j])
            ends = minus(A[i][i], share), plus(A[j][j], share)
            for row in V:
                row[i], row[j] = _turned(c, s, row[i], row[j])
            for k in range(n):
                A[i][k], A[j][k] = A[k][i], A[k][j] = _turned(c, s, A[i][k], A[j][k])
            (A[i][i], A[j][j]), A[i][j], A[j][i] = ends, 0.0, 0.0
    return [A[i][i] for i in range(n)], V


def _rotation(a: Number, b: Number, d: Number, arithmetic: Arithmetic) -> tuple[Number, Number, Number]:
    """c, s and t = s/c of the smaller rotation that makes [[a, b], [b, d]] diagonal."""
    apart, twice = minus(d, a), plus(b, b)
    root = arithmetic.sqrt(plus(plus(times(apart, apart), times(twice, twice)), _LEAST))
    signed = arithmetic.select(apart, root, negative(root))
    t = times(twice, arithmetic.reciprocal(plus(apart, signed)))
    c = arithmetic.reciprocal(arithmetic.sqrt(plus(times(t, t), 1.0)))
    return c, times(t, c), t


def _turned(c: Number, s: Number, x: Number, y: Number) -> tuple[Number, Number]:
    return minus(times(c, x), times(s, y)), plus(times(s, x), times(c, y))


def _power(x: Rows, exponent: Fraction, arithmetic: Arithmetic) -> Rows:
    """x^p of a triangular matrix: the whole part by products, the rest digit by digit."""
    base = _inverse(x, arithmetic) if exponent < 0 else x
    whole, rest = divmod(abs(exponent), 1)
    found: Rows = units(len(x))
    for digit in bin(whole)[2:]:
        found = _product(found, found)
        found = _product(found, base) if digit == "1" else found
    root = base
    for _ in range(DIGITS):
        if not rest:
            break
        root, rest = _root(root, arithmetic), 2 * rest
        if rest >= 1:
            found, rest = _product(found, root), rest - 1
    return found


def _bidiagonal(values: Sequence[Number]) -> Rows:
    """diag(λ) with ones beside it."""
    n = len(values)
    return [[values[i] if i == j else float(j == i + 1) for j in range(n)] for i in range(n)]


def _product(x: Rows, y: Rows) -> Rows:
    columns = list(zip(*y, strict=True))
    return [[dot(row, column) for column in columns] for row in x]


def _root(x: Rows, arithmetic: Arithmetic) -> Rows:
    """r with r r = x, a diagonal after the other: r_ij = (x_ij − Σ r_ik r_kj) / (r_ii + r_jj)."""
    n = len(x)
    r: list[list[Number]] = [[0.0] * n for _ in range(n)]
    for i in range(n):
        r[i][i] = arithmetic.sqrt(x[i][i])
    for i, j in _above_the_diagonal(n):
        rest = minus(x[i][j], dot(r[i][i + 1 : j], [r[k][j] for k in range(i + 1, j)]))
        r[i][j] = times(rest, arithmetic.reciprocal(plus(r[i][i], r[j][j])))
    return r


def _inverse(x: Rows, arithmetic: Arithmetic) -> Rows:
    """y with x y = 1: y_ij = −y_ii Σ x_ik y_kj."""
    n = len(x)
    y: list[list[Number]] = [[0.0] * n for _ in range(n)]
    for i in range(n):
        y[i][i] = arithmetic.reciprocal(x[i][i])
    for i, j in _above_the_diagonal(n):
        share = dot(x[i][i + 1 : j + 1], [y[k][j] for k in range(i + 1, j + 1)])
        y[i][j] = negative(times(share, y[i][i]))
    return y


def _above_the_diagonal(n: int) -> list[tuple[int, int]]:
    return [(i, i + d) for d in range(1, n) for i in range(n - d)]
