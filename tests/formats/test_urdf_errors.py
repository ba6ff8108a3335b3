"""Bad URDF files: each error says the file, the line, the element, what was found, and what to do."""

# ruff: noqa: E501 (messages are easier to read whole)

from __future__ import annotations

from pathlib import Path

import pytest

from psiphi.errors import ModelError, PsiphiError, PsiphiWarning, RobotFileError
from psiphi.formats.load import load_model
from psiphi.formats.urdf.reader import parse_urdf

GOOD = """<robot name="arm">
<link name="base"/>
<link name="upper">
<inertial>
<mass value="2"/>
<inertia ixx="0.4" iyy="0.5" izz="0.6" ixy="0" ixz="0" iyz="0"/>
</inertial>
</link>
<link name="lower"/>
<joint name="shoulder" type="revolute">
<parent link="base"/>
<child link="upper"/>
<origin xyz="0 0 1" rpy="0 0 0"/>
<axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="10" velocity="2"/>
<dynamics damping="1" friction="1"/>
</joint>
<joint name="elbow" type="continuous">
<parent link="upper"/>
<child link="lower"/>
</joint>
</robot>
"""

# What is wrong: (the text, what it is replaced by, the whole message after the name of the file)
CASES = {
    "unknown parent": (
        '<parent link="base"/>',
        '<parent link="bass"/>',
        ':11: <parent> in <joint name="shoulder">: there is no link "bass". Name a link of this file.',
    ),
    "unknown child": (
        '<child link="lower"/>',
        '<child link="hand"/>',
        ':20: <child> in <joint name="elbow">: there is no link "hand". Name a link of this file.',
    ),
    "no parent": (
        '<parent link="base"/>\n',
        "\n",
        ':10: <joint name="shoulder">: the parent link is not named. Write <parent link="..."/>.',
    ),
    "two parents": (
        '<child link="lower"/>',
        '<child link="upper"/>',
        ':18: <joint name="elbow">: link "upper" has two parents: joint "shoulder" on line 10 carries it already. A robot is a tree; close loops by <loop> elements, or model.with_loop(...).',
    ),
    "cycle": (
        '<parent link="base"/>',
        '<parent link="lower"/>',
        ':3: <link name="upper">: is its own ancestor (upper → lower → upper). Let one of these bodies hang on the world or on a body outside the ring.',
    ),
    "link on itself": (
        '<parent link="upper"/>\n<child link="lower"/>',
        '<parent link="lower"/>\n<child link="lower"/>',
        ':9: <link name="lower">: is its own ancestor (lower → lower). Let one of these bodies hang on the world or on a body outside the ring.',
    ),
    "unconnected": (
        '<link name="lower"/>',
        '<link name="lower"/><link name="tool"/>',
        ':9: <link name="tool">: no joint carries this link, and "base" is the root. Connect it with a joint.',
    ),
    "duplicate link": (
        '<link name="lower"/>',
        '<link name="upper"/>',
        ':9: <link name="upper">: another link on line 3 has the same name. Rename one of them.',
    ),
    "duplicate joint": (
        'name="elbow"',
        'name="shoulder"',
        ':18: <joint name="shoulder">: another joint on line 10 has the same name. Rename one of them.',
    ),
    "nameless link": ('<link name="lower"/>', "<link/>", ':9: <link>: there is no name. Add name="...".'),
    "zero axis": (
        'axis xyz="0 0 1"',
        'axis xyz="0 0 0"',
        ':14: <axis> in <joint name="shoulder">: xyz="0 0 0" has no direction. Give a vector of unit length.',
    ),
    "tiny axis": (
        'axis xyz="0 0 1"',
        'axis xyz="0 0 1e-200"',
        ':14: <axis> in <joint name="shoulder">: xyz="0 0 1e-200" has no direction. Give a vector of unit length.',
    ),
    "short axis": (
        'axis xyz="0 0 1"',
        'axis xyz="0 1"',
        ':14: <axis> in <joint name="shoulder">: xyz="0 1" has 2 numbers. Give 3, separated by spaces.',
    ),
    "negative mass": (
        'value="2"',
        'value="-2"',
        ':5: <mass> in <inertial> in <link name="upper">: the mass, -2 kg, is negative. Give zero or more.',
    ),
    "NaN mass": (
        'value="2"',
        'value="nan"',
        ':5: <mass> in <inertial> in <link name="upper">: value="nan" is not a finite number. Write it like 1.5 or -2e-3.',
    ),
    "infinite mass": (
        'value="2"',
        'value="1e999"',
        ':5: <mass> in <inertial> in <link name="upper">: value="1e999" is not a finite number. Write it like 1.5 or -2e-3.',
    ),
    "words for mass": (
        'value="2"',
        'value="2kg"',
        ':5: <mass> in <inertial> in <link name="upper">: value="2kg" is not a finite number. Write it like 1.5 or -2e-3.',
    ),
    "Python number": (
        'value="2"',
        'value="1_000"',
        ':5: <mass> in <inertial> in <link name="upper">: value="1_000" is not a finite number. Write it like 1.5 or -2e-3.',
    ),
    "no mass": (
        '<mass value="2"/>\n',
        "\n",
        ':4: <inertial> in <link name="upper">: there is no <mass>. Add <mass value="..."/>, or remove the <inertial>.',
    ),
    "no inertia": (
        '<inertia ixx="0.4" iyy="0.5" izz="0.6" ixy="0" ixz="0" iyz="0"/>\n',
        "\n",
        ':4: <inertial> in <link name="upper">: there is no <inertia>. Add <inertia ixx="..." .../> about the centre of mass.',
    ),
    "no moment": (
        'iyy="0.5" ',
        "",
        ':6: <inertia> in <inertial> in <link name="upper">: the attribute \'iyy\' is missing. Add iyy="...".',
    ),
    "triangle inequality": (
        'izz="0.6"',
        'izz="2"',
        ':6: <inertia> in <inertial> in <link name="upper">: no body has these principal moments 0.4, 0.5, 2 kg m²: the largest exceeds the sum of the other two. Give the moments about the centre of mass, in kg m² (not kg mm²).',
    ),
    "negative moment": (
        'ixx="0.4"',
        'ixx="-0.4"',
        ':6: <inertia> in <inertial> in <link name="upper">: rotational inertia is not positive semidefinite (principal moments -0.4, 0.5, 0.6 kg m²). Give the moments about the centre of mass, in kg m² (not kg mm²).',
    ),
    "overflowing moment": (
        'ixx="0.4"',
        'ixx="1e308"',
        ':6: <inertia> in <inertial> in <link name="upper">: ixx="1e308" is too large for a robot. Check the units.',
    ),
    "limits upside down": (
        'lower="-1" upper="1"',
        'lower="1" upper="-1"',
        ':15: <limit> in <joint name="shoulder">: lower=1 is above upper=-1. Exchange the two.',
    ),
    "negative effort": (
        'effort="10"',
        'effort="-10"',
        ':15: <limit> in <joint name="shoulder">: effort=-10 is negative. Give the largest magnitude.',
    ),
    "no limit": (
        '<limit lower="-1" upper="1" effort="10" velocity="2"/>\n',
        "\n",
        ':10: <joint name="shoulder">: a revolute joint needs a <limit>. Add <limit lower="..." upper="..." .../>, or say continuous.',
    ),
    "negative damping": (
        'damping="1"',
        'damping="-1"',
        ':16: <dynamics> in <joint name="shoulder">: damping or friction is negative, and would drive the joint. Give zero or more.',
    ),
    "unknown type": (
        'type="continuous"',
        'type="ball"',
        ':18: <joint name="elbow">: type="ball" is not a joint type. Use one of fixed, revolute, continuous, prismatic, planar, floating.',
    ),
    "no type": (
        ' type="continuous"',
        "",
        ':18: <joint name="elbow">: type="" is not a joint type. Use one of fixed, revolute, continuous, prismatic, planar, floating.',
    ),
    "mimic of a missing joint": (
        '<child link="lower"/>',
        '<child link="lower"/>\n<mimic joint="wrist"/>',
        ":21: <mimic> in <joint name=\"elbow\">: mimics 'wrist', and there is no such joint. Name a revolute, continuous or prismatic joint of this file.",
    ),
    "mimic of nothing": (
        '<child link="lower"/>',
        '<child link="lower"/>\n<mimic/>',
        ":21: <mimic> in <joint name=\"elbow\">: mimics '', and there is no such joint. Name a revolute, continuous or prismatic joint of this file.",
    ),
    "mimic of itself": (
        '<child link="lower"/>',
        '<child link="lower"/>\n<mimic joint="elbow"/>',
        ':21: <mimic> in <joint name="elbow">: mimics itself through other joints, in a cycle. Name a revolute, continuous or prismatic joint of this file.',
    ),
    "mimic by zero": (
        '<child link="lower"/>',
        '<child link="lower"/>\n<mimic joint="shoulder" multiplier="0"/>',
        ':21: <mimic> in <joint name="elbow">: multiplier=0 ties the joint to nothing. Make the joint fixed instead.',
    ),
    "two axes": (
        '<axis xyz="0 0 1"/>',
        '<axis xyz="0 0 1"/>\n<axis xyz="0 1 0"/>',
        ':15: <axis> in <joint name="shoulder">: a second <axis> in the same element. Keep one of them.',
    ),
    "mesh outside": (
        '<link name="lower"/>',
        '<link name="lower"><visual><geometry>\n<mesh filename="package://x/../../y"/></geometry></visual></link>',
        ':10: <mesh> in <geometry> in <visual> in <link name="lower">: filename="package://x/../../y" climbs out of its package. Correct the path, or declare the directory with roots=[...].',
    ),
    "xacro": (
        '<link name="base"/>',
        '<link name="base"/><xacro:include filename="x"/>',
        ':1: <robot name="arm">: xacro cannot expand this: unbound prefix: line 2, column 19. Expand it with xacro itself to see why.',
    ),
    "no link": (
        GOOD[GOOD.index("<link") : GOOD.index("</robot>")],
        "",
        ':1: <robot name="arm">: there is no <link>. A robot needs at least one.',
    ),
    "other document": (
        "robot",
        "scene",
        ':1: <scene name="arm">: this is neither URDF (<robot>) nor MJCF (<mujoco>) nor SDF (<sdf>). Convert the robot to one of these formats.',
    ),
    "broken": (
        "</joint>",
        "</joins>",
        ':17: <joint name="shoulder">: this is not well-formed XML: mismatched tag. Repair the file at this line.',
    ),
    "entity bomb": (
        '<robot name="arm">',
        '<!DOCTYPE robot [<!ENTITY a "b">]><robot name="&a;">',
        ":1: <!DOCTYPE>: a document type is refused: its entities can read other files and exhaust memory. Remove it and write its text out.",
    ),
}


