"""The direct calling path as LLVM IR: a built-in function of Python that reads NumPy arrays in machine code.

One function serves every compiled program.  It takes calls of the plainest kind: contiguous arrays of one
number type, each a single row or a batch of one dimension, by position or by name in their order, and
possibly `out=`, an array or a tuple of them, and `threads=1`. Single numbers may be floats of Python, of
which the last may be left out where it has a default. Anything else, right or wrong, it hands to the
safe path unchanged, and is answered there.

Addresses of Python and NumPy, and what belongs to one compiled function, stand in its context: the code has
no data of its own and can stay on disk.
"""

from __future__ import annotations

from psiphi.kernel.call.direct_arguments import ARGUMENTS
from psiphi.kernel.call.direct_layout import (
    ENTRIES,
    MOST_ARRAYS,
    MOST_TABLES,
    Api,
    ArrayWord,
    Entry,
    Layout,
    Word,
)
from psiphi.kernel.call.direct_pool import POOL
from psiphi.kernel.call.direct_reading import api, array, field
from psiphi.kernel.call.direct_results import RESULTS
from psiphi.kernel.code.target import CACHE_LINE
from psiphi.kernel.emit.phrases import begin_loop, end_loop, word_of


def direct_ir() -> str:
    """The module."""
    return "\n".join((ARGUMENTS, POOL, RESULTS, _COMPLETE_TABLE, _WORK, _CALL, _entries()))


# Results, and the data of a rolled program, into the table behind the arguments.
_COMPLETE_TABLE = f"""
define internal void @complete_table(ptr %context, ptr %objects, ptr %table, i1 %is_double) {{
entry:
  {word_of("%arguments", "i64", "%context", Word.ARGUMENTS)}
  {word_of("%results", "i64", "%context", Word.RESULTS)}
  {begin_loop("r", "%results")}
  {word_of("%object", "ptr", "%objects", "%r")}
  {field("%address", "ptr", "%object", Layout.DATA)}
  %number = add i64 %arguments, %r
  {array("%array", "%number")}
  {word_of("%size", "i64", "%array", ArrayWord.SIZE)}
  %slot_word = mul i64 %number, 2
  %slot = getelementptr i64, ptr %table, i64 %slot_word
  %stride_slot = getelementptr i64, ptr %slot, i64 1
  store ptr %address, ptr %slot
  store i64 %size, ptr %stride_slot
  {end_loop("r")}
  {word_of("%words", "i64", "%context", Word.DATA_WORDS)}
  %arrays = add i64 %arguments, %results
  %behind = mul i64 %arrays, 2
  %to_words = getelementptr i64, ptr %table, i64 %behind
  %from = select i1 %is_double, i64 {Word.DATA}, i64 {Word.DATA + 2 * MOST_TABLES}
  %from_words = getelementptr i64, ptr %context, i64 %from
  {begin_loop("w", "%words", before="r_done")}
  {word_of("%word", "i64", "%from_words", "%w")}
  %to = getelementptr i64, ptr %to_words, i64 %w
  store i64 %word, ptr %to
  {end_loop("w")}
  ret void
}}"""

# Run the code with the workspace it needs, long work without the interpreter lock; false if memory is short.
_WORK = f"""
define internal i1 @work(ptr %context, ptr %run, i64 %space, ptr %table, i64 %rows) {{
entry:
  %needs_space = icmp sgt i64 %space, 0
  br i1 %needs_space, label %take, label %ready
take:
  {api("%malloc", Api.MALLOC)}
  %enough = add i64 %space, {CACHE_LINE}
  %taken = call ptr %malloc(i64 %enough)
  %failed = icmp eq ptr %taken, null
  br i1 %failed, label %no_memory, label %ready
no_memory:
  {api("%set_no_memory", Api.NO_MEMORY)}
  %ignored = call ptr %set_no_memory()
  ret i1 false
ready:
  %memory = phi ptr [null, %entry], [%taken, %take]
  %memory_word = ptrtoint ptr %memory to i64
  %beyond = add i64 %memory_word, {CACHE_LINE - 1}
  %aligned = and i64 %beyond, -{CACHE_LINE}
  %workspace = inttoptr i64 %aligned to ptr
  {word_of("%release_rows", "i64", "%context", Word.RELEASE_ROWS)}
  %long = icmp sge i64 %rows, %release_rows
  br i1 %long, label %released, label %held
held:
  call void %run(ptr %table, i64 %rows, ptr %workspace)
  br label %done
released:
  {api("%save", Api.SAVE_THREAD)}
  {api("%restore", Api.RESTORE_THREAD)}
  %state = call ptr %save()
  call void %run(ptr %table, i64 %rows, ptr %workspace)
  call void %restore(ptr %state)
  br label %done
done:
  br i1 %needs_space, label %give_back, label %end
give_back:
  {api("%free", Api.FREE)}
  call void %free(ptr %memory)
  br label %end
end:
  ret i1 true
}}"""

