"""Machine code on its way into memory: assembled once, then loaded from bytes in any process."""

from __future__ import annotations

import atexit
import ctypes
import mmap
import os
import sys
from typing import Any, Protocol
from weakref import WeakSet

from psiphi.errors import CompileError
from psiphi.kernel.code.cache import Entry


class Loaded(Protocol):
    """A function in memory, which stays there as long as this object lives."""

    @property
    def address(self) -> int: ...


def assemble(ir: str, cpu: str, symbol: str, *, quick: bool = False, **facts: Any) -> Entry:
    """The object code of a function, as one block where this system runs blocks."""
    from psiphi.kernel.code import linking, llvm  # not needed where the code is on disk

    code = llvm.assemble(ir, cpu, quick=quick)
    image = linking.link(code, symbol) if sys.platform == "linux" else None
    if image is None:
        return Entry(facts, code)
    return Entry({**facts, "start": image.start}, image.code)


def load(entry: Entry, symbol: str) -> Loaded:
    """The function of an entry, ready to run."""
    start = entry.facts.get("start")
    if start is not None:
        return LoadedImage(entry.code, start)
    from psiphi.kernel.code import llvm

    return llvm.LoadedObject(entry.code, symbol)


class LoadedImage:
    """A block of code in memory of its own, which can be executed and no longer be written."""

    def __init__(self, code: bytes, start: int) -> None:
        if not 0 <= start < len(code):
            raise CompileError(f"A function cannot start at byte {start} of {len(code)}.")
        self._memory = mmap.mmap(-1, len(code), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self._memory.write(code)
        self._view = ctypes.c_char.from_buffer(self._memory)
        block = ctypes.addressof(self._view)
        if _protect()(block, len(code), mmap.PROT_READ | mmap.PROT_EXEC):
            reason = os.strerror(ctypes.get_errno())
            raise CompileError(f"The system does not let generated code run: {reason}.")
        self.address = block + start
        _mapped.add(self._memory)


_mapped: WeakSet[mmap.mmap] = WeakSet()


@atexit.register
def _keep() -> None:
    """Code stays in memory when an interpreter ends.

    To free it lets other threads run, and an interpreter that ends with the process never has its turn again,
    so that the process would not end.
    """
    for memory in _mapped:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(memory))


def _protect() -> Any:
    protect = ctypes.CDLL(None, use_errno=True).mprotect
    protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return protect
