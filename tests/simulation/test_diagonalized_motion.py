"""The equations of motion integrated in ν = m*v: the same motion, and a constant |ν| where nothing acts."""

from __future__ import annotations

import numpy as np
import pytest
from motions import distance, ideal_tree, solved, some_state, weightless

from psiphi import PsiphiError, Robot
from psiphi.algebra import joint_operator, joint_vector
from psiphi.algebra import v as velocity

ROBOTS = {
    "free": ideal_tree(1, bodies=2, kinds=["spherical"], base="free"),
    "planar and rotors": ideal_tree(2, bodies=4, kinds=["planar", "revolute", "universal"], rotors=True),
}
DURATION = 0.24


pull = joint_vector("pull") - joint_operator("K_d", diagonal=True) @ velocity


def end(robot: Robot, q: np.ndarray, v: np.ndarray, **options: object) -> tuple[np.ndarray, np.ndarray]:
    inputs = {"pull": np.full(robot.nv, 0.7), "K_d": np.full(robot.nv, 0.2)}
    options |= {"duration": DURATION, "velocities": "diagonalized", "inputs": inputs}
    motion = robot.simulate(q, v, pull, **options)  # type: ignore[arg-type]
    return motion.q[-1], motion.v[-1]


@pytest.mark.parametrize("name", ROBOTS)
def test_the_motion_is_that_of_joint_velocities(name: str) -> None:
    """Each method keeps its order, and all lead where an independent solver of the equations in v leads."""
    robot = ROBOTS[name]
    q, v = some_state(robot, 3)
    truth = solved(robot, q, v, lambda t, q, v: 0.7 - 0.2 * v, DURATION)
    assert distance(robot, end(robot, q, v, dt=DURATION, method="dop853", tolerance=1e-12), truth) < 1e-10
    for method, steps, factor in (("rk4", 24, 16.0), ("semi_implicit", 200, 2.0)):
        coarse, fine = (
            distance(robot, end(robot, q, v, dt=DURATION / n, method=method), truth)
            for n in (steps, 2 * steps)
        )
        assert 0.7 * factor < coarse / fine < 1.4 * factor


def test_where_nothing_acts_the_length_of_nu_is_constant() -> None:
    robot = weightless(ROBOTS["planar and rotors"])
    q, v = some_state(robot, 1, batch=(2,))
    motion = robot.simulate(q, v, duration=2.0, dt=0.1, method="dop853", velocities="diagonalized")
    nu = robot.diagonalized_velocity(motion.q, motion.v)
    lengths = np.linalg.norm(nu, axis=-1)
    assert np.abs(lengths / lengths[0] - 1.0).max() < 1e-8
    assert np.abs(nu - nu[0]).max() > 0.1
    np.testing.assert_allclose(lengths**2 / 2, motion.kinetic_energy, rtol=1e-12)


def test_unknown_velocities_are_refused() -> None:
    robot = ROBOTS["free"]
    with pytest.raises(PsiphiError, match=r"velocities: 'joints' is unknown; choose one of joint, diag"):
        robot.simulate(*some_state(robot), duration=0.1, velocities="joints")
