"""Modes from mass matrices of finite elements, against the kinetic energy of the fields between nodes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

import psiphi
from psiphi.errors import ModelError
from psiphi.flexible import Modes, from_elements
from psiphi.flexible.deformed import Deformed
from psiphi.model import Body, Joint, Model
from psiphi.spatial.rotation import skew


def apart(x: np.ndarray, y: np.ndarray) -> float:
    """The largest difference, each entry beside the diagonal of y."""
    size = np.sqrt(np.diag(y))
    return float(np.abs((x - y) / np.outer(size, size)).max())


def interpolated(seed: int, *, lumped: bool, each: int = 6) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places of five nodes, a mass matrix and shapes: masses that move with one node each, or with three."""
    rng = np.random.default_rng(seed)
    places, shapes = rng.normal(size=(5, 3)), rng.normal(size=(5, each, 2))
    shapes[0] = 0.0
    matrix = np.zeros((5 * each, 5 * each))
    for point in range(30):
        nodes = [point % 5] if lumped else rng.choice(5, 3, replace=False)
        parts = rng.random(len(nodes)) + 0.2
        at = parts @ places[nodes] / parts.sum() + (rng.normal(size=3) if each == 6 else 0.0)
        motion = np.zeros((3, 5, each))
        for node, part in zip(nodes, parts / parts.sum(), strict=True):
            motion[:, node, :3] = part * np.eye(3)
            motion[:, node, 3:] = -part * skew(at - places[node])[:, : each - 3]
        flat = motion.reshape(3, -1)
        matrix += rng.random() * flat.T @ flat
    return places, matrix, shapes


