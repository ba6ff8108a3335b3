"""The direct calling path as LLVM IR: a built-in function of Python that reads NumPy arrays in machine code.

One function serves every compiled program.  It takes a call of the plainest kind: contiguous arrays of
one number type, all of them single rows or some of them batches of one dimension, by position or by name
in their order, and possibly `out=`. Anything else, right or wrong, it hands to the safe path unchanged,
so that whatever it does not recognise is answered there.

Addresses of Python and NumPy stand in the table @psiphi_api, filled after loading; what belongs to one
compiled function stands in its context.  Both are arrays of words, numbered below.
"""

from __future__ import annotations

from enum import IntEnum

CALL = "psiphi_call"
API = "psiphi_api"

# More arrays, or arrays of more dimensions, go the safe way.
MOST_ARRAYS = 16
MOST_DIMENSIONS = 4
MOST_TABLES = 8


class Api(IntEnum):
    """Words of the table of addresses."""

    NDARRAY = 0
    FLOAT64 = 1
    FLOAT32 = 2
    OUT = 3
    VECTORCALL = 4
    NEW_ARRAY = 5
    INCREF = 6
    DECREF = 7
    SAVE_THREAD = 8
    RESTORE_THREAD = 9
    MALLOC = 10
    FREE = 11
    NO_MEMORY = 12
    TUPLE_NEW = 13
    TUPLE_SET = 14


class Word(IntEnum):
    """Words of a context.

    RUN and WORKSPACE have four: float64 single, batch, float32 single, batch.  DATA has for float64 and
    then for float32 what stands behind arguments and results in the table of a call.
    """

    FALLBACK = 0
    ARGUMENTS = 1
    RESULTS = 2
    RELEASE_ROWS = 3
    RUN = 4
    WORKSPACE = 8
    DATA_WORDS = 12
    DATA = 13
    ARRAYS = DATA + 4 * MOST_TABLES


ARRAY_WORDS = 3 + MOST_DIMENSIONS
"""An array of a context: its name, number of dimensions, number of elements, extents."""


class Layout(IntEnum):
    """Where fields stand in objects of CPython and NumPy, in bytes; checked before the path is used."""

    TYPE = 8
    CONTEXT = 16
    TUPLE_SIZE = 16
    TUPLE_ITEMS = 24
    DATA = 16
    DIMENSIONS = 24
    SHAPE = 32
    DESCRIPTOR = 56
    FLAGS = 64


# C-contiguous and aligned; and writeable.
_READABLE = 0x1 | 0x100
_FILLABLE = _READABLE | 0x400


