"""Moving rows of arrays in and out of lanes.

Users' arrays have one row after the other; lanes want the same element of several rows in one register.
Square tiles are transposed in registers; rows of smaller ones stand side by side in a register.  All have a
power of two of columns, so that nothing outside a row is ever read or written; where they do not fit, the
last ones overlap their neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.kernel.emit.lanes import Lanes


def tiles(size: int, width: int) -> list[range]:
    """The columns of each tile, a power of two of them and at most `width`."""
    found: list[range] = []
    start = 0
    while start < size:
        side = min(width, 1 << (size - start - 1).bit_length())
        side = side if side <= size else side // 2
        found.append(range(min(start, size - side), min(start, size - side) + side))
        start = found[-1].stop
    return found


def load_tile(lanes: Lanes, rows: Sequence[str], columns: range) -> list[str]:
    """Vectors of some elements of the rows that the pointers name, one for each lane."""
    if lanes.count == 1:
        return [_load(lanes, rows[0], column, 1) for column in columns]
    start, width = columns.start, len(columns)
    if width == 1:
        return [_gather(lanes, rows, start)]
    pieces = [_load(lanes, row, start, width) for row in rows]
    return _transpose(lanes, [_joined(lanes, pieces[place::width], width) for place in range(width)])


def store_tile(lanes: Lanes, rows: Sequence[str], columns: range, values: Sequence[str]) -> None:
    """The reverse of `load_tile`."""
    if lanes.count == 1:
        for column, value in zip(columns, values, strict=True):
            store(lanes, value, rows[0], column, 1)
        return
    start, width = columns.start, len(columns)
    if width == 1:
        _scatter(lanes, values[0], rows, start)
        return
    for place, vector in enumerate(_transpose(lanes, values)):
        for square, row in enumerate(rows[place::width]):
            places = range(square * width, (square + 1) * width)
            store(lanes, _part(lanes, vector, places), row, start, width)


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
        store(lanes, element, row, column, 1)


def _transpose(lanes: Lanes, rows: Sequence[str]) -> list[str]:
    """Exchange rows and columns of square tiles, n of n elements, that stand side by side.

    Blocks of one, two, four … elements change places: log₂ n rounds of n shuffles.
    """
    count = lanes.count
    current = list(rows)
    distance = 1
    while distance < len(current):
        following = list(current)
        for row in range(len(current)):
            if not row & distance:
                a, b = current[row], current[row | distance]
                low = [(place ^ distance) + count if place & distance else place for place in range(count)]
                high = [place + count if place & distance else place | distance for place in range(count)]
                following[row] = lanes.shuffle(a, b, low, count)
                following[row | distance] = lanes.shuffle(a, b, high, count)
        current = following
        distance *= 2
    return current


def _joined(lanes: Lanes, pieces: Sequence[str], width: int) -> str:
    """Pieces of a power of two of elements, one after the other."""
    while len(pieces) > 1:
        pairs = zip(pieces[::2], pieces[1::2], strict=True)
        pieces = [lanes.shuffle(a, b, range(2 * width), width) for a, b in pairs]
        width *= 2
    return pieces[0]


def _part(lanes: Lanes, vector: str, places: range) -> str:
    return vector if len(places) == lanes.count else lanes.shuffle(vector, vector, places, lanes.count)


def _load(lanes: Lanes, row: str, start: int, width: int) -> str:
    kind = lanes.number if width == 1 else f"<{width} x {lanes.number}>"
    place = lanes.element(row, start)
    return lanes.writer.assign(f"load {kind}, ptr {place}, align {lanes.precision.size}")


def store(lanes: Lanes, value: str, row: str, start: int, width: int) -> None:
    """Put one number, or a vector of `width` of them, into a row."""
    kind = lanes.number if width == 1 else f"<{width} x {lanes.number}>"
    place = lanes.element(row, start)
    lanes.writer.write(f"store {kind} {value}, ptr {place}, align {lanes.precision.size}")
