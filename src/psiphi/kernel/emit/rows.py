"""Moving rows of arrays in and out of lanes.

Users' arrays have one row after the other; lanes want the same element of several rows in one register.
Square tiles are transposed in registers.  Rows shorter than a register, and the last columns of longer
ones, are covered by pieces that overlap, so that nothing outside a row is ever read or written.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.kernel.emit.lanes import STREAMED_PIECE, Lanes


def tiles(size: int, width: int) -> list[range]:
    """The columns of each tile, for so many lanes; the last one overlaps its neighbour to be full."""
    if size <= width:
        return [range(size)] if size else []
    starts = [*range(0, size - width, width), size - width]
    return [range(start, start + width) for start in starts]


def load_tile(lanes: Lanes, rows: Sequence[str], columns: range) -> list[str]:
    """Vectors of some elements of the rows that the pointers name, one for each lane."""
    if lanes.count == 1:
        return [_load(lanes, rows[0], column, 1) for column in columns]
    start, width = columns.start, len(columns)
    if width == 1:
        return [_gather(lanes, rows, start)]
    return _transpose(lanes, [_load_piece(lanes, row, start, width) for row in rows])[:width]


def store_tile(
    lanes: Lanes, rows: Sequence[str], columns: range, values: Sequence[str], *, streamed: bool = False
) -> None:
    """The reverse of `load_tile`; full tiles may be `streamed`, past the caches (streaming.py)."""
    if lanes.count == 1:
        for column, value in zip(columns, values, strict=True):
            _store(lanes, value, rows[0], column, 1)
        return
    start, width = columns.start, len(columns)
    if width == 1:
        _scatter(lanes, values[0], rows, start)
        return
    square = [*values, *["poison"] * (lanes.count - width)]
    store = _stream if streamed else _store_piece
    for row, value in zip(rows, _transpose(lanes, square), strict=True):
        store(lanes, value, row, start, width)


def _gather(lanes: Lanes, rows: Sequence[str], column: int) -> str:
    vector = "poison"
    for lane, row in enumerate(rows):
        element = _load(lanes, row, column, 1)
        vector = lanes.writer.assign(
            f"insertelement {lanes.type} {vector}, {lanes.number} {element}, i32 {lane}"
        )
    return vector


def _scatter(lanes: Lanes, vector: str, rows: Sequence[str], column: int) -> None:
    for lane, row in enumerate(rows):
        element = lanes.writer.assign(f"extractelement {lanes.type} {vector}, i32 {lane}")
        _store(lanes, element, row, column, 1)


def _transpose(lanes: Lanes, rows: Sequence[str]) -> list[str]:
    """Exchange rows and columns of a square tile.

    Blocks of one, two, four … elements change places: log₂ n rounds of n shuffles.
    """
    count = lanes.count
    current = list(rows)
    distance = 1
    while distance < count:
        following = list(current)
        for row in range(count):
            if not row & distance:
                a, b = current[row], current[row | distance]
                low = [(place ^ distance) + count if place & distance else place for place in range(count)]
                high = [place + count if place & distance else place | distance for place in range(count)]
                following[row] = lanes.shuffle(a, b, low, count)
                following[row | distance] = lanes.shuffle(a, b, high, count)
        current = following
        distance *= 2
    return current


def _load_piece(lanes: Lanes, row: str, start: int, width: int) -> str:
    """Elements of one row as a full vector; nothing reads the lanes beyond its end."""
    if width == lanes.count:
        return _load(lanes, row, start, width)
    half = _power_of_two_within(width)
    first = _load(lanes, row, start, half)
    second = _load(lanes, row, start + width - half, half)
    picks = [_place(element, width, half) if element < width else None for element in range(lanes.count)]
    return lanes.shuffle(_as_vector(lanes, first, half), _as_vector(lanes, second, half), picks, half)


def _store_piece(lanes: Lanes, value: str, row: str, start: int, width: int) -> None:
    if width == lanes.count:
        _store(lanes, value, row, start, width)
        return
    half = _power_of_two_within(width)
    for offset in dict.fromkeys((0, width - half)):
        picks = range(offset, offset + half)
        if half == 1:
            piece = lanes.writer.assign(f"extractelement {lanes.type} {value}, i32 {offset}")
        else:
            piece = lanes.shuffle(value, value, picks, lanes.count)
        _store(lanes, piece, row, start + offset, half)


def _stream(lanes: Lanes, value: str, row: str, start: int, width: int) -> None:
    piece = STREAMED_PIECE // lanes.precision.size
    for offset in range(0, width, piece):
        part = lanes.shuffle(value, value, range(offset, offset + piece), width)
        place = lanes.element(row, start + offset)
        kind = f"<{piece} x {lanes.number}>"
        lanes.writer.write(f"store {kind} {part}, ptr {place}, align {STREAMED_PIECE}, !nontemporal !0")


def _power_of_two_within(width: int) -> int:
    return 1 << (width.bit_length() - 1)


def _place(element: int, width: int, half: int) -> int:
    """Where two overlapping halves, numbered through, hold an element."""
    return element if element < half else half + element - (width - half)


def _as_vector(lanes: Lanes, piece: str, width: int) -> str:
    if width > 1:
        return piece
    return lanes.writer.assign(f"insertelement <1 x {lanes.number}> poison, {lanes.number} {piece}, i32 0")


def _load(lanes: Lanes, row: str, start: int, width: int) -> str:
    kind = lanes.number if width == 1 else f"<{width} x {lanes.number}>"
    place = lanes.element(row, start)
    return lanes.writer.assign(f"load {kind}, ptr {place}, align {lanes.precision.size}")


def _store(lanes: Lanes, value: str, row: str, start: int, width: int) -> None:
    kind = lanes.number if width == 1 else f"<{width} x {lanes.number}>"
    place = lanes.element(row, start)
    lanes.writer.write(f"store {kind} {value}, ptr {place}, align {lanes.precision.size}")
