"""The direct calling path: compiled functions as built-in functions of Python.

Machine code takes the arguments of plain calls and reads their arrays. Where that cannot be
(direct_probe.py), or PSIPHI_DIRECT_CALL is 0, the safe path does all.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from types import FunctionType, MethodType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.kernel.call import direct_code, result_pool
from psiphi.kernel.call.direct_layout import (
    ARRAY_WORDS,
    CONTEXT_WORDS,
    MOST_ARRAYS,
    MOST_DIMENSIONS,
    MOST_TABLES,
    MOST_WORKSPACE,
    Entry,
    Word,
)
from psiphi.kernel.call.direct_probe import addresses, is_on
from psiphi.kernel.code.target import Precision
from psiphi.kernel.code.variant import Variant
from psiphi.kernel.program.signature import Signature
from psiphi.kernel.thresholds import RELEASE_GIL_FROM

# PyMethodDef: name, address, flags, documentation.
_DEFINITION_WORDS, _FASTCALL_WITH_KEYWORDS = 4, 0x80 | 0x02


@frozen
class Description:
    """Names and documentation of a built-in function.

    text    name(parameters), a line of dashes, and the documentation: in this form inspect.signature and help
            understand it
    default what the last argument is where it is left out
    """

    argument_names: tuple[str, ...]
    text: str
    default: float | None = None

    @property
    def name(self) -> str:
        return self.text.partition("(")[0]

    @classmethod
    def of_compiled(cls, signature: Signature) -> Description:
        """As a compiled function has them."""
        parameters = ", ".join((*signature.argument_names, "*", "out=None", "threads=1"))
        return cls(signature.argument_names, f"native({parameters})\n--\n\nA compiled function: {signature}.")

    @classmethod
    def of_method(cls, signature: Signature, method: MethodType) -> Description:
        """As a method has them that begins with the arguments of a compiled function and ends with options.

        Built-in functions have no annotations.
        """
        function = cast("FunctionType", method.__func__)
        code = function.__code__  # of which inspect.signature makes much more than is told here
        names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
        options = code.co_argcount - 1
        given = function.__defaults__ or ()
        defaults: dict[str, Any] = dict(zip(names[options - len(given) : options], given, strict=True))
        defaults |= function.__kwdefaults__ or {}
        shown = [f"{name}={defaults[name]!r}" if name in defaults else name for name in names]
        parameters = ", ".join([*shown[:options], "*", *shown[options:]])
        text = f"{function.__name__}({parameters})\n--\n\n{function.__doc__ or ''}"
        arguments = names[: len(signature.arguments)]
        default = defaults.get(arguments[-1]) if arguments else None
        return cls(arguments, text, default if isinstance(default, float) else None)


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
        self._words, definition = _memory(description, direct_code.functions()[Entry.CALL])
        self._context = self._words.view(_Context)
        self._context.flags.writeable = False
        self._context.safe = safe
        self._context.kept = []
        words = self._words
        words[Word.FALLBACK] = id(safe)
        words[Word.ARGUMENTS] = len(signature.arguments)
        words[Word.RESULTS] = len(signature.results)
        if description.default is not None and not signature.arguments[-1].shape:
            self._context.kept.append(description.default)
            words[Word.DEFAULT] = id(description.default)
        words[Word.POOL] = id(result_pool.handler())
        words[Word.RELEASE_ROWS] = max(2, RELEASE_GIL_FROM // max(1, signature.operations.total))
        for entry, address in addresses().items():
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
        if variant.workspace > MOST_WORKSPACE or len(tables) > MOST_TABLES:
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


def direct_call(signature: Signature, safe: MethodType, description: Description) -> DirectCall | None:
    """The direct path in front of a safe method, or None where it cannot be used."""
    arrays = (*signature.arguments, *signature.results)
    if not is_on():
        return None
    if len(arrays) > MOST_ARRAYS or any(len(array.shape) > MOST_DIMENSIONS for array in arrays):
        return None
    return DirectCall(signature, safe, description)
