"""What the primitives cost, in multiplications and additions, counted on traced programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from moving_robots import Moving
from robot_files import load

from psiphi.formats.robots.puma560 import puma560
from psiphi.formats.robots.random_tree import random_tree
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.model import Model
from psiphi.recursion.bodies.bias import Spin, newton
from psiphi.recursion.bodies.joint_maps import quaternion_rotation
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.frames.turns import MatrixTurn, PlaneTurn
from psiphi.recursion.inertias.inertias import RigidInertia, SymmetricBlocks
from psiphi.recursion.numbers.vectors import symmetric


class Tracing:
    """Inputs of all shapes, and the cost of what was computed from them."""

    def __init__(self) -> None:
        self.graph = Graph()
        self._count = 0

    def numbers(self, count: int) -> list[Any]:
        self._count += count
        return [self.graph.input("x", self._count - count + i) for i in range(count)]

    def vector(self) -> Any:
        return tuple(self.numbers(3))

    def spatial(self) -> Any:
        return tuple(self.numbers(6))

    def symmetric(self) -> Any:
        return symmetric(*self.numbers(6))

    def matrix(self) -> Any:
        return self.vector(), self.vector(), self.vector()

    def rigid(self) -> RigidInertia:
        return RigidInertia(*self.numbers(1), self.vector(), self.symmetric())

    def blocks(self) -> SymmetricBlocks:
        return SymmetricBlocks(self.symmetric(), self.matrix(), self.symmetric())

    def z_turn(self) -> PlaneTurn:
        return PlaneTurn(2, *self.numbers(2))

    def cost(self, *results: object) -> tuple[int, int]:
        """Multiplications and additions behind all numbers in the results."""
        scalars = tuple(_flat(results))
        program = Program((Argument("x", (self._count,)),), (Output("y", (len(scalars),), scalars),))
        operations = count(program)
        return operations.mul, operations.add


def _flat(value: object) -> list[Any]:
    if isinstance(value, tuple | list):
        return [x for item in value for x in _flat(item)]
    if isinstance(value, RigidInertia):
        return _flat((value.mass, value.moment, value.second))
    if isinstance(value, SymmetricBlocks):
        return _flat((value.angular, value.coupling, value.linear))
    return [value]


@pytest.fixture
def tracing() -> Tracing:
    return Tracing()


def test_turns(tracing: Tracing) -> None:
    turn = tracing.z_turn()
    assert tracing.cost(turn.rotate(tracing.vector())) == (4, 2)
    assert tracing.cost(turn.symmetric(tracing.symmetric())) == (8, 7 + 1)  # one for 2 cos, shared by all
    assert tracing.cost(turn.general(tracing.matrix())) == (12, 11)
    quaternion = MatrixTurn(quaternion_rotation(tracing.numbers(4), GraphArithmetic(tracing.graph)))
    assert tracing.cost(quaternion.matrix) == (16, 16)


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("quarter", [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)])
def test_quarter_turns_are_free(tracing: Tracing, axis: int, quarter: tuple[float, float]) -> None:
    turn = PlaneTurn(axis, *quarter)
    assert tracing.cost(turn.rotate(tracing.vector()), turn.symmetric(tracing.symmetric())) == (0, 0)
    assert tracing.cost(turn.general(tracing.matrix())) == (0, 0)


@pytest.mark.parametrize(
    ("lever", "axes"), [((0.0, 0.37, 0.0), 1), ((0.23, 0.0, 0.37), 2), ((0.23, 0.11, 0.37), 3)]
)
def test_shifts_cost_what_the_lever_has_components(
    tracing: Tracing, lever: tuple[float, float, float], axes: int
) -> None:
    transform = Transform(lever)
    assert tracing.cost(transform.force_to_parent(tracing.spatial())) == (2 * axes, 2 * axes)
    assert tracing.cost(transform.motion_from_parent(tracing.spatial())) == (2 * axes, 2 * axes)
    assert tracing.cost(tracing.blocks().shifted(lever)) == (10 * axes, 14 * axes)
    mass = tracing.rigid()
    constant = RigidInertia(2.0, mass.moment, mass.second)
    assert tracing.cost(constant.shifted(lever)) == (3 * axes, 5 * axes)
    assert tracing.cost(RigidInertia(0.0, mass.moment, mass.second).shifted(lever)) == (3 * axes, 3 * axes)


def test_a_hinge_between_canonical_frames(tracing: Tracing) -> None:
    """a, α, d all there, as in a chain without any special dimension."""
    transform = Transform((0.3, 0.0, 0.0), (PlaneTurn(0, 0.6, 0.8), tracing.z_turn()), 0.2)
    assert tracing.cost(transform.force_to_parent(tracing.spatial())) == (20, 12)
    assert tracing.cost(transform.motion_from_parent(tracing.spatial())) == (20, 12)
    beyond = tracing.blocks()  # P⁺ vanishes along z
    (xx, xy, _), (_, yy, _), _ = beyond.angular
    a, b, c = ((*row[:2], 0.0) for row in beyond.coupling)
    beyond = SymmetricBlocks(symmetric(xx, xy, 0.0, yy, 0.0, 0.0), (a, b, c), beyond.linear)
    assert tracing.cost(transform.inertia_to_parent(beyond)) == (60, 61)


def test_newton(tracing: Tracing) -> None:
    velocity, z = tracing.vector(), tracing.spatial()
    whole = RigidInertia(2.0, (0.11, 0.12, 0.13), symmetric(0.21, 0.22, 0.23, 0.24, 0.25, 0.26))
    regrouped = RigidInertia(0.0, (0.11, 0.12, 0.0), symmetric(0.21, 0.22, 0.23, 0.24, 0.25, 0.0))
    spin = Spin(velocity, z[:3])
    assert tracing.cost(spin.matrix) == (6, 9)
    assert tracing.cost(newton(whole, spin, z)) == (39, 39)
    assert tracing.cost(newton(regrouped, spin, z)) == (29, 28)


def inverse_dynamics(model: Model) -> tuple[int, int]:
    graph = Graph()
    arguments = [Argument("q", (model.nq,)), Argument("v", (model.nv,)), Argument("a", (model.nv,))]
    q, v, a = (argument.scalars(graph) for argument in arguments)
    mechanism = Mechanism.from_model(model, canonical=True, regrouped=True)
    torques: Sequence[Any] = Moving(mechanism, q, v, GraphArithmetic(graph)).newton_euler(a)
    operations = count(Program(tuple(arguments), (Output("tau", (model.nv,), tuple(torques)),)))
    return operations.mul, operations.add


@pytest.mark.parametrize(
    ("name", "expected"),
    [("ur5", (157, 126)), ("panda", (295, 274)), ("anymal", (707, 686)), ("talos", (1803, 1728))],
)
def test_inverse_dynamics_of_real_robots(name: str, expected: tuple[int, int]) -> None:
    """At most 163 + 128, 322 + 288, 741 + 694 and 1905 + 1760."""
    assert inverse_dynamics(load(name)) == expected


@pytest.mark.parametrize("n", [2, 6, 7, 12])
def test_inverse_dynamics_of_general_chains(n: int) -> None:
    """A chain of hinges without any special dimension. OpenSYMORO's programs grow by 99 and 82."""
    model = random_tree(n, bodies=n, kinds=["revolute"], branching="chain")
    assert inverse_dynamics(model) == (81 * n - 106, 70 * n - 98)


def test_inverse_dynamics_of_the_puma() -> None:
    """OpenSYMORO's program for this geometry has 301 + 240."""
    multiplications, additions = inverse_dynamics(puma560())
    assert multiplications <= 301
    assert additions <= 240
