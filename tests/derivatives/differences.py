"""Derivatives by differences of eighth order, a judge that knows nothing but the function; random states."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from psiphi import Robot

WEIGHTS = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}


def differences(f: Callable, size: int, h: float = 0.004) -> list[np.ndarray]:
    """∂f/∂x at 0 for each result of f(x), columns last."""
    columns = []
    for unit in np.eye(size):
        pairs = [(w, f(k * h * unit), f(-k * h * unit)) for k, w in WEIGHTS.items()]
        columns.append(
            [
                sum(w * (np.asarray(plus[i]) - np.asarray(minus[i])) for w, plus, minus in pairs) / h
                for i in range(len(pairs[0][1]))
            ]
        )
    return [np.stack(x, axis=-1) for x in zip(*columns, strict=True)]


def by_q(robot, f: Callable, q: np.ndarray, h: float = 0.004) -> list[np.ndarray]:
    """∂f/∂q on the configuration manifold, nv columns."""
    return differences(lambda dq: f(robot.integrate(q, dq)), robot.nv, h)


def close(found, expected, tolerance: float = 1e-10) -> None:
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    assert np.abs(found - expected).max(initial=0.0) <= tolerance * scale


def state(robot: Robot, seed: int = 0, batch: tuple[int, ...] = ()) -> tuple[np.ndarray, ...]:
    """A configuration, and two vectors on the rates of a robot."""
    rng = np.random.default_rng(seed)
    return robot.random_configuration(rng, batch), *rng.normal(size=(2, *batch, robot.nv))
