"""Springs, tendons, actuators, armature and gravity compensation of MJCF files, judged by MuJoCo."""

from __future__ import annotations

import warnings
from dataclasses import replace

import mujoco
import numpy as np
import pytest

import psiphi
from psiphi.compat.mujoco import MujocoMap
from psiphi.errors import ModelError, PsiphiWarning
from psiphi.formats.json_format import model_to_json, parse_json
from psiphi.formats.load import load_model
from psiphi.formats.mjcf.model import model_from_mujoco
from psiphi.model import Actuator, Dropped

ARM = """<body name="a"><joint name="j" axis="0 0 1" stiffness="5" springref="20" damping="0.2"
    actuatorfrcrange="-6 40"/><geom type="box" size=".1 .2 .3" mass="1"/>
  <body name="b" gravcomp="0.5" pos="1 0 0"><joint name="k" axis="0 1 0" pos=".1 0 0"/>
  <geom size=".1" mass="2"/>
  <body name="c" gravcomp="1.5" pos=".3 0 0"><geom size=".1" mass=".5" pos="0 .2 .1"/>
    <body name="d" pos=".3 0 0" gravcomp="0.3"><joint type="ball" name="ball" stiffness="2" range="0 60"/>
    <geom size=".1" mass="2" pos=".1 .2 .3"/></body></body></body></body>"""
TENDONS = """<tendon><fixed name="t" stiffness="3" springlength="0.1 0.2" damping="0.4" range="-1 2">
    <joint joint="j" coef="2"/><joint joint="k" coef="-1"/></fixed>
  <fixed name="one" armature="2"><joint joint="k" coef="3"/></fixed></tendon>"""
ACTUATORS = """<actuator><motor joint="j" gear="10" armature="0.1"/>
  <position name="servo" joint="k" kp="20" kv="2" ctrlrange="-1 1" forcerange="-3 5"/>
  <velocity tendon="t" kv="3"/><motor tendon="one" gear="2" armature="0.05" damping="0.3"/>
  <general joint="k" gear="2" gaintype="affine" gainprm="2 1 .5" biasprm="1 2 3" biastype="affine"/>
  </actuator>"""
KEYS = '<keyframe><key name="home" qpos="0.1 0.2 2 0 0 0"/><key qpos="0.3 0.4 0 1 0 0"/></keyframe>'


def compiled(rest: str = "", world: str = ARM) -> tuple[psiphi.Robot, mujoco.MjModel, mujoco.MjData]:
    mj = mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{world}</worldbody>{rest}</mujoco>")
    return psiphi.Robot(model_from_mujoco(mj, snap=0.0)), mj, mujoco.MjData(mj)


@pytest.fixture(scope="module")
def arm():
    return compiled(TENDONS + ACTUATORS + KEYS)


def test_passive_and_actuator_forces_and_the_mass_matrix_are_mujocos(arm):
    robot, mj, data = arm
    assert not robot.model.dropped
    rng = np.random.default_rng(0)
    convert = MujocoMap(robot.model, mj)
    q = robot.random_configuration(rng, (6,))
    v, u = rng.standard_normal((6, robot.nv)), 3.0 * rng.standard_normal((6, mj.nu))
    passive, driven, mass = robot.passive_forces(q, v), robot.joint_forces(u, q, v), robot.mass_matrix(q)
    for k in range(6):
        data.qpos[:], data.qvel[:], data.ctrl[:] = convert.q_to(q[k]), v[k], u[k]
        mujoco.mj_forward(mj, data)
        np.testing.assert_allclose(passive[k], data.qfrc_passive, rtol=0, atol=1e-11)
        np.testing.assert_allclose(driven[k], data.qfrc_actuator, rtol=0, atol=1e-11)
        full = np.zeros((mj.nv, mj.nv))
        mujoco.mj_fullM(mj, data, full)
        np.testing.assert_allclose(mass[k], full, rtol=0, atol=1e-11)


def test_springs_of_joints_and_tendons_store_what_they_push_with(arm):
    robot, mj, data = arm
    q = robot.random_configuration(np.random.default_rng(4), (6,))
    convert, energies = MujocoMap(robot.model, mj), robot.elastic_energy(q)
    for place, energy in zip(q, energies, strict=True):
        data.qpos[:] = convert.q_to(place)
        mujoco.mj_forward(mj, data)
        mujoco.mj_energyPos(mj, data)
        lifted = -sum(mj.body_mass[k] * mj.opt.gravity @ data.xipos[k] for k in range(mj.nbody))
        assert energy == pytest.approx(data.energy[0] - lifted, abs=1e-11)


