"""Inverse kinematics, judged by `frame_pose`, by Pinocchio and by geometry."""

from __future__ import annotations

import pickle
import re
import sysconfig
import warnings
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pinocchio as pin
import pytest

import psiphi
from psiphi.errors import ArgumentTypeError, InputError, UnknownNameError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.targets import Direction, PointAt, Pose

FLANGE = "panda_link8"
FOLDER = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
Poses: TypeAlias = tuple[np.ndarray, np.ndarray, np.ndarray]


@pytest.fixture(scope="module")
def panda() -> psiphi.Robot:
    return psiphi.robots.panda()


@pytest.fixture(scope="module")
def poses(panda: psiphi.Robot) -> Poses:
    """Configurations, and rotations and positions of the flange there."""
    q = panda.random_configuration(np.random.default_rng(3), batch=300)
    return q, *panda.frame_pose(q, FLANGE)


def within_limits(robot: psiphi.Robot, q: np.ndarray) -> bool:
    return bool(((q >= robot.limits.lower) & (q <= robot.limits.upper)).all())


@pytest.mark.parametrize("name", ["panda", "ur5", "puma560"])
def test_poses_of_arms_are_found_within_their_limits(name: str) -> None:
    robot = getattr(psiphi.robots, name)()
    frame = robot.frame_names[-1]
    rotation, position = robot.frame_pose(
        robot.random_configuration(np.random.default_rng(1), batch=400), frame
    )
    found = robot.inverse_kinematics({frame: (rotation, position)})
    turned, place = robot.frame_pose(found.q, frame)
    assert found.converged.all()
    assert np.linalg.norm(place - position, axis=-1) == pytest.approx(found.distance, abs=1e-14)
    assert found.distance.max() < 1e-6
    assert np.linalg.norm(turned - rotation, axis=(-2, -1)).max() < 1.5e-6  # √2 times the angle
    assert found.angle.max() < 1e-6
    assert within_limits(robot, found.q)
    assert ((found.at_limits == 1) == (found.q == robot.limits.upper)).all()


@pytest.mark.parametrize(
    "options",
    [
        {
            "seed": 2,
            "bodies": 9,
            "mimic": 0.4,
        },  # a free joint within, prismatic, universal, helical, spherical
        {"seed": 3, "bodies": 6, "branching": "chain"},  # planar, prismatic, universal, revolute, spherical
        {"seed": 4, "bodies": 9, "mimic": 0.4, "base": "free"},
        {"seed": 6, "bodies": 9, "mimic": 0.4},
    ],
)
def test_joints_of_all_kinds_and_mimics(options: dict[str, Any]) -> None:
    robot = psiphi.Robot(random_tree(**options))
    frame = robot.body_names[-1]
    q = robot.random_configuration(np.random.default_rng(0), batch=60)
    rotation, position = robot.frame_pose(q, frame)
    found = robot.inverse_kinematics((frame, rotation, position))
    turned, place = robot.frame_pose(found.q, frame)
    assert found.converged.all()
    assert np.linalg.norm(place - position, axis=-1).max() < 1e-6
    assert np.linalg.norm(turned - rotation, axis=(-2, -1)).max() < 1.5e-6
    assert within_limits(robot, found.q)


def test_pinocchio_puts_the_tool_where_it_was_wanted() -> None:
    path = FOLDER / "ur_description/urdf/ur5_robot.urdf"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        robot = psiphi.load(path)
    model = pin.buildModelFromUrdf(str(path))
    data, rng = model.createData(), np.random.default_rng(0)
    frame = model.getFrameId("tool0")
    for _ in range(20):
        pin.framesForwardKinematics(model, data, rng.uniform(-3.0, 3.0, 6))
        wanted = pin.SE3(data.oMf[frame])
        found = robot.inverse_kinematics({"tool0": (wanted.rotation, wanted.translation)}, tolerance=1e-9)
        assert found.converged
        pin.framesForwardKinematics(model, data, found.q)
        assert np.abs(pin.log6(wanted.actInv(data.oMf[frame])).vector).max() < 2e-9


