"""Running machine code on settled arrays, over threads where that is asked for."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.call.direct_layout import Layout
from psiphi.kernel.call.direct_probe import is_on
from psiphi.kernel.call.safe import Call
from psiphi.kernel.code.target import CACHE_LINE
from psiphi.kernel.code.variant import Variant

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor


def address(array: NDArray[Any]) -> int:
    """Where its numbers begin: its own field says so in a tenth of the time that NumPy takes to tell."""
    return _word(id(array) + _DATA).value if _fields_are_known() else array.ctypes.data


_word, _DATA = ctypes.c_int64.from_address, Layout.DATA
_fields_are_known = cache(is_on)


class Memory:
    """So many bytes at an `address` where a cache line begins; they are there as long as this object."""

    def __init__(self, size: int) -> None:
        self._bytes = np.zeros(size + CACHE_LINE, np.uint8)
        self.size, start = size, address(self._bytes)
        self.address = start + -start % CACHE_LINE


class _Workspace(threading.local):
    """Memory of one thread, kept from call to call: fresh pages cost more than the work done in them."""

    memory: Memory | None = None


_workspace = _Workspace()


def workspace(size: int) -> int:
    """The address of so many bytes of this thread, at the start of a cache line, until it asks again."""
    memory = _workspace.memory
    if memory is None or memory.size < size:
        memory = _workspace.memory = Memory(size)
    return memory.address


_PROCESSORS = os.cpu_count() or 1


@cache
def _pool() -> ThreadPoolExecutor:
    """The threads of the process, as many as can run at once; they start when they are first needed."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(_PROCESSORS, "psiphi")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # a child has none of its parent's threads


def run(variant: Variant, call: Call, tables: Sequence[NDArray[Any]], threads: int) -> None:
    """Fill the results of a call; each thread takes whole blocks of rows."""
    lanes = variant.target.lanes
    share = -(-call.rows // (min(threads, _PROCESSORS) * lanes)) * lanes
    parts = [(first, min(share, call.rows - first)) for first in range(0, call.rows, share)]
    in_threads([partial(_run_part, variant, call, tables, *part) for part in parts])


def in_threads(works: Sequence[Callable[[], None]]) -> None:
    """Do several things at the same time, the first of them right here and each of the others in a thread."""
    others = [_pool().submit(work) for work in works[1:]]
    try:
        for work in works[:1]:
            work()
    finally:
        for other in others:
            other.result()


def _run_part(variant: Variant, call: Call, tables: Sequence[NDArray[Any]], first: int, rows: int) -> None:
    size = call.precision.size
    words: list[int] = []
    for array, stride in zip(call.inputs, call.strides, strict=True):
        words += [address(array) + first * stride * size, stride]
    for array in call.results:
        stride = array.size // call.rows
        words += [address(array) + first * stride * size, stride]
    for array in tables:
        words += [address(array), len(array)]
    table = _words(len(words))(*words)
    variant.run(table, rows, workspace(variant.workspace) if variant.workspace else 0)


@cache
def _words(count: int) -> Any:
    return ctypes.c_int64 * count
