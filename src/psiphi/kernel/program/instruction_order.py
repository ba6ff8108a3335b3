"""The order of instructions: few values at a time, and operands that are there when they are needed.

There are more values than registers, and those that do not fit go to memory and back. Results do not depend
on the order, so for the steps of loops one is made from nothing (`few_values`): of the instructions that
could come next one is taken which leaves the fewest values. Among equals, it is one that need not wait: the
processor looks ahead, but not far past instructions that wait for their operands. In straight code the order
in which a recursion was traced is a good one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from psiphi.kernel.program.instructions import Instruction
from psiphi.kernel.program.operations import OPERATIONS

_BEGUN = 4
"""Instructions that begin in a cycle."""


def few_values(instructions: Sequence[Instruction]) -> list[Instruction]:
    """The same instructions in a better order."""
    maker = {result: place for place, each in enumerate(instructions) for result in each.results}
    sources = [tuple({maker[x] for x in each.operands if x in maker}) for each in instructions]
    readers = Counter(place for places in sources for place in places)
    followers: dict[int, list[int]] = {}
    for place, places in enumerate(sources):
        for source in places:
            followers.setdefault(source, []).append(place)
    takes = [OPERATIONS[each.op].cycles for each in instructions]
    ahead = [0] * len(instructions)  # how long the instructions take that follow from each
    for place in reversed(range(len(instructions))):
        ahead[place] = takes[place] + max((ahead[x] for x in followers.get(place, ())), default=0)

    # When the operands of instructions are there, as far as they are known.
    begins = [0.0] * len(instructions)
    missing = [len(places) for places in sources]
    ready = [place for place, count in enumerate(missing) if not count]
    unread = Counter(readers)
    now = 0.0

    def rank(place: int) -> tuple[int, float, int, int]:
        """How many values more there are afterwards, how long it waits, how much waits for it."""
        growth = (place in readers) - sum(unread[source] == 1 for source in sources[place])
        return growth, max(begins[place] - now, 0.0), -ahead[place], place

    order: list[Instruction] = []
    while ready:
        chosen = min(ready, key=rank)
        ready.remove(chosen)
        order.append(instructions[chosen])
        unread.subtract(sources[chosen])
        now += 1 / _BEGUN
        done = max(now, begins[chosen]) + takes[chosen]
        for follower in followers.get(chosen, ()):
            begins[follower] = max(begins[follower], done)
            missing[follower] -= 1
            if not missing[follower]:
                ready.append(follower)
    return order
