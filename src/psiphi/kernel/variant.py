"""Machine code of one source for one target, from the cache or from the compiler."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from psiphi.kernel import cache, llvm
from psiphi.kernel.emit_batch import ENTRY
from psiphi.kernel.source import Source
from psiphi.kernel.target import Target


@dataclass(frozen=True)
class Variant:
    """Loaded code: `run(table, rows, workspace)` releases the interpreter lock while it works."""

    target: Target
    loaded: llvm.LoadedObject
    run: Any
    address: int
    workspace: int


def obtain(source: Source, target: Target) -> Variant:
    """Load the code for a target; compile it where the cache does not have it."""
    key = cache.key_of("code", source.key, str(target), llvm.version(), llvm.triple(), target.isa.cpu)
    entry = cache.read(key)
    if entry is None:
        emission = source.emit(target)
        code = llvm.assemble(emission.ir, target.isa.cpu)
        entry = cache.Entry({"workspace": list(emission.workspace)}, code)
        cache.write(key, entry)
    loaded = llvm.LoadedObject(entry.code)
    run = loaded.function(ENTRY, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
    workspace = sum(
        size * copies for size, copies in zip(entry.facts["workspace"], source.copies, strict=True)
    )
    return Variant(target, loaded, run, loaded.address(ENTRY), workspace)
