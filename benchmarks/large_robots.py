"""How long large robots take until the first result: `python -m benchmarks.large_robots` writes the table.

Random trees of revolute joints, with loops where a quantity needs them: a point shared by two bodies, three
equations, for every twelve joints. Each is measured in a process of its own with an empty cache, in seconds
of the processor: derived, traced, and compiled or made bytecode, for one row; then what a batch takes on top.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.page import PAGE
from benchmarks.starting import run_fresh
from psiphi import Robot
from psiphi.robots import random_tree

SIZES = (25, 50, 100, 200)
QUANTITIES = (
    "inverse_dynamics",
    "forward_dynamics",
    "mass_matrix",
    "mass_matrix_inverse",
    "mass_matrix_rate",
    "coriolis_matrix",
    "inverse_dynamics_derivatives",
    "forward_dynamics_derivatives",
    "mass_matrix_derivative",
    "momentum_regressor",
    "constrained_acceleration",
    "constrained_velocity",
)
START, END = "<!-- large robots -->\n", "<!-- end of large robots -->\n"


def robot_of(joints: int, *, loops: bool) -> Robot:
    """A random tree, closed by loops between random bodies if that is said."""
    model = random_tree(5, bodies=joints, kinds=["revolute"]).model
    rng = np.random.default_rng(joints)
    for number in range(joints // 12 if loops else 0):
        first, second = rng.choice(model.body_names, 2, replace=False)
        model = model.with_loop(str(first), str(second), "point", name=f"loop_{number}")
    return Robot(model)


def table() -> Iterator[str]:
    """The rows of the table."""
    yield "| seconds to the first result, + a batch | " + " | ".join(f"{n} joints" for n in SIZES) + " |"
    yield "|---|" + "--:|" * len(SIZES)
    for quantity in QUANTITIES:
        cells: list[str] = []
        for joints in SIZES:
            with tempfile.TemporaryDirectory(prefix="psiphi-benchmark-") as directory:
                path = Path(directory) / "robot.json"
                robot_of(joints, loops=quantity.startswith("constrained")).save(path)
                found = run_fresh("result", str(path), quantity, cache=Path(directory) / "cache")
            cells.append(f"{found['one']:.2f} + {found['batch']:.2f}")
            print(quantity, joints, cells[-1], file=sys.stderr)
        yield f"| {quantity.replace('_', ' ')} | " + " | ".join(cells) + " |"
    yield ""
    yield f"Load of the machine meanwhile: {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores."


def main() -> None:
    """Write the table into docs/benchmarks.md."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + START + "\n".join(table()) + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
