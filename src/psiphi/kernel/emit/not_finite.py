"""What becomes of rows with arguments that are not finite: NaN, whatever is computed from them.

Folded zeros would hide such an argument from some results.  So every block forms a sum of nothing, Σ 0 · x,
which is zero where all x are finite and NaN elsewhere.  Loops over bodies take all arguments into it.
Straight-line code takes a few results that tell on the arguments (witnesses.py); results may overflow by
themselves, so that rows with such a sum are looked at once more.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.kernel.code.target import Target
from psiphi.kernel.emit.batch import function
from psiphi.kernel.emit.lanes import Lanes, Writer, number_literal
from psiphi.kernel.emit.phrases import begin_loop, end_loop
from psiphi.kernel.program.program import Program

# Terms of a sum that wait for each other.
_CHAIN = 4
# Numbers of a single row that are looked at together.
_SCANNED = 8


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


def bad_lanes(lanes: Lanes, nothing: str) -> str:
    """The lanes in which the sum of nothing is not zero, as bits."""
    bad = lanes.compare("uno", nothing, lanes.constant(0.0))
    mask = bad if lanes.count == 1 else lanes.writer.assign(f"bitcast {lanes.truth} {bad} to i{lanes.count}")
    return lanes.writer.assign(f"zext i{lanes.count} {mask} to i64")


def return_with_nan(lanes: Lanes, nothing: str) -> None:
    """End a block, with NaN in bad rows."""
    writer = lanes.writer
    wide = bad_lanes(lanes, nothing)
    none = writer.assign(f"icmp eq i64 {wide}, 0")
    writer.write(f"br i1 {none}, label %done, label %bad")
    writer.write("bad:")
    writer.write(f"call void @void_rows(ptr %table, i64 %first, i64 %last, i64 {wide})")
    writer.write("br label %done")
    writer.write("done:")
    writer.write("ret void")


def void_rows_of(program: Program, target: Target) -> str:
    """The function that looks at the rows of the lanes in a mask, and fills outputs of bad ones with NaN."""
    sizes = [argument.size for argument in program.arguments]
    return void_rows(target, len(sizes), len(program.outputs), sizes)


def void_rows(target: Target, arguments: int, outputs: int, sizes: Sequence[int] = ()) -> str:
    """The function that fills the output rows of the lanes in a mask with NaN.

    Where the sizes of the rows of the arguments are given, it does so only if one of them is not finite.
    """
    number = target.precision.number
    zero = number_literal(0.0, target.precision)
    sums = "".join(
        f"""{_row_start(k, number)}
  %scanned_{k} = call {number} @scan(ptr %start_{k}, i64 {size})
  %sum_{k + 1} = fadd {number} %sum_{k}, %scanned_{k}"""
        for k, size in enumerate(sizes)
    )
    looked_at = (
        f"""
  %sum_0 = fadd {number} {zero}, {zero}{sums}
  %finite = fcmp ord {number} %sum_{len(sizes)}, {zero}
  br i1 %finite, label %continue, label %void"""
        if sizes
        else """
  br label %void"""
    )
    fills = "".join(
        f"""{_row_start(k, number)}
  call void @fill_nan(ptr %start_{k}, i64 %distance_{k})"""
        for k in range(arguments, arguments + outputs)
    )
    return f"""{scan(target) if sizes else ""}
{fill_nan(target)}
define internal void @void_rows(ptr %table, i64 %first, i64 %last, i64 %mask) #1 {{
entry:
  %none = icmp eq i64 %mask, 0
  br i1 %none, label %end, label %loop
loop:
  %lane = phi i64 [0, %entry], [%next, %continue]
  %shifted = lshr i64 %mask, %lane
  %bit = trunc i64 %shifted to i1
  br i1 %bit, label %bad, label %continue
bad:
  %beyond = add i64 %first, %lane
  %inside = icmp slt i64 %beyond, %last
  %row = select i1 %inside, i64 %beyond, i64 %last{looked_at}
void:{fills}
  br label %continue
continue:
  %next = add i64 %lane, 1
  %more = icmp slt i64 %next, {target.lanes}
  br i1 %more, label %loop, label %end
end:
  ret void
}}"""


def _row_start(array: int, number: str) -> str:
    """Where %row of an array in the table starts, and how far apart rows are: outputs have their size."""
    return f"""
  %entry_{array} = getelementptr i64, ptr %table, i64 {2 * array}
  %base_{array} = load ptr, ptr %entry_{array}
  %distance_at_{array} = getelementptr i64, ptr %table, i64 {2 * array + 1}
  %distance_{array} = load i64, ptr %distance_at_{array}
  %offset_{array} = mul i64 %row, %distance_{array}
  %start_{array} = getelementptr {number}, ptr %base_{array}, i64 %offset_{array}"""


def scan(target: Target) -> str:
    """`scan(row, size)`, for one lane: the sum of x − x, which is zero as long as all x are finite."""
    number, size = target.precision.number, target.precision.size
    some = f"<{_SCANNED} x {number}>"
    writer = Writer()
    writer.lines = f"""entry:
  %whole = and i64 %size, -{_SCANNED}
  br label %vectors
vectors:
  %i = phi i64 [0, %entry], [%i_next, %vector]
  %sum = phi {some} [zeroinitializer, %entry], [%sum_next, %vector]
  %more = icmp slt i64 %i, %whole
  br i1 %more, label %vector, label %single
vector:
  %place = getelementptr {number}, ptr %row, i64 %i
  %x = load {some}, ptr %place, align {size}
  %difference = fsub {some} %x, %x
  %sum_next = fadd {some} %sum, %difference
  %i_next = add i64 %i, {_SCANNED}
  br label %vectors
single:
  %found = fcmp uno {some} %sum, zeroinitializer
  %bits = bitcast <{_SCANNED} x i1> %found to i{_SCANNED}
  %any = icmp ne i{_SCANNED} %bits, 0
  %so_far = select i1 %any, {number} 0x7FF8000000000000, {number} 0.0
  br label %rest
rest:
  %j = phi i64 [%whole, %single], [%j_next, %one]
  %rest_sum = phi {number} [%so_far, %single], [%rest_next, %one]
  %more_rest = icmp slt i64 %j, %size
  br i1 %more_rest, label %one, label %done
one:
  %one_place = getelementptr {number}, ptr %row, i64 %j
  %y = load {number}, ptr %one_place
  %y_difference = fsub {number} %y, %y
  %rest_next = fadd {number} %rest_sum, %y_difference
  %j_next = add i64 %j, 1
  br label %rest
done:
  ret {number} %rest_sum""".split("\n")
    return function(writer, f"{number} @scan(ptr %row, i64 %size)")


def fill_nan(target: Target) -> str:
    """`fill_nan(start, size)`."""
    number = target.precision.number
    return f"""define internal void @fill_nan(ptr %start, i64 %size) #1 {{
entry:
  {begin_loop("i", "%size")}
  %place = getelementptr {number}, ptr %start, i64 %i
  store {number} {number_literal(float("nan"), target.precision)}, ptr %place
  {end_loop("i")}
  ret void
}}"""
