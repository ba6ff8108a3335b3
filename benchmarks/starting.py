"""What passes before the first result: importing, loading, deriving, compiling cold and from the cache.

Each is measured in processes of their own, some of each, with a cache directory of their own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.quantities import Quantity
from benchmarks.robots import EXAMPLES, Subject
from benchmarks.timing import Timing, summary

_ROOT = Path(__file__).parent.parent
_TIAGO = EXAMPLES / "tiago_description/robots/tiago_dual.urdf"


@dataclass(frozen=True)
class Start:
    """Something that happens once in a process."""

    name: str
    time: Timing


@dataclass(frozen=True)
class Compilation:
    """Seconds until a function is ready: cold, thereof until it is traced, and from the disk cache."""

    robot: str
    quantity: str
    trace: Timing
    cold: Timing
    warm: Timing


def importing(processes: int) -> list[Start]:
    """The import of psiphi, NumPy included."""
    return [Start("import psiphi", summary([_run("import")["import"] for _ in range(processes)]))]


def loading(processes: int) -> list[Start]:
    """A large robot file: two arms and a torso on wheels, with hands."""
    return [
        Start("load tiago_dual.urdf", summary([_run("load", str(_TIAGO))["load"] for _ in range(processes)]))
    ]


def deriving(processes: int) -> list[Start]:
    """The derivation of each quantity, in the order of the catalogue: at first, and again."""
    found = [_run("derive") for _ in range(processes)]
    names = [name for name in found[0] if name != "import"]
    return [Start(f"derive {name}", summary([times[name] for times in found])) for name in names]


def compiling(subject: Subject, quantity: Quantity, processes: int) -> Compilation:
    """One function, compiled in an empty cache directory and then found there."""
    cold: list[dict[str, float]] = []
    warm: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory(prefix="psiphi-benchmark-") as directory:
        robot = Path(directory) / "robot.json"
        subject.robot.save(robot)
        for attempt in range(processes):
            cache = Path(directory) / f"cache-{attempt}"
            for times in (cold, warm):
                times.append(_run("compile", str(robot), quantity.name, cache=cache))
    return Compilation(
        subject.name,
        quantity.name,
        summary([times["trace"] for times in cold]),
        summary([times["total"] for times in cold]),
        summary([times["total"] for times in warm]),
    )


def _run(*arguments: str, cache: Path | None = None) -> dict[str, float]:
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
