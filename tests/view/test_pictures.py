"""Pictures: robots are where forward kinematics says, seen whole, and files are what they should be."""

from __future__ import annotations

import struct
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import psiphi
from psiphi.errors import InputError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import Geometry
from psiphi.model.shapes import Sphere
from psiphi.spatial.inertia import Inertia
from psiphi.view.camera import Camera
from psiphi.view.figure import figure, inertia_radii
from psiphi.view.png import png
from psiphi.view.render import Studio, snapshot
from psiphi.view.scene import scene_of

Q = np.array([0.3, -0.5, 0.2, -2.0, 0.1, 1.6, 0.8])


def marked(robot: psiphi.Robot, frame: str) -> psiphi.Robot:
    """The robot as its tip alone: a green ball on a frame, and small grey ones on the bodies."""
    model = robot.model
    place = model.frame(frame)
    balls = [Geometry(body, Sphere(0.01), color=(0.4, 0.4, 0.4, 1.0)) for body in range(len(model.bodies))]
    ball = Geometry(place.body, Sphere(0.04), place.pose, color=(0.0, 1.0, 0.0, 1.0))
    return psiphi.Robot(replace(model, geometries=[*balls, ball]))


def green_center(image: np.ndarray) -> np.ndarray:
    """The middle of what is green, in pixels from the upper left corner."""
    red, green, blue = image.astype(int).transpose(2, 0, 1)
    rows, columns = np.nonzero((green > red + 60) & (green > blue + 60))
    assert len(rows) > 20
    return np.array([columns.mean() + 0.5, rows.mean() + 0.5])


@pytest.mark.parametrize("view", [(-50.0, 18.0), (120.0, 60.0), (0.0, -30.0)])
def test_a_frame_is_seen_where_forward_kinematics_puts_it(view: tuple[float, float]) -> None:
    robot = marked(psiphi.robots.panda(), psiphi.robots.panda().frame_names[-1])
    image = snapshot(robot, Q, size=(320, 240), azimuth=view[0], elevation=view[1]).image
    place = robot.frame_pose(Q, robot.frame_names[-1])[1]
    studio = Studio.of(scene_of(robot), Q[None], 320, 240, *view)
    expected, _ = _projected(studio.camera, place, 320, 240)
    assert np.linalg.norm(green_center(image) - expected) < 2.0


def _projected(camera: Camera, point: np.ndarray, width: int, height: int) -> tuple[np.ndarray, float]:
    """By a projection matrix, as textbooks have it."""
    back = (camera.eye - camera.target) / np.linalg.norm(camera.eye - camera.target)
    right = np.cross([0, 0, 1], back)
    right /= np.linalg.norm(right)
    turn = np.stack([right, np.cross(back, right), back])
    x, y, z = turn @ (point - camera.eye)
    focal = height / 2 / np.tan(np.radians(camera.angle) / 2)
    return np.array([width / 2 - focal * x / z, height / 2 + focal * y / z]), -z


@pytest.mark.parametrize("seed", range(4))
def test_robots_of_every_kind_are_seen_whole(seed: int) -> None:
    model = random_tree(seed, bodies=7, base=("fixed", "free")[seed % 2], roots=1 + seed % 2)
    robot = psiphi.Robot(model)
    q = robot.random_configuration(np.random.default_rng(seed))
    image = snapshot(robot, q, size=(160, 120)).image
    ink = (np.ptp(image.astype(int), axis=-1) > 25) | (image.max(axis=-1) < 190)
    rows, columns = np.nonzero(ink)
    assert len(rows) > 60
    assert rows.min() > 0
    assert rows.max() < 119
    assert columns.min() > 0
    assert columns.max() < 159


def test_a_camera_sees_the_whole_box_and_not_much_more() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        low = rng.uniform(-2, 0, 3)
        high = low + rng.uniform(0.1, 3, 3)
        camera = Camera.around(low, high, 1.5, *rng.uniform(-80, 80, 2))
        corners = np.array(
            [[(low, high)[i][0], (low, high)[j][1], (low, high)[k][2]] for i, j, k in np.ndindex(2, 2, 2)]
        )
        places, depth = camera.seen(corners, 300, 200)
        assert (depth > 0).all()
        assert (places > 0).all()
        assert (places < [300, 200]).all()
        reach = np.abs(places - [150, 100]) / [150, 100]
        assert reach.max() > 0.6


