"""The dense judge with flexible bodies, against mass points in the world and numbers known before."""

from __future__ import annotations

from collections.abc import Callable

import mass_points
import numpy as np
import pytest
from random_flexible import random_flexible, small
from spars import CHAIN_Q, CHAIN_V, TIP, chain, shortened, spar, tree, tree_state

from psiphi.algebra import (
    A_0,
    C_M,
    A_dot,
    B,
    B_dot,
    E_b,
    E_phi_dot,
    H,
    H_dot,
    J,
    M,
    N,
    N_dot,
    a,
    b,
    cross,
    g,
    mass,
    phi,
)
from psiphi.algebra import v as rates
from psiphi.algebra.dense import dense
from psiphi.errors import ExpressionError
from psiphi.flexible.deformed import Deformed, node_pose
from psiphi.model import Model

BIAS = H @ phi @ (M @ phi.T @ a + b)


def apart(x: np.ndarray, y: np.ndarray) -> float:
    return float(np.abs(x - y).max() / np.abs(y).max())


def test_one_body_has_the_numbers_known_before() -> None:
    eta, rates, w = np.array([0.02, -0.03]), np.array([0.4, 0.5]), np.array([0.3, -0.2, 0.7])
    shape = Deformed(spar(2), eta, rates)
    inertia = shape.inertia()
    assert inertia[0, :3] == pytest.approx([0.03765510864, -0.22867174512, 0.109843289712], rel=1e-11)
    assert inertia[6:, 1] == pytest.approx([-0.173965848, -0.846203232], rel=1e-11)
    assert inertia[6, 6:] == pytest.approx([1.9705056, -0.2807], rel=1e-11)
    known = [0.060199630462, -0.566420086237, -0.242466467434, -1.933414532, -0.505571864, 0.684157124]
    assert shape.bias(w) == pytest.approx([*known, -0.4139974504, 0.369580581138], abs=2e-12)
    rotation, _, _ = node_pose(spar(2), 0, eta)
    assert rotation[0] == pytest.approx([0.999127881334, -0.030958463412, 0.028018748802], abs=1e-12)
    assert shape.node_motion(0)[0, 6:] == pytest.approx([0.12949337902, 0.01969138994], abs=1e-12)
    drift, relative = shape.node_drift(0, w)
    known = [0.187924691778, -0.237505774454, -0.15653039349, -1.43438352, -0.35061024, 0.51456144]
    assert drift == pytest.approx(known, abs=1e-12)
    assert relative == pytest.approx([0.061643046578, -0.540093843967, 0.948485274814], abs=1e-12)


def test_robots_have_the_numbers_known_before() -> None:
    matrix = dense(mass, chain(), CHAIN_Q)
    known = [13.465969388391, 18.097108802398, -0.262449198415, -0.585014357153, -0.113962365003]
    assert matrix[0] == pytest.approx([*known, 2.846679505369, -1.686248461755, -0.025781704701], abs=1e-11)
    known = [-3.384978604122, 3.267427627267, 49.690988403009, -18.25984524447, 1.805321143822]
    known += [10.338858867134, 4.902353814675, 5.735107253053]
    assert dense(BIAS, chain(), CHAIN_Q, v=CHAIN_V) == pytest.approx(known, abs=2e-11)
    q, v = tree_state()
    known = [2.31503553629, 14.468570771852, 15.456793349492, 10.2, 10.2, 10.2, 11.944972390178]
    known += [0.717473506015, 23.791439649534, 4.903279969428, 5.252491104832, 1.793781484138]
    assert np.diag(dense(mass, tree(), q)) == pytest.approx([*known, 1.9705056, 0.477822544, 1.0], abs=1e-11)
    assert dense(BIAS, tree(), q, v=v)[:3] == pytest.approx([2.176437065023, -8.082268062916, 3.214316612662])
    known = [
        [3.586610361047, 4.095473561049, -0.674547105032],
        [4.095473561049, 4.941631153138, -0.498585187507],
    ]
    known += [[-0.674547105032, -0.498585187507, 1.062739059941]]
    assert dense(mass, shortened(), [0.4, 0.1, -0.2]) == pytest.approx(np.array(known), abs=1e-11)
    found = dense(BIAS, shortened(), [0.4, 0.1, -0.2], v=[2.0, 0.5, 0.6])
    assert found == pytest.approx([1.947638068509, 2.598775337425, 12.264905936453], abs=1e-11)


