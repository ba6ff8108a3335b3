"""Loops, transmissions, group states, lists of loops, xacro, and files that are put right."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest

import psiphi
from psiphi.errors import PsiphiError, PsiphiWarning, RobotFileError
from psiphi.formats.json_format import model_to_json, parse_json
from psiphi.formats.load import load_model
from psiphi.formats.urdf.reader import parse_urdf

INERTIAL = (
    '<inertial><origin xyz="0.5 0 0"/><mass value="1"/>'
    '<inertia ixx="0.01" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>'
)
LIMIT = '<limit lower="-3" upper="3" effort="50" velocity="4"/>'


def joint(name: str, parent: str, child: str, xyz: str = "0 0 0", more: str = LIMIT) -> str:
    return (
        f'<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}"/><axis xyz="0 0 1"/>{more}</joint>'
    )


def four_bar(rest: str) -> str:
    """A parallelogram of unit links: a and c hang on the ground one apart, b on a; b's tip is c's."""
    links = '<link name="ground"/>' + "".join(f'<link name="{x}">{INERTIAL}</link>' for x in "abc")
    joints = joint("A", "ground", "a") + joint("B", "a", "b", "1 0 0") + joint("C", "ground", "c", "0 1 0")
    return f'<robot name="bar">{links}{joints}{rest}</robot>'


LOOP = (
    '<loop name="D" type="revolute"><predecessor link="b"><origin xyz="1 0 0"/></predecessor>'
    '<successor link="c"><origin xyz="1 0 0"/></successor><axis xyz="0 0 1"/></loop>'
)
OLDER = '<loop name="D"><link1 link="b" xyz="1 0 0"/><link2 link="c" xyz="1 0 0"/><axis xyz="0 0 1"/></loop>'


@pytest.mark.parametrize("text", [LOOP, OLDER])
def test_a_loop_is_the_loop_that_one_would_add_by_hand(text):
    model = parse_urdf(four_bar(text))
    assert [(loop.name, loop.kind, loop.size) for loop in model.loops] == [("D", "hinge", 5)]
    robot = psiphi.Robot(model)
    square = np.array([0.3, np.pi / 2 - 0.3, 0.3])  # b lies across, from the tip of a to that of c
    np.testing.assert_allclose(robot.loop_residual(square), 0.0, atol=1e-15)


ROTOR = (
    '<transmission name="t"><joint name="A"/><actuator name="m"><drake:rotor_inertia value="0.01"/>'
    '<drake:gear_ratio value="9"/></actuator></transmission>'
)


def test_rotors_of_drakes_files_are_moved():
    bare, driven = (psiphi.Robot(parse_urdf(four_bar(rest))) for rest in ("", ROTOR))
    q = np.array([0.1, 0.2, 0.3])
    expected = bare.mass_matrix(q) + np.diag([0.81, 0.0, 0.0])
    np.testing.assert_allclose(driven.mass_matrix(q), expected, rtol=1e-14)
    with pytest.warns(PsiphiWarning, match="drake:joint"):
        parse_urdf(four_bar('<drake:joint name="x" type="planar"/>'))


def test_rotations_may_be_quaternions():
    turned = four_bar("").replace('xyz="0 1 0"', 'xyz="0 1 0" rpy="0.1 0.2 0.3"')
    quaternion = "0.0343 0.1060 0.1436 0.9833"
    found = parse_urdf(turned.replace('rpy="0.1 0.2 0.3"', f'quat_xyzw="{quaternion}"')).joint("C").placement
    expected = parse_urdf(turned).joint("C").placement
    np.testing.assert_allclose(found.rotation, expected.rotation, atol=1e-4)
    assert found.position.tolist() == expected.position.tolist()
    for wrong in (f'quat_xyzw="{quaternion}" rpy="0 0 0"', 'quat_xyzw="0 0 0 0"'):
        with pytest.raises(RobotFileError, match="given twice, or is none"):
            parse_urdf(turned.replace('rpy="0.1 0.2 0.3"', wrong))


COUPLING = '<coupling name="gear"><predecessor link="a"/><successor link="c"/><ratio value="-6"/></coupling>'


def test_a_coupling_is_a_mimic():
    """a and c hang on the ground by one joint each: c turns −6 times as a does."""
    coupled = parse_urdf(four_bar(COUPLING))
    mimic = '<mimic joint="A" multiplier="-6"/>'
    by_hand = parse_urdf(four_bar("").replace('xyz="0 1 0"/>', f'xyz="0 1 0"/>{mimic}', 1))
    assert coupled.key == by_hand.key
    assert coupled.nv == 2


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ('<coupling name="x"/>', "predecessor"),
        (COUPLING.replace('"c"', '"nowhere"'), "nowhere"),
        (COUPLING.replace('"c"', '"b"'), "one joint"),  # a carries b: nothing is left between a and a
        (COUPLING.replace('"a"', '"b"'), "one joint"),
        (COUPLING + COUPLING, "follows another already"),
        (COUPLING.replace("-6", "0"), "ratio is 0"),
    ],
)
def test_couplings_that_are_no_mimic_are_refused(text, finding):
    with pytest.raises(RobotFileError, match=finding):
        parse_urdf(four_bar(text))


def test_a_loop_of_a_link_that_is_not_there_is_refused():
    with pytest.raises(RobotFileError, match='there is no link "nowhere"'):
        parse_urdf(four_bar(LOOP.replace('link="b"', 'link="nowhere"')))


def test_transmissions_are_motors_behind_their_reductions():
    simple = (
        '<transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="A"/>'
        '<actuator name="m"><mechanicalReduction>\n 50 \n</mechanicalReduction></actuator></transmission>'
    )
    two = '<transmission name="d"><joint name="B"/><joint name="C"/><actuator name="n"/></transmission>'
    with pytest.warns(PsiphiWarning, match="left out of the model"):
        model = parse_urdf(four_bar(simple + two))
    assert [(x.name, x.joint, x.gear) for x in model.actuators] == [("m", "A", 50.0)]
    assert [x.element for x in model.dropped] == ['<transmission name="d">']
    robot = psiphi.Robot(model)
    np.testing.assert_array_equal(robot.joint_forces([0.5], np.zeros(3), np.zeros(3)), [25.0, 0.0, 0.0])
    np.testing.assert_array_equal(robot.joint_forces([2.0], np.zeros(3), np.zeros(3)), [50.0, 0.0, 0.0])
    assert parse_json(model_to_json(model)) == model
    assert robot.limits.effort.tolist() == [50.0] * 3


def test_transmissions_of_ros_2_are_motors_where_joints_have_none():
    simple = """<transmission name="t"><plugin>transmission_interface/SimpleTransmission</plugin>
      <actuator name="m" role="actuator1"/><joint name="{}" role="joint1">
      <mechanical_reduction>{}</mechanical_reduction></joint></transmission>"""
    older = '<transmission name="o"><joint name="B"/><actuator name="n"/></transmission>'
    both = simple.format("A", 50) + simple.format("B", 3)
    control = '<ros2_control name="s" type="system"><joint name="C"/>{}</ros2_control>'
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = parse_urdf(four_bar(control.format(both) + older))
    assert [(x.name, x.joint, x.gear) for x in model.actuators] == [("n", "B", 1.0), ("m", "A", 50.0)]
    for wrong in ("0", "fifty"):
        text = four_bar(control.format(simple.format("A", wrong)))
        with pytest.raises(RobotFileError, match="<mechanical_reduction>"):
            parse_urdf(text)
        with pytest.warns(PsiphiWarning, match="is 0 or no number: left out"):
            assert parse_urdf(text, lenient=True) == parse_urdf(four_bar(""))


def test_differential_transmissions_pull_at_both_joints():
    """τ₁ = r₁ (g₁ u₁ + g₂ u₂), τ₂ = r₂ (g₁ u₁ − g₂ u₂), as ros_control has it; roles tell which is which."""

    def end(tag: str, name: str, number: int, reduction: float) -> str:
        return (
            f'<{tag} name="{name}"><role>{tag}{number}</role>'
            f"<mechanicalReduction>{reduction}</mechanicalReduction></{tag}>"
        )

    kind = "<type>transmission_interface/{}DifferentialTransmission</type>"
    ends = end("actuator", "n", 2, 3.0) + end("actuator", "m", 1, -2.0)
    ends += end("joint", "A", 1, 5.0) + end("joint", "{}", 2, 7.0)
    differential = f'<transmission name="d">{kind}{ends}</transmission>'
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = parse_urdf(four_bar(differential.format("", "C")))
    with pytest.warns(
        PsiphiWarning, match='<joint name="missing"> .*: driven by a transmission, and not there'
    ):
        alone = parse_urdf(four_bar(differential.format("", "missing")))
    with pytest.warns(PsiphiWarning, match='<joint name="no"> .*: driven by a transmission, and not there'):
        still = parse_urdf(
            four_bar('<transmission name="s"><joint name="no"/><actuator name="x"/></transmission>')
        )
    assert [x.name for x in model.actuators] == ["m", "n"]
    u = np.array([0.5, 0.2])
    zero = np.zeros(3)
    tau = psiphi.Robot(model).joint_forces(u, zero, zero)
    at = {name: k for k, name in enumerate(model.joint_names)}
    np.testing.assert_allclose(tau[[at["A"], at["C"]]], [5 * (-1.0 + 0.6), 7 * (-1.0 - 0.6)], rtol=1e-15)
    np.testing.assert_allclose(psiphi.Robot(alone).joint_forces(u, zero, zero)[at["A"]], -2.0, rtol=1e-15)
    assert parse_json(model_to_json(model)) == model
    assert not still.actuators
    as_in_ros_2 = re.sub(r'name="(\w+)"><role>(\w+)</role>', r'name="\1" role="\2">', differential)
    for before, after in (("<type>", "<plugin>"), ("</type>", "</plugin>"), ("calR", "cal_r")):
        as_in_ros_2 = as_in_ros_2.replace(before, after)
    inside = f'<ros2_control name="s" type="system">{as_in_ros_2.format("", "C")}</ros2_control>'
    assert parse_urdf(four_bar(inside)) == model
    with pytest.warns(PsiphiWarning, match="neither simple nor a differential"):
        assert not parse_urdf(four_bar(differential.format("Half", "C"))).actuators


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("loops.yaml", "- {name: D, type: 3d, frames: [tip, end]}\n"),
        ("loops.json", '[{"name": "D", "type": "point", "frames": ["tip", "end"]}]'),
        ("robot.yaml", "closed_loop: [[tip, end]]\ntype: [3d]\nname: [D]\nname_mot: mot\n"),
        ("loops.yml", "loops:\n  - frames: [tip, end]\n    type: hinge\n    axis: [0, 0, 1]\n    name: D\n"),
    ],
)
def test_loops_of_a_file_beside_the_robot(tmp_path, name, text):
    tips = '<link name="tip"/><link name="end"/>'
    for link, tip in (("b", "tip"), ("c", "end")):
        tips += (
            f'<joint name="{tip}_fixed" type="fixed"><parent link="{link}"/><child link="{tip}"/>'
            '<origin xyz="1 0 0"/></joint>'
        )
    (tmp_path / "bar.urdf").write_text(four_bar(tips))
    (tmp_path / name).write_text(text)
    robot = psiphi.load(tmp_path / "bar.urdf", loops=tmp_path / name)
    assert [(loop.name, loop.kind) for loop in robot.model.loops] == [
        ("D", "hinge" if "hinge" in text else "point")
    ]
    np.testing.assert_allclose(robot.loop_residual([0.3, np.pi / 2 - 0.3, 0.3]), 0.0, atol=1e-15)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- {type: 3d, frames: [tip]}", "two names"),
        ("- {type: 4d, frames: [a, b]}", "there is no loop kind '4d'"),
        ("- {type: 3d, frames: [a, nowhere]}", "there is no frame 'nowhere'"),
        ("- {frame: [a, b]}", "the key 'frame' is unknown"),
        ("a: [", "this is not YAML"),
        ("a: \0", "this is not YAML"),
        ("- {frames: [a, b], frames: [b, c]}", "the key 'frames' is given twice in the object on line 1"),
        ("a: &a [" + "1," * 10000 + "]\nb: [" + "*a," * 10000 + "]", "what stands on line 1 is used again"),
        ("name_mot: mot", "there are no loops"),
        ("closed_loop: [[a, b]]\ntype: 3d", "`type` is no list of 1"),
        ("closed_loop: [[a, b], [b, c]]\ntype: [3d]", "`type` is no list of 2"),
    ],
)
def test_lists_of_loops_that_are_wrong(tmp_path, text, message):
    (tmp_path / "bar.urdf").write_text(four_bar(""))
    (tmp_path / "loops.yaml").write_text(text)
    with pytest.raises(RobotFileError, match=message):
        load_model(tmp_path / "bar.urdf", loops=tmp_path / "loops.yaml")


def test_group_states_are_configurations(tmp_path):
    (tmp_path / "bar.urdf").write_text(four_bar(""))
    (tmp_path / "bar.srdf").write_text(
        '<robot name="bar"><group_state name="home" group="x">'
        '<joint name="root_joint" value="1 2 3 0 0 0 1"/>'
        '<joint name="B" value="0.5"/><joint name="gone" value="1"/></group_state>'
        '<group_state name="home" group="y"><joint name="C" value="0 1"/></group_state></robot>'
    )
    with pytest.warns(PsiphiWarning, match="joint 'gone', which the robot does not have"):
        fixed = psiphi.load(tmp_path / "bar.urdf", srdf=tmp_path / "bar.srdf")
    np.testing.assert_allclose(fixed.configurations["home"], [0.0, 0.5, np.pi / 2])
    with pytest.warns(PsiphiWarning, match="'gone'"):
        free = psiphi.load(tmp_path / "bar.urdf", base="free", srdf=tmp_path / "bar.srdf")
    np.testing.assert_allclose(free.configurations["home"], [1, 2, 3, 0, 0, 0, 1, 0.0, 0.5, np.pi / 2])
    (tmp_path / "bar.srdf").write_text(
        '<robot name="bar"><virtual_joint name="floor" type="floating" child_link="ground"/>'
        '<group_state name="home"><joint name="floor" value="1 2 3 0 0 0 2"/></group_state></robot>'
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        free = psiphi.load(tmp_path / "bar.urdf", base="free", srdf=tmp_path / "bar.srdf")
        psiphi.load(tmp_path / "bar.urdf", srdf=tmp_path / "bar.srdf")
    np.testing.assert_allclose(free.configurations["home"], [1, 2, 3, 0, 0, 0, 1, 0.0, 0.0, 0.0])


@pytest.mark.parametrize(("place", "told"), [("-3", ()), ("0.7", ("0.7 of 'C' in 'home'", "at -3"))])
def test_a_group_state_that_puts_a_mimic_elsewhere_is_told_of(tmp_path, place, told):
    (tmp_path / "bar.urdf").write_text(four_bar(COUPLING))  # C is at −6 A
    (tmp_path / "bar.srdf").write_text(
        '<robot><group_state name="home"><joint name="A" value="0.5"/>'
        f'<joint name="C" value="{place}"/></group_state></robot>'
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        robot = psiphi.load(tmp_path / "bar.urdf", srdf=tmp_path / "bar.srdf")
    np.testing.assert_array_equal(robot.configurations["home"], [0.5, 0.0])
    assert len(caught) == bool(told)
    assert all(words in str(caught[0].message) for words in told)


def test_files_without_group_states_are_told_of(tmp_path):
    (tmp_path / "bar.urdf").write_text(four_bar(""))
    with pytest.raises(RobotFileError, match="this is a URDF file"):
        load_model(tmp_path / "bar.urdf", srdf=tmp_path / "bar.urdf")
    (tmp_path / "bar.srdf").write_text("<robot/>")
    with pytest.warns(PsiphiWarning, match="no <group_state>"):
        load_model(tmp_path / "bar.urdf", srdf=tmp_path / "bar.srdf")


def test_products_of_inertia_that_are_left_out_are_told_of():
    link = (
        '<link name="{}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" {}/></inertial></link>'
    )
    text = "".join(link.format(name, "") for name in "ab") + link.format("c", 'ixy="0" ixz="0" iyz="0"')
    joints = joint("A", "a", "b") + joint("B", "b", "c")
    with pytest.warns(PsiphiWarning, match='<link name="a"> on line 1 and 1 more: products left out'):
        parse_urdf(f"<robot>{text}{joints}</robot>")


def test_lenient_puts_right_what_is_common_and_says_so():
    text = (
        '<robot name="r"><link name="a"><inertial><mass value="2"/></inertial></link>'
        '<link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="5"/></inertial></link>'
        + joint("A", "world", "a", more="")
        + joint("B", "a", "b", "1 0 0")
        + "</robot>"
    )
    with pytest.raises(RobotFileError):
        parse_urdf(text)
    with pytest.warns(PsiphiWarning) as caught:
        model = parse_urdf(text, lenient=True)
    told = str(caught[0].message)
    for words in (
        "no <limit>",
        "'world' is not declared",
        "no <inertia>",
        "that no body can have",
    ):
        assert words in told
    assert model.body_names == ("world", "a", "b")
    # The nearest second moments of mass are (2.5, 2.5, 0): of the moments given, only the last was too large.
    np.testing.assert_allclose(np.diag(model.bodies[2].inertia.rotational), [2.5, 2.5, 5.0])
    assert not model.bodies[2].inertia.problems()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parse_urdf(four_bar(""), lenient=True)


def test_lenient_takes_the_first_of_two_and_leaves_out_what_cannot_be_read():
    upside_down = '<limit lower="1" upper="-1" effort="1" velocity="1"/>'
    motor = '<joint name="A"/><actuator name="m"><mechanicalReduction>gear</mechanicalReduction></actuator>'
    moments = '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
    text = f"""<robot name="r"><link name="a"/><link name="b">{INERTIAL}{INERTIAL.replace("1", "2")}</link>
        <link name="c"><inertial>{moments}</inertial></link><link name="d">{INERTIAL}</link>
        {joint("A", "a", "b", more=upside_down)}{joint("C", "b", "c")}
        {joint("D", "c", "d", more='<axis xyz="1 0 0"/>' + LIMIT)}
        <transmission name="t">{motor}</transmission></robot>"""
    with pytest.warns(PsiphiWarning) as caught:
        found = parse_urdf(text, lenient=True)
    told = str(caught[0].message)
    for words in (
        '<link name="b"> has a second <inertial> on line 1',
        "an <inertial> without <mass>",
        "limits upside down",
        '<joint name="D"> has a second <axis>',
        "a mechanicalReduction that is 0 or no number",
    ):
        assert words in told
    plain = f"""<robot name="r"><link name="a"/><link name="b">{INERTIAL}</link><link name="c"/>
        <link name="d">{INERTIAL}</link>
        {joint("A", "a", "b", more='<limit effort="1" velocity="1"/>')}{joint("C", "b", "c")}
        {joint("D", "c", "d")}</robot>"""
    assert found == parse_urdf(plain)


def test_xacro_files_are_expanded_and_stay_inside(tmp_path):
    head = '<robot name="bar" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    plain = four_bar("")
    inner = plain[plain.index(">") + 1 : plain.rindex("</robot>")]
    package = tmp_path / "package" / "urdf"
    package.mkdir(parents=True)
    (package / "inner.xacro").write_text(f"{head}{inner}</robot>")
    path = package / "bar.xacro"
    path.write_text(f'{head}<xacro:include filename="inner.xacro"/></robot>')
    assert load_model(path).joint_names == ("A", "B", "C")
    path.write_text(f'{head}<xacro:include filename="../../secret.xacro"/></robot>')
    with pytest.raises(RobotFileError, match="leads out of"):
        load_model(path)
    path.write_text(f"{head}<link name=\"${{xacro.load_yaml('/etc/hostname')}}\"/></robot>")
    with pytest.raises(RobotFileError, match=r'"/etc/hostname" leads out of'):
        load_model(path)


XACRO = '<robot name="bar" xmlns:xacro="http://www.ros.org/wiki/xacro">'


def test_xacro_finds_packages_in_the_roots_and_files_by_computed_names(tmp_path):
    pytest.importorskip("xacro")
    plain = four_bar("")
    inner = plain[plain.index(">") + 1 : plain.rindex("</robot>")]
    for name in ("arms/urdf", "parts"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "parts" / "bar_b.xacro").write_text(f"{XACRO}{inner}</robot>")
    (tmp_path / "parts" / "size.yaml").write_text("mass: 7.5")
    text = f"""{XACRO}<xacro:arg name="which" default="b"/>
        <xacro:if value="false"><xacro:include filename="$(find nowhere)/x.xacro"/></xacro:if>
        <xacro:include filename="$(find parts)/bar_$(arg which).xacro"/>
        <link name="extra"><inertial><mass value="${{xacro.load_yaml('$(find parts)/size.yaml')['mass']}}"/>
        <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
        {joint("E", "b", "extra")}</robot>"""
    path = tmp_path / "arms" / "urdf" / "arm.xacro"
    path.write_text(text)
    model = load_model(path, roots=[tmp_path])
    assert model.joint_names == ("A", "B", "E", "C")
    assert model.bodies[model.body_names.index("extra")].inertia.mass == 7.5
    with pytest.raises(RobotFileError, match=r'\$\(find parts\): there is no directory "parts" in the'):
        load_model(path)


@pytest.mark.parametrize(
    ("name", "finding"),
    [
        ("$(find parts)/../../outside.xacro", "leads out of the declared roots"),
        ("${'/etc' + '/hostname'}", "leads out of the declared roots"),
        ("$(find ..)/x.xacro", "leads out of the declared roots"),
        ("$(find parts)/*.xacro", "is a pattern"),
        ("$(find parts)/typed.xacro", "a document type is refused"),
        ("$(find parts)/none.xacro", "xacro cannot expand this"),
    ],
)
def test_xacro_opens_nothing_else(name, finding, tmp_path):
    pytest.importorskip("xacro")
    root = tmp_path / "root"
    (root / "parts").mkdir(parents=True)
    (tmp_path / "outside.xacro").write_text(f'{XACRO}<link name="secret"/></robot>')
    (root / "parts" / "typed.xacro").write_text(f'<!DOCTYPE robot>{XACRO}<link name="l"/></robot>')
    path = root / "arm.xacro"
    path.write_text(f'{XACRO}<link name="l"/><xacro:include filename="{name}"/></robot>')
    with pytest.raises(RobotFileError, match=finding):
        load_model(path, roots=[root])


@pytest.mark.parametrize(
    ("joint", "value", "finding"),
    [
        ("S", "0 1", "value has 2 numbers"),  # of a slider: no cosine and sine
        ("A", "0 0", "value has 2 numbers"),  # of no angle
        ("A", "1 2 3", "value has 3 numbers"),
        ("A", "", "value has 0 numbers"),
        ("root_joint", "0 0 1 0 0 0 0", "1: <joint name=.root_joint.>: its quaternion is zero"),
    ],
)
def test_group_states_that_are_no_configurations_are_refused(joint, value, finding, tmp_path):
    ends = '<parent link="b"/><child link="s"/><limit effort="1" velocity="1"/>'
    slider = f'<link name="s"/><joint name="S" type="prismatic">{ends}</joint>'
    (tmp_path / "bar.urdf").write_text(four_bar(slider))
    (tmp_path / "bar.srdf").write_text(
        f'<robot><group_state name="home"><joint name="{joint}" value="{value}"/></group_state></robot>'
    )
    with pytest.raises(PsiphiError, match=finding):
        psiphi.load(tmp_path / "bar.urdf", base="free", srdf=tmp_path / "bar.srdf")


def test_expressions_without_macros_are_expanded(tmp_path):
    pytest.importorskip("xacro")
    (tmp_path / "link.xacro").write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="${\'a\' + \'b\'}"/></robot>'
    )
    assert "ab" in psiphi.load(tmp_path / "link.xacro").frame_names
