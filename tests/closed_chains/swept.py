"""Robots whose quantities are computed by the sweeps in NumPy: nothing is compiled, so that many can be."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from types import SimpleNamespace

import numpy as np

from psiphi import Robot
from psiphi.dynamics import catalogue
from psiphi.embedded import EmbeddedRobot
from psiphi.kernel.request import Request, argument_name
from psiphi.kernel.tracing import candidates
from psiphi.model import Model
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.sweeps.evaluate import evaluate_together

Array = np.ndarray


class Swept(Robot):
    """The sweeps that would be compiled, in the same frames; `form` counts through the forms they have."""

    form = 0

    def kernel(
        self,
        name: str,
        frames: Sequence[str] = (),
        method: None = None,
        reference: str = "local",
        **_: object,
    ) -> SimpleNamespace:
        request = catalogue.request(
            self.model, name, tuple(frames), None, reference, embedding=self._embedding
        )
        return SimpleNamespace(call=swept(request, self.form), shortcut=lambda method: None)


class SweptRobot(Swept):
    """A robot as it is."""

    def __init__(self, model: Model, form: int = 0) -> None:
        super().__init__(model)
        self.form = form


class SweptEmbeddedRobot(Swept, EmbeddedRobot):
    """One whose loops are joints."""

    _tree_of = SweptRobot


def swept(request: Request, form: int) -> Callable[..., Array | tuple[Array, ...]]:
    """A function of the arguments of a request."""
    canonical, regrouped = request.free_choices()
    mechanism = request.mechanism(canonical=canonical, regrouped=regrouped)
    forms = candidates(request.expressions)
    _, polynomials = forms[form % len(forms)]
    shapes = request.shapes()

    def call(*given: object, **_: object) -> Array | tuple[Array, ...]:
        arrays = [np.asarray(x, float) for x in given]
        batch = np.broadcast_shapes(*(x.shape[:-1] for x in arrays))
        columns = [np.moveaxis(np.broadcast_to(x, (*batch, x.shape[-1])), -1, 0) for x in arrays]
        values = {
            a.name: x.tolist() if not batch else list(x)
            for a, x in zip(request.arguments(), columns, strict=True)
        }
        inputs = {n: (s.range, values[argument_name(n)]) for n, s in request.vectors().items()}
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = evaluate_together(
                polynomials,
                mechanism,
                NumpyArithmetic(),
                values["q"],
                values.get("v"),
                inputs,
                skipping=request.skipping,
            )
        if request.reading is not None:
            ((_, columns),), (entries,) = shapes, found
            rows = [entries[i : i + columns] for i in range(0, len(entries), columns)]
            read = request.reading.results(mechanism, rows, NumpyArithmetic())
            found, told = [x.scalars for x in read], [x.shape for x in read]
        else:
            told = shapes
        results = [
            np.stack([np.broadcast_to(x, batch) for x in result], axis=-1).reshape(*batch, *shape)
            if result
            else np.zeros((*batch, *shape))
            for result, shape in zip(found, told, strict=True)
        ]
        return results[0] if len(results) == 1 else tuple(results)

    return call
