"""The direct calling path: compiled functions as built-in functions of Python.

Machine code reads the fields of array objects, which rests on how CPython and NumPy lay them out.  The
layout is compared with live objects before the first use, and the path stays off where anything differs,
on builds of Python that count references in another way, and where PSIPHI_DIRECT_CALL is 0.  The safe
path then does all.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from types import MethodType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.call import direct_code
from psiphi.kernel.call.direct_description import Description
from psiphi.kernel.call.direct_layout import (
    ARRAY_WORDS,
    CONTEXT_WORDS,
    MOST_ARRAYS,
    MOST_DIMENSIONS,
    MOST_TABLES,
    Api,
    Layout,
    Word,
)
from psiphi.kernel.code.target import Precision
from psiphi.kernel.code.variant import Variant
from psiphi.kernel.program.signature import Signature

# Operations above which it pays to let other threads of Python run meanwhile: about ten microseconds.
_LONG = 200_000
# Workspaces above this size are kept between calls, which the safe path does.
_MOST_WORKSPACE = 1 << 20
# PyMethodDef: name, address, flags, documentation.
_DEFINITION_WORDS, _FASTCALL_WITH_KEYWORDS = 4, 0x80 | 0x02
# Places in the table of NumPy's C interface, which never change.
_NEW_FROM_DESCRIPTOR = 94


class _Context(np.ndarray[Any, np.dtype[np.int64]]):
    """What machine code knows of one compiled function, followed by its PyMethodDef and the texts of that.

    Built-in functions read their definition until they are gone, so it has to live exactly as long as they
    do.  The collector may clear the attributes of an object before it frees those that refer to it; the
    memory of an array it leaves alone.

    safe    the method that takes all other calls
    kept    the objects that the words refer to
    """

    safe: MethodType
    kept: list[object]

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[object]]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Built-in functions are pickled as a name and what has it, which for Python is the context."""
        return _itself, (self.safe.__self__,)


def _itself(owner: object) -> object:
    return owner


