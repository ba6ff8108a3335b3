"""Results without the entries that are always zero: matrices that are sparse by the tree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.program.program import Output, Program
from psiphi.kernel.program.scalar import Scalar


def without_zeros(program: Program) -> Program:
    """The same program; of each result the entries that can differ from zero, in row-major order."""
    return replace(program, outputs=tuple(_packed(output) for output in program.outputs))


def places(program: Program) -> tuple[tuple[NDArray[np.intp], ...], ...]:
    """For each result, the indices of those entries along each of its axes: of a number there are none."""
    return tuple(
        tuple(np.unravel_index(np.array(_kept(output), np.intp), output.shape) if output.shape else ())
        for output in program.outputs
    )


def _packed(output: Output) -> Output:
    scalars = tuple(output.scalars[i] for i in _kept(output))
    return Output(output.name, (len(scalars),), scalars)


def _kept(output: Output) -> list[int]:
    return [i for i, x in enumerate(output.scalars) if isinstance(x, Scalar) or x != 0.0]
