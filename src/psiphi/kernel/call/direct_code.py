"""The machine code of the direct calling path, the same for all functions: on disk, or assembled anew."""

from __future__ import annotations

import ctypes
from functools import cache

from psiphi.kernel.call.direct_layout import ENTRIES, Entry
from psiphi.kernel.code import cache as disk
from psiphi.kernel.code import host, loading


def loaded() -> loading.Loaded:
    """The code in memory."""
    key = disk.key_of("direct", host.compiler())
    found = disk.read(key, lambda entry: loading.load(entry, ENTRIES))
    if found is None:
        from psiphi.kernel.call.emit_direct import direct_ir  # not needed where the code is on disk

        entry = loading.assemble(direct_ir(), "", ENTRIES, quick=True)
        disk.write(key, entry)
        found = loading.load(entry, ENTRIES)
    return found


@cache
def functions() -> list[int]:
    """The addresses of the functions, each at the place of its entry.

    They stay in memory to the very end: arrays that Python frees after its modules are freed by them.
    """
    code = loaded()
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(code))
    table = (ctypes.c_int64 * len(Entry.ALL))()
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.address)(ctypes.addressof(table))
    return list(table)