class DirectCall:
    """A built-in function in front of a safe one.

    function    what to call: takes the plainest calls itself and hands all others to the safe function
    """

    def __init__(self, signature: Signature, safe: MethodType, description: Description) -> None:
        code = direct_code.loaded()
        self._words, definition = _memory(description, code.address)
        self._context = self._words.view(_Context)
        self._context.flags.writeable = False
        self._context.safe = safe
        self._context.kept = [code]
        words = self._words
        words[Word.FALLBACK] = id(safe)
        words[Word.ARGUMENTS] = len(signature.arguments)
        words[Word.RESULTS] = len(signature.results)
        words[Word.RELEASE_ROWS] = max(2, _LONG // max(1, signature.operations.total))
        for entry, address in _addresses().items():
            words[Word.API + entry] = address
        arrays = (*signature.arguments, *signature.results)
        names = (*description.argument_names, *(result.name for result in signature.results))
        for place, (array, given) in enumerate(zip(arrays, names, strict=True)):
            name = sys.intern(given)  # keywords in calls are interned too, and told apart by address
            self._context.kept.append(name)
            start = Word.ARRAYS + ARRAY_WORDS * place
            words[start : start + 3 + len(array.shape)] = [
                id(name),
                len(array.shape),
                array.size,
                *array.shape,
            ]
        new_function = ctypes.pythonapi.PyCFunction_NewEx
        new_function.restype = ctypes.py_object
        new_function.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
        self.function: Callable[..., Any] = new_function(definition, self._context, None)

    def use(self, variant: Variant, batch: bool, tables: Sequence[NDArray[Any]]) -> None:
        """Run this code from now on in calls it is made for."""
        if variant.workspace > _MOST_WORKSPACE or len(tables) > MOST_TABLES:
            return
        self._context.kept += [variant, tables]
        words = self._words
        single_precision = variant.target.precision is Precision.SINGLE
        start = Word.DATA + 2 * MOST_TABLES * single_precision
        data = [word for table in tables for word in (table.ctypes.data, len(table))]
        words[start : start + len(data)] = data
        words[Word.DATA_WORDS] = len(data)
        kind = 2 * single_precision + batch
        words[Word.WORKSPACE + kind] = variant.workspace
        words[Word.RUN + kind] = variant.loaded.address  # last: from here on calls may come


def _memory(description: Description, address: int) -> tuple[NDArray[np.int64], int]:
    """The words of a context, of which the definition is filled in, and where that stands."""
    texts = [text.encode() + b"\0" for text in (description.name, description.text)]
    behind = CONTEXT_WORDS + _DEFINITION_WORDS
    words = np.zeros(behind + -(-sum(map(len, texts)) // 8), np.int64)
    words[behind:].view(np.uint8)[: sum(map(len, texts))] = np.frombuffer(b"".join(texts), np.uint8)
    start = words.ctypes.data
    name = start + 8 * behind
    words[CONTEXT_WORDS:behind] = [name, address, _FASTCALL_WITH_KEYWORDS, name + len(texts[0])]
    return words, start + 8 * CONTEXT_WORDS


def begin() -> None:
    """Start with what is the same for all functions: it is ready by the time the first one is traced."""
    if _is_on():
        direct_code.begin()


def _is_on() -> bool:
    return os.environ.get("PSIPHI_DIRECT_CALL", "1").strip() != "0" and _layout_holds()


def direct_call(signature: Signature, safe: MethodType, description: Description) -> DirectCall | None:
    """The direct path in front of a safe method, or None where it cannot be used."""
    arrays = (*signature.arguments, *signature.results)
    if not _is_on():
        return None
    if len(arrays) > MOST_ARRAYS or any(len(array.shape) > MOST_DIMENSIONS for array in arrays):
        return None
    return DirectCall(signature, safe, description)


@cache
def _addresses() -> dict[Api, int]:
    def python(name: str) -> int:
        return ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0

    return {
        Api.NDARRAY: id(np.ndarray),
        Api.FLOAT64: id(np.dtype(np.float64)),
        Api.FLOAT32: id(np.dtype(np.float32)),
        Api.OUT: id(sys.intern("out")),
        Api.THREADS: id(sys.intern("threads")),
        Api.NONE: id(None),
        Api.ONE: id(1),  # small integers are single objects; another 1 would go the safe way
        Api.VECTORCALL: python("PyObject_Vectorcall"),
        Api.NEW_ARRAY: _numpy_interface()[_NEW_FROM_DESCRIPTOR],
        Api.INCREF: python("Py_IncRef"),
        Api.DECREF: python("Py_DecRef"),
        Api.SAVE_THREAD: python("PyEval_SaveThread"),
        Api.RESTORE_THREAD: python("PyEval_RestoreThread"),
        Api.MALLOC: python("PyMem_RawMalloc"),
        Api.FREE: python("PyMem_RawFree"),
        Api.NO_MEMORY: python("PyErr_NoMemory"),
        Api.TUPLE: id(tuple),
        Api.TUPLE_NEW: python("PyTuple_New"),
        Api.TUPLE_SET: python("PyTuple_SetItem"),
    }


def _numpy_interface() -> Any:
    """NumPy's table of C functions."""
    multiarray = (
        sys.modules.get("numpy._core._multiarray_umath") or sys.modules["numpy.core._multiarray_umath"]
    )
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype = ctypes.c_void_p
    pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    return ctypes.cast(pointer(multiarray._ARRAY_API, None), ctypes.POINTER(ctypes.c_size_t))


@cache
def _layout_holds() -> bool:
    """Whether objects are laid out as the machine code expects, tried on live ones."""
    if (
        sys.implementation.name != "cpython"
        or "t" in getattr(sys, "abiflags", "")  # free-threaded
        or ctypes.sizeof(ctypes.c_void_p) != 8
        or sys.byteorder != "little"
        or not hasattr(ctypes.pythonapi, "PyObject_Vectorcall")
    ):
        return False
    try:
        return all(map(_array_holds, _sample_arrays())) and _tuple_holds() and _context_holds()
    except (KeyError, AttributeError):
        return False


def _sample_arrays() -> list[np.ndarray[Any, Any]]:
    matrix = np.arange(15.0).reshape(3, 5)
    read_only = np.zeros((2, 3, 4), np.float32)
    read_only.flags.writeable = False
    return [matrix, matrix[0], matrix.T, matrix[::2, 1:], read_only, np.zeros(()), np.zeros((0, 7))]


def _word_at(address: int) -> int:
    return ctypes.c_int64.from_address(address).value


def _array_holds(array: np.ndarray[Any, Any]) -> bool:
    start = id(array)
    shape = _word_at(start + Layout.SHAPE)
    return (
        _word_at(start + Layout.TYPE) == id(np.ndarray)
        and _word_at(start + Layout.DATA) == array.ctypes.data
        and ctypes.c_int32.from_address(start + Layout.DIMENSIONS).value == array.ndim
        and _word_at(start + Layout.DESCRIPTOR) == id(array.dtype)
        and ctypes.c_int32.from_address(start + Layout.FLAGS).value == array.flags.num
        and all(_word_at(shape + 8 * k) == extent for k, extent in enumerate(array.shape))
    )


def _tuple_holds() -> bool:
    names = ("out", "threads")
    start = id(names)
    items = [_word_at(start + Layout.TUPLE_ITEMS + 8 * k) for k in range(2)]
    return _word_at(start + Layout.TUPLE_SIZE) == 2 and items == [id(name) for name in names]


def _context_holds() -> bool:
    context = np.zeros(3, np.int64).view(_Context)
    return _word_at(id(context) + Layout.CONTEXT) == context.ctypes.data
