"""An ensemble whose motions wait, so that whoever computes it can be killed in the middle."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from psiphi import ensemble, robots

ROBOT = robots.planar_chain(1)
OPTIONS = {"rows": 96, "steps": 4, "dt": 1e-3, "every": 2, "hold": 2, "chunk": 8, "summarize": ["q"]}
DRAWS = {"q": ensemble.uniform(-1.0, 1.0), "v": ensemble.normal(0.0, 1.0)}


def waiting_law(directory: Path, many: int, gate: Path) -> Callable[..., np.ndarray]:
    """A law under which motions wait where so many chunks are done, until there is a file `gate`."""

    def law(t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        while t == 0.0 and len(list(directory.glob("done/*/0*.json"))) >= many and not gate.exists():
            time.sleep(0.01)
        return -0.1 * v

    return law
