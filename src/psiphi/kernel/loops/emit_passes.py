"""The passes of rolled programs as LLVM IR: loops over bodies, and over the strands of a block."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from psiphi.kernel.code.target import CACHE_LINE, Target
from psiphi.kernel.emit.batch import function
from psiphi.kernel.emit.lanes import Lanes, Writer
from psiphi.kernel.loops.emit_steps import emit_step, word_of_body
from psiphi.kernel.loops.layout import (
    CLASS,
    OFFSETS,
    PARENT_SEAT,
    SEAT,
    PassLayout,
    element_places,
    first_touched,
    pass_layouts,
    seat_width,
)
from psiphi.kernel.loops.program import LoopProgram, Pass, Step
from psiphi.kernel.thresholds import PREFETCH_DISTANCE

_PASS = (
    "(ptr %bodies, ptr %constants, i64 %first_body, i64 %end_body, i64 %strands, ptr %kept, "
    "i64 %kept_between, ptr %seats, ptr %arrays, i64 %columns_between)"
)


class PassEmitter:
    """Writes passes over some bodies.

    What bodies keep, and the columns of arrays, are given for the first strand; those of the next one are so
    many numbers behind as %kept_between and %columns_between say. A seat has the numbers of all strands.
    """

    def __init__(
        self, program: LoopProgram, target: Target, strands: int, arrays: dict[str, int], *, far: bool = False
    ) -> None:
        self.program, self.target, self.strands, self.arrays = program, target, strands, arrays
        self.far = far
        self.layouts = pass_layouts(program)
        self.seat_width = seat_width(program)
        self._seat_numbers = strands * self.seat_width * target.lanes

    def emit(self, number: int) -> str:
        """A loop over bodies, and in it one over strands, that branches on the body's class."""
        sweep, layout = self.program.passes[number], self.layouts[number]
        lanes = Lanes(Writer(), self.target)
        writer = lanes.writer
        used = sorted({place.array for place in element_places(sweep)})
        writer.write("entry:")
        for name in used:
            start = pointer_word(writer, "%arrays", self.arrays[name])
            writer.write(f"%start_{name} = load ptr, ptr {start}")
        writer.write("br label %loop")
        writer.write("loop:")
        writer.write("%visited = phi i64 [%first_body, %entry], [%next, %left]")
        writer.write("%more = icmp slt i64 %visited, %end_body")
        writer.write("br i1 %more, label %visit, label %done")
        writer.write("visit:")
        writer.write("%next = add i64 %visited, 1")
        body = "%visited"
        if not sweep.outward:  # from the last body to the first
            total = writer.assign("add i64 %first_body, %end_body")
            body = writer.assign(f"sub i64 {total}, %next")
        row = writer.assign(f"mul i64 {body}, {OFFSETS + len(layout.offsets)}")
        writer.write(f"%row = getelementptr i32, ptr %bodies, i64 {row}")
        _pointer(lanes, "%own_constants", "%constants", body, layout.constants)
        addresses = self._addresses(lanes, body, sweep, used)
        if self.far:
            self._prefetch_bodies(lanes, number)
        if self._is_together(sweep):
            self._all_strands(lanes, addresses)
            self._cases(lanes, sweep, layout, [f"_{strand}" for strand in range(self.strands)])
            writer.write("end:")
            writer.write("br label %left")
        else:
            self._turns(lanes, addresses)
            self._cases(lanes, sweep, layout, [""])
            self._next_turn(lanes, addresses)
        writer.write("left:")
        writer.write("br label %loop")
        writer.write("done:")
        writer.write("ret void")
        return function(writer, f"void @pass_{number}{_PASS}")

    def _addresses(self, lanes: Lanes, body: str, sweep: Pass, used: list[str]) -> dict[str, tuple[str, str]]:
        """What belongs to a body and a strand: where it is for the first, and how far behind for the next."""
        _pointer(lanes, "%body_kept", "%kept", body, self.program.kept * lanes.count)
        found = {"own_kept": ("%body_kept", "%kept_between")}
        if sweep.exchanged:
            for name, column in (("own_seat", SEAT), ("parent_seat", PARENT_SEAT)):
                seat = word_of_body(lanes.writer, column)
                _pointer(lanes, f"%body_{name}", "%seats", seat, self._seat_numbers)
                found[name] = (f"%body_{name}", str(self.seat_width * lanes.count))
        return {**found, **{f"array_{name}": (f"%start_{name}", "%columns_between") for name in used}}

    def _prefetch_bodies(self, lanes: Lanes, number: int) -> None:
        """Prefetch what a pass will need some bodies later: what they keep, and their rows of the tables."""
        layout = self.layouts[number]
        size = lanes.precision.size
        outward = self.program.passes[number].outward
        bodies = PREFETCH_DISTANCE if outward else -PREFETCH_DISTANCE
        kept = self.program.kept * lanes.count
        lines = _lines([place * lanes.count * size for place in first_touched(self.program, number)])
        for strand in range(self.strands):
            behind = lanes.writer.assign(f"mul i64 %kept_between, {strand}")
            start = lanes.element("%body_kept", behind)
            for line in lines:
                lanes.prefetch(start, bodies * kept + line // size)
        for line in _lines(range(0, layout.constants * size, size)):
            lanes.prefetch("%own_constants", bodies * layout.constants + line // size)
        words = 4 * bodies * (OFFSETS + len(layout.offsets))
        lanes.prefetch("%row", words // size)

    def _is_together(self, sweep: Pass) -> bool:
        """Whether all strands are visited at once: where no body waits for another, they share constants."""
        return not sweep.exchanged and self.strands > 1

    def _all_strands(self, lanes: Lanes, addresses: dict[str, tuple[str, str]]) -> None:
        """The addresses of all strands."""
        for name, (place, distance) in addresses.items():
            for strand in range(self.strands):
                behind = distance if strand else 0
                lanes.writer.write(
                    f"%{name}_{strand} = getelementptr {lanes.number}, ptr {place}, i64 {behind}"
                )
                place = f"%{name}_{strand}"

    def _turns(self, lanes: Lanes, addresses: dict[str, tuple[str, str]]) -> None:
        """Begin the loop over strands, with the addresses of each."""
        writer = lanes.writer
        if self.strands == 1:
            for name, (start, _) in addresses.items():
                writer.write(f"%{name} = getelementptr i8, ptr {start}, i64 0")
            return
        writer.write("br label %strand")
        writer.write("strand:")
        writer.write("%turn = phi i64 [1, %visit], [%next_turn, %again]")
        for name, (start, _) in addresses.items():
            writer.write(f"%{name} = phi ptr [{start}, %visit], [%next_{name}, %again]")

    def _next_turn(self, lanes: Lanes, addresses: dict[str, tuple[str, str]]) -> None:
        """End the loop over strands."""
        writer = lanes.writer
        writer.write("end:")
        if self.strands == 1:
            writer.write("br label %left")
            return
        writer.write("%has_next = icmp slt i64 %turn, %strands")
        writer.write("br i1 %has_next, label %again, label %left")
        writer.write("again:")
        writer.write("%next_turn = add i64 %turn, 1")
        for name, (_, distance) in addresses.items():
            writer.write(f"%next_{name} = getelementptr {lanes.number}, ptr %{name}, i64 {distance}")
        writer.write("br label %strand")

    def _cases(self, lanes: Lanes, sweep: Pass, layout: PassLayout, strands: Sequence[str]) -> None:
        """The steps of the classes; equal ones are written once."""
        writer = lanes.writer
        labels: dict[str, str] = {}
        steps: list[tuple[str, Step]] = []
        cases: list[str] = []
        for number, step in enumerate(sweep.steps):
            if step is not None:
                if step.digest not in labels:
                    labels[step.digest] = f"step_{number}"
                    steps.append((f"step_{number}", step))
                cases.append(f"i64 {number}, label %{labels[step.digest]}")
        if len(steps) == 1 and len(cases) == len(sweep.steps):
            writer.write(f"br label %{steps[0][0]}")
        else:
            writer.write(f"switch i64 {word_of_body(writer, CLASS)}, label %end [ {' '.join(cases)} ]")
        for label, step in steps:
            writer.write(f"{label}:")
            emit_step(lanes, step, layout, strands)
            writer.write("br label %end")


def pointer_word(writer: Writer, pointer: str, place: int) -> str:
    """The address of a pointer among others."""
    return writer.assign(f"getelementptr ptr, ptr {pointer}, i64 {place}")


def _lines(places: Iterable[int]) -> list[int]:
    """Those of some places in memory, in order, that stand for a cache line of their own."""
    found: list[int] = []
    for place in places:
        if not found or place >= found[-1] + CACHE_LINE:
            found.append(place)
    return found


def _pointer(lanes: Lanes, name: str, start: str, row: str, width: int | str) -> None:
    offset = lanes.writer.assign(f"mul i64 {row}, {width}")
    lanes.writer.write(f"{name} = getelementptr {lanes.number}, ptr {start}, i64 {offset}")
