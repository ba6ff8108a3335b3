"""The sweep program: what a derived expression becomes before it meets a robot.

A program is a list of definitions, one value for every body, joint or frame, and the passes over the tree in
which they are computed. It belongs to no robot, like the expression it came from.

    program    = { definition } results { pass }
    definition = number ":" space "=" operation
    operation  = input vector                      an argument of the compiled function
               | linear   Σ c·x                    a linear combination of values at the same place
               | apply    X x                      a memoryless letter: H, M, P, D⁻¹, G*, B, …
               | inward   Σ_children E_φ x         what the children send, carried to this body
               | outward  E_φ* x                   what the parent holds, carried to this body
               | inward S x, outward S* x          the same without carrying: numbers are handed over
               | inward motion   Σ_children E_b* x the same of motions
               | outward force   E_b x             what the parent holds, a force, carried to this body
               | siblings  Q_x x                   what the siblings hold, by way of the parent
               | to carrier  Σ_children Γ x        what spinning rotors of joints do to the body they sit on
               | from carrier  Γ* x                what a rotor feels of the motion of that body, the parent
               | accelerate  E_φ* x + a            the same with the bias acceleration [RK88 2.18]
               | newton   M x + b                  inertial and bias force in one [RK88 2.22]
               | rates                             angular velocities, base to tip [RK88 2.17]
               | joint rates  v                    the rates themselves, an argument
               | velocities  E_φ* V + H* v         spatial velocities, base to tip [RK88 2.17]
               | poses                             rotation and position in the world, base to tip
               | frame poses                       the same of the frames, from those of their bodies
               | loop ends                         of each loop, the pose of one end in the other
               | loop motions                      of each loop, the velocities of its ends
               | through  E_φ* X E_φ x             what a parent makes of it, without its other children
               | diagonal diag(X) x                from the blocks of a dense X, where no recursion exists
               | riccati  (X, Y, S)                P, D, G of a family, tip to base [RJK 8]
               | lyapunov X                        composites, tip to base
               | behind                            r_b, base to tip [RJ Table 2]
               | gained behind                     M_b, from the parent and the siblings
               | inverse of whole                  Q, base to tip [RJ 31]
               | compliances (X, Y)                Ω of a family, base to tip [RJK 20]
               | solve    inv(X) x                 a dense solve, where no recursion exists
               | factors  W x, W* x, δ x           the same from the factors of a mass matrix
               | dot      x* y                     a number: the sum over all places
               | scaled   x c                      a vector times a number
               | number   1                        one
               | held     x                        the same value, as a constant for a derivative
               | derivative ∂x                     what a value changes by in a direction (dual.py)
    pass       = "inward" | "outward", the numbers of what is computed in it

Values are known by numbers, never by names: the names of a user's vectors are those of `Input` alone.

Every operation reads values of the same place, except inward and to carrier (the children) and outward, from
carrier, accelerate, through, rates, velocities, poses, compliances and the inverse of the whole (the parent):
so one visit per body suffices, and a program runs the same on an array of scalars as in a loop over bodies.
What is behind a joint and what comes from siblings is read from an earlier pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NewType

from psiphi.algebra import operators as op
from psiphi.algebra.derivatives import Tangent
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.families import Lyapunov, Riccati
from psiphi.algebra.rewriting.polynomial import Polynomial
from psiphi.algebra.spaces import Space
from psiphi.errors import CompileError
from psiphi.locks import cached_property

Id = NewType("Id", int)
"""The number of a value within its program."""


class Direction(Enum):
    """The order in which a pass visits bodies."""

    INWARD = "inward"  # tips first
    OUTWARD = "outward"  # roots first


@dataclass(frozen=True)
class Input:
    """A named vector given by the caller."""

    symbol: Symbol


@dataclass(frozen=True)
class Linear:
    """Σ coefficient · operand."""

    coefficients: tuple[Fraction, ...]

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """The coefficients, rounded."""
        return tuple(map(float, self.coefficients))


@dataclass(frozen=True)
class Apply:
    """A memoryless letter applied to its operand."""

    letter: Expr


@dataclass(frozen=True)
class Inward:
    """Σ over children of E_φ x(child), or of S x(child), the same numbers handed over."""

    letter: Symbol = op.E_phi


@dataclass(frozen=True)
class Outward:
    """E_φ* x(parent), or S* x(parent)."""

    letter: Symbol = op.E_phi


@dataclass(frozen=True)
class InwardMotion:
    """Σ over children of E_b* x(child)."""


@dataclass(frozen=True)
class OutwardForce:
    """E_b x(parent)."""


@dataclass(frozen=True)
class Siblings:
    """Q_x x: E_φ* Q(parent) Σ E_φ x(sibling)."""


@dataclass(frozen=True)
class ToCarrier:
    """Σ over children of Γ x(child), or of Γ̇ x(child) with the rates of this body."""

    letter: Expr


@dataclass(frozen=True)
class FromCarrier:
    """Γ* x(parent), or Γ̇* x(parent) with the rates of the parent."""

    letter: Expr


@dataclass(frozen=True)
class Accelerate:
    """E_φ* x(parent) + a; without an operand, a alone."""


@dataclass(frozen=True)
class Newton:
    """M x + b; without an operand, b alone."""


@dataclass(frozen=True)
class Gravity:
    """The gravity part of a: minus the gravity vector at the roots, zero elsewhere."""


@dataclass(frozen=True)
class Rates:
    """Angular velocities of all bodies, from the rates v of the joints."""


@dataclass(frozen=True)
class JointRates:
    """The rates v of the joints."""


@dataclass(frozen=True)
class Velocities:
    """Spatial velocities of all bodies, from the rates v of the joints."""


@dataclass(frozen=True)
class Poses:
    """Rotation and position of all bodies in the world."""


@dataclass(frozen=True)
class FramePoses:
    """Rotation and position of the chosen frames in the world."""


@dataclass(frozen=True)
class LoopEnds:
    """Of each loop between frames the pose of its second end in the first, and its directions."""


@dataclass(frozen=True)
class LoopMotions:
    """Of each loop between frames the velocity of its first end, and the relative one of both."""


@dataclass(frozen=True)
class RiccatiRecursion:
    """P, D and G of a family at each body."""

    family: Riccati


@dataclass(frozen=True)
class Compliances:
    """Ω of a family at each body, from P, D and G there and Ω at its parent."""

    family: Riccati


@dataclass(frozen=True)
class ThroughParent:
    """E_φ* X(parent) E_φ x of a memoryless X: a body's own x, carried there and back."""

    letter: Expr


