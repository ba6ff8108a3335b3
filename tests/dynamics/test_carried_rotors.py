"""Rotors that bodies carry, against the same robot with the rotors as bodies: by mimics, and in Pinocchio."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest
from explicit_rotors import with_explicit_rotors
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.algebra.pinocchio_twin import PinocchioTwin

from psiphi import Robot
from psiphi.algebra import dense
from psiphi.dynamics.catalogue import quantity
from psiphi.dynamics.features import Features
from psiphi.errors import InputError
from psiphi.formats.robots import random_tree
from psiphi.model import Model

EXPRESSIONS = ("mass_matrix", "bias_forces", "inverse_dynamics", "coriolis_matrix", "momentum_matrix")


def close(found: np.ndarray, expected: np.ndarray, tolerance: float) -> None:
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    assert np.abs(found - expected).max(initial=0.0) <= tolerance * scale


def states(model: Model, count: int) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(3)
    q = model.random_configuration(rng, (count,))
    return q, *(rng.normal(size=(count, model.nv)) for _ in range(3))


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    bodies=st.integers(1, 9),
    base=st.sampled_from(["fixed", "free"]),
    mimic=st.sampled_from([0.0, 0.4]),
)
def test_definitions(seed: int, bodies: int, base: str, mimic: float) -> None:
    """The expressions of the catalogue, as plain matrices, on trees of every kind of joint."""
    model = random_tree(seed, bodies=bodies, base=base, rotors="carried", mimic=mimic)  # type: ignore[arg-type]
    explicit = with_explicit_rotors(model, seed)
    rng = np.random.default_rng(seed)
    q, v, acceleration = model.random_configuration(rng), *rng.normal(size=(2, model.nv))
    for name in EXPRESSIONS:
        given_ = {"acceleration": acceleration} if name == "inverse_dynamics" else {}
        found, expected = (
            np.asarray(dense(quantity(name).expression(Features.of(x)), x, q, v=v, vectors=given_))
            for x in (model, explicit)
        )
        if name == "coriolis_matrix":  # there are many with the same 𝓒v
            found, expected = found @ v, expected @ v
        if name == "momentum_matrix" and _world_carries_rotors(model):
            continue  # the explicit ones are bodies that move, the others are no part of any
        close(found, expected, 1e-12)


def _world_carries_rotors(model: Model) -> bool:
    return any(body.joint.rotor.is_carried and body.parent < 0 for body in model.merged().bodies)


@pytest.mark.parametrize(("seed", "base", "mimic"), [(5, "fixed", 0.0), (1, "free", 0.5)])
def test_robots_with_the_rotors_as_bodies(seed: int, base: str, mimic: float) -> None:
    model = random_tree(seed, bodies=4, base=base, rotors="carried", mimic=mimic)  # type: ignore[arg-type]
    assert any(body.joint.rotor.is_carried and body.parent >= 0 for body in model.merged().bodies)
    robot, explicit = Robot(model), Robot(with_explicit_rotors(model))
    q, v, acceleration, tau = states(model, 4)
    close(robot.mass_matrix(q), explicit.mass_matrix(q), 1e-12)
    close(robot.inverse_dynamics(q, v, acceleration), explicit.inverse_dynamics(q, v, acceleration), 1e-12)
    close(robot.forward_dynamics(q, v, tau), explicit.forward_dynamics(q, v, tau), 1e-10)
    close(robot.mass_matrix_inverse(q), explicit.mass_matrix_inverse(q), 1e-10)
    close(robot.bias_forces(q, v), explicit.bias_forces(q, v), 1e-12)
    close(robot.gravity_forces(q), explicit.gravity_forces(q), 1e-12)
    close(robot.kinetic_energy(q, v), explicit.kinetic_energy(q, v), 1e-12)
    coriolis = robot.coriolis_matrix(q, v)
    close(np.einsum("nij,nj->ni", coriolis, v) + robot.gravity_forces(q), explicit.bias_forces(q, v), 1e-12)


@pytest.mark.parametrize("base", ["fixed", "free"])
@pytest.mark.parametrize("seed", [0, 1])
def test_pinocchio_with_the_rotors_as_bodies(seed: int, base: str) -> None:
    """Coupled by hand: 𝓜 = S*𝓜S and C = S*C of the explicit tree."""
    model = random_tree(seed, bodies=6, base=base, rotors="carried", branching=0.5)  # type: ignore[arg-type]
    explicit = with_explicit_rotors(model, seed)
    free = [replace(body, joint=replace(body.joint, mimic=None)) for body in explicit.bodies]
    twin = PinocchioTwin(replace(explicit, bodies=tuple(free)))
    data, S, robot = twin.pin.createData(), explicit.coupling, Robot(model)
    q, v, acceleration, tau = states(model, 5)
    masses, forces, accelerations = [], [], []
    for row in range(5):
        q_tree = twin.configuration(explicit.tree_configuration(q[row]))
        v_tree, a_tree = twin.velocity(S @ v[row]), twin.velocity(S @ acceleration[row])
        upper = np.triu(pin.crba(twin.pin, data, q_tree))
        masses.append(S.T @ twin.back_matrix(upper + np.triu(upper, 1).T) @ S)
        forces.append(S.T @ twin.back(pin.rnea(twin.pin, data, q_tree, v_tree, a_tree)))
        bias = S.T @ twin.back(pin.nonLinearEffects(twin.pin, data, q_tree, v_tree))
        accelerations.append(np.linalg.solve(masses[-1], tau[row] - bias))
    close(robot.mass_matrix(q), np.array(masses), 1e-12)
    close(robot.inverse_dynamics(q, v, acceleration), np.array(forces), 1e-12)
    for method in (None, "FD1", "FD3", "FD4"):
        close(robot.forward_dynamics(q, v, tau, method=method), np.array(accelerations), 1e-10)
    close(robot.mass_matrix_inverse(q), np.linalg.inv(masses), 1e-10)
    if base == "free":  # every rotor is carried along, so that its momentum counts
        momentum = [
            pin.computeCentroidalMomentum(twin.pin, data, twin.configuration(x), twin.velocity(y))
            for x, y in zip(explicit.tree_configuration(q), v @ S.T, strict=True)
        ]
        found = robot.momentum(q, v)
        moved = found[:, :3] - np.cross(robot.center_of_mass(q), found[:, 3:])
        close(moved, np.array([x.angular for x in momentum]), 1e-12)
        close(found[:, 3:], np.array([x.linear for x in momentum]), 1e-12)


def test_operations_grow_as_the_number_of_bodies() -> None:
    """Those of forward dynamics are a third more than with rotors that only their joints feel."""
    counts = {}
    for n in (10, 20, 40):
        chain = random_tree(3, bodies=n, kinds=("revolute",), branching="chain", rotors="carried")
        for name, method in (("inverse_dynamics", None), ("forward_dynamics", "articulated")):
            counts[name, n] = Robot(chain).kernel(name, method=method).operations.total
    for name in ("inverse_dynamics", "forward_dynamics"):
        step = counts[name, 20] - counts[name, 10]
        assert counts[name, 40] - counts[name, 20] == pytest.approx(2 * step, rel=0.02)
    plain = Robot(random_tree(3, bodies=40, kinds=("revolute",), branching="chain", rotors=True))
    least = plain.kernel("forward_dynamics", method="articulated").operations.total
    assert least < counts["forward_dynamics", 40] < 1.4 * least


def test_large_robots_are_compiled_without_loops() -> None:
    robot = Robot(random_tree(3, bodies=60, kinds=("revolute",), branching="chain", rotors="carried"))
    assert not robot.kernel("bias_forces").rolled
    assert robot.kernel("gravity_forces").rolled
    with pytest.raises(InputError, match="rolled"):
        robot.kernel("bias_forces", rolled=True)


def test_factors_of_p_with_correlated_noise() -> None:
    robot = Robot(random_tree(5, bodies=5, rotors="carried", branching=0.5, base="free"))
    q, v, _, tau = states(robot.model, 4)
    close(robot.forward_dynamics(q, v, tau, method="UD"), robot.forward_dynamics(q, v, tau), 1e-10)
