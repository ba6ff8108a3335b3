"""The model as a value: names, frames, identity, and what it refuses."""

from __future__ import annotations

import copy
import math
import pickle
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from psiphi.errors import InputError, ModelError, UnknownNameError
from psiphi.model import Body, Frame, Joint, Limits, Loop, Mimic, Model, Rotor
from psiphi.spatial import Inertia, Pose

INERTIA = Inertia(2.0, (0.1, 0.0, 0.0), np.diag([1.0, 2.0, 2.5]))
TILTED = Pose([[0, -1, 0], [1, 0, 0], [0, 0, 1]], [1, 2, 3])


def small_model() -> Model:
    return Model(
        "small",
        [
            Body("base", -1, Joint("mount", "fixed", TILTED), INERTIA),
            Body("arm", 0, Joint("shoulder", "revolute", TILTED, limits=Limits(-1, 1)), INERTIA),
            Body("wrist", 1, Joint("flange", "fixed", TILTED), INERTIA),
            Body("left", 2, Joint("left_finger", "prismatic", axis=(0, 1, 0)), INERTIA),
            Body(
                "right", 2, Joint("right_finger", "prismatic", mimic=Mimic("left_finger", -1.0, 0.5)), INERTIA
            ),
        ],
        [Frame("tool", 2, TILTED), Frame("corner", -1, TILTED)],
        loops=[Loop("grip", "weld", "tool", "corner")],
    )


def with_joint(**changes) -> Model:
    model = small_model()
    body = model.bodies[1]
    return replace(
        model,
        bodies=(model.bodies[0], replace(body, joint=replace(body.joint, **changes)), *model.bodies[2:]),
    )


def with_body(**changes) -> Model:
    model = small_model()
    return replace(model, bodies=(model.bodies[0], replace(model.bodies[1], **changes), *model.bodies[2:]))


CHANGES = {
    "name": lambda: replace(small_model(), name="other"),
    "gravity": lambda: replace(small_model(), gravity=(0, 0, -9.8)),
    "frame": lambda: replace(small_model(), frames=(Frame("tool", 2), Frame("corner", -1, TILTED))),
    "loop": lambda: replace(small_model(), loops=()),
    "body name": lambda: with_body(name="limb"),
    "parent": lambda: with_body(parent=-1),
    "mass": lambda: with_body(inertia=Inertia(np.nextafter(2.0, 3.0), INERTIA.center, INERTIA.rotational)),
    "joint name": lambda: with_joint(name="hip"),
    "kind": lambda: with_joint(kind="continuous"),
    "placement": lambda: with_joint(placement=Pose.identity()),
    "axis": lambda: with_joint(axis=(1, 0, 0)),
    "limits": lambda: with_joint(limits=Limits(-1, 2)),
    "damping": lambda: with_joint(damping=1.0),
    "friction": lambda: with_joint(friction=1.0),
    "rotor": lambda: with_joint(rotor=Rotor(1.0, 2.0)),
    "mimic": lambda: with_joint(mimic=Mimic("left_finger", 2.0)),
}


def test_models_are_equal_by_content():
    model = small_model()
    assert model == small_model()
    assert hash(model) == hash(small_model())
    assert model.key == small_model().key
    assert len(model.key) == 64
    assert copy.deepcopy(model) == pickle.loads(pickle.dumps(model)) == model
    assert model != "small"


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_content_changes_the_key(change):
    assert CHANGES[change]() != small_model()


def test_the_key_is_the_same_in_every_process():
    code = (
        "from psiphi.model import *; from psiphi.spatial import *;"
        "body = Body('b', -1, Joint('j', 'helical', pitch=0.1), Inertia(1.5));"
        "print(Model('m', [body], [Frame('f', 0)]).key)"
    )
    here = Model("m", [Body("b", -1, Joint("j", "helical", pitch=0.1), Inertia(1.5))], [Frame("f", 0)]).key
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        )
        assert run.stdout.strip() == here


def test_the_content_cannot_be_shifted_from_one_name_to_the_next():
    joints = [Joint("ab", "revolute"), Joint("a", "revolute")]
    one, other = (
        Model(name, [Body("c", -1, joint)]) for name, joint in zip(("m", "mb"), joints, strict=True)
    )
    assert one.key != other.key


