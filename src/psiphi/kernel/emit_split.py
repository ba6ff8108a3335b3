"""A large program as many functions over a workspace, so that the time to compile it grows in proportion.

A block has several *strips*, each with a row in every lane and a workspace of its own.  Every function is
called for all of them, one after the other, before the next one is: its code is fetched and decoded once for
all strips, and the processor starts on a strip while the one before it waits for its last results.

The workspace of a strip has slots of one vector each.  The first ones hold the addresses of its rows and its
sum of nothing.  Each part of the program loads what it needs from slots, or from rows that no part before it
needed, and stores what later parts need.  A slot is used again once its value was read for the last time.
Many sines and cosines are a loop over slots that follow each other.

What is read and written all over the program comes too late to be foreseen by the processor: every part asks
for a share of the rows of the next block, and of the long rows that are stored at the end of this one.  Asked
for all at once they would have to be waited for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from psiphi.kernel.emit_batch import BLOCK, Emission, function, module, row_pointers
from psiphi.kernel.emit_lanes import PREFETCH, Lanes, Writer
from psiphi.kernel.emit_not_finite import bad_lanes, void_rows_of
from psiphi.kernel.emit_sincos import at_a_time, sines_and_cosines
from psiphi.kernel.emit_values import Tile, Tiling, Values
from psiphi.kernel.instruction_order import not_too_soon
from psiphi.kernel.instructions import Instruction, Kind, lower
from psiphi.kernel.program import Program
from psiphi.kernel.target import Target

# The greatest length of parts, in instructions, the least as a share of it, and the number of strips, with
# which the code was found fastest.
PART, _SHORTEST = 150, 0.6
STRIPS = 4
# Fewer strips where parts load about as much as they compute, as dense factors and inverses do, and the
# workspaces of all strips would not stay in the first cache.
_FEW_STRIPS = 2
_LOADS_PER_INSTRUCTION = 0.5
_FIRST_CACHE = 32 * 1024
# Tiles of long rows of results that one function stores.
_TILES = 32
# Sine and cosine expand to about as many instructions.
_SINCOS_LENGTH = 35
# Angles from which on sines and cosines are a loop: much less code to fetch from the second cache.
_MANY_ANGLES = 9
_ADDRESS_SIZE = 8
_CACHE_LINE = 64
_ROWS = "void @{}(ptr %table, i64 %first, i64 %last, ptr %workspace)"
_PART = "void @{}(ptr %workspace)"


def emit_split(program: Program, target: Target, part: int = PART) -> Emission:
    """IR of a module whose entry point evaluates the program on a batch; `part` is the length of parts."""
    plan = _Plan(program, target, part)
    signatures = [_ROWS.format("start")]
    functions = [_function(target, signatures[0], plan.start)]
    for number in range(len(plan.parts)):
        signatures.append(_PART.format(f"part_{number}"))
        functions.append(_function(target, signatures[-1], lambda lanes, n=number: plan.compute(lanes, n)))
    signatures.append(_ROWS.format("finish"))
    functions.append(_function(target, signatures[-1], plan.finish))
    functions += (_block(target, plan, signatures), void_rows_of(program, target), PREFETCH)
    return Emission(module(target, functions, plan.strips), workspace=(plan.strips * plan.size,))


def _function(target: Target, signature: str, body: Callable[[Lanes], None]) -> str:
    """A function that does something to one strip, whose rows begin at %first and slots at %workspace."""
    lanes = Lanes(Writer(), target)
    body(lanes)
    lanes.writer.write("ret void")
    return function(lanes.writer, signature)


def _block(target: Target, plan: _Plan, signatures: Sequence[str]) -> str:
    """The function of a block: all strips through one function after the other.

    Nothing branches on the way, for a processor does not foresee the ends of so many short loops. Where rows
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


