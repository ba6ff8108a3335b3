"""Frames that do not turn with bodies on parallel axes: another description, the same results."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from moving_robots import random_state, relative_error

from psiphi.algebra import D, H, M, a, b, derivative, inv, joint_vector, mass, phi
from psiphi.algebra.dense import dense
from psiphi.dynamics.catalogue import quantity
from psiphi.dynamics.features import Features
from psiphi.formats.robots import planar_chain, puma560, random_tree
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.program import evaluate
from psiphi.kernel.request import Request
from psiphi.kernel.tracing import cheapest
from psiphi.model import Frame, Model
from psiphi.recursion.bodies.links import TURNING
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.bodies.unturned_bodies import on_parallel_axes
from psiphi.spatial import Pose, rotation_about

x = joint_vector("x")
EXPRESSIONS = {
    "inverse dynamics": H @ phi @ (M @ phi.T @ (H.T @ x + a) + b),
    "forward dynamics": inv(mass) @ (x - H @ phi @ (M @ phi.T @ a + b)),
    "mass matrix": mass,
    "inverse": inv(mass),
    "joint inertias": D,
    "coriolis matrix": quantity("coriolis_matrix").expression(Features(rotors=False, coupled=False)),
    "derivative": derivative(mass, along=x) @ x,
}


def with_parallel_axes(model: Model, seed: int) -> Model:
    """The same tree with about two of three hinges on hinges parallel to them, at any angle."""
    rng = np.random.default_rng(seed)
    bodies = list(model.bodies)
    for k, body in enumerate(bodies):
        joint, parent = body.joint, bodies[body.parent].joint if body.parent >= 0 else None
        if parent is not None and {joint.kind.name, parent.kind.name} <= TURNING and rng.random() < 0.7:
            turn = rotation_about(parent.axis, float(rng.choice([0.0, np.pi / 2, rng.normal()])))
            place = Pose(turn, joint.placement.position)
            bodies[k] = replace(body, joint=replace(joint, placement=place, axis=parent.axis))
    return replace(model, bodies=tuple(bodies))


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), bodies=st.integers(2, 7), base=st.sampled_from(["fixed", "free"]))
def test_results_are_those_of_plain_matrices(seed: int, bodies: int, base) -> None:
    kinds = ("revolute", "revolute", "continuous", "helical", "prismatic", "universal")
    model = random_tree(seed, bodies=bodies, kinds=kinds, base=base, mimic=0.1)
    model = with_parallel_axes(model, seed)
    q, v, _ = random_state(model, seed)
    given_x = np.random.default_rng(seed).normal(size=model.nv_tree)
    for name, expression in EXPRESSIONS.items():
        request = Request(model, expression, unturned=True)
        program = cheapest(request).program
        known = {"q": q, "v": v, "x": given_x}
        (found,) = evaluate(program, {argument.name: known[argument.name] for argument in program.arguments})
        arguments = {key: known[key] for key in ("v", "x") if key in {y.name for y in program.arguments}}
        expected = dense(expression, model, q, **arguments)
        assert relative_error(found, expected) < 1e-10, name


def test_frames_are_left_unturned_where_axes_are_parallel() -> None:
    found = on_parallel_axes(Mechanism.from_model(puma560(), canonical=True))
    assert found == {1}  # shoulder and elbow
    general = random_tree(3, bodies=7, kinds=("revolute",), branching="chain")
    assert not on_parallel_axes(Mechanism.from_model(general, canonical=True))
    assert on_parallel_axes(Mechanism.from_model(planar_chain(4), canonical=True)) == {0, 1, 2}


def test_bodies_that_carry_a_frame_or_a_rotor_turn() -> None:
    chain = planar_chain(4)
    held = replace(chain, frames=(Frame("on the second", 1),))
    seen = Mechanism.from_model(held, canonical=True, frames=["on the second"])
    assert on_parallel_axes(seen) == {0, 2}
    spinning = with_parallel_axes(random_tree(5, bodies=6, kinds=("revolute",), rotors="carried"), 5)
    assert not on_parallel_axes(Mechanism.from_model(spinning, canonical=True))


@pytest.mark.parametrize(
    ("name", "turned", "unturned"),
    [
        ("inverse_dynamics", (188, 158), (181, 147)),
        ("forward_dynamics", (334, 278), (297, 246)),
        ("mass_matrix", (91, 79), (77, 70)),
        ("mass_matrix_inverse", (182, 148), (168, 139)),
    ],
)
def test_the_cheaper_choice_is_made(name: str, turned, unturned) -> None:
    request = Request(puma560(), quantity(name).expression(Features(rotors=False, coupled=False)))
    found = [count(cheapest(replace(request, unturned=way)).program) for way in (False, True, None)]
    assert [(each.mul, each.add) for each in found] == [turned, unturned, unturned]
