"""Iterations: programs that run step after step in native code, on many rows at once.

An iteration has *phases*, which run one after the other in every step, and arrays by name. Phases read arrays
and overwrite them, each row by itself:

given      read once for each row, before the first step: where it starts, and what stays as it is
streamed   read again after every few steps (`hold`): what comes from outside
sampled    written before the first step, and after every few (`every`)
carried    those of what is given that the last step leaves where they were read, for a run that goes on

A rollout is an iteration in time: given q, v and dt, streamed torques, sampled q and v. Newton's method is
one towards a solution. Results of a row depend neither on the rows beside it nor on threads, bit for bit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import partial
from typing import Any
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.kernel.call.run import Memory, address, in_threads
from psiphi.kernel.code import isa
from psiphi.kernel.code.target import Precision, Target
from psiphi.kernel.code.variant import Variant, obtain
from psiphi.kernel.emit.batch import Emission
from psiphi.kernel.iterate.emit import STRIPS, emit_iteration
from psiphi.kernel.iterate.emit_rows import emit_row_iteration
from psiphi.kernel.iterate.on_rows import StepsOnRows
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.program import Program
from psiphi.kernel.thresholds import BYTECODE_IN_STEPS
from psiphi.locks import COMPILING, cached_property

Array = NDArray[Any]
Arrays = Mapping[str, Array]
Clock = tuple[int, int, int]  # steps, every, hold


@frozen(eq=False)
class Phase:
    """A part of a step: a program that is traced when it is needed, or a compiled function.

    name      tells it from the others of an iteration
    repeat    how many times it runs before the next phase does
    ahead     whether it reads nothing that changes but streams, one time in each step: a single row is then
              done for all times at once, as rows of a batch, before the first step
    reads     the arrays that are the arguments of a function, in their order
    writes    the arrays that its results overwrite; for a program it is x for an output x_next
    loops     phases that follow each other and begin with equal names here are one loop in the step: it runs
              while the array of the name is positive in any row. Its phases must leave rows as they are in
              which it is not; loops may lie within loops
    """

    name: str
    build: Callable[[], Program] | None = None
    function: NativeFunction | None = None
    repeat: int = 1
    ahead: bool = False
    reads: tuple[str, ...] | None = None
    writes: tuple[str, ...] | None = None
    loops: tuple[str, ...] = ()

    def compiled(self, key: str) -> NativeFunction:
        """The phase as a function of rows, none of which it looks at: samples are looked at."""
        if self.function is not None:
            return self.function
        build = self.build
        assert build is not None
        return compile_program(
            lambda: replace(build(), watched=False), key=f"{key} {self.name}", bytecode_from=BYTECODE_IN_STEPS
        )


class _OnSlots:
    """The code of an iteration for batches: source of machine code in the sense of kernel.source."""

    copies: tuple[int, ...] = (1,)

    def __init__(self, iteration: Iteration) -> None:
        self._iteration = iteration
        self.key = f"iteration {iteration.key}"

    def emit(self, target: Target) -> Emission:
        own = self._iteration
        programs = {phase.name: phase.build() for phase in own.phases if phase.build is not None}
        calls = [(phase.name, phase.repeat, phase.loops) for phase in own.phases]
        return emit_iteration(programs, calls, own.given, own.streamed, own.sampled, own.carried, target)


class _OnRows:
    """The code that runs any iteration, function by function."""

    key = "iteration on rows"
    copies: tuple[int, ...] = (1,)

    def emit(self, target: Target) -> Emission:
        return emit_row_iteration(target)


@frozen(eq=False)
class Iteration:
    """A compiled iteration; arrays have names and numbers in a row.

    key     names it in any process: iterations of equal keys must have equal phases
    """

    key: str
    phases: tuple[Phase, ...]
    given: Mapping[str, int]
    streamed: Mapping[str, int]
    sampled: Mapping[str, int]
    carried: Mapping[str, int] = field(default_factory=dict[str, int])
    _variants: dict[tuple[Precision, bool], Variant] = field(default_factory=dict[Any, Variant])

    @cached_property
    def fits_slots(self) -> bool:
        """Whether all phases are programs that are traced here, and not loops over bodies."""
        return all(phase.build is not None for phase in self.phases)

    @cached_property
    def functions(self) -> tuple[NativeFunction, ...]:
        """The phases as functions of rows."""
        compiled = {phase.name: phase.compiled(self.key) for phase in self.phases}
        return tuple(compiled[phase.name] for phase in self.phases)

    def prepare(
        self,
        arrays: Arrays,
        samples: Arrays,
        *,
        steps: int,
        every: int = 1,
        hold: int | None = None,
        threads: int = 1,
    ) -> Run:
        """A run on arrays as they will be when it is started.

        arrays   given ones (rows, n), or (1, n) for all rows; streams (times, rows, n) or (times, 1, n)
        samples  (steps // every + 1, rows, n), to be filled
        hold     steps after which the next time of the streams is read; None never reads them again

        All are of one precision; what belongs to one time is C-contiguous, and times may lie backwards.
        """
        first = next(iter(samples.values()))
        precision = Precision.SINGLE if first.dtype == np.float32 else Precision.DOUBLE
        rows = first.shape[1]
        clock = (steps, every, hold or max(steps, 1))
        on_slots = self.fits_slots and rows > 1
        if rows == 1 and self._ahead:
            times = {
                name: np.empty((steps, 1, size), first.dtype) for name, size in self._known_ahead.items()
            }
            arrays = {**arrays, **times}
            before = [self._for_all_times(function, precision, arrays, steps) for function in self._ahead]
            return Run([self._after._rows_part(precision, arrays, samples, clock, 0, 1)], samples, before)
        share = max(rows, 1)
        if threads > 1:
            block = STRIPS * Target.wide(isa.selected(), precision).lanes
            share = max(block, -(-rows // (threads * block)) * block)
        parts = [(start, min(share, rows - start)) for start in range(0, rows, share)]
        make = self._slots_part if on_slots else self._rows_part
        return Run([make(precision, arrays, samples, clock, *part) for part in parts], samples)

    @cached_property
    def _ahead(self) -> tuple[NativeFunction, ...]:
        return tuple(phase.compiled(self.key) for phase in self.phases if phase.ahead)

    @cached_property
    def _known_ahead(self) -> dict[str, int]:
        return {result.name: result.size for function in self._ahead for result in function.outputs}

    @cached_property
    def _after(self) -> Iteration:
        """What is left to do in each step where phases were done ahead, whose results are streams."""
        phases = tuple(phase for phase in self.phases if not phase.ahead)
        return replace(self, phases=phases, streamed={**self.streamed, **self._known_ahead})

    def _for_all_times(
        self, function: NativeFunction, precision: Precision, arrays: Arrays, steps: int
    ) -> _Part:
        """A function of one row as a batch, with a row for each time."""
        words = [(_from(arrays[x.name], 0)[0], _distance(arrays[x.name])) for x in function.arguments]
        words += [(arrays[x.name].ctypes.data, x.size) for x in function.outputs]
        words += [(data.ctypes.data, len(data)) for data in function.tables(precision)]
        table = np.array(words, np.int64).ravel()
        return _Part(function.variant(precision, True, steps), steps, table, {}, None, (arrays, function))

    def _variant(self, precision: Precision, on_slots: bool) -> Variant:
        with COMPILING:
            found = self._variants.get((precision, on_slots))
            if found is None:
                make = Target.wide if on_slots else Target.narrow
                source: Any = _OnSlots(self) if on_slots else _OnRows()
                found = self._variants[precision, on_slots] = obtain(source, make(isa.selected(), precision))
            return found

    def _slots_part(
        self, precision: Precision, arrays: Arrays, samples: Arrays, clock: Clock, start: int, rows: int
    ) -> _Part:
        words, places = [*clock], dict[str, int]()
        for name in self._read:
            places[name] = len(words)
            words += [*_from(arrays[name], start), _distance(arrays[name])]
        for name in self.sampled:
            places[f"{name} sampled"] = len(words)
            words += [*_from(samples[name], start), _distance(samples[name])]
        variant = self._variant(precision, True)
        return _Part(variant, rows, np.array(words, np.int64), places, samples, arrays)

    def _rows_part(
        self, precision: Precision, arrays: Arrays, samples: Arrays, clock: Clock, start: int, rows: int
    ) -> _Part:
        steps = self._steps_on_rows(precision, arrays, rows, clock[0])
        outside = [*clock]
        for names, found in ((self._read, arrays), (self.sampled, samples), (self.carried, arrays)):
            for name in names:
                outside += [_from(found[name], start)[0], _distance(found[name])]
        words = steps.table.copy()
        words[steps.outside] = outside
        part = _Part(self._variant(precision, False), rows, words, steps.places, samples, (arrays, steps))
        if rows == 1:
            self._last.append((steps, ref(part)))
        return part

    @cached_property
    def _read(self) -> tuple[str, ...]:
        return (*self.given, *self.streamed)

    @cached_property
    def _last(self) -> deque[tuple[StepsOnRows, ref[_Part]]]:
        """The steps of a single row that were taken last, and by whom: often others like it follow."""
        return deque(maxlen=1)

    def _steps_on_rows(self, precision: Precision, arrays: Arrays, rows: int, steps: int) -> StepsOnRows:
        variants = [function.variant(precision, rows > 1, rows * steps) for function in self.functions]
        with suppress(IndexError):
            found, user = self._last.pop()  # no other thread has them then
            if user() is None and found.is_of(precision, rows, variants):
                return found
        shared = {name for name, x in arrays.items() if x.shape[-2] == 1 and rows > 1}
        named = (self.given, self.streamed, self.sampled, self.carried)
        return StepsOnRows(self.phases, self.functions, variants, named, precision, rows, shared)


class _Part:
    """What one thread runs: rows that follow each other.

    places   the words that are the addresses of arrays, by name
    samples  the arrays that it fills
    kept     what else must stay while it runs, besides its code
    """

    def __init__(
        self,
        variant: Variant,
        rows: int,
        words: Array,
        places: Mapping[str, int],
        samples: Arrays | None,
        kept: object,
    ) -> None:
        self._memory = Memory(variant.workspace) if variant.workspace else None
        self._workspace = 0 if self._memory is None else self._memory.address
        self._run, self._rows, self._words, self._places = variant.run, rows, words, places
        self._samples, self._kept = samples, (variant, kept)

    def run(self) -> None:
        self._run(address(self._words), self._rows, self._workspace)

    def onto(self, distances: Mapping[str, int], clock: Clock) -> None:
        """Have samples so many bytes further on, which someone else keeps."""
        self._samples = None
        self._words[:3] = clock
        for name, distance in distances.items():
            self._words[self._places[f"{name} sampled"]] += distance

    def repeated(self, times: int, advance: Mapping[str, int]) -> Callable[[int], None]:
        tables = np.tile(self._words, (times, 1))
        for name, distance in advance.items():
            tables[:, self._places[name]] += distance * np.arange(times)
        first, size = tables.ctypes.data, tables.strides[0]
        run, rows, workspace = self._run, self._rows, self._workspace

        def start(number: int) -> None:
            run(first + number * size, rows, workspace)

        start.kept = (self, tables)  # type: ignore[attr-defined]
        return start


class Run:
    """An iteration with its arrays, ready to be started as often as wanted."""

    def __init__(self, parts: Sequence[_Part], samples: Arrays, before: Sequence[_Part] = ()) -> None:
        self._parts, self._before = parts, before
        self._places = {name: address(x) for name, x in samples.items()}

    def __call__(self) -> None:
        """Run all steps: the interpreter lock is released meanwhile."""
        for part in self._before:
            part.run()
        in_threads([part.run for part in self._parts])

    def onto(self, samples: Arrays, clock: Clock) -> None:
        """Fill other arrays, of as many rows, which the caller keeps; the clock is steps, every and hold."""
        before, self._places = self._places, {name: address(x) for name, x in samples.items()}
        for part in self._parts:
            part.onto({name: x - before[name] for name, x in self._places.items()}, clock)

    def repeated(self, times: int, advance: Mapping[str, int]) -> Callable[[int], None]:
        """The same run `times` times, to be started by number, on arrays that lie further on each time.

        advance   by how many bytes: of a given or streamed array under its name, of samples under "x sampled"
        """
        assert not self._before  # phases ahead would have to be repeated, too
        starts = [part.repeated(times, advance) for part in self._parts]
        if len(starts) == 1:
            return starts[0]
        return lambda number: in_threads([partial(start, number) for start in starts])


def _from(array: Array, start: int) -> tuple[int, int]:
    """The address of a row of an array (..., rows, n), and the distance of rows; zero where there is one."""
    *_, rows, size = array.shape
    by_row = size if rows > 1 else 0
    return address(array) + start * by_row * array.itemsize, by_row


def _distance(array: Array) -> int:
    """From one time to the next, in numbers; negative where time runs backwards."""
    return array.strides[0] // array.itemsize if array.ndim == 3 and len(array) > 1 else 0
