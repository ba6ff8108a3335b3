"""The Riccati recursion in factors, P = W diag(w) W* with weights w ≥ 0: a UD filter [R87 XIV, K93 6].

P⁺ = P − G D G* subtracts large numbers where a heavy body hangs on a light one, and what remains is their
rounding. In factors nothing is subtracted but components along a row. The rows of W say how each coordinate
of a force depends on independent sources, the columns; with the weights for an inner product, those of
y = H W (and of the noise Y, sources of its own) are made orthogonal one after the other,

    yᵢ → yᵢ − Σ L(i,j) yⱼ,    zₘ → zₘ − Σ C(m,j) yⱼ,    D = L diag(|y|²) L*,    G = C L⁻¹,

and what is left of z is a factor of P⁺. Six columns at most are kept of it, made triangular in the same way
(the weighted Gram–Schmidt of Thornton; an update of one coordinate that H picks is Bierman's). The smallest
part of P is then known to as many digits as its own factors have.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.recursion.bodies.joint_maps import JointMap
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.riccati import RiccatiStep
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import Factors, Rows, add_rows, units, without
from psiphi.recursion.numbers.vectors import (
    Spatial,
    dot,
    is_zero,
    is_zero_vector,
    minus,
    plus,
    spatial,
    times,
)

LEAST = 1e-37
"""Added to the weight of a row that may be zero, where 0/0 is to be 0; far below that of any real body."""

_LINEAR_FIRST = (3, 4, 5, 0, 1, 2)
"""Moments are orthogonalised against forces: what remains of them is inertia about the centre of mass."""


@frozen
class FactoredInertia:
    """P = Σ wᵢ cᵢ cᵢ* of columns c and weights w, none of which is negative."""

    columns: tuple[Spatial, ...]
    weights: tuple[Number, ...]

    def __add__(self, other: FactoredInertia) -> FactoredInertia:
        return FactoredInertia(self.columns + other.columns, self.weights + other.weights)

    def carried(self, transform: Transform) -> FactoredInertia:
        """E P E* at the parent."""
        return FactoredInertia(tuple(map(transform.force_to_parent, self.columns)), self.weights)

    def apply(self, x: Spatial) -> Spatial:
        """P x."""
        shares = [times(w, dot(c, x)) for c, w in zip(self.columns, self.weights, strict=True)]
        return spatial(dot(row, shares) for row in self._rows)

    def entry(self, i: int, j: int) -> Number:
        """The element (i, j) of the 6×6."""
        return dot([times(w, x) for w, x in zip(self.weights, self._rows[i], strict=True)], self._rows[j])

    @cached_property
    def _rows(self) -> list[list[Number]]:
        return [[column[i] for column in self.columns] for i in range(6)]


@frozen
class FactoredStep(RiccatiStep):
    """The step at one body.

    `seen` are the rows y, made orthogonal, and `remainder` those of a factor of P⁺, with the weights of their
    columns: first those of P, then those of the noise.
    """

    P: FactoredInertia
    factors: Factors
    G: tuple[tuple[Number, ...], ...]
    seen: tuple[tuple[Number, ...], ...]
    remainder: tuple[tuple[Number, ...], ...]
    weights: tuple[Number, ...]
    arithmetic: Arithmetic

    @cached_property
    def D(self) -> Rows:
        """L diag(d) L*."""
        lower = self.factors.lower
        return [
            [dot(list(map(times, self.factors.diagonal, row)), other) for other in lower] for row in lower
        ]

    def sent(self, transform: Transform, correlation: Sequence[Spatial] | None = None) -> FactoredInertia:
        if correlation is None:
            return triangular(self.remainder, self.weights, self.arithmetic).carried(transform)
        columns = [transform.force_to_parent(column) for column in zip(*self.remainder, strict=True)]
        rows = [[column[m] for column in columns] for m in range(6)]
        both = add_rows(rows, self._known_from_noise(correlation))
        return triangular(both, self.weights, self.arithmetic)

    def _known_from_noise(self, S: Sequence[Spatial]) -> list[list[Number]]:
        """The rows of S Y⁻¹ · noise, less what y tells of them: the part of the parent's own sources that the
        noise tells, which are therefore given to the parent without it."""
        first = len(self.weights) - len(S)
        found: list[list[Number]] = []
        for m in range(6):
            row: list[Number] = [0.0] * first
            for column, weight in zip(S, self.weights[first:], strict=True):
                row.append(times(column[m], self.arithmetic.reciprocal(weight)))
            for y, reciprocal in zip(self.seen, self.factors.reciprocals, strict=True):
                row = without(row, times(dot(list(map(times, self.weights, y)), row), reciprocal), y)
            found.append(row)
        return found


def factored_step(
    P: FactoredInertia, joint: JointMap, noise: Rows | None, arithmetic: Arithmetic
) -> FactoredStep:
    """The step at a body whose P is known; `noise` is Y(k), None for zero."""
    heard = _noise_columns(noise, arithmetic)
    weights = [*P.weights, *(w for _, w in heard)]
    seen = [
        [*row, *(column[i] for column, _ in heard)]
        for i, row in enumerate(zip(*map(joint.project, P.columns), strict=True))
    ] or [[column[i] for column, _ in heard] for i in range(joint.size)]
    silent = [0.0] * len(heard)
    left: list[list[Number]] = [[column[m] for column in P.columns] + silent for m in range(6)]
    exact = joint.selection if not heard and joint.selection is not None else ()
    lower: list[list[Number]] = [[0.0] * joint.size for _ in range(joint.size)]
    coefficients: list[list[Number]] = [[0.0] * joint.size for _ in range(6)]
    diagonal: list[Number] = []
    reciprocals: list[Number] = []
    for i in range(joint.size):
        scaled = list(map(times, weights, seen[i]))
        diagonal.append(dot(scaled, seen[i]))
        reciprocals.append(arithmetic.reciprocal(diagonal[i]))
        lower[i][i] = 1.0
        for j in range(i + 1, joint.size):
            lower[j][i] = times(dot(scaled, seen[j]), reciprocals[i])
            seen[j] = without(seen[j], lower[j][i], seen[i])
        for m in range(6):
            if m not in exact:
                coefficients[m][i] = times(dot(scaled, left[m]), reciprocals[i])
                left[m] = without(left[m], coefficients[m][i], seen[i])
    for place, m in enumerate(exact):
        left[m] = [0.0] * len(weights)
        coefficients[m] = lower[place]
    return FactoredStep(
        P=P,
        factors=Factors(tuple(map(tuple, lower)), tuple(diagonal), tuple(reciprocals)),
        G=tuple(_solved(row, lower) for row in coefficients),
        seen=tuple(map(tuple, seen)),
        remainder=tuple(map(tuple, left)),
        weights=tuple(weights),
        arithmetic=arithmetic,
    )


def triangular(
    rows: Sequence[Sequence[Number]], weights: Sequence[Number], arithmetic: Arithmetic
) -> FactoredInertia:
    """Σ wᵢ cᵢ cᵢ* of any number of columns, as one of six columns at most: U diag(d) U*."""
    left = [list(row) for row in rows]
    columns: list[Spatial] = []
    found: list[Number] = []
    pending = [m for m in _LINEAR_FIRST if not is_zero_vector(left[m])]
    while pending:
        first, *pending = pending
        scaled = list(map(times, weights, left[first]))
        weight = dot(scaled, left[first])
        reciprocal = arithmetic.reciprocal(plus(weight, LEAST))
        column: list[Number] = [0.0] * 6
        column[first] = 1.0
        for m in pending:
            column[m] = times(dot(scaled, left[m]), reciprocal)
            left[m] = without(left[m], column[m], left[first])
        columns.append(spatial(column))
        found.append(weight)
    return FactoredInertia(tuple(columns), tuple(found))


def _noise_columns(noise: Rows | None, arithmetic: Arithmetic) -> list[tuple[Sequence[Number], Number]]:
    """Y = Σ w c c*, without the columns that are zero."""
    if noise is None:
        return []
    if any(not is_zero(x) for i, row in enumerate(noise) for x in row[:i]):
        factors = Factors.of(noise, arithmetic)
        return list(zip(zip(*factors.lower, strict=True), factors.diagonal, strict=True))
    return [(unit, noise[j][j]) for j, unit in enumerate(units(len(noise))) if not is_zero(noise[j][j])]


def _solved(row: Sequence[Number], lower: Rows) -> tuple[Number, ...]:
    """x with x L = row."""
    x = list(row)
    for i in reversed(range(len(x))):
        for j in range(i + 1, len(x)):
            x[i] = minus(x[i], times(x[j], lower[j][i]))
    return tuple(x)
