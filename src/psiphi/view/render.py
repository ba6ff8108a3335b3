"""Pictures of robots, drawn by NumPy: triangles with a depth buffer, light, and a shadow on the floor."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.model.arguments import configuration_argument
from psiphi.robot import Robot
from psiphi.view.camera import AZIMUTH, ELEVATION, Camera
from psiphi.view.png import png
from psiphi.view.scene import Scene, scene_of
from psiphi.view.triangles import corner_normals, unit
from psiphi.whole_file import written_whole

if TYPE_CHECKING:
    from psiphi.simulation.trajectory import Trajectory

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

FINER = 2  # pixels are drawn so many times finer each way, and averaged
AT_ONCE = 3_000_000  # candidates of pixels that are looked at together
PAPER = np.array([1.0, 1.0, 1.0])
FLOOR, LINES, SHADOW = (
    np.array([0.965, 0.968, 0.975]),
    np.array([0.90, 0.91, 0.93]),
    np.array([0.85, 0.865, 0.89]),
)
LIGHT = unit(np.array([0.35, -0.55, 0.95]))
TILES = 10  # squares of the floor, each way
GHOSTS_BEHIND = 2e-3  # of the distance, so that what stands where they stand is in front


@frozen(eq=False)
class Picture:
    """An image, (height, width, 3), or several that follow each other `every` so many seconds."""

    images: tuple[Image, ...]
    every: float = 0.04
    _png: list[bytes] = field(default_factory=list)

    @property
    def image(self) -> Image:
        """The first image, (height, width, 3), from 0 to 255."""
        return self.images[0]

    def _repr_png_(self) -> bytes:
        if not self._png:
            self._png.append(png(self.images, self.every))
        return self._png[0]

    def save(self, path: str | Path) -> None:
        """Write a .png file, which moves in browsers where there are several images."""
        if Path(path).suffix.lower() != ".png":
            raise InputError(f"path: {os.fspath(path)!r} does not end in .png, which is what is written.")
        with written_whole(Path(path)) as temporary:
            temporary.write_bytes(self._repr_png_())


def snapshot(
    robot: Robot,
    q: ArrayLike | None = None,
    *,
    size: tuple[int, int] = (640, 480),
    shapes: str = "visual",
    inertias: bool = False,
    azimuth: float = AZIMUTH,
    elevation: float = ELEVATION,
) -> Picture:
    """A picture of a robot at q (nq,), the neutral configuration if none is given; several rows make ghosts.

    size       width and height in pixels
    shapes     "visual", "collision" or "figure"
    inertias   whether the ellipsoids of the inertias are drawn
    azimuth, elevation   from where it is seen, in degrees
    """
    width, height = checked_size(size)
    scene = scene_of(robot, shapes=shapes, inertias=inertias)
    given = configuration_argument(robot.model, "q", robot.neutral() if q is None else q)
    rows = given.reshape(-1, robot.nq)
    if not rows.size or not np.isfinite(rows).all():
        raise InputError("q: one configuration at least has to be given, and finite numbers in all of them.")
    studio = Studio.of(scene, rows, width, height, azimuth, elevation)
    return Picture((studio.image(rows),))


def animation(
    trajectory: Trajectory,
    *,
    size: tuple[int, int] = (480, 360),
    frames_per_second: float = 20.0,
    speed: float = 1.0,
    shapes: str = "visual",
    azimuth: float = AZIMUTH,
    elevation: float = ELEVATION,
) -> Picture:
    """A trajectory as a picture that moves; the robots of a batch are drawn over each other."""
    width, height = checked_size(size)
    time = trajectory.time
    count = max(1, round(float(time[-1] - time[0]) * frames_per_second / speed))
    chosen = np.searchsorted(time, np.linspace(time[0], time[-1], count, endpoint=False))
    q = trajectory.q.reshape(len(time), -1, trajectory.q.shape[-1])[chosen]
    scene = scene_of(trajectory.robot, shapes=shapes)
    studio = Studio.of(scene, q, width, height, azimuth, elevation)
    return Picture(tuple(studio.image(rows) for rows in q), 1.0 / frames_per_second)


def checked_size(size: tuple[int, int]) -> tuple[int, int]:
    """Width and height in pixels."""
    try:
        width, height = map(int, size)
    except (TypeError, ValueError):
        width = height = 0
    if not (0 < width <= 8192 and 0 < height <= 8192):
        raise InputError(f"size: {size!r} given; give a width and a height in pixels, up to 8192.")
    return width, height


@frozen(eq=False)
class Studio:
    """A scene under a light, a camera that looks at it, and a floor."""

    scene: Scene
    camera: Camera
    floor: float
    center: Array
    tile: float
    width: int
    height: int

    @classmethod
    def of(cls, scene: Scene, q: Array, width: int, height: int, azimuth: float, elevation: float) -> Studio:
        """A studio in which the robot is seen whole at all configurations q (..., nq)."""
        low, high = scene.bounds(q)
        floor = floor_of(scene, low)
        reach = float(np.max(high - low))
        camera = Camera.around(np.minimum(low, [*low[:2], floor]), high, width / height, azimuth, elevation)
        return cls(scene, camera, floor, (low + high) / 2, tile_of(reach), width, height)

    def image(self, rows: Array) -> Image:
        """The robot at the configurations (rows, nq), all but the first pale."""
        canvas = _Canvas(FINER * self.width, FINER * self.height, self.camera, *self._backdrop)
        rotations, positions = self.scene.poses(rows)
        order = [(row, k) for row in reversed(range(len(rows))) for k in range(len(self.scene.parts))]
        order.sort(
            key=lambda place: self.scene.parts[place[1]].color[3] < 1.0
        )  # glass last, over what is there
        points = {
            (row, k): self.scene.parts[k].vertices @ rotations[row, self.scene.parts[k].body].T
            + positions[row, self.scene.parts[k].body]
            for row, k in order
        }
        for row, k in order:
            part = self.scene.parts[k]
            if part.body >= 0:
                fallen = points[row, k] - (points[row, k][:, 2:] - self.floor) / LIGHT[2] * LIGHT
                fallen[:, 2] = self.floor
                canvas.paint(fallen[part.faces], SHADOW)
        for row, k in order:
            part, normals = self.scene.parts[k], self._normals[k] @ rotations[row, self.scene.parts[k].body].T
            pale, behind = (0.0, 0.0) if row == 0 else (0.6, GHOSTS_BEHIND)
            color = np.array(part.color[:3])
            canvas.draw(
                points[row, k][part.faces], normals, color + (1.0 - color) * pale, part.color[3], behind
            )
        fine = canvas.color.reshape(self.height, FINER, self.width, FINER, 3).mean(axis=(1, 3))
        return np.clip(np.round(255.0 * fine), 0, 255).astype(np.uint8)

    @cached_property
    def _normals(self) -> list[Array]:
        return [corner_normals(part.vertices, part.faces) for part in self.scene.parts]

    @cached_property
    def _backdrop(self) -> tuple[Array, Array]:
        """Colours (pixels, 3) and depths (pixels,) of the floor, and of the paper behind it."""
        width, height = FINER * self.width, FINER * self.height
        x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
        right, up, back = self.camera.axes
        focal = 0.5 * height / np.tan(np.radians(self.camera.angle / 2))
        rays = ((x - width / 2)[..., None] * right - (y - height / 2)[..., None] * up) / focal - back
        rays = rays.reshape(-1, 3)
        with np.errstate(divide="ignore", invalid="ignore"):
            depth = (self.floor - self.camera.eye[2]) / rays[:, 2]
            place = (self.camera.eye + depth[:, None] * rays)[:, :2]
            middle = np.round(self.center[:2] / self.tile) * self.tile
            inside = (depth > 0) & (np.abs(place - middle) <= 0.5 * TILES * self.tile).all(axis=1)
            near_line = np.abs(place / self.tile - np.round(place / self.tile)).min(axis=1) < 0.012
        color = np.where(inside[:, None], np.where(near_line[:, None], LINES, FLOOR), PAPER)
        return color, np.where(inside, depth * (1.0 + 3e-4), np.inf)


def floor_of(scene: Scene, low: Array) -> float:
    """The height of the floor: the world's origin for what stands on it, the lowest point for what floats."""
    stands = any(body.parent < 0 and body.joint.kind.name != "free" for body in scene.model.bodies)
    return min(0.0, float(low[2])) if stands else float(low[2])


