"""What passes before the first result: importing, loading, deriving, compiling cold and from the cache.

Each is measured in processes of their own, some of each, with a cache directory of their own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.quantities import Quantity
from benchmarks.robots import EXAMPLES, Subject
from benchmarks.timing import Timing

IMPORT, LOAD, DERIVE = "import psiphi", "load tiago_dual.urdf", "derive"

_ROOT = Path(__file__).parent.parent
_TIAGO = EXAMPLES / "tiago_description/robots/tiago_dual.urdf"


@dataclass(frozen=True)
class Start:
    """Something that happens once in a process."""

    name: str
    time: Timing


@dataclass(frozen=True)
class Compilation:
    """Seconds until a function is ready: cold, thereof until it is traced, and from the disk cache.

    The import of the compiler, which comes before, is apart.
    """

    robot: str
    quantity: str
    trace: Timing
    cold: Timing
    warm: Timing
    importing: Timing


def importing(processes: int) -> list[Start]:
    """The import of psiphi, and what of it is NumPy's."""
    found = [_run("import") for _ in range(processes)]
    return [Start(key, _summary(found, key)) for key in found[0]]


def loading(processes: int) -> list[Start]:
    """A large robot file: two arms with hands on a torso on wheels."""
    return [Start(LOAD, _summary([_run("load", str(_TIAGO)) for _ in range(processes)], "load"))]


def deriving(processes: int) -> list[Start]:
    """The derivation of each quantity, in the order of the catalogue; the first ones complete the rules."""
    found = [_run("derive") for _ in range(processes)]
    return [Start(key, _summary(found, key)) for key in found[0] if key.startswith(DERIVE)]


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
        _summary(cold, "trace"),
        _summary(cold, "total"),
        _summary(warm, "total"),
        _summary(cold + warm, "import the compiler"),
    )


def _summary(found: Sequence[dict[str, float]], key: str) -> Timing:
    return Timing.of([times[key] for times in found])


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
