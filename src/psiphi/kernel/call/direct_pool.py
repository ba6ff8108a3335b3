"""Memory of large results, kept for the next ones: the functions of a memory handler of NumPy, as LLVM IR.

Fresh pages cost more than the work done in them, and systems take the pages of large arrays back as soon as
these are freed. So a few blocks wait here, the oldest of which go first. They come from NumPy's own handler,
which knows about huge pages, and begin at cache lines; in front of a block stand where its memory starts and
how many bytes it has. NumPy makes and frees arrays under the interpreter lock, which is the lock here too.
"""

from __future__ import annotations

from psiphi.kernel.call.direct_layout import HEADER, MOST_HELD, POOL_SLOTS, PoolWord
from psiphi.kernel.code.target import CACHE_LINE
from psiphi.kernel.emit.phrases import begin_loop, end_loop, word_of

# A block in new memory, and its end. Zeros are always new: pages of the system are zero without work.
_NEW_BLOCK = f"""
define internal ptr @new_block(ptr %pool, i64 %size, i1 %zeros) {{
entry:
  %beyond = add i64 %size, {CACHE_LINE - 1}
  %capacity = and i64 %beyond, -{CACHE_LINE}
  %bytes = add i64 %capacity, {HEADER + CACHE_LINE}
  {word_of("%own", "ptr", "%pool", PoolWord.CONTEXT)}
  br i1 %zeros, label %clear, label %any
clear:
  {word_of("%calloc", "ptr", "%pool", PoolWord.CALLOC)}
  %cleared = call ptr %calloc(ptr %own, i64 %bytes, i64 1)
  br label %made
any:
  {word_of("%malloc", "ptr", "%pool", PoolWord.MALLOC)}
  %taken = call ptr %malloc(ptr %own, i64 %bytes)
  br label %made
made:
  %start = phi ptr [%cleared, %clear], [%taken, %any]
  %failed = icmp eq ptr %start, null
  br i1 %failed, label %no, label %place
place:
  %word = ptrtoint ptr %start to i64
  %first = add i64 %word, {HEADER + CACHE_LINE - 1}
  %aligned = and i64 %first, -{CACHE_LINE}
  %block = inttoptr i64 %aligned to ptr
  %start_at = getelementptr i64, ptr %block, i64 -1
  %capacity_at = getelementptr i64, ptr %block, i64 -2
  store ptr %start, ptr %start_at
  store i64 %capacity, ptr %capacity_at
  ret ptr %block
no:
  ret ptr null
}}
define internal void @release_block(ptr %pool, ptr %block) {{
entry:
  {word_of("%start", "ptr", "%block", -1)}
  {word_of("%capacity", "i64", "%block", -2)}
  %bytes = add i64 %capacity, {HEADER + CACHE_LINE}
  {word_of("%own", "ptr", "%pool", PoolWord.CONTEXT)}
  {word_of("%free", "ptr", "%pool", PoolWord.FREE)}
  call void %free(ptr %own, ptr %start, i64 %bytes)
  ret void
}}
define internal ptr @pool_zeros(ptr %pool, i64 %count, i64 %each) {{
entry:
  %size = mul i64 %count, %each
  %block = call ptr @new_block(ptr %pool, i64 %size, i1 true)
  ret ptr %block
}}"""

