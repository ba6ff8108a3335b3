"""Where the code of a compiled function comes from: traced and emitted, or remembered on disk."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator
from contextlib import contextmanager
from operator import index
from typing import TYPE_CHECKING, Any, Protocol

from psiphi.errors import CompileError
from psiphi.kernel.code import cache
from psiphi.kernel.code.target import Precision, Target
from psiphi.kernel.program.signature import Argument, Operations, Result, Signature
from psiphi.locks import COMPILING, cached_property

if TYPE_CHECKING:
    from psiphi.kernel.emit.batch import Emission
    from psiphi.kernel.program.program import Program


class Source(Protocol):
    """Something that can be compiled.

    key         names the code: sources with equal keys emit equal code
    tables      data that the code reads besides its arguments, for each precision
    copies      how many times over the code needs each part of its workspace
    """

    key: str
    signature: Signature

    @property
    def copies(self) -> tuple[int, ...]: ...

    def emit(self, target: Target) -> Emission: ...

    def tables(self, precision: Precision) -> tuple[Any, ...]: ...


class ProgramSource:
    """A program that is traced when it is needed: not at all where its code is on disk under its key."""

    copies: tuple[int, ...] = (1,)

    def __init__(self, build: Callable[[], Program], key: str | None) -> None:
        self._build = build
        self.key = key if key is not None else self._program_digest()
        known = cache.read(
            self._signature_key, lambda entry: (_signature_from(entry.facts), index(entry.facts["nodes"]))
        )
        self._is_from_disk = known is not None
        if known is not None:
            self.signature, self.nodes = known
        else:
            program = self.traced()
            self.signature, self.nodes = _signature_of(program), len(program.nodes)
            facts = {**_signature_facts(self.signature), "nodes": self.nodes}
            cache.write(self._signature_key, cache.Entry(facts, b""))

    def _program_digest(self) -> str:
        with COMPILING:
            return self._program.digest

    def traced(self) -> Program:
        """The program; one that was on disk must have been the same."""
        with COMPILING:
            program = self._program
        if self._is_from_disk and _signature_of(program) != self.signature:
            raise CompileError(f"The key {self.key!r} was used for a different program before.")
        return program

    @cached_property
    def _program(self) -> Program:
        from psiphi.kernel.code.progress import telling  # not needed where the code is on disk
        from psiphi.kernel.program.program import verify

        with no_collection(), telling("tracing"):
            program = self._build()
            verify(program)
        return program

    @property
    def _signature_key(self) -> str:
        return cache.key_of("signature", self.key)

    def emit(self, target: Target) -> Emission:
        program = self.traced()
        from psiphi.kernel.emit.form import emit_program  # not needed where the code is on disk

        with COMPILING, no_collection():
            return emit_program(program, target)

    def tables(self, precision: Precision) -> tuple[Any, ...]:
        return ()


@contextmanager
def no_collection() -> Generator[None]:
    """Nodes come by the thousand and stay: Python does not look for garbage among them meanwhile."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _signature_of(program: Program) -> Signature:
    from psiphi.kernel.program.counts import signature_of  # not needed where the code is on disk

    return signature_of(program)


def _signature_facts(signature: Signature) -> dict[str, Any]:
    return {
        "arguments": [[argument.name, argument.shape] for argument in signature.arguments],
        "results": [[result.name, result.shape] for result in signature.results],
        "operations": vars(signature.operations),
    }


def _signature_from(facts: dict[str, Any]) -> Signature:
    return Signature(
        tuple(Argument(str(name), tuple(map(index, shape))) for name, shape in facts["arguments"]),
        tuple(Result(str(name), tuple(map(index, shape))) for name, shape in facts["results"]),
        Operations(**facts["operations"]),
    )
