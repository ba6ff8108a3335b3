"""The frame around every compiled program: a loop over the batch, a block of lanes at a time.

The entry point is `void psiphi_rows(ptr table, i64 rows, ptr workspace)`.  The table has two words for each
argument and then for each output: the address of its first row, and the distance between rows in numbers,
which is zero for an argument that all rows share.  Where the last block is not full, its spare lanes
repeat the last row: they read what is there and write the same results again, so that no row needs a code
path of its own.

A row of which any argument is not finite has NaN for its outputs: folded zeros would hide it otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from psiphi.kernel.emit_lanes import Lanes, Writer, number_literal
from psiphi.kernel.target import Precision, Target

# Terms of a sum that wait for each other.
_CHAIN = 4
ENTRY = "psiphi_rows"
BLOCK = "void @block(ptr %table, i64 %first, i64 %last, ptr %workspace)"


@dataclass(frozen=True)
class Emission:
    """A module: its IR, and the bytes of workspace it needs for one of each kind that Source.copies counts.

    The workspace is aligned to a cache line.
    """

    ir: str
    workspace: tuple[int, ...] = (0,)


def module(
    target: Target,
    functions: Sequence[str],
    arguments: int,
    outputs: int,
    strands: int = 1,
    widths: Sequence[int] = (),
) -> str:
    """The complete IR: declarations, the functions that make up @block, and what all programs share.

    A block has as many rows as lanes, times `strands`. `widths` are those of vectors within a row.
    """
    return "\n".join(
        (
            _declarations([target, *(replace(target, lanes=width) for width in widths)]),
            *functions,
            _void_rows(target, arguments, outputs),
            _entry(strands * target.lanes),
            _attributes(replace(target, lanes=max(target.lanes, *widths, 1))),
        )
    )


def function(writer: Writer, signature: str) -> str:
    """A function of this module."""
    return writer.text(f"internal {signature} #0")


def row_pointers(lanes: Lanes, array: int, size: int | None = None, first: str = "%first") -> list[str]:
    """The address of its row for each lane; `size` gives the distance of rows where it is known."""
    writer = lanes.writer
    base = writer.assign(f"getelementptr i64, ptr %table, i64 {2 * array}")
    address = writer.assign(f"load ptr, ptr {base}")
    if size is None:
        place = writer.assign(f"getelementptr i64, ptr %table, i64 {2 * array + 1}")
        stride = writer.assign(f"load i64, ptr {place}")
    else:
        stride = str(size)
    pointers: list[str] = []
    for lane in range(lanes.count):
        row = first
        if lane:
            beyond = writer.assign(f"add i64 {first}, {lane}")
            inside = writer.assign(f"icmp slt i64 {beyond}, %last")
            row = writer.assign(f"select i1 {inside}, i64 {beyond}, i64 %last")
        offset = writer.assign(f"mul i64 {row}, {stride}")
        pointers.append(lanes.element(address, offset))
    return pointers


def sum_of_nothing(lanes: Lanes, columns: Sequence[str]) -> str:
    """Σ 0 · x, which is zero where all x are finite, and NaN otherwise."""
    zero = lanes.constant(0.0)
    total = zero
    for start in range(0, len(columns), _CHAIN):
        first, *others = columns[start : start + _CHAIN]
        chain = lanes.multiply(first, zero)
        for column in others:
            chain = lanes.multiply_add(column, zero, chain)
        total = lanes.add(total, chain) if start else chain
    return total


def return_with_nan(lanes: Lanes, nothing: str) -> None:
    """End a block; rows in which the sum of nothing is not zero are overwritten with NaN."""
    writer = lanes.writer
    wide = bad_lanes(lanes, nothing)
    none = writer.assign(f"icmp eq i64 {wide}, 0")
    writer.write(f"br i1 {none}, label %done, label %bad")
    writer.write("bad:")
    writer.write(f"call void @void_rows(ptr %table, i64 %first, i64 %last, i64 {wide})")
    writer.write("br label %done")
    writer.write("done:")
    writer.write("ret void")


def bad_lanes(lanes: Lanes, nothing: str) -> str:
    """The lanes in which the sum of nothing is not zero, as bits."""
    bad = lanes.compare("uno", nothing, lanes.constant(0.0))
    mask = bad if lanes.count == 1 else lanes.writer.assign(f"bitcast {lanes.truth} {bad} to i{lanes.count}")
    return lanes.writer.assign(f"zext i{lanes.count} {mask} to i64")


def _declarations(targets: Sequence[Target]) -> str:
    lines: dict[str, None] = {}
    for precision in Precision:
        for target in targets:
            for count in range(1, target.angles + 1):
                lanes = Lanes(Writer(), target.times(count), precision)
                t = lanes.type
                lines[f"declare {t} @llvm.fma.{lanes.suffix}({t}, {t}, {t})"] = None
                lines[f"declare {t} @llvm.sqrt.{lanes.suffix}({t})"] = None
    return "\n".join(lines)


def _attributes(target: Target) -> str:
    width = max(128, 8 * target.precision.size * target.lanes)
    widths = f'"prefer-vector-width"="{width}" "min-legal-vector-width"="{width}"'
    # LLVM would put vectors on the stack at any address, where half of them lie across two cache lines.
    alignment = max(128, target.isa.bits) // 8
    return (
        f"attributes #0 = {{ nounwind alignstack={alignment} {widths} }}\n"
        "attributes #1 = { nounwind cold noinline }\n"
    )


def _void_rows(target: Target, arguments: int, outputs: int) -> str:
    """Fill the output rows of the lanes in a mask with NaN."""
    number = target.precision.number
    nan = number_literal(float("nan"), target.precision)
    fills = "".join(
        f"""
  %entry_{k} = getelementptr i64, ptr %table, i64 {2 * k}
  %base_{k} = load ptr, ptr %entry_{k}
  %size_at_{k} = getelementptr i64, ptr %table, i64 {2 * k + 1}
  %size_{k} = load i64, ptr %size_at_{k}
  %offset_{k} = mul i64 %row, %size_{k}
  %start_{k} = getelementptr {number}, ptr %base_{k}, i64 %offset_{k}
  call void @fill_nan(ptr %start_{k}, i64 %size_{k})"""
        for k in range(arguments, arguments + outputs)
    )
    return f"""define internal void @fill_nan(ptr %start, i64 %size) #1 {{
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %body]
  %more = icmp slt i64 %i, %size
  br i1 %more, label %body, label %end
