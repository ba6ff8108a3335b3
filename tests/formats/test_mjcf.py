"""What an MJCF file says, and what the Model then holds."""

from __future__ import annotations

import builtins
import math
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

import psiphi
from psiphi.compat.mujoco import MujocoMap
from psiphi.errors import InputError, MissingPackageError, PsiphiWarning, RobotFileError
from psiphi.formats.load import load_model
from psiphi.formats.mjcf.model import model_from_mujoco
from psiphi.model import Model
from psiphi.model.kinematics import frame_pose

GEOM = '<geom size="0.1 0.2 0.3" type="box" pos="0.1 0.2 0.3" euler="10 20 30" mass="2"/>'


def both(world: str, rest: str = "") -> tuple[Model, mujoco.MjModel]:
    """The same MJCF text compiled, and converted as it stands."""
    mj = mujoco.MjModel.from_xml_string(f"<mujoco>{rest}<worldbody>{world}</worldbody></mujoco>")
    return model_from_mujoco(mj, snap=0.0), mj


def assert_same_kinematics(model: Model, mj: mujoco.MjModel, frames: list[str]) -> None:
    rng = np.random.default_rng(0)
    data, convert = mujoco.MjData(mj), MujocoMap(model, mj)
    for _ in range(5):
        q = rng.uniform(-2.0, 2.0, model.nq)
        data.qpos[:] = convert.q_to(q)
        mujoco.mj_kinematics(mj, data)
        for name in frames:
            rotation, position = frame_pose(model, q, name)
            theirs = data.body(name) if mujoco.mj_name2id(mj, 1, name) >= 0 else data.site(name)
            np.testing.assert_allclose(rotation.ravel(), theirs.xmat, rtol=0, atol=1e-14)
            np.testing.assert_allclose(position, theirs.xpos, rtol=0, atol=1e-14)


def test_joint_off_the_origin_with_a_reference():
    model, mj = both(
        f"""<body name="a" pos="1 2 3" euler="20 30 40">
        <joint name="h" axis="0 0.6 0.8" pos="0.1 -0.2 0.3" ref="30"/>{GEOM}
        <site name="s" pos="0 0 1" euler="0 90 0"/>
        <body name="b" pos="0.5 0 0"><joint name="p" type="slide" axis="1 1 0" ref="0.25"/>{GEOM}</body>
        </body>"""
    )
    assert_same_kinematics(model, mj, ["a", "b", "s"])
    # psiphi's own body frame sits on the joint, where MuJoCo's does not.
    np.testing.assert_allclose(model.frame("a").pose.position, [-0.1, 0.2, -0.3])


def test_several_joints_on_one_body_become_massless_bodies_between():
    model, mj = both(
        f"""<body name="a">
        <joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1"/>
        <joint name="turn" axis="0 1 0" pos="0 0 0.5" ref="-20"/>
        <joint name="ball" type="ball" pos="0 0.1 0"/>{GEOM}
        <body name="b" pos="0 0 1"><joint axis="1 0 0" pos="0 0 0.1"/><joint axis="0 1 0"/>{GEOM}</body>
        </body>"""
    )
    assert model.body_names == ("a:x", "a:z", "a:turn", "a", "b:b_joint_1", "b")
    assert model.joint_names == ("x", "z", "turn", "ball", "b_joint_1", "b_joint_2")
    assert [body.inertia.mass for body in model.bodies] == [0.0, 0.0, 0.0, 2.0, 0.0, 2.0]
    assert_same_kinematics(model, mj, ["a", "b"])


def test_free_and_ball_joints():
    model, mj = both(
        f"""<body name="a" pos="1 2 3"><freejoint/>{GEOM}
        <body name="b" pos="0.3 0 0" euler="0 0 90"><joint name="s" type="ball" pos="0.1 0 0"/>{GEOM}</body>
        </body>"""
    )
    assert model.joint_names == ("root", "s")
    assert [model.joint(name).kind.name for name in model.joint_names] == ["free", "spherical"]
    assert_same_kinematics(model, mj, ["a", "b"])


