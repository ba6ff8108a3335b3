"""The viewer without a browser: what its sliders do, and where it listens."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import psiphi
from psiphi.cli.main import main
from psiphi.errors import InputError
from psiphi.flexible import beam
from psiphi.model import Body, Frame, Joint, Model
from psiphi.spatial.pose import Pose
from psiphi.view.loop_forces import loop_forces

pytest.importorskip("viser")


def test_sliders_reach_from_limit_to_limit_and_move_the_robot() -> None:
    robot = psiphi.robots.panda()
    with robot.view(port=0) as viewer:
        assert [handle.label for handle in viewer._sliders._handles] == list(robot.joint_names)
        for handle, name in zip(viewer._sliders._handles, robot.joint_names, strict=True):
            limits = robot.model.joint(name).limits
            assert handle.min <= limits.lower[0] + 1e-9
            assert handle.max >= limits.upper[0] - 1e-9
        viewer._sliders._handles[3].value = -1.0
        viewer._sliders._moved(robot.joint_names[3])
        assert viewer.q[0, 3] == pytest.approx(-1.0)
        q = np.array([0.3, -0.5, 0.2, -2.0, 0.1, 1.6, 0.8])
        viewer.show(q)
        assert np.allclose([handle.value for handle in viewer._sliders._handles], q)
        with pytest.raises(InputError):
            viewer.show(np.stack([q, q]))


def test_joints_without_coordinates_that_slide_have_sliders_too() -> None:
    robot = psiphi.robots.quadruped()
    q = robot.random_configuration(np.random.default_rng(0))
    with robot.view(q, port=0) as viewer:
        assert len(viewer._sliders._handles) == robot.nv
        viewer._sliders._handles[1].value = 0.5
        viewer._sliders._moved("root")
        rates = np.zeros(robot.nv)
        rates[1] = 0.5
        assert np.allclose(viewer.q[0], robot.integrate(q, rates))


def test_modes_of_flexible_bodies_have_sliders_too() -> None:
    link = beam(length=0.8, density=2700.0, area=1e-4, second_moments=(1e-9, 1e-9), young=7e10, modes=2)
    bodies = [
        Body("upper", -1, Joint("shoulder", "revolute"), modes=link),
        Body("lower", 0, Joint("elbow", "revolute", Pose(None, (0.8, 0.0, 0.0))), modes=link),
    ]
    robot = psiphi.Robot(Model("arm", bodies, [Frame("tip", 1, Pose(None, (0.8, 0.0, 0.0)))]))
    q = 0.01 * np.arange(robot.nq)
    with robot.view(q, port=0) as viewer:
        handles = viewer._sliders._handles
        assert np.allclose([handle.value for handle in handles], q)
        number = robot.model.v_modes("lower").start
        assert handles[number].label == "lower mode 1"
        rods = np.array([handle.position for handle in viewer._live._bodies[0]])
        handles[number].value = -0.05
        assert np.allclose(viewer.q[0], np.where(np.arange(robot.nq) == number, -0.05, q))
        assert not np.allclose(rods, [handle.position for handle in viewer._live._bodies[0]])


def test_loops_are_closed_while_a_slider_is_dragged() -> None:
    robot = psiphi.robots.four_bar()
    with robot.view(robot.assemble(robot.neutral()).q, port=0) as viewer:
        slider = viewer._sliders._handles[0]
        for value in (0.1, 0.25):
            slider.value = slider.value * 0 + value
            viewer._sliders._moved(robot.joint_names[0])
            assert viewer.q[0, 0] == pytest.approx(value)
            assert np.abs(robot.loop_residual(viewer.q[0])).max() < 1e-9
            assert np.allclose([handle.value for handle in viewer._sliders._handles], viewer.q[0], atol=1e-3)
        closed = viewer.q[0]
        viewer._dragged(robot.joint_names[0], closed + np.array([50.0, 0.0, 0.0]))
        assert np.abs(robot.loop_residual(viewer.q[0])).max() < 1e-9


def test_it_listens_on_this_machine_alone() -> None:
    with psiphi.robots.ur5().view(port=0) as viewer:
        assert viewer.url.startswith("http://127.0.0.1:")
        port = viewer._server.get_port()
        with socket.create_connection(("127.0.0.1", port)):
            pass
        for address in {
            info[4][0] for info in socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET)
        }:
            if not address.startswith("127."):
                with pytest.raises(OSError, match=r"refused|timed out|unreachable"):
                    socket.create_connection((address, port), timeout=2)
        assert viewer.url in viewer._repr_html_()


def test_a_motion_is_sought_by_time() -> None:
    robot = psiphi.robots.ur5()
    swing = robot.simulate(np.zeros((2, 6)), np.ones((2, 6)), duration=0.1, dt=0.01)
    with swing.view(port=0) as viewer:
        viewer._seek(0.05)
        assert np.array_equal(viewer.q, swing.q[5])
        viewer._arrange("side by side")
        first, second = (np.array(bodies[0].position) for bodies in viewer._live._bodies)
        assert np.linalg.norm(second - first) > 0.1
        viewer._switch("inertias", True)
        assert [handles[0].opacity for handles in viewer._live._parts] == [0.35, None]


def test_what_the_pointer_is_over_is_named() -> None:
    robot = psiphi.robots.ur5()
    q = np.array([0.3, -1.0, 0.8, 0.2, 0.5, 0.1])
    with robot.view(np.stack([q, q + 0.3]), port=0) as viewer:
        viewer._arrange("side by side")
        for row in (0, 1):
            shift = viewer._live._shifts[row]
            place = robot.frame_pose(viewer.q[row], robot.frame_names[-1])[1] + shift
            viewer._point((place + np.array([0.0, 0.0, 5.0]), np.array([0.0, 0.0, -2.0])))
            assert viewer._live._pointer.visible
            assert viewer._live._pointer.text.endswith(f" · {robot.joint_names[-1]}")
            assert np.allclose(viewer._live._pointer.position[:2], place[:2])
        viewer._point((place + np.array([0.0, 0.0, 5.0]), np.array([0.0, 0.0, 1.0])))  # away from it
        assert not viewer._live._pointer.visible


@pytest.mark.parametrize("kind", ["point", "distance"])
def test_the_forces_of_loops_do_what_the_loops_do(kind: str) -> None:
    """The robot with the loop cut, and the force in its place, accelerates as the robot with the loop."""
    free = psiphi.robots.ur5()
    q, v = np.array([0.3, -1.0, 0.8, 0.2, 0.5, 0.1]), np.zeros(6)
    tip = free.frame_names[-1]
    turn, place = free.frame_pose(q, tip)
    away = np.zeros(3) if kind == "point" else np.array([0.1, 0.5, 0.8])
    anchor = Frame("anchor", -1, Pose(position=place + away))
    model = replace(free.model, frames=(*free.model.frames, anchor))
    length = float(np.linalg.norm(away)) if kind == "distance" else None
    held = psiphi.Robot(model.with_loop(tip, "anchor", kind, length=length))
    places, forces = loop_forces(held, q, v, v)
    assert np.allclose(places[0], place)
    alone = free.forward_dynamics(q, v, v, external_forces={tip: np.r_[np.zeros(3), turn.T @ forces[0]]})
    assert np.allclose(alone, held.constrained_forward_dynamics(q, v, v).acceleration, rtol=1e-9, atol=1e-9)
    assert np.linalg.norm(forces) > 1.0


def test_psiphi_view_writes_pages_and_pictures(tmp_path: Path, capsys) -> None:
    robot = psiphi.robots.ur5()
    swing = robot.simulate(np.zeros(6), np.ones(6), duration=0.1, dt=0.01)
    swing.save(tmp_path / "swing.npz")
    for name in ("still.html", "still.png"):
        assert main(["view", "ur5", "--save", str(tmp_path / name)]) == 0
        assert (tmp_path / name).stat().st_size > 3000
    page = str(tmp_path / "swing.html")
    assert main(["view", "ur5", "--trajectory", str(tmp_path / "swing.npz"), "--save", page, "--json"]) == 0
    assert '"saved"' in capsys.readouterr().out
    assert main(["view", "ur5", "--save", str(tmp_path / "swing.mp4")]) == 1
