"""Machine code of one source for one target, from the cache or from the compiler."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from psiphi.frozen import frozen
from psiphi.kernel.code import cache, host, loading
from psiphi.kernel.code.target import ENTRY, Target

if TYPE_CHECKING:
    from psiphi.kernel.source import Source

# calls through it release the interpreter lock
_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)


@frozen
class Variant:
    """Loaded code: `run(table, rows, workspace)` releases the interpreter lock while it works."""

    target: Target
    loaded: loading.Loaded
    run: Any
    workspace: int


def load(source: Source, target: Target) -> Variant | None:
    """The code for a target from the cache; None where that does not have it."""
    return cache.read(_key(source.key, target), lambda entry: _loaded(entry, source, target))


def obtain(source: Source, target: Target) -> Variant:
    """The code for a target: from the cache, or else from the compiler and into the cache."""
    variant = load(source, target)
    if variant is not None:
        return variant
    from psiphi.kernel.code.progress import telling  # not needed where the code is on disk

    with telling("compiling"):
        emission = source.emit(target)
        entry = loading.assemble(emission.ir, target.isa.cpu, ENTRY, workspace=list(emission.workspace))
    cache.write(_key(source.key, target), entry)
    return _loaded(entry, source, target)


def is_on_disk(key: str, target: Target) -> bool:
    """Whether the cache has the code of a source with this key for a target."""
    return cache.read(_key(key, target), lambda entry: True) is not None


def _key(key: str, target: Target) -> str:
    return cache.key_of("code", key, str(target), host.compiler(), target.isa.cpu)


def _loaded(entry: cache.Entry, source: Source, target: Target) -> Variant:
    parts = zip(entry.facts["workspace"], source.copies, strict=True)
    workspace = sum(size * copies for size, copies in parts)
    loaded = loading.load(entry, ENTRY)
    return Variant(target, loaded, _FUNCTION(loaded.address), workspace)
