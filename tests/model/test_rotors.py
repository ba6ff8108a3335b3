"""Rotors behind gears as parts of a model: axes, what a carrier can contain, files."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from psiphi.errors import ModelError, RobotFileError
from psiphi.formats.json_format import model_to_json, parse_json
from psiphi.formats.robots import random_tree
from psiphi.model import Body, Joint, Model, Rotor
from psiphi.spatial import Inertia, Pose, rotation_about

BLOCK = Inertia(2.0, (0.1, 0.0, 0.0), np.diag([0.01, 0.02, 0.02]))


def arm(*rotors: Rotor) -> Model:
    place = Pose(None, (1.0, 0.0, 0.0))
    return Model(
        "arm",
        [
            Body(f"link{k}", k - 1, Joint(f"joint{k}", "revolute", place, (0, 1, 0), rotor=rotor), BLOCK)
            for k, rotor in enumerate(rotors)
        ],
    )


def test_the_axis_is_the_joints_or_a_direction_in_its_frame() -> None:
    model = arm(Rotor(), Rotor(1e-4, 50.0, "joint"))
    assert model.bodies[1].joint.rotor.axis == (0.0, 1.0, 0.0)
    model = arm(Rotor(), Rotor(1e-4, 50.0, (0.0, 0.0, -3.0)))
    assert model.bodies[1].joint.rotor.axis == (0.0, 0.0, -1.0)
    assert not model.bodies[0].joint.rotor.is_carried


def test_the_spin_is_told_in_the_frame_of_the_carrier() -> None:
    turned = Pose(rotation_about(np.array([0.0, 0.0, 1.0]), np.pi / 2), (1, 2, 3))
    joint = Joint("j", "revolute", turned, rotor=Rotor(2e-4, 50.0, (1, 0, 0)))
    np.testing.assert_allclose(joint.spin, [0.0, 0.01, 0.0], atol=1e-17)
    assert Joint("j", "revolute", turned, rotor=Rotor(2e-4, 50.0)).spin is None
    assert Joint("j", "fixed", turned, rotor=Rotor(2e-4, 50.0, "joint")).spin is None


@pytest.mark.parametrize(
    ("axis", "kind", "message"),
    [
        ((0, 0, 0), "revolute", "joint 'j': rotor axis .* has no direction"),
        ("spin", "revolute", "joint 'j': rotor axis 'spin' is neither"),
        ("joint", "universal", "joint 'j': a universal joint has 2 degrees"),
        ((0, 0, 1), "spherical", "leave the rotor's axis out"),
    ],
)
def test_axes_that_make_no_sense(axis: object, kind: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Joint("j", kind, rotor=Rotor(1e-4, 50.0, axis))  # type: ignore[arg-type]


def test_a_body_contains_its_rotors() -> None:
    arm(Rotor(), Rotor(0.01, 1.0, (1, 0, 0)))  # all that there is about this axis
    with pytest.raises(ModelError, match=r"'joint1': its rotor has 0.011 kg m².*body 'link0'.*with_payload"):
        arm(Rotor(), Rotor(0.011, 1.0, (1, 0, 0)))
    arm(Rotor(5.0, 1.0, "joint"), Rotor())  # the world bears any


def test_a_carrier_contains_what_is_fixed_to_it() -> None:
    bodies = (
        *arm(Rotor()).bodies,
        Body("motor", 0, Joint("flange", "fixed"), BLOCK),
        Body("hand", 1, Joint("wrist", "revolute", rotor=Rotor(0.015, 1.0, (1, 0, 0))), BLOCK),
    )
    model = Model("arm", bodies)
    assert model.merged().bodies[1].joint.rotor.is_carried
    with pytest.raises(ModelError, match="joint 'wrist'"):
        Model("arm", (bodies[0], replace(bodies[1], inertia=Inertia.zero()), bodies[2]))


def test_locked_joints_have_no_rotor_and_reversed_ones_cannot_have_carried_ones() -> None:
    model = arm(Rotor(), Rotor(1e-4, 50.0, "joint"))
    assert model.lock("joint1", 0.3).bodies[1].joint.spin is None
    floating = replace(
        model, bodies=(replace(model.bodies[0], joint=Joint("root", "free")), *model.bodies[1:])
    )
    with pytest.raises(ModelError, match="joint 'joint1': its rotor is carried"):
        floating.rerooted("link1")


def test_files_keep_axes_to_the_last_bit() -> None:
    for seed in range(5):
        model = random_tree(seed, bodies=6, rotors="carried")
        again = parse_json(model_to_json(model))
        assert again == model
        assert again.key == model.key
    plain, carried = arm(Rotor(), Rotor(1e-4, 50.0)), arm(Rotor(), Rotor(1e-4, 50.0, "joint"))
    assert plain.key != carried.key
    before, after = model_to_json(carried).split('"rotor"')
    assert '"axis": [0.0, 1.0, 0.0]' in after
    with pytest.raises(RobotFileError, match="3 numbers"):
        parse_json(before + '"rotor"' + after.replace("[0.0, 1.0, 0.0]", "[1.0]"))
