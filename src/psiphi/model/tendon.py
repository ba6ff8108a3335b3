"""Tendons that joints share, and what they do to them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ModelError
from psiphi.frozen import frozen
from psiphi.model.names import check_names, unknown_name

if TYPE_CHECKING:
    from psiphi.model.model import Model

Array = NDArray[np.float64]


@frozen
class Tendon:
    """A length that joints share, ℓ = offset + Σ cᵢ qᵢ, with spring, damper, friction, inertia and bounds.

    The spring pulls with stiffness · (spring_lower − ℓ) below spring_lower, with stiffness · (spring_upper −
    ℓ) above spring_upper, and is slack between the two. `armature` resists the acceleration of ℓ, and so
    couples the accelerations of the joints. Joints have one coordinate each.
    """

    name: str
    joints: tuple[str, ...]
    coefficients: tuple[float, ...]
    offset: float = 0.0
    stiffness: float = 0.0
    spring_lower: float = 0.0
    spring_upper: float = 0.0
    damping: float = 0.0
    friction: float = 0.0
    lower: float = -math.inf
    upper: float = math.inf
    armature: float = 0.0


def tendon_matrices(model: Model) -> tuple[Array, Array]:
    """ℓ − offset = A q_tree and ℓ̇ = B v_tree of all tendons: A (tendons, nq_tree), B (tendons, nv_tree)."""
    lengths = np.zeros((len(model.tendons), model.nq_tree))
    speeds = np.zeros((len(model.tendons), model.nv_tree))
    for row, tendon in enumerate(model.tendons):
        for joint, coefficient in zip(tendon.joints, tendon.coefficients, strict=True):
            body = model.joint_index(joint)
            lengths[row, model.q_tree_slices[body]] += coefficient
            speeds[row, model.v_tree_slices[body]] += coefficient
    return lengths, speeds


def armature_rows(model: Model) -> Array:
    """√a dℓ̇/dv of the tendons with armature a, (such tendons, nv_tree): A with A*A in the mass matrix."""
    armature = np.array([tendon.armature for tendon in model.tendons])
    return (np.sqrt(armature)[:, None] * tendon_matrices(model)[1])[armature > 0.0]


def check_tendons(model: Model) -> None:
    """Refuse tendons over joints that are not there, or with numbers that have no meaning."""
    check_names("tendon", [tendon.name for tendon in model.tendons])
    carried = {body.joint.name: body.joint for body in model.bodies}
    for tendon in model.tendons:
        where = f"tendon {tendon.name!r}"
        if not tendon.joints or len(tendon.joints) != len(tendon.coefficients):
            raise ModelError(
                f"{where}: has {len(tendon.joints)} joints and {len(tendon.coefficients)} coefficients; "
                "give one coefficient for each joint, and one joint at least"
            )
        for name in tendon.joints:
            if name not in carried:
                raise ModelError(f"{where}: {unknown_name('joint', name, carried)}")
            if carried[name].kind.nq != 1:
                raise ModelError(
                    f"{where}: joint {name!r} is {carried[name].kind.name}; name joints with one coordinate"
                )
        resisting = (tendon.stiffness, tendon.damping, tendon.friction, tendon.armature)
        if not all(0.0 <= number < math.inf for number in resisting):
            raise ModelError(f"{where}: stiffness, damping, friction or armature is negative or not finite")
        rest = (tendon.offset, tendon.spring_lower, tendon.spring_upper, *tendon.coefficients)
        if not _finite(rest) or tendon.spring_lower > tendon.spring_upper or not tendon.lower <= tendon.upper:
            raise ModelError(f"{where}: its lengths or coefficients are upside down or not finite")


def _finite(numbers: Sequence[float]) -> bool:
    return all(map(math.isfinite, numbers))
