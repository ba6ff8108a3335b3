"""Which form of a request becomes loops over bodies."""

from __future__ import annotations

from psiphi.algebra.operators import Pi_tip
from psiphi.algebra.rewriting.polynomial import Polynomial
from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.kernel.loops.differentiate import Loops
from psiphi.kernel.loops.program import LoopProgram, LoopTables, signature_of
from psiphi.kernel.request import Request, argument_name
from psiphi.kernel.rolled.kernel import can_roll, roll
from psiphi.kernel.rolled.robot import rolled_robot
from psiphi.kernel.tracing import candidates, check_inverses
from psiphi.recursion.sweeps.lowering import lower


@frozen
class RolledCandidate:
    """A form as loops."""

    form: str
    polynomials: tuple[Polynomial, ...]
    loops: Loops

    @property
    def program(self) -> LoopProgram:
        return self.loops.program

    @property
    def tables(self) -> LoopTables:
        return self.loops.tables

    @property
    def cost(self) -> int:
        """The operations for one row, over all bodies."""
        return signature_of(self.program, self.tables).operations.total


def cheapest_rolled(request: Request) -> RolledCandidate | None:
    """The loops with the fewest operations, or None where the request can only be unrolled."""
    plain = not request.factored and request.embedding is None and not request.operators()
    plain = plain and request.splits_whole_joints
    may_roll = request.is_vector and plain and not request.beside
    found = _candidates(request) if may_roll else []
    if not found and request.rolled:
        raise InputError(
            f"rolled: '{request.expression}' does not run in loops over bodies here: vectors and "
            "numbers do that need no dense matrix on the way, no factors and no embedded loops. Leave "
            "`rolled` out."
        )
    return min(found, key=lambda candidate: candidate.cost) if found else None


def _candidates(request: Request) -> list[RolledCandidate]:
    check_inverses(request)
    canonical, regrouped = request.free_choices()
    robot = rolled_robot(request.model, canonical=canonical, regrouped=regrouped, frames=request.frames)
    names = {name: argument_name(name) for name in request.vectors()}
    found: list[RolledCandidate] = []
    for form, (p,) in candidates(request.expressions):
        if request.form in (None, form):
            sweeps = lower([p])
            if can_roll(sweeps, robot):
                tips_apart = Pi_tip in request.symbols
                loops = roll(
                    sweeps, robot, request.arguments(), names, tips_apart=tips_apart, dofs=request.split_rows
                )
                found.append(RolledCandidate(form, (p,), loops))
    return found
