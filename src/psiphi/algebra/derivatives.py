"""Derivatives of expressions: along rates of the joints, along the motion itself, and by vectors.

derivative(X, along=u) is what the matrix that `dense` gives for X changes by while the joints move with the
rates u, as `robot.integrate` moves them: q is a point of the configuration manifold. Everything else that is
given is held: input vectors, u, and the numbers of v. rate(X) = d/dt X is the case u = v. Body vectors have
the components of their own bodies' frames, so that M and B of rigid bodies are constant, and H too but for
universal joints. H_dot is something else, the rate seen from the world.

Derivatives are linear and obey the product rule. Nothing is multiplied out on its own account, since a
derivative is computed as it stands (recursion.numbers.dual), of flexible bodies too. `differentiated`
multiplies out, by rules of rigid bodies. With the
velocities V_u = φ*H*u and the operator Ω = cross(V_u) of crossings.py, whatever stands still when seen from
the world has a commutator for its derivative,

    δE_φ = E_φΩ − ΩE_φ    δφ = φΩ − Ωφ    δE_b = E_bΩ − ΩE_b    δE_0 = Ω*E_0    δX_0 = −X_0 cross(J u)*

an inverse has δ(X⁻¹) = −X⁻¹ δX X⁻¹, and what is left in the end are derivatives of H, of loops, of the axes
of frames and of fractional powers. That of P solves a Lyapunov equation, because the gain of a Kalman filter
makes its covariance stationary:

    δP = diag(ψ N ψ*),   N = δX + δE_φ P⁺E_φ* + E_φ P⁺δE_φ* − E_φ(G δH P A* + A P δH*G* − G δY G*)E_φ*

with A = I − GH and P⁺ = AP.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint, derivative_node, diagonal, linear, product, zero
from psiphi.algebra.crossings import Crossing, cross, crossbar, direction
from psiphi.algebra.expression import (
    Adjoint,
    Derivative,
    Diagonal,
    Expr,
    Identity,
    Inverse,
    Owner,
    Product,
    Sum,
    Symbol,
    as_expression,
    children,
    split_coefficient,
    symbols_of,
)
from psiphi.algebra.families import Riccati
from psiphi.algebra.inputs import Given
from psiphi.algebra.letters import Constant, definition, letter_of
from psiphi.errors import ExpressionError


def rate(x: Expr) -> Expr:
    """d/dt x for a robot that moves with its rates v: rate(mass), rate(phi) @ f."""
    if any(node.along is op.v for node in derivatives_in(as_expression(x))):
        raise ExpressionError(f"rate({x}) is a second rate: those are not defined, since v has no rate here.")
    return derivative(x, along=op.v)


def derivative(x: Expr, by: str | None = None, *, along: Expr | None = None) -> Expr:
    """The derivative of x along rates of the joints, or by a vector.

    derivative(mass, along=joint_vector("u"))   what x changes by while the joints move with the rates u
    derivative(mass @ tau, "q")                 the matrix of these, a column for each rate
    derivative(mass @ tau, "tau")               the same by v or by an input vector
    """
    as_expression(x)
    if (by is None) == (along is None):
        raise ExpressionError("a derivative goes along one vector of rates, along=u, or by one name, 'q'.")
    if along is None:
        from psiphi.algebra.vector_derivatives import by_vector

        return by_vector(x, str(by))
    u = direction(along)
    if isinstance(x, Identity) and x.space_is_open:
        raise ExpressionError("I alone has no derivative before it meets an operator that tells its space.")
    scale, bare = split_coefficient(x)
    if _stands_still(bare):
        return zero(x.range, x.domain)
    result: Expr
    match bare:
        case Sum():
            moving = linear((c, y) for c, y in bare.terms if not _stands_still(y))
            result = derivative(moving, along=u) if moving is not bare else derivative_node(bare, u)
        case Product():
            places = [i for i, factor in enumerate(bare.factors) if not _stands_still(factor)]
            first, last = places[0], places[-1] + 1
            core = product(bare.factors[first:last])
            inner = derivative_node(core, u) if core is bare else derivative(core, along=u)
            result = product((*bare.factors[:first], inner, *bare.factors[last:]))
        case _:
            result = derivative_node(bare, u)
    return result if scale == 1 else linear(((scale, result),))


def is_constant(x: Expr) -> bool:
    """Whether the matrix of x is the same in every configuration, whatever the robot."""
    if isinstance(x, Adjoint):
        return is_constant(x.symbol)
    if isinstance(x, Symbol):
        if isinstance(x.owner, Crossing):
            return x.owner.name != "bend" and is_constant(x.owner.vector)
        if isinstance(x.owner, Given):
            return True
        return letter_of(x).constant is not Constant.NOWHERE or (x.is_vector and x.name not in op.OPERATORS)
    return all(is_constant(y) for y in children(x))


def _stands_still(x: Expr) -> bool:
    """Whether it is constant of flexible bodies, and where loops are joints, too."""
    return is_constant(x) and not any(letter_of(s).constant is Constant.ON_TREES for s in symbols_of(x))


def derivatives_in(x: Expr) -> frozenset[Derivative]:
    """The derivatives that occur in x, one inside another, and in the definitions of its families."""
    own = frozenset({x}) if isinstance(x, Derivative) else frozenset[Derivative]()
    return own.union(*map(derivatives_in, inside(x)))


def inside(x: Expr) -> tuple[Expr, ...]:
    """The direct subexpressions of a node, or what a symbol is defined by."""
    if isinstance(x, Adjoint):
        return (x.symbol,)
    return x.owner.arguments if isinstance(x, Symbol) and isinstance(x.owner, Owner) else children(x)


class Tangent(NamedTuple):
    """Along which rates a derivative goes, and how many derivatives are inside it at most."""

    along: Symbol
    depth: int


def tangent_of(x: Derivative) -> Tangent:
    inner = [tangent_of(y).depth + 1 for y in derivatives_in(x.base)]
    return Tangent(x.along, max(inner, default=0))


def tangents_in(expressions: Iterable[Expr]) -> tuple[Tangent, ...]:
    """The directions of all derivatives, outer ones first: so is q moved, as ∂_w∂_u x is ∂_w of (∂_u x)."""
    found = {tangent_of(y) for x in expressions for y in derivatives_in(x)}
    return tuple(sorted(found, key=lambda d: (-d.depth, d.along.name)))


def of_parts(x: Derivative) -> Expr | None:
    """The derivative of a sum, a product or an inverse from those of its parts; None for other bases.

    As `differentiated` says it, but one step of it, and that for flexible bodies too.
    """
    u = x.along
    match x.base:
        case Sum(terms=terms):
            return linear((c, derivative(y, along=u)) for c, y in terms)
        case Product(factors=(first, *others)):
            rest = product(others)
            return derivative(first, along=u) @ rest + first @ derivative(rest, along=u)
        case Inverse(base=base):
            return -(x.base @ derivative(base, along=u) @ x.base)
        case _:
            return None


def differentiated(x: Expr, u: Symbol) -> Expr:
    """The derivative of x along u by the rules of differentiation; a bare one where none applies."""
    if is_constant(x):
        return zero(x.range, x.domain)
    match x:
        case Sum():
            return linear((c, differentiated(y, u)) for c, y in x.terms)
        case Product():
            return _of_product(x.factors, u)
        case Inverse():
            return _of_inverse(x, x.base, u)
        case Diagonal():
            return diagonal(differentiated(x.base, u))
        case Adjoint():
            return adjoint(differentiated(x.symbol, u))
        case Derivative():
            inner = differentiated(x.base, x.along)
            return derivative_node(x, u) if inner is x else differentiated(inner, u)
        case Symbol(owner=Crossing() as crossing) if crossing.name != "bend":
            change = differentiated(crossing.vector, u)
            return cross(change) if crossing.name == "cross" else crossbar(change)
        case Symbol(owner=Riccati() as family) if x is family.P:
            return _of_covariance(family, u)
        case Symbol():
            own, meaning = letter_of(x).derivative, definition(x)
            if own is not None:
                return own(x, u)
            if isinstance(meaning, Inverse):
                return _of_inverse(x, meaning.base, u)
            return derivative_node(x, u) if meaning is None else differentiated(meaning, u)
        case _:
            return derivative_node(x, u)


def _of_product(factors: tuple[Expr, ...], u: Symbol) -> Expr:
    terms = (
        product((*factors[:i], differentiated(factor, u), *factors[i + 1 :]))
        for i, factor in enumerate(factors)
    )
    return linear(split_coefficient(term) for term in terms)


def _of_inverse(x: Expr, base: Expr, u: Symbol) -> Expr:
    return -(x @ differentiated(base, u) @ x)


def _of_covariance(f: Riccati, u: Symbol) -> Expr:
    E, H = op.E_phi, f.H
    if f.is_correlated:
        return _of_correlated_covariance(f, u)
    A = op.I - f.G @ H
    shift, axes = differentiated(E, u), differentiated(H, u)
    carried = shift @ A @ f.P @ E.T
    crossed = E @ f.G @ axes @ f.P @ A.T @ E.T
    noise = E @ f.G @ differentiated(f.Y, u) @ f.G.T @ E.T
    N = differentiated(f.X, u) + carried + carried.T - crossed - crossed.T + noise
    return diagonal(f.psi @ N @ f.psi.T)


def _of_correlated_covariance(f: Riccati, u: Symbol) -> Expr:
    """The same from P = X + E_ψPE_ψ* + KYK* − KS* − SK*, in which K may be held."""
    moved = (differentiated(op.E_phi, u) - f.K @ differentiated(f.H, u)) @ f.P @ (op.E_phi - f.K @ f.H).T
    crossed = f.K @ differentiated(f.S, u).T
    noise = f.K @ differentiated(f.Y, u) @ f.K.T
    N = differentiated(f.X, u) + moved + moved.T + noise - crossed - crossed.T
    return diagonal(f.psi @ N @ f.psi.T)
