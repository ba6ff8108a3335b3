"""Pages and the viewer in a real browser: the robot is there, it moves, and is where kinematics says."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_pictures import Q, green_center, marked
from tests.browser import browser, complaints

import psiphi
from psiphi.errors import InputError
from psiphi.view.camera import Camera
from psiphi.view.page import motion_page, save_page, still_page

pillow = pytest.importorskip("PIL.Image")

SIZE = {"width": 480, "height": 400}


@pytest.fixture(scope="module")
def context(tmp_path_factory):
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def image_of(page: Any) -> np.ndarray:
    return np.asarray(pillow.open(io.BytesIO(page.locator("canvas").screenshot())).convert("RGB"))


def opened(context: Any, path: Path) -> tuple[Any, list[str]]:
    page = context.new_page()
    said = complaints(page)
    page.set_viewport_size(SIZE)
    page.goto(path.as_uri())
    page.wait_for_function("window.viewer !== undefined")
    return page, said


def swing(rows: int = 1) -> psiphi.simulation.Trajectory:
    panda = psiphi.robots.panda()
    robot = marked(panda, panda.frame_names[-1])
    q = Q + 0.3 * np.arange(rows)[:, None]
    return robot.simulate(q, np.zeros((rows, 7)), duration=0.4, dt=0.01)


def expected(page: Any, point: np.ndarray) -> np.ndarray:
    """Where the page's camera sees a point."""
    data = page.evaluate("({...viewer.camera, angle: DATA.angle, aspect: DATA.aspect})")
    box = page.locator("canvas").bounding_box()
    a, e = np.radians([data["azimuth"], data["elevation"]])
    toward = np.array([np.cos(a) * np.cos(e), np.sin(a) * np.cos(e), np.sin(e)])
    target = np.array(data["target"])
    wide = min(1.0, box["width"] / box["height"] / data["aspect"])
    angle = 2 * np.degrees(np.arctan(np.tan(np.radians(data["angle"] / 2)) / wide))
    camera = Camera(target + data["distance"] * toward, target, angle)
    return camera.seen(point, round(box["width"]), round(box["height"]))[0]


def test_a_saved_motion_is_where_kinematics_says_and_moves(context: Any, tmp_path: Path) -> None:
    motion = swing()
    motion.save_html(tmp_path / "swing.html")
    page, said = opened(context, tmp_path / "swing.html")
    seen = []
    for index in (0, 20, 40):
        page.evaluate(f"viewer.seek({motion.time[index]})")
        seen.append(green_center(image_of(page)))
        tip = motion.robot.frame_pose(motion.q[index, 0], motion.robot.frame_names[-1])[1]
        assert np.linalg.norm(seen[-1] - expected(page, tip)) < 3.0
    assert np.linalg.norm(seen[0] - seen[2]) > 20
    page.mouse.move(*(seen[2]))
    page.wait_for_function("!document.getElementById('hover').hidden")
    assert motion.robot.joint_names[-1] in page.locator("#hover").inner_text()
    assert said == []
    assert context.refused == []
    page.close()


def test_a_page_is_turned_scrubbed_and_played(context: Any, tmp_path: Path) -> None:
    motion = swing(rows=3)
    motion.save_html(tmp_path / "swing.html")
    page, said = opened(context, tmp_path / "swing.html")
    page.evaluate("viewer.seek(0)")
    ghosts = image_of(page)
    page.select_option("#layout", "apart")
    apart = image_of(page)
    page.select_option("#layout", "one")
    one = image_of(page)
    assert not np.array_equal(ghosts, apart)
    assert not np.array_equal(ghosts, one)
    before = page.evaluate("viewer.camera.azimuth")
    page.mouse.move(200, 150)
    page.mouse.down()
    page.mouse.move(260, 150)
    page.mouse.up()
    assert page.evaluate("viewer.camera.azimuth") == pytest.approx(before - 24.0)
    page.check("#inertias")
    page.check("#frames")
    assert not np.array_equal(image_of(page), one)
    page.locator("#scrub").fill("10")
    assert page.locator("#time").inner_text() == f"{page.evaluate('DATA.time[10]'):.2f} s"
    page.click("#play")
    page.wait_for_function("Number(document.getElementById('scrub').value) !== 10")
    assert said == []
    page.close()


