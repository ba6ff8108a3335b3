"""The direct calling path as LLVM IR: a built-in function of Python that reads NumPy arrays in machine code.

One function serves every compiled program.  It takes calls of the plainest kind: contiguous arrays of one
number type, each a single row or a batch of one dimension, by position or by name in their order, and
possibly `out=`, an array or a tuple of them, and `threads=1`. Anything else, right or wrong, it hands to the
safe path unchanged, and is answered there.

Addresses of Python and NumPy, and what belongs to one compiled function, stand in its context: the code has
no data of its own and can stay on disk.
"""

from __future__ import annotations

from psiphi.kernel.direct_layout import (
    ARRAY_WORDS,
    FILLABLE,
    MOST_ARRAYS,
    MOST_DIMENSIONS,
    MOST_TABLES,
    READABLE,
    Api,
    ArrayWord,
    Layout,
    Word,
)

CALL = "psiphi_call"


def direct_ir() -> str:
    """The module."""
    return "\n".join(
        (
            _BIND,
            _BATCH_DIMENSIONS,
            _TAKE_INPUTS,
            _OUT_FITS,
            _TAKE_OUT,
            _NEW_RESULTS,
            _COMPLETE_TABLE,
            _WORK,
            _WRAP,
            _CALL,
        )
    )


def _field(name: str, kind: str, base: str, offset: Layout) -> str:
    """Read a field of an object."""
    return (
        f"{name}_at = getelementptr i8, ptr {base}, i64 {int(offset)}\n  {name} = load {kind}, ptr {name}_at"
    )


def _word(name: str, kind: str, base: str, word: int | str) -> str:
    """Read a word of a table of words."""
    place = int(word) if isinstance(word, int) else word
    return f"{name}_at = getelementptr i64, ptr {base}, i64 {place}\n  {name} = load {kind}, ptr {name}_at"


def _api(name: str, entry: Api) -> str:
    """Read an address of Python or NumPy."""
    return _word(name, "ptr", "%context", Word.API + entry)


def _array(name: str, number: str) -> str:
    """The words of an array of the context."""
    return (
        f"{name}_words = mul i64 {number}, {ARRAY_WORDS}\n"
        f"  {name}_place = add i64 {name}_words, {int(Word.ARRAYS)}\n"
        f"  {name} = getelementptr i64, ptr %context, i64 {name}_place"
    )


# -1 where arguments are missing, out of order or unknown, and where several threads are asked for; otherwise
# the address of what `out` is, or 0 where there is none. `out=None` and `threads=1` say nothing new.
_BIND = f"""
define internal i64 @bind(ptr %context, ptr %args, i64 %count, ptr %names) {{
entry:
  {_word("%arguments", "i64", "%context", Word.ARGUMENTS)}
  %no_names = icmp eq ptr %names, null
  br i1 %no_names, label %total, label %keywords
keywords:
  {_field("%named", "i64", "%names", Layout.TUPLE_SIZE)}
  %items = getelementptr i8, ptr %names, i64 {int(Layout.TUPLE_ITEMS)}
  {_api("%out_name", Api.OUT)}
  {_api("%threads_name", Api.THREADS)}
  {_api("%none", Api.NONE)}
  {_api("%one", Api.ONE)}
  br label %head
head:
  %i = phi i64 [0, %keywords], [%next, %known]
  %out = phi i64 [0, %keywords], [%out_now, %known]
  %more = icmp slt i64 %i, %named
  br i1 %more, label %body, label %total
body:
  {_word("%name", "ptr", "%items", "%i")}
  %number = add i64 %count, %i
  {_word("%value", "ptr", "%args", "%number")}
  %beyond = icmp sge i64 %number, %arguments
  br i1 %beyond, label %option, label %argument
argument:
  {_array("%array", "%number")}
  {_word("%argument_name", "ptr", "%array", ArrayWord.NAME)}
  %is_argument = icmp eq ptr %name, %argument_name
  br i1 %is_argument, label %known, label %no
option:
  %is_out = icmp eq ptr %name, %out_name
  br i1 %is_out, label %destination, label %threads
destination:
  %is_none = icmp eq ptr %value, %none
  %address = ptrtoint ptr %value to i64
  %out_given = select i1 %is_none, i64 0, i64 %address
  br label %known
threads:
  %is_threads = icmp eq ptr %name, %threads_name
  %is_one = icmp eq ptr %value, %one
  %one_thread = and i1 %is_threads, %is_one
  br i1 %one_thread, label %known, label %no
known:
  %out_now = phi i64 [%out, %argument], [%out_given, %destination], [%out, %threads]
  %next = add i64 %i, 1
  br label %head
total:
  %keyword_count = phi i64 [0, %entry], [%named, %head]
  %found_out = phi i64 [0, %entry], [%out, %head]
  %given = add i64 %count, %keyword_count
  %complete = icmp sge i64 %given, %arguments
  %no_more = icmp sle i64 %count, %arguments
  %ok = and i1 %complete, %no_more
  br i1 %ok, label %yes, label %no
yes:
  ret i64 %found_out
no:
  ret i64 -1
}}"""


