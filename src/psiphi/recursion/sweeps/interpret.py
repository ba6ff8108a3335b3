"""One interpreter of sweep programs, for every type of numbers.

Run on NumPy arrays it evaluates a batch, and is the oracle of the compiled code; run on traced scalars it
records the scalar program that gets compiled. A value is a tuple of numbers at each place, or None where it
is zero whatever the inputs are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from psiphi.algebra import operators as op
from psiphi.algebra.expression import Expr, Symbol, adjoint, split_coefficient
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.algebra.spaces import Space
from psiphi.errors import CompileError
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.inertias.two_sides import TwoSides
from psiphi.recursion.loops.letters import BETWEEN_FRAMES, BETWEEN_JOINTS
from psiphi.recursion.matrices.recursions import MatrixRecursions
from psiphi.recursion.numbers.dual import held, rate_of
from psiphi.recursion.numbers.small_matrices import multiply
from psiphi.recursion.numbers.vectors import dot, times
from psiphi.recursion.sweeps.letters import DenseSide
from psiphi.recursion.sweeps.program import (
    UNIQUE,
    Accelerate,
    Apply,
    ApplyDiagonal,
    ApplyFactors,
    Behind,
    Compliances,
    Definition,
    DerivativeOf,
    Direction,
    Dot,
    FramePoses,
    FromCarrier,
    GainedBehind,
    Gravity,
    Held,
    Id,
    Input,
    Inward,
    InwardMotion,
    JointRates,
    Linear,
    LoopEnds,
    LoopMotions,
    LyapunovRecursion,
    Newton,
    One,
    Outward,
    OutwardForce,
    Pass,
    Poses,
    Rates,
    RiccatiRecursion,
    Scaled,
    Siblings,
    Solve,
    SweepProgram,
    ThroughParent,
    ToCarrier,
    Velocities,
    WholeInverse,
)
from psiphi.recursion.sweeps.values import Places, Value, combination, part, together

RECEIVING = (Inward, InwardMotion, ToCarrier, RiccatiRecursion, LyapunovRecursion)
"""The operations that add up what the children send."""


class Interpreter(MatrixRecursions):
    """Runs a sweep program for one robot in one configuration (or one batch, or symbolically)."""

    def __init__(
        self,
        program: SweepProgram,
        bodies: Bodies,
        inputs: Mapping[Symbol, Places],
        dense: DenseSide,
    ) -> None:
        super().__init__(bodies, dense)
        self.program = program
        self.inputs = inputs
        self.sides = TwoSides(bodies)

    def run(self, keep: Mapping[Id, Places] | None = None) -> list[Places]:
        """The results, place by place. Values in `keep` are taken as given instead of computed."""
        self.values, self.found = {}, {}
        for known, places in (keep or {}).items():
            self.hold(self.program.definitions[known], places)
        for step in self.program.passes:
            values = tuple(value for value in step.values if value not in self.values)
            if values:
                self._pass(Pass(step.direction, values))
        return [self.values[result] for result in self.program.results]

    def hold(self, definition: Definition, places: Places) -> None:
        """Keep these as the values of a definition, at all places."""
        self.values[definition.id] = places
        if isinstance(definition.operation, UNIQUE):
            self.found[definition.operation] = places

    def _pass(self, step: Pass) -> None:
        definitions = [self.program.definitions[value] for value in step.values]
        for definition in definitions:
            self.hold(definition, [None] * self.bodies.places(definition.space))
        for definition in definitions:
            if definition.is_global:
                self.values[definition.id] = self._whole(definition)
        local = [d for d in definitions if not d.is_global]
        for definition in local:
            if definition.space is Space.FRAME:
                for i in self.bodies.frames_on_world:
                    self.values[definition.id][i] = self._at(definition, i)
        sent = [d for d in local if isinstance(d.operation, RECEIVING)]
        for definition in sent:
            self.received[definition.id] = [None] * len(self.mechanism)
        visits, parents = self.mechanism.visits, self.mechanism.parents
        sources = [
            (definition, isinstance(definition.operation, Outward | OutwardForce), self._sources(definition))
            for definition in local
        ]
        for bodies in visits[::-1] if step.direction is Direction.INWARD else visits:
            for definition, of_parent, read in sources:
                for k in bodies:
                    if read is not None:  # most columns of a matrix are zero at most bodies
                        place = parents[k] if of_parent else k
                        if place < 0 or all(x[place] is None for x in read):
                            continue
                    self.visit(definition, k)
            parent = self.mechanism.links[bodies[0]].parent
            for definition in sent if parent >= 0 else ():
                places = self.received[definition.id]
                for k in bodies:
                    places[parent] = together(self.share(definition, k), places[parent])

    def _sources(self, definition: Definition) -> list[Places] | None:
        """What a value is zero without: at the same body, or at the parent where it comes from there.

        None where that is not so simple.
        """
        if definition.space not in (Space.JOINT, Space.BODY):
            return None
        operands = [self.values[x] for x in definition.operands]
        match definition.operation:
            case Linear():
                return operands
            case Inward() | InwardMotion():
                return [self.received[definition.id]]
            case Outward() | OutwardForce():
                return operands[:1]
            case Apply() if not self.mechanism.groups:
                of = self.program.definitions[definition.operands[0]].space
                return operands[:1] if of in (Space.JOINT, Space.BODY) else None
            case _:
                return None

    def visit(self, definition: Definition, k: int) -> None:
        """Compute a local value at body k, and at the frames on it."""
        places = self.values[definition.id]
        if definition.space is Space.FRAME:
            for i in self.bodies.frames_on[k]:
                places[i] = self._at(definition, i)
        elif definition.space in (Space.COORDINATE, Space.WORLD):  # an input
            places[0] = self._at(definition, 0)
        else:
            places[k] = self._at(definition, k)

    def share(self, definition: Definition, k: int) -> Any:
        """What body k sends to its parent, carried there."""
        transform = self.bodies.transform(k)
        if isinstance(definition.operation, RiccatiRecursion):
            correlation = self._correlation(definition.operation.family.S, k)
            return self.values[definition.id][k].sent(transform, correlation)
        if isinstance(definition.operation, LyapunovRecursion):
            return transform.inertia_to_parent(self.values[definition.id][k])
        x = self.values[definition.operands[0]][k]
        if x is None:
            return None
        if isinstance(definition.operation, InwardMotion):
            return transform.motion_to_parent(x)
        if isinstance(definition.operation, ToCarrier):
            return self.bodies.on_carrier(k, x)
        if definition.operation == Inward(op.S):
            return self.bodies.handed_over(k, x)
        if definition.operation == Inward(op.E_phi_dot):
            return self.bodies.shift_rate(k, x, self._of_parent(definition.operands[1], k), inward=True)
        return transform.force_to_parent(x)

    def _at(self, definition: Definition, k: int) -> Any:
        operands = definition.operands
        match definition.operation:
            case Input(symbol=s):
                return self.inputs[s][0 if s.range in (Space.COORDINATE, Space.WORLD) else k]
            case Linear(numbers=coefficients):
                return combination(coefficients, [self.values[x][k] for x in operands])
            case Apply(letter=letter):
                return self._apply(letter, definition, k)
            case Inward() | InwardMotion():
                return self.received[definition.id][k]
            case Outward(letter=letter):
                x = self._of_parent(operands[0], k)
                if x is None:
                    return None
                if letter is op.E_phi_dot:
                    return self.bodies.shift_rate(k, x, self._of_parent(operands[1], k), inward=False)
                handed = letter is op.S
                return (
                    self.bodies.handed_back(k, x)
                    if handed
                    else self.bodies.transform(k).motion_from_parent(x)
                )
            case OutwardForce():
                x = self._of_parent(operands[0], k)
                return None if x is None else self.bodies.transform(k).force_from_parent(x)
            case Siblings():
                return self.sides.by_way_of_parent(self.values[operands[0]], self.values[operands[1]], k)
            case ToCarrier(letter=letter):
                couple = self.received[definition.id][k]
                return (
                    couple
                    if letter is op.Gamma
                    else self.bodies.turned_couple(k, couple, self._rates(operands))
                )
            case FromCarrier(letter=letter):
                rates = None if letter is adjoint(op.Gamma) else self._rates(operands)
                return self.bodies.from_carrier(k, self.values[operands[0]], rates)
            case Accelerate():
                moving = self.values[operands[0]] if len(operands) == 2 else None
                return self.bodies.accelerated(k, self.values[operands[-1]], moving)
            case Newton():
                x = self.values[operands[0]][k] if len(operands) == 2 else None
                return self.bodies.inertial_force(k, self.values[operands[-1]], x)
            case Gravity():
                return self.bodies.gravity(k)
            case Scaled():
                return _scaled(self.values[operands[0]][k], self.values[operands[1]][0])
            case Held(tangent=tangent):
                return part(held, self.values[operands[0]][k], self.bodies.level(tangent))
            case DerivativeOf(tangent=tangent):
                return part(rate_of, self.values[operands[0]][k], self.bodies.level(tangent))
            case Rates():
                return self.bodies.rates(k, self.values[definition.id])
            case JointRates():
                return self.bodies.joint_rates(k) if self.mechanism.links[k].v else None
            case Velocities():
                return self.bodies.velocity(k, self.values[definition.id])
            case Poses():
                return self.bodies.pose(k, self.values[definition.id])
            case FramePoses():
                return self.bodies.pose_of_frame(k, self.values[operands[0]])
            case ThroughParent() if k in self.mechanism.group_of:
                raise CompileError(
                    "what bodies tied by a loop do to each other by way of their parent has no sweep."
                )
            case RiccatiRecursion(family=family) if k in self.mechanism.group_of:
                return self._group_step(family, definition.id, self.mechanism.group_of[k], k)
            case RiccatiRecursion(family=family):
                return self._riccati(family, self.received[definition.id][k], k)
            case ThroughParent(letter=letter):
                return self._through_parent(letter, self.values[operands[0]][k], k)
            case Compliances():
                return self._compliance(definition, k)
            case LyapunovRecursion(family=family):
                factor, bare = split_coefficient(family.X)
                if bare is op.C_M:
                    own: Any = self.bodies.coriolis(k, self.values[operands[0]][k], float(factor))
                else:
                    own = self._inertia(family.X, k)
                return together(self.received[definition.id][k], own)
            case Behind():
                return self.sides.behind(self.values[operands[0]], k, self._of_parent(definition.id, k))
            case GainedBehind():
                return self.sides.behind(self.values[operands[0]], k)
            case WholeInverse():
                inverse = self._of_parent(definition.id, k)
                return self.sides.inverse_of_whole(self.values[operands[0]][k], inverse, k)
            case _:
                raise CompileError(f"sweep program: no rule for {definition.operation}.")

    def _of_parent(self, value: Id, k: int) -> Any:
        parent = self.mechanism.links[k].parent
        return self.values[value][parent] if parent >= 0 else None

    def _through_parent(self, letter: Expr, x: Value | None, k: int) -> Value | None:
        parent = self.mechanism.links[k].parent
        if x is None or parent < 0:
            return None
        transform = self.bodies.transform(k)
        moved: Any = multiply(self.block(expand(letter), parent), transform.force_to_parent(x))
        return transform.motion_from_parent(moved)

    def _rates(self, operands: Sequence[Id]) -> Places:
        return self.values[operands[-1]]

    # Values that need a whole vector

    def _whole(self, definition: Definition) -> Places:
        operands = [self.values[x] for x in definition.operands]
        match definition.operation:
            case Solve(matrix=matrix):
                return self.dense.solve(matrix, operands[0])
            case ApplyDiagonal(matrix=matrix):
                return self.dense.apply_diagonal(matrix, operands[0])
            case ApplyFactors(letter=letter):
                return self.dense.apply_factors(letter, operands[0])
            case Dot():
                pairs = [(x, y) for x, y in zip(*operands, strict=True) if x is not None and y is not None]
                return [(dot([a for x, _ in pairs for a in x], [b for _, y in pairs for b in y]),)]
            case One():
                return [(1.0,)]
            case Scaled():
                return [_scaled(x, operands[1][0]) for x in operands[0]]
            case Input(symbol=s):
                return self.inputs[s]
            case LoopEnds():
                return self.loops.ends()
            case LoopMotions():
                return self.loops.motions(*operands)
            case Linear(numbers=coefficients):
                places = range(self.bodies.places(definition.space))
                return [combination(coefficients, [x[i] for x in operands]) for i in places]
            case Apply(letter=letter) if letter in BETWEEN_FRAMES:
                return self.loops.relative(*operands)
            case Apply(letter=letter) if letter in BETWEEN_JOINTS:
                return self.loops.geared(letter, operands[0])
            case Held(tangent=tangent):
                return [part(held, x, self.bodies.level(tangent)) for x in operands[0]]
            case DerivativeOf(tangent=tangent):
                return [part(rate_of, x, self.bodies.level(tangent)) for x in operands[0]]
            case Apply(letter=letter) if letter is adjoint(op.E_0):
                return [self.bodies.force_on_world(operands[0])]
            case _:  # coupling*: the sum over the joints that share a coordinate
                return [self.bodies.independent_forces(operands[0])]


def _scaled(x: Value | None, number: Value | None) -> Value | None:
    return None if x is None or number is None else tuple(times(y, number[0]) for y in x)
