"""What the letters of expressions make of values at a body, a joint or a frame: one rule for each."""

from __future__ import annotations

from typing import Any, Protocol

from psiphi.algebra import operators as op
from psiphi.algebra.crossings import Crossing
from psiphi.algebra.derivatives import tangent_of
from psiphi.algebra.expression import Adjoint, Derivative, Expr, Inverse, Power, Symbol, adjoint
from psiphi.algebra.families import Lyapunov, Riccati
from psiphi.algebra.gradients import Gradients
from psiphi.algebra.letters import Reads, letter_of
from psiphi.algebra.rewriting.abbreviations import unabbreviated
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import structure
from psiphi.errors import CompileError
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.bodies.coriolis import CoriolisInertia
from psiphi.recursion.bodies.crossings import crossed
from psiphi.recursion.bodies.embedded_bodies import EmbeddedBodies
from psiphi.recursion.bodies.gradients import gradient_columns
from psiphi.recursion.bodies.group_letters import apply_in_group, joins_bodies
from psiphi.recursion.bodies.joint_groups import JointGroup
from psiphi.recursion.bodies.poses import WorldPose
from psiphi.recursion.flexible.coriolis import ModalCoriolis
from psiphi.recursion.inertias.riccati import RiccatiStep
from psiphi.recursion.loops.letters import FROM_LOOPS, LoopLetters
from psiphi.recursion.matrices.heads import Head
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.dual import rate_of
from psiphi.recursion.numbers.matrix_roots import power
from psiphi.recursion.numbers.small_matrices import multiply
from psiphi.recursion.numbers.solving import solver_of
from psiphi.recursion.numbers.vectors import ZERO, ZERO_SPATIAL, cross, dot, times
from psiphi.recursion.sweeps.program import (
    Behind,
    Compliances,
    Definition,
    FramePoses,
    GainedBehind,
    Id,
    LyapunovRecursion,
    Operation,
    RiccatiRecursion,
    Velocities,
    WholeInverse,
)
from psiphi.recursion.sweeps.values import Places, Value, added


class DenseSide(Protocol):
    """What needs whole vectors and matrices: provided by matrices.py."""

    def solve(self, p: Polynomial, x: Places) -> Places: ...

    def apply_factors(self, letter: Expr, x: Places) -> Places: ...

    def head(self, owner: Head, k: int) -> list[list[Number]] | None: ...

    def apply_diagonal(self, p: Polynomial, x: Places) -> Places: ...


