"""Rolled programs without what nobody reads, and with what bodies keep in as few places as can be.

What leads to elements of results is needed: what bodies keep for later passes, and what they exchange in a
pass, as far as somebody reads it who is needed himself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from psiphi.kernel.loops.program import (
    AddToElements,
    AddToSum,
    Elements,
    FromParent,
    Kept,
    LoopProgram,
    Pass,
    Read,
    StartSum,
    Step,
    Sums,
    ToChildren,
    Write,
)
from psiphi.kernel.loops.reading import step_of

EXCHANGED = (ToChildren, FromParent, StartSum, AddToSum, Sums)


def pruned(program: LoopProgram) -> LoopProgram:
    """The same results by a program that does nothing in vain; its steps read and write single numbers."""
    classes = len(program.passes[0].steps) if program.passes else 0
    needed: list[set[int]] = [set() for _ in range(classes)]
    passes: list[Pass] = []
    for sweep in reversed(program.passes):
        kept = _needed_in(sweep, needed)
        if any(step is not None for step in kept.steps):
            passes.insert(0, kept)
    return compacted(replace(program, passes=tuple(passes)))


def _needed_in(sweep: Pass, needed: Sequence[set[int]]) -> Pass:
    """The pass without what later passes do not read; they then need what it reads."""
    exchanged: set[int] = set()
    while True:
        steps = tuple(_needed_of(step, own, exchanged) for step, own in zip(sweep.steps, needed, strict=True))
        read = {
            place.place
            for step in steps
            if step is not None
            for place in step.reads
            if isinstance(place, FromParent | Sums)
        }
        if read <= exchanged:
            break
        exchanged |= read
    for step, own in zip(steps, needed, strict=True):
        if step is not None:
            own -= {write.place for write in step.writes if isinstance(write, Kept)}
            own |= {place.place for place in step.reads if isinstance(place, Kept)}
    place = {old: new for new, old in enumerate(sorted(exchanged))}
    moved = tuple(_moved(step, EXCHANGED, place.__getitem__) for step in steps)
    return Pass(sweep.outward, len(place), moved)


def _needed_of(step: Step | None, kept: set[int], exchanged: set[int]) -> Step | None:
    if step is None:
        return None
    written = [
        (write, values)
        for write, values in step.written
        if isinstance(write, Elements | AddToElements)
        or write.place in (kept if isinstance(write, Kept) else exchanged)
    ]
    return step_of(step.given, written)


def compacted(program: LoopProgram) -> LoopProgram:
    """The same with what bodies keep, single numbers, in few places.

    A step reads before it writes: its last reads make room for writes.
    """
    classes = len(program.passes[0].steps) if program.passes else 0
    width = 0
    moves: list[dict[int, int]] = []
    for number in range(classes):
        steps = [sweep.steps[number] for sweep in program.passes]
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        for when, step in enumerate(steps):
            for place in (*step.reads, *step.writes) if step is not None else ():
                if isinstance(place, Kept):
                    first.setdefault(place.place, when)
                    last[place.place] = when
        free_from: list[int] = []  # for each slot, the first pass that may write to it
        slots: dict[int, int] = {}
        for place, when in sorted(first.items(), key=lambda item: (item[1], item[0])):
            slot = next((s for s, free in enumerate(free_from) if free <= when), len(free_from))
            free_from[slot : slot + 1] = [last[place]]
            slots[place] = slot
        moves.append(slots)
        width = max(width, len(free_from))
    passes = tuple(
        replace(
            sweep,
            steps=tuple(
                _moved(step, (Kept,), slots.__getitem__)
                for step, slots in zip(sweep.steps, moves, strict=True)
            ),
        )
        for sweep in program.passes
    )
    return replace(program, kept=width, passes=passes)


def _moved(step: Step | None, kinds: tuple[type, ...], place: Callable[[int], int]) -> Step | None:
    """The step with numbers of these kinds at other places."""
    if step is None:
        return None

    def moved(x: Read | Write) -> Read | Write:
        return replace(x, place=place(x.place)) if isinstance(x, kinds) else x  # type: ignore[call-arg]

    return Step(step.program, tuple(map(moved, step.reads)), tuple(map(moved, step.writes)))  # type: ignore[arg-type]
