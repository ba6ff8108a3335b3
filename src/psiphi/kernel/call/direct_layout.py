"""What the direct calling path and its machine code agree on: tables of words, and fields of objects."""

from __future__ import annotations

ENTRIES = "psiphi_entries"
"""The function that tells where the others are: it fills a table with the addresses of the entries."""


class Entry:
    """Functions of the direct path: calls of compiled functions, and those of a memory handler of NumPy."""

    CALL, TAKE, ZEROS, RESIZE, GIVE = ALL = range(5)


# More arrays, arrays of more dimensions, or more tables go the safe way.
MOST_ARRAYS = 16
MOST_DIMENSIONS = 4
MOST_TABLES = 8
# Bytes of workspace above which it is kept between calls by the thread, and not by the function.
MOST_WORKSPACE = 1 << 20
# Bytes of a result from which on its memory comes from a pool, where at most so many blocks and bytes wait.
LARGE = 1 << 16
POOL_SLOTS = 16
MOST_HELD = 1 << 26


class Api:
    """Addresses of Python and NumPy, as words of a context."""

    NDARRAY, FLOAT64, FLOAT32, OUT, VECTORCALL, NEW_ARRAY = range(6)
    INCREF, DECREF, SAVE_THREAD, RESTORE_THREAD, MALLOC, FREE, NO_MEMORY = range(6, 13)
    TUPLE_NEW, TUPLE_SET, THREADS, NONE, ONE, TUPLE, TUPLE_SIZE, TUPLE_GET = range(13, 21)
    SET_HANDLER, DEFAULT_HANDLER, FLOAT, FLOAT_VALUE = range(21, 25)
    END = 25


class Word:
    """Words of a context, which is what machine code knows of one compiled function.

    RUN and WORKSPACE have four: float64 single, batch, float32 single, batch.  POOL is the memory handler for
    large results; DEFAULT is the last argument where it is left out, a float, or 0.  API has addresses.  DATA
    has for float64 and then for float32 what stands behind arguments and results in the table of a call.
    ARRAYS has the arguments and then the results.
    """

    FALLBACK, ARGUMENTS, RESULTS, RELEASE_ROWS = range(4)
    RUN, WORKSPACE = 4, 8
    DATA_WORDS, POOL, DEFAULT, API = range(12, 16)
    DATA = API + Api.END
    ARRAYS = DATA + 4 * MOST_TABLES


class ArrayWord:
    """Words of one array of a context; as many extents as dimensions follow."""

    NAME, DIMENSIONS, SIZE, EXTENTS = range(4)


ARRAY_WORDS = ArrayWord.EXTENTS + MOST_DIMENSIONS
CONTEXT_WORDS = Word.ARRAYS + ARRAY_WORDS * MOST_ARRAYS


class PoolWord:
    """Words of the pool of results: NumPy's own memory, bytes that wait, and the slot that is filled next."""

    CONTEXT, MALLOC, CALLOC, FREE, HELD, NEXT, SLOTS = range(7)


POOL_WORDS = PoolWord.SLOTS + POOL_SLOTS
HEADER = 16  # bytes in front of a block: its capacity, and where its memory starts


class Layout:
    """Where fields stand in arrays, in bytes; checked on live ones before use. A context is an array too."""

    TYPE = 8
    DATA = 16
    DIMENSIONS = 24
    SHAPE = 32
    STRIDES = 40
    DESCRIPTOR = 56
    FLAGS = 64


# Flags of arrays: C-contiguous and aligned; and writeable.
READABLE = 0x1 | 0x100
FILLABLE = READABLE | 0x400