def test_fixed_static_and_mocap_bodies():
    model, mj = both(
        f"""<body name="table" pos="0 0 1">{GEOM}
        <body name="cup" pos="0 1 0" euler="0 0 30">{GEOM}</body></body>
        <body name="hand" mocap="true" pos="3 2 1">{GEOM}</body>"""
    )
    assert model.nv == 0
    assert model.mass == 0.0
    assert model.bodies[1].joint.name == "cup_fixed"
    assert_same_kinematics(model, mj, ["table", "cup", "hand"])


def test_limits_losses_and_armature():
    model, _ = both(
        f"""<body name="a"><joint name="h" axis="0 0 1" range="-90 45" damping="0.5" frictionloss="0.25"
          armature="0.125" actuatorfrcrange="-3 2"/>{GEOM}
        <body name="b"><joint name="c" axis="0 0 1"/>{GEOM}</body></body>"""
    )
    hinge = model.joint("h")
    np.testing.assert_allclose([hinge.limits.lower, hinge.limits.upper], [[-math.pi / 2], [math.pi / 4]])
    assert (hinge.damping, hinge.friction, hinge.limits.effort) == ((0.5,), (0.25,), (2.0,))
    assert hinge.limits.effort_lower == (-3.0,)
    assert hinge.rotor.reflected_inertia == 0.125
    assert hinge.kind.name == "revolute"
    assert model.joint("c").kind.name == "continuous"


def test_defaults_classes_and_inertia_from_geometry(tmp_path):
    (tmp_path / "limb.xml").write_text(
        '<mujocoinclude><body name="limb"><joint name="j"/><geom type="capsule" size="0.05"/></body>'
        "</mujocoinclude>"
    )
    path = tmp_path / "robot.xml"
    path.write_text(
        """<mujoco model="limbed"><default><joint axis="0 1 0" damping="3"/>
        <geom fromto="0 0 0 0 0 1" density="500"/></default>
        <worldbody><include file="limb.xml"/></worldbody></mujoco>"""
    )
    model = load_model(path)
    assert model.name == "limbed"
    assert model.joint("j").axis == (0.0, 1.0, 0.0)
    assert model.joint("j").damping == (3.0,)
    volume = math.pi * 0.05**2 + 4 / 3 * math.pi * 0.05**3
    assert model.mass == pytest.approx(500 * volume)
    np.testing.assert_allclose(model.bodies[0].inertia.center, [0, 0, 0.5], atol=1e-15)


def test_gravity_and_its_absence():
    assert both("", '<option gravity="0 0 -1.62"/>')[0].gravity == (0.0, 0.0, -1.62)
    assert both("", '<option><flag gravity="disable"/></option>')[0].gravity == (0.0, 0.0, 0.0)


def test_names_are_made_up_where_there_are_none():
    model, _ = both(f"<body><joint/>{GEOM}<body><joint/><joint axis='1 0 0'/>{GEOM}</body></body>")
    assert model.body_names == ("body_1", "body_2:body_2_joint_1", "body_2")
    assert model.joint_names == ("body_1_joint", "body_2_joint_1", "body_2_joint_2")


def test_a_site_with_the_name_of_a_body_gets_another():
    model, _ = both(
        f'<body name="a"><joint/>{GEOM}</body><body name="b">{GEOM}<site name="a" pos="0 0 1"/></body>'
    )
    assert model.frame("a").body == 0
    assert model.frame("a_").body == 1


def test_snapped_right_angles():
    world = f'<body name="a" euler="90 0 90"><joint name="j" ref="90" axis="0 1 0"/>{GEOM}</body>'
    mj = mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{world}</worldbody></mujoco>")
    placement = model_from_mujoco(mj).joint("j").placement.rotation
    assert set(np.unique(placement)) <= {-1.0, 0.0, 1.0}
    assert np.abs(placement - model_from_mujoco(mj, snap=0).joint("j").placement.rotation).max() < 1e-15


# Equality constraints


TWO = f"""<body name="a"><joint name="ja" axis="0 0 1" pos="0 0.1 0"/>{GEOM}</body>
  <body name="b" pos="1 0 0"><joint name="jb" axis="0 1 0" ref="45"/>{GEOM}<site name="s" pos="0 0 1"/></body>
  <site name="fixed" pos="1 0 1"/>"""


