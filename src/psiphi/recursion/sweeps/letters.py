"""What the letters of expressions make of values at a body, a joint or a frame: one rule for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from psiphi.algebra import operators as op
from psiphi.algebra.crossings import Crossing
from psiphi.algebra.derivatives import tangent_of
from psiphi.algebra.expression import Adjoint, Derivative, Diagonal, Expr, Inverse, Power, Symbol, adjoint
from psiphi.algebra.families import Lyapunov, Riccati
from psiphi.algebra.gradients import Gradients
from psiphi.algebra.letters import Reads, letter_of, owner_of, plain
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.abbreviations import unabbreviated
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach, structure
from psiphi.errors import CompileError
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.bodies.coriolis import CoriolisInertia
from psiphi.recursion.bodies.crossings import crossed
from psiphi.recursion.bodies.embedded_bodies import EmbeddedBodies
from psiphi.recursion.bodies.gradients import gradient_columns
from psiphi.recursion.bodies.group_letters import apply_in_group, joins_bodies
from psiphi.recursion.bodies.poses import WorldPose
from psiphi.recursion.flexible.coriolis import ModalCoriolis
from psiphi.recursion.inertias.riccati import RiccatiStep
from psiphi.recursion.loops.letters import BETWEEN_FRAMES, BETWEEN_JOINTS, FROM_LOOPS, LoopLetters
from psiphi.recursion.matrices.heads import Head
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.dual import rate_of
from psiphi.recursion.numbers.matrix_roots import power
from psiphi.recursion.numbers.small_matrices import multiply
from psiphi.recursion.numbers.solving import solver_of
from psiphi.recursion.numbers.vectors import ZERO, ZERO_SPATIAL, cross, dot, times
from psiphi.recursion.sweeps.operations import (
    Behind,
    Compliances,
    FramePoses,
    GainedBehind,
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
    """The letters for one robot in one configuration; they read what the sweeps have `found`."""

    def __init__(self, bodies: Bodies, dense: DenseSide, found: Mapping[Operation, Places]) -> None:
        self.bodies = bodies
        self.mechanism = bodies.mechanism
        self.arithmetic = bodies.arithmetic
        self.dense = dense
        self.found = found
        self.loops = LoopLetters(bodies)
        self._functions: dict[tuple[Expr, int], Callable[[Value], Value]] = {}
        """Inverses and powers of blocks, made once for each body."""

    def apply(self, letter: Expr, operands: Sequence[Places], k: int) -> Value | None:
        """A letter applied to the first of its operands, at a body, joint or frame k."""
        operand = operands[0]
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
            at_joint = letter.range is Space.JOINT
            return self.loops.gear_force(letter, k, operand) if at_joint else self.loops.force(k, *operands)
        if k in self.mechanism.group_of and joins_bodies(letter):
            assert isinstance(self.bodies, EmbeddedBodies)
            group = self.mechanism.group_of[k]
            return apply_in_group(self.bodies, letter, group, k, operand, operands[-1])
        owner = owner_of(letter)
        if letter.range is letter.domain is Space.FRAME and not isinstance(owner, Crossing):
            return self._at_frame(letter, operand, k)
        if operand[k] is None:
            return None
        is_adjoint = isinstance(letter, Adjoint)
        symbol = plain(letter)
        if isinstance(owner, Gradients) and isinstance(symbol, Symbol):
            columns = gradient_columns(self.bodies, owner, symbol.name, list(operands[1:]), k)
            rows = columns if is_adjoint else zip(*columns, strict=True)
            return tuple(dot(row, operand[k]) for row in rows)
        if isinstance(owner, Crossing):
            vector, *along = (x[k] for x in operands[1:])
            if vector is None:
                return None
            return crossed(self.bodies, owner, is_adjoint, vector, along, operand[k], k)
        return self.letter(letter, operand[k], k)

    def beside_the_tree(self, letter: Expr, operands: Sequence[Places]) -> Places | None:
        """A letter that gives a value for loops, coordinates or the world; None for the others."""
        if letter in BETWEEN_FRAMES:
            return self.loops.relative(*operands)
        if letter in BETWEEN_JOINTS:
            return self.loops.geared(letter, operands[0])
        if letter is adjoint(op.E_0):
            return [self.bodies.force_on_world(operands[0])]
        if letter is adjoint(op.coupling):  # the sum over the joints that share a coordinate
            return [self.bodies.independent_forces(operands[0])]
        return None

    # Steps from body to body

    def to_parent(self, letter: Expr, x: Any, k: int) -> Value | None:
        """E_φ, Ė_φ, E_b*, S, Γ or Γ̇ from body k to its parent."""
        if letter is op.E_phi:
            return self.bodies.transform(k).force_to_parent(x)
        if letter is adjoint(op.E_b):
            return self.bodies.transform(k).motion_to_parent(x)
        if letter is op.S:
            return self.bodies.handed_over(k, x)
        if letter is op.E_phi_dot:
            return self.bodies.shift_rate(k, x, self._velocity_of_parent(k), inward=True)
        couple = self.bodies.on_carrier(k, x)
        if letter is op.Gamma or couple is None:
            return couple
        return self.bodies.turned_couple(couple, self._velocity_of_parent(k)[:3])

    def from_parent(self, letter: Expr, x: Any, k: int) -> Value | None:
        """E_φ*, Ė_φ*, E_b, S*, Γ* or Γ̇* from the parent of body k."""
        if letter is adjoint(op.E_phi):
            return self.bodies.transform(k).motion_from_parent(x)
        if letter is op.E_b:
            return self.bodies.transform(k).force_from_parent(x)
        if letter is adjoint(op.S):
            return self.bodies.handed_back(k, x)
        if letter is adjoint(op.E_phi_dot):
            return self.bodies.shift_rate(k, x, self._velocity_of_parent(k), inward=False)
        turning = None if letter is adjoint(op.Gamma) else self._velocity_of_parent(k)[:3]
        return self.bodies.from_carrier(k, x, turning)

    def _velocity_of_parent(self, k: int) -> Any:
        return self.found[Velocities()][self.mechanism.links[k].parent]

    def walked(self, p: Polynomial, x: Value, k: int) -> dict[int, Value]:
        """What a polynomial makes of x at body k: the bodies where its words end, and the values there."""
        total: dict[int, Value] = {}
        for word, c in unabbreviated(p).terms.items():
            places: dict[int, Value] = {k: x}
            for letter in reversed(word):
                there: dict[int, Value] = {}
                for place, y in places.items():
                    for end, z in self._ends(letter, y, place):
                        there[end] = added(there.get(end), z) or z
                places = there
            for place, y in places.items():
                scaled = tuple(times(float(c), z) for z in y)
                total[place] = added(total.get(place), scaled) or scaled
        return total

    def _ends(self, letter: Expr, x: Value, k: int) -> Iterator[tuple[int, Value]]:
        """Where a letter leads from body k, and what it makes of x there."""
        if isinstance(letter, Derivative):
            level = self.bodies.level(tangent_of(letter))
            for end, rows in self._matrices(expand(letter.base), k).items():
                yield end, multiply([[rate_of(y, level) for y in row] for row in rows], x)
            return
        shape, link = reach(letter), self.mechanism.links[k] if k >= 0 else None
        if shape is Reach.SHIFT and link is not None:
            ends = [(link.parent, self.to_parent(letter, x, k))] if link.parent >= 0 else []
        elif shape is Reach.SHIFT_BACK and link is not None:
            ends = [(child, self.from_parent(letter, x, child)) for child in link.children]
        else:
            ends = [(k, self.letter(letter, x, k))]
        for end, y in ends:
            if y is not None:
                yield end, y

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
        if plain(letter) in (op.B, op.B_dot):
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
        symbol = plain(letter)
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
            return dict(self._ends(letter, x, k)).get(k)
        if isinstance(letter, Diagonal) and letter.range in (Space.JOINT, Space.BODY):
            places: Places = [x if i == k else None for i in range(len(self.mechanism))]
            return self.dense.apply_diagonal(expand(letter.base), places)[k]
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
        if (letter, k) not in self._functions:
            matrix = self.block(expand(base), k)
            self._functions[letter, k] = (
                solver_of(matrix, structure(base), self.arithmetic).solve
                if isinstance(letter, Inverse)
                else power(matrix, letter.exponent, self.arithmetic)
            )
        return self._functions[letter, k](x)

    def block(self, p: Polynomial, k: int) -> list[list[Number]]:
        """The matrix of a memoryless polynomial at body k."""
        found = self._matrices(p, k).get(k)
        return found or [[0.0] * self._size(p.domain, k) for _ in range(self._size(p.range, k))]

    def _matrices(self, p: Polynomial, k: int) -> dict[int, list[list[Number]]]:
        """The matrices of a polynomial from body k to others, column by column."""
        n = self._size(p.domain, k)
        columns = [self.walked(p, tuple(float(i == j) for i in range(n)), k) for j in range(n)]
        ends = dict.fromkeys(end for column in columns for end in column)
        return {
            end: [
                list(row)
                for row in zip(
                    *(column.get(end, (0.0,) * self._size(p.range, end)) for column in columns), strict=True
                )
            ]
            for end in ends
        }

    def _size(self, space: Space, k: int) -> int:
        """How many numbers a value has at body k."""
        return 6 * len(self.bodies.frames_at(k)) if space is Space.FRAME else self.bodies.dimension(space, k)

    def _frames_of_body(self, letter: Expr, x: Value, k: int) -> Value | None:
        """B, B* and their rates within one body lead to its frames and back."""
        if k < 0:
            return None
        frames = self.bodies.frames_on[k]
        if letter.domain is Space.FRAME:
            places: Places = [None] * len(self.mechanism.frames)
            for place, i in enumerate(frames):
                places[i] = x[6 * place : 6 * place + 6]
            return self.apply(letter, [places], k)
        bodies: Places = [x if i == k else None for i in range(len(self.mechanism))]
        motions = [self.apply(letter, [bodies], i) for i in frames]
        return tuple(y for motion in motions if motion is not None for y in motion) or None
