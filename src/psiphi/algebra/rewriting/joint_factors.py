"""The factors I − HψK and D⁻¹ of an inverse mass operator, from the mass matrix instead of from a filter.

𝓜 = L* d L with L unit triangular and zero between branches [RJK 11, with joints one coordinate at a time]:
for a few joints in a chain, factoring the small matrix 𝓜 takes fewer operations than carrying 6×6 inertias
inward. W = L⁻* then stands where I − HψK stood, and δ = d⁻¹ for D⁻¹.
"""

from __future__ import annotations

from collections.abc import Iterator

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint, inverse_node, symbol
from psiphi.algebra.derivation import substitute
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.families import Riccati
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.definitions import covariance, filters_in
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.algebra.spaces import Space
from psiphi.frozen import frozen
from psiphi.locks import cached_property


@frozen
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
    def operator(self) -> Expr:
        """The mass operator itself."""
        return covariance(self.family)

    @property
    def matrix(self) -> Polynomial:
        return expand(self.operator)


def with_joint_factors(x: Expr) -> Expr | None:
    """x with W*δW for (I − HψK)*D⁻¹(I − HψK), or None where the filter occurs in other ways as well.

    Only whole inverses are replaced: for joints with several coordinates L* d L splits D, too.
    """
    result = x
    for inverse, factors in joint_factors(x):
        result = substitute(result, inverse, factors)
    return None if result is x or filters_in(result) else result


def joint_factors(x: Expr) -> Iterator[tuple[Expr, Expr]]:
    """(I − HψK)*D⁻¹(I − HψK) and W*δW of each filter in x."""
    for family in filters_in(x):
        letters = JointFactorization(family)
        whitening = op.I - family.H @ family.psi @ family.K
        inverse = adjoint(whitening) @ inverse_node(family.D) @ whitening
        yield inverse, adjoint(letters.W) @ letters.delta @ letters.W
