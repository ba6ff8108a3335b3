"""Sweep programs: passes as in the papers, verified, and printed as loops."""

from __future__ import annotations

from dataclasses import replace

import pytest

from psiphi import explain
from psiphi.algebra import (
    C_M,
    B,
    H,
    J,
    M,
    R,
    a,
    b,
    body_vector,
    cross,
    forward_dynamics,
    frame_vector,
    inv,
    joint_vector,
    lyapunov,
    mass,
    phi,
    riccati,
)
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.errors import CompileError, ExpressionError
from psiphi.recursion.sweeps.lowering import lower
from psiphi.recursion.sweeps.operations.motion import AngularVelocities
from psiphi.recursion.sweeps.operations.operation import Direction
from psiphi.recursion.sweeps.operations.vectors import Recursion
from psiphi.recursion.sweeps.program import Pass, verify
from psiphi.recursion.sweeps.text import loops, sweep_count

T, F, W = joint_vector("T"), frame_vector("f"), body_vector("w")
NEWTON_EULER = H @ phi @ (M @ (phi.T @ H.T @ T + phi.T @ a) + b)
IN, OUT = Direction.INWARD, Direction.OUTWARD


def directions(x) -> list[Direction]:
    return [step.direction for step in lower([expand(x)]).passes]


def test_passes_are_those_of_the_papers() -> None:
    assert directions(NEWTON_EULER) == [OUT, IN]
    assert directions(phi @ W) == [IN]
    assert directions(phi.T @ W) == [OUT]
    assert directions(forward_dynamics("FD1").result) == [OUT, IN, OUT]
    assert directions(forward_dynamics("FD3").result) == [OUT, IN, OUT]
    assert directions(forward_dynamics("FD4").result) == [OUT, IN, OUT]


def test_sweeps_of_one_direction_are_fused_and_shared_values_computed_once() -> None:
    together = lower([expand(NEWTON_EULER), expand(H @ phi @ (M @ phi.T @ a + b))])
    assert [step.direction for step in together.passes] == [OUT, IN]
    assert sum(isinstance(d.operation, AngularVelocities) for d in together.definitions.values()) == 1
    twice = lower([expand(phi @ W + phi @ H.T @ T), expand(phi @ H.T @ T + phi @ W)])
    assert twice.results[0] == twice.results[1]
    assert sum(isinstance(d.operation, Recursion) for d in twice.definitions.values()) == 1


def test_sweep_counts() -> None:
    assert sweep_count(lower([expand(NEWTON_EULER)])) == 2
    assert sweep_count(lower([expand(M @ W)])) == 0


def test_the_verifier_finds_faults() -> None:
    program = lower([expand(NEWTON_EULER)])
    first, second = program.passes
    with pytest.raises(CompileError, match="before it is computed"):
        verify(replace(program, passes=(second, first)))
    with pytest.raises(CompileError, match="never computed"):
        verify(replace(program, passes=(first,)))
    with pytest.raises(CompileError, match="twice"):
        verify(replace(program, passes=(first, second, Pass(OUT, first.values[:1]))))
    with pytest.raises(CompileError, match="before it is computed"):
        verify(replace(program, passes=(first, Pass(OUT, second.values))))


GOLDENS = {
    "inverse_dynamics": NEWTON_EULER,
    "forward_dynamics": inv(mass) @ (T - H @ phi @ (M @ phi.T @ a + b)),
    "tip_force_accelerations": -inv(mass) @ J.T @ F,
    "operational_space_inertia": J @ inv(mass) @ J.T,
    "inverse_mass_matrix": inv(mass),
    "mass_matrix": mass,
    "contact_solve": inv(J @ inv(mass) @ J.T) @ F,
}


@pytest.mark.parametrize("name", GOLDENS)
def test_explanations_read_as_the_loops_of_the_papers(name: str, golden) -> None:
    golden(f"sweeps/{name}.txt", str(explain(GOLDENS[name])))


def test_loops_name_their_results() -> None:
    text = loops(lower([expand(B.T @ phi.T @ H.T @ T)]), ("velocity",))
    assert text.endswith("velocity(k) = B*(k) z1(k)")


def test_composites_of_what_is_not_symmetric_are_refused() -> None:
    """All but those of C_M: a block was read from its lower triangle."""
    x = body_vector("x1")
    lower([expand(lyapunov(2 * C_M).r @ x)])
    for X in (M + C_M, C_M.T, cross(x)):
        with pytest.raises(CompileError, match="is not symmetric"):
            lower([expand(lyapunov(X).r @ x)])
        with pytest.raises(ExpressionError, match="defines no filter"):
            riccati(X, R)
