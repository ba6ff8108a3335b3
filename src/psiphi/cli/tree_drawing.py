"""Trees drawn with lines."""

from __future__ import annotations

from collections.abc import Sequence


def branches(parents: Sequence[int]) -> list[str]:
    """What to draw before each node of a tree listed depth first (−1 for the root above all).

    Nodes in a row stay at one depth, so that long chains stay on the page; only forks move to the right:

        trunk
        ├─ hip
        │  knee
        └─ tail
    """
    children: list[list[int]] = [[] for _ in range(len(parents) + 1)]  # the last entry is the root's
    for node, parent in enumerate(parents):
        children[parent].append(node)
    drawn, below = [""] * len(parents), [""] * (len(parents) + 1)
    for node, parent in enumerate(parents):
        stem, siblings = below[parent], children[parent]
        if len(siblings) == 1:
            drawn[node], below[node] = stem, stem
        elif node == siblings[-1]:
            drawn[node], below[node] = stem + "└─ ", stem + "   "
        else:
            drawn[node], below[node] = stem + "├─ ", stem + "│  "
    return drawn
