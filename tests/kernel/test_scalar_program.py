"""Programs: what is live, what is well formed, what they are called, what they cost."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from scalar_programs import product_program, random_program

from psiphi.errors import CompileError
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.program import Argument, Output, Program, evaluate, verify
from psiphi.kernel.program.scalar import Graph, cos, reciprocal, sin, sqrt
from psiphi.kernel.program.signature import Operations


def test_dead_code_is_left_out():
    graph = Graph()
    x, y = graph.inputs("x", 2)
    _ = sin(x) * y
    program = Program((Argument("x", (2,)),), (Output("z", (), (x + y,)),))
    assert len(program.nodes) == 3
    assert len(graph.nodes) > 3


def test_counts_are_exact():
    graph = Graph()
    x, y = graph.inputs("x", 2)
    z = sin(x) * cos(x) + sin(y) - (-(x * y)) * 2.0
    w = sqrt(z) * reciprocal(y)
    program = Program((Argument("x", (2,)),), (Output("z", (2,), (w, -z)),))
    assert count(program) == Operations(mul=4, add=2, div=1, sqrt=1, sincos=2, neg=1)
    assert count(program).total == 10
    assert (count(program) + count(program)).mul == 8
    assert (count(program) * 3).sincos == 6


def test_evaluation_broadcasts():
    program = product_program()
    x, y = np.arange(6.0).reshape(3, 1, 2), np.arange(8.0).reshape(4, 2)
    np.testing.assert_array_equal(evaluate(program, {"x": x, "y": y})[0], x * y)


def test_constant_outputs_and_empty_shapes():
    program = Program((Argument("x", (0,)),), (Output("y", (2, 2), (1.0, 0.0, 0.0, 1.0)),))
    verify(program)
    np.testing.assert_array_equal(
        evaluate(program, {"x": np.zeros((3, 0))})[0], np.tile(np.eye(2), (3, 1, 1))
    )


def test_digests_name_the_content():
    assert random_program(3, 40).digest == random_program(3, 40).digest
    assert random_program(3, 40).digest != random_program(4, 40).digest
    graph = Graph()
    x = graph.input("x", 0)
    argument = (Argument("x", (1,)),)
    one = Program(argument, (Output("y", (), (x * 2.0,)),))
    other = Program(argument, (Output("y", (), (x * np.nextafter(2.0, 3.0),)),))
    renamed = Program(argument, (Output("z", (), (x * 2.0,)),))
    assert len({one.digest, other.digest, renamed.digest}) == 3


def test_digests_are_the_same_in_other_processes():
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from scalar_programs import random_program;"
        "print(random_program(3, 40).digest)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, str(__file__).rpartition("/")[0]],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "7"},
    )
    assert found.stdout.strip() == random_program(3, 40).digest


def _bad_programs():
    graph = Graph()
    x = graph.input("x", 0)
    other = Graph().input("x", 0)
    argument = Argument("x", (1,))
    return {
        "not in arguments": Program((), (Output("y", (), (x,)),)),
        "out of range": Program((argument,), (Output("y", (), (graph.input("x", 1),)),)),
        "wrong length": Program((argument,), (Output("y", (2,), (x,)),)),
        "two graphs": Program((argument,), (Output("y", (2,), (x, other)),)),
        "no outputs": Program((argument,), ()),
        "same names": Program((argument,), (Output("x", (), (x,)),)),
        "taken name": Program((Argument("out", (1,)),), (Output("y", (), (1.0,)),)),
        "no identifier": Program((Argument("a b", (1,)),), (Output("y", (), (1.0,)),)),
        "negative extent": Program((Argument("x", (-1,)),), (Output("y", (), (1.0,)),)),
        "not finite": Program((argument,), (Output("y", (), (float("nan"),)),)),
    }


@pytest.mark.parametrize("name", _bad_programs())
def test_programs_that_are_not_well_formed_are_refused(name):
    with pytest.raises(CompileError):
        verify(_bad_programs()[name])
