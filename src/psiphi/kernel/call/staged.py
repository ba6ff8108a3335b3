"""Single rows and few rows on the safe path: copied to memory of which machine code knows the addresses.

To look up where an array lies takes Python longer than to copy some rows. Calls of the plainest kind are
taken, arrays or lists of one type of numbers, each a single row or each a batch of one dimension; all others
are settled with care (safe.py).
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

_MOST_ROWS = 64
_MOST_BYTES = 1 << 16


class _Stage:
    """Memory for the arguments, the results and the workspace of one call at a time."""

    def __init__(
        self, signature: Signature, variant: Variant, tables: Sequence[NDArray[Any]], batch: tuple[int, ...]
    ) -> None:
        dtype = variant.target.precision.dtype
        self.inputs = [np.empty(batch + argument.shape, dtype) for argument in signature.arguments]
        self.results = [np.empty(batch + result.shape, dtype) for result in signature.results]
        arrays = zip((*self.inputs, *self.results), (*signature.arguments, *signature.results), strict=True)
        words = [word for memory, array in arrays for word in (memory.ctypes.data, array.size)]
        words += [word for table in tables for word in (table.ctypes.data, len(table))]
        self._kept = (np.array(words, np.int64), Memory(variant.workspace), tables)
        self.table, self.workspace = self._kept[0].ctypes.data, self._kept[1].address


class StagedRows:
    """Calls on one type of numbers, all of single rows or all of batches.

    As many are possible at once as there are stages, which are made when they are needed.
    """

    def __init__(
        self, signature: Signature, variant: Variant, tables: Sequence[NDArray[Any]], *, batch: bool
    ) -> None:
        self.dtype, self.batch = variant.target.precision.dtype, batch
        numbers = sum(array.size for array in (*signature.arguments, *signature.results))
        self._most = min(_MOST_ROWS, _MOST_BYTES // max(1, numbers * self.dtype.itemsize)) if batch else 1
        self._of = signature, variant, tables, (self._most,) if batch else ()
        self._run = variant.run
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
        if len(arrays) != len(self._shapes) or not arrays:
            return None
        if list in map(type, arrays):
            try:
                arrays = [np.array(x) if type(x) is list else x for x in arrays]  # pyright: ignore[reportUnknownArgumentType]
            except (ValueError, TypeError):  # which safe.py explains
                return None
        rows, batch, part = 1, (), ...
        if self.batch:
            rows = len(arrays[0]) if type(arrays[0]) is np.ndarray and arrays[0].ndim else 0
            if not 1 < rows <= self._most:
                return None
            batch, part = (rows,), slice(rows)
        dtype = self.dtype
        for array, shape in zip(arrays, self._shapes):  # noqa: B905
            if type(array) is not np.ndarray or array.dtype is not dtype or array.shape != batch + shape:
                return None
        if out is not None and not self._can_be_filled(out, batch, arrays):
            return None
        try:
            stage = self._free.pop()
        except IndexError:
            stage = _Stage(*self._of)
        for slot, array in zip(stage.inputs, arrays):  # noqa: B905
            slot[part] = array
        self._run(stage.table, rows, stage.workspace)
        if out is not None:
            out[...] = stage.results[0][part]
            answer = out
        elif self._alone:
            answer = stage.results[0][part].copy()
        else:
            answer = tuple([result[part].copy() for result in stage.results])
        self._free.append(stage)
        return answer

    def _can_be_filled(self, out: Any, batch: tuple[int, ...], arrays: Sequence[Any]) -> bool:
        if not self._alone or type(out) is not np.ndarray:
            return False
        if out.dtype is not self.dtype or out.shape != batch + self._shape or not out.flags.carray:
            return False
        return not any(np.may_share_memory(out, array) for array in arrays)
