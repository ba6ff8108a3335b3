"""The loop around programs on slots for rows that end by themselves: a lane takes the next when one is done.

The entry point is `void psiphi_rows(ptr table, i64 rows, ptr workspace)`. Its table begins with four words:
how often a row may be begun, and how many arrays are given, are begun with, and are kept. Then come five
words for each array: its address, the distances from row to row and from attempt to attempt in numbers, its
size, and its first slot.

After every step the programs leave a verdict and a distance in the slots of VERDICT. Where the verdict of a
lane is not zero, an attempt is over. What is to be kept of it is stored if the verdict is positive, which
ends the row, or if no attempt before came as near. A row of which no attempt is left ends too. The lane then
begins its next attempt, or takes the next row. Lanes without a row go on with what they have, and nothing is
stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from psiphi.kernel.code.target import CACHE_LINE, ENTRY
from psiphi.kernel.emit.batch import Emission, declarations, function_attributes
from psiphi.kernel.emit.lanes import number_literal
from psiphi.kernel.emit.phrases import begin_loop, end_loop, word_of
from psiphi.kernel.iterate.emit import STRIPS
from psiphi.kernel.iterate.slots import PART, OnSlots, slots_of, total_slots

if TYPE_CHECKING:
    from psiphi.kernel.code.target import Target
    from psiphi.kernel.program.program import Program

VERDICT = "verdict"
"""The array that begins with what becomes of a row: a verdict, and how far from its goal it is."""

HEADER, ARRAY = 4, 5
"""Words before those of the arrays, and words of each array."""


def emit_search(programs: Sequence[Program], arrays: Mapping[str, int], target: Target) -> Emission:
    """IR of a module that runs programs one after the other in every step; arrays have names and sizes."""
    places, free = slots_of(programs, arrays)
    compiled = [OnSlots(f"program_{n}", program, target, places, free) for n, program in enumerate(programs)]
    number, lanes = target.precision.number, target.lanes
    slots = total_slots(compiled) * lanes
    strip = -(-slots * target.precision.size // CACHE_LINE) * CACHE_LINE
    step = "\n".join(
        f"  call {PART.format(name).replace('%slots', f'%slots_{n}')}"
        for each in compiled
        for name in each.names
        for n in range(STRIPS)
    )
    known = {
        "ENTRY": ENTRY,
        "NUMBER": number,
        "VECTOR": f"<{lanes} x {number}>",
        "TRUTHS": f"<{lanes} x i1>",
        "BITS": f"i{lanes}",
        "LANES": str(lanes),
        "ALL": str(STRIPS * lanes),
        "STRIPS": str(STRIPS),
        "BYTES": str(strip),
        "STATE": str(STRIPS * strip),
        "ALIGNMENT": str(lanes * target.precision.size),
        "VERDICT": str(places[VERDICT] * lanes),
        "FAR": number_literal(float("inf"), target.precision),
        "ADDRESSES": "\n".join(
            f"  %slots_{n} = getelementptr i8, ptr %workspace, i64 {n * strip}" for n in range(STRIPS)
        ),
        "STEP": step,
    }
    text = "\n".join((_COPY, _BEGIN, _SETTLE, _MAIN))
    for name, value in known.items():
        text = text.replace(f"[{name}]", value)
    functions = [part for each in compiled for part in each.functions]
    ir = "\n".join((declarations([target]), *functions, text, function_attributes(target)))
    return Emission(ir, (STRIPS * strip + 8 * (2 + 3 * STRIPS * lanes),))


# Arrays of a row into the slots of a lane (%in = 1), or out of them.
_COPY = f"""
define internal void @copy(ptr %arrays, i64 %count, i64 %row, i64 %attempt, ptr %lane, i1 %in) #1 {{
entry:
  {begin_loop("k", "%count", last="i_done")}
  %place = mul i64 %k, {ARRAY}
  %words = getelementptr i64, ptr %arrays, i64 %place
  {word_of("%address", "ptr", "%words", 0)}
  {word_of("%by_row", "i64", "%words", 1)}
  {word_of("%by_attempt", "i64", "%words", 2)}
  {word_of("%size", "i64", "%words", 3)}
  {word_of("%slot", "i64", "%words", 4)}
  %rows = mul i64 %row, %by_row
  %attempts = mul i64 %attempt, %by_attempt
  %offset = add i64 %rows, %attempts
  %memory = getelementptr [NUMBER], ptr %address, i64 %offset
  %first = mul i64 %slot, [LANES]
  %slots = getelementptr [NUMBER], ptr %lane, i64 %first
  {begin_loop("i", "%size", before="k_body", last="moved")}
  %there = getelementptr [NUMBER], ptr %memory, i64 %i
  %distance = mul i64 %i, [LANES]
  %here = getelementptr [NUMBER], ptr %slots, i64 %distance
  br i1 %in, label %load, label %store
