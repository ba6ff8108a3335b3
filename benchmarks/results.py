"""All that was measured, and its JSON form."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.dynamics import Measurement
from benchmarks.long_chains import LongChain
from benchmarks.timing import Timing
from psiphi.whole_file import written_whole

Samples = dict[str, list[float]]


@dataclass
class Results:
    """What a run found, all its passes together; times are seconds per evaluation.

    starts         samples of what happens once in a process, by name
    compilations   samples of what passes until a function is ready, by robot and quantity
    """

    machine: dict[str, str]
    dynamics: list[Measurement] = field(default_factory=list)
    held: list[Measurement] = field(default_factory=list)
    long_chains: list[LongChain] = field(default_factory=list)
    starts: Samples = field(default_factory=dict)
    compilations: dict[tuple[str, str], Samples] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, measurement: Measurement) -> None:
        """Keep a comparison, together with what earlier passes found."""
        _add(self.dynamics, measurement)

    def add_held(self, measurement: Measurement) -> None:
        """The same for a robot with loops."""
        _add(self.held, measurement)

    def add_starts(self, found: Mapping[str, float]) -> None:
        _append(self.starts, found)

    def add_compilation(self, robot: str, quantity: str, found: Mapping[str, float]) -> None:
        _append(self.compilations.setdefault((robot, quantity), {}), found)

    def measurement(
        self, robot: str, quantity: str, batch: int, dtype: str = "float64"
    ) -> Measurement | None:
        """The comparison with these properties, if it was made."""
        key = (robot, quantity, batch, dtype)
        return next((found for found in self.dynamics if found.key == key), None)

    @property
    def robots(self) -> list[str]:
        """The robots of the comparisons, in order."""
        return list(dict.fromkeys(found.robot for found in self.dynamics))


def _add(found: list[Measurement], measurement: Measurement) -> None:
    for place, earlier in enumerate(found):
        if earlier.key == measurement.key:
            found[place] = earlier.joined(measurement)
            return
    found.append(measurement)


def _append(samples: Samples, found: Mapping[str, float]) -> None:
    for name, seconds in found.items():
        samples.setdefault(name, []).append(seconds)


def write_json(results: Results, judgements: Sequence[Any], path: Path) -> None:
    """Keep everything, derived figures included, for other programs."""
    document = {
        "machine": results.machine,
        "floors": [asdict(judgement) | {"met": judgement.met} for judgement in judgements],
        "dynamics": [_comparison(measurement) for measurement in results.dynamics],
        "held": [_comparison(measurement) for measurement in results.held],
        "long_chains": [asdict(chain) for chain in results.long_chains],
        "starts": _times(results.starts),
        "compilations": [
            {"robot": robot, "quantity": quantity, **_times(samples)}
            for (robot, quantity), samples in results.compilations.items()
        ],
        "notes": results.notes,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_whole(path) as temporary:
        temporary.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def _comparison(measurement: Measurement) -> dict[str, Any]:
    return {
        "robot": measurement.robot,
        "quantity": measurement.quantity,
        "batch": measurement.batch,
        "dtype": measurement.dtype,
        "operations": measurement.operations,
        "error": measurement.error,
        "times": _times(measurement.samples),
        "pinocchio_seconds": measurement.pinocchio,
        "mujoco_seconds": measurement.mujoco,
        "times_faster_than_pinocchio": measurement.ratio,
    }


def _times(samples: Samples) -> dict[str, Any]:
    return {name: asdict(Timing.of(seconds)) for name, seconds in samples.items()}
