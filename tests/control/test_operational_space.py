"""Laws for frames: poles, null space, singularities, springs and forces are what they were asked to be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from controlled import FLANGE, HOME, NOTHING_ELSE, PANDA, check_lyapunov, controlled, some_tree, started

import psiphi
from psiphi.control import HybridForce, Impedance, OperationalSpace, PoseSpline, PoseToPose
from psiphi.errors import InputError
from psiphi.model import Frame
from psiphi.spatial import Pose, exp_so3

ROTATION, PLACE = PANDA.frame_pose(HOME, FLANGE)
GOAL = (exp_so3([0.3, -0.2, 0.4]) @ ROTATION, np.add(PLACE, [0.1, 0.1, -0.1]))
LINE = PoseToPose((ROTATION, PLACE), GOAL, 0.8)


def circle(t):
    """Rotation, position, velocity and acceleration, turning about the vertical on the way."""
    c, s = 0.1 * np.cos(3.0 * t), 0.1 * np.sin(3.0 * t)
    return (
        exp_so3([0.0, 0.0, 0.5 * np.sin(t)]) @ ROTATION,
        np.add(PLACE, [0.0, s, c - 0.1]),
        np.array([0.0, 0.0, 0.5 * np.cos(t), 0.0, 3.0 * c, -3.0 * s]),
        np.array([0.0, 0.0, -0.5 * np.sin(t), 0.0, -9.0 * s, -9.0 * c]),
    )


def test_the_frame_has_its_poles_and_the_posture_is_not_seen():
    """ë + 2pė + p²e = 0 for the place of the frame, with a posture in the null space and without."""
    pole = 8.0
    q, v = started(PANDA, HOME, 3)
    errors = []
    for posture in (HOME, None):
        law = OperationalSpace(PANDA, FLANGE, circle, pole=pole, posture=posture)
        motion = controlled(law, HOME + 0.2 * (q - HOME), v, 0.5)
        check_lyapunov(law, motion, 1e-8)
        signals = law.signals(motion.time, motion.q, motion.v)
        e, u = signals["e"][:, 3:], signals["u"][:, 3:]
        place = PANDA.frame_pose(motion.q, FLANGE)[1] - np.stack([circle(t)[1] for t in motion.time])
        np.testing.assert_allclose(e, place, rtol=0, atol=1e-14)
        t = motion.time[:, None]
        expected = np.exp(-pole * t) * (e[0] + (u[0] + pole * e[0]) * t)
        assert np.abs(e - expected).max() < 1e-9
        errors.append((signals["e"], motion.q))
    assert np.abs(errors[0][0] - errors[1][0]).max() < 1e-9
    assert np.abs(errors[0][1] - errors[1][1]).max() > 1e-2  # the arm moves in another way


def test_gains_are_matrices_and_differ_by_row():
    """V = ½u*u + ½e*K_p e falls by u*K_d u, with matrices that couple axes of rotation and position."""
    rng = np.random.default_rng(0)
    spread = 5.0 * rng.standard_normal((2, 2, 6, 6))
    stiff, damp = 60.0 * np.eye(6) + spread @ spread.swapaxes(-1, -2) * [[[[0.5]]], [[[0.05]]]]
    law = OperationalSpace(PANDA, FLANGE, GOAL, stiffness=stiff, damping=damp)
    motion = controlled(law, np.stack([HOME, HOME]), np.full(7, 0.3), 0.2)
    check_lyapunov(law, motion, 1e-7)


def test_a_random_robot_follows_a_line_by_position_alone():
    robot = some_tree(
        11, bodies=4, kinds=("revolute", "spherical", "prismatic"), branching="chain", rotors=True
    )
    home, frame = robot.random_configuration(np.random.default_rng(1)), robot.frame_names[-1]
    rotation, place = robot.frame_pose(home, frame)
    line = PoseToPose((rotation, place), (np.eye(3), place + 0.1), 0.5)
    law = OperationalSpace(robot, frame, line, pole=8.0, posture=home, axes="position")
    motion = controlled(law, *started(robot, home), 0.3)
    check_lyapunov(law, motion, 1e-7)


@pytest.mark.parametrize(("axes", "damped"), [(None, 0.05), ("position", 0.05)])
def test_a_law_is_its_expression(axes, damped):
    law = OperationalSpace(PANDA, FLANGE, LINE, pole=8.0, posture=HOME, damped=damped, axes=axes)
    q, v = started(PANDA, HOME)
    inputs = {**law.signals(0.3, q, v), **law.gains}
    occurring = {x.name for x in psiphi.algebra.expression.symbols_of(law.expression)}
    vectors = {name: x for name, x in inputs.items() if name in occurring}
    if axes == "position":  # constants of the code
        chosen = np.repeat([0.0, 1.0], 3)
        vectors["T_x"] = np.diag(chosen)[None]
        vectors["N_x"] = np.diag(np.where(chosen, damped, 1.0))[None]
    by_matrices = psiphi.dense(law.expression, PANDA, q, v=v, frames=[FLANGE], vectors=vectors)
    np.testing.assert_allclose(law(0.3, q, v), by_matrices, rtol=0, atol=1e-10 * np.abs(by_matrices).max())


@pytest.mark.parametrize("bound", [{"damped": 0.1}, {"spectral": 0.1, "axes": "position"}])
def test_bounded_it_bears_a_place_out_of_reach(bound):
    """Joint forces stay bounded and the arm comes to rest, stretched towards what it cannot reach."""
    far = (ROTATION, np.add(PLACE, [0.6, 0.0, 0.15]))
    law = OperationalSpace(PANDA, FLANGE, far, pole=4.0, posture_pole=3.0, **bound)
    motion = controlled(law, HOME, np.zeros(7), 5.0, dt=2e-3, every=10)
    assert np.abs(motion.tau).max() < 200.0
    assert np.abs(motion.v[-1]).max() < 0.1
    before, after = (np.linalg.norm(far[1] - PANDA.frame_pose(motion.q[i], FLANGE)[1]) for i in (0, -1))
    assert after < 0.6 * before


@pytest.mark.parametrize("axes", [None, "position"])
def test_spectral_it_bounds_weak_directions_alone(axes):
    """Λ is that of NumPy's eigenvalues of J𝓜⁻¹J*: 1/λ where λ is large, λ/λ₀² where it is small."""
    least = 0.2
    law = OperationalSpace(PANDA, FLANGE, LINE, pole=8.0, posture=HOME, spectral=least, axes=axes)
    q, v = started(PANDA, HOME)
    places = np.flatnonzero(law.axes)
    jacobian = PANDA.jacobian(q, FLANGE)
    omega = jacobian @ PANDA.mass_matrix_inverse(q) @ jacobian.T
    values, vectors = np.linalg.eigh(omega[np.ix_(places, places)])
    assert values.min() < least < values.max()
    inertia = np.zeros((6, 6))
    inertia[np.ix_(places, places)] = (vectors * (values / np.maximum(values, least) ** 2)) @ vectors.T
    signals = law.signals(0.3, q, v)
    np.testing.assert_allclose(signals["Lambda"].reshape(6, 6), inertia, rtol=0, atol=1e-11)
    own = -4.0 * v - 4.0 * (q - HOME)
    pushed = inertia @ (signals["x"] - PANDA.jacobian_dot_v(q, v, FLANGE) - jacobian @ own)
    expected = PANDA.inverse_dynamics(q, v, own) + jacobian.T @ pushed
    np.testing.assert_allclose(law(0.3, q, v), expected, rtol=0, atol=1e-11 * np.abs(expected).max())


