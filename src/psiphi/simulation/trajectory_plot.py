"""A figure of a trajectory: one panel a quantity, one line a coordinate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import InputError, UnknownNameError
from psiphi.extras import package
from psiphi.simulation.trajectory_files import column_names

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from psiphi.simulation.trajectory import Trajectory

Array = NDArray[np.float64]

LABELS = {
    "q": "q (rad or m)",
    "v": "v (rad/s or m/s)",
    "tau": "tau (N m or N)",
    "energy": "energy (J)",
    "loops": "open by (m or rad)",
}
LEGEND = 10  # lines that a legend can name
SHADE = 0.5  # opacity of the bands of all lines together
LEAST = 1e-18  # metres or radians: what a logarithm of a loop's error begins at


def plot_trajectory(
    trajectory: Trajectory, quantities: Sequence[str] | None, row: int | tuple[int, ...]
) -> Figure:
    """A new figure; matplotlib.pyplot.show() shows it, and its savefig(path) keeps it."""
    if quantities is None:
        quantities = ("q", "v", "tau", "loops") if trajectory.robot.model.loops else ("q", "v", "tau")
    wanted = (quantities,) if isinstance(quantities, str) else tuple(quantities)
    unknown = [name for name in wanted if name not in LABELS]
    if unknown or not wanted:
        raise UnknownNameError(f"quantities: {list(wanted)} given; choose from {', '.join(LABELS)}.")
    if "loops" in wanted and not trajectory.robot.model.loops:
        raise InputError(f'quantities: "loops" given, and {trajectory.robot.model.name!r} has none.')
    place = _row(trajectory, row)
    pyplot = package("matplotlib.pyplot", "simulation", "Figures are drawn by")
    figure, panels = pyplot.subplots(
        len(wanted), 1, sharex=True, squeeze=False, figsize=(8.0, 2.4 * len(wanted)), layout="constrained"
    )
    for name, panel in zip(wanted, panels[:, 0], strict=True):
        for label, values in _lines(trajectory, name, place).items():
            panel.plot(trajectory.time, values, marker="o" if len(trajectory) == 1 else "", label=label)
        if name == "loops":
            panel.set_yscale("log")
        else:
            _shade_limits(panel, trajectory, name)
        panel.set_ylabel(LABELS[name])
        panel.grid(alpha=0.3)
        if 1 < len(panel.lines) <= LEGEND:
            panel.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.0, 0.5))
    panels[-1, 0].set_xlabel("time (s)")
    figure.suptitle(trajectory.robot.model.name + (f", row {list(place)}" if place else ""))
    return figure


def _shade_limits(panel: Any, trajectory: Trajectory, name: str) -> None:
    """Shade what lies beyond the limits, in the colour of each line, where the line comes near."""
    low, high = panel.get_ylim()
    opacity = 1.0 - (1.0 - SHADE) ** (1.0 / max(len(panel.lines), 1))
    for line, (lower, upper) in zip(panel.lines, _limits(trajectory, name), strict=False):
        for bound, beyond in ((lower, -np.inf), (upper, np.inf)):
            if low <= bound <= high:
                end = np.clip(beyond, low, high)
                panel.axhspan(bound, end, color=line.get_color(), alpha=opacity, linewidth=0)
                panel.axhline(bound, color=line.get_color(), alpha=0.5, linewidth=0.8, linestyle="--")
    panel.set_ylim(low, high)


def _limits(trajectory: Trajectory, name: str) -> list[tuple[float, float]]:
    """The limits of each line of a quantity, infinite where there is none."""
    bounds = trajectory.robot.model.limits
    sides = {
        "q": (bounds.lower, bounds.upper),
        "v": (-bounds.velocity, bounds.velocity),
        "tau": (-bounds.effort, bounds.effort),
    }
    low, high = sides.get(name, ((), ()))
    return [(float(a), float(b)) for a, b in zip(low, high, strict=True)]


def _row(trajectory: Trajectory, row: int | tuple[int, ...]) -> tuple[int, ...]:
    """The place of one robot in the batch; the first where none is given."""
    place = (row,) if isinstance(row, int | np.integer) else tuple(row)
    batch = trajectory.batch
    if place == ():
        place = (0,) * len(batch)
    if len(place) != len(batch) or any(not -n <= k < n for k, n in zip(place, batch, strict=True)):
        raise InputError(f"row: {row!r} is no place in the batch {batch}; give {len(batch)} indices.")
    return place


def _lines(trajectory: Trajectory, name: str, place: tuple[int, ...]) -> dict[str, Array]:
    where = (slice(None), *place)
    if name == "energy":
        kinetic, potential = trajectory.kinetic_energy[where], trajectory.potential_energy[where]
        return {"kinetic": kinetic, "potential": potential, "total": trajectory.energy[where]}
    if name == "loops":
        errors = np.abs(trajectory.robot.loop_residual(trajectory.q[where]))
        slices = trajectory.robot.model.loop_slices
        return {loop: np.maximum(errors[:, rows].max(axis=-1), LEAST) for loop, rows in slices.items()}
    prefix = f"{name}."
    labels = [each.removeprefix(prefix) for each in column_names(trajectory.robot) if each.startswith(prefix)]
    return dict(zip(labels, getattr(trajectory, name)[where].T, strict=True))
