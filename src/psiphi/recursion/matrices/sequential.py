"""Symmetric systems whose parts only a few bodies couple, solved part after part: O(ℓ) for ℓ parts [RJK 6].

Loops of several arms feel each other through the object that the arms hold, and through nothing else. With
the columns U of its bodies kept apart, the compliance of the loops is

    F* X F = B + U* X₀ U,    B block diagonal, a block for each arm

and its factors are those of a filter, whose measurements are the arms and whose state is the motion x̂ of the
object:

    S_i = B_i + U_i* X_{i−1} U_i,    K_i = X_{i−1} U_i S_i⁻¹,    X_i = X_{i−1} − K_i S_i K_i*
    y = (F* X F) f:    e_i = y_i − U_i* x̂_{i−1},    x̂_i = x̂_{i−1} + K_i e_i    one way,
                       f_i = S_i⁻¹ e_i − K_i* λ_i,  λ_{i−1} = λ_i + U_i f_i      and back, λ_ℓ = 0, x̂_0 = 0

λ being the force on the object. S_i are the pivots of the whole matrix, block by block, so that what makes it
singular shows here as there; an arm in a singular configuration, B_i without inverse, does no harm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from psiphi.frozen import frozen
from psiphi.model.tree import path_to
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.matrices.gram import Block, Gram
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import Factors, multiply, pivot_sizes, transposed
from psiphi.recursion.numbers.vectors import dot, minus, plus, times

_WORTH_A_TRIAL = 1.25  # how much dearer the estimate may be for the exact count to be taken

Columns = Mapping[int, frozenset[int]]
"""The bodies that the columns of each place live on."""


@frozen
class Parting:
    """Bodies kept apart, and the parts, lists of places, into which the rest then falls.

    `cost` are the multiplications of the factors, roughly, and `dense` those of the matrix as a whole.
    """

    couplers: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...]
    cost: float
    dense: float


def parting(columns: Columns, sizes: Mapping[int, int], weights: Mapping[int, int]) -> Parting | None:
    """The bodies that are best kept apart, or None where nothing then falls apart.

    `sizes` are the numbers of equations of the places, `weights` the degrees of freedom of the bodies. Bodies
    that most places live on come first: those with at least so many, for each such number, and of these
    choices the one that promises the fewest multiplications.
    """
    loads = Counter(c for bodies in columns.values() for c in bodies)
    m = sum(sizes.values())
    choices: list[Parting] = []
    for least in sorted({load for load in loads.values() if load > 1}):
        couplers = tuple(sorted(c for c, load in loads.items() if load >= least))
        parts = _parts({i: bodies - set(couplers) for i, bodies in columns.items()})
        if len(parts) > 1:
            r = sum(weights[c] for c in couplers)
            within = [sum(sizes[i] for i in part) for part in parts]
            cost = sum(n**3 / 6 + n * n * r / 2 + 2 * n * r * r for n in within)
            choices.append(Parting(couplers, parts, cost, m**3 / 6 + m * m * r / 2))
    return min(choices, key=lambda choice: choice.cost, default=None)


def loops_part(mechanism: Mechanism) -> bool:
    """Whether it promises to be cheaper to solve for the loops of a robot part by part."""
    parents = mechanism.parents
    columns: dict[int, frozenset[int]] = {}
    for i, seat in enumerate(mechanism.loops):
        ends = [end.body for end in seat.ends] if seat.joints is None else seat.joints
        columns[i] = frozenset(c for body in ends for c in path_to(parents, body))
    sizes = {i: seat.size for i, seat in enumerate(mechanism.loops)}
    weights = {c: len(link.v) for c, link in enumerate(mechanism.links)}
    found = parting(columns, sizes, weights)
    return found is not None and found.cost < _WORTH_A_TRIAL * found.dense


def _parts(columns: Columns) -> tuple[tuple[int, ...], ...]:
    """Places that share bodies, directly or by way of others, together; in order."""
    parts: list[tuple[set[int], set[int]]] = []
    for i, bodies in columns.items():
        joined = [part for part in parts if part[1] & bodies]
        parts = [part for part in parts if not part[1] & bodies]
        places = {i}.union(*(part[0] for part in joined))
        parts.append((places, set(bodies).union(*(part[1] for part in joined))))
    return tuple(sorted(tuple(sorted(places)) for places, _ in parts))


@frozen
class _Step:
    """A part: the places of its numbers, U, the factors of S, and V = L⁻¹ U* X for S = L d L*."""

    numbers: tuple[int, ...]
    U: Block
    factors: Factors
    V: Block


class SequentialFactors:
    """The factors of a symmetric Gram form, part by part.

    offsets   of each place, where its numbers stand in a vector
    guarded, floor  as in `Factors` and `pivot_sizes`
    """

    def __init__(
        self,
        gram: Gram,
        parting: Parting,
        offsets: Sequence[Sequence[int]],
        arithmetic: Arithmetic,
        *,
        guarded: bool,
        floor: float,
    ) -> None:
        heights = {c: len(block) for (c, _), block in gram.left.items()}
        self._size = sum(heights[c] for c in parting.couplers)
        self._steps: list[_Step] = []
        covariance = _diagonal([gram.weights.matrix(c, heights[c]) for c in parting.couplers])
        inside = {c for c, _ in gram.left} - set(parting.couplers)
        own = [_dense(gram, part, inside, offsets) for part in parting.parts]
        columns = [
            [row for c in parting.couplers for row in _rows(gram, c, part, heights[c], offsets)]
            for part in parting.parts
        ]
        # pivots are compared with entries of the whole matrix, before other parts took theirs
        whole = [
            plus(B[a][a], dot(u, multiply(covariance, u)))
            for B, U in zip(own, columns, strict=True)
            for a, u in enumerate(transposed(U))
        ]
        sizes = iter(pivot_sizes(whole, floor))
        for part, B, U in zip(parting.parts, own, columns, strict=True):
            by_number = transposed(U)
            shares = [multiply(covariance, u) for u in by_number]  # the rows of U* X
            S = [[plus(B[a][b], dot(u, shares[b])) for b in range(a + 1)] for a, u in enumerate(by_number)]
            here = [next(sizes) for _ in S]
            factors = Factors.of(S, arithmetic, guarded=guarded, sizes=here)
            V = transposed([list(factors.whiten(column)) for column in zip(*shares, strict=True)])
            numbers = tuple(k for i in part for k in offsets[i])
            self._steps.append(_Step(numbers, U, factors, V))
            covariance = _less(covariance, V, factors.reciprocals)

    def solve(self, y: Sequence[Number]) -> list[Number]:
        """f with (F* X F) f = y."""
        motion: Sequence[Number] = [0.0] * self._size
        scaled: list[list[Number]] = []
        for step in self._steps:
            left = list(map(minus, [y[k] for k in step.numbers], multiply(transposed(step.U), motion)))
            scaled.append(list(map(times, step.factors.whiten(left), step.factors.reciprocals)))
            motion = list(map(plus, motion, multiply(transposed(step.V), scaled[-1])))
        found: list[Number] = [0.0] * len(y)
        force: Sequence[Number] = [0.0] * self._size
        for step, e in zip(reversed(self._steps), reversed(scaled), strict=True):
            less = list(map(times, multiply(step.V, force), step.factors.reciprocals))
            f = step.factors.back(list(map(minus, e, less)))
            force = list(map(plus, force, multiply(step.U, f)))
            for k, value in zip(step.numbers, f, strict=True):
                found[k] = value
        return found


def _rows(
    gram: Gram, c: int, part: Sequence[int], height: int, offsets: Sequence[Sequence[int]]
) -> Iterable[list[Number]]:
    """The rows of the columns of a part at body c, zero where a column does not live there."""
    blocks = [gram.left.get((c, i), [[0.0] * len(offsets[i])] * height) for i in part]
    return ([x for block in blocks for x in block[a]] for a in range(height))


def _dense(gram: Gram, part: Sequence[int], bodies: set[int], offsets: Sequence[Sequence[int]]) -> Block:
    """The block of F* X F within a part, summed over these bodies."""
    rows: Block = [[] for i in part for _ in offsets[i]]
    for j in part:
        start = 0
        for i in part:
            height, width = len(offsets[i]), len(offsets[j])
            # below the diagonal is what Factors reads, above it stands for nothing
            block = gram.block(i, j, sorted(bodies)) if i >= j else None
            for a in range(height):
                rows[start + a] += [0.0] * width if block is None else block[a]
            start += height
    return rows


def _diagonal(blocks: Sequence[Block]) -> Block:
    """The block diagonal matrix of these."""
    size = sum(map(len, blocks))
    found: Block = []
    for block in blocks:
        start = len(found)
        found += [[0.0] * start + row + [0.0] * (size - start - len(block)) for row in block]
    return found


def _less(X: Block, V: Block, reciprocals: Sequence[Number]) -> Block:
    """X − V* d⁻¹ V, half of which is computed."""
    columns = list(zip(*V, strict=True))
    scaled = [list(map(times, column, reciprocals)) for column in columns]
    n = len(X)
    lower = [[minus(X[a][b], dot(columns[a], scaled[b])) for b in range(a + 1)] for a in range(n)]
    return [[lower[max(a, b)][min(a, b)] for b in range(n)] for a in range(n)]
