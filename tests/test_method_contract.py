"""What every method of states keeps: batches of any shape, empty ones too, and single precision.

Methods are found by their parameters, so that a new one is asked as well.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import psiphi
from psiphi import Robot, robots
from psiphi.formats.robots.random_tree import random_tree

STATE = ("q", "q0", "q1", "v", "a", "tau", "x", "y", "along")
DOUBLE = {"assemble": "its loops are closed to more digits than single precision has"}
OTHERS = {
    *("idle_spins", "modal_analysis", "embedded"),  # of one configuration
    *("snapshot", "view"),  # to look at
    "free_flying_mass_matrix_product",  # of vectors of other sizes
}
TREE = Robot(random_tree(5, bodies=2, base="free"))
LINKAGE = robots.four_bar()
ONE = robots.planar_chain(1)
RING = Robot(
    random_tree(4, bodies=4, kinds=["spherical"], branching="chain").with_loop("frame_0", "frame_3", "point")
)
VARIED = {robot: robot.varying("inertia", "gravity") for robot in (TREE, LINKAGE, RING)}
WITH_PARAMETERS = [
    x for x, method in inspect.getmembers(type(VARIED[TREE])) if hasattr(method, "__wrapped__")
]
MANIFOLD = ("difference", "distance", "integrate", "normalized")


def methods() -> list[str]:
    found = []
    for name, method in inspect.getmembers(Robot, inspect.isfunction):
        parameters = list(inspect.signature(method).parameters.values())[1:]
        known = all(
            p.name in (*STATE, "frame", "frames", "dt") or p.default is not p.empty
            for p in parameters
            if p.kind is not p.VAR_KEYWORD
        )
        if parameters and parameters[0].name in ("q", "q0") and known and not name.startswith("_"):
            found.append(name)
    return sorted(set(found) - OTHERS)


def arguments(robot: Robot, name: str, batch: tuple[int, ...], dtype: Any) -> dict[str, Any]:
    rng = np.random.default_rng(7)
    q = robot.random_configuration(rng, (6,))
    if robot.model.loops:
        q = robot.assemble(q[:1]).q.repeat(6, axis=0)
    frame = "body_2" if robot is RING else robot.frame_names[-1]  # what moves in six directions
    given: dict[str, Any] = {}
    for parameter in inspect.signature(getattr(Robot, name)).parameters.values():
        if parameter.name in ("q", "q0", "q1"):
            given[parameter.name] = q
        elif parameter.name in STATE:
            given[parameter.name] = rng.standard_normal((6, robot.nv))
        elif parameter.default is parameter.empty:
            others = {"frame": frame, "frames": [frame], "dt": 1e-3}
            given |= {parameter.name: others[parameter.name]} if parameter.name in others else {}
    rows = int(np.prod(batch))
    return {
        key: x[:rows].reshape(*batch, x.shape[-1]).astype(dtype) if isinstance(x, np.ndarray) else x
        for key, x in given.items()
    }


def answer(robot: Robot, name: str, batch: tuple[int, ...], dtype: Any) -> list[np.ndarray]:
    given = arguments(robot, name, batch, dtype)
    if "dt" in given:
        given["dt"] = np.full(batch, given["dt"], dtype)
    return numbers(getattr(robot, name)(**given))


def numbers(found: Any) -> list[np.ndarray]:
    parts = found if isinstance(found, tuple) else (found,)
    return [x for x in map(np.asarray, parts) if x.dtype.kind == "f"]


@pytest.mark.parametrize("name", methods())
def test_batches_and_single_precision(name: str) -> None:
    answered = [keeps_the_contract(robot, name) for robot in (TREE, LINKAGE, ONE, RING)]
    assert any(answered)


@pytest.mark.parametrize("name", sorted({*methods()} & {*WITH_PARAMETERS, *MANIFOLD}))
def test_parameters_of_the_model_change_nothing(name: str) -> None:
    answered = [is_the_same_with_parameters(robot, name) for robot in (TREE, LINKAGE, RING)]
    assert any(answered)


def is_the_same_with_parameters(robot: Robot, name: str) -> bool:
    """Whether the method is for this robot at all."""
    given = arguments(robot, name, (3,), np.float64)
    try:
        plain = numbers(getattr(robot, name)(**given))
    except psiphi.PsiphiError:
        return False
    varied = VARIED[robot]
    if name not in MANIFOLD:
        given["parameters"] = varied.present_parameters()
    for x, y in zip(numbers(getattr(varied, name)(**given)), plain, strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-10, atol=1e-10 * max(1.0, np.abs(y).max(initial=0.0)))
    return True


def keeps_the_contract(robot: Robot, name: str) -> bool:
    """Whether the method is for this robot at all, which it tells in words if not."""
    try:
        whole = answer(robot, name, (2, 3), np.float64)
    except psiphi.PsiphiError:
        return False
    for x, y in zip(answer(robot, name, (), np.float64), whole, strict=True):
        assert y.shape == (2, 3, *x.shape)
        np.testing.assert_allclose(x, y[0, 0], rtol=1e-12, atol=1e-12 * max(1.0, np.abs(y).max(initial=0.0)))
    for x, y in zip(answer(robot, name, (0,), np.float64), whole, strict=True):
        assert x.shape == (0, *y.shape[2:])
    assert all(np.isfinite(x).all() for x in whole)
    if name in DOUBLE:
        return True
    for x, y in zip(answer(robot, name, (2, 3), np.float32), whole, strict=True):
        assert x.dtype == np.float32
        np.testing.assert_allclose(x, y, atol=1e-3 * max(1.0, np.abs(y).max(initial=0.0)))
    return True
