"""The only door to LLVM: IR text to object code, object code of any kind to callable addresses.

Compiling and loading are apart on purpose: object code from the disk takes the same way as fresh object code.
"""
# llvmlite carries no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import Any

import llvmlite.binding as binding
import numpy as np

from psiphi.errors import CompileError
from psiphi.locks import LLVM

# Level 2 generates the faster code; IR-level passes are not run, since the IR comes out simplified already.
# Level 0 takes a quarter of the time, and is as good for code that reads a few words and branches.
_LEVEL, _QUICK_LEVEL = 2, 0

# Scheduling of straight-line code of thousands of operations costs a third of the compile time and loses
# speed: the order in which a recursion was traced is the better one. Addresses in loops are written as they
# should be, and need no search for better ones, a tenth of the time.
_OWN = ("-enable-misched=false", "-disable-lsr=true")
_OF_OTHERS = ("-enable-misched=true", "-disable-lsr=false")


@cache
def _initialise() -> Any:
    """Prepare LLVM once, and give the host's target."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    # Registers are allotted with care at level 0 too; above, they are anyway.
    binding.set_option("psiphi", "-optimize-regalloc")
    # MCJIT loads ELF on Windows too.
    return binding.Target.from_triple(triple() + ("-elf" if sys.platform == "win32" else ""))


@contextmanager
def _own_options() -> Generator[None]:
    """Options belong to the process: they hold while psiphi compiles, and not for others that use LLVM."""
    try:
        for option in _OWN:
            binding.set_option("psiphi", option)
        yield
    finally:
        for option in _OF_OTHERS:
            binding.set_option("psiphi", option)


@cache
def triple() -> str:
    """The platform, as LLVM names it."""
    return binding.get_process_triple()


@cache
def host_features() -> frozenset[str]:
    """The features of the processor this process runs on."""
    return frozenset(name for name, present in binding.get_host_cpu_features().items() if present)


def version() -> str:
    """The version of LLVM, which decides how object code comes out."""
    return ".".join(str(part) for part in binding.llvm_version_info)


def _target_machine(cpu: str, level: int = _LEVEL) -> Any:
    return _initialise().create_target_machine(cpu=cpu, opt=level, reloc="pic", codemodel="small")


def assemble(ir: str, cpu: str, *, quick: bool = False) -> bytes:
    """Compile IR text to position-independent object code for a processor; `quick` is for plain code."""
    with LLVM:
        machine = _target_machine(cpu, _QUICK_LEVEL if quick else _LEVEL)
        try:
            module = binding.parse_assembly(ir)
            with _own_options():
                return machine.emit_object(module)
        except RuntimeError as error:
            raise CompileError(f"LLVM refused the generated code: {error}") from error


class LoadedObject:
    """Object code in memory, ready to run; it stays there as long as this object lives.

    address     where the function of that name starts
    """

    def __init__(self, code: bytes, symbol: str) -> None:
        with LLVM:
            machine = _target_machine("")
            empty = binding.parse_assembly("")
            # llvmlite's memory manager reserves one block for all sections: code can reach its constants.
            engine = binding.create_mcjit_compiler(empty, machine, use_lmm=True)
            engine.add_object_file(binding.ObjectFileRef.from_data(code))
            engine.finalize_object()
            self.address: int = engine.get_function_address(symbol)
        # Engines close themselves when the collector finalises what has become unreachable, and finalisers of
        # other objects may still call the code then. The collector does not look into arrays.
        self._engine = np.array([engine], object)
        if not self.address:
            raise CompileError(f"The object code has no function {symbol}.")
