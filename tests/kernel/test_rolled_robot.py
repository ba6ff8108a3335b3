"""Robots as tables: rows of numbers that give the links back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from psiphi.algebra.derive import forms
from psiphi.dynamics.catalogue import quantity
from psiphi.dynamics.features import Features
from psiphi.formats.robots import panda, puma560, random_tree
from psiphi.kernel.native import compile_loop
from psiphi.kernel.program.program import Argument
from psiphi.kernel.rolled.kernel import roll
from psiphi.kernel.rolled.links import PLACES, inertia_numbers, link_from, seat_from
from psiphi.kernel.rolled.robot import RolledRobot, rolled_robot
from psiphi.model import Model
from psiphi.recursion.bodies.joint_maps import joint_transform
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.frames.placement import WELL_ACROSS
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.sweeps.lowering import lower

ROBOTS = {
    "panda": panda(),
    "puma": puma560(),
    "every kind": random_tree(2, bodies=40, branching=0.5, roots=2, rotors=True),
    "mimics": random_tree(3, bodies=20, mimic=0.5, base="free"),
    "chain": random_tree(1, bodies=30, kinds=("revolute", "prismatic"), branching="chain"),
}


@pytest.mark.parametrize("regrouped", [False, True])
@pytest.mark.parametrize("name", ROBOTS)
def test_links_are_those_of_the_mechanism(name: str, regrouped: bool) -> None:
    model = ROBOTS[name]
    frames = model.frame_names[-3:]
    mechanism = Mechanism.from_model(model, regrouped=regrouped, frames=frames)
    robot = rolled_robot(model, regrouped=regrouped, frames=frames)
    q_tree = model.merged().tree_configuration(model.random_configuration(np.random.default_rng(0)))
    assert len(robot) == len(mechanism)
    for k, link in enumerate(mechanism.links):
        row = robot.rows[k].tolist()
        found = link_from(row, link.kind, link.parent, len(link.q), len(link.v))
        q = [q_tree[i] for i in link.q]
        one, other = (joint_transform(x, q, NumpyArithmetic()) for x in (found, link))
        np.testing.assert_allclose(np.array(one.rotation, float), np.array(other.rotation, float), atol=1e-14)
        np.testing.assert_allclose(np.array(one.position, float), np.array(other.position, float), atol=1e-13)
        np.testing.assert_allclose(
            inertia_numbers(found.inertia), inertia_numbers(link.inertia), rtol=1e-12, atol=1e-12
        )
        np.testing.assert_allclose(
            np.array(found.boundary.rotation), np.array(link.boundary.rotation), atol=1e-14
        )
        assert (found.pitch, found.rotor) == (link.pitch, link.rotor)
        assert robot.joint_starts[k] == link.v[0]
        assert robot.parents[k] == link.parent
        ratio, offset = robot.rows[k, PLACES["q"]]
        assert (robot.q_starts[k], ratio, offset) == mechanism.q_expansion[link.q[0]]
        assert (robot.v_starts[k], robot.rows[k, PLACES["v"]][0]) == mechanism.v_expansion[link.v[0]]
    for seat, row, body in zip(mechanism.frames, robot.frames, robot.frame_bodies, strict=True):
        found = seat_from(row.tolist(), body)
        assert found.body == seat.body
        np.testing.assert_allclose(found.transform.lever, seat.transform.lever, atol=1e-14)
        np.testing.assert_allclose(
            np.array(found.transform.rotation), np.array(seat.transform.rotation), atol=1e-14
        )


def test_canonical_frames_leave_one_turn_and_two_lengths_on_chains() -> None:
    robot = rolled_robot(ROBOTS["chain"], canonical=True)
    # Of axes that are nearly parallel the common normal is far away: frames are not put there.
    across = np.abs(robot.rows[:, PLACES["tilt"].stop - 1]) >= WELL_ACROSS
    inner = robot.rows[across & (robot.parents >= 0) & (robot.kinds == "revolute")]
    assert len(inner) > 10
    np.testing.assert_array_equal(inner[:, PLACES["before"]], np.tile([1.0, 0.0], (len(inner), 1)))
    lengths = np.concatenate([inner[:, PLACES["lever"]], inner[:, PLACES["slide"]]], axis=1)
    assert ((lengths != 0.0).sum(axis=1) <= 2).all()


def _crowd(model: Model, bodies: int) -> RolledRobot:
    """Very many bodies with the numbers of a robot's links, on parents drawn at random."""
    robot = rolled_robot(model, canonical=True)
    rng = np.random.default_rng(0)
    inner = np.flatnonzero(robot.parents >= 0)
    chosen = np.concatenate([[0], rng.choice(inner, size=bodies - 1)])
    parents = np.concatenate([[-1], np.floor(rng.random(bodies - 1) * np.arange(1, bodies))]).astype(np.int64)
    starts = np.arange(bodies)
    return replace(
        robot,
        kinds=robot.kinds[chosen],
        parents=parents,
        rows=robot.rows[chosen],
        q_starts=starts,
        v_starts=starts,
        joint_starts=starts,
        nv=bodies,
        nv_tree=bodies,
    )


def test_a_hundred_thousand_bodies_there_and_back() -> None:
    count = 100_000
    robot = _crowd(random_tree(1, bodies=9, kinds=("revolute", "prismatic", "helical")), count)
    rng = np.random.default_rng(1)
    q, v, acceleration = rng.uniform(-1.0, 1.0, size=(3, 2, count))
    plain = Features(rotors=False, coupled=False)
    results = {"acceleration": acceleration}
    for name, given, form in (
        ("inverse_dynamics", "acceleration", "as written"),
        ("forward_dynamics", "tau", "M kept"),
    ):
        expression = quantity(name).expression(plain)
        arguments = tuple(Argument(x, (count,)) for x in ("q", "v", given))
        loops = roll(lower([dict(forms(expression))[form]]), robot, arguments, {given: given})
        given_array = results[given]
        results["tau" if given == "acceleration" else "found"] = compile_loop(loops.program, loops.tables)(
            q, v, given_array
        )
    np.testing.assert_allclose(results["found"], acceleration, atol=1e-8)
