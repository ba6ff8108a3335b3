"""`psiphi info`: what it tells of a robot, to people and to programs."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from psiphi.cli.description import description
from psiphi.cli.info_text import branches, info_text
from psiphi.cli.main import main
from psiphi.cli.suspicions import joint_inertias
from psiphi.formats.robots import BUNDLED, planar_chain, random_tree
from psiphi.model import Body, Joint, Limits, Mimic, Model, Rotor
from psiphi.spatial import Inertia

SOLID = Inertia(1.0, (0.1, 0.0, 0.0), np.diag([0.01, 0.02, 0.02]))

URDF = """<robot name="two">
  <link name="base"/>
  <link name="arm"><inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
  </inertial></link>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 -1 0"/>
  <limit lower="-1" upper="1" effort="5" velocity="2"/></joint>
</robot>"""


def arm(*joints: Joint, inertia: Inertia = SOLID) -> Model:
    return Model("arm", [Body(f"link_{k}", k - 1, joint, inertia) for k, joint in enumerate(joints)])


@pytest.fixture
def urdf(tmp_path: Path) -> Path:
    path = tmp_path / "two.urdf"
    path.write_text(URDF)
    return path


def text(model: Model, width: int | None = None) -> list[str]:
    return list(info_text(description(model), width))


def test_a_file_as_tables(urdf: Path, capsys) -> None:
    assert main(["info", str(urdf)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("two · ")
    assert "2 kg" in out
    row = next(line.split() for line in out.splitlines() if "hinge" in line)
    assert row[row.index("hinge") :][:3] == ["hinge", "revolute", "−y"]
    assert "−57.3 … 57.3°" in out
    assert out.rstrip().endswith("Nothing looks wrong.")


def test_a_file_as_json(urdf: Path, capsys) -> None:
    assert main(["info", str(urdf), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["nq"], told["nv"], told["mass"]) == ("two", 1, 1, 2.0)
    body = told["bodies"][-1]
    assert body["principal_moments"] == [0.1, 0.1, 0.1]
    joint = body["joint"]
    assert (joint["name"], joint["kind"], joint["axis"]) == ("hinge", "revolute", [0.0, -1.0, 0.0])
    assert (joint["lower"], joint["upper"], joint["effort"], joint["velocity"]) == ([-1], [1], [5], [2])
    assert told["warnings"] == []


def test_a_free_base(urdf: Path, capsys) -> None:
    assert main(["info", str(urdf), "--base", "free", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["nq"], told["nv"]) == (8, 7)


@pytest.mark.parametrize("name", BUNDLED)
def test_every_bundled_robot_both_ways(name: str, capsys) -> None:
    model = BUNDLED[name]()
    assert main(["info", name]) == 0
    out = capsys.readouterr().out
    for body in model.bodies:
        assert body.name in out
        assert body.joint.name in out
    for frame in model.frames:
        assert frame.name in out
    assert main(["info", name, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [body["name"] for body in told["bodies"]] == list(model.body_names)
    assert [frame["name"] for frame in told["frames"]] == [frame.name for frame in model.frames]
    assert sum(body["mass"] for body in told["bodies"]) == pytest.approx(model.mass)


def test_json_is_json_without_limits() -> None:
    """Infinity and NaN are no JSON."""
    told = json.loads(json.dumps(description(random_tree(0, bodies=30, mimic=0.3)), allow_nan=False))
    lower = [body["joint"]["lower"] for body in told["bodies"] if body["joint"]["kind"] == "continuous"]
    assert lower
    assert all(ends == [None] for ends in lower)


@pytest.mark.parametrize(
    ("parents", "drawn"),
    [
        ((-1, 0, 1), ["", "", ""]),
        ((-1, 0, 1, 0), ["", "├─ ", "│  ", "└─ "]),
        ((-1, 0, 1, 1, 0, 4), ["", "├─ ", "│  ├─ ", "│  └─ ", "└─ ", "   "]),
        ((-1, -1, 1), ["├─ ", "└─ ", "   "]),
        ((), []),
    ],
)
def test_trees_are_drawn(parents: Sequence[int], drawn: list[str]) -> None:
    assert branches(parents) == drawn


def test_bodies_listed_out_of_depth_first_order_are_drawn_depth_first() -> None:
    hinge = [Joint(f"j{k}", "revolute") for k in range(4)]
    bodies = [Body(f"b{k}", parent, hinge[k], SOLID) for k, parent in enumerate((-1, 0, 0, 1))]
    rows = [line.split("  j")[0].rstrip() for line in text(Model("m", bodies)) if "revolute" in line]
    assert rows == ["b0", "├─ b1", "│  b3", "└─ b2"]


def test_a_body_may_be_called_world() -> None:
    """As in many robot files; the world itself has no name here."""
    bodies = [Body("world", -1, Joint("a", "fixed")), Body("arm", 0, Joint("b", "continuous"), SOLID)]
    told = description(Model("m", bodies))
    assert [body["parent"] for body in told["bodies"]] == [None, "world"]
    assert (
        sum(line.startswith("world") for line in info_text(told)) == 1
    )  # without mass, it is in the tree only


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_tables_fit_the_terminal(width: int) -> None:
    model = random_tree(1, bodies=12, rotors=True, mimic=0.3)
    told = text(model, width)
    tables = [line for line in told[told.index("") :] if not line.startswith("(a wider")]
    assert max(map(len, tables)) <= width
    assert any(line.startswith("(a wider") for line in told) == (width < 200)


def test_the_terminal_width_is_asked_for(capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    assert main(["info", "quadruped"]) == 0
    narrow = capsys.readouterr().out
    assert max(map(len, narrow.splitlines())) <= 70
    monkeypatch.delenv("COLUMNS")
    assert main(["info", "quadruped"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) > 70


def test_kinds_tell_what_is_theirs() -> None:
    model = arm(
        Joint("screw", "helical", axis=(0, 0, 1), pitch=0.005, limits=Limits(-1, 1)),
        Joint("cardan", "universal", axis=(1, 0, 0), axis2=(0, 1, 0), limits=Limits((-1, -2), (1, math.inf))),
        Joint("slide", "prismatic", axis=(0, -1, 0), limits=Limits(-0.5, 0.25)),
        Joint("ball", "spherical"),
        Joint("finger", "revolute", axis=(0, 0, 1), limits=Limits(0, 1), mimic=Mimic("screw", -2.0, 0.5)),
        Joint("weld", "fixed"),
        Joint("motor", "revolute", axis=(0.6, 0.8, 0), limits=Limits(0, 1), rotor=Rotor(0.01), damping=0.2),
    )
    told = "\n".join(text(model))
    for piece in (
        "z, 0.005 m/rad",
        "x, y",
        "−57.3 … 57.3°, −114.6 … ∞°",
        "−0.5 … 0.25 m",
        "−2 × screw + 0.5",
        "(0.6, 0.8, 0)",
        "fixed",
        "4–7",
    ):
        assert piece in told, piece
    assert "gear" not in told


def test_carried_rotors_are_told_apart() -> None:
    link = Inertia(1.0, (0, 0, 0), np.eye(3))
    motor = Joint("motor", "revolute", axis=(0, 0, 1), rotor=Rotor(0.01, 10.0, "joint"))
    model = Model("crane", [Body("base", -1, Joint("root", "free"), link), Body("arm", 0, motor, link)])
    assert "1 (gear 10, carried)" in "\n".join(text(model))
    assert description(model)["bodies"][1]["joint"]["rotor_axis"] == [0.0, 0.0, 1.0]


# Warnings


def warned(model: Model) -> str:
    return " ".join(description(model)["warnings"])


LIMITS = Limits(-1.0, 1.0)


def test_nothing_to_say_of_a_sound_robot() -> None:
    assert warned(arm(Joint("a", "revolute", limits=LIMITS), Joint("b", "continuous"))) == ""


def test_missing_limits_are_counted() -> None:
    assert "4 joints have no limits of position: 'joint_4'" in warned(planar_chain(4))
    assert "6 joints" in warned(planar_chain(6))
    assert "'joint_1'" not in warned(planar_chain(6))
    assert "1 joint has no limits" in warned(planar_chain(1))


def test_a_massless_leaf() -> None:
    model = arm(Joint("a", "revolute", limits=LIMITS), Joint("b", "revolute", limits=LIMITS))
    bodies = [model.bodies[0], Body("tip", 0, model.bodies[1].joint)]
    assert "'b'" in warned(Model("m", bodies))


def test_an_inertia_that_no_body_has() -> None:
    flat = Inertia(1.0, (0, 0, 0), np.diag([0.1, 0.1, 0.3]))
    assert "'link_0'" in warned(arm(Joint("a", "revolute", limits=LIMITS), inertia=flat))


def test_a_joint_that_feels_next_to_nothing() -> None:
    needle = Inertia(1.0, (0, 0, 0.5), np.diag([0.1, 0.1, 1e-14]))
    alone = arm(Joint("spin", "revolute", axis=(0, 0, 1), limits=LIMITS), inertia=needle)
    assert "joint 'spin': the inertia it feels" in warned(alone)
    driven = arm(Joint("spin", "revolute", axis=(0, 0, 1), limits=LIMITS, rotor=Rotor(1e-3)), inertia=needle)
    assert warned(driven) == ""


def test_joint_inertias_by_hand() -> None:
    """Two discs on one axis: the inner hinge feels its own disc only, as the outer one lets its go."""
    disc = Inertia(1.0, (0, 0, 0), np.diag([0.3, 0.3, 0.5]))
    found = joint_inertias(arm(Joint("a", "revolute"), Joint("b", "revolute"), inertia=disc))
    np.testing.assert_allclose(found["a"][0], [[0.5]], rtol=1e-15)
    np.testing.assert_allclose(found["b"][0], [[0.5]], rtol=1e-15)
    np.testing.assert_allclose(np.diag(found["a"][1]), [0.6, 0.6, 0.5, 2, 2, 2], rtol=1e-15)


def test_joint_inertias_multiply_to_the_determinant_of_the_mass_matrix() -> None:
    """det 𝓜 = Π D(k) [RK88 4.11], for the double pendulum of the textbooks, straight."""
    inertia, coupling = 1 / 3 + 1 / 1600, 0.5
    mass = [[2 * inertia + 1 + 2 * coupling, inertia + coupling], [inertia + coupling, inertia]]
    product = np.prod([felt[0, 0] for felt, _ in joint_inertias(planar_chain(2)).values()])
    assert product == pytest.approx(np.linalg.det(mass), rel=1e-13)