def test_indices_of_numpy_are_plain_indices():
    numpy_index = Body("b", np.int64(-1), HINGE)  # type: ignore[arg-type]
    assert type(numpy_index.parent) is int
    assert Model("m", [numpy_index], [Frame("f", np.int32(0))]) == Model(
        "m", [Body("b", -1, HINGE)], [Frame("f", 0)]
    )


def test_models_are_frozen():
    with pytest.raises(AttributeError):
        small_model().name = "other"  # type: ignore[misc]


def test_the_tree_is_known():
    model = small_model()
    assert model.parents == (-1, 0, 1, 2, 2)
    assert model.children == ((1,), (2,), (3, 4), (), ())
    assert model.body_names == ("base", "arm", "wrist", "left", "right")
    assert model.movable == (False, True, True, True, True)
    assert model.mass == 8.0
    assert repr(model) == "<Model 'small': 5 bodies, nq = 2, nv = 2>"


def test_bodies_frames_and_fixed_joints_are_frames():
    model = small_model()
    assert model.frame_names == ("base", "arm", "wrist", "left", "right", "tool", "corner", "mount", "flange")
    assert model.frame("arm") == Frame("arm", 1)
    assert model.frame("flange") == Frame("flange", 2)
    assert model.frame("tool").pose == TILTED
    assert model.frame("world") == Frame("world", -1)
    with pytest.raises(UnknownNameError, match="did you mean 'wrist'"):
        model.frame("wirst")


def test_a_frame_may_say_where_the_frame_of_its_own_body_sits():
    model = replace(small_model(), frames=(Frame("arm", 1, TILTED), *small_model().frames))
    assert model.frame("arm").pose == TILTED
    assert model.frame_names.count("arm") == 1


def test_names_are_looked_up_with_hints():
    model = small_model()
    assert model.body_index("wrist") == 2
    assert model.joint_index("flange") == 2
    assert model.joint("shoulder").limits.upper == (1.0,)
    for look_up in (
        model.body_index,
        model.joint_index,
        model.joint,
        model.q_slice,
        model.v_slice,
        model.frame,
    ):
        with pytest.raises(UnknownNameError, match=r"there is no .* 'nothing'"):
            look_up("nothing")
        with pytest.raises(UnknownNameError, match="there is no"):
            look_up(["arm"])
    for name, reason in (("flange", "it is fixed"), ("right_finger", "it mimics 'left_finger'")):
        with pytest.raises(InputError, match=f"no coordinates of its own: {reason}"):
            model.q_slice(name)


def test_a_model_without_bodies_is_a_model():
    model = Model("nothing", [])
    assert (model.nq, model.nv, model.mass, model.frame_names) == (0, 0, 0.0, ())
    assert model.merged() is model
    assert model.neutral().shape == (0,)


def test_doubtful_but_allowed_things_are_warned_of():
    impossible = Inertia(1.0, rotational=np.diag([1.0, 1.0, 5.0]))
    model = Model(
        "doubtful",
        [
            Body("plate", -1, Joint("first", "revolute"), impossible),
            Body("ghost", 0, Joint("second", "revolute")),
            Body("spirit", 0, Joint("third", "revolute", rotor=Rotor(1.0))),
        ],
    )
    warnings = model.warnings
    assert len(warnings) == 2
    assert warnings[0].startswith("body 'plate': no body has these principal moments")
    assert warnings[1].startswith("joint 'second': moves no mass")
    assert small_model().warnings == ()


def refused(*bodies: Body, **others) -> Model:
    return Model("refused", bodies, **others)


HINGE = Joint("hinge", "revolute")
NOT_A_ROTATION = Pose(np.diag([1.0, 1.0, 1.1]))
MIRROR = Pose(np.diag([1.0, 1.0, -1.0]))


def chain(*joints: Joint) -> tuple[Body, ...]:
    return tuple(Body(f"b{index}", index - 1, joint) for index, joint in enumerate(joints))


