"""What the direct calling path rests on, tried on live objects before the first use.

Machine code calls functions of Python and NumPy by address, all of them documented, and reads fields of array
objects, which NumPy's own headers read too. Where anything is not as expected, a warning says what, once, and
the safe path does all.
"""

from __future__ import annotations

import ctypes
import os
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from psiphi.kernel.call.direct_layout import Api, Layout

# Places in the table of NumPy's C interface, and the versions of the table in which they are known.
_VERSION, _NEW_FROM_DESCRIPTOR, _SET_HANDLER, _DEFAULT_HANDLER = 0, 94, 304, 306
_KNOWN_VERSIONS = (0x01000009, 0x02000000)


class DirectCallWarning(UserWarning):
    """Calls take microseconds more than they could; results are the same."""


def is_on() -> bool:
    """Whether the direct path can be used, and PSIPHI_DIRECT_CALL does not switch it off."""
    return os.environ.get("PSIPHI_DIRECT_CALL", "1").strip() != "0" and _holds()


@cache
def _holds() -> bool:
    reason = next(_reasons_against(), None)
    if reason is not None:
        warnings.warn(
            f"Compiled functions are called on the safe path, which takes microseconds more: {reason}. "
            f"Results are the same; PSIPHI_DIRECT_CALL=0 asks for it and silences this.",
            DirectCallWarning,
            stacklevel=2,
        )
    return reason is None


def _reasons_against() -> Iterator[str]:
    if sys.implementation.name != "cpython":
        yield f"{sys.implementation.name} keeps objects in its own way"
    if "t" in getattr(sys, "abiflags", ""):
        yield "this Python has no interpreter lock, and counts references in another way"
    if ctypes.sizeof(ctypes.c_void_p) != 8 or sys.byteorder != "little":
        yield "addresses are not of 64 bits, the least byte first"
    try:
        functions = addresses()
        if not all(functions.values()):
            yield "a function of Python is missing"
        for array in _sample_arrays():
            if not _array_holds(array):
                yield f"arrays of NumPy {np.__version__} are laid out in another way"
        if not _makes_arrays(functions[Api.NEW_ARRAY]):
            yield f"NumPy {np.__version__} makes arrays in another way"
    except (AttributeError, KeyError, ValueError) as missing:
        yield f"Python {sys.version.split()[0]} or NumPy {np.__version__} lack something: {missing}"


@cache
def addresses() -> dict[int, int]:
    """Of objects and functions of Python and NumPy; zero for what is missing."""
    interface = _numpy_interface()
    return {
        Api.NDARRAY: id(np.ndarray),
        Api.FLOAT64: id(np.dtype(np.float64)),
        Api.FLOAT32: id(np.dtype(np.float32)),
        Api.OUT: id(_OUT),
        Api.THREADS: id(_THREADS),
        Api.NONE: id(None),
        Api.ONE: id(1),  # small integers are single objects; another 1 would go the safe way
        Api.VECTORCALL: _python("PyObject_Vectorcall"),
        Api.NEW_ARRAY: interface[_NEW_FROM_DESCRIPTOR],
        Api.INCREF: _python("Py_IncRef"),
        Api.DECREF: _python("Py_DecRef"),
        Api.SAVE_THREAD: _python("PyEval_SaveThread"),
        Api.RESTORE_THREAD: _python("PyEval_RestoreThread"),
        Api.MALLOC: _python("PyMem_RawMalloc"),
        Api.FREE: _python("PyMem_RawFree"),
        Api.NO_MEMORY: _python("PyErr_NoMemory"),
        Api.TUPLE: id(tuple),
        Api.TUPLE_NEW: _python("PyTuple_New"),
        Api.TUPLE_SET: _python("PyTuple_SetItem"),
        Api.TUPLE_SIZE: _python("PyTuple_Size"),
        Api.TUPLE_GET: _python("PyTuple_GetItem"),
        Api.SET_HANDLER: interface[_SET_HANDLER],
        Api.DEFAULT_HANDLER: _word_at(interface[_DEFAULT_HANDLER]),
        Api.FLOAT: id(float),
        Api.FLOAT_VALUE: _python("PyFloat_AsDouble"),
    }


_OUT, _THREADS = sys.intern("out"), sys.intern("threads")  # told apart by address, as names in calls are


def _python(name: str) -> int:
    return ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0


def _numpy_interface() -> Any:
    """NumPy's table of C functions, of a version that is known."""
    multiarray = (
        sys.modules.get("numpy._core._multiarray_umath") or sys.modules["numpy.core._multiarray_umath"]
    )
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype = ctypes.c_void_p
    pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    table = ctypes.cast(pointer(multiarray._ARRAY_API, None), ctypes.POINTER(ctypes.c_size_t))
    version = ctypes.PYFUNCTYPE(ctypes.c_uint)(table[_VERSION])()
    if version not in _KNOWN_VERSIONS:
        raise ValueError(f"its C interface has the unknown version {version:#x}")
    return table


def _makes_arrays(address: int) -> bool:
    """Whether PyArray_NewFromDescr(type, dtype, n, extents, strides, data, flags, object) makes an array."""
    pointer, integer, thing = ctypes.c_void_p, ctypes.c_int, ctypes.py_object
    make = ctypes.PYFUNCTYPE(thing, thing, thing, integer, pointer, pointer, pointer, integer, pointer)
    kind, extents = np.dtype(np.float32), (ctypes.c_int64 * 2)(3, 5)
    ctypes.pythonapi.Py_IncRef(thing(kind))  # a reference to the type of numbers is taken over
    made = make(address)(np.ndarray, kind, 2, ctypes.addressof(extents), None, None, 0, None)
    return (
        type(made) is np.ndarray
        and made.shape == (3, 5)
        and made.dtype is kind
        and made.flags.c_contiguous
        and made.flags.writeable
    )


def _sample_arrays() -> list[np.ndarray[Any, Any]]:
    matrix = np.arange(15.0).reshape(3, 5)
    read_only = np.zeros((2, 3, 4), np.float32)
    read_only.flags.writeable = False
    of_a_subclass = matrix.view(np.recarray)  # as contexts are
    empty = np.zeros((0, 7))
    return [matrix, matrix[0], matrix.T, matrix[::2, 1:], read_only, np.zeros(()), empty, of_a_subclass]


def _word_at(address: int) -> int:
    return ctypes.c_int64.from_address(address).value


def _array_holds(array: np.ndarray[Any, Any]) -> bool:
    start = id(array)
    shape, strides = _word_at(start + Layout.SHAPE), _word_at(start + Layout.STRIDES)
    return (
        _word_at(start + Layout.TYPE) == id(type(array))
        and _word_at(start + Layout.DATA) == array.ctypes.data
        and ctypes.c_int32.from_address(start + Layout.DIMENSIONS).value == array.ndim
        and _word_at(start + Layout.DESCRIPTOR) == id(array.dtype)
        and ctypes.c_int32.from_address(start + Layout.FLAGS).value == array.flags.num
        and all(_word_at(shape + 8 * k) == extent for k, extent in enumerate(array.shape))
        and all(_word_at(strides + 8 * k) == stride for k, stride in enumerate(array.strides))
    )
