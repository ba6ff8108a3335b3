"""How functions of frames are called: batches, several frames, wrong input, and what they cost in N."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import psiphi
from psiphi import Robot
from psiphi.algebra import X_0, dense, frame_vector
from psiphi.errors import ArgumentTypeError, InputError, PsiphiError, UnknownNameError
from psiphi.formats.robots import random_tree
from psiphi.model.body import Frame
from psiphi.spatial import Pose
from psiphi.spatial.rotation import rpy_to_rotation

PANDA = psiphi.robots.panda()
RNG = np.random.default_rng(0)
HAND, ELBOW = "panda_link8", "panda_link4"


def test_leading_shapes_broadcast() -> None:
    q, v = PANDA.random_configuration(RNG, (2, 1)), RNG.normal(size=(3, 7))
    found = PANDA.frame_velocity(q, v, HAND)
    assert found.shape == (2, 3, 6)
    assert np.array_equal(found[1, 2], PANDA.frame_velocity(q[1, 0], v[2], HAND))
    assert PANDA.jacobian(q, HAND).shape == (2, 1, 6, 7)
    rotation, position = PANDA.frame_pose(q, HAND)
    assert rotation.shape == (2, 1, 3, 3)
    assert position.shape == (2, 1, 3)
    assert PANDA.center_of_mass(q).shape == (2, 1, 3)
    assert PANDA.potential_energy(q).shape == (2, 1)
    assert PANDA.momentum(q, v).shape == (2, 3, 6)
    assert PANDA.articulated_inertias(q).shape == (2, 1, 7, 6, 6)
    assert PANDA.link_accelerations(q, v, v).shape == (2, 3, 7, 6)
    assert PANDA.mass_matrix_log_determinant(q).shape == (2, 1)
    assert PANDA.center_of_mass(np.empty((0, 7))).shape == (0, 3)


def test_several_frames_stand_side_by_side() -> None:
    q, v = PANDA.random_configuration(RNG), RNG.normal(size=7)
    both = PANDA.jacobian(q, [HAND, ELBOW], "world")
    assert np.allclose(both[:6], PANDA.jacobian(q, HAND, "world"), atol=1e-14)
    assert np.allclose(both[6:], PANDA.jacobian(q, ELBOW, "world"), atol=1e-14)
    assert PANDA.frame_velocity(q, v, [HAND, ELBOW]).shape == (12,)
    assert PANDA.operational_space_compliance(q, (HAND, ELBOW)).shape == (12, 12)


def test_frames_that_no_joint_moves() -> None:
    place = Pose(rpy_to_rotation([0.1, 0.2, 0.3]), [1.0, 2.0, 3.0])
    robot = Robot(replace(PANDA.model, frames=(*PANDA.model.frames, Frame("table", -1, place))))
    rotation, position = robot.frame_pose(Q, "table")
    assert np.abs(rotation - place.rotation).max() < 1e-15
    assert np.abs(position - place.position).max() < 1e-14
    assert not robot.jacobian(Q, "table", "world").any()
    carried, f = X_0 @ frame_vector("f"), np.arange(12.0)
    both = robot.compile(carried, ["table", HAND])(Q, f)
    assert np.abs(both - dense(carried, robot, Q, frames=["table", HAND], f=f)).max() < 1e-13


def test_single_precision() -> None:
    q = PANDA.random_configuration(RNG, (5,))
    single = PANDA.jacobian(q.astype(np.float32), HAND)
    assert single.dtype == np.float32
    assert np.abs(single - PANDA.jacobian(q, HAND)).max() < 1e-5


Q, V = PANDA.neutral(), np.zeros(7)
WRONG = {
    "frame": (lambda: PANDA.jacobian(Q, "panda_link9"), UnknownNameError, "panda_link8"),
    "frame of several": (lambda: PANDA.frame_velocity(Q, V, [HAND, "hand"]), UnknownNameError, "hand"),
    "no name": (lambda: PANDA.jacobian(Q, [3]), ArgumentTypeError, "expected names, found int 3"),
    "poses": (lambda: PANDA.frame_pose(Q, [HAND]), ArgumentTypeError, "expected a name"),
    "no frames": (lambda: PANDA.jacobian(Q, []), InputError, "name them"),
    "reference": (lambda: PANDA.jacobian(Q, HAND, "WORLD"), InputError, "'WORLD' is not one of 'local', "),
    "short arm": (lambda: PANDA.operational_space_inertia(Q, ELBOW), InputError, "has 4 degrees of freedom"),
    "one arm": (lambda: PANDA.operational_space_bias(Q, V, [HAND, "panda_link7"]), InputError, "move apart"),
    "shape": (lambda: PANDA.jacobian(np.zeros(6), HAND), PsiphiError, "q"),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_errors_say_what_is_wrong(mistake: str) -> None:
    call, error, message = WRONG[mistake]
    with pytest.raises(error, match=message):
        call()


def test_coupled_joints_have_no_innovations() -> None:
    robot = Robot(random_tree(3, bodies=8, mimic=0.4))
    with pytest.raises(InputError, match="mimic joints"):
        robot.innovations(robot.neutral(), np.zeros(robot.nv))


LINEAR = (
    *("frame_pose", "frame_velocity", "frame_acceleration", "jacobian", "jacobian_dot_v"),
    *("composite_inertia", "momentum", "momentum_matrix", "innovations", "diagonalized_velocity"),
    *("operational_space_compliance", "operational_space_inertia"),
)
CHAINS = [Robot(random_tree(1, bodies=n, kinds=("revolute",), branching="chain")) for n in (10, 20, 40)]


def operations(name: str, robots: list[Robot]) -> list[int]:
    return [robot.kernel(name, (robot.frame_names[-1],)).operations.total for robot in robots]


@pytest.mark.parametrize("name", LINEAR)
def test_cost_is_linear_in_the_number_of_joints(name: str) -> None:
    ten, twenty, forty = operations(name, CHAINS)
    assert twenty <= 2.4 * ten
    assert forty <= 2.4 * twenty


@pytest.mark.parametrize("name", ["coriolis_matrix", "mass_matrix_square_root"])
def test_cost_is_quadratic_in_the_number_of_joints(name: str) -> None:
    ten, twenty = operations(name, CHAINS[:2])
    assert twenty <= 4.4 * ten