def test_the_ellipsoid_of_an_inertia_has_that_inertia() -> None:
    rng = np.random.default_rng(0)
    radii = rng.uniform(0.1, 1.0, 3)
    moments = 3.0 / 5 * (radii @ radii - radii**2)
    turn = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    found = inertia_radii(Inertia(3.0, (1.0, 2.0, 3.0), turn @ np.diag(moments) @ turn.T))
    assert found is not None
    assert np.allclose(np.sort(found[0]), np.sort(radii))
    again = found[1].rotation @ np.diag(3.0 / 5 * (found[0] @ found[0] - found[0] ** 2)) @ found[1].rotation.T
    assert np.allclose(again, turn @ np.diag(moments) @ turn.T)
    assert np.isclose(np.linalg.det(found[1].rotation), 1.0)
    assert inertia_radii(Inertia.zero()) is None
    assert inertia_radii(Inertia(1.0)) is None


def test_a_figure_has_something_on_every_body_that_has_extent() -> None:
    for name in ("panda", "quadruped", "free_flyer", "stewart_platform", "nine_link_tree"):
        model = getattr(psiphi.robots, name)().model.merged()
        drawn = {shape.body for shape in figure(model)}
        assert drawn >= set(range(len(model.bodies)))


def test_ghosts_are_paler_than_what_they_follow() -> None:
    robot = marked(psiphi.robots.panda(), psiphi.robots.panda().frame_names[-1])
    other = robot.integrate(Q, 0.6 * np.ones(7))
    both = snapshot(robot, np.stack([Q, other]), size=(320, 240)).image.astype(int)
    greens = both[..., 1] - both[..., 0]
    assert (greens > 150).sum() > 20  # the first
    assert ((greens > 50) & (greens < 120)).sum() > 20  # and the ghost


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = [], 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(name + body)
        found.append((name, body))
        at += 12 + length
    return found


def test_png_files_hold_the_images() -> None:
    rng = np.random.default_rng(0)
    images = [rng.integers(0, 4, (5, 7, 3), dtype=np.uint8) * 60 for _ in range(3)]
    images.append(images[-1])  # nothing moves
    found = chunks(png(images, 0.05))
    assert [name for name, _ in found] == [
        *(b"IHDR", b"acTL", b"PLTE", b"fcTL", b"IDAT", b"fcTL", b"fdAT", b"fcTL", b"fdAT", b"fcTL", b"fdAT"),
        b"IEND",
    ]
    palette = np.frombuffer(dict(found)[b"PLTE"], np.uint8).reshape(-1, 3)
    canvas = np.zeros((5, 7), np.uint8)
    shown = []
    for index, (name, body) in enumerate(found):
        if name in (b"IDAT", b"fdAT"):
            _, width, height, left, top = struct.unpack(">IIIII", found[index - 1][1][:20])
            rows = np.frombuffer(zlib.decompress(body[4 if name == b"fdAT" else 0 :]), np.uint8)
            canvas[top : top + height, left : left + width] = rows.reshape(height, width + 1)[:, 1:]
            shown.append(palette[canvas])
    for image, seen in zip(images, shown, strict=True):
        assert np.array_equal(image, seen)
    assert b"acTL" not in dict(chunks(png(images[:1], 0.05)))


def test_many_colours_become_256_that_are_near(tmp_path: Path) -> None:
    pillow = pytest.importorskip("PIL.Image")
    x, y = np.meshgrid(np.arange(64), np.arange(64))
    image = np.stack([4 * x, 4 * y, 2 * (x + y)], axis=-1).astype(np.uint8)
    psiphi.view.Picture((image,)).save(tmp_path / "a.png")
    again = np.asarray(pillow.open(tmp_path / "a.png").convert("RGB")).astype(int)
    assert np.abs(again - image).max() < 40
    assert np.abs(again - image).mean() < 8


def test_a_motion_becomes_a_picture_that_moves(tmp_path: Path) -> None:
    robot = psiphi.robots.panda()
    swing = robot.simulate(np.stack([Q, Q + 0.1]), np.zeros((2, 7)), duration=0.2, dt=0.01)
    moving = swing.animation(size=(80, 60), frames_per_second=20)
    assert len(moving.images) == 4
    assert not np.array_equal(moving.images[0], moving.images[-1])
    moving.save(tmp_path / "swing.png")
    assert (tmp_path / "swing.png").read_bytes() == moving._repr_png_()


@pytest.mark.parametrize(
    "ask",
    [
        lambda robot: robot.snapshot(size=(0, 10)),
        lambda robot: robot.snapshot(size="large"),
        lambda robot: robot.snapshot(shapes="teapot"),
        lambda robot: robot.snapshot(np.full(7, np.nan)),
        lambda robot: robot.snapshot(size=(8, 6)).save("picture.jpg"),
    ],
)
def test_what_cannot_be_drawn_is_said(ask) -> None:
    with pytest.raises(InputError):
        ask(psiphi.robots.panda())