@pytest.mark.parametrize(
    "off", ['<flag actuation="disable"/></option>', '</option><default><motor group="3"/></default>']
)
def test_actuators_that_are_switched_off_move_their_inertia_still(off):
    group = ' actuatorgroupdisable="3"' if "group" in off else ""
    rest = """<actuator><motor joint="j" gear="10" armature="0.1" damping="0.2"/>
      <motor joint="k" gear="2" armature="0.3"/></actuator>"""
    robot, mj, data = compiled(f"<option{group}>{off}{rest}")
    assert not robot.model.actuators
    assert not robot.model.dropped
    mujoco.mj_forward(mj, data)
    full = np.zeros((mj.nv, mj.nv))
    mujoco.mj_fullM(mj, data, full)
    np.testing.assert_allclose(robot.mass_matrix(robot.neutral()), full, rtol=0, atol=1e-12)
    data.qvel[:] = 1.0
    mujoco.mj_forward(mj, data)
    found = robot.passive_forces(robot.neutral(), np.ones(robot.nv))
    np.testing.assert_allclose(found, data.qfrc_passive, rtol=0, atol=1e-11)
    assert not data.qfrc_actuator.any()


def test_one_flag_switches_all_constraints_off():
    held = """<tendon><fixed name="t" range="-1 2" frictionloss="0.3">
      <joint joint="k" coef="1"/></fixed></tendon>
      <equality><connect body1="d" anchor="0 0 .1"/></equality>
      <default><joint frictionloss="0.4" range="-10 10"/></default>"""
    for flag in ("", '<option><flag constraint="disable"/></option>'):
        robot, mj, data = compiled(flag + held)
        assert len(robot.model.loops) == len(robot.model.tendons) - (flag != "")
        assert np.isfinite(robot.limits.upper[:2]).all() == (flag == "")
        assert any(robot.model.joint("k").friction) == bool(robot.model.tendons[0].friction) == (flag == "")
        mujoco.mj_forward(mj, data)
        assert (data.nefc == 0) == (flag != "")


def test_no_weight_is_held_up_where_springs_and_dampers_are_off():
    off = '<option density="3"><flag spring="disable" damper="disable"/></option>'
    robot, mj, data = compiled(off)
    data.qvel[:] = 1.0
    mujoco.mj_forward(mj, data)
    assert not data.qfrc_passive.any()
    assert not robot.passive_forces(robot.neutral(), np.ones(robot.nv)).any()
    assert not robot.model.dropped  # there is no drag either


def test_friction_of_a_free_joint_is_told_of():
    model = compiled(world='<body><joint type="free" frictionloss="1"/><geom size=".1"/></body>')[0].model
    assert [x.reason for x in model.dropped] == ["that its armature and frictionloss act along world axes"]


DRONE = """<body name="hull"><freejoint/><geom type="box" size=".1 .2 .05" pos=".02 0 .01" mass="1"/>
  <site name="front" pos=".2 0 .1" euler="0 20 30"/><site pos="-.2 .1 .1"/>
  <body name="arm" pos="0 0 -.1"><joint name="hinge" axis="0 1 0"/><geom size=".05" pos=".1 0 0"/>
  <body name="fin" pos=".2 0 0"><joint name="ball" type="ball"/>
  <geom type="box" size=".1 .05 .02" pos=".1 0 0"/>
  <site name="tail" pos=".2 .1 0" euler="0 0 50"/></body></body></body>"""
PROPELLERS = """<actuator><motor name="left" site="front" gear="0 0 3 0 0 -.2" ctrlrange="0 2"/>
  <general name="right" site="tail" gear="1 2 3 4 5 6" gainprm="2" biastype="affine" biasprm="1 0 -.5"/>
  <motor name="spin" joint="ball" gear="1 2 3"/><motor joint="hinge" gear="2"/></actuator>"""


def test_actuators_of_sites_and_ball_joints_push_as_in_mujoco():
    robot, mj, data = compiled(PROPELLERS, DRONE)
    assert not robot.model.dropped
    assert [x.frame for x in robot.model.actuators] == ["front", "tail", "", ""]
    rng, convert = np.random.default_rng(3), MujocoMap(robot.model, mj)
    q, v = robot.random_configuration(rng, (5,)), rng.standard_normal((5, robot.nv))
    u = 3.0 * rng.standard_normal((5, mj.nu))
    driven = robot.joint_forces(u, q, v)
    for k in range(5):
        data.qpos[:], data.qvel[:], data.ctrl[:] = convert.q_to(q[k]), convert.v_to(q[k], v[k]), u[k]
        mujoco.mj_forward(mj, data)
        expected = convert.tau_from(data.qpos, data.qfrc_actuator)
        np.testing.assert_allclose(driven[k], expected, rtol=0, atol=1e-11)
        np.testing.assert_allclose(robot.joint_forces(u[k], q[k], v[k]), expected, rtol=0, atol=1e-11)
    assert parse_json(model_to_json(robot.model)) == robot.model


