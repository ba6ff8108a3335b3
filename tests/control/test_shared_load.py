"""Two arms and a box: its motion has its poles, and the grasps feel what was planned."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from controlled import HOME, NOTHING_ELSE, PANDA

import psiphi
from psiphi import Robot
from psiphi.control import SharedLoad
from psiphi.errors import InputError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.formats.robots.solids import box
from psiphi.model import Body, Frame, Joint, Loop, Model
from psiphi.spatial import Pose

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


def test_random_arms_lead_a_body_and_squeeze_it_as_asked():
    """Two chains of six joints drawn at random, welded to a body wherever their ends are."""
    model, rng, pole, goal = Model("held", ()), np.random.default_rng(2), 8.0, 0.02
    for side in range(2):
        arm = random_tree(side, bodies=6, kinds=("revolute",), branching="chain")
        base = Frame(f"base_{side}", -1, Pose(np.eye(3), rng.standard_normal(3)))
        model = replace(model, frames=(*model.frames, base)).attach(arm, at=base.name, prefix=f"{side}_")
    model = replace(
        model, bodies=(*model.bodies, Body("held", -1, Joint("float", "free"), box(2.0, (0.2, 0.3, 0.1))))
    )
    q = np.concatenate([rng.uniform(-1.0, 1.0, 12), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]])
    ends = [f"{side}_body_5" for side in range(2)]
    faces = [Frame(f"at_{end}", 12, Pose(*Robot(model).frame_pose(q, end))) for end in ends]
    grasps = [Loop(f"grasp_{end}", "weld", f"at_{end}", end) for end in ends]
    robot = Robot(replace(model, frames=(*model.frames, *faces), loops=tuple(grasps)))
    rotation, place = robot.frame_pose(q, "held")
    law = SharedLoad(robot, "held", (rotation, place + goal), pole=pole, squeeze=rng.standard_normal(12))
    motion = robot.simulate(q, np.zeros(robot.nv), law, duration=0.02, dt=2e-3, **NOTHING_ELSE)
    t = motion.time[:, None]
    expected = place + goal * (1.0 - np.exp(-pole * t) * (1.0 + pole * t))
    assert np.abs(robot.frame_pose(motion.q, "held")[1] - expected).max() < 1e-6 * goal
    planned = law.planned(0.0, q, np.zeros(robot.nv))
    _, force = robot.constrained_forward_dynamics(q, np.zeros(robot.nv), planned.torque)
    np.testing.assert_allclose(force, planned.force, atol=1e-8 * np.abs(force).max())


@pytest.mark.parametrize("share", [1.0, 3.0])
def test_the_arms_share_the_load_as_asked(held, share):
    law = SharedLoad(ROBOT, "box", ROBOT.frame_pose(held, "box"), pole=8.0, shares={"left_grasp": share})
    force = law.planned(0.0, held, STILL).force
    v = ROBOT.project_velocity(held, 0.3 * np.random.default_rng(0).standard_normal(ROBOT.nv))
    x = law.accelerations(0.0, held, v)
    moved = ROBOT.jacobian(held, "box") @ x + ROBOT.jacobian_dot_v(held, v, "box")
    np.testing.assert_allclose(moved, -16.0 * ROBOT.frame_velocity(held, v, "box"), rtol=0, atol=1e-9)
    arms = [name for name in ROBOT.joint_names if name != "box_float"]
    by_svd = ROBOT.constrained_inverse_dynamics(held, v, x, arms, shares={"left_grasp": share})
    np.testing.assert_allclose(law(0.0, held, v), by_svd.torque, rtol=0, atol=1e-11 * 30.0)
    np.testing.assert_allclose(law.planned(0.0, held, v).force, by_svd.force, rtol=0, atol=1e-10)
    carried = [
        force[place][3:] @ (ROBOT.frame_pose(held, face)[0].T @ [0.0, 0.0, 1.0])
        for place, face in ((LEFT, "box_left"), (RIGHT, "box_right"))
    ]
    box = next(body for body in ROBOT.model.bodies if body.joint.name == "box_float")
    assert sum(carried) == pytest.approx(9.81 * box.inertia.mass, rel=1e-9)
    assert carried[0] / carried[1] == pytest.approx(share, rel=0.05)  # moments have a part in it


def test_what_no_loop_can_bring_about_is_not_a_number():
    """A linkage of two freedoms with one motor, which cannot hold both; its loops are partly superfluous."""
    five = psiphi.robots.five_bar()
    q, still = five.assemble(five.neutral() + 0.1).q, np.zeros(five.nv)
    pose = five.frame_pose(q, "tool")
    both, one = (SharedLoad(five, "tool", pose, pole=8.0, motors=five.joint_names[:n]) for n in (2, 1))
    tau = both(0.0, q, still)
    by_svd = five.constrained_inverse_dynamics(q, still, still, five.joint_names[:2], shares={})
    np.testing.assert_allclose(tau, by_svd.torque, rtol=0, atol=1e-10)
    tau = one(0.0, q, still)
    assert np.isnan(tau[0])
    assert (tau[1:] == 0.0).all()


def test_what_holds_nothing_is_refused():
    with pytest.raises(InputError, match="has no grasps"):
        SharedLoad(PANDA, "panda_link8", (np.eye(3), np.zeros(3)), pole=1.0)
    with pytest.raises(InputError, match="squeeze: has shape"):
        SharedLoad(ROBOT, "box", (np.eye(3), np.zeros(3)), pole=1.0, squeeze=np.ones(3))
