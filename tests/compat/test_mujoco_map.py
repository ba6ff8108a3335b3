"""psiphi's coordinates and MuJoCo's; and Pinocchio's, which psiphi brings to agree with MuJoCo's."""

from __future__ import annotations

import mujoco
import numpy as np
import pinocchio as pin
import pytest

from psiphi.compat.mujoco import MujocoMap
from psiphi.compat.pinocchio import PinocchioMap
from psiphi.errors import ArgumentTypeError, InputError, ModelError
from psiphi.formats.mjcf.model import model_from_mujoco
from psiphi.formats.urdf.reader import parse_urdf
from psiphi.model import Body, Joint, Model
from psiphi.spatial.pose import Pose

INERTIAL = '<inertial pos="0.1 0.2 0.3" mass="2" fullinertia="0.4 0.5 0.6 0.01 0.02 0.03"/>'
MJCF = f"""<mujoco><option><flag contact="disable"/></option><worldbody>
  <body name="lone"><joint name="slide" type="slide" axis="0 0.6 0.8"/>{INERTIAL}</body>
  <body name="base"><freejoint name="root"/>{INERTIAL}
    <body name="arm" pos="0.3 0.1 -0.2"><joint name="hinge" axis="0.6 0.8 0"/>{INERTIAL}
      <body name="hand" pos="0.1 0.1 0.1"><joint name="ball" type="ball"/>{INERTIAL}</body></body>
    <body name="leg" pos="0.2 0 0"><joint name="knee" axis="0 1 0" armature="0.1"/>{INERTIAL}</body></body>
  <body name="ball"><freejoint name="loose"/>{INERTIAL}</body>
</worldbody></mujoco>"""
rng = np.random.default_rng(0)


@pytest.fixture
def pair():
    mj = mujoco.MjModel.from_xml_string(MJCF)
    return model_from_mujoco(mj, snap=0.0), mj


def state(model: Model, batch: tuple[int, ...] = ()):
    q = model.random_configuration(rng, batch)
    return q, *(rng.normal(size=(*batch, model.nv)) for _ in range(3))


@pytest.mark.parametrize("batch", [(), (1,), (7,), (2, 3), (0,)])
def test_there_and_back(pair, batch):
    model, mj = pair
    convert = MujocoMap(model, mj)
    q, v, a, tau = state(model, batch)
    qpos, qvel = convert.q_to(q), convert.v_to(q, v)
    assert qpos.shape == (*batch, mj.nq)
    assert qvel.shape == (*batch, mj.nv)
    np.testing.assert_array_equal(convert.q_from(qpos), q)
    np.testing.assert_allclose(convert.v_from(qpos, qvel), v, rtol=0, atol=1e-14)
    np.testing.assert_allclose(convert.a_from(qpos, qvel, convert.a_to(q, v, a)), a, rtol=0, atol=1e-14)
    np.testing.assert_allclose(convert.tau_from(qpos, convert.tau_to(q, tau)), tau, rtol=0, atol=1e-14)


def test_one_configuration_for_many_velocities(pair):
    model, mj = pair
    convert = MujocoMap(model, mj)
    q, v, a, _ = state(model)
    many = rng.normal(size=(5, model.nv))
    assert convert.v_to(q, many).shape == (5, mj.nv)
    for batch, one in (
        (convert.v_to(q, many)[2], convert.v_to(q, many[2])),
        (convert.a_to(q, many, a)[2], convert.a_to(q, many[2], a)),
        (convert.v_to(np.stack([q, q]), v)[1], convert.v_to(q, v)),
    ):
        np.testing.assert_allclose(batch, one, rtol=0, atol=1e-14)


def test_power_is_the_same(pair):
    model, mj = pair
    convert = MujocoMap(model, mj)
    q, v, _, tau = state(model, (5,))
    expected = (tau * v).sum(-1)
    np.testing.assert_allclose((convert.tau_to(q, tau) * convert.v_to(q, v)).sum(-1), expected)


