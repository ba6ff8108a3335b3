"""SDF files against the models they were written from, and against Drake."""

# ruff: noqa: E501 (tables are easier to read in rows)

from __future__ import annotations

import json
import subprocess
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sdf_writer import TYPES, sdf_of

import psiphi
from psiphi.errors import PsiphiWarning, RobotFileError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import Joint
from psiphi.model.shapes import Box, Capsule

PEERS = Path(__file__).parents[2] / ".venv-peers" / "bin" / "python"


def load(text: str, tmp_path: Path, **options) -> psiphi.Robot:
    path = tmp_path / "robot.sdf"
    path.write_text(text)
    return psiphi.load(path, **options)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("base", ["fixed", "free"])
def test_the_model_comes_back(seed: int, base, tmp_path: Path) -> None:
    model = random_tree(seed, bodies=8, kinds=list(TYPES), base=base)
    if base == "free":  # q is the pose of the root in the world
        root, *others = model.bodies
        model = replace(model, bodies=(replace(root, joint=Joint("root", "free")), *others))
    robot, again = psiphi.Robot(model), load(sdf_of(model, seed), tmp_path)
    assert again.joint_names == robot.joint_names
    assert again.nq == robot.nq
    np.testing.assert_allclose(again.limits.lower, robot.limits.lower, rtol=1e-15)
    q = robot.random_configuration(np.random.default_rng(seed), batch=(4,))
    np.testing.assert_allclose(again.mass_matrix(q), robot.mass_matrix(q), rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(again.gravity_forces(q), robot.gravity_forces(q), rtol=1e-11, atol=1e-11)
    for frame in model.frames:
        for found, expected in zip(
            again.frame_pose(q, frame.name), robot.frame_pose(q, frame.name), strict=True
        ):
            np.testing.assert_allclose(found, expected, atol=1e-12)


ARM = """<sdf version="1.7"><model name="arm"><pose>0 0 1 0 0 0</pose>
<link name="base"><inertial><mass>2</mass></inertial></link>
<link name="hand"><pose relative_to="wrist"/>
<inertial><pose>0 0 .1 0 0 0</pose><mass>1</mass></inertial></link>
<frame name="tip" attached_to="hand"><pose>0 0 .3 0 0 0</pose></frame>
<joint name="wrist" type="revolute"><pose relative_to="base">0 .5 0 0 0 0</pose><parent>base</parent>
<child>hand</child><axis><xyz>1 0 0</xyz><limit><lower>-1e16</lower><upper>1e16</upper></limit>
<dynamics><damping>.5</damping><spring_stiffness>3</spring_stiffness></dynamics></axis></joint>
</model></sdf>"""


def test_defaults_are_those_of_the_format(tmp_path: Path) -> None:
    """1 kg m² where no moments are given; free, but fixed where a joint to the world says so."""
    free = load(ARM, tmp_path)
    assert (free.nv, free.mass) == (7, 3.0)
    np.testing.assert_array_equal(free.model.bodies[0].inertia.rotational, np.eye(3))
    assert free.limits.upper[-1] == np.inf
    home = free.configurations["home"]
    np.testing.assert_allclose(free.frame_pose(home, "tip")[1], [0.0, 0.5, 1.3], atol=1e-15)
    assert free.model.bodies[1].joint.stiffness == (3.0,)
    held = ARM.replace(
        "</model>", '<joint name="h" type="fixed"><parent>world</parent><child>base</child></joint></model>'
    )
    fixed = load(held, tmp_path)
    assert fixed.nv == 1
    with pytest.warns(PsiphiWarning, match="<static>.*only its base is held"):
        static = load(ARM.replace("<link", "<static>1</static><link", 1), tmp_path)
    for robot in (fixed, static, load(ARM, tmp_path, base="fixed")):
        np.testing.assert_allclose(robot.frame_pose(np.zeros(1), "tip")[1], [0.0, 0.5, 1.3], atol=1e-15)


def in_world(text: str, more: str) -> str:
    return text.replace("<model", f'<world name="w">{more}<model', 1).replace(
        "</model></sdf>", "</model></world></sdf>"
    )


TURNED = ARM.replace(">0 .5 0 0 0 0<", ">0 .5 0 .3 .2 .1<")
FRAME = "<use_parent_model_frame>{}</use_parent_model_frame><xyz>"
OLD = {
    "axes were in the frame of the model": ("1.4", "", "", "<xyz>", '<xyz expressed_in="__model__">'),
    "unless the file says otherwise": ("1.4", "<xyz>", FRAME.format("false"), "", ""),
    "then in that of the joint": ("1.5", "", "", "", ""),
    "if the file says nothing else": ("1.6", "<xyz>", FRAME.format(1), "<xyz>", '<xyz expressed_in="__model__">'),
    "screws have a pitch in m of a turn": ("1.7", 'revolute">', 'screw"><thread_pitch>-20</thread_pitch>', 'revolute">', f'screw"><screw_thread_pitch>{np.pi / 10}</screw_thread_pitch>'),
    "of one metre where none is given": ("1.7", 'revolute">', 'screw">', 'revolute">', 'screw"><screw_thread_pitch>1</screw_thread_pitch>'),
}  # fmt: skip


@pytest.mark.parametrize("what", OLD)
def test_older_files_say_the_same_in_other_words(what: str, tmp_path: Path) -> None:
    version, word, as_old, modern, as_new = OLD[what]
    text = TURNED.replace("1.7", version)
    old = load(text.replace(word, as_old) if word else text, tmp_path).model
    new = load(TURNED.replace(modern, as_new) if modern else TURNED, tmp_path).model
    assert old.merged() == new.merged()
    (tmp_path / "arm.sdf").write_text(text.replace(word, as_old) if word else text)
    within = load(
        '<sdf version="1.9"><model name="arm"><include merge="1"><uri>arm.sdf</uri></include></model></sdf>',
        tmp_path,
    ).model
    assert [body.joint for body in within.bodies] == [body.joint for body in new.bodies]


def test_gravity_was_once_a_part_of_physics(tmp_path: Path) -> None:
    gravity = "<gravity>0 0 -3</gravity>"
    within = in_world(ARM, f"<physics>{gravity}</physics>")
    assert load(within.replace("1.7", "1.5"), tmp_path).model.gravity == (0.0, 0.0, -3.0)
    assert load(within, tmp_path).model.gravity == (0.0, 0.0, -9.81)  # no such element any more
    assert load(in_world(ARM, gravity), tmp_path).model.gravity == (0.0, 0.0, -3.0)


def test_the_robot_of_a_world_stands_among_static_models(tmp_path: Path) -> None:
    ground = '<model name="ground"><static>true</static><link name="plane"/></model>'
    with pytest.warns(PsiphiWarning, match='<model name="ground"> on line 1 is left out: it stands still'):
        robot = load(in_world(ARM, ground), tmp_path)
    assert robot.model == load(ARM, tmp_path).model
    with pytest.raises(RobotFileError, match="there are 2 models"):
        load(in_world(ARM, ground.replace("true", "false")), tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("<child>hand", "<child>nobody", "there is no frame"),
        ('relative_to="wrist"', 'relative_to="tip"', "relative to itself"),
        ('type="revolute"', 'type="gearbox"', "not read"),
        ("<link name", "<include/><link name", "is missing"),
        ("<link name", "<include><uri>../../x.sdf</uri></include><link name", "leads out"),
        ("<link name", "<include><uri>x.sdf</uri></include><link name", "is not there"),
        ("<link name", "<include><uri>robot.sdf</uri></include><link name", "too deeply"),
        ("</model>", "</model><model name='b'/>", "2 models"),
        ("<parent>base", "<parent>hand", "own ancestor"),
        ("<mass>1<", "<mass>-1<", "kg"),
        ("<damping>.5", "<damping>-.5", r':6: <joint name="wrist">: damping \(-0.5\) is negative'),
        ("<xyz>1 0 0", "<xyz>0 0 0", "no direction"),
        ("<xyz>1 0 0", "<xyz>1 0", "2 numbers"),
        ('name="hand"', 'name="base"', "name"),
        ('version="1.7"', 'version="x"', "version"),
    ],
)
def test_what_cannot_be_read_is_refused(old: str, new: str, finding: str, tmp_path: Path) -> None:
    assert old in ARM
    with pytest.raises(RobotFileError, match=finding) as caught:
        load(ARM.replace(old, new, 1), tmp_path)
    assert str(caught.value).count("robot.sdf") == 1  # the place is told once


