"""The judge of ill-conditioned robots: 𝓜 from Jacobians, and 𝓜⁻¹y, in fifty digits."""

from __future__ import annotations

from typing import Any

import mpmath as mp
import numpy as np
from numpy.typing import NDArray

from psiphi.model import Model

Array = NDArray[np.float64]
DIGITS = 50


def exact_solution(model: Model, q: Array, y: Array) -> Array:
    """𝓜⁻¹ y of a tree of hinges and slides at one configuration, rounded once at the end, (nv,)."""
    with mp.workdps(DIGITS):
        x = mp.lu_solve(_mass_matrix(model, q), mp.matrix(y.tolist()))
        return np.array([float(value) for value in x])


def relative_error(found: Array, expected: Array) -> Array:
    """The largest relative error of a component, over rows (..., nv) → (...)."""
    return np.max(np.abs(found - expected) / np.abs(expected), axis=-1)


def _mass_matrix(model: Model, q: Array) -> Any:
    """Σ m J_v* J_v + J_ω* I J_ω over the bodies, + reflected rotor inertias."""
    rotations: list[Any] = []
    positions: list[Any] = []
    axes: list[Any] = []
    for k, body in enumerate(model.bodies):
        joint, angle = body.joint, mp.mpf(float(q[k]))
        R, p = (rotations[body.parent], positions[body.parent]) if body.parent >= 0 else (mp.eye(3), _zero())
        p = p + R * mp.matrix(joint.placement.position.tolist())
        R = R * mp.matrix(joint.placement.rotation.tolist())
        axes.append(R * mp.matrix(list(joint.axis)))
        if joint.kind.name == "prismatic":
            p = p + axes[k] * angle
        else:
            skew = _skew(mp.matrix(list(joint.axis)))
            R = R * (mp.eye(3) + mp.sin(angle) * skew + (1 - mp.cos(angle)) * skew * skew)
        rotations.append(R)
        positions.append(p)
    total = mp.zeros(len(model.bodies))
    for k, body in enumerate(model.bodies):
        center = positions[k] + rotations[k] * mp.matrix(body.inertia.center.tolist())
        inertia = rotations[k] * mp.matrix(body.inertia.rotational.tolist()) * rotations[k].T
        moving = {}
        i = k
        while i >= 0:
            slides = model.bodies[i].joint.kind.name == "prismatic"
            velocity = axes[i] if slides else _skew(axes[i]) * (center - positions[i])
            moving[i] = (_zero() if slides else axes[i], velocity)
            i = model.bodies[i].parent
        for i, (w, v) in moving.items():
            for j, (w_, v_) in moving.items():
                total[i, j] += body.inertia.mass * (v.T * v_)[0] + (w.T * inertia * w_)[0]
        total[k, k] += body.joint.rotor.reflected_inertia
    return total


def _zero() -> Any:
    return mp.zeros(3, 1)


def _skew(v: Any) -> Any:
    return mp.matrix([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
