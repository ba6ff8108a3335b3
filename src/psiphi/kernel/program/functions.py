"""Functions of traced scalars and floats beyond the elementary ones, and the arithmetic of a graph.

Minima, maxima and choices let NaN through: a row that has gone wrong stays so. Which of two equal operands
is answered depends on their order, so that none is changed here.
"""

from __future__ import annotations

from psiphi.kernel.program.scalar import Graph, Op, Scalar, Value, cos, reciprocal, sin, sqrt
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic

_FLOATS = NumpyArithmetic()


def absolute(x: Value) -> Value:
    """|x|."""
    return abs(x)


def minimum(x: Value, y: Value) -> Value:
    """The lesser of x and y, x where they are equal, NaN where one of them is."""
    return _extremum(Op.MINIMUM, x, y)


def maximum(x: Value, y: Value) -> Value:
    """The greater of x and y, x where they are equal, NaN where one of them is."""
    return _extremum(Op.MAXIMUM, x, y)


def _extremum(op: Op, x: Value, y: Value) -> Value:
    if isinstance(y, Scalar):
        return y if x is y else y.graph.node(op, x, y)
    if isinstance(x, Scalar):
        return x.graph.node(op, x, y)
    return min(x, y) if op is Op.MINIMUM else max(x, y)


def select(test: Value, positive: Value, otherwise: Value) -> Value:
    """One value where test > 0, another where test ≤ 0, NaN where the test is NaN."""
    if not isinstance(test, Scalar):
        return positive if test > 0.0 else otherwise
    if positive is otherwise or (not isinstance(positive, Scalar) and positive == otherwise):
        return positive
    return test.graph.node(Op.SELECT, test, positive, otherwise)


def arctan2(y: Value, x: Value) -> Value:
    """The angle of the point (x, y) in (−π, π]; 0 for the origin, and zeros have no sign."""
    for value in (y, x):
        if isinstance(value, Scalar):
            return value.graph.node(Op.ARCTAN2, y, x)
    return float(_FLOATS.arctan2(y, x))


def significant(x: Value, size: Value) -> Scalar:
    """x where x > LOST · ε · size, NaN elsewhere; decided by the code, which knows its precision.

    One of both is a scalar: constants alone go through the arithmetic of a graph.
    """
    for value in (x, size):
        if isinstance(value, Scalar):
            return value.graph.node(Op.SIGNIFICANT, x, size)
    raise AssertionError("constants have no graph")


def or_zero(x: Value) -> Value:
    """x where it is a number, 0 where it is NaN."""
    return x.graph.unary(Op.OR_ZERO, x) if isinstance(x, Scalar) else x


class GraphArithmetic:
    """The arithmetic an interpreter is given when it runs on the scalars of one graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    sin = staticmethod(sin)
    cos = staticmethod(cos)
    sqrt = staticmethod(sqrt)
    reciprocal = staticmethod(reciprocal)
    or_zero = staticmethod(or_zero)
    absolute = staticmethod(absolute)
    minimum = staticmethod(minimum)
    maximum = staticmethod(maximum)
    select = staticmethod(select)
    arctan2 = staticmethod(arctan2)

    def significant(self, x: Value, size: Value) -> Value:
        return self.graph.node(Op.SIGNIFICANT, x, size)
