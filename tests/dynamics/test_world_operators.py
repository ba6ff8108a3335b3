"""Operators that join robot and world, and those of a moving robot: compiled code = plain matrices."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import Robot
from psiphi.algebra import (
    A_0,
    C_M,
    E_0,
    X_0,
    A_dot,
    B,
    H,
    H_dot,
    I,
    J,
    M,
    Space,
    dense,
    derive,
    frame_vector,
    g,
    inv,
    joint_vector,
    mass,
    parse,
    phi,
    v,
    world_vector,
)
from psiphi.algebra.expression import Expr, symbols_of
from psiphi.algebra.operators import MOVING
from psiphi.formats.robots import random_tree

F, W, U = frame_vector("f"), world_vector("w"), joint_vector("u")
EXPRESSIONS = {
    str(x): x
    for x in (
        E_0.T @ phi @ M @ phi.T @ E_0,
        E_0.T @ phi @ M @ phi.T @ H.T,
        E_0.T @ phi @ B @ F,
        phi.T @ E_0 @ W,
        E_0 @ E_0.T @ phi @ M @ phi.T @ H.T @ U,
        A_0,
        X_0,
        X_0 @ J,
        A_0.T @ F,
        X_0.T @ F,
        A_dot,
        A_dot.T @ F,
        A_0 @ B.T @ phi.T @ H_dot.T @ v + A_dot @ J @ v,
        H_dot @ phi @ M @ phi.T @ H.T,
        C_M,
        C_M.T,
        H @ phi @ (M @ phi.T @ H_dot.T + C_M @ phi.T @ H.T),
        inv(X_0 @ (J @ inv(mass) @ J.T + I) @ X_0.T),
        v.T @ mass @ v / 2,
    )
}
ROBOTS = [
    Robot(random_tree(seed, bodies=7, base=base, roots=roots, rotors=True, branching=0.5))
    for seed, base, roots in ((0, "free", 1), (5, "fixed", 3))
]


def everything(robot: Robot, x: Expr) -> tuple[dict[str, np.ndarray], tuple[str, ...]]:
    """The arguments of an expression: q, v where it matters, its vectors, and three frames."""
    rng = np.random.default_rng(7)
    symbols = symbols_of(x)
    sizes = {"f": 18, "w": 6, "u": robot.model.nv_tree}
    values = {"q": robot.random_configuration(rng)}
    if symbols & MOVING:
        values["v"] = rng.normal(size=robot.nv)
    values |= {s.name: rng.normal(size=sizes[s.name]) for s in sorted(symbols, key=str) if s.name in sizes}
    merged = robot.model.merged()
    chosen = (merged.frame_names[-1], merged.body_names[0], merged.body_names[1])
    on_frames = any(Space.FRAME in (s.range, s.domain) for s in symbols)
    return values, chosen if on_frames else ()


@pytest.mark.parametrize("text", EXPRESSIONS)
@pytest.mark.parametrize("robot", ROBOTS, ids=["free", "three roots"])
def test_compiled_code_agrees_with_plain_matrices(robot: Robot, text: str) -> None:
    x = EXPRESSIONS[text]
    values, frames = everything(robot, x)
    expected = dense(x, robot, frames=frames, **values)
    found = robot.compile(x, frames)(**values)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= 1e-12 * max(1.0, np.abs(expected).max())


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_text_is_read_back(text: str) -> None:
    assert parse(text) is EXPRESSIONS[text]  # the spaces of vectors follow from where they stand


def test_gravity_enters_through_the_roots() -> None:
    """g = E_0 [0; −gravity] [RK88 3.21]."""
    robot = ROBOTS[1]
    q = robot.random_configuration(np.random.default_rng(0))
    upward = np.concatenate([np.zeros(3), -np.array(robot.model.gravity)])
    assert np.abs(dense(E_0 @ W, robot, q, w=upward) - dense(g, robot, q)).max() < 1e-14


def test_one_world_joins_all_roots() -> None:
    """E_0 E_0* is not memoryless: what one root does to the world would move the others."""
    robot = ROBOTS[1]
    joined = dense(E_0 @ E_0.T, robot, robot.neutral())
    first, second = [k for k, parent in enumerate(robot.model.merged().parents) if parent < 0][:2]
    assert np.abs(joined[6 * first : 6 * first + 6, 6 * second : 6 * second + 6]).max() > 0.1
    assert str(derive(E_0 @ E_0.T).result) == "E_0 E_0*"