REFUSED = {
    "body twice": (
        lambda: refused(Body("a", -1, HINGE), Body("a", 0, Joint("k", "fixed"))),
        "body 'a': .* twice",
    ),
    "joint twice": (lambda: refused(*chain(HINGE, HINGE)), "joint 'hinge': .* twice"),
    "frame twice": (
        lambda: refused(*chain(HINGE), frames=[Frame("f", 0), Frame("f", 0)]),
        "frame 'f': .* twice; rename",
    ),
    "empty name": (lambda: refused(Body("", -1, HINGE)), "body '': a name is a text that is not empty"),
    "frame named as another body": (
        lambda: refused(*chain(HINGE, Joint("k", "fixed")), frames=[Frame("b0", 1)]),
        "frame 'b0': has the name of another body",
    ),
    "frame on nothing": (
        lambda: refused(*chain(HINGE), frames=[Frame("f", 1)]),
        "frame 'f': sits on body 1 of 1",
    ),
    "child before parent": (
        lambda: refused(Body("a", 1, HINGE), Body("b", -1, Joint("k", "fixed"))),
        "body 'a': its parent has index 1, its own is 0; list parents before",
    ),
    "own parent": (lambda: refused(Body("a", 0, HINGE)), "body 'a': its parent has index 0"),
    "parent below the world": (lambda: refused(Body("a", -2, HINGE)), "body 'a': its parent has index -2"),
    "parent not a number": (lambda: refused(Body("a", None, HINGE)), "body 'a': its parent is None"),  # type: ignore[arg-type]
    "not a rotation": (
        lambda: refused(*chain(replace(HINGE, placement=NOT_A_ROTATION))),
        "joint 'hinge': .* is not a rotation matrix; its rows must be orthonormal",
    ),
    "a mirror": (lambda: refused(*chain(replace(HINGE, placement=MIRROR))), "joint 'hinge': .* right-handed"),
    "frame not a rotation": (
        lambda: refused(*chain(HINGE), frames=[Frame("f", 0, NOT_A_ROTATION)]),
        "frame 'f': .* is not a rotation matrix",
    ),
    "NaN rotation": (
        lambda: refused(*chain(replace(HINGE, placement=Pose(np.full((3, 3), np.nan))))),
        "joint 'hinge': .* is not a rotation",
    ),
    "position not finite": (
        lambda: refused(*chain(replace(HINGE, placement=Pose(np.eye(3), [0, np.inf, 0])))),
        r"joint 'hinge': position \(0, inf, 0\) is not finite",
    ),
    "gravity not finite": (
        lambda: refused(*chain(HINGE), gravity=(0, 0, np.nan)),
        "gravity .* is not finite",
    ),
    "gravity of two numbers": (lambda: refused(*chain(HINGE), gravity=(0, 0)), "gravity .* three numbers"),
    "mass negative": (
        lambda: refused(Body("a", -1, HINGE, Inertia(-1.0))),
        "body 'a': mass -1 kg is negative",
    ),
    "mass NaN": (lambda: refused(Body("a", -1, HINGE, Inertia(np.nan))), "body 'a': .* is not finite"),
    "inertia not symmetric": (
        lambda: refused(Body("a", -1, HINGE, Inertia(1, rotational=np.triu(np.ones((3, 3)))))),
        "body 'a': .* is not symmetric",
    ),
    "limits upside down": (
        lambda: refused(*chain(replace(HINGE, limits=Limits(1, -1)))),
        r"joint 'hinge': limits \[1, -1\] are upside down",
    ),
    "limits NaN": (
        lambda: refused(*chain(replace(HINGE, limits=Limits(np.nan, 1)))),
        "joint 'hinge': limits",
    ),
    "limits beyond reach": (
        lambda: refused(*chain(replace(HINGE, limits=Limits(math.inf, math.inf)))),
        "joint 'hinge': limits",
    ),
    "velocity limit negative": (
        lambda: refused(*chain(replace(HINGE, limits=Limits(velocity=-1)))),
        r"joint 'hinge': velocity limit \(-1\) is negative",
    ),
    "effort limit NaN": (
        lambda: refused(*chain(replace(HINGE, limits=Limits(effort=np.nan)))),
        "joint 'hinge': effort limit",
    ),
    "damping negative": (lambda: refused(*chain(replace(HINGE, damping=-1.0))), "damping .* negative"),
    "friction infinite": (lambda: refused(*chain(replace(HINGE, friction=np.inf))), "friction .* not finite"),
    "rotor negative": (
        lambda: refused(*chain(replace(HINGE, rotor=Rotor(-1.0)))),
        "rotor inertia .* negative",
    ),
    "gear NaN": (lambda: refused(*chain(replace(HINGE, rotor=Rotor(1.0, np.nan)))), "rotor inertia .* nan"),
    "gear too large": (
        lambda: refused(*chain(replace(HINGE, rotor=Rotor(1.0, 1e200)))),
        "rotor inertia .* not finite",
    ),
    "gravity not numbers": (lambda: refused(gravity="down"), "gravity 'down' is not a vector"),
    "mimic ratios that multiply to infinity": (
        lambda: refused(
            *chain(
                HINGE,
                Joint("a", "revolute", mimic=Mimic("hinge", 1e200)),
                Joint("b", "revolute", mimic=Mimic("a", 1e200)),
            )
        ),
        "joint 'b': follows 'hinge' with ratio inf",
    ),
    "pitch infinite": (
        lambda: refused(*chain(Joint("screw", "helical", pitch=np.inf))),
        "joint 'screw': pitch inf",
    ),
    "parallel axes": (
        lambda: refused(*chain(Joint("cross", "universal", axis=(1, 1, 0), axis2=(-1, -1, 0)))),
        "joint 'cross': its two axes are parallel",
    ),
    "mimic of a missing joint": (
        lambda: refused(*chain(replace(HINGE, mimic=Mimic("knee")))),
        "joint 'hinge': mimics a missing joint: there is no joint 'knee'",
    ),
    "mimic of itself": (
        lambda: refused(*chain(replace(HINGE, mimic=Mimic("hinge")))),
        "'hinge': mimics itself",
    ),
    "mimic in a ring": (
        lambda: refused(
            *chain(
                Joint("a", "revolute", mimic=Mimic("b")),
                Joint("b", "revolute", mimic=Mimic("c")),
                Joint("c", "revolute", mimic=Mimic("b")),
            )
        ),
        "joint 'b': mimics itself \\(b → c → b\\)",
    ),
    "mimic of a spherical joint": (
        lambda: refused(*chain(Joint("ball", "spherical"), replace(HINGE, mimic=Mimic("ball")))),
        "joint 'hinge': mimics 'ball', which is spherical; name a joint with one coordinate",
    ),
    "mimic of a fixed joint": (
        lambda: refused(*chain(Joint("weld", "fixed"), replace(HINGE, mimic=Mimic("weld")))),
        "joint 'hinge': mimics 'weld', which is fixed",
    ),
    "mimic by a fixed joint": (
        lambda: refused(*chain(HINGE, Joint("weld", "fixed", mimic=Mimic("hinge")))),
        "joint 'weld': a fixed joint cannot mimic",
    ),
    "mimic by a planar joint": (
        lambda: refused(*chain(HINGE, Joint("slab", "planar", mimic=Mimic("hinge")))),
        "joint 'slab': a planar joint cannot mimic",
    ),
    "mimic ratio zero": (
        lambda: refused(*chain(HINGE, Joint("k", "revolute", mimic=Mimic("hinge", 0.0)))),
        "joint 'k': .* the ratio must be finite and not zero",
    ),
    "mimic offset NaN": (
        lambda: refused(*chain(HINGE, Joint("k", "revolute", mimic=Mimic("hinge", 1.0, np.nan)))),
        "joint 'k': .* the offset finite",
    ),
    "loop of an unknown kind": (
        lambda: refused(*chain(HINGE), loops=[Loop("l", "knot", "b0", "world")]),  # type: ignore[arg-type]
        "loop 'l': there is no kind of loop 'knot'",
    ),
    "loop to a missing frame": (
        lambda: refused(*chain(HINGE), loops=[Loop("l", "weld", "b0", "b1")]),
        "loop 'l': there is no frame 'b1'",
    ),
    "loop to a missing joint": (
        lambda: refused(*chain(HINGE), loops=[Loop("l", "joint", "hing", "")]),
        "loop 'l': there is no joint 'hing'; did you mean 'hinge'",
    ),
    "loop of a ball": (
        lambda: refused(*chain(Joint("ball", "spherical")), loops=[Loop("l", "joint", "ball", "")]),
        "loop 'l': joint 'ball' is spherical and has not one coordinate; couple joints with one degree",
    ),
    "loop with NaN": (
        lambda: refused(*chain(HINGE), loops=[Loop("l", "joint", "hinge", coefficients=(np.nan,))]),
        "loop 'l': coefficients .* not finite",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_refused_with_its_name(case):
    make, words = REFUSED[case]
    with pytest.raises(ModelError, match=words):
        make()
