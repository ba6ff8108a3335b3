"""Machine code of one source for one target, from the cache or from the compiler."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from psiphi.kernel.code import cache, llvm, loading
from psiphi.kernel.code.target import Target
from psiphi.kernel.emit.batch import ENTRY
from psiphi.kernel.source import Source

# calls through it release the interpreter lock
_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)


@dataclass(frozen=True)
class Variant:
    """Loaded code: `run(table, rows, workspace)` releases the interpreter lock while it works."""

    target: Target
    loaded: loading.Loaded
    run: Any
    workspace: int


def obtain(source: Source, target: Target) -> Variant:
    """Load the code for a target; compile it where the cache does not have it."""
    key = cache.key_of("code", source.key, str(target), llvm.version(), llvm.triple(), target.isa.cpu)
    entry = cache.read(key)
    if entry is None:
        emission = source.emit(target)
        entry = loading.assemble(emission.ir, target.isa.cpu, ENTRY, workspace=list(emission.workspace))
        cache.write(key, entry)
    loaded = loading.load(entry, ENTRY)
    run = _FUNCTION(loaded.address)
    workspace = sum(
        size * copies for size, copies in zip(entry.facts["workspace"], source.copies, strict=True)
    )
    return Variant(target, loaded, run, workspace)
