"""Arrays that end, or begin, at memory nobody may touch."""

from __future__ import annotations

import ctypes
import mmap

import numpy as np


class GuardedArrays:
    """Hands out arrays against a page without access; one step too far ends the process."""

    def __init__(self) -> None:
        self._page = mmap.PAGESIZE
        self._maps: list[mmap.mmap] = []
        self._libc = ctypes.CDLL(None, use_errno=True)

    def at_end(self, array):
        """A copy whose last byte is the last one before a guard."""
        memory = self._open(array)
        return self._fill(memory, len(memory) - self._page - array.nbytes, array)

    def at_start(self, array):
        """A copy whose first byte is the first one after a guard."""
        return self._fill(self._open(array), self._page, array)

    def _open(self, array) -> mmap.mmap:
        pages = -(-max(array.nbytes, 1) // self._page)
        memory = mmap.mmap(-1, (pages + 2) * self._page)
        start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        for guard in (start, start + (pages + 1) * self._page):
            if self._libc.mprotect(ctypes.c_void_p(guard), ctypes.c_size_t(self._page), 0):
                raise OSError(ctypes.get_errno(), "mprotect")
        self._maps.append(memory)
        return memory

    def _fill(self, memory, offset, array):
        copy = np.frombuffer(memory, array.dtype, array.size, offset).reshape(array.shape)
        copy[...] = array
        return copy