def test_edited_models_have_the_actuators_of_the_frames_that_are_left():
    model = compiled(PROPELLERS, DRONE)[0].model
    left = model.without("fin")
    assert [x.name for x in left.actuators] == ["left", "actuator_3"]
    both = psiphi.Robot(model.attach(left, "tail", "two_"))
    assert [x.frame for x in both.model.actuators] == ["front", "tail", "", "", "two_front", ""]
    rng = np.random.default_rng(5)
    q, v = both.random_configuration(rng), rng.standard_normal(both.nv)
    wrench = np.array([0.0, 0.0, -0.2, 0.0, 0.0, 3.0])
    pushed = both.jacobian(q, "two_front", "local").T @ wrench
    change = both.joint_forces([0, 0, 0, 0, 1.5, 0], q, v) - both.joint_forces(np.zeros(6), q, v)
    np.testing.assert_allclose(change, 1.5 * pushed, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("actuator", "told"),
    [
        ('<motor site="front" refsite="tail"/>', "an actuator whose transmission is not read"),
        ('<motor jointinparent="ball"/>', "an actuator whose transmission is not read"),
        ('<position joint="ball"/>', "an actuator whose force is not affine in its input"),
        ('<motor joint="ball" armature="1"/>', "its armature and damping"),
    ],
)
def test_what_sites_and_balls_are_driven_by_besides_is_told(actuator, told):
    model = compiled(f"<actuator>{actuator}</actuator>", DRONE)[0].model
    assert [x.reason for x in model.dropped] == [told]


@pytest.mark.parametrize(
    "wrong",
    [
        ({"joint": "hinge", "frame": "tail"}, "drives a joint, a tendon or a frame; name one"),
        ({"frame": "nowhere"}, "there is no frame 'nowhere'"),
        ({"frame": "tail", "direction": (1.0,)}, "its direction has 1 numbers; give 6 here"),
        ({"joint": "ball"}, "its direction has 0 numbers; give 3 here"),
        ({"joint": "hinge", "direction": (1.0, 2.0, 3.0)}, "its direction has 3 numbers; give 0 here"),
        ({"joint": "root"}, "joint 'root' is free; name one with one coordinate"),
    ],
)
def test_actuators_of_nothing_are_refused(wrong):
    model = compiled(world=DRONE)[0].model
    arguments, finding = wrong
    with pytest.raises(ModelError, match=finding):
        replace(model, actuators=(Actuator("x", **arguments),))


def test_what_changes_no_motion_is_not_told_of():
    sensor = """<extension><plugin plugin="mujoco.sensor.touch_grid"/></extension>
      <tendon><spatial><site site="front"/><site site="tail"/></spatial></tendon>
      <sensor><plugin name="x" plugin="mujoco.sensor.touch_grid" objtype="site" objname="tail">
      <config key="size" value="7 7"/><config key="fov" value="45 45"/><config key="gamma" value="0"/>
      <config key="nchannel" value="1"/></plugin></sensor>"""
    assert not compiled(sensor, DRONE)[0].model.dropped


def test_actuators_with_delays_or_by_plugins_are_told_of():
    late = compiled('<actuator><motor joint="j" delay="0.1" nsample="3"/></actuator>')[0].model
    assert [x.reason for x in late.dropped] == ["its delay"]
    plugin = """<extension><plugin plugin="mujoco.pid"><instance name="p"><config key="kp" value="3"/>
      </instance></plugin></extension>
      <actuator><plugin joint="j" plugin="mujoco.pid" instance="p" actdim="0"/></actuator>"""
    told = compiled(plugin)[0].model
    assert not told.actuators
    assert [x.reason for x in told.dropped] == ["an actuator whose force is not affine in its input"]


def test_single_precision_and_out(arm):
    robot, _, _ = arm
    q, v = robot.random_configuration(np.random.default_rng(1), (2,)), np.ones((2, robot.nv))
    u = np.ones(len(robot.model.actuators))
    single = [x.astype(np.float32) for x in (u, q, v)]
    assert robot.passive_forces(*single[1:]).dtype == robot.joint_forces(*single).dtype == np.float32
    out = np.empty((2, robot.nv))
    assert robot.joint_forces(u, q, v, out=out) is out
    np.testing.assert_array_equal(out, robot.joint_forces(u, q, v))


