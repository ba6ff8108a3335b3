"""Searches: iterations whose rows end by themselves, each after as many steps as it needs.

A search has phases, as an iteration has, and arrays by name (iteration.py):

given   read once for each row: what is looked for
begun   read at the start of every attempt: where to begin
kept    written when an attempt ends that is the best of its row so far; VERDICT is one of them

In every step the phases say, by the first number of the array VERDICT, what becomes of a row: 0 goes on, a
positive number ends it, anything else ends the attempt, and the next one begins. The second number is how
far from its goal the row is; of attempts that fail, the nearest is kept. A lane whose row has ended takes the
next one, so that rows that need many steps keep none waiting. What is kept of a row depends neither on the
rows beside it nor on threads, bit for bit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.call.run import in_threads, workspace
from psiphi.kernel.code import isa
from psiphi.kernel.code.target import Precision, Target
from psiphi.kernel.code.variant import Variant, obtain
from psiphi.kernel.emit.batch import Emission
from psiphi.kernel.iterate.emit_search import emit_search
from psiphi.kernel.iterate.iteration import Phase
from psiphi.kernel.iterate.slots import slots_of
from psiphi.locks import COMPILING

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Search:
    """A compiled search, in double precision; arrays have names and numbers in a row.

    key     names it in any process: searches of equal keys must have equal phases
    phases  programs, each of which runs once in every step
    """

    key: str
    phases: tuple[Phase, ...]
    given: Mapping[str, int]
    begun: Mapping[str, int]
    kept: Mapping[str, int]
    copies: tuple[int, ...] = (1,)

    def emit(self, target: Target) -> Emission:
        """The code of the search: it is a source of machine code in the sense of kernel.source."""
        programs = [phase.build() for phase in self.phases if phase.build is not None]
        return emit_search(programs, self._arrays, target)

    @cached_property
    def _arrays(self) -> dict[str, int]:
        return {**self.given, **self.begun, **self.kept}

    @cached_property
    def _variant(self) -> Variant:
        with COMPILING:
            source: Any = self
            return obtain(source, Target.wide(isa.selected(), Precision.DOUBLE))

    @cached_property
    def _places(self) -> dict[str, int]:
        return slots_of([], self._arrays)[0]

    def run(
        self,
        arrays: Mapping[str, Array],
        rows: int,
        *,
        threads: int = 1,
        times: int = 1,
        advance: Mapping[str, int] | None = None,
    ) -> None:
        """Search for all rows; the interpreter lock is released meanwhile.

        arrays   given and kept ones (rows, n), begun ones (attempts, rows, n); of given and begun ones also
                 (…, 1, n), for all rows. They are of double precision, and the numbers of a row lie together
        times    how often, one after the other, on arrays that lie further on each time by so many bytes
                 (`advance`): what one search keeps may be what the next begins with
        """
        if rows == 0:
            return
        share = -(-rows // threads)
        parts = [(start, min(share, rows - start)) for start in range(0, rows, share)]
        in_threads([partial(self._run, arrays, *part, times, advance or {}) for part in parts])

    def _run(
        self, arrays: Mapping[str, Array], start: int, rows: int, times: int, advance: Mapping[str, int]
    ) -> None:
        attempts = len(arrays[next(iter(self.begun))])
        words: list[int] = [attempts, len(self.given), len(self.begun), len(self.kept)]
        places: dict[str, int] = {}
        for name, size in self._arrays.items():
            array, item = arrays[name], arrays[name].itemsize
            by_row = array.strides[-2] // item if array.shape[-2] > 1 else 0
            by_attempt = array.strides[0] // item if array.ndim == 3 else 0
            places[name] = len(words)
            words += [array.ctypes.data + start * by_row * item, by_row, by_attempt, size, self._places[name]]
        variant = self._variant
        memory = workspace(variant.workspace)
        table = np.array(words, np.int64)
        if times > 1:
            table = np.tile(table, (times, 1))
            for name, distance in advance.items():
                table[:, places[name]] += distance * np.arange(times)
        first, size = table.ctypes.data, table.strides[0] if times > 1 else 0
        for number in range(times):
            variant.run(first + number * size, rows, memory)
