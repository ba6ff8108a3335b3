"""psiphi's own files: the same model to the last bit, and strict reading."""

from __future__ import annotations

import json
import math
import os
import stat

import numpy as np
import pytest

from psiphi.errors import RobotFileError
from psiphi.formats.json_format import model_to_json, parse_json, save_json
from psiphi.formats.load import load_model
from psiphi.model import JOINT_KINDS, Body, Frame, Joint, Limits, Loop, Mimic, Model, Rotor
from psiphi.model.content import content
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose
from psiphi.spatial.rotation import exp_so3


def everything(seed: int = 0) -> Model:
    """A model with every kind of joint and every field in use, with numbers that have all their digits."""
    rng = np.random.default_rng(seed)
    bodies, frames = [], []
    for index, kind in enumerate(JOINT_KINDS.values()):
        bounded = {"lower": -rng.random(kind.nq), "upper": rng.random(kind.nq)} if kind.bounded else {}
        mimic = Mimic("joint revolute", rng.normal(), rng.normal()) if kind.name == "prismatic" else None
        joint = Joint(
            f"joint {kind.name}",
            kind,
            Pose(exp_so3(rng.normal(size=3)), rng.normal(size=3)),
            axis=rng.normal(size=3),
            axis2=rng.normal(size=3),
            pitch=rng.normal(),
            limits=Limits(**bounded, velocity=rng.random(kind.nv), effort=np.full(kind.nv, math.inf)),
            damping=rng.random(kind.nv),
            friction=rng.random(kind.nv),
            rotor=Rotor(rng.random(), rng.normal()),
            mimic=mimic,
        )
        inertia = Inertia(rng.random(), rng.normal(size=3), np.diag(rng.random(3) + 1.0))
        bodies.append(Body(f"body {kind.name}", index - 1, joint, inertia))
        frames.append(
            Frame(f"frame {kind.name}", index, Pose(exp_so3(rng.normal(size=3)), rng.normal(size=3)))
        )
    frames.append(Frame('origin ∅ \U0001f600 "\\', -1))
    loops = [
        Loop("shut", "weld", "frame revolute", "world"),
        Loop("rod", "distance", "frame fixed", "frame free", length=1 / 3),
        Loop(
            "cross",
            "universal",
            "frame fixed",
            "frame free",
            axis=rng.normal(size=3),
            axis2=rng.normal(size=3),
        ),
        Loop("door", "hinge", "frame planar", "frame fixed", axis=rng.normal(size=3)),
        Loop("pin", "point", "frame free", "frame planar"),
        Loop("screw", "helical", "frame free", "frame fixed", axis=rng.normal(size=3), pitch=1 / 3),
        Loop("gear", "joint", "joint revolute", "joint helical", coefficients=(0.1, 1 / 3)),
        Loop("stop", "joint", "joint revolute", coefficients=(0.1,)),
    ]
    return Model("everything", bodies, frames, rng.normal(size=3), loops)


@pytest.mark.parametrize("seed", range(20))
def test_round_trip_is_bitwise(tmp_path, seed):
    model = everything(seed)
    assert content(parse_json(model_to_json(model))) == content(model)
    save_json(model, tmp_path / "robot.json")
    assert load_model(tmp_path / "robot.json") == model


@pytest.mark.parametrize(
    "number", [-0.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 0.1, 1e22, 1e23, 123456789.0]
)
def test_every_float_survives(number):
    joint = Joint("j", "free", Pose(position=[number, 0.0, -number]), damping=abs(number), rotor=Rotor(-0.0))
    model = Model("m", [Body("b", -1, joint, Inertia(abs(number), [number, 0, 0]))], gravity=(number, 0, 0))
    assert content(parse_json(model_to_json(model))) == content(model)


def test_models_without_bodies():
    model = Model("empty", [], gravity=(0.0, 0.0, 0.0))
    assert parse_json(model_to_json(model)) == model


def test_the_text_is_plain_json_for_people():
    text = model_to_json(everything())
    document = json.loads(text)
    assert document["psiphi"] == 1
    assert document["bodies"][1]["parent"] == "body fixed"
    assert document["bodies"][1]["joint"]["limits"].keys() == {"lower", "upper", "velocity"}
    assert '"gravity": [' in text  # on one line
    assert model_to_json(Model("m", [Body("b", -1, Joint("j", "fixed"))])) == (
        '{\n  "psiphi": 1,\n  "name": "m",\n  "gravity": [0.0, 0.0, -9.81],\n  "bodies": [\n    {\n'
        '      "name": "b",\n      "parent": null,\n      "joint": {\n        "name": "j",\n'
        '        "kind": "fixed"\n      }\n    }\n  ]\n}\n'
    )


def test_infinite_limits_are_written_as_text():
    joint = Joint("j", "planar", limits=Limits((-1.0, -math.inf, -1.0), (1.0, 1.0, math.inf)))
    text = model_to_json(Model("m", [Body("b", -1, joint)]))
    assert json.loads(text)["bodies"][0]["joint"]["limits"] == {
        "lower": [-1.0, "-inf", -1.0],
        "upper": [1.0, 1.0, "inf"],
    }
    assert parse_json(text).joint("j") == joint


# Strict reading
# ruff: noqa: E501 (messages are easier to read whole)


