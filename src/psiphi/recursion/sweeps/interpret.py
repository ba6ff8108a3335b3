"""One interpreter of sweep programs, for every type of numbers.

Run on NumPy arrays it evaluates a batch, and is the oracle of the compiled code; run on traced scalars it
records the scalar program that gets compiled. A value is a tuple of numbers at each place, or None where it
is zero whatever the inputs are. What is done at a body, operations say themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from psiphi.algebra.expression import Symbol
from psiphi.algebra.spaces import Space
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.inertias.group_riccati import GroupStep
from psiphi.recursion.inertias.two_sides import TwoSides
from psiphi.recursion.sweeps.applied import DenseSide, Letters
from psiphi.recursion.sweeps.operations.operation import At, Definition, Direction, Id, Operation
from psiphi.recursion.sweeps.program import Pass, SweepProgram
from psiphi.recursion.sweeps.values import Places, together


class Interpreter:
    """Runs a sweep program for one robot in one configuration (or one batch, or symbolically)."""

    def __init__(
        self,
        program: SweepProgram,
        bodies: Bodies,
        inputs: Mapping[Symbol, Places],
        dense: DenseSide,
    ) -> None:
        self.program, self.bodies, self.inputs, self.dense = program, bodies, inputs, dense
        self.mechanism, self.arithmetic = bodies.mechanism, bodies.arithmetic
        self.values: dict[Id, Places] = {}
        self.received: dict[Id, Places] = {}
        """What the children of each body sent, added up there."""
        self.found: dict[Operation, Places] = {}
        """The values that letters read, by what computes them."""
        self.group_steps: dict[tuple[Id, int], dict[int, GroupStep]] = {}
        """By recursion and first body: what is found for all bodies of a joint group at once."""
        self.letters = Letters(bodies, dense, self.found)
        self.sides = TwoSides(bodies)

    def run(self, keep: Mapping[Id, Places] | None = None) -> list[Places]:
        """The results, place by place. Values in `keep` are taken as given instead of computed."""
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
        if definition.operation.is_unique:
            self.found[definition.operation] = places

    def _pass(self, step: Pass) -> None:
        definitions = [self.program.definitions[value] for value in step.values]
        for definition in definitions:
            self.hold(definition, [None] * self.bodies.places(definition.space))
        for definition in definitions:
            if definition.is_global:
                self.values[definition.id] = definition.operation.whole(self, definition)
        local = [d for d in definitions if not d.is_global]
        for definition in local:
            if definition.space is Space.FRAME:
                for i in self.bodies.frames_on_world:
                    self.values[definition.id][i] = definition.operation.at(self, definition, i)
        sent = [d for d in local if d.operation.adds_up_children]
        for definition in sent:
            self.received[definition.id] = [None] * len(self.mechanism)
        visits, parents = self.mechanism.visits, self.mechanism.parents
        sources = [(d, At.PARENT in d.reads[:1], self._sources(d)) for d in local]
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
        """What a value is zero without; None where that is not so simple."""
        if definition.space not in (Space.JOINT, Space.BODY):
            return None
        found = definition.operation.vanishes_with(self, definition)
        return None if found is None else list(found)

    def visit(self, definition: Definition, k: int) -> None:
        """Compute a local value at body k, and at the frames on it."""
        places, operation = self.values[definition.id], definition.operation
        if definition.space is Space.FRAME:
            for i in self.bodies.frames_on[k]:
                places[i] = operation.at(self, definition, i)
        elif definition.space in (Space.COORDINATE, Space.WORLD):  # an input
            places[0] = operation.at(self, definition, 0)
        else:
            places[k] = operation.at(self, definition, k)

    def share(self, definition: Definition, k: int) -> Any:
        """What body k sends to its parent, carried there."""
        return definition.operation.share(self, definition, k)

    def of_parent(self, value: Id, k: int) -> Any:
        """A value at the parent of body k, None at a root."""
        parent = self.mechanism.links[k].parent
        return self.values[value][parent] if parent >= 0 else None
