"""What ensembles cost: drawing, moving, summing up and writing a row, and handing chunks to workers.

    python -m benchmarks.ensembles [--page docs/scale.md]

A thousand steps of a Panda a row. Figures are the least of some repetitions, of processor time on one core:
how long a disk takes beside that is the disk's.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import psiphi
from psiphi import ensemble
from psiphi.ensemble.motion import moved
from psiphi.ensemble.observed import variable_name
from psiphi.ensemble.plan import Plan, settled
from psiphi.ensemble.store import create
from psiphi.ensemble.summaries import part_of

START, END = "<!-- figures: written by benchmarks/ensembles.py -->\n", "<!-- end of figures -->"
MANY = 10**9
CORES = (1, 100, 10_000)
DRAWS = {"q": ensemble.configurations(), "v": ensemble.normal(0.0, 0.1)}


@dataclass(frozen=True)
class Costs:
    """Seconds: of a row, of a number of a row, of a chunk, of a byte."""

    draw: float
    motion: float
    summary: float
    chunk: float
    byte: float
    task: float
    samples: int
    numbers: int

    def kept(self, samples: int) -> int:
        """Bytes of a row with so many samples of q and v."""
        return 8 * samples * self.numbers

    def row(self, samples: int, summarized: bool) -> float:
        """A row, with its share of the store but not of the chunk."""
        work = self.draw + self.motion
        return work + (
            self.summary * samples * self.numbers if summarized else self.byte * self.kept(samples)
        )


def measured(rows: int = 4096, steps: int = 1000, repeat: int = 5, tasks: int = 1000) -> Costs:
    """Measure on this machine; without tasks, nothing of Dask."""
    robot, samples = psiphi.robots.panda(), 11
    plan = settled(Plan(rows, steps, 1e-3, DRAWS, every=steps // (samples - 1), chunk=rows), robot)
    _, q, v, _ = moved(plan, robot, 0, rows, {})  # compiles
    drawing = _least(
        repeat, lambda: [d.rows(0, x, 0, rows, robot.model, plan.shape(x, robot)) for x, d in DRAWS.items()]
    )
    moving = _least(repeat, lambda: moved(plan, robot, 0, rows, {}))
    summing = _least(repeat, lambda: part_of(q))
    few = max(1, rows // 64)
    whole, small = (_writing(robot, q[:, :many], v[:, :many], repeat) for many in (rows, few))
    sizes = [2 * samples * 8 * robot.nv * many for many in (rows, few)]
    byte = max(0.0, (whole - small) / (sizes[0] - sizes[1])) if sizes[0] > sizes[1] else 0.0
    return Costs(
        draw=drawing / rows,
        motion=(moving - drawing) / rows,
        summary=summing / q.size,
        chunk=max(0.0, small - byte * sizes[1]),
        byte=byte,
        task=_task(tasks) if tasks else 0.0,
        samples=samples,
        numbers=robot.nq + robot.nv,
    )


def _least(repeat: int, work: Callable[[], object], clock: Callable[[], float] = time.thread_time) -> float:
    found: list[float] = []
    for _ in range(repeat):
        start = clock()
        work()
        found.append(clock() - start)
    return min(found)


def _writing(robot: psiphi.Robot, q: np.ndarray, v: np.ndarray, repeat: int) -> float:
    rows = q.shape[1]
    with tempfile.TemporaryDirectory(prefix="psiphi-benchmark-") as directory:
        plan = settled(Plan(rows, 10, 1e-3, DRAWS, chunk=rows), robot)
        store = create(Path(directory), plan, robot)
        arrays = {variable_name("q"): q, variable_name("v"): v}
        return _least(repeat, lambda: store.commit(0, arrays, {}, {}), time.process_time)


def _task(many: int) -> float:
    """Processor time of client and scheduler, which are one process, for a task that does nothing."""
    import distributed

    cluster = distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:

        def all_of_them() -> None:
            client.gather(client.map(lambda x: x, range(many), pure=False))

        all_of_them()
        return _least(3, all_of_them, time.process_time) / many


def report(costs: Costs) -> str:
    """The figures, and what follows from them, as Markdown."""
    lines = [
        "| | |",
        "|---|--:|",
        f"| drawing a row | {costs.draw * 1e6:.2f} µs |",
        f"| its motion, 1000 steps | {costs.motion * 1e6:.1f} µs |",
        f"| summing up a number of it | {costs.summary * 1e9:.0f} ns |",
        f"| writing a chunk: each | {costs.chunk * 1e3:.1f} ms |",
        f"| and by its size | {1e-6 / costs.byte if costs.byte else 0:.0f} MB/s |",
        f"| Dask, a task: client and scheduler | {costs.task * 1e3:.2f} ms |",
        "",
        "| 10⁹ rows | bytes in all | core hours | "
        + " | ".join(f"{c:,} core{'s' if c > 1 else ''}" for c in CORES)
        + " |",
        "|---|--:|--:|" + "--:|" * len(CORES),
    ]
    for title, samples, summarized in (
        ("all, every hundredth step", costs.samples, False),
        ("start and end", 2, False),
        ("summaries, every hundredth step", costs.samples, True),
    ):
        row = costs.row(samples, summarized)
        each = 8 * 261 * samples * costs.numbers / 8192 if summarized else costs.kept(samples)
        cells = [f"{_time(MANY * row / cores)}, {_bytes(each / row * cores)}/s" for cores in CORES]
        lines.append(f"| {title} | {_bytes(each * MANY)} | {MANY * row / 3600:.0f} | {' | '.join(cells)} |")
    lines += [
        "",
        "| cores | rows a chunk must have for Dask to keep up | as bytes of a chunk that is kept |",
        "|--:|--:|--:|",
    ]
    for cores in CORES:
        rows = int(np.ceil(2.0 * cores * costs.task / costs.row(costs.samples, False)))  # half of the client
        lines.append(f"| {cores:,} | {rows:,} | {_bytes(rows * costs.kept(costs.samples))} |")
    return "\n".join(lines) + "\n"


def _time(seconds: float) -> str:
    for unit, length in (("d", 86400.0), ("h", 3600.0), ("min", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.1f} s"


def _bytes(size: float) -> str:
    for unit, length in (("PB", 1e15), ("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= length:
            return f"{size / length:.3g} {unit}"
    return f"{size:.3g} B"


def page_with(figures: str, page: str) -> str:
    """The page with other figures."""
    before, _, rest = page.partition(START)
    return before + START + figures + END + rest.partition(END)[2]


def main() -> int:
    """Measure, print, and write into a page if one is named."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ensembles", description="What ensembles cost."
    )
    parser.add_argument("--page", type=Path, metavar="FILE")
    options = parser.parse_args()
    figures = report(measured())
    print(figures)
    if options.page is not None:
        page = options.page.read_text(encoding="utf-8")
        options.page.write_text(page_with(figures, page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
