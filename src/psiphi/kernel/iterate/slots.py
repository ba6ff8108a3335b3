"""A program on slots: arguments are read from, and outputs written to, vectors of a strip's workspace.

A strip has a row of the batch in every lane. A slot holds one number of it, as a vector over the lanes; an
output x_next has the slots of the argument x, so that it overwrites what it replaces. Each is stored as soon
as nothing reads the old number any more. Nothing is transposed here, and nothing tested.

Long programs are cut into functions, which leave what later ones need in further slots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from psiphi.kernel.code.target import Target
from psiphi.kernel.emit.batch import function
from psiphi.kernel.emit.lanes import Lanes, Writer
from psiphi.kernel.emit.parts import assign_slots, cut, has_loop, length_of
from psiphi.kernel.emit.sincos import loop_of_sines
from psiphi.kernel.program.instructions import lower
from psiphi.kernel.program.operations import emit_operation
from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import CONSTANT, INPUT, Scalar, Value

# Instructions above which a program is cut, and the length of its parts; found by timing.
_WHOLE, _PART = 300, 200

PART = "void @{}(ptr %slots)"
NEXT, AGAIN = "_next", "_again"


def array_of(name: str) -> str:
    """The array that an output x_next goes to, and that the argument x_again is read from as x is.

    What is read twice may be a vector in one place and in all lanes the same in another (kernel/packed).
    """
    return name.removesuffix(NEXT).removesuffix(AGAIN)


class OnSlots:
    """The functions of one program, `names` in the order to call them; `slots` is how many there are.

    places    the first slot of each array
    free      the first slot that no array has
    """

    def __init__(
        self, name: str, program: Program, target: Target, places: Mapping[str, int], free: int
    ) -> None:
        self._program, self._target = program, target
        instructions = lower(program)
        is_short = sum(map(length_of, instructions)) <= _WHOLE
        self._parts = [instructions] if is_short else cut(instructions, _PART)
        self._constants = {node.id: node.value for node in program.nodes if node.op is CONSTANT}
        self._inputs = {
            node.id: places[array_of(node.argument)] + node.index
            for node in program.nodes
            if node.op is INPUT
        }
        self._made = {r: n for n, part in enumerate(self._parts) for i in part for r in i.results}
        self._targets: dict[int, list[int]] = {}  # the slots of outputs, by the values that go there
        self._copied: list[tuple[Value, int]] = []  # outputs that are arguments or constants
        for output in program.outputs:
            for slot, value in enumerate(output.scalars, places[array_of(output.name)]):
                if isinstance(value, Scalar) and value.id in self._made:
                    self._targets.setdefault(value.id, []).append(slot)
                elif not (isinstance(value, Scalar) and self._inputs.get(value.id) == slot):
                    self._copied.append((value, slot))
        self._stores = self._plan_stores()
        self._kept, self.slots = self._assign(free)
        self.names = [f"{name}_{number}" for number in range(len(self._parts))]
        self.functions = [self._emit(number) for number in range(len(self._parts))]

    def _plan_stores(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """After which instruction (part, place) each output (value, slot) is stored.

        That is when it is known and the argument in its slot was read for the last time.
        """
        readers: dict[int, list[int]] = {}
        for value, slot in self._inputs.items():
            readers.setdefault(slot, []).append(value)
        left = Counter(o for part in self._parts for i in part for o in i.operands)
        left.update(value.id for value, _ in self._copied if isinstance(value, Scalar))
        waiting: list[tuple[int, int]] = []
        stores: dict[tuple[int, int], list[tuple[int, int]]] = {}
        place = (len(self._parts) - 1, 0)
        for number, part in enumerate(self._parts):
            for step, instruction in enumerate(part):
                place = (number, step)
                left.subtract(instruction.operands)
                waiting += [(r, s) for r in instruction.results for s in self._targets.get(r, ())]
                ready = [w for w in waiting if not any(left[x] for x in readers.get(w[1], ()))]
                if ready:
                    stores[place] = ready
                    waiting = [w for w in waiting if w not in ready]
        if waiting:  # until the copies are made
            stores[(len(self._parts), 0)] = waiting
        return stores

    def _assign(self, free: int) -> tuple[dict[int, int], int]:
        """The slots of values that later parts need."""
        end = len(self._parts) - 1
        read = [(x, number) for number, part in enumerate(self._parts) for i in part for x in i.operands]
        read += [(x, min(number, end)) for (number, _), some in self._stores.items() for x, _ in some]
        last: dict[int, int] = {}
        for x, number in read:
            if self._made.get(x, number) != number:
                last[x] = max(last.get(x, 0), number)
        return assign_slots(self._parts, self._made, last, free)

    def _emit(self, number: int) -> str:
        lanes = Lanes(Writer(), self._target)
        values: dict[int, str] = {}

        def get(x: int) -> str:
            if x in self._constants:
                return lanes.constant(self._constants[x])
            if x not in values:
                slot = self._inputs[x] if x in self._inputs else self._kept[x]
                values[x] = lanes.load("%slots", slot * lanes.count)
            return values[x]

        def store(value: str, slot: int) -> None:
            lanes.store(value, "%slots", slot * lanes.count)

        for step, instruction in enumerate(self._parts[number]):
            if has_loop([instruction]):
                for x in instruction.operands:
                    if x in self._inputs:
                        store(get(x), self._kept[x])
                angles = [self._kept[x] for x in instruction.operands]
                loop_of_sines(lanes, "%slots", angles[0], len(angles))
            else:
                names = emit_operation(lanes, instruction.op, [get(x) for x in instruction.operands])
                for result, name in zip(instruction.results, names, strict=True):
                    values[result] = name
                    if result in self._kept:
                        store(name, self._kept[result])
            for value, slot in self._stores.get((number, step), ()):
                store(get(value), slot)
        if number == len(self._parts) - 1:
            copies = [
                (get(x.id) if isinstance(x, Scalar) else lanes.constant(x), slot) for x, slot in self._copied
            ]
            late = [(get(value), slot) for value, slot in self._stores.get((number + 1, 0), ())]
            for name, slot in copies + late:
                store(name, slot)
        lanes.writer.write("ret void")
        return function(lanes.writer, PART.format(self.names[number]))


def slots_of(programs: Sequence[Program], known: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """The first slot of every array, those that only programs know of too, and the first that is free."""
    sizes = dict(known)
    for program in programs:
        for array in (*program.arguments, *program.outputs):
            sizes.setdefault(array_of(array.name), array.size)
    places: dict[str, int] = {}
    free = 0
    for name, size in sizes.items():
        places[name] = free
        free += size
    return places, free


def total_slots(programs: Sequence[OnSlots]) -> int:
    """What all programs of a strip need together."""
    return max(each.slots for each in programs)
