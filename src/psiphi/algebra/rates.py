"""Rates: d/dt of an expression while the robot moves with its rates v, everything else that is given held.

rate(X) is the derivative of the matrix that `dense` gives for X. Body vectors have the components of their
own bodies' frames, so that M and B are constant, and H too but for universal joints; H_dot is something
else, the rate seen from the world. Input vectors are constants, v among them.

A rate is linear and obeys the product rule. Nothing is multiplied out on its own account, since a rate is
computed as it stands (recursion.numbers.dual). `differentiated` multiplies out: what is left in the end are
rates of H, of the shifts, of the biases and of fractional powers. The rate of P is that of a Lyapunov
equation, because the gain of a Kalman filter makes its covariance stationary:

    d/dt P = diag(ψ N ψ*),   N = Ẋ + Ė_φ P⁺E_φ* + E_φ P⁺Ė_φ* − E_φ(G Ḣ P A* + A P Ḣ*G* − G Ẏ G*)E_φ*

with A = I − GH, P⁺ = AP, and Ḣ = rate(H).
"""

from __future__ import annotations

from psiphi.algebra import operators as op
from psiphi.algebra.expression import (
    Adjoint,
    Diagonal,
    Expr,
    Identity,
    Inverse,
    Product,
    Rate,
    Sum,
    Symbol,
    adjoint,
    as_expression,
    children,
    diagonal,
    inverse_node,
    linear,
    product,
    rate_node,
    split_coefficient,
    zero,
)
from psiphi.algebra.families import Lyapunov, Resolvent, Riccati
from psiphi.errors import ExpressionError

CONSTANT = frozenset({op.M, op.R, op.Gamma, op.B, op.coupling, op.S, op.Pi_root, op.Pi_tip, op.v})


def rate(x: Expr) -> Expr:
    """d/dt x for a robot that moves with its rates v: rate(mass), rate(phi) @ f."""
    as_expression(x)
    if isinstance(x, Identity) and x.space_is_open:
        raise ExpressionError("I alone has no rate before it meets an operator that tells its space.")
    if has_rate(x):
        raise ExpressionError(f"rate({x}) is a second rate: those are not defined, since v has no rate here.")
    scale, bare = split_coefficient(x)
    if is_constant(bare):
        return zero(x.range, x.domain)
    result: Expr
    match bare:
        case Sum():
            moving = linear((c, y) for c, y in bare.terms if not is_constant(y))
            result = rate(moving) if moving is not bare else rate_node(bare)
        case Product():
            places = [i for i, factor in enumerate(bare.factors) if not is_constant(factor)]
            first, last = places[0], places[-1] + 1
            core = product(bare.factors[first:last])
            inner = rate_node(core) if core is bare else rate(core)
            result = product((*bare.factors[:first], inner, *bare.factors[last:]))
        case _:
            result = rate_node(bare)
    return result if scale == 1 else linear(((scale, result),))


def is_constant(x: Expr) -> bool:
    """Whether the matrix of x is the same in every configuration, whatever the robot."""
    if isinstance(x, Adjoint):
        return is_constant(x.symbol)
    if isinstance(x, Symbol):
        return x in CONSTANT or (x.is_vector and x.name not in op.OPERATORS)
    return all(is_constant(y) for y in children(x))


def has_rate(x: Expr) -> bool:
    """Whether a rate occurs in x, or in the definition of a family of x."""
    match x:
        case Rate():
            return True
        case Adjoint():
            return has_rate(x.symbol)
        case Symbol(owner=Riccati() as family):
            return any(map(has_rate, family.arguments))
        case Symbol(owner=Lyapunov() | Resolvent() as family):
            return has_rate(family.X)
        case _:
            return any(has_rate(y) for y in children(x))