def test_velocities_are_rates_of_the_configuration(pair):
    """MuJoCo's qpos and psiphi's q, each integrated for a short time by its own velocity, stay together."""
    model, mj = pair
    convert = MujocoMap(model, mj)
    q, v, _, _ = state(model)
    qpos, dt = convert.q_to(q), 1e-7
    mujoco.mj_integratePos(mj, qpos, convert.v_to(q, v), dt)
    np.testing.assert_allclose(qpos, convert.q_to(model.integrate(q, v, dt)), rtol=0, atol=1e-13)


def test_accelerations_are_rates_of_the_velocities(pair):
    model, mj = pair
    convert = MujocoMap(model, mj)
    q, v, a, _ = state(model)
    before, after = (convert.v_to(model.integrate(q, v, dt), v + a * dt) for dt in (-1e-6, 1e-6))
    np.testing.assert_allclose((after - before) / 2e-6, convert.a_to(q, v, a), rtol=0, atol=1e-8)


def test_jacobians(pair):
    model, mj = pair
    convert, data = MujocoMap(model, mj), mujoco.MjData(mj)
    q, v, _, _ = state(model)
    data.qpos[:], data.qvel[:] = convert.q_to(q), convert.v_to(q, v)
    mujoco.mj_forward(mj, data)
    jacp, jacr = np.zeros((2, 3, mj.nv))
    hand = mj.body("hand").id
    mujoco.mj_jacBody(mj, data, jacp, jacr, hand)
    velocity = np.zeros(6)
    mujoco.mj_objectVelocity(mj, data, mujoco.mjtObj.mjOBJ_XBODY, hand, velocity, 0)
    jacobian = convert.jacobian_from(data.qpos, jacp, jacr)
    np.testing.assert_allclose(jacobian @ v, velocity, rtol=0, atol=1e-13)
    back = convert.jacobian_to(q, jacobian)
    np.testing.assert_allclose(back, (jacp, jacr), rtol=0, atol=1e-14)


