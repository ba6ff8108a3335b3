"""The factors I − HψK and D⁻¹ of an inverse mass operator, from the mass matrix instead of from a filter.

𝓜 = L* d L with L unit triangular and zero between branches [RJK 11, with joints one coordinate at a time]:
for a few joints in a chain, factoring the small matrix 𝓜 takes fewer operations than carrying 6×6 inertias
inward. W = L⁻* then stands where I − HψK stood, and δ = d⁻¹ for D⁻¹.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from psiphi.algebra import operators as op
from psiphi.algebra.derivation import substitute
from psiphi.algebra.expression import Expr, Symbol, adjoint, inverse_node, symbol
from psiphi.algebra.families import Riccati
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.definitions import covariance, families_of
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.algebra.spaces import Space
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import is_zero, minus, times


@dataclass(frozen=True)
class JointFactorization:
    """The letters W and δ of the mass operator H φ X φ* H* + HφS + S*φ*H* + Y."""

    family: Riccati

    @cached_property
    def W(self) -> Symbol:
        """L⁻*, in the place of I − HψK."""
        return symbol("W", Space.JOINT, Space.JOINT, Reach.CAUSAL, invertible=True, owner=self)

    @cached_property
    def delta(self) -> Symbol:
        """d⁻¹, in the place of D⁻¹."""
        return symbol("delta", Space.JOINT, Space.JOINT, Reach.MEMORYLESS, positive=True, owner=self)

    @property
    def matrix(self) -> Polynomial:
        """The mass operator itself."""
        return expand(covariance(self.family))


def with_joint_factors(x: Expr) -> Expr | None:
    """x with W*δW for (I − HψK)*D⁻¹(I − HψK), or None where the filter occurs in other ways as well.

    Only whole inverses are replaced: for joints with several coordinates L* d L splits D, too.
    """
    result = x
    for family in [f for f in families_of(x) if isinstance(f, Riccati)]:
        letters = JointFactorization(family)
        whitening = op.I - op.H @ family.psi @ family.K
        inverse = adjoint(whitening) @ inverse_node(family.D) @ whitening
        result = substitute(result, inverse, adjoint(letters.W) @ letters.delta @ letters.W)
    if result is x or any(isinstance(f, Riccati) for f in families_of(result)):
        return None
    return result


class BranchFactors:
    """𝓜 = L* d L in numbers, over the tree of degrees of freedom.

    `guarded` makes NaN of what is divided by a pivot of which rounding leaves nothing, as in `Factors`.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        matrix: list[list[Number]],
        arithmetic: Arithmetic,
        *,
        guarded: bool = False,
    ) -> None:
        self.order, self._above = _coordinate_tree(mechanism)
        self.lower: dict[tuple[int, int], Number] = {}
        self.reciprocals: dict[int, Number] = {}
        A = {(i, j): matrix[i][j] for i in self.order for j in (i, *self._above[i])}
        for k in reversed(self.order):
            pivot = arithmetic.significant(A[k, k], matrix[k][k]) if guarded else A[k, k]
            self.reciprocals[k] = arithmetic.reciprocal(pivot)
            above = self._above[k]
            for place, i in enumerate(above):
                factor = times(A[k, i], self.reciprocals[k])
                self.lower[k, i] = factor
                for j in above[place:]:
                    A[i, j] = minus(A[i, j], times(factor, A[k, j]))

    def whiten(self, x: list[Number]) -> list[Number]:
        """W x = L⁻* x, tips first."""
        x = list(x)
        for k in reversed(self.order):
            if not is_zero(x[k]):
                for j in self._above[k]:
                    x[j] = minus(x[j], times(self.lower[k, j], x[k]))
        return x

    def whiten_adjoint(self, x: list[Number]) -> list[Number]:
        """W* x = L⁻¹ x, base first."""
        x = list(x)
        for k in self.order:
            for j in self._above[k]:
                x[k] = minus(x[k], times(self.lower[k, j], x[j]))
        return x

    def scale(self, x: list[Number]) -> list[Number]:
        """δ x."""
        return [times(self.reciprocals[i], y) for i, y in enumerate(x)]


def _coordinate_tree(mechanism: Mechanism) -> tuple[list[int], dict[int, list[int]]]:
    """The coordinates base first, and for each those above it, nearest first."""
    order: list[int] = []
    above: dict[int, list[int]] = {}
    path: list[list[int]] = []
    for link in mechanism.links:
        inherited = path[link.parent] if link.parent >= 0 else []
        for i in link.v:
            above[i] = inherited
            inherited = [i, *inherited]
            order.append(i)
        path.append(inherited)
    return order, above
