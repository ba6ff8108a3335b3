"""IR that reads objects of Python and the context of a compiled function."""

from __future__ import annotations

from psiphi.kernel.call.direct_layout import ARRAY_WORDS, Word
from psiphi.kernel.emit.phrases import word_of


def field(name: str, kind: str, base: str, offset: int) -> str:
    """Read a field of an object."""
    return f"{name}_at = getelementptr i8, ptr {base}, i64 {offset}\n  {name} = load {kind}, ptr {name}_at"


def api(name: str, entry: int) -> str:
    """Read an address of Python or NumPy."""
    return word_of(name, "ptr", "%context", Word.API + entry)


def array(name: str, number: str) -> str:
    """The words of an array of the context."""
    return (
        f"{name}_words = mul i64 {number}, {ARRAY_WORDS}\n"
        f"  {name}_place = add i64 {name}_words, {Word.ARRAYS}\n"
        f"  {name} = getelementptr i64, ptr %context, i64 {name}_place"
    )
