"""The compliance Ω of a body, from that of its parent: base to tip [RJK 20, R87 82].

Where one joint moves several bodies (joint_groups.py), ψ* leads from the body they hang on to body k by

    X_k* − H_k* U*,    U = Σ_j X_j G_j over all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from psiphi.recursion.bodies.joint_maps import JointMap
from psiphi.recursion.flexible.inertia import ModalBlocks
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.inertias import SymmetricBlocks
from psiphi.recursion.inertias.riccati import RiccatiStep
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.small_matrices import Rows, multiply
from psiphi.recursion.numbers.vectors import Spatial, dot, minus, plus


def compliance(
    step: RiccatiStep, joint: JointMap, carried: SymmetricBlocks | ModalBlocks | None
) -> SymmetricBlocks | ModalBlocks:
    """Ω = H*D⁻¹H + (I − GH)* C (I − GH), with C = E_φ*ΩE_φ of the parent; None at a root.

    Multiplied out: C − TH − H*T* + H*(G*T + D⁻¹)H with T = CG.
    """
    inverse: Rows = step.factors.inverse()
    if carried is None:
        return _settled(joint, carried, [], inverse)
    gains: list[Any] = list(zip(*step.G, strict=True))
    columns = [carried.apply(gain) for gain in gains]
    return _settled(joint, carried, columns, _core(gains, columns, inverse))


def group_compliance(
    step: RiccatiStep,
    joint: JointMap,
    transform: Transform,
    gains: Sequence[Spatial],
    inner: SymmetricBlocks | None,
) -> SymmetricBlocks:
    """Ω of a body of a group, from that of the body it hangs on; `gains` are the columns of U."""
    inverse: Rows = step.factors.inverse()
    if inner is None:
        return _settled(joint, None, [], inverse)
    columns = [inner.apply(column) for column in gains]
    carried = transform.symmetric_from_parent(inner)
    moved = [transform.motion_from_parent(column) for column in columns]
    return _settled(joint, carried, moved, _core(gains, columns, inverse))


def _core(gains: Sequence[Sequence[Number]], columns: Sequence[Sequence[Number]], inverse: Rows) -> Rows:
    """G*T + D⁻¹."""
    return [
        [plus(dot(g, t), x) for t, x in zip(columns, r, strict=True)]
        for g, r in zip(gains, inverse, strict=True)
    ]


def _settled(
    joint: JointMap,
    carried: SymmetricBlocks | ModalBlocks | None,
    columns: Sequence[Sequence[Number]],
    core: Rows,
) -> Any:
    """C − TH − H*T* + H* core H, the columns being those of T; without C at a root."""
    # of each coordinate of a force, what the joint makes of it
    size = joint.width
    axes = [tuple(row[i] for row in joint.rows) for i in range(size)]
    if carried is None:
        return _symmetric([[_sandwich(axes[i], core, axes[j]) for j in range(i + 1)] for i in range(size)])
    rows = [tuple(column[i] for column in columns) for i in range(size)]
    return _symmetric(
        [
            [
                plus(
                    minus(minus(carried.entry(i, j), dot(rows[i], axes[j])), dot(rows[j], axes[i])),
                    _sandwich(axes[i], core, axes[j]),
                )
                for j in range(i + 1)
            ]
            for i in range(size)
        ]
    )


def _sandwich(x: Sequence[Number], matrix: Rows, y: Sequence[Number]) -> Number:
    """x* A y."""
    return dot(x, multiply(matrix, y))


def _symmetric(lower: list[list[Number]]) -> Any:
    return (SymmetricBlocks if len(lower) == 6 else ModalBlocks).of(lower)