ROBOTS = [
    chain(),
    tree((1.0, 2.0, -9.81)),
    shortened(),
    random_flexible(3, bodies=5),
    random_flexible(4, bodies=5, base="free", mimic=0.4),
]


@pytest.mark.parametrize("model", ROBOTS, ids=range(len(ROBOTS)))
def test_mass_and_bias_are_those_of_all_mass_points(model: Model) -> None:
    q, v = small(model, np.random.default_rng(1))
    coupling = model.coupling
    assert apart(coupling.T @ dense(mass, model, q) @ coupling, mass_points.mass_matrix(model, q)) < 1e-13
    assert apart(coupling.T @ dense(BIAS, model, q, v=v), mass_points.bias(model, q, v)) < 1e-11


MOVED = phi.T @ (H_dot.T + E_phi_dot.T @ phi.T @ H.T)
"""The rate of φ*H*, seen from the world."""


@pytest.mark.parametrize("model", ROBOTS, ids=range(len(ROBOTS)))
def test_rates_of_operators_are_those_of_the_motion(model: Model) -> None:
    q, v = small(model, np.random.default_rng(1))
    coriolis = dense(H @ phi @ (M @ MOVED + C_M @ phi.T @ H.T), model, q, v=v)
    matrix_rate = along(model, q, v, lambda q: dense(mass, model, q))
    assert apart(coriolis + coriolis.T, matrix_rate) < 1e-10
    forces = dense(H @ phi @ (M @ phi.T @ (a - g) + b), model, q, v=v)
    assert apart(coriolis @ (model.coupling @ v), forces) < 1e-12
    frames = [frame.name for frame in model.frames][-2:]
    if frames:
        drift = (A_0 @ (B.T @ MOVED + B_dot.T @ phi.T @ H.T) + A_dot @ J) @ rates
        known = along(model, q, v, lambda q: dense(A_0 @ J, model, q, frames=frames)) @ model.coupling @ v
        assert apart(dense(drift, model, q, v=v, frames=frames), known) < 1e-10


LOOPS = [
    chain().with_loop("hand", "world", "distance", length=1.1),
    tree().with_loop("hand", "sliding", "hinge", axis=(0.0, 0.6, 0.8)),
]


@pytest.mark.parametrize("model", LOOPS, ids=["distance", "hinge"])
def test_loops_on_nodes_have_the_rates_of_the_motion(model: Model) -> None:
    q, v = small(model, np.random.default_rng(1))
    jacobian_rate = along(model, q, v, lambda q: dense(N @ phi.T @ H.T, model, q))
    assert apart(dense(N @ MOVED + N_dot @ phi.T @ H.T, model, q, v=v), jacobian_rate) < 1e-10


def along(model: Model, q: np.ndarray, v: np.ndarray, f: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """The rate of a function of q while the joints move with v."""
    return mass_points.slope(lambda s: f(model.integrate(q, s * v)), 1e-3)


def test_what_rigid_bodies_alone_have_is_refused_by_name() -> None:
    q, v = tree_state()
    for x, name in ((E_b, "E_b"), (cross(phi.T @ H.T @ rates), "cross")):
        with pytest.raises(ExpressionError, match=name):
            dense(x, tree(), q, v=v)


def test_locked_modes_are_a_rigid_body_of_that_shape() -> None:
    eta = np.array([0.1, -0.2])
    flexible = shortened()
    rigid = flexible.lock_modes("spar", eta)
    assert not rigid.is_flexible
    q = np.concatenate([[0.4], eta])
    assert dense(mass, rigid, [0.4])[0, 0] == pytest.approx(dense(mass, flexible, q)[0, 0], rel=1e-14)
    v = np.array([2.0, 0.0, 0.0])
    assert dense(BIAS, rigid, [0.4], v=[2.0])[0] == pytest.approx(dense(BIAS, flexible, q, v=v)[0], rel=1e-12)
    straight = flexible.lock_modes("spar")
    assert straight.bodies[1].joint.placement.position == pytest.approx(TIP)
    assert straight.bodies[0].inertia == spar(2).inertia
