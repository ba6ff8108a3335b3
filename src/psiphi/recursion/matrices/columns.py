"""Matrices by columns, what is applied to each unit vector; or by rows, the columns of the adjoint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from psiphi.algebra.construction import symbol
from psiphi.algebra.expression import Symbol
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.matrix_forms import is_local, reach_of
from psiphi.algebra.rewriting.polynomial import Polynomial, monomial
from psiphi.algebra.spaces import Space
from psiphi.recursion.bodies.bodies import Bodies, Places
from psiphi.recursion.matrices.gram import Blocks, add_block, mirrored
from psiphi.recursion.matrices.heads import with_heads
from psiphi.recursion.numbers.small_matrices import transposed
from psiphi.recursion.sweeps.applied import DenseSide
from psiphi.recursion.sweeps.interpret import Interpreter
from psiphi.recursion.sweeps.lowering import lower
from psiphi.recursion.sweeps.operations.operation import Id, Operation
from psiphi.recursion.sweeps.operations.vectors import Input
from psiphi.recursion.sweeps.program import SweepProgram
from psiphi.recursion.sweeps.schedule import schedule

_UNIT = object()
"""What marks the symbol of a unit vector, whatever users call their own vectors."""


class Columns:
    """The columns of polynomials for one robot in one configuration, by sweeps.

    `found` are the operations that depend on the robot alone, shared by all columns.
    """

    def __init__(self, bodies: Bodies, inputs: Mapping[Symbol, Places], dense: DenseSide) -> None:
        self.bodies = bodies
        self.inputs = inputs
        self.dense = dense
        self.found: dict[Operation, Places] = {}

    def blocks(self, p: Polynomial) -> Blocks:
        """The blocks by columns, or by rows where they are fewer; of a symmetric matrix half of them."""
        symmetric = p == p.T
        if p.range is p.domain is Space.JOINT and not symmetric:
            return self._both_ways(p)
        if not symmetric and self._steps(p.range) < self._steps(p.domain):
            return {(i, j): transposed(block) for (j, i), block in self.of(p.T).items()}
        columns = self.of(with_heads(p))
        if not symmetric:
            return columns
        found: Blocks = {}
        for (i, j), block in columns.items():
            if i < j:  # ancestors come before descendants
                found[i, j], found[j, i] = block, transposed(block)
            elif i == j:
                found[j, j] = mirrored(block)
        return found

    def _both_ways(self, p: Polynomial) -> Blocks:
        """What reaches inward by columns, what reaches outward by rows: each along one path to the base.

        What stays at a body goes with the rows where there are any, whose blocks on the diagonal then cancel:
        columns have them for nothing.
        """
        outward = p.part(w for w in p.terms if reach_of(w).is_outward and not reach_of(w).is_inward)
        if outward:
            outward = outward + p.part(w for w in p.terms if reach_of(w) is Reach.MEMORYLESS)
        inward = p - outward
        found = self.of(inward) if inward else {}
        for (j, i), block in self.of(outward.T).items() if outward else ():
            add_block(found, (i, j), transposed(block))
        return found

    def _steps(self, space: Space) -> int:
        """How many bodies the unit vectors of a space pass on their way to the base, all together.

        The moments and the forces along the three axes of a frame are turned as one.
        """
        depths: list[int] = []
        for link in self.bodies.mechanism.links:
            depths.append(1 + (depths[link.parent] if link.parent >= 0 else 0))
        match space:
            case Space.JOINT | Space.BODY:
                return sum(self.bodies.dimension(space, k) * depth for k, depth in enumerate(depths))
            case Space.FRAME:
                return sum(3 * depths[x.body] for x in self.bodies.mechanism.frames if x.body >= 0)
            case Space.LOOP:
                ends = [(loop.size, end.body) for loop in self.bodies.mechanism.loops for end in loop.ends]
                return sum(size * depths[body] for size, body in ends if body >= 0)
            case Space.WORLD:  # out to every body, and to meet its inertia
                return 4 * len(depths)
            case _:
                return self.bodies.dimension(space, 0) * len(depths)

    def of(self, p: Polynomial) -> Blocks:
        """p applied to each unit vector of its domain, at all bodies at once where none feels another."""
        program = lower([p @ monomial((_unit(p.domain),), p.domain, Space.ONE)])
        keep = self._constants(program)
        local = is_local(p) and not self.bodies.mechanism.groups  # a group joins bodies
        places, ends = range(self.bodies.places(p.domain)), range(self.bodies.places(p.range))
        sizes = [self.bodies.dimension(p.domain, j) for j in places]
        found: Blocks = {}
        for chosen in [places] if local else [[j] for j in places]:
            most = max((sizes[j] for j in chosen), default=0)
            values = [self._column(program, keep, p.domain, a, chosen) for a in range(most)]
            for j in chosen:
                for i in [j] if local else ends:
                    columns = [value[i] for value in values[: sizes[j]]]
                    if any(column is not None for column in columns):
                        nothing = (0.0,) * self.bodies.dimension(p.range, i)
                        found[i, j] = transposed([nothing if x is None else x for x in columns])
        return found

    def _column(
        self, program: SweepProgram, keep: dict[Id, Places], space: Space, a: int, places: Sequence[int]
    ) -> Places:
        """The program applied to the unit vector of number a at each of these places."""
        unit: Places = [None] * self.bodies.places(space)
        for j in places:
            size = self.bodies.dimension(space, j)
            unit[j] = tuple(1.0 if i == a else 0.0 for i in range(size)) if a < size else None
        interpreter = Interpreter(program, self.bodies, {**self.inputs, _unit(space): unit}, self.dense)
        (result,) = interpreter.run(keep)
        return result

    def _constants(self, program: SweepProgram) -> dict[Id, Places]:
        """The values that do not depend on the unit vector, computed once."""
        moving = {
            n
            for n, d in program.definitions.items()
            if isinstance(d.operation, Input) and d.operation.symbol.owner is _UNIT
        }
        grown = True
        while grown:
            more = {n for n, d in program.definitions.items() if n not in moving and moving & set(d.operands)}
            grown = bool(more)
            moving |= more
        still = {n: d for n, d in program.definitions.items() if n not in moving}
        if not still:
            return {}
        part = SweepProgram(still, schedule(still, tuple(still)), tuple(still))
        interpreter = Interpreter(part, self.bodies, self.inputs, self.dense)
        interpreter.run({n: self.found[d.operation] for n, d in still.items() if d.operation in self.found})
        self.found.update({x: v for x, v in interpreter.found.items() if x.is_of_the_robot})
        return interpreter.values


def _unit(space: Space) -> Symbol:
    return symbol("unit", space, Space.ONE, owner=_UNIT)
