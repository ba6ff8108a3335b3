"""Arms that hold each other or a common object, against the formulae of RJK 5.3 and 6."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from psiphi import Robot, robots
from psiphi.errors import ConstraintError, InputError, SingularError
from psiphi.formats.robots.two_pandas import FLANGE, READY
from psiphi.model import Frame, Loop, Model
from psiphi.model.kinematics import frame_pose
from psiphi.spatial import Pose, cross_force, force_transform

SIDES = ("left", "right")


def allowed(robot: Robot, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """The velocity nearest to v that keeps the loops closed."""
    J = robot.constraint_jacobian(q)
    return v - np.linalg.pinv(J) @ (J @ v)


def at_world_origin(robot: Robot, q: np.ndarray, frame: str, force: np.ndarray) -> np.ndarray:
    """A force [moment; force] at a frame and in its axes, at the origin of the world and in its axes."""
    return force_transform(*frame_pose(robot.model, q, frame)) @ force


@pytest.fixture(scope="module")
def pair() -> tuple[Robot, np.ndarray]:
    """Two Pandas whose flanges are welded together, at a configuration in which they meet."""
    arm = robots.panda().model
    rng = np.random.default_rng(3)
    angles = [np.array(READY) + 0.2 * rng.standard_normal(7) for _ in SIDES]
    flanges = [Pose(*frame_pose(arm, q, FLANGE)) for q in angles]
    model = Model("pair", ())
    for side, base in zip(SIDES, (Pose.identity(), flanges[0] @ flanges[1].inverse()), strict=True):
        model = replace(model, frames=(*model.frames, Frame(f"{side}_base", -1, base)))
        model = model.attach(arm, at=f"{side}_base", prefix=f"{side}_")
    loop = Loop("meeting", "weld", *(f"{side}_{FLANGE}" for side in SIDES))
    return Robot(replace(model, loops=(loop,))), np.concatenate(angles)


def test_two_arms_meet_with_the_force_of_their_effective_inertia(pair):
    """f = Λ_c(α₂f − α₁f), Λ_c⁻¹ = Λ₁⁻¹ + Λ₂⁻¹ [RJK 21–26], everything at the origin of the world."""
    robot, q = pair
    rng = np.random.default_rng(0)
    v, tau = allowed(robot, q, rng.standard_normal(14)), 10 * rng.standard_normal(14)
    free = robot.forward_dynamics(q, v, tau)
    tips = [f"{side}_{FLANGE}" for side in SIDES]
    alpha = [robot.frame_acceleration(q, v, free, tip, reference="world") for tip in tips]
    compliances = [robot.operational_space_compliance(q, tip, reference="world") for tip in tips]
    f = np.linalg.solve(sum(compliances), alpha[1] - alpha[0])
    acceleration, force = robot.constrained_forward_dynamics(q, v, tau)
    np.testing.assert_allclose(at_world_origin(robot, q, tips[0], force), f, rtol=1e-9, atol=1e-9)
    for place, tip, sign in ((slice(0, 7), tips[0], 1.0), (slice(7, 14), tips[1], -1.0)):
        push = robot.jacobian(q, tip, reference="world").T @ f
        correction = robot.mass_matrix_solve(q, sign * push)
        np.testing.assert_allclose(acceleration[place], (free + correction)[place], rtol=1e-9, atol=1e-9)


@pytest.fixture(scope="module")
def holding() -> tuple[Robot, np.ndarray]:
    return robots.two_pandas_with_box(), np.array([*READY, *READY, 0, 0, 0, 0, 0, 0, 1.0])


def box_at_world_origin(robot: Robot, q: np.ndarray) -> np.ndarray:
    """The spatial inertia of the box at the origin of the world, (6, 6)."""
    inertia = robot.model.bodies[robot.model.body_index("box")].inertia.matrix()
    X = force_transform(*frame_pose(robot.model, q, "box"))
    return X @ inertia @ X.T


def test_arms_with_an_object_both_ways(holding):
    """(M_o + ΣΛ_i)α_o = … and (M_o⁻¹ + Ω)f = … [RJK 6], with every grasp at the origin of the world."""
    robot, q = holding
    rng = np.random.default_rng(1)
    v, tau = allowed(robot, q, 0.5 * rng.standard_normal(20)), 5 * rng.standard_normal(20)
    free = robot.forward_dynamics(q, v, tau)
    tips = [f"{side}_{FLANGE}" for side in SIDES]
    alpha = [robot.frame_acceleration(q, v, free, tip, reference="world") for tip in tips]
    omega = [robot.operational_space_compliance(q, tip, reference="world") for tip in tips]
    M = box_at_world_origin(robot, q)
    V = robot.frame_velocity(q, v, "box", reference="world")
    weight = M @ np.concatenate([np.zeros(3), robot.model.gravity])  # at q the box stands at the origin
    pushed = robot.jacobian(q, "box", reference="world").T  # tau on the box acts in its own axes: the world's
    own = np.linalg.solve(pushed[14:], tau[14:])
    load = own + weight - cross_force(V, M @ V)

    inertias = [np.linalg.inv(x) for x in omega]
    right = load + sum(inertia @ x for inertia, x in zip(inertias, alpha, strict=True))
    object_acceleration = np.linalg.solve(M + sum(inertias), right)
    forces = [x @ (object_acceleration - y) for x, y in zip(inertias, alpha, strict=True)]

    coupled = np.kron(np.ones((2, 2)), np.linalg.inv(M))
    coupled[:6, :6] += omega[0]
    coupled[6:, 6:] += omega[1]
    right = np.concatenate([np.linalg.solve(M, load) - x for x in alpha])
    np.testing.assert_allclose(np.linalg.solve(coupled, right), np.concatenate(forces), rtol=1e-8, atol=1e-8)

    acceleration, force = robot.constrained_forward_dynamics(q, v, tau)
    for i, side in enumerate(SIDES):
        on_box = at_world_origin(robot, q, f"box_{side}", force[6 * i : 6 * i + 6])
        np.testing.assert_allclose(on_box, -forces[i], rtol=1e-8, atol=1e-8)
    reached = robot.frame_acceleration(q, v, acceleration, "box", reference="world")
    np.testing.assert_allclose(reached, object_acceleration, rtol=1e-8, atol=1e-8)
    assert robot.constraint_report(q).well_posed
    together = robot.constrained_operational_space_inertia(q, "box", reference="world")
    np.testing.assert_allclose(together, M + sum(inertias), rtol=1e-9, atol=1e-9)


def test_inertias_exist_where_nothing_is_held_fast_and_no_equation_is_redundant(holding):
    """The second row has an arm stretched out, which cannot move the box in one direction; the third NaN."""
    robot, q = holding
    stretched = np.concatenate([np.zeros(7), q[7:]])
    rows = np.stack([q, stretched, q * np.nan])
    assert robot.constrained_operational_space_rank(rows, "box").tolist() == [6, 5, 0]
    with pytest.raises(SingularError, match=r"in row 1 of the batch: frames: the loops hold 'box'") as error:
        robot.constrained_operational_space_inertia(rows, "box")
    assert error.value.rows.tolist() == [False, True, False]
    inertia = robot.constrained_operational_space_inertia(rows[[0, 2]], "box")
    compliance = robot.constrained_operational_space_compliance(rows[[0, 2]], "box")
    np.testing.assert_allclose(inertia[0] @ compliance[0], np.eye(6), atol=1e-10)
    assert np.isnan(inertia[1]).all()
    single = robot.constrained_operational_space_inertia(q.astype(np.float32), "box")
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, inertia[0], rtol=1e-3, atol=1e-3)
    # forces stay unique: it is the arms that cannot follow, not the loops that say the same twice
    at_cuts = robot.constraint_inertia(rows[:2])
    expected = np.broadcast_to(np.eye(12), (2, 12, 12))
    np.testing.assert_allclose(at_cuts @ robot.constraint_compliance(rows[:2]), expected, atol=1e-9)

    linkage = robots.four_bar()
    coupler = linkage.body_names[1]
    assert linkage.constrained_operational_space_rank(linkage.neutral(), coupler) == 1
    with pytest.raises(SingularError, match="the loops hold 'coupler' in some direction"):
        linkage.constrained_operational_space_inertia(linkage.neutral(), coupler)
    with pytest.raises(SingularError, match="equations of the loops are not independent"):
        linkage.constraint_inertia(linkage.neutral())


MOTORS = [f"{side}_panda_joint{k}" for side in SIDES for k in range(1, 8)]


@pytest.fixture(scope="module")
def motion(holding) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A velocity and accelerations (3, nv) that keep the grasp, and joint forces of the arms behind them."""
    robot, q = holding
    rng = np.random.default_rng(2)
    v, tau = allowed(robot, q, 0.5 * rng.standard_normal(20)), 5 * rng.standard_normal((3, 20))
    tau[:, 14:] = 0.0
    return v, robot.constrained_forward_dynamics(q, v, tau).acceleration, tau


