"""Exact operation counts of a scalar program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import attrgetter

from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import COS, SIN
from psiphi.kernel.program.signature import Operations, Result, Signature


def count(program: Program) -> Operations:
    """The operations of one evaluation of a program."""
    counts = Counter[str]()
    for op, number in Counter(map(attrgetter("op"), program.nodes)).items():
        counts[OPERATIONS[op].cost] += number
    angles = {node.left.id for node in program.nodes if node.op is SIN or node.op is COS}
    del counts[""]
    return Operations(**{**counts, "sincos": len(angles)})


def fewest(programs: Iterable[Program]) -> Program:
    """The program with the fewest operations; one alone is not counted."""
    first, *others = programs
    return min((first, *others), key=lambda program: count(program).total) if others else first


def signature_of(program: Program) -> Signature:
    """What the function looks like from outside that computes a program."""
    results = tuple(Result(output.name, output.shape) for output in program.outputs)
    return Signature(program.arguments, results, count(program))
