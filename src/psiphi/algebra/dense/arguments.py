"""The arguments of dense evaluation, checked, and spread over the batch."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra.dense.evaluation import Evaluation
from psiphi.algebra.dense.system import System
from psiphi.algebra.expression import Expr, Symbol, as_expression
from psiphi.algebra.inputs import check_rows, input_operators, input_vectors, operator_shape, symbols_within
from psiphi.algebra.spaces import Space, sizes_of
from psiphi.errors import ArgumentTypeError, InputError, UnknownNameError
from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.model.arguments import broadcast_batch, configuration_argument, vector_argument
from psiphi.model.body import Frame
from psiphi.model.model import Model
from psiphi.model.names import unknown_name

Array = NDArray[np.float64]


@frozen
class Batch:
    """What a batch of evaluations needs; `arrays` holds q, v and the input vectors, spread over the batch."""

    shape: tuple[int, ...]
    robot: Model
    frames: tuple[Frame, ...]
    arrays: dict[str, Array]

    @cached_property
    def sizes(self) -> dict[Space, int]:
        """The dimension of each space for this robot and these frames."""
        return sizes_of(self.robot, len(self.frames))

    def evaluations(self) -> Iterator[tuple[tuple[int, ...], Evaluation]]:
        """Each index of the batch, with the evaluation that knows its numbers."""
        for index in np.ndindex(self.shape):
            here = {name: array[index] for name, array in self.arrays.items()}
            v_tree = self.robot.tree_velocity(here["v"]) if "v" in here else None
            system = System(self.robot, self.robot.tree_configuration(here["q"]), v_tree, self.frames)
            yield index, Evaluation(system, here)


def checked_batch(
    expressions: Sequence[Expr],
    model: object,
    q: ArrayLike,
    v: ArrayLike | None,
    frames: Sequence[str],
    vectors: Mapping[str, ArrayLike],
) -> Batch:
    """The batch on which to evaluate these expressions; every mistake in the arguments is found here."""
    for expression in expressions:
        as_expression(expression)
    robot = merged_model(model)
    occurring = symbols_within(expressions)
    check_loops_exist(robot, occurring)
    chosen = _chosen_frames(robot, frames, occurring)
    arrays = {"q": _finite("q", configuration_argument(robot, "q", q))}
    if v is not None:
        arrays["v"] = _finite("v", vector_argument("v", v, robot.nv))
    sizes = sizes_of(robot, len(chosen))
    check_rows(occurring, sizes)
    for name, (symbol, given) in _inputs(occurring, vectors).items():
        size = sizes[symbol.range]
        if symbol.is_vector:
            arrays[name] = _finite(name, vector_argument(name, given, size))
        else:
            arrays[name] = _finite(name, _operator_argument(name, given, operator_shape(symbol, robot, size)))
    shape = broadcast_batch(**arrays)
    spread = {name: np.broadcast_to(array, (*shape, array.shape[-1])) for name, array in arrays.items()}
    return Batch(shape, robot, chosen, spread)


def check_loops_exist(robot: Model, occurring: set[Symbol]) -> None:
    """Refuse operators on loops for a robot that has none."""
    used = sorted(s.name for s in occurring if Space.LOOP in (s.range, s.domain))
    if used and not robot.loops:
        raise InputError(
            f"the expression has '{used[0]}', which acts on loops, and {robot.name!r} has none: "
            "model.with_loop(...) closes one."
        )


def merged_model(model: object) -> Model:
    """The model without fixed joints, of a model or of anything that has one."""
    inner = getattr(model, "model", model)
    if not isinstance(inner, Model):
        raise ArgumentTypeError(
            f"model: expected a Model or a robot that has one, found {type(model).__name__}."
        )
    return inner.merged()


def _chosen_frames(robot: Model, frames: Sequence[str], occurring: set[Symbol]) -> tuple[Frame, ...]:
    if isinstance(frames, str):
        raise ArgumentTypeError(f"frames: give a sequence of names, such as [{frames!r}].")
    used = sorted(s.name for s in occurring if Space.FRAME in (s.range, s.domain))
    if used and not frames:
        raise InputError(f"the expression has '{used[0]}', which acts on frames: name them, frames=[...].")
    return tuple(robot.frame(name) for name in frames)


def _inputs(occurring: set[Symbol], given: Mapping[str, ArrayLike]) -> dict[str, tuple[Symbol, ArrayLike]]:
    """Each input vector of the expressions with what was given for it; nothing missing, nothing left over."""
    wanted = {**input_vectors(occurring), **input_operators(occurring)}
    for name, symbol in sorted(wanted.items()):
        if name not in given:
            how = f"{name}=..." if name.isidentifier() else f"vectors={{{name!r}: ...}}"
            raise InputError(
                f"the expression has the {symbol.range.value} vector '{name}': give its value, {how}."
            )
    for name in given:
        if name not in wanted:
            raise UnknownNameError(f"in this expression {unknown_name('input vector', name, sorted(wanted))}")
    return {name: (symbol, given[name]) for name, symbol in wanted.items()}


def _operator_argument(name: str, value: ArrayLike, shape: tuple[int, ...]) -> Array:
    """`value` as float64 (..., *shape), with its own dimensions as one."""
    array = np.asarray(value)
    if array.ndim < len(shape) or array.shape[array.ndim - len(shape) :] != shape:
        wanted = ", ".join(map(str, shape))
        raise InputError(f"{name}: has shape {array.shape}; give shape (..., {wanted})")
    flat = array.reshape(*array.shape[: array.ndim - len(shape)], math.prod(shape))
    return vector_argument(name, flat, math.prod(shape))


def _finite(name: str, array: Array) -> Array:
    if not np.isfinite(array).all():
        place = np.argwhere(~np.isfinite(array))[0].tolist()
        raise InputError(
            f"{name}: is {array[tuple(place)]} at index {place}; dense evaluation needs finite numbers."
        )
    return array
