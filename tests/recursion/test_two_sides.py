"""The operators of RJ as sweeps against plain matrices, on free-flying trees of every joint kind."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psiphi.algebra import (
    B,
    C_b,
    C_f,
    E_b,
    E_phi,
    H,
    I,
    M,
    M_b,
    Pi_root,
    Pi_tip,
    Q,
    Q_x,
    Space,
    a,
    b,
    body_vector,
    coupling,
    dense,
    inv,
    joint_vector,
    mass,
    phi,
    phi_b,
    phi_tilde,
    r_b,
    r_f,
    r_reduced,
)
from psiphi.algebra.expression import Expr, symbols_of
from psiphi.algebra.operators import OPERATORS
from psiphi.formats.robots import random_tree
from psiphi.kernel.tracing import candidates
from psiphi.model import Model
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.frames.gauge import frames_are_free, inertias_are_free
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.sweeps.evaluate import evaluate_together

T, W = joint_vector("T"), body_vector("w")
articulation = (
    H @ (r_reduced + C_f @ phi_tilde @ r_f + r_f @ phi_tilde.T @ C_f.T - r_f @ phi.T @ Q_x @ phi @ r_f) @ H.T
)
force = phi @ (M @ phi.T @ a + b)

OPERATORS_OF_RJ = {
    "E_b": E_b,
    "phi_b": phi_b,
    "M_b": M_b,
    "r_b": r_b,
    "Q": Q,
    "Q_x": Q_x,
    "C_f": C_f,
    "C_b": C_b,
    "r_reduced": r_reduced,
    "Pi_root": Pi_root,
    "Pi_tip": Pi_tip,
}
EXPRESSIONS = {
    "ancestors": H @ C_f @ phi @ r_f @ H.T,
    "descendants": H @ C_b @ (phi_b - I) @ r_b @ H.T,
    "other branches": -H @ C_b @ (phi_b @ Pi_root @ phi - phi - phi_b + I) @ r_f @ H.T,
    "siblings in both directions": H @ phi.T @ Q_x @ phi @ H.T,
    "siblings alone": H @ Q_x @ E_phi @ H.T,
    "siblings of what is outward": B.T @ Q_x @ phi.T @ H.T,
    "between frames": B.T @ phi.T @ Q_x @ phi @ B,
    "two-way mass matrix": articulation,
    "two-way mass matrix, coupled": coupling.T @ articulation @ coupling,
    "two-way product": articulation @ T,
    "forces without a base": H @ (I - C_b @ phi_b @ Pi_root) @ force,
    "motion of the root": B.T @ Q @ Pi_root @ phi @ r_f @ H.T @ T,
    "inverses": inv(r_f + r_b) @ C_f @ inv(Q + r_f) @ W,
    "inverse of what is behind": inv(r_b + Pi_root) @ W,
    "energy of the whole": T.T @ H @ r_f @ phi.T @ Pi_root @ Q @ Pi_root @ phi @ r_f @ H.T @ T,
    "rigid transition everywhere": phi_b @ Pi_root @ phi,
    "fixed-base mass beside it": mass - articulation,
}


def check(x: Expr, model: Model, seed: int, tolerance: float = 1e-12) -> None:
    """Every compiled form, in working and in canonical frames."""
    rng = np.random.default_rng(seed)
    frames = tuple(str(name) for name in rng.choice(model.frame_names, size=2))
    q, v = model.random_configuration(rng), rng.normal(size=model.nv)
    sizes = {Space.JOINT: model.nv_tree, Space.BODY: 6 * len(model.merged().bodies)}
    symbols = {s.name: s for s in symbols_of(x) if s.is_vector and s.name not in OPERATORS}
    vectors = {name: rng.normal(size=sizes[s.range]) for name, s in sorted(symbols.items())}
    expected = np.asarray(dense(x, model, q, v=v, frames=frames, vectors=vectors))
    inputs = {name: (s.range, list(vectors[name])) for name, s in symbols.items()}
    for form, (p,) in candidates([x]):
        for canonical in (False, True) if frames_are_free(x) else (False,):
            mechanism = Mechanism.from_model(
                model, frames=frames, canonical=canonical, regrouped=canonical and inertias_are_free(x)
            )
            found = evaluate_together([p], mechanism, NumpyArithmetic(), list(q), list(v), inputs)[0]
            error = np.abs(np.array(found, float).reshape(expected.shape) - expected).max(initial=0.0)
            assert error <= tolerance * max(1.0, np.abs(expected).max(initial=0.0)), (form, canonical)


@pytest.mark.parametrize("name", OPERATORS_OF_RJ)
def test_operators_agree_with_dense_matrices(name: str) -> None:
    X = OPERATORS_OF_RJ[name]
    for seed, bodies in enumerate((1, 3, 7, 9)):
        model = random_tree(seed, bodies=bodies, base="free", branching=(0.0, 1.0, 0.6, 0.4)[seed])
        for x in (X, X.T, X @ W, X.T @ W, H @ X @ H.T):
            check(x, model, seed)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_expressions_agree_with_dense_matrices(name: str) -> None:
    for seed, bodies in enumerate((1, 4, 8, 10)):
        model = random_tree(
            seed, bodies=bodies, base="free", branching=0.5, rotors=True, mimic=0.4 if seed == 2 else 0.0
        )
        check(EXPRESSIONS[name], model, seed, 1e-11)


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    bodies=st.integers(1, 12),
    branching=st.sampled_from([0.0, 0.3, 0.7, 1.0]),
    name=st.sampled_from(["two-way mass matrix", "two-way product", "forces without a base"]),
)
def test_random_free_flyers(seed: int, bodies: int, branching: float, name: str) -> None:
    check(EXPRESSIONS[name], random_tree(seed, bodies=bodies, base="free", branching=branching), seed, 1e-11)