def test_mass_matrices(pair):
    model, mj = pair
    convert, data = MujocoMap(model, mj), mujoco.MjData(mj)
    q, v, _, _ = state(model)
    data.qpos[:] = convert.q_to(q)
    mujoco.mj_forward(mj, data)
    full = np.zeros((mj.nv, mj.nv))
    mujoco.mj_fullM(mj, data, full)
    ours, qvel = convert.matrix_from(data.qpos, full), convert.v_to(q, v)
    assert v @ ours @ v == pytest.approx(qvel @ full @ qvel, rel=1e-12)
    np.testing.assert_allclose(convert.matrix_to(q, ours), full, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(convert.matrix_from(data.qpos, np.stack([full, full]))[1], ours)


def test_wrenches(pair):
    convert = MujocoMap(*pair)
    np.testing.assert_array_equal(convert.wrench_to([1, 2, 3, 4, 5, 6]), [4, 5, 6, 1, 2, 3])
    np.testing.assert_array_equal(convert.wrench_from([[4, 5, 6, 1, 2, 3]]), [[1, 2, 3, 4, 5, 6]])


URDF_LINK = """<link name="{}"><inertial><origin xyz="0.1 0.2 0.3"/><mass value="2"/>
  <inertia ixx="0.4" iyy="0.5" izz="0.6" ixy="0.01" ixz="0.02" iyz="0.03"/></inertial></link>"""
URDF = f"""<robot name="r">{URDF_LINK.format("base")}{URDF_LINK.format("arm")}{URDF_LINK.format("leg")}
  <joint name="hinge" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0.6 0.8 0"/>
    <origin xyz="0.3 0.1 -0.2"/></joint>
  <joint name="knee" type="prismatic"><parent link="arm"/><child link="leg"/><axis xyz="0 1 0"/>
    <origin xyz="0.2 0 0"/><limit lower="-9" upper="9" effort="9" velocity="9"/></joint></robot>"""
SAME = f"""<mujoco><option><flag contact="disable"/></option><worldbody>
  <body name="base"><freejoint/>{INERTIAL}
  <body name="arm" pos="0.3 0.1 -0.2"><joint name="hinge" axis="0.6 0.8 0"/>{INERTIAL}
  <body name="leg" pos="0.2 0 0"><joint name="knee" type="slide" axis="0 1 0"/>{INERTIAL}</body></body></body>
  </worldbody></mujoco>"""


def test_inverse_dynamics_of_pinocchio_and_mujoco_agree_through_psiphi():
    """Configurations, velocities, accelerations and forces at once, on a base that turns and accelerates."""
    model = parse_urdf(URDF, base="free", snap=0.0)
    mj = mujoco.MjModel.from_xml_string(SAME)
    pin_model = pin.buildModelFromXML(URDF, pin.JointModelFreeFlyer())
    to_mujoco, to_pinocchio = MujocoMap(model, mj), PinocchioMap(model, pin_model)
    data, pin_data = mujoco.MjData(mj), pin_model.createData()
    for _ in range(10):
        q, v, a, _ = state(model)
        data.qpos[:], data.qvel[:], data.qacc[:] = (
            to_mujoco.q_to(q),
            to_mujoco.v_to(q, v),
            to_mujoco.a_to(q, v, a),
        )
        mujoco.mj_inverse(mj, data)
        first = to_mujoco.tau_from(data.qpos, data.qfrc_inverse)
        theirs = pin.rnea(
            pin_model, pin_data, to_pinocchio.q_to(q), to_pinocchio.v_to(v), to_pinocchio.a_to(a)
        )
        second = to_pinocchio.tau_from(theirs)
        np.testing.assert_allclose(first, second, rtol=0, atol=1e-12 * np.abs(second).max())


def test_models_that_differ(pair):
    model, mj = pair
    with pytest.raises(ArgumentTypeError, match="mj_model: str given"):
        MujocoMap(model, "robot.xml")
    with pytest.raises(InputError, match="jacobian: has shape"):
        MujocoMap(model, mj).jacobian_to(model.neutral(), np.zeros(model.nv))
    with pytest.raises(
        ModelError, match=r"differ in their joints: only psiphi has \['slide', 'ball', 'loose'\]"
    ):
        MujocoMap(model, mujoco.MjModel.from_xml_string(SAME))
    with pytest.raises(ModelError, match=r"only MuJoCo has \['knee'\]"):
        MujocoMap(model.lock("knee", 0.1), mj)
    other = mujoco.MjModel.from_xml_string(SAME.replace('name="knee" type="slide"', 'name="knee"'))
    with pytest.raises(ModelError, match=r"joint 'knee' is prismatic here and revolute in MuJoCo"):
        MujocoMap(parse_urdf(URDF, base="free"), other)


def test_free_joints_must_start_from_the_world():
    mj = mujoco.MjModel.from_xml_string(
        f'<mujoco><worldbody><body name="b"><freejoint name="j"/>{INERTIAL}</body></worldbody></mujoco>'
    )
    moved = Model("m", [Body("b", -1, Joint("j", "free", Pose(position=[0, 0, 1])))])
    with pytest.raises(ModelError, match="joint 'j': MuJoCo's free joints start from the world"):
        MujocoMap(moved, mj)


def test_quaternions_of_any_length_become_unit(pair):
    model, mj = pair
    convert = MujocoMap(model, mj)
    q = model.random_configuration(np.random.default_rng(0), (3,))
    long = convert.q_to(q)
    for joint in range(mj.njnt):
        start = mj.jnt_qposadr[joint] + (3 if mj.jnt_type[joint] == 0 else 0)
        if mj.jnt_type[joint] < 2:
            long[:, start : start + 4] *= 2.5
    np.testing.assert_allclose(convert.q_from(long), q, rtol=0, atol=1e-15)
