"""What a URDF file says, and what the Model then holds."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest

from psiphi.errors import InputError, PsiphiWarning, RobotFileError
from psiphi.formats.load import load_model
from psiphi.formats.urdf.reader import parse_urdf
from psiphi.model.kinematics import body_poses

INERTIAL = """<inertial><origin xyz="0.1 0.2 0.3"/><mass value="2"/>
  <inertia ixx="0.4" iyy="0.5" izz="0.6" ixy="0.01" ixz="0.02" iyz="0.03"/></inertial>"""


def robot(joints: str, *links: str) -> str:
    """A robot of plain links, and these joints."""
    bodies = "\n".join(f'<link name="{name}">{INERTIAL}</link>' for name in links)
    return f'<robot name="tester">\n{bodies}\n{joints}\n</robot>'


def joint(kind: str, inside: str = "", name: str = "j", parent: str = "a", child: str = "b") -> str:
    limit = '<limit lower="-1" upper="2" effort="3" velocity="4"/>' if "<limit" not in inside else ""
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f"{limit if kind in ('revolute', 'prismatic') else ''}{inside}</joint>"
    )


@pytest.mark.parametrize(
    ("kind", "ours"),
    [
        ("fixed", "fixed"),
        ("revolute", "revolute"),
        ("continuous", "continuous"),
        ("prismatic", "prismatic"),
        ("planar", "planar"),
        ("floating", "free"),
    ],
)
def test_every_joint_type(kind, ours):
    model = parse_urdf(
        robot(joint(kind, '<axis xyz="0 0.6 0.8"/><origin xyz="1 2 3" rpy="0 0 0.5"/>'), "a", "b")
    )
    read = model.joint("j")
    assert model.name == "tester"
    assert read.kind.name == ours
    assert read.axis == ((0.0, 0.6, 0.8) if read.kind.axes else (0.0, 0.0, 1.0))
    np.testing.assert_array_equal(read.placement.position, [1.0, 2.0, 3.0])
    assert read.placement.rotation[1, 0] == math.sin(0.5)
    assert (model.bodies[0].joint.name, model.bodies[0].joint.kind.name) == ("root", "fixed")


def test_free_base():
    model = parse_urdf(robot(joint("continuous"), "a", "b"), base="free")
    assert model.joint_names == ("root", "j")
    assert model.nv == 7
    with pytest.raises(InputError, match="base='floating'"):
        parse_urdf(robot("", "a"), base="floating")  # pyright: ignore[reportArgumentType]


def test_the_carrier_makes_way_for_a_joint_called_root():
    model = parse_urdf(robot(joint("continuous", name="root"), "a", "b"), base="free")
    assert model.joint_names == ("root_", "root")


def test_inertia_is_turned_by_its_origin():
    text = robot("", "a").replace('xyz="0.1 0.2 0.3"', 'xyz="0.1 0.2 0.3" rpy="0 0 1.5707963267948966"')
    inertia = parse_urdf(text).bodies[0].inertia
    assert inertia.mass == 2.0
    np.testing.assert_array_equal(inertia.center, [0.1, 0.2, 0.3])
    np.testing.assert_array_equal(
        inertia.rotational, [[0.5, -0.01, -0.03], [-0.01, 0.4, 0.02], [-0.03, 0.02, 0.6]]
    )


def test_limits_damping_and_friction():
    model = parse_urdf(robot(joint("revolute", '<dynamics damping="0.5" friction="0.25"/>'), "a", "b"))
    read = model.joint("j")
    assert (read.limits.lower, read.limits.upper) == ((-1.0,), (2.0,))
    assert (read.limits.effort, read.limits.velocity) == ((3.0,), (4.0,))
    assert (read.damping, read.friction) == ((0.5,), (0.25,))


@pytest.mark.parametrize(
    ("kind", "limit", "lower", "upper"),
    [
        ("revolute", 'effort="1" velocity="1"', -math.inf, math.inf),  # wheels of centauro
        ("revolute", 'upper="1"', 0.0, 1.0),
        ("revolute", 'lower="-1.7e308" upper="1.7e308"', -1.7e308, 1.7e308),
        ("revolute", 'lower="0" upper="0"', 0.0, 0.0),  # double_pendulum
        ("continuous", 'lower="0" upper="0" effort="1" velocity="1"', -math.inf, math.inf),
    ],
)
def test_limits_left_out(kind, limit, lower, upper):
    limits = parse_urdf(robot(joint(kind, f"<limit {limit}/>"), "a", "b")).joint("j").limits
    assert (limits.lower, limits.upper) == ((lower,), (upper,))


def test_axis_has_unit_length_and_is_x_by_default():
    assert parse_urdf(robot(joint("continuous"), "a", "b")).joint("j").axis == (1.0, 0.0, 0.0)
    long = parse_urdf(robot(joint("prismatic", '<axis xyz="0 3 4"/>'), "a", "b")).joint("j").axis
    assert long == (0.0, 0.6, 0.8)
    parse_urdf(robot(joint("fixed", '<axis xyz="0 0 0"/>'), "a", "b"))  # as many files have it


def test_bodies_are_depth_first_in_the_order_of_the_joints():
    joints = [
        joint("continuous", name="j1", parent="a", child="c"),
        joint("continuous", name="j2", parent="a", child="b"),
        joint("continuous", name="j3", parent="c", child="d"),
        joint("continuous", name="j4", parent="b", child="e"),
    ]
    model = parse_urdf(robot("".join(joints), "a", "b", "c", "d", "e"))
    assert model.body_names == ("a", "c", "d", "b", "e")
    assert model.parents == (-1, 0, 1, 0, 3)


def test_mimic_joints():
    joints = joint("revolute", '<mimic joint="k" multiplier="-2" offset="0.5"/>') + joint(
        "continuous", name="k", child="c"
    )
    model = parse_urdf(robot(joints, "a", "b", "c"))
    assert model.joint_names == ("k",)
    np.testing.assert_allclose(model.tree_configuration([0.2]), [0.1, 0.2])


def test_mimic_of_a_joint_that_lost_its_prefix():
    joints = joint("continuous", '<mimic joint="q1"/>', name="left_q2") + joint(
        "continuous", name="left_q1", child="c"
    )
    with pytest.warns(PsiphiWarning, match="joint 'left_q2' mimics 'q1', read as 'left_q1'"):
        model = parse_urdf(robot(joints, "a", "b", "c"))
    assert model.joint_names == ("left_q1",)


def test_mimics_on_fixed_joints_mean_nothing():
    joints = joint("fixed", '<mimic joint="absent"/>')
    assert parse_urdf(robot(joints, "a", "b")).nv == 0


def test_impossible_inertias_of_the_usual_size_are_warned_of():
    """Romeo's and others: short of a second moment by centimetres. Beside a real link they do not matter."""
    slight = robot(joint("continuous"), "a", "b").replace('izz="0.6"', 'izz="0.93"')
    with pytest.warns(PsiphiWarning, match=r"link 'b' on line 4: no body has these principal moments"):
        model = parse_urdf(slight)
    assert any("no body has" in warning for warning in model.warnings)
    placeholder = """<link name="c"><inertial><mass value="1e-6"/>
        <inertia ixx="1e-6" iyy="1e-6" izz="1e-6" ixy="1e-6" ixz="1e-6" iyz="1e-6"/></inertial></link>
        </robot>"""
    text = robot(joint("continuous") + joint("fixed", name="k", parent="b", child="c"), "a", "b")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parse_urdf(text.replace("</robot>", placeholder))


