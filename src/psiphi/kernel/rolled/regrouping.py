"""Inertia moved to the parents where no joint can tell, for very many bodies at once.

The recursion of recursion.frames.regrouping is traced once for each kind of joint, from the functions that
move the inertia of one body, and runs as a rolled program of its own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.loops.program import (
    AddToSum,
    Constants,
    Elements,
    LoopProgram,
    LoopTables,
    Pass,
    StartSum,
    Step,
    Sums,
    Write,
    evaluate_loop,
    starts_sums,
)
from psiphi.kernel.native import compile_loop
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.kernel.program.signature import Result
from psiphi.kernel.rolled.links import INERTIA, LINK_WIDTH, inertia_from, inertia_numbers, link_from
from psiphi.recursion.frames.regrouping import divided
from psiphi.recursion.frames.transforms import Transform

Array = NDArray[np.float64]

_NUMBERS = INERTIA.stop - INERTIA.start
_ROOT, _STARTS, _ADDS = range(3)
# Below so many bodies the time to compile is more than the time to run on NumPy.
_COMPILED_FROM = 400


def regrouped_inertias(kinds: NDArray[np.str_], parents: NDArray[np.int64], rows: Array) -> Array:
    """(N, 10) mass, first and second moments that stay with each body; `rows` are those of links."""
    names, members = np.unique(kinds, return_inverse=True)
    roles = np.where(parents < 0, _ROOT, np.where(starts_sums(parents), _STARTS, _ADDS))
    steps = tuple(_step(str(kind), role) for kind in names for role in (_ROOT, _STARTS, _ADDS))
    program = LoopProgram(0, ("inertias",), ("kept",), (Pass(False, _NUMBERS, steps),))
    count = len(rows)
    tables = LoopTables(
        arguments=(Argument("inertias", (count * _NUMBERS,)),),
        results=(Result("kept", (count * _NUMBERS,)),),
        parents=parents,
        classes=3 * members.reshape(-1) + roles,
        constants=rows,
        offsets=_NUMBERS * np.arange(count)[:, None],
    )
    given = rows[:, INERTIA].reshape(-1)
    if count < _COMPILED_FROM:
        (kept,) = evaluate_loop(program, tables, {"inertias": given})
    else:
        kept = compile_loop(program, tables)(given)
    return np.asarray(kept).reshape(count, _NUMBERS)


def _step(kind: str, role: int) -> Step:
    graph = Graph()
    link = link_from(graph.inputs("row", LINK_WIDTH), kind, 0, 0, 0)
    whole = inertia_from(graph.inputs("inertia", _NUMBERS)) + inertia_from(graph.inputs("received", _NUMBERS))
    kept, moved = divided(kind, whole)
    outputs = [Output("stays", (_NUMBERS,), inertia_numbers(kept))]
    writes: list[Write] = [Elements("kept", 0)]
    if role != _ROOT:
        carried = Transform(link.lever, link.turns, link.slide).rigid_to_parent(moved)
        outputs.append(Output("goes", (_NUMBERS,), inertia_numbers(carried)))
        writes.append(StartSum(0) if role == _STARTS else AddToSum(0))
    arguments = (("row", LINK_WIDTH), ("inertia", _NUMBERS), ("received", _NUMBERS))
    return Step(
        Program(tuple(Argument(name, (size,)) for name, size in arguments), tuple(outputs)),
        reads=(Constants(0), Elements("inertias", 0), Sums(0)),
        writes=tuple(writes),
    )