def test_configurations_and_limits(arm):
    robot, _, _ = arm
    assert list(robot.configurations) == ["home", "key_1", "qpos0"]
    np.testing.assert_allclose(robot.configurations["home"], [0.1, 0.2, 0, 0, 0, 1])
    np.testing.assert_allclose(robot.configurations["key_1"], [0.3, 0.4, 1, 0, 0, 0])
    assert robot.limits.effort.tolist() == [40.0, *[np.inf] * 4]
    assert robot.limits.effort_lower.tolist() == [-6.0, *[-np.inf] * 4]
    assert robot.limits.lower.shape == robot.limits.upper.shape == (robot.nq,)
    assert robot.model.joint("ball").limits.angle == pytest.approx(np.pi / 3)
    assert "home" in compiled()[0].configurations


def test_the_file_of_psiphi_keeps_all_of_it(arm):
    model = arm[0].model
    again = parse_json(model_to_json(model))
    assert again == model
    assert (again.tendons, again.actuators) == (model.tendons, model.actuators)
    assert again.named_configurations == model.named_configurations


def test_a_locked_joint_leaves_the_forces_on_the_others(arm):
    robot, _, _ = arm
    locked = psiphi.Robot(robot.model.lock("j", 0.4))
    assert [actuator.name for actuator in locked.model.actuators] == [
        x.name for x in robot.model.actuators if x.joint != "j"
    ]
    rng = np.random.default_rng(2)
    q = robot.random_configuration(rng, (4,))
    q[:, 0] = 0.4
    v = rng.standard_normal((4, robot.nv))
    v[:, 0] = 0.0
    u = rng.standard_normal((4, len(robot.model.actuators)))
    kept = [k for k, x in enumerate(robot.model.actuators) if x.joint != "j"]
    np.testing.assert_allclose(
        locked.passive_forces(q[:, 1:], v[:, 1:]), robot.passive_forces(q, v)[:, 1:], atol=1e-12
    )
    np.testing.assert_allclose(
        locked.joint_forces(u[:, kept], q[:, 1:], v[:, 1:]), robot.joint_forces(u, q, v)[:, 1:], atol=1e-12
    )


def test_two_arms_have_the_forces_of_each(arm):
    robot, _, _ = arm
    both = psiphi.Robot(robot.model.attach(robot.model, at="d", prefix="second_"))
    alone = robot.model.without("b")
    assert [x.name for x in alone.actuators] == ["actuator_0"]
    assert not alone.tendons
    rng = np.random.default_rng(3)
    q, v = robot.random_configuration(rng, (2,)), rng.standard_normal((2, robot.nv))
    u = rng.standard_normal((2, len(robot.model.actuators)))
    found = both.joint_forces(u.ravel(), q.ravel(), v.ravel())
    np.testing.assert_allclose(found, robot.joint_forces(u, q, v).ravel(), atol=1e-12)
    assert set(both.configurations) == {
        "home",
        "key_1",
        "qpos0",
        "second_home",
        "second_key_1",
        "second_qpos0",
    }


def test_springs_and_named_configurations_of_a_rerooted_robot():
    world = ARM.replace(
        '<body name="a">', '<body name="base"><freejoint name="f"/><geom size=".1"/><body name="a">'
    )
    robot, _, _ = compiled(KEYS.replace('qpos="', 'qpos="1 2 3 0.6 0 0.8 0 '), world + "</body>")
    change = robot.model.rerooting("d")
    turned = psiphi.Robot(change.rerooted)
    for name, q in robot.configurations.items():
        there = change.configuration(q)
        np.testing.assert_allclose(turned.configurations[name], there, atol=1e-14)
        v = np.random.default_rng(4).standard_normal(robot.nv)
        power = robot.passive_forces(q, v) @ v
        assert turned.passive_forces(there, change.velocity(q, v)) @ change.velocity(q, v) == pytest.approx(
            power
        )


def test_a_weld_without_torque_is_a_point():
    ball = '<freejoint/><geom size=".1"/></body>'
    world = f'<body name="x">{ball}<body name="y" pos="0 .3 0">{ball}'
    robot, mj, data = compiled(
        '<equality><weld body1="x" body2="y" torquescale="0" anchor=".1 0 0"/></equality>', world
    )
    assert [loop.kind for loop in robot.model.loops] == ["point"]
    q = MujocoMap(robot.model, mj).q_from(data.qpos)
    mujoco.mj_forward(mj, data)
    np.testing.assert_allclose(robot.loop_residual(q), data.efc_pos[:3], atol=1e-14)