def test_what_does_not_bear_on_the_dynamics_is_skipped():
    extra = """<gazebo><anything deep="true"/></gazebo><transmission name="t"><joint name="j"/></transmission>
      <material name="blue"><color rgba="0 0 1 1"/></material><future-thing/>"""
    plain = robot(joint("continuous"), "a", "b")
    assert parse_urdf(plain.replace("</robot>", f"{extra}</robot>")) == parse_urdf(plain)


def test_snap():
    text = robot(joint("continuous", '<origin rpy="1.57079632679 0 1.5708"/>'), "a", "b")
    snapped, as_it_stands = (parse_urdf(text, snap=snap).joint("j").placement.rotation for snap in (1e-9, 0))
    assert snapped[2].tolist() == [0.0, 1.0, 0.0]
    assert snapped[0, 0] == as_it_stands[0, 0] == math.cos(1.5708)
    assert as_it_stands[2, 2] == math.cos(1.57079632679) != 0.0


def test_a_chain_longer_than_the_stack():
    names = [f"l{k}" for k in range(3001)]
    joints = [joint("continuous", name=f"j{k}", parent=names[k], child=names[k + 1]) for k in range(3000)]
    assert parse_urdf(robot("".join(joints), *names)).nv == 3000


def test_meshes_inside_and_outside(tmp_path):
    text = robot("", "a").replace(INERTIAL, '<visual><geometry><mesh filename="{}"/></geometry></visual>')
    path = tmp_path / "robot" / "urdf" / "robot.urdf"
    path.parent.mkdir(parents=True)
    for reference in ("package://robot/meshes/a.stl", "../meshes/a.stl", "a.stl", "file:///a.stl"):
        path.write_text(text.format(reference))
        assert load_model(path).nv == 0
    for reference in ("package://robot/../../etc/passwd", "../../a.stl"):
        path.write_text(text.format(reference))
        with pytest.raises(
            RobotFileError, match=r'robot\.urdf:2: <mesh> in .*<link name="a">: filename=.*roots'
        ):
            load_model(path)
    path.write_text(text.format("../meshes/a.stl"))
    with pytest.raises(RobotFileError, match="leads out of the declared roots"):
        load_model(path, roots=[path.parent])
    assert load_model(path, roots=[path.parents[1]]).nv == 0


def test_kinematics_of_a_planar_joint_in_its_plane():
    model = parse_urdf(robot(joint("planar", '<axis xyz="0 0 1"/>'), "a", "b"))
    rotations, positions = body_poses(model, [0.3, 0.4, math.pi / 2])
    np.testing.assert_allclose(positions[1], [0.3, 0.4, 0.0])
    np.testing.assert_allclose(rotations[1] @ [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], atol=1e-15)
