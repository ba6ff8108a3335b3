"""Derivatives of a vector, or of a number, by a vector: matrices.

derivative(x, "tau") is what stands before tau in x; derivative(x, "q") is what stands before u in the
derivative of x along u. Where u or v is inside a cross product, it is brought to the end,

    cross(x) f = crossbar(f) x,    cross(x)* y = −cross(y)* x,    crossbar(f) x = cross(x) f

and where it turns the first axis of universal joints, by the two operators of that motion,

    (∂_u H*) y = bend(y) u,    (∂_u H) f = bend(f) u.

So the result is an expression like all others, and compiles. Inverses are differentiated by their rule before
any filter comes in: what only the recursion of a filter says, such as P, has no derivative of this form.
"""

from __future__ import annotations

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint, linear, product, zero
from psiphi.algebra.crossings import Crossing, bend, cross, crossbar
from psiphi.algebra.derivation import spelled_out
from psiphi.algebra.derivatives import differentiated
from psiphi.algebra.expression import Adjoint, Derivative, Expr, Symbol, symbols_of
from psiphi.algebra.inputs import joint_vector
from psiphi.algebra.rewriting.polynomial import Word, expand
from psiphi.algebra.spaces import Space
from psiphi.errors import ExpressionError

_U = joint_vector("u'")  # a name that texts can say, but hardly anybody does


def by_vector(x: Expr, name: str) -> Expr:
    """The derivative of x with respect to "q", "v" or an input vector, into the range of x."""
    if x.domain is not Space.ONE:
        raise ExpressionError(f"'{x}' is an operator; vectors and numbers have derivatives by a vector.")
    if name == "q":
        return _before(_U, differentiated(spelled_out(x), _U), x)
    vectors = {s.name: s for s in symbols_of(x) if s.is_vector and s.name not in op.OPERATORS}
    if name == "v":
        return _before(op.v, spelled_out(x), x)
    if name not in vectors:
        known = ", ".join(f"'{other}'" for other in ("q", "v", *sorted(vectors)))
        raise ExpressionError(f"'{x}' has no vector '{name}' to differentiate by; there are {known}.")
    return _before(vectors[name], x, x)


def _before(z: Symbol, x: Expr, whole: Expr) -> Expr:
    """The matrix of the derivative of x by z."""
    p = expand(x)
    terms = [(c, part) for word, c in p.terms.items() for part in _of_word(z, word, whole)]
    return linear(terms) if terms else zero(x.range, z.range)


def _of_word(z: Symbol, word: Word, whole: Expr) -> list[Expr]:
    """One part for each place at which z stands."""
    found: list[Expr] = []
    for i, letter in enumerate(word):
        if z not in symbols_of(letter):
            continue
        left, right = word[:i], word[i + 1 :]
        if letter is z:
            found.append(_times_number(left, right, whole) if right else _times(left, None))
        elif letter is adjoint(z):  # a number: z* y = y* z
            found.append(_times(left, adjoint(_vector(right, whole))))
        else:
            found.append(_times(left, _exchanged(z, letter, _vector(right, whole), whole)))
    return found


def _times(left: Word, right: Expr | None) -> Expr:
    if right is None:
        return product(left) if left else op.I
    return product((*left, right)) if left else right


def _times_number(left: Word, number: Word, whole: Expr) -> Expr:
    """The product of the two, where left has a place for a number: before a row."""
    k = next((i for i, letter in enumerate(left) if letter.range is Space.ONE), None)
    if k is None:
        raise ExpressionError(
            f"the derivative of '{whole}' has '{product(number)}' times an operator, which has no form. "
            "Compile it and take kernel.jacobian."
        )
    return product((*left[:k], *number, *left[k:]))


def _vector(word: Word, whole: Expr) -> Expr:
    if not word:
        raise _refused(whole)
    return product(word)


def _exchanged(z: Symbol, letter: Expr, y: Expr, whole: Expr) -> Expr:
    """The matrix of z in letter @ y, where z is inside the letter."""
    symbol = letter.symbol if isinstance(letter, Adjoint) else letter
    if isinstance(symbol, Symbol) and isinstance(symbol.owner, Crossing) and symbol.owner.name != "bend":
        inner = _before(z, symbol.owner.vector, whole)
        if symbol.owner.name == "crossbar":
            return cross(y) @ inner if symbol is letter else -(cross(y) @ inner)
        return crossbar(y) @ inner if symbol is letter else -(cross(y).T @ inner)
    along: list[Symbol] = []
    base = letter
    while isinstance(base, Derivative):
        along.append(base.along)
        base = base.base
    if along.count(z) != 1 or base not in (op.H, adjoint(op.H)):
        raise _refused(whole)
    return bend(y, *(u for u in along if u is not z))


def _refused(whole: Expr) -> ExpressionError:
    return ExpressionError(
        f"the derivative of '{whole}' has no form as an operator: only a recursion of a filter says it. "
        "Write filters as inverses, inv(mass) for one, or compile x and take kernel.jacobian."
    )
