"""Results larger than the caches, stored past them: non-temporal stores.

An ordinary store reads the line of the cache that it writes into, and drives another one out. Long rows are
written whole and in order, so that neither is needed. Results that fit into the caches are found there by
whoever reads them next, and are stored in the ordinary way. Each call decides: by how many rows it has, and
by whether the arrays begin where pieces of rows do, as those that NumPy makes.
"""

from __future__ import annotations

from collections.abc import Callable

from psiphi.kernel.emit.lanes import STREAMED_PIECE, Lanes
from psiphi.kernel.emit.values import Tiling

# Bytes of results from which on they are streamed: half of the last cache of many processors. Derivatives of
# the quadruped's forward dynamics took a seventh longer streamed at 8 to 15 MiB, and a third longer not
# streamed at 30 (32 MiB of L3).
_LARGE = 16 << 20

STREAMING = "i1 %streaming"
"""The parameter of functions that store results, as `streaming` computes it."""


def can_stream(tiling: Tiling, size: int) -> bool:
    """Whether there are long rows, of whole pieces; numbers have `size` bytes."""
    return bool(tiling.late) and all(n * size % STREAMED_PIECE == 0 for n in _long_rows(tiling).values())


def streaming(lanes: Lanes, tiling: Tiling) -> None:
    """Compute %streaming, from %table and %last."""
    writer, long_rows = lanes.writer, _long_rows(tiling)
    rows = -(-_LARGE // (lanes.precision.size * sum(long_rows.values())))
    places = "0"
    for array in long_rows:
        places = writer.assign(f"or i64 {places}, {writer.word('%table', 2 * array)}")
    beyond = writer.assign(f"and i64 {places}, {STREAMED_PIECE - 1}")
    whole = writer.assign(f"icmp eq i64 {beyond}, 0")
    large = writer.assign(f"icmp sge i64 %last, {rows - 1}")
    writer.write(f"%streaming = and i1 {whole}, {large}")


def either_way(lanes: Lanes, store: Callable[[bool], None]) -> None:
    """Have results stored past the caches where %streaming says so, and else in the ordinary way."""
    writer = lanes.writer
    writer.write("br i1 %streaming, label %stream, label %store")
    for label, streamed in (("stream", True), ("store", False)):
        writer.write(f"{label}:")
        store(streamed)
        writer.write("br label %stored")
    writer.write("stored:")


def _long_rows(tiling: Tiling) -> dict[int, int]:
    """The arrays of long rows, and how many numbers these have."""
    return {tile.array: tiling.row_size[tile.array] for tile in tiling.late}