def test_least_joint_forces(holding, motion):
    """τ is the least with Z*τ = Z*(𝓜a + C), Z the motions that the loops allow; and it moves the arms so."""
    robot, q = holding
    v, a, tau = motion
    found, force = robot.constrained_inverse_dynamics(q, v, a, MOTORS)
    np.testing.assert_allclose(found[:, 14:], 0.0)
    Z = np.linalg.svd(robot.constraint_jacobian(q))[2][12:]
    asked = robot.inverse_dynamics(q, v, a) @ Z.T
    np.testing.assert_allclose(found[:, :14], asked @ np.linalg.pinv(Z[:, :14]).T, rtol=1e-8, atol=1e-8)
    assert (np.linalg.norm(found, axis=1) < np.linalg.norm(tau, axis=1)).all()
    again = robot.constrained_forward_dynamics(q, v, found)
    np.testing.assert_allclose(again.acceleration, a, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(again.force, force, rtol=1e-8, atol=1e-8)


def test_a_squeeze_is_felt_by_the_box_and_moves_nothing(holding, motion):
    robot, q = holding
    v, a, _ = motion
    wanted = np.zeros(12)
    wanted[[5, 11]] = 40.0  # z of both faces looks inward
    easy = robot.constrained_inverse_dynamics(q, v, a, MOTORS, internal_force=np.zeros(12))
    tight = robot.constrained_inverse_dynamics(q, v, a, MOTORS, internal_force=wanted)
    np.testing.assert_allclose(tight.force - easy.force, np.broadcast_to(wanted, (3, 12)), atol=1e-9)
    again = robot.constrained_forward_dynamics(q, v, tight.torque)
    np.testing.assert_allclose(again.acceleration, a, rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(again.force, tight.force, rtol=1e-7, atol=1e-7)


def test_the_load_is_shared_as_told(holding):
    """Held still, the left arm carries three quarters of the forces: least Σ|f|²/share, by another way."""
    robot, q = holding
    still = np.zeros(20)
    shares = {"left_grasp": 3.0, "right_grasp": 1.0}
    torque, force = robot.constrained_inverse_dynamics(q, still, still, MOTORS, shares=shares)
    grip, load = robot.constraint_jacobian(q).T[14:], robot.inverse_dynamics(q, still, still)[14:]
    root = np.sqrt(np.repeat([3.0, 1.0], 6))
    np.testing.assert_allclose(force, root * np.linalg.lstsq(grip * root, load, rcond=None)[0], atol=1e-9)
    heights = [
        at_world_origin(robot, q, f"box_{s}", force[6 * i : 6 * i + 6])[5] for i, s in enumerate(SIDES)
    ]
    np.testing.assert_allclose(sum(heights), 4.0 * 9.81, rtol=1e-10)
    assert heights[0] > 1.5 * heights[1]
    held = robot.constrained_forward_dynamics(q, still, torque)
    np.testing.assert_allclose(held.acceleration, 0.0, atol=1e-8)


def test_what_motors_cannot_do_is_told(holding, motion):
    robot, q = holding
    v, a, _ = motion
    with pytest.raises(ConstraintError, match="has no motor"):
        robot.constrained_inverse_dynamics(q, v, a, MOTORS[:3])
    with pytest.raises(InputError, match="left_panda_joint9"):
        robot.constrained_inverse_dynamics(q, v, a, ["left_panda_joint9"])
    with pytest.raises(InputError, match="share"):
        robot.constrained_inverse_dynamics(q, v, a, MOTORS, shares={"left_grasp": 0.0})
    rows = np.stack([a[0], a[0] * np.nan])
    torque, force = robot.constrained_inverse_dynamics(q, v, rows, MOTORS)
    assert np.isnan(torque).any(axis=1).tolist() == np.isnan(force).any(axis=1).tolist() == [False, True]
