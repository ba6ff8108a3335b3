"""Whole arrays in and out of lanes, their sizes known at run time alone.

`columns_in` transposes elements of the rows of a block, one row for each lane, into vectors of one element
each, and answers the sum of nothing (not_finite.py); `columns_out` does the reverse. Columns stand
`apart` vectors from each other; those that go out may be listed. `clear` sets numbers to zero.
"""

from __future__ import annotations

from collections.abc import Callable

from psiphi.kernel.code.target import Target
from psiphi.kernel.emit.batch import function
from psiphi.kernel.emit.lanes import Lanes, Writer
from psiphi.kernel.emit.not_finite import sum_of_nothing
from psiphi.kernel.emit.phrases import begin_loop, end_loop
from psiphi.kernel.emit.rows import load_tile, store_tile

_MOVE = "(ptr %rows, i64 %start, i64 %size, ptr %columns)"


def columns_in(target: Target, apart: int = 1) -> str:
    """`columns_in(rows, start, size, columns)`: the addresses of rows stand one after the other."""
    lanes = Lanes(Writer(), target)

    def move(start: str, width: int, nothing: str) -> str:
        starts = _starts(lanes, start)
        columns = load_tile(lanes, starts, range(width))
        place = _column(lanes, start, apart)
        for k, column in enumerate(columns):
            lanes.store(column, place, k * apart * lanes.count)
        return lanes.add(nothing, sum_of_nothing(lanes, columns))

    _tiles(lanes, move)
    return function(lanes.writer, f"{lanes.type} @columns_in{_MOVE}")


def columns_out(target: Target, apart: int = 1, *, listed: bool = False) -> str:
    """`columns_out(rows, start, size, columns)`; if they are `listed`, also a `list` of their numbers."""
    lanes = Lanes(Writer(), target)

    def number(start: str, k: int) -> str:
        number = lanes.writer.assign(f"add i64 {start}, {k}")
        if not listed:
            return number
        place = lanes.writer.assign(f"getelementptr i32, ptr %list, i64 {number}")
        return lanes.writer.assign(f"zext i32 {lanes.writer.assign(f'load i32, ptr {place}')} to i64")

    def move(start: str, width: int, nothing: str) -> str:
        columns = [lanes.load(_column(lanes, number(start, k), apart), 0) for k in range(width)]
        store_tile(lanes, _starts(lanes, start), range(width), columns)
        return nothing

    _tiles(lanes, move)
    parameters = _MOVE[:-1] + (", ptr %list)" if listed else ")")
    return function(lanes.writer, f"{lanes.type} @columns_out{parameters}")


def _starts(lanes: Lanes, start: str) -> list[str]:
    return [lanes.element(f"%row_{lane}", start) for lane in range(lanes.count)]


def _column(lanes: Lanes, start: str, apart: int) -> str:
    return lanes.element("%columns", lanes.writer.assign(f"mul i64 {start}, {apart * lanes.count}"))


def _tiles(lanes: Lanes, move: Callable[[str, int, str], str]) -> None:
    """Square tiles as long as they fit, then single columns; `move` does one and answers the sum so far."""
    writer, count, zero = lanes.writer, lanes.count, lanes.constant(0.0)
    writer.write("entry:")
    for lane in range(count):
        place = writer.assign(f"getelementptr ptr, ptr %rows, i64 {lane}")
        row = writer.assign(f"load ptr, ptr {place}")
        writer.write(f"%row_{lane} = getelementptr {lanes.number}, ptr {row}, i64 %start")
    writer.write("br label %tiles")
    writer.write("tiles:")
    writer.write("%tile = phi i64 [0, %entry], [%tile_end, %tile_body]")
    writer.write(f"%tile_sum = phi {lanes.type} [{zero}, %entry], [%tile_next, %tile_body]")
    writer.write(f"%tile_end = add i64 %tile, {count}")
    writer.write("%tile_fits = icmp sle i64 %tile_end, %size")
    writer.write("br i1 %tile_fits, label %tile_body, label %rest")
    writer.write("tile_body:")
    _name(lanes, "%tile_next", move("%tile", count, "%tile_sum"))
    writer.write("br label %tiles")
    writer.write("rest:")
    writer.write("%one = phi i64 [%tile, %tiles], [%one_end, %one_body]")
    writer.write(f"%one_sum = phi {lanes.type} [%tile_sum, %tiles], [%one_next, %one_body]")
    writer.write("%one_end = add i64 %one, 1")
    writer.write("%one_fits = icmp sle i64 %one_end, %size")
    writer.write("br i1 %one_fits, label %one_body, label %done")
    writer.write("one_body:")
    _name(lanes, "%one_next", move("%one", 1, "%one_sum"))
    writer.write("br label %rest")
    writer.write("done:")
    writer.write(f"ret {lanes.type} %one_sum")


def _name(lanes: Lanes, name: str, value: str) -> None:
    lanes.writer.write(f"{name} = bitcast {lanes.type} {value} to {lanes.type}")


def clear(target: Target) -> str:
    """`clear(start, size)`."""
    number = target.precision.number
    writer = Writer()
    writer.lines = f"""entry:
  {begin_loop("i", "%size")}
  %place = getelementptr {number}, ptr %start, i64 %i
  store {number} 0.0, ptr %place
  {end_loop("i")}
  ret void""".split("\n")
    return function(writer, "void @clear(ptr %start, i64 %size)")
