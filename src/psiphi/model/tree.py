"""The tree of bodies, given by each body's parent. Nothing here recurses: chains may have any length."""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.errors import ModelError, shortened


def children_of(parents: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The children of each body, in the order of their indices; roots (parent −1) are nobody's."""
    children: list[list[int]] = [[] for _ in parents]
    for body, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(body)
    return tuple(map(tuple, children))


def depth_first(parents: Sequence[int], names: Sequence[str] | None = None) -> list[int]:
    """The bodies depth first, every parent before its children and siblings in the order given.

    `parents` holds the index of each body's parent (−1 for the world) in any order; the result lists the same
    indices anew. Bodies that are their own ancestors raise ModelError, which calls them by their `names`.
    """
    children = children_of(parents)
    order: list[int] = []
    pending = [body for body, parent in enumerate(parents) if parent < 0][::-1]
    while pending:
        body = pending.pop()
        order.append(body)
        pending.extend(reversed(children[body]))
    if len(order) < len(parents):
        cycle = [str(names[body] if names else body) for body in _cycle(parents, order)]
        ring = shortened(" → ".join([*cycle, cycle[0]]))
        raise ModelError(
            f"body {cycle[0]!r}: is its own ancestor ({ring}); "
            "let one of these bodies hang on the world or on a body outside the ring"
        )
    return order


def handed_down(parents: Sequence[int], own: Sequence[bool]) -> tuple[bool, ...]:
    """What bodies have that have it of their own, or stand on one that has; parents come first."""
    found: list[bool] = []
    for parent, has in zip(parents, own, strict=True):
        found.append(has or (parent >= 0 and found[parent]))
    return tuple(found)


def renumbered(order: Sequence[int]) -> dict[int, int]:
    """Old index → new index for bodies listed anew in this `order` of old indices; −1 stays the world."""
    return {-1: -1, **{old: new for new, old in enumerate(order)}}


def subtree(parents: Sequence[int], body: int) -> list[int]:
    """The body and all that it carries, in the order of their indices; parents must come before children."""
    inside = {body}
    for index in range(body + 1, len(parents)):
        if parents[index] in inside:
            inside.add(index)
    return sorted(inside)


def path_to(parents: Sequence[int], body: int) -> list[int]:
    """The bodies from the root to this body, both included; empty for the world."""
    path: list[int] = []
    while body >= 0:
        path.append(body)
        body = parents[body]
    return path[::-1]


def _cycle(parents: Sequence[int], reached: Sequence[int]) -> list[int]:
    """One ring among the bodies that were not reached from the world, child before parent."""
    seen = set(reached)
    body = next(body for body in range(len(parents)) if body not in seen)
    visited: dict[int, int] = {}
    trail: list[int] = []
    while body not in visited:
        visited[body] = len(trail)
        trail.append(body)
        body = parents[body]
    return trail[visited[body] :]