# How many dimensions a plain array has before those of its row, 0 or 1; -1 where it is not plain.
_BATCH_DIMENSIONS = f"""
define internal i64 @batch_dimensions(ptr %context, ptr %object, ptr %descriptor, ptr %array, i32 %wanted) {{
entry:
  {_field("%type", "ptr", "%object", Layout.TYPE)}
  {_api("%ndarray", Api.NDARRAY)}
  %is_array = icmp eq ptr %type, %ndarray
  br i1 %is_array, label %attributes, label %no
attributes:
  {_field("%own_descriptor", "ptr", "%object", Layout.DESCRIPTOR)}
  {_field("%flags", "i32", "%object", Layout.FLAGS)}
  {_field("%dimensions_32", "i32", "%object", Layout.DIMENSIONS)}
  {_field("%shape", "ptr", "%object", Layout.SHAPE)}
  {_word("%row_dimensions", "i64", "%array", ArrayWord.DIMENSIONS)}
  %same_type = icmp eq ptr %own_descriptor, %descriptor
  %found = and i32 %flags, %wanted
  %plain = icmp eq i32 %found, %wanted
  %dimensions = sext i32 %dimensions_32 to i64
  %extra = sub i64 %dimensions, %row_dimensions
  %none_or_one = icmp ult i64 %extra, 2
  %ok_1 = and i1 %same_type, %plain
  %ok_2 = and i1 %ok_1, %none_or_one
  br i1 %ok_2, label %head, label %no
head:
  %i = phi i64 [0, %attributes], [%next, %body]
  %more = icmp slt i64 %i, %row_dimensions
  br i1 %more, label %body, label %yes
body:
  %place = add i64 %i, %extra
  %row_place = add i64 %i, {int(ArrayWord.EXTENTS)}
  {_word("%extent", "i64", "%shape", "%place")}
  {_word("%row_extent", "i64", "%array", "%row_place")}
  %equal = icmp eq i64 %extent, %row_extent
  %next = add i64 %i, 1
  br i1 %equal, label %head, label %no
yes:
  ret i64 %extra
no:
  ret i64 -1
}}"""


# Addresses and strides of the arguments into the table.  The number of rows of batches, -1 where there is
# none, -2 where an argument is not plain or batches differ.
_TAKE_INPUTS = f"""
define internal i64 @take_inputs(ptr %context, ptr %args, ptr %descriptor, ptr %table) {{
entry:
  {_word("%arguments", "i64", "%context", Word.ARGUMENTS)}
  {_array("%first_array", "0")}
  br label %head
head:
  %i = phi i64 [0, %entry], [%next, %taken]
  %rows = phi i64 [-1, %entry], [%rows_now, %taken]
  %array = phi ptr [%first_array, %entry], [%next_array, %taken]
  %slot = phi ptr [%table, %entry], [%next_slot, %taken]
  %more = icmp slt i64 %i, %arguments
  br i1 %more, label %body, label %done
body:
  {_word("%object", "ptr", "%args", "%i")}
  %extra = call i64 @batch_dimensions(ptr %context, ptr %object, ptr %descriptor, ptr %array, i32 {READABLE})
  %refused = icmp slt i64 %extra, 0
  br i1 %refused, label %no, label %plain
plain:
  {_field("%data", "ptr", "%object", Layout.DATA)}
  {_word("%size", "i64", "%array", ArrayWord.SIZE)}
  %stride = mul i64 %size, %extra
  %stride_slot = getelementptr i64, ptr %slot, i64 1
  store ptr %data, ptr %slot
  store i64 %stride, ptr %stride_slot
  %is_batch = icmp eq i64 %extra, 1
  br i1 %is_batch, label %batch, label %taken
batch:
  {_field("%shape", "ptr", "%object", Layout.SHAPE)}
  %own_rows = load i64, ptr %shape
  %first = icmp slt i64 %rows, 0
  %same = icmp eq i64 %own_rows, %rows
  %agree = or i1 %first, %same
  br i1 %agree, label %taken, label %no
taken:
  %rows_now = phi i64 [%rows, %plain], [%own_rows, %batch]
  %next = add i64 %i, 1
  %next_array = getelementptr i64, ptr %array, i64 {int(ARRAY_WORDS)}
  %next_slot = getelementptr i64, ptr %slot, i64 2
  br label %head
done:
  ret i64 %rows
no:
  ret i64 -2
}}"""


