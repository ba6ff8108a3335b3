"""The same robot in Pinocchio, where that is installed, to compare results and times with."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.compat.pinocchio import PinocchioMap
from psiphi.model import Joint, Model

Array = NDArray[np.float64]


class PinocchioTwin:
    """A Pinocchio model of a robot, with functions in psiphi's coordinates."""

    def __init__(self, pin: Any, model: Model) -> None:
        self._pin = pin
        self.model = _pin_model(pin, model)
        self.data = self.model.createData()
        self.map = PinocchioMap(model, self.model)

    def states(self, *rows: Array) -> tuple[Array, Array, Array]:
        """q, v and tau in Pinocchio's coordinates."""
        q, v, tau = rows
        return self.map.q_to(q), self.map.v_to(v), self.map.tau_to(tau)

    def accelerations(self, q: Array, v: Array, tau: Array) -> Array:
        """Forward dynamics of each row."""
        rows = zip(*self.states(q, v, tau), strict=True)
        return self.map.a_from(np.array([self._pin.aba(self.model, self.data, *row) for row in rows]))

    def single_call(self, q: Array, v: Array, tau: Array) -> tuple[str, dict[str, object]]:
        """The statement to time for one configuration, and its names."""
        row = self.states(q, v, tau)
        names = dict(zip(("q", "v", "tau"), row, strict=True))
        return "aba(model, data, q, v, tau)", {
            "aba": self._pin.aba,
            "model": self.model,
            "data": self.data,
            **names,
        }

    def batch_call(self, q: Array, v: Array, tau: Array) -> tuple[str, dict[str, object]] | None:
        """The same for Pinocchio's own loop in C++, with one thread; rows are columns there."""
        if not hasattr(self._pin, "ModelPool"):
            return None
        q, v, tau = (array.T for array in self.states(q, v, tau))
        names = {"run": self._pin.abaInParallel, "pool": self._pin.ModelPool(self.model, 1)}
        result = np.empty(v.shape, order="F")
        return "run(1, pool, q, v, tau, result)", {**names, "q": q, "v": v, "tau": tau, "result": result}


def twin_of(model: Model) -> PinocchioTwin | None:
    """The twin of a robot; None where Pinocchio is not installed or does not have such joints."""
    merged = model.merged()
    joints = [body.joint for body in merged.bodies]
    if find_spec("pinocchio") is None or any(
        joint.mimic or joint.rotor.is_carried or joint.kind.name not in _KINDS for joint in joints
    ):
        return None
    return PinocchioTwin(import_module("pinocchio"), merged)


_KINDS = {
    "revolute": lambda pin, joint: pin.JointModelRevoluteUnaligned(np.array(joint.axis)),
    "continuous": lambda pin, joint: pin.JointModelRevoluteUnaligned(np.array(joint.axis)),
    "prismatic": lambda pin, joint: pin.JointModelPrismaticUnaligned(np.array(joint.axis)),
    "helical": lambda pin, joint: pin.JointModelHelicalUnaligned(np.array(joint.axis), joint.pitch),
    "spherical": lambda pin, joint: pin.JointModelSpherical(),
    "free": lambda pin, joint: pin.JointModelFreeFlyer(),
}


def _pin_model(pin: Any, model: Model) -> Any:
    built = pin.Model()
    built.gravity.linear = np.array(model.gravity)
    indices: list[int] = []
    for body in model.bodies:
        parent = indices[body.parent] if body.parent >= 0 else 0
        index = built.addJoint(
            parent, _pin_joint(pin, body.joint), _pin_pose(pin, body.joint), body.joint.name
        )
        inertia = pin.Inertia(body.inertia.mass, body.inertia.center, body.inertia.rotational)
        built.appendBodyToJoint(index, inertia, pin.SE3.Identity())
        indices.append(index)
    rotors = [[body.joint.rotor.reflected_inertia] * body.joint.kind.nv for body in model.bodies]
    built.armature = np.concatenate(rotors)
    return built


def _pin_joint(pin: Any, joint: Joint) -> Any:
    return _KINDS[joint.kind.name](pin, joint)


def _pin_pose(pin: Any, joint: Joint) -> Any:
    return pin.SE3(joint.placement.rotation, joint.placement.position)