@dataclass(frozen=True)
class ApplyDiagonal:
    """diag(X) x for an X without a recursion: its matrix is formed."""

    matrix: Polynomial


@dataclass(frozen=True)
class LyapunovRecursion:
    """The composite r of a family at each body."""

    family: Lyapunov


@dataclass(frozen=True)
class Behind:
    """r_b at each body: the inertia of all that its joint does not carry; reads the composites r."""


@dataclass(frozen=True)
class GainedBehind:
    """M_b at each body: its parent with all that hangs on its siblings; reads the composites r."""


@dataclass(frozen=True)
class WholeInverse:
    """Q at each body: the inverse inertia of the whole robot; reads the composite r of the root."""


@dataclass(frozen=True)
class Solve:
    """inv(X) x for an X without a recursion: its matrix is formed and factored."""

    matrix: Polynomial


@dataclass(frozen=True)
class ApplyFactors:
    """W, W* or δ of the factors of a mass matrix (joint_factors.py) applied to a whole vector."""

    letter: Expr


@dataclass(frozen=True)
class Dot:
    """x* y, summed over all places."""


@dataclass(frozen=True)
class Scaled:
    """x c: a vector, times a number."""


@dataclass(frozen=True)
class One:
    """The number one."""


@dataclass(frozen=True)
class Held:
    """x, taken as a constant by derivatives along a tangent of what is made of it."""

    tangent: Tangent


@dataclass(frozen=True)
class DerivativeOf:
    """The derivative of x along a tangent: dx/dt along v."""

    tangent: Tangent