load:
  %given = load [NUMBER], ptr %there
  store [NUMBER] %given, ptr %here
  br label %moved
store:
  %found = load [NUMBER], ptr %here
  store [NUMBER] %found, ptr %there
  br label %moved
moved:
  {end_loop("i")}
  {end_loop("k")}
  ret void
}}"""

_TABLE = f"""
  {word_of("%attempts", "i64", "%table", 0)}
  {word_of("%given", "i64", "%table", 1)}
  {word_of("%begun", "i64", "%table", 2)}
  {word_of("%kept", "i64", "%table", 3)}
  %first_given = getelementptr i64, ptr %table, i64 {HEADER}
  %given_words = mul i64 %given, {ARRAY}
  %first_begun = getelementptr i64, ptr %first_given, i64 %given_words
  %begun_words = mul i64 %begun, {ARRAY}
  %first_kept = getelementptr i64, ptr %first_begun, i64 %begun_words"""

# Words of state: the next row, rows that have not ended, then the row, the attempt and the least distance so
# far of each lane; lanes without a row have −1.
_LANE = """
  %next_at = getelementptr i8, ptr %workspace, i64 [STATE]
  %left_at = getelementptr i64, ptr %next_at, i64 1
  %rows_of = getelementptr i64, ptr %next_at, i64 2
  %attempts_of = getelementptr i64, ptr %rows_of, i64 [ALL]
  %nearest_of = getelementptr i64, ptr %attempts_of, i64 [ALL]
  %row_at = getelementptr i64, ptr %rows_of, i64 %lane
  %attempt_at = getelementptr i64, ptr %attempts_of, i64 %lane
  %nearest_at = getelementptr i64, ptr %nearest_of, i64 %lane
  %strip = udiv i64 %lane, [LANES]
  %within = urem i64 %lane, [LANES]
  %strip_at = mul i64 %strip, [BYTES]
  %strip_slots = getelementptr i8, ptr %workspace, i64 %strip_at
  %slots = getelementptr [NUMBER], ptr %strip_slots, i64 %within"""

_BEGIN = f"""
define internal void @begin(ptr %table, i64 %row, ptr %workspace, i64 %lane) #1 {{
entry:{_TABLE}{_LANE}
  store i64 %row, ptr %row_at
  store i64 0, ptr %attempt_at
  store [NUMBER] [FAR], ptr %nearest_at
  call void @copy(ptr %first_given, i64 %given, i64 %row, i64 0, ptr %slots, i1 1)
  call void @copy(ptr %first_begun, i64 %begun, i64 %row, i64 0, ptr %slots, i1 1)
  ret void
}}"""

_SETTLE = f"""
define internal void @settle(ptr %table, i64 %rows, ptr %workspace, i64 %lane) #1 {{
entry:{_TABLE}{_LANE}
  %row = load i64, ptr %row_at
  %idle = icmp slt i64 %row, 0
  br i1 %idle, label %done, label %look