# Whether an array can be filled as it is: of the right type and shape, and apart from every argument and from
# the results before it, which stand in the table; there it is put, too.
_OUT_FITS = f"""
define internal i1 @out_fits(ptr %context, ptr %out, i64 %number, ptr %descriptor, ptr %table,
                             i64 %rows, i64 %batched, i64 %bytes) {{
entry:
  {_array("%result", "%number")}
  %extra = call i64 @batch_dimensions(ptr %context, ptr %out, ptr %descriptor, ptr %result, i32 {FILLABLE})
  %same_dimensions = icmp eq i64 %extra, %batched
  br i1 %same_dimensions, label %batch, label %no
batch:
  %has_rows = icmp eq i64 %batched, 1
  br i1 %has_rows, label %compare_rows, label %range
compare_rows:
  {_field("%shape", "ptr", "%out", Layout.SHAPE)}
  %own_rows = load i64, ptr %shape
  %same_rows = icmp eq i64 %own_rows, %rows
  br i1 %same_rows, label %range, label %no
range:
  {_field("%out_start", "i64", "%out", Layout.DATA)}
  {_word("%out_size", "i64", "%result", ArrayWord.SIZE)}
  %out_numbers = mul i64 %out_size, %rows
  %out_bytes = mul i64 %out_numbers, %bytes
  %out_end = add i64 %out_start, %out_bytes
  %rows_before_last = sub i64 %rows, 1
  {_array("%first_array", "0")}
  br label %head
head:
  %array = phi ptr [%first_array, %range], [%next_array, %body]
  %slot = phi ptr [%table, %range], [%next_slot, %body]
  %more = icmp ne ptr %array, %result
  br i1 %more, label %body, label %yes
body:
  %start = load i64, ptr %slot
  {_word("%stride", "i64", "%slot", 1)}
  {_word("%size", "i64", "%array", ArrayWord.SIZE)}
  %numbers_before_last = mul i64 %rows_before_last, %stride
  %numbers = add i64 %numbers_before_last, %size
  %length = mul i64 %numbers, %bytes
  %end = add i64 %start, %length
  %before = icmp ule i64 %end, %out_start
  %after = icmp uge i64 %start, %out_end
  %apart = or i1 %before, %after
  %next_array = getelementptr i64, ptr %array, i64 {int(ARRAY_WORDS)}
  %next_slot = getelementptr i64, ptr %slot, i64 2
  br i1 %apart, label %head, label %no
yes:
  %own_slot_word = mul i64 %number, 2
  %own_slot = getelementptr i64, ptr %table, i64 %own_slot_word
  %own_stride_slot = getelementptr i64, ptr %own_slot, i64 1
  store i64 %out_start, ptr %own_slot
  store i64 %out_size, ptr %own_stride_slot
  ret i1 true
no:
  ret i1 false
}}"""


