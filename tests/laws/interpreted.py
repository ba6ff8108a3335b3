"""The catalogue without machine code: its sweeps, run on NumPy arrays of many states at once."""

from __future__ import annotations

import numpy as np

from psiphi.dynamics.catalogue import request
from psiphi.kernel.request import Request, argument_name
from psiphi.kernel.tracing import candidates
from psiphi.model import Model
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.sweeps.evaluate import evaluate_together


class Interpreted:
    """The quantities of a robot; as fast as NumPy allows, and at once ready for robots of any size."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._mechanisms: dict[object, Mechanism] = {}

    def __call__(
        self,
        name: str,
        *arrays: np.ndarray,
        frames: tuple[str, ...] = (),
        reference: str = "local_world_aligned",
    ):
        """A quantity of the catalogue, in the first form of its derivation; arguments as for its kernel."""
        asked = request(self.model, name, frames, None, reference)  # type: ignore[arg-type]
        (_, polynomials), *_ = candidates(asked.expressions)
        given = {
            argument.name: np.moveaxis(array, -1, 0)
            for argument, array in zip(asked.arguments(), arrays, strict=True)
        }
        vectors = {n: (s.range, list(given[argument_name(n)])) for n, s in asked.vectors().items()}
        rates = list(given["v"]) if "v" in given else None
        mechanism = self._mechanism(asked)
        values = evaluate_together(
            polynomials, mechanism, NumpyArithmetic(), list(given["q"]), rates, vectors
        )
        found = [self._stacked(x, arrays) for x in self._read(asked, values)]
        return found[0] if len(found) == 1 else found

    def _read(self, asked: Request, values):
        """Shapes and entries of the results."""
        if asked.reading is None:
            return list(zip(asked.shapes(), values, strict=True))
        ((_, columns),) = asked.shapes()
        rows = [values[0][i : i + columns] for i in range(0, len(values[0]), columns)]
        return [
            (x.shape, x.scalars)
            for x in asked.reading.results(self._mechanism(asked), rows, NumpyArithmetic())
        ]

    def _stacked(self, result, arrays) -> np.ndarray:
        shape, entries = result
        batch = np.broadcast_shapes(*(x.shape[:-1] for x in arrays))
        flat = [np.broadcast_to(x, batch) for x in entries]
        stacked = np.stack(flat, axis=-1) if flat else np.empty((*batch, 0))
        return stacked.reshape(*batch, *shape)

    def _mechanism(self, asked: Request) -> Mechanism:
        """The robot as the sweeps of a request see it, made once for all that see the same."""
        canonical, regrouped = asked.free_choices()
        joined = None if asked.embedding is None else asked.embedding.independent
        key = (canonical, regrouped, asked.frames, joined)
        if key not in self._mechanisms:
            self._mechanisms[key] = asked.mechanism(canonical=canonical, regrouped=regrouped)
        return self._mechanisms[key]