def at_reference(model: Model, mj: mujoco.MjModel) -> np.ndarray:
    return MujocoMap(model, mj).q_from(mj.qpos0)


def test_connect_becomes_a_point():
    model, mj = both(
        TWO, '<equality><connect name="pin" body1="a" body2="b" anchor="0.3 0.2 0.1"/></equality>'
    )
    (loop,) = model.loops
    assert (loop.name, loop.kind) == ("pin", "point")
    q = at_reference(model, mj)
    first, second = (frame_pose(model, q, name)[1] for name in (loop.first, loop.second))
    np.testing.assert_allclose(first, [0.3, 0.2, 0.1], atol=1e-15)
    np.testing.assert_allclose(second, first, atol=1e-15)


def test_weld_becomes_a_weld():
    constraint = '<weld body1="a" body2="b" relpose="0.5 0.1 0.2 0.6 0.8 0 0" anchor="0.1 0.2 0.3"/>'
    model, mj = both(TWO, f"<equality>{constraint}</equality>")
    (loop,) = model.loops
    assert (loop.name, loop.kind) == ("equality_0", "weld")
    # MuJoCo's own measure of the violation is the same as that of the two frames.
    data = mujoco.MjData(mj)
    data.qpos[:] = [0.3, 1.1]
    mujoco.mj_forward(mj, data)
    q = MujocoMap(model, mj).q_from(data.qpos)
    (r1, p1), (r2, p2) = (frame_pose(model, q, name) for name in (loop.first, loop.second))
    np.testing.assert_allclose(data.efc_pos[:3], p1 - p2, atol=1e-14)
    angle = math.acos((np.trace(r1.T @ r2) - 1.0) / 2.0)
    assert np.linalg.norm(data.efc_pos[3:6]) == pytest.approx(math.sin(angle / 2.0), rel=1e-6)


def test_constraints_between_sites():
    model, mj = both(TWO, '<equality><weld name="w" site1="s" site2="fixed"/></equality>')
    (loop,) = model.loops
    q = at_reference(model, mj)
    for name, site in ((loop.first, "s"), (loop.second, "fixed")):
        np.testing.assert_array_equal(frame_pose(model, q, name)[1], frame_pose(model, q, site)[1])


def test_coupled_joints_about_their_references():
    model, mj = both(
        TWO, '<equality><joint name="gear" joint1="ja" joint2="jb" polycoef="0.1 2 3 0 0.5"/></equality>'
    )
    (loop,) = model.loops
    assert (loop.kind, loop.first, loop.second) == ("joint", "ja", "jb")
    for x in (-1.0, 0.0, 0.7):
        expected = sum(c * (x - mj.qpos0[1]) ** k for k, c in enumerate((0.1, 2, 3, 0, 0.5)))
        assert np.polynomial.Polynomial(loop.coefficients)(x) == pytest.approx(expected, rel=1e-13)
    alone, _ = both(TWO, '<equality><joint joint1="jb" polycoef="0.1 0 0 0 0"/></equality>')
    assert alone.loops[0].second == ""
    assert alone.loops[0].coefficients[0] == pytest.approx(0.1 + math.pi / 4)


TENDONS = """<tendon><fixed name="a"><joint joint="ja" coef="2"/></fixed>
  <fixed name="b"><joint joint="jb" coef="-3"/></fixed>
  <fixed name="c"><joint joint="jb" coef="0.7"/><joint joint="ja" coef="1.5"/></fixed></tendon>"""


