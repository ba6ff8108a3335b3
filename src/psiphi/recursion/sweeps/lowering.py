"""From polynomials of operators to definitions: one rule per letter.

Words are grouped by their first letter, so that φu + φw becomes one recursion of u + w, and every
(letter, argument) is defined once. A transition operator unrolls by one step:

    z = φ s:   z = s + E_φ z            z = φ* s:  z = s + E_φ* z
    z = ψ s:   z = s + E_φ (z − G H z)  z = ψ* s:  z = s + (I − G H)* E_φ* z
    z = φ_b s: z = s + E_b z            z = φ_b* s: z = s + E_b* z

(and of a family with correlation S less S D⁻¹ H z, H* D⁻¹ S* z).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint, symbol
from psiphi.algebra.crossings import Crossing, has_crossing
from psiphi.algebra.derivatives import Tangent, is_constant, tangent_of
from psiphi.algebra.expression import (
    Adjoint,
    Derivative,
    Diagonal,
    Expr,
    Inverse,
    Power,
    Symbol,
    children,
    split_coefficient,
)
from psiphi.algebra.families import Lyapunov, Riccati
from psiphi.algebra.gradients import Gradients
from psiphi.algebra.letters import Reads, leaves_the_tree, letter_of, owner_of, plain, step_of
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.abbreviations import letters_within, unabbreviated
from psiphi.algebra.rewriting.cost import split
from psiphi.algebra.rewriting.joint_factors import JointFactorization
from psiphi.algebra.rewriting.memoryless_parts import through_parent
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, expand, monomial
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach
from psiphi.algebra.writing.text import to_text
from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.recursion.loops.letters import is_given_on_loops
from psiphi.recursion.sweeps.operations.inertias import (
    Behind,
    Compliances,
    GainedBehind,
    JointCoriolis,
    LyapunovRecursion,
    RiccatiRecursion,
    WholeInverse,
)
from psiphi.recursion.sweeps.operations.motion import (
    Accelerate,
    AngularVelocities,
    FramePoses,
    Gravity,
    JointRates,
    Newton,
    Poses,
    Velocities,
)
from psiphi.recursion.sweeps.operations.operation import Definition, Id, Operation
from psiphi.recursion.sweeps.operations.steps import Inward, InwardBeside, Outward, Siblings, ThroughParent
from psiphi.recursion.sweeps.operations.vectors import (
    Apply,
    DerivativeOf,
    Dot,
    Held,
    Input,
    Linear,
    One,
    Recursion,
    Scaled,
)
from psiphi.recursion.sweeps.operations.whole import ApplyDiagonal, ApplyFactors, LoopEnds, LoopMotions, Solve
from psiphi.recursion.sweeps.program import SweepProgram, verify
from psiphi.recursion.sweeps.schedule import schedule

_BIASES = {op.a: (adjoint(op.E_phi), Accelerate()), op.b: (op.M, Newton())}
"""What computes a bias, and a letter that can go with it: E_φ* x + a, M x + b."""
_STEPS = {Reach.SHIFT: Inward, Reach.SHIFT_BACK: Outward}
_ONE = Fraction(1)


def lower(outputs: Sequence[Polynomial]) -> SweepProgram:
    """The sweep program of one or more vector-valued polynomials; what they share is computed once."""
    builder = _Builder()
    results = tuple(builder.value(unabbreviated(p)) for p in outputs)
    definitions = builder.definitions
    program = SweepProgram(definitions, schedule(definitions, results), results)
    verify(program)
    return program


class _Builder:
    """Collects definitions; equal values are one."""

    def __init__(self) -> None:
        self.definitions: dict[Id, Definition] = {}
        self._known: dict[tuple[object, ...], Id] = {}
        self._values: dict[Polynomial, Id] = {}
        self._running: dict[tuple[Expr, Polynomial], Id] = {}
        self._given = count()

    def value(self, p: Polynomial) -> Id:
        """The value of a vector polynomial."""
        if p not in self._values:
            self._values[p] = self._combine(p)
        return self._values[p]

    def _combine(self, p: Polynomial) -> Id:
        groups = split(p)
        loose = dict(groups.pop(None).terms) if None in groups else {}
        parts: list[tuple[Fraction, Id]] = []
        self._fuse(p, groups, loose, parts)
        for word, c in loose.items():
            parts.append((c, self._vector(word[0]) if word else self._define(Space.ONE, One(), ())))
        # shifts first, memoryless letters after them: additions then run in the order of the recursion
        for letter in sorted(
            groups, key=lambda x: (reach(x) is Reach.MEMORYLESS, to_text(x)) if x else (True, "")
        ):
            assert letter is not None
            parts.append(self._application(letter, groups[letter]))
        if len(parts) == 1 and parts[0][0] == 1:
            return parts[0][1]
        return self._define(p.range, Linear(tuple(c for c, _ in parts)), tuple(x for _, x in parts))

    def _fuse(
        self,
        p: Polynomial,
        groups: dict[Expr | None, Polynomial],
        loose: dict[Word, Fraction],
        parts: list[tuple[Fraction, Id]],
    ) -> None:
        """E_φ* x + a and M x + b as single operations, with either sign, and E_φ y + Λ x."""
        shifts = [x for x in groups if x is not None and reach(x) is Reach.SHIFT]
        moving = next((x for x in shifts if isinstance(owner_of(x), Gradients)), None)
        if moving is not None and op.E_phi in groups:
            x, y = (self.value(groups.pop(letter)) for letter in (moving, op.E_phi))
            operands = x, self._angular_velocities(), y
            parts.append((_ONE, self._define(Space.BODY, InwardBeside(moving), operands)))
        for bias, (letter, operation) in _BIASES.items():
            c = loose.get((bias,))
            if c is None or abs(c) != 1 or letter not in groups:
                continue
            del loose[bias,]
            operand = self.value(groups.pop(letter).scaled(c))
            parts.append((c, self._define(Space.BODY, operation, (operand, self._angular_velocities()))))

    def _vector(self, letter: Expr) -> Id:
        if isinstance(letter, Derivative):
            return self._derivative(unabbreviated(expand(letter.base)), tangent_of(letter))
        if isinstance(letter, Inverse):  # of a number
            one = self._define(Space.ONE, One(), ())
            return self._define(Space.ONE, Solve(expand(letter.base)), (one,))
        assert isinstance(letter, Symbol)
        if isinstance(letter.owner, _Running):
            return letter.owner.value
        if letter in _BIASES:
            return self._define(Space.BODY, _BIASES[letter][1], (self._angular_velocities(),))
        if letter is op.g:
            return self._define(Space.BODY, Gravity(), ())
        if letter is op.v:
            return self._define(Space.JOINT, JointRates(), ())
        return self._define(letter.range, Input(letter), ())

    def _angular_velocities(self) -> Id:
        return self._define(Space.BODY, AngularVelocities(), ())

    def _velocities(self) -> Id:
        return self._define(Space.BODY, Velocities(), ())

    def _frame_poses(self) -> Id:
        poses = self._define(Space.BODY, Poses(), ())
        return self._define(Space.FRAME, FramePoses(), (poses,))

    def _application(self, letter: Expr, argument: Polynomial) -> tuple[Fraction, Id]:
        sign, argument = _with_sign(argument)
        shape = reach(letter)
        if isinstance(letter, Derivative):
            tangent = tangent_of(letter)
            held = monomial((self._held(argument, tangent),), letter.domain, Space.ONE)
            return sign, self._derivative(unabbreviated(expand(letter.base)) @ held, tangent)
        if isinstance(letter, Adjoint) and letter.range is Space.ONE:
            return sign, self._define(Space.ONE, Dot(), (self._vector(letter.symbol), self.value(argument)))
        if letter.is_vector:
            return sign, self._define(letter.range, Scaled(), (self._vector(letter), self.value(argument)))
        if shape in _STEPS and isinstance(plain(letter), Symbol):
            operands = [self.value(argument)]
            if plain(letter) is op.Gamma_dot:
                operands.append(self._angular_velocities())
            if plain(letter) is op.E_phi_dot:
                operands.append(self._velocities())
            if isinstance(owner_of(letter), Gradients):
                operands.append(self._angular_velocities())
            return sign, self._define(letter.range, _STEPS[shape](letter), tuple(operands))
        if letter is op.Q_x:
            return sign, self._define(Space.BODY, Siblings(), (self.value(argument), self.whole_inverse()))
        if isinstance(letter, Diagonal):
            return sign, self._diagonal(letter, argument)
        if isinstance(owner_of(letter), JointFactorization):
            return sign, self._define(letter.range, ApplyFactors(letter), (self.value(argument),))
        if isinstance(letter, Inverse) and (shape is not Reach.MEMORYLESS or _reads_vectors(letter.base)):
            return sign, self._define(letter.range, Solve(expand(letter.base)), (self.value(argument),))
        if shape is Reach.MEMORYLESS or leaves_the_tree(letter) or is_given_on_loops(letter):
            return sign, self._memoryless(letter, argument)
        step = step_of(letter)
        if step is not None:
            return sign, self._recursion(letter, unabbreviated(expand(step)), argument)
        raise CompileError(f"'{letter}' has no sweep; it can be evaluated with psiphi.dense.")

    def _diagonal(self, letter: Diagonal, argument: Polynomial) -> Id:
        at_parent = through_parent(letter)
        if at_parent is not None:
            operands = (self.value(argument), *self._read_by(*letters_within(at_parent)))
            return self._define(Space.BODY, ThroughParent(at_parent), operands)
        return self._define(letter.range, ApplyDiagonal(expand(letter.base)), (self.value(argument),))

    def _derivative(self, p: Polynomial, tangent: Tangent) -> Id:
        return self._define(p.range, DerivativeOf(tangent), (self.value(p),))

    def _held(self, argument: Polynomial, tangent: Tangent) -> Symbol:
        """A vector that stands for the argument of a derivative, which is a constant there."""
        lone = next(iter(argument.terms))
        if len(argument.terms) == 1 and argument.terms[lone] == 1 and len(lone) == 1:
            letter = lone[0]
            if isinstance(letter, Symbol) and is_constant(letter) and not isinstance(letter.owner, _Running):
                return letter
        value = self._define(argument.range, Held(tangent), (self.value(argument),))
        return _stand_in(value, argument.range)

    def _memoryless(self, letter: Expr, argument: Polynomial) -> Id:
        operands = [self.value(argument)]
        symbol_ = plain(letter)
        if letter_of(letter).reads & Reads.LOOP_ENDS:
            ends = self._define(Space.LOOP, LoopEnds(), ())
            operands.append(ends)
            if symbol_ is op.N_dot:
                operands.append(self._define(Space.LOOP, LoopMotions(), (ends, self._velocities())))
        if symbol_ is op.gearing_dot:
            operands.append(self._vector(op.v))
        owner = owner_of(letter)
        if isinstance(owner, Gradients):
            operands += self._of_motion(symbol_, owner)
        if isinstance(owner, Crossing):
            operands.append(self.value(unabbreviated(expand(owner.vector))))
            operands += [self._vector(u) for u in owner.along]
        return self._define(letter.range, Apply(letter), (*operands, *self._read_by(letter)))

    def _of_motion(self, letter: Expr, owner: Gradients) -> list[Id]:
        """The values that a letter of the derivatives of inverse dynamics reads."""
        if letter is owner.F_bar:
            return [self.value(unabbreviated(expand(owner.forces)))]
        found = [self._angular_velocities()]
        if letter in (owner.Psi_ddot, owner.N_q):
            found.append(self.value(unabbreviated(expand(owner.accelerations))))
        if letter in (owner.C, owner.N_q, owner.N_v):
            composites = self.lyapunov(op.forward_family)
            found += [composites, self._define(Space.BODY, JointCoriolis(), (composites,))]
        return found

    def _read_by(self, *letters: Expr) -> tuple[Id, ...]:
        """The poses, velocities and recursions that memoryless letters read."""
        found: dict[Id, None] = {}
        for symbol_ in (s for letter in letters for s in _symbols_within(letter)):
            reads = letter_of(symbol_).reads
            if reads & Reads.POSES:
                found[self._frame_poses()] = None
            if reads & Reads.VELOCITIES:
                found[self._velocities()] = None
            if isinstance(symbol_.owner, Riccati):
                found[self.riccati(symbol_.owner)] = None
                if symbol_ is symbol_.owner.Omega:
                    found[self.compliances(symbol_.owner)] = None
            elif isinstance(symbol_.owner, Lyapunov):
                found[self.lyapunov(symbol_.owner)] = None
            elif reads & Reads.BOTH_SIDES:
                found.update(dict.fromkeys(self._sides(symbol_)))
        return tuple(found)

    def riccati(self, family: Riccati) -> Id:
        """The recursion of a family, which its letters read."""
        others = self._read_by(*letters_within(family.X), *letters_within(family.Y))
        return self._define(Space.BODY, RiccatiRecursion(family), others)

    def compliances(self, family: Riccati) -> Id:
        """Ω of a family."""
        if family.is_correlated:
            raise CompileError(f"'{family.Omega}' has no sweep; it can be evaluated with psiphi.dense.")
        filtered = self.riccati(family)
        return self._define(Space.BODY, Compliances(family), (filtered,))

    def lyapunov(self, family: Lyapunov) -> Id:
        """The composites of a family."""
        X = expand(family.X)
        if X != X.T and split_coefficient(family.X)[1] is not op.C_M:
            raise CompileError(
                f"'{family.r}' has no sweep, since '{family.X}' is not symmetric: compile the composites of "
                "its parts, M and C_M, or take psiphi.dense."
            )
        return self._define(Space.BODY, LyapunovRecursion(family), self._read_by(*letters_within(family.X)))

    def whole_inverse(self) -> Id:
        """The inverse inertias of the whole robot, Q."""
        return self._define(Space.BODY, WholeInverse(), (self.lyapunov(op.forward_family),))

    def _sides(self, letter: Symbol) -> list[Id]:
        """The recursions that a letter of RJ reads."""
        composites = self.lyapunov(op.forward_family)
        if letter is op.Q:
            return [self.whole_inverse()]
        if letter is op.M_b:
            return [self._define(Space.BODY, GainedBehind(), (composites,))]
        behind = self._define(Space.BODY, Behind(), (composites,))
        return [behind] if letter is op.r_b else [composites, behind, self.whole_inverse()]

    def _recursion(self, letter: Expr, step: Polynomial, argument: Polynomial) -> Id:
        key = (letter, argument)
        if key in self._running:
            return self._running[key]
        found = self._running[key] = Id(next(self._given))
        unrolled = argument + step @ monomial((_stand_in(found, letter.range),), letter.domain, Space.ONE)
        inner = self._combine(unrolled)
        self.definitions[found] = Definition(found, letter.range, Recursion(), (inner,))
        return found

    def _define(self, space: Space, operation: Operation, operands: tuple[Id, ...]) -> Id:
        key = (space, operation, operands)
        if key not in self._known:
            found = self._known[key] = Id(next(self._given))
            self.definitions[found] = Definition(found, space, operation, operands)
        return self._known[key]


@frozen
class _Running:
    """What marks a symbol as standing for a value of the program, whatever users call their vectors."""

    value: Id


def _stand_in(value: Id, space: Space) -> Symbol:
    return symbol(f"z{value}", space, Space.ONE, owner=_Running(value))


def _symbols_within(letter: Expr) -> list[Symbol]:
    """The symbols of which a memoryless letter is made."""
    if isinstance(letter, Adjoint):
        return _symbols_within(letter.symbol)
    if isinstance(letter, Symbol):
        return [letter]
    if isinstance(letter, Inverse | Power | Diagonal | Derivative):
        return sorted({s for x in letters_within(letter.base) for s in _symbols_within(x)}, key=str)
    return []


def _reads_vectors(x: Expr) -> bool:
    """Whether a memoryless x is made of more than one body has: of other vectors, or of all frames."""
    if isinstance(x, Diagonal) and x.range not in (Space.JOINT, Space.BODY):
        return True
    return has_crossing(x) or any(map(_reads_vectors, children(x)))


def _with_sign(p: Polynomial) -> tuple[Fraction, Polynomial]:
    """p up to sign, so that a value and its negative are computed once."""
    first = min(p.terms, key=lambda w: (len(w), " ".join(map(to_text, w))))
    return (_ONE, p) if p.terms[first] > 0 else (-_ONE, p.scaled(-_ONE))
