"""What a person would want to know before trusting a robot file."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from psiphi.model import Model
from psiphi.model.kinematics import relative_pose
from psiphi.spatial import force_transform

Array = NDArray[np.float64]

SINGULAR = 1e-9  # of the articulated inertia that a joint carries
NAMES_SHOWN = 4


def suspicions(model: Model) -> list[str]:
    """One sentence for each thing that is possible and yet rarely meant."""
    return [*model.warnings, *_missing_limits(model), *_light_joints(model)]


def _missing_limits(model: Model) -> Iterator[str]:
    unlimited = [
        body.joint.name
        for body in model.bodies
        if body.joint.kind.name in ("revolute", "prismatic")
        and body.joint.mimic is None
        and not (np.isfinite(body.joint.limits.lower).all() and np.isfinite(body.joint.limits.upper).all())
    ]
    if unlimited:
        names = ", ".join(map(repr, unlimited[:NAMES_SHOWN])) + (
            ", …" if len(unlimited) > NAMES_SHOWN else ""
        )
        subject = "1 joint has" if len(unlimited) == 1 else f"{len(unlimited)} joints have"
        yield f"{subject} no limits of position: {names}"


def _light_joints(model: Model) -> Iterator[str]:
    for name, (felt, carried) in joint_inertias(model).items():
        share = float(np.linalg.eigvalsh(felt)[0]) / float(np.abs(carried).max())
        if share < SINGULAR:
            yield (
                f"joint {name!r}: the inertia it feels is only {max(share, 0.0):.1g} of what it carries, so "
                "that accelerations will be inaccurate; give the body more inertia, or the joint a rotor"
            )


def joint_inertias(model: Model) -> dict[str, tuple[Array, Array]]:
    """D(k) = HPH* + R and P(k) of each joint, at neutral: what it feels, and what it carries. [RK88 4.4–4.6]

    Joints that carry nothing at all are left out; mimic joints are taken as locked.
    """
    q_tree = model.tree_configuration(model.neutral())
    inertias = [body.inertia.matrix() for body in model.bodies]
    found: dict[str, tuple[Array, Array]] = {}
    for k in range(len(model.bodies) - 1, -1, -1):
        body, carried = model.bodies[k], inertias[k]
        joint = body.joint
        if joint.kind.nv > 0 and joint.mimic is None and np.any(carried):
            axes = joint.kind.motion_subspace(joint, q_tree[model.q_tree_slices[k]])  # H*, (6, nv)
            felt = axes.T @ carried @ axes + joint.rotor.reflected_inertia * np.eye(joint.kind.nv)
            found[joint.name] = felt, carried
            carried = _after_joint(carried, axes, felt)
        if body.parent >= 0:
            shift = force_transform(*relative_pose(model, q_tree, k))
            inertias[body.parent] = inertias[body.parent] + shift @ carried @ shift.T
    return found


def _after_joint(carried: Array, axes: Array, felt: Array) -> Array:
    """P⁺ = P − PH*D⁻¹HP; with the pseudo-inverse, since D may be singular here."""
    gain = carried @ axes
    return carried - gain @ np.linalg.pinv(felt, hermitian=True) @ gain.T
