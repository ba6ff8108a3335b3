"""Which pass over the tree computes what: recursions of one direction share a pass.

Passes alternate, outward then inward. A value goes into the earliest pass that its operands allow; then
values without a recursion of their own move to the pass of their first use, so that they need not be kept.
Inertial forces stay where the motion is known: they are fewer numbers than the motion.
"""

from __future__ import annotations

from collections.abc import Mapping

from psiphi.errors import CompileError
from psiphi.recursion.sweeps.operations.operation import At, Definition, Direction, Id
from psiphi.recursion.sweeps.program import Pass

_MAX_PASSES = 200


def schedule(definitions: Mapping[Id, Definition], results: tuple[Id, ...]) -> tuple[Pass, ...]:
    """The passes, each with its values in an order in which one visit per body suffices."""
    level = _earliest(definitions)
    _postpone(definitions, results, level)
    passes: list[Pass] = []
    for index in sorted(set(level.values())):
        values = [x for x in definitions if level[x] == index]
        passes.append(Pass(_direction(index), _in_order(values, definitions)))
    return tuple(passes)


def _direction(level: int) -> Direction:
    return Direction.OUTWARD if level % 2 == 0 else Direction.INWARD


def _earliest(definitions: Mapping[Id, Definition]) -> dict[Id, int]:
    level = dict.fromkeys(definitions, 0)
    needs = {value: definition.operation.direction for value, definition in definitions.items()}
    waits = {
        value: [(x, _wait(d, place)) for x, place in zip(d.operands, d.reads, strict=True)]
        for value, d in definitions.items()
    }
    changed = True
    while changed:
        changed = False
        for value in definitions:
            wanted = level[value]
            for operand, (after_outward, after_inward) in waits[value]:
                is_outward = _direction(level[operand]) is Direction.OUTWARD
                wanted = max(wanted, level[operand] + (after_outward if is_outward else after_inward))
            if needs[value] is not None and _direction(wanted) is not needs[value]:
                wanted += 1
            if wanted > _MAX_PASSES:
                raise CompileError("sweep program: a recursion runs inward and outward at once.")
            if wanted != level[value]:
                level[value], changed = wanted, True
    return level


def _own(definition: Definition) -> tuple[Id, ...]:
    """The operands that are read at the same place rather than only at a parent or a child."""
    both = zip(definition.operands, definition.reads, strict=True)
    return tuple(operand for operand, place in both if At.BODY in place)


def _wait(definition: Definition, place: At) -> tuple[int, int]:
    """How many passes after an outward, and after an inward one, a definition can read what it computes."""
    if definition.is_global or place is At.SIBLINGS:
        return 1, 1  # it needs whole vectors; siblings may not have been visited before
    if place is At.PARENT:
        return 0, 1  # within the pass only when roots come first
    return 0, 0


def _postpone(definitions: Mapping[Id, Definition], results: tuple[Id, ...], level: dict[Id, int]) -> None:
    """Move values that no recursion pins down to the pass of their first use."""
    uses: dict[Id, list[Definition]] = {value: [] for value in definitions}
    for definition in definitions.values():
        for operand in definition.operands:
            uses[operand].append(definition)
    for value in reversed(list(definitions)):
        definition = definitions[value]
        operation = definition.operation
        if operation.direction is not None or operation.stays or definition.is_global:
            continue
        if any(place is not At.BODY for place in definition.reads):
            continue
        if value in results or not uses[value]:
            continue
        if any(value not in _own(user) for user in uses[value]):
            continue
        level[value] = max(level[value], min(level[user.id] - user.is_global for user in uses[value]))


def _in_order(values: list[Id], definitions: Mapping[Id, Definition]) -> tuple[Id, ...]:
    """Operands of the same place before their uses; what comes from children or a parent is there already."""
    members = set(values)
    order: dict[Id, None] = {}
    for start in values:
        stack = [(start, False)]
        while stack:
            value, ready = stack.pop()
            if value in order:
                continue
            if ready:
                order[value] = None
                continue
            stack.append((value, True))
            stack.extend((x, False) for x in _own(definitions[value]) if x in members and x not in order)
    return tuple(order)
