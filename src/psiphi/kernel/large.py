"""What large robots and large programs get instead of code of their own: loops over bodies, and lists."""

from __future__ import annotations

from psiphi.model import Model

ROLLED_FROM = 50
"""Bodies from which functions are loops over them: compiled three to ten times faster, run about as fast.

Of chains of 50 and 100 bodies, inverse dynamics ran 10 % slower to 2 % faster in loops than unrolled with
AVX2, and forward dynamics 5 % faster at 50; with AVX-512 unrolled inverse dynamics is up to 40 % faster.
Small robots profit from constants in the code.
"""

LISTED_FROM = 120_000
"""Nodes from which a program is not compiled but listed (kernel/listed/): its code for batches alone would
take about seven seconds, and that for single rows as much again.

Lists run two to three times slower than compiled code in batches and five times slower row by row.
"""

RESULTS_LISTED_FROM = 16_000
"""The same for numbers of results, the stores of which are one function of code for single rows."""

LISTED_FROM_IF_LARGE = 6_000
"""The same for robots of so many bodies that loops suit them: their matrices have as many nodes at the least
as they have entries."""


def loops_suit(model: Model) -> bool:
    """Whether a robot is so large that its functions are loops over bodies."""
    moving = sum(body.joint.kind.nv > 0 for body in model.bodies)  # those that merging leaves
    return moving >= ROLLED_FROM and not model.is_flexible


def listed_from(model: Model) -> int:
    """The nodes from which programs for a robot are listed."""
    return LISTED_FROM_IF_LARGE if loops_suit(model) else LISTED_FROM
