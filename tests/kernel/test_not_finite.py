"""NaN and infinity in a row make NaN of that row alone, and nothing else does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scalar_programs import random_program

from psiphi import robots
from psiphi.kernel.emit import form as emit_program
from psiphi.kernel.emit.split import emit_split
from psiphi.kernel.native import compile_program
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, reciprocal, sin
from psiphi.kernel.program.witnesses import witnesses


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_what_is_not_finite_stays_in_its_row(value, dtype, path):
    """Also where the result does not depend on the argument at all."""
    graph = Graph()
    x = graph.inputs("x", 3)
    program = Program(
        (Argument("x", (3,)),),
        (Output("y", (2,), (x[0] * 2.0, x[1] - x[1])), Output("z", (), (x[0] * x[1],))),
    )
    function = compile_program(program)
    clean = np.arange(33.0, dtype=dtype).reshape(11, 3)
    y, z = function(clean)
    for row in range(11):
        for column in range(3):
            dirty = clean.copy()
            dirty[row, column] = value
            dirty_y, dirty_z = function(dirty)
            assert np.isnan(dirty_y[row]).all()
            assert np.isnan(dirty_z[row])
            np.testing.assert_array_equal(np.delete(dirty_y, row, 0), np.delete(y, row, 0))
            np.testing.assert_array_equal(np.delete(dirty_z, row, 0), np.delete(z, row, 0))


@pytest.mark.parametrize("form", ["one function", "parts"])
def test_every_element_of_random_programs(form, monkeypatch):
    if form == "parts":
        monkeypatch.setattr(emit_program, "emit_unrolled", lambda p, t: emit_split(p, t, 20))

    @settings(max_examples=8, deadline=None)
    @given(st.integers(0, 10_000), st.integers(1, 80), st.sampled_from([np.nan, np.inf, -np.inf]))
    def check(seed, length, value):
        sizes = {"a": 3, "b": 7}
        program = random_program(seed, length, sizes=tuple(sizes.values()), outputs=((4,), (2, 3)))
        function = compile_program(program, key=f"not finite, {form} {seed} {length}")
        rng = np.random.default_rng(seed)
        elements = [(name, column) for name, size in sizes.items() for column in range(size)]
        arrays = {name: rng.uniform(-2, 2, (len(elements) + 1, size)) for name, size in sizes.items()}
        clean = function(**arrays)
        for row, (name, column) in enumerate(elements):
            arrays[name][row, column] = value
        for before, after in zip(clean, function(**arrays), strict=True):
            assert np.isnan(after[:-1]).all()
            np.testing.assert_array_equal(after[-1], before[-1])
        for row in range(len(elements)):
            for result in function(**{name: array[row] for name, array in arrays.items()}):
                assert np.isnan(result).all()

    check()


def test_results_may_overflow(path):
    """Finite arguments give what they give."""
    graph = Graph()
    (x,) = graph.inputs("x", 1)
    program = Program((Argument("x", (1,)),), (Output("y", (2,), (x * x, x + 1.0)),))
    function = compile_program(program)
    large = np.array([[1.0], [1e200], [2.0], [3.0], [4.0]])
    np.testing.assert_array_equal(function(large)[1], [np.inf, 1e200])
    np.testing.assert_array_equal(function(large[1]), [np.inf, 1e200])


def test_one_result_tells_on_all_arguments_of_a_robot():
    robot = robots.quadruped()
    program = robot.kernel("forward_dynamics")._unrolled.program
    telling, unused = witnesses(program)
    assert len(telling) == 1
    assert unused == {("q", 0), ("q", 1), ("q", 2)}  # where the base is


def test_who_tells():
    """A reciprocal hides infinity; sums of others tell on what is in them."""
    graph = Graph()
    a, b, c, d, _ = graph.inputs("x", 5)
    results = (sin(a) + b, reciprocal(c), (b * d) - a)
    program = Program((Argument("x", (5,)),), (Output("y", (3,), results),))
    assert witnesses(program) == ({results[2].id, c.id}, {("x", 4)})
