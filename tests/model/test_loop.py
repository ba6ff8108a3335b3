"""Loops as data: their directions, how they are added and taken out, and which make no sense."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from psiphi.errors import ModelError, UnknownNameError
from psiphi.model import LOOP_KINDS, Body, Frame, Joint, Loop, Mimic, Model
from psiphi.spatial import Pose

# What each kind leaves free, for axis = z and axis2 = x: [angular; linear].
FREE = {
    "weld": [],
    "hinge": [2],
    "slider": [5],
    "cylinder": [2, 5],
    "planar": [2, 3, 4],
    "point": [0, 1, 2],
    "point_contact": [0, 1, 2],
    "soft_finger": [0, 1],
    "line_contact": [0],
}

axes = st.tuples(*[st.floats(-1.0, 1.0)] * 3).filter(lambda axis: np.linalg.norm(axis) > 0.1)


def arms(**joint) -> Model:
    """Two arms on the world, a hand fixed to the first, and a rail that follows the second."""
    return Model(
        "arms",
        [
            Body("left", -1, Joint("left_shoulder", "revolute")),
            Body("hand", 0, Joint("wrist", "fixed", Pose(position=[1, 0, 0]))),
            Body("right", -1, Joint("right_shoulder", "revolute")),
            Body("rail", 2, Joint("runner", "prismatic", mimic=Mimic("right_shoulder", 2.0))),
            Body("ball", 2, Joint("socket", "spherical")),
        ],
        [Frame("grip", 1, Pose(position=[0, 0, 1])), Frame("wall", -1)],
    )


@pytest.mark.parametrize("kind", FREE)
def test_directions_are_all_but_the_free_ones(kind):
    rows = Loop("l", kind, "a", "b").directions()
    assert rows.shape == (LOOP_KINDS[kind].size, 6)
    np.testing.assert_allclose(rows @ rows.T, np.eye(len(rows)), atol=1e-15)
    held = np.linalg.norm(rows, axis=0)
    np.testing.assert_allclose(held, [0.0 if k in FREE[kind] else 1.0 for k in range(6)], atol=1e-15)


@given(axes, axes.filter(lambda axis: axis[1] != 0.0))
def test_the_axis_alone_is_free_whatever_its_direction(axis, axis2):
    for kind, free in (("hinge", [[*axis, 0, 0, 0]]), ("slider", [[0, 0, 0, *axis]])):
        rows = Loop("l", kind, "a", "b", axis=axis).directions()
        np.testing.assert_allclose(rows @ rows.T, np.eye(5), atol=1e-14)
        np.testing.assert_allclose(rows @ np.transpose(free), 0.0, atol=1e-14)
    if np.linalg.norm(np.cross(axis, axis2)) > 1e-3:
        rows = Loop("l", "line_contact", "a", "b", axis=axis, axis2=axis2).directions()
        line = axis2 - np.dot(axis, axis2) / np.dot(axis, axis) * np.array(axis)
        np.testing.assert_allclose(rows @ [*line, 0, 0, 0], 0.0, atol=1e-14)


@pytest.mark.parametrize("kind", LOOP_KINDS)
def test_sizes_count_the_constant_rows_and_the_one_that_moves(kind):
    loop = Loop("l", kind, "a", "b", length=1.0)
    own = 1 if kind == "joint" else 0
    assert loop.size == len(loop.directions()) + (loop.moving is not None) + own


def test_what_a_kind_does_not_use_makes_no_difference():
    assert Loop("l", "weld", "a", "b", axis=(1, 0, 0), length=2.0) == Loop("l", "weld", "a", "b")
    assert Loop("l", "hinge", "a", "b", axis=(2, 0, 0)) == Loop("l", "hinge", "a", "b", axis=(1, 0, 0))
    assert pickle.loads(pickle.dumps(Loop("l", "distance", "a", "b", length=2))).length == 2.0


def test_loops_are_added_and_taken_out():
    model = arms().with_loop("grip", "right", "hinge", axis=(0, 2, 0)).with_loop("grip", "right", "point")
    model = model.with_loop("left_shoulder", "right_shoulder", "joint").with_loop(
        "ball", "world", name="nail"
    )
    assert [loop.name for loop in model.loops] == [
        "grip:right",
        "grip:right:2",
        "left_shoulder:right_shoulder",
        "nail",
    ]
    assert dict(model.loop_slices) == {
        "grip:right": slice(0, 5),
        "grip:right:2": slice(5, 8),
        "left_shoulder:right_shoulder": slice(8, 9),
        "nail": slice(9, 15),
    }
    assert model.loop_size == 15
    assert model.loop("nail") == Loop("nail", "weld", "ball", "world")
    assert model.loop("left_shoulder:right_shoulder").coefficients == (0.0, 1.0)
    assert model.merged().loops == model.loops
    assert model.key != arms().key
    for loop in model.loops:
        model = model.without_loop(loop.name)
    assert model == arms()
    with pytest.raises(UnknownNameError, match="no loop 'nail'"):
        model.without_loop("nail")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Loop("l", "hinge", "a", "b"), Loop("l", "hinge", "a", "b", axis=(1, 0, 0))),
        (Loop("l", "universal", "a", "b"), Loop("l", "universal", "a", "b", axis2=(0, 1, 0))),
        (Loop("l", "distance", "a", "b", length=1), Loop("l", "distance", "a", "b", length=2)),
        (Loop("l", "helical", "a", "b", pitch=1), Loop("l", "helical", "a", "b", pitch=2)),
        (Loop("l", "point", "a", "b"), Loop("l", "point", "b", "a")),
    ],
)
def test_the_key_covers_every_field(first, second):
    bodies = [Body(name, -1, Joint(name, "free")) for name in "ab"]
    assert Model("m", bodies, loops=[first]).key != Model("m", bodies, loops=[second]).key


def test_a_system_rooted_elsewhere_keeps_its_loops():
    bodies = [Body("trunk", -1, Joint("root", "free"))]
    bodies += [Body(name, 0, Joint(f"{name}_hip", "revolute")) for name in ("left", "right")]
    model = (
        Model("walker", bodies)
        .with_loop("left", "world", "point")
        .with_loop("left_hip", "right_hip", "joint")
    )
    assert model.rerooted("left").loops == model.loops


BAD: dict[str, tuple[tuple[str, ...], dict[str, object], str]] = {
    "a frame and itself": (("grip", "grip"), {}, "closes frame 'grip' on itself; name two frames"),
    "one body": (("left", "grip"), {}, "'left' and 'grip' are both fixed to body 'left' and never move"),
    "the world": (("wall", "world"), {}, "'wall' and 'world' are both fixed to the world"),
    "no axis": (("grip", "right", "hinge"), {"axis": (0, 0, 0)}, r"axis \(0, 0, 0\) has no direction"),
    "half an axis": (("grip", "right", "hinge"), {"axis": (0, 1)}, "not a vector of three numbers"),
    "parallel axes": (("grip", "right", "universal"), {"axis": (-1, 0, 0)}, "two axes are parallel"),
    "no distance": (("grip", "right", "distance"), {}, "length None is no distance; give the metres"),
    "zero distance": (("grip", "right", "distance"), {"length": 0.0}, "length 0.0 is no distance"),
    "distance NaN": (("grip", "right", "distance"), {"length": np.nan}, "length nan is no distance"),
    "pitch NaN": (("grip", "right", "helical"), {"pitch": np.nan}, "pitch nan is no pitch; give metres per"),
    "a kind that is none": (("grip", "right", "hing"), {}, "no kind of loop 'hing'; did you mean 'hinge'"),
    "a joint and itself": (("left_shoulder", "left_shoulder", "joint"), {}, "with itself; name two joints"),
    "a mimic": (
        ("runner", "left_shoulder", "joint"),
        {},
        "'runner' mimics 'right_shoulder' and has no coord",
    ),
    "a ball": (("left_shoulder", "socket", "joint"), {}, "'socket' is spherical and has not one coordinate"),
    "a fixed joint": (("left_shoulder", "wrist", "joint"), {}, "'wrist' is fixed and has not one coordinate"),
    "words": (("left_shoulder", "", "joint"), {"coefficients": "ab"}, "are not a sequence of numbers"),
    "infinity": (("left_shoulder", "", "joint"), {"coefficients": [np.inf]}, "are not finite"),
    "a name twice": (("grip", "ball"), {"name": "shut"}, "loop 'shut': the name is taken twice"),
}


@pytest.mark.parametrize("case", BAD)
def test_loops_that_make_no_sense_are_refused(case):
    ends, data, words = BAD[case]
    model = arms().with_loop("grip", "right", name="shut")
    with pytest.raises(ModelError, match=words):
        model.with_loop(*ends, **data)


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        (("gripp", "right"), "no frame 'gripp'; did you mean 'grip'"),
        (("grip", ""), "no frame ''"),
        (("left_shoulder", "right_sholder", "joint"), "no joint 'right_sholder'; did you mean"),
    ],
)
def test_unknown_ends_are_named(ends, words):
    with pytest.raises(UnknownNameError, match=words):
        arms().with_loop(*ends)