body:
  %place = getelementptr {number}, ptr %start, i64 %i
  store {number} {nan}, ptr %place
  %next = add i64 %i, 1
  br label %loop
end:
  ret void
}}
define internal void @void_rows(ptr %table, i64 %first, i64 %last, i64 %mask) #1 {{
entry:
  br label %loop
loop:
  %lane = phi i64 [0, %entry], [%next, %continue]
  %more = icmp slt i64 %lane, {target.lanes}
  br i1 %more, label %test, label %end
test:
  %shifted = lshr i64 %mask, %lane
  %bit = trunc i64 %shifted to i1
  br i1 %bit, label %fill, label %continue
fill:
  %beyond = add i64 %first, %lane
  %inside = icmp slt i64 %beyond, %last
  %row = select i1 %inside, i64 %beyond, i64 %last{fills}
  br label %continue
continue:
  %next = add i64 %lane, 1
  br label %loop
end:
  ret void
}}"""


def _entry(rows: int) -> str:
    """The loop over blocks of so many rows."""
    return f"""define void @{ENTRY}(ptr %table, i64 %rows, ptr %workspace) #0 {{
entry:
  %last = sub i64 %rows, 1
  br label %loop
loop:
  %first = phi i64 [0, %entry], [%next, %body]
  %more = icmp slt i64 %first, %rows
  br i1 %more, label %body, label %end
body:
  call {BLOCK}
  %next = add i64 %first, {rows}
  br label %loop
end:
  ret void
}}"""
