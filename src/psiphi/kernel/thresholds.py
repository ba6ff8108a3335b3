"""From which sizes on code takes other forms: parts, loops over bodies, bytecode, columns."""

from __future__ import annotations

from psiphi.errors import CompileError

ROLLED_FROM = 50
"""Bodies from which functions are loops over them: compiled three to ten times faster, run about as fast.

Of chains of 50 and 100 bodies, inverse dynamics ran 10 % slower to 2 % faster in loops than unrolled with
AVX2, and forward dynamics 5 % faster at 50; with AVX-512 unrolled inverse dynamics is up to 40 % faster.
Small robots profit from constants in the code.
"""

UNROLLED_LIMIT = 6_000
"""Live nodes beyond which the time to compile one function grows faster than its length."""

SPLIT_FROM = 2_000
"""Live nodes beyond which batches run in parts: one function would not stay decoded in the processor from one
block to the next, and would spill more."""

SPLIT_NODES_PER_RESULT = 16
"""Small matrices gain nothing from parts, since moving them takes more than computing them; long rows do."""

NODES_PER_RESULT = 12
"""How many nodes a number that is stored counts for: all stores for single rows are one function."""

BYTECODE_FROM = 30_000
"""Nodes from which a program is bytecode first (kernel/bytecode/): it would take long to compile.

Bytecode is there in a fifth of the time and gives the same bits. It runs two to three times slower than
compiled code in batches and five times slower row by row.
"""

BYTECODE_BETWEEN = 3_000
"""The same of equations of loops that are solved between calls, by eigenvalues that take far longer."""

BYTECODE_IN_STEPS = 18_000
"""The same of functions in steps of motions, which tell beforehand how many rows they will ask for."""

BYTECODE_ROWS = 2_000
"""Rows after which bytecode gives way to compiled code, which then takes no longer than what it will save."""

BYTECODE_COLUMNS = 200_000
"""The same for rows that are columns of matrices (columns.py): when running took as long as compiling.

That is 22 µs a node, and bytecode takes 0.1 ns for each node of a row in a batch.
"""

COMPILED_UP_TO = 200_000
"""Nodes from which a program stays bytecode, as it would take about ten seconds to compile."""

MATRICES_UP_TO = 150_000
"""Operations that are expected of a matrix, up to which it is one program.

Beyond, tracing it would take about a second, and its columns are computed one by one (columns.py).
"""

OF_EACH_PARAMETER = 20
"""Operations that are expected of an entry of a regressor that is not zero."""

MORE_IN_JVP = 4
"""How many times the operations that are expected of a Jacobian its `jvp` has, at the most about."""

MOST_EQUATIONS = 24
"""Equations of loops whose solutions are compiled at once, and least forces at all: code grows with their
cube."""

PREPARED_UP_TO = 2_000_000
"""The same up to which `prepare` makes one program of a Jacobian, which may take a minute."""

TRACED_UP_TO = 300_000
"""Nodes beyond which a matrix is computed by columns (columns.py) and a system solved by calls (solves.py),
where robots are too small to know it beforehand: they take some seconds to trace."""

MOST_TRACED = 2_000_000
"""Nodes beyond which what has no such parts is refused, as it would take half a minute to trace."""

LONG_ROW = 128
"""Results from which on a row is stored in order; found by timing."""

PREFETCH_DISTANCE = 8
"""Bodies ahead that far loops prefetch: what a visit takes, so many times, is how long memory takes."""

RELEASE_GIL_FROM = 200_000
"""Operations above which it pays to let other threads of Python run meanwhile: about ten microseconds."""


class TooLarge(CompileError):
    """A computation has more nodes than were allowed."""
