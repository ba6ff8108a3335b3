"""Pinocchio: its results, its call from Python, and its time in C++.

Inverse and forward dynamics have a C++ loop over a batch (`ModelPool`), here with one thread. The matrices
have none: their time in C++ is estimated as the time of the call from Python, less what the binding costs.
That is the time of `dIntegrate`, which takes vectors and returns an nv × nv matrix as they do, and computes
next to nothing. Where a vector is returned, the binding is the same call for a robot without joints.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from benchmarks.quantities import (
    FORWARD_DYNAMICS,
    INVERSE_DYNAMICS,
    MASS_MATRIX,
    MASS_MATRIX_INVERSE,
    Array,
    Inputs,
    Quantity,
)
from benchmarks.robots import Subject
from benchmarks.timing import Contender
from psiphi.compat.pinocchio import PinocchioMap

POOL, CALL, BINDING = "Pinocchio pool", "Pinocchio call", "Pinocchio binding"

# Where Pinocchio offers two conventions, the faster one.
_CALLS = {
    INVERSE_DYNAMICS: "rnea(model, data, q, v, x)",
    FORWARD_DYNAMICS: "aba(model, data, q, v, x, WORLD)",
    MASS_MATRIX: "crba(model, data, q, LOCAL)",
    MASS_MATRIX_INVERSE: "computeMinverse(model, data, q)",
}
_MATRIX_BINDING = "dIntegrate(model, q, v, ARG0)"
_FUNCTIONS = {
    **{name: getattr(pin, name) for name in ("rnea", "aba", "crba", "computeMinverse", "dIntegrate")},
    **{"WORLD": pin.Convention.WORLD, "LOCAL": pin.Convention.LOCAL, "ARG0": pin.ArgumentPosition.ARG0},
}
_IN_PARALLEL = {INVERSE_DYNAMICS: pin.rneaInParallel, FORWARD_DYNAMICS: pin.abaInParallel}


class PinocchioSide:
    """Pinocchio's half of a comparison on one robot."""

    def __init__(self, subject: Subject) -> None:
        self._model = subject.pin_model
        self._data = self._model.createData()
        self._pool = pin.ModelPool(self._model, 1)
        self._map = PinocchioMap(subject.robot.model, self._model)

    def results(self, quantity: Quantity, inputs: Inputs) -> Array:
        """What is right: a result for each row, in psiphi's coordinates."""
        q, v, x = self._converted(quantity, inputs)
        return self._back(
            quantity, np.array([self._result(quantity, *row) for row in zip(q, v, x, strict=True)])
        )

    def single(self, quantity: Quantity, inputs: Inputs) -> list[Contender]:
        """One call from Python, and what of it is due to the binding."""
        q, v, x = (array[0].copy() for array in self._converted(quantity, inputs))
        names = {"model": self._model, "data": self._data, "q": q, "v": v, "x": x}
        if quantity.is_matrix:
            binding = Contender(BINDING, _MATRIX_BINDING, {**_FUNCTIONS, **names})
        else:
            empty, nothing = pin.Model(), np.zeros(0)
            less = {"model": empty, "data": empty.createData(), "q": nothing, "v": nothing, "x": nothing}
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

    def _back(self, quantity: Quantity, results: Array) -> Array:
        if quantity.is_matrix:  # velocities are only put in another order, so inverses are converted likewise
            return self._map.matrix_from(results)
        return self._map.a_from(results) if quantity is FORWARD_DYNAMICS else self._map.tau_from(results)

    def _result(self, quantity: Quantity, q: Array, v: Array, x: Array) -> Array:
        model, data = self._model, self._data
        if quantity is INVERSE_DYNAMICS:
            return np.array(pin.rnea(model, data, q, v, x))
        if quantity is FORWARD_DYNAMICS:
            return np.array(pin.aba(model, data, q, v, x, pin.Convention.WORLD))
        if quantity is MASS_MATRIX:
            return np.array(pin.crba(model, data, q, pin.Convention.LOCAL))
        return np.array(pin.computeMinverse(model, data, q))
