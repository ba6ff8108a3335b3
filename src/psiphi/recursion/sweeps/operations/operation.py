"""What scheduling, running, rolling and printing ask of an operation, whatever it is."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, Flag, auto
from typing import TYPE_CHECKING, Any, ClassVar, NewType

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint
from psiphi.algebra.derivatives import derivatives_in
from psiphi.algebra.expression import Expr
from psiphi.algebra.inputs import symbols_within
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.abbreviations import has_steps, letters_within
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach
from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.recursion.sweeps.values import Places

if TYPE_CHECKING:
    from psiphi.recursion.sweeps.interpret import Interpreter
    from psiphi.recursion.sweeps.text import Writer

Id = NewType("Id", int)
"""The number of a value within its program."""


class Direction(Enum):
    """The order in which a pass visits bodies."""

    INWARD = "inward"  # tips first
    OUTWARD = "outward"  # roots first


class At(Flag):
    """Where an operand is read, seen from the body that is visited."""

    BODY = auto()
    PARENT = auto()
    CHILDREN = auto()
    SIBLINGS = auto()


@frozen
class Definition:
    """A value at every place of a space."""

    id: Id
    space: Space
    operation: Operation
    operands: tuple[Id, ...] = ()

    @property
    def reads(self) -> tuple[At, ...]:
        """Where each operand is read."""
        return self.operation.reads(len(self.operands))

    @property
    def is_global(self) -> bool:
        """Whether the value stands beside the tree, and reads its operands at every place at once."""
        if self.operation.needs_whole_vectors or self.space in (Space.LOOP, Space.TENDON, Space.ONE):
            return True
        return self.space in (Space.COORDINATE, Space.WORLD) and bool(self.operands)


class Operation:
    """One operation of a sweep. Subclasses say what differs from an operation at a body on its own."""

    direction: ClassVar[Direction | None] = None
    """The order of bodies that it needs."""
    adds_up_children: ClassVar[bool] = False
    """Whether bodies send it to their parents."""
    continues: ClassVar[bool] = False
    """Whether it is made of itself at the parent."""
    stays: ClassVar[bool] = False
    """Whether it belongs into the first pass that has its operands rather than into that of its first use."""
    is_unique: ClassVar[bool] = False
    """Whether letters read it: a program computes it at most once."""
    is_of_the_robot: ClassVar[bool] = False
    """Whether it is the same whatever vectors an expression is applied to."""

    told: ClassVar[str] = ""
    """The line of loops that computes it, where it is the same for all."""
    name: ClassVar[str] = ""
    """What its value is called in formulas, where it has a name of its own."""
    is_for_loops: ClassVar[bool] = True
    """Whether loops over bodies can hold it, as far as its class goes."""

    @property
    def needs_whole_vectors(self) -> bool:
        """Whether its operands are read at every place."""
        return False

    @property
    def runs_in_loops(self) -> bool:
        """Whether a body needs nothing for it but numbers from its parent and its children."""
        return self.is_for_loops

    def reads(self, operands: int) -> tuple[At, ...]:
        """Where each of so many operands is read."""
        return (At.BODY,) * operands

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        """The value at place k, None where it is zero."""
        raise CompileError(f"sweep program: no rule for {self} at a body.")

    def share(self, run: Interpreter, definition: Definition, k: int) -> Any:
        """What body k sends to its parent, carried there."""
        raise CompileError(f"sweep program: {self} sends nothing.")

    def whole(self, run: Interpreter, definition: Definition) -> Places:
        """The value at all places."""
        return [self.at(run, definition, i) for i in range(run.bodies.places(definition.space))]

    def vanishes_with(self, run: Interpreter, definition: Definition) -> Sequence[Places] | None:
        """What a value is zero without, where it reads its first operand; None where it is not so simple."""
        return None

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        """The value at a place, as formulas say it."""
        return f"{self.name or writer.names[definition.id]}({place})"

    def lines(self, writer: Writer, definition: Definition) -> list[str]:
        """The lines of loops that compute it; none for what is written out where it is used."""
        return [self.told] if self.told else []


def operands_of(run: Interpreter, definition: Definition) -> list[Places]:
    """The values that a definition reads, at all places."""
    return [run.values[x] for x in definition.operands]


def stays_at_a_body(*letters: Expr) -> bool:
    """Whether letters need neither the frames of the parent, nor other bodies, nor derivatives.

    What leads from coordinates or the world to a body, or sums up bodies for these, does not.
    """
    if op.Delta_phi in symbols_within(letters) or any(map(derivatives_in, letters)):
        return False
    beside = (op.coupling, adjoint(op.coupling), op.E_0, adjoint(op.E_0))
    inside = (x for y in letters if y not in beside for x in letters_within(y))
    return not any(reach(x) is not Reach.MEMORYLESS or has_steps(x) for x in inside)
