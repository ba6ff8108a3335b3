"""The loop around functions of rows, whatever their form: for single rows, and programs too large for slots.

The entry point is `void psiphi_rows(ptr table, i64 rows, ptr workspace)`, and its code the same for all
programs. Its table has seven words: the numbers of steps, of steps from sample to sample and from reading the
streams to reading them again, of calls in a step, of arrays given, of streams, and of arrays to sample. Then
come

call      the address of a function, its tables for even and for odd steps, its workspace
given     an address, the distance from time to time (not used), how many numbers to read, where to put them
stream    the same; streams are read again and again
sample    where the first one goes, the distance from time to time, numbers in a row, and where rows are
          before even and before odd steps

A function reads and writes different memory, so that what a step changes is in turn in one place or another.
"""

from __future__ import annotations

from psiphi.kernel.code.target import ENTRY, Target
from psiphi.kernel.emit.batch import Emission, function_attributes
from psiphi.kernel.emit.not_finite import fill_nan, scan

HEADER, CALL, STREAM, SAMPLE = 7, 4, 4, 5


def emit_row_iteration(target: Target) -> Emission:
    """IR of the module for a precision; the target has one lane."""
    number = target.precision.number
    return Emission(
        "\n".join(
            (
                scan(target),
                fill_nan(target),
                _COPY.replace("NUMBER", number),
                _READ.replace("NUMBER", number),
                _SAMPLE.replace("NUMBER", number),
                _MAIN.replace("NUMBER", number),
                function_attributes(target),
            )
        )
    )


_COPY = """
define internal void @copy(ptr %from, ptr %to, i64 %size) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %body]
  %more = icmp slt i64 %i, %size
  br i1 %more, label %body, label %done
body:
  %source = getelementptr NUMBER, ptr %from, i64 %i
  %goal = getelementptr NUMBER, ptr %to, i64 %i
  %x = load NUMBER, ptr %source
  store NUMBER %x, ptr %goal
  %next = add i64 %i, 1
  br label %loop
done:
  ret void
}"""


def word(name: str, kind: str, base: str, place: int | str) -> str:
    """IR that reads a word of a table under a name."""
    return f"""%{name}_at = getelementptr i64, ptr {base}, i64 {place}
  %{name} = load {kind}, ptr %{name}_at"""


_READ = f"""
define internal void @read(ptr %arrays, i64 %count, i64 %time) #0 {{
entry:
  br label %loop
loop:
  %k = phi i64 [0, %entry], [%k_next, %body]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %body, label %done
body:
  %place = mul i64 %k, {STREAM}
  %array = getelementptr i64, ptr %arrays, i64 %place
  {word("from", "ptr", "%array", 0)}
  {word("distance", "i64", "%array", 1)}
  {word("size", "i64", "%array", 2)}
  {word("to", "ptr", "%array", 3)}
  %offset = mul i64 %time, %distance
  %start = getelementptr NUMBER, ptr %from, i64 %offset
  call void @copy(ptr %start, ptr %to, i64 %size)
  %k_next = add i64 %k, 1
  br label %loop
done:
  ret void
}}"""

