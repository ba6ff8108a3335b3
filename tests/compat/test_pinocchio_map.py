"""psiphi's coordinates and Pinocchio's, on robots with every joint type both know."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from psiphi.compat.pinocchio import PinocchioMap
from psiphi.compat.spatial_order import swapped_matrix
from psiphi.errors import ArgumentTypeError, InputError, ModelError
from psiphi.formats.urdf.reader import parse_urdf
from psiphi.model import Body, Joint, Mimic, Model
from psiphi.model.kinematics import frame_pose

LINK = """<link name="{}"><inertial><origin xyz="0.1 0.2 0.3" rpy="0.1 0.2 0.3"/><mass value="{}"/>
  <inertia ixx="0.4" iyy="0.5" izz="0.6" ixy="0.01" ixz="0.02" iyz="0.03"/></inertial></link>"""
JOINT = """<joint name="{}" type="{}"><parent link="{}"/><child link="{}"/><axis xyz="{}"/>
  <origin xyz="0.3 0.1 -0.2" rpy="0.3 0.2 0.1"/>
  <limit lower="-1" upper="1" effort="1" velocity="1"/>{}</joint>"""

# In an order that is not the alphabetical one of Pinocchio; m follows p, which comes after it.
JOINTS = [
    ("z", "planar", "a", "b", "0 0 1", ""),
    ("y", "continuous", "b", "c", "0 0.6 0.8", ""),
    ("x", "floating", "b", "d", "0 0 1", ""),
    ("m", "revolute", "d", "e", "1 0 0", '<mimic joint="p" multiplier="-1.5" offset="0.25"/>'),
    ("p", "prismatic", "d", "f", "0.8 0 0.6", ""),
    ("u", "continuous", "f", "g", "1 0 0", '<mimic joint="y" multiplier="2"/>'),
    ("r", "revolute", "a", "h", "1 2 2", ""),
    ("q", "fixed", "h", "i", "1 0 0", ""),
]
URDF = (
    '<robot name="r">'
    + "".join(LINK.format(name, 1 + k) for k, name in enumerate("abcdefghi"))
    + "".join(JOINT.format(*row) for row in JOINTS)
    + "</robot>"
)
rng = np.random.default_rng(0)


@pytest.fixture(params=["fixed", "free"])
def pair(request):
    model = parse_urdf(URDF, base=request.param, snap=0.0)
    root = [pin.JointModelFreeFlyer()] if request.param == "free" else []
    return model, pin.buildModelFromXML(URDF, *root)


def test_names_and_sizes(pair):
    model, pin_model = pair
    assert model.nv == pin_model.nv - 2
    assert list(pin_model.names)[-len(model.joint_names) :] != list(model.joint_names)  # the orders differ


@pytest.mark.parametrize("batch", [(), (1,), (7,), (2, 3), (0,)])
def test_there_and_back(pair, batch):
    model, pin_model = pair
    convert = PinocchioMap(model, pin_model)
    q, v = model.random_configuration(rng, batch), rng.normal(size=(*batch, model.nv))
    theirs = convert.q_to(q)
    assert theirs.shape == (*batch, pin_model.nq)
    assert np.abs(model.difference(q, convert.q_from(theirs))).max(initial=0.0) < 1e-14
    for there, back in ((convert.v_to, convert.v_from), (convert.a_to, convert.a_from)):
        assert there(v).shape == (*batch, pin_model.nv)
        np.testing.assert_array_equal(back(there(v)), v)
    np.testing.assert_array_equal(convert.tau_from(convert.tau_to(v)), v)
    np.testing.assert_array_equal(
        convert.spatial_from(convert.spatial_to(np.ones((*batch, 6)))), np.ones((*batch, 6))
    )


def test_velocities_are_rates_of_the_same_motion(pair):
    """Both libraries integrate along their own coordinates, and arrive at the same place."""
    model, pin_model = pair
    convert = PinocchioMap(model, pin_model)
    q, v = model.random_configuration(rng), rng.normal(size=model.nv)
    theirs = pin.integrate(pin_model, convert.q_to(q), convert.v_to(v))
    np.testing.assert_allclose(
        np.abs(theirs), np.abs(convert.q_to(model.integrate(q, v))), rtol=0, atol=1e-13
    )  # a quaternion has two signs


def test_power_is_the_same(pair):
    model, pin_model = pair
    convert = PinocchioMap(model, pin_model)
    v, tau = rng.normal(size=(5, model.nv)), rng.normal(size=(5, pin_model.nv))
    np.testing.assert_allclose((convert.tau_from(tau) * v).sum(-1), (tau * convert.v_to(v)).sum(-1))
    tau = rng.normal(size=(5, model.nv))
    np.testing.assert_allclose((convert.tau_to(tau) * convert.v_to(v)).sum(-1), (tau * v).sum(-1))


def test_jacobians_and_spatial_velocities(pair):
    """J v, with all converted, is the rate of the pose."""
    model, pin_model = pair
    convert = PinocchioMap(model, pin_model)
    data = pin_model.createData()
    q, v = model.random_configuration(rng), rng.normal(size=model.nv)
    frame = pin_model.getFrameId("g", pin.BODY)
    theirs = pin.computeFrameJacobian(pin_model, data, convert.q_to(q), frame, pin.LOCAL_WORLD_ALIGNED)
    jacobian = convert.jacobian_from(theirs)
    velocity = convert.spatial_from(theirs @ convert.v_to(v))
    np.testing.assert_allclose(jacobian @ v, velocity, rtol=0, atol=1e-13)
    (r0, p0), (r1, p1) = (frame_pose(model, model.integrate(q, v, dt), "g") for dt in (-1e-6, 1e-6))
    np.testing.assert_allclose((p1 - p0) / 2e-6, velocity[3:], rtol=0, atol=1e-8)
    spin = (r1 - r0) / 2e-6 @ frame_pose(model, q, "g")[0].T
    np.testing.assert_allclose([spin[2, 1], spin[0, 2], spin[1, 0]], velocity[:3], rtol=0, atol=1e-8)
    np.testing.assert_array_equal(convert.jacobian_from(convert.jacobian_to(jacobian)), jacobian)
    batch = np.stack([theirs, 2 * theirs])
    np.testing.assert_array_equal(convert.jacobian_from(batch)[1], 2 * jacobian)


def test_mass_matrices_and_kinetic_energy(pair):
    model, pin_model = pair
    convert, data = PinocchioMap(model, pin_model), pin_model.createData()
    q, v = model.random_configuration(rng), rng.normal(size=model.nv)
    mass = pin.crba(pin_model, data, convert.q_to(q), pin.Convention.WORLD)
    mass = np.triu(mass) + np.triu(mass, 1).T
    ours = convert.matrix_from(mass)
    energy = pin.computeKineticEnergy(pin_model, data, convert.q_to(q), convert.v_to(v))
    assert 0.5 * v @ ours @ v == pytest.approx(energy, rel=1e-12)
    np.testing.assert_array_equal(convert.matrix_from(convert.matrix_to(ours)), ours)
    np.testing.assert_array_equal(convert.matrix_from(np.stack([mass, mass]))[1], ours)


def test_coupled_joints_in_both():
    """Pinocchio built with mimic=True has the same coordinates; it wants leaders before followers."""
    names = ("z", "y", "x", "p", "m", "r")
    rows = {row[0]: row for row in JOINTS}
    text = URDF[: URDF.index("<joint")] + "".join(JOINT.format(*rows[name]) for name in names) + "</robot>"
    text = text.replace(LINK.format("g", 7), "").replace(LINK.format("i", 9), "")
    text = text.replace('name="m"', 'name="q"')  # after p in the alphabet as well
    model, pin_model = parse_urdf(text, snap=0.0), pin.buildModelFromXML(text, mimic=True)
    assert model.nv == pin_model.nv
    convert, data = PinocchioMap(model, pin_model), pin_model.createData()
    q = model.random_configuration(rng)
    pin.framesForwardKinematics(pin_model, data, convert.q_to(q))
    pose = data.oMf[pin_model.getFrameId("e", pin.BODY)]
    np.testing.assert_allclose(frame_pose(model, q, "e")[1], pose.translation, rtol=0, atol=1e-14)
    assert np.abs(model.difference(q, convert.q_from(convert.q_to(q)))).max() < 1e-14


def test_spherical_universal_and_helical_joints():
    pin_model = pin.Model()
    parent = 0
    for name, kind in (
        ("ball", pin.JointModelSpherical()),
        ("cross", pin.JointModelUniversal(np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))),
        ("screw", pin.JointModelHZ(0.3)),
    ):
        parent = pin_model.addJoint(parent, kind, pin.SE3.Identity(), name)
    joints = [
        Joint("ball", "spherical"),
        Joint("cross", "universal", axis=(1, 0, 0), axis2=(0, 1, 0)),
        Joint("screw", "helical", axis=(0, 0, 1), pitch=0.3),
    ]
    model = Model("m", [Body(joint.name, k - 1, joint) for k, joint in enumerate(joints)])
    convert, data = PinocchioMap(model, pin_model), pin_model.createData()
    q, v = model.random_configuration(rng), rng.normal(size=model.nv)
    pin.forwardKinematics(pin_model, data, convert.q_to(q), convert.v_to(v))
    rotation, position = frame_pose(model, q, "screw")
    np.testing.assert_allclose(rotation, data.oMi[3].rotation, rtol=0, atol=1e-14)
    np.testing.assert_allclose(position, data.oMi[3].translation, rtol=0, atol=1e-14)
    np.testing.assert_array_equal(convert.v_from(convert.v_to(v)), v)


def test_spatial_matrices():
    inertia = pin.Inertia.Random()
    motion = pin.Motion.Random()
    force = (inertia * motion).vector
    ours = swapped_matrix(inertia.matrix())
    swap = [3, 4, 5, 0, 1, 2]
    np.testing.assert_allclose(ours @ motion.vector[swap], force[swap])


def test_models_that_differ():
    model = parse_urdf(URDF)
    other = pin.buildModelFromXML(URDF.replace('name="y"', 'name="yy"').replace('"y"', '"yy"'))
    with pytest.raises(ModelError, match=r"differ in their joints: only psiphi has \['y'\]"):
        PinocchioMap(model, other)
    with pytest.raises(ModelError, match=r"differ in their joints: only Pinocchio has"):
        PinocchioMap(model.lock("r", 0.0), pin.buildModelFromXML(URDF))
    other_type = URDF.replace('name="r" type="revolute"', 'name="r" type="{}"')
    sliding = parse_urdf(other_type.format("prismatic"))
    turning = pin.buildModelFromXML(other_type.format("continuous"))
    with pytest.raises(ModelError, match=r"joint 'r' is prismatic here and JointModelRevoluteUnbounded"):
        PinocchioMap(sliding, turning)


def test_arguments_are_checked():
    model = parse_urdf(URDF, base="free")
    convert = PinocchioMap(model, pin.buildModelFromXML(URDF, pin.JointModelFreeFlyer()))
    with pytest.raises(InputError, match=rf"v: has shape \(3,\); give shape \(\.\.\., {model.nv}\)"):
        convert.v_to(np.zeros(3))
    with pytest.raises(InputError, match="the quaternion of joint 'root' is zero"):
        convert.q_to(np.zeros(model.nq))
    with pytest.raises(ArgumentTypeError, match="tau"):
        convert.tau_from("forces")


def test_mimics_of_mimics():
    joints = [
        Joint("a", "revolute"),
        Joint("b", "revolute", mimic=Mimic("a", 2.0, 1.0)),
        Joint("c", "revolute", mimic=Mimic("b", 3.0, 0.5)),
    ]
    model = Model("m", [Body(joint.name, k - 1, joint) for k, joint in enumerate(joints)])
    pin_model = pin.Model()
    for k, joint in enumerate(joints):
        pin_model.addJoint(k, pin.JointModelRZ(), pin.SE3.Identity(), joint.name)
    convert = PinocchioMap(model, pin_model)
    np.testing.assert_allclose(convert.q_to([0.1]), [0.1, 1.2, 4.1])
    np.testing.assert_allclose(convert.v_to([1.0]), [1.0, 2.0, 6.0])
    np.testing.assert_allclose(convert.tau_from([1.0, 1.0, 1.0]), [9.0])
    np.testing.assert_allclose(convert.tau_to([9.0]), [9.0, 0.0, 0.0])


def test_the_single_column_of_a_robot_with_one_joint():
    link = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    text = (
        f'<robot name="r"><link name="a"/><link name="b">{link}</link><joint name="j" type="continuous">'
        '<parent link="a"/><child link="b"/><origin xyz="1 2 3"/><axis xyz="0 0 1"/></joint></robot>'
    )
    model, theirs = parse_urdf(text), pin.buildModelFromXML(text)
    convert = PinocchioMap(model, theirs)
    column = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    np.testing.assert_array_equal(convert.jacobian_from(column), convert.jacobian_from(column[:, None]))
