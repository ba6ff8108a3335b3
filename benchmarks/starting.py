"""What passes before the first result: importing, loading, deriving, compiling cold and from the cache.

Each is measured once, in a process of its own and with a cache directory of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.quantities import Quantity
from benchmarks.robots import EXAMPLES
from psiphi import Robot

IMPORT, LOAD, DERIVE = "import psiphi", "load tiago_dual.urdf", "derive"
COLD, TRACE, WARM, IMPORT_COMPILER, FIRST = "cold", "trace", "warm", "import the compiler", "first"

_ROOT = Path(__file__).parent.parent
_TIAGO = EXAMPLES / "tiago_description/robots/tiago_dual.urdf"


def starts() -> dict[str, float]:
    """Seconds of the import, thereof NumPy's, of loading a large file, and of all derivations in turn."""
    return run_fresh("import") | {LOAD: run_fresh("load", str(_TIAGO))["load"]} | run_fresh("derive")


def compilation(robot: Robot, quantity: Quantity) -> dict[str, float]:
    """Seconds until a function is ready in an empty cache directory, and with what is there then.

    COLD and WARM are from a robot in memory to code for batches, TRACE the part of COLD before any code.
    FIRST is WARM with the import of psiphi and the robot's file, which needs no compiler.
    """
    with tempfile.TemporaryDirectory(prefix="psiphi-benchmark-") as directory:
        path, cache = Path(directory) / "robot.json", Path(directory) / "cache"
        robot.save(path)
        cold, warm = (run_fresh("compile", str(path), quantity.name, cache=cache) for _ in range(2))
        first = run_fresh("first", str(path), quantity.name, cache=cache)["first"]
    importing = min(cold[IMPORT_COMPILER], warm[IMPORT_COMPILER])
    return {
        COLD: cold["total"],
        TRACE: cold["trace"],
        WARM: warm["total"],
        IMPORT_COMPILER: importing,
        FIRST: first,
    }


def run_fresh(*arguments: str, cache: Path | None = None) -> dict[str, float]:
    """What a task of fresh_process.py answers."""
    environment = dict(os.environ)
    if cache is not None:
        environment["PSIPHI_CACHE_DIR"] = str(cache)
    finished = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "benchmarks.fresh_process", *arguments],
        cwd=_ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode != 0:
        raise SystemExit(f"benchmarks.fresh_process {' '.join(arguments)} failed:\n{finished.stderr}")
    return json.loads(finished.stdout)
