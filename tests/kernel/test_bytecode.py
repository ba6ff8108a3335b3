"""Interpreted bytecode = compiled code, bit for bit."""

from __future__ import annotations

import io
import sys

import numpy as np
import pytest
from guarded_memory import GuardedArrays
from scalar_programs import program_of_many_angles, random_program

import psiphi
from psiphi.kernel import kernel, native, robot_size
from psiphi.kernel.bytecode.bytecode import Bytecode
from psiphi.kernel.bytecode.encoding import encode
from psiphi.kernel.code import cache, progress
from psiphi.kernel.code.isa import available
from psiphi.kernel.code.progress import _tell, telling
from psiphi.kernel.code.target import Precision
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Op
from psiphi.robots import random_tree


def _program_of_every_operation() -> Program:
    graph = Graph()
    x = graph.inputs("x", 3)
    a = GraphArithmetic(graph)
    values = (
        a.minimum(x[0], x[1]),
        a.maximum(x[0], x[1]),
        abs(x[1]),
        a.select(x[2], x[0], x[1]),
        a.arctan2(x[0], x[1]),
        a.sqrt(x[0] * x[0]),
        a.reciprocal(x[1]),
        a.significant(x[0], x[1] * x[1]),
        a.or_zero(a.significant(x[0], x[1] * x[1])),
        x[0] * x[1] + x[2],
        x[0] * x[1] - x[2],
        x[2] - x[0] * x[1],
        x[0] - x[1],
        -(x[0] + x[1]),
        a.sin(x[0]),
        a.cos(x[1]),
        0.0,
        -0.0,
        x[2],
    )
    return Program((Argument("x", (3,)),), (Output("y", (len(values),), values),))


PROGRAMS = {
    "every operation": _program_of_every_operation(),
    "random": random_program(3, 400, sizes=(7, 3), outputs=((5,), (4, 3))),
    "angles": program_of_many_angles(11),
    "no argument": Program((), (Output("y", (2,), (1.0, 2.0)),)),
    "an argument that nobody reads": Program(
        (Argument("x", (3,)), Argument("unread", (2,))), (Output("y", (), (Graph().inputs("x", 3)[1],)),)
    ),
}


def _both(program: Program):
    return compile_program(program, bytecode_from=0), compile_program(program)


def _arrays(program: Program, batch, dtype=np.float64) -> list:
    rng = np.random.default_rng(0)
    return [rng.uniform(-2, 2, (*batch, *x.shape)).astype(dtype) for x in program.arguments]


def _assert_same_bits(found, expected) -> None:
    for x, y in zip(*(r if isinstance(r, tuple) else (r,) for r in (found, expected)), strict=True):
        assert x.dtype == y.dtype
        np.testing.assert_array_equal(x, y)
        np.testing.assert_array_equal(np.signbit(x[~np.isnan(x)]), np.signbit(y[~np.isnan(y)]))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("isa", [isa.name for isa in available()])
@pytest.mark.parametrize("name", PROGRAMS)
def test_lists_give_the_bits_of_compiled_code(name, isa, dtype, monkeypatch) -> None:
    monkeypatch.setenv("PSIPHI_ISA", isa)
    interpreted, compiled = _both(PROGRAMS[name])
    for batch in ((), (1,), (2,), (33,)):
        arrays = _arrays(PROGRAMS[name], batch, dtype)
        _assert_same_bits(interpreted(*arrays), compiled(*arrays))


def test_every_operation_is_there() -> None:
    """Those of instructions are, too: products are fused with sums, sines come with cosines."""
    ops = {node.op for node in PROGRAMS["every operation"].nodes}
    assert ops >= {op for op in Op if op < Op.MULTIPLY_ADD} - {Op.CONSTANT}


def test_rows_that_are_not_finite(path) -> None:
    interpreted, compiled = _both(PROGRAMS["random"])
    arrays = _arrays(PROGRAMS["random"], (40,))
    arrays[0][3, 6], arrays[1][20, 0], arrays[1][39, 2] = np.nan, np.inf, -np.inf
    for _ in range(2):
        found, expected = interpreted(*arrays), compiled(*arrays)
        assert sorted(np.flatnonzero(np.isnan(found[0]).any(axis=-1))) == [3, 20, 39]
        _assert_same_bits(found, expected)
        _assert_same_bits(interpreted(*arrays, threads=3), expected)
    assert np.isnan(interpreted(*(x[3] for x in arrays))[1]).all()


@pytest.mark.skipif(sys.platform == "win32", reason="guards are made with mprotect")
def test_no_byte_outside_the_arrays_is_touched() -> None:
    guarded = GuardedArrays()
    program = random_program(12, 60, sizes=(7, 1, 3), outputs=((5,),))
    interpreted, compiled = _both(program)
    for rows in (1, 2, 5, 17):
        arrays = _arrays(program, (rows,))
        for place in (guarded.at_end, guarded.at_start):
            out = place(np.zeros((rows, 5)))
            interpreted(*(place(array) for array in arrays), out=out)
            np.testing.assert_array_equal(out, compiled(*arrays))


