"""One file that shows a motion in any browser: the scene, its poses, and a small program that draws them."""

from __future__ import annotations

import base64
import json
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.robot import Robot
from psiphi.spatial.quaternion import rotation_to_quaternion
from psiphi.view.camera import ANGLE, AZIMUTH, ELEVATION, Camera, aside
from psiphi.view.figure import inertia_ellipsoids
from psiphi.view.loop_forces import loop_forces
from psiphi.view.render import floor_of, tile_of
from psiphi.view.scene import Part, Scene, parts_of, scene_of
from psiphi.view.triangles import arrow, corner_normals
from psiphi.whole_file import written_whole

if TYPE_CHECKING:
    from psiphi.simulation.trajectory import Trajectory

Array = NDArray[np.float64]

MOST_FRAMES, MOST_ROWS = 1200, 16
FRAMES_PER_SECOND = 60
ASPECT = 1.6  # width to height of the picture that the camera is set for
AXES = ((0.85, 0.2, 0.2, 1.0), (0.2, 0.65, 0.25, 1.0), (0.2, 0.4, 0.9, 1.0))


def motion_page(trajectory: Trajectory, shapes: str = "visual") -> str:
    """The text of a page that shows a trajectory."""
    time = trajectory.time
    count = min(len(time), MOST_FRAMES, 1 + round(float(time[-1] - time[0]) * FRAMES_PER_SECOND))
    chosen = np.unique(np.round(np.linspace(0, len(time) - 1, max(count, 1))).astype(int))
    q = trajectory.q.reshape(len(time), -1, trajectory.q.shape[-1])[chosen][:, :MOST_ROWS]
    robot = trajectory.robot
    pushes: tuple[Array, Array] | None = None
    if robot.model.loops:
        first = (chosen, *(0 for _ in trajectory.batch))
        pushes = loop_forces(robot, trajectory.q[first], trajectory.v[first], trajectory.tau[first])
    return _page(robot, time[chosen], q, pushes, shapes)


def still_page(robot: Robot, q: ArrayLike | None = None, shapes: str = "visual") -> str:
    """The text of a page that shows a robot at q (nq,), or at several (rows, nq)."""
    rows = np.asarray(robot.neutral() if q is None else q, dtype=float).reshape(1, -1, robot.nq)
    return _page(robot, np.zeros(1), rows[:, :MOST_ROWS], None, shapes)


def save_page(text: str, path: str | Path) -> None:
    """Write a page, all of it or nothing."""
    if Path(path).suffix.lower() not in (".html", ".htm"):
        raise InputError(f"path: {str(path)!r} does not end in .html, which is what is written.")
    with written_whole(Path(path)) as temporary:
        temporary.write_text(text, encoding="utf-8")


def _page(robot: Robot, time: Array, q: Array, pushes: tuple[Array, Array] | None, shapes: str) -> str:
    data = _data(robot, scene_of(robot, shapes=shapes), time, q, pushes)
    here = files("psiphi.view")
    return Template(here.joinpath("page.html").read_text(encoding="utf-8")).substitute(
        title=escape(f"psiphi: {robot.model.name}"),
        data=json.dumps(data).replace("<", "\\u003c"),  # no name ends the script
        program=here.joinpath("page.js").read_text(encoding="utf-8"),
    )


def _data(
    robot: Robot, scene: Scene, time: Array, q: Array, pushes: tuple[Array, Array] | None
) -> dict[str, Any]:
    """What page.js reads: poses are x, y, z and a quaternion for each row, time and body, the world last."""
    model = scene.model
    rotations, positions = scene.poses(q)
    poses = np.concatenate([positions, rotation_to_quaternion(rotations)], axis=-1).swapaxes(0, 1)
    low, high = scene.bounds(q)
    floor, reach = floor_of(scene, low), float(np.max(high - low))
    low = np.minimum(low, [*low[:2], floor])
    camera, apart = Camera.around(low, high, ASPECT), aside(low, high)
    ends = np.abs(apart) * (q.shape[1] - 1) / 2
    far = Camera.around(low - ends, high + ends, ASPECT)
    parts = [_part(part, "shape") for part in scene.parts]
    parts += [_part(part, "inertias") for part in parts_of(model, inertia_ellipsoids(model))]
    parts += [_part(part, "frames") for part in _axes(scene, 0.13 * reach)]
    starts, forces = pushes if pushes is not None else (np.zeros((0, 0, 3)), np.zeros((0, 0, 3)))
    greatest = np.linalg.norm(forces, axis=-1).max(initial=0.0)
    scaled = forces * (0.4 * reach / greatest if greatest > 0.0 else 0.0)
    straight = arrow(np.zeros(3), np.array([0.0, 0.0, 1.0]), 0.025)
    return {
        "name": model.name,
        "bodies": scene.names,
        "joints": [model.bodies[body].joint.name for body in scene.bodies],
        "rows": q.shape[1],
        "time": time.round(6).tolist(),
        "poses": _floats(poses),
        "parts": parts,
        "arrow": _triangles(*straight),
        "loops": [loop.name for loop in model.loops if loop.kind != "joint"] if pushes is not None else [],
        "pushes": _floats(np.concatenate([starts, scaled], axis=-1)),
        "floor": floor,
        "tile": tile_of(reach),
        "reach": reach,
        "apart": apart.tolist(),
        "center": camera.target.tolist(),
        "camera": [AZIMUTH, ELEVATION, camera.distance, far.distance],
        "angle": ANGLE,
        "aspect": ASPECT,
    }


def _axes(scene: Scene, length: float) -> list[Part]:
    """An arrow along each axis of each body."""
    found: list[Part] = []
    for body in range(len(scene.model.bodies)):
        for axis, color in enumerate(AXES):
            vertices, faces = arrow(np.zeros(3), length * np.eye(3)[axis], 0.035 * length)
            found.append(Part(body, vertices, faces, color, scene.model.body_names[body]))
    return found


def _part(part: Part, layer: str) -> dict[str, Any]:
    color = [round(float(component), 4) for component in part.color]
    return {"body": part.body, "layer": layer, "color": color, **_triangles(part.vertices, part.faces)}


def _triangles(vertices: Array, faces: NDArray[np.int64]) -> dict[str, str]:
    """The corners of triangles, those alike once, their normals in steps of 1/127, and which follow which."""
    normals = np.round(127.0 * corner_normals(vertices, faces)).astype(np.int8).reshape(-1, 3)
    places = vertices[faces].astype(np.float32).reshape(-1, 3)
    _, first, order = np.unique(
        np.concatenate([places, normals], axis=-1), axis=0, return_index=True, return_inverse=True
    )
    return {
        "places": _floats(places[first]),
        "normals": _encoded(normals[first]),
        "order": _encoded(np.asarray(order).ravel().astype("<u4")),
    }


def _floats(numbers: Array | NDArray[np.float32]) -> str:
    return _encoded(numbers.astype("<f4"))


def _encoded(numbers: NDArray[Any]) -> str:
    return base64.b64encode(numbers.tobytes()).decode("ascii")
