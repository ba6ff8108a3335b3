"""Many arms on one object: loops solved for arm after arm, against dense matrices and by counts [RJK 6]."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from graphs import closed_tree
from kkt import equations

from psiphi import Robot
from psiphi.dynamics.catalogue import request
from psiphi.errors import InputError
from psiphi.kernel.program.counts import count
from psiphi.kernel.request import DENSE, SEQUENTIAL
from psiphi.kernel.tracing import candidates, cheapest, trace
from psiphi.model import Body, Frame, Joint, Model
from psiphi.recursion.matrices.sequential import loops_part, parting
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.sweeps.evaluate import evaluate_together
from psiphi.robots import random_tree
from psiphi.spatial import Inertia, Pose, exp_so3

BOX = Inertia(2.0, (0.01, 0.02, 0.0), np.diag([0.02, 0.03, 0.04]))


def holding(arms: int, grasps: tuple[str, ...] = ("weld",), *, base: str = "fixed", **arm: object) -> Model:
    """A free box held by arms, one like the other, that stand on the world or on a common mobile base."""
    options = {"bodies": 2, "kinds": ("spherical",), "branching": "chain", **arm}
    own = random_tree(0, **options).model  # type: ignore[arg-type]
    rng = np.random.default_rng(0)
    bodies = [Body("box", -1, Joint("float", "free"), BOX)]
    if base == "mobile":
        bodies.append(Body("base", -1, Joint("drive", "planar"), BOX))
    model = Model("holding", bodies)
    for i in range(arms):
        places = [Pose(exp_so3(rng.standard_normal(3)), rng.uniform(-1, 1, 3)) for _ in range(2)]
        stand = Frame(f"stand_{i}", len(bodies) - 1 if base == "mobile" else -1, places[0])
        model = replace(model, frames=(*model.frames, stand, Frame(f"grip_{i}", 0, places[1])))
        model = model.attach(own, at=stand.name, prefix=f"arm_{i}_")
        tip = f"arm_{i}_{own.body_names[-1]}"
        model = model.with_loop(f"grip_{i}", tip, grasps[i % len(grasps)], name=f"grasp_{i}")
    return model


def motion(model: Model, q: np.ndarray, v: np.ndarray, tau: np.ndarray, solving: str) -> list[np.ndarray]:
    """Accelerations and forces by the sweeps that would be compiled."""
    asked = request(model, "constrained_forward_dynamics")
    values = {"stabilisation": np.zeros(model.loop_size), "tau": tau}
    inputs = {name: (symbol.range, values[name]) for name, symbol in asked.vectors().items()}
    mechanism = asked.mechanism(canonical=True, regrouped=True)
    _, polynomials = candidates(asked.expressions)[-1]
    ways = {"sequential": solving == SEQUENTIAL}
    with np.errstate(all="ignore"):
        found = evaluate_together(polynomials, mechanism, NumpyArithmetic(), [*q], [*v], inputs, **ways)
    return [np.array(x, float) for x in found]


def agree(found: list[np.ndarray], expected: tuple[np.ndarray, ...], tolerance: float = 1e-10) -> None:
    for x, y in zip(found, expected, strict=True):
        assert np.abs(x - y).max() <= tolerance * max(1.0, np.abs(y).max())


ROBOTS = {
    "welds": holding(4),
    "loose grasps": holding(5, ("weld", "point", "soft_finger", "line_contact", "sliding_contact")),
    "contacts": holding(6, ("point_contact", "hinge", "planar"), base="mobile"),
    # each arm alone cannot follow the box: its own compliance has no inverse
    "short arms": holding(2, ("weld",), bodies=4, kinds=("revolute",)),
    "redundant arms": holding(3, ("weld",), bodies=8, kinds=("revolute", "prismatic")),
}


@pytest.mark.parametrize("name", ROBOTS)
def test_arm_after_arm_equals_all_at_once(name: str):
    model = ROBOTS[name]
    rng = np.random.default_rng(0)
    q = model.random_configuration(rng)
    v, tau = rng.standard_normal((2, model.nv))
    expected = equations(model, q, v).solve(tau)
    agree(motion(model, q, v, tau, SEQUENTIAL), expected)
    agree(motion(model, q, v, tau, DENSE), expected)


@pytest.mark.parametrize("seed", range(4))
def test_loops_of_any_graph(seed: int):
    """The same numbers, and NaN where equations of loops are redundant, on trees with loops anywhere."""
    model, q = closed_tree(seed, loops=3 + seed % 4, bodies=8 + seed, base=("fixed", "free")[seed % 2])
    v, tau = np.random.default_rng(seed).standard_normal((2, model.nv))
    together, apart = (motion(model, q, v, tau, way) for way in (DENSE, SEQUENTIAL))
    assert [np.isnan(x).any() for x in together] == [np.isnan(x).any() for x in apart]
    if not np.isnan(together[1]).any():
        agree(apart, tuple(together), 1e-7)  # what the conditioning of random loops leaves


def operations(arms: int, solving: str) -> int:
    """The operations of accelerations and forces, with arms of three joints that touch the box."""
    asked = request(holding(arms, ("point",), bodies=1), "constrained_forward_dynamics")
    return count(cheapest(replace(asked, form="M kept", solving=solving)).program).total


def test_one_way_grows_with_the_arms_and_the_other_with_their_cube():
    """O(N) + O(ℓ) and O(N) + O(ℓ³): factors of 3ℓ × 3ℓ take 4.5ℓ³ multiplications and additions."""
    arms = np.array([2, 4, 8, 16])
    sequential = np.array([operations(n, SEQUENTIAL) for n in arms])
    steps = np.diff(sequential) / np.diff(arms)
    np.testing.assert_allclose(steps, steps[-1], rtol=0.02)
    dense = np.array([operations(n, DENSE) for n in arms])
    np.testing.assert_allclose(np.polyfit(arms, dense, 3)[0], 9.0, rtol=0.02)
    assert dense[0] < sequential[0]
    assert dense[-1] > 2.5 * sequential[-1]


def test_the_cheaper_way_is_taken():
    robots = [holding(n, ("point",), bodies=1) for n in (2, 8)]
    few, many = (request(model, "constrained_acceleration") for model in robots)
    assert not loops_part(few.mechanism())
    assert cheapest(few).solving == DENSE
    assert cheapest(many).solving == SEQUENTIAL
    # with one loop there is nothing to take apart
    chain = random_tree(0, bodies=5, kinds=("revolute",), branching="chain").model
    asked = request(chain.with_loop(chain.body_names[-1], "world", "point"), "constrained_acceleration")
    assert not loops_part(asked.mechanism())
    form, polynomials = candidates(asked.expressions)[-1]
    ways = [count(trace(asked, form, polynomials, way).program).total for way in (DENSE, SEQUENTIAL)]
    assert ways[0] == ways[1]


def test_what_is_kept_apart():
    """The box, and what carries two loops of one arm with it; not what only one arm lives on."""
    box, arms = 0, {1: (1, 2), 2: (3, 4)}
    columns = {2 * i + k - 2: frozenset({box, *bodies}) for i, bodies in arms.items() for k in range(2)}
    found = parting(columns, dict.fromkeys(columns, 3), dict.fromkeys(range(5), 6))
    assert found is not None
    assert found.couplers == (box,)
    assert found.parts == ((0, 1), (2, 3))
    assert parting({0: frozenset({1})}, {0: 6}, {1: 1}) is None


def test_ways_by_name():
    model = holding(2, ("point",), bodies=1)
    robot, rng = Robot(model), np.random.default_rng(0)
    q = model.random_configuration(rng, 3)
    v, tau = rng.standard_normal((2, 3, model.nv))
    each = [robot.constrained_forward_dynamics(q, v, tau, method=way) for way in (DENSE, SEQUENTIAL)]
    agree([*each[0]], each[1])
    agree([robot.constrained_acceleration(q, v, tau, method=SEQUENTIAL)], (each[0].acceleration,))
    kernel = robot.kernel("constrained_acceleration", method=SEQUENTIAL)
    assert kernel.solving == SEQUENTIAL
    assert "arm after arm" in kernel.algorithm
    with pytest.raises(InputError, match="'sequential' is a way to solve for the forces of loops"):
        robot.forward_dynamics(q, v, tau, method=SEQUENTIAL)
    with pytest.raises(InputError, match="'all at once' is not one of"):
        robot.constrained_forward_dynamics(q, v, tau, method="all at once")
