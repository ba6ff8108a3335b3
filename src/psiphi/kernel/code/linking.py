"""From an object file to one block of bytes that runs wherever it is put.

Generated code calls nothing outside itself and reaches its constants relative to itself. So its sections can
be laid out one behind the other as soon as it is compiled, and what is left to do in later processes is to
copy the block (loading.py). Done for ELF on x86-64; objects of other kinds, or with anything in them that is
not foreseen here, are left to LLVM's own loader.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen

# The parts of an object file, as the System V ABI and its supplement for x86-64 lay them out.
_SECTION_TABLE, _SECTION_COUNT = 0x28, 0x3C
_SECTION = np.dtype(
    [
        ("name", "<u4"),
        ("type", "<u4"),
        ("flags", "<u8"),
        ("address", "<u8"),
        ("offset", "<u8"),
        ("size", "<u8"),
        ("link", "<u4"),
        ("info", "<u4"),
        ("alignment", "<u8"),
        ("entry", "<u8"),
    ]
)
_SYMBOL = np.dtype(
    [
        ("name", "<u4"),
        ("info", "u1"),
        ("other", "u1"),
        ("section", "<u2"),
        ("value", "<u8"),
        ("size", "<u8"),
    ]
)
_BYTE = np.dtype(np.uint8)
_RELOCATION = np.dtype([("offset", "<u8"), ("type", "<u4"), ("symbol", "<u4"), ("addend", "<i8")])
_ELF, _X86_64 = b"\x7fELF\x02\x01", b"\x01\x00\x3e\x00"  # of 64 bits, little end first; relocatable
_PROGRAM, _SYMBOLS, _RELOCATIONS, _UNWINDING = 1, 2, 4, 0x70000001  # nothing unwinds through generated code
_WRITABLE, _LOADED = 1, 2
_RELATIVE = (2, 4)  # R_X86_64_PC32, R_X86_64_PLT32: symbol + addend − place, in 32 bits


@frozen
class Image:
    """A block of code with its constants, and where in it the function starts."""

    code: bytes
    start: int


def link(code: bytes, symbol: str) -> Image | None:
    """The block of an object file; None for anything but code and constants that need nothing else."""
    if not code.startswith(_ELF) or code[16:20] != _X86_64:
        return None
    sections = np.frombuffer(code, _SECTION, _word(code, _SECTION_COUNT, 2), _word(code, _SECTION_TABLE, 8))
    in_memory = [i for i, s in enumerate(sections) if int(s["flags"]) & _LOADED and s["type"] != _UNWINDING]
    if any(s["type"] != _PROGRAM or int(s["flags"]) & _WRITABLE for s in sections[in_memory]):
        return None
    places = np.full(len(sections) + 1, -1)  # the last stands for symbols that are in no section
    size = 0
    for i in in_memory:
        places[i] = size + -size % int(sections[i]["alignment"])
        size = int(places[i] + sections[i]["size"])
    image = np.zeros(size, np.uint8)
    for i in in_memory:
        content = _part(code, sections[i], _BYTE)
        image[places[i] : places[i] + len(content)] = content

    table = next(s for s in sections if s["type"] == _SYMBOLS)
    symbols = _part(code, table, _SYMBOL)
    homes = places[np.minimum(symbols["section"], len(sections))]
    values = homes + symbols["value"].astype(np.int64)
    for section in sections:
        start = int(places[section["info"]]) if section["type"] == _RELOCATIONS else -1
        if start >= 0:
            relocations = _part(code, section, _RELOCATION)
            if not np.isin(relocations["type"], _RELATIVE).all() or (homes[relocations["symbol"]] < 0).any():
                return None
            _relocate(image, relocations, start, values)
    names = _part(code, sections[table["link"]], _BYTE).tobytes()
    own = f"\0{symbol}\0".encode()
    starts = values[(symbols["name"] == names.find(own) + 1) & (homes >= 0)]
    return Image(image.tobytes(), int(starts[0])) if own in names and len(starts) == 1 else None


def _relocate(image: NDArray[np.uint8], relocations: Any, start: int, values: Any) -> None:
    """Write down how far symbols are from the places that refer to them."""
    offsets = start + relocations["offset"].astype(np.int64)
    distances = values[relocations["symbol"]] + relocations["addend"] - offsets
    image[offsets[:, None] + np.arange(4)] = distances.astype("<i4").view(np.uint8).reshape(-1, 4)


def _part(code: bytes, section: Any, kind: np.dtype[Any]) -> NDArray[Any]:
    count = int(section["size"]) // kind.itemsize
    return np.frombuffer(code, kind, count, int(section["offset"]))


def _word(code: bytes, place: int, size: int) -> int:
    return int.from_bytes(code[place : place + size], "little")
