"""Matrices that are factored: systems of them, and the factors of mass matrices, each computed once."""

from __future__ import annotations

from collections.abc import Callable

from psiphi.algebra.expression import Adjoint, Expr, Symbol
from psiphi.algebra.rewriting.factoring import factor
from psiphi.algebra.rewriting.joint_factors import JointFactorization
from psiphi.algebra.rewriting.matrix_forms import gram_form
from psiphi.algebra.rewriting.polynomial import Polynomial
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import Structure, structure
from psiphi.recursion.bodies.bodies import Bodies, Places
from psiphi.recursion.matrices.gram import Block, Gram
from psiphi.recursion.matrices.joint_factors import BranchFactors
from psiphi.recursion.matrices.sequential import SequentialFactors, parting
from psiphi.recursion.numbers.least_factors import LeastFactors
from psiphi.recursion.numbers.solving import Solver, solver_of
from psiphi.recursion.numbers.vectors import is_zero_vector

AnySolver = Solver | SequentialFactors | LeastFactors


class Systems:
    """Systems of polynomials for one robot in one configuration.

    `matrix` and `gram` give the numbers of a polynomial, and of a Gram form. `skipping` solves singular
    systems, with the least of their solutions (least_factors.py); `sequential` solves systems part by part
    where they fall apart but for a few bodies (sequential.py); `limbs_apart` is for factors that are applied
    to many vectors with zeros (joint_factors.py).
    """

    def __init__(
        self,
        bodies: Bodies,
        matrix: Callable[[Polynomial], Block],
        gram: Callable[[Polynomial, Expr, Polynomial], Gram],
        *,
        skipping: bool = False,
        sequential: bool = False,
        limbs_apart: bool = False,
    ) -> None:
        self.bodies = bodies
        self.matrix = matrix
        self.gram = gram
        self.skipping = skipping
        self.sequential = sequential
        self.limbs_apart = limbs_apart
        self._factors: dict[JointFactorization, BranchFactors] = {}
        self._solvers: dict[Polynomial, AnySolver] = {}

    def solve(self, p: Polynomial, x: Places) -> Places:
        """inv(p) x; NaN where p is singular."""
        found = self.factored(p).solve(self.bodies.flat(p.range, x))
        return [tuple(found[i] for i in places) or None for places in self.bodies.offsets(p.range)]

    def factored(self, p: Polynomial) -> AnySolver:
        """What solves systems of p, computed once."""
        if p not in self._solvers:
            self._solvers[p] = self._solver(p)
        return self._solvers[p]

    def _solver(self, p: Polynomial) -> AnySolver:
        X = factor(p)
        facts = structure(X)
        least = self.skipping and not facts.positive
        sequential = self._sequential_factors(p, facts) if self.sequential and not least else None
        if sequential is not None:
            return sequential
        arithmetic, floor = self.bodies.arithmetic, self._floor(p)
        if least:
            return LeastFactors(self.matrix(p), arithmetic, steps=self.bodies.mechanism.nv, floor=floor)
        return solver_of(self.matrix(p), X, arithmetic, floor)

    def _floor(self, p: Polynomial) -> float:
        """Loops that give way less than a body of 1e16 times the robot's mass hold by rounding alone."""
        mass = self.bodies.mechanism.mass
        return 1.0 / mass if p.range is Space.LOOP and mass > 0.0 else 0.0

    def _sequential_factors(self, p: Polynomial, facts: Structure) -> SequentialFactors | None:
        """The factors part by part, or None where p does not fall apart."""
        form = gram_form(p) if facts.semidefinite and p.range is not Space.BODY else None
        gram = None if form is None else self.gram(*form)
        if gram is None or not gram.symmetric:
            return None
        offsets = self.bodies.offsets(p.range)
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

    def joint_factors(self, owner: JointFactorization) -> BranchFactors:
        """The factors of a mass matrix, computed once."""
        if owner not in self._factors:
            mechanism, guarded = self.bodies.mechanism, not structure(owner.family.D).positive
            assert not mechanism.groups, "loops as joints fill the pattern of the tree"
            given = mechanism, self.matrix(owner.matrix), self.bodies.arithmetic
            self._factors[owner] = BranchFactors(*given, guarded=guarded, limbs_apart=self.limbs_apart)
        return self._factors[owner]