# The arrays to fill, each with a reference of its own; false where `out` is not what it should be: one array,
# or a tuple of as many as there are results.
_TAKE_OUT = f"""
define internal i1 @take_out(ptr %context, ptr %out, ptr %descriptor, ptr %table,
                             i64 %rows, i64 %batched, i1 %is_double, ptr %objects) {{
entry:
  %alone = alloca ptr, align 8
  store ptr %out, ptr %alone
  {_word("%arguments", "i64", "%context", Word.ARGUMENTS)}
  {_word("%results", "i64", "%context", Word.RESULTS)}
  %bytes = select i1 %is_double, i64 8, i64 4
  %one_result = icmp eq i64 %results, 1
  br i1 %one_result, label %start, label %several
several:
  {_field("%type", "ptr", "%out", Layout.TYPE)}
  {_api("%tuple", Api.TUPLE)}
  %is_tuple = icmp eq ptr %type, %tuple
  br i1 %is_tuple, label %compare_size, label %no
compare_size:
  {_field("%size", "i64", "%out", Layout.TUPLE_SIZE)}
  %items = getelementptr i8, ptr %out, i64 {int(Layout.TUPLE_ITEMS)}
  %as_many = icmp eq i64 %size, %results
  br i1 %as_many, label %start, label %no
start:
  %given = phi ptr [%alone, %entry], [%items, %compare_size]
  br label %head
head:
  %r = phi i64 [0, %start], [%next, %fitting]
  %more = icmp slt i64 %r, %results
  br i1 %more, label %body, label %keep
body:
  {_word("%object", "ptr", "%given", "%r")}
  %number = add i64 %arguments, %r
  %fits = call i1 @out_fits(ptr %context, ptr %object, i64 %number, ptr %descriptor, ptr %table,
                            i64 %rows, i64 %batched, i64 %bytes)
  br i1 %fits, label %fitting, label %no
fitting:
  %place = getelementptr ptr, ptr %objects, i64 %r
  store ptr %object, ptr %place
  %next = add i64 %r, 1
  br label %head
keep:
  {_api("%incref", Api.INCREF)}
  br label %keep_head
keep_head:
  %k = phi i64 [0, %keep], [%k_next, %keep_body]
  %more_kept = icmp slt i64 %k, %results
  br i1 %more_kept, label %keep_body, label %yes
keep_body:
  {_word("%kept", "ptr", "%objects", "%k")}
  call void %incref(ptr %kept)
  %k_next = add i64 %k, 1
  br label %keep_head
yes:
  ret i1 true
no:
  ret i1 false
}}"""


# New arrays for the results; false, with none of them left, where memory is short.
_NEW_RESULTS = f"""
define internal i1 @new_results(ptr %context, ptr %descriptor, i64 %rows, i64 %batched, ptr %objects) {{
entry:
  %extents = alloca [{1 + MOST_DIMENSIONS} x i64], align 8
  {_word("%arguments", "i64", "%context", Word.ARGUMENTS)}
  {_word("%results", "i64", "%context", Word.RESULTS)}
  {_api("%ndarray", Api.NDARRAY)}
  {_api("%incref", Api.INCREF)}
  {_api("%decref", Api.DECREF)}
  {_api("%new_array", Api.NEW_ARRAY)}
  store i64 %rows, ptr %extents
  %row_extents = getelementptr i64, ptr %extents, i64 %batched
  br label %head
head:
  %r = phi i64 [0, %entry], [%r_next, %create]
  %more = icmp slt i64 %r, %results
  br i1 %more, label %body, label %yes
body:
  %number = add i64 %arguments, %r
  {_array("%array", "%number")}
  {_word("%row_dimensions", "i64", "%array", ArrayWord.DIMENSIONS)}
  br label %copy_head
copy_head:
  %d = phi i64 [0, %body], [%d_next, %copy]
  %more_extents = icmp slt i64 %d, %row_dimensions
  br i1 %more_extents, label %copy, label %create
copy:
  %d_place = add i64 %d, {int(ArrayWord.EXTENTS)}
  {_word("%extent", "i64", "%array", "%d_place")}
  %to = getelementptr i64, ptr %row_extents, i64 %d
  store i64 %extent, ptr %to
  %d_next = add i64 %d, 1
  br label %copy_head
create:
  %dimensions = add i64 %row_dimensions, %batched
  %dimensions_32 = trunc i64 %dimensions to i32
  call void %incref(ptr %descriptor)
  %new = call ptr %new_array(ptr %ndarray, ptr %descriptor, i32 %dimensions_32, ptr %extents,
                             ptr null, ptr null, i32 0, ptr null)
  %slot = getelementptr ptr, ptr %objects, i64 %r
  store ptr %new, ptr %slot
  %r_next = add i64 %r, 1
  %failed = icmp eq ptr %new, null
  br i1 %failed, label %drop_head, label %head
drop_head:
  %k = phi i64 [0, %create], [%k_next, %drop]
  %more_drops = icmp slt i64 %k, %r
  br i1 %more_drops, label %drop, label %no
drop:
  {_word("%object", "ptr", "%objects", "%k")}
  call void %decref(ptr %object)
  %k_next = add i64 %k, 1
  br label %drop_head
yes:
  ret i1 true
no:
  ret i1 false
}}"""


