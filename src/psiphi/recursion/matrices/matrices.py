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
from psiphi.algebra.construction import adjoint, identity
from psiphi.algebra.derivatives import tangent_of
from psiphi.algebra.expression import Expr, Inverse, Symbol
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.joint_factors import JointFactorization
from psiphi.algebra.rewriting.matrix_forms import (
    gram_form,
    innovations_family,
    whole_derivatives,
    with_composites,
)
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach
from psiphi.recursion.bodies.bodies import Bodies, Places
from psiphi.recursion.matrices.across import across, between_branches, is_between_branches
from psiphi.recursion.matrices.columns import Columns
from psiphi.recursion.matrices.gram import Block, Blocks, Gram, Weights, add_block, by_columns
from psiphi.recursion.matrices.heads import Head
from psiphi.recursion.matrices.shared_paths import shared_paths
from psiphi.recursion.matrices.systems import Systems
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.dual import rate_of
from psiphi.recursion.numbers.small_matrices import multiply, transposed
from psiphi.recursion.numbers.solving import Solver
from psiphi.recursion.numbers.vectors import added, times
from psiphi.recursion.sweeps.operations.inertias import RiccatiRecursion


class MatrixEvaluator:
    """Evaluates polynomials as dense matrices for one robot in one configuration; `ways` as in Systems."""

    def __init__(self, bodies: Bodies, inputs: Mapping[Symbol, Places], **ways: bool) -> None:
        self.bodies = bodies
        self.columns = Columns(bodies, inputs, self)
        self.systems = Systems(bodies, self._matrix, self._gram, **ways)
        self.solve, self.apply_factors = self.systems.solve, self.systems.apply_factors
        self._heads: dict[Head, dict[int, Block]] = {}
        self._own: dict[Polynomial, Blocks] = {}  # that join a body with itself

    def dense(self, p: Polynomial) -> Block:
        """The whole matrix, rows and columns as callers see them; structural zeros are floats."""
        matrix = self._matrix(p)
        if p.range is Space.BODY:
            matrix = self._turn_rows(matrix)
        return transposed(self._turn_rows(transposed(matrix))) if p.domain is Space.BODY else matrix

    def _turn_rows(self, matrix: Block) -> Block:
        """Rows of bodies turned into the model's body frames."""
        result: Block = []
        for places, link in zip(self.bodies.offsets(Space.BODY), self.bodies.mechanism.links, strict=True):
            start = places[0]
            for half in (start, start + 3):
                columns = zip(*matrix[half : half + 3], strict=True)
                turned = [link.boundary.rotate_to_parent((x, y, z)) for x, y, z in columns]
                result.extend(transposed(turned))
            result.extend(matrix[start + 6 : places[-1] + 1])  # modes have no axes
        return result

    def _matrix(self, p: Polynomial) -> Block:
        """The whole matrix in the frames that the sweeps use."""
        rows, columns = self.bodies.offsets(p.range), self.bodies.offsets(p.domain)
        n, m = (sum(len(x) for x in offsets) for offsets in (rows, columns))
        matrix: Block = [[0.0] * m for _ in range(n)]
        for (i, j), block in self.blocks(p).items():
            for row, values in zip(rows[i], block, strict=True):
                for column, value in zip(columns[j], values, strict=True):
                    matrix[row][column] = value
        return matrix

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

    def blocks(self, p: Polynomial) -> Blocks:
        """The non-zero blocks by place."""
        for way in (self._inverted, self._differentiated, self._of_gram_form, self._of_coordinates):
            found = way(p)
            if found is not None:
                return found
        p = with_composites(p)
        found = self.columns.blocks(p.part(w for w in p.terms if not is_between_branches(w)))
        for term in between_branches(p) if self.bodies.mechanism.branches else []:
            for place, block in across(term, self.bodies, self.columns.of).items():
                add_block(found, place, block)
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
        letter = lone[0] if len(lone) == 1 and p.terms[lone] == 1 else None
        if not isinstance(letter, Inverse) or reach(letter) is Reach.MEMORYLESS:
            return None
        factors = self.systems.factored(expand(letter.base))
        if not isinstance(factors, Solver):
            return None
        matrix, offsets = factors.inverse(), list(enumerate(self.bodies.offsets(p.range)))
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
                add_block(found, place, [[times(float(c), rate_of(y, level)) for y in row] for row in block])
        return found

    def _of_gram_form(self, p: Polynomial) -> Blocks | None:
        """The blocks of F* X G, of a symmetric one half of them; else None."""
        form = gram_form(p)
        if form is None:
            return None
        gram = self._gram(*form)
        paths = shared_paths(gram, *form[:2], self.bodies, self.columns.of) if gram.symmetric else None
        return gram.blocks(paths)

    def _gram(self, F: Polynomial, X: Expr, G: Polynomial) -> Gram:
        right = self.columns.of(G)
        left = right if F == G else self.columns.of(F)
        return Gram.of(left, right, self._weights(X), symmetric=left is right and adjoint(X) is X)

    def head(self, owner: Head, k: int) -> Block | None:
        """The rows of a product of memoryless letters at body k, None where it is zero."""
        if owner not in self._heads:
            columns = self.columns.of(owner.columns).items()
            self._heads[owner] = {i: transposed(block) for (i, _), block in columns}
        return self._heads[owner].get(k)

    def _weights(self, X: Expr) -> Weights:
        """X of a Gram form; for X = D⁻¹ = L⁻* d L⁻¹ columns are whitened by L⁻¹, and d is left."""
        family = innovations_family(X)
        if family is not None:
            steps = self.columns.found[RiccatiRecursion(family)]
            return Weights(
                lambda c, block: by_columns(block, steps[c].factors.whiten),
                lambda c, block: _by_rows(block, steps[c].factors.reciprocals),
            )
        if isinstance(X, Symbol) and isinstance(X.owner, JointFactorization):
            reciprocals, links = self.systems.joint_factors(X.owner).reciprocals, self.bodies.mechanism.links
            return Weights(_as_it_is, lambda c, block: _by_rows(block, [reciprocals[i] for i in links[c].v]))
        if X is identity(X.range):
            return Weights(_as_it_is, _as_it_is)
        own = self.columns.of(expand(X))  # blocks (c, c), none where X vanishes
        return Weights(
            _as_it_is,
            lambda c, block: by_columns(block, partial(multiply, own[c, c])) if (c, c) in own else None,
        )


def _as_it_is(_: int, block: Block) -> Block:
    return block


def _by_rows(block: Block, factors: Sequence[Number]) -> Block:
    return [[times(x, r) for x in row] for row, r in zip(block, factors, strict=True)]
