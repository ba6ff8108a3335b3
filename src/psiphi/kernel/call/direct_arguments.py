"""The arguments of a direct call: found among the objects of the call, and read into the table."""

from __future__ import annotations

from psiphi.kernel.call.direct_layout import ARRAY_WORDS, READABLE, Api, ArrayWord, Layout, Word
from psiphi.kernel.call.direct_reading import api, array, field
from psiphi.kernel.emit.phrases import word_of

# -1 where arguments are missing, out of order or unknown, and where several threads are asked for; otherwise
# the address of what `out` is, or 0 where there is none. `out=None` and `threads=1` say nothing new.
_BIND = f"""
define internal i64 @bind(ptr %context, ptr %args, i64 %count, ptr %names) {{
entry:
  {word_of("%arguments", "i64", "%context", Word.ARGUMENTS)}
  %no_names = icmp eq ptr %names, null
  br i1 %no_names, label %total, label %keywords
keywords:
  {api("%tuple_size", Api.TUPLE_SIZE)}
  {api("%tuple_get", Api.TUPLE_GET)}
  %named = call i64 %tuple_size(ptr %names)
  {api("%out_name", Api.OUT)}
  {api("%threads_name", Api.THREADS)}
  {api("%none", Api.NONE)}
  {api("%one", Api.ONE)}
  br label %head
head:
  %i = phi i64 [0, %keywords], [%next, %known]
  %out = phi i64 [0, %keywords], [%out_now, %known]
  %more = icmp slt i64 %i, %named
  br i1 %more, label %body, label %total
body:
  %name = call ptr %tuple_get(ptr %names, i64 %i)
  %number = add i64 %count, %i
  {word_of("%value", "ptr", "%args", "%number")}
  %beyond = icmp sge i64 %number, %arguments
  br i1 %beyond, label %option, label %argument
argument:
  {array("%array", "%number")}
  {word_of("%argument_name", "ptr", "%array", ArrayWord.NAME)}
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
  {word_of("%default", "i64", "%context", Word.DEFAULT)}
  %has_default = icmp ne i64 %default, 0
  %one_less = sub i64 %arguments, 1
  %needed = select i1 %has_default, i64 %one_less, i64 %arguments
  %complete = icmp sge i64 %given, %needed
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
  {field("%type", "ptr", "%object", Layout.TYPE)}
  {api("%ndarray", Api.NDARRAY)}
  %is_array = icmp eq ptr %type, %ndarray
  br i1 %is_array, label %attributes, label %no
attributes:
  {field("%own_descriptor", "ptr", "%object", Layout.DESCRIPTOR)}
  {field("%flags", "i32", "%object", Layout.FLAGS)}
  {field("%dimensions_32", "i32", "%object", Layout.DIMENSIONS)}
  {field("%shape", "ptr", "%object", Layout.SHAPE)}
  {word_of("%row_dimensions", "i64", "%array", ArrayWord.DIMENSIONS)}
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
  %row_place = add i64 %i, {ArrayWord.EXTENTS}
  {word_of("%extent", "i64", "%shape", "%place")}
  {word_of("%row_extent", "i64", "%array", "%row_place")}
  %equal = icmp eq i64 %extent, %row_extent
  %next = add i64 %i, 1
  br i1 %equal, label %head, label %no
yes:
  ret i64 %extra
no:
  ret i64 -1
}}"""

# Addresses and strides of the arguments into the table.  The number of rows of batches, -1 where there is
# none, -2 where an argument is not plain or batches differ.  Where one number is wanted it may be a float of
# Python, of any precision; what is made of it stands in %numbers.
_TAKE_INPUTS = f"""
define internal i64 @take_inputs(ptr %context, ptr %args, i64 %given, ptr %descriptor, i1 %is_double,
                                 ptr %numbers, ptr %table) {{
entry:
  {word_of("%arguments", "i64", "%context", Word.ARGUMENTS)}
  {array("%first_array", "0")}
  br label %head
head:
  %i = phi i64 [0, %entry], [%next, %taken]
  %rows = phi i64 [-1, %entry], [%rows_now, %taken]
  %array = phi ptr [%first_array, %entry], [%next_array, %taken]
  %slot = phi ptr [%table, %entry], [%next_slot, %taken]
  %more = icmp slt i64 %i, %arguments
  br i1 %more, label %body, label %done
body:
  %is_given = icmp slt i64 %i, %given
  {word_of("%default", "ptr", "%context", Word.DEFAULT)}
  %argument_at = getelementptr ptr, ptr %args, i64 %i
  %object_at = select i1 %is_given, ptr %argument_at, ptr %default_at
  %object = load ptr, ptr %object_at
  {word_of("%row_dimensions", "i64", "%array", ArrayWord.DIMENSIONS)}
  {field("%type", "ptr", "%object", Layout.TYPE)}
  {api("%float_type", Api.FLOAT)}
  %is_float = icmp eq ptr %type, %float_type
  %is_number = icmp eq i64 %row_dimensions, 0
  %one_number = and i1 %is_float, %is_number
  br i1 %one_number, label %float, label %other
float:
  {api("%value_of", Api.FLOAT_VALUE)}
  %value = call double %value_of(ptr %object)
  %number = getelementptr i64, ptr %numbers, i64 %i
  store ptr %number, ptr %slot
  %number_stride = getelementptr i64, ptr %slot, i64 1
  store i64 0, ptr %number_stride
  br i1 %is_double, label %double, label %single
double:
  store double %value, ptr %number
  br label %taken
single:
  %rounded = fptrunc double %value to float
  store float %rounded, ptr %number
  br label %taken
other:
  %extra = call i64 @batch_dimensions(ptr %context, ptr %object, ptr %descriptor, ptr %array, i32 {READABLE})
  %refused = icmp slt i64 %extra, 0
  br i1 %refused, label %no, label %plain
plain:
  {field("%data", "ptr", "%object", Layout.DATA)}
  {word_of("%size", "i64", "%array", ArrayWord.SIZE)}
  %stride = mul i64 %size, %extra
  %stride_slot = getelementptr i64, ptr %slot, i64 1
  store ptr %data, ptr %slot
  store i64 %stride, ptr %stride_slot
  %is_batch = icmp eq i64 %extra, 1
  br i1 %is_batch, label %batch, label %taken
batch:
  {field("%shape", "ptr", "%object", Layout.SHAPE)}
  %own_rows = load i64, ptr %shape
  %first = icmp slt i64 %rows, 0
  %same = icmp eq i64 %own_rows, %rows
  %agree = or i1 %first, %same
  br i1 %agree, label %taken, label %no
taken:
  %rows_now = phi i64 [%rows, %double], [%rows, %single], [%rows, %plain], [%own_rows, %batch]
  %next = add i64 %i, 1
  %next_array = getelementptr i64, ptr %array, i64 {int(ARRAY_WORDS)}
  %next_slot = getelementptr i64, ptr %slot, i64 2
  br label %head
done:
  ret i64 %rows
no:
  ret i64 -2
}}"""

ARGUMENTS = "\n".join((_BIND, _BATCH_DIMENSIONS, _TAKE_INPUTS))
