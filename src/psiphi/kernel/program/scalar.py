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
from typing import TypeAlias

from psiphi.errors import ArgumentTypeError, InputError
from psiphi.kernel.thresholds import TooLarge


class Op(IntEnum):
    """What a node or an instruction computes, told by a record of `operations`; hundreds say of how many."""

    INPUT = 0
    CONSTANT = 1
    NEGATE = 100
    RECIPROCAL = 101
    SQRT = 102
    SIN = 103
    COS = 104
    OR_ZERO = 105
    ABSOLUTE = 106
    ADD = 200
    SUBTRACT = 201
    MULTIPLY = 202
    SIGNIFICANT = 203
    MINIMUM = 204
    MAXIMUM = 205
    ARCTAN2 = 206
    SELECT = 300
    # Of instructions alone:
    MULTIPLY_ADD = 900
    MULTIPLY_SUBTRACT = 901
    SUBTRACT_PRODUCT = 902
    SINCOS = 903


# Attribute access on an enumeration is slow, and the functions below run a million times.
INPUT, CONSTANT, ADD, SUBTRACT, MULTIPLY = Op.INPUT, Op.CONSTANT, Op.ADD, Op.SUBTRACT, Op.MULTIPLY
NEGATE, RECIPROCAL, SQRT, SIN, COS = Op.NEGATE, Op.RECIPROCAL, Op.SQRT, Op.SIN, Op.COS
BINARY = frozenset(op for op in Op if op // 100 == 2)
OPERANDS = ("left", "right", "third")
OPERAND_NAMES = {op: OPERANDS[: op // 100] for op in Op}


class Scalar:
    """One node of a graph, used as a number; it combines with floats and with scalars of the same graph.

    `id` counts nodes in the order of their creation, so operands have smaller ids than their results.
    `left`, `right` and `third` exist where the operation has operands, `value` on constants, `argument` and
    `index` on inputs.
    """

    __slots__ = ("argument", "graph", "id", "index", "left", "op", "right", "third", "value")

    graph: Graph
    id: int
    op: Op
    left: Scalar
    right: Scalar
    third: Scalar
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

    def __pow__(self, exponent: int) -> Value:
        """x · x · … of a whole number of factors, one or more."""
        if not isinstance(exponent, int) or exponent < 1:
            return NotImplemented
        half = self if exponent < 2 else self ** (exponent // 2)
        square = half if exponent < 2 else multiply(half, half)
        return multiply(square, self) if exponent > 2 and exponent % 2 else square

    def __neg__(self) -> Value:
        return negate(self)

    def __pos__(self) -> Scalar:
        return self

    def __bool__(self) -> bool:
        raise ArgumentTypeError(
            "A traced scalar has no truth value: a compiled program cannot branch on its data."
        )

    # NumPy calls these for np.abs, np.sin, np.cos, np.sqrt and np.arctan2 of object arrays.
    def __abs__(self) -> Scalar:
        """|x|; |−x| and ||x|| are |x|."""
        if self.op is Op.ABSOLUTE:
            return self
        return self.graph.unary(Op.ABSOLUTE, self.left if self.op is NEGATE else self)

    def sin(self) -> Value:
        return sin(self)

    def cos(self) -> Value:
        return cos(self)

    def sqrt(self) -> Value:
        return sqrt(self)

    def arctan2(self, x: Value) -> Scalar:
        """The angle of the point (x, y), where y is this number."""
        return self.graph.node(Op.ARCTAN2, self, x)

    def __repr__(self) -> str:
        if self.op is INPUT:
            return f"{self.argument}[{self.index}]"
        if self.op is CONSTANT:
            return repr(self.value)
        return f"%{self.id} = {self.op.name.lower()} " + ", ".join(f"%{x.id}" for x in operands(self))


Value: TypeAlias = Scalar | float
_NUMBERS = (Scalar, float, int)


class Graph:
    """The arena that owns the nodes of one computation, `most` of them at the most."""

    __slots__ = ("_table", "most", "nodes")

    def __init__(self, most: float = math.inf) -> None:
        self.most = most
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
            if node.id > self.most:
                raise TooLarge(f"more than {self.most} operations are too many to compile as one program")
        return node

    def node(self, op: Op, *values: Value) -> Scalar:
        """The node of one, two or three operands, without folding; floats become constants."""
        given = [x if isinstance(x, Scalar) else self.constant(x) for x in values]
        key = (op, *(x.id for x in given))
        node = self._table.get(key)
        if node is None:
            node = self._new(key, op)
            for name, x in zip(OPERAND_NAMES[op], given, strict=True):
                setattr(node, name, x)
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


def reciprocal(x: Value) -> Value:
    """1/x; a float that is zero raises ZeroDivisionError, as it does in Python."""
    if not isinstance(x, Scalar):
        return 1.0 / float(x)
    if x.op is RECIPROCAL:
        return x.left
    if x.op is NEGATE:
        return negate(reciprocal(x.left))
    return x.graph.unary(RECIPROCAL, x)


def sqrt(x: Value) -> Value:
    """√x."""
    return x.graph.unary(SQRT, x) if isinstance(x, Scalar) else math.sqrt(x)


def sin(x: Value) -> Value:
    """sin x."""
    if not isinstance(x, Scalar):
        return math.sin(x)
    return negate(sin(x.left)) if x.op is NEGATE else x.graph.unary(SIN, x)


def cos(x: Value) -> Value:
    """cos x."""
    if not isinstance(x, Scalar):
        return math.cos(x)
    return x.graph.unary(COS, x.left if x.op is NEGATE else x)


def operands(node: Scalar) -> Sequence[Scalar]:
    """The nodes a node is computed from: none, one, two or three."""
    if node.op in BINARY:
        return node.left, node.right
    return [getattr(node, name) for name in OPERAND_NAMES[node.op]]
