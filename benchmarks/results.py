"""All that was measured, and its JSON form."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.dynamics import Measurement
from benchmarks.long_chains import LongChain
from benchmarks.starting import Compilation, Start


@dataclass
class Results:
    """What a run found, in the order in which it was measured; times are seconds per evaluation."""

    machine: dict[str, str]
    dynamics: list[Measurement] = field(default_factory=list)
    long_chains: list[LongChain] = field(default_factory=list)
    compilations: list[Compilation] = field(default_factory=list)
    starts: list[Start] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, measurement: Measurement) -> None:
        """Keep a comparison, together with what earlier passes found."""
        for place, earlier in enumerate(self.dynamics):
            if earlier.key == measurement.key:
                self.dynamics[place] = earlier.joined(measurement)
                return
        self.dynamics.append(measurement)

    def measurement(
        self, robot: str, quantity: str, batch: int, dtype: str = "float64"
    ) -> Measurement | None:
        """The comparison with these properties, if it was made."""
        key = (robot, quantity, batch, dtype)
        return next((found for found in self.dynamics if found.key == key), None)

    def compilation(self, robot: str, quantity: str) -> Compilation | None:
        found = (x for x in self.compilations if (x.robot, x.quantity) == (robot, quantity))
        return next(found, None)

    @property
    def robots(self) -> list[str]:
        """The robots of the comparisons, in order."""
        return list(dict.fromkeys(found.robot for found in self.dynamics))


def write_json(results: Results, judgements: Sequence[Any], path: Path) -> None:
    """Keep everything, derived figures included, for other programs."""
    document = asdict(results)
    for entry, measurement in zip(document["dynamics"], results.dynamics, strict=True):
        del entry["samples"]
        entry.update(
            times={name: asdict(timing) for name, timing in measurement.times.items()},
            pinocchio_seconds=measurement.pinocchio,
            mujoco_seconds=measurement.mujoco,
            times_faster_than_pinocchio=measurement.ratio,
        )
    document["floors"] = [asdict(judgement) | {"met": judgement.met} for judgement in judgements]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