class _Plan:
    """What each part of a program does, and where in the workspace of a strip everything stands.

    parts     the instructions of each part
    reads     the tiles of arguments it reads: those that no part before it needed
    writes    the tiles of outputs that are complete with it
    slots     where values that a later part needs are kept
    vectors   how many slots there are
    size      the bytes of the workspace of a strip
    strips    how many strips a block has
    """

    def __init__(self, program: Program, target: Target, length: int) -> None:
        self.tiling = Tiling(program, target.lanes)
        self.parts = _parts(lower(program), length)
        self._computing = len(self.parts)
        late = _batched(self.tiling.late, _TILES)
        self.parts += [[] for _ in late]  # they compute nothing, and store
        self._arrays = len(program.arguments) + len(program.outputs)
        self._nothing = self._arrays * _ADDRESS_SIZE // target.precision.size
        makers = self._makers()
        self.reads: list[list[Tile]] = [[] for _ in self.parts]
        for tile in self.tiling.arguments:
            columns = self.tiling.inputs[tile].values()
            self.reads[min((makers[column] for column in columns), default=0)].append(tile)
        self.writes: list[list[Tile]] = [[] for _ in self.parts]
        for tile in self.tiling.early:
            nodes = self.tiling.output_nodes[tile]
            self.writes[max((makers[node] for node in nodes), default=0)].append(tile)
        self.writes[len(self.parts) - len(late) :] = late
        self.slots, self.vectors = self._assign_slots(makers)
        at_hand = self.slots.keys() | self.tiling.constants.keys()
        self.parts = [not_too_soon(part, at_hand) for part in self.parts]
        self.size = self.vectors * target.lanes * target.precision.size
        self.strips = STRIPS if STRIPS * self.size <= _FIRST_CACHE or not self._loads_much else _FEW_STRIPS

    def _makers(self) -> dict[int, int]:
        """The part in which each value comes into being: is computed, or read with the tile it is in."""
        makers: dict[int, int] = {}
        for number, part in enumerate(self.parts):
            for instruction in part:
                for operand in instruction.operands:
                    if operand not in makers and operand in self.tiling.tile_of:
                        tile = self.tiling.tile_of[operand]
                        makers.update((column, number) for column in self.tiling.inputs[tile].values())
                makers.update((result, number) for result in instruction.results)
        for identity in self.tiling.tile_of:
            makers.setdefault(identity, 0)
        return makers

    def _assign_slots(self, makers: Mapping[int, int]) -> tuple[dict[int, int], int]:
        last_use: dict[int, int] = {}
        for number, (part, writes) in enumerate(zip(self.parts, self.writes, strict=True)):
            used = {operand for instruction in part for operand in instruction.operands}
            used.update(node for tile in writes for node in self.tiling.output_nodes[tile])
            last_use.update((identity, number) for identity in used if makers.get(identity, number) != number)

        slots: dict[int, int] = {}
        free: list[int] = []
        vectors = self._nothing + 1
        expiring: dict[int, list[int]] = {}
        for number, part in enumerate(self.parts):
            if _has_loop(part):
                for slot, identity in enumerate((*part[-1].operands, *part[-1].results), vectors):
                    slots[identity] = slot
                    expiring.setdefault(last_use.get(identity, number), []).append(slot)
                vectors += 3 * len(part[-1].operands)
        born: list[list[int]] = [[] for _ in self.parts]
        for identity in last_use:
            if identity not in slots:
                born[makers[identity]].append(identity)
        for number, identities in enumerate(born):
            free.extend(expiring.pop(number - 1, ()))
            for identity in identities:
                if free:
                    slots[identity] = free.pop()
                else:
                    slots[identity] = vectors
                    vectors += 1
                expiring.setdefault(last_use[identity], []).append(slots[identity])
        return slots, vectors

    @property
    def _loads_much(self) -> bool:
        """Whether most instructions need a value from another part."""
        loads = 0
        for part in self.parts:
            own = {result for instruction in part for result in instruction.results}
            used = {operand for instruction in part for operand in instruction.operands}
            loads += len((used & self.slots.keys()) - own)
        return loads > _LOADS_PER_INSTRUCTION * sum(map(len, self.parts))

    def start(self, lanes: Lanes) -> None:
        """Put the addresses of the rows of a strip into its workspace."""
        for array in range(self._arrays):
            for lane, row in enumerate(row_pointers(lanes, array, self.tiling.distance(array))):
                lanes.writer.write(f"store ptr {row}, ptr {self._address(lanes, array, lane)}")
        lanes.store(lanes.constant(0.0), "%workspace", self._nothing * lanes.count)

    def compute(self, lanes: Lanes, number: int) -> None:
        """One part, for one strip."""

        @cache
        def row(array: int, lane: int) -> str:
            return lanes.writer.assign(f"load ptr, ptr {self._address(lanes, array, lane)}")

        def rows(array: int) -> list[str]:
            return [row(array, lane) for lane in range(lanes.count)]

        def fetch(identity: int) -> str:
            return lanes.load("%workspace", self.slots[identity] * lanes.count)

        def keep(identity: int, name: str) -> None:
            if identity in self.slots:
                lanes.store(name, "%workspace", self.slots[identity] * lanes.count)

        for array, lane, start in self._asked_for(lanes, number):
            lanes.prefetch(row(array, lane), start)
        values = Values(lanes, self.tiling, self.reads[number], rows, fetch, keep, self.slots)
        part, writes = self.parts[number], self.writes[number]
        if _has_loop(part):
            values.compute(part[:-1], ())
            values.compute_kept(part[-1], lambda: self._loop(lanes, part[-1]))
            values.write(writes)
        else:
            values.compute(part, writes)
        values.read_others()
        if values.nothing is not None:
            nothing = lanes.add(lanes.load("%workspace", self._nothing * lanes.count), values.nothing)
            lanes.store(nothing, "%workspace", self._nothing * lanes.count)

    def _loop(self, lanes: Lanes, angles: Instruction) -> None:
        """Sines and cosines in a loop, a few at a time; the last few begin where they end with the last."""
        writer, count = lanes.writer, len(angles.operands)
        few = min(at_a_time(lanes.target), count)
        writer.write("br label %loop")
        writer.write("loop:")
        writer.write("%begun = phi i64 [0, %0], [%next, %loop]")
        inside = writer.assign(f"icmp ult i64 %begun, {count - few}")
        first = writer.assign(f"select i1 {inside}, i64 %begun, i64 {count - few}")
        offset = writer.assign(f"mul i64 {first}, {lanes.count}")
        operands = lanes.element("%workspace", offset)
        results = lanes.element(operands, offset)
        slot = self.slots[angles.operands[0]]
        names = [lanes.load(operands, (slot + place) * lanes.count) for place in range(few)]
        for place, name in enumerate(sines_and_cosines(lanes, names), slot + count):
            lanes.store(name, results, place * lanes.count)
        writer.write(f"%next = add i64 %begun, {few}")
        more = writer.assign(f"icmp ult i64 %next, {count}")
        writer.write(f"br i1 {more}, label %loop, label %after")
        writer.write("after:")

    def _asked_for(self, lanes: Lanes, number: int) -> list[tuple[int, int, int]]:
        """The memory that a part asks for: arrays, lanes, and how far behind their rows, in numbers."""
        late = {tile.array for tile in self.tiling.late}
        next_block: list[tuple[int, int, int]] = []
        this_block: list[tuple[int, int, int]] = []
        for array, size in self.tiling.row_size.items():
            block, ahead = (
                (this_block, 0) if array in late else (next_block, self.strips * lanes.count * size)
            )
            lines = range(ahead, ahead + size, _CACHE_LINE // lanes.precision.size)
            block += [(array, lane, start) for lane in range(lanes.count) for start in lines]
        return _share(next_block, number, len(self.parts)) + _share(this_block, number, self._computing)

    def finish(self, lanes: Lanes) -> None:
        """Write NaN over the rows of a strip that were given something that is not finite."""
        bad = bad_lanes(lanes, lanes.load("%workspace", self._nothing * lanes.count))
        lanes.writer.write(f"call void @void_rows(ptr %table, i64 %first, i64 %last, i64 {bad})")

    def _address(self, lanes: Lanes, array: int, lane: int) -> str:
        """Where the address of a row stands."""
        return lanes.writer.assign(f"getelementptr ptr, ptr %workspace, i64 {array * lanes.count + lane}")


def _has_loop(part: Sequence[Instruction]) -> bool:
    """Whether the last instruction of a part is written as a loop, over slots one after the other."""
    return bool(part) and part[-1].kind is Kind.SINCOS and len(part[-1].operands) >= _MANY_ANGLES


def _share(lines: Sequence[tuple[int, int, int]], number: int, count: int) -> list[tuple[int, int, int]]:
    """What falls to one of so many parts; nothing to those beyond."""
    return list(lines[number * len(lines) // count : (number + 1) * len(lines) // count])


def _batched(tiles: Sequence[Tile], length: int) -> list[list[Tile]]:
    return [list(tiles[start : start + length]) for start in range(0, len(tiles), length)]


def _parts(instructions: Sequence[Instruction], length: int) -> list[list[Instruction]]:
    """The instructions in pieces; each ends where it leaves the fewest values to later ones."""
    last_use = {
        operand: step for step, instruction in enumerate(instructions) for operand in instruction.operands
    }
    parts: list[list[Instruction]] = []
    start = 0
    while start < len(instructions) or not parts:
        ends = _ends(instructions, last_use, start, length)
        end = min(ends, key=lambda end: (ends[end], -end))
        parts.append(list(instructions[start:end]))
        start = end
    return parts


def _ends(
    instructions: Sequence[Instruction], last_use: Mapping[int, int], start: int, length: int
) -> dict[int, int]:
    """Where a part may end, and how many of its values later parts would need then."""
    ends: dict[int, int] = {}
    left = filled = 0
    dying: Counter[int] = Counter()
    for step in range(start, len(instructions)):
        instruction = instructions[step]
        for result in instruction.results:
            if last_use.get(result, step) > step:
                left += 1
                dying[last_use[result]] += 1
        left -= dying[step]
        angles = len(instruction.operands) if instruction.kind is Kind.SINCOS else 0
        filled += _SINCOS_LENGTH * angles or 1
        if filled >= _SHORTEST * length or _has_loop([instruction]):
            ends[step + 1] = left
        if filled >= length or _has_loop([instruction]):
            return ends
    return {len(instructions): 0}
