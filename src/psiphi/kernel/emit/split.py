"""A large program as many functions over a workspace, so that the time to compile it grows in proportion.

A block has one or several *strips*, each with a row in every lane and a workspace of its own.  Every
function is called for all of them, one after the other, before the next one is: its code is fetched and
decoded once for all strips, and the processor starts on a strip while the one before it waits for its last
results.

Each part of the program (split_plan.py) loads what it needs from slots of the workspace, or from rows, and
stores what later parts need.  Many sines and cosines are a loop over slots that follow each other.

Rows are read and written all over the program, which the processor's own prefetchers do not follow: every
part prefetches a share of the rows of the next block.  All at once would have to be waited for.  Long rows
are stored at the end and in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from psiphi.kernel.code.target import CACHE_LINE, Target
from psiphi.kernel.emit.batch import BLOCK, Emission, function, module, row_pointers
from psiphi.kernel.emit.lanes import PREFETCH, Lanes, Writer
from psiphi.kernel.emit.not_finite import bad_lanes, void_rows_of
from psiphi.kernel.emit.parts import has_loop
from psiphi.kernel.emit.sincos import loop_of_sines
from psiphi.kernel.emit.split_plan import Plan
from psiphi.kernel.emit.values import Values
from psiphi.kernel.program.program import Program

_ROWS = "void @{}(ptr %table, i64 %first, i64 %last, ptr %workspace)"
_PART = "void @{}(ptr %workspace)"


def emit_split(program: Program, target: Target, part: int | None = None) -> Emission:
    """IR of a module whose entry point evaluates the program on a batch; `part` is the length of parts."""
    plan = Plan(program, target, part)
    emitter = _Emitter(plan)
    signatures = [_ROWS.format("start")]
    functions = [_function(target, signatures[0], emitter.start)]
    for number in range(len(plan.parts)):
        signatures.append(_PART.format(f"part_{number}"))
        functions.append(_function(target, signatures[-1], lambda lanes, n=number: emitter.compute(lanes, n)))
    signatures.append(_ROWS.format("finish"))
    functions.append(_function(target, signatures[-1], emitter.finish))
    functions += (_block(target, plan, signatures), void_rows_of(program, target), PREFETCH)
    ir = module(target, functions, plan.strips)
    return Emission(ir, workspace=(plan.strips * plan.size,))


def _function(target: Target, signature: str, body: Callable[[Lanes], None]) -> str:
    """A function that does something to one strip, whose rows begin at %first and slots at %workspace."""
    lanes = Lanes(Writer(), target)
    body(lanes)
    lanes.writer.write("ret void")
    return function(lanes.writer, signature)


def _block(target: Target, plan: Plan, signatures: Sequence[str]) -> str:
    """The function of a block: all strips through one function after the other.

    Nothing branches on the way, for a processor mispredicts the ends of so many short loops. Where rows
    are left for some strips only, each goes by itself.
    """
    writer = Writer()
    number = target.precision.number
    size = plan.vectors * target.lanes
    rows = writer.assign("sub i64 %last, %first")
    full = writer.assign(f"icmp sge i64 {rows}, {(plan.strips - 1) * target.lanes}")
    writer.write(f"br i1 {full}, label %all, label %some")
    writer.write("all:")
    for strip in range(plan.strips):
        writer.write(f"%first_{strip} = add i64 %first, {strip * target.lanes}")
        writer.write(f"%workspace_{strip} = getelementptr {number}, ptr %workspace, i64 {strip * size}")
    for signature in signatures:
        for strip in range(plan.strips):
            call = signature.replace("%first", f"%first_{strip}").replace("%workspace", f"%workspace_{strip}")
            writer.write(f"call {call}")
    writer.write("ret void")
    writer.write("some:")
    writer.write("%row = phi i64 [%first, %0], [%next_row, %some]")
    for signature in signatures:
        writer.write("call " + signature.replace("%first", "%row"))
    writer.write(f"%next_row = add i64 %row, {target.lanes}")
    writer.write("%more = icmp sle i64 %next_row, %last")
    writer.write("br i1 %more, label %some, label %done")
    writer.write("done:")
    writer.write("ret void")
    return function(writer, BLOCK)


class _Emitter:
    """Writes what the functions of a plan do to one strip."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def start(self, lanes: Lanes) -> None:
        """Put the addresses of the rows of a strip into its workspace."""
        for array in range(self._plan.arrays):
            for lane, row in enumerate(row_pointers(lanes, array, self._plan.tiling.distance(array))):
                lanes.writer.write(f"store ptr {row}, ptr {self._address(lanes, array, lane)}")
        lanes.store(lanes.constant(0.0), "%workspace", self._plan.nothing * lanes.count)

    def _values(self, lanes: Lanes, number: int) -> Values:
        """The values of a part, in the workspace and in rows."""
        plan = self._plan

        @cache
        def rows(array: int) -> list[str]:
            places = (self._address(lanes, array, lane) for lane in range(lanes.count))
            return [lanes.writer.assign(f"load ptr, ptr {place}") for place in places]

        def fetch(identity: int) -> str:
            return lanes.load("%workspace", plan.slots[identity] * lanes.count)

        def keep(identity: int, name: str) -> None:
            if identity in plan.slots:
                lanes.store(name, "%workspace", plan.slots[identity] * lanes.count)

        for array, lane, start in self._prefetched(lanes, number):
            lanes.prefetch(rows(array)[lane], start)
        return Values(lanes, plan.tiling, plan.reads[number], rows, fetch, keep, plan.slots)

    def compute(self, lanes: Lanes, number: int) -> None:
        """One part, for one strip."""
        plan, values = self._plan, self._values(lanes, number)
        part, writes = plan.parts[number], plan.writes[number]
        if has_loop(part):
            values.compute(part[:-1], ())
            count, slot = len(part[-1].operands), plan.slots[part[-1].operands[0]]
            values.compute_kept(part[-1], lambda: loop_of_sines(lanes, "%workspace", slot, count))
            values.write(writes)
        else:
            values.compute(part, writes)
        values.read_others()
        if values.nothing is not None:
            nothing = lanes.add(lanes.load("%workspace", plan.nothing * lanes.count), values.nothing)
            lanes.store(nothing, "%workspace", plan.nothing * lanes.count)

    def _prefetched(self, lanes: Lanes, number: int) -> list[tuple[int, int, int]]:
        """The memory that a part prefetches: arrays, lanes, and how far behind their rows, in numbers."""
        plan = self._plan
        late = {tile.array for tile in plan.tiling.late}
        found: list[tuple[int, int, int]] = []
        for array, size in plan.tiling.row_size.items():
            if array not in late:
                ahead = plan.strips * lanes.count * size
                lines = range(ahead, ahead + size, CACHE_LINE // lanes.precision.size)
                found += [(array, lane, start) for lane in range(lanes.count) for start in lines]
        return found[number * len(found) // plan.computing : (number + 1) * len(found) // plan.computing]

    def finish(self, lanes: Lanes) -> None:
        """Write NaN over the rows of a strip that were given something that is not finite."""
        bad = bad_lanes(lanes, lanes.load("%workspace", self._plan.nothing * lanes.count))
        lanes.writer.write(f"call void @void_rows(ptr %table, i64 %first, i64 %last, i64 {bad})")

    def _address(self, lanes: Lanes, array: int, lane: int) -> str:
        """Where the address of a row stands."""
        return lanes.writer.assign(f"getelementptr ptr, ptr %workspace, i64 {array * lanes.count + lane}")