def test_the_good_one_loads(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(GOOD)
    assert load_model(path).nv == 2


@pytest.mark.parametrize(("old", "new", "message"), CASES.values(), ids=CASES.keys())
def test_bad_file(tmp_path, old, new, message):
    assert old in GOOD
    path = tmp_path / "arm.urdf"
    path.write_text(GOOD.replace(old, new))
    with pytest.raises(RobotFileError) as caught:
        load_model(path)
    error = caught.value
    assert str(error) == f"{path}{message}"
    assert (error.file, f":{error.line}") == (str(path), message[: message.index(":", 1)])
    assert error.element in message
    assert error.finding in message
    assert error.remedy in message
    assert isinstance(error, PsiphiError)
    assert isinstance(error, ModelError)
    assert isinstance(error, ValueError)


def test_mimics_in_a_cycle(tmp_path):
    path = tmp_path / "arm.urdf"
    ring = GOOD.replace('friction="1"/>\n', 'friction="1"/>\n<mimic joint="elbow"/>')
    ring = ring.replace('<child link="lower"/>', '<child link="lower"/><mimic joint="shoulder"/>')
    path.write_text(ring)
    with pytest.raises(
        RobotFileError, match=r':17: <mimic> in <joint name="shoulder">: mimics itself .* cycle'
    ):
        load_model(path)


def test_mimic_of_a_fixed_joint(tmp_path):
    path = tmp_path / "arm.urdf"
    text = GOOD.replace('type="revolute"', 'type="fixed"')
    path.write_text(text.replace('<child link="lower"/>', '<child link="lower"/><mimic joint="shoulder"/>'))
    with pytest.raises(RobotFileError, match=r":20: <mimic> in .*: mimics 'shoulder', which is fixed"):
        load_model(path)


def test_mimic_on_a_floating_joint(tmp_path):
    path = tmp_path / "arm.urdf"
    text = GOOD.replace('type="continuous"', 'type="floating"')
    path.write_text(text.replace('<child link="lower"/>', '<child link="lower"/><mimic joint="shoulder"/>'))
    with pytest.raises(RobotFileError, match=r":20: <mimic> in .*: a floating joint cannot mimic"):
        load_model(path)


def test_a_cycle_apart_from_the_root(tmp_path):
    path = tmp_path / "ring.urdf"
    path.write_text(
        """<robot name="ring"><link name="a"/><link name="b"/><link name="c"/>
<joint name="j" type="fixed"><parent link="b"/><child link="c"/></joint>
<joint name="k" type="fixed"><parent link="c"/><child link="b"/></joint></robot>"""
    )
    with pytest.raises(RobotFileError, match=r':1: <link name="c">: is its own ancestor \(c → b → c\)'):
        load_model(path)


# What is left out and told: (the text, what it is replaced by, what is left out, why)
LEFT_OUT = {
    "misspelt element": ("<origin xyz", "<orgin xyz", '<orgin> in <joint name="shoulder">', "not read inside <joint>"),
    "misspelt attribute": ("<origin xyz", "<origin xzy", '<origin> in <joint name="shoulder">', "not read: xzy"),
    "misspelt limit": ("lower=", "lowr=", '<limit> in <joint name="shoulder">', "not read: lowr"),
    "spring": ('friction="1"', 'friction="1" stiffness="3"', '<dynamics> in <joint name="shoulder">', "not read: stiffness"),
    "mass outside": ('<link name="lower"/>', '<link name="lower"><mass value="1"/></link>', '<mass> in <link name="lower">', "not read inside <link>"),
    "joint in a link": ('<link name="lower"/>', '<link name="lower"><joint name="x"/></link>', '<joint name="x">', "not read inside <link>"),
    "capital": ("</robot>", '<Joint name="x"/></robot>', '<Joint name="x">', "not read inside <robot>"),
    "within an element": ('<axis xyz="0 0 1"/>', '<axis xyz="0 0 1"><origin/></axis>', '<origin> in <axis> in <joint name="shoulder">', "not read inside <axis>"),
    "another file": ("</robot>", '<include filename="arm.urdf"/></robot>', "<include>", "another file"),
    "no gravity": ("</robot>", '<gazebo reference="upper"><gravity>false</gravity></gazebo></robot>', "<gravity> in <gazebo>", "gravity or motion that only Gazebo switches off"),
    "no motion": ("</robot>", "<gazebo><static>true</static></gazebo></robot>", "<static> in <gazebo>", "gravity or motion that only Gazebo switches off"),
    "air": ("</robot>", '<gazebo reference="upper"><dampingFactor>.1</dampingFactor></gazebo></robot>', "<dampingFactor> in <gazebo>", "the drag of air"),
}  # fmt: skip


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_urdf_does_not_know_is_told(name: str, tmp_path: Path) -> None:
    before, after, element, reason = LEFT_OUT[name]
    assert before in GOOD
    path = tmp_path / "arm.urdf"
    path.write_text(GOOD.replace(before, after, 1))
    with pytest.warns(PsiphiWarning, match="left out of the model"):
        model = load_model(path)
    assert [(x.element, x.reason) for x in model.dropped] == [(element, reason)]


def test_macros_within_links_are_refused() -> None:
    with pytest.raises(RobotFileError, match=r':9: <xacro:inertia> in <link name="lower">: .* a xacro file'):
        parse_urdf(GOOD.replace('<link name="lower"/>', '<link name="lower"><xacro:inertia/></link>'))
