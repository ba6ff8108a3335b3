"""Bytecode: the tables of a program, in memory and on disk."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.kernel.code.cache import Entry

WORDS = 4
"""Of an instruction: the slot of its result, and those of three operands."""

MINUS = -(1 << 31)
"""The bit of a word that turns the sign of what it names."""

SLOT = ~MINUS
"""The other bits."""

TABLES: dict[str, tuple[type, tuple[int, ...]]] = {
    "constants": (np.float64, (-1,)),
    "instructions": (np.int32, (-1, WORDS)),
    "runs": (np.int64, (-1, 2)),
    "places": (np.int64, (-1,)),
    "sizes": (np.int64, (-1,)),
    "results": (np.int32, (-1,)),
}
"""What stands behind the arguments and outputs in the table of a call: type and shape."""


@frozen(eq=False)
class Bytecode:
    """The tables of a program.

    constants      (c,) what the first slots hold
    instructions   (n, WORDS) the slots of result and operands
    runs           (r, 2) kind and number of instructions that follow each other
    places         (arguments + outputs,) the slot of the first element of each argument, and where in
                   `results` each output begins
    sizes          (arguments + outputs,) their numbers of elements
    results        (m,) the slots of all elements of outputs
    slots          how many there are
    """

    constants: NDArray[np.float64]
    instructions: NDArray[np.int32]
    runs: NDArray[np.int64]
    places: NDArray[np.int64]
    sizes: NDArray[np.int64]
    results: NDArray[np.int32]
    slots: int

    def entry(self) -> Entry:
        """All of it, to be kept on disk."""
        found: list[bytes] = [
            getattr(self, name).astype(kind).tobytes() for name, (kind, _) in TABLES.items()
        ]
        return Entry({"slots": self.slots, "bytes": list(map(len, found))}, b"".join(found))

    @staticmethod
    def from_entry(entry: Entry) -> Bytecode:
        """The tables of an entry, which must be sound: machine code trusts them."""
        tables: dict[str, Any] = {}
        start = 0
        for (name, (kind, shape)), size in zip(TABLES.items(), map(index, entry.facts["bytes"]), strict=True):
            tables[name] = np.frombuffer(entry.code[start : start + size], kind).reshape(shape)
            start += size
        found = Bytecode(**tables, slots=index(entry.facts["slots"]))
        if not found.is_sound:
            raise ValueError("its words name slots that there are not")
        return found

    @property
    def is_sound(self) -> bool:
        """Whether all instructions are told of, and no word leads outside the slots."""
        words = self.instructions & SLOT
        inside = all(bool((x < self.slots).all() and (x >= 0).all()) for x in (words, self.results))
        return inside and int(self.runs[:, 1].sum()) == len(words) and len(self.constants) <= self.slots
