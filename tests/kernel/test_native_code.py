"""Compiled code = NumPy, and the same bits whatever surrounds a row."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from guarded_memory import GuardedArrays
from hypothesis import given, settings
from hypothesis import strategies as st
from scalar_programs import evaluate_with_bound, product_program, program_of_many_angles, random_program

from psiphi.errors import InputError
from psiphi.kernel.code import host, llvm
from psiphi.kernel.code.isa import ISAS, available, selected
from psiphi.kernel.code.linking import link
from psiphi.kernel.code.target import ENTRY, Precision, Target
from psiphi.kernel.emit import form as emit_program
from psiphi.kernel.emit import split_plan
from psiphi.kernel.emit.split import emit_split
from psiphi.kernel.native import compile_program
from psiphi.kernel.packed import packing
from psiphi.kernel.program.program import Argument, Output, Program, evaluate
from psiphi.kernel.program.scalar import Graph

NAMES = [isa.name for isa in available()]
HERE = [isa for isa in ISAS if isa.architecture in ("", host.architecture())]


def _arrays(program, batch, seed=0):
    rng = np.random.default_rng(seed)
    return {argument.name: rng.uniform(-2, 2, (*batch, *argument.shape)) for argument in program.arguments}


def _check(function, program, arrays):
    """Within the bound that rounding allows."""
    found = function(**arrays)
    found = found if isinstance(found, tuple) else (found,)
    for result, expected, bound in zip(found, *evaluate_with_bound(program, arrays), strict=True):
        assert result.shape == expected.shape
        assert np.all(np.abs(result - expected) <= 4 * bound + 1e-300)
    return found


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 120), st.integers(1, 9))
def test_random_programs_agree_with_numpy(seed, length, rows):
    program = random_program(seed, length, sizes=(3, 7), outputs=((4,), (2, 3)))
    _check(compile_program(program), program, _arrays(program, (rows,), seed))


@pytest.mark.parametrize("isa", NAMES)
@pytest.mark.parametrize("sizes", [(1,), (2, 3), (4, 5), (7, 8, 9), (16, 17)])
def test_rows_of_every_size(isa, sizes, monkeypatch):
    monkeypatch.setenv("PSIPHI_ISA", isa)
    total = sum(sizes)
    program = random_program(total, 60, sizes=sizes, outputs=((total,), (total, 2), (1,)))
    for rows in (1, 2, 11):
        _check(compile_program(program), program, _arrays(program, (rows,)))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("isa", NAMES)
def test_results_do_not_depend_on_the_batch(isa, dtype, monkeypatch, path):
    """Every length up to three blocks and one row, every position, any number of threads: the same bits."""
    monkeypatch.setenv("PSIPHI_ISA", isa)
    program = random_program(1, 150, sizes=(7, 3), outputs=((5,),))
    function = compile_program(program)
    lanes = Target.wide(selected(), Precision.DOUBLE if dtype == np.float64 else Precision.SINGLE).lanes
    rows = 3 * lanes + 1
    arrays = [array.astype(dtype) for array in _arrays(program, (rows,)).values()]
    whole = function(*arrays)
    assert whole.dtype == dtype
    for count in range(rows + 1):
        np.testing.assert_array_equal(function(*(a[:count] for a in arrays)), whole[:count])
        np.testing.assert_array_equal(function(*(a[rows - count :] for a in arrays)), whole[rows - count :])
    for row in range(rows):
        np.testing.assert_array_equal(function(*(a[row] for a in arrays)), whole[row])
    for threads in (2, 3, 7, rows + 5):
        np.testing.assert_array_equal(function(*arrays, threads=threads), whole)


def test_no_byte_outside_the_results_is_written():
    program = random_program(2, 60, sizes=(3, 2), outputs=((5,),))
    function = compile_program(program)
    for rows in range(1, 14):
        arrays = list(_arrays(program, (rows,)).values())
        guarded = np.full((rows + 20, 5), 777.0)
        function(*arrays, out=guarded[10 : 10 + rows])
        assert np.all(guarded[:10] == 777.0)
        assert np.all(guarded[10 + rows :] == 777.0)
        np.testing.assert_array_equal(guarded[10 : 10 + rows], function(*arrays))


@pytest.mark.skipif(sys.platform == "win32", reason="guards are made with mprotect")
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("isa", NAMES)
def test_no_byte_outside_the_arrays_is_touched(isa, dtype, monkeypatch, path):
    """Inputs and results stand against pages without access, on either side."""
    monkeypatch.setenv("PSIPHI_ISA", isa)
    guarded = GuardedArrays()
    program = random_program(12, 60, sizes=(7, 1, 3), outputs=((5,),))
    function = compile_program(program)
    for rows in (1, 2, 3, 5, 8, 9, 17):
        arrays = [array.astype(dtype) for array in _arrays(program, (rows,)).values()]
        expected = function(*arrays)
        for place in (guarded.at_end, guarded.at_start):
            out = place(np.zeros_like(expected))
            for _ in range(2):
                function(*(place(array) for array in arrays), out=out)
                np.testing.assert_array_equal(out, expected)
            single = place(np.zeros_like(expected[0]))
            function(*(place(array[0]) for array in arrays), out=single)
            np.testing.assert_array_equal(single, expected[0])


def test_instruction_sets_with_fused_operations_agree_bit_for_bit(monkeypatch):
    """And so do those without: results depend on `fma` alone."""
    program = random_program(4, 200, sizes=(7, 3), outputs=((5,),))
    arrays = _arrays(program, (9,))
    results = {}
    for isa in available():
        monkeypatch.setenv("PSIPHI_ISA", isa.name)
        results.setdefault(isa.fma, []).append(compile_program(program)(**arrays))
    for same in results.values():
        for other in same[1:]:
            np.testing.assert_array_equal(same[0], other)


def test_an_unknown_or_absent_instruction_set_is_refused(monkeypatch):
    monkeypatch.setenv("PSIPHI_ISA", "avx3000")
    with pytest.raises(InputError, match="not known; unset it, or choose one of"):
        compile_program(product_program())
    absent = [isa.name for isa in ISAS if isa not in available()]
    monkeypatch.setenv("PSIPHI_ISA", absent[0])
    with pytest.raises(InputError, match="not available on this machine"):
        compile_program(product_program())
    monkeypatch.setenv("PSIPHI_ISA", "scalar")
    assert selected().name == "generic"


@pytest.mark.parametrize("precision", Precision)
@pytest.mark.parametrize("isa", HERE, ids=lambda isa: isa.name)
def test_code_is_generated_for_instruction_sets_this_machine_lacks(isa, precision):
    """LLVM accepts it for every processor of this architecture; only running it needs the processor.

    On x86-64 it is linked without LLVM.
    """
    program = random_program(5, 60, sizes=(7, 3), outputs=((5,), (17,)))
    for target in (Target.wide(isa, precision), Target.narrow(isa, precision)):
        code = llvm.assemble(emit_program.emit_program(program, target).ir, isa.cpu)
        assert link(code, ENTRY) or not code.startswith(b"\x7fELF") or host.architecture() != "x86_64"


@pytest.mark.parametrize("kibibytes", [32, 48])
@pytest.mark.parametrize("length", [1, 7, 40])
@pytest.mark.parametrize("angles", [0, 10])
def test_split_programs_give_the_same_bits(length, angles, kibibytes, monkeypatch):
    """However long the parts are, and whether the first cache has room for one strip or for several."""
    monkeypatch.setattr(split_plan, "first_cache", lambda: kibibytes)
    if angles:
        program = program_of_many_angles(angles)
    else:
        program = random_program(6, 150, sizes=(7, 3), outputs=((5,), (150,)))
    arrays = _arrays(program, (70,))
    whole = compile_program(program)(**arrays)
    monkeypatch.setattr(emit_program, "emit_unrolled", lambda p, t: emit_split(p, t, length))
    monkeypatch.setattr(packing, "pack", lambda program, width: None)
    split = compile_program(program, key=f"split {length} {angles} {kibibytes}")
    assert ("%begun" in split.ir) == (angles > 0)  # many angles are a loop
    for one, other in zip(whole, split(**arrays), strict=True):
        np.testing.assert_array_equal(one, other)
    single = {name: array[3] for name, array in arrays.items()}
    for one, other in zip(whole, split(**single), strict=True):
        np.testing.assert_array_equal(one[3], other)
    arrays["a"][2, 6] = np.nan
    for one, other in zip(whole, split(**arrays), strict=True):
        assert np.isnan(other[2]).all()
        np.testing.assert_array_equal(np.delete(one, 2, 0), np.delete(other, 2, 0))


@pytest.mark.parametrize("size", [5, 150])
@pytest.mark.parametrize("computed", [0, 1, 4])
def test_split_programs_may_copy_arguments(size, computed, monkeypatch):
    """Some results are elements of arguments, others are computed in some part; or none is."""
    monkeypatch.setattr(emit_program, "emit_unrolled", lambda p, t: emit_split(p, t, 3))
    monkeypatch.setattr(packing, "pack", lambda program, width: None)
    scalars = Graph().inputs("x", size)
    value = scalars[0]
    for _ in range(20):
        value = value * scalars[1] + scalars[2]
    results = [*[value] * computed, *scalars[::-1]][:size]
    program = Program((Argument("x", (size,)),), (Output("y", (size,), tuple(results)),))
    function = compile_program(program, key=f"a copy {size} {computed}")
    x = np.random.default_rng(0).uniform(-1, 1, (6, size))
    expected = evaluate(program, {"x": x})[0]
    for found in (function(x), np.stack([function(row) for row in x])):
        np.testing.assert_allclose(found, expected, rtol=1e-12)
        np.testing.assert_array_equal(found[:, computed:], expected[:, computed:])
    x[3, size - 1] = np.nan
    assert np.isnan(function(x)[3]).all()


def test_large_programs_are_split(monkeypatch):
    monkeypatch.setattr(emit_program, "UNROLLED_LIMIT", 50)
    program = random_program(7, 200)
    function = compile_program(program, key="a large program")
    assert "@part_0(" in function.ir
    _check(function, program, _arrays(program, (5,)))


def test_single_precision_is_close():
    program = random_program(8, 60, sizes=(3, 2), outputs=((5,),))
    arrays = {name: array.astype(np.float32) for name, array in _arrays(program, (10,)).items()}
    double = compile_program(program)(**{name: array.astype(float) for name, array in arrays.items()})
    single = compile_program(program)(**arrays)
    assert single.dtype == np.float32
    bound = evaluate_with_bound(program, {name: a.astype(float) for name, a in arrays.items()})[1][0]
    assert np.all(np.abs(single - double) <= 4 * 2.0**29 * bound)


def test_programs_without_arguments_or_elements():
    constant = Program((), (Output("y", (2,), (1.0, 2.0)),))
    np.testing.assert_array_equal(compile_program(constant)(), [1.0, 2.0])
    nothing = Program((Argument("x", (0,)),), (Output("y", (0, 3), ()),))
    assert compile_program(nothing)(np.zeros((4, 0))).shape == (4, 0, 3)


def test_what_a_function_tells_of_itself():
    program = product_program()
    function = compile_program(program)
    assert function.arguments == program.arguments
    assert [(output.name, output.shape) for output in function.outputs] == [("out_0", (2,))]
    assert function.operations.mul == 2
    assert function.operations.total == 2
    assert "define void @psiphi_rows" in function.ir
    assert str(function.signature) == "(x (..., 2), y (..., 2)) -> out_0 (..., 2)"
    assert "x (..., 2)" in repr(function)


def test_prepare_compiles_beforehand(monkeypatch):
    function = compile_program(product_program(), key="prepared")
    function.prepare()
    function.prepare(np.float32, batch=False)
    monkeypatch.setattr(llvm, "assemble", None)
    np.testing.assert_array_equal(function(np.ones((3, 2)), np.full((3, 2), 2.0)), np.full((3, 2), 2.0))
    np.testing.assert_array_equal(function(np.ones(2, np.float32), np.ones(2, np.float32)), np.ones(2))
    with pytest.raises(InputError, match="float64 and float32"):
        function.prepare(np.int64)


def test_evaluation_and_code_agree_on_matrices():
    graph = Graph()
    a = graph.inputs("a", 6)
    transposed = tuple(a[3 * row + column] for column in range(3) for row in range(2))
    program = Program((Argument("a", (2, 3)),), (Output("t", (3, 2), transposed),))
    values = np.random.default_rng(0).normal(size=(5, 4, 2, 3))
    np.testing.assert_array_equal(compile_program(program)(values), values.swapaxes(-1, -2))
    np.testing.assert_array_equal(evaluate(program, {"a": values})[0], values.swapaxes(-1, -2))