@pytest.mark.parametrize(
    ("ends", "scale"), [('tendon1="b" tendon2="a"', -3.0), ('tendon1="a"', 2.0), ('tendon1="c"', 0.7)]
)
def test_coupled_tendons_of_one_joint_each_or_of_two_joints_alone(ends, scale):
    model, mj = both(TWO, f'{TENDONS}<equality><tendon {ends} polycoef="0.1 2 3 0 0.5"/></equality>')
    assert not model.dropped
    robot, data, convert = psiphi.Robot(model), mujoco.MjData(mj), MujocoMap(model, mj)
    for q in np.random.default_rng(0).uniform(-1.0, 1.0, (4, 2)):
        data.qpos[:] = convert.q_to(q)
        mujoco.mj_forward(mj, data)
        np.testing.assert_allclose(scale * robot.loop_residual(q), data.efc_pos[:1], rtol=0, atol=1e-12)
        row = data.efc_J.reshape(-1, 2)[0]
        np.testing.assert_allclose(scale * robot.constraint_jacobian(q)[0], row, rtol=0, atol=1e-12)


def test_inactive_and_unknown_constraints_are_left_out():
    constraints = """<connect active="false" body1="a" body2="b" anchor="0 0 0"/>
      <tendon name="e" tendon1="c" tendon2="a"/>"""
    model, _ = both(TWO, f"{TENDONS}<equality>{constraints}</equality>")
    assert model.loops == ()
    assert [str(item) for item in model.dropped] == [
        '<equality name="e">: a constraint on a tendon over more than one joint, a flex or a distance'
    ]


def test_a_constraint_that_holds_nothing_is_left_out():
    fixed = f'{TWO}<body name="c" pos="0 0 1">{GEOM}</body>'
    model, _ = both(fixed, '<equality><weld name="idle" body1="c" body2="world"/></equality>')
    assert model.loops == ()
    assert "never move apart" in model.dropped[0].reason


# Bases


@pytest.fixture
def saved(tmp_path):
    def save(world: str):
        path = tmp_path / "robot.xml"
        path.write_text(f"<mujoco><worldbody>{world}</worldbody></mujoco>")
        return path

    return save


def test_a_fixed_root_set_free(saved):
    path = saved(f'<body name="a" pos="0 0 1">{GEOM}<body name="b"><joint name="j"/>{GEOM}</body></body>')
    assert load_model(path).nv == load_model(path, base="fixed").nv == 1
    model = load_model(path, base="free")
    assert model.joint_names == ("root", "j")
    np.testing.assert_array_equal(frame_pose(model, [1, 2, 3, 0, 0, 0, 1, 0], "a")[1], [1, 2, 3])