def test_an_impedance_of_a_random_robot_is_passive():
    robot = some_tree(6, bodies=4, kinds=("revolute", "spherical", "planar"), branching="chain", mimic=0.5)
    home, frame = robot.random_configuration(np.random.default_rng(1)), robot.frame_names[-1]
    law = Impedance(robot, frame, robot.frame_pose(home, frame), stiffness=[2.0, 20.0], damping=[0.3, 3.0])
    check_lyapunov(law, controlled(law, *started(robot, home), 0.3), 1e-6)


def test_an_impedance_is_passive_and_gives_way_by_its_compliance():
    stiffness, damping = np.diag([30.0, 40.0, 50.0, 300.0, 250.0, 200.0]), [4.0, 40.0]
    stiffness[3, 4] = stiffness[4, 3] = 80.0
    law = Impedance(PANDA, FLANGE, (ROTATION, PLACE), stiffness=stiffness, damping=damping)
    motion = controlled(law, HOME + 0.1, np.zeros(7), 0.2, dt=2.5e-4)
    check_lyapunov(law, motion, 2e-6)
    force = np.array([3.0, -2.0, 5.0])

    def pushed(t, q, v):
        push = np.concatenate([np.zeros(3), force])
        return law(t, q, v) + PANDA.jacobian(q, FLANGE).T @ push

    rest = PANDA.simulate(HOME, np.zeros(7), pushed, duration=4.0, dt=2e-3, method="rk4", **NOTHING_ELSE)
    given_way = law.signals(0.0, rest.q[-1], rest.v[-1])["e"]
    expected = np.linalg.solve(stiffness, np.concatenate([np.zeros(3), force]))
    assert np.abs(given_way - expected).max() < 0.01 * np.abs(expected).max()


