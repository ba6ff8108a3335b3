"""Letters applied to values at a body, a joint or a frame, and to whole vectors: rows of letters.py, and what
is made of such rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from typing import Any, Protocol

from psiphi.algebra import operators as op
from psiphi.algebra.crossings import Crossing
from psiphi.algebra.derivatives import tangent_of
from psiphi.algebra.expression import Adjoint, Derivative, Diagonal, Expr, Inverse, Power, Rows, Symbol
from psiphi.algebra.families import Lyapunov, Riccati
from psiphi.algebra.gradients import Gradients
from psiphi.algebra.inputs import Given
from psiphi.algebra.letters import owner_of, plain
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.abbreviations import unabbreviated
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach
from psiphi.errors import CompileError
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.bodies.crossings import crossed
from psiphi.recursion.bodies.gradients import (
    composite_coriolis,
    composite_coriolis_adjoint,
    gradient_columns,
    moving_lever_force,
    moving_lever_motion,
)
from psiphi.recursion.inertias.riccati import RiccatiStep
from psiphi.recursion.loops.letters import LoopLetters, is_given_on_loops
from psiphi.recursion.matrices.heads import Head
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.dual import rate_of
from psiphi.recursion.numbers.eigenvalues import power
from psiphi.recursion.numbers.small_matrices import SINGULAR, AlwaysSingular, multiply, transposed
from psiphi.recursion.numbers.solving import may_be_singular, solver_of
from psiphi.recursion.numbers.vectors import ZERO_SPATIAL, added, dot, is_zero_vector, times
from psiphi.recursion.sweeps.letters import (
    AT_BODY,
    AT_FRAME,
    BESIDE_THE_TREE,
    FROM_ELSEWHERE,
    INWARD,
    OUTWARD,
    given,
)
from psiphi.recursion.sweeps.operations.inertias import Compliances, LyapunovRecursion, RiccatiRecursion
from psiphi.recursion.sweeps.operations.motion import AngularVelocities, Velocities
from psiphi.recursion.sweeps.operations.operation import Operation
from psiphi.recursion.sweeps.values import Places, Value


class DenseSide(Protocol):
    """What needs whole vectors and matrices: provided by matrices/matrices.py."""

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
        self.loops = LoopLetters(bodies, bodies.mechanism.loops)
        self._functions: dict[tuple[Expr, int], Callable[[Value], Value]] = {}
        """Inverses and powers of blocks, made once for each body."""

    def apply(self, letter: Expr, operands: Sequence[Places], k: int) -> Value | None:
        """A letter applied to the first of its operands, at a body, joint or frame k."""
        operand = operands[0]
        if letter in FROM_ELSEWHERE:
            return FROM_ELSEWHERE[letter](self, operands, k)
        if k in self.mechanism.group_of and _joins_bodies(letter):
            return self._in_group(letter, operand, k)
        owner = owner_of(letter)
        if letter.range is letter.domain is Space.FRAME and not isinstance(owner, Crossing):
            return self._at_frame(letter, operand, k)
        if operand[k] is None:
            if may_be_singular(letter):  # what has no inverse has none of nothing either
                nothing = (0.0,) * self._size(letter.domain, k)
                if nothing:
                    self.letter(letter, nothing, k)
            return None
        is_adjoint = isinstance(letter, Adjoint)
        symbol = plain(letter)
        if isinstance(owner, Gradients) and isinstance(symbol, Symbol):
            if symbol.domain is Space.BODY:
                motions, composites, within = operands[1:]
                if is_adjoint:
                    return composite_coriolis_adjoint(motions, composites, within, operand[k], k)
                return composite_coriolis(motions, composites, within, k).apply(operand[k])
            columns = gradient_columns(self.bodies, owner, symbol.name, list(operands[1:]), k)
            rows = columns if is_adjoint else zip(*columns, strict=True)
            return tuple(dot(row, operand[k]) for row in rows)
        if isinstance(owner, Crossing):
            vector, *along = (x[k] for x in operands[1:])
            if vector is None:
                return None
            return crossed(self.bodies, owner, is_adjoint, vector, along, operand[k], k)
        return self.letter(letter, operand[k], k)

    def _in_group(self, letter: Expr, x: Places, k: int) -> Value | None:
        """A letter between the bodies that one joint moves and that joint, whose place is at the first."""
        group = self.mechanism.group_of[k]
        if letter.domain is Space.JOINT:
            rates = x[group.first]
            return None if rates is None else self._letter(letter, rates, k)
        if k != group.first:
            return None
        shares = (self._letter(letter, x[j], j) for j in group.bodies if x[j] is not None)
        return reduce(added, shares, None) or None  # loops may leave a joint no freedom at all

    def beside_the_tree(self, letter: Expr, operands: Sequence[Places]) -> Places | None:
        """A letter that gives a value for loops, tendons, coordinates or the world; None for the others."""
        if isinstance(letter, Symbol) and is_given_on_loops(letter):
            numbers = zip(self.bodies.given[letter], self.bodies.joined(Space.LOOP, operands[0]), strict=True)
            return self.bodies.split(Space.LOOP, [times(x, y) for x, y in numbers])
        return BESIDE_THE_TREE[letter](self, operands) if letter in BESIDE_THE_TREE else None

    # Steps from body to body

    def to_parent(self, letter: Expr, x: Any, k: int, beside: Any = None) -> Value | None:
        """A letter of INWARD, or Λ, from body k to its parent, where E_φ carries what is `beside` it."""
        if isinstance(owner_of(letter), Gradients):
            return moving_lever_force(self.bodies, self.found[AngularVelocities()], x, k, beside)
        return INWARD[letter](self, x, k)

    def from_parent(self, letter: Expr, x: Any, k: int) -> Value | None:
        """A letter of OUTWARD, or Λ*, from the parent of body k."""
        if isinstance(owner_of(letter), Gradients):
            return moving_lever_motion(self.bodies, self.found[AngularVelocities()], x, k)
        return OUTWARD[letter](self, x, k)

    def velocity(self, k: int) -> Any:
        """V(k)."""
        return self.found[Velocities()][k]

    def velocity_of_parent(self, k: int) -> Any:
        """V at the parent of body k."""
        return self.velocity(self.mechanism.links[k].parent)

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
        if letter in AT_FRAME:
            return None if operand[i] is None else AT_FRAME[letter](self, operand[i], i)
        body = self.mechanism.frames[i].body
        frames = self.bodies.frames_at(body)
        if all(operand[j] is None for j in frames):
            return None
        together = tuple(y for j in frames for y in operand[j] or ZERO_SPATIAL)
        found, place = self.letter(letter, together, body), frames.index(i)
        return None if found is None else found[6 * place : 6 * place + 6]

    def letter(self, letter: Expr, x: Any, k: int) -> Value | None:
        """A memoryless letter applied at body k; in the space of frames x is that of all frames on it."""
        if k in self.mechanism.group_of and _joins_bodies(letter):
            raise CompileError(
                f"'{letter}' inside an inverse or a power joins bodies that a loop ties together."
            )
        return self._letter(letter, x, k)

    def _letter(self, letter: Expr, x: Any, k: int) -> Value | None:
        if letter in AT_BODY:
            return AT_BODY[letter](self, x, k)
        if letter in FROM_ELSEWHERE and Space.FRAME in (letter.range, letter.domain):
            return self._frames_of_body(letter, x, k)
        if letter in AT_FRAME:
            parts = ((x[6 * place : 6 * place + 6], i) for place, i in enumerate(self.bodies.frames_at(k)))
            return tuple(y for part, i in parts for y in AT_FRAME[letter](self, part, i))
        symbol = plain(letter)
        match symbol:
            case Symbol(owner=Given()):
                return given(self, symbol, x, k)
            case Symbol(owner=Rows() as rows):
                kept = self.bodies.kept(rows, letter.range, k)
                return tuple(y if own else 0.0 for y, own in zip(x, kept, strict=True)) if any(kept) else None
            case Symbol(owner=Head() as head):
                rows = self.dense.head(head, k)
                return None if rows is None else multiply(rows, x)
            case Symbol(owner=Lyapunov() as family):
                composite = self.found[LyapunovRecursion(family)][k]
                return composite.apply(x) if letter is symbol else composite.apply_adjoint(x)
            case Symbol(owner=Riccati() as family):
                return self._family_letter(letter, symbol, family, x, k)
            case Inverse() | Power():
                return self._function_of_block(symbol, x, k)
            case Derivative():
                return dict(self._ends(symbol, x, k)).get(k)
            case Diagonal(base=base) if letter.range in (Space.JOINT, Space.BODY):
                places: Places = [x if i == k else None for i in range(len(self.mechanism))]
                return self.dense.apply_diagonal(expand(base), places)[k]
            case _:
                raise CompileError(f"'{letter}' has no sweep; it can be evaluated with psiphi.dense.")

    def side(self, operation: Operation, x: Any, k: int) -> Value | None:
        """What is behind a joint, which vanishes behind the root."""
        inertia = self.found[operation][k]
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
            if isinstance(letter, Inverse) and any(map(is_zero_vector, matrix)):
                raise AlwaysSingular(f"inv({base}): {SINGULAR}")
            self._functions[letter, k] = (
                solver_of(matrix, base, self.arithmetic).solve
                if isinstance(letter, Inverse)
                else partial(multiply, power(matrix, letter.exponent, self.arithmetic))
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
            end: transposed([column.get(end, (0.0,) * self._size(p.range, end)) for column in columns])
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


def _joins_bodies(letter: Expr) -> bool:
    """Whether a letter leads from the bodies of a group (joint_groups.py) to their joint or back."""
    symbol = plain(letter)
    if symbol in (op.H, op.H_dot):
        return True
    return isinstance(symbol, Symbol) and isinstance(symbol.owner, Riccati) and symbol is symbol.owner.G