def differentiated(x: Expr) -> Expr:
    """The rate of x by the rules of differentiation; a bare rate where there is nothing to apply them to."""
    if is_constant(x):
        return zero(x.range, x.domain)
    match x:
        case Sum():
            return linear((c, differentiated(y)) for c, y in x.terms)
        case Product():
            return _of_product(x.factors)
        case Inverse():
            return _of_inverse(x, x.base)
        case Diagonal():
            return diagonal(differentiated(x.base))
        case Adjoint():
            return adjoint(differentiated(x.symbol))
        case Symbol(owner=Riccati() as family) if x is family.P:
            return _of_covariance(family)
        case Symbol():
            meaning = definition(x)
            if isinstance(meaning, Inverse):
                return _of_inverse(x, meaning.base)
            return rate_node(x) if meaning is None else differentiated(meaning)
        case _:
            return rate_node(x)


def _of_product(factors: tuple[Expr, ...]) -> Expr:
    terms = (
        product((*factors[:i], differentiated(factor), *factors[i + 1 :])) for i, factor in enumerate(factors)
    )
    return linear(split_coefficient(term) for term in terms)


def _of_inverse(x: Expr, base: Expr) -> Expr:
    return -(x @ differentiated(base) @ x)


def _of_covariance(f: Riccati) -> Expr:
    E, H = op.E_phi, op.H
    if f.is_correlated:
        return _of_correlated_covariance(f)
    A = op.I - f.G @ H
    shift, axes = differentiated(E), differentiated(H)
    carried = shift @ A @ f.P @ E.T
    crossed = E @ f.G @ axes @ f.P @ A.T @ E.T
    noise = E @ f.G @ differentiated(f.Y) @ f.G.T @ E.T
    N = differentiated(f.X) + carried + carried.T - crossed - crossed.T + noise
    return diagonal(f.psi @ N @ f.psi.T)


def _of_correlated_covariance(f: Riccati) -> Expr:
    """The same from P = X + E_ψPE_ψ* + KYK* − KS* − SK*, in which K may be held."""
    moved = (differentiated(op.E_phi) - f.K @ differentiated(op.H)) @ f.P @ (op.E_phi - f.K @ op.H).T
    crossed = f.K @ differentiated(f.S).T
    noise = f.K @ differentiated(f.Y) @ f.K.T
    N = differentiated(f.X) + moved + moved.T + noise - crossed - crossed.T
    return diagonal(f.psi @ N @ f.psi.T)


def definition(x: Symbol) -> Expr | None:
    """What a symbol stands for, said in other symbols; None for those that are given, and for P."""
    match x.owner:
        case Riccati() as f:
            A = op.I - f.G @ op.H
            meanings: dict[Symbol, Expr] = {
                f.D: op.H @ f.P @ op.H.T + f.Y,
                f.G: f.P @ op.H.T @ inverse_node(f.D),
                f.K: op.E_phi @ f.G + f.S @ inverse_node(f.D),
                f.E_psi: op.E_phi - f.K @ op.H if f.is_correlated else op.E_phi @ A,
                f.psi: inverse_node(op.I - f.E_psi),
                f.L: op.Delta_phi @ f.G,
                f.Psi: f.psi @ op.S,
                f.Delta_psi: op.Delta_phi @ A,
                f.Omega: diagonal(f.psi.T @ op.H.T @ inverse_node(f.D) @ op.H @ f.psi),
            }
            return meanings.get(x)
        case Lyapunov() as f:
            return diagonal(op.phi @ f.X @ op.phi.T)
        case Resolvent() as f:
            return inverse_node(op.I - f.X)
        case _:
            return _DEFINITIONS.get(x)


_whole = diagonal(op.phi_b @ op.Pi_root @ op.r @ op.Pi_root @ op.phi_b.T)  # of the free flyer, at each body
_DEFINITIONS: dict[Symbol, Expr] = {
    op.phi: inverse_node(op.I - op.E_phi),
    op.Phi: op.phi @ op.S,
    op.phi_b: inverse_node(op.I - op.E_b),
    op.Q: inverse_node(_whole),
    op.r_b: _whole - op.r,
    op.C_f: op.r_b @ op.Q,
    op.C_b: op.r @ op.Q,
    op.r_reduced: op.r @ op.Q @ op.r_b,
    op.M_b: diagonal(op.E_b @ op.r @ op.E_b.T) - op.r + op.Pi_root @ op.r @ op.Pi_root,
}