def test_what_is_left_free_is_free_and_what_is_wanted_is_met(panda: psiphi.Robot, poses: Poses) -> None:
    _, rotation, position = poses
    axis = np.array([0.0, 0.6, 0.8])
    along = rotation @ axis
    found = panda.inverse_kinematics({FLANGE: (None, position)})
    assert found.converged.all()
    assert not found.angle.any()
    assert np.linalg.norm(panda.frame_pose(found.q, FLANGE)[1] - position, axis=-1).max() < 1e-6
    found = panda.inverse_kinematics({FLANGE: (rotation, None)})
    assert found.converged.all()
    assert np.linalg.norm(panda.frame_pose(found.q, FLANGE)[0] - rotation, axis=(-2, -1)).max() < 1.5e-6
    found = panda.inverse_kinematics({FLANGE: [Pose(position=position), Direction(2.0 * axis, 3.0 * along)]})
    turned, place = panda.frame_pose(found.q, FLANGE)
    assert found.converged.all()
    assert np.linalg.norm(place - position, axis=-1).max() < 1e-6
    assert np.linalg.norm(turned @ axis - along, axis=-1).max() < 1e-6
    assert np.linalg.norm(turned - rotation, axis=(-2, -1)).max() > 0.1
    point = position + 0.3 * along
    found = panda.inverse_kinematics({FLANGE: PointAt(axis, point)})
    turned, place = panda.frame_pose(found.q, FLANGE)
    ray = (point - place) / np.linalg.norm(point - place, axis=-1, keepdims=True)
    assert found.converged.all()
    assert np.linalg.norm(turned @ axis - ray, axis=-1).max() < 1e-6


def test_several_frames_and_the_centre_of_mass_of_a_free_base() -> None:
    robot = psiphi.robots.quadruped()
    q = robot.random_configuration(np.random.default_rng(0), batch=20)
    feet = ("LF_foot", "RF_foot", "LH_foot", "RH_foot")
    targets = {foot: (None, robot.frame_pose(q, foot)[1]) for foot in feet}
    found = robot.inverse_kinematics(targets, center_of_mass=robot.center_of_mass(q))
    assert found.converged.all()
    assert np.linalg.norm(robot.center_of_mass(found.q) - robot.center_of_mass(q), axis=-1).max() < 1e-6
    for foot, (_, position) in targets.items():
        assert np.linalg.norm(robot.frame_pose(found.q, foot)[1] - position, axis=-1).max() < 1e-6
    alone = robot.inverse_kinematics({}, center_of_mass=[1.0, 2.0, 3.0])
    assert robot.center_of_mass(alone.q) == pytest.approx([1.0, 2.0, 3.0], abs=1e-6)


def test_out_of_reach_an_arm_is_stretched_towards_its_target() -> None:
    robot = psiphi.robots.planar_chain(3)
    tip = robot.frame_names[-1]
    base, ends = np.zeros(3), robot.frame_pose(robot.neutral(), tip)[1]
    length = np.linalg.norm(ends - base)
    way = robot.frame_pose(np.array([0.7, 0.0, 0.0]), tip)[1] / length
    found = robot.inverse_kinematics({tip: (None, 2.0 * length * way)}, limits=False)
    assert not found.converged
    assert found.distance == pytest.approx(length, rel=1e-9)
    assert robot.frame_pose(found.q, tip)[1] == pytest.approx(length * way, abs=1e-4)


def test_targets_out_of_reach_are_told_and_errors_are_true(panda: psiphi.Robot, poses: Poses) -> None:
    _, rotation, position = poses
    away = position[:40] + np.array([5.0, 0.0, 0.0])
    found = panda.inverse_kinematics({FLANGE: (rotation[:40], away)})
    _, place = panda.frame_pose(found.q, FLANGE)
    assert not found.converged.any()
    assert np.linalg.norm(place - away, axis=-1) == pytest.approx(found.distance)
    assert (found.distance < 5.7).all()
    assert within_limits(panda, found.q)
    assert not panda.reachable({FLANGE: (rotation[:2], away[:2])}).any()


