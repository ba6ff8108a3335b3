"""How functions of frames are called: batches, several frames, wrong input, and what they cost in N."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import psiphi
from psiphi import Robot
from psiphi.algebra import X_0, dense, frame_vector
from psiphi.errors import (
    ArgumentTypeError,
    CompileError,
    InputError,
    PsiphiError,
    SingularError,
    UnknownNameError,
)
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
    "no forces": (lambda: PANDA.force_accelerations(Q, {}), InputError, "none given"),
    "redundant": (lambda: PANDA.jacobian_normal_inverse(Q, HAND), CompileError, "name more frames, or lock"),
    "far frames": (lambda: PANDA.jacobian_solve(Q, np.zeros(6), HAND, "world"), InputError, "are fitted in"),
    "frames of no kind": (lambda: PANDA.jacobian(Q, 3), ArgumentTypeError, "a name or several, found int"),
    "shape": (lambda: PANDA.jacobian(np.zeros(6), HAND), PsiphiError, "q"),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_errors_say_what_is_wrong(mistake: str) -> None:
    call, error, message = WRONG[mistake]
    with pytest.raises(error, match=message):
        call()


def test_coupled_joints_beside_loops_have_no_innovations() -> None:
    robot = Robot(random_tree(3, bodies=8, mimic=0.4).with_loop("body_7", "world", "point"))
    with pytest.raises(InputError, match="mimic joints"):
        robot.innovations(robot.neutral(), np.zeros(robot.nv))


SINGULAR = {
    "inertia": lambda q: PANDA.operational_space_inertia(q, HAND),
    "bias": lambda q: PANDA.operational_space_bias(q, V, HAND),
    "consistent inverse": lambda q: PANDA.dynamically_consistent_inverse(q, HAND),
}


@pytest.mark.parametrize("what", SINGULAR)
def test_singular_configurations_are_refused_and_named(what: str) -> None:
    """A stretched arm has no operational-space inertia; a row of NaN is not its fault."""
    q = PANDA.random_configuration(np.random.default_rng(1), (2, 2))
    assert np.isfinite(SINGULAR[what](q)).all()
    q[0, 1] = np.nan
    found = SINGULAR[what](q)
    assert np.isnan(found[0, 1]).all()
    assert np.isfinite(found[[0, 1, 1], [0, 0, 1]]).all()
    q[1, 0] = 0.0
    with pytest.raises(
        SingularError, match=rf"row 1, 0 of the batch: frames: '{HAND}'.*pseudo_inverse"
    ) as told:
        SINGULAR[what](q)
    assert told.value.rows.tolist() == [[False, False], [True, False]]
    with pytest.raises(SingularError, match="singular configuration: frames"):
        SINGULAR[what](np.zeros(7))


def test_singular_arms_of_few_joints() -> None:
    """UR5 with its wrist straight: two joints move the hand in the same way."""
    ur5 = psiphi.robots.ur5()
    hand = ur5.body_names[-1]
    straight = np.array([0.1, 0.2, 0.3, 0.4, 0.0, 0.6])
    for call in (
        lambda q: ur5.jacobian_normal_inverse(q, hand),
        lambda q: ur5.jacobian_solve(q, np.ones(6), hand),
    ):
        assert np.isfinite(call(straight + 0.1)).all()
        with pytest.raises(SingularError, match="depend on each other"):
            call(straight)


def test_pseudo_inverse_of_the_compliance() -> None:
    q = PANDA.random_configuration(RNG, (3,))
    q[1], q[2] = 0.0, np.nan
    found = np.empty((3, 6, 6))
    assert PANDA.operational_space_pseudo_inverse(q, HAND, out=found) is found
    with pytest.raises(InputError, match="out: "):
        PANDA.operational_space_pseudo_inverse(q, HAND, out=np.empty((3, 6, 5)))
    assert np.allclose(found[0], PANDA.operational_space_inertia(q[0], HAND), rtol=1e-9)
    compliance = PANDA.operational_space_compliance(q[1], HAND)
    assert np.linalg.matrix_rank(compliance, tol=1e-8) == 5
    assert np.abs(compliance @ found[1] @ compliance - compliance).max() < 1e-12 * np.abs(compliance).max()
    assert np.linalg.matrix_rank(found[1], tol=1e-6) == 5
    assert np.isnan(found[2]).all()
