"""Columns of matrices in the lanes of vectors: right sides that a system is solved for, and the like.

A value belongs to a column where only that column of a result needs it. Columns that need nearly the same
other values, as those of one limb, are a group, each with a lane of its own. From the rows of results
backwards, values of one role in several columns are a *pack* where they come from the same operation; their
operands have one role too, and are packed in turn. Where these come from different ones they are put into
lanes one by one, and packs that take more of that than they save are undone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

from psiphi.kernel.packed.signs import Signed
from psiphi.kernel.program.program import Program
from psiphi.kernel.program.scalar import CONSTANT, Op, Scalar

_PACKED = frozenset((Op.ADD, Op.MULTIPLY, Op.MULTIPLY_ADD))
_NONE = -1
# How many of the values that a column has in common with the next one others must have in common with it.
_ALIKE = 0.7


class Columns:
    """The packs of columns of a program, with so many lanes at most.

    packs     instructions alike, by lane
    gain      how many instructions they save, less those that move values into lanes and out of them
    """

    def __init__(
        self, program: Program, instructions: Sequence[Signed], negatives: Mapping[int, int], width: int
    ) -> None:
        self._instructions, self._width = instructions, width
        self._constants = {node.id for node in program.nodes if node.op is CONSTANT}
        self._maker = {x: place for place, each in enumerate(instructions) for x in each.results if x >= 0}
        self._rows = list(_rows(program, negatives))
        self._column: dict[int, int] = {}  # of values that one column needs
        self._find_columns(program, negatives)
        self._place: dict[int, tuple[int, int]] = {}  # the pack of a value, and its lane there
        self.packs: list[dict[int, Signed]] = []
        for lanes in self._groups():
            self._pack_group(lanes)
        self._undo_circles()
        self._undo_what_costs()
        self.gain = self._count_gain()
        self.packs = [pack for pack in self.packs if pack]

    def _find_columns(self, program: Program, negatives: Mapping[int, int]) -> None:
        users: defaultdict[int, int] = defaultdict(int)  # the columns that need a value, as bits
        for row in self._rows:
            for column, node in row.items():
                users[node] |= 1 << column
        for output in program.outputs:
            if len(output.shape) < 2:  # what is no column counts as two of them
                for value in output.scalars:
                    if isinstance(value, Scalar):
                        users[negatives.get(value.id, value.id)] |= 0b11
        for _, results, operands, _ in reversed(self._instructions):
            mask = 0
            for result in results:
                mask |= users[result]
            if mask & (mask - 1) == 0:
                self._column.update((result, mask.bit_length() - 1) for result in results)
            for operand in operands:
                users[operand] |= mask

    def _groups(self) -> Iterator[dict[int, int]]:
        """Lanes of columns: of the first one left, and of those that need the most of what it needs."""
        number: dict[int, int] = {}
        needed: defaultdict[int, int] = defaultdict(int)  # by columns, of values that several need, as bits
        for _, results, operands, _ in self._instructions:
            column = self._column.get(max(results))
            if column is not None:
                for operand in operands:
                    if operand not in self._column and operand not in self._constants:
                        needed[column] |= 1 << number.setdefault(operand, len(number))
        left = sorted(needed)
        while len(left) > 1:
            first = left[0]
            common = {column: (needed[first] & needed[column]).bit_count() for column in left}
            left.sort(key=lambda column: -common[column])
            enough = _ALIKE * common[left[1]]
            group = [column for column in left[: self._width] if common[column] >= enough]
            yield {column: lane for lane, column in enumerate(sorted(group))}
            left = sorted(left[len(group) :])

    def _pack_group(self, lanes: Mapping[int, int]) -> None:
        """Pack what is alike in these columns, the last instructions first."""
        waiting: list[tuple[int, int, tuple[int, ...]]] = []
        seen: set[tuple[int, ...]] = set()

        def look_at(role: Mapping[int, int]) -> None:
            """Values of one role, by lanes."""
            nodes = tuple([role.get(lane, _NONE) for lane in range(self._width)])
            last = max([self._maker.get(node, _NONE) for node in nodes])
            if last != _NONE and nodes not in seen:
                seen.add(nodes)
                heappush(waiting, (-last, len(seen), nodes))

        for row in self._rows:
            look_at({lanes[column]: node for column, node in row.items() if column in lanes})
        while waiting:
            _, _, nodes = heappop(waiting)
            alike: defaultdict[Op, dict[int, Signed]] = defaultdict(dict)
            for lane, node in enumerate(nodes):
                column = self._column.get(node, _NONE)
                if node in self._maker and node not in self._place and lanes.get(column) == lane:
                    instruction = self._instructions[self._maker[node]]
                    alike[instruction.op][lane] = instruction
            for op, pack in alike.items():
                if len(pack) > 2 and op in _PACKED:
                    for lane, instruction in pack.items():
                        self._place[instruction.results[0]] = len(self.packs), lane
                    self.packs.append(pack)
                    for role in _operands(pack):
                        look_at(role)

    def _undo_what_costs(self) -> None:
        """Undo packs that cost more than they save: those first that others are made from."""
        last = [
            max((self._maker[each.results[0]] for each in pack.values()), default=0) for pack in self.packs
        ]
        order = sorted(range(len(self.packs)), key=last.__getitem__)
        for number in order:
            pack = self.packs[number]
            # An instruction for each lane but one, and one for each result that is in its lane already.
            if sum(map(self._moves, _operands(pack))) >= 2 * len(pack) - 1:
                self._undo(number)
        wanted = {node for row in self._rows for node in row.values()}
        for number in reversed(order):
            pack = self.packs[number]
            if wanted.isdisjoint(each.results[0] for each in pack.values()):
                self._undo(number)
            else:
                wanted.update(x for each in pack.values() for x in each.operands)

    def _undo_circles(self) -> None:
        """Undo packs that need each other: of all in a circle the one whose first instruction comes first.

        What that instruction needs is known, so that it can go on alone.
        """
        users: defaultdict[int, list[int]] = defaultdict(list)
        missing = [0] * len(self._instructions)  # operands that are not known yet
        for place, (_, _, operands, _) in enumerate(self._instructions):
            for operand in operands:
                if operand in self._maker:
                    users[operand].append(place)
                    missing[place] += 1
        lacking = [len(pack) for pack in self.packs]  # lanes that wait for an operand
        known = [False] * len(missing)
        ready = [place for place, count in enumerate(missing) if not count]
        first = 0
        while True:
            while ready:
                place = ready.pop()
                number, _ = self._place.get(self._instructions[place].results[0], (_NONE, _NONE))
                together = [place]
                if number != _NONE:
                    lacking[number] -= 1
                    if lacking[number]:
                        continue
                    together = [self._maker[each.results[0]] for each in self.packs[number].values()]
                for each in together:
                    known[each] = True
                    for result in self._instructions[each].results:
                        for user in users[result]:
                            missing[user] -= 1
                            if not missing[user]:
                                ready.append(user)
            while first < len(known) and known[first]:
                first += 1
            if first == len(known):
                return
            number, _ = self._place[self._instructions[first].results[0]]
            ready = [
                place
                for each in self.packs[number].values()
                for place in [self._maker[each.results[0]]]
                if not missing[place]
            ]
            self._undo(number)

    def _undo(self, number: int) -> None:
        for each in self.packs[number].values():
            self._place.pop(each.results[0], None)
        self.packs[number] = {}

    def _moves(self, role: Mapping[int, int]) -> int:
        """How many values have to be put into their lanes."""
        if len({*role.values()}) == 1 or self._constants.issuperset(role.values()):
            return 0
        places = [self._place.get(node, (_NONE, _NONE)) for node in role.values()]
        there = Counter(pack for (pack, lane), wanted in zip(places, role, strict=True) if lane == wanted)
        return len(role) - max(there.values(), default=1)

    def _count_gain(self) -> int:
        gain = 0
        moved: set[tuple[tuple[int, int], ...]] = set()
        for pack in self.packs:
            gain += max(len(pack) - 1, 0)
            for role in _operands(pack):
                key = tuple(role.items())
                gain -= 0 if key in moved else self._moves(role)
                moved.add(key)
        alone = (each for each in self._instructions if each.results[0] not in self._place)
        return gain - len({x for each in alone for x in each.operands if x in self._place})


def _rows(program: Program, negatives: Mapping[int, int]) -> Iterator[dict[int, int]]:
    """The values of rows of results, by columns; those of all matrices stand side by side.

    Of a symmetric matrix the values above the diagonal belong to their columns, and are copied from there.
    """
    start = 0
    rows: defaultdict[int, dict[int, int]] = defaultdict(dict)
    seen: set[int] = set()
    for output in program.outputs:
        if len(output.shape) > 1:
            columns = output.shape[-1]
            for place, value in enumerate(output.scalars):
                if isinstance(value, Scalar) and value.id not in seen:
                    seen.add(value.id)
                    row, column = divmod(place, columns)
                    rows[row][start + column] = negatives.get(value.id, value.id)
            start += columns
    yield from rows.values()


def _operands(pack: Mapping[int, Signed]) -> Iterator[dict[int, int]]:
    """What is needed, by lanes, one operand after the other."""
    for place in range(len(next(iter(pack.values())).operands) if pack else 0):
        yield {lane: each.operands[place] for lane, each in pack.items()}