# Slots hold blocks or nothing. One that waits is taken where it is large enough by at most a quarter.
_TAKE = f"""
define internal ptr @pool_take(ptr %pool, i64 %size) {{
entry:
  %slots = getelementptr i64, ptr %pool, i64 {PoolWord.SLOTS}
  %quarter = lshr i64 %size, 2
  %most = add i64 %size, %quarter
  br label %head
head:
  %i = phi i64 [0, %entry], [%next, %further]
  %more = icmp slt i64 %i, {POOL_SLOTS}
  br i1 %more, label %look, label %none
look:
  %slot = getelementptr ptr, ptr %slots, i64 %i
  %block = load ptr, ptr %slot
  %empty = icmp eq ptr %block, null
  br i1 %empty, label %further, label %compare
compare:
  {word_of("%capacity", "i64", "%block", -2)}
  %enough = icmp uge i64 %capacity, %size
  %not_too_much = icmp ule i64 %capacity, %most
  %fits = and i1 %enough, %not_too_much
  br i1 %fits, label %found, label %further
further:
  %next = add i64 %i, 1
  br label %head
found:
  store ptr null, ptr %slot
  {word_of("%held", "i64", "%pool", PoolWord.HELD)}
  %left = sub i64 %held, %capacity
  store i64 %left, ptr %held_at
  ret ptr %block
none:
  %new = call ptr @new_block(ptr %pool, i64 %size, i1 false)
  ret ptr %new
}}"""

# The slots are filled in turn; what stands in the way, or is too much together, is the oldest, and is freed.
_GIVE = f"""
define internal void @pool_give(ptr %pool, ptr %block, i64 %ignored) {{
entry:
  %nothing = icmp eq ptr %block, null
  br i1 %nothing, label %done, label %size
size:
  {word_of("%capacity", "i64", "%block", -2)}
  %room = sub i64 {MOST_HELD}, %capacity
  %huge = icmp slt i64 %room, 0
  %slots = getelementptr i64, ptr %pool, i64 {PoolWord.SLOTS}
  br i1 %huge, label %release, label %head
release:
  call void @release_block(ptr %pool, ptr %block)
  br label %done
head:
  {word_of("%turn", "i64", "%pool", PoolWord.NEXT)}
  %slot = getelementptr ptr, ptr %slots, i64 %turn
  %old = load ptr, ptr %slot
  %after = add i64 %turn, 1
  %next = urem i64 %after, {POOL_SLOTS}
  store i64 %next, ptr %turn_at
  store ptr null, ptr %slot
  {word_of("%held", "i64", "%pool", PoolWord.HELD)}
  %empty = icmp eq ptr %old, null
  br i1 %empty, label %try, label %drop
drop:
  {word_of("%old_capacity", "i64", "%old", -2)}
  %without_old = sub i64 %held, %old_capacity
  store i64 %without_old, ptr %held_at
  call void @release_block(ptr %pool, ptr %old)
  br label %try
try:
  %now = phi i64 [%held, %head], [%without_old, %drop]
  %fits = icmp sle i64 %now, %room
  br i1 %fits, label %keep, label %head
keep:
  store ptr %block, ptr %slot
  %with_it = add i64 %now, %capacity
  store i64 %with_it, ptr %held_at
  br label %done
done:
  ret void
}}"""

# A block of another size with what the old one held: `ndarray.resize`.
_RESIZE = f"""
define internal ptr @pool_resize(ptr %pool, ptr %old, i64 %size) {{
entry:
  %new = call ptr @pool_take(ptr %pool, i64 %size)
  %failed = icmp eq ptr %new, null
  %nothing = icmp eq ptr %old, null
  %done = or i1 %failed, %nothing
  br i1 %done, label %end, label %sizes
sizes:
  {word_of("%old_capacity", "i64", "%old", -2)}
  {word_of("%new_capacity", "i64", "%new", -2)}
  %bytes = call i64 @llvm.umin.i64(i64 %old_capacity, i64 %new_capacity)
  %words = lshr i64 %bytes, 3
  {begin_loop("w", "%words", before="sizes")}
  %from = getelementptr i64, ptr %old, i64 %w
  %to = getelementptr i64, ptr %new, i64 %w
  %word = load i64, ptr %from
  store i64 %word, ptr %to
  {end_loop("w")}
  call void @pool_give(ptr %pool, ptr %old, i64 0)
  br label %end
end:
  ret ptr %new
}}
declare i64 @llvm.umin.i64(i64, i64)"""

POOL = "\n".join((_NEW_BLOCK, _TAKE, _GIVE, _RESIZE))