def test_limits_are_kept_exactly_and_told(panda: psiphi.Robot, poses: Poses) -> None:
    _, rotation, position = poses
    found = panda.inverse_kinematics({FLANGE: (rotation[:40], position[:40] + np.array([0.0, 0.0, -1.0]))})
    lower, upper = np.broadcast_arrays(panda.limits.lower, panda.limits.upper, found.q)[:2]
    held = found.at_limits != 0
    assert held[~found.converged].any(axis=-1).mean() > 0.5
    assert (found.q[found.at_limits == 1] == upper[found.at_limits == 1]).all()
    assert (found.q[found.at_limits == -1] == lower[found.at_limits == -1]).all()
    assert ((found.q > lower) & (found.q < upper))[~held].all()


def test_rows_do_not_know_of_each_other(panda: psiphi.Robot, poses: Poses) -> None:
    _, rotation, position = poses
    shaped = {FLANGE: (rotation.reshape(6, 50, 3, 3), position.reshape(6, 50, 3))}
    whole = panda.inverse_kinematics(shaped)
    assert whole.q.shape == (6, 50, 7)
    assert whole.converged.shape == (6, 50)
    assert (panda.inverse_kinematics(shaped, threads=2).q == whole.q).all()
    flat = whole.q.reshape(300, 7)
    for row in range(10):
        assert (panda.inverse_kinematics({FLANGE: (rotation[row], position[row])}).q == flat[row]).all()
    holed = position.copy()
    holed[7, 1], holed[11, 0] = np.nan, np.inf
    found = panda.inverse_kinematics({FLANGE: (rotation, holed)})
    unknown = np.isin(np.arange(300), [7, 11])
    assert np.isnan(found.q[unknown]).all()
    assert np.isnan(found.error[unknown]).all()
    assert (found.seed[unknown] == -1).all()
    assert not found.converged[unknown].any()
    assert (found.q[~unknown] == flat[~unknown]).all()
    assert panda.inverse_kinematics({FLANGE: (rotation[:0], position[:0])}).q.shape == (0, 7)
    one = panda.inverse_kinematics({FLANGE: (rotation[0], position)})  # batches broadcast
    assert one.q.shape == (300, 7)


def test_single_precision_gives_single_precision_within_the_limits(panda: psiphi.Robot, poses: Poses) -> None:
    _, rotation, position = (x.astype(np.float32) for x in poses)
    found = panda.inverse_kinematics({FLANGE: (rotation, position)})
    exact = panda.inverse_kinematics({FLANGE: (rotation.astype(float), position.astype(float))})
    assert found.q.dtype == found.error.dtype == np.float32
    assert found.converged.all()
    assert within_limits(panda, found.q)
    held = exact.at_limits != 0
    assert held.any()
    np.testing.assert_array_equal(found.at_limits[held], exact.at_limits[held])
    assert np.abs(found.q - exact.q).max() < 5e-7
    mixed = panda.inverse_kinematics({FLANGE: (rotation[0], position[0])}, q0=np.zeros(7))
    assert mixed.q.dtype == np.float64


def test_a_path_is_followed_without_jumps() -> None:
    robot = psiphi.robots.ur5()
    tool = robot.frame_names[-1]
    corners = np.array([[-2.0, -1.5, 0.8, -1.0, 0.7, 0.0], [2.0, -0.5, 2.0, 0.5, 2.0, 4.0]])  # elbow bent
    path = corners[0] + np.linspace(0.0, 1.0, 200)[:, None] * (corners[1] - corners[0])
    rotation, position = robot.frame_pose(path, tool)
    found = robot.inverse_kinematics({tool: (rotation, position)}, q0=path[0], tracking=True, tolerance=1e-9)
    assert found.converged.all()
    assert np.abs(found.q - path).max() < 1e-6
    one = path[0]
    for k in range(5):
        one = robot.inverse_kinematics({tool: (rotation[k], position[k])}, q0=one, tolerance=1e-9).q
        assert (one == found.q[k]).all()
    both = np.stack([path, path[::-1]], axis=1)
    rotation, position = robot.frame_pose(both, tool)
    found = robot.inverse_kinematics({tool: (rotation, position)}, q0=both[0], tracking=True)
    assert np.abs(found.q - both).max() < 1e-3


