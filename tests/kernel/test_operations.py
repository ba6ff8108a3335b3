"""Every record of the table of operations: values, derivatives, counts and NaN, in every form of code."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

from psiphi.kernel.code.isa import available
from psiphi.kernel.emit import form as emit_program
from psiphi.kernel.emit.split import emit_split
from psiphi.kernel.loops.program import Elements, LoopProgram, LoopTables, Pass, Step
from psiphi.kernel.native import compile_loop, compile_program
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.differentiate import forward_jacobian, jacobian, jvp, reverse_jacobian, vjp
from psiphi.kernel.program.functions import (
    GraphArithmetic,
    absolute,
    arctan2,
    maximum,
    minimum,
    or_zero,
    select,
)
from psiphi.kernel.program.instructions import lower
from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.program import Argument, Output, Program, evaluate
from psiphi.kernel.program.scalar import Graph, Op, sqrt
from psiphi.kernel.program.signature import Operations, Result
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.numbers.dual import Dual, DualArithmetic

ISAS = [isa.name for isa in available()]
DTYPES = [np.float64, np.float32]
LEAVES = {Op.INPUT, Op.CONSTANT}
OF_INSTRUCTIONS = {op for op in Op if op >= 900}
# The functions in 40 digits, of operands of any sign.
EXACT = {
    Op.ADD: lambda a, b: a + b,
    Op.SUBTRACT: lambda a, b: a - b,
    Op.MULTIPLY: lambda a, b: a * b,
    Op.NEGATE: lambda a: -a,
    Op.RECIPROCAL: lambda a: 1 / a,
    Op.SQRT: lambda a: mpmath.sqrt(a),
    Op.SIN: mpmath.sin,
    Op.COS: mpmath.cos,
    Op.SIGNIFICANT: lambda a, b: a,
    Op.OR_ZERO: lambda a: a,
    Op.ABSOLUTE: abs,
    Op.MINIMUM: min,
    Op.MAXIMUM: max,
    Op.SELECT: lambda a, b, c: b if a > 0 else c,
    Op.ARCTAN2: lambda a, b: mpmath.atan2(a, b),
}
# Where an operand that is NaN is not seen in the result.
HIDDEN = {Op.OR_ZERO: {0}, Op.SELECT: {1, 2}}
BODIES = 4


def _arity(op):
    return op // 100


def _points(op, rows, seed, dtype=np.float64):
    """Operands of an operation, of both signs where it has values for both."""
    points = np.random.default_rng(seed).uniform(-2.0, 2.0, (rows, _arity(op)))
    if op in (Op.SQRT, Op.SIGNIFICANT):
        points = abs(points) + 0.1
    return points.astype(dtype)


def _program(op, wrap=lambda x: x):
    """An operation on wrapped inputs, once for each of four limbs alike."""
    size = _arity(op)
    argument = Argument("x", (BODIES * size,))
    scalars = argument.scalars(Graph())
    results = tuple(
        OPERATIONS[op].trace(*map(wrap, scalars[size * body : size * (body + 1)])) for body in range(BODIES)
    )
    limbs = tuple(tuple(("x", size * body + k) for k in range(size)) for body in range(BODIES))
    return Program((argument,), (Output("y", (BODIES,), results),), (limbs,))


def _function(op, form, monkeypatch, wrap=lambda x: x):
    """(rows, operands of four bodies) -> (rows, four results), in one of the forms of code."""
    if form == "loop":
        size = _arity(op)
        argument = Argument("x", (size,))
        result = OPERATIONS[op].trace(*map(wrap, argument.scalars(Graph())))
        step = Step(
            Program((argument,), (Output("y", (1,), (result,)),)), (Elements("x", 0),), (Elements("y", 1),)
        )
        program = LoopProgram(0, ("x",), ("y",), (Pass(True, 0, (step,)),))
        bodies = np.arange(BODIES)
        tables = LoopTables(
            arguments=(Argument("x", (BODIES * size,)),),
            results=(Result("y", (BODIES,)),),
            parents=bodies - 1,
            classes=0 * bodies,
            constants=np.zeros((BODIES, 0)),
            offsets=np.stack([size * bodies, bodies], axis=1),
        )
        return compile_loop(program, tables)
    if form == "parts":
        monkeypatch.setattr(emit_program, "emit_unrolled", lambda p, t: emit_split(p, t, 3))
    function = compile_program(_program(op, wrap), key=f"operation {op} {form} {wrap}")
    if form == "rows":  # one at a time, their limbs side by side in lanes
        return lambda x: np.stack([function(row) for row in x])
    return function


FORMS = ["one function", "parts", "rows", "loop"]


def test_every_operation_has_a_record_and_a_truth():
    assert set(OPERATIONS) == set(Op)
    assert set(EXACT) == set(Op) - LEAVES - OF_INSTRUCTIONS


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize("op", EXACT, ids=lambda op: op.name)
def test_values(op, isa, form, dtype, monkeypatch):
    """Within two units in the last place of the exact value; NumPy in double precision too."""
    monkeypatch.setenv("PSIPHI_ISA", isa)
    points = _points(op, 13 * BODIES, int(op), dtype)
    function = _function(op, form, monkeypatch)
    found = function(points.reshape(13, -1)).reshape(-1)
    assert found.dtype == dtype
    exact = np.array([float(EXACT[op](*map(mpmath.mpf, map(float, point)))) for point in points])
    unit = np.spacing(abs(exact).astype(dtype))
    assert (abs(found - exact) <= 2 * unit).all()
    assert OPERATIONS[op].value(*points.T).dtype == dtype
    assert (abs(OPERATIONS[op].value(*points.T.astype(float)) - exact) <= 2 * unit).all()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("op", EXACT, ids=lambda op: op.name)
def test_nan_within_a_program_goes_through(op, form, dtype, monkeypatch):
    """Roots of negative numbers are NaN where no argument is; neither a row nor a limb beside it is."""
    size = _arity(op)
    points = np.ones((1 + size, BODIES, size), dtype)
    for place in range(size):
        points[1 + place, place % BODIES, place] = -1.0
    found = _function(op, form, monkeypatch, sqrt)(points.reshape(len(points), -1))
    for place in range(size):
        assert np.isnan(found[1 + place, place % BODIES]) == (place not in HIDDEN.get(op, ()) or place == 1)
        found[1 + place, place % BODIES] = 0.0
    assert np.isfinite(found).all()


@pytest.mark.parametrize("form", ["one function", "rows"])
def test_the_choice_not_taken_may_be_nan(form, monkeypatch):
    """select(a, b, c) is b where a > 0, and NaN if b is, whatever c is."""
    argument = Argument("x", (3,))
    test, positive, otherwise = argument.scalars(Graph())
    chosen = select(test, sqrt(positive), sqrt(otherwise))
    function = compile_program(Program((argument,), (Output("y", (), (chosen,)),)))
    rows = np.array([[1, 4, -1], [1, -1, 9], [-1, 4, -1], [-1, -1, 9], [0, -1, 9], [-0.0, 4, -1]], float)
    found = function(rows) if form == "one function" else [function(row) for row in rows]
    np.testing.assert_array_equal(found, [2, np.nan, np.nan, 3, 3, np.nan])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("isa", ISAS)
def test_extrema_with_constants_on_either_side_let_nan_through(isa, dtype, monkeypatch):
    monkeypatch.setenv("PSIPHI_ISA", isa)
    argument = Argument("x", (1,))
    (x,) = argument.scalars(Graph())
    root = sqrt(x)
    results = (minimum(root, 2.0), minimum(2.0, root), maximum(root, 2.0), maximum(2.0, root))
    function = compile_program(Program((argument,), (Output("y", (4,), results),)))
    rows = np.array([[-1.0], [1.0], [4.0], [9.0], [-1.0]], dtype)
    nan = np.nan
    expected = [[nan] * 4, [1, 1, 2, 2], [2] * 4, [2, 2, 3, 3], [nan] * 4]
    np.testing.assert_array_equal(function(rows), expected)
    np.testing.assert_array_equal([function(row) for row in rows], expected)


def _gradient(function, point):
    """∂function/∂operandᵢ in 30 digits."""
    units = np.eye(len(point), dtype=int)
    with mpmath.workdps(30):
        return [float(mpmath.diff(function, tuple(map(float, point)), tuple(map(int, n)))) for n in units]


@pytest.mark.parametrize("op", EXACT, ids=lambda op: op.name)
def test_derivatives(op):
    """Forward and reverse rules of programs, and rates of duals, against differences in 30 digits."""
    record, size = OPERATIONS[op], _arity(op)
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    arguments = (Argument("x", (size,)), Argument("dx", (size,)), Argument("adjoint", ()))
    x, dx, (adjoint,) = (argument.scalars(graph) for argument in arguments)
    result = record.trace(*x)
    adjoints = tuple(record.reverse(arithmetic, x, result, adjoint, place) for place in range(size))
    outputs = (
        Output("tangent", (), (record.forward(arithmetic, x, result, dx),)),
        Output("adjoints", (size,), adjoints),
    )
    program = Program(arguments, outputs)
    rng = np.random.default_rng(3)
    points = _points(op, 20, 1 + op)
    tangents, weights = rng.normal(size=(20, size)), rng.normal(size=20)
    exact = np.array([_gradient(EXACT[op], point) for point in points])
    values = {"x": points, "dx": tangents, "adjoint": weights}
    for found in (evaluate(program, values), compile_program(program)(**values)):
        np.testing.assert_allclose(found[0], (exact * tangents).sum(axis=1), rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(found[1], exact * weights[:, None], rtol=1e-12, atol=1e-14)

    dual_arithmetic = DualArithmetic(NumpyArithmetic())
    if hasattr(dual_arithmetic, op.name.lower()):
        duals = [Dual(a, b) for a, b in zip(points.T, tangents.T, strict=True)]
        found = getattr(dual_arithmetic, op.name.lower())(*duals)
        np.testing.assert_allclose(found.rate, (exact * tangents).sum(axis=1), rtol=1e-12, atol=1e-14)


def test_choices_in_differentiated_programs():
    """jvp, vjp and Jacobian of a program with corners, away from them."""
    argument = Argument("x", (4,))
    a, b, c, d = argument.scalars(Graph())
    result = select(a - b, arctan2(c, d) * a, maximum(c, d)) + minimum(a * d, b) * absolute(c - d)
    program = Program((argument,), (Output("y", (), (result,)),))
    rows = np.random.default_rng(0).uniform(-2.0, 2.0, (20, 4))

    def exact(a, b, c, d):
        chosen = mpmath.atan2(c, d) * a if a - b > 0 else max(c, d)
        return chosen + min(a * d, b) * abs(c - d)

    gradients = np.array([_gradient(exact, row) for row in rows])
    directions = np.random.default_rng(1).normal(size=(20, 4))
    close = {"rtol": 1e-11, "atol": 1e-12}
    found = compile_program(jvp(program))(rows, directions)
    np.testing.assert_allclose(found, (gradients * directions).sum(axis=1), **close)
    np.testing.assert_allclose(compile_program(vjp(program))(rows, np.ones(20)), gradients, **close)
    for mode in (forward_jacobian, reverse_jacobian):
        np.testing.assert_allclose(compile_program(mode(program, ["x"]))(rows), gradients, **close)


def test_adjoints_of_what_was_lost_are_zero():
    """1/x of an x that cancellation has left nothing of, taken for 0: x has no part in what follows."""
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    x, size = graph.inputs("x", 2)
    result = or_zero(arithmetic.reciprocal(arithmetic.significant(x, size)))
    program = Program((Argument("x", (2,)),), (Output("y", (), (result,)),))
    rows = np.array([[1e-14, 1.0], [0.5, 1.0]])
    for made in (vjp(program), jacobian(program, ["x"])):
        given = {"x": rows} | ({"cotangent": np.ones(2)} if len(made.arguments) > 1 else {})
        np.testing.assert_allclose(evaluate(made, given)[0], [[0, 0], [-4, 0]])
        np.testing.assert_allclose(compile_program(made)(**given), [[0, 0], [-4, 0]])


def test_tests_of_constants_are_left_to_the_code():
    """In copies too: what is significant depends on the precision."""
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    (x,) = graph.inputs("x", 1)
    tested = (arithmetic.significant(1e-6, 1.0), arithmetic.significant(2.0, x))
    program = Program((Argument("x", (1,)),), (Output("y", (2,), (tested[0] * x, tested[1] * x)),))
    made = compile_program(jvp(program))
    one = np.ones(1)
    np.testing.assert_array_equal(made(one, 3 * one), [3e-6, 6.0])
    np.testing.assert_array_equal(made(one.astype("f"), one.astype("f")), [np.nan, 2.0])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("isa", ISAS)
def test_arctan2_everywhere(isa, dtype, monkeypatch):
    """All octants and sizes, axes, diagonals, near them, and zeros without a sign."""
    monkeypatch.setenv("PSIPHI_ISA", isa)
    rng = np.random.default_rng(8)
    most = 30.0 if dtype is np.float32 else 250.0
    spread = 10.0 ** rng.uniform(-most, most, (1500, 2))
    turned = np.stack([np.sin(t := rng.uniform(-np.pi, np.pi, 3000)), np.cos(t)], axis=1)
    signs = rng.choice([-1.0, 1.0], (1500, 2))
    grid = np.stack(np.meshgrid([-1, -0.0, 0, 1, np.nextafter(1, 2)], [-1, -0.0, 0, 1]), -1).reshape(-1, 2)
    points = np.concatenate([spread * signs, turned, grid]).astype(dtype)
    argument = Argument("x", (2,))
    program = Program((argument,), (Output("y", (), (arctan2(*argument.scalars(Graph())),)),))
    found = compile_program(program)(points)
    judged = evaluate(program, {"x": points.astype(float)})[0]
    for (y, x), angle, other in zip(points + 0.0, found, judged, strict=True):
        truth = mpmath.atan2(mpmath.mpf(float(y)), mpmath.mpf(float(x)))
        tiny = float(np.finfo(dtype).tiny)  # quotients below it are rounded to fewer bits
        unit = max(float(np.spacing(dtype(abs(truth)))), tiny if abs(truth) < tiny else 0.0)
        assert abs(float(angle) - truth) <= 2 * unit
        assert abs(float(other) - truth) <= 2 * unit


def test_counts():
    graph = Graph()
    x, y, z = graph.inputs("x", 3)
    results = (abs(x) + minimum(x, y), maximum(y, 0.0), select(z, x, 1.0), arctan2(y, z))
    program = Program((Argument("x", (3,)),), (Output("y", (4,), results),))
    counts = count(program)
    assert counts == Operations(add=1, select=4, arctan2=1)
    assert counts.total == 6
    assert (counts * 2 + counts).select == 12


def test_folding():
    graph = Graph()
    x, y = graph.inputs("x", 2)
    assert absolute(-x) is absolute(x)
    assert absolute(absolute(x)) is absolute(x)
    assert minimum(x, x) is x
    assert minimum(x, y) is minimum(x, y)
    assert minimum(2.0, 3.0) == 2.0
    assert maximum(2.0, 3.0) == 3.0
    assert select(1.0, x, y) is x
    assert select(0.0, x, y) is y
    assert select(x, y, y) is y
    assert select(x, 2.0, 2.0) == 2.0
    assert arctan2(1.0, -1.0) == pytest.approx(0.75 * np.pi)
    vector = np.array([x, -x], object)
    assert np.abs(vector)[1] is abs(x)
    assert np.arctan2(vector, np.array([y, 2.0], object))[0] is arctan2(x, y)


@pytest.mark.parametrize("seed", range(40))
def test_random_programs_of_choices_are_the_same_in_all_forms(seed):
    """Bit for bit in batches and alone, with constants among the operands."""
    rng = np.random.default_rng(seed)
    graph = Graph()
    values = [*graph.inputs("x", 4), 0.5, -1.0, 0.0]
    functions = [minimum, maximum, arctan2, select, absolute, lambda a, b: a * b, lambda a, b: a - b]
    for _ in range(25):
        function = functions[rng.integers(len(functions))]
        arity = {select: 3, absolute: 1}.get(function, 2)
        values.append(function(*(values[k] for k in rng.integers(len(values), size=arity))))
    program = Program((Argument("x", (4,)),), (Output("y", (5,), tuple(values[-5:])),))
    assert {x.op for x in lower(program)} <= set(OPERATIONS)
    function = compile_program(program, key=f"choices {seed}")
    rows = rng.normal(size=(7, 4)).round(rng.integers(1, 3))
    found = function(rows)
    for row, result in zip(rows, found, strict=True):
        assert function(row).tobytes() == result.tobytes()
    np.testing.assert_allclose(found, evaluate(program, {"x": rows})[0], rtol=1e-12, atol=1e-12)
