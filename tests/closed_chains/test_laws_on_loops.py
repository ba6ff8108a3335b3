"""Laws on the independent rates of closed chains: loops are joints, and the laws are the same expressions."""

from __future__ import annotations

import numpy as np
import pytest

import psiphi
from psiphi.control import Adaptive, ComputedTorque, OperationalSpace, Passivity, PDGravity
from psiphi.errors import InputError
from psiphi.formats.robots.random_tree import random_tree

NOTHING_ELSE = {"damping": False, "friction": False, "springs": False, "effort_limits": False}


@pytest.fixture(scope="module")
def five():
    """A five-bar linkage with its loop as a joint, and where it is closed."""
    robot = psiphi.robots.five_bar()
    q = robot.assemble(robot.neutral()).q
    return robot.embedded(q), q


LAWS = {
    "PD": lambda robot, q: PDGravity(robot, q, pole=6.0),
    "passivity": lambda robot, q: Passivity(robot, q, pole=6.0),
    "operational space": lambda robot, q: OperationalSpace(
        robot, "tool", robot.frame_pose(q, "tool"), pole=6.0, axes=[0, 0, 0, 1, 0, 1]
    ),
}


@pytest.mark.parametrize("name", LAWS)
def test_lyapunov_functions_fall_as_theory_says(five, name):
    robot, q = five
    law = LAWS[name](robot, q)
    start, dt = robot.integrate(q, np.full(2, 0.1)), 2e-3
    motion = robot.simulate(start, np.full(2, 0.2), law, duration=0.08, dt=dt, **NOTHING_ELSE)
    value = law.lyapunov(motion.time, motion.q, motion.v)
    rate = law.lyapunov_rate(motion.time, motion.q, motion.v)
    fallen = np.cumsum((rate[:-2:2] + 4 * rate[1:-1:2] + rate[2::2]) * dt / 3)
    assert np.abs(value[2::2] - value[0] - fallen).max() < 1e-6 * value[0]
    assert value[-1] < 0.99 * value[0]


def test_independent_joints_of_a_random_graph_have_their_poles():
    """The acceleration under the law is a_d − K_d u − K_p e, by the forward dynamics of the closed tree."""
    model = random_tree(5, bodies=5, kinds=("revolute", "prismatic"), mimic=0.3)
    rng = np.random.default_rng(5)
    q = model.random_configuration(rng)
    ends = model.body_names[2], model.body_names[4]
    one, other = (psiphi.Robot(model).frame_pose(q, end)[1] for end in ends)
    closed = psiphi.Robot(model.with_loop(*ends, "distance", length=float(np.linalg.norm(one - other))))
    robot = closed.embedded(q)
    start, v = robot.integrate(q, 0.05 * rng.standard_normal(robot.nv)), rng.standard_normal(robot.nv)
    law = ComputedTorque(robot, q, pole=3.0)
    x = law.signals(0.0, start, v)
    assert np.abs(x["e"]).max() > 0.01
    tau = np.zeros(closed.nv)
    tau[robot.independent] = law(0.0, start, v)
    found, _ = closed.constrained_forward_dynamics(start, robot.joint_velocity(start, v), tau)
    wanted = x["a_d"] - 6.0 * x["u"] - 9.0 * x["e"]
    np.testing.assert_allclose(found[robot.independent], wanted, rtol=0, atol=1e-9 * np.abs(wanted).max())


def test_what_has_no_meaning_there_is_refused(five):
    robot, q = five
    with pytest.raises(InputError, match="does not learn"):
        Adaptive(robot, q, pole=1.0, learning=1.0)
    with pytest.raises(InputError, match=r"pole: has shape \(4,\)"):
        Passivity(robot, q, pole=np.ones(4))
