"""Derivatives of random programs against complex steps, which no rule of differentiation enters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scalar_programs import random_program

from psiphi.kernel.native import compile_program
from psiphi.kernel.program.differentiate import forward_jacobian, jacobian, jvp, reverse_jacobian, vjp
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program, evaluate, verify
from psiphi.kernel.program.scalar import Graph, reciprocal

STEP = 1e-150
SHAPES = ((4,), (2, 3), ())


def complex_step(program: Program, arrays: dict, name: str) -> list[np.ndarray]:
    """∂(result)/∂(argument) to the last digits: Im f(x + ih)/h has no cancellation."""
    columns = []
    for i in range(arrays[name].size):
        varied = {key: x.astype(complex) for key, x in arrays.items()}
        varied[name][..., i] += 1j * STEP
        columns.append([np.imag(x) / STEP for x in evaluate(program, varied)])
    return [np.stack(x, axis=-1) for x in zip(*columns, strict=True)]


def inputs(program: Program, seed: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    return {x.name: rng.normal(size=x.shape) for x in program.arguments}


def close(found, expected) -> None:
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    np.testing.assert_allclose(found, expected, atol=1e-12 * scale, rtol=1e-11)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 80))
def test_every_mode_of_random_programs(seed, length):
    program = random_program(seed, length, outputs=SHAPES)
    arrays = inputs(program, seed)
    names = [x.name for x in program.arguments]
    expected = [complex_step(program, arrays, name) for name in names]
    for mode in (forward_jacobian, reverse_jacobian, jacobian):
        derived = mode(program, names)
        verify(derived)
        matrices = iter(evaluate(derived, arrays))
        for number in range(len(SHAPES)):
            for by_name in expected:
                close(next(matrices), by_name[number])

    rng = np.random.default_rng(seed + 1)
    steps = {name: rng.normal(size=arrays[name].shape) for name in names}
    pushed = evaluate(jvp(program), {**arrays, **{f"d_{name}": x for name, x in steps.items()}})
    for number, found in enumerate(pushed):
        close(found, sum(by[number] @ steps[name] for by, name in zip(expected, names, strict=True)))
    weights = {f"cotangent_out_{i}": rng.normal(size=shape) for i, shape in enumerate(SHAPES)}
    rows = evaluate(vjp(program), {**arrays, **weights})
    for found, by in zip(rows, expected, strict=True):
        close(found, sum(np.tensordot(w, J, w.ndim) for w, J in zip(weights.values(), by, strict=True)))


@pytest.mark.parametrize("first", [jvp, vjp])
@pytest.mark.parametrize("second", [jvp, vjp])
def test_derivatives_of_derivatives(first, second):
    """The second derivative of a program is the first of a program that was judged already."""
    program = random_program(5, 60, outputs=((3,),))
    once = first(program)
    twice = second(once)
    verify(twice)
    arrays = inputs(once, 1)
    names = [x.name for x in once.arguments]
    expected = [complex_step(once, arrays, name) for name in names]
    more = {x.name: np.random.default_rng(2).normal(size=x.shape) for x in twice.arguments[len(names) :]}
    found = evaluate(twice, {**arrays, **more})
    given_ = list(more.values())
    if second is jvp:
        for i, x in enumerate(found):
            close(x, sum(by[i] @ d for by, d in zip(expected, given_, strict=True)))
    else:
        for x, by in zip(found, expected, strict=True):
            close(x, sum(np.tensordot(w, J, w.ndim) for w, J in zip(given_, by, strict=True)))


def test_an_argument_that_no_result_depends_on():
    graph = Graph()
    x = graph.inputs("x", 2)
    program = Program((Argument("x", (2,)), Argument("y", (3,))), (Output("z", (2,), (x[0] * x[1], 5.0)),))
    by_x, by_y = compile_program(jacobian(program, ["x", "y"]))(np.array([2.0, 3.0]), np.ones(3))
    np.testing.assert_array_equal(by_x, [[3.0, 2.0], [0.0, 0.0]])
    np.testing.assert_array_equal(by_y, np.zeros((2, 3)))


def test_what_is_left_out_where_a_pivot_is_singular_has_no_derivative():
    """z/x where x is a pivot that counts, 0 where it does not: neither mode makes NaN of the rest."""
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    x, size, z = graph.input("x", 0), graph.input("size", 0), graph.input("z", 0)
    inverse = arithmetic.or_zero(reciprocal(arithmetic.significant(x, size)))
    arguments = tuple(Argument(name, ()) for name in ("x", "size", "z"))
    program = Program(arguments, (Output("y", (), (z * inverse + z,)),))
    for mode in (forward_jacobian, reverse_jacobian):
        function = compile_program(mode(program, ["x", "z"]))
        by_x, by_z = function(np.array([2.0, 1e-30]), 1.0, 3.0)
        np.testing.assert_array_equal(by_x, [-0.75, 0.0])
        np.testing.assert_array_equal(by_z, [1.5, 1.0])
