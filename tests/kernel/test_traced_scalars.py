"""Folding: what is known in advance leaves no operation behind, and means the same."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psiphi.errors import ArgumentTypeError, InputError
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program, evaluate
from psiphi.kernel.program.scalar import Graph, Op, Scalar, cos, reciprocal, sin, sqrt


@pytest.fixture
def xy():
    return Graph().inputs("x", 2)


def test_zero_and_one_fold(xy):
    x, _ = xy
    assert x + 0 is x
    assert 0.0 + x is x
    assert x - 0.0 is x
    assert (0.0 - x).op is Op.NEGATE
    assert x * 0.0 == 0.0
    assert 1 * x is x
    assert x * 1.0 is x
    assert (x * -1.0).left is x
    assert x / 1.0 is x
    assert x - x == 0.0
    negated = -x
    assert -negated is x


def test_equal_nodes_are_one_node(xy):
    x, y = xy
    assert x + y is y + x
    assert x * y is y * x
    assert sin(x + y) is sin(y + x)
    assert 2 * x is x * 2.0
    assert x.graph.input("x", 0) is x


def test_signs_move_outwards(xy):
    x, y = xy
    assert (-x) * y is -(x * y)
    assert (-x) * (-y) is x * y
    assert -2.0 * x is -(2.0 * x)
    assert x + (-y) is x - y
    assert (-x) + y is y - x
    assert x - (-y) is x + y
    assert (-x) - y is -(x + y)
    assert sin(-x) is -sin(x)
    assert cos(-x) is cos(x)
    assert reciprocal(-x) is -reciprocal(x)


def test_the_opposite_difference_is_reused(xy):
    x, y = xy
    difference = x - y
    assert y - x is -difference


def test_sums_and_products_cancel(xy):
    x, y = xy
    assert x + (y - x) is y
    assert (y - x) + x is y
    assert (x + y) - x is y
    assert (x + y) - y is x
    assert x - (x - y) is y
    assert x - (x + y) is -y
    assert (x - y) - x is -y
    assert x + (2.0 - x) == 2.0
    assert x * reciprocal(x) == 1.0
    assert reciprocal(x) * x == 1.0
    assert (y * reciprocal(x)) * x is y
    assert reciprocal(reciprocal(x)) is x
    assert 3.0 * (2.0 * x) is 6.0 * x
    assert 0.5 * (2.0 * x) is x


def test_floats_stay_floats():
    arithmetic = GraphArithmetic(Graph())
    assert arithmetic.sin(0.5) == math.sin(0.5)
    assert arithmetic.cos(0.5) == math.cos(0.5)
    assert arithmetic.sqrt(2.0) == math.sqrt(2.0)
    assert arithmetic.reciprocal(4.0) == 0.25


def test_numpy_numbers_and_object_arrays_mix(xy):
    x, y = xy
    assert np.float64(2.0) * x is 2.0 * x
    assert x * np.float64(2.0) is 2.0 * x
    assert np.float32(2.0) + x is 2.0 + x
    vector = np.array([x, y], dtype=object)
    scaled = x * vector
    assert scaled[0] is x * x
    assert scaled[1] is x * y
    assert np.sin(vector)[1] is sin(y)
    assert (np.eye(2) @ vector)[0] is x


def test_impossible_constants_are_refused(xy):
    x, _ = xy
    with pytest.raises(InputError, match="not finite"):
        x + math.inf
    with pytest.raises(ZeroDivisionError):
        reciprocal(np.float64(0.0))
    with pytest.raises(ValueError, match="domain"):
        sqrt(-1.0)
    with pytest.raises(ArgumentTypeError, match="truth value"):
        bool(x)


def test_nodes_know_their_order(xy):
    x, y = xy
    graph = x.graph
    z = sin(x * y) + 3.0
    assert [node.id for node in graph.nodes] == list(range(len(graph.nodes)))
    assert z.left.id < z.id
    assert repr(x) == "x[0]"
    assert "add" in repr(z)


def test_long_chains_do_not_recurse():
    graph = Graph()
    x = graph.input("x", 0)
    total = x
    for k in range(50_000):
        total = total * x + float(k + 2)
    program = Program((Argument("x", (1,)),), (Output("y", (), (total,)),))
    assert count(program).total == 100_000
    assert np.isfinite(evaluate(program, {"x": np.array([0.5])})[0])


# Expressions as trees of choices, computed on floats and on scalars alike.
_LEAVES = st.one_of(st.sampled_from(["x", "y"]), st.sampled_from([0.0, 1.0, -1.0, 2.0, -0.5, 3.0]))
_TREES = st.recursive(
    _LEAVES,
    lambda sub: st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*", "/"]), sub, sub),
        st.tuples(st.sampled_from(["neg", "sin", "cos", "sqrt"]), sub),
    ),
    max_leaves=25,
)


def _compute(tree, x, y):
    match tree:
        case "x":
            return x
        case "y":
            return y
        case float():
            return tree
        case ("+", a, b):
            return _compute(a, x, y) + _compute(b, x, y)
        case ("-", a, b):
            return _compute(a, x, y) - _compute(b, x, y)
        case ("*", a, b):
            return _compute(a, x, y) * _compute(b, x, y)
        case ("/", a, b):
            divisor = _compute(b, x, y)
            return _compute(a, x, y) * reciprocal(divisor * divisor + 1.25)
        case ("neg", a):
            return -_compute(a, x, y)
        case ("sin", a):
            return sin(_compute(a, x, y))
        case ("cos", a):
            return cos(_compute(a, x, y))
        case ("sqrt", a):
            inner = _compute(a, x, y)
            return sqrt(inner * inner + 0.5)
    raise AssertionError(tree)


@settings(deadline=None)
@given(_TREES, st.floats(-3, 3), st.floats(-3, 3))
def test_folding_keeps_the_meaning(tree, x, y):
    graph = Graph()
    traced = _compute(tree, graph.input("x", 0), graph.input("y", 0))
    plain = _compute(tree, x, y)
    program = Program((Argument("x", (1,)), Argument("y", (1,))), (Output("z", (), (traced,)),))
    (found,) = evaluate(program, {"x": np.array([x]), "y": np.array([y])})
    magnitude = max(1.0, abs(plain), _compute(_absolute(tree), abs(x), abs(y)))
    assert abs(found - plain) <= 1e-13 * magnitude


def _absolute(tree):
    """The same tree with every sign positive, whose value bounds all intermediate ones but divisions."""
    match tree:
        case float():
            return abs(tree)
        case ("-", a, b):
            return ("+", _absolute(a), _absolute(b))
        case ("neg", a):
            return _absolute(a)
        case ("/", a, b):
            return ("*", _absolute(a), ("+", _absolute(b), 1.0))
        case ("sin" | "cos", a):
            return ("+", 1.0, _absolute(a))
        case (op, *rest):
            return (op, *(_absolute(part) for part in rest))
    return tree


@settings(deadline=None)
@given(_TREES)
def test_constants_never_leave_the_graph(tree):
    graph = Graph()
    traced = _compute(tree, graph.input("x", 0), graph.input("y", 0))
    assert not isinstance(traced, Scalar) or traced.op is not Op.CONSTANT