# Results, and the data of a rolled program, into the table behind the arguments.
_COMPLETE_TABLE = f"""
define internal void @complete_table(ptr %context, ptr %objects, ptr %table, i1 %is_double) {{
entry:
  {_word("%arguments", "i64", "%context", Word.ARGUMENTS)}
  {_word("%results", "i64", "%context", Word.RESULTS)}
  br label %head
head:
  %r = phi i64 [0, %entry], [%r_next, %body]
  %more = icmp slt i64 %r, %results
  br i1 %more, label %body, label %data
body:
  {_word("%object", "ptr", "%objects", "%r")}
  {_field("%address", "ptr", "%object", Layout.DATA)}
  %number = add i64 %arguments, %r
  {_array("%array", "%number")}
  {_word("%size", "i64", "%array", ArrayWord.SIZE)}
  %slot_word = mul i64 %number, 2
  %slot = getelementptr i64, ptr %table, i64 %slot_word
  %stride_slot = getelementptr i64, ptr %slot, i64 1
  store ptr %address, ptr %slot
  store i64 %size, ptr %stride_slot
  %r_next = add i64 %r, 1
  br label %head
data:
  {_word("%words", "i64", "%context", Word.DATA_WORDS)}
  %arrays = add i64 %arguments, %results
  %behind = mul i64 %arrays, 2
  %to_words = getelementptr i64, ptr %table, i64 %behind
  %from = select i1 %is_double, i64 {int(Word.DATA)}, i64 {int(Word.DATA) + 2 * MOST_TABLES}
  %from_words = getelementptr i64, ptr %context, i64 %from
  br label %data_head
data_head:
  %w = phi i64 [0, %data], [%w_next, %data_body]
  %more_words = icmp slt i64 %w, %words
  br i1 %more_words, label %data_body, label %done
data_body:
  {_word("%word", "i64", "%from_words", "%w")}
  %to = getelementptr i64, ptr %to_words, i64 %w
  store i64 %word, ptr %to
  %w_next = add i64 %w, 1
  br label %data_head
done:
  ret void
}}"""


# Run the code with the workspace it needs, long work without the interpreter lock; false if memory is short.
_WORK = f"""
define internal i1 @work(ptr %context, ptr %run, i64 %space, ptr %table, i64 %rows) {{
entry:
  %needs_space = icmp sgt i64 %space, 0
  br i1 %needs_space, label %take, label %ready
take:
  {_api("%malloc", Api.MALLOC)}
  %enough = add i64 %space, 64
  %taken = call ptr %malloc(i64 %enough)
  %failed = icmp eq ptr %taken, null
  br i1 %failed, label %no_memory, label %ready
no_memory:
  {_api("%set_no_memory", Api.NO_MEMORY)}
  %ignored = call ptr %set_no_memory()
  ret i1 false
ready:
  %memory = phi ptr [null, %entry], [%taken, %take]
  %memory_word = ptrtoint ptr %memory to i64
  %beyond = add i64 %memory_word, 63
  %aligned = and i64 %beyond, -64
  %workspace = inttoptr i64 %aligned to ptr
  {_word("%release_rows", "i64", "%context", Word.RELEASE_ROWS)}
  %long = icmp sge i64 %rows, %release_rows
  br i1 %long, label %released, label %held
held:
  call void %run(ptr %table, i64 %rows, ptr %workspace)
  br label %done
released:
  {_api("%save", Api.SAVE_THREAD)}
  {_api("%restore", Api.RESTORE_THREAD)}
  %state = call ptr %save()
  call void %run(ptr %table, i64 %rows, ptr %workspace)
  call void %restore(ptr %state)
  br label %done
done:
  br i1 %needs_space, label %give_back, label %end
give_back:
  {_api("%free", Api.FREE)}
  call void %free(ptr %memory)
  br label %end
end:
  ret i1 true
}}"""


