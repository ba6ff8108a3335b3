"""Loops as joints: what sweeps over groups of bodies give, beside S*𝓜S and the cut-joint form."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.closed_chains.graphs import closed_tree
from tests.closed_chains.kkt import equations
from tests.closed_chains.swept import SweptEmbeddedRobot, SweptRobot

import psiphi
from psiphi import Robot
from psiphi.algebra import D, H, inv, joint_vector
from psiphi.algebra.derive import forms
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.algebra.spaces import Space
from psiphi.dynamics import catalogue
from psiphi.dynamics.catalogue import quantity
from psiphi.dynamics.features import Features
from psiphi.embedded import _in_the_tree
from psiphi.errors import InputError
from psiphi.kernel.program.counts import count
from psiphi.kernel.tracing import cheapest
from psiphi.model import LOOP_KINDS, Mimic, Model
from psiphi.recursion.bodies.joint_groups import embedded
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.sweeps.evaluate import evaluate_together

KINDS = tuple(LOOP_KINDS)


class Dense:
    """S, S*𝓜S and S*(C + 𝓜Ṡθ) of plain matrices, with dependent joints chosen by QR with pivots."""

    def __init__(self, model: Model, q: np.ndarray, theta_of: np.random.Generator, own=None) -> None:
        nv = model.nv
        found = equations(model, q, np.zeros(nv))
        jacobian = found.jacobian
        if own is None:
            own = sorted(set(range(nv)) - set(_pivots(jacobian)))
        rest = [i for i in range(nv) if i not in own]
        self.own, self.S = own, np.zeros((nv, len(own)))
        self.S[own] = np.eye(len(own))
        inverse = np.linalg.pinv(jacobian[:, rest], rcond=1e-10)
        self.S[rest] = -inverse @ jacobian[:, own]
        self.theta = theta_of.standard_normal(len(own))
        self.v = self.S @ self.theta
        moving = equations(model, q, self.v)
        drift = np.zeros(nv)
        drift[rest] = -inverse @ moving.drift
        self.mass = self.S.T @ moving.mass @ self.S
        self.bias = self.S.T @ (moving.bias + moving.mass @ drift)


def _pivots(jacobian: np.ndarray) -> list[int]:
    rest, found = jacobian.copy(), []
    for _ in range(np.linalg.matrix_rank(jacobian, 1e-9)):
        column = int(np.linalg.norm(rest, axis=0).argmax())
        found.append(column)
        unit = rest[:, column] / np.linalg.norm(rest[:, column])
        rest = rest - np.outer(unit, unit @ rest)
        rest[:, column] = 0.0
    return found


def close_to(found: np.ndarray, expected: np.ndarray, tolerance: float) -> None:
    assert np.abs(found - expected).max(initial=0.0) <= tolerance * max(
        1.0, np.abs(expected).max(initial=0.0)
    )


@pytest.mark.parametrize("base", ["fixed", "free"])
@pytest.mark.parametrize("seed", range(24))
def test_random_graphs(seed: int, base: str) -> None:
    mimic = 0.4 if seed % 3 == 0 else 0.0
    rotors = seed % 2 == 1
    model, q = closed_tree(
        seed, loops=1 + seed % 3, kinds=KINDS, bodies=9, base=base, mimic=mimic, rotors=rotors
    )
    dense = Dense(model, q, np.random.default_rng(seed))
    if not dense.own:
        pytest.skip("the loops leave nothing that moves")
    merged = model.merged()
    mechanism = embedded(Mechanism.from_model(merged), _in_the_tree(model, dense.own))
    condition = np.linalg.cond(dense.mass)

    def value(expression, *, v=None, **vectors):
        given = {name: (Space.JOINT, list(x)) for name, x in vectors.items()}
        found = evaluate_together([expand(expression)], mechanism, NumpyArithmetic(), list(q), v, given)[0]
        return np.array([float(x) for x in found])

    n = len(dense.own)
    slack = 1e-12 * np.linalg.cond(dense.S) ** 2
    features = Features.of(model, embedded=True)
    assert features.rotors == rotors
    close_to(value(features.mass).reshape(n, n), dense.mass, slack)
    bias = quantity("bias_forces").expression(features)
    close_to(value(bias, v=list(dense.theta)), dense.bias, 10 * slack)
    y = np.random.default_rng(seed).standard_normal(n)
    expected = np.linalg.solve(dense.mass, y)
    for _, p in forms(inv(features.mass) @ joint_vector("y")):
        found = evaluate_together(
            [p], mechanism, NumpyArithmetic(), list(q), None, {"y": (Space.JOINT, list(y))}
        )[0]
        close_to(np.array(found, dtype=float), expected, 1e-14 * condition + 1e-10)


def linkage(number: int, base: str = "fixed") -> tuple[Robot, np.ndarray]:
    """Four-bars one on the coupler of the other, each at its closed neutral configuration."""
    bar = psiphi.robots.four_bar().model
    if base == "free":
        model = psiphi.robots.random_tree(3, bodies=2, base="free").model.attach(
            bar, at="body_1", prefix="0_"
        )
    else:
        model = psiphi.robots.planar_chain(1).model.attach(bar, at="link_1", prefix="0_")
    for i in range(1, number):
        model = model.attach(bar, at=f"{i - 1}_coupler", prefix=f"{i}_")
    return Robot(model), model.neutral()


@pytest.mark.parametrize(("number", "base"), [(2, "fixed"), (1, "free")])
def test_quantities_are_those_of_the_cut_joint_form(number: int, base: str) -> None:
    robot, q = linkage(number, base)
    short = robot.embedded(q)
    rng = np.random.default_rng(0)
    v = rng.standard_normal((3, short.nv))
    places = short.integrate(q, 0.1 * v)
    assert np.abs(robot.loop_residual(places)).max() < 1e-11
    whole = short.joint_velocity(places, v)
    tau = rng.standard_normal((3, robot.nv))
    S = np.moveaxis(short.joint_velocity(places[:, None], np.eye(short.nv)), -1, -2)
    pushed = np.einsum("bij,bi->bj", S, tau)
    acceleration = short.forward_dynamics(places, v, pushed)
    cut = robot.constrained_forward_dynamics(places, whole, tau).acceleration
    close_to(acceleration, cut[:, short.independent], 1e-10)
    close_to(short.inverse_dynamics(places, v, acceleration), pushed, 1e-10)
    matrix = np.einsum("bij,bik,bkl->bjl", S, robot.mass_matrix(places), S)
    close_to(short.mass_matrix(places), matrix, 1e-12)
    close_to(
        short.mass_matrix_inverse(places) @ matrix, np.broadcast_to(np.eye(short.nv), matrix.shape), 1e-10
    )
    close_to(short.kinetic_energy(places, v), robot.kinetic_energy(places, whole), 1e-12)
    close_to(short.gravity_forces(places), np.einsum("bij,bi->bj", S, robot.gravity_forces(places)), 1e-12)
    frame = f"{number - 1}_coupler"
    close_to(short.jacobian(places, frame), robot.jacobian(places, frame) @ S, 1e-12)
    root = short.mass_matrix_square_root(places)
    close_to(root @ np.moveaxis(root, -1, -2), matrix, 1e-12)
    coriolis = short.coriolis_matrix(places, v)
    still = short.bias_forces(places, v) - short.gravity_forces(places)
    close_to(np.einsum("bij,bj->bi", coriolis, v), still, 1e-11)
    close_to(short.difference(q, places), 0.1 * v, 1e-10)
    close_to(short.frame_velocity(places, v, frame), robot.frame_velocity(places, whole, frame), 1e-12)
    close_to(short.momentum(places, v), robot.momentum(places, whole), 1e-12)


@pytest.mark.parametrize("base", ["fixed", "free"])
def test_rates_and_the_diagonalised_equations(base: str) -> None:
    robot, q = linkage(1, base)
    short = robot.embedded(q)
    v = np.random.default_rng(1).standard_normal((3, short.nv))
    places = short.integrate(q, 0.1 * v)
    coriolis = short.coriolis_matrix(places, v)
    close_to(short.mass_matrix_rate(places, v), coriolis + np.swapaxes(coriolis, -1, -2), 1e-12)
    nu, mu = short.diagonalized_velocity(places, v), short.diagonalized_coriolis(places, v)
    assert np.abs((nu * mu).sum(axis=-1)).max() < 1e-13 * np.abs(nu).max() * np.abs(mu).max()
    single = short.forward_dynamics(*(x.astype(np.float32) for x in (places, v, v)))
    assert single.dtype == np.float32
    close_to(single, short.forward_dynamics(places, v, v), 1e-4)


def test_matrices_that_join_the_bodies_of_a_loop() -> None:
    robot, q = linkage(1)
    short = robot.embedded(q)
    columns = short.compile(H.T)(q)
    gain = np.linalg.inv(short.joint_inertias(q))
    close_to(short.compile(H.T @ inv(D) @ H)(q), columns @ gain @ columns.T, 1e-11)


def test_rotors_turn_with_their_joints() -> None:
    model, q = closed_tree(5, loops=1, kinds=("weld", "hinge"), bodies=8, rotors=True, mimic=0.4)
    robot = Robot(model)
    if not any(body.joint.rotor.inertia for body in model.bodies):
        pytest.fail("the tree has no rotors")
    short = robot.embedded(q)
    S = short.joint_velocity(q, np.eye(short.nv)).T
    close_to(short.mass_matrix(q), S.T @ robot.mass_matrix(q) @ S, 1e-11)


@pytest.mark.parametrize("rotors", [True, "carried"])
def test_mimics_and_rotors_are_part_of_the_joints(rotors: bool | str) -> None:
    """Some in loops and some not; rotors that bodies carry become bodies of their own."""
    model, q = closed_tree(4, loops=1, kinds=("weld",), bodies=9, rotors=rotors, mimic=0.5, base="free")
    robot = SweptRobot(model)
    assert model.merged().coordinates.followers
    short = SweptEmbeddedRobot(model, q)
    rng = np.random.default_rng(0)
    v, tau = rng.standard_normal((2, 3, short.nv))
    whole = short.joint_velocity(q, v)
    assert np.abs(robot.constraint_jacobian(q) @ whole.T).max() < 1e-11
    S = short.joint_velocity(q, np.eye(short.nv)).T
    close_to(short.mass_matrix(q), S.T @ robot.mass_matrix(q) @ S, 1e-11)
    cut = robot.constrained_forward_dynamics(q, whole, tau @ np.linalg.pinv(S)).acceleration
    acceleration = short.forward_dynamics(q, v, tau)
    close_to(acceleration, cut[:, short.independent], 1e-9)
    close_to(short.inverse_dynamics(q, v, acceleration), tau, 1e-10)
    close_to(short.momentum(q, v), robot.momentum(q, whole), 1e-11)
    close_to(short.mass_matrix_determinant(q), np.linalg.det(short.mass_matrix(q)), 1e-10)
    close_to(short.passive_forces(q, v), robot.passive_forces(q, whole) @ S, 1e-11)
    estimation = short.estimation(q)
    inverse = np.linalg.inv(short.mass_matrix(q))
    J = short.jacobian(q, short.body_names, "local").reshape(-1, 6, short.nv)
    close_to(estimation.costate_covariances, J @ inverse @ np.swapaxes(J, -1, -2), 1e-10)
    P, costates = estimation.predicted_covariances, estimation.costates(tau)
    smoothed = estimation.predicted_means(tau) + np.einsum("kij,bkj->bki", P, costates)
    close_to(estimation.smoothed_means(tau), smoothed, 1e-9)


def test_operations_grow_linearly() -> None:
    counts = []
    for number in (2, 4, 8):
        robot, q = linkage(number)
        counts.append(robot.embedded(q).kernel("forward_dynamics").operations.total)
    assert (counts[2] - counts[1]) == pytest.approx(2 * (counts[1] - counts[0]), rel=0.02)


def test_a_mimic_joint_costs_no_more_than_a_joint_more() -> None:
    """The inverse of the mass matrix of a long chain with one, by the filter."""
    counts = []
    for bodies in (45, 60, 90):
        chain = psiphi.robots.random_tree(1, bodies=bodies, kinds=("revolute",), branching="chain").model
        *others, last = chain.bodies
        last = replace(last, joint=replace(last.joint, mimic=Mimic(f"joint_{bodies - 3}", 0.5)))
        request = catalogue.request(replace(chain, bodies=(*others, last)), "mass_matrix_solve")
        counts.append(count(cheapest(request).program).total)
    assert counts[2] - counts[1] == pytest.approx(2 * (counts[1] - counts[0]), rel=0.05)


def test_a_swing_keeps_its_energy() -> None:
    robot = psiphi.robots.four_bar()
    q = robot.neutral()
    short = robot.embedded(q, ["A"])
    exact = {"duration": 0.2, "dt": 0.05, "method": "dop853", "tolerance": 1e-12}
    motion = short.simulate(q, [2.0], **exact)
    energy = short.kinetic_energy(motion.q, motion.v) + short.potential_energy(motion.q)
    assert np.ptp(energy) < 1e-11 * np.abs(energy).max()
    assert np.abs(robot.loop_residual(motion.q)).max() < 1e-11
    other = robot.simulate(q, short.joint_velocity(q, [2.0]), **exact)
    close_to(motion.q, other.q, 1e-9)
    close_to(short.joint_velocity(motion.q, motion.v), other.v, 1e-9)


def test_what_cannot_be_embedded_is_told() -> None:
    robot = psiphi.robots.four_bar()
    q = robot.neutral()
    with pytest.raises(InputError, match="no loops"):
        psiphi.robots.ur5().embedded(np.zeros(6))
    with pytest.raises(InputError, match="are open by"):
        robot.embedded(q + 0.3)
    with pytest.raises(InputError, match="leave 1 of 3"):
        robot.embedded(q, ["A", "B"])
    with pytest.raises(InputError, match="follows others"):
        robot.embedded(q, ["A"]).v_slice("D")
    with pytest.raises(InputError, match="no meaning where the loops"):
        robot.embedded(q).constraint_jacobian(q)


def test_derivatives_of_forward_dynamics() -> None:
    """Loops fill the pattern that the factors of a mass matrix have on a tree; rotors turn with them."""
    model, q = closed_tree(11, loops=1, kinds=("weld", "hinge"), bodies=5, rotors=True)
    robot = Robot(model).embedded(q)
    v, tau, dq, dv, dtau = np.random.default_rng(2).standard_normal((5, robot.nv))
    by_q, by_v, by_tau = robot.forward_dynamics_derivatives(q, v, tau)

    def moved(h: float) -> np.ndarray:
        return robot.forward_dynamics(robot.integrate(q, h * dq), v + h * dv, tau + h * dtau)

    weights = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
    slope = sum(w * (moved(0.002 * k) - moved(-0.002 * k)) for k, w in weights.items()) / 0.002
    close_to(by_q @ dq + by_v @ dv + by_tau @ dtau, slope, 1e-9)
