"""Exact operation counts of a scalar program."""

from __future__ import annotations

from collections import Counter

from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import COS, SIN
from psiphi.kernel.program.signature import Operations, Result, Signature


def count(program: Program) -> Operations:
    """The operations of one evaluation of a program."""
    counts = Counter(OPERATIONS[node.op].cost for node in program.nodes)
    angles = {node.left.id for node in program.nodes if node.op is SIN or node.op is COS}
    del counts[""]
    return Operations(**{**counts, "sincos": len(angles)})


def signature_of(program: Program) -> Signature:
    """What the function looks like from outside that computes a program."""
    results = tuple(Result(output.name, output.shape) for output in program.outputs)
    return Signature(program.arguments, results, count(program))
