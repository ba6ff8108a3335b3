"""What the direct calling path and its machine code agree on: tables of words, and fields of objects."""

from __future__ import annotations

from enum import IntEnum

ENTRIES = "psiphi_entries"
"""The function that tells where the others are: it fills a table with the addresses of the entries."""


class Entry(IntEnum):
    """Functions of the direct path: calls of compiled functions, and those of a memory handler of NumPy."""

    CALL = 0
    TAKE = 1
    ZEROS = 2
    RESIZE = 3
    GIVE = 4


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


class Api(IntEnum):
    """Addresses of Python and NumPy, as words of a context."""

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
    THREADS = 15
    NONE = 16
    ONE = 17
    TUPLE = 18
    TUPLE_SIZE = 19
    TUPLE_GET = 20
    SET_HANDLER = 21
    DEFAULT_HANDLER = 22
    FLOAT = 23
    FLOAT_VALUE = 24


class Word(IntEnum):
    """Words of a context, which is what machine code knows of one compiled function.

    RUN and WORKSPACE have four: float64 single, batch, float32 single, batch.  POOL is the memory handler for
    large results; DEFAULT is the last argument where it is left out, a float, or 0.  API has addresses.  DATA
    has for float64 and then for float32 what stands behind arguments and results in the table of a call.
    ARRAYS has the arguments and then the results.
    """

    FALLBACK = 0
    ARGUMENTS = 1
    RESULTS = 2
    RELEASE_ROWS = 3
    RUN = 4
    WORKSPACE = 8
    DATA_WORDS = 12
    POOL = 13
    DEFAULT = 14
    API = 15
    DATA = API + len(Api)
    ARRAYS = DATA + 4 * MOST_TABLES


class ArrayWord(IntEnum):
    """Words of one array of a context; as many extents as dimensions follow."""

    NAME = 0
    DIMENSIONS = 1
    SIZE = 2
    EXTENTS = 3


ARRAY_WORDS = ArrayWord.EXTENTS + MOST_DIMENSIONS
CONTEXT_WORDS = Word.ARRAYS + ARRAY_WORDS * MOST_ARRAYS


class PoolWord(IntEnum):
    """Words of the pool of results: NumPy's own memory, bytes that wait, and the slot that is filled next."""

    CONTEXT = 0
    MALLOC = 1
    CALLOC = 2
    FREE = 3
    HELD = 4
    NEXT = 5
    SLOTS = 6


POOL_WORDS = PoolWord.SLOTS + POOL_SLOTS
HEADER = 16  # bytes in front of a block: its capacity, and where its memory starts


class Layout(IntEnum):
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
