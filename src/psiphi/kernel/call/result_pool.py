"""The pool of memory for large results, as a memory handler of NumPy: arrays that are freed give it back.

Such arrays are like all others: they own their memory, and it goes to the pool with the last array that
views it. Where the direct path is off there is no pool, and NumPy's own memory is taken.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.call import direct_code
from psiphi.kernel.call.direct_layout import LARGE, POOL_WORDS, Api, Entry, PoolWord
from psiphi.kernel.call.direct_probe import addresses, is_on

# PyDataMem_Handler: 127 bytes of a name, a version, then a context and malloc, calloc, realloc, free.
_NAME, _ALLOCATOR, _VERSION = b"psiphi_results", 128, 1
_ALLOCATOR_WORDS = 5
_CAPSULE_NAME = b"mem_handler"


def empty(shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    """A new array, its numbers any; of the pool where it is large."""
    if math.prod(shape) * dtype.itemsize < LARGE or not is_on():
        return np.empty(shape, dtype)
    set_handler = _set_handler()
    before = set_handler(handler())
    try:
        return np.empty(shape, dtype)
    finally:
        set_handler(before)


@cache
def _set_handler() -> Callable[[object], object]:
    return ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(addresses()[Api.SET_HANDLER])


@cache
def handler() -> object:
    """The memory handler, a capsule; it and its memory stay to the very end, as arrays of it may."""
    words = pool_words()
    functions = direct_code.functions()
    entries = (Entry.TAKE, Entry.ZEROS, Entry.RESIZE, Entry.GIVE)
    memory = np.zeros(_ALLOCATOR + 8 * _ALLOCATOR_WORDS, np.uint8)
    memory[: len(_NAME)] = np.frombuffer(_NAME, np.uint8)
    memory[_ALLOCATOR - 1] = _VERSION
    memory[_ALLOCATOR:].view(np.int64)[:] = [words.ctypes.data, *(functions[entry] for entry in entries)]
    new_capsule = ctypes.pythonapi.PyCapsule_New
    new_capsule.restype = ctypes.py_object
    new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    capsule = new_capsule(memory.ctypes.data, _CAPSULE_NAME, None)
    for kept in (words, memory, _CAPSULE_NAME, capsule):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))
    return capsule


@cache
def pool_words() -> NDArray[np.int64]:
    """The words of the pool, which no block waits in yet; memory comes from NumPy's default handler."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype = ctypes.c_void_p
    pointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    default = pointer(addresses()[Api.DEFAULT_HANDLER], _CAPSULE_NAME)
    own, malloc, calloc, _, free = (ctypes.c_int64 * _ALLOCATOR_WORDS).from_address(default + _ALLOCATOR)
    words = np.zeros(POOL_WORDS, np.int64)
    words[[PoolWord.CONTEXT, PoolWord.MALLOC, PoolWord.CALLOC, PoolWord.FREE]] = own, malloc, calloc, free
    return words
