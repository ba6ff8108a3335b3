"""Square roots of small symmetric positive definite matrices, in programs that cannot branch on their data.

One row has a root, two have a closed form. For more rows the iteration of Denman and Beavers,
X → ½(μX + Y⁻¹/μ) and Y → ½(μY + X⁻¹/μ) from A and I, leads to A^½ and A^−½; the factor μ brings the norms of
the two and of their inverses together, so that twelve steps do for condition numbers up to about 1e10.
[Higham, Numerical Algorithms 15, 1997]

The rate of a root is not that of the iteration but of what it solves: X Ẋ + Ẋ X = Ȧ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement

from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.dual import dual, held, highest_level, rate_of
from psiphi.recursion.numbers.eigenvalues import power_by_eigenvalues
from psiphi.recursion.numbers.small_matrices import Factors, Rows, multiply, units
from psiphi.recursion.numbers.vectors import dot, minus, negative, plus, times, total

STEPS = 12
UNSCALED = 2  # the last steps converge quadratically on their own


def square_roots(matrix: Rows, arithmetic: Arithmetic) -> tuple[Rows, Rows]:
    """A^½ and A^−½."""
    if len(matrix) == 1:
        root = arithmetic.sqrt(matrix[0][0])
        return [[root]], [[arithmetic.reciprocal(root)]]
    if len(matrix) == 2:
        return _roots_of_two(matrix, arithmetic)
    level = highest_level([x for row in matrix for x in row])
    if level is None:
        return _iterated(matrix, arithmetic)
    root, inverse_root = square_roots([[held(x, level) for x in row] for row in matrix], arithmetic)
    rates = [[rate_of(x, level) for x in row] for row in matrix]
    change = _rate_of_root(root, rates, arithmetic)
    inverse_change = _product(_product(inverse_root, change), inverse_root)
    return _joined(root, change, 1.0, level), _joined(inverse_root, inverse_change, -1.0, level)


def power(
    matrix: Rows, exponent: Fraction, arithmetic: Arithmetic
) -> Callable[[Sequence[Number]], tuple[Number, ...]]:
    """A^p of a symmetric positive definite A, as what it makes of vectors."""
    if exponent.denominator > 2:
        return partial(multiply, power_by_eigenvalues(matrix, exponent, arithmetic))
    times_root: Rows | None = None
    if exponent.denominator == 2:
        times_root = square_roots(matrix, arithmetic)[exponent < 0]
        exponent -= Fraction(1, 2) if exponent > 0 else Fraction(-1, 2)
    factors = Factors.of(matrix, arithmetic) if exponent < 0 else None

    def applied(x: Sequence[Number]) -> tuple[Number, ...]:
        y = tuple(x) if times_root is None else multiply(times_root, x)
        for _ in range(abs(int(exponent))):
            y = multiply(matrix, y) if factors is None else factors.solve(y)
        return y

    return applied


def _roots_of_two(matrix: Rows, arithmetic: Arithmetic) -> tuple[Rows, Rows]:
    """(A + s I)/t with s² = det A and t² = tr A + 2s; its inverse is (A⁻¹ s + I)/t."""
    (a, b), (_, c) = matrix
    s = arithmetic.sqrt(minus(times(a, c), times(b, b)))
    t = arithmetic.reciprocal(arithmetic.sqrt(plus(plus(a, c), plus(s, s))))
    ts = times(t, arithmetic.reciprocal(s))
    across, back = times(b, t), negative(times(b, ts))
    first, second = plus(a, s), plus(c, s)
    root = [[times(first, t), across], [across, times(second, t)]]
    return root, [[times(second, ts), back], [back, times(first, ts)]]


def _iterated(matrix: Rows, arithmetic: Arithmetic) -> tuple[Rows, Rows]:
    n = len(matrix)
    trace = total(matrix[i][i] for i in range(n))
    scale = arithmetic.reciprocal(trace)
    root: Rows = [[times(x, scale) for x in row] for row in matrix]
    inverse_root: Rows = units(n)
    for step in range(STEPS):
        against, other = (Factors.of(x, arithmetic).inverse() for x in (root, inverse_root))
        mu: Number = 1.0
        if step < STEPS - UNSCALED:
            above = times(_square(against), _square(other))
            below = times(_square(root), _square(inverse_root))
            mu = times(above, arithmetic.reciprocal(below))
            for _ in range(3):  # norms are roots of squares, and the scale is the fourth root of their ratio
                mu = arithmetic.sqrt(mu)
        less = arithmetic.reciprocal(mu)
        root, inverse_root = _mean(root, mu, other, less), _mean(inverse_root, mu, against, less)
    size = arithmetic.sqrt(trace)
    return _scaled(root, size), _scaled(inverse_root, arithmetic.reciprocal(size))


def _rate_of_root(root: Rows, rates: Rows, arithmetic: Arithmetic) -> list[list[Number]]:
    """Ẋ with X Ẋ + Ẋ X = Ȧ, from the equations of its upper triangle, which are symmetric and positive."""
    n = len(root)
    places = list(combinations_with_replacement(range(n), 2))
    equations = [[_coefficient(root, p, q) for q in places] for p in places]
    wanted = [rates[i][j] if i == j else plus(rates[i][j], rates[i][j]) for i, j in places]
    found = dict(zip(places, Factors.of(equations, arithmetic).solve(wanted), strict=True))
    return [[found[min(i, j), max(i, j)] for j in range(n)] for i in range(n)]


def _coefficient(X: Rows, p: tuple[int, int], q: tuple[int, int]) -> Number:
    """tr(E_p (X E_q + E_q X)), E_p the symmetric matrix with ones at the place p."""
    found: Number = 0.0
    for i, j in {p, p[::-1]}:
        for k, m in {q, q[::-1]}:
            if j == m:
                found = plus(found, X[i][k])
            if i == k:
                found = plus(found, X[m][j])
    return found


def _square(A: Rows) -> Number:
    """The sum of the squares."""
    return total(dot(row, row) for row in A)


def _product(A: Rows, B: Rows) -> list[list[Number]]:
    columns = list(zip(*B, strict=True))
    return [[dot(row, column) for column in columns] for row in A]


def _joined(A: Rows, rates: Rows, sign: float, level: int) -> list[list[Number]]:
    return [
        [dual(a, times(sign, b), level) for a, b in zip(r, s, strict=True)]
        for r, s in zip(A, rates, strict=True)
    ]


def _scaled(A: Rows, factor: Number) -> list[list[Number]]:
    return [[times(x, factor) for x in row] for row in A]


def _mean(A: Rows, a: Number, B: Rows, b: Number) -> list[list[Number]]:
    a, b = times(0.5, a), times(0.5, b)
    return [
        [plus(times(a, x), times(b, y)) for x, y in zip(r, s, strict=True)] for r, s in zip(A, B, strict=True)
    ]
