"""Steps of an iteration on rows: calls of its functions on buffers, and the table that their loop reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.call.run import Memory, address
from psiphi.kernel.iterate.emit_rows import BRANCH, COPY
from psiphi.kernel.iterate.slots import array_of

if TYPE_CHECKING:
    from psiphi.kernel.code.target import Precision
    from psiphi.kernel.code.variant import Variant
    from psiphi.kernel.iterate.iteration import Phase
    from psiphi.kernel.native import NativeFunction

Words = NDArray[np.int64]


class StepsOnRows:
    """The calls of two steps, on two places for each array, between which its values go to and fro.

    table     the words of a run (emit_rows.py), but for its clock and where arrays lie outside
    outside   which words these are: those of the clock, then two of each array, its address and distance
    places    the word that is the address of an array outside: of samples under "x sampled"

    Arrays outside are given, streamed, sampled and carried ones, in this order. Those that are `shared` have
    one row for all.
    """

    def __init__(
        self,
        phases: Sequence[Phase],
        functions: Sequence[NativeFunction],
        variants: Sequence[Variant],
        arrays: Sequence[Mapping[str, int]],
        precision: Precision,
        rows: int,
        shared: set[str],
    ) -> None:
        self._made_of = (precision, rows, variants)
        self._precision, self._rows, self._shared = precision, rows, shared
        self._memory: dict[str, tuple[int, int]] = {}
        self._numbers: dict[str, int] = {}
        self._side: dict[str, int] = {}
        self._all: list[Memory] = []
        workspace = self._aligned(max(variant.workspace for variant in variants))
        sides: list[dict[str, int]] = []
        both: list[list[tuple[int, Words, int]]] = []
        for _ in range(2):
            sides.append(dict(self._side))
            both.append(self._actions(phases, functions, variants, workspace))
        self._tables = both
        words = [0, 0, 0, len(both[0]), *map(len, arrays)]
        for (what, table, last), (_, other, _) in zip(*both, strict=True):
            words += [what, address(table), address(other), last]
        self.places: dict[str, int] = {}
        outside = [0, 1, 2]
        given, streamed, sampled, carried = arrays
        for name, size in (*given.items(), *streamed.items()):
            self.places[name] = len(words)
            outside += [len(words), len(words) + 1]
            start = self._both(name, size)[0]
            words += [0, 0, self._numbers[name], start]
        for names, title in ((sampled, "{} sampled"), (carried, "{} carried")):
            for name, size in names.items():
                self.places[title.format(name)] = len(words)
                outside += [len(words), len(words) + 1]
                words += [0, 0, size, *(self._both(name, size)[side.get(name, 0)] for side in sides)]
        self.table, self.outside = np.array(words, np.int64), np.array(outside)

    def is_of(self, precision: Precision, rows: int, variants: Sequence[Variant]) -> bool:
        """Whether it calls this code for so many rows, none of which is shared."""
        return self._made_of == (precision, rows, variants)

    def _actions(
        self,
        phases: Sequence[Phase],
        functions: Sequence[NativeFunction],
        variants: Sequence[Variant],
        workspace: int,
    ) -> list[tuple[int, Words, int]]:
        """Calls of functions with their tables and workspaces, and the ends of loops, of the next step."""
        found: list[tuple[int, Words, int]] = []
        open_: list[tuple[int, str, dict[str, int]]] = []  # where loops begin, their names, and sides there

        def act(what: int, table: Sequence[int], last: int = 0) -> None:
            found.append((what, np.array(table, np.int64), last))

        def close() -> None:
            first, _, sides = open_.pop()
            for table in self._turned_back(sides):
                act(COPY, table)
            act(BRANCH, [0, 0], first)
            found[first] = (*found[first][:2], len(found))

        for phase, function, variant in zip(phases, functions, variants, strict=True):
            while [name for _, name, _ in open_] != list(phase.loops[: len(open_)]):
                close()
            for name in phase.loops[len(open_) :]:
                open_.append((len(found), name, dict(self._side)))
                act(BRANCH, [self._now(name, 1), 1])
            reads = phase.reads or tuple(array_of(argument.name) for argument in function.arguments)
            writes = phase.writes or tuple(array_of(result.name) for result in function.outputs)
            for _ in range(phase.repeat):
                table: list[int] = []
                for name, argument in zip(reads, function.arguments, strict=True):
                    here = self._now(name, argument.size)
                    table += [here, 0 if name in self._shared else argument.size]
                for name, result in zip(writes, function.outputs, strict=True):
                    table += [self._both(name, result.size)[1 - self._side.get(name, 0)], result.size]
                for data in function.tables(self._precision):
                    table += [address(data), len(data)]
                for name in writes:
                    self._side[name] = 1 - self._side.get(name, 0)
                act(variant.loaded.address, table, workspace)
        while open_:
            close()
        return found

    def _aligned(self, size: int) -> int:
        """The address of so many bytes, at the start of a cache line."""
        self._all.append(Memory(size))
        return self._all[-1].address

    def _both(self, name: str, size: int) -> tuple[int, int]:
        if name not in self._memory:
            self._numbers[name] = (1 if name in self._shared else self._rows) * size
            room = self._numbers[name] * self._precision.size
            self._memory[name] = self._aligned(room), self._aligned(room)
        return self._memory[name]

    def _now(self, name: str, size: int) -> int:
        return self._both(name, size)[self._side.get(name, 0)]

    def _turned_back(self, sides: Mapping[str, int]) -> list[tuple[int, int, int]]:
        """From where to where, and how many numbers, arrays are copied to be as they were."""
        found: list[tuple[int, int, int]] = []
        for name, side in self._side.items():
            before = sides.get(name, 0)
            if side != before:
                both = self._memory[name]
                found.append((both[side], both[before], self._numbers[name]))
                self._side[name] = before
        return found
