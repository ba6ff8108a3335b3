"""The safe calling path: everything about the arrays is settled here, before machine code runs.

Leading dimensions of the arguments are the batch and broadcast against each other; an argument without a
batch is read in place for every row.  Numbers are float64, or float32 where all arrays are; numbers of
Python take the type of the others.  Arrays of
other layouts, byte orders and number types are copied; `out` must be an array the result fits into as it
is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ArgumentTypeError, InputError
from psiphi.frozen import frozen
from psiphi.kernel.call import result_pool
from psiphi.kernel.code.target import Precision
from psiphi.kernel.program.signature import Argument, Result, Signature
from psiphi.model.arguments import refuse_masked

Array = NDArray[Any]


@frozen
class Call:
    """A call whose arrays machine code can read and write as they are.

    `strides` are the distances between the rows of the inputs, in numbers; zero repeats one row.
    """

    precision: Precision
    rows: int
    inputs: tuple[Array, ...]
    strides: tuple[int, ...]
    results: tuple[Array, ...]


def settle(signature: Signature, values: Sequence[object], named: Mapping[str, object], out: object) -> Call:
    """Check and convert what a compiled function was called with."""
    given = _bind(signature, values, named)
    arrays = [_as_array(argument, value) for argument, value in zip(signature.arguments, given, strict=True)]
    types = [x.dtype for x, value in zip(arrays, given, strict=True) if type(value) not in (float, int)]
    single = bool(types) and all(each == np.float32 for each in types)
    precision = Precision.SINGLE if single else Precision.DOUBLE
    batch = _batch(signature.arguments, arrays)
    rows = math.prod(batch)

    inputs: list[Array] = []
    strides: list[int] = []
    for argument, array in zip(signature.arguments, arrays, strict=True):
        own = array.shape[: array.ndim - len(argument.shape)]
        shared = math.prod(own) == 1
        if not shared and own != batch:
            array = np.broadcast_to(array, batch + argument.shape)
        inputs.append(_plain(array, precision))
        strides.append(0 if shared else argument.size)

    if out is None:
        results = tuple(
            result_pool.empty(batch + result.shape, precision.dtype) for result in signature.results
        )
    else:
        results = _check_out(signature.results, out, batch, precision, arrays)
    return Call(precision, rows, tuple(inputs), tuple(strides), results)


def _bind(signature: Signature, values: Sequence[object], named: Mapping[str, object]) -> Sequence[object]:
    """The values in the order of the arguments, whether given by position or by name."""
    names = signature.argument_names
    if len(values) == len(names) and not named:
        return values
    if len(values) > len(names):
        raise ArgumentTypeError(f"Expected at most {len(names)} arrays {_listed(names)}, got {len(values)}.")
    bound = dict(zip(names, values, strict=False))
    for name, value in named.items():
        if name not in names:
            raise ArgumentTypeError(f"There is no argument {name!r}; the arguments are {_listed(names)}.")
        if name in bound:
            raise ArgumentTypeError(f"Argument {name!r} was given twice.")
        bound[name] = value
    missing = [name for name in names if name not in bound]
    if missing:
        raise ArgumentTypeError(f"Missing {_listed(missing)}; the arguments are {_listed(names)}.")
    return [bound[name] for name in names]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) if names else "none"


def _as_array(argument: Argument, value: object) -> Array:
    refuse_masked(f"Argument {argument.name}", value)
    try:
        array: Array = np.asarray(value)
    except (ValueError, TypeError) as error:
        raise ArgumentTypeError(f"Argument {argument.name} is not an array of numbers: {error}") from error
    if array.dtype.kind not in "fiu":
        raise ArgumentTypeError(
            f"Argument {argument.name} must hold real numbers, not {array.dtype}; "
            f"convert it to float64 or float32 first."
        )
    trailing = array.shape[array.ndim - len(argument.shape) :] if array.ndim >= len(argument.shape) else None
    if trailing != argument.shape:
        raise InputError(
            f"Argument {argument.name} must have shape {_pattern(argument.shape)}, not {array.shape}."
        )
    return array


def _pattern(shape: tuple[int, ...]) -> str:
    return f"({', '.join(['...', *map(str, shape)])})"


def _batch(arguments: Sequence[Argument], arrays: Sequence[Array]) -> tuple[int, ...]:
    batches = [
        array.shape[: array.ndim - len(argument.shape)]
        for argument, array in zip(arguments, arrays, strict=True)
    ]
    if len(set(batches)) == 1:
        return batches[0]
    try:
        return np.broadcast_shapes(*batches)
    except ValueError:
        found = ", ".join(
            f"{argument.name} {array.shape}" for argument, array in zip(arguments, arrays, strict=True)
        )
        raise InputError(
            f"The leading dimensions do not broadcast against each other: {found}. "
            f"They must be equal, one, or absent."
        ) from None


def _plain(array: Array, precision: Precision) -> Array:
    """The array itself where its layout is plain, else a copy that is."""
    array = np.asarray(array, dtype=precision.dtype, order="C")
    return array if array.flags.aligned else array.copy()


def _check_out(
    results: Sequence[Result],
    out: object,
    batch: tuple[int, ...],
    precision: Precision,
    inputs: Sequence[Array],
) -> tuple[Array, ...]:
    """The arrays to fill, after every reason against it has been looked at."""
    given = cast("Sequence[object]", out if len(results) > 1 else (out,))
    if not isinstance(given, tuple | list) or len(given) != len(results):
        raise ArgumentTypeError(f"There are {len(results)} results: `out` must be a tuple of as many arrays.")
    accepted: list[Array] = []
    for result, value in zip(results, given, strict=True):
        if not isinstance(value, np.ndarray):
            raise ArgumentTypeError(
                f"`out` for {result.name} must be a NumPy array, not {type(value).__name__}."
            )
        array = cast("Array", value)
        _check_out_array(result, array, batch + result.shape, precision)
        if any(np.may_share_memory(array, other) for other in (*inputs, *accepted)):
            raise InputError(
                f"`out` for {result.name} shares memory with an argument or another result; "
                f"give an array of its own."
            )
        accepted.append(array)
    return tuple(accepted)


def _check_out_array(result: Result, array: Array, shape: tuple[int, ...], precision: Precision) -> None:
    if array.dtype != precision.dtype or not array.dtype.isnative:
        raise ArgumentTypeError(
            f"`out` for {result.name} must be of type {precision.dtype}, as the arguments are, "
            f"not {array.dtype}."
        )
    if array.shape != shape:
        raise InputError(f"`out` for {result.name} must have shape {shape}, not {array.shape}.")
    if not array.flags.writeable:
        raise InputError(f"`out` for {result.name} is read-only.")
    if not (array.flags.c_contiguous and array.flags.aligned):
        raise InputError(f"`out` for {result.name} must be C-contiguous and aligned; give a plain array.")