def test_errors_of_the_model_stand_at_the_joint(tmp_path: Path) -> None:
    text = ARM.replace("<lower>-1e16</lower><upper>1e16", "<lower>2</lower><upper>1")
    with pytest.raises(RobotFileError, match=r':6: <joint name="wrist">: limits \[2, 1\] are upside down'):
        load(text, tmp_path)


def test_a_ball_joint_is_damped_as_drake_has_it(tmp_path: Path) -> None:
    with pytest.warns(PsiphiWarning, match="<limit> .*not read of a ball joint; .*<spring_stiffness>"):
        robot = load(ARM.replace('"revolute"', '"ball"'), tmp_path)
    assert robot.model.joint("wrist").damping == (0.5, 0.5, 0.5)


def test_plugins_are_told_of(tmp_path: Path) -> None:
    with pytest.warns(PsiphiWarning, match="plugin"):
        robot = load(ARM.replace("</model>", '<plugin name="wind" filename="x"/></model>'), tmp_path)
    assert [dropped.element for dropped in robot.model.dropped] == ['<plugin name="wind">']


DRAKE = """
import json, sys
import numpy as np
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.parsing import Parser
plant = MultibodyPlant(0.0)
Parser(plant).AddModels(sys.argv[1])
plant.Finalize()
context = plant.CreateDefaultContext()
values = json.loads(sys.argv[2])
def joint_of(name):
    *models, name = name.split("::")
    if name != "wrist":  # of which there are two
        return plant.GetJointByName(name)
    return plant.GetJointByName(name, plant.GetModelInstanceByName("::".join(["whole", *models])))
for name, value in values.items():
    joint = joint_of(name)
    place = joint.set_angle if joint.type_name() == "revolute" else joint.set_translation
    place(context, value)
order = [joint_of(name).velocity_start() for name in values]
M = plant.CalcMassMatrix(context)[np.ix_(order, order)]
g = plant.CalcGravityGeneralizedForces(context)[order]
print(json.dumps([M.tolist(), g.tolist()]))
"""


