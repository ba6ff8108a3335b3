"""Derivatives of loops over bodies against those of unrolled code, and differences on large robots."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from rolled_programs import evaluate_loop

from psiphi import Robot
from psiphi.algebra import B, H, M, a, b, frame_vector, inv, joint_vector, mass, phi
from psiphi.algebra import v as rates
from psiphi.errors import CompileError
from psiphi.formats.robots import random_tree
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.loops import differentiate
from psiphi.kernel.loops.program import signature_of
from psiphi.kernel.loops.verify import verify_loop
from psiphi.kernel.program import differentiate as programs
from psiphi.kernel.program.program import evaluate
from psiphi.kernel.request import Request
from psiphi.kernel.rolled.tracing import cheapest_rolled
from psiphi.kernel.tracing import cheapest

T, F = joint_vector("T"), frame_vector("f")
EXPRESSIONS = {
    "inverse dynamics": H @ phi @ (M @ phi.T @ (H.T @ T + a) + b),
    "inverse dynamics with forces": H @ phi @ (M @ phi.T @ (H.T @ T + a) + b) - H @ phi @ B @ F,
    "forward dynamics": inv(mass) @ (T - H @ phi @ (M @ phi.T @ a + b)),
    "kinetic energy": T.T @ mass @ T,
    "velocities of frames": B.T @ phi.T @ H.T @ rates,
}


def numbers_for(arguments, model, seed, batch=()):
    rng = np.random.default_rng(seed)
    drawn = {"q": Robot(model).random_configuration(rng, batch=batch)}
    return {x.name: drawn[x.name] if x.name == "q" else rng.normal(size=batch + x.shape) for x in arguments}


def assert_equal(found, expected):
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        size = max(1.0, np.abs(other).max(initial=0))
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-10 * size)


def rolled(x, model, frames=()):
    found = cheapest_rolled(Request(model, x, frames, rolled=True))
    assert found is not None
    return found.loops


MODES = {
    "jvp": (differentiate.jvp, programs.jvp),
    "vjp": (differentiate.vjp, programs.vjp),
    "second": (
        lambda loops: differentiate.jvp(differentiate.vjp(loops)),
        lambda p: programs.jvp(programs.vjp(p)),
    ),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
@pytest.mark.parametrize("base", ["fixed", "free"])
def test_all_joints_in_trees(name: str, base) -> None:
    """Derivatives of loops are those of the scalar program, of the second order too."""
    model = random_tree(len(name), bodies=6, base=base, mimic=0.3)
    frames = tuple(model.frame_names[-2:]) if "frames" in name or "forces" in name else ()
    loops = rolled(EXPRESSIONS[name], model, frames)
    program = cheapest(Request(model, EXPRESSIONS[name], frames)).program
    for mode, (of_loops, of_program) in MODES.items():
        if mode == "second" and (name, base) != ("forward dynamics", "fixed"):
            continue
        one, other = of_loops(loops), of_program(program)
        assert one.tables.arguments == other.arguments
        verify_loop(one.program, one.tables)
        arrays = numbers_for(other.arguments, model, 3, (2,))
        assert_equal(evaluate_loop(one.program, one.tables, arrays), evaluate(other, arrays))


@pytest.fixture(scope="module")
def swimming():
    """A free robot with turning, sliding and spherical joints."""
    model = random_tree(4, bodies=8, kinds=("revolute", "spherical", "prismatic"), base="free", branching=0.4)
    return model, Kernel(Request(model, EXPRESSIONS["inverse dynamics"], rolled=True))


def test_the_contract_of_kernels_holds(swimming) -> None:
    model, kernel = swimming
    function = kernel.vjp
    given = numbers_for(function.signature.arguments, model, 3, (11,))
    arguments, loops = list(given.values()), function.loops
    whole = function(*arguments)
    assert_equal(whole, evaluate_loop(loops.program, loops.tables, given))
    out = tuple(np.empty_like(x) for x in whole)
    assert function(*arguments, out=out) is not None
    for found, row, by_threads, filled in zip(
        whole, function(*(x[5] for x in arguments)), function(*arguments, threads=2), out, strict=True
    ):
        np.testing.assert_array_equal(row, found[5])
        np.testing.assert_array_equal(by_threads, found)
        np.testing.assert_array_equal(filled, found)
    single = function(*(x.astype(np.float32) for x in arguments))
    for found, exact in zip(single, whole, strict=True):
        assert found.dtype == np.float32
        assert np.median(np.abs(found - exact)) < 1e-3 * np.median(np.abs(exact))
    arguments[1][4, 2] = np.nan
    for found, exact in zip(function(*arguments), whole, strict=True):
        assert np.isnan(found[4]).all()
        np.testing.assert_array_equal(np.delete(found, 4, 0), np.delete(exact, 4, 0))


def test_programs_are_refused(swimming) -> None:
    with pytest.raises(CompileError, match="rolled=False"):
        _ = swimming[1].jacobian("q").program


def operations(loops):
    return signature_of(loops.program, loops.tables).operations


@pytest.mark.parametrize(
    ("name", "forward", "reverse"),
    [("inverse dynamics", (189, 167), (206, 185)), ("forward dynamics", (474, 436), (546, 514))],
)
def test_operations(name: str, forward, reverse) -> None:
    """Of one body more in a chain."""
    chains = [random_tree(3, bodies=n, kinds=("revolute",), branching="chain") for n in (12, 13, 14)]
    found = [rolled(EXPRESSIONS[name], chain) for chain in chains]
    for mode, expected in ((differentiate.jvp, forward), (differentiate.vjp, reverse)):
        counts = [operations(mode(loops)) for loops in found]
        more = [(y.mul - x.mul, y.add - x.add) for x, y in pairwise(counts)]
        assert more == [expected, expected]


def test_large_robots() -> None:
    """λ* δ(f) either way, and by differences: a tree of two thousand bodies."""
    robot = Robot(random_tree(3, bodies=2000, kinds=("revolute",), branching=0.3))
    kernel = robot.kernel("inverse_dynamics")
    assert kernel.rolled
    rng = np.random.default_rng(0)
    state = [0.1 * rng.normal(size=robot.nv) for _ in range(3)]
    moves, multipliers = rng.normal(size=(3, robot.nv)), rng.normal(size=robot.nv)
    forward = multipliers @ kernel.jvp(*state, *moves)
    reverse = sum(row @ move for row, move in zip(kernel.vjp(*state, multipliers), moves, strict=True))
    np.testing.assert_allclose(reverse, forward, rtol=1e-10)
    h = 1e-6
    ahead, behind = (kernel(*(x + s * h * d for x, d in zip(state, moves, strict=True))) for s in (1, -1))
    np.testing.assert_allclose(multipliers @ (ahead - behind) / (2 * h), forward, rtol=1e-4)