def direct_ir() -> str:
    """The module."""
    return f"""
@{API} = global [{len(Api)} x i64] zeroinitializer
declare i64 @llvm.smin.i64(i64, i64)

; How many dimensions a plain array has beyond those of its row, or -1 where it is not plain.
define internal i64 @batch_dimensions(ptr %object, ptr %descriptor, ptr %array, i32 %wanted) {{
entry:
  {_field("%type", "ptr", "%object", Layout.TYPE)}
  {_api("%ndarray", Api.NDARRAY)}
  %is_array = icmp eq ptr %type, %ndarray
  br i1 %is_array, label %attributes, label %no
attributes:
  {_field("%own", "ptr", "%object", Layout.DESCRIPTOR)}
  {_field("%flags", "i32", "%object", Layout.FLAGS)}
  {_field("%dimensions_32", "i32", "%object", Layout.DIMENSIONS)}
  {_field("%shape", "ptr", "%object", Layout.SHAPE)}
  %dimensions = sext i32 %dimensions_32 to i64
  %same_type = icmp eq ptr %own, %descriptor
  %found = and i32 %flags, %wanted
  %plain = icmp eq i32 %found, %wanted
  %row_dimensions_at = getelementptr i64, ptr %array, i64 1
  %row_dimensions = load i64, ptr %row_dimensions_at
  %extra = sub i64 %dimensions, %row_dimensions
  %none_or_one = icmp ult i64 %extra, 2
  %ok_1 = and i1 %same_type, %plain
  %ok_2 = and i1 %ok_1, %none_or_one
  br i1 %ok_2, label %extents, label %no
extents:
  %i = phi i64 [0, %attributes], [%next, %extent]
  %more = icmp slt i64 %i, %row_dimensions
  br i1 %more, label %extent, label %yes
extent:
  %place = add i64 %i, %extra
  %own_pointer = getelementptr i64, ptr %shape, i64 %place
  %own_extent = load i64, ptr %own_pointer
  %offset = add i64 %i, 3
  %row_pointer = getelementptr i64, ptr %array, i64 %offset
  %row_extent = load i64, ptr %row_pointer
  %equal = icmp eq i64 %own_extent, %row_extent
  %next = add i64 %i, 1
  br i1 %equal, label %extents, label %no
yes:
  ret i64 %extra
no:
  ret i64 -1
}}

define ptr @{CALL}(ptr %self, ptr %args, i64 %count, ptr %names) {{
entry:
  %table = alloca [{2 * (MOST_ARRAYS + MOST_TABLES)} x i64], align 8
  %objects = alloca [{MOST_ARRAYS} x ptr], align 8
  %extents = alloca [{1 + MOST_DIMENSIONS} x i64], align 8
  {_field("%context", "ptr", "%self", Layout.CONTEXT)}
  {_word("%arguments", "i64", Word.ARGUMENTS)}
  {_word("%results", "i64", Word.RESULTS)}
  %arrays = getelementptr i64, ptr %context, i64 {int(Word.ARRAYS)}
  %no_names = icmp eq ptr %names, null
  br i1 %no_names, label %counted, label %keywords

; Keywords: the arguments that are left, in their order, and out=.
keywords:
  {_field("%named", "i64", "%names", Layout.TUPLE_SIZE)}
  {_field("%first_name", "ptr", "%names", Layout.TUPLE_ITEMS)}
  %everything = add i64 %count, %named
  %with_out = add i64 %arguments, 1
  %has_out = icmp eq i64 %everything, %with_out
  br label %names_loop
names_loop:
  %n = phi i64 [0, %keywords], [%n_next, %name]
  %more_names = icmp slt i64 %n, %named
  br i1 %more_names, label %name, label %names_done
name:
  %n_place = getelementptr ptr, ptr %first_name_at, i64 %n
  %n_object = load ptr, ptr %n_place
  %n_array = add i64 %count, %n
  %n_capped = call i64 @llvm.smin.i64(i64 %n_array, i64 %arguments)
  %n_offset = mul i64 %n_capped, {ARRAY_WORDS}
  %n_words = getelementptr i64, ptr %arrays, i64 %n_offset
  %n_name = load ptr, ptr %n_words
  {_api("%out_name", Api.OUT)}
  %n_is_out = icmp sge i64 %n_array, %arguments
  %n_wanted = select i1 %n_is_out, ptr %out_name, ptr %n_name
  %n_same = icmp eq ptr %n_object, %n_wanted
  %n_next = add i64 %n, 1
  br i1 %n_same, label %names_loop, label %slow
names_done:
  %one_result = icmp eq i64 %results, 1
  %takes_out = and i1 %has_out, %one_result
  br i1 %takes_out, label %take_out, label %counted_names
take_out:
  %out_place = getelementptr ptr, ptr %args, i64 %arguments
  %given_out = load ptr, ptr %out_place
  br label %counted_names
counted_names:
  %named_out = phi ptr [null, %names_done], [%given_out, %take_out]
  %without_out = select i1 %takes_out, i64 %arguments, i64 %everything
  br label %counted
counted:
  %out = phi ptr [null, %entry], [%named_out, %counted_names]
  %found = phi i64 [%count, %entry], [%without_out, %counted_names]
  %complete = icmp eq i64 %found, %arguments
  %some = icmp sgt i64 %arguments, 0
  %countable = and i1 %complete, %some
  br i1 %countable, label %precision, label %slow

precision:
  %leader = load ptr, ptr %args
  {_field("%leader_type", "ptr", "%leader", Layout.TYPE)}
  {_api("%ndarray", Api.NDARRAY)}
  %leader_is_array = icmp eq ptr %leader_type, %ndarray
  br i1 %leader_is_array, label %leader_array, label %slow
leader_array:
  {_field("%descriptor", "ptr", "%leader", Layout.DESCRIPTOR)}
  {_api("%float64", Api.FLOAT64)}
  {_api("%float32", Api.FLOAT32)}
  %is_double = icmp eq ptr %descriptor, %float64
  %is_single = icmp eq ptr %descriptor, %float32
  %is_number = or i1 %is_double, %is_single
  %bytes = select i1 %is_double, i64 8, i64 4
  br i1 %is_number, label %inputs, label %slow

; Arguments: their addresses and strides into the table, and the number of rows.
inputs:
  %i = phi i64 [0, %leader_array], [%i_next, %input_taken]
  %rows_so_far = phi i64 [-1, %leader_array], [%rows_now, %input_taken]
  %more_inputs = icmp slt i64 %i, %arguments
  br i1 %more_inputs, label %input, label %inputs_done
input:
  %input_place = getelementptr ptr, ptr %args, i64 %i
  %object = load ptr, ptr %input_place
  %array_offset = mul i64 %i, {ARRAY_WORDS}
  %array = getelementptr i64, ptr %arrays, i64 %array_offset
  %extra = call i64 @batch_dimensions(ptr %object, ptr %descriptor, ptr %array, i32 {_READABLE})
  %refused = icmp slt i64 %extra, 0
  br i1 %refused, label %slow, label %input_plain
input_plain:
  {_field("%data", "ptr", "%object", Layout.DATA)}
  %size_place = getelementptr i64, ptr %array, i64 2
  %size = load i64, ptr %size_place
  %slot_offset = mul i64 %i, 2
  %slot = getelementptr i64, ptr %table, i64 %slot_offset
  store ptr %data, ptr %slot
  %stride_slot = getelementptr i64, ptr %slot, i64 1
  %is_batch = icmp eq i64 %extra, 1
  br i1 %is_batch, label %input_batch, label %input_row
input_row:
  store i64 0, ptr %stride_slot
  br label %input_taken
input_batch:
  store i64 %size, ptr %stride_slot
  {_field("%shape", "ptr", "%object", Layout.SHAPE)}
  %own_rows = load i64, ptr %shape
  %first_batch = icmp slt i64 %rows_so_far, 0
  %same_rows = icmp eq i64 %own_rows, %rows_so_far
  %rows_agree = or i1 %first_batch, %same_rows
  br i1 %rows_agree, label %input_taken, label %slow
input_taken:
  %rows_now = phi i64 [%rows_so_far, %input_row], [%own_rows, %input_batch]
  %i_next = add i64 %i, 1
  br label %inputs

; Which code runs: of four, by number type and by one row or several.
inputs_done:
  %batched = icmp sge i64 %rows_so_far, 0
  %rows = select i1 %batched, i64 %rows_so_far, i64 1
  %several = icmp sgt i64 %rows, 1
  %kind_precision = select i1 %is_double, i64 0, i64 2
  %kind_several = zext i1 %several to i64
  %kind = add i64 %kind_precision, %kind_several
  %runs = getelementptr i64, ptr %context, i64 {int(Word.RUN)}
  %run_place = getelementptr i64, ptr %runs, i64 %kind
  %run = load ptr, ptr %run_place
  %spaces = getelementptr i64, ptr %context, i64 {int(Word.WORKSPACE)}
  %space_place = getelementptr i64, ptr %spaces, i64 %kind
  %space = load i64, ptr %space_place
  %compiled = icmp ne ptr %run, null
  %not_empty = icmp sgt i64 %rows, 0
  %runnable = and i1 %compiled, %not_empty
  %result_offset = mul i64 %arguments, {ARRAY_WORDS}
  %first_result = getelementptr i64, ptr %arrays, i64 %result_offset
  %extra_wanted = zext i1 %batched to i64
  %allocating = icmp eq ptr %out, null
  br i1 %runnable, label %destination, label %slow
destination:
  br i1 %allocating, label %workspace, label %given

; out= must fit as it is and lie apart from every argument.
given:
  %out_extra = call i64 @batch_dimensions(ptr %out, ptr %descriptor, ptr %first_result, i32 {_FILLABLE})
  %out_fits = icmp eq i64 %out_extra, %extra_wanted
  br i1 %out_fits, label %given_rows, label %slow
given_rows:
  {_field("%out_shape", "ptr", "%out", Layout.SHAPE)}
  %out_rows_pointer = select i1 %batched, ptr %out_shape, ptr %extents
  store i64 1, ptr %extents
  %out_rows = load i64, ptr %out_rows_pointer
  %out_rows_fit = icmp eq i64 %out_rows, %rows
  br i1 %out_rows_fit, label %given_apart, label %slow
given_apart:
  {_field("%out_data", "i64", "%out", Layout.DATA)}
  %out_size_place = getelementptr i64, ptr %first_result, i64 2
  %out_size = load i64, ptr %out_size_place
  %out_numbers = mul i64 %out_size, %rows
  %out_bytes = mul i64 %out_numbers, %bytes
  %out_end = add i64 %out_data, %out_bytes
  br label %apart
apart:
  %j = phi i64 [0, %given_apart], [%j_next, %apart_from]
  %more_apart = icmp slt i64 %j, %arguments
  br i1 %more_apart, label %apart_from, label %given_accepted
apart_from:
  %j_offset = mul i64 %j, 2
  %j_slot = getelementptr i64, ptr %table, i64 %j_offset
  %start = load i64, ptr %j_slot
  %j_stride_slot = getelementptr i64, ptr %j_slot, i64 1
  %stride = load i64, ptr %j_stride_slot
  %j_array_offset = mul i64 %j, {ARRAY_WORDS}
  %j_array = getelementptr i64, ptr %arrays, i64 %j_array_offset
  %j_size_place = getelementptr i64, ptr %j_array, i64 2
  %j_size = load i64, ptr %j_size_place
  %rows_before = sub i64 %rows, 1
  %numbers_before = mul i64 %rows_before, %stride
  %numbers = add i64 %numbers_before, %j_size
  %in_bytes = mul i64 %numbers, %bytes
  %end = add i64 %start, %in_bytes
  %before = icmp ule i64 %end, %out_data
  %after = icmp uge i64 %start, %out_end
  %is_apart = or i1 %before, %after
  %j_next = add i64 %j, 1
  br i1 %is_apart, label %apart, label %slow
given_accepted:
  {_api("%incref_out", Api.INCREF)}
  call void %incref_out(ptr %out)
  store ptr %out, ptr %objects
  br label %workspace

; From here on the call is ours: memory is taken, and given back where something fails.
workspace:
  %needs_space = icmp sgt i64 %space, 0
  br i1 %needs_space, label %take_space, label %allocate
take_space:
  {_api("%malloc", Api.MALLOC)}
  %space_64 = add i64 %space, 64
  %memory_taken = call ptr %malloc(i64 %space_64)
  %memory_failed = icmp eq ptr %memory_taken, null
  br i1 %memory_failed, label %no_memory, label %allocate
no_memory:
  {_api("%set_no_memory", Api.NO_MEMORY)}
  %ignored = call ptr %set_no_memory()
  br i1 %allocating, label %fail, label %release_out
release_out:
  {_api("%decref_out", Api.DECREF)}
  call void %decref_out(ptr %out)
  br label %fail

allocate:
  %memory = phi ptr [null, %workspace], [%memory_taken, %take_space]
  br label %results_loop
results_loop:
  %r = phi i64 [0, %allocate], [%r_next, %result_ready]
  %more_results = icmp slt i64 %r, %results
  br i1 %more_results, label %result, label %go
result:
  %r_offset = mul i64 %r, {ARRAY_WORDS}
  %r_array = getelementptr i64, ptr %first_result, i64 %r_offset
  %r_object_place = getelementptr ptr, ptr %objects, i64 %r
  br i1 %allocating, label %new_result, label %result_ready
new_result:
  %r_dimensions_at = getelementptr i64, ptr %r_array, i64 1
  %r_dimensions = load i64, ptr %r_dimensions_at
  store i64 %rows, ptr %extents
  %r_extents = getelementptr i64, ptr %extents, i64 %extra_wanted
  br label %copy_extents
copy_extents:
  %d = phi i64 [0, %new_result], [%d_next, %copy_extent]
  %more_extents = icmp slt i64 %d, %r_dimensions
  br i1 %more_extents, label %copy_extent, label %create
copy_extent:
  %d_from = add i64 %d, 3
  %from = getelementptr i64, ptr %r_array, i64 %d_from
  %extent = load i64, ptr %from
  %to = getelementptr i64, ptr %r_extents, i64 %d
  store i64 %extent, ptr %to
  %d_next = add i64 %d, 1
  br label %copy_extents
create:
  {_api("%incref", Api.INCREF)}
  call void %incref(ptr %descriptor)
  {_api("%new_array", Api.NEW_ARRAY)}
  %new_dimensions = add i64 %r_dimensions, %extra_wanted
  %new_dimensions_32 = trunc i64 %new_dimensions to i32
  %new = call ptr %new_array(ptr %ndarray, ptr %descriptor, i32 %new_dimensions_32, ptr %extents,
                             ptr null, ptr null, i32 0, ptr null)
  store ptr %new, ptr %r_object_place
  %new_failed = icmp eq ptr %new, null
  br i1 %new_failed, label %drop_results, label %result_ready
result_ready:
  %r_object = load ptr, ptr %r_object_place
  {_field("%r_data", "ptr", "%r_object", Layout.DATA)}
  %r_size_place = getelementptr i64, ptr %r_array, i64 2
  %r_size = load i64, ptr %r_size_place
  %r_slot_number = add i64 %arguments, %r
  %r_slot_offset = mul i64 %r_slot_number, 2
  %r_slot = getelementptr i64, ptr %table, i64 %r_slot_offset
  store ptr %r_data, ptr %r_slot
  %r_stride_slot = getelementptr i64, ptr %r_slot, i64 1
  store i64 %r_size, ptr %r_stride_slot
  %r_next = add i64 %r, 1
  br label %results_loop
drop_results:
  %k = phi i64 [0, %create], [%k_next, %drop_result]
  %more_drops = icmp slt i64 %k, %r
  br i1 %more_drops, label %drop_result, label %drop_space
drop_result:
  {_api("%decref", Api.DECREF)}
  %k_place = getelementptr ptr, ptr %objects, i64 %k
  %k_object = load ptr, ptr %k_place
  call void %decref(ptr %k_object)
  %k_next = add i64 %k, 1
  br label %drop_results
drop_space:
  {_api("%free_failed", Api.FREE)}
  call void %free_failed(ptr %memory)
  br label %fail
fail:
  ret ptr null

; Data of a rolled program.
go:
  {_word("%data_words", "i64", Word.DATA_WORDS)}
  %all_arrays = add i64 %arguments, %results
  %data_slot_offset = mul i64 %all_arrays, 2
  %data_slots = getelementptr i64, ptr %table, i64 %data_slot_offset
  %data_start = select i1 %is_double, i64 {int(Word.DATA)}, i64 {int(Word.DATA) + 2 * MOST_TABLES}
  %data_words_from = getelementptr i64, ptr %context, i64 %data_start
  br label %data_loop
data_loop:
  %w = phi i64 [0, %go], [%w_next, %data_word]
  %more_data = icmp slt i64 %w, %data_words
  br i1 %more_data, label %data_word, label %work
data_word:
  %w_from = getelementptr i64, ptr %data_words_from, i64 %w
  %w_value = load i64, ptr %w_from
  %w_to = getelementptr i64, ptr %data_slots, i64 %w
  store i64 %w_value, ptr %w_to
  %w_next = add i64 %w, 1
  br label %data_loop

; The work; long work without the interpreter lock.
work:
  %memory_word = ptrtoint ptr %memory to i64
  %memory_63 = add i64 %memory_word, 63
  %memory_aligned = and i64 %memory_63, -64
  %aligned = inttoptr i64 %memory_aligned to ptr
  {_word("%release_rows", "i64", Word.RELEASE_ROWS)}
  %long = icmp sge i64 %rows, %release_rows
  br i1 %long, label %go_released, label %go_held
go_held:
  call void %run(ptr %table, i64 %rows, ptr %aligned)
  br label %finished
go_released:
  {_api("%save", Api.SAVE_THREAD)}
  {_api("%restore", Api.RESTORE_THREAD)}
  %state = call ptr %save()
  call void %run(ptr %table, i64 %rows, ptr %aligned)
  call void %restore(ptr %state)
  br label %finished
finished:
  br i1 %needs_space, label %give_back, label %wrap
give_back:
  {_api("%free", Api.FREE)}
  call void %free(ptr %memory)
  br label %wrap
wrap:
  %alone = icmp eq i64 %results, 1
  br i1 %alone, label %one, label %many
one:
  %only = load ptr, ptr %objects
  ret ptr %only
many:
  {_api("%tuple_new", Api.TUPLE_NEW)}
  {_api("%tuple_set", Api.TUPLE_SET)}
  %tuple = call ptr %tuple_new(i64 %results)
  %tuple_failed = icmp eq ptr %tuple, null
  br label %fill
fill:
  %t = phi i64 [0, %many], [%t_next, %filled]
  %more_items = icmp slt i64 %t, %results
  br i1 %more_items, label %item, label %return
item:
  %item_place = getelementptr ptr, ptr %objects, i64 %t
  %item_object = load ptr, ptr %item_place
  br i1 %tuple_failed, label %drop_item, label %set_item
set_item:
  %set = call i32 %tuple_set(ptr %tuple, i64 %t, ptr %item_object)
  br label %filled
drop_item:
  {_api("%decref_item", Api.DECREF)}
  call void %decref_item(ptr %item_object)
  br label %filled
filled:
  %t_next = add i64 %t, 1
  br label %fill
return:
  ret ptr %tuple

slow:
  {_word("%fallback", "ptr", Word.FALLBACK)}
  {_api("%vectorcall", Api.VECTORCALL)}
  %answer = call ptr %vectorcall(ptr %fallback, ptr %args, i64 %count, ptr %names)
  ret ptr %answer
}}
"""


def _field(name: str, kind: str, base: str, offset: int) -> str:
    """Read a field of an object."""
    return (
        f"{name}_at = getelementptr i8, ptr {base}, i64 {int(offset)}\n  {name} = load {kind}, ptr {name}_at"
    )


def _word(name: str, kind: str, word: Word) -> str:
    """Read a word of the context."""
    return (
        f"{name}_at = getelementptr i64, ptr %context, i64 {int(word)}\n  {name} = load {kind}, ptr {name}_at"
    )


def _api(name: str, entry: Api) -> str:
    """Read an address of Python or NumPy."""
    return f"{name}_at = getelementptr i64, ptr @{API}, i64 {int(entry)}\n  {name} = load ptr, ptr {name}_at"
