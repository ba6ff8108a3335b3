"""Sweeps on NumPy numbers against dense matrices: every form, every kind of frame, random robots."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from psiphi.algebra import (
    B,
    D,
    E_phi,
    G,
    Gamma,
    Gamma_dot,
    H,
    H_dot,
    I,
    J,
    K,
    M,
    P,
    R,
    Space,
    a,
    b,
    body_vector,
    coordinate_vector,
    coupling,
    dense,
    derive,
    frame_vector,
    g,
    identity,
    inv,
    joint_vector,
    mass,
    phi,
    psi,
    r,
    riccati,
    v,
)
from psiphi.algebra.derivatives import derivative
from psiphi.algebra.derive import forms
from psiphi.algebra.expression import Expr, symbols_of
from psiphi.algebra.operators import OPERATORS
from psiphi.algebra.rewriting.joint_factors import with_joint_factors
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.errors import CompileError
from psiphi.formats.robots import random_tree
from psiphi.model import Model
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.frames.gauge import frames_are_free, inertias_are_free
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.sweeps.evaluate import evaluate_together

Array = NDArray[np.float64]
T, F, W, U = joint_vector("T"), frame_vector("f"), body_vector("w"), coordinate_vector("u")
bias = H @ phi @ (M @ phi.T @ a + b)

carrying_mass = mass + H @ phi @ Gamma + Gamma.T @ phi.T @ H.T + R
carrying_bias = H @ phi @ (M @ phi.T @ a + b + Gamma_dot @ v) + Gamma.T @ phi.T @ a
correlated = H @ phi @ E_phi @ M @ H.T / 100

EXPRESSIONS = {
    "inverse dynamics": H @ phi @ (M @ (phi.T @ H.T @ T + phi.T @ a) + b),
    "forward dynamics": inv(mass) @ (T - bias),
    "geared forward dynamics with forces": inv(mass + R) @ (T - bias - H @ phi @ B @ F),
    "forward dynamics with carried rotors": inv(carrying_mass) @ (T - carrying_bias),
    "inverse mass matrix with carried rotors": inv(carrying_mass),
    "coupled forward dynamics with carried rotors": inv(coupling.T @ carrying_mass @ coupling) @ U,
    "compliance with carried rotors": J @ inv(carrying_mass) @ J.T,
    "Coriolis forces of carried rotors": H @ phi @ Gamma_dot + Gamma.T @ phi.T @ H_dot.T,
    "rates of carried rotors": Gamma_dot.T @ phi.T @ H.T @ T,
    "another correlation": inv(mass + R + correlated + correlated.T) @ T,
    "mass matrix": mass,
    "geared mass matrix": mass + R,
    "inverse mass matrix": inv(mass),
    "geared inverse mass matrix": inv(mass + R),
    "operational-space compliance": J @ inv(mass) @ J.T,
    "dynamically consistent inverse": inv(mass) @ J.T,
    "filter covariance": H @ psi @ M @ psi.T @ H.T,
    "forces between frames": B.T @ phi.T @ M @ phi @ B,
    "whitened torque": D**-0.5 @ (I - H @ psi @ K) @ T,
    "square root": (I + H @ phi @ K) @ D**0.5,
    "body vector": phi @ W,
    "body vector there and back": phi.T @ M @ phi @ W,
    "Jacobian": J,
    "J J*": J @ J.T,
    "kinetic energy": T.T @ mass @ T / 2,
    "stiff solve": inv(J @ inv(mass) @ J.T + identity(Space.FRAME)) @ F,
    "gravity": H @ phi @ M @ phi.T @ g,
    "link accelerations": phi.T @ a + phi.T @ H.T @ T,
    "bias force alone": H @ phi @ b,
    "bias acceleration alone": B.T @ phi.T @ a,
    "whitening filter": I - H @ psi @ K,
    "body mass": phi @ M @ phi.T,
    "new transition operator": inv(I + phi @ M) @ W,
    "articulated inertias": P,
    "composite inertias": r,
    "gains": G,
    "rigid transition": phi,
    "shift": E_phi,
    "not triangular": phi.T @ phi,
    "compliance of all bodies": psi.T @ H.T @ inv(D) @ H @ psi,
    "coupled inverse dynamics": coupling.T @ mass @ coupling @ U,
    "coupled forward dynamics": inv(coupling.T @ mass @ coupling) @ U,
    "coupled mass matrix": coupling.T @ mass @ coupling,
    "nothing": T - T,
}


def all_forms(x: Expr) -> list[tuple[str, Polynomial]]:
    factored = with_joint_factors(derive(x, "as written").result)
    return forms(x) + ([] if factored is None else [("joint factors", expand(factored))])


def check(x: Expr, model: Model, seed: int, tolerance: float) -> None:
    """Compare every form in every allowed description of the robot with dense matrices."""
    rng = np.random.default_rng(seed)
    frames = tuple(str(name) for name in rng.choice(model.frame_names, size=2))
    q, v = model.random_configuration(rng), rng.normal(size=model.nv)
    sizes = {
        Space.JOINT: model.nv_tree,
        Space.BODY: 6 * len(model.merged().bodies),
        Space.FRAME: 6 * len(frames),
        Space.COORDINATE: model.nv,
    }
    symbols = [s for s in symbols_of(x) if s.is_vector and s.name not in OPERATORS]
    vectors = {s.name: rng.normal(size=sizes[s.range]) for s in sorted(symbols, key=lambda s: s.name)}
    expected = np.asarray(dense(x, model, q, v=v, frames=frames, vectors=vectors))
    inputs = {s.name: (s.range, list(vectors[s.name])) for s in symbols}
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    for name, p in all_forms(x):
        for canonical in (False, True) if frames_are_free(x) else (False,):
            mechanism = Mechanism.from_model(
                model, frames=frames, canonical=canonical, regrouped=canonical and inertias_are_free(x)
            )
            found = evaluate_together([p], mechanism, NumpyArithmetic(), list(q), list(v), inputs)[0]
            difference = np.abs(np.array(found, float).reshape(expected.shape) - expected)
            assert difference.max(initial=0.0) < tolerance * scale, (name, canonical)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_expressions_agree_with_dense_matrices(name: str) -> None:
    expression = EXPRESSIONS[name]
    for seed in range(8):
        mimic = 0.4 if seed % 4 == 3 else 0.0
        base = "free" if seed % 3 == 0 else "fixed"
        model = random_tree(seed, bodies=1 + seed, base=base, rotors="carried", mimic=mimic)
        check(expression, model, seed, 1e-10)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(
        [
            "inverse dynamics",
            "geared forward dynamics with forces",
            "forward dynamics with carried rotors",
            "operational-space compliance",
        ]
    ),
    st.integers(0, 10**6),
    st.integers(1, 12),
    st.sampled_from([0.0, 0.3, 0.7, 1.0]),
    st.sampled_from(["fixed", "free"]),
    st.integers(1, 3),
)
def test_random_robots(name: str, seed: int, bodies: int, branching: float, base: str, roots: int) -> None:
    assume(roots <= bodies)
    model = random_tree(
        seed,
        bodies=bodies,
        branching=branching,
        base=base,
        roots=roots,
        rotors="carried",  # type: ignore[arg-type]
    )
    check(EXPRESSIONS[name], model, seed, 1e-9)


def test_batches_are_evaluated_at_once() -> None:
    model = random_tree(5, bodies=6)
    rng = np.random.default_rng(0)
    q, v, t = (
        model.random_configuration(rng, (4,)),
        rng.normal(size=(4, model.nv)),
        rng.normal(size=(4, model.nv)),
    )
    (_, p), *_ = forms(EXPRESSIONS["forward dynamics"])
    mechanism = Mechanism.from_model(model)
    found = evaluate_together(
        [p], mechanism, NumpyArithmetic(), list(q.T), list(v.T), {"T": (Space.JOINT, list(t.T))}
    )[0]
    expected = dense(EXPRESSIONS["forward dynamics"], model, q, v=v, T=t)
    assert np.abs(np.array(found).T - expected).max() < 1e-10 * np.abs(expected).max()


def test_what_has_no_sweep_says_so() -> None:
    model = random_tree(0, bodies=3)
    mechanism = Mechanism.from_model(model)
    q = list(model.neutral())
    forces = {"w": (Space.BODY, [0.0] * 6 * len(mechanism))}
    with pytest.raises(CompileError, match=r"Ω_Γ.*psiphi\.dense"):
        evaluate_together(
            [expand(riccati(M, R, Gamma).Omega @ W)], mechanism, NumpyArithmetic(), q, None, forces
        )[0]


def test_powers_have_derivatives() -> None:
    model = random_tree(0, bodies=3)
    rng = np.random.default_rng(0)
    q, t = model.random_configuration(rng), rng.normal(size=model.nv)
    x = derivative(D**0.25 @ T, along=T)
    given = {"T": (Space.JOINT, list(t))}
    found = evaluate_together(
        [expand(x)], Mechanism.from_model(model), NumpyArithmetic(), list(q), None, given
    )[0]
    expected = dense(x, model, q, T=t)
    assert np.abs(np.array(found) - expected).max() < 1e-10 * np.abs(expected).max()
