"""The compliance Ω of a body, from that of its parent: base to tip [RJK 20, R87 82]."""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.recursion.arithmetic import Number
from psiphi.recursion.inertias import SymmetricBlocks
from psiphi.recursion.joint_maps import JointMap
from psiphi.recursion.riccati import RiccatiStep
from psiphi.recursion.small_matrices import Rows, multiply
from psiphi.recursion.vectors import dot, minus, plus


def compliance(step: RiccatiStep, joint: JointMap, carried: SymmetricBlocks | None) -> SymmetricBlocks:
    """Ω = H*D⁻¹H + (I − GH)* C (I − GH), with C = E_φ*ΩE_φ of the parent; None at a root.

    Multiplied out: C − TH − H*T* + H*(G*T + D⁻¹)H with T = CG.
    """
    axes = list(zip(*joint.rows, strict=True))  # of each coordinate of a force, what the joint makes of it
    inverse: Rows = step.factors.inverse()
    if carried is None:
        return _symmetric([[_sandwich(axes[i], inverse, axes[j]) for j in range(i + 1)] for i in range(6)])
    gains = list(zip(*step.G, strict=True))
    columns = [carried.apply((a, b, c, d, e, f)) for a, b, c, d, e, f in gains]
    rows = list(zip(*columns, strict=True))
    core = [
        [plus(dot(g, t), x) for t, x in zip(columns, r, strict=True)]
        for g, r in zip(gains, inverse, strict=True)
    ]
    return _symmetric(
        [
            [
                plus(
                    minus(minus(carried.entry(i, j), dot(rows[i], axes[j])), dot(rows[j], axes[i])),
                    _sandwich(axes[i], core, axes[j]),
                )
                for j in range(i + 1)
            ]
            for i in range(6)
        ]
    )


def _sandwich(x: Sequence[Number], matrix: Rows, y: Sequence[Number]) -> Number:
    """x* A y."""
    return dot(x, multiply(matrix, y))


def _symmetric(lower: list[list[Number]]) -> SymmetricBlocks:
    return SymmetricBlocks.of([[*row, *[0.0] * (6 - len(row))] for row in lower])