def test_lists_are_kept_on_disk() -> None:
    def never() -> Program:
        raise AssertionError("traced although it is on disk")

    arrays = _arrays(PROGRAMS["random"], (3,))
    first = compile_program(PROGRAMS["random"], key="kept", bytecode_from=0)(*arrays)
    _assert_same_bits(compile_program(never, key="kept", bytecode_from=0)(*arrays), first)


def test_lists_that_are_prepared_run_compiled(path) -> None:
    """In this process and, from the disk, in others; the bits stay."""

    def never() -> Program:
        raise AssertionError("traced although it is on disk")

    arrays = _arrays(PROGRAMS["random"], (3,))
    key = f"prepared {path}"
    function = compile_program(PROGRAMS["random"], key=key, bytecode_from=0)
    interpreted, single = function(*arrays), function(*(x[0] for x in arrays))
    for batch in (False, True):
        assert function.variant(Precision.DOUBLE, batch).workspace > 0
        function.prepare(batch=batch, compiled=True)
    for each in (function, compile_program(never, key=key, bytecode_from=0)):
        _assert_same_bits(each(*arrays), interpreted)
        _assert_same_bits(each(*(x[0] for x in arrays)), single)
        for batch in (False, True):  # a short program in one piece needs no workspace
            assert each.variant(Precision.DOUBLE, batch).workspace == 0


def test_lists_that_ran_often_give_way(monkeypatch: pytest.MonkeyPatch, path) -> None:
    """To compiled code, apart for batches and single rows; the bits stay."""
    monkeypatch.setattr(native, "BYTECODE_ROWS", 6)
    function = compile_program(PROGRAMS["random"], key=f"often {path}", bytecode_from=0)
    arrays = _arrays(PROGRAMS["random"], (3,))
    interpreted = [
        (function.call(*arrays), function.variant(Precision.DOUBLE, True).workspace) for _ in range(3)
    ]
    assert [workspace > 0 for _, workspace in interpreted] == [True, True, False]  # compiled, it needs none
    for found, _ in interpreted:
        _assert_same_bits(found, interpreted[0][0])
    _assert_same_bits(function.call(*arrays), interpreted[0][0])
    assert function.variant(Precision.DOUBLE, False).workspace > 0
    stays = NativeFunction(function._source, function._compiled)
    for _ in range(9):
        stays.call(*(x[0] for x in arrays))
    assert stays.variant(Precision.DOUBLE, False).workspace > 0


def test_long_work_is_told_on_terminals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    class Done:
        def __init__(self) -> None:
            self.answers = [False, False, True]

        def wait(self, seconds: float) -> bool:
            return self.answers.pop(0)

    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    _tell("compiling", Done())  # type: ignore[arg-type]
    first, second, erased, _ = terminal.getvalue().split("\r")[1:]
    assert first == second == "psiphi: compiling, 0 s"
    assert erased == " " * len(first)
    with telling("compiling"):
        pass
    assert terminal.getvalue().count("compiling") == 2  # nothing that was done within a second
    monkeypatch.setattr("sys.stderr", io.StringIO())
    monkeypatch.setattr(progress, "_tell", None)  # would fail
    with telling("compiling"):
        pass


def test_a_list_that_leads_outside_its_slots_is_refused() -> None:
    bytecode = encode(PROGRAMS["random"])
    entry = bytecode.entry()
    assert Bytecode.from_entry(entry).is_sound
    with pytest.raises(ValueError, match="slots"):
        Bytecode.from_entry(cache.Entry({**entry.facts, "slots": bytecode.slots - 1}, entry.code))


def test_matrices_of_large_robots_are_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mass matrix and its derivative of a robot above the bound = those of code that is compiled."""
    model = random_tree(3, bodies=12).model
    compiled = psiphi.Robot(model)
    q = compiled.random_configuration(np.random.default_rng(1), batch=(5,))
    d_q = np.random.default_rng(2).standard_normal((5, compiled.nv))
    expected = compiled.mass_matrix(q), compiled.kernel("mass_matrix").jvp(q, d_q)
    assert "@run_0(" not in compiled.kernel("mass_matrix").ir

    monkeypatch.setattr(robot_size, "ROLLED_FROM", 5)
    monkeypatch.setattr(kernel, "BYTECODE_FROM", 10)
    robot = psiphi.Robot(model)
    assert "@run_0(" in robot.kernel("mass_matrix").ir
    _assert_same_bits((robot.mass_matrix(q), robot.kernel("mass_matrix").jvp(q, d_q)), expected)
