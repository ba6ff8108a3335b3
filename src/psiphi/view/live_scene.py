"""Robots in the scene of the viewer: their parts, the layers that can be switched on, and how they stand."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.spatial.quaternion import rotation_to_quaternion
from psiphi.view.camera import ANGLE, Camera, aside
from psiphi.view.figure import inertia_ellipsoids
from psiphi.view.pointer import Ray, part_under
from psiphi.view.render import floor_of, tile_of
from psiphi.view.scene import THROUGH, Part, Scene, parts_of

Array = NDArray[np.float64]

LAYERS = ("frames", "inertias", "names")
LAYOUTS = ("over each other", "side by side")
ASPECT = 1.2  # of the picture that the robots fill: the panel covers a part of the window
ARROW = (209, 71, 51)


class LiveScene:
    """Rows of a robot, q (rows, nq), in viser's scene; `place(q)` moves them."""

    def __init__(self, server: Any, scene: Scene, q: Array, box: tuple[Array, Array]) -> None:
        self.scene, self.q, self.layout = scene, q, LAYOUTS[0]
        self.reach = float(np.max(box[1] - box[0]))
        self._server, self._box = server, box
        self._on: dict[str, bool] = dict.fromkeys(LAYERS, False)
        self._layers: dict[str, list[Any]] = {layer: [] for layer in LAYERS}
        self._build_floor()
        self._bodies = [self._build_bodies(row) for row in range(len(q))]
        self._parts = [self._build_parts(row) for row in range(len(q))]
        self._build_layers()
        self._pointer = server.scene.add_label("/pointer", "", visible=False, anchor="bottom-left")
        server.initial_camera.fov = np.radians(ANGLE)
        self._look(server.initial_camera)

    def place(self, q: Array) -> None:
        """Move the robots to q, (rows, nq)."""
        self.q = q
        rotations, positions = self.scene.poses(q)
        positions = positions + self._shifts[:, None]
        quaternions = np.roll(rotation_to_quaternion(rotations), 1, axis=-1)
        with self._server.atomic():
            for row, bodies in enumerate(self._bodies):
                for index, handle in enumerate(bodies):
                    handle.wxyz, handle.position = quaternions[row, index], positions[row, index]

    def arrange(self, layout: str) -> None:
        """Put the robots over each other or side by side, and look at all of them."""
        self.layout = layout
        self._paint()
        self.place(self.q)
        for client in self._server.get_clients().values():
            self._look(client.camera)

    def switch(self, layer: str, on: bool) -> None:
        """Show or hide frames, inertias or names."""
        self._on[layer] = on
        for handle in self._layers[layer]:
            handle.visible = on
        self._paint()

    def point(self, ray: Ray | None) -> None:
        """Name the body under the pointer and its joint."""
        self._pointer.visible = False
        if ray is None:
            return
        rotations, positions = self.scene.poses(self.q)
        places = positions + self._shifts[:, None]
        met = [part_under(self.scene.parts, *pose, ray) for pose in zip(rotations, places, strict=True)]
        found = min(filter(None, met), key=itemgetter(0), default=None)
        if found is not None:
            distance, part = found
            self._pointer.text, self._pointer.position = self.scene.told(part), ray[0] + distance * ray[1]
            self._pointer.visible = True

    def push(self, places: Array, forces: Array) -> None:
        """Arrows for forces, (..., 3) each, the greatest as long as a good part of the robot."""
        greatest = max(float(np.linalg.norm(forces, axis=-1).max(initial=0.0)), 1e-12)
        ends = places + forces * (0.4 * self.reach / greatest) + self._shifts[0]
        points = np.stack([places + self._shifts[0], ends], axis=1)
        self._server.scene.add_arrows("/forces", points.astype(np.float32), ARROW)

    @property
    def _shifts(self) -> Array:
        """How far each robot is from where its configuration says, (rows, 3)."""
        count = len(self.q)
        if self.layout == LAYOUTS[0]:
            return np.zeros((count, 3))
        return (np.arange(count) - (count - 1) / 2)[:, None] * aside(*self._box)

    def _look(self, camera: Any) -> None:
        ends = self._shifts[[0, -1]]
        low, high = self._box[0] + ends.min(axis=0), self._box[1] + ends.max(axis=0)
        found = Camera.around(low, high, ASPECT)
        camera.position, camera.look_at = found.eye, found.target

    # What is in it

    def _build_floor(self) -> None:
        scene, tile = self._server.scene, tile_of(self.reach)
        scene.set_up_direction("+z")
        scene.configure_default_lights(cast_shadow=False)
        scene.add_grid(
            "/floor",
            infinite_grid=True,
            cell_size=tile / 5,
            section_size=tile,
            fade_distance=20 * self.reach,
            position=(0.0, 0.0, floor_of(self.scene, self._box[0])),
        )

    def _path(self, row: int, body: int) -> str:
        """The path of a body, −1 for the world, in viser's tree."""
        names = (*self.scene.names, "world")
        return f"/robot {row}/{body % len(names)} {names[body]}"

    def _build_bodies(self, row: int) -> list[Any]:
        bodies = (*range(len(self.scene.names)), -1)
        return [self._server.scene.add_frame(self._path(row, body), show_axes=False) for body in bodies]

    def _build_parts(self, row: int) -> list[Any]:
        return [self._add(row, f"part {count}", part) for count, part in enumerate(self.scene.parts)]

    def _build_layers(self) -> None:
        model = self.scene.model
        for count, part in enumerate(parts_of(model, inertia_ellipsoids(model))):
            self._layers["inertias"].append(self._add(0, f"inertia {count}", part))
        length = 0.1 * self.reach
        for index, body in enumerate(model.bodies):
            axes = self._server.scene.add_frame(
                f"{self._path(0, index)}/axes", axes_length=length, axes_radius=0.04 * length
            )
            # On the axis, since joints that meet in a point have different ones.
            place = 0.6 * length * np.array(body.joint.axis if body.joint.kind.axes else (0.0, 0.0, 0.0))
            label = self._server.scene.add_label(
                f"{self._path(0, index)}/name", body.joint.name, position=place
            )
            self._layers["frames"].append(axes)
            self._layers["names"].append(label)
        for layer in LAYERS:
            self.switch(layer, False)

    def _add(self, row: int, name: str, part: Part) -> Any:
        return self._server.scene.add_mesh_simple(
            f"{self._path(row, part.body)}/{name}",
            part.vertices.astype(np.float32),
            part.faces.astype(np.uint32),
            color=tuple(round(255 * component) for component in part.color[:3]),
            opacity=self._opacity(row, part),
            side="double",
        )

    def _opacity(self, row: int, part: Part) -> float | None:
        ghost = row > 0 and self.layout == LAYOUTS[0]
        around = row == 0 and (self._on["frames"] or self._on["inertias"])
        opacity = part.color[3] * (THROUGH if ghost or around else 1.0)
        return opacity if opacity < 1.0 else None

    def _paint(self) -> None:
        for row, handles in enumerate(self._parts):
            for handle, part in zip(handles, self.scene.parts, strict=True):
                handle.opacity = self._opacity(row, part)
