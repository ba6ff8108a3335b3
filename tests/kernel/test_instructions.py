"""Fusion: which nodes become one instruction."""

from __future__ import annotations

import numpy as np
import pytest
from scalar_programs import random_program

from psiphi.kernel.program.instruction_order import few_values
from psiphi.kernel.program.instructions import lower
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Op, Scalar, cos, sin


@pytest.fixture
def xyz():
    return Graph().inputs("x", 3)


def _kinds(*values):
    program = Program((Argument("x", (3,)),), (Output("y", (len(values),), values),))
    return [instruction.op for instruction in lower(program)]


def test_products_fuse_into_sums(xyz):
    x, y, z = xyz
    assert _kinds(x * y + z) == [Op.MULTIPLY_ADD]
    assert _kinds(x * y - z) == [Op.MULTIPLY_SUBTRACT]
    assert _kinds(z - x * y) == [Op.SUBTRACT_PRODUCT]
    assert _kinds(x * y + y * z) == [Op.MULTIPLY, Op.MULTIPLY_ADD]


def test_which_of_two_products_fuses_does_not_depend_on_signs(xyz):
    x, y, z = xyz
    first, second = x * y, y * z
    for value in (first + second, first - second, second - first):
        program = Program((Argument("x", (3,)),), (Output("y", (1,), (value,)),))
        assert lower(program)[-1].operands == (y.id, z.id, first.id)


def test_products_that_others_need_do_not_fuse(xyz):
    x, y, z = xyz
    product = x * y
    assert _kinds(product + z, product) == [Op.MULTIPLY, Op.ADD]
    assert _kinds(product + z, product * z) == [Op.MULTIPLY, Op.ADD, Op.MULTIPLY]


def test_products_that_sums_alone_need_fuse_into_each(xyz):
    x, y, z = xyz
    product = x * y
    assert _kinds(product + z, product - x, z - product) == [
        Op.MULTIPLY_ADD,
        Op.MULTIPLY_SUBTRACT,
        Op.SUBTRACT_PRODUCT,
    ]
    # A sum takes in one product: first one that nobody else needs.
    assert _kinds(product + z, product + y * z) == [Op.MULTIPLY, Op.ADD, Op.MULTIPLY_ADD]
    assert _kinds(product + product) == [Op.MULTIPLY, Op.ADD]


def test_negated_differences_turn_round(xyz):
    x, y, z = xyz
    assert _kinds(-(x - y)) == [Op.SUBTRACT]
    assert _kinds(-(x * y - z)) == [Op.SUBTRACT_PRODUCT]
    assert _kinds(-(z - x * y)) == [Op.MULTIPLY_SUBTRACT]
    difference = x - y
    assert _kinds(difference, -difference) == [Op.SUBTRACT, Op.NEGATE]


def test_few_values_wait_at_a_time(xyz):
    x, y, z = (1.0 / value for value in xyz)
    program = Program((Argument("x", (3,)),), (Output("y", (1,), (x + y + z,)),))
    one, both = Op.RECIPROCAL, Op.ADD
    assert [each.op for each in lower(program)] == [one, one, one, both, both]
    assert [each.op for each in few_values(lower(program))] == [one, one, both, one, both]


def test_sines_and_cosines_are_one_instruction_but_for_those_that_wait_for_others(xyz):
    x, y, z = xyz
    assert _kinds(sin(x) + cos(x), cos(y - z)) == [Op.SUBTRACT, Op.SINCOS, Op.ADD]
    assert _kinds(z * y, sin(x), cos(x), sin(cos(z))) == [Op.SINCOS, Op.MULTIPLY, Op.SINCOS]


@pytest.mark.parametrize("order", [list, few_values])
@pytest.mark.parametrize("seed", range(20))
def test_every_value_is_computed_once_and_before_it_is_used(seed, order):
    program = random_program(seed, 80)
    known = {node.id for node in program.nodes if node.op in (Op.INPUT, Op.CONSTANT)}
    for instruction in order(lower(program)):
        assert known.issuperset(instruction.operands)
        results = {result for result in instruction.results if result >= 0}
        assert not known & results
        known |= results
    for output in program.outputs:
        assert known.issuperset(value.id for value in output.scalars if isinstance(value, Scalar))
    fused = (Op.MULTIPLY, Op.ADD, Op.SUBTRACT)
    assert np.all([node.id in known or node.op in fused for node in program.nodes])
