"""The loop around functions of rows, whatever their form: for single rows, and programs too large for slots.

The entry point is `void psiphi_rows(ptr table, i64 rows, ptr workspace)`, and its code the same for all
programs. Its table has eight words: the numbers of steps, of steps from sample to sample and from reading the
streams to reading them again, of actions in a step, of arrays given, of streams, of arrays to sample, and of
arrays that are carried. Then come

action    what is done, its tables for even and for odd steps, and one word more. It is the address of a
          function, and the word its workspace; or COPY, from an address to an address so many numbers; or
          BRANCH to the action that the word says, unless any row of an array, at an address and of a size,
          begins with a positive number
given     an address, the distance from time to time (not used), how many numbers to read, where to put them
stream    the same; streams are read again and again
sample    where the first one goes, the distance from time to time, numbers in a row, and where rows are
          before even and before odd steps
carried   the same; they are written at the end

A function reads and writes different memory, so that what a step changes is in turn in one place or another.
"""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.kernel.code.target import ENTRY, Target
from psiphi.kernel.emit.batch import Emission, function_attributes
from psiphi.kernel.emit.lanes import PREFETCH
from psiphi.kernel.emit.not_finite import fill_nan
from psiphi.kernel.emit.phrases import begin_loop, end_loop, word_of

HEADER, CALL, STREAM, SAMPLE = 8, 4, 4, 5
COPY, BRANCH = 0, 1
COPIED = 8
"""Numbers that are copied at once."""
SUMS = 4
"""Numbers that are looked at side by side."""


def emit_row_iteration(target: Target) -> Emission:
    """IR of the module for a precision; the target has one lane."""
    number = target.precision.number
    return Emission(
        "\n".join(
            (
                PREFETCH,
                fill_nan(target),
                *(text.replace("NUMBER", number) for text in (_COPY, _KEEP, _READ, _SAMPLE, _ANY, _MAIN)),
                function_attributes(target),
            )
        )
    )


def _sampled_row(k: str) -> str:
    """Where row %r of a sample goes, and how many numbers it has."""
    return f"""%place_{k} = mul i64 %{k}, {SAMPLE}
  %array_{k} = getelementptr i64, ptr %samples, i64 %place_{k}
  {word_of(f"%start_{k}", "ptr", f"%array_{k}", 0)}
  {word_of(f"%distance_{k}", "i64", f"%array_{k}", 1)}
  {word_of(f"%size_{k}", "i64", f"%array_{k}", 2)}
  %row_{k} = mul i64 %r, %size_{k}
  %time_{k} = mul i64 %time, %distance_{k}
  %offset_{k} = add i64 %time_{k}, %row_{k}
  %to_{k} = getelementptr NUMBER, ptr %start_{k}, i64 %offset_{k}"""


_COPY = f"""
define internal void @copy(ptr %from, ptr %to, i64 %size) #0 {{
entry:
  %whole = and i64 %size, -{COPIED}
  {begin_loop("v", "%whole")}
  %source_of_some = getelementptr NUMBER, ptr %from, i64 %v
  %goal_of_some = getelementptr NUMBER, ptr %to, i64 %v
  %some = load <{COPIED} x NUMBER>, ptr %source_of_some, align 4
  store <{COPIED} x NUMBER> %some, ptr %goal_of_some, align 4
  {end_loop("v", COPIED)}
  %left = sub i64 %size, %whole
  {begin_loop("i", "%left", before="v_done")}
  %place = add i64 %whole, %i
  %source = getelementptr NUMBER, ptr %from, i64 %place
  %goal = getelementptr NUMBER, ptr %to, i64 %place
  %x = load NUMBER, ptr %source
  store NUMBER %x, ptr %goal
  {end_loop("i")}
  ret void
}}"""

_READ = f"""
define internal void @read(ptr %arrays, i64 %count, i64 %time) #0 {{
entry:
  {begin_loop("k", "%count")}
  %place = mul i64 %k, {STREAM}
  %array = getelementptr i64, ptr %arrays, i64 %place
  {word_of("%from", "ptr", "%array", 0)}
  {word_of("%distance", "i64", "%array", 1)}
  {word_of("%size", "i64", "%array", 2)}
  {word_of("%to", "ptr", "%array", 3)}
  %offset = mul i64 %time, %distance
  %start = getelementptr NUMBER, ptr %from, i64 %offset
  call void @copy(ptr %start, ptr %to, i64 %size)
  {end_loop("k")}
  ret void
}}"""


