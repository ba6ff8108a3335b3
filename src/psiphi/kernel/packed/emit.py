"""A program for single rows as one straight line of code, with limbs alike in the lanes of vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from psiphi.kernel.code.target import Target
from psiphi.kernel.emit.batch import BLOCK, Emission, function, module, row_pointers
from psiphi.kernel.emit.lanes import Lanes, Writer
from psiphi.kernel.emit.not_finite import return_with_nan, sum_of_nothing, void_rows_of
from psiphi.kernel.emit.rows import load_tile, store
from psiphi.kernel.emit.sincos import sines_and_cosines
from psiphi.kernel.packed.order import Step
from psiphi.kernel.packed.packing import WIDTH, Packing
from psiphi.kernel.packed.parts import Parts, Results
from psiphi.kernel.packed.vectors import Vectors
from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import CONSTANT, INPUT, Op
from psiphi.kernel.program.witnesses import witnesses

_PART = "void @part_{}(ptr %table, i64 %first, i64 %last, ptr %workspace)"


def emit_packed(program: Program, packing: Packing, target: Target) -> Emission:
    """IR of a module whose entry point evaluates the program, one row after the other."""
    telling, unused = witnesses(program)
    looked_at = sorted(packing.found(node)[0] for node in telling)
    parts = Parts(program, packing, looked_at)
    constants = {node.id: node.value for node in program.nodes if node.op is CONSTANT}
    places = {argument.name: place for place, argument in enumerate(program.arguments)}
    inputs = {node.id: (places[node.argument], node.index) for node in program.nodes if node.op is INPUT}
    values = Vectors(target, constants, inputs, packing.seeds, parts.last)
    functions: list[str] = []
    unit = 0
    for number, units in enumerate(parts.steps):
        if number:
            values.writer.write("ret void")
            functions.append(function(values.writer, _PART.format(number - 1)))
            values.begin()
        for steps in units:
            _compute(values, steps)
            for some in parts.results[unit]:
                _store(values, some, program.outputs[some.place - len(program.arguments)].size)
            unit += 1
    one = values.lanes(1)
    numbers = [values.scalar(node) for node in looked_at]
    for name, index in sorted(unused):
        numbers += load_tile(one, row_pointers(one, places[name]), range(index, index + 1))
    return_with_nan(one, sum_of_nothing(one, numbers))
    functions.append(function(values.writer, _PART.format(len(functions))))
    block = Writer()
    for number in range(len(functions)):
        block.write(f"call {_PART.format(number)}")
    block.write("ret void")
    functions += (function(block, BLOCK), void_rows_of(program, target))
    workspace = (values.space * target.precision.size,)
    return Emission(module(target, functions, widths=(2, WIDTH)), workspace)


def _compute(values: Vectors, steps: Sequence[Step]) -> None:
    if steps[0].op is Op.SINCOS:
        _emit_sincos(values, steps)
    else:
        (step,) = steps
        values.put(_SIGNED.get(step.op, _plain)(values, step), step.results())


def _store(values: Vectors, results: Results, size: int) -> None:
    """Store what lies side by side in a vector at once."""
    one, row = values.lanes(1), values.row(results.place, size)
    place = 0
    while place < len(results.values):
        value, count = values.stretch(results.values[place : place + WIDTH])
        store(one, value, row, results.start + place, count)
        place += count


def _sum(values: Vectors, step: Step) -> str:
    lanes = values.lanes(step.width)
    x, y = 0, 1
    if all(step.minus(x)):
        x, y = y, x
    if all(step.minus(y)):
        return lanes.subtract(_operand(values, step, x), values.vector(step.operands(y)))
    return lanes.add(_operand(values, step, x), _operand(values, step, y))


def _product(values: Vectors, step: Step) -> str:
    return values.lanes(step.width).multiply(*_factors(values, step))


def _product_and_sum(values: Vectors, step: Step) -> str:
    return values.lanes(step.width).multiply_add(*_factors(values, step), _operand(values, step, 2))


def _factors(values: Vectors, step: Step) -> tuple[str, str]:
    """The factors; a sign that all lanes have goes to the second one, which is no constant."""
    if all(minus := step.minus(0)):
        return values.vector(step.operands(0)), values.vector(step.operands(1), minus)
    return _operand(values, step, 0), values.vector(step.operands(1))


def _operand(values: Vectors, step: Step, place: int) -> str:
    return values.vector(step.operands(place), step.minus(place))


def _plain(values: Vectors, step: Step) -> str:
    inputs = [_operand(values, step, place) for place in range(len(step.lanes[0].operands))]
    return OPERATIONS[step.op].emit(values.lanes(step.width), *inputs)


# Operations that take in the signs of their operands.
_SIGNED: dict[Op, Callable[[Vectors, Step], str]] = {
    Op.ADD: _sum,
    Op.MULTIPLY: _product,
    Op.MULTIPLY_ADD: _product_and_sum,
}


def _emit_sincos(values: Vectors, steps: Sequence[Step]) -> None:
    """Sines and cosines of many steps at once, in full vectors: one alone takes as long as four."""
    vectors = list(_full_vectors(steps))
    width = max(2, *(sum(step.width for step in some) for some in vectors))
    lanes = values.lanes(1 << (width - 1).bit_length())
    functions = sines_and_cosines(lanes, [_joined(values, lanes, some) for some in vectors])
    for number, some in enumerate(vectors):
        for place, function_of_all in enumerate(functions[2 * number : 2 * number + 2]):
            start = 0
            for step in some:
                end = start + step.width
                results, vector = step.results(place), function_of_all
                if step.width in (1, lanes.count):
                    results = [-1] * start + results + [-1] * (lanes.count - end)
                else:
                    vector = lanes.shuffle(vector, vector, range(start, end), lanes.count)
                values.put(vector, results)
                start = end


def _full_vectors(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """Steps side by side in vectors; the widest first, which leaves no gaps before the last."""
    some: list[Step] = []
    filled = 0
    for step in sorted(steps, key=lambda step: -step.width):
        if filled + step.width > WIDTH:
            yield some
            some, filled = [], 0
        some.append(step)
        filled += step.width
    yield some


def _joined(values: Vectors, lanes: Lanes, steps: Sequence[Step]) -> str:
    """The angles of some steps in one vector; what lanes are left take the first."""
    if [step.width for step in steps] == [2, 2] and lanes.count == 4:
        return values.lanes(2).join([_operand(values, step, 0) for step in steps])
    nodes = [x for step in steps for x in step.operands(0)]
    minus = [negative for step in steps for negative in step.minus(0)]
    left = lanes.count - len(nodes)
    return values.vector(nodes + nodes[:1] * left, minus + minus[:1] * left)