def at_rest(places: np.ndarray, matrix: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """J₀*MJ₀ of the motions of the body and of its modes."""
    each = shapes.shape[1]
    rigid = [np.block([[-skew(x), np.eye(3)], [np.eye(3), np.zeros((3, 3))]])[:each] for x in places]
    J = np.concatenate([rigid, shapes], axis=2).reshape(len(matrix), -1)
    return J.T @ matrix @ J


@pytest.mark.parametrize("each", [3, 6])
@pytest.mark.parametrize("lumped", [True, False])
def test_the_body_at_rest_is_that_of_the_mass_matrix(lumped: bool, each: int) -> None:
    for seed in range(5):
        places, matrix, shapes = interpolated(seed, lumped=lumped, each=each)
        modes = from_elements(places, matrix, shapes, 100.0, nodes={"root": 0, "tip": 4})
        assert apart(Deformed(modes, np.zeros(2)).inertia(), at_rest(places, matrix, shapes)) < 1e-12
        bent = np.random.default_rng(seed).normal(size=(20, 2))  # far beyond what is small
        assert min(np.linalg.eigvalsh(Deformed(modes, eta).inertia())[0] for eta in bent) > 0.0
        turns = shapes[[0, 4], 3:] if each == 6 else np.zeros((2, 3, 2))
        np.testing.assert_array_equal(modes.rotations, turns)
        np.testing.assert_array_equal(modes.deformed(bent[0])[:5], places + shapes[:, :3] @ bent[0])
        packed = from_elements(places, sparse.csr_array(matrix), shapes, 100.0, nodes={"root": 0, "tip": 4})
        assert apart(packed.modal_mass, modes.modal_mass) < 1e-12
        if lumped and each == 3:  # masses that move with their nodes alone are what they are in every shape
            plain = Modes(places, matrix.diagonal()[::3], shapes)
            assert apart(Deformed(modes, bent[0]).inertia(), Deformed(plain, bent[0]).inertia()) < 1e-12


COUNT, MODES = 12, 6


def consistent(polar: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places, mass and stiffness of a beam of length, line density and bending stiffness one, from tables."""
    h = 1.0 / COUNT
    mass, stiffness = np.zeros((12, 12)), np.zeros((12, 12))
    for places, size in (([0, 6], 1.0), ([3, 9], polar)):
        mass[np.ix_(places, places)] = size * h / 6.0 * np.array([[2.0, 1.0], [1.0, 2.0]])
        stiffness[np.ix_(places, places)] = 1e6 * size / h * np.array([[1.0, -1.0], [-1.0, 1.0]])
    own = [[156, 22 * h, 54, -13 * h], [22 * h, 4 * h**2, 13 * h, -3 * h**2]]
    own += [[54, 13 * h, 156, -22 * h], [-13 * h, -3 * h**2, -22 * h, 4 * h**2]]
    bent = [[12, 6 * h, -12, 6 * h], [6 * h, 4 * h**2, -6 * h, 2 * h**2]]
    bent += [[-12, -6 * h, 12, -6 * h], [6 * h, 2 * h**2, -6 * h, 4 * h**2]]
    for places, sign in (([1, 5, 7, 11], 1.0), ([2, 4, 8, 10], -1.0)):
        signs = np.outer([1, sign, 1, sign], [1, sign, 1, sign])
        mass[np.ix_(places, places)] = h / 420.0 * np.array(own) * signs
        stiffness[np.ix_(places, places)] = np.array(bent) / h**3 * signs
    whole = np.zeros((2, 6 * COUNT + 6, 6 * COUNT + 6))
    for k in range(COUNT):
        whole[:, 6 * k : 6 * k + 12, 6 * k : 6 * k + 12] += np.stack([mass, stiffness])
    return np.linspace(0.0, 1.0, COUNT + 1)[:, None] * [1.0, 0.0, 0.0], *whole


def vibrations(mass: np.ndarray, stiffness: np.ndarray, rows: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """ω² and the lowest modes (N, 6, n) of the nodes beyond the first, of the rows of a node that move."""
    free = [6 * k + row for k in range(1, COUNT + 1) for row in rows]
    lower = np.linalg.cholesky(mass[np.ix_(free, free)])
    half = np.linalg.solve(lower, np.linalg.solve(lower, stiffness[np.ix_(free, free)]).T)
    squares, vectors = np.linalg.eigh(half)
    shapes = np.zeros((len(mass), MODES))
    shapes[free] = np.linalg.solve(lower.T, vectors[:, :MODES])
    return squares[:MODES], shapes.reshape(-1, 6, MODES)


def test_a_bent_beam_has_the_kinetic_energy_of_its_fields() -> None:
    """Cubics between nodes, with 8 Gauss points in each element, and thin: S(η), A(η) and h(η) of points."""
    places, mass, stiffness = consistent(1e-6)
    squares, shapes = vibrations(mass, stiffness, [1, 2, 4, 5])
    modes = from_elements(places, mass, shapes, squares, nodes={"tip": COUNT})
    eta = 0.01 * np.random.default_rng(1).normal(size=MODES)
    points, weights = np.polynomial.legendre.leggauss(8)
    known, h = np.zeros((6 + MODES, 6 + MODES)), 1.0 / COUNT
    for k in range(COUNT):
        for s, weight in zip(0.5 * (points + 1.0), 0.5 * h * weights, strict=True):
            cubics = 1 - 3 * s**2 + 2 * s**3, 3 * s**2 - 2 * s**3, s - 2 * s**2 + s**3, s**3 - s**2
            a, b, c, d = cubics
            psi = a * shapes[k, :3] + b * shapes[k + 1, :3]
            for node, cubic in ((k, c), (k + 1, d)):
                psi[1] += h * cubic * shapes[node, 5]
                psi[2] -= h * cubic * shapes[node, 4]
            x = np.array([(k + s) * h, 0.0, 0.0]) + psi @ eta
            J = np.concatenate([-skew(x), np.eye(3), psi], axis=1)
            known += weight * J.T @ J
    known[0, 0] += 1e-6  # of the section
    assert apart(Deformed(modes, eta).inertia(), known) < 1e-3
    rest = slice(1, None)
    assert apart(Deformed(modes, eta).inertia()[rest, rest], known[rest, rest]) < 1e-5


def test_a_beam_of_consistent_elements_spins_as_in_the_books() -> None:
    """Flap frequencies of Wright, Smith, Thresher and Wang 1982, with shapes that shorten the nodes."""
    places, mass, stiffness = consistent(1e-8)
    squares, shapes = vibrations(mass, stiffness, [2, 4])
    slopes = -shapes[:, 4]  # w' at the nodes; products of cubics' slopes by Gauss points
    points, weights = np.polynomial.legendre.leggauss(4)
    h, short = 1.0 / COUNT, np.zeros((COUNT + 1, MODES, MODES))
    for k in range(COUNT):
        short[k + 1] = short[k]
        for s, weight in zip(0.5 * (points + 1.0), 0.5 * h * weights, strict=True):
            slope = (6 * s**2 - 6 * s) / h * (shapes[k, 2] - shapes[k + 1, 2])
            slope = slope + (1 - 4 * s + 3 * s**2) * slopes[k] + (3 * s**2 - 2 * s) * slopes[k + 1]
            short[k + 1] -= weight * np.outer(slope, slope)
    left, values, right = np.linalg.svd(short.reshape(COUNT + 1, -1), full_matrices=False)
    bound = np.zeros((COUNT + 1, 6, 6))
    bound[:, 0] = (left * values)[:, :6]
    curvatures = right[:6].reshape(6, MODES, MODES)
    modes = from_elements(
        places, mass, shapes, squares, 0.0, {"root": 0, "tip": COUNT}, bound, curvatures + 0.0
    )
    body = Body("beam", -1, Joint("hub", "revolute"), modes=modes)
    robot = psiphi.Robot(Model("rotor", [body], gravity=(0, 0, 0)))
    for speed, known in ((6.0, [7.3604, 26.8091]), (12.0, [13.1702, 37.6031])):
        spinning = np.concatenate([[speed], np.zeros(MODES)])
        found = robot.modal_analysis(robot.neutral(), spinning, held=["hub"])
        assert found.frequencies[:2] == pytest.approx(known, rel=1e-3)


def test_mass_matrices_of_no_body_are_refused() -> None:
    places, matrix, shapes = interpolated(0, lumped=True)
    skewed = matrix.copy()
    skewed[0, 1] += 0.1
    spinning = matrix.copy()
    spinning[3, 3] += 1e4
    hollow = np.diag(np.tile([1.0, 2.0, 1.0, 0.1, 0.1, 0.1], 5))
    negative = matrix - 10.0 * np.diag(np.eye(30)[3])
    for told, mass in {
        "not symmetric": skewed,
        "greater than the others": spinning,
        "not that of a free body": hollow,
        "indefinite": negative,
        r"give \(30, 30\)": np.eye(6),
        "not finite": np.full((30, 30), np.nan),
        "not an array": "mass",
    }.items():
        with pytest.raises(ModelError, match=told):
            from_elements(places, mass, shapes)
    with pytest.raises(ModelError, match="4 rows"):
        from_elements(places, matrix, shapes[:, :4])