def _kept(first: str, sums: Sequence[str]) -> str:
    """Numbers from a place on are kept, and added to sums as zeros, or NaN where they are not finite."""
    lines: list[str] = []
    for n, total in enumerate(sums):
        x = f"{first}_{n}"
        lines.append(
            f"""{x}_place = add i64 {first}, {n}
  {x}_source = getelementptr NUMBER, ptr %from, i64 {x}_place
  {x}_goal = getelementptr NUMBER, ptr %to, i64 {x}_place
  {x}_x = load NUMBER, ptr {x}_source
  store NUMBER {x}_x, ptr {x}_goal
  {x}_nothing = fmul contract NUMBER {x}_x, 0.0
  {total}_next = fadd contract NUMBER {total}, {x}_nothing"""
        )
    return "\n  ".join(lines)


# Numbers go one by one: where a step has just written one, wider reads would wait until it is in the cache.
# The lines of the next sample, `ahead` of these, are fetched meanwhile.
_SUMS = [f"%sum_{n}" for n in range(SUMS)]
_NEWLINE = "\n  "
_KEEP = f"""
define internal NUMBER @keep(ptr %from, ptr %to, i64 %size, i64 %ahead) #0 {{
entry:
  %whole = and i64 %size, -{SUMS}
  br label %look
look:
  %i = phi i64 [0, %entry], [%i_next, %some]
  {_NEWLINE.join(f"{x} = phi NUMBER [0.0, %entry], [{x}_next, %some]" for x in _SUMS)}
  %more = icmp slt i64 %i, %whole
  br i1 %more, label %some, label %rest
some:
  {_kept("%i", _SUMS)}
  %next = getelementptr NUMBER, ptr %i_0_goal, i64 %ahead
  call void @llvm.prefetch.p0(ptr %next, i32 0, i32 3, i32 1)
  %i_next = add i64 %i, {SUMS}
  br label %look
rest:
  %k = phi i64 [%i, %look], [%k_next, %one]
  %left = phi NUMBER [0.0, %look], [%left_next, %one]
  %one_more = icmp slt i64 %k, %size
  br i1 %one_more, label %one, label %done
one:
  {_kept("%k", ["%left"])}
  %k_next = add i64 %k, 1
  br label %rest
done:
  %all_0 = fadd NUMBER %left, %sum_0
  {_NEWLINE.join(f"%all_{n} = fadd NUMBER %all_{n - 1}, %sum_{n}" for n in range(1, SUMS))}
  ret NUMBER %all_{SUMS - 1}
}}"""

# A row of which any number is not finite has NaN for all.
_SAMPLE = f"""
define internal void @sample(ptr %samples, i64 %count, i64 %rows, i64 %time, i64 %odd) #0 {{
entry:
  %which = add i64 %odd, 3
  {begin_loop("r", "%rows", last="r_on")}
  br label %look
look:
  %k = phi i64 [0, %r_body], [%k_next, %looking]
  %sum = phi NUMBER [0.0, %r_body], [%sum_next, %looking]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %looking, label %looked
looking:
  {_sampled_row("k")}
  {word_of("%from", "ptr", "%array_k", "%which")}
  %from_row = getelementptr NUMBER, ptr %from, i64 %row_k
  %kept = call NUMBER @keep(ptr %from_row, ptr %to_k, i64 %size_k, i64 %distance_k)
  %sum_next = fadd NUMBER %sum, %kept
  %k_next = add i64 %k, 1
  br label %look
looked:
  %finite = fcmp ord NUMBER %sum, 0.0
  br i1 %finite, label %r_on, label %bad
bad:
  {begin_loop("n", "%count", before="bad")}
  {_sampled_row("n")}
  call void @fill_nan(ptr %to_n, i64 %size_n)
  {end_loop("n")}
  br label %r_on
r_on:
  {end_loop("r")}
  ret void
}}"""