_CALL = f"""
define internal ptr @call(ptr %self, ptr %args, i64 %count, ptr %names) {{
entry:
  %table = alloca [{2 * (MOST_ARRAYS + MOST_TABLES)} x i64], align 8
  %objects = alloca [{MOST_ARRAYS} x ptr], align 8
  %numbers = alloca [{MOST_ARRAYS} x i64], align 8
  {field("%context", "ptr", "%self", Layout.DATA)}
  {word_of("%arguments", "i64", "%context", Word.ARGUMENTS)}
  {api("%ndarray", Api.NDARRAY)}
  %bound = call i64 @bind(ptr %context, ptr %args, i64 %count, ptr %names)
  %is_bound = icmp ne i64 %bound, -1
  %some = icmp sgt i64 %arguments, 0
  %callable = and i1 %is_bound, %some
  br i1 %callable, label %leader, label %safe

; The first argument decides on the type of all numbers.
leader:
  %first = load ptr, ptr %args
  {field("%first_type", "ptr", "%first", Layout.TYPE)}
  %is_array = icmp eq ptr %first_type, %ndarray
  br i1 %is_array, label %precision, label %safe
precision:
  {field("%descriptor", "ptr", "%first", Layout.DESCRIPTOR)}
  {api("%float64", Api.FLOAT64)}
  {api("%float32", Api.FLOAT32)}
  %is_double = icmp eq ptr %descriptor, %float64
  %is_single = icmp eq ptr %descriptor, %float32
  %is_number = or i1 %is_double, %is_single
  br i1 %is_number, label %inputs, label %safe
inputs:
  %no_names = icmp eq ptr %names, null
  br i1 %no_names, label %take, label %count_names
count_names:
  {api("%tuple_size", Api.TUPLE_SIZE)}
  %named = call i64 %tuple_size(ptr %names)
  br label %take
take:
  %keywords = phi i64 [0, %inputs], [%named, %count_names]
  %given_count = add i64 %count, %keywords
  %taken = call i64 @take_inputs(ptr %context, ptr %args, i64 %given_count, ptr %descriptor, i1 %is_double,
                                 ptr %numbers, ptr %table)
  %is_batch = icmp sge i64 %taken, 0
  %batched = zext i1 %is_batch to i64
  %rows = select i1 %is_batch, i64 %taken, i64 1
  %plain = icmp sge i64 %taken, -1
  %not_empty = icmp sgt i64 %rows, 0
  %inputs_ok = and i1 %plain, %not_empty
  br i1 %inputs_ok, label %choose, label %safe

; Which code runs: of four, by number type and by one row or several.
choose:
  %several_rows = icmp sgt i64 %rows, 1
  %kind_1 = select i1 %is_double, i64 0, i64 2
  %kind_2 = zext i1 %several_rows to i64
  %kind = add i64 %kind_1, %kind_2
  %run_place = add i64 %kind, {Word.RUN}
  %space_place = add i64 %kind, {Word.WORKSPACE}
  {word_of("%run", "ptr", "%context", "%run_place")}
  {word_of("%space", "i64", "%context", "%space_place")}
  %compiled = icmp ne ptr %run, null
  br i1 %compiled, label %destination, label %safe
destination:
  %has_out = icmp ne i64 %bound, 0
  br i1 %has_out, label %given, label %new
given:
  %out = inttoptr i64 %bound to ptr
  %fits = call i1 @take_out(ptr %context, ptr %out, ptr %descriptor, ptr %table,
                            i64 %rows, i64 %batched, i1 %is_double, ptr %objects)
  br i1 %fits, label %go, label %safe
new:
  %made = call i1 @new_results(ptr %context, ptr %descriptor, i64 %rows, i64 %batched, i1 %is_double,
                             ptr %objects)
  br i1 %made, label %go, label %fail
go:
  call void @complete_table(ptr %context, ptr %objects, ptr %table, i1 %is_double)
  %worked = call i1 @work(ptr %context, ptr %run, i64 %space, ptr %table, i64 %rows)
  %answer = call ptr @wrap(ptr %context, ptr %objects, i1 %worked)
  ret ptr %answer
fail:
  ret ptr null

safe:
  {word_of("%fallback", "ptr", "%context", Word.FALLBACK)}
  {api("%vectorcall", Api.VECTORCALL)}
  %safe_answer = call ptr %vectorcall(ptr %fallback, ptr %args, i64 %count, ptr %names)
  ret ptr %safe_answer
}}"""

_NAMES = {
    Entry.CALL: "call",
    Entry.TAKE: "pool_take",
    Entry.ZEROS: "pool_zeros",
    Entry.RESIZE: "pool_resize",
    Entry.GIVE: "pool_give",
}


def _entries() -> str:
    lines = [f"define void @{ENTRIES}(ptr %table) {{"]
    for entry, name in _NAMES.items():
        lines.append(f"  %at_{name} = getelementptr ptr, ptr %table, i64 {entry}")
        lines.append(f"  store ptr @{name}, ptr %at_{name}")
    return "\n".join([*lines, "  ret void", "}"])