def edited(*path: str | int, value: object) -> str:
    """The text of the model above, with a value at some place replaced."""
    document = json.loads(model_to_json(everything()))
    place = document
    for step in path[:-1]:
        place = place[step]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("psiphi",), 2, "psiphi: this is version 2 of the format. This psiphi reads version 1."),
        (("psiphi",), ..., "document: the key 'psiphi' of this robot is missing."),
        (("bodies",), {}, "bodies: this must be a list, and here is an object."),
        (("bodies", 0), 3, "bodies[0]: a body must be an object, and here is 3.0."),
        (("bodies", 3, "parent"), "nobody", 'bodies[3].parent: there is no body "nobody" before this.'),
        (("bodies", 3, "parent"), "body free", 'bodies[3].parent: there is no body "body free" before this.'),
        (("bodies", 3, "parent"), 2, "bodies[3].parent: this must be a text that is not empty"),
        (("bodies", 1, "name"), "", "bodies[1].name: this must be a text that is not empty"),
        (("bodies", 1, "color"), "red", "bodies[1]: the key 'color' is unknown. A body has name, parent"),
        (("bodies", 1, "joint", "axis"), [0, 1], "bodies[1].joint.axis: this must be a list of 3 numbers"),
        (("bodies", 1, "joint", "axis", 1), "x", 'bodies[1].joint.axis[1]: this must be a finite number, and here is "x".'),
        (("bodies", 1, "joint", "axis", 1), True, "bodies[1].joint.axis[1]: this must be a finite number"),
        (("bodies", 1, "joint", "axis", 1), "inf", "bodies[1].joint.axis[1]: this must be a finite number"),
        (("bodies", 1, "joint", "axis"), [0, 0, 0], "bodies[1].joint: joint 'joint revolute': axis"),
        (("bodies", 1, "joint", "kind"), "ball", 'bodies[1].joint.kind: there is no joint kind "ball". Use one of'),
        (("bodies", 1, "joint", "rotation"), [[1, 0, 0]], "bodies[1].joint.rotation: this must be a list of 3 rows"),
        (("bodies", 1, "joint", "rotation", 0, 0), 7, "joint 'joint revolute': "),
        (("bodies", 1, "joint", "limits", "lower"), [9], "joint 'joint revolute': limits"),
        (("bodies", 1, "joint", "damping"), [1, 1], "bodies[1].joint.damping: this must be a list of 1 numbers"),
        (("bodies", 3, "joint", "mimic", "joint"), "absent", "joint 'joint prismatic': mimics a missing joint"),
        (("bodies", 1, "inertia", "mass"), -1, "body 'body revolute': mass"),
        (("bodies", 1, "inertia", "mass"), 10**400, "bodies[1].inertia.mass: this must be a finite number"),
        (("bodies", 8, "name"), "body fixed", "bodies[8]: the name of bodies[0] is used again. Rename"),
        (("frames", 0, "body"), "absent", 'frames[0].body: there is no body "absent"'),
        (("loops", 0, "kind"), "glue", "loops[0]: loop 'shut': there is no kind of loop 'glue'; there are 'weld', 'hinge', "),
        (("loops", 0, "length"), "long", "loops[0].length: this must be a finite number"),
        (("loops", 0, "first"), "absent", "loop 'shut': there is no frame 'absent'"),
        (("gravity",), [0, 0, None], "gravity[2]: this must be a finite number, and here is null."),
    ],
)  # fmt: skip
def test_wrong_values_are_named_with_their_place(path, value, message):
    with pytest.raises(RobotFileError) as caught:
        parse_json(edited(*path, value=value), source="robot.json")
    assert str(caught.value).startswith(f"robot.json: {message}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "robot.json:1: this is not JSON: Expecting value."),
        ('{\n"psiphi": 1,\n}', "robot.json:3: this is not JSON: "),
        ("[" * 1_000_000, "robot.json: nested far deeper than any robot."),
        ('{"psiphi": 1, "psiphi": 1}', "robot.json: the key 'psiphi' is given twice in one object."),
        ('{"psiphi": NaN}', "robot.json: NaN is not JSON"),
        ('{"psiphi": -Infinity}', "robot.json: -Infinity is not JSON"),
        (b'{"psiphi": "\xff"}', "robot.json: this is not UTF-8 text"),
        ("[]", "robot.json: document: a robot must be an object, and here is a list."),
    ],
)
def test_what_is_not_such_a_document(text, message):
    with pytest.raises(RobotFileError) as caught:
        parse_json(text, source="robot.json")
    assert str(caught.value).startswith(message)


# Writing all or nothing


def test_a_failed_write_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "robot.json"
    save_json(everything(0), path)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RobotFileError, match=r"robot\.json: cannot be written: No space left"):
        save_json(everything(1), path)
    monkeypatch.undo()
    assert load_model(path) == everything(0)
    assert os.listdir(tmp_path) == ["robot.json"]


def test_a_path_that_cannot_be_written(tmp_path):
    with pytest.raises(RobotFileError, match=r"cannot be written: No such file.*Check the path"):
        save_json(everything(), tmp_path / "absent" / "robot.json")


def test_links_and_permissions_are_kept(tmp_path):
    path, link = tmp_path / "robot.json", tmp_path / "link.json"
    path.touch(mode=0o640)
    os.symlink(path, link)
    save_json(everything(), link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert load_model(path) == everything()