_ANY = f"""
define internal i1 @any(ptr %table, i64 %rows) #0 {{
entry:
  {word_of("%flags", "ptr", "%table", 0)}
  {word_of("%size", "i64", "%table", 1)}
  %none = icmp eq ptr %flags, null
  %count = select i1 %none, i64 0, i64 %rows
  {begin_loop("r", "%count", last="r_on")}
  %place = mul i64 %r, %size
  %flag_at = getelementptr NUMBER, ptr %flags, i64 %place
  %flag = load NUMBER, ptr %flag_at
  %positive = fcmp ogt NUMBER %flag, 0.0
  br i1 %positive, label %found, label %r_on
r_on:
  {end_loop("r")}
  ret i1 0
found:
  ret i1 1
}}"""

_MAIN = f"""
define void @{ENTRY}(ptr %table, i64 %rows, ptr %workspace) #0 {{
entry:
  {word_of("%steps", "i64", "%table", 0)}
  {word_of("%every", "i64", "%table", 1)}
  {word_of("%hold", "i64", "%table", 2)}
  {word_of("%calls", "i64", "%table", 3)}
  {word_of("%given", "i64", "%table", 4)}
  {word_of("%streams", "i64", "%table", 5)}
  {word_of("%samples", "i64", "%table", 6)}
  {word_of("%carried", "i64", "%table", 7)}
  %first_call = getelementptr i64, ptr %table, i64 {HEADER}
  %call_words = mul i64 %calls, {CALL}
  %first_given = getelementptr i64, ptr %first_call, i64 %call_words
  %given_words = mul i64 %given, {STREAM}
  %first_stream = getelementptr i64, ptr %first_given, i64 %given_words
  %stream_words = mul i64 %streams, {STREAM}
  %first_sample = getelementptr i64, ptr %first_stream, i64 %stream_words
  %sample_words = mul i64 %samples, {SAMPLE}
  %first_carried = getelementptr i64, ptr %first_sample, i64 %sample_words
  call void @read(ptr %first_given, i64 %given, i64 0)
  call void @sample(ptr %first_sample, i64 %samples, i64 %rows, i64 0, i64 0)
  {begin_loop("t", "%steps", last="step_done")}
  %odd = and i64 %t, 1
  %since = urem i64 %t, %hold
  %reads = icmp eq i64 %since, 0
  br i1 %reads, label %period, label %act
period:
  %time = udiv i64 %t, %hold
  call void @read(ptr %first_stream, i64 %streams, i64 %time)
  br label %act
act:
  br label %choose
choose:
  %c = phi i64 [0, %act], [%c_after, %acted], [%c_next, %branch]
  %c_more = icmp slt i64 %c, %calls
  br i1 %c_more, label %do, label %c_done
do:
  %c_place = mul i64 %c, {CALL}
  %c_words = getelementptr i64, ptr %first_call, i64 %c_place
  {word_of("%what", "i64", "%c_words", 0)}
  %c_which = add i64 %odd, 1
  {word_of("%c_table", "ptr", "%c_words", "%c_which")}
  {word_of("%c_last", "i64", "%c_words", 3)}
  %c_after = add i64 %c, 1
  switch i64 %what, label %call [i64 {COPY}, label %copy i64 {BRANCH}, label %branch]
call:
  %function = inttoptr i64 %what to ptr
  %c_workspace = inttoptr i64 %c_last to ptr
  call void %function(ptr %c_table, i64 %rows, ptr %c_workspace)
  br label %acted
copy:
  {word_of("%from", "ptr", "%c_table", 0)}
  {word_of("%to", "ptr", "%c_table", 1)}
  {word_of("%numbers", "i64", "%c_table", 2)}
  call void @copy(ptr %from, ptr %to, i64 %numbers)
  br label %acted
acted:
  br label %choose
branch:
  %goes = call i1 @any(ptr %c_table, i64 %rows)
  %c_next = select i1 %goes, i64 %c_after, i64 %c_last
  br label %choose
c_done:
  %taken = add i64 %t, 1
  %rest = urem i64 %taken, %every
  %due = icmp eq i64 %rest, 0
  br i1 %due, label %keep, label %step_done
keep:
  %place = udiv i64 %taken, %every
  %other = xor i64 %odd, 1
  call void @sample(ptr %first_sample, i64 %samples, i64 %rows, i64 %place, i64 %other)
  br label %step_done
step_done:
  {end_loop("t")}
  %end = and i64 %steps, 1
  call void @sample(ptr %first_carried, i64 %carried, i64 %rows, i64 0, i64 %end)
  ret void
}}"""
