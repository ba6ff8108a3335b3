"""A scalar program: named arguments, named outputs, and the nodes between them in an order to execute.

This is the small language between the sweeps over bodies and machine code.  Shapes are without the batch.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.scalar import CONSTANT, INPUT, OPERAND_NAMES, Scalar, Value, operands
from psiphi.kernel.program.signature import Argument, Result
from psiphi.locks import cached_property


@frozen
class Output(Result):
    """An array a program computes, element by element in row-major order."""

    scalars: tuple[Value, ...]


# The name of an argument, or of an output, and the place of an element in it.
Input: TypeAlias = tuple[str, int]
Limbs: TypeAlias = tuple[tuple[Input, ...], ...]


@frozen
class Variation:
    """`size` numbers by which an argument is varied, where that is not element by element.

    A configuration q lives on a manifold: it is varied by dq with one number for each rate. What moves is
    linear, δ(node) = Σ coefficient · dq[column], so that it serves both ways: forward from dq to the nodes,
    and back from what a result owes to the nodes to what it owes to dq. Nodes are inputs, and others at which
    differentiation may stop; the nodes behind those need not be looked at then. Coefficients are nodes of the
    same graph, or floats.
    """

    argument: str
    size: int
    moving: tuple[tuple[Scalar, Mapping[int, Value]], ...]


@frozen
class Program:
    """What is computed from what; nodes that no output needs are left out.

    `limbs` are groups of limbs alike, given by the inputs and outputs that belong to each, in corresponding
    order. They say where to look for equal computations; results do not depend on them.
    `variations` are for differentiation: how arguments vary of which that is not element by element.
    `watched` has all results of a row NaN where any of its arguments is not finite.
    """

    arguments: tuple[Argument, ...]
    outputs: tuple[Output, ...]
    limbs: tuple[Limbs, ...] = ()
    variations: tuple[Variation, ...] = ()
    watched: bool = True

    @cached_property
    def nodes(self) -> tuple[Scalar, ...]:
        """The live nodes, operands before their uses: in creation order, which keeps their locality."""
        live = {value for output in self.outputs for value in output.scalars if isinstance(value, Scalar)}
        pending = list(live)
        while pending:  # written out: `operands` would take half of the time
            node = pending.pop()
            for name in OPERAND_NAMES[node.op]:
                operand: Scalar = getattr(node, name)
                if operand not in live:
                    live.add(operand)
                    pending.append(operand)
        return tuple(sorted(live, key=attrgetter("id")))

    @cached_property
    def digest(self) -> str:
        """A name for the content, equal in any process for programs that compute the same in the same way."""
        position = {node.id: place for place, node in enumerate(self.nodes)}
        lines = [repr([(argument.name, argument.shape) for argument in self.arguments]), repr(self.limbs)]
        lines += [] if self.watched else ["not watched"]
        for node in self.nodes:
            if node.op is INPUT:
                lines.append(f"{node.argument} {node.index}")
            elif node.op is CONSTANT:
                lines.append(node.value.hex())
            else:
                lines.append(f"{node.op} {[position[operand.id] for operand in operands(node)]}")
        for output in self.outputs:
            elements = [
                position[value.id] if isinstance(value, Scalar) else float(value).hex()
                for value in output.scalars
            ]
            lines.append(f"{output.name} {output.shape} {elements}")
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def result_name(arguments: Iterable[Argument]) -> str:
    """What a result is called: "result", and the like where an argument has that name."""
    taken = {argument.name for argument in arguments}
    name = "result"
    while any(x == name or x.startswith(f"{name}_") for x in taken):
        name = f"the_{name}"
    return name


def verify(program: Program) -> None:
    """Raise CompileError where a program is not well formed."""
    names = [argument.name for argument in program.arguments] + [output.name for output in program.outputs]
    for name in names:
        if not name.isidentifier() or name in ("out", "threads"):
            raise CompileError(
                f"{name!r} cannot name an argument or an output: it must be a free identifier."
            )
    if len(set(names)) != len(names):
        raise CompileError(f"The names of arguments and outputs must differ from each other, not {names}.")
    if not program.outputs:
        raise CompileError("A program without outputs computes nothing.")
    for array in (*program.arguments, *program.outputs):
        if any(extent < 0 for extent in array.shape):
            raise CompileError(f"The shape {array.shape} of {array.name} has a negative extent.")
    for output in program.outputs:
        if len(output.scalars) != output.size:
            raise CompileError(
                f"Output {output.name} of shape {output.shape} needs {output.size} scalars, "
                f"not {len(output.scalars)}."
            )
        for value in output.scalars:
            if not isinstance(value, Scalar) and not math.isfinite(value):
                raise CompileError(
                    f"Output {output.name} has an element that is {value} whatever the inputs are."
                )
    sizes = {argument.name: argument.size for argument in program.arguments}
    for node in program.nodes:
        if node.op is INPUT and not 0 <= node.index < sizes.get(node.argument, 0):
            raise CompileError(f"The program reads {node!r}, which is no element of its arguments {sizes}.")
        for operand in operands(node):
            if operand.id >= node.id:
                raise CompileError(f"The node {node!r} comes before its operands.")
    if len(set(map(attrgetter("graph"), program.nodes))) > 1:
        raise CompileError("The scalars of one program must all belong to one graph.")


def evaluate(program: Program, arrays: Mapping[str, ArrayLike]) -> tuple[NDArray[Any], ...]:
    """Run a program on NumPy arrays with leading batch dimensions: the judge of the compiled code."""
    batches: list[tuple[int, ...]] = []
    flat: dict[str, NDArray[Any]] = {}
    for argument in program.arguments:
        array = np.asarray(arrays[argument.name])
        batch = array.shape[: array.ndim - len(argument.shape)]
        flat[argument.name] = array.reshape((*batch, argument.size))
        batches.append(batch)
    batch = np.broadcast_shapes(*batches) if batches else ()
    dtype = np.result_type(*flat.values()) if flat else np.dtype(np.float64)

    values: dict[int, Any] = {}
    for node in program.nodes:
        if node.op is INPUT:
            values[node.id] = flat[node.argument][..., node.index].astype(dtype)
        elif node.op is CONSTANT:
            values[node.id] = dtype.type(node.value)
        else:
            found = OPERATIONS[node.op].value(*(values[operand.id] for operand in operands(node)))
            values[node.id] = np.asarray(found, dtype)

    results: list[NDArray[Any]] = []
    for output in program.outputs:
        result = np.empty((*batch, output.size), dtype)
        for index, value in enumerate(output.scalars):
            result[..., index] = values[value.id] if isinstance(value, Scalar) else value
        results.append(result.reshape(batch + output.shape))
    return tuple(results)
