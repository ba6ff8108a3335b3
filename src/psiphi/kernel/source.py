"""Where the code of a compiled function comes from: traced and emitted, or remembered on disk."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from psiphi.errors import CompileError
from psiphi.kernel import cache
from psiphi.kernel.counts import Operations
from psiphi.kernel.emit_batch import Emission
from psiphi.kernel.emit_loops import TABLES, emit_loop
from psiphi.kernel.emit_program import emit_program
from psiphi.kernel.loops import LoopProgram, LoopTables, signature_of
from psiphi.kernel.loops_layout import layout_of
from psiphi.kernel.loops_verify import verify_loop
from psiphi.kernel.program import Argument, Program, verify
from psiphi.kernel.signature import Result, Signature
from psiphi.kernel.target import Precision, Target


class Source(Protocol):
    """Something that can be compiled.

    key         names the code: sources with equal keys emit equal code
    tables      data that the code reads besides its arguments, for each precision
    copies      how many times over the code needs each part of its workspace
    """

    key: str
    signature: Signature
    copies: tuple[int, ...]

    def emit(self, target: Target) -> Emission: ...

    def tables(self, precision: Precision) -> tuple[Any, ...]: ...


class ProgramSource:
    """A program that is traced when it is needed: not at all where its code is on disk under its key."""

    copies: tuple[int, ...] = (1,)

    def __init__(self, build: Callable[[], Program], key: str | None) -> None:
        self._build = build
        self.key = key if key is not None else self.program.digest
        known = cache.read(self._signature_key)
        if known is not None:
            self.signature = _signature_from(known.facts)
        else:
            self.signature = Signature.of(self.program)
            cache.write(self._signature_key, cache.Entry(_signature_facts(self.signature), b""))

    @cached_property
    def program(self) -> Program:
        program = self._build()
        verify(program)
        return program

    @property
    def _signature_key(self) -> str:
        return cache.key_of("signature", self.key)

    def emit(self, target: Target) -> Emission:
        if Signature.of(self.program) != self.signature:
            raise CompileError(f"The key {self.key!r} was used for a different program before.")
        return emit_program(self.program, target)

    def tables(self, precision: Precision) -> tuple[Any, ...]:
        return ()


class LoopSource:
    """A rolled program with the tables of one system; all systems of the same classes share the code."""

    def __init__(self, program: LoopProgram, tables: LoopTables) -> None:
        verify_loop(program, tables)
        self._program = program
        self.key = program.digest
        self.signature = signature_of(program, tables)
        self._layout = layout_of(program, tables)
        self.copies = (tables.bodies, self._layout.seats, self._layout.columns)
        self._converted: dict[Precision, tuple[Any, ...]] = {}

    def emit(self, target: Target) -> Emission:
        return emit_loop(self._program, target)

    def tables(self, precision: Precision) -> tuple[Any, ...]:
        if precision not in self._converted:
            layout = self._layout
            found = {
                "bodies": layout.bodies,
                "constants": layout.constants.astype(precision.dtype),
                "words": layout.words,
                "chunks": layout.chunks,
            }
            self._converted[precision] = tuple(np.ascontiguousarray(found[name]) for name in TABLES)
        return self._converted[precision]


def _signature_facts(signature: Signature) -> dict[str, Any]:
    return {
        "arguments": [[argument.name, argument.shape] for argument in signature.arguments],
        "results": [[result.name, result.shape] for result in signature.results],
        "operations": vars(signature.operations),
    }


def _signature_from(facts: dict[str, Any]) -> Signature:
    return Signature(
        tuple(Argument(name, tuple(shape)) for name, shape in facts["arguments"]),
        tuple(Result(name, tuple(shape)) for name, shape in facts["results"]),
        Operations(**facts["operations"]),
    )
