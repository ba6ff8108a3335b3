"""Traced arithmetic: run a computation on `Scalar`s instead of floats and a `Graph` records it.

Every node is stored once (hash-consing), and what is known in advance is folded away as the node is made:
floats stay floats until they meet a scalar, x + 0 and x · 1 leave no node behind.  Folding uses the
identities of the real numbers, which hold for finite values:

* exact in floating point: x + 0, x · 0, ±1 · x, x − x, −(−x), (−x) · y = −(x · y), x − y = −(y − x),
  sin(−x) = −sin x, cos(−x) = cos x;
* true up to rounding: c₁ · (c₂ · x) = (c₁ c₂) · x, x + (y − x) = y and its relatives, x · (1/x) = 1 and
  x · (y · (1/x)) = y for x ≠ 0, 1/(1/x) = x, x / y = x · (1/y).

A folded zero forgets that its factor may be NaN; compiled functions therefore look at their inputs
themselves, and answer NaN for the whole row when one of them is not finite.
"""
# Python hands the operators below whatever stands beside a scalar, arrays for instance.
# pyright: reportUnnecessaryIsInstance=false

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import IntEnum
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ArgumentTypeError, InputError


class Op(IntEnum):
    """What a node computes."""

    INPUT = 0
    CONSTANT = 1
    ADD = 2
    SUBTRACT = 3
    MULTIPLY = 4
    NEGATE = 5
    RECIPROCAL = 6
    SQRT = 7
    SIN = 8
    COS = 9
    SIGNIFICANT = 10
    OR_ZERO = 11


# Attribute access on an enumeration is slow, and the functions below run a million times.
INPUT, CONSTANT, ADD, SUBTRACT, MULTIPLY = Op.INPUT, Op.CONSTANT, Op.ADD, Op.SUBTRACT, Op.MULTIPLY
NEGATE, RECIPROCAL, SQRT, SIN, COS = Op.NEGATE, Op.RECIPROCAL, Op.SQRT, Op.SIN, Op.COS
SIGNIFICANT, OR_ZERO = Op.SIGNIFICANT, Op.OR_ZERO


class Scalar:
    """One node of a graph, used as a number; it combines with floats and with scalars of the same graph.

    `id` counts nodes in the order of their creation, so operands have smaller ids than their results.
    `left` and `right` exist where the operation has operands, `value` on constants, `argument` and `index` on
    inputs.
    """

    __slots__ = ("argument", "graph", "id", "index", "left", "op", "right", "value")

    graph: Graph
    id: int
    op: Op
    left: Scalar
    right: Scalar
    value: float
    argument: str
    index: int

    def __add__(self, other: Value) -> Value:
        return add(self, other) if isinstance(other, _NUMBERS) else NotImplemented

    def __radd__(self, other: Value) -> Value:
        return add(other, self) if isinstance(other, _NUMBERS) else NotImplemented

    def __sub__(self, other: Value) -> Value:
        return subtract(self, other) if isinstance(other, _NUMBERS) else NotImplemented

    def __rsub__(self, other: Value) -> Value:
        return subtract(other, self) if isinstance(other, _NUMBERS) else NotImplemented

    def __mul__(self, other: Value) -> Value:
        return multiply(self, other) if isinstance(other, _NUMBERS) else NotImplemented

    def __rmul__(self, other: Value) -> Value:
        return multiply(other, self) if isinstance(other, _NUMBERS) else NotImplemented

    def __truediv__(self, other: Value) -> Value:
        return multiply(self, reciprocal(other)) if isinstance(other, _NUMBERS) else NotImplemented

    def __rtruediv__(self, other: Value) -> Value:
        return multiply(other, reciprocal(self)) if isinstance(other, _NUMBERS) else NotImplemented

    def __neg__(self) -> Value:
        return negate(self)

    def __pos__(self) -> Scalar:
        return self

    def __bool__(self) -> bool:
        raise ArgumentTypeError(
            "A traced scalar has no truth value: a compiled program cannot branch on its data."
        )

    # NumPy calls these for np.sin, np.cos and np.sqrt of object arrays.
    def sin(self) -> Value:
        return sin(self)

    def cos(self) -> Value:
        return cos(self)

    def sqrt(self) -> Value:
        return sqrt(self)

    def __repr__(self) -> str:
        if self.op is INPUT:
            return f"{self.argument}[{self.index}]"
        if self.op is CONSTANT:
            return repr(self.value)
        operands = f"%{self.left.id}" + (f", %{self.right.id}" if self.op in BINARY else "")
        return f"%{self.id} = {self.op.name.lower()} {operands}"


Value: TypeAlias = Scalar | float
_NUMBERS = (Scalar, float, int)
LEAVES = frozenset((INPUT, CONSTANT))
BINARY = frozenset((ADD, SUBTRACT, MULTIPLY, SIGNIFICANT))


