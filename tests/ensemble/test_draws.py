"""Draws: what rows get depends on seed, name and row alone, and is distributed as it should be."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from psiphi import ensemble, robots
from psiphi.ensemble.draws import Draw, as_draw
from psiphi.errors import PsiphiError

ROBOT = robots.random_tree(3)
SHAPES: dict[str, tuple[Draw, tuple[int, ...]]] = {
    "constant": (ensemble.constant(2.5), (3,)),
    "uniform": (ensemble.uniform([-1.0, 2.0, 0.0], [1.0, 3.0, 0.0]), (3,)),
    "log_uniform": (ensemble.log_uniform(1e-3, 1e3), (3,)),
    "normal": (ensemble.normal(1.0, [[1.0], [2.0]]), (2, 3)),
    "choice": (ensemble.choice([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]), (2,)),
    "configurations": (ensemble.configurations(), (ROBOT.nq,)),
    "function": (as_draw("x", lambda rng: rng.poisson(3.0, 2)), (2,)),
}


def rows(kind: str, start: int, stop: int, seed: int = 7, name: str = "x") -> np.ndarray:
    draw, shape = SHAPES[kind]
    return draw.rows(seed, name, start, stop, ROBOT.model, shape)


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.filterwarnings("error")
def test_a_row_alone_is_the_row_among_others(kind: str) -> None:
    many = rows(kind, 0, 1000)
    assert many.shape == (1000, *SHAPES[kind][1])
    for row in (0, 1, 17, 999):
        np.testing.assert_array_equal(rows(kind, row, row + 1)[0], many[row])
    np.testing.assert_array_equal(rows(kind, 500, 700), many[500:700])
    far = 10**12 + 5  # nobody draws all rows before it
    np.testing.assert_array_equal(rows(kind, far, far + 1), rows(kind, far - 2, far + 1)[2:])


@pytest.mark.parametrize("kind", [kind for kind in SHAPES if kind != "constant"])
def test_seed_and_name_make_other_numbers(kind: str) -> None:
    assert not np.array_equal(rows(kind, 0, 50), rows(kind, 0, 50, seed=8))
    assert not np.array_equal(rows(kind, 0, 50), rows(kind, 0, 50, name="y"))


def test_distributions_are_what_they_are_called() -> None:
    """Kolmogorov and Smirnov's test of each number, and no correlation between numbers or rows."""
    many = 20_000
    normal = rows("normal", 0, many)
    for i, j in np.ndindex(2, 3):
        assert stats.kstest(normal[:, i, j], stats.norm(1.0, 1.0 + i).cdf).pvalue > 1e-3
    flat = normal.reshape(many, -1)
    beside = np.corrcoef(np.concatenate([flat[:-1], flat[1:]], axis=1).T) - np.eye(12)
    assert np.abs(beside).max() < 5.0 / np.sqrt(many)
    uniform = rows("uniform", 0, many)
    assert stats.kstest(uniform[:, 0], stats.uniform(-1.0, 2.0).cdf).pvalue > 1e-3
    assert stats.kstest(uniform[:, 1], stats.uniform(2.0, 1.0).cdf).pvalue > 1e-3
    assert not uniform[:, 2].any()
    powers = np.log10(rows("log_uniform", 0, many))
    assert stats.kstest(powers[:, 0], stats.uniform(-3.0, 6.0).cdf).pvalue > 1e-3
    chosen = rows("choice", 0, many)[:, 0]
    assert stats.chisquare(np.unique(chosen, return_counts=True)[1]).pvalue > 1e-3


def test_configurations_lie_within_the_limits_and_on_the_manifold() -> None:
    found = ensemble.configurations().rows(1, "q", 0, 2000, ROBOT.model, (ROBOT.nq,))
    np.testing.assert_allclose(ROBOT.normalized(found), found, rtol=1e-14, atol=1e-14)
    bounds = ROBOT.limits
    assert ((found >= bounds.lower) & (found <= bounds.upper)).all()
    judge = ROBOT.random_configuration(np.random.default_rng(0), batch=2000)
    for number in range(ROBOT.nq):
        assert stats.ks_2samp(found[:, number], judge[:, number]).pvalue > 1e-4


@pytest.mark.parametrize("kind", [kind for kind in SHAPES if kind != "function"])
def test_a_draw_comes_back_from_its_file(kind: str) -> None:
    draw = SHAPES[kind][0]
    assert as_draw("x", draw.as_data()) == draw


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"kind": "unifrom", "low": 0, "high": 1}, "unifrom"),
        ({"kind": "uniform", "low": 0}, "exactly low, high"),
        ({"kind": "normal", "mean": 0, "deviation": -1}, "negative"),
        ({"kind": "normal", "mean": [0, 0, 0], "deviation": [1, 1]}, "do not go together"),
        ({"kind": "log_uniform", "low": 0, "high": 1}, "positive"),
        ({"kind": "choice", "values": []}, "at least one"),
        ({"kind": "constant", "value": float("nan")}, "finite"),
        ("home", "real numbers"),
    ],
)
def test_what_cannot_be_drawn_is_refused(given: object, words: str) -> None:
    with pytest.raises(PsiphiError, match=words):
        as_draw("q", given)