class Letters:
    """The letters for one robot in one configuration; they read what the sweeps have found, `values`."""

    def __init__(self, bodies: Bodies, dense: DenseSide) -> None:
        self.bodies = bodies
        self.mechanism = bodies.mechanism
        self.arithmetic = bodies.arithmetic
        self.dense = dense
        self.loops = LoopLetters(bodies)
        self.values: dict[Id, Places] = {}
        self.found: dict[Operation, Places] = {}
        """The values that letters read, by what computes them: UNIQUE."""

    def _apply(self, letter: Expr, definition: Definition, k: int) -> Value | None:
        operand = self.values[definition.operands[0]]
        if letter is op.B:
            return self.bodies.forces_of_frames(k, operand)
        if letter is adjoint(op.B):
            return self.bodies.motion_of_frame(k, operand)
        if letter is op.B_dot:
            return self.bodies.force_rates_of_frames(k, operand, self.found[Velocities()])
        if letter is adjoint(op.B_dot):
            return self.bodies.motion_rate_of_frame(k, operand, self.found[Velocities()])
        if letter is op.coupling:
            return self.bodies.coupled_rates(k, operand[0])
        if letter is op.E_0:
            return self.bodies.motion_of_root(k, operand[0])
        if letter in FROM_LOOPS:
            return self._from_loops(letter, definition, k)
        if k in self.mechanism.group_of and joins_bodies(letter):
            return self._in_group(letter, definition, self.mechanism.group_of[k], k)
        if letter.range is letter.domain is Space.FRAME and not _is_crossing(letter):
            return self._at_frame(letter, operand, k)
        symbol = _plain(letter)
        if isinstance(symbol, Symbol) and isinstance(symbol.owner, Gradients) and operand[k] is not None:
            read = [self.values[x] for x in definition.operands[1:]]
            columns = gradient_columns(self.bodies, symbol.owner, symbol.name, read, k)
            rows = columns if symbol is not letter else zip(*columns, strict=True)
            return tuple(dot(row, operand[k]) for row in rows)
        if isinstance(symbol, Symbol) and isinstance(symbol.owner, Crossing):
            vector, *along = (self.values[x][k] for x in definition.operands[1:])
            if operand[k] is None or vector is None:
                return None
            return crossed(self.bodies, symbol.owner, symbol is not letter, vector, along, operand[k], k)
        return None if operand[k] is None else self.letter(letter, operand[k], k)

    def _at_frame(self, letter: Expr, operand: Places, i: int) -> Value | None:
        """A memoryless letter at frame i, which joins it with all frames on the same body."""
        if letter_of(letter).reads & Reads.POSES:
            return None if operand[i] is None else self._seen_from_world(letter, operand[i], i)
        body = self.mechanism.frames[i].body
        frames = self.bodies.frames_at(body)
        if all(operand[j] is None for j in frames):
            return None
        together = tuple(y for j in frames for y in operand[j] or ZERO_SPATIAL)
        found, place = self.letter(letter, together, body), frames.index(i)
        return None if found is None else found[6 * place : 6 * place + 6]

    def _in_group(self, letter: Expr, definition: Definition, group: JointGroup, k: int) -> Value | None:
        """H, Ḣ, G and their adjoints at body k of a group."""
        assert isinstance(self.bodies, EmbeddedBodies)
        operands = [self.values[x] for x in definition.operands]
        return apply_in_group(self.bodies, letter, group, k, operands[0], operands[-1])

    def _from_loops(self, letter: Expr, definition: Definition, k: int) -> Value | None:
        """N*, Ṅ*, gearing* and the adjoint of its rate at body k or its joint."""
        operands = [self.values[x] for x in definition.operands]
        if letter.range is Space.JOINT:
            return self.loops.gear_force(letter, k, operands[0])
        return self.loops.force(k, *operands)

    def _seen_from_world(self, letter: Expr, x: Any, i: int) -> Value:
        """A_0, X_0, Ȧ_0 and their adjoints at frame i."""
        pose: WorldPose = self.found[FramePoses()][i]
        if letter is op.A_0:
            return pose.turned(x)
        if letter is adjoint(op.A_0):
            return pose.turned_back(x)
        if letter is op.X_0:
            return pose.carried(x)
        if letter is adjoint(op.X_0):
            return pose.carried_back(x)
        velocity = self.bodies.motion_of_frame(i, self.found[Velocities()])
        w = ZERO if velocity is None else velocity[:3]
        if letter is op.A_dot:
            return pose.turned((*cross(w, x[:3]), *cross(w, x[3:])))
        x = pose.turned_back(x)
        return *cross(x[:3], w), *cross(x[3:], w)

    def _with_velocity(self, letter: Expr, x: Any, k: int) -> Value | None:
        """Ḣ, C_M and their adjoints at body k."""
        velocity = self.found[Velocities()][k]
        if letter is op.H_dot:
            return self.bodies.rate_of_projection(k, velocity, x) or None
        if letter is adjoint(op.H_dot):
            return self.bodies.rate_of_expansion(k, velocity, x)
        coriolis = self.bodies.coriolis(k, velocity)
        return coriolis.apply(x) if letter is op.C_M else coriolis.apply_adjoint(x)

    def letter(self, letter: Expr, x: Any, k: int) -> Value | None:
        """A memoryless letter applied at body k; in the space of frames x is that of all frames on it."""
        if k in self.mechanism.group_of and joins_bodies(letter):
            raise CompileError(
                f"'{letter}' inside an inverse or a power joins bodies that a loop ties together."
            )
        if letter is op.B or letter is adjoint(op.B):
            return self._frames_of_body(letter, x, k)
        if letter_of(letter).reads & Reads.POSES:
            frames = enumerate(self.bodies.frames_at(k))
            return tuple(
                y
                for place, i in frames
                for y in self._seen_from_world(letter, x[6 * place : 6 * place + 6], i)
            )
        if letter_of(letter).reads & Reads.VELOCITIES:
            return self._with_velocity(letter, x, k)
        if letter is op.H:
            return self.bodies.joint(k).project(x) or None  # a fixed joint has nothing
        if letter is adjoint(op.H):
            return self.bodies.joint(k).expand(x)
        if isinstance(letter, Symbol) and isinstance(letter.owner, op.Given):
            return self.bodies.apply_given(letter, k, x)
        if letter is op.Delta_phi:
            return self.bodies.handed_back(k, self.bodies.transform(k).force_to_parent(x))
        if letter is adjoint(op.Delta_phi):
            return self.bodies.transform(k).motion_from_parent(self.bodies.handed_over(k, x))
        if letter is op.M:
            return self.bodies.inertia(k).apply(x)
        if letter is op.Pi_root or letter is op.Pi_tip:
            link = self.mechanism.links[k]
            return x if (link.parent < 0 if letter is op.Pi_root else not link.children) else None
        if isinstance(letter, Symbol) and isinstance(letter.owner, Head):
            rows = self.dense.head(letter.owner, k)
            return None if rows is None else multiply(rows, x)
        if isinstance(letter, Symbol) and letter_of(letter).reads & Reads.BOTH_SIDES:
            return self._side(letter, x, k)
        if letter is op.R:
            return self.bodies.rotor_forces(k, x)
        symbol = _plain(letter)
        if isinstance(symbol, Symbol) and isinstance(symbol.owner, Lyapunov):
            composite = self.found[LyapunovRecursion(symbol.owner)][k]
            if letter is not symbol and isinstance(composite, CoriolisInertia | ModalCoriolis):
                return composite.apply_adjoint(x)
            return composite.apply(x)
        if isinstance(symbol, Symbol) and isinstance(symbol.owner, Riccati):
            return self._family_letter(letter, symbol, symbol.owner, x, k)
        if isinstance(letter, Inverse | Power):
            return self._function_of_block(letter, x, k)
        if isinstance(letter, Derivative):
            level = self.bodies.level(tangent_of(letter))
            rows = self.block(expand(letter.base), k)
            return multiply([[rate_of(y, level) for y in row] for row in rows], x)
        if letter is op.Pi_angular:
            return *x[:3], 0.0, 0.0, 0.0
        raise CompileError(f"'{letter}' has no sweep; it can be evaluated with psiphi.dense.")

    def _side(self, letter: Symbol, x: Any, k: int) -> Value | None:
        """Q, M_b, r_b, or r_f Q r_b, which vanish behind the root."""
        if letter is op.Q:
            return self.found[WholeInverse()][k].apply(x)
        if letter is op.r_reduced:
            y = self._side(op.r_b, x, k)
            return None if y is None else self.letter(op.r, self._side(op.Q, y, k), k)
        inertia = self.found[GainedBehind() if letter is op.M_b else Behind()][k]
        return None if inertia is None else inertia.apply(x)

    def _family_letter(self, letter: Expr, symbol: Symbol, f: Riccati, x: Value, k: int) -> Value:
        block: RiccatiStep = self.found[RiccatiRecursion(f)][k]
        if symbol is f.P:
            return block.P.apply(x)
        if symbol is f.D:
            return block.apply_D(x)
        if symbol is f.G:
            return block.apply_G_adjoint(x) if isinstance(letter, Adjoint) else block.apply_G(x)
        if symbol is f.Omega:
            return self.found[Compliances(f)][k].apply(x)
        raise CompileError(f"'{letter}' has no sweep; it can be evaluated with psiphi.dense.")

    def _function_of_block(self, letter: Inverse | Power, x: Value, k: int) -> Value:
        base = letter.base
        if isinstance(letter, Inverse) and isinstance(base, Symbol) and isinstance(base.owner, Riccati):
            block: RiccatiStep = self.found[RiccatiRecursion(base.owner)][k]
            if base is base.owner.D:
                return block.solve_D(x)
        matrix = self.block(expand(base), k)
        if isinstance(letter, Inverse):
            return solver_of(matrix, structure(base), self.arithmetic).solve(x)
        return power(matrix, letter.exponent, self.arithmetic, x)

    def block(self, p: Polynomial, k: int) -> list[list[Number]]:
        """The matrix of a memoryless polynomial at body k, column by column."""
        p = unabbreviated(p)
        n = self._size(p.domain, k)
        columns: list[list[Number]] = []
        for j in range(n):
            unit: Value = tuple(1.0 if i == j else 0.0 for i in range(n))
            total: Value | None = None
            for word, c in p.terms.items():
                y: Value | None = unit
                for letter in reversed(word):
                    y = None if y is None else self.letter(letter, y, k)
                if y is not None:
                    total = added(total, tuple(times(float(c), z) for z in y))
            columns.append(list(total) if total is not None else [0.0] * self._size(p.range, k))
        return [list(row) for row in zip(*columns, strict=True)]

    def _size(self, space: Space, k: int) -> int:
        """How many numbers a value has at body k."""
        return 6 * len(self.bodies.frames_at(k)) if space is Space.FRAME else self.bodies.dimension(space, k)

    def _frames_of_body(self, letter: Expr, x: Value, k: int) -> Value | None:
        """B and B* within one body lead to its frames and back."""
        if k < 0:
            return None
        frames = self.bodies.frames_on[k]
        if letter is op.B:
            places: Places = [None] * len(self.mechanism.frames)
            for place, i in enumerate(frames):
                places[i] = x[6 * place : 6 * place + 6]
            return self.bodies.forces_of_frames(k, places)
        bodies: Places = [x if i == k else None for i in range(len(self.mechanism))]
        motions = [self.bodies.motion_of_frame(i, bodies) for i in frames]
        return tuple(y for motion in motions if motion is not None for y in motion) or None


def _plain(letter: Expr) -> Expr:
    return letter.symbol if isinstance(letter, Adjoint) else letter


def _is_crossing(letter: Expr) -> bool:
    symbol = _plain(letter)
    return isinstance(symbol, Symbol) and isinstance(symbol.owner, Crossing)