class Graph:
    """The arena that owns the nodes of one computation."""

    __slots__ = ("_table", "nodes")

    def __init__(self) -> None:
        self.nodes: list[Scalar] = []
        self._table: dict[tuple[object, ...], Scalar] = {}

    def input(self, argument: str, index: int) -> Scalar:
        """Element `index` (row-major) of the argument of that name."""
        key = (INPUT, argument, index)
        node = self._table.get(key)
        if node is None:
            node = self._new(key, INPUT)
            node.argument, node.index = argument, index
        return node

    def inputs(self, argument: str, count: int) -> list[Scalar]:
        """All elements of an argument, in row-major order."""
        return [self.input(argument, index) for index in range(count)]

    def constant(self, value: float) -> Scalar:
        """The node of a float that is about to meet a scalar; results of folding are floats again."""
        key = (CONSTANT, value)
        node = self._table.get(key)
        if node is None:
            if not math.isfinite(value):
                raise InputError(
                    f"The constant {value} is not finite, so it cannot be part of a compiled program."
                )
            node = self._new(key, CONSTANT)
            node.value = float(value)
        return node

    def unary(self, op: Op, operand: Scalar) -> Scalar:
        """The node `op operand`, without folding."""
        key = (op, operand.id)
        node = self._table.get(key)
        if node is None:
            node = self._new(key, op)
            node.left = operand
        return node

    def binary(self, op: Op, left: Scalar, right: Scalar) -> Scalar:
        """The node `left op right`, without folding."""
        key = (op, left.id, right.id)
        node = self._table.get(key)
        if node is None:
            node = self._table[key] = Scalar()  # written out: most nodes are made here
            node.graph, node.op, node.id = self, op, len(self.nodes)
            node.left, node.right = left, right
            self.nodes.append(node)
        return node

    def find(self, op: Op, left: Scalar, right: Scalar) -> Scalar | None:
        """The node `left op right` where it exists already."""
        return self._table.get((op, left.id, right.id))

    def close(self) -> None:
        """End the computation: no nodes are made from now on, and those that no result needs go at once."""
        del self.nodes, self._table

    def _new(self, key: tuple[object, ...], op: Op) -> Scalar:
        node = Scalar()
        node.graph, node.op, node.id = self, op, len(self.nodes)
        self.nodes.append(node)
        self._table[key] = node
        return node


def _plain(node: Scalar) -> Value:
    """Constants leave the graph as the floats they are."""
    return node.value if node.op is CONSTANT else node


def add(x: Value, y: Value) -> Value:
    """x + y."""
    if not isinstance(x, Scalar):
        if not isinstance(y, Scalar):
            return x + y
        if x == 0.0:
            return y
        x = y.graph.constant(x)
    elif not isinstance(y, Scalar):
        if y == 0.0:
            return x
        y = x.graph.constant(y)
    if y.op is NEGATE:
        return subtract(x, y.left)
    if x.op is NEGATE:
        return subtract(y, x.left)
    if y.op is SUBTRACT and y.right is x:  # x + (a − x)
        return _plain(y.left)
    if x.op is SUBTRACT and x.right is y:
        return _plain(x.left)
    if x.id > y.id:
        x, y = y, x
    return x.graph.binary(ADD, x, y)


def subtract(x: Value, y: Value) -> Value:
    """x − y."""
    if not isinstance(x, Scalar):
        if not isinstance(y, Scalar):
            return x - y
        if x == 0.0:
            return negate(y)
        x = y.graph.constant(x)
    elif not isinstance(y, Scalar):
        if y == 0.0:
            return x
        y = x.graph.constant(y)
    if x is y:
        return 0.0
    if y.op is NEGATE:
        return add(x, y.left)
    if x.op is NEGATE:
        return negate(add(x.left, y))
    if x.op is ADD:  # (a + b) − a
        if x.left is y:
            return _plain(x.right)
        if x.right is y:
            return _plain(x.left)
    elif x.op is SUBTRACT and x.left is y:  # (a − b) − a
        return negate(_plain(x.right))
    if y.op is SUBTRACT and y.left is x:  # a − (a − b)
        return _plain(y.right)
    if y.op is ADD:  # a − (a + b)
        if y.left is x:
            return negate(_plain(y.right))
        if y.right is x:
            return negate(_plain(y.left))
    opposite = x.graph.find(SUBTRACT, y, x)
    return x.graph.binary(SUBTRACT, x, y) if opposite is None else x.graph.unary(NEGATE, opposite)


