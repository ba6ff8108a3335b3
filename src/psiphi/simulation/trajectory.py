"""`Trajectory`: what a simulation gives back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.model.arguments import time_argument
from psiphi.robot import Robot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from psiphi.view.render import Picture
    from psiphi.view.viewer import Viewer

Array = NDArray[np.float64]
Index: TypeAlias = int | slice

TINY = 1e-300  # joules
ROUNDING = 1e-12  # of the times of samples, as a part of the longest


@frozen(eq=False)
class Trajectory:
    """The motion of a robot, time first: time (T,), q (T, ..., nq), v (T, ..., nv), tau (T, ..., nv).

    `tau` holds the joint forces that act from each time on; the last row ends the motion. `parameters` are
    those of a robot that varies, (..., p); `stopped` are the times, (...), at which `until` ended rows, NaN
    for others. Of a motion that was written to disk q, v and tau are arrays of Zarr, which are read where
    they are indexed.

    trajectory[3]               the motion of one robot of a batch, or of some: trajectory[:10]
    trajectory.between(1, 2)    what happens in a while
    trajectory.resampled(0.01)  at other times
    """

    robot: Robot
    time: Array
    q: Array
    v: Array
    tau: Array
    parameters: Array | None = None
    stopped: Array | None = None

    def __post_init__(self) -> None:
        for array in (self.time, self.q, self.v, self.tau):
            if isinstance(array, np.ndarray):  # pyright: ignore[reportUnnecessaryIsInstance]
                array.flags.writeable = False

    def __getitem__(self, row: Index | tuple[Index, ...]) -> Trajectory:
        """The motion of some robots of the batch, by their places in it."""
        places = row if isinstance(row, tuple) else (row,)
        for place in places:  # … and None would be places in q and v besides
            if isinstance(place, bool) or place is None or place is ...:
                raise InputError(f"row: {place!r} given; give numbers of rows, slices or arrays of these.")
        if len(places) > len(self.batch):
            raise InputError(
                f"row: {len(places)} places in a batch of shape {self.batch}; `between` slices in time."
            )
        try:
            q, v, tau = (np.asarray(x[(slice(None), *places)]) for x in (self.q, self.v, self.tau))
        except IndexError as problem:
            raise InputError(f"row: {problem} (the batch has shape {self.batch}).") from None
        own = self.parameters
        if own is not None:
            own = np.broadcast_to(own, (*self.batch, own.shape[-1]))[places]
        stopped = None if self.stopped is None else np.asarray(self.stopped[places])
        return Trajectory(self.robot, self.time, q, v, tau, own, stopped)

    def between(self, start: float, end: float) -> Trajectory:
        """The samples from one time to another, both included."""
        start, end = (time_argument(x, several=False) for x in (start, end))
        slack = ROUNDING * np.abs(self.time[[0, -1]]).max()  # of times such as 3 · 0.1
        first = np.searchsorted(self.time, start - slack, side="left")
        last = np.searchsorted(self.time, end + slack, side="right")
        if first >= last:
            raise InputError(
                f"between: no sample from {start:g} s to {end:g} s of a motion from {self.time[0]:g} s to "
                f"{self.time[-1]:g} s."
            )
        kept = slice(int(first), int(last))
        q, v, tau = (np.asarray(x[kept]) for x in (self.q, self.v, self.tau))
        return Trajectory(self.robot, self.time[kept], q, v, tau, self.parameters, self.stopped)

    def resampled(self, times: float | ArrayLike) -> Trajectory:
        """The motion at other times (T,) within its own, or at equal steps from its start to its end.

        Plain coordinates follow the cubic through both ends and both velocities of a sample's interval,
        rotations and poses turn steadily; velocities are on a line, and forces those that were held.
        """
        from psiphi.simulation.resampling import resampled

        return resampled(self, times)

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
        """The time of the last state, (...): that of the end, unless a row diverged or was stopped."""
        finite = np.isfinite(self.q).all(axis=-1) & np.isfinite(self.v).all(axis=-1)
        last = self.time[np.maximum(finite.sum(axis=0) - 1, 0)]
        return last if self.stopped is None else np.where(np.isnan(self.stopped), last, self.stopped)

    @cached_property
    def kinetic_energy(self) -> Array:
        """½ v* 𝓜 v, (T, ...)."""
        return self.robot.kinetic_energy(self.q, self.v, **self._given)

    @cached_property
    def potential_energy(self) -> Array:
        """−m g·c for the centre of mass c, (T, ...); zero where the world's origin is."""
        robot = self.robot
        if self.parameters is not None:
            return robot.potential_energy(self.q, **self._given)
        if not any(robot.model.gravity) or robot.mass == 0.0:
            return np.zeros(self.q.shape[:-1])
        return -robot.mass * robot.center_of_mass(self.q) @ np.array(robot.model.gravity)

    @property
    def _given(self) -> dict[str, Any]:
        return {} if self.parameters is None else {"parameters": self.parameters}

    @property
    def energy(self) -> Array:
        """Kinetic and potential energy together, with what flexible bodies store, (T, ...)."""
        stored = self.robot.elastic_energy(self.q) if self.robot.model.is_flexible else 0.0
        return self.kinetic_energy + self.potential_energy + stored

    @property
    def energy_drift(self) -> float:
        """How far the energy went from its first value, relative to the greatest kinetic energy; worst row.

        Only where no forces act is this an error of the simulation.
        """
        greatest = np.maximum(self.kinetic_energy.max(axis=0), TINY)
        return float(np.max(np.abs(self.energy - self.energy[0]) / greatest, initial=0.0))

    def save(self, path: str | Path) -> None:
        """Write time, q, v and tau to a .npz, .csv or .parquet file: all of it, or nothing on failure.

        `robot.simulate(..., to="motion.zarr")` writes a motion while it is computed.
        """
        from psiphi.simulation.trajectory_files import save_trajectory

        save_trajectory(self, path)

    @classmethod
    def load(cls, path: str | Path, robot: Robot) -> Trajectory:
        """The trajectory that `save` wrote to a .npz, .csv or .parquet file, to the last bit.

        Of a .zarr directory that a simulation wrote, arrays are read where they are indexed. `robot` is the
        robot that moved: its joints must be those that the file names.
        """
        from psiphi.simulation.trajectory_loading import load_trajectory

        return load_trajectory(path, robot)

    def plot(self, quantities: Sequence[str] | None = None, row: int | tuple[int, ...] = ()) -> Figure:
        """A Matplotlib figure with a panel for each of "q", "v", "tau", "energy", "loops" that is asked for.

        Without a choice these are q, v, tau and, of a robot that has any, its loops: how far each is open.
        Limits that a line comes near are shaded bands. `row` is the place of one robot in a batch. Needs
        Matplotlib: pip install 'psiphi[simulation]'.
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
