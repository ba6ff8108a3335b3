"""The results of a direct call: arrays that are given, or new ones."""

from __future__ import annotations

from psiphi.kernel.call.direct_layout import (
    ARRAY_WORDS,
    FILLABLE,
    LARGE,
    MOST_DIMENSIONS,
    Api,
    ArrayWord,
    Layout,
    Word,
)
from psiphi.kernel.call.direct_reading import api, array, field
from psiphi.kernel.emit.phrases import begin_loop, end_loop, word_of

# Whether an array can be filled as it is: of the right type and shape, and apart from every argument and from
# the results before it, which stand in the table; there it is put, too.
_OUT_FITS = f"""
define internal i1 @out_fits(ptr %context, ptr %out, i64 %number, ptr %descriptor, ptr %table,
                             i64 %rows, i64 %batched, i64 %bytes) {{
entry:
  {array("%result", "%number")}
  %extra = call i64 @batch_dimensions(ptr %context, ptr %out, ptr %descriptor, ptr %result, i32 {FILLABLE})
  %same_dimensions = icmp eq i64 %extra, %batched
  br i1 %same_dimensions, label %batch, label %no
batch:
  %has_rows = icmp eq i64 %batched, 1
  br i1 %has_rows, label %compare_rows, label %range
compare_rows:
  {field("%shape", "ptr", "%out", Layout.SHAPE)}
  %own_rows = load i64, ptr %shape
  %same_rows = icmp eq i64 %own_rows, %rows
  br i1 %same_rows, label %range, label %no
range:
  {field("%out_start", "i64", "%out", Layout.DATA)}
  {word_of("%out_size", "i64", "%result", ArrayWord.SIZE)}
  %out_numbers = mul i64 %out_size, %rows
  %out_bytes = mul i64 %out_numbers, %bytes
  %out_end = add i64 %out_start, %out_bytes
  %rows_before_last = sub i64 %rows, 1
  {array("%first_array", "0")}
  br label %head
head:
  %array = phi ptr [%first_array, %range], [%next_array, %body]
  %slot = phi ptr [%table, %range], [%next_slot, %body]
  %more = icmp ne ptr %array, %result
  br i1 %more, label %body, label %yes
body:
  %start = load i64, ptr %slot
  {word_of("%stride", "i64", "%slot", 1)}
  {word_of("%size", "i64", "%array", ArrayWord.SIZE)}
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
  {word_of("%arguments", "i64", "%context", Word.ARGUMENTS)}
  {word_of("%results", "i64", "%context", Word.RESULTS)}
  %bytes = select i1 %is_double, i64 8, i64 4
  %one_result = icmp eq i64 %results, 1
  {api("%tuple_size", Api.TUPLE_SIZE)}
  {api("%tuple_get", Api.TUPLE_GET)}
  br i1 %one_result, label %head, label %several
several:
  {field("%type", "ptr", "%out", Layout.TYPE)}
  {api("%tuple", Api.TUPLE)}
  %is_tuple = icmp eq ptr %type, %tuple
  br i1 %is_tuple, label %compare_size, label %no
compare_size:
  %size = call i64 %tuple_size(ptr %out)
  %as_many = icmp eq i64 %size, %results
  br i1 %as_many, label %head, label %no
head:
  %r = phi i64 [0, %entry], [0, %compare_size], [%next, %fitting]
  %more = icmp slt i64 %r, %results
  br i1 %more, label %which, label %keep
which:
  br i1 %one_result, label %body, label %item
item:
  %of_tuple = call ptr %tuple_get(ptr %out, i64 %r)
  br label %body
body:
  %object = phi ptr [%out, %which], [%of_tuple, %item]
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
  {api("%incref", Api.INCREF)}
  {begin_loop("k", "%results", before="keep")}
  {word_of("%kept", "ptr", "%objects", "%k")}
  call void %incref(ptr %kept)
  {end_loop("k")}
  ret i1 true
no:
  ret i1 false
}}"""

