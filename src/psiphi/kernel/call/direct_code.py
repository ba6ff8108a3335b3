"""The machine code of the direct calling path, the same for all functions: on disk, or still to be assembled.

LLVM works without the interpreter lock. So a thread of its own assembles the path while Python derives and
traces the first function, and on two processors nobody waits for it.
"""

from __future__ import annotations

import ctypes
import threading
from functools import cache

from psiphi.kernel.call.direct_layout import ENTRIES, Entry
from psiphi.kernel.code import cache as disk
from psiphi.kernel.code import host, loading


class _Path:
    def __init__(self) -> None:
        self._key = disk.key_of("direct", host.compiler())
        self._loaded = disk.read(self._key, lambda entry: loading.load(entry, ENTRIES))
        self._thread = threading.Thread(target=self._assemble)
        if self._loaded is None:
            self._thread.start()

    def _assemble(self) -> loading.Loaded:
        from psiphi.kernel.call.emit_direct import direct_ir  # not needed where the code is on disk

        entry = loading.assemble(direct_ir(), "", ENTRIES, quick=True)
        disk.write(self._key, entry)
        self._loaded = loading.load(entry, ENTRIES)
        return self._loaded

    def loaded(self) -> loading.Loaded:
        if self._loaded is None:
            self._thread.join()
        return self._loaded or self._assemble()  # what failed in the thread fails here once more


_path = cache(_Path)


def begin() -> None:
    """Load the code, or start to assemble it."""
    _path()


@cache
def functions() -> dict[Entry, int]:
    """The addresses of the functions, waited for.

    They stay in memory to the very end: arrays that Python frees after its modules are freed by them.
    """
    loaded = _path().loaded()
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(loaded))
    table = (ctypes.c_int64 * len(Entry))()
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(loaded.address)(ctypes.addressof(table))
    return {entry: table[entry] for entry in Entry}