def test_near_q0_the_branch_and_the_turn_are_kept() -> None:
    robot = psiphi.robots.ur5()
    tool = robot.frame_names[-1]
    q = np.array([4.0, -1.0, 1.5, -5.0, 3.5, 0.3])  # beyond half a turn, within the limits
    assert within_limits(robot, q)
    rotation, position = robot.frame_pose(q, tool)
    found = robot.inverse_kinematics({tool: (rotation, position)}, q0=q + 0.05)
    assert found.q == pytest.approx(q, abs=1e-5)
    assert found.seed == 0
    far = robot.inverse_kinematics({tool: (rotation, position)}, q0=np.zeros(6), seeds=50)
    assert far.converged
    assert within_limits(robot, far.q)


def test_seeds_and_limits_can_be_chosen(panda: psiphi.Robot, poses: Poses) -> None:
    q, rotation, position = poses
    own = panda.inverse_kinematics({FLANGE: (rotation[:5], position[:5])}, seeds=q[:5])
    assert own.converged.all()
    few = panda.inverse_kinematics({FLANGE: (rotation, position)}, seeds=1)
    assert 0.5 < few.converged.mean() < 1.0
    assert not few.seed.any()
    beyond = q[0].copy()
    beyond[3] = 0.5
    wanted = panda.frame_pose(beyond, FLANGE)
    assert panda.inverse_kinematics({FLANGE: wanted}, limits=False, q0=beyond).q == pytest.approx(beyond)


def test_what_targets_leave_free_goes_towards_a_posture(panda: psiphi.Robot) -> None:
    home = np.array(psiphi.robots.PANDA_READY)
    q = home + 0.5 * np.random.default_rng(3).standard_normal((60, 7))
    position = panda.frame_pose(q, FLANGE)[1]
    found = panda.inverse_kinematics({FLANGE: (None, position)}, posture=home, limits=False)
    assert found.converged.all()
    # at the nearest point the way to the posture has no part along which the flange rests
    J = panda.jacobian(found.q, FLANGE)[:, 3:]
    along = np.eye(7) - np.linalg.pinv(J) @ J
    assert np.linalg.norm(along @ (home - found.q)[..., None], axis=(-2, -1)).max() < 5e-3
    nearer = np.linalg.norm(found.q - home, axis=-1) < np.linalg.norm(q - home, axis=-1)
    assert nearer.mean() > 0.9
    kept = panda.inverse_kinematics({FLANGE: (None, position)}, posture=home)
    assert kept.converged.all()
    assert within_limits(panda, kept.q)


def test_all_branches_of_an_arm_of_six_joints() -> None:
    robot = psiphi.robots.ur5()
    tool = robot.frame_names[-1]
    q = robot.random_configuration(np.random.default_rng(0), batch=30)
    rotation, position = robot.frame_pose(q, tool)
    found = robot.inverse_kinematics({tool: (rotation, position)}, all_solutions=True, seeds=64)
    assert found.q.shape == (30, 8, 6)  # eight, and never more, of an arm like this
    there = found.converged
    assert set(there.sum(axis=-1)) <= {2, 4, 6, 8}
    assert np.isnan(found.q[~there]).all()
    turned, place = robot.frame_pose(np.where(there[..., None], found.q, 0.0), tool)
    assert np.abs(place - position[:, None])[there].max() < 1e-6
    assert np.abs(turned - rotation[:, None])[there].max() < 1e-6
    apart = np.abs((found.q - q[:, None] + np.pi) % (2.0 * np.pi) - np.pi).max(axis=-1)
    assert (np.where(there, apart, np.inf).min(axis=-1) < 1e-4).all()  # the one that we know
    single = robot.inverse_kinematics({tool: (rotation[0], position[0])}, all_solutions=True, seeds=64)
    assert (single.q[single.converged] == found.q[0][there[0]]).all()
    rounded = {tool: (rotation.astype(np.float32), position.astype(np.float32))}
    coarse = robot.inverse_kinematics(rounded, all_solutions=True, seeds=64)
    assert coarse.q.dtype == np.float32
    assert (coarse.converged.sum(axis=-1) == there.sum(axis=-1)).all()
    with pytest.raises(InputError, match="is no rotation in row"):
        robot.inverse_kinematics({tool: (2.0 * rotation, position)}, all_solutions=True)


