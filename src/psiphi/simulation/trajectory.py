"""`Trajectory`: what a simulation gives back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from psiphi.robot import Robot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from psiphi.view.render import Picture
    from psiphi.view.viewer import Viewer

Array = NDArray[np.float64]

TINY = 1e-300  # joules


@dataclass(frozen=True, eq=False)
class Trajectory:
    """The motion of a robot, time first: time (T,), q (T, ..., nq), v (T, ..., nv), tau (T, ..., nv).

    `tau` holds the joint forces that act from each time on; the last row ends the motion.
    """

    robot: Robot
    time: Array
    q: Array
    v: Array
    tau: Array

    def __post_init__(self) -> None:
        for array in (self.time, self.q, self.v, self.tau):
            array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.time)

    def __repr__(self) -> str:
        batch = f", batch {self.batch}" if self.batch else ""
        return f"<Trajectory of {self.robot.model.name!r}: {self.time[-1]:g} s, {len(self)} samples{batch}>"

    @property
    def batch(self) -> tuple[int, ...]:
        """The shape of the robots that moved together."""
        return self.q.shape[1:-1]

    @cached_property
    def ended(self) -> Array:
        """The time of the last finite state, (...): that of the end, unless a row diverged."""
        finite = np.isfinite(self.q).all(axis=-1) & np.isfinite(self.v).all(axis=-1)
        return self.time[np.maximum(finite.sum(axis=0) - 1, 0)]

    @cached_property
    def kinetic_energy(self) -> Array:
        """½ v* 𝓜 v, (T, ...)."""
        return self.robot.kinetic_energy(self.q, self.v)

    @cached_property
    def potential_energy(self) -> Array:
        """−m g·c for the centre of mass c, (T, ...); zero where the world's origin is."""
        robot = self.robot
        if not any(robot.model.gravity) or robot.mass == 0.0:
            return np.zeros(self.q.shape[:-1])
        return -robot.mass * robot.center_of_mass(self.q) @ np.array(robot.model.gravity)

    @property
    def energy(self) -> Array:
        """Kinetic and potential energy together, (T, ...)."""
        return self.kinetic_energy + self.potential_energy

    @property
    def energy_drift(self) -> float:
        """How far the energy went from its first value, relative to the greatest kinetic energy; worst row.

        Only where no forces act is this an error of the simulation.
        """
        greatest = np.maximum(self.kinetic_energy.max(axis=0), TINY)
        return float(np.max(np.abs(self.energy - self.energy[0]) / greatest, initial=0.0))

    def save(self, path: str | Path) -> None:
        """Write time, q, v and tau to a .npz, .csv or .parquet file: all of it, or nothing on failure."""
        from psiphi.simulation.trajectory_files import save_trajectory

        save_trajectory(self, path)

    @classmethod
    def load(cls, path: str | Path, robot: Robot) -> Trajectory:
        """The trajectory that `save` wrote to a .npz, .csv or .parquet file, to the last bit.

        `robot` is the robot that moved: its joints must be those that the file names.
        """
        from psiphi.simulation.trajectory_loading import load_trajectory

        return load_trajectory(path, robot)

    def plot(self, quantities: Sequence[str] = ("q", "v", "tau"), row: int | tuple[int, ...] = ()) -> Figure:
        """A Matplotlib figure with a panel for each of "q", "v", "tau", "energy", "loops" that is asked for.

        Limits that a line comes near are shaded bands; "loops" is how far each is open. `row` is the place
        of one robot in a batch. Needs Matplotlib: pip install 'psiphi[simulation]'.
        """
        from psiphi.simulation.trajectory_plot import plot_trajectory

        return plot_trajectory(self, quantities, row)

    def view(self, *, shapes: str = "visual", host: str = "127.0.0.1", port: int = 8080) -> Viewer:
        """A page in the browser that plays the motion, robots of a batch side by side or as ghosts.

        Forces of loops are arrows. Needs viser: pip install 'psiphi[view]'; `save_html` does not.
        """
        from psiphi.view.viewer import Viewer

        return Viewer(self.robot, trajectory=self, shapes=shapes, host=host, port=port)

    def save_html(self, path: str | Path, *, shapes: str = "visual") -> None:
        """Write the motion as one .html file, which needs no server and no network; up to 16 robots."""
        from psiphi.view.page import motion_page, save_page

        save_page(motion_page(self, shapes), path)

    def animation(
        self,
        *,
        size: tuple[int, int] = (480, 360),
        frames_per_second: float = 20.0,
        speed: float = 1.0,
        shapes: str = "visual",
        azimuth: float = -50.0,
        elevation: float = 18.0,
    ) -> Picture:
        """The motion as a picture that moves in browsers; `.save("swing.png")`."""
        from psiphi.view.render import animation

        return animation(
            self,
            size=size,
            frames_per_second=frames_per_second,
            speed=speed,
            shapes=shapes,
            azimuth=azimuth,
            elevation=elevation,
        )

    def _repr_html_(self) -> str:
        from psiphi.view.notebook import trajectory_html

        return trajectory_html(self)
