"""Inertias in ten parameters and in blocks against 6×6 matrices."""

from __future__ import annotations

import numpy as np
import pytest
from moving_robots import UNITS, as_matrix, blocks_of, full, relative_error

from psiphi.recursion.frames.turns import MatrixTurn, PlaneTurn, Turn
from psiphi.recursion.inertias.inertias import ZERO_BLOCKS, RigidInertia, SymmetricBlocks
from psiphi.recursion.numbers.vectors import transpose
from psiphi.spatial import Inertia, exp_so3, rigid_shift, rotation_about

QUARTERS = [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
TURNS: list[Turn] = [
    *(PlaneTurn(axis, float(np.cos(0.7)), float(np.sin(0.7))) for axis in range(3)),
    *(PlaneTurn(axis, *quarter) for axis in range(3) for quarter in QUARTERS),
    MatrixTurn(tuple(map(tuple, exp_so3([0.3, -1.0, 0.5]).tolist()))),
]
LEVERS = [(0.3, -0.5, 0.7), (0.0, 0.4, 0.0), (0.0, 0.0, -0.6), (0.2, 0.0, 0.9), (0.0, 0.0, 0.0)]


def rigid(seed: int = 0, massless: bool = False) -> tuple[RigidInertia, np.ndarray]:
    """A rigid inertia in ten parameters, and its matrix."""
    rng = np.random.default_rng(seed)
    half = rng.normal(size=(3, 3))
    inertia = Inertia(rng.uniform(1, 2), rng.normal(size=3), half @ half.T + np.eye(3))
    moment = inertia.mass * inertia.center
    rotational = inertia.matrix()[:3, :3]
    second = 0.5 * np.trace(rotational) * np.eye(3) - rotational
    matrix = inertia.matrix()
    if massless:
        matrix[3:, 3:] = 0.0
    return (
        RigidInertia(
            0.0 if massless else inertia.mass, tuple(moment.tolist()), tuple(map(tuple, second.tolist()))
        ),
        matrix,
    )


def blocks(seed: int = 0) -> tuple[SymmetricBlocks, np.ndarray]:
    half = np.random.default_rng(seed).normal(size=(6, 6))
    return blocks_of(half + half.T), half + half.T


def rotation_of(turn: Turn) -> np.ndarray:
    return np.array([turn.rotate(axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]).T


@pytest.mark.parametrize("axis", range(3))
def test_a_plane_turn_is_the_rotation_about_its_axis(axis: int) -> None:
    turn = PlaneTurn(axis, float(np.cos(0.4)), float(np.sin(0.4)))
    assert relative_error(rotation_of(turn), rotation_about(np.eye(3)[axis], 0.4)) < 1e-15


@pytest.mark.parametrize("turn", TURNS)
def test_turns_of_vectors_and_matrices(turn: Turn) -> None:
    R = rotation_of(turn)
    assert relative_error(R @ R.T, np.eye(3)) < 1e-15
    assert relative_error(rotation_of(turn.inverse), R.T) < 1e-15
    A = np.random.default_rng(1).normal(size=(3, 3))
    assert relative_error(np.array(turn.general(tuple(map(tuple, A.tolist())))), R @ A @ R.T) < 1e-15
    S = A + A.T
    turned = turn.symmetric(tuple(map(tuple, S.tolist())))
    assert relative_error(np.array(turned), R @ S @ R.T) < 1e-15
    assert turned == transpose(turned)


@pytest.mark.parametrize("massless", [False, True])
def test_rigid_inertia_is_its_matrix(massless: bool) -> None:
    inertia, matrix = rigid(3, massless)
    assert relative_error(full(inertia), matrix) < 1e-15
    assert relative_error(full(inertia.blocks()), matrix) < 1e-15
    assert relative_error(as_matrix(inertia.apply), matrix) < 1e-15
    other, other_matrix = rigid(4)
    assert relative_error(full(inertia + other), matrix + other_matrix) < 1e-15


@pytest.mark.parametrize("massless", [False, True])
@pytest.mark.parametrize("lever", LEVERS)
def test_rigid_inertias_turn_and_shift(lever: tuple[float, float, float], massless: bool) -> None:
    inertia, matrix = rigid(5, massless)
    shift = rigid_shift(lever)
    assert relative_error(full(inertia.shifted(lever)), shift @ matrix @ shift.T) < 1e-15
    for turn in TURNS:
        both = np.kron(np.eye(2), rotation_of(turn))
        assert relative_error(full(inertia.turned(turn)), both @ matrix @ both.T) < 1e-15


@pytest.mark.parametrize("lever", LEVERS)
def test_blocks_turn_and_shift(lever: tuple[float, float, float]) -> None:
    symmetric, matrix = blocks(6)
    shift = rigid_shift(lever)
    assert relative_error(full(symmetric.shifted(lever)), shift @ matrix @ shift.T) < 1e-15
    for turn in TURNS:
        both = np.kron(np.eye(2), rotation_of(turn))
        assert relative_error(full(symmetric.turned(turn)), both @ matrix @ both.T) < 1e-15


def test_blocks_are_their_matrix() -> None:
    symmetric, matrix = blocks(7)
    other, other_matrix = rigid(8)
    assert np.array_equal(full(symmetric), matrix)
    assert np.array_equal(np.array([symmetric.column(j) for j in range(6)]), matrix)
    assert relative_error(as_matrix(symmetric.apply), matrix) < 1e-15
    assert relative_error(full(symmetric + other), matrix + other_matrix) < 1e-15
    assert relative_error(full(symmetric + symmetric), 2.0 * matrix) < 1e-15
    halves = np.roll(np.eye(6), 3, axis=0)
    assert np.array_equal(full(symmetric.dual()), halves @ matrix @ halves.T)


def test_zeros_that_are_known_stay_zeros() -> None:
    shifted = ZERO_BLOCKS.shifted((0.1, 0.2, 0.3)).turned(TURNS[0])
    assert all(
        type(shifted.entry(i, j)) is float and shifted.entry(i, j) == 0.0 for i in range(6) for j in range(6)
    )
    assert ZERO_BLOCKS.apply(UNITS[0]) == (0.0,) * 6