@pytest.mark.parametrize("kind", ["spherical", "planar", "free", "universal"])
def test_a_rotation_is_one_branch_however_it_is_written(kind: str) -> None:
    robot = psiphi.Robot(random_tree(3, bodies=1, kinds=[kind]))
    frame = robot.frame_names[-1]
    pose = robot.frame_pose(robot.random_configuration(np.random.default_rng(0), batch=4), frame)
    found = robot.inverse_kinematics({frame: pose}, all_solutions=True, seeds=32)
    assert found.q.shape == (4, 1, robot.nq)
    assert found.converged.all()


def test_endless_solutions_are_refused(panda: psiphi.Robot, poses: Poses) -> None:
    with pytest.raises(InputError, match="7 degrees of freedom for 6 equations"):
        panda.inverse_kinematics({FLANGE: poses[1:]}, all_solutions=True)
    with pytest.raises(InputError, match="neither q0 nor posture"):
        panda.inverse_kinematics({FLANGE: poses[1:]}, all_solutions=True, q0=poses[0])
    chain = psiphi.robots.planar_chain(4)
    end = chain.frame_names[-1]
    with pytest.raises(InputError, match="4 degrees of freedom for 3 equations"):
        chain.inverse_kinematics((end, *chain.frame_pose(np.full(4, 0.3), end)), all_solutions=True)
    aim = {FLANGE: [PointAt([0.0, 0.0, 1.0], np.zeros(3)), Direction([1.0, 0.0, 0.0], [1.0, 0.0, 0.0])]}
    with pytest.raises(InputError, match="7 degrees of freedom for 4 equations"):
        panda.inverse_kinematics(aim, all_solutions=True)


