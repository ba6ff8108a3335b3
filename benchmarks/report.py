"""The results as tables for people: ratios first, times after them."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks import mujoco_side, pinocchio_side
from benchmarks.dynamics import METHOD, NEW, OUT, Measurement
from benchmarks.floors import SET_ON, Judgement
from benchmarks.quantities import QUANTITIES
from benchmarks.results import Results
from benchmarks.starting import COLD, DERIVE, FIRST, IMPORT_COMPILER, TRACE, WARM
from benchmarks.timing import Timing
from psiphi.cli.table import Column, table

_DERIVATIONS = 5  # so many of the slowest are printed


def report(results: Results, judgements: Sequence[Judgement]) -> str:
    """Everything that was measured."""
    sections = [
        ("Machine", [f"{name}: {value}" for name, value in results.machine.items()]),
        (f"Floors and goals (those of batches were set on {SET_ON})", _floors(judgements)),
        ("Times faster than Pinocchio (batch 1: its Python call; else its C++), float64", _ratios(results)),
        (
            "Times faster than MuJoCo (batch 1: its Python calls; else C, estimated), float64",
            _mujoco(results),
        ),
        ("Nanoseconds per evaluation: least, and (median)", _times(results)),
        ("One call from Python, nanoseconds: least, and (median)", _calls(results)),
        ("Held robots, accelerations and forces against Pinocchio's constraintDynamics", _held(results)),
        ("Long chains, psiphi alone", _long_chains(results)),
        (
            "Milliseconds before anything is computed, in fresh processes: least, and (median)",
            _starts(results),
        ),
        (
            "Milliseconds until a function is ready, in a fresh process: least, and (median)",
            _compiling(results),
        ),
        ("Notes", results.notes),
    ]
    return "\n\n".join("\n".join([title, "", *lines]) for title, lines in sections if any(lines))


def _floors(judgements: Sequence[Judgement]) -> list[str]:
    words = {True: "met", False: "BELOW", None: "not measured"}
    return table(
        [
            Column("what", [x.what for x in judgements]),
            Column("measured", [_figure(x.measured, x.unit) for x in judgements], right=True),
            Column("floor", [_figure(x.floor, x.unit) for x in judgements], right=True),
            Column("goal", [_figure(x.goal, x.unit) for x in judgements], right=True),
            Column("", [words[x.met] for x in judgements]),
        ]
    )


def _ratios(results: Results) -> list[str]:
    return _by_robot(results, [(m, m.ratio) for m in results.dynamics if m.dtype == "float64"])


def _mujoco(results: Results) -> list[str]:
    rows: list[tuple[Measurement, float | None]] = []
    for m in results.dynamics:
        theirs = m.best(mujoco_side.CALLS) if m.batch == 1 else m.mujoco
        ours = m.best(OUT)
        if m.dtype == "float64":
            rows.append((m, theirs / ours if theirs and ours else None))
    return _by_robot(results, rows)


def _by_robot(results: Results, ratios: Sequence[tuple[Measurement, float | None]]) -> list[str]:
    """A line for each quantity and batch, a column for each robot."""
    found = {(m.quantity, m.batch, m.robot): ratio for m, ratio in ratios}
    batches = sorted({m.batch for m, _ in ratios})
    lines = [(x, b) for x in QUANTITIES for b in batches if any(k[:2] == (x.label, b) for k in found)]
    return table(
        [
            Column("quantity", [x.title for x, _ in lines]),
            Column("batch", [f"{batch:,}" for _, batch in lines], right=True),
            *(
                Column(robot, [_figure(found.get((x.label, b, robot)), "×") for x, b in lines], right=True)
                for robot in results.robots
            ),
        ]
    )


def _times(results: Results) -> list[str]:
    rows = [m for m in results.dynamics if m.batch > 1]
    return table(
        [
            Column("robot", [m.robot for m in rows]),
            Column("quantity", [m.quantity.replace("_", " ") for m in rows]),
            Column("type", [m.dtype for m in rows]),
            Column("batch", [f"{m.batch:,}" for m in rows], right=True),
            Column("operations", [f"{m.operations:,}" for m in rows], right=True),
            Column("psiphi", [_time(m, OUT) for m in rows], right=True),
            Column("Pinocchio C++", [_nanoseconds(m.pinocchio) for m in rows], right=True),
            Column("MuJoCo C, estimated", [_nanoseconds(m.mujoco) for m in rows], right=True),
            Column("error", [f"{m.error:.0e}" for m in rows], right=True),
        ]
    )


def _calls(results: Results) -> list[str]:
    rows = [m for m in results.dynamics if m.batch == 1]
    contenders = {
        "kernel.call, out=": OUT,
        "kernel.call": NEW,
        "method, out=": METHOD,
        "Pinocchio": pinocchio_side.CALL,
        "its binding alone": pinocchio_side.BINDING,
        "MuJoCo": mujoco_side.CALLS,
        "its bindings alone": mujoco_side.BINDINGS,
    }
    return table(
        [
            Column("robot", [m.robot for m in rows]),
            Column("quantity", [m.quantity.replace("_", " ") for m in rows]),
            *(
                Column(title, [_time(m, name) for m in rows], right=True)
                for title, name in contenders.items()
            ),
        ]
    )


def _held(results: Results) -> list[str]:
    rows = results.held
    return table(
        [
            Column("robot", [m.robot for m in rows]),
            Column("batch", [f"{m.batch:,}" for m in rows], right=True),
            Column("operations", [f"{m.operations:,}" for m in rows], right=True),
            Column("psiphi, ns", [_time(m, OUT) for m in rows], right=True),
            Column("Pinocchio C++, estimated", [_nanoseconds(m.pinocchio) for m in rows], right=True),
            Column("times faster", [_figure(m.ratio, "×") for m in rows], right=True),
            Column("error", [f"{m.error:.0e}" for m in rows], right=True),
        ]
    )


def _long_chains(results: Results) -> list[str]:
    rows = results.long_chains
    return table(
        [
            Column("joints", [f"{x.joints:,}" for x in rows], right=True),
            Column("quantity", [x.quantity.replace("_", " ") for x in rows]),
            Column("batch", [str(x.batch) for x in rows], right=True),
            Column("ns per row and link", [f"{1e9 * x.per_link:.1f}" for x in rows], right=True),
            Column("ms per row", [f"{1e3 * x.time.best:.3f}" for x in rows], right=True),
            Column("error", [f"{x.error:.0e}" for x in rows], right=True),
        ]
    )


def _starts(results: Results) -> list[str]:
    derivations = [name for name in results.starts if name.startswith(DERIVE)]
    slowest = sorted(derivations, key=lambda name: -min(results.starts[name]))[:_DERIVATIONS]
    names = [name for name in results.starts if name not in derivations or name in slowest]
    return table(
        [
            Column("what", names),
            Column("ms", [_milliseconds(results.starts[name]) for name in names], right=True),
        ]
    )


def _compiling(results: Results) -> list[str]:
    rows = results.compilations
    titles = {
        "cold": COLD,
        "thereof until traced": TRACE,
        "from the disk cache": WARM,
        "import of the compiler": IMPORT_COMPILER,
        "from the disk cache, all imports": FIRST,
    }
    return table(
        [
            Column("robot", [robot for robot, _ in rows]),
            Column("quantity", [quantity.replace("_", " ") for _, quantity in rows]),
            *(
                Column(title, [_milliseconds(x[key]) for x in rows.values()], right=True)
                for title, key in titles.items()
            ),
        ]
    )


def _figure(value: float | None, unit: str) -> str:
    if value is None:
        return "–"
    return f"{value:.0f} {unit}" if value >= 100 or value == int(value) else f"{value:.1f} {unit}"


def _time(measurement: Measurement, contender: str) -> str:
    timing = measurement.times.get(contender)
    return f"{1e9 * timing.best:.0f} ({1e9 * timing.median:.0f})" if timing else "–"


def _milliseconds(samples: Sequence[float]) -> str:
    timing = Timing.of(samples)
    return f"{1e3 * timing.best:.1f} ({1e3 * timing.median:.1f})"


def _nanoseconds(seconds: float | None) -> str:
    return f"{1e9 * seconds:.0f}" if seconds is not None else "–"
