"""The order of instructions: few values at a time.

A step of a loop has more values than registers, and those that do not fit go to memory and back. The order in
which a recursion was traced is good for the processor, which looks ahead; from it, instructions that are the
last to read values are brought forward. Results do not depend on the order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from psiphi.kernel.instructions import Instruction


def few_values(instructions: Sequence[Instruction]) -> list[Instruction]:
    """The same instructions; of those that are ready, the one that leaves the fewest values comes next."""
    maker = {result: place for place, each in enumerate(instructions) for result in each.results}
    sources = [tuple({maker[x] for x in each.operands if x in maker}) for each in instructions]
    readers = Counter(place for places in sources for place in places)
    followers: dict[int, list[int]] = {}
    for place, places in enumerate(sources):
        for source in places:
            followers.setdefault(source, []).append(place)
    missing = [len(places) for places in sources]
    ready = [place for place, count in enumerate(missing) if not count]
    unread = Counter(readers)

    def growth(place: int) -> tuple[int, int]:
        """How many values more there are after an instruction; earlier ones come first among equals."""
        return (place in readers) - sum(unread[source] == 1 for source in sources[place]), place

    order: list[Instruction] = []
    while ready:
        chosen = min(ready, key=growth)
        ready.remove(chosen)
        order.append(instructions[chosen])
        unread.subtract(sources[chosen])
        for follower in followers.get(chosen, ()):
            missing[follower] -= 1
            if not missing[follower]:
                ready.append(follower)
    return order
