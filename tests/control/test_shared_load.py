"""Two arms and a box: its motion has its poles, and the grasps feel what was planned."""

from __future__ import annotations

import numpy as np
import pytest
from controlled import HOME, NOTHING_ELSE, PANDA

import psiphi
from psiphi.control import SharedLoad
from psiphi.errors import InputError

ROBOT = psiphi.robots.two_pandas_with_box()
LEFT, RIGHT = ROBOT.model.loop_slices.values()
STILL = np.zeros(ROBOT.nv)


@pytest.fixture(scope="module")
def held():
    """The box a little further up, in both hands."""
    return ROBOT.assemble(np.array([*HOME, *HOME, 0, 0, 0.05, 0, 0, 0, 1]), locked="box_float")[0]


def test_the_box_has_its_poles_and_is_squeezed_as_asked(held):
    pole, goal = 8.0, 0.03
    squeeze = np.zeros(ROBOT.model.loop_size)
    squeeze[LEFT][5] = squeeze[RIGHT][5] = 30.0
    rotation, place = ROBOT.frame_pose(held, "box")
    law = SharedLoad(ROBOT, "box", (rotation, place + goal), pole=pole, squeeze=squeeze)
    motion = ROBOT.simulate(held, STILL, law, duration=0.04, dt=4e-3, **NOTHING_ELSE)
    t = motion.time[:, None]
    expected = place + goal * (1.0 - np.exp(-pole * t) * (1.0 + pole * t))
    assert np.abs(ROBOT.frame_pose(motion.q, "box")[1] - expected).max() < 1e-6 * goal
    _, force = ROBOT.constrained_forward_dynamics(motion.q, motion.v, motion.tau)
    pressed = 0.5 * (force[:, LEFT][:, 5] + force[:, RIGHT][:, 5])
    np.testing.assert_allclose(pressed, 30.0, rtol=1e-6)
    planned = law.planned(0.0, held, STILL)
    np.testing.assert_allclose(planned.force, force[0], rtol=0, atol=1e-8)
    given = {"x": law.accelerations(0.0, held, STILL), "f": planned.force}
    by_matrices = psiphi.dense(law.expression, ROBOT, held, v=STILL, vectors=given)
    np.testing.assert_allclose(planned.torque, by_matrices, rtol=0, atol=1e-10 * np.abs(by_matrices).max())


@pytest.mark.parametrize("share", [1.0, 3.0])
def test_the_arms_share_the_load_as_asked(held, share):
    law = SharedLoad(ROBOT, "box", ROBOT.frame_pose(held, "box"), pole=8.0, shares={"left_grasp": share})
    force = law.planned(0.0, held, STILL).force
    carried = [
        force[place][3:] @ (ROBOT.frame_pose(held, face)[0].T @ [0.0, 0.0, 1.0])
        for place, face in ((LEFT, "box_left"), (RIGHT, "box_right"))
    ]
    box = next(body for body in ROBOT.model.bodies if body.joint.name == "box_float")
    assert sum(carried) == pytest.approx(9.81 * box.inertia.mass, rel=1e-9)
    assert carried[0] / carried[1] == pytest.approx(share, rel=0.05)  # moments have a part in it


def test_what_holds_nothing_is_refused():
    with pytest.raises(InputError, match="has no grasps"):
        SharedLoad(PANDA, "panda_link8", (np.eye(3), np.zeros(3)), pole=1.0)
    with pytest.raises(InputError, match="squeeze: has shape"):
        SharedLoad(ROBOT, "box", (np.eye(3), np.zeros(3)), pole=1.0, squeeze=np.ones(3))
