"""One step of the Riccati recursion at a body: from P(k) to D, G and P⁺ [RK88 4.5; RJK 8].

D = H P H* + R,    G = P H* D⁻¹,    P⁺ = P − G H P
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from psiphi.recursion.arithmetic import Arithmetic, Number
from psiphi.recursion.factorization import Factorization
from psiphi.recursion.inertias import SymmetricBlocks
from psiphi.recursion.joint_maps import JointMap
from psiphi.recursion.vectors import Spatial, dot, is_zero, minus, plus, times


@dataclass(frozen=True)
class Articulation:
    """What a Riccati recursion has at one body.

    `inertia` P, `joint_inertia` D (n×n rows), `factors` of D, `gain` G (6 rows of n), `beyond` P⁺.
    """

    inertia: SymmetricBlocks
    joint_inertia: tuple[tuple[Number, ...], ...]
    factors: Factorization
    gain: tuple[tuple[Number, ...], ...]
    beyond: SymmetricBlocks

    def apply_gain(self, y: Sequence[Number]) -> Spatial:
        """G y."""
        a, b, c, d, e, f = (dot(row, y) for row in self.gain)
        return a, b, c, d, e, f

    def apply_gain_adjoint(self, x: Spatial) -> tuple[Number, ...]:
        """G* x."""
        return tuple(dot(column, x) for column in zip(*self.gain, strict=True))


def articulation(
    inertia: SymmetricBlocks, joint: JointMap, noise: Sequence[Number], arithmetic: Arithmetic
) -> Articulation:
    """D, G and P⁺ of a body with the inertia P; `noise` is the diagonal of R."""
    n = joint.size
    crossed = [_column(inertia, joint, a) for a in range(n)]  # P H*
    joint_inertia = tuple(
        tuple(
            plus(_row(joint, a, crossed[b]), noise[a]) if a == b else _row(joint, a, crossed[b])
            for b in range(n)
        )
        for a in range(n)
    )
    factors = Factorization(joint_inertia, arithmetic)
    noisy = not all(map(is_zero, noise))
    gain = [tuple(factors.solve([column[i] for column in crossed])) for i in range(6)]
    if joint.selection is not None and not noisy:
        for a, i in enumerate(joint.selection):
            gain[i] = tuple(1.0 if a == b else 0.0 for b in range(n))
    beyond = [[0.0] * 6 for _ in range(6)]
    for i in range(6):
        for j in range(i + 1):
            beyond[i][j] = beyond[j][i] = _crossed_entry(inertia, joint, noise, crossed, gain, i, j)
    return Articulation(inertia, joint_inertia, factors, tuple(gain), SymmetricBlocks.of(beyond))


def _crossed_entry(
    inertia: SymmetricBlocks,
    joint: JointMap,
    noise: Sequence[Number],
    crossed: Sequence[Spatial],
    gain: Sequence[Sequence[Number]],
    i: int,
    j: int,
) -> Number:
    """The element (i, j) of P⁺. Along the joint H P⁺ = R G*, which vanishes without rotors."""
    selection = joint.selection or ()
    for along, across in ((i, j), (j, i)):
        if along in selection:
            a = selection.index(along)
            return times(noise[a], gain[across][a])
    entry = inertia.entry(i, j)
    for g, column in zip(gain[i], crossed, strict=True):
        entry = minus(entry, times(g, column[j]))
    return entry


def _column(inertia: SymmetricBlocks, joint: JointMap, a: int) -> Spatial:
    """P H* at the degree of freedom a."""
    return inertia.apply(joint.rows[a]) if joint.selection is None else inertia.column(joint.selection[a])


def _row(joint: JointMap, a: int, x: Spatial) -> Number:
    """The element a of H x."""
    return dot(joint.rows[a], x) if joint.selection is None else x[joint.selection[a]]
