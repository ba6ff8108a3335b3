"""From a syntax tree to an expression, the spaces of all its parts being known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from psiphi.algebra.construction import adjoint, diagonal, identity, linear, product, zero
from psiphi.algebra.derivatives import derivative, rate
from psiphi.algebra.expression import Expr, children
from psiphi.algebra.families import lyapunov, resolvent, riccati
from psiphi.algebra.inputs import INPUT_OPERATORS, VECTORS
from psiphi.algebra.inverse import MAX_WRITTEN_OUT, inv, power
from psiphi.algebra.reach import Reach
from psiphi.algebra.reading import syntax
from psiphi.algebra.reading.inference import Cell, Inference, Shape
from psiphi.algebra.reading.syntax import Node
from psiphi.algebra.reading.vocabulary import CROSSINGS, meant
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach
from psiphi.errors import ExpressionError, InputError, SpaceError, SyntaxMistake

MAX_SIZE = 1000  # factors and terms that a power may unfold to


def elaborate(
    text: str,
    tree: Node,
    vectors: Mapping[str, str | Space],
    operators: Mapping[str, str | Space],
    like: Expr | None,
) -> Expr:
    """The expression of a syntax tree; `like` gives the spaces of the whole, the others those of inputs."""
    spaces = {name: _space("vectors", name, word, VECTORS) for name, word in vectors.items()}
    given = {
        name: INPUT_OPERATORS[_space("operators", name, word, INPUT_OPERATORS)](name)
        for name, word in operators.items()
    }
    inference = Inference(text, spaces, given)
    shape = inference.infer(tree)
    builder = _Builder(inference)
    if like is None:
        return builder.expression(tree)
    if shape is None and builder.value(tree) == 0:
        return zero(like.range, like.domain)
    expected = Shape(Cell(like.range), Cell(like.domain))
    if shape and not shape.agrees_with(expected):
        finding = f"{inference.quoted(tree)} ({shape}) must act between the spaces of '{like}' ({expected})."
        raise inference.error(SpaceError, finding, tree)
    return builder.expression(tree)


def _space(what: str, name: str, word: str | Space, known: Iterable[Space]) -> Space:
    for space in known:
        if word is space or word == space.value:
            return space
    words = ", ".join(f'"{space.value}"' for space in known)
    raise InputError(f"{what}[{name!r}] must be one of {words}, found {word!r}.")


class _Builder:
    """The values of the parts of a text whose spaces are known."""

    def __init__(self, inference: Inference) -> None:
        self.inference = inference
        self.error = inference.error

    def expression(self, node: Node) -> Expr:
        value = self.value(node)
        if isinstance(value, Expr):
            return value
        remedy = "Write I for the identity, or 0_joint_body for the zero into the joint from the body space."
        raise self.error(SyntaxMistake, "a number alone is not an operator.", node, remedy)

    def value(self, node: Node) -> Expr | Fraction:
        """What a part says: an expression, or a number."""
        match node:
            case syntax.Number():
                return node.value
            case syntax.Name():
                return self._named(node)
            case syntax.Zero():
                return zero(node.range, node.domain)
            case syntax.Member():
                return self._member(node)
            case syntax.Adjoint():
                base = self.value(node.base)
                return adjoint(base) if isinstance(base, Expr) else base
            case syntax.Inverse():
                base = self.expression(node.base)
                with self.inference.pointing_at(node):
                    return inv(base)
            case syntax.Diagonal():
                return diagonal(self.expression(node.base))
            case syntax.Derivative():
                base = self.expression(node.base)
                along = None if node.along is None else self.expression(node.along)
                with self.inference.pointing_at(node):
                    return rate(base) if along is None else derivative(base, along=along)
            case syntax.Power():
                return self._power(node)
            case syntax.Product():
                return self._product(node)
            case syntax.Sum():
                return self._sum(node)
            case _:
                raise AssertionError(f"no rule for {type(node).__name__}")

    def _named(self, node: syntax.Name) -> Expr:
        if node.name in self.inference.names:
            return self.inference.names[node.name]
        space = self.inference.shapes[node].range.space
        if node.name == "I":
            return identity(space)
        if space is not None:
            return VECTORS[space](node.name)
        guess = meant(node.name)
        words = ", ".join(f'"{other.value}"' for other in VECTORS if other is not Space.JOINT)
        remedy = f'Give it: parse(..., vectors={{"{node.name}": "joint"}}), or {words}.'
        raise self.error(
            SyntaxMistake,
            f"nothing here tells the space of the vector '{node.name}'.",
            node,
            f"{remedy} Or did you mean '{guess}'?" if guess else remedy,
        )

    def _member(self, node: syntax.Member) -> Expr:
        if node.name in CROSSINGS:
            with self.inference.pointing_at(node):
                return CROSSINGS[node.name](*map(self.expression, node.arguments))
        if node.name == "chi":
            argument = node.arguments[0]
            X = self.expression(argument)
            if reach(X) not in Reach.STRICTLY_CAUSAL.holds:
                finding = (
                    f"{self.inference.quoted(argument)} is no shift; chi{{X}} is inv(I - X) of a shift X."
                )
                raise self.error(ExpressionError, finding, argument)
            return resolvent(X).chi
        spaces = (Space.BODY, Space.JOINT)
        operators = [self._noise(x, space) for x, space in zip(node.arguments, spaces, strict=False)]
        if node.name == "r":
            return lyapunov(operators[0]).r
        if len(operators) == 1:
            operators.append(zero(Space.JOINT, Space.JOINT))
        if len(node.arguments) == 3:
            operators.append(self._correlation(node.arguments[2]))
        return getattr(riccati(*operators), node.name)

    def _correlation(self, node: Node) -> Expr:
        """The third operator of a family: one step from joints to bodies."""
        S = self.value(node)
        if isinstance(S, Expr) and reach(S) is Reach.SHIFT:
            return S
        finding = f"{self.inference.quoted(node)} must be a shift from joints to define a family."
        raise self.error(ExpressionError, finding, node)

    def _noise(self, node: Node, space: Space) -> Expr:
        """An operator that defines a family: memoryless and symmetric, or the number 0."""
        X = self.value(node)
        if X == 0:
            return zero(space, space)
        with self.inference.pointing_at(node):
            if isinstance(X, Expr) and reach(X) is Reach.MEMORYLESS and expand(X) == expand(X).T:
                return X
        finding = f"{self.inference.quoted(node)} must be memoryless and symmetric to define a family."
        raise self.error(ExpressionError, finding, node)

    def _power(self, node: syntax.Power) -> Expr:
        base = self.expression(node.base)
        times = abs(node.exponent)
        if times.denominator == 1 and times <= MAX_WRITTEN_OUT and _size(base) * times > MAX_SIZE:
            raise self.error(SyntaxMistake, "this power is too long to be written out.", node)
        with self.inference.pointing_at(node):
            return power(base, node.exponent)

    def _product(self, node: syntax.Product) -> Expr | Fraction:
        values = [self.value(factor) for factor in node.factors]
        coefficient = Fraction(1)
        for value in values:
            coefficient *= value if isinstance(value, Fraction) else 1
        operators = [x for x in values if isinstance(x, Expr)]
        return linear(((coefficient, product(operators)),)) if operators else coefficient

    def _sum(self, node: syntax.Sum) -> Expr | Fraction:
        operators: list[tuple[Fraction, Expr]] = []
        total = Fraction(0)
        for sign, term in node.terms:
            value = self.value(term)
            if isinstance(value, Expr):
                operators.append((Fraction(sign), value))
            elif value and self.inference.shapes.get(node):
                finding = f"the number {self.inference.quoted(term)} cannot be added to an operator."
                raise self.error(SpaceError, finding, term, "Write I for the identity.")
            else:
                total += sign * value
        return linear(operators) if operators else total


def _size(x: Expr) -> int:
    """How many symbols an expression has when written out."""
    return sum(_size(y) for y in children(x)) or 1
