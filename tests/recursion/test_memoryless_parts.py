"""diag(X) and Ω through sweeps and machine code, against plain matrices; and what they cost."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import Robot, explain
from psiphi.algebra import (
    B,
    D,
    E_phi,
    E_psi,
    G,
    H,
    I,
    J,
    K,
    M,
    Omega,
    P,
    R,
    body_vector,
    dense,
    diagonal,
    inv,
    joint_vector,
    mass,
    parse,
    phi,
    prove,
    psi,
    r,
    rate,
    zero,
)
from psiphi.algebra.derivatives import derivatives_in
from psiphi.algebra.derive import derive
from psiphi.algebra.expression import Expr, symbols_of
from psiphi.algebra.operators import geared_family
from psiphi.algebra.rewriting.abbreviations import unabbreviated
from psiphi.algebra.rewriting.memoryless_parts import memoryless_part
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.formats.robots import random_tree
from psiphi.kernel.program.counts import count
from psiphi.kernel.request import Request
from psiphi.kernel.tracing import cheapest

X, F = joint_vector("x"), body_vector("f")
ROBOTS = {
    "two roots": Robot(random_tree(0, bodies=6, roots=2, rotors=True)),
    "chain": Robot(random_tree(2, bodies=4, branching="chain", kinds=("universal", "helical", "revolute"))),
    "one body": Robot(random_tree(4, bodies=1, kinds=("spherical",))),
}

KNOWN = {
    "inverse mass matrix [R87 83]": (
        diagonal(inv(mass)),
        inv(D) + G.T @ diagonal(E_phi.T @ Omega @ E_phi) @ G,
    ),
    "composites": (diagonal(phi @ M @ phi.T), r),
    "mass matrix": (diagonal(mass), H @ r @ H.T),
    "compliances": (diagonal(psi.T @ H.T @ inv(D) @ H @ psi), Omega),
    "frames": (diagonal(J @ inv(mass) @ J.T), B.T @ Omega @ B),
    "causal": (diagonal(psi @ M @ phi @ P), M @ P),
    "strictly causal": (diagonal(phi @ K @ H), zero(M.range, M.domain)),
    "anticausal": (diagonal(P @ phi.T @ M), P @ M),
    "rate of a transition": (diagonal(rate(phi)), zero(M.range, M.domain)),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_known_of_diagonal_parts(name: str) -> None:
    """Found without a matrix, and true of matrices."""
    x, expected = KNOWN[name]
    found = unabbreviated(expand(derive(x, "as written").result))
    assert found == unabbreviated(expand(expected))
    robot = ROBOTS["two roots"]
    rng = np.random.default_rng(0)
    q, v, frames = robot.random_configuration(rng), rng.normal(size=robot.nv), robot.frame_names[-3:]
    np.testing.assert_allclose(
        dense(x, robot, q, v=v, frames=frames),
        dense(expected, robot, q, v=v, frames=frames),
        atol=1e-9 * max(1.0, np.abs(dense(x, robot, q, v=v, frames=frames)).max()),
    )


COMPILED: list[Expr] = [
    Omega @ F,
    geared_family.Omega @ F,
    P - P @ Omega @ P,
    diagonal(inv(mass)) @ X,
    diagonal(inv(mass + R)),
    diagonal(phi @ M @ phi.T) @ F,
    diagonal(E_psi.T @ Omega @ E_psi) @ F,
    inv(diagonal(mass)) @ X,
    rate(diagonal(inv(mass))) @ X,
    rate(Omega) @ F,
    diagonal(phi.T @ M @ phi) @ F,  # nothing is known of this one
    diagonal(J @ J.T),
]


@pytest.mark.parametrize(
    ("name", "x"),
    [(name, x) for name in ROBOTS for x in COMPILED if name == "two roots" or not derivatives_in(x)],
    ids=str,
)
def test_compiled_parts_are_the_dense_ones(name: str, x: Expr) -> None:
    robot = ROBOTS[name]
    rng = np.random.default_rng(1)
    q, v = robot.random_configuration(rng, (2,)), rng.normal(size=(2, robot.nv))
    sizes = {"x": robot.model.nv_tree, "f": 6 * len(robot.body_names)}
    vectors = {s.name: rng.normal(size=sizes[s.name]) for s in sorted(symbols_of(x) & {X, F}, key=str)}
    frames, moving = robot.frame_names[-3:], ({"v": v} if derivatives_in(x) else {})
    expected = dense(x, robot, q, frames=frames, **moving, vectors=vectors)
    found = robot.compile(x, frames=frames)(q, **moving, **vectors)
    assert np.abs(found - expected).max() <= 1e-10 * max(1.0, np.abs(expected).max())


def test_compliances_run_in_loops_over_bodies() -> None:
    robot = Robot(random_tree(1, bodies=60, kinds=("revolute", "prismatic"), branching=0.3))
    rng = np.random.default_rng(0)
    q, f = robot.random_configuration(rng), rng.normal(size=360)
    kernel = robot.compile(Omega @ F)
    assert kernel.rolled
    expected = dense(Omega @ F, robot, q, f=f)
    assert np.abs(kernel(q, f=f) - expected).max() <= 1e-10 * np.abs(expected).max()
    assert not robot.compile(diagonal(inv(mass)) @ X).rolled


@pytest.mark.parametrize("x", [Omega @ F, diagonal(inv(mass)) @ X, diagonal(inv(mass))], ids=str)
def test_parts_are_linear_in_the_number_of_bodies(x: Expr) -> None:
    """Ten joints may be cheaper by factors of their mass matrix."""
    chains = [random_tree(1, bodies=n, kinds=("revolute",), branching="chain") for n in (10, 20, 40)]
    ten, twenty, forty = (count(cheapest(Request(chain, x)).program).total for chain in chains)
    assert forty - twenty <= 2.1 * (twenty - ten)


def test_sweeps_are_explained() -> None:
    text = explain(diagonal(inv(mass)) @ X).algorithm
    assert "Ω(k) = H*(k) D(k)⁻¹ H(k) + (I − G(k) H(k))* φ*(p,k) Ω(p) φ(p,k) (I − G(k) H(k))" in text
    assert "result(k) = D(k)⁻¹ x(k) + G*(k) φ*(p,k) Ω(p) φ(p,k) G(k) x(k)" in text
    assert "2 sweeps, O(N)" in text
    assert "diag(φ* M φ) f" in explain(diagonal(phi.T @ M @ phi) @ F).algorithm


def test_parts_of_coupled_coordinates_are_those_of_plain_matrices() -> None:
    x = parse("diag(coupling* mass coupling) u")
    for seed in range(3):
        model = random_tree(seed, bodies=6, mimic=0.5)
        rng = np.random.default_rng(seed)
        q, u = model.random_configuration(rng), rng.standard_normal(model.nv)
        expected = dense(x, model, q, u=u)
        assert np.abs(Robot(model).compile(x)(q, u) - expected).max() <= 1e-12 * np.abs(expected).max()


def test_nothing_is_claimed_of_other_words() -> None:
    for x in (phi.T @ M @ phi, phi @ M @ psi.T, E_phi.T @ E_phi, psi.T @ M @ psi, phi @ M @ P @ phi.T):
        assert memoryless_part(expand(x)) is None
    assert not prove(diagonal(phi), I - K @ H)
