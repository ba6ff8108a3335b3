"""Orders on trees, without recursion."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psiphi.errors import ModelError
from psiphi.model.tree import children_of, depth_first, path_to, renumbered, subtree


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 30), st.integers(0, 2**32 - 1))
def test_depth_first_lists_every_subtree_in_one_piece(count, seed):
    rng = np.random.default_rng(seed)
    shuffle = rng.permutation(count)
    parents = [-1] * count
    for index in range(1, count):
        parent = int(rng.integers(-1, index))
        parents[shuffle[index]] = int(shuffle[parent]) if parent >= 0 else -1
    order = depth_first(parents)
    assert sorted(order) == list(range(count))
    number = renumbered(order)
    ordered = [number[parents[old]] for old in order]
    assert all(parent < child for child, parent in enumerate(ordered))
    children = children_of(parents)
    for body in range(count):
        inside = subtree(ordered, number[body])
        assert inside == list(range(inside[0], inside[0] + len(inside)))
        assert sorted(children[body], key=order.index) == list(children[body])
        path = path_to(parents, body)
        assert path[-1] == body
        assert parents[path[0]] == -1


def test_a_ring_is_named():
    with pytest.raises(ModelError, match=r"body 'b': is its own ancestor \(b → c → d → b\)"):
        depth_first([-1, 2, 3, 1, 1], names=["a", "b", "c", "d", "e"])
    with pytest.raises(ModelError, match="body '0': is its own ancestor"):
        depth_first([0])


def test_a_chain_of_any_length_is_fine():
    count = 100_000
    parents = [*range(1, count), -1]
    assert depth_first(parents) == list(range(count))[::-1]
    assert len(path_to(parents, 0)) == count
