"""Random trees of which some bodies are made flexible."""

from __future__ import annotations

import numpy as np

from psiphi.flexible import Modes
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import Model


def random_modes(rng: np.random.Generator, places: np.ndarray) -> Modes:
    """One to three modes, perhaps a bound shape, of a cloud of points; nodes at the given places."""
    n, R = int(rng.integers(1, 4)), int(rng.integers(0, 2))
    points = np.concatenate([rng.normal(size=(8, 3)), places])
    curvature = rng.normal(size=(R, n, n))
    return Modes(
        points,
        np.concatenate([0.1 + rng.random(8), np.zeros(len(places))]),
        rng.normal(size=(len(points), 3, n)),
        rng.normal(size=(len(places), 3, n)),
        100.0 * (1.0 + rng.random(n)),
        rng.random(n),
        range(8, len(points)),
        rng.normal(size=(len(points), 3, R)),
        rng.normal(size=(len(places), 3, R)),
        curvature + np.swapaxes(curvature, 1, 2),
    )


def random_flexible(seed: int, **options: object) -> Model:
    """A random tree with modes on every other body; children of these sit on a node, near it, or on none."""
    rng = np.random.default_rng(seed)
    model = random_tree(seed, **options)  # type: ignore[arg-type]
    for k, body in enumerate(model.bodies):
        if k % 2 == seed % 2:
            seats = [model.bodies[child].joint.placement.position for child in model.children[k][:2]]
            seats = [seat + 0.1 * rng.integers(0, 2) * rng.normal(size=3) for seat in seats]
            model = model.with_modes(body.name, random_modes(rng, np.array(seats).reshape(-1, 3)))
    return model


def small(model: Model, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A random configuration and random rates."""
    return model.random_configuration(rng), rng.normal(size=model.nv)
