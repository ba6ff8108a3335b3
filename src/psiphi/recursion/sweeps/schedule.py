"""Which pass over the tree computes what: recursions of one direction share a pass.

Passes alternate, outward then inward. A value goes into the earliest pass that its operands allow; then
values without a recursion of their own move to the pass of their first use, so that they need not be kept.
Inertial forces stay where the motion is known: they are fewer numbers than the motion.
"""

from __future__ import annotations

from collections.abc import Mapping

from psiphi.errors import CompileError
from psiphi.recursion.sweeps.program import (
    Accelerate,
    Behind,
    Compliances,
    Definition,
    Direction,
    FromCarrier,
    GainedBehind,
    Inward,
    InwardMotion,
    LyapunovRecursion,
    Newton,
    Outward,
    OutwardForce,
    Pass,
    Poses,
    Rates,
    RiccatiRecursion,
    Siblings,
    ThroughParent,
    ToCarrier,
    Velocities,
    WholeInverse,
)

_MAX_PASSES = 200


def schedule(definitions: Mapping[str, Definition], results: tuple[str, ...]) -> tuple[Pass, ...]:
    """The passes, each with its values in an order in which one visit per body suffices."""
    level = _earliest(definitions)
    _postpone(definitions, results, level)
    passes: list[Pass] = []
    for index in sorted(set(level.values())):
        names = [n for n in definitions if level[n] == index]
        passes.append(Pass(_direction(index), _in_order(names, definitions)))
    return tuple(passes)


def _direction(level: int) -> Direction:
    return Direction.OUTWARD if level % 2 == 0 else Direction.INWARD


def _earliest(definitions: Mapping[str, Definition]) -> dict[str, int]:
    level = dict.fromkeys(definitions, 0)
    needs = {name: _needs(definition) for name, definition in definitions.items()}
    waits = {name: [(x, _wait(d, x)) for x in d.operands] for name, d in definitions.items()}
    changed = True
    while changed:
        changed = False
        for name in definitions:
            wanted = level[name]
            for operand, (after_outward, after_inward) in waits[name]:
                is_outward = _direction(level[operand]) is Direction.OUTWARD
                wanted = max(wanted, level[operand] + (after_outward if is_outward else after_inward))
            if needs[name] is not None and _direction(wanted) is not needs[name]:
                wanted += 1
            if wanted > _MAX_PASSES:
                raise CompileError("sweep program: a recursion runs inward and outward at once.")
            if wanted != level[name]:
                level[name], changed = wanted, True
    return level


def _own(definition: Definition) -> tuple[str, ...]:
    """The operands that are read at the same place rather than at a parent or a child."""
    match definition.operation:
        case Inward() | InwardMotion() | Outward() | OutwardForce() | Siblings():
            return ()
        case ThroughParent():
            return definition.operands[:1]
        case ToCarrier() | FromCarrier():
            return definition.operands[1:]  # the rates
        case Accelerate():
            return definition.operands[-1:]  # the rates; a body's own and its parent's
        case _:
            return definition.operands


def _needs(definition: Definition) -> Direction | None:
    match definition.operation:
        case Inward() | InwardMotion() | ToCarrier() | RiccatiRecursion() | LyapunovRecursion():
            return Direction.INWARD
        case Rates() | Velocities() | Poses() | Compliances() | Behind() | GainedBehind() | WholeInverse():
            return Direction.OUTWARD
        case _:
            return None


def _wait(definition: Definition, operand: str) -> tuple[int, int]:
    """How many passes after an outward, and after an inward one, a definition can read what it computes."""
    if definition.is_global:
        return 1, 1  # it needs whole vectors
    if isinstance(definition.operation, Siblings) and operand == definition.operands[0]:
        return 1, 1  # the siblings may not have been visited before
    if operand in _own(definition) or isinstance(definition.operation, Inward | InwardMotion | ToCarrier):
        return 0, 0
    return 0, 1  # a parent's value: within the pass only when roots come first


def _postpone(definitions: Mapping[str, Definition], results: tuple[str, ...], level: dict[str, int]) -> None:
    """Move values that no recursion pins down to the pass of their first use."""
    uses: dict[str, list[Definition]] = {name: [] for name in definitions}
    for definition in definitions.values():
        for operand in definition.operands:
            uses[operand].append(definition)
    for name in reversed(list(definitions)):
        definition = definitions[name]
        if (
            _needs(definition) is not None
            or isinstance(
                definition.operation,
                Outward | OutwardForce | FromCarrier | Siblings | Accelerate | ThroughParent | Newton,
            )
            or definition.is_global
        ):
            continue
        if name in results or not uses[name]:
            continue
        if any(name not in _own(user) for user in uses[name]):
            continue
        level[name] = max(level[name], min(level[user.name] - user.is_global for user in uses[name]))


def _in_order(names: list[str], definitions: Mapping[str, Definition]) -> tuple[str, ...]:
    """Operands of the same place before their uses; what comes from children or a parent is there already."""
    members = set(names)
    order: dict[str, None] = {}
    for start in names:
        stack = [(start, False)]
        while stack:
            name, ready = stack.pop()
            if name in order:
                continue
            if ready:
                order[name] = None
                continue
            stack.append((name, True))
            stack.extend((x, False) for x in _own(definitions[name]) if x in members and x not in order)
    return tuple(order)
