"""The viewer: a robot in the browser, through viser, to be moved by sliders or played back.

The server listens on the loopback address alone unless it is told otherwise, and serves nothing but its own
page: shapes reach the browser as triangles, never as files.
"""

from __future__ import annotations

import io
import threading
import time
from contextlib import redirect_stdout
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import ClosureError, InputError, MissingPackageError
from psiphi.robot import Robot
from psiphi.spatial.quaternion import rotation_to_quaternion
from psiphi.view.figure import inertia_ellipsoids
from psiphi.view.loop_forces import loop_forces
from psiphi.view.render import floor_of
from psiphi.view.scene import Part, parts_of, scene_of
from psiphi.view.sliders import Sliders

if TYPE_CHECKING:
    from psiphi.simulation.trajectory import Trajectory

Array = NDArray[np.float64]

MOST_ROWS = 32
LAYOUTS = ("over each other", "side by side")
SPEEDS = ("0.1", "0.25", "0.5", "1", "2", "4")
ARROW = (209, 71, 51)


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
        viser = _viser()
        self.robot, self.trajectory = robot, trajectory
        self._scene = scene_of(robot, shapes=shapes)
        start = trajectory.q[0] if trajectory is not None else robot.neutral() if q is None else q
        self._q = np.array(start, dtype=float).reshape(-1, robot.nq)[:MOST_ROWS]
        if not len(self._q):
            raise InputError("q: there is no row to be seen; give (nq,) or (rows, nq).")
        low, high = self._scene.bounds(self._q if trajectory is None else trajectory.q)
        self._reach, self._apart = float(np.max(high - low)), 1.1 * float(high[1] - low[1])
        self._lock, self._stopped = threading.RLock(), threading.Event()
        with redirect_stdout(io.StringIO()):  # it has much to say of itself
            self._server: Any = viser.ViserServer(host=host, port=port, label=robot.model.name, verbose=False)
        self._bodies: list[list[Any]] = []
        self._layers: dict[str, list[Any]] = {"frames": [], "inertias": [], "names": []}
        self._playing = False
        self._build(low, high)
        self.show(self._q)

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{self._server.get_host()}:{self._server.get_port()}"

    @property
    def q(self) -> Array:
        """The configurations on show, (rows, nq)."""
        with self._lock:
            return self._q.copy()

    def show(self, q: ArrayLike) -> None:
        """Move the robot to q (nq,), or the robots to (rows, nq)."""
        rows = np.array(q, dtype=float).reshape(-1, self.robot.nq)
        if len(rows) != len(self._q):
            raise InputError(f"q: {len(rows)} rows given; {len(self._q)} robots are on show.")
        with self._lock:
            self._q = rows
            self._place()
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

    # What is in the page

    def _build(self, low: Array, high: Array) -> None:
        scene = self._server.scene
        scene.set_up_direction("+z")
        scene.configure_default_lights(cast_shadow=False)
        place = (0.0, 0.0, floor_of(self._scene, low))
        scene.add_grid("/floor", infinite_grid=True, cell_size=0.1, section_size=1.0, position=place)
        target = (low + high) / 2
        self._server.initial_camera.look_at = tuple(target)
        self._server.initial_camera.position = tuple(
            target + 1.5 * self._reach * np.array([0.62, -0.72, 0.35])
        )
        for row in range(len(self._q)):
            self._bodies.append(self._build_row(row))
        gui = self._server.gui
        with gui.add_folder("Show"):
            for layer in self._layers:
                box = gui.add_checkbox(layer, initial_value=False)
                box.on_update(lambda event, layer=layer: self._switch(layer, event.target.value))
            if len(self._q) > 1:
                self._layout = gui.add_dropdown("robots", options=LAYOUTS, initial_value=LAYOUTS[0])
                self._layout.on_update(lambda _: self.show(self._q))
        if self.trajectory is not None:
            self._build_player(gui, self.trajectory)
        with gui.add_folder("Joints", expand_by_default=self.trajectory is None):
            self._sliders = Sliders(gui, self.robot, self._q[0], self._dragged)

    def _build_row(self, row: int) -> list[Any]:
        scene, model = self._server.scene, self._scene.model
        bodies: list[Any] = []
        for index, body in enumerate((*self._scene.names, "world")):
            bodies.append(scene.add_frame(f"/robot {row}/{index} {body}", show_axes=False))
        for count, part in enumerate(self._scene.parts):
            handle = self._add(row, f"part {count}", part)
            if part.body >= 0:
                handle.on_click(lambda _, body=self._scene.bodies[part.body]: self._name(body))
        if row == 0:
            for count, part in enumerate(parts_of(model, inertia_ellipsoids(model))):
                self._layers["inertias"].append(self._add(row, f"inertia {count}", part))
            for index, body in enumerate(model.bodies):
                place = f"/robot 0/{index} {body.name}"
                axes = scene.add_frame(
                    f"{place}/axes", axes_length=0.1 * self._reach, axes_radius=0.004 * self._reach
                )
                label = scene.add_label(f"{place}/name", body.joint.name)
                self._layers["frames"].append(axes)
                self._layers["names"].append(label)
            for layer in self._layers:
                self._switch(layer, False)
        return bodies

    def _add(self, row: int, name: str, part: Part) -> Any:
        names = (*self._scene.names, "world")
        body = part.body if part.body >= 0 else len(names) - 1
        owner = f"/robot {row}/{body} {names[body]}"
        return self._server.scene.add_mesh_simple(
            f"{owner}/{name}",
            part.vertices.astype(np.float32),
            part.faces.astype(np.uint32),
            color=tuple(round(255 * component) for component in part.color[:3]),
            opacity=None
            if part.color[3] >= 1.0 and row == 0
            else part.color[3] * (1.0 if row == 0 else 0.35),
            side="double",
        )

    def _switch(self, layer: str, on: bool) -> None:
        for handle in self._layers[layer]:
            handle.visible = on

    def _name(self, body: int) -> None:
        """Show or hide the name of the joint that carries a body."""
        label = self._layers["names"][body]
        label.visible = not label.visible

    # Motion

    def _place(self) -> None:
        rotations, positions = self._scene.poses(self._q)
        quaternions = np.roll(rotation_to_quaternion(rotations), 1, axis=-1)
        beside = len(self._q) > 1 and self._layout.value == LAYOUTS[1]
        with self._server.atomic():
            for row, bodies in enumerate(self._bodies):
                aside = np.array([0.0, row * self._apart if beside else 0.0, 0.0])
                for index, handle in enumerate(bodies):
                    handle.wxyz, handle.position = quaternions[row, index], positions[row, index] + aside

    def _dragged(self, joint: str, q: Array) -> Array:
        """What a slider asks for, with the loops closed round it; what was there if they cannot be."""
        with self._lock:
            if self.robot.model.loops:
                try:
                    q = self.robot.assemble(q, locked=joint, tolerance=1e-9).q
                except ClosureError:
                    q = self._q[0]
            self._q = np.concatenate([q[None], self._q[1:]])
            self._place()
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
            greatest = max(float(np.linalg.norm(forces, axis=-1).max(initial=0.0)), 1e-12)
            points = np.stack([places, places + forces * (0.4 * self._reach / greatest)], axis=1)
            self._server.scene.add_arrows("/forces", points.astype(np.float32), ARROW)

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


def _viser() -> Any:
    try:
        return import_module("viser")
    except ImportError:
        raise MissingPackageError(
            "Robots are shown by viser, which is not installed. Install it (pip install 'psiphi[view]'), or "
            "write a page with trajectory.save_html(path)."
        ) from None
