"""Joints put their data in order: unit axes, a number per coordinate, defaults for what a kind ignores."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psiphi.errors import ModelError
from psiphi.model import Joint, Limits, Rotor

component = st.floats(-1e6, 1e6) | st.floats(-1e-6, 1e-6)


@settings(max_examples=100, deadline=None)
@given(component, component, component)
def test_axes_have_unit_length_and_are_not_normalised_twice(x, y, z):
    if (x, y, z) == (0, 0, 0):
        return
    axis = Joint("j", "revolute", axis=(x, y, z)).axis
    assert abs(math.hypot(*axis) - 1.0) < 1e-15
    assert Joint("j", "revolute", axis=axis).axis == axis


@pytest.mark.parametrize("scale", [1e-320, 1e-300, 1e300, 1.7e308])
def test_axes_of_any_size_are_fine(scale):
    np.testing.assert_allclose(
        Joint("j", "revolute", axis=(scale, scale, 0)).axis, [0.5**0.5, 0.5**0.5, 0], rtol=1e-15
    )


def test_numbers_are_repeated_for_each_degree_of_freedom():
    joint = Joint("j", "universal", limits=Limits(-1, (1, 2), velocity=3), damping=0.5, friction=(1, 2))
    assert joint.limits == Limits((-1, -1), (1, 2), (3, 3), (math.inf, math.inf))
    assert joint.damping == (0.5, 0.5)
    assert joint.friction == (1.0, 2.0)
    assert Joint("j", "spherical").limits == Limits((), (), (math.inf,) * 3, (math.inf,) * 3)
    assert Joint("j", "fixed", damping=1.0, rotor=Rotor(1.0)) == Joint("j", "fixed")
    assert Joint("j", "revolute", damping=np.float32(0.5)).damping == (0.5,)


def test_what_a_kind_does_not_use_makes_no_difference():
    assert Joint("j", "spherical", axis=(0, 0, 0), pitch=2.0) == Joint("j", "spherical", axis=(1, 2, 3))
    assert hash(Joint("j", "prismatic", axis2=(0, 1, 0))) == hash(Joint("j", "prismatic"))
    assert Joint("j", "revolute", axis=(0, 0, 2)) == Joint("j", "revolute")
    assert Joint("j", "revolute", axis=(0, 1, 0)) != Joint("j", "revolute")


def test_the_reflected_inertia_grows_with_the_square_of_the_gear_ratio():
    assert Rotor(0.01, -20.0).reflected_inertia == pytest.approx(4.0, rel=1e-15)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"kind": "revolute", "axis": (0, 0, 0)}, "has no direction; give a finite vector that is not zero"),
        ({"kind": "revolute", "axis": (0, math.nan, 1)}, "has no direction"),
        ({"kind": "revolute", "axis": (0, math.inf, 1)}, "has no direction"),
        ({"kind": "universal", "axis2": (0, 0, 0)}, "axis2 .* has no direction"),
        ({"kind": "revolute", "axis": (0, 1)}, "not a vector of three numbers"),
        ({"kind": "revolute", "axis": "xyz"}, "not a vector of three numbers"),
        ({"kind": "revolut"}, "did you mean 'revolute'"),
        ({"kind": "revolute", "damping": (1, 2)}, "damping has 2 numbers; give one, or 1"),
        ({"kind": "revolute", "damping": "much"}, "damping: 'much' is not a number"),
        ({"kind": "planar", "limits": Limits(effort=(1, 2))}, "effort limit has 2 numbers; give one, or 3"),
        ({"kind": "free", "limits": Limits(lower=-1)}, "free joint has no limits of position"),
    ],
)
def test_wrong_joints_are_refused(arguments, words):
    with pytest.raises(ModelError, match=words) as caught:
        Joint("elbow", **arguments)
    assert str(caught.value).startswith("joint 'elbow'")