@pytest.mark.skipif(not PEERS.exists(), reason="Drake is not there: `make peers` installs it")
def test_drake_reads_the_same_robot(tmp_path: Path) -> None:
    assert_drake_agrees(
        load(sdf_of(random_tree(11, bodies=6, kinds=["revolute", "prismatic"])), tmp_path), tmp_path
    )


INERTIAL = """<inertial><pose>.1 .2 .3 .4 .5 .6</pose><mass>{}</mass>
<inertia><ixx>.4</ixx><iyy>.5</iyy><izz>.6</izz><ixy>.01</ixy></inertia></inertial>"""
FOREARM = f"""<sdf version="1.9"><model name="forearm"><pose>9 9 9 1 1 1</pose>
<link name="bone"><pose>0 .1 0 .2 0 0</pose>{INERTIAL.format(2)}</link>
<link name="palm"><pose relative_to="bone">0 0 .5 0 .1 0</pose>{INERTIAL.format(1)}</link>
<joint name="wrist" type="revolute"><parent>bone</parent><child>palm</child>
<axis><xyz expressed_in="__model__">0 .6 .8</xyz></axis></joint>
<frame name="grip"><pose>.1 0 0 0 0 .3</pose></frame><frame name="plate" attached_to="bone"/></model></sdf>"""
NESTED = f"""<sdf version="1.9"><model name="whole"><link name="base">{INERTIAL.format(5)}</link>
<joint name="hold" type="fixed"><parent>world</parent><child>base</child></joint>
<model name="arm" placement_frame="socket"><pose relative_to="base">.3 .2 .1 .1 .2 .3</pose>
<link name="upper"><pose>.1 0 .2 0 .4 0</pose>{INERTIAL.format(3)}</link>
<frame name="socket" attached_to="upper"><pose>0 0 -.2 .1 0 0</pose></frame>
<include><uri>forearm.sdf</uri><name>lower</name><pose relative_to="upper">0 0 .7 0 .2 0</pose></include>
<joint name="elbow" type="revolute"><parent>upper</parent><child>lower::bone</child>
<pose relative_to="lower">0 0 .05 0 0 0</pose><axis><xyz>1 0 0</xyz></axis></joint></model>
<joint name="shoulder" type="prismatic"><parent>base</parent><child>arm::socket</child>
<axis><xyz expressed_in="arm">0 0 1</xyz></axis></joint>
<include merge="true"><uri>forearm.sdf</uri><name>second</name>
<pose relative_to="arm">1 0 0 0 0 .5</pose></include>
<joint name="side" type="revolute"><parent>base</parent><child>plate</child>
<axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>"""


