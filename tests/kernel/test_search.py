"""Searches: rows that end by themselves, on lanes that take the next row when one has ended."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi.kernel.iterate.emit_search import VERDICT
from psiphi.kernel.iterate.iteration import Phase
from psiphi.kernel.iterate.search import Search
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph


def roots() -> Program:
    """A step of Newton's method for x² = a: solved within 1e-12 of a, given up after eight steps, or below 0.

    The verdict goes on with x and with how many steps led there.
    """
    graph = Graph()
    xs = GraphArithmetic(graph)
    arguments = tuple(Argument(name, (1,)) for name in ("a", "x", "age"))
    (a,), (x,), (age,) = (argument.scalars(graph) for argument in arguments)
    error = xs.absolute(x * x - a)
    going = xs.minimum(8.0 - (age + 1.0), x)
    verdict = xs.select(1e-12 * a - error, 1.0, xs.select(going, 0.0, -1.0))
    return Program(
        arguments,
        (
            Output("x_next", (1,), (0.5 * (x + a / x),)),
            Output("age_next", (1,), (age + 1.0,)),
            Output(f"{VERDICT}_next", (4,), (verdict, error, x, age)),
        ),
    )


@pytest.fixture(scope="module")
def search() -> Search:
    return Search("roots", (Phase("step", roots),), {"a": 1}, {"x": 1, "age": 1}, {VERDICT: 4})


def run(search: Search, a: np.ndarray, starts: np.ndarray, threads: int = 1) -> np.ndarray:
    """What is kept of rows a (n,), from starts (attempts,)."""
    found = np.full((len(a), 4), np.nan)
    begun = {"x": starts.reshape(-1, 1, 1), "age": np.zeros((len(starts), 1, 1))}
    search.run({"a": a[:, None], **begun, VERDICT: found}, len(a), threads=threads)
    return found


def newton(a: float, x: float) -> tuple[float, float]:
    """The same in Python: where it ends, and after how many steps."""
    age = 0
    while age < 7 and x > 0.0 and abs(x * x - a) >= 1e-12 * a:
        x, age = 0.5 * (x + a / x), age + 1
    return x, age


@pytest.mark.parametrize("rows", [1, 3, 8, 9, 41])
def test_rows_end_each_after_its_own_number_of_steps(search: Search, rows: int) -> None:
    a = np.random.default_rng(rows).uniform(0.5, 4.0, rows)
    found = run(search, a, np.array([1.0]))
    assert (found[:, 0] == 1.0).all()
    assert found[:, 2] == pytest.approx(np.sqrt(a), rel=1e-11)
    assert found[:, 3].tolist() == [newton(each, 1.0)[1] for each in a]
    assert len(set(found[:, 3])) > 1 or rows < 8


def test_attempts_follow_each_other_until_one_is_solved(search: Search) -> None:
    a = np.array([2.0, 3.0, 5.0])
    found = run(search, a, np.array([-1.0, 1e9, 2.0]))  # refused at once; too far for eight steps; near
    assert found[:, 2] == pytest.approx(np.sqrt(a), rel=1e-11)
    assert found[:, 3].tolist() == [newton(each, 2.0)[1] for each in a]


def test_of_attempts_that_fail_the_nearest_is_kept(search: Search) -> None:
    found = run(search, np.array([2.0]), np.array([1e9, 1e4, 1e6]))
    assert found[0, 0] == -1.0
    assert found[0, 2] == pytest.approx(newton(2.0, 1e4)[0], rel=1e-12)


def test_rows_without_a_number_end_and_leave_the_others_alone(search: Search) -> None:
    a = np.linspace(1.0, 2.0, 13)
    whole = run(search, a, np.array([1.0, 2.0]))
    a[5] = np.nan
    found = run(search, a, np.array([1.0, 2.0]))
    assert not found[5, 0] > 0.0
    assert (np.delete(found, 5, 0) == np.delete(whole, 5, 0)).all()


def test_results_depend_neither_on_the_rows_beside_nor_on_threads(search: Search) -> None:
    a = np.random.default_rng(0).uniform(0.01, 100.0, 53)
    starts = np.array([50.0, 1e9, 0.3])
    whole = run(search, a, starts)
    assert (run(search, a, starts, threads=3) == whole).all()
    assert (np.concatenate([run(search, a[i : i + 1], starts) for i in range(53)]) == whole).all()


def test_what_one_search_keeps_the_next_begins_with(search: Search) -> None:
    a = np.linspace(1.0, 3.0, 30).reshape(10, 3)
    found = np.empty((10, 3, 4))
    found[0] = run(search, a[0], np.array([1.0]))
    arrays = {"a": a[1][:, None], "x": found[None, 0, :, 2:3], "age": np.zeros((1, 1, 1)), VERDICT: found[1]}
    advance = {"a": a.strides[0], "x": found.strides[0], VERDICT: found.strides[0]}
    search.prepare(arrays, 3).repeated(9, advance)
    assert found[..., 2] == pytest.approx(np.sqrt(a), rel=1e-11)
    steps = [[newton(a[t, k], found[t - 1, k, 2])[1] for k in range(3)] for t in range(1, 10)]
    assert found[1:, :, 3].tolist() == steps