def test_what_has_no_place_is_listed_with_its_line_and_warned_of_once(tmp_path):
    path = tmp_path / "robot.xml"
    path.write_text(
        '<mujoco>\n<option density="1.2"/>\n<worldbody><site name="s"/>'
        '<body name="a"><joint name="j"/><geom size=".1"/><site name="e"/>'
        '<body><joint name="k"/><geom size=".1"/></body></body></worldbody>\n'
        '<tendon><spatial name="string" stiffness="1"><site site="s"/><site site="e"/></spatial>\n'
        "</tendon>\n"
        '<actuator><motor joint="j"/>\n<motor name="m" site="e" refsite="s"/>\n'
        '<damper joint="k" kv="1" ctrlrange="0 1"/>\n<motor site="e" refsite="s"/></actuator></mujoco>'
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = load_model(path)
    assert [w.category for w in caught] == [PsiphiWarning]
    assert {(x.element, x.line) for x in model.dropped} == {
        ("<option>", 2),
        ('<spatial name="string">', 4),
        ('<motor name="m">', 7),
        ("<motor> in <actuator>", 9),
    }
    again = parse_json(model_to_json(model))
    assert again.dropped == model.dropped
    assert isinstance(model.dropped[0], Dropped)
    assert "string" in str(caught[0].message)


@pytest.mark.parametrize(
    ("range_", "rest", "told"),
    [
        ("", '<actuator><motor joint="k"/></actuator>', False),
        ('actuatorfrcrange="-1 1"', '<actuator><motor joint="k"/></actuator>', True),
        ("", "", True),  # MuJoCo then compensates nothing
    ],
)
def test_gravity_that_actuators_compensate_is_told_of_where_it_differs(range_, rest, told):
    world = ARM.replace('name="k"', f'name="k" actuatorgravcomp="true" {range_}')
    robot, mj, data = compiled(rest, world)
    assert bool(robot.model.dropped) == told
    assert all("actuatorgravcomp" in dropped.reason for dropped in robot.model.dropped)
    mujoco.mj_forward(mj, data)
    q, v = MujocoMap(robot.model, mj).q_from(data.qpos), np.zeros(robot.nv)
    given = data.qfrc_passive + data.qfrc_actuator
    assert np.allclose(robot.passive_forces(q, v), given, rtol=1e-12) != told


def test_sensors_of_sites_are_frames():
    world = '<body name="x"><joint name="j"/><geom size=".1"/><site name="s" pos="0 .2 0"/></body>'
    robot, _, _ = compiled(
        '<sensor><gyro name="imu" site="s"/><jointpos name="angle" joint="j"/></sensor>', world
    )
    assert robot.model.frame("imu").pose == robot.model.frame("s").pose
    assert not robot.model.has_frame("angle")


def test_sensors_of_bodies_geoms_and_cameras_are_frames():
    """Where MuJoCo's own sensors say that they are; what senses no frame gets none."""
    world = (
        '<body name="x" pos=".1 0 .4" euler="0 20 0"><joint name="j" axis="0 1 0"/>'
        '<geom name="g" type="box" size=".1 .2 .3" pos=".1 .2 .3" euler="10 20 30"/>'
        '<camera name="c" pos="0 .3 .1" euler="40 0 0"/></body>'
    )
    kinds = {"on_xbody": "xbody", "on_body": "body", "on_geom": "geom", "on_camera": "camera"}
    of = {"xbody": "x", "body": "x", "geom": "g", "camera": "c"}
    sensors = "".join(
        f'<framepos name="{name}" objtype="{kind}" objname="{of[kind]}"/>'
        f'<framequat name="{name}_q" objtype="{kind}" objname="{of[kind]}"/>'
        for name, kind in kinds.items()
    )
    robot, mj, data = compiled(f'<sensor>{sensors}<subtreecom name="com" body="x"/></sensor>', world)
    data.qpos[:] = 0.7
    mujoco.mj_forward(mj, data)
    for name in kinds:
        rotation, position = robot.frame_pose(np.array([0.7]), name)
        np.testing.assert_allclose(position, data.sensor(name).data, atol=1e-12)
        turned = np.zeros(9)
        mujoco.mju_quat2Mat(turned, data.sensor(f"{name}_q").data)
        np.testing.assert_allclose(rotation, turned.reshape(3, 3), atol=1e-12)
    assert not robot.model.has_frame("com")