def test_a_hybrid_law_presses_on_a_wall_and_slides_along_it():
    """The force of a wall that holds the flange at its height is as asked for; the slide has its poles."""
    model = PANDA.model
    wall = Frame("wall", -1, Pose(position=tuple(PLACE)))
    held = psiphi.Robot(
        replace(model, frames=(*model.frames, wall)).with_loop(
            "wall", FLANGE, "sliding_contact", axis=(0.0, 0.0, 1.0), name="contact"
        )
    )
    pole, goal = 8.0, np.add(PLACE, [0.05, 0.02, 0.0])
    law = HybridForce(
        PANDA,
        FLANGE,
        (ROTATION, goal),
        force=[0.0, 0.0, 0.0, 0.0, 0.0, -20.0],
        motion=[True] * 5 + [False],
        pole=pole,
        posture=HOME,
    )
    start, _ = held.assemble(HOME)
    motion = held.simulate(start, np.zeros(7), law, duration=0.3, dt=2e-3, **NOTHING_ELSE)
    _, force = held.constrained_forward_dynamics(motion.q, motion.v, motion.tau)
    np.testing.assert_allclose(np.abs(force), 20.0, rtol=1e-9)
    place = PANDA.frame_pose(motion.q, FLANGE)[1]
    assert np.abs(place[:, 2] - PLACE[2]).max() < 1e-9
    t = motion.time[:, None]
    expected = goal[:2] + np.exp(-pole * t) * (1.0 + pole * t) * (PLACE - goal)[:2]
    assert np.abs(place[:, :2] - expected).max() < 1e-6


def test_a_hybrid_law_of_a_random_robot_presses_as_asked():
    """In touch with a plane, the robot feels the force it is asked for, and slides with its poles."""
    robot = some_tree(12, bodies=7, kinds=("revolute",), branching="chain")
    q, frame = robot.random_configuration(np.random.default_rng(2)), robot.body_names[-1]
    rotation, place = robot.frame_pose(q, frame)
    model, pole = robot.model, 5.0
    wall = Frame("wall", -1, Pose(position=tuple(place)))
    held = psiphi.Robot(
        replace(model, frames=(*model.frames, wall)).with_loop("wall", frame, "sliding_contact", name="touch")
    )
    law = HybridForce(
        robot,
        frame,
        (rotation, np.add(place, [0.1, -0.2, 0.0])),
        force=[0.0, 0.0, 0.0, 0.0, 0.0, -7.0],
        motion=[True] * 5 + [False],
        pole=pole,
    )
    v = held.project_velocity(q, 0.3 * np.random.default_rng(3).standard_normal(7))
    a, force = held.constrained_forward_dynamics(q, v, law(0.0, q, v))
    np.testing.assert_allclose(np.abs(force), 7.0, rtol=1e-8)
    x = law.signals(0.0, q, v)
    moved = robot.jacobian(q, frame) @ a + robot.jacobian_dot_v(q, v, frame)
    expected = -2.0 * pole * x["u"] - pole**2 * x["e"]
    np.testing.assert_allclose(moved[:5], expected[:5], rtol=0, atol=1e-8 * np.abs(expected).max())