look:
  %verdict_at = getelementptr [NUMBER], ptr %slots, i64 [VERDICT]
  %verdict = load [NUMBER], ptr %verdict_at
  %distance_at = getelementptr [NUMBER], ptr %verdict_at, i64 [LANES]
  %distance = load [NUMBER], ptr %distance_at
  %nearest = load [NUMBER], ptr %nearest_at
  %solved = fcmp ogt [NUMBER] %verdict, 0.0
  %nearer = fcmp ult [NUMBER] %distance, %nearest
  %attempt = load i64, ptr %attempt_at
  %following = add i64 %attempt, 1
  %more = icmp slt i64 %following, %attempts
  %worthy = or i1 %solved, %nearer
  br i1 %worthy, label %keep, label %decide
keep:
  store [NUMBER] %distance, ptr %nearest_at
  call void @copy(ptr %first_kept, i64 %kept, i64 %row, i64 %attempt, ptr %slots, i1 0)
  br label %decide
decide:
  %unsolved = xor i1 %solved, 1
  %again = and i1 %unsolved, %more
  br i1 %again, label %retry, label %end
retry:
  store i64 %following, ptr %attempt_at
  call void @copy(ptr %first_begun, i64 %begun, i64 %row, i64 %following, ptr %slots, i1 1)
  br label %done
end:
  %before = load i64, ptr %left_at
  %left = sub i64 %before, 1
  store i64 %left, ptr %left_at
  %next = load i64, ptr %next_at
  %there = icmp slt i64 %next, %rows
  br i1 %there, label %take, label %rest
take:
  %after = add i64 %next, 1
  store i64 %after, ptr %next_at
  call void @begin(ptr %table, i64 %next, ptr %workspace, i64 %lane)
  br label %done
rest:
  store i64 -1, ptr %row_at
  br label %done
done:
  ret void
}}"""

_MAIN = f"""
define void @[ENTRY](ptr %table, i64 %rows, ptr %workspace) #0 {{
entry:
[ADDRESSES]
  %next_at = getelementptr i8, ptr %workspace, i64 [STATE]
  %left_at = getelementptr i64, ptr %next_at, i64 1
  %rows_of = getelementptr i64, ptr %next_at, i64 2
  %last = sub i64 %rows, 1
  {begin_loop("l", "[ALL]", last="filled")}
  %inside = icmp slt i64 %l, %rows
  %row = select i1 %inside, i64 %l, i64 %last
  call void @begin(ptr %table, i64 %row, ptr %workspace, i64 %l)
  br i1 %inside, label %filled, label %spare
spare:
  %row_at = getelementptr i64, ptr %rows_of, i64 %l
  store i64 -1, ptr %row_at
  br label %filled
filled:
  {end_loop("l")}
  %few = icmp slt i64 %rows, [ALL]
  %next = select i1 %few, i64 %rows, i64 [ALL]
  store i64 %next, ptr %next_at
  store i64 %rows, ptr %left_at
  br label %step
step:
[STEP]
  {begin_loop("s", "[STRIPS]", before="step", last="w_done")}
  %s_place = mul i64 %s, [BYTES]
  %s_slots = getelementptr i8, ptr %workspace, i64 %s_place
  %verdicts_at = getelementptr [NUMBER], ptr %s_slots, i64 [VERDICT]
  %verdicts = load [VECTOR], ptr %verdicts_at, align [ALIGNMENT]
  %over = fcmp une [VECTOR] %verdicts, zeroinitializer
  %mask = bitcast [TRUTHS] %over to [BITS]
  %any = icmp ne [BITS] %mask, 0
  br i1 %any, label %judge, label %w_done
judge:
  {begin_loop("w", "[LANES]", before="judge", last="judged")}
  %shift = trunc i64 %w to [BITS]
  %shifted = lshr [BITS] %mask, %shift
  %bit = trunc [BITS] %shifted to i1
  br i1 %bit, label %settle, label %judged
settle:
  %s_lanes = mul i64 %s, [LANES]
  %lane_number = add i64 %s_lanes, %w
  call void @settle(ptr %table, i64 %rows, ptr %workspace, i64 %lane_number)
  br label %judged
judged:
  {end_loop("w")}
  {end_loop("s")}
  %left = load i64, ptr %left_at
  %going = icmp sgt i64 %left, 0
  br i1 %going, label %step, label %end
end:
  ret void
}}"""
