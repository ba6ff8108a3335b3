"""Pinocchio: its results, its call from Python, and its time in C++.

Inverse and forward dynamics have a C++ loop over a batch (`ModelPool`), here with one thread. The matrices
have none: their time in C++ is estimated as the time of the call from Python, less what the binding costs.
That is the time of `dIntegrate`, which takes vectors and returns an nv × nv matrix as they do, and computes
next to nothing. Where something else is returned, the binding is the same call for a robot without joints.

Operational-space compliance is the Delassus matrix there, and inertia its inverse. The shortest way to the
latter is LAPACK's Cholesky inverse of the former: ConstraintCholeskyDecomposition takes twice as long, and
computeDampedDelassusMatrixInverse gives I/mu, whatever the robot. The matrix of momentum is about the centre
of mass there, about the world's origin here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pinocchio as pin
from scipy.linalg.lapack import dpotrf, dpotri

from benchmarks.quantities import (
    CENTER_OF_MASS,
    COMPLIANCE_OF_A_FRAME,
    COMPLIANCE_OF_FOUR_FRAMES,
    CORIOLIS_MATRIX,
    FORWARD_DYNAMICS,
    INERTIA_OF_A_FRAME,
    INERTIA_OF_FOUR_FRAMES,
    INVERSE_DYNAMICS,
    JACOBIAN,
    MASS_MATRIX,
    MASS_MATRIX_INVERSE,
    MOMENTUM_MATRIX,
    Array,
    Inputs,
    Quantity,
)
from benchmarks.robots import Subject
from benchmarks.timing import Contender
from psiphi.compat.pinocchio import PinocchioMap
from psiphi.spatial.rotation import skew

POOL, CALL, BINDING = "Pinocchio pool", "Pinocchio call", "Pinocchio binding"

_DELASSUS = "computeDelassusMatrix(model, data, q, constraints, constraint_data)"

# Where Pinocchio offers two conventions, the faster one.
_CALLS = {
    INVERSE_DYNAMICS: "rnea(model, data, q, v, x)",
    FORWARD_DYNAMICS: "aba(model, data, q, v, x, WORLD)",
    MASS_MATRIX: "crba(model, data, q, LOCAL)",
    MASS_MATRIX_INVERSE: "computeMinverse(model, data, q)",
    CORIOLIS_MATRIX: "computeCoriolisMatrix(model, data, q, v)",
    CENTER_OF_MASS: "centerOfMass(model, data, q, False)",
    MOMENTUM_MATRIX: "computeCentroidalMap(model, data, q)",
    JACOBIAN: "computeFrameJacobian(model, data, q, frame, FRAME_AXES)",
    **dict.fromkeys((COMPLIANCE_OF_A_FRAME, COMPLIANCE_OF_FOUR_FRAMES), _DELASSUS),
    **dict.fromkeys((INERTIA_OF_A_FRAME, INERTIA_OF_FOUR_FRAMES), f"inverse({_DELASSUS})"),
}
_SQUARE = (MASS_MATRIX, MASS_MATRIX_INVERSE, CORIOLIS_MATRIX)
_MATRIX_BINDING = "dIntegrate(model, q, v, ARG0)"


def _inverse(upper: Array) -> Array:
    """The inverse of a positive definite matrix of which the upper triangle is given; of it the same."""
    factor, _ = dpotrf(upper, clean=False)
    return dpotri(factor, overwrite_c=True)[0]


def _names(call: str) -> list[str]:
    """The functions that a call of functions consists of."""
    return call.split("(")[:-1]


_ONE = np.eye(1)
_FUNCTIONS = {
    **{name: getattr(pin, name) for call in _CALLS.values() for name in _names(call) if name != "inverse"},
    **{"inverse": _inverse},
    **{"dIntegrate": pin.dIntegrate, "ARG0": pin.ArgumentPosition.ARG0, "FRAME_AXES": pin.LOCAL},
    **{"WORLD": pin.Convention.WORLD, "LOCAL": pin.Convention.LOCAL},
}
_IN_PARALLEL = {INVERSE_DYNAMICS: pin.rneaInParallel, FORWARD_DYNAMICS: pin.abaInParallel}


class PinocchioSide:
    """Pinocchio's half of a comparison on one robot."""

    def __init__(self, subject: Subject) -> None:
        self._model = subject.pin_model
        self._data = self._model.createData()
        self._pool = pin.ModelPool(self._model, 1)
        self._map = PinocchioMap(subject.robot.model, self._model)
        self._frames = subject.frames

    def results(self, quantity: Quantity, inputs: Inputs) -> Array:
        """What is right: a result for each row, in psiphi's coordinates."""
        q, v, x = self._converted(quantity, inputs)
        return self._back(
            quantity, np.array([self._result(quantity, *row) for row in zip(q, v, x, strict=True)])
        )

    def single(self, quantity: Quantity, inputs: Inputs) -> list[Contender]:
        """One call from Python, and what of it is due to the binding."""
        q, v, x = (array[0].copy() for array in self._converted(quantity, inputs))
        names = {"model": self._model, "data": self._data, "q": q, "v": v, "x": x, **self._of(quantity)}
        if quantity in _SQUARE:
            binding = Contender(BINDING, _MATRIX_BINDING, {**_FUNCTIONS, **names})
        else:
            empty, nothing = pin.Model(), np.zeros(0)
            less = {"model": empty, "data": empty.createData(), "q": nothing, "v": nothing, "x": nothing}
            less |= {"frame": 0, **_constraints(empty, ()), "inverse": lambda _: _inverse(_ONE)}
            binding = Contender(BINDING, _CALLS[quantity], {**_FUNCTIONS, **less})
        return [Contender(CALL, _CALLS[quantity], {**_FUNCTIONS, **names}), binding]

    def batch(self, quantity: Quantity, inputs: Inputs) -> list[Contender]:
        """The C++ loop over a batch where there is one, else what the estimate needs."""
        if quantity not in _IN_PARALLEL:
            return self.single(quantity, inputs)
        # Rows here are columns there; the transposes are laid out as Pinocchio's matrices, none is copied.
        q, v, x = (array.T for array in self._converted(quantity, inputs))
        result = np.full_like(v, np.nan, order="F")
        names = {"f": _IN_PARALLEL[quantity], "pool": self._pool, "q": q, "v": v, "x": x, "result": result}
        return [
            Contender(
                POOL,
                "f(1, pool, q, v, x, result)",
                names,
                inputs.batch,
                lambda: self._back(quantity, result.T),
            )
        ]

    def _converted(self, quantity: Quantity, inputs: Inputs) -> tuple[Array, Array, Array]:
        x = self._map.tau_to(inputs.tau) if quantity is FORWARD_DYNAMICS else self._map.a_to(inputs.a)
        return self._map.q_to(inputs.q), self._map.v_to(inputs.v), x

    def _of(self, quantity: Quantity) -> dict[str, Any]:
        """The frames that a quantity is taken of."""
        if not quantity.frames:
            return {}
        frames = [self._model.getFrameId(name) for name in self._frames[: quantity.frames]]
        return {"frame": frames[0], **_constraints(self._model, frames)}

    def _back(self, quantity: Quantity, results: Array) -> Array:
        if (
            quantity in _SQUARE
        ):  # velocities are only put in another order, so inverses are converted likewise
            return self._map.matrix_from(results)
        if quantity in (JACOBIAN, MOMENTUM_MATRIX):
            return self._map.jacobian_from(results)
        if quantity is CENTER_OF_MASS:
            return results
        if quantity.frames:
            order = [6 * k + i for k in range(quantity.frames) for i in (3, 4, 5, 0, 1, 2)]
            return results[..., order, :][..., order]
        return self._map.a_from(results) if quantity is FORWARD_DYNAMICS else self._map.tau_from(results)

    def _result(self, quantity: Quantity, q: Array, v: Array, x: Array) -> Array:
        names = {"model": self._model, "data": self._data, "q": q, "v": v, "x": x, **self._of(quantity)}
        *functions, given = _CALLS[quantity].rstrip(")").split("(")
        known = {**_FUNCTIONS, **names, "False": False}
        arguments = [known[argument] for argument in given.split(", ")]
        for name in reversed(functions):
            arguments = [known[name](*arguments)]
        result = np.array(arguments[0])
        if quantity is MOMENTUM_MATRIX:
            center = pin.centerOfMass(self._model, self._data, q)
            result[3:] += skew(center) @ result[:3]
        if quantity.frames and quantity is not JACOBIAN:
            result = np.triu(result) + np.triu(result, 1).T
        return result


def _constraints(model: Any, frames: Sequence[int]) -> dict[str, Any]:
    """What makes Pinocchio compute J𝓜⁻¹J* of frames: each held in all six directions."""
    constraints = pin.StdVec_RigidConstraintModel()
    data = pin.StdVec_RigidConstraintData()
    for frame in frames:
        place = model.frames[frame]
        held = pin.RigidConstraintModel(
            pin.ContactType.CONTACT_6D, model, place.parentJoint, place.placement, pin.LOCAL
        )
        constraints.append(held)
        data.append(held.createData())
    return {"constraints": constraints, "constraint_data": data}