@pytest.mark.skipif(not PEERS.exists(), reason="Drake is not there: `make peers` installs it")
def test_drake_reads_the_same_models_within_models(tmp_path: Path) -> None:
    """Nested, included, merged; placed by frames of theirs, joined at frames, axes in frames of others."""
    (tmp_path / "forearm.sdf").write_text(FOREARM)
    robot = load(NESTED, tmp_path)
    assert set(robot.model.body_names) == {
        "base", "arm::upper", "arm::lower::bone", "arm::lower::palm", "bone", "palm",
    }  # fmt: skip
    assert {"arm", "arm::lower", "arm::lower::grip", "grip"} <= set(robot.frame_names)
    assert_drake_agrees(robot, tmp_path)


@pytest.mark.skipif(not PEERS.exists(), reason="Drake is not there: `make peers` installs it")
def test_drake_places_the_same_model_in_the_world_and_moves_the_same_rotor(tmp_path: Path) -> None:
    """By a frame of the world, and at a frame of its own; the arm hangs obliquely, so that gravity tells."""
    held = ARM.replace('<model name="arm">', '<model name="arm" placement_frame="tip">').replace(
        "<pose>0 0 1 0 0 0</pose>", '<pose relative_to="there">0 0 1 .3 0 0</pose>'
    )
    held = held.replace("</axis></joint>", "</axis><drake:rotor_inertia>.01</drake:rotor_inertia>"
        "<drake:gear_ratio>9</drake:gear_ratio></joint>"
        '<joint name="h" type="fixed"><parent>world</parent><child>base</child></joint>')  # fmt: skip
    frames = """<frame name="here"><pose>1 2 3 .4 0 0</pose></frame>
    <frame name="there" attached_to="here"><pose relative_to="world">1 0 0 .1 .7 0</pose></frame>"""
    text = held.replace("<model", f'<world name="w">{frames}<model').replace("</model>", "</model></world>")
    robot = load(text, tmp_path)
    assert not robot.model.dropped
    assert_drake_agrees(robot, tmp_path, one_wrist=True)
    with pytest.raises(RobotFileError, match='there is no frame "nowhere"'):
        load(text.replace('"there">0 0 1', '"nowhere">0 0 1'), tmp_path)


