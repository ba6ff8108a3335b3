"""Matrices of operators: polynomials without a vector, evaluated block by block.

Five ways, tried in this order:

1. *Inverses* that no rule could eliminate, from their factors; *derivatives* of whole matrices, entry by
   entry: each number of a matrix carries its rate.
2. *Gram form* F* X G with F and G causal and X memoryless, as (I − HψK)* D⁻¹ (I − HψK): columns of F and G
   live on ancestors, and a block (i, j) is a sum over the common ancestors of i and j. On a tree this is what
   gives the blocks across branches. Long sums go by way of compliances (shared_paths.py).
3. *Composites*: a causal sandwich A φ X φ* C becomes A φ r C + A r φ* C − A r C with r = X + E_φ r E_φ*
   [RK88 a.45], so that only columns along one path to the base remain.
4. *Across branches*: A* Q_x C with A and C causal, at the body where the branches meet (across.py).
5. *Columns* of whatever is left, applied to unit vectors; or its rows, the columns of its adjoint, where they
   are fewer: a Jacobian of many joints has six rows for each frame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from psiphi.algebra import operators as op
from psiphi.algebra.derivatives import tangent_of
from psiphi.algebra.expression import (
    Adjoint,
    Expr,
    Inverse,
    Symbol,
    adjoint,
    identity,
    symbol,
)
from psiphi.algebra.families import Riccati
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.factoring import factor
from psiphi.algebra.rewriting.joint_factors import JointFactorization
from psiphi.algebra.rewriting.matrix_forms import (
    gram_form,
    is_local,
    reach_of,
    states,
    whole_derivatives,
    with_composites,
)
from psiphi.algebra.rewriting.polynomial import Polynomial, expand, monomial
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import Structure, reach, structure
from psiphi.recursion.bodies.bodies import Bodies, Places
from psiphi.recursion.matrices.across import Across, between_branches, is_between_branches, meeting
from psiphi.recursion.matrices.gram import (
    Block,
    Blocks,
    Gram,
    Weights,
    by_columns,
    inner,
    mirrored,
    total,
    transposed,
)
from psiphi.recursion.matrices.heads import Head, with_heads
from psiphi.recursion.matrices.joint_factors import BranchFactors
from psiphi.recursion.matrices.sequential import SequentialFactors, parting
from psiphi.recursion.matrices.shared_paths import SharedPaths, worth_it
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.dual import rate_of
from psiphi.recursion.numbers.least_factors import LeastFactors
from psiphi.recursion.numbers.orthogonal_factors import OrthogonalFactors
from psiphi.recursion.numbers.small_matrices import Factors, multiply
from psiphi.recursion.numbers.solving import solver_of
from psiphi.recursion.numbers.vectors import added, is_zero_vector, times
from psiphi.recursion.sweeps.interpret import Interpreter
from psiphi.recursion.sweeps.lowering import lower
from psiphi.recursion.sweeps.operations import Id, Input, Operation, RiccatiRecursion
from psiphi.recursion.sweeps.program import SweepProgram
from psiphi.recursion.sweeps.schedule import schedule

Solver = Factors | OrthogonalFactors | SequentialFactors | LeastFactors
_UNIT = object()
"""What marks the symbol of a unit vector, whatever users call their own vectors."""


class MatrixEvaluator:
    """Evaluates polynomials as dense matrices for one robot in one configuration.

    `skipping` solves singular systems, with the least of their solutions (least_factors.py); `sequential`
    solves systems part by part where they fall apart but for a few bodies (sequential.py); `limbs_apart` is
    for factors that are applied to many vectors with zeros (joint_factors.py).
    """

    def __init__(
        self,
        bodies: Bodies,
        inputs: Mapping[Symbol, Places],
        *,
        skipping: bool = False,
        sequential: bool = False,
        limbs_apart: bool = False,
    ) -> None:
        self.bodies = bodies
        self.inputs = inputs
        self.skipping = skipping
        self.sequential = sequential
        self.limbs_apart = limbs_apart
        self._shared: dict[Operation, Places] = {}
        self._factors: dict[JointFactorization, BranchFactors] = {}
        self._heads: dict[Head, dict[int, Block]] = {}
        self._own: dict[Polynomial, Blocks] = {}  # that join a body with itself
        self._solvers: dict[Polynomial, Solver] = {}

    def dense(self, p: Polynomial) -> list[list[Number]]:
        """The whole matrix, rows and columns as callers see them; structural zeros are floats."""
        return self._at_boundary(p, self._matrix(p))

    def _matrix(self, p: Polynomial) -> list[list[Number]]:
        """The whole matrix in the frames that the sweeps use."""
        blocks = self.blocks(p)
        rows, columns = self._offsets(p.range), self._offsets(p.domain)
        n, m = (sum(len(x) for x in offsets) for offsets in (rows, columns))
        matrix: list[list[Number]] = [[0.0] * m for _ in range(n)]
        for (i, j), block in blocks.items():
            for row, values in zip(rows[i], block, strict=True):
                for column, value in zip(columns[j], values, strict=True):
                    matrix[row][column] = value
        return matrix

    def solve(self, p: Polynomial, x: Places) -> Places:
        """inv(p) x; NaN where p is singular."""
        offsets = self._offsets(p.range)
        flat: list[Number] = [0.0] * sum(map(len, offsets))
        for places, values in zip(offsets, x, strict=True):
            for place, value in zip(places, values or (), strict=False):
                flat[place] = value
        found = self._factored(p).solve(flat)
        return [tuple(found[place] for place in places) or None for places in offsets]

    def _factored(self, p: Polynomial) -> Solver:
        """What solves systems of p, computed once."""
        if p not in self._solvers:
            self._solvers[p] = self._solver(p)
        return self._solvers[p]

    def _solver(self, p: Polynomial) -> Solver:
        X = factor(p)
        facts = structure(X)
        least = self.skipping and not facts.positive
        sequential = self._sequential_factors(p, facts) if self.sequential and not least else None
        if sequential is not None:
            return sequential
        arithmetic, floor = self.bodies.arithmetic, self._floor(p)
        if least:
            steps = self.bodies.mechanism.nv
            return LeastFactors(self._matrix(p), arithmetic, steps=steps, floor=floor)
        return solver_of(self._matrix(p), X, arithmetic, floor)

    def _floor(self, p: Polynomial) -> float:
        """Loops that give way less than a body of 1e16 times the robot's mass hold by rounding alone."""
        mass = self.bodies.mechanism.mass
        return 1.0 / mass if p.range is Space.LOOP and mass > 0.0 else 0.0

    def _sequential_factors(self, p: Polynomial, facts: Structure) -> SequentialFactors | None:
        """The factors part by part, or None where p does not fall apart."""
        form = gram_form(p) if facts.semidefinite and p.range is not Space.BODY else None
        gram = None if form is None else self._gram(*form)
        if gram is None or not gram.symmetric:
            return None
        offsets = self._offsets(p.range)
        columns = {i: frozenset(c for c, j in gram.left if i == j) for i in range(len(offsets))}
        sizes = dict(enumerate(map(len, offsets)))
        heights = {c: len(block) for (c, _), block in gram.left.items()}
        found = parting(columns, sizes, heights)
        if found is None:
            return None
        arithmetic, floor = self.bodies.arithmetic, self._floor(p)
        return SequentialFactors(gram, found, offsets, arithmetic, guarded=not facts.positive, floor=floor)

    def apply_factors(self, letter: Expr, x: Places) -> Places:
        """W x, W* x or δ x of the factors of a mass matrix."""
        symbol_ = letter.symbol if isinstance(letter, Adjoint) else letter
        assert isinstance(symbol_, Symbol)
        assert isinstance(symbol_.owner, JointFactorization)
        factors = self.joint_factors(symbol_.owner)
        flat = self.bodies.joined(Space.JOINT, x)
        if symbol_ is symbol_.owner.delta:
            flat = factors.scale(flat)
        else:
            flat = factors.whiten_adjoint(flat) if isinstance(letter, Adjoint) else factors.whiten(flat)
        places = self.bodies.split(Space.JOINT, flat)
        return [None if value is None or is_zero_vector(value) else value for value in places]

    def apply_diagonal(self, p: Polynomial, x: Places) -> Places:
        """diag(p) x: the blocks that join a body with itself, or the frames on it."""
        if p.range is Space.COORDINATE:
            return self._apply_blocks(self._matrix(p), x)
        if p not in self._own:  # once for all bodies whose blocks are asked for
            body_of = self.bodies.body_of
            blocks = self.blocks(p).items()
            self._own[p] = {at: y for at, y in blocks if body_of(p.range, at[0]) == body_of(p.domain, at[1])}
        found: Places = [None] * len(x)
        for (i, j), block in self._own[p].items():
            if x[j] is not None:
                found[i] = added(found[i], multiply(block, x[j]))
        return found

    def _apply_blocks(self, matrix: Block, x: Places) -> Places:
        """The same of independent coordinates: those of one joint belong together."""
        if x[0] is None:
            return x
        mechanism = self.bodies.mechanism
        joint_of: dict[int, set[int]] = {}
        for link in mechanism.links:
            own = {mechanism.v_expansion[i][0] for i in link.v}
            for i in own:
                joint_of.setdefault(i, set()).update(own)
        rows = [[y if j in joint_of[i] else 0.0 for j, y in enumerate(row)] for i, row in enumerate(matrix)]
        return [multiply(rows, x[0])]

    def joint_factors(self, owner: JointFactorization) -> BranchFactors:
        """The factors of a mass matrix, computed once."""
        if owner not in self._factors:
            assert not self.bodies.mechanism.groups, "loops as joints fill the pattern of the tree"
            matrix = self.dense(owner.matrix)
            self._factors[owner] = BranchFactors(
                self.bodies.mechanism,
                matrix,
                self.bodies.arithmetic,
                guarded=not structure(owner.family.D).positive,
                limbs_apart=self.limbs_apart,
            )
        return self._factors[owner]

    def blocks(self, p: Polynomial) -> Blocks:
        """The non-zero blocks by place."""
        inverted = self._inverted(p)
        if inverted is not None:
            return inverted
        differentiated = self._differentiated(p)
        if differentiated is not None:
            return differentiated
        gram = gram_form(p)
        if gram is not None:
            found = self._gram(*gram)
            return found.blocks(self._shared_paths(found, *gram[:2]) if found.symmetric else None)
        coupled = self._of_coordinates(p)
        if coupled is not None:
            return coupled
        p = with_composites(p)
        across = between_branches(p) if self.bodies.mechanism.branches else []
        found = self._columns_and_rows(p.part(w for w in p.terms if not is_between_branches(w)))
        for term in across:
            for place, block in self._across(term).items():
                found[place] = total(found[place], block) if place in found else block
        return found

    def _of_coordinates(self, p: Polynomial) -> Blocks | None:
        """S*XS from X on the joints of the tree, each column of which ends at the base; else None."""
        S = op.coupling
        if not p or not all(len(w) > 2 and (w[0], w[-1]) == (adjoint(S), S) for w in p.terms):
            return None
        joints = Polynomial({w[1:-1]: c for w, c in p.terms.items()}, Space.JOINT, Space.JOINT)
        shared = self.bodies.mechanism.independent_forces
        columns = [shared(column) for column in zip(*map(shared, self._matrix(joints)), strict=True)]
        return {(0, 0): transposed(columns)}

    def _inverted(self, p: Polynomial) -> Blocks | None:
        """The blocks of inv(X) for an X of whole vectors, of a definite one half of them; else None."""
        lone = next(iter(p.terms)) if len(p.terms) == 1 else ()
        if len(lone) != 1 or p.terms[lone] != 1 or not isinstance(lone[0], Inverse):
            return None
        if reach(lone[0]) is Reach.MEMORYLESS:
            return None
        factors = self._factored(expand(lone[0].base))
        if not isinstance(factors, Factors | OrthogonalFactors):
            return None
        matrix, offsets = factors.inverse(), list(enumerate(self._offsets(p.range)))
        return {(i, j): [[matrix[a][b] for b in to] for a in at] for i, at in offsets for j, to in offsets}

    def _differentiated(self, p: Polynomial) -> Blocks | None:
        """The blocks of sums with derivatives of whole matrices, entry by entry; else None."""
        derivatives, rest = whole_derivatives(p)
        if not derivatives:
            return None
        found = self.blocks(rest) if rest else {}
        for letter, c in derivatives.items():
            level = self.bodies.level(tangent_of(letter))
            for place, block in self.blocks(expand(letter.base)).items():
                rates = [[times(float(c), rate_of(y, level)) for y in row] for row in block]
                found[place] = total(found[place], rates) if place in found else rates
        return found

    def _columns_and_rows(self, p: Polynomial) -> Blocks:
        """The blocks by columns, or by rows where they are fewer; of a symmetric matrix half of them."""
        symmetric = p == p.T
        if p.range is p.domain is Space.JOINT and not symmetric:
            return self._both_ways(p)
        if not symmetric and self._steps(p.range) < self._steps(p.domain):
            rows = self.columns(p.T)
            return {(i, j): transposed(block) for (j, i), block in rows.items()}
        columns = self.columns(with_heads(p))
        found: Blocks = {}
        for (i, j), block in columns.items():
            if not symmetric or i <= j:  # ancestors come before descendants
                found[i, j] = block
                if symmetric and i < j:
                    found[j, i] = transposed(block)
        if symmetric:
            for j in {j for _, j in found}:
                if (j, j) in found:
                    found[j, j] = mirrored(found[j, j])
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
        found = self.columns(inward) if inward else {}
        for (j, i), block in self.columns(outward.T).items() if outward else ():
            rows = transposed(block)
            found[i, j] = total(found[i, j], rows) if (i, j) in found else rows
        return found

    def _steps(self, space: Space) -> int:
        """How many bodies the unit vectors of a space pass on their way to the base, all together.

        The moments and the forces along the three axes of a frame are turned as one.
        """
        depths: list[int] = []
        for link in self.bodies.mechanism.links:
            depths.append(1 + (depths[link.parent] if link.parent >= 0 else 0))
        frames = self.bodies.mechanism.frames
        match space:
            case Space.JOINT | Space.BODY:
                return sum(self.bodies.dimension(space, k) * depth for k, depth in enumerate(depths))
            case Space.FRAME:
                return sum(3 * depths[frame.body] for frame in frames if frame.body >= 0)
            case Space.LOOP:
                ends = [(loop.size, end.body) for loop in self.bodies.mechanism.loops for end in loop.ends]
                return sum(size * depths[body] for size, body in ends if body >= 0)
            case Space.WORLD:  # out to every body, and to meet its inertia
                return 4 * len(depths)
            case _:
                return self.bodies.dimension(space, 0) * len(depths)

    def columns(self, p: Polynomial) -> Blocks:
        """p applied to each unit vector of its domain."""
        program = lower([p @ monomial((_unit(p.domain),), p.domain, Space.ONE)])
        keep = self._constants(program)
        if is_local(p) and not self.bodies.mechanism.groups:  # a group joins bodies
            return self._local(p, program, keep)
        found: Blocks = {}
        for j in range(self.bodies.places(p.domain)):
            size = self.bodies.dimension(p.domain, j)
            values = [self._column(program, keep, p.domain, a, j) for a in range(size)]
            for i in range(self.bodies.places(p.range)):
                if any(value[i] is not None for value in values):
                    rows = self.bodies.dimension(p.range, i)
                    parts = [value[i] if value[i] is not None else (0.0,) * rows for value in values]
                    found[i, j] = [list(row) for row in zip(*parts, strict=True)]
        return found

    def _local(self, p: Polynomial, program: SweepProgram, keep: dict[Id, Places]) -> Blocks:
        """The diagonal blocks of a memoryless polynomial: all bodies at once, as none feels another."""
        places = range(len(self.bodies.mechanism))
        sizes = [self.bodies.dimension(p.domain, k) for k in places]
        values = [self._column(program, keep, p.domain, a, *places) for a in range(max(sizes, default=0))]
        found: Blocks = {}
        for k in places:
            columns = [value[k] for value in values[: sizes[k]]]
            if any(column is not None for column in columns):
                nothing = (0.0,) * self.bodies.dimension(p.range, k)
                parts = [nothing if column is None else column for column in columns]
                found[k, k] = [list(row) for row in zip(*parts, strict=True)]
        return found

    def _column(
        self, program: SweepProgram, keep: dict[Id, Places], space: Space, a: int, *places: int
    ) -> Places:
        """The program applied to the unit vector of number a at each of these places."""
        unit: Places = [None] * self.bodies.places(space)
        for j in places:
            size = self.bodies.dimension(space, j)
            unit[j] = tuple(1.0 if i == a else 0.0 for i in range(size)) if a < size else None
        interpreter = Interpreter(program, self.bodies, {**self.inputs, _unit(space): unit}, self)
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
        interpreter = Interpreter(part, self.bodies, self.inputs, self)
        interpreter.run(
            {n: self._shared[d.operation] for n, d in still.items() if d.operation in self._shared}
        )
        self._shared.update({x: v for x, v in interpreter.found.items() if x.is_of_the_robot})
        return interpreter.values

    def _gram(self, F: Polynomial, X: Expr, G: Polynomial) -> Gram:
        right = self.columns(G)
        left = right if F == G else self.columns(F)
        return Gram.of(left, right, self._weights(X), symmetric=left is right and adjoint(X) is X)

    def _shared_paths(self, gram: Gram, F: Polynomial, X: Expr) -> SharedPaths | None:
        """Long sums of a symmetric Gram form by way of compliances, where that takes fewer operations."""
        parted = states(F, X)
        if parted is None or self.bodies.mechanism.groups:  # compliances within groups have no sweep
            return None
        family, behind, rest = parted
        living: dict[int, set[int]] = {}
        for c, i in gram.left:
            if not rest or c != self.bodies.body_of(F.domain, i):  # F₀ lives at the body of i
                living.setdefault(i, set()).add(c)
        pairs = {(i, j): living[i] & living[j] for i in living for j in living if i <= j}
        last = {pair: max(bodies) for pair, bodies in pairs.items() if bodies}
        parents = self.bodies.mechanism.parents
        sizes = {i: len(block[0]) for (_, i), block in gram.left.items()}
        heights = {c: len(block) for (c, _), block in gram.left.items()}
        chosen = worth_it(last, sizes, heights, parents)
        if not chosen:
            return None
        return SharedPaths(chosen, parents, self.columns(behind), self.columns(expand(family.Omega)))

    def _across(self, term: Across) -> Blocks:
        """The blocks of A* Q_x C."""
        left, right = self.columns(term.left), self.columns(term.right)
        bodies, parents = self.bodies, self.bodies.mechanism.parents
        found: Blocks = {}
        for i in {i for _, i in left}:
            for j in {j for _, j in right}:
                if term.symmetric and j < i:
                    continue
                rows, columns = (bodies.body_of(x.domain, at) for x, at in ((term.left, i), (term.right, j)))
                meet = meeting(parents, rows, columns)
                if (meet, i) in left and (meet, j) in right:
                    block = found[i, j] = inner([meet], left, right, i, j, triangle=False)
                    if term.symmetric:
                        found[j, i] = transposed(block)
        return found

    def head(self, owner: Head, k: int) -> Block | None:
        """The rows of a product of memoryless letters at body k, None where it is zero."""
        if owner not in self._heads:
            self._heads[owner] = {
                i: transposed(block) for (i, _), block in self.columns(owner.columns).items()
            }
        return self._heads[owner].get(k)

    def _weights(self, X: Expr) -> Weights:
        """X of a Gram form; for X = D⁻¹ = L⁻* d L⁻¹ columns are whitened by L⁻¹, and d is left."""
        if isinstance(X, Inverse) and isinstance(X.base, Symbol) and isinstance(X.base.owner, Riccati):
            steps = self._shared[RiccatiRecursion(X.base.owner)]
            return Weights(
                lambda c, block: by_columns(block, steps[c].factors.whiten),
                lambda c, block: _by_rows(block, steps[c].factors.reciprocals),
            )
        if isinstance(X, Symbol) and isinstance(X.owner, JointFactorization):
            reciprocals, links = self.joint_factors(X.owner).reciprocals, self.bodies.mechanism.links
            return Weights(_as_it_is, lambda c, block: _by_rows(block, [reciprocals[i] for i in links[c].v]))
        if X is identity(X.range):
            return Weights(_as_it_is, _as_it_is)
        own = self.columns(expand(X))  # blocks (c, c), none where X vanishes
        return Weights(
            _as_it_is,
            lambda c, block: by_columns(block, partial(multiply, own[c, c])) if (c, c) in own else None,
        )

    def _offsets(self, space: Space) -> list[list[int]]:
        """The flat indices of each place."""
        if space is Space.JOINT:
            return [list(link.v) for link in self.bodies.mechanism.links]
        sizes = [self.bodies.dimension(space, k) for k in range(self.bodies.places(space))]
        starts = [sum(sizes[:k]) for k in range(len(sizes))]
        return [list(range(start, start + size)) for start, size in zip(starts, sizes, strict=True)]

    def _at_boundary(self, p: Polynomial, matrix: list[list[Number]]) -> list[list[Number]]:
        """Body-space rows and columns turned into the model's body frames."""
        if p.range is Space.BODY:
            matrix = self._turn_rows(matrix)
        if p.domain is Space.BODY:
            matrix = [
                list(r)
                for r in zip(*self._turn_rows([list(c) for c in zip(*matrix, strict=True)]), strict=True)
            ]
        return matrix

    def _turn_rows(self, matrix: list[list[Number]]) -> list[list[Number]]:
        result: list[list[Number]] = []
        for places, link in zip(self._offsets(Space.BODY), self.bodies.mechanism.links, strict=True):
            start = places[0]
            for half in (start, start + 3):
                columns = zip(*matrix[half : half + 3], strict=True)
                turned = [link.boundary.rotate_to_parent((x, y, z)) for x, y, z in columns]
                result.extend(list(row) for row in zip(*turned, strict=True))
            result.extend(matrix[start + 6 : places[-1] + 1])  # modes have no axes
        return result


def _unit(space: Space) -> Symbol:
    return symbol("unit", space, Space.ONE, owner=_UNIT)


def _as_it_is(_: int, block: Block) -> Block:
    return block


def _by_rows(block: Block, factors: Sequence[Number]) -> Block:
    return [[times(x, r) for x in row] for row, r in zip(block, factors, strict=True)]
