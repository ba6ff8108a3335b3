"""What is drawn for each row: distributions by name, with their numbers, so that a file can say them.

| kind | numbers | a row gets |
|---|---|---|
| constant | value | the value |
| uniform | low, high | low + (high − low) u |
| log_uniform | low, high | low (high/low)ᵘ |
| normal | mean, deviation | mean + deviation · z |
| choice | values | one of the values, which are told apart by the first index |
| configurations | | a configuration within the joint limits, rotations uniform |
| function | | what a function of Python makes of a generator that is the row's own |

u is uniform in [0, 1), z standard normal, another one for each number. Numbers broadcast against each other
and against the shape of what is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.ensemble.streams import Counting, Generated, Rows, row_generator, rows_from
from psiphi.errors import ArgumentTypeError, InputError, UnknownNameError
from psiphi.frozen import frozen
from psiphi.model import Model
from psiphi.model.arguments import number_array
from psiphi.model.configuration import drawn_configuration

Array = NDArray[np.float64]
Sample: TypeAlias = Callable[[Rows, tuple[int, ...], Model, Mapping[str, Array]], Array]


@frozen
class Draw:
    """A distribution: its kind, and its numbers by name."""

    kind: str
    numbers: Mapping[str, Array] = field(default_factory=dict[str, Array])
    function: Callable[[np.random.Generator], ArrayLike] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Draw) and self.as_data() == other.as_data()

    def as_data(self) -> dict[str, Any]:
        """As JSON has it; of a function its name alone."""
        named = {} if self.function is None else {"name": name_of(self.function)}
        return {"kind": self.kind, **named, **{name: x.tolist() for name, x in self.numbers.items()}}

    @property
    def shape(self) -> tuple[int, ...]:
        """What the numbers broadcast to, for one row."""
        shapes = [x.shape[1:] if self.kind == "choice" else x.shape for x in self.numbers.values()]
        return np.broadcast_shapes(*shapes)

    def rows(
        self, seed: int, name: str, start: int, stop: int, model: Model, shape: tuple[int, ...]
    ) -> Array:
        """What the rows from start to stop get, (rows, *shape)."""
        if self.kind == "function":
            return self._called(seed, name, start, stop, shape)
        sample = _SAMPLES[self.kind]
        counting = Counting()
        sample(counting, shape, model, self.numbers)
        return sample(rows_from(seed, name, start, stop, counting.taken), shape, model, self.numbers)

    def drawn(self, rng: np.random.Generator, rows: int, model: Model, shape: tuple[int, ...]) -> Array:
        """Rows that a generator draws, each time others, (rows, *shape)."""
        if self.function is not None:
            found = [number_array("the function", self.function(rng)) for _ in range(rows)]
            return np.array(found).reshape(rows, *shape)
        return _SAMPLES[self.kind](Generated(rng, rows), shape, model, self.numbers)

    def _called(self, seed: int, name: str, start: int, stop: int, shape: tuple[int, ...]) -> Array:
        if self.function is None:
            raise InputError(
                f"draws: {name!r} is drawn by a function, which no file keeps; give it again as "
                f"functions={{{name!r}: …}}."
            )
        found = np.empty((stop - start, *shape))
        for row in range(start, stop):
            value = number_array(name, self.function(row_generator(seed, name, row)))
            if value.shape != shape:
                raise InputError(f"draws: the function for {name!r} gave {value.shape}, not {shape}.")
            found[row - start] = value
        return found


def constant(value: ArrayLike) -> Draw:
    """The same for every row."""
    return _draw("constant", value=value)


def uniform(low: ArrayLike, high: ArrayLike) -> Draw:
    """Uniform between low and high."""
    return _draw("uniform", low=low, high=high)


def log_uniform(low: ArrayLike, high: ArrayLike) -> Draw:
    """Between two positive numbers, uniform by orders of magnitude."""
    return _draw("log_uniform", low=low, high=high)


def normal(mean: ArrayLike, deviation: ArrayLike) -> Draw:
    """Normal, each number by itself."""
    return _draw("normal", mean=mean, deviation=deviation)


def choice(values: ArrayLike) -> Draw:
    """One of the values, (choices, ...), each as likely."""
    return _draw("choice", values=values)


def configurations() -> Draw:
    """Configurations within the joint limits, as `robot.random_configuration` draws them."""
    return _draw("configurations")


def as_draw(name: str, given: Any) -> Draw:
    """A draw; an object of a plan in JSON; numbers, which are constant; or a function of a generator."""
    if isinstance(given, Draw):
        return given
    if callable(given):
        return Draw("function", function=cast("Callable[..., Any]", given))
    if not isinstance(given, Mapping):
        return _draw("constant", value=given)
    kind = given.get("kind")
    if kind == "function":
        return Draw("function")
    if kind not in _NUMBERS:
        raise UnknownNameError(f"draws: {name!r} is of kind {kind!r}; choose one of {', '.join(_NUMBERS)}.")
    numbers = {key: value for key, value in given.items() if key != "kind"}
    if set(numbers) != set(_NUMBERS[kind]):
        raise InputError(
            f"draws: {kind} of {name!r} has {', '.join(numbers) or 'no numbers'}; give exactly "
            f"{', '.join(_NUMBERS[kind]) or 'none'}."
        )
    return _draw(kind, **numbers)


def _draw(kind: str, **numbers: ArrayLike) -> Draw:
    """A draw of numbers that are finite and make sense together."""
    arrays = {name: number_array(f"{kind}: {name}", value) for name, value in numbers.items()}
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise InputError(f"{kind}: {name} holds NaN or infinity; give finite numbers.")
    if kind == "choice" and (arrays["values"].ndim == 0 or not len(arrays["values"])):
        raise InputError("choice: give at least one value, values (choices, ...).")
    if kind == "normal" and (arrays["deviation"] < 0.0).any():
        raise InputError("normal: the deviation is negative.")
    if kind == "log_uniform" and not ((arrays["low"] > 0.0).all() and (arrays["high"] > 0.0).all()):
        raise InputError("log_uniform: give positive numbers.")
    found = Draw(kind, arrays)
    try:
        _ = found.shape
    except ValueError:
        shapes = " and ".join(str(array.shape) for array in arrays.values())
        raise ArgumentTypeError(f"{kind}: numbers of shapes {shapes} do not go together.") from None
    return found


def name_of(function: object) -> str:
    """A function, or what controls like one, by its module and name."""
    return (
        f"{getattr(function, '__module__', '?')}.{getattr(function, '__qualname__', type(function).__name__)}"
    )


def _constant(rows: Rows, shape: tuple[int, ...], model: Model, x: Mapping[str, Array]) -> Array:
    return np.broadcast_to(x["value"], (len(rows), *shape))


def _uniform(rows: Rows, shape: tuple[int, ...], model: Model, x: Mapping[str, Array]) -> Array:
    return x["low"] + (x["high"] - x["low"]) * rows.random((len(rows), *shape))


def _log_uniform(rows: Rows, shape: tuple[int, ...], model: Model, x: Mapping[str, Array]) -> Array:
    return np.exp(np.log(x["low"]) + np.log(x["high"] / x["low"]) * rows.random((len(rows), *shape)))


def _normal(rows: Rows, shape: tuple[int, ...], model: Model, x: Mapping[str, Array]) -> Array:
    return x["mean"] + x["deviation"] * rows.standard_normal((len(rows), *shape))


def _choice(rows: Rows, shape: tuple[int, ...], model: Model, x: Mapping[str, Array]) -> Array:
    values = x["values"]
    places = (rows.random((len(rows), 1))[:, 0] * len(values)).astype(np.intp)
    return np.broadcast_to(
        values[places].reshape(len(rows), *(1,) * (len(shape) + 1 - values.ndim), *values.shape[1:]),
        (len(rows), *shape),
    )


def _configurations(rows: Rows, shape: tuple[int, ...], model: Model, x: Mapping[str, Array]) -> Array:
    # `rows` has the methods of a generator that are asked for here.
    return drawn_configuration(model, cast("np.random.Generator", rows), (len(rows),))


_SAMPLES: dict[str, Sample] = {
    "constant": _constant,
    "uniform": _uniform,
    "log_uniform": _log_uniform,
    "normal": _normal,
    "choice": _choice,
    "configurations": _configurations,
}
_NUMBERS: dict[str, tuple[str, ...]] = {
    "constant": ("value",),
    "uniform": ("low", "high"),
    "log_uniform": ("low", "high"),
    "normal": ("mean", "deviation"),
    "choice": ("values",),
    "configurations": (),
}