def test_poses_of_old_files_name_their_frames_otherwise(tmp_path: Path) -> None:
    old = ARM.replace("1.7", "1.6").replace('<pose relative_to="wrist"/>', "<pose>0 .5 0 0 0 0</pose>")
    old = old.replace('<pose relative_to="base">0 .5 0', '<pose frame="base">.1 .5 0')
    new = old.replace("1.6", "1.7").replace("frame=", "relative_to=")
    assert load(old, tmp_path).model == load(new, tmp_path).model
    assert load(old, tmp_path).model != load(new.replace('relative_to="base"', ""), tmp_path).model


def assert_drake_agrees(robot: psiphi.Robot, tmp_path: Path, *, one_wrist: bool = False) -> None:
    q = robot.random_configuration(np.random.default_rng(0))
    joints = [body.joint.name for body in robot.model.bodies if body.joint.kind.nv]
    values = json.dumps(dict(zip(joints, q.tolist(), strict=True)))
    program = DRAKE.replace('"wrist"', '""') if one_wrist else DRAKE
    command = [str(PEERS), "-c", program, str(tmp_path / "robot.sdf"), values]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if "No module named 'pydrake'" in run.stderr:
        pytest.skip("Drake has no wheel for this platform")
    assert run.returncode == 0, run.stderr
    M, g = map(np.array, json.loads(run.stdout))
    np.testing.assert_allclose(robot.mass_matrix(q), M, rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(-robot.gravity_forces(q), g, rtol=1e-10, atol=1e-10)


def test_shapes_are_where_frames_of_the_same_pose_are(tmp_path: Path) -> None:
    shapes = """<visual name="seen"><pose>0 0 .3 0 0 0</pose><geometry>
<box><size>1 2 3</size></box></geometry><material><diffuse>1 0 0 2</diffuse></material></visual>
<visual name="file"><geometry>
<mesh><uri>model://arm/hand.stl</uri><scale>1 1 2</scale></mesh></geometry></visual>
<visual name="odd"><geometry><heightmap/></geometry></visual>
<visual name="out"><geometry><mesh><uri>../../../etc/hand.stl</uri></mesh></geometry></visual>
<collision name="touched"><pose relative_to="base">0 .5 .1 0 0 0</pose>
<geometry><capsule><radius>.1</radius><length>.4</length></capsule></geometry></collision>"""
    text = ARM.replace('<pose relative_to="wrist"/>', f'<pose relative_to="wrist"/>{shapes}')
    with pytest.warns(PsiphiWarning, match=r"not read.*leads out"):
        robot = load(text, tmp_path)
    box, mesh, capsule = robot.model.geometries
    q = robot.random_configuration(np.random.default_rng(0))
    rotation, position = robot.frame_pose(q, "hand")
    np.testing.assert_allclose(
        position + rotation @ box.pose.position, robot.frame_pose(q, "tip")[1], atol=1e-12
    )
    assert (box.shape, box.color, box.visual) == (Box((1.0, 2.0, 3.0)), (1.0, 0.0, 0.0, 1.0), True)
    assert mesh.shape.scale == (1.0, 1.0, 2.0)
    assert mesh.shape.file.endswith("arm/hand.stl")
    assert (capsule.shape, capsule.collision) == (Capsule(0.1, 0.4), True)
    np.testing.assert_allclose(capsule.pose.position, (0.0, 0.0, 0.1), atol=1e-12)


def test_static_models_within_models_are_held_to_the_world(tmp_path: Path) -> None:
    text = """<sdf version="1.9"><model name="cell"><pose>0.5 0 0 0 0 0</pose>
      <model name="table"><static>true</static><pose>1 0 0.2 0 0 0.3</pose>
        <link name="top"><pose>0 0 0.1 0 0 0</pose></link>
        <link name="leg"><pose>0.2 0 0 0 0 0</pose></link></model>
      <link name="box"><inertial><mass>2</mass></inertial></link></model></sdf>"""
    robot = load(text, tmp_path)
    assert robot.nv == 6
    q = robot.random_configuration(np.random.default_rng(0))
    np.testing.assert_allclose(robot.frame_pose(q, "table::top")[1], [1.5, 0.0, 0.3], atol=1e-15)
    place = [1.5 + 0.2 * np.cos(0.3), 0.2 * np.sin(0.3), 0.2]
    np.testing.assert_allclose(robot.frame_pose(q, "table::leg")[1], place, atol=1e-15)


# What is left out and told: (the text, what it is replaced by, what is left out, why)
LEFT_OUT = {
    "misspelt element": ("<mass>2</mass>", "<mas>2</mas>", '<mas> in <inertial> in <link name="base">', "not read inside <inertial>"),
    "attribute for a child": ("<axis><xyz>1 0 0</xyz>", '<axis xyz="1 0 0">', '<axis> in <joint name="wrist">', "not read: xyz"),
    "unknown element": ("<parent>", "<rotor>3</rotor><parent>", '<rotor> in <joint name="wrist">', "not read inside <joint>"),
    "mass by its volume": ("<inertial><mass>2</mass>", '<inertial auto="true">', '<inertial> in <link name="base">', "not read: auto"),
    "link in a link": ('<link name="base">', '<link name="base"><link name="x"/>', '<link name="x">', "not read inside <link>"),
    "no gravity": ('<link name="base">', '<link name="base"><gravity>false</gravity>', '<gravity> in <link name="base">', "not read inside <link>"),
    "second axis": ("</axis></joint>", "</axis><axis2/></joint>", '<axis2> in <joint name="wrist">', "not read of a revolute joint"),
    "bushing": ("</model>", "<drake:linear_bushing_rpy/></model>", '<drake:linear_bushing_rpy> in <model name="arm">', "not read inside <model>"),
    "air": ('<link name="base">', '<link name="base"><velocity_decay><linear>0.1</linear></velocity_decay>', '<velocity_decay> in <link name="base">', "the drag of air"),
}  # fmt: skip


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_not_read_is_told(name: str, tmp_path: Path) -> None:
    before, after, element, reason = LEFT_OUT[name]
    assert before in ARM
    with pytest.warns(PsiphiWarning, match="left out of the model"):
        model = load(ARM.replace(before, after, 1), tmp_path).model
    assert [(x.element, x.reason) for x in model.dropped] == [(element, reason)]


def test_joints_and_plugins_of_the_world_are_told(tmp_path: Path) -> None:
    around = (
        '<joint name="hold" type="fixed"><parent>world</parent><child>arm</child></joint><plugin name="x"/>'
    )
    text = ARM.replace("<model", f'<world name="w">{around}<model').replace("</model>", "</model></world>")
    with pytest.warns(PsiphiWarning, match="of the world, not of the model"):
        model = load(text, tmp_path).model
    told = ['<joint name="hold">', '<plugin name="x">']
    assert [x.element for x in model.dropped] == told
    (tmp_path / "arm.sdf").write_text(ARM)
    include = "<include><uri>arm.sdf</uri></include>"
    with pytest.warns(PsiphiWarning, match="of the world, not of the model"):
        model = load(f'<sdf version="1.7"><world name="w">{include}{around}</world></sdf>', tmp_path).model
    assert [x.element for x in model.dropped] == told


def test_what_changes_nothing_is_not_told(tmp_path: Path) -> None:
    harmless = (
        "<gravity>true</gravity><velocity_decay><linear>0</linear><angular>0.0</angular></velocity_decay>"
    )
    arm = ARM.replace("</upper>", "</upper><drake:acceleration>9</drake:acceleration>")
    text = arm.replace('<link name="base">', f'<link name="base">{harmless}<self_collide>1</self_collide>')
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not load(text, tmp_path).model.dropped
