"""The frame around every compiled program: a loop over the batch, a block of lanes at a time.

The entry point is `void psiphi_rows(ptr table, i64 rows, ptr workspace)`.  The table has two words for each
argument and then for each output: the address of its first row, and the distance between rows in numbers,
which is zero for an argument that all rows share.  Where the last block is not full, its spare lanes
repeat the last row: they read what is there and write the same results again, so that no row needs a code
path of its own.

A row of which any argument is not finite has NaN for its outputs (not_finite.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from psiphi.frozen import frozen
from psiphi.kernel.code.target import ENTRY, Precision, Target
from psiphi.kernel.emit.lanes import Lanes, Writer
from psiphi.kernel.emit.phrases import begin_loop, end_loop

BLOCK = "void @block(ptr %table, i64 %first, i64 %last, ptr %workspace)"


@frozen
class Emission:
    """A module: its IR, and the bytes of workspace it needs for one of each kind that Source.copies counts.

    The workspace is aligned to a cache line.
    """

    ir: str
    workspace: tuple[int, ...] = (0,)


def module(target: Target, functions: Sequence[str], strands: int = 1, widths: Sequence[int] = ()) -> str:
    """The complete IR: declarations, the functions that make up @block, and what all programs share.

    A block has as many rows as lanes, times `strands`. `widths` are those of vectors within a row.
    """
    return "\n".join(
        (
            declarations([target, *(replace(target, lanes=width) for width in widths)]),
            *functions,
            _entry(strands * target.lanes),
            function_attributes(replace(target, lanes=max(target.lanes, *widths, 1))),
        )
    )


def function(writer: Writer, signature: str) -> str:
    """A function of this module."""
    return writer.text(f"internal {signature} #0")


def row_pointers(lanes: Lanes, array: int, size: int | None = None, first: str = "%first") -> list[str]:
    """The address of its row for each lane; `size` gives the distance of rows where it is known."""
    writer = lanes.writer
    address = writer.word("%table", 2 * array, "ptr")
    stride = writer.word("%table", 2 * array + 1) if size is None else str(size)
    pointers: list[str] = []
    for lane in range(lanes.count):
        row = writer.least(writer.assign(f"add i64 {first}, {lane}"), "%last") if lane else first
        offset = writer.assign(f"mul i64 {row}, {stride}")
        pointers.append(lanes.element(address, offset))
    return pointers


def declarations(targets: Sequence[Target]) -> str:
    lines: dict[str, None] = {}
    for precision in Precision:
        for target in targets:
            for count in range(1, target.angles + 1):
                lanes = Lanes(Writer(), target.times(count), precision)
                t = lanes.type
                lines[f"declare {t} @llvm.fma.{lanes.suffix}({t}, {t}, {t})"] = None
                lines[f"declare {t} @llvm.sqrt.{lanes.suffix}({t})"] = None
    return "\n".join(lines)


def function_attributes(target: Target) -> str:
    width = max(128, 8 * target.precision.size * target.lanes)
    widths = f'"prefer-vector-width"="{width}" "min-legal-vector-width"="{width}"'
    # LLVM would put vectors on the stack at any address, where half of them lie across two cache lines.
    alignment = max(128, target.isa.bits) // 8
    return (
        f"attributes #0 = {{ nounwind alignstack={alignment} {widths} }}\n"
        "attributes #1 = { nounwind cold noinline }\n"
    )


def _entry(rows: int) -> str:
    """The loop over blocks of so many rows."""
    return f"""define void @{ENTRY}(ptr %table, i64 %rows, ptr %workspace) #0 {{
entry:
  %last = sub i64 %rows, 1
  {begin_loop("first", "%rows")}
  call {BLOCK}
  {end_loop("first", rows)}
  ret void
}}"""
