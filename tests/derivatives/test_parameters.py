"""Parameters as arguments, against robots that have them as constants, and regressors against Pinocchio."""

from __future__ import annotations

import sysconfig
from dataclasses import replace
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest
from differences import close, differences, state

from psiphi import Robot, load, robots
from psiphi.errors import ArgumentTypeError, InputError, ModelError, UnknownNameError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.spatial import Inertia
from psiphi.spatial.pose import Pose
from psiphi.spatial.quaternion import quaternion_to_rotation

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"


def other_inertias(robot: Robot, seed: int = 1) -> np.ndarray:
    """Parameters of other bodies that there can be: those of the robot, each by a factor of its own."""
    factors = np.random.default_rng(seed).uniform(0.5, 2.0, len(robot.body_names))
    return (robot.inertial_parameters().reshape(-1, 10) * factors[:, None]).ravel()


@pytest.mark.parametrize(
    ("seed", "options"), [(0, {}), (1, {"base": "free"}), (2, {"rotors": True}), (3, {"mimic": 0.5})]
)
def test_all_inertias(seed, options):
    robot = Robot(random_tree(seed, bodies=5, **options))
    varied = robot.varying("inertia")
    q, v, x = state(robot, seed)
    p = other_inertias(robot)
    fixed = robot.with_inertial_parameters(p)
    close(fixed.inertial_parameters(), p, 1e-13)
    for name, arrays in (
        ("inverse_dynamics", (q, v, x)),
        ("forward_dynamics", (q, v, x)),
        ("mass_matrix", (q,)),
        ("kinetic_energy", (q, v)),
        ("potential_energy", (q,)),
        ("center_of_mass", (q,)),
        ("momentum", (q, v)),
    ):
        found = getattr(varied, name)(*arrays, parameters=p)
        close(found, getattr(fixed, name)(*arrays), 1e-11)