# A row of which any number is not finite has NaN for all.
_SAMPLE = f"""
define internal void @sample(ptr %samples, i64 %count, i64 %rows, i64 %time, i64 %odd) #0 {{
entry:
  br label %row
row:
  %r = phi i64 [0, %entry], [%r_next, %row_done]
  %more_rows = icmp slt i64 %r, %rows
  br i1 %more_rows, label %look, label %done
look:
  %k = phi i64 [0, %row], [%k_next, %looking]
  %sum = phi NUMBER [0.0, %row], [%sum_next, %looking]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %looking, label %looked
looking:
  %k_place = mul i64 %k, {SAMPLE}
  %k_array = getelementptr i64, ptr %samples, i64 %k_place
  {word("k_size", "i64", "%k_array", 2)}
  %k_which = add i64 %odd, 3
  {word("k_from", "ptr", "%k_array", "%k_which")}
  %k_offset = mul i64 %r, %k_size
  %k_row = getelementptr NUMBER, ptr %k_from, i64 %k_offset
  %scanned = call NUMBER @scan(ptr %k_row, i64 %k_size)
  %sum_next = fadd NUMBER %sum, %scanned
  %k_next = add i64 %k, 1
  br label %look
looked:
  %finite = fcmp ord NUMBER %sum, 0.0
  br label %store
store:
  %n = phi i64 [0, %looked], [%n_next, %stored]
  %more_arrays = icmp slt i64 %n, %count
  br i1 %more_arrays, label %storing, label %row_done
storing:
  %n_place = mul i64 %n, {SAMPLE}
  %array = getelementptr i64, ptr %samples, i64 %n_place
  {word("to", "ptr", "%array", 0)}
  {word("distance", "i64", "%array", 1)}
  {word("size", "i64", "%array", 2)}
  %which = add i64 %odd, 3
  {word("from", "ptr", "%array", "%which")}
  %row_offset = mul i64 %r, %size
  %from_row = getelementptr NUMBER, ptr %from, i64 %row_offset
  %time_offset = mul i64 %time, %distance
  %offset = add i64 %time_offset, %row_offset
  %to_row = getelementptr NUMBER, ptr %to, i64 %offset
  br i1 %finite, label %good, label %bad
good:
  call void @copy(ptr %from_row, ptr %to_row, i64 %size)
  br label %stored
bad:
  call void @fill_nan(ptr %to_row, i64 %size)
  br label %stored
stored:
  %n_next = add i64 %n, 1
  br label %store
row_done:
  %r_next = add i64 %r, 1
  br label %row
done:
  ret void
}}"""

_MAIN = f"""
define void @{ENTRY}(ptr %table, i64 %rows, ptr %workspace) #0 {{
entry:
  {word("steps", "i64", "%table", 0)}
  {word("every", "i64", "%table", 1)}
  {word("hold", "i64", "%table", 2)}
  {word("calls", "i64", "%table", 3)}
  {word("given", "i64", "%table", 4)}
  {word("streams", "i64", "%table", 5)}
  {word("samples", "i64", "%table", 6)}
  %first_call = getelementptr i64, ptr %table, i64 {HEADER}
  %call_words = mul i64 %calls, {CALL}
  %first_given = getelementptr i64, ptr %first_call, i64 %call_words
  %given_words = mul i64 %given, {STREAM}
  %first_stream = getelementptr i64, ptr %first_given, i64 %given_words
  %stream_words = mul i64 %streams, {STREAM}
  %first_sample = getelementptr i64, ptr %first_stream, i64 %stream_words
  call void @read(ptr %first_given, i64 %given, i64 0)
  call void @sample(ptr %first_sample, i64 %samples, i64 %rows, i64 0, i64 0)
  br label %step
step:
  %t = phi i64 [0, %entry], [%t_next, %step_done]
  %more_steps = icmp slt i64 %t, %steps
  br i1 %more_steps, label %begin, label %end
begin:
  %odd = and i64 %t, 1
  %since = urem i64 %t, %hold
  %reads = icmp eq i64 %since, 0
  br i1 %reads, label %period, label %act
period:
  %time = udiv i64 %t, %hold
  call void @read(ptr %first_stream, i64 %streams, i64 %time)
  br label %act
act:
  br label %call
call:
  %c = phi i64 [0, %act], [%c_next, %calling]
  %more_calls = icmp slt i64 %c, %calls
  br i1 %more_calls, label %calling, label %called
calling:
  %c_place = mul i64 %c, {CALL}
  %c_words = getelementptr i64, ptr %first_call, i64 %c_place
  {word("function", "ptr", "%c_words", 0)}
  %c_which = add i64 %odd, 1
  {word("c_table", "ptr", "%c_words", "%c_which")}
  {word("c_workspace", "ptr", "%c_words", 3)}
  call void %function(ptr %c_table, i64 %rows, ptr %c_workspace)
  %c_next = add i64 %c, 1
  br label %call
called:
  %t_next = add i64 %t, 1
  %t_rest = urem i64 %t_next, %every
  %due = icmp eq i64 %t_rest, 0
  br i1 %due, label %keep, label %step_done
keep:
  %place = udiv i64 %t_next, %every
  %other = xor i64 %odd, 1
  call void @sample(ptr %first_sample, i64 %samples, i64 %rows, i64 %place, i64 %other)
  br label %step_done
step_done:
  br label %step
end:
  ret void
}}"""
