"""The viewer: a robot in the browser, through viser, to be moved by sliders or played back.

The server listens on the loopback address alone unless it is told otherwise, and serves nothing but its own
page: shapes reach the browser as triangles, never as files.
"""

from __future__ import annotations

import io
import threading
import time
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import ClosureError, InputError
from psiphi.extras import package
from psiphi.robot import Robot
from psiphi.view.live_scene import LAYERS, LAYOUTS, LiveScene
from psiphi.view.loop_forces import loop_forces
from psiphi.view.pointer import Ray, watch_pointer
from psiphi.view.scene import scene_of
from psiphi.view.sliders import Sliders

if TYPE_CHECKING:
    from psiphi.simulation.trajectory import Trajectory

Array = NDArray[np.float64]

MOST_ROWS = 32
SPEEDS = ("0.1", "0.25", "0.5", "1", "2", "4")


class Viewer:
    """A robot in the browser at `url`; `show(q)` moves it, `stop()` ends it.

    q (nq,) or (rows, nq): the first row is moved by the sliders, others stand beside it or as ghosts. With a
    trajectory there are buttons to play it. Loops are closed while a slider is dragged.
    """

    def __init__(
        self,
        robot: Robot,
        q: ArrayLike | None = None,
        *,
        trajectory: Trajectory | None = None,
        shapes: str = "visual",
        host: str = "127.0.0.1",
        port: int = 8080,
    ) -> None:
        otherwise = ", or write a page with trajectory.save_html(path)"
        viser = package("viser", "view", "Robots are shown by", otherwise)
        self.robot, self.trajectory = robot, trajectory
        scene = scene_of(robot, shapes=shapes)
        start = trajectory.q[0] if trajectory is not None else robot.neutral() if q is None else q
        rows = np.array(start, dtype=float).reshape(-1, robot.nq)[:MOST_ROWS]
        if not len(rows):
            raise InputError("q: there is no row to be seen; give (nq,) or (rows, nq).")
        box = scene.bounds(rows if trajectory is None else trajectory.q)
        self._lock, self._stopped = threading.RLock(), threading.Event()
        with redirect_stdout(io.StringIO()):  # it has much to say of itself
            self._server: Any = viser.ViserServer(host=host, port=port, label=robot.model.name, verbose=False)
        self._live = LiveScene(self._server, scene, rows, box)
        self._playing = False
        self._build(self._server.gui)
        self.show(rows)

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{self._server.get_host()}:{self._server.get_port()}"

    @property
    def q(self) -> Array:
        """The configurations on show, (rows, nq)."""
        with self._lock:
            return self._live.q.copy()

    def show(self, q: ArrayLike) -> None:
        """Move the robot to q (nq,), or the robots to (rows, nq)."""
        rows = np.array(q, dtype=float).reshape(-1, self.robot.nq)
        if len(rows) != len(self._live.q):
            raise InputError(f"q: {len(rows)} rows given; {len(self._live.q)} robots are on show.")
        with self._lock:
            self._live.place(rows)
            self._sliders.follow(rows[0])

    def stop(self) -> None:
        """End the server."""
        self._stopped.set()
        with redirect_stdout(io.StringIO()):
            self._server.stop()

    def wait(self) -> None:
        """Return when the viewer is stopped, from another thread or by Ctrl-C."""
        try:
            while not self._stopped.wait(0.2):
                pass
        except KeyboardInterrupt:
            self.stop()

    def __enter__(self) -> Viewer:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<Viewer of {self.robot.model.name!r} at {self.url}>"

    def _repr_html_(self) -> str:
        return f'<iframe src="{self.url}" width="100%" height="480" style="border: 0"></iframe>'

    def _build(self, gui: Any) -> None:
        with gui.add_folder("Show"):
            for layer in LAYERS:
                box = gui.add_checkbox(layer, initial_value=False)
                box.on_update(lambda event, layer=layer: self._switch(layer, event.target.value))
            if len(self._live.q) > 1:
                layout = gui.add_dropdown("robots", options=LAYOUTS, initial_value=LAYOUTS[0])
                layout.on_update(lambda event: self._arrange(event.target.value))
        watch_pointer(gui, self._point)
        if self.trajectory is not None:
            self._build_player(gui, self.trajectory)
        with gui.add_folder("Joints", expand_by_default=self.trajectory is None):
            self._sliders = Sliders(gui, self.robot, self._live.q[0], self._dragged)

    def _switch(self, layer: str, on: bool) -> None:
        with self._lock:
            self._live.switch(layer, on)

    def _arrange(self, layout: str) -> None:
        with self._lock:
            self._live.arrange(layout)

    def _point(self, ray: Ray | None) -> None:
        with self._lock:
            self._live.point(ray)

    # Motion

    def _dragged(self, joint: str | None, q: Array) -> Array:
        """What a slider asks for, with the loops closed round it; what was there if they cannot be."""
        with self._lock:
            if self.robot.model.loops:
                try:
                    q = self.robot.assemble(q, locked=joint or (), tolerance=1e-9).q
                except ClosureError:
                    q = self._live.q[0]
            self._live.place(np.concatenate([q[None], self._live.q[1:]]))
            return q

    def _build_player(self, gui: Any, trajectory: Trajectory) -> None:
        with gui.add_folder("Motion"):
            self._play = gui.add_button("play")
            self._time = gui.add_slider(
                "time",
                min=float(trajectory.time[0]),
                max=float(trajectory.time[-1]),
                step=1e-3,
                initial_value=0.0,
            )
            self._speed = gui.add_dropdown("speed", options=SPEEDS, initial_value="1")
        self._play.on_click(lambda _: self._toggle())
        self._time.on_update(lambda event: self._seek(event.target.value) if not self._playing else None)
        threading.Thread(target=self._run, daemon=True).start()

    def _toggle(self) -> None:
        self._playing = not self._playing
        self._play.label = "pause" if self._playing else "play"

    def _seek(self, moment: float) -> None:
        """Show the motion at a time."""
        trajectory = self.trajectory
        assert trajectory is not None
        index = int(np.clip(np.searchsorted(trajectory.time, moment + 1e-9) - 1, 0, len(trajectory) - 1))
        self.show(trajectory.q[index].reshape(-1, self.robot.nq)[:MOST_ROWS])
        if self.robot.model.loops:
            first = (index, *(0 for _ in trajectory.batch))
            places, forces = loop_forces(
                self.robot, trajectory.q[first], trajectory.v[first], trajectory.tau[first]
            )
            self._live.push(places, forces)

    def _run(self) -> None:
        trajectory, before = self.trajectory, time.monotonic()
        assert trajectory is not None
        moment = float(trajectory.time[0])
        while not self._stopped.wait(1 / 30):
            now = time.monotonic()
            if not self._playing:
                moment = float(self._time.value)
            else:
                moment += float(self._speed.value) * (now - before)
                if moment > trajectory.time[-1]:
                    moment = float(trajectory.time[0])
                self._time.value = moment
                self._seek(moment)
            before = now