@pytest.mark.parametrize(
    ("targets", "options", "error", "says"),
    [
        ({}, {}, InputError, "nothing is wanted"),
        ({"nowhere": (np.eye(3), np.zeros(3))}, {}, UnknownNameError, "nowhere"),
        ({FLANGE: np.zeros(3)}, {}, InputError, "ndarray given"),
        ({FLANGE: (None, None)}, {}, InputError, "neither a rotation nor a position"),
        ({FLANGE: (np.eye(4), np.zeros(3))}, {}, InputError, "(4, 4)"),
        ({FLANGE: (2.0 * np.eye(3), np.zeros(3))}, {}, InputError, "is no rotation"),
        ({FLANGE: (-np.eye(3), np.zeros(3))}, {}, InputError, "right-handed"),
        ({FLANGE: (np.eye(3), np.zeros(2))}, {}, InputError, "(..., 3)"),
        ({FLANGE: Direction([0.0, 0.0, 0.0], [0.0, 0.0, 1.0])}, {}, InputError, "points nowhere"),
        ({FLANGE: Pose(position=np.zeros(3), weight=0.0)}, {}, InputError, "weight: 0.0"),
        ({FLANGE: (None, np.zeros(3))}, {"tolerance": 0.0}, InputError, "tolerance: 0.0"),
        ({FLANGE: (None, np.zeros(3))}, {"seeds": 0}, InputError, "seeds: 0"),
        ({FLANGE: (None, np.zeros(3))}, {"threads": 0}, InputError, "threads: 0"),
        ({FLANGE: (None, np.zeros(3))}, {"q0": np.zeros(6)}, InputError, "q0"),
        ({FLANGE: (None, np.zeros((4, 3)))}, {"q0": np.zeros((3, 7))}, InputError, "do not broadcast"),
        ({FLANGE: (np.zeros((2, 3, 3)), np.zeros((4, 3)))}, {}, InputError, "do not broadcast"),
        ({FLANGE: (None, np.zeros((4, 3)))}, {"tracking": True}, InputError, "give q0"),
        ({FLANGE: (None, np.zeros(3))}, {"posture": np.zeros(3)}, InputError, "posture"),
        ([FLANGE], {}, ArgumentTypeError, "mapping"),
        ({FLANGE: ([[1.0, 0.0, 0.0], [0.0, 1.0]], None)}, {}, ArgumentTypeError, "list is not an array"),
        ({FLANGE: Direction(np.eye(3), [0.0, 0.0, 1.0])}, {}, InputError, "three finite numbers"),
        ({FLANGE: PointAt([np.nan, 0.0, 0.0], [0.0, 0.0, 1.0])}, {}, InputError, "three finite numbers"),
        ({FLANGE: (np.eye(3), np.zeros(3))}, {"tolerance": 1e-300}, InputError, "tolerance: 1e-300"),
        ({FLANGE: (None, np.zeros(3))}, {"seeds": np.zeros((0, 7))}, InputError, "(0, 7)"),
        ({FLANGE: (None, np.zeros(3))}, {"seeds": np.zeros((2, 2, 7))}, InputError, "(2, 2, 7)"),
        ({FLANGE: (None, np.zeros(3))}, {"limits": (-np.ones(7), np.ones(7))}, ArgumentTypeError, "limits"),
        (
            {FLANGE: (None, np.zeros((4, 3)))},
            {"tracking": True, "q0": np.zeros(7), "seeds": 8},
            InputError,
            "neither all_solutions nor seeds",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(
    panda: psiphi.Robot, targets: Any, options: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=re.escape(says)):
        panda.inverse_kinematics(targets, **options)


def test_only_the_ratios_of_weights_and_the_ways_of_directions_count(
    panda: psiphi.Robot, poses: Poses
) -> None:
    _, rotation, position = poses
    plain = panda.inverse_kinematics({FLANGE: (rotation, position)})
    light = panda.inverse_kinematics({FLANGE: Pose(rotation, position, weight=1e-12)})
    assert (light.q == plain.q).all()
    found = panda.inverse_kinematics({FLANGE: Direction([0.0, 0.0, 1e200], [0.0, -1e200, 0.0])})
    assert found.converged
    assert panda.frame_pose(found.q, FLANGE)[0][:, 2] == pytest.approx([0.0, -1.0, 0.0], abs=1e-6)


@pytest.mark.parametrize("batch", [(0,), (4, 0), (0, 4)])
def test_empty_paths_and_nan_on_the_way(panda: psiphi.Robot, poses: Poses, batch: tuple[int, ...]) -> None:
    q, rotation, position = poses
    nothing = {FLANGE: (np.zeros((*batch, 3, 3)), np.zeros((*batch, 3)))}
    assert panda.inverse_kinematics(nothing, q0=q[0], tracking=True).q.shape == (*batch, 7)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = panda.inverse_kinematics({FLANGE: (rotation[:2] * [[[1.0]], [[np.nan]]], position[:2])})
    assert found.converged.tolist() == [True, False]
    assert np.isnan(found.q[1]).all()


def test_copies_of_a_robot_search_for_themselves(panda: psiphi.Robot, poses: Poses) -> None:
    _, rotation, position = poses
    wanted = {FLANGE: (rotation[0], position[0])}
    found = panda.inverse_kinematics(wanted)
    assert (pickle.loads(pickle.dumps(panda)).inverse_kinematics(wanted).q == found.q).all()
