"""The reach of products, sums and adjoints against boolean block patterns on trees."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_patterns import Pattern, allowed

from psiphi.algebra.reach import Reach

PAIRS = [(one, other) for one in Reach for other in Reach]

# Two roots, forks below forks, and paths long enough for an ancestor that is neither parent nor grandparent.
RICH_TREE = (-1, 0, 1, 2, 3, 1, 5, 0, 7, 7, -1, 10, 10)


@st.composite
def trees(draw: st.DrawFn) -> tuple[int, ...]:
    """Parents before children; -1 is the world."""
    return tuple(draw(st.integers(-1, j - 1)) for j in range(draw(st.integers(1, 9))))


def some(reach: Reach, parents: tuple[int, ...], seed: int) -> Pattern:
    """A random pattern of this reach."""
    holes = np.random.default_rng(seed).random((len(parents), len(parents))) < 0.3
    return allowed(reach, parents) & ~holes


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda r: r.name)
@settings(max_examples=12, deadline=None)
@given(parents=trees(), seed=st.integers(0, 2**32 - 1))
def test_products_and_sums_stay_within_the_shape(
    one: Reach, other: Reach, parents: tuple[int, ...], seed: int
) -> None:
    A, B = some(one, parents, seed), some(other, parents, seed + 1)
    assert not ((A @ B) & ~allowed(one @ other, parents)).any()
    assert not ((A | B) & ~allowed(one | other, parents)).any()


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda r: r.name)
def test_no_narrower_shape_would_hold_the_product_or_the_sum(one: Reach, other: Reach) -> None:
    A, B = allowed(one, RICH_TREE), allowed(other, RICH_TREE)
    for pattern, shape in ((A @ B, one @ other), (A | B, one | other)):
        holding = {r for r in Reach if not (pattern & ~allowed(r, RICH_TREE)).any()}
        assert shape in holding
        assert not {r for r in holding if r is not shape and r in shape.holds}


@pytest.mark.parametrize("reach", Reach, ids=lambda r: r.name)
def test_adjoint_transposes_the_shape(reach: Reach) -> None:
    assert (allowed(reach.adjoint, RICH_TREE) == allowed(reach, RICH_TREE).T).all()
    assert reach.adjoint.adjoint is reach


@pytest.mark.parametrize("reach", Reach, ids=lambda r: r.name)
def test_special_cases_and_words_say_what_the_patterns_do(reach: Reach) -> None:
    pattern = allowed(reach, RICH_TREE)
    for other in Reach:
        inside = not (allowed(other, RICH_TREE) & ~pattern).any()
        assert (other in reach.holds) == inside
    assert reach.is_inward == (not (pattern & ~allowed(Reach.CAUSAL, RICH_TREE)).any())
    assert reach.is_outward == (not (pattern & ~allowed(Reach.ANTICAUSAL, RICH_TREE)).any())
    power = np.linalg.matrix_power(pattern.astype(np.int64), len(RICH_TREE))
    assert reach.is_strict == (not power.any())  # nilpotent


def test_longer_products_stay_within_the_shape_however_bracketed() -> None:
    for one, other in PAIRS:
        for third in Reach:
            for shape in ((one @ other) @ third, one @ (other @ third)):
                pattern = allowed(one, RICH_TREE) @ allowed(other, RICH_TREE) @ allowed(third, RICH_TREE)
                assert not (pattern & ~allowed(shape, RICH_TREE)).any()