# A new array, of which NumPy takes the memory from the pool where it is large; null where memory is short.
_NEW_ARRAY = f"""
define internal ptr @new_array(ptr %context, ptr %descriptor, i32 %dimensions, ptr %extents, i64 %bytes) {{
entry:
  {api("%ndarray", Api.NDARRAY)}
  {api("%incref", Api.INCREF)}
  {api("%decref", Api.DECREF)}
  {api("%make", Api.NEW_ARRAY)}
  {api("%set_handler", Api.SET_HANDLER)}
  {word_of("%pool", "ptr", "%context", Word.POOL)}
  %large = icmp uge i64 %bytes, {LARGE}
  br i1 %large, label %pooled, label %plain
plain:
  call void %incref(ptr %descriptor)
  %new = call ptr %make(ptr %ndarray, ptr %descriptor, i32 %dimensions, ptr %extents,
                        ptr null, ptr null, i32 0, ptr null)
  ret ptr %new
pooled:
  %before = call ptr %set_handler(ptr %pool)
  %not_set = icmp eq ptr %before, null
  br i1 %not_set, label %no, label %create
create:
  call void %incref(ptr %descriptor)
  %large_new = call ptr %make(ptr %ndarray, ptr %descriptor, i32 %dimensions, ptr %extents,
                              ptr null, ptr null, i32 0, ptr null)
  %ours = call ptr %set_handler(ptr %before)
  call void %decref(ptr %before)
  %not_reset = icmp eq ptr %ours, null
  br i1 %not_reset, label %drop, label %yes
drop:
  call void %decref(ptr %large_new)
  br label %no
yes:
  call void %decref(ptr %ours)
  ret ptr %large_new
no:
  ret ptr null
}}"""

# New arrays for the results; false, with none of them left, where memory is short.
_NEW_RESULTS = f"""
define internal i1 @new_results(ptr %context, ptr %descriptor, i64 %rows, i64 %batched, i1 %is_double,
                                ptr %objects) {{
entry:
  %extents = alloca [{1 + MOST_DIMENSIONS} x i64], align 8
  {word_of("%arguments", "i64", "%context", Word.ARGUMENTS)}
  {word_of("%results", "i64", "%context", Word.RESULTS)}
  {api("%decref", Api.DECREF)}
  %number_bytes = select i1 %is_double, i64 8, i64 4
  store i64 %rows, ptr %extents
  %row_extents = getelementptr i64, ptr %extents, i64 %batched
  {begin_loop("r", "%results", last="made")}
  %number = add i64 %arguments, %r
  {array("%array", "%number")}
  {word_of("%row_dimensions", "i64", "%array", ArrayWord.DIMENSIONS)}
  {begin_loop("d", "%row_dimensions", before="r_body")}
  %d_place = add i64 %d, {ArrayWord.EXTENTS}
  {word_of("%extent", "i64", "%array", "%d_place")}
  %to = getelementptr i64, ptr %row_extents, i64 %d
  store i64 %extent, ptr %to
  {end_loop("d")}
  %dimensions = add i64 %row_dimensions, %batched
  %dimensions_32 = trunc i64 %dimensions to i32
  {word_of("%size", "i64", "%array", ArrayWord.SIZE)}
  %numbers = mul i64 %size, %rows
  %bytes = mul i64 %numbers, %number_bytes
  %new = call ptr @new_array(ptr %context, ptr %descriptor, i32 %dimensions_32, ptr %extents, i64 %bytes)
  %slot = getelementptr ptr, ptr %objects, i64 %r
  store ptr %new, ptr %slot
  %failed = icmp eq ptr %new, null
  br i1 %failed, label %drop, label %made
made:
  {end_loop("r")}
  ret i1 true
drop:
  {begin_loop("k", "%r", before="drop")}
  {word_of("%object", "ptr", "%objects", "%k")}
  call void %decref(ptr %object)
  {end_loop("k")}
  ret i1 false
}}"""

# One result as it is, several as a tuple; `keep` is false where they are to be dropped instead.
_WRAP = f"""
define internal ptr @wrap(ptr %context, ptr %objects, i1 %keep) {{
entry:
  {word_of("%results", "i64", "%context", Word.RESULTS)}
  {api("%tuple_new", Api.TUPLE_NEW)}
  {api("%tuple_set", Api.TUPLE_SET)}
  {api("%decref", Api.DECREF)}
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
  {begin_loop("i", "%results", before="fill", last="handled")}
  {word_of("%object", "ptr", "%objects", "%i")}
  br i1 %failed, label %drop, label %set
set:
  %status = call i32 %tuple_set(ptr %tuple, i64 %i, ptr %object)
  br label %handled
drop:
  call void %decref(ptr %object)
  br label %handled
handled:
  {end_loop("i")}
  ret ptr %tuple
}}"""

RESULTS = "\n".join((_OUT_FITS, _TAKE_OUT, _NEW_ARRAY, _NEW_RESULTS, _WRAP))
