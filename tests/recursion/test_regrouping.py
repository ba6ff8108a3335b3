"""Regrouped inertias: fewer parameters, the same mass matrix and the same inverse dynamics."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from moving_robots import MOVING_KINDS, full, moving, random_state, relative_error

from psiphi.algebra.dense import dense
from psiphi.algebra.inputs import joint_vector
from psiphi.algebra.operators import H, M, a, b, phi
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import Body, Joint, Model
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.vectors import ZERO, ZERO_MATRIX
from psiphi.spatial import Inertia, Pose, rotation_about

MASS = H @ phi @ M @ phi.T @ H.T
theta_dd = joint_vector("theta_dd")
INVERSE_DYNAMICS = H @ phi @ (M @ phi.T @ (H.T @ theta_dd + a) + b)


def agrees(model: Model, seed: int, **options: bool) -> None:
    q, v, _ = random_state(model, seed)
    acceleration = np.random.default_rng(seed).normal(size=model.nv)
    robot = moving(model, q, v, regrouped=True, **options)
    mass = np.array(robot.composite_mass_matrix())
    assert relative_error(mass, dense(MASS, model, q)) < 1e-13
    torques = np.array(robot.newton_euler(acceleration))
    expected = dense(INVERSE_DYNAMICS, model, q, v=v, theta_dd=acceleration)
    assert relative_error(torques, expected) < 1e-13


@pytest.mark.parametrize("canonical", [False, True])
@pytest.mark.parametrize("kind", MOVING_KINDS)
def test_joint_space_dynamics_of_every_kind(kind: str, canonical: bool) -> None:
    for seed in range(4):
        model = random_tree(seed, bodies=5, kinds=[kind, "revolute", "prismatic"], branching=0.4)
        agrees(model, seed, canonical=canonical)
        agrees(random_tree(seed, bodies=4, kinds=[kind]), seed, canonical=canonical)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), bodies=st.integers(1, 8))
def test_joint_space_dynamics_of_random_trees(seed: int, bodies: int) -> None:
    agrees(random_tree(seed, bodies=bodies, roots=1 + bodies // 4), seed)


def test_what_moves_to_the_parent() -> None:
    for kind in MOVING_KINDS:
        model = random_tree(3, bodies=4, kinds=[kind], branching="chain")
        whole, parts = (Mechanism.from_model(model, regrouped=flag) for flag in (False, True))
        for before, after in zip(whole.links, parts.links, strict=True):
            m, h, S = after.inertia.mass, after.inertia.moment, after.inertia.second
            match kind:
                case "revolute" | "continuous":
                    assert (m, h[2], S[2][2]) == (0.0, 0.0, 0.0)
                case "prismatic":
                    assert S == ZERO_MATRIX
                    assert m == before.inertia.mass
                case "helical" | "planar":
                    assert S[2][2] == 0.0
                    assert m == before.inertia.mass
                case "universal" | "spherical":
                    assert m == 0.0
                case _:
                    assert after.inertia == before.inertia


def parallel_hinges(first: str) -> Model:
    """A planar mechanism: everything turns about z, whatever the file's frames are."""
    rng = np.random.default_rng(5)
    bodies = []
    for k, kind in enumerate([first, "revolute", "revolute", "prismatic", "revolute"]):
        half = rng.normal(size=(3, 3))
        inertia = Inertia(rng.uniform(1, 2), rng.normal(size=3), half @ half.T + np.eye(3))
        pose = Pose(rotation_about((0, 0, 1), rng.normal()), rng.normal(size=3))
        bodies.append(Body(f"b{k}", k - 1, Joint(f"j{k}", kind, pose, axis=(0.0, 0.0, 1.0)), inertia))
    return Model("planar", bodies, gravity=(0.0, -9.81, 0.0))


@pytest.mark.parametrize("first", ["revolute", "prismatic", "helical", "planar"])
def test_a_planar_mechanism_keeps_one_moment_of_inertia_per_body(first: str) -> None:
    model = parallel_hinges(first)
    for canonical in (False, True):
        agrees(model, 1, canonical=canonical)
        for link in Mechanism.from_model(model, canonical=canonical, regrouped=True).links:
            (xx, xy, _), _, _ = link.inertia.second
            assert (xx, xy) == (0.0, 0.0)


def test_a_hinge_on_another_axis_keeps_its_moments() -> None:
    model = parallel_hinges("revolute")
    tilted = Joint("j1", "revolute", Pose(rotation_about((1, 0, 0), 0.5)))
    bodies = [
        body if k != 1 else Body(body.name, body.parent, tilted, body.inertia)
        for k, body in enumerate(model.bodies)
    ]
    model = Model("tilted", bodies)
    agrees(model, 2)
    links = Mechanism.from_model(model, regrouped=True).links
    assert [link.inertia.second[0][1] == 0.0 for link in links] == [True, False, False, True, False]


def test_nothing_is_lost_that_a_free_body_feels() -> None:
    """On a free base all inertia ends up somewhere: the composite inertia of the whole robot stays."""
    model = random_tree(6, bodies=6, kinds=["revolute", "prismatic", "spherical"], base="free")
    q, v, _ = random_state(model, 6)
    composites = []
    for regrouped in (False, True):
        robot = moving(model, q, v, regrouped=regrouped)
        links = robot.mechanism.links
        whole = [link.inertia for link in links]
        for k in reversed(range(1, len(links))):
            whole[links[k].parent] = whole[links[k].parent] + robot.transforms[k].inertia_to_parent(whole[k])
        composites.append(full(whole[0]))
    assert relative_error(composites[1], composites[0]) < 1e-14
    assert Mechanism.from_model(model).links[1].inertia.moment != ZERO
