"""MuJoCo: the same robots built through MjSpec, and the functions that compute just the quantity.

Functions are called from Python one after the other, with the state already in place. The time in C is
estimated as for Pinocchio: less the time of the same calls for a world without bodies.
"""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np

from benchmarks.quantities import (
    FORWARD_DYNAMICS,
    INVERSE_DYNAMICS,
    MASS_MATRIX,
    MASS_MATRIX_INVERSE,
    Array,
    Inputs,
    Quantity,
)
from benchmarks.timing import Contender
from psiphi import Model
from psiphi.compat.mujoco import MujocoMap
from psiphi.spatial.quaternion import rotation_to_quaternion

CALLS, BINDINGS = "MuJoCo calls", "MuJoCo bindings"

_POSITION = "mj_kinematics(m, d); mj_comPos(m, d); "
_MASS = _POSITION + "mj_makeM(m, d); "
_STATEMENTS = {
    INVERSE_DYNAMICS: _POSITION + "mj_comVel(m, d); mj_rne(m, d, 1, result)",
    FORWARD_DYNAMICS: _MASS
    + "mj_factorM(m, d); mj_comVel(m, d); mj_rne(m, d, 0, bias); subtract(tau, bias, out=rest); "
    + "mj_solveM(m, d, result, rest)",
    MASS_MATRIX: _MASS + "mj_fullM(m, d, result)",
    MASS_MATRIX_INVERSE: _MASS + "mj_factorM(m, d); mj_solveM(m, d, result, identity)",
}
_JOINTS = {
    "revolute": mujoco.mjtJoint.mjJNT_HINGE,
    "continuous": mujoco.mjtJoint.mjJNT_HINGE,
    "prismatic": mujoco.mjtJoint.mjJNT_SLIDE,
    "free": mujoco.mjtJoint.mjJNT_FREE,
}


class MujocoSide:
    """MuJoCo's half of a comparison on one robot."""

    def __init__(self, model: Model) -> None:
        merged = model.merged()
        self._model = mujoco_model(merged)
        self._map = MujocoMap(merged, self._model)

    def contenders(self, quantity: Quantity, inputs: Inputs) -> list[Contender]:
        """The calls for the first row, and the same calls for a world without bodies; none for the rest."""
        if quantity not in _STATEMENTS:
            return []
        q, v, a, tau = inputs.q[0], inputs.v[0], inputs.a[0], inputs.tau[0]
        data = mujoco.MjData(self._model)
        data.qpos, data.qvel, data.qacc = self._map.q_to(q), self._map.v_to(q, v), self._map.a_to(q, v, a)
        names = _names(quantity, self._model, data, self._map.tau_to(q, tau))
        empty = mujoco.MjSpec().compile()
        nothing = _names(quantity, empty, mujoco.MjData(empty), np.zeros(0))
        statement = _STATEMENTS[quantity]
        return [
            Contender(CALLS, statement, names, result=lambda: self._back(quantity, data, names["result"])),
            Contender(BINDINGS, statement, nothing),
        ]

    def _back(self, quantity: Quantity, data: Any, result: Array) -> Array:
        """MuJoCo's result in psiphi's coordinates, as one row."""
        if quantity is MASS_MATRIX:
            return self._map.matrix_from(data.qpos, result)[None]
        if quantity is MASS_MATRIX_INVERSE:  # (XᵀMX)⁻¹, with M the inverse of the result
            return np.linalg.inv(self._map.matrix_from(data.qpos, np.linalg.inv(result)))[None].astype(float)
        if quantity is INVERSE_DYNAMICS:
            return self._map.tau_from(data.qpos, result)[None]
        return self._map.a_from(data.qpos, data.qvel, result)


def mujoco_model(model: Model) -> Any:
    """A robot without fixed joints as MuJoCo has it."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    spec.option.gravity = list(model.gravity)
    bodies: list[Any] = []
    for body in model.bodies:
        joint, inertia = body.joint, body.inertia
        carrier = bodies[body.parent] if body.parent >= 0 else spec.worldbody
        made = carrier.add_body(
            name=body.name,
            pos=joint.placement.position,
            quat=np.roll(rotation_to_quaternion(joint.placement.rotation), 1),
        )
        made.explicitinertial = True
        made.mass, made.ipos = inertia.mass, inertia.center
        made.fullinertia = inertia.rotational[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        made.add_joint(name=joint.name, type=_JOINTS[joint.kind.name], axis=list(joint.axis))
        bodies.append(made)
    return spec.compile()


def _names(quantity: Quantity, model: Any, data: Any, tau: Array) -> dict[str, Any]:
    """What the statements refer to; mj_solveM takes right-hand sides as rows."""
    nv = model.nv
    shape = {INVERSE_DYNAMICS: (nv,), FORWARD_DYNAMICS: (1, nv)}.get(quantity, (nv, nv))
    return {
        **{name: getattr(mujoco, name) for name in dir(mujoco) if name.startswith("mj_")},
        "m": model,
        "d": data,
        "tau": tau,
        "bias": np.zeros(nv),
        "rest": np.zeros((1, nv)),
        "identity": np.eye(nv),
        "subtract": np.subtract,
        "result": np.full(shape, np.nan),
    }
