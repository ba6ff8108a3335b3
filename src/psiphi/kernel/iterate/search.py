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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.kernel.call.run import in_threads, workspace
from psiphi.kernel.code import isa
from psiphi.kernel.code.target import Precision, Target
from psiphi.kernel.code.variant import Variant, obtain
from psiphi.kernel.emit.batch import Emission
from psiphi.kernel.iterate.emit_search import emit_search
from psiphi.kernel.iterate.iteration import Phase
from psiphi.kernel.iterate.slots import slots_of
from psiphi.locks import COMPILING, cached_property

Array = NDArray[np.float64]


@frozen(eq=False)
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

    def run(self, arrays: Mapping[str, Array], rows: int, *, threads: int = 1) -> None:
        """Search for all rows; the interpreter lock is released meanwhile.

        arrays   given and kept ones (rows, n), begun ones (attempts, rows, n); of given and begun ones also
                 (…, 1, n), for all rows. They are of double precision, and the numbers of a row lie together
        """
        if rows == 0:
            return
        share = -(-rows // threads)
        in_threads([self.prepare(arrays, min(share, rows - x), x) for x in range(0, rows, share)])

    def prepare(self, arrays: Mapping[str, Array], rows: int, first: int = 0) -> Prepared:
        """A search for some rows, on arrays as they will be when it is started."""
        words: list[int] = [len(arrays[self._begins]), len(self.given), len(self.begun), len(self.kept)]
        places: dict[str, int] = {}
        for name, size in self._arrays.items():
            array, item = arrays[name], arrays[name].itemsize
            by_row = array.strides[-2] // item if array.shape[-2] > 1 else 0
            by_attempt = array.strides[0] // item if array.ndim == 3 else 0
            places[name] = len(words)
            words += [array.ctypes.data + first * by_row * item, by_row, by_attempt, size, self._places[name]]
        return Prepared(self._variant, np.array(words, np.int64), rows, places, arrays)

    @cached_property
    def _begins(self) -> str:
        return next(iter(self.begun))


@frozen(eq=False)
class Prepared:
    """A search with its arrays, to be started as often as wanted."""

    variant: Variant
    table: NDArray[np.int64]
    rows: int
    places: Mapping[str, int]
    arrays: Mapping[str, Array]

    @cached_property
    def _address(self) -> int:
        return self.table.ctypes.data

    def __call__(self) -> None:
        self.variant.run(self._address, self.rows, workspace(self.variant.workspace))

    def repeated(self, times: int, advance: Mapping[str, int]) -> None:
        """Search again and again, on arrays that lie further on each time, by so many bytes.

        What one search keeps may be what the next begins with.
        """
        table = np.tile(self.table, (times, 1))
        for name, distance in advance.items():
            table[:, self.places[name]] += distance * np.arange(times)
        first, size, memory = table.ctypes.data, table.strides[0], workspace(self.variant.workspace)
        for number in range(times):
            self.variant.run(first + number * size, self.rows, memory)
