"""The loop around programs on slots: rows in, steps in order, samples out.

The entry point is that of every compiled program, `void psiphi_rows(ptr table, i64 rows, ptr workspace)`. Its
table begins with three words: the number of steps, after how many of them a sample is stored, and after how
many the streams are read again. Then come three words for each array: its address, and the distances from row
to row and from time to time, in numbers. Arrays are those that are given once, the streams, then the samples,
of which the first is stored before the first step. What is carried is left where it was given.

Some strips of rows go through the steps together: while one waits for its last results, the processor works
on the next. Each function runs for all of them before the next one does. Lanes beyond the last row repeat it.

A row of which any sampled number is not finite has NaN for all of them from that sample on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING

from psiphi.kernel.code.target import CACHE_LINE, ENTRY
from psiphi.kernel.emit.batch import Emission, declarations, function, function_attributes
from psiphi.kernel.emit.lanes import PREFETCH, Lanes, Writer
from psiphi.kernel.emit.not_finite import bad_lanes, sum_of_nothing
from psiphi.kernel.emit.phrases import begin_loop, end_loop
from psiphi.kernel.emit.rows import load_tile, store_tile, tiles
from psiphi.kernel.iterate.slots import PART, OnSlots, slots_of, total_slots

if TYPE_CHECKING:
    from collections.abc import Generator

    from psiphi.kernel.code.target import Target
    from psiphi.kernel.program.program import Program

STRIPS = 2
"""How many strips of rows take their steps together; found by timing."""

STEPS, EVERY, HOLD = 0, 1, 2
HEADER, ARRAY = 3, 3
"""Words before those of the arrays, and words of each array."""

FAR = 1 << 19
"""Bytes of an array of samples from which on the next ones are fetched ahead."""

_MOVE = "void @{}(ptr %table, i64 %first, i64 %last, i64 %time, ptr %slots)"


Call = tuple[str, int, tuple[str, ...]]
"""The name of a program, how many times it runs, and the loops that it is in (`Phase`)."""


def emit_iteration(
    programs: Mapping[str, Program],
    calls: Sequence[Call],
    given: Mapping[str, int],
    streamed: Mapping[str, int],
    sampled: Mapping[str, int],
    carried: Mapping[str, int],
    target: Target,
) -> Emission:
    """IR of a module that calls programs in every step; arrays have names and sizes."""
    places, free = slots_of([*programs.values()], {**given, **streamed, **sampled})
    compiled = {
        name: OnSlots(f"program_{number}", program, target, places, free)
        for number, (name, program) in enumerate(programs.items())
    }
    size = total_slots([*compiled.values()]) * target.lanes
    words = {name: HEADER + ARRAY * n for n, name in enumerate([*given, *streamed])}
    samples = {name: HEADER + ARRAY * n for n, name in enumerate(sampled, len(words))}

    def loaded(names: Mapping[str, int]) -> list[tuple[int, int, int]]:
        return [(words[name], places[name], extent) for name, extent in names.items()]

    functions = [text for each in compiled.values() for text in each.functions]
    functions.append(_loading("give", loaded(given), target))
    functions.append(_loading("stream", loaded(streamed), target))
    kept = [(samples[name], places[name], extent) for name, extent in sampled.items()]
    functions.append(_storing("sample", kept, target))
    functions.append(_storing("leave", loaded(carried), target))
    parts = {name: each.names for name, each in compiled.items()}
    main = _Main(target, size, places, parts).text(calls)
    ir = "\n".join((declarations([target]), PREFETCH, *functions, main, function_attributes(target)))
    return Emission(ir, (STRIPS * size * target.precision.size,))


def _rows_of(lanes: Lanes, word: int) -> list[str]:
    """The addresses of the rows of all lanes at a time."""
    writer = lanes.writer
    address = writer.word("%table", word, "ptr")
    by_row, by_time = writer.word("%table", word + 1), writer.word("%table", word + 2)
    start = lanes.element(address, writer.assign(f"mul i64 %time, {by_time}"))
    rows: list[str] = []
    for lane in range(lanes.count):
        row = writer.least(writer.assign(f"add i64 %first, {lane}"), "%last")
        rows.append(lanes.element(start, writer.assign(f"mul i64 {row}, {by_row}")))
    return rows


def _loading(name: str, arrays: Sequence[tuple[int, int, int]], target: Target) -> str:
    """A function that reads arrays, (word, first slot, size), into the slots of a strip."""
    lanes = Lanes(Writer(), target)
    for word, slot, size in arrays:
        rows = _rows_of(lanes, word)
        for columns in tiles(size, lanes.count):
            for column, value in zip(columns, load_tile(lanes, rows, columns), strict=True):
                lanes.store(value, "%slots", (slot + column) * lanes.count)
    lanes.writer.write("ret void")
    return function(lanes.writer, _MOVE.format(name))


def _storing(name: str, arrays: Sequence[tuple[int, int, int]], target: Target) -> str:
    """A function that stores arrays of a strip, and marks rows of it that are no longer finite."""
    lanes = Lanes(Writer(), target)
    writer, slots = lanes.writer, [slot + column for _, slot, size in arrays for column in range(size)]

    def value(slot: int) -> str:
        return lanes.load("%slots", slot * lanes.count)

    nothing = sum_of_nothing(lanes, [value(slot) for slot in slots])
    none = writer.assign(f"icmp eq i64 {bad_lanes(lanes, nothing)}, 0")
    writer.write(f"br i1 {none}, label %finite, label %mark")
    writer.write("mark:")
    good = lanes.compare("ord", nothing, lanes.constant(0.0))
    for slot in slots:
        marked = lanes.select(good, value(slot), lanes.constant(float("nan")))
        lanes.store(marked, "%slots", slot * lanes.count)
    writer.write("br label %finite")
    writer.write("finite:")
    for word, slot, size in arrays:
        rows = _rows_of(lanes, word)
        for columns in tiles(size, lanes.count):
            store_tile(lanes, rows, columns, [value(slot + column) for column in columns])
    if name == "sample":
        _prefetch_next(lanes, arrays)
    writer.write("ret void")
    return function(writer, _MOVE.format(name))


def _prefetch_next(lanes: Lanes, arrays: Sequence[tuple[int, int, int]]) -> None:
    """Have the lines of the next samples fetched, where all of them together do not stay in the caches.

    Rows of a strip lie together there; from time to time is too far for the processor to see it coming.
    """
    writer, (word, *_) = lanes.writer, arrays[0]
    numbers = writer.assign(f"mul i64 {writer.word('%table', STEPS)}, {writer.word('%table', word + 2)}")
    far = writer.assign(f"icmp sgt i64 {numbers}, {FAR // lanes.precision.size}")
    writer.write(f"br i1 {far}, label %prefetch, label %stored")
    writer.write("prefetch:")
    for word, _, size in arrays:
        ahead = lanes.element(_rows_of(lanes, word)[0], writer.word("%table", word + 2))
        for start in range(0, size * lanes.count, CACHE_LINE // lanes.precision.size):
            lanes.prefetch(ahead, start)
    writer.write("br label %stored")
    writer.write("stored:")


class _Main:
    """Writes the entry point."""

    def __init__(
        self, target: Target, size: int, places: Mapping[str, int], parts: Mapping[str, Sequence[str]]
    ) -> None:
        self._writer, self._places, self._parts = Writer(), places, parts
        self._lanes, self._number, self._size = target.lanes, target.precision.number, size
        self._labels = 0

    def text(self, calls: Sequence[Call]) -> str:
        writer = self._writer
        writer.write("entry:")
        steps, every, hold = (writer.word("%table", place) for place in (STEPS, EVERY, HOLD))
        last = writer.assign("sub i64 %rows, 1")
        with self._loop("%rows", STRIPS * self._lanes) as first:
            left = writer.assign(f"sub i64 %rows, {first}")
            needed = writer.assign(
                f"udiv i64 {writer.assign(f'add i64 {left}, {self._lanes - 1}')}, {self._lanes}"
            )
            some = writer.assign(f"icmp ult i64 {needed}, {STRIPS}")
            strips = writer.assign(f"select i1 {some}, i64 {needed}, i64 {STRIPS}")

            def move(name: str, time: str) -> None:
                with self._loop(strips) as strip:
                    row = writer.assign(
                        f"add i64 {first}, {writer.assign(f'mul i64 {strip}, {self._lanes}')}"
                    )
                    slots = self._slots(strip)
                    signature = f"ptr %table, i64 {row}, i64 {last}, i64 {time}, ptr {slots}"
                    writer.write(f"call void @{name}({signature})")

            move("give", "0")
            move("sample", "0")
            with self._loop(steps) as step:
                with self._when(step, hold):
                    move("stream", writer.assign(f"udiv i64 {step}, {hold}"))
                self._called(calls, strips)
                done = writer.assign(f"add i64 {step}, 1")
                with self._when(done, every):
                    move("sample", writer.assign(f"udiv i64 {done}, {every}"))
            move("leave", "0")
        writer.write("ret void")
        return writer.text(f"void @{ENTRY}(ptr %table, i64 %rows, ptr %workspace) #0")

    def _called(self, calls: Sequence[Call], strips: str, depth: int = 0) -> None:
        """Calls one after the other, those of a loop again and again."""
        for name, some in groupby(calls, lambda call: call[2][depth] if call[2][depth:] else ""):
            if name:
                with self._while(name, strips):
                    self._called([*some], strips, depth + 1)
                continue
            for program, repeat, _ in some:
                with self._repeated(repeat):
                    self._all_strips(self._parts[program], strips)

    @contextmanager
    def _while(self, name: str, strips: str) -> Generator[None]:
        """What is written inside happens while an array is positive in any row."""
        writer = self._writer
        test, body, after = (self._label(each) for each in ("test", "body", "after"))
        self._block(test)
        any_ = "0"
        kind = f"<{self._lanes} x {self._number}>"
        for strip in range(STRIPS):
            first, offset = self._slots(str(strip)), self._places[name] * self._lanes
            place = writer.assign(f"getelementptr {self._number}, ptr {first}, i64 {offset}")
            flags = writer.assign(f"load {kind}, ptr {place}, align 4")
            positive = writer.assign(f"fcmp ogt {kind} {flags}, zeroinitializer")
            bits = writer.assign(f"bitcast <{self._lanes} x i1> {positive} to i{self._lanes}")
            found = writer.assign(f"icmp ne i{self._lanes} {bits}, 0")
            there = writer.assign(f"icmp ult i64 {strip}, {strips}")
            any_ = writer.assign(f"or i1 {any_}, {writer.assign(f'and i1 {found}, {there}')}")
        writer.write(f"br i1 {any_}, label %{body}, label %{after}")
        writer.write(f"{body}:")
        yield
        writer.write(f"br label %{test}")
        writer.write(f"{after}:")

    def _all_strips(self, names: Sequence[str], strips: str) -> None:
        """Every function for all strips; without branches where all are there."""
        writer = self._writer
        full = writer.assign(f"icmp eq i64 {strips}, {STRIPS}")
        all_, some, after = self._label("all"), self._label("some"), self._label("after")
        writer.write(f"br i1 {full}, label %{all_}, label %{some}")
        writer.write(f"{all_}:")
        slots = [self._slots(str(strip)) for strip in range(STRIPS)]
        for name in names:
            for place in slots:
                writer.write("call " + PART.format(name).replace("%slots", place))
        writer.write(f"br label %{after}")
        writer.write(f"{some}:")
        with self._loop(strips) as strip:
            place = self._slots(strip)
            for name in names:
                writer.write("call " + PART.format(name).replace("%slots", place))
        self._block(after)

    def _slots(self, strip: str) -> str:
        offset = self._writer.assign(f"mul i64 {strip}, {self._size}")
        return self._writer.assign(f"getelementptr {self._number}, ptr %workspace, i64 {offset}")

    def _label(self, name: str) -> str:
        self._labels += 1
        return f"{name}_{self._labels}"

    @contextmanager
    def _loop(self, end: str, by: int = 1) -> Generator[str]:
        """for i in range(0, end, by); what is written inside is the body."""
        i, before, last = (self._label(name) for name in ("i", "before", "last"))
        self._block(before)
        self._writer.write(begin_loop(i, end, before, last))
        yield f"%{i}"
        self._block(last)
        self._writer.write(end_loop(i, by))

    def _block(self, label: str) -> None:
        """A new block, right after what was written."""
        self._writer.write(f"br label %{label}")
        self._writer.write(f"{label}:")

    @contextmanager
    def _repeated(self, times: int) -> Generator[None]:
        if times == 1:
            yield
            return
        with self._loop(str(times)):
            yield

    @contextmanager
    def _when(self, count: str, period: str) -> Generator[None]:
        """What is written inside happens where `count` is a multiple of a period."""
        writer = self._writer
        due, after = self._label("due"), self._label("after")
        rest = writer.assign(f"urem i64 {count}, {period}")
        writer.write(f"br i1 {writer.assign(f'icmp eq i64 {rest}, 0')}, label %{due}, label %{after}")
        writer.write(f"{due}:")
        yield
        self._block(after)
