"""Fusion: which nodes become one instruction."""

from __future__ import annotations

from operator import add, sub

import numpy as np
import pytest
from scalar_programs import random_program

from psiphi.kernel.program.instruction_order import few_values, not_too_soon
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


_MEANINGS = {
    Op.ADD: lambda a, b: a + b,
    Op.MULTIPLY_ADD: lambda a, b, c: a * b + c,
    Op.MULTIPLY_SUBTRACT: lambda a, b, c: a * b - c,
    Op.SUBTRACT_PRODUCT: lambda a, b, c: c - a * b,
    Op.SUBTRACT_BOTH: lambda a, b, c: -a * b - c,
}


@pytest.mark.parametrize("inner", [add, sub])
@pytest.mark.parametrize("outer", [add, sub])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("negated", [False, True])
def test_sums_of_products_go_on_where_another_sum_ends(xyz, inner, outer, turned, negated):
    def value(x, y, z):
        first = x + y
        second = inner(x * y, y * z)
        whole = outer(second, first) if turned else outer(first, second)
        return -whole if negated else whole

    program = Program((Argument("x", (3,)),), (Output("y", (1,), (value(*xyz),)),))
    known = {xyz[0].id: 2, xyz[1].id: 3, xyz[2].id: 7}
    instructions = [each for each in lower(program) if each.op is not Op.NEGATE]
    assert len(instructions) == 3
    for kind, (result,), operands in instructions:
        known[result] = _MEANINGS[kind](*(known[x] for x in operands))
    sign = -1 if len(lower(program)) > 3 else 1
    assert sign * known[result] == value(2, 3, 7)


def test_what_others_need_or_what_comes_later_begins_no_sum(xyz):
    x, y, z = xyz
    first = x + y
    assert Op.MULTIPLY in _kinds(first + (x * y + y * z), first)
    second = x * y + y * z
    assert Op.MULTIPLY in _kinds(second + (x + z))


def test_few_values_wait_at_a_time(xyz):
    x, y, z = (1.0 / value for value in xyz)
    program = Program((Argument("x", (3,)),), (Output("y", (1,), (x + y + z,)),))
    one, both = Op.RECIPROCAL, Op.ADD
    assert [each.op for each in lower(program)] == [one, one, one, both, both]
    assert [each.op for each in few_values(lower(program))] == [one, one, both, one, both]


def test_what_has_just_arrived_is_used_last(xyz):
    x, y, z = xyz
    program = Program((Argument("x", (3,)),), (Output("y", (3,), (x + 1.0, y + 1.0, z + 1.0)),))
    first, *_ = lower(program)
    order = few_values(lower(program), arriving={x.id})
    assert order[-1] == first
    assert len(order) == 3


def test_sines_and_cosines_are_one_instruction_but_for_those_that_wait_for_others(xyz):
    x, y, z = xyz
    assert _kinds(sin(x) + cos(x), cos(y - z)) == [Op.SUBTRACT, Op.SINCOS, Op.ADD]
    assert _kinds(z * y, sin(x), cos(x), sin(cos(z))) == [Op.SINCOS, Op.MULTIPLY, Op.SINCOS]


def test_nothing_is_computed_long_before_it_is_needed(xyz):
    x, y, z = xyz
    early, product = x + y, x * y
    chain = z
    for _ in range(12):
        chain = (chain + x) * y
    program = Program((Argument("x", (3,)),), (Output("y", (1,), (chain / early - product,)),))
    before = lower(program)
    after = not_too_soon(before, at_hand=set())
    places = [[each.results for each in some].index((early.id,)) for some in (before, after)]
    assert places == [0, 10]  # the first use is the fifth instruction behind it
    assert sorted(after) == sorted(before)
    kept = not_too_soon(before, at_hand={early.id})
    assert [each.results for each in kept].index((early.id,)) == 0


@pytest.mark.parametrize("order", [list, few_values, lambda given: not_too_soon(given, ())])
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