def tile_of(reach: float) -> float:
    """The side of a square of the floor, a round number near a fifth of what is seen."""
    power = 10.0 ** np.floor(np.log10(max(reach, 1e-6) / 4.0))
    return float(power * max(step for step in (1.0, 2.0, 5.0) if step * power <= reach / 4.0))


class _Canvas:
    """Colours and depths of pixels, and triangles drawn onto them."""

    def __init__(self, width: int, height: int, camera: Camera, color: Array, depth: Array) -> None:
        self.width, self.height, self.camera = width, height, camera
        self.color, self.depth = color.copy(), depth.copy()

    def draw(self, corners: Array, normals: Array, color: Array, opacity: float, behind: float = 0.0) -> None:
        """Triangles (F, 3, 3) with the normals of their corners, lit from above and from the eye.

        `behind` puts them so much farther away, in parts of the distance, than they are.
        """
        facing = self.camera.axes[2]
        for pixel, depth, weights, face in self._pixels(corners):
            depth = depth * (1.0 + behind)
            near = depth <= self.depth[pixel]
            pixel, depth, weights, face = pixel[near], depth[near], weights[near], face[near]
            lit = unit((weights[:, :, None] * normals[face]).sum(axis=1))
            lit = np.where((lit @ facing)[:, None] < -0.2, -lit, lit)  # seen from inside
            shade = 0.52 + 0.38 * np.maximum(lit @ LIGHT, 0.0) + 0.16 * np.maximum(lit @ facing, 0.0)
            shine = np.maximum(lit @ unit(LIGHT + facing), 0.0) ** 40
            self._put(pixel, depth, np.clip(color * shade[:, None] + 0.16 * shine[:, None], 0, 1), opacity)

    def paint(self, corners: Array, color: Array) -> None:
        """Triangles in one colour, without light."""
        for pixel, depth, _, _ in self._pixels(corners):
            self._put(pixel, depth, np.broadcast_to(color, (len(pixel), 3)), 1.0)

    def _put(self, pixel: NDArray[np.int64], depth: Array, color: Array, opacity: float) -> None:
        nearest = self.depth if opacity >= 0.5 else self.depth.copy()
        np.minimum.at(nearest, pixel, depth)
        wins = depth == nearest[pixel]
        pixel, color = pixel[wins], color[wins]
        self.color[pixel] = color if opacity >= 1.0 else (1 - opacity) * self.color[pixel] + opacity * color

    def _pixels(self, corners: Array) -> Iterator[tuple[NDArray[np.int64], Array, Array, NDArray[np.int64]]]:
        """The pixels inside triangles: their numbers, depths, weights of the corners, and the triangle."""
        flat, depth = self.camera.seen(corners, self.width, self.height)
        low = np.floor(flat.min(axis=1) - 0.5).astype(np.int64)
        high = np.ceil(flat.max(axis=1) + 0.5).astype(np.int64)
        np.clip(low, 0, [self.width, self.height], out=low)
        np.clip(high, 0, [self.width, self.height], out=high)
        (ax, ay), (bx, by), (cx, cy) = (flat[:, k].T for k in range(3))
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        spans = np.where((depth > 1e-6).all(axis=1) & (np.abs(area) > 1e-12), (high - low).prod(axis=1), 0)
        for some in np.split(np.arange(len(flat)), np.flatnonzero(np.diff(np.cumsum(spans) // AT_ONCE)) + 1):
            count = spans[some]
            face = np.repeat(some, count)
            inside = np.arange(len(face)) - np.repeat(np.cumsum(count) - count, count)
            wide = (high - low)[face, 0]
            x, y = low[face, 0] + inside % np.maximum(wide, 1), low[face, 1] + inside // np.maximum(wide, 1)
            px, py = x + 0.5, y + 0.5
            u = ((bx[face] - px) * (cy[face] - py) - (cx[face] - px) * (by[face] - py)) / area[face]
            v = ((cx[face] - px) * (ay[face] - py) - (ax[face] - px) * (cy[face] - py)) / area[face]
            hit = (u >= 0) & (v >= 0) & (u + v <= 1)
            face, u, v = face[hit], u[hit], v[hit]
            weights = np.stack([u, v, 1 - u - v], axis=-1)
            inverse = (weights / depth[face]).sum(axis=1)  # 1/z is what is linear in a picture
            yield y[hit] * self.width + x[hit], 1.0 / inverse, weights, face