# One result as it is, several as a tuple; `keep` is false where they are to be dropped instead.
_WRAP = f"""
define internal ptr @wrap(ptr %context, ptr %objects, i1 %keep) {{
entry:
  {_word("%results", "i64", "%context", Word.RESULTS)}
  {_api("%tuple_new", Api.TUPLE_NEW)}
  {_api("%tuple_set", Api.TUPLE_SET)}
  {_api("%decref", Api.DECREF)}
  %alone = icmp eq i64 %results, 1
  %simple = and i1 %alone, %keep
  br i1 %simple, label %one, label %several
one:
  %only = load ptr, ptr %objects
  ret ptr %only
several:
  br i1 %keep, label %new_tuple, label %fill
new_tuple:
  %made = call ptr %tuple_new(i64 %results)
  br label %fill
fill:
  %tuple = phi ptr [null, %several], [%made, %new_tuple]
  %failed = icmp eq ptr %tuple, null
  br label %head
head:
  %i = phi i64 [0, %fill], [%next, %handled]
  %more = icmp slt i64 %i, %results
  br i1 %more, label %body, label %done
body:
  {_word("%object", "ptr", "%objects", "%i")}
  br i1 %failed, label %drop, label %set
set:
  %status = call i32 %tuple_set(ptr %tuple, i64 %i, ptr %object)
  br label %handled
drop:
  call void %decref(ptr %object)
  br label %handled
handled:
  %next = add i64 %i, 1
  br label %head
done:
  ret ptr %tuple
}}"""


_CALL = f"""
define ptr @{CALL}(ptr %self, ptr %args, i64 %count, ptr %names) {{
entry:
  %table = alloca [{2 * (MOST_ARRAYS + MOST_TABLES)} x i64], align 8
  %objects = alloca [{MOST_ARRAYS} x ptr], align 8
  {_field("%context", "ptr", "%self", Layout.CONTEXT)}
  {_word("%arguments", "i64", "%context", Word.ARGUMENTS)}
  {_api("%ndarray", Api.NDARRAY)}
  %bound = call i64 @bind(ptr %context, ptr %args, i64 %count, ptr %names)
  %is_bound = icmp ne i64 %bound, -1
  %some = icmp sgt i64 %arguments, 0
  %callable = and i1 %is_bound, %some
  br i1 %callable, label %leader, label %safe

; The first argument decides on the type of all numbers.
leader:
  %first = load ptr, ptr %args
  {_field("%first_type", "ptr", "%first", Layout.TYPE)}
  %is_array = icmp eq ptr %first_type, %ndarray
  br i1 %is_array, label %precision, label %safe
precision:
  {_field("%descriptor", "ptr", "%first", Layout.DESCRIPTOR)}
  {_api("%float64", Api.FLOAT64)}
  {_api("%float32", Api.FLOAT32)}
  %is_double = icmp eq ptr %descriptor, %float64
  %is_single = icmp eq ptr %descriptor, %float32
  %is_number = or i1 %is_double, %is_single
  br i1 %is_number, label %inputs, label %safe
inputs:
  %taken = call i64 @take_inputs(ptr %context, ptr %args, ptr %descriptor, ptr %table)
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
  %run_place = add i64 %kind, {int(Word.RUN)}
  %space_place = add i64 %kind, {int(Word.WORKSPACE)}
  {_word("%run", "ptr", "%context", "%run_place")}
  {_word("%space", "i64", "%context", "%space_place")}
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
  %made = call i1 @new_results(ptr %context, ptr %descriptor, i64 %rows, i64 %batched, ptr %objects)
  br i1 %made, label %go, label %fail
go:
  call void @complete_table(ptr %context, ptr %objects, ptr %table, i1 %is_double)
  %worked = call i1 @work(ptr %context, ptr %run, i64 %space, ptr %table, i64 %rows)
  %answer = call ptr @wrap(ptr %context, ptr %objects, i1 %worked)
  ret ptr %answer
fail:
  ret ptr null

safe:
  {_word("%fallback", "ptr", "%context", Word.FALLBACK)}
  {_api("%vectorcall", Api.VECTORCALL)}
  %safe_answer = call ptr %vectorcall(ptr %fallback, ptr %args, i64 %count, ptr %names)
  ret ptr %safe_answer
}}"""
