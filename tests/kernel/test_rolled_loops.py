"""Rolled programs: compiled = interpreted = plain loops, for any number of bodies."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest
from guarded_memory import GuardedArrays
from rolled_programs import by_hand, evaluate_loop, tree_program, tree_tables

from psiphi.errors import CompileError
from psiphi.kernel.code import llvm
from psiphi.kernel.code.isa import available
from psiphi.kernel.loops import layout as loops_layout
from psiphi.kernel.loops.layout import seats_of
from psiphi.kernel.loops.program import (
    AddToSum,
    Constants,
    Elements,
    FromParent,
    Kept,
    LoopProgram,
    LoopTables,
    Pass,
    StartSum,
    Step,
    Sums,
    ToChildren,
)
from psiphi.kernel.native import compile_loop
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.kernel.program.signature import Result


def _inputs(tables, batch, seed=1):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(*batch, *argument.shape)) for argument in tables.arguments]


def _assert_close(found, expected):
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12 * max(1.0, abs(other).max(initial=0)))


@pytest.mark.parametrize("bodies", [1, 2, 3, 7, 40])
@pytest.mark.parametrize("chain", [True, False])
def test_interpreter_and_code_agree_with_plain_loops(bodies, chain, path):
    program, tables = tree_program(), tree_tables(bodies, chain=chain, seed=bodies)
    function = compile_loop(program, tables)
    for rows in (1, 2, 5, 9):
        q, w = _inputs(tables, (rows,))
        expected = [
            np.stack(parts)
            for parts in zip(*(by_hand(tables, *row) for row in zip(q, w, strict=True)), strict=True)
        ]
        _assert_close(evaluate_loop(program, tables, {"q": q, "w": w}), expected)
        for _ in range(2):  # first the safe path, then the direct one where it is on
            _assert_close(function(q, w), expected)
    _assert_close(function(q[0], w[0]), by_hand(tables, q[0], w[0]))


@pytest.mark.parametrize("isa", [isa.name for isa in available()])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_results_do_not_depend_on_the_batch(isa, dtype, monkeypatch, path):
    monkeypatch.setenv("PSIPHI_ISA", isa)
    tables = tree_tables(11)
    function = compile_loop(tree_program(), tables)
    q, w = (array.astype(dtype) for array in _inputs(tables, (19,)))
    whole = function(q, w)
    assert whole[0].dtype == dtype
    reference = evaluate_loop(tree_program(), tables, {"q": q, "w": w})
    np.testing.assert_allclose(
        whole[0],
        reference[0],
        rtol=0,
        atol=abs(reference[0]).max() * (1e-13 if dtype == np.float64 else 1e-5),
    )
    for count in range(1, 20):
        for part, all_of_it in zip(function(q[:count], w[:count]), whole, strict=True):
            np.testing.assert_array_equal(part, all_of_it[:count])
    for part, all_of_it in zip(function(q[7], w[7]), whole, strict=True):
        np.testing.assert_array_equal(part, all_of_it[7])
    for part, all_of_it in zip(function(q, w, threads=3), whole, strict=True):
        np.testing.assert_array_equal(part, all_of_it)
    shared = function(q, w[3])
    for row in (0, 3, 18):
        for part, single in zip(shared, function(q[row], w[3]), strict=True):
            np.testing.assert_array_equal(part[row], single)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_not_finite_stays_in_its_row(value, path):
    tables = tree_tables(20)
    function = compile_loop(tree_program(), tables)
    q, w = _inputs(tables, (9,))
    clean = function(q, w)
    for array, column in ((q, 0), (q, 25), (w, 3), (w, 19)):
        before = array[4, column]
        array[4, column] = value
        for found, expected in zip(function(q, w), clean, strict=True):
            assert np.isnan(found[4]).all()
            np.testing.assert_array_equal(np.delete(found, 4, 0), np.delete(expected, 4, 0))
        array[4, column] = before


def test_the_code_does_not_depend_on_the_system(monkeypatch):
    """One compilation serves every size; the rest is data."""
    compile_loop(tree_program(), tree_tables(3))(*_inputs(tree_tables(3), (5,)))
    monkeypatch.setattr(llvm, "assemble", None)
    for bodies in (1, 10, 1000):
        tables = tree_tables(bodies, seed=bodies)
        q, w = _inputs(tables, (5,))
        found = compile_loop(tree_program(), tables)(q, w)
        _assert_close([part[2] for part in found], by_hand(tables, q[2], w[2]))


def test_ten_thousand_bodies(path):
    tables = tree_tables(10_000, chain=True)
    function = compile_loop(tree_program(), tables)
    q, w = _inputs(tables, (2,))
    _assert_close([part[1] for part in function(q, w)], by_hand(tables, q[1], w[1]))


@pytest.mark.skipif(sys.platform == "win32", reason="guards are made with mprotect")
def test_no_byte_outside_the_arrays_is_touched(path):
    guarded = GuardedArrays()
    tables = tree_tables(13)
    function = compile_loop(tree_program(), tables)
    for rows in (1, 2, 5, 9):
        inputs = _inputs(tables, (rows,))
        expected = function(*inputs)
        for place in (guarded.at_end, guarded.at_start):
            out = tuple(place(np.zeros_like(result)) for result in expected)
            function(*(place(array) for array in inputs), out=out)
            for one, other in zip(out, expected, strict=True):
                np.testing.assert_array_equal(one, other)


def test_operations_are_counted_over_bodies():
    program, tables = tree_program(), tree_tables(4)
    operations = compile_loop(program, tables).operations
    assert operations.sincos == 4
    inner, double = tables.parents >= 0, np.arange(4) % 3 == 2
    later = np.isin(tables.classes, [2, 5])
    # In the order of the steps: outward; sums, torques, what goes to parents; then additions to sums.
    assert operations.mul == (4 + double + 3 + 2 + double + 6 * inner).sum()
    added = 1 + later * (3 - double)
    assert operations.add == (4 + double + 2 + (inner & ~double) + 1 + 2 * inner + added).sum()


@pytest.mark.parametrize("parents", [[-1, 0, 1, 2, 3, 4], [-1, 0, 0, 0, 1, 1], [-1, 0, -1, 2, 1, 4]])
def test_seats_are_not_shared_while_they_are_needed(parents):
    seats, count = seats_of(np.array(parents))
    assert count == seats.max() + 1
    last = {k: max((i for i, p in enumerate(parents) if p == k), default=None) for k in range(len(parents))}
    for k, until in last.items():
        assert (seats[k] == 0) == (until is None)
        for other in range(k + 1, (until or k) + 1):
            assert seats[other] != seats[k]


def test_a_chain_needs_two_seats():
    assert seats_of(np.arange(-1, 99))[1] == 3


def _copy_step(read, write):
    graph = Graph()
    program = Program((Argument("x", (1,)),), (Output("y", (1,), (graph.input("x", 0),)),))
    return Step(program, (read,), (write,))


def _copying(read, write):
    steps = Pass(True, 1, (_copy_step(read, write),))
    final = Pass(True, 0, (_copy_step(Constants(0), Elements("result", 0)),))
    return LoopProgram(1, ("q",), ("result",), (steps, final))


def _copy_tables(**changes):
    tables = LoopTables(
        (Argument("q", (3,)),),
        (Result("result", (3,)),),
        np.array([-1, 0, 1]),
        np.zeros(3, np.int64),
        np.ones((3, 1)),
        np.arange(3)[:, None],
    )
    return replace(tables, **changes)


def test_the_simplest_loop_copies():
    function = compile_loop(_copying(Elements("q", 0), Elements("result", 0)), _copy_tables())
    np.testing.assert_array_equal(function(np.arange(3.0)), np.ones(3))


_GOOD = _copying(Constants(0), Kept(0))
_Q = Elements("q", 0)

BAD = {
    "read before it is kept": (_copying(Kept(0), Kept(0)), {}),
    "outside of what is kept": (_copying(_Q, Kept(1)), {}),
    "outside of what is exchanged": (_copying(_Q, ToChildren(1)), {}),
    "a root has no parent": (_copying(FromParent(0), Kept(0)), {}),
    "sums in an outward pass": (_copying(Sums(0), Kept(0)), {}),
    "outside the constants": (_copying(Constants(1), Kept(0)), {}),
    "unknown array": (_copying(Elements("p", 0), Kept(0)), {}),
    "unknown column": (_copying(Elements("q", 1), Kept(0)), {}),
    "offset too large": (_copying(_Q, Kept(0)), {"offsets": np.array([[0], [1], [3]])}),
    "offset negative": (_copying(_Q, Kept(0)), {"offsets": np.array([[0], [1], [-1]])}),
    "result not set": (_GOOD, {"offsets": np.array([[0], [1], [1]])}),
    "parent after child": (_GOOD, {"parents": np.array([1, -1, 0])}),
    "parent of itself": (_GOOD, {"parents": np.array([-1, 1, 0])}),
    "parent before the world": (_GOOD, {"parents": np.array([-2, 0, 0])}),
    "unknown class": (_GOOD, {"classes": np.array([0, 1, 0])}),
    "negative class": (_GOOD, {"classes": np.array([0, -1, 0])}),
    "too few rows": (_GOOD, {"constants": np.ones((2, 1))}),
    "not finite": (_GOOD, {"constants": np.full((3, 1), np.nan)}),
    "other arguments": (_GOOD, {"arguments": (Argument("p", (3,)),)}),
}


@pytest.mark.parametrize("name", BAD)
def test_tables_that_do_not_fit_are_refused(name):
    program, changes = BAD[name]
    with pytest.raises(CompileError):
        compile_loop(program, _copy_tables(**changes))


def test_what_is_read_of_others_must_have_been_set():
    def without(write):
        program = tree_program()
        passes = tuple(
            replace(
                sweep,
                steps=tuple(
                    replace(
                        step,
                        program=replace(
                            step.program,
                            outputs=tuple(
                                output
                                for output, kind in zip(step.program.outputs, step.writes, strict=True)
                                if not isinstance(kind, write)
                            ),
                        ),
                        writes=tuple(kind for kind in step.writes if not isinstance(kind, write)),
                    )
                    for step in sweep.steps
                ),
            )
            for sweep in program.passes
        )
        return replace(program, passes=passes)

    tables = tree_tables(20)
    for write in (ToChildren, StartSum, AddToSum):
        with pytest.raises(CompileError, match="does not set"):
            compile_loop(without(write), tables)


def test_only_the_first_child_starts_sums():
    tables = tree_tables(20)
    wrong = np.where(tables.classes == 2, 1, tables.classes)
    with pytest.raises(CompileError, match="no place in this pass"):
        compile_loop(tree_program(), replace(tables, classes=wrong))


@pytest.mark.parametrize("chain", [True, False])
def test_results_do_not_depend_on_how_bodies_are_taken_together(chain, monkeypatch):
    tables = tree_tables(23, chain=chain)
    inputs = _inputs(tables, (6,))
    expected = compile_loop(tree_program(), tables)(*inputs)
    for chunk in (1, 2, 5, 23):
        monkeypatch.setattr(loops_layout, "CHUNK", chunk)
        for found, one in zip(compile_loop(tree_program(), tables)(*inputs), expected, strict=True):
            np.testing.assert_array_equal(found, one)


def test_results_do_not_depend_on_what_is_asked_for_ahead(monkeypatch):
    """Systems that are too large for the fast memories have code of their own, with the same results."""
    monkeypatch.setattr(loops_layout, "CHUNK", 64)
    tables = tree_tables(150)
    near = compile_loop(tree_program(), tables)
    monkeypatch.setattr(loops_layout, "FAR", 4 * 150)
    far = compile_loop(tree_program(), tables)
    assert far.ir.count("@llvm.prefetch") > near.ir.count("@llvm.prefetch")
    for batch in ((), (6,), (30,)):
        inputs = _inputs(tables, batch)
        for found, one in zip(far(*inputs), near(*inputs), strict=True):
            np.testing.assert_array_equal(found, one)


def test_arrays_in_the_order_of_bodies_are_moved_chunk_by_chunk(monkeypatch):
    """Others are moved as a whole: results that are added to, elements in another order or set by few."""
    monkeypatch.setattr(loops_layout, "CHUNK", 64)
    program, tables = tree_program(), tree_tables(200)

    def whole(tables):
        words = loops_layout.layout_of(program, tables).words
        return words[loops_layout.ARRAYS_WORD + loops_layout.ARRAY_WHOLE :: loops_layout.ARRAY_WORDS].tolist()

    sizes = [array.size for array in (*tables.arguments, *tables.results)]
    assert whole(tables) == [0, 0, 0, 0, 1]
    backwards = tables.offsets.copy()
    backwards[:, 2] = backwards[::-1, 2]
    assert whole(replace(tables, offsets=backwards)) == [0, sizes[1], 0, 0, 1]


def test_a_body_has_the_constants_of_its_step_alone():
    """Classes share the columns of the table of a pass."""
    program, tables = tree_program(), tree_tables(200)
    outward, inward = loops_layout.pass_layouts(program)
    constants = loops_layout.layout_of(program, tables).constants
    assert constants.size == 200 * (outward.constants + inward.constants)
    for number, step in enumerate(program.passes[0].steps):
        columns = loops_layout.constants_of(step)
        assert len(columns) <= outward.constants
        members = tables.classes == number
        table = constants[: 200 * outward.constants].reshape(200, -1)
        np.testing.assert_array_equal(table[members, : len(columns)], tables.constants[members][:, columns])


def test_elements_in_any_order(path):
    """w is read in another order than that of the bodies."""
    tables = tree_tables(200)
    order = np.random.default_rng(0).permutation(200)
    mixed = tables.offsets.copy()
    mixed[:, 2] = order
    q, w = _inputs(tables, (6,))
    expected = compile_loop(tree_program(), tables)(q, w[:, order])
    found = compile_loop(tree_program(), replace(tables, offsets=mixed))(q, w)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)