Operation = (
    Input
    | Linear
    | Apply
    | Inward
    | Outward
    | InwardMotion
    | OutwardForce
    | Siblings
    | ToCarrier
    | FromCarrier
    | Accelerate
    | Newton
    | Gravity
    | Rates
    | JointRates
    | Velocities
    | Poses
    | FramePoses
    | LoopEnds
    | LoopMotions
    | RiccatiRecursion
    | Compliances
    | ThroughParent
    | ApplyDiagonal
    | LyapunovRecursion
    | Behind
    | GainedBehind
    | WholeInverse
    | Solve
    | ApplyFactors
    | Dot
    | Scaled
    | One
    | Held
    | DerivativeOf
)

OF_THE_ROBOT = (RiccatiRecursion, Compliances, LyapunovRecursion, Behind, GainedBehind, WholeInverse)
"""The recursions of inertias: the same whatever vectors an expression is applied to."""

UNIQUE = (*OF_THE_ROBOT, FramePoses, Velocities)
"""What a program computes at most once, for letters that read it."""


@dataclass(frozen=True)
class Definition:
    """A value at every place of a space."""

    id: Id
    space: Space
    operation: Operation
    operands: tuple[Id, ...] = ()

    @property
    def is_recursion(self) -> bool:
        """Whether the value stands for one that is made of itself at other bodies: a lone Linear."""
        return isinstance(self.operation, Linear) and self.operation.coefficients == (Fraction(1),)

    @property
    def is_global(self) -> bool:
        """Whether the value stands beside the tree, and reads its operands at every place at once."""
        if isinstance(self.operation, Solve | ApplyFactors | ApplyDiagonal):
            return True
        if self.space in (Space.LOOP, Space.ONE):
            return True
        return self.space in (Space.COORDINATE, Space.WORLD) and bool(self.operands)


@dataclass(frozen=True)
class Pass:
    """One visit of every body, tips first or roots first, and what is computed there, in order."""

    direction: Direction
    values: tuple[Id, ...]


@dataclass(frozen=True)
class SweepProgram:
    """Definitions, the passes that compute them, and which of them are the results."""

    definitions: dict[Id, Definition]
    passes: tuple[Pass, ...]
    results: tuple[Id, ...]

    @property
    def inputs(self) -> tuple[Symbol, ...]:
        """The named vectors that the program reads, in order of first use."""
        operations = [d.operation for d in self.definitions.values()]
        found = [operation.symbol for operation in operations if isinstance(operation, Input)]
        return tuple(dict.fromkeys([*found, *(u for u in self._tangents if u is not op.v)]))

    @property
    def needs_velocity(self) -> bool:
        """Whether the joint rates v are read."""
        moving = Rates | JointRates | Velocities
        found = any(isinstance(d.operation, moving) for d in self.definitions.values())
        return found or op.v in self._tangents

    @property
    def _tangents(self) -> list[Symbol]:
        operations = [d.operation for d in self.definitions.values()]
        return [operation.tangent.along for operation in operations if isinstance(operation, DerivativeOf)]


def verify(program: SweepProgram) -> None:
    """Check that every value is computed once, after what it reads."""
    seen: dict[Id, int] = {}
    for index, step in enumerate(program.passes):
        for value in step.values:
            if value in seen or value not in program.definitions:
                raise CompileError(f"sweep program: value {value} is computed twice or not defined.")
            definition = program.definitions[value]
            for operand in definition.operands:
                _check_operand(program, definition, operand, seen, index)
            seen[value] = index
    missing = set(program.definitions) - set(seen)
    if missing or not all(value in seen for value in program.results):
        raise CompileError(f"sweep program: {sorted(missing)} are defined but never computed.")


def _check_operand(
    program: SweepProgram, definition: Definition, operand: Id, seen: dict[Id, int], index: int
) -> None:
    direction = program.passes[index].direction
    here = operand in program.passes[index].values
    if isinstance(definition.operation, Inward | InwardMotion | ToCarrier):
        sound = direction is Direction.INWARD and (here or operand in seen)
    elif isinstance(definition.operation, Outward | OutwardForce | FromCarrier | Accelerate | ThroughParent):
        sound = operand in seen or (here and direction is Direction.OUTWARD)
    elif isinstance(definition.operation, Siblings) and operand == definition.operands[0]:
        sound = operand in seen and not here
    else:
        sound = operand in seen
    if not sound:
        raise CompileError(f"sweep program: value {definition.id} reads {operand} before it is computed.")
