"""The configuration manifold of whole models."""

from __future__ import annotations

import math
import os
import subprocess
import sys

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given, settings
from random_models import models, random_model

import psiphi
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.model import Body, Joint, Limits, Model
from psiphi.model.kinematics import body_poses

FLOATING = Model(
    "floating",
    [
        Body("base", -1, Joint("root", "free")),
        Body("arm", 0, Joint("shoulder", "revolute", limits=Limits(0.5, 0.6))),
        Body("ball", 1, Joint("ball", "spherical")),
        Body("slab", 1, Joint("slab", "planar")),
        Body("wheel", 1, Joint("wheel", "continuous")),
    ],
)


def same_place(model: Model, q0: np.ndarray, q1: np.ndarray) -> None:
    for found, expected in zip(body_poses(model, q0), body_poses(model, q1), strict=True):
        np.testing.assert_allclose(found, expected, atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(models)
def test_integrate_and_difference_are_inverse(model):
    rng = np.random.default_rng(0)
    q0, q1 = model.random_configuration(rng, (3,)), model.random_configuration(rng, (3,))
    same_place(model, model.integrate(q0, model.difference(q0, q1)), q1)
    v = rng.uniform(-1, 1, (3, model.nv))
    np.testing.assert_allclose(model.difference(q0, model.integrate(q0, v)), v, atol=1e-13)
    np.testing.assert_allclose(model.integrate(q0, v, 0.5), model.integrate(q0, 0.5 * v), atol=1e-15)
    halfway = model.integrate(model.integrate(q0, v, 0.5), v, 0.5)
    np.testing.assert_allclose(model.difference(halfway, model.integrate(q0, v)), 0.0, atol=1e-13)


def test_the_manifold_agrees_with_pinocchio():
    """A free joint there is [v; ω] where it is [ω; v] here; configurations are the same."""
    joints = pin.JointModelComposite()
    joints.addJoint(pin.JointModelFreeFlyer())
    joints.addJoint(pin.JointModelSpherical())
    other = pin.Model()
    other.addJoint(0, joints, pin.SE3.Identity(), "both")
    model = Model("both", [Body("a", -1, Joint("j", "free")), Body("b", 0, Joint("k", "spherical"))])
    order = [3, 4, 5, 0, 1, 2, 6, 7, 8]
    rng = np.random.default_rng(1)
    for _ in range(20):
        q0, q1 = model.random_configuration(rng, (2,))
        v = rng.uniform(-1, 1, 9)
        np.testing.assert_allclose(model.difference(q0, q1), pin.difference(other, q0, q1)[order], atol=1e-12)
        same_place(model, model.integrate(q0, v), pin.integrate(other, q0, v[order]))


def test_neutral_is_zero_with_unit_quaternions():
    np.testing.assert_array_equal(FLOATING.neutral(), [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0])


def test_one_coordinate_differences_are_plain():
    q0, q1 = FLOATING.neutral(), FLOATING.neutral()
    q1[-1] = 10.0
    assert FLOATING.difference(q0, q1)[-1] == 10.0


def test_configurations_drawn_without_a_generator():
    model = psiphi.robots.quadruped().model
    drawn = np.array([model.random_configuration() for _ in range(2500)])
    assert len(np.unique(drawn, axis=0)) == len(drawn)
    np.testing.assert_allclose(np.linalg.norm(drawn[:, 3:7], axis=1), 1.0, rtol=1e-14)
    lower, upper = model.limits.lower[7:], model.limits.upper[7:]
    assert (drawn[:, 7:] >= lower).all()
    assert (drawn[:, 7:] <= upper).all()
    np.testing.assert_allclose(
        drawn[:, 7:].mean(axis=0), (lower + upper) / 2, atol=0.1 * (upper - lower).max()
    )
    assert model.random_configuration(batch=(2, 3)).shape == (2, 3, model.nq)
    first = model.random_configuration()
    kept = first.copy()
    model.random_configuration()[:] = 0.0
    assert np.array_equal(first, kept)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_forked_process_draws_others():
    code = """
import os, psiphi
model = psiphi.robots.ur5().model
model.random_configuration()
reading, writing = os.pipe()
if os.fork() == 0:
    os.write(writing, model.random_configuration().tobytes())
    os._exit(0)
assert os.read(reading, 48) != model.random_configuration().tobytes()
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_random_configurations_keep_to_limits_and_are_reproducible():
    q = FLOATING.random_configuration(np.random.default_rng(3), (200,))
    shoulder = q[:, FLOATING.q_slice("shoulder")]
    assert 0.5 <= shoulder.min() < 0.51 < 0.59 < shoulder.max() <= 0.6
    assert np.abs(q[:, FLOATING.q_slice("wheel")]).max() <= math.pi
    assert np.abs(q[:, :3]).max() <= 1.0
    np.testing.assert_allclose(np.linalg.norm(q[:, 3:7], axis=1), 1.0, rtol=1e-15)
    np.testing.assert_array_equal(q, FLOATING.random_configuration(np.random.default_rng(3), 200))
    assert FLOATING.random_configuration(np.random.default_rng(3)).shape == (FLOATING.nq,)
    assert FLOATING.random_configuration(np.random.default_rng(3), (2, 0)).shape == (2, 0, FLOATING.nq)


def test_batches_broadcast_and_dt_may_differ_by_row():
    rng = np.random.default_rng(4)
    q, v = FLOATING.random_configuration(rng, (4, 1)), rng.standard_normal((3, FLOATING.nv))
    dt = np.array([0.0, 0.1, 0.2])
    found = FLOATING.integrate(q, v, dt)
    assert found.shape == (4, 3, FLOATING.nq)
    np.testing.assert_allclose(found[2, 1], FLOATING.integrate(q[2, 0], v[1], 0.1), atol=1e-15)
    assert FLOATING.difference(q, q[0, 0]).shape == (4, 1, FLOATING.nv)


def test_float32_stays_float32_where_all_inputs_are():
    q, v = FLOATING.neutral().astype(np.float32), np.ones(FLOATING.nv, dtype=np.float32)
    assert FLOATING.integrate(q, v).dtype == np.float32
    assert FLOATING.integrate(q, v.astype(float)).dtype == np.float64
    assert FLOATING.integrate(list(map(int, FLOATING.neutral())), [0] * FLOATING.nv).dtype == np.float64
    assert FLOATING.difference(q, q).dtype == np.float32


@pytest.mark.parametrize("spoiler", [np.nan, np.inf])
def test_a_spoilt_row_spoils_no_other(spoiler):
    model = random_model(12, count=9)
    rng = np.random.default_rng(5)
    q, v = model.random_configuration(rng, (4,)), rng.standard_normal((4, model.nv))
    clean = [0, 1, 3]
    for column in range(model.nq):
        spoilt = q.copy()
        spoilt[2, column] = spoiler
        for found, expected in (
            (model.integrate(spoilt, v), model.integrate(q, v)),
            (model.difference(spoilt, q), model.difference(q, q)),
            (body_poses(model, spoilt)[0], body_poses(model, q)[0]),
            (body_poses(model, spoilt)[1], body_poses(model, q)[1]),
        ):
            np.testing.assert_array_equal(found[clean], expected[clean])
        assert not np.isfinite(model.integrate(spoilt, v)[2]).all()


def test_quaternions_of_any_length_are_read_as_rotations():
    q = FLOATING.random_configuration(np.random.default_rng(6))
    longer = q.copy()
    longer[3:7] *= -7.0
    same_place(FLOATING, longer, q)
    v = np.ones(FLOATING.nv)
    same_place(FLOATING, FLOATING.integrate(longer, v), FLOATING.integrate(q, v))
    np.testing.assert_allclose(FLOATING.difference(longer, q), 0.0, atol=1e-15)


WRONG = {
    "size of q": (
        lambda m: m.integrate(np.zeros(5), np.zeros(m.nv)),
        InputError,
        r"q: has shape \(5,\); give shape \(\.\.\., 16\)",
    ),
    "size of v": (lambda m: m.integrate(m.neutral(), np.zeros((2, 3))), InputError, r"v: has shape \(2, 3\)"),
    "no dimension": (lambda m: m.difference(m.neutral(), 1.0), InputError, r"q1: has shape \(\)"),
    "batches": (
        lambda m: m.integrate(np.ones((2, m.nq)), np.ones((3, m.nv))),
        InputError,
        r"do not broadcast .* q \(2,\), v \(3,\)",
    ),
    "batch of dt": (
        lambda m: m.integrate(np.ones((2, m.nq)), np.ones((2, m.nv)), np.ones(3)),
        InputError,
        r"do not broadcast .* dt \(3,\)",
    ),
    "dt": (lambda m: m.integrate(m.neutral(), np.ones(m.nv), "soon"), ArgumentTypeError, "dt: str"),
    "text": (
        lambda m: m.integrate("here", np.ones(m.nv)),
        ArgumentTypeError,
        "q: str 'here' is not an array of real numbers",
    ),
    "complex": (
        lambda m: m.integrate(m.neutral() * 1j, np.ones(m.nv)),
        ArgumentTypeError,
        "q: an array of complex128 is not an array of real numbers",
    ),
    "ragged": (lambda m: m.integrate([[1], [1, 2]], np.ones(m.nv)), ArgumentTypeError, "q: list"),
    "zero quaternion": (
        lambda m: m.integrate(np.zeros((2, m.nq)), np.ones(m.nv)),
        InputError,
        "q: the quaternion of joint 'root' is zero",
    ),
    "zero quaternion of a ball": (
        lambda m: body_poses(m, np.where(np.arange(m.nq) == 11, 0.0, m.neutral())),
        InputError,
        "q: the quaternion of joint 'ball' is zero",
    ),
    "rng": (
        lambda m: m.random_configuration(5),
        ArgumentTypeError,
        r"rng: int given; give numpy.random.default_rng",
    ),
    "negative batch": (
        lambda m: m.random_configuration(np.random.default_rng(0), -1),
        InputError,
        "batch: .* negative",
    ),
    "batch": (lambda m: m.random_configuration(np.random.default_rng(0), "ten"), ArgumentTypeError, "batch"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_input_is_refused_by_name(case):
    call, error, words = WRONG[case]
    with pytest.raises(error, match=words):
        call(FLOATING)


def test_limits_too_far_apart_to_be_meant_count_as_none():
    rng = np.random.default_rng(0)
    for low, high, expected in (
        (-1e16, 1e16, (-np.pi, np.pi)),
        (1.0, 1e16, (1.0, 1.0 + np.pi)),
        (-1e300, -5.0, (-5.0 - np.pi, -5.0)),
        (2e7, 2e7 + 1.0, (2e7, 2e7 + 1.0)),
    ):
        model = Model("far", [Body("arm", -1, Joint("shoulder", "revolute", limits=Limits(low, high)))])
        q = model.random_configuration(rng, (500,))
        assert expected[0] <= q.min() < q.max() <= expected[1]
        assert q.max() - q.min() > 0.9 * (expected[1] - expected[0])