def multiply(x: Value, y: Value) -> Value:
    """x · y; a constant factor stands on the left, positive, and signs move outwards."""
    if not isinstance(y, Scalar):
        if not isinstance(x, Scalar):
            return x * y
        return _scale(y, x)
    if not isinstance(x, Scalar):
        return _scale(x, y)
    if x.op is NEGATE:
        return multiply(x.left, y.left) if y.op is NEGATE else negate(multiply(x.left, y))
    if y.op is NEGATE:
        return negate(multiply(x, y.left))
    cancelled = _cancel(x, y) if x.op is RECIPROCAL or x.op is MULTIPLY else None
    if cancelled is None and (y.op is RECIPROCAL or y.op is MULTIPLY):
        cancelled = _cancel(y, x)
    if cancelled is not None:
        return cancelled
    if x.id > y.id:
        x, y = y, x
    return x.graph.binary(MULTIPLY, x, y)


def _scale(factor: float, y: Scalar) -> Value:
    if factor == 0.0:
        return 0.0
    if factor == 1.0:
        return y
    if factor < 0.0:
        return negate(_scale(-factor, y))
    if y.op is NEGATE:
        return negate(_scale(factor, y.left))
    if y.op is MULTIPLY and y.left.op is CONSTANT:
        return _scale(factor * y.left.value, y.right)
    return y.graph.binary(MULTIPLY, y.graph.constant(factor), y)


def _cancel(inverse: Scalar, y: Scalar) -> Value | None:
    """The product (1/y) · y or (a · (1/y)) · y."""
    if inverse.op is RECIPROCAL:
        return 1.0 if inverse.left is y else None
    if inverse.right.op is RECIPROCAL and inverse.right.left is y:
        return _plain(inverse.left)
    if inverse.left.op is RECIPROCAL and inverse.left.left is y:
        return inverse.right
    return None


def negate(x: Value) -> Value:
    """−x."""
    if not isinstance(x, Scalar):
        return -x
    if x.op is NEGATE:
        return x.left
    return x.graph.unary(NEGATE, x)


@overload
def reciprocal(x: Value) -> Value: ...
@overload
def reciprocal(x: NDArray[Any]) -> NDArray[Any]: ...
def reciprocal(x: Value | NDArray[Any]) -> Value | NDArray[Any]:
    """1/x; a float that is zero raises ZeroDivisionError, as it does in Python."""
    if isinstance(x, Scalar):
        if x.op is RECIPROCAL:
            return x.left
        if x.op is NEGATE:
            return negate(reciprocal(x.left))
        return x.graph.unary(RECIPROCAL, x)
    return 1.0 / x if isinstance(x, np.ndarray) else 1.0 / float(x)


@overload
def sqrt(x: Value) -> Value: ...
@overload
def sqrt(x: NDArray[Any]) -> NDArray[Any]: ...
def sqrt(x: Value | NDArray[Any]) -> Value | NDArray[Any]:
    """√x."""
    if isinstance(x, Scalar):
        return x.graph.unary(SQRT, x)
    return np.sqrt(x) if isinstance(x, np.ndarray) else math.sqrt(x)


@overload
def sin(x: Value) -> Value: ...
@overload
def sin(x: NDArray[Any]) -> NDArray[Any]: ...
def sin(x: Value | NDArray[Any]) -> Value | NDArray[Any]:
    """sin x."""
    if isinstance(x, Scalar):
        return negate(sin(x.left)) if x.op is NEGATE else x.graph.unary(SIN, x)
    return np.sin(x) if isinstance(x, np.ndarray) else math.sin(x)


@overload
def cos(x: Value) -> Value: ...
@overload
def cos(x: NDArray[Any]) -> NDArray[Any]: ...
def cos(x: Value | NDArray[Any]) -> Value | NDArray[Any]:
    """cos x."""
    if isinstance(x, Scalar):
        return x.graph.unary(COS, x.left if x.op is NEGATE else x)
    return np.cos(x) if isinstance(x, np.ndarray) else math.cos(x)


class GraphArithmetic:
    """The arithmetic an interpreter is given when it runs on the scalars of one graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def sin(self, x: Value) -> Value:
        return sin(x)

    def cos(self, x: Value) -> Value:
        return cos(x)

    def sqrt(self, x: Value) -> Value:
        return sqrt(x)

    def reciprocal(self, x: Value) -> Value:
        return reciprocal(x)

    def significant(self, x: Value, size: Value) -> Value:
        """x where x > LOST · ε · size, NaN elsewhere; decided by the code, which knows its precision."""
        left, right = (y if isinstance(y, Scalar) else self.graph.constant(y) for y in (x, size))
        return self.graph.binary(SIGNIFICANT, left, right)

    def or_zero(self, x: Value) -> Value:
        """x where it is a number, 0 where it is NaN."""
        return self.graph.unary(OR_ZERO, x) if isinstance(x, Scalar) else x


def operands(node: Scalar) -> Sequence[Scalar]:
    """The nodes a node is computed from: none, one or two."""
    if node.op in BINARY:
        return node.left, node.right
    return () if node.op in LEAVES else (node.left,)
