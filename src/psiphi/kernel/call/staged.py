"""Single rows on the safe path: copied into memory of their own, of which machine code knows the addresses.

To look up where an array lies takes Python longer than to copy a row. Calls of the plainest kind are taken,
arrays or lists of one type of numbers, each a single row; all others are settled with care (safe.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.kernel.call.direct_layout import MOST_WORKSPACE
from psiphi.kernel.call.run import Memory
from psiphi.kernel.code.variant import Variant
from psiphi.kernel.program.signature import Signature


class _Stage:
    """Memory for the arguments, the results and the workspace of one call at a time."""

    def __init__(self, signature: Signature, variant: Variant, tables: Sequence[NDArray[Any]]) -> None:
        dtype = variant.target.precision.dtype
        self.inputs = [np.empty(argument.shape, dtype) for argument in signature.arguments]
        self.results = [np.empty(result.shape, dtype) for result in signature.results]
        words = [word for array in (*self.inputs, *self.results) for word in (array.ctypes.data, array.size)]
        words += [word for table in tables for word in (table.ctypes.data, len(table))]
        self._kept = (np.array(words, np.int64), Memory(variant.workspace), tables)
        self.table, self.workspace = self._kept[0].ctypes.data, self._kept[1].address


class StagedRows:
    """Calls of single rows of one type of numbers; as many at once as there are stages, made when needed."""

    def __init__(self, signature: Signature, variant: Variant, tables: Sequence[NDArray[Any]]) -> None:
        self._of = signature, variant, tables
        self._run = variant.run
        self.dtype = variant.target.precision.dtype
        self._shapes = [argument.shape for argument in signature.arguments]
        self._alone = len(signature.results) == 1
        self._shape = signature.results[0].shape
        self._free: list[_Stage] = []  # taken from and put back in one step, by any thread

    @staticmethod
    def suit(variant: Variant) -> bool:
        """Whether stages are small enough to be kept."""
        return variant.workspace <= MOST_WORKSPACE

    def call(self, arrays: Sequence[Any], out: Any) -> Any:
        """The results, or None where the call is of another kind."""
        if len(arrays) != len(self._shapes):
            return None
        if list in map(type, arrays):
            try:
                arrays = [np.array(x) if type(x) is list else x for x in arrays]  # pyright: ignore[reportUnknownArgumentType]
            except (ValueError, TypeError):  # which safe.py explains
                return None
        dtype = self.dtype
        for array, shape in zip(arrays, self._shapes):  # noqa: B905
            if type(array) is not np.ndarray or array.dtype is not dtype or array.shape != shape:
                return None
        if out is not None and not self._can_be_filled(out, arrays):
            return None
        try:
            stage = self._free.pop()
        except IndexError:
            stage = _Stage(*self._of)
        for slot, array in zip(stage.inputs, arrays):  # noqa: B905
            slot[...] = array
        self._run(stage.table, 1, stage.workspace)
        if out is not None:
            out[...] = stage.results[0]
            answer = out
        elif self._alone:
            answer = stage.results[0].copy()
        else:
            answer = tuple([result.copy() for result in stage.results])
        self._free.append(stage)
        return answer

    def _can_be_filled(self, out: Any, arrays: Sequence[Any]) -> bool:
        if not self._alone or type(out) is not np.ndarray:
            return False
        if out.dtype is not self.dtype or out.shape != self._shape or not out.flags.carray:
            return False
        return not any(np.may_share_memory(out, array) for array in arrays)
