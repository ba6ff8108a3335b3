"""Programs to compile in tests: random ones, and a few with a purpose."""

from __future__ import annotations

import numpy as np

from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Op, Scalar, cos, operands, reciprocal, sin, sqrt


def random_program(seed: int, length: int, sizes=(3, 2), outputs=((4,),)) -> Program:
    """A program of random operations on arguments a, b, … that is defined for all real inputs."""
    rng = np.random.default_rng(seed)
    graph = Graph()
    arguments = tuple(Argument(name, (size,)) for name, size in zip("abcdef", sizes, strict=False))
    values = [scalar for argument in arguments for scalar in argument.scalars(graph)]
    values += [1.0, -0.5, 0.0]

    def pick():
        # Recent values more often, so that the program is deep rather than wide.
        return values[max(0, len(values) - 1 - int(rng.exponential(6.0)))]

    for _ in range(length):
        x, y = pick(), pick()
        match int(rng.integers(12)):
            case 0 | 1 | 2:
                made = x + y
            case 3 | 4:
                made = x - y
            case 5 | 6 | 7:
                made = x * y
            case 8:
                made = -x
            case 9:
                made = 0.75 * sin(x) + cos(x)
            case 10:
                made = x * reciprocal(2.0 + y * y)
            case _:
                made = sqrt(1.0 + x * x) * 0.5
        values.append(sin(made) if len(values) % 7 == 0 else made)
    made_outputs = []
    for number, shape in enumerate(outputs):
        scalars = tuple(values[-1 - (k % len(values))] for k in range(int(np.prod(shape))))
        made_outputs.append(Output(f"out_{number}", shape, scalars))
    return Program(arguments, tuple(made_outputs))


def program_of_many_angles(count: int) -> Program:
    """Sines and cosines of elements of an argument, some of them with offsets, some for one function only."""
    argument = Argument("a", (count,))
    angles = [x + 0.5 if place % 3 else x for place, x in enumerate(argument.scalars(Graph()))]
    sines = tuple(sin(angle) for angle in angles)
    total = 0.0
    for sine, angle in zip(sines[1:], angles[:-1], strict=True):
        total = cos(angle) * sine + total
    return Program((argument,), (Output("sines", (count,), sines), Output("total", (), (total,))))


def evaluate_with_bound(program: Program, arrays: dict) -> tuple[list, list]:
    """The outputs in double precision, and how far any order of rounding can take a result from them.

    First-order error analysis with u = 2⁻⁵³: each operation adds u |result|, sin and cos four times that.
    """
    unit = 2.0**-53
    value, error = {}, {}
    for node in program.nodes:
        a, b = ([*operands(node), None, None])[:2]
        va, ea = (value[a.id], error[a.id]) if a is not None else (0.0, 0.0)
        vb, eb = (value[b.id], error[b.id]) if b is not None else (0.0, 0.0)
        match node.op:
            case Op.INPUT:
                result, spread = arrays[node.argument][..., node.index], 0.0
            case Op.CONSTANT:
                result, spread = node.value, 0.0
            case Op.ADD:
                result, spread = va + vb, ea + eb
            case Op.SUBTRACT:
                result, spread = va - vb, ea + eb
            case Op.MULTIPLY:
                result, spread = va * vb, abs(va) * eb + abs(vb) * ea + ea * eb
            case Op.NEGATE:
                result, spread = -va, ea
            case Op.RECIPROCAL:
                result, spread = 1.0 / va, ea / va**2
            case Op.SQRT:
                result, spread = np.sqrt(va), ea / (2.0 * np.sqrt(va))
            case Op.SIN:
                result, spread = np.sin(va), ea + 3 * unit
            case Op.COS:
                result, spread = np.cos(va), ea + 3 * unit
        value[node.id] = result
        error[node.id] = spread + unit * abs(result)
    batch = np.broadcast_shapes(*(array.shape[:-1] for array in arrays.values()))

    def gathered(table, output, otherwise):
        columns = [table[s.id] if isinstance(s, Scalar) else otherwise(s) for s in output.scalars]
        stacked = np.stack([np.broadcast_to(column, batch) for column in columns], axis=-1)
        return stacked.reshape(*batch, *output.shape)

    return (
        [gathered(value, output, float) for output in program.outputs],
        [gathered(error, output, lambda _: 0.0) for output in program.outputs],
    )


def product_program() -> Program:
    """out = (x₀ y₀, x₁ y₁): two arguments of two numbers."""
    graph = Graph()
    x, y = graph.inputs("x", 2), graph.inputs("y", 2)
    return Program(
        (Argument("x", (2,)), Argument("y", (2,))),
        (Output("out_0", (2,), (x[0] * y[0], x[1] * y[1])),),
    )


def sincos_program() -> Program:
    graph = Graph()
    x = graph.input("x", 0)
    return Program((Argument("x", ()),), (Output("s", (), (sin(x),)), Output("c", (), (cos(x),))))
