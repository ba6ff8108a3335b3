"""Canonical frames: what they save, and that nothing else changes."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from moving_robots import moving, random_state, relative_error

from psiphi.algebra.dense import dense
from psiphi.algebra.inputs import joint_vector
from psiphi.algebra.operators import H, M, a, b, phi
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import Body, Joint, Model
from psiphi.recursion.bodies.links import Link
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.frames.placement import Angle, constant_turns, cos_sin, lever_and_slide, zxz
from psiphi.recursion.frames.turns import PlaneTurn
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.spatial import Inertia, Pose, exp_so3, rotation_about

INVERSE_DYNAMICS = H @ phi @ (M @ phi.T @ (H.T @ joint_vector("theta_dd") + a) + b)


def nonzero(numbers) -> int:
    return sum(x != 0.0 for x in numbers)


def constant_turns_of(link: Link) -> list[int]:
    """The axes of the constant turns that are no quarter turns."""
    return [t.axis for t in link.turns if isinstance(t, PlaneTurn) and 0.0 not in (t.cosine, t.sine)]


def rotation_of(turns) -> np.ndarray:
    columns = []
    for vector in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
        for turn in reversed(turns):
            vector = turn.rotate(vector)
        columns.append(vector)
    return np.array(columns).T


def test_a_chain_of_hinges_has_the_four_constants_of_denavit_and_hartenberg() -> None:
    """a, α, d and the zero of the angle; at the tip also d is gone."""
    mechanism = Mechanism.from_model(
        random_tree(3, bodies=7, kinds=["revolute"], branching="chain"), canonical=True
    )
    for link in mechanism.links[1:]:
        assert nonzero(link.lever) == 1
        assert link.lever[0] != 0.0
        assert constant_turns_of(link) == [0]
    assert mechanism.links[-1].slide == 0.0
    assert mechanism.links[-1].inertia.moment[1] == 0.0


@pytest.mark.parametrize("kind", ["helical", "prismatic"])
def test_other_joints_along_z_take_part(kind: str) -> None:
    model = random_tree(4, bodies=6, kinds=[kind], branching="chain")
    plain, canonical = (Mechanism.from_model(model, canonical=flag) for flag in (False, True))

    def constants(mechanism: Mechanism) -> int:
        return sum(
            nonzero((*link.lever, link.slide)) + len(constant_turns_of(link)) for link in mechanism.links
        )

    assert constants(canonical) < constants(plain)


def test_a_body_that_carries_several_joints_suits_most_of_them() -> None:
    """Two of three hinges need the same turn of the frame that carries them: they get it."""
    inertia = Inertia(1.0, (0.1, 0.2, 0.3), np.diag([0.02, 0.03, 0.04]))
    turned = rotation_about((0, 0, 1), 0.4) @ rotation_about((1, 0, 0), 0.9)
    other = rotation_about((0, 0, 1), 1.1) @ rotation_about((1, 0, 0), 0.7)
    poses = [Pose(other, (0.1, 0.2, 0.3)), Pose(turned, (0.2, 0.1, 0.4)), Pose(turned, (0.5, 0.3, 0.1))]
    bodies = [Body("base", -1, Joint("base", "revolute"), inertia)]
    bodies += [
        Body(f"arm{k}", 0, Joint(f"arm{k}", "revolute", pose), inertia) for k, pose in enumerate(poses)
    ]
    links = Mechanism.from_model(Model("three arms", bodies), canonical=True).links
    assert [constant_turns_of(link) for link in links[1:]] == [[2, 0], [0], [0]]


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), bodies=st.integers(1, 9))
def test_the_mass_matrix_does_not_change(seed: int, bodies: int) -> None:
    model = random_tree(seed, bodies=bodies)
    q, v, _ = random_state(model, seed)
    plain, canonical = (
        np.array(moving(model, q, v, canonical=flag).composite_mass_matrix()) for flag in (False, True)
    )
    assert relative_error(canonical, plain) < 1e-13


def nearly_square(error: float) -> Model:
    """Three hinges at right angles, and their levers at right angles, but for a small error."""
    inertia = Inertia(1.0, (0.1, 0.2, 0.3), np.diag([0.02, 0.03, 0.04]))
    pose = Pose(rotation_about((1, 0, 0), math.pi / 2 + error), (0.3, error, 0.0))
    return Model(
        "nearly square",
        [Body(f"b{k}", k - 1, Joint(f"j{k}", "revolute", pose), inertia) for k in range(3)],
    )


def test_only_rounding_is_taken_for_a_right_angle() -> None:
    exact = Mechanism.from_model(nearly_square(3e-16), canonical=True)
    assert [constant_turns_of(link) for link in exact.links] == [[], [], []]
    inexact = Mechanism.from_model(nearly_square(1e-12), canonical=True)
    assert [constant_turns_of(link) for link in inexact.links] == [[0], [0], [0]]


@pytest.mark.parametrize("length", [1e-9, 1e-3, 1e6])
def test_small_and_large_robots_keep_their_digits(length: float) -> None:
    """What is rounding depends on the size of the robot, and not on where it stands."""
    chain = random_tree(3, bodies=5, kinds=["revolute", "prismatic", "helical"], branching="chain")
    bodies = []
    for k, body in enumerate(chain.bodies):
        place, inertia = body.joint.placement, body.inertia
        place = Pose(place.rotation, place.position * length if k else np.full(3, 1e5))
        inertia = Inertia(inertia.mass, inertia.center * length, inertia.rotational * length**2)
        pitch = body.joint.pitch * length
        bodies.append(replace(body, joint=replace(body.joint, placement=place, pitch=pitch), inertia=inertia))
    model = Model("scaled", bodies)
    q, v, theta_dd = random_state(model, 1)
    for x in (q, v, theta_dd):  # lengths are in proportion
        x[[k for k, body in enumerate(bodies) if body.joint.kind.name == "prismatic"]] *= length
    expected = dense(INVERSE_DYNAMICS, model, q, v=v, theta_dd=theta_dd)
    for options in ({}, {"canonical": True}, {"canonical": True, "regrouped": True}):
        found = np.array(moving(model, q, v, **options).newton_euler(theta_dd))
        assert (np.abs(found - expected) <= 1e-12 * np.abs(expected)).all()
    found = Mechanism.from_model(model, canonical=True)
    unscaled = Mechanism.from_model(chain, canonical=True)
    for one, other in zip(found.links[1:], unscaled.links[1:], strict=True):
        assert [x == 0.0 for x in one.lever] == [x == 0.0 for x in other.lever]


@pytest.mark.parametrize("error", [1e-15, 1e-13, 1e-9, 1e-6, 1e-3, 0.02, 0.2])
def test_axes_that_are_almost_parallel_lose_no_digits(error: float) -> None:
    """The common normal of such axes is far away or undetermined, and is not used."""
    inertia = Inertia(1.0, (0.1, 0.2, 0.3), np.diag([0.02, 0.03, 0.04]))
    pose = Pose(exp_so3((error, -0.3 * error, 0.7)), (0.3, 0.2, 0.1))
    model = Model(
        "nearly parallel",
        [Body(f"b{k}", k - 1, Joint(f"j{k}", "revolute", pose), inertia) for k in range(4)],
    )
    q, v, a = random_state(model, 1)
    plain, canonical = (
        np.array(moving(model, q, v, canonical=flag).newton_euler(a)) for flag in (False, True)
    )
    assert relative_error(canonical, plain) < 1e-12
    for link in Mechanism.from_model(model, canonical=True).links:
        assert max(map(abs, (*link.lever, link.slide))) < 10.0


@pytest.mark.parametrize(
    "vector",
    [
        (0.3, -1.0, 0.5),
        (1e-7, 1e-7, 0.4),
        (1e-12, 0.0, 1.0),
        (0.0, 0.0, 2.0),
        (math.pi, 0.0, 0.0),
        (0.0, 3.1, 0.1),
    ],
)
def test_rotations_are_their_three_turns(vector: tuple[float, float, float]) -> None:
    rotation = exp_so3(vector)
    rows = tuple(map(tuple, rotation.tolist()))
    b, tilt, c = zxz(rows)
    turns = [PlaneTurn(2, *b), PlaneTurn(0, *tilt), PlaneTurn(2, *c)]
    assert relative_error(rotation_of(turns), rotation) < 2e-15
    assert relative_error(rotation_of(constant_turns(rows)), rotation) < 2e-15
    assert b[0] >= 0.0


def test_right_angles_are_exact() -> None:
    for k in range(-4, 5):
        assert all(
            x in (0.0, 1.0, -1.0) for x in cos_sin(math.cos(k * math.pi / 2), math.sin(k * math.pi / 2))
        )
        rows = tuple(map(tuple, rotation_about((0, 0, 1), k * math.pi / 2).tolist()))
        assert {x for turn in constant_turns(rows) for row in rotation_of([turn]) for x in row} <= {
            0.0,
            1.0,
            -1.0,
        }


@pytest.mark.parametrize("offset", [0.0, 0.3, math.pi / 2, math.pi, -math.pi / 2, 2.0])
def test_the_zero_of_an_angle(offset: float) -> None:
    angle = Angle.of(cos_sin(math.cos(offset), math.sin(offset)))
    assert (angle.offset == 0.0) == (offset not in (0.3, 2.0))
    q = np.linspace(-3.0, 3.0, 7)
    cosine, sine = angle.cosine_and_sine(q, NumpyArithmetic())
    assert np.allclose(cosine, np.cos(q + offset), rtol=0, atol=1e-15)
    assert np.allclose(sine, np.sin(q + offset), rtol=0, atol=1e-15)


def test_lever_and_slide_say_where_the_joint_is_in_the_fewest_numbers() -> None:
    assert lever_and_slide((0.0, 0.0, 0.5), (0.0, 0.0, 1.0), 1.0) == ((0.0, 0.0, 0.0), 0.5)
    assert lever_and_slide((0.3, 0.4, 0.5), (0.0, 0.6, 0.8), 1.0) == ((0.3, 0.4, 0.5), 0.0)
    lever, slide = lever_and_slide((0.3, 0.3, 0.4), (0.0, 0.6, 0.8), 1.0)
    assert lever == (0.3, 0.0, 0.0)
    assert slide == pytest.approx(0.5, abs=1e-16)