def test_forces_of_loops_are_arrows(context: Any, tmp_path: Path) -> None:
    robot = psiphi.robots.four_bar()
    start = robot.assemble(robot.neutral()).q
    motion = robot.simulate(start, np.zeros(robot.nv), duration=0.1, dt=0.01)
    motion.save_html(tmp_path / "bar.html")
    page, said = opened(context, tmp_path / "bar.html")
    page.evaluate("viewer.seek(0.05)")
    with_arrows = image_of(page)
    page.uncheck("#forces")
    assert not np.array_equal(with_arrows, image_of(page))
    assert said == []
    page.close()


def test_names_in_a_page_cannot_become_code(context: Any, tmp_path: Path) -> None:
    name = "</script><script>document.title = 'taken'</script>"
    robot = psiphi.Robot(replace(psiphi.robots.ur5().model, name=name))
    save_page(still_page(robot), tmp_path / "odd.html")
    page, said = opened(context, tmp_path / "odd.html")
    assert page.title() == f"psiphi: {name}"
    assert page.locator("#name").inner_text() == name
    assert said == []
    page.close()


def test_a_page_holds_all_it_needs_and_says_what_it_cannot_be_written_to(tmp_path: Path) -> None:
    text = motion_page(swing())
    assert "http://" not in text
    assert "https://" not in text
    data = json.loads(text.split("const DATA = ", 1)[1].split(";\n", 1)[0])
    assert data["rows"] == 1
    assert len(text) < 2_000_000
    with pytest.raises(InputError):
        swing().save_html(tmp_path / "swing.pdf")


def test_the_viewer_shows_the_robot_where_kinematics_says_and_names_what_is_pointed_at(context: Any) -> None:
    viser = pytest.importorskip("viser")
    assert viser
    panda = psiphi.robots.panda()
    robot = marked(panda, panda.frame_names[-1])
    with robot.view(Q, port=0) as viewer:
        page = context.new_page()
        page.set_viewport_size({"width": 160, "height": 120})
        page.goto(viewer.url)
        for q in (Q, Q + 0.2):
            viewer.show(q)
            camera = Camera(np.array([1.0, -1.0, 0.9]), np.array([0.3, 0.0, 0.5]), 45.0)
            image = rendered(page, viewer, camera)
            tip = robot.frame_pose(q, robot.frame_names[-1])[1]
            place, _ = camera.seen(tip, 160, 120)
            assert np.linalg.norm(green_center(image) - place) < 3.0
        page.set_viewport_size({"width": 1300, "height": 650})
        (client,) = viewer._server.get_clients().values()
        until(page, lambda: abs(client.camera.aspect - 2.0) < 0.01)
        seen = Camera(client.camera.position, client.camera.look_at, np.degrees(client.camera.fov))
        page.mouse.move(*seen.seen(tip, 1300, 650)[0])
        until(page, lambda: viewer._live._pointer.visible)
        assert viewer._live._pointer.text.endswith(robot.joint_names[-1])
        page.mouse.move(5, 645)  # the corner of the scene, where there is nothing
        until(page, lambda: not viewer._live._pointer.visible)
        page.close()


def rendered(page: Any, viewer: Any, camera: Camera) -> np.ndarray:
    """What the browser draws from a camera, asked for through the viewer's server."""
    from psiphi.spatial.quaternion import rotation_to_quaternion

    right, up, back = camera.axes
    turn = np.roll(rotation_to_quaternion(np.stack([right, -up, -back], axis=-1)), 1)
    found: list[np.ndarray] = []

    def ask() -> None:
        (client,) = viewer._server.get_clients().values()
        options = {"wxyz": turn, "position": camera.eye, "fov": np.radians(camera.angle)}
        found.append(client.get_render(120, 160, transport_format="png", **options)[..., :3])

    until(page, lambda: bool(viewer._server.get_clients()))
    asking = threading.Thread(target=ask)
    asking.start()
    until(page, lambda: not asking.is_alive())
    return found[0]


def until(page: Any, so: Callable[[], bool]) -> None:
    """Let the browser work until something is so."""
    for _ in range(2400):
        if so():
            return
        page.wait_for_timeout(50)
    pytest.fail("it did not come in two minutes")