def test_a_free_root_fixed_where_the_file_has_it(saved):
    path = saved(f'<body name="a" pos="0 0 1" euler="0 0 90"><freejoint/>{GEOM}</body>')
    assert load_model(path, base="free") == load_model(path)
    model = load_model(path, base="fixed")
    assert model.nv == 0
    rotation, position = frame_pose(model, [], "a")
    np.testing.assert_allclose(position, [0, 0, 1])
    np.testing.assert_allclose(rotation, [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-15)


def test_bases_that_are_not_clear(saved):
    sliding = saved(f'<body name="a"><joint name="x" type="slide"/>{GEOM}</body>')
    with pytest.raises(InputError, match="the root 'a' moves already, on the prismatic joint 'x'"):
        load_model(sliding, base="free")
    two = saved(f"<body>{GEOM}</body><body>{GEOM}</body>")
    with pytest.raises(InputError, match="has 2 fixed roots"):
        load_model(two, base="free")


# Errors


def test_what_mujoco_cannot_compile_has_its_line(tmp_path):
    path = tmp_path / "robot.xml"
    path.write_text('<mujoco>\n<worldbody>\n<body>\n<joint axis="0 0 0"/>\n</body></worldbody></mujoco>')
    with pytest.raises(RobotFileError, match=r"robot\.xml.*MuJoCo cannot compile this") as caught:
        load_model(path)
    assert caught.value.line is not None
    path.write_text("<mujoco>\n<worldbodies/>\n</mujoco>")
    with pytest.raises(RobotFileError, match=r"robot\.xml:2: <worldbodies>: MuJoCo cannot compile this"):
        load_model(path)


@pytest.mark.parametrize(
    "line",
    [
        '<include file="../../secret.xml"/>',
        '<include file="/etc/passwd"/>',
        '<asset><mesh name="m" file="../../secret.stl"/></asset>',
        '<asset><mesh name="m" file="/etc/passwd"/></asset>',
        '<asset><texture name="t" type="2d" file="..\\..\\secret.png"/></asset>',
        '<asset><texture name="t" type="cube" fileup="../../secret.png"/></asset>',
        '<asset><hfield name="h" file="../../secret.png" size="1 1 1 1"/></asset>',
        '<asset><skin name="s" file="../../secret.skn"/></asset>',
        '<asset><model name="m" file="../../secret.xml"/></asset>',
        '<compiler meshdir="../.."/><asset><mesh name="m" file="secret.stl"/></asset>',
        '<compiler assetdir="/etc"/><asset><mesh name="m" file="passwd"/></asset>',
    ],
)
def test_files_outside_are_not_opened(tmp_path, line, monkeypatch):
    path = tmp_path / "robot" / "mjcf" / "robot.xml"
    path.parent.mkdir(parents=True)
    (tmp_path / "secret.xml").write_text("<mujocoinclude/>")
    path.write_text(f"<mujoco>\n{line}\n</mujoco>")
    monkeypatch.setattr("psiphi.formats.mjcf.reader._compiled", lambda *_: pytest.fail("MuJoCo was asked"))
    with pytest.raises(RobotFileError, match=r"robot\.xml:2: <.*>.* leads out of the file's package .*roots"):
        load_model(path)


def test_files_outside_through_an_included_file(tmp_path):
    folder = tmp_path / "robot" / "mjcf"
    (folder / "parts").mkdir(parents=True)
    (folder / "robot.xml").write_text('<mujoco><include file="parts/arm.xml"/></mujoco>')
    (folder / "parts" / "arm.xml").write_text(
        '<mujocoinclude>\n<include file="../../../x.xml"/></mujocoinclude>'
    )
    with pytest.raises(RobotFileError, match=r"parts/arm\.xml:2: <include>: .*x\.xml\" leads out"):
        load_model(folder / "robot.xml")


def test_hostile_xml_never_reaches_mujoco(tmp_path):
    path = tmp_path / "robot.xml"
    path.write_text('<!DOCTYPE m [<!ENTITY a "b">]><mujoco model="&a;"/>')
    with pytest.raises(RobotFileError, match="a document type is refused"):
        load_model(path)
    (tmp_path / "deep.xml").write_text("<a>" * 1000)
    path.write_text('<mujoco><include file="deep.xml"/></mujoco>')
    with pytest.raises(RobotFileError, match=r"deep\.xml:1: <a>.*: nested more than"):
        load_model(path)


def test_billions_of_copies_are_not_made(tmp_path):
    path = tmp_path / "robot.xml"
    for count, depth in (("1000000000", 1), ("1000", 3), ("1e9", 1)):
        copies = f'<replicate count="{count}">' * depth + "<geom/>" + "</replicate>" * depth
        path.write_text(f"<mujoco><worldbody>\n{copies}</worldbody></mujoco>")
        with pytest.raises(RobotFileError, match=r"robot\.xml:2: <replicate>.*more than 10000 copies"):
            load_model(path)


def test_numbers_that_overflow(tmp_path):
    path = tmp_path / "robot.xml"
    path.write_text('<mujoco><worldbody><body><joint/><geom size="1e150"/></body></worldbody></mujoco>')
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        warnings.simplefilter("ignore", PsiphiWarning)
        with pytest.raises(RobotFileError, match=r"robot\.xml: body 'body_1': .* not finite"):
            load_model(path)


def test_what_mujoco_says_becomes_a_warning_and_not_a_file(tmp_path):
    path = tmp_path / "robot.xml"
    world = f'<body><joint/>{GEOM}</body><geom size="1" rgba="nan 1 1 1"/>'
    path.write_text(f"<mujoco><worldbody>{world}</worldbody></mujoco>")
    with pytest.warns(PsiphiWarning, match=r"robot\.xml: MuJoCo says: .*NaN") as caught:
        assert load_model(path).mass == 2.0
    assert caught[0].filename == __file__  # the warning points at whoever asked
    assert not (tmp_path / "MUJOCO_LOG.TXT").exists()
    assert mujoco.get_mju_user_warning() is None


def test_includes_in_a_circle(tmp_path):
    path = tmp_path / "robot.xml"
    path.write_text('<mujoco>\n<include file="robot.xml"/></mujoco>')
    with pytest.raises(RobotFileError, match=r"robot\.xml:2: <include>: this file is included already"):
        load_model(path)


def test_models_that_attach_each_other(tmp_path):
    for name, other in (("a", "b"), ("b", "a")):
        asset = f'<asset><model name="{other}" file="{other}.xml"/></asset>'
        (tmp_path / f"{name}.xml").write_text(f"<mujoco>{asset}<worldbody/></mujoco>")
    with pytest.raises(RobotFileError, match="a model attaches itself"):
        load_model(tmp_path / "a.xml")


TETRAHEDRON = "".join(f"v {x} {y} {z}\n" for x, y, z in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
TETRAHEDRON += "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def written(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_the_last_compiler_is_that_of_the_expanded_model(tmp_path):
    """An included <compiler> comes before one that stands after the <include>."""
    part = '<mujocoinclude><compiler meshdir="parts"/><asset><mesh file="leg.obj"/></asset></mujocoinclude>'
    main = (
        '<mujoco><include file="part.xml"/><compiler meshdir="meshes"/><worldbody><body name="x">'
        '<joint axis="0 0 1"/><geom type="mesh" mesh="leg"/></body></worldbody></mujoco>'
    )
    large = TETRAHEDRON.replace("v 1", "v 2")
    files = {"main.xml": main, "part.xml": part, "meshes/leg.obj": TETRAHEDRON, "parts/leg.obj": large}
    written(tmp_path, files)
    theirs = mujoco.MjModel.from_xml_path(str(tmp_path / "main.xml"))
    assert load_model(tmp_path / "main.xml").bodies[-1].inertia.mass == pytest.approx(theirs.body_mass[1])


def test_everything_that_a_model_names_is_found_where_mujoco_finds_it(tmp_path, monkeypatch):
    """Includes with any ending, assets in directories, named after their files, models within models."""
    leg = '<mujocoinclude><asset><mesh file="leg.obj"/></asset></mujocoinclude>'
    hand = (
        '<mujoco><compiler meshdir="shapes"/><asset><mesh name="m" file="tip.obj"/></asset>'
        '<worldbody><body name="hand"><geom type="mesh" mesh="m"/></body></worldbody></mujoco>'
    )
    inertial = (
        '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    )
    mesh = '<collision><geometry><mesh filename="cup.obj"/></geometry></collision>'
    main = (
        '<mujoco><compiler assetdir="elsewhere"/><include file="parts/leg.inc"/><compiler meshdir="meshes"/>'
        '<asset><model name="h" file="hands/hand.xml"/><model name="c" file="hands/cup.urdf"/></asset>'
        '<worldbody><body name="x"><joint name="j" axis="0 0 1"/><geom type="mesh" mesh="leg"/>'
        '<attach model="h" body="hand" prefix="h_"/><attach model="c" body="cup" prefix="c_"/>'
        "</body></worldbody></mujoco>"
    )
    folder = tmp_path / "pkg" / "mjcf"
    written(
        folder,
        {
            "main.xml": main,
            "parts/leg.inc": leg,
            "meshes/leg.obj": TETRAHEDRON,
            "hands/hand.xml": hand,
            "hands/shapes/tip.obj": TETRAHEDRON,
            "hands/cup.urdf": f'<robot name="r"><link name="cup">{inertial}{mesh}</link></robot>',
            "hands/cup.obj": TETRAHEDRON,
        },
    )
    theirs = model_from_mujoco(mujoco.MjModel.from_xml_path(str(folder / "main.xml")))
    theirs = replace(theirs, geometries=())
    monkeypatch.setattr(mujoco.MjModel, "from_xml_path", lambda *_: pytest.fail("MuJoCo opens files"))
    assert replace(load_model(folder / "main.xml"), geometries=()) == theirs
    monkeypatch.chdir(folder)
    assert replace(load_model("main.xml"), geometries=()) == theirs
    monkeypatch.chdir(tmp_path)
    assert replace(load_model("pkg/mjcf/main.xml"), geometries=()) == theirs


def test_no_way_leads_out_of_the_package(tmp_path):
    """Another ending, a model within the model, a mesh of a URDF file within the model."""
    secret = tmp_path / "secret"
    written(tmp_path, {"secret/s.xml": "<mujocoinclude/>", "secret/m.obj": TETRAHEDRON})
    inertial = (
        '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    )
    mesh = f'<collision><geometry><mesh filename="{secret}/m.obj"/></geometry></collision>'
    include = f'<include file="{secret}/s.xml"/>'
    folder = tmp_path / "pkg" / "mjcf"
    written(
        folder,
        {
            "a.xml": '<mujoco><include file="inner.inc"/></mujoco>',
            "inner.inc": f"<mujocoinclude>{include}</mujocoinclude>",
            "b.xml": '<mujoco><asset><model name="m" file="m.inc"/></asset><worldbody/></mujoco>',
            "m.inc": f"<mujoco>{include}</mujoco>",
            "c.xml": '<mujoco><asset><model name="m" file="m.urdf"/></asset><worldbody/></mujoco>',
            "m.urdf": f'<robot name="r"><link name="b">{inertial}{mesh}</link></robot>',
        },
    )
    for name in ("a", "b", "c"):
        with pytest.raises(RobotFileError, match="leads out of the file's package"):
            load_model(folder / f"{name}.xml")


def test_a_file_that_is_not_there_is_named_with_its_line(tmp_path):
    path = tmp_path / "robot.xml"
    path.write_text(
        '<mujoco><asset>\n<hfield name="h" file="hill.png" size="1 1 1 1"/></asset><worldbody/></mujoco>'
    )
    with pytest.raises(
        RobotFileError, match=r'robot\.xml:2: <hfield name="h">: there is no file "hill\.png"'
    ):
        load_model(path)


def test_a_mesh_that_is_not_there_is_no_error_unless_inertias_come_from_it(tmp_path):
    path = tmp_path / "robot.xml"
    text = """<mujoco><compiler meshdir="meshes"/><asset>
<mesh name="m" file="leg.stl" scale="2 2 2"/></asset>
<worldbody><body name="leg"><joint axis="0 1 0"/>{inertial}
<geom type="mesh" mesh="m" pos="0 0 1" {mass}/></body></worldbody></mujoco>"""
    inertial = '<inertial pos="0 0 0.1" mass="2" diaginertia="1 1 1"/>'
    for given in ({"inertial": inertial, "mass": ""}, {"inertial": inertial, "mass": 'mass="0"'}):
        path.write_text(text.format(**given))
        model = load_model(path)
        assert model.bodies[0].inertia.mass == 2.0
        (geometry,) = model.geometries
        assert geometry.shape.file == str(tmp_path / "meshes" / "leg.stl")
        assert geometry.shape.scale == (2.0, 2.0, 2.0)
        assert np.allclose(geometry.pose.position, (0.0, 0.0, 1.0))
        assert np.allclose(geometry.pose.rotation, np.eye(3))
    fitted = text.replace('type="mesh"', 'type="capsule"').format(inertial=inertial, mass="")
    for needed in (text.format(inertial="", mass=""), fitted):
        path.write_text(needed)
        with pytest.raises(
            RobotFileError, match=r'robot\.xml:2: <mesh name="m">: there is no file "leg\.stl"'
        ):
            load_model(path)


def test_without_the_package_the_error_says_how_to_get_it(tmp_path, monkeypatch):
    path = tmp_path / "robot.xml"
    path.write_text("<mujoco/>")
    genuine = builtins.__import__

    def without_mujoco(name, *rest):
        if name == "mujoco":
            raise ImportError(name)
        return genuine(name, *rest)

    monkeypatch.delitem(sys.modules, "mujoco")
    monkeypatch.setattr(builtins, "__import__", without_mujoco)
    with pytest.raises(MissingPackageError, match=r"pip install 'psiphi\[mjcf\]'"):
        load_model(path)


def test_nothing_is_warned_of_without_need():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        both(TWO)