def test_pose_splines_go_through_their_poses_with_the_velocities_they_say():
    """Velocity and acceleration of the reference are the differences of its poses; near the start, too."""
    times = np.array([0.0, 0.3, 0.7, 1.0])
    turns = np.array([[0.0, 0.0, 0.0], [1e-3, 2e-3, 0.0], [0.8, -1.5, 0.5], [1.5, -2.5, 1.0]])
    places = PLACE + 0.1 * np.random.default_rng(0).standard_normal((4, 3))
    spline = PoseSpline(times, exp_so3(turns) @ ROTATION, places)
    law = OperationalSpace(PANDA, FLANGE, spline, pole=8.0)

    def at(t):
        """Pose, velocity and acceleration, read off the errors of a robot that stands still."""
        x = law.signals(t, HOME, np.zeros(7))
        e = x["e"]
        turned = exp_so3(e[:3])  # R R_d*
        velocity = np.concatenate([turned.T @ -x["u"][:3], -x["u"][3:]])
        return (
            turned.T @ ROTATION,
            PLACE - e[3:],
            velocity,
            np.concatenate([turned.T @ x["w_dot"][:3], x["w_dot"][3:]]),
        )

    for t, turn, place in zip(times, turns, places, strict=True):
        rotation, position, *_ = at(float(t))
        np.testing.assert_allclose(rotation, exp_so3(turn) @ ROTATION, atol=1e-9)
        np.testing.assert_allclose(position, place, atol=1e-12)
    h = 1e-5
    for t in (0.02, 0.1, 0.299, 0.5, 0.9):
        (r0, p0, v0, _), (rotation, _, velocity, acceleration), (r1, p1, v1, _) = (
            at(t + s) for s in (-h, 0.0, h)
        )
        spin = (r1 - r0) / (2 * h) @ rotation.T
        omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        np.testing.assert_allclose(velocity, np.concatenate([omega, (p1 - p0) / (2 * h)]), atol=1e-6)
        np.testing.assert_allclose(acceleration, (v1 - v0) / (2 * h), atol=1e-5)
    with pytest.raises(InputError, match="give one for each"):
        PoseSpline(times, exp_so3(turns) @ ROTATION, places[:3])


def test_bad_gains_axes_and_references_are_refused_by_name():
    with pytest.raises(InputError, match="stiffness: is not positive definite"):
        Impedance(PANDA, FLANGE, GOAL, stiffness=[1, 1, 1, 1, 1, -1], damping=1.0)
    with pytest.raises(InputError, match="damping: is not finite and symmetric"):
        OperationalSpace(PANDA, FLANGE, GOAL, stiffness=1.0, damping=np.eye(6) + np.eye(6, k=1))
    with pytest.raises(InputError, match="pole: has shape"):
        OperationalSpace(PANDA, FLANGE, GOAL, pole=[1.0, 2.0, 3.0])
    with pytest.raises(InputError, match="axes: 'all' given"):
        OperationalSpace(PANDA, FLANGE, GOAL, pole=1.0, axes="all")
    with pytest.raises(InputError, match="not zero along the axes of motion"):
        HybridForce(PANDA, FLANGE, GOAL, force=np.ones(6), motion=[True] * 5 + [False], pole=1.0)
    with pytest.raises(InputError, match="is no rotation"):
        OperationalSpace(PANDA, FLANGE, (2.0 * np.eye(3), PLACE), pole=1.0)
    with pytest.raises(InputError, match="gives 2 arrays"):
        OperationalSpace(PANDA, FLANGE, lambda t: GOAL, pole=1.0)
    with pytest.raises(InputError, match="give a pose"):
        OperationalSpace(PANDA, FLANGE, PLACE, pole=1.0)
    with pytest.raises(InputError, match="damped"):
        OperationalSpace(PANDA, FLANGE, GOAL, pole=1.0, damped=-0.1)
    with pytest.raises(InputError, match="axes: 3 given"):
        OperationalSpace(PANDA, FLANGE, GOAL, pole=1.0, axes=3)
    with pytest.raises(InputError, match="both given"):
        OperationalSpace(PANDA, FLANGE, GOAL, pole=1.0, damped=0.1, spectral=0.1)