def test_gravity_payload_and_armature():
    """One row of parameters for each configuration."""
    model = random_tree(6, bodies=5, kinds=["revolute", "universal", "prismatic"])
    robot = Robot(model)
    joint = robot.joint_names[1]
    varied = robot.varying("gravity", "payload:frame_3", f"armature:{joint}")
    assert varied.parameter_names[0] == "gravity[0]"
    assert varied.parameter_names[-1] == f"armature:{joint}"
    q, v, x = state(robot, batch=(2,))
    load_ = Inertia(2.0, [0.1, -0.2, 0.3], np.diag([0.1, 0.2, 0.15]))
    matrix = load_.matrix()
    ten = [2.0, 0.2, -0.4, 0.6, *matrix[:3, :3][[0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]]
    rows = np.array([[1.0, 2.0, 3.0, *ten, 0.5], varied.present_parameters()])
    found = varied.forward_dynamics(q, v, x, parameters=rows)
    bodies = [
        replace(body, joint=replace(body.joint, rotor=replace(body.joint.rotor, inertia=0.5, gear_ratio=1.0)))
        if body.joint.name == joint
        else body
        for body in model.bodies
    ]
    heavy = replace(model, bodies=tuple(bodies), gravity=(1.0, 2.0, 3.0)).with_payload("frame_3", load_)
    close(found[0], Robot(heavy).forward_dynamics(q[0], v[0], x[0]), 1e-11)
    close(found[1], robot.forward_dynamics(q[1], v[1], x[1]), 1e-11)
    close(varied.potential_energy(q[0], parameters=rows[0]), Robot(heavy).potential_energy(q[0]), 1e-12)


@pytest.mark.parametrize(
    ("seed", "options"), [(1, {"rotors": True}), (2, {"base": "free"}), (3, {"mimic": 0.5})]
)
def test_placements_of_joints(seed, options):
    """Against models whose joints sit there; quaternions have any length."""
    robot = Robot(random_tree(seed, bodies=6, **options))
    varied = robot.varying("placement")
    q, v, x = state(robot, seed)
    close(
        varied.inverse_dynamics(q, v, x, parameters=varied.present_parameters()),
        robot.inverse_dynamics(q, v, x),
        1e-13,
    )
    p = varied.present_parameters() + 0.3 * np.random.default_rng(seed).standard_normal(6 * 7)
    model = robot.model.merged()
    bodies = list(model.bodies)
    for each in varied.parameters:
        position, quaternion = np.split(p[each.place], [3])
        pose = Pose(quaternion_to_rotation(quaternion / np.linalg.norm(quaternion)), position)
        body = bodies[each.body]
        bodies[each.body] = replace(body, joint=replace(body.joint, placement=pose))
    other = Robot(replace(model, bodies=tuple(bodies)))
    for name in ("inverse_dynamics", "forward_dynamics"):
        close(getattr(varied, name)(q, v, x, parameters=p), getattr(other, name)(q, v, x), 1e-11)
    frame = model.frames[-1].name
    for found, expected in zip(
        varied.frame_pose(q, frame, parameters=p), other.frame_pose(q, frame), strict=True
    ):
        close(found, expected, 1e-12)
    zero = p.copy()
    zero[3:7] = 0.0
    with pytest.raises(InputError, match="no rotation"):
        varied.inverse_dynamics(q, v, x, parameters=zero)


def test_derivatives_by_placements():
    robot = robots.panda()
    varied = robot.varying("placement:panda_joint4")
    q, v, x = state(robot)
    p = varied.present_parameters()
    slope = varied.kernel("inverse_dynamics").jacobian("parameters")(q, v, x, p)
    expected = differences(lambda d: (varied.inverse_dynamics(q, v, x, parameters=p + d),), 7)[0]
    close(slope, expected, 1e-9)


def test_methods_that_choose_kernels():
    """Other forms, external forces and packed results, of a robot with parallel axes."""
    robot = robots.ur5()
    varied, p = robot.varying("inertia"), other_inertias(robot)
    fixed = robot.with_inertial_parameters(p)
    q, v, x = state(robot, batch=(2,))
    expected = fixed.forward_dynamics(q, v, x)
    for method in ("FD1", "FD3", "FD4"):
        close(varied.forward_dynamics(q, v, x, method=method, parameters=p), expected, 1e-11)
    forces = {robot.body_names[-1]: np.arange(6.0)}
    found = varied.forward_dynamics(q, v, x, forces, method="FD3", parameters=p)
    close(found, fixed.forward_dynamics(q, v, x, forces), 1e-11)
    packed = varied.inverse_dynamics_derivatives(q, v, x, packed=True, parameters=p)
    for one, matrix in zip(packed, fixed.inverse_dynamics_derivatives(q, v, x), strict=True):
        whole = np.zeros(matrix.shape)
        whole[..., one.rows, one.columns] = one.entries
        close(whole, matrix, 1e-11)


def test_second_derivatives_of_varying_robots():
    robot = Robot(random_tree(3, bodies=2, kinds=("revolute",)))
    varied, p = robot.varying("inertia"), other_inertias(robot)
    fixed = robot.with_inertial_parameters(p)
    arrays = state(robot)
    found = varied.inverse_dynamics_second_derivatives(*arrays, parameters=p)
    for one, right in zip(found, fixed.inverse_dynamics_second_derivatives(*arrays), strict=True):
        close(one, right, 1e-11)


def test_derivatives_by_parameters():
    robot = robots.panda()
    varied = robot.varying("mass:panda_link7", "moment:panda_link7", "gravity")
    q, v, tau = state(robot)
    p = varied.present_parameters()
    found = varied.kernel("forward_dynamics").jacobian("parameters")(q, v, tau, p)
    kernel = varied.kernel("forward_dynamics")
    close(found, differences(lambda dp: (kernel(q, v, tau, p + dp),), len(p), 1e-3)[0])
    by_q = varied.forward_dynamics_derivatives(q, v, tau, parameters=p)[0]
    close(by_q, robot.forward_dynamics_derivatives(q, v, tau)[0])


def test_damping():
    robot = Robot(random_tree(2, bodies=4, kinds=["revolute"]))
    name = robot.joint_names[2]
    varied = robot.varying(f"damping:{name}")
    q, v = robot.neutral(), np.random.default_rng(0).normal(size=(3, robot.nv))
    more = varied.passive_forces(q, v, parameters=varied.present_parameters() + 2.0)
    expected = robot.passive_forces(q, v)
    expected[:, robot.v_slice(name)] -= 2.0 * v[:, robot.v_slice(name)]
    close(more, expected, 1e-14)


def test_what_is_refused():
    robot = robots.panda()
    with pytest.raises(InputError, match="no kind of parameter"):
        robot.varying("colour:panda_link7")
    with pytest.raises(UnknownNameError, match="panda_link77"):
        robot.varying("inertia:panda_link77")
    with pytest.raises(InputError, match="twice"):
        robot.varying("inertia:panda_link7", "mass:panda_link7")
    varied = robot.varying("mass:panda_link7")
    q = robot.neutral()
    with pytest.raises(ArgumentTypeError, match="present_parameters"):
        varied.mass_matrix(q)
    with pytest.raises(InputError, match="no body has the mass"):
        varied.mass_matrix(q, parameters=[-1.0])
    allowed = robot.varying("mass:panda_link7", physical=False)
    assert np.isfinite(allowed.mass_matrix(q, parameters=[-1.0])).all()
    assert np.isnan(varied.mass_matrix(q, parameters=[np.nan])).all()
    with pytest.raises(ArgumentTypeError, match="present_parameters"):
        varied.simulate(q, np.zeros(robot.nv), duration=0.1)
    with pytest.raises(InputError, match="embedded: takes no parameters"):
        varied.embedded(q)
    with pytest.raises(ModelError, match="physical=False"):
        robot.with_inertial_parameters(-robot.inertial_parameters())
    with pytest.raises(InputError, match="give shape"):
        robot.with_inertial_parameters(np.ones(3))


def test_the_regressor_against_pinocchio():
    path = ROBOTS / "ur_description/urdf/ur5_robot.urdf"
    robot, twin = load(path, snap=0), pin.buildModelFromUrdf(str(path))
    q, v, a = state(robot)
    found = robot.inverse_dynamics_regressor(q, v, a)
    theirs = pin.computeJointTorqueRegressor(twin, twin.createData(), q, v, a)
    # theirs are moments of inertia about the origin of the joint, which is that of our body
    close(found, theirs, 1e-12)


@pytest.mark.parametrize(("seed", "base"), [(4, "fixed"), (5, "free")])
def test_regressors(seed, base):
    robot = Robot(random_tree(seed, bodies=5, base=base))
    q, v, a = state(robot, batch=(3,))
    p = robot.inertial_parameters()
    for name, arrays in (
        ("inverse_dynamics", (q, v, a)),
        ("gravity_forces", (q,)),
        ("momentum", (q, v)),
        ("kinetic_energy", (q, v)),
        ("potential_energy", (q,)),
    ):
        Y = getattr(robot, f"{name}_regressor")(*arrays)
        close(Y @ p, getattr(robot, name)(*arrays), 1e-12)


def test_columns_of_rotors_and_friction():
    robot = Robot(random_tree(3, bodies=4, kinds=["revolute", "prismatic"], rotors=True))
    q, v, a = state(robot, batch=(3,))
    Y = robot.inverse_dynamics_regressor(q, v, a, armature=True, friction=True)
    joints = [body.joint for body in robot.model.merged().bodies]
    rotors = [joint.rotor.reflected_inertia for joint in joints]
    damping, dry = (np.array([getattr(x, n)[0] for x in joints]) for n in ("damping", "friction"))
    p = np.concatenate([robot.inertial_parameters(), rotors, damping, dry])
    close(Y @ p, robot.inverse_dynamics(q, v, a) - robot.passive_forces(q, v), 1e-12)


@pytest.mark.parametrize(
    ("name", "rank"),
    [
        ("puma560", 36),
        ("ur5", 36),
        ("panda", 43),
        ("quadruped", 94),
        ("free_flyer", 108),
        ("nine_link_tree", 66),
    ],
)
def test_base_parameters(name, rank):
    """A general 6R arm on a fixed base has 36 [Gautier and Khalil 1990], one of seven joints 43."""
    robot = getattr(robots, name)()
    base = robot.base_parameters()
    assert base.rank == rank
    q, v, a = state(robot, seed=7, batch=(4,))
    Y = robot.inverse_dynamics_regressor(q, v, a)
    close(Y[..., base.independent] @ base.projection, Y)


@pytest.mark.parametrize(("seed", "base"), [(0, "fixed"), (3, "free"), (6, "fixed"), (9, "free")])
def test_base_parameters_of_every_joint_type_with_rotors(seed, base):
    """Regressors in random states have the same independent columns."""
    robot = Robot(random_tree(seed, bodies=6, base=base))
    found = robot.base_parameters(armature=True)
    q, v, a = state(robot, batch=(40,))
    Y = robot.inverse_dynamics_regressor(q, v, a, armature=True)
    assert np.linalg.matrix_rank(Y.reshape(-1, Y.shape[-1]), rtol=1e-10) == found.rank
    close(Y[..., found.independent] @ found.projection, Y, 1e-10)


def test_base_parameters_without_gravity():
    """What gravity alone tells of is not told without it."""
    arm = robots.planar_chain(3)
    still = Robot(replace(arm.model, gravity=(0.0, 0.0, 0.0)))
    assert [robot.base_parameters().rank for robot in (arm, still)] == [9, 7]
