"""What the parts of a text mean. The shape of a part is found as soon as it is read, so that errors point at
it; its value is made when the whole text has been read, and all spaces are known.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import pairwise

from psiphi.algebra.construction import adjoint, diagonal, identity, linear, product, zero
from psiphi.algebra.derivatives import derivative, rate
from psiphi.algebra.expression import Expr, Rows, Symbol, children
from psiphi.algebra.families import NO_CORRELATION, lyapunov, resolvent, riccati
from psiphi.algebra.inputs import VECTORS, joint_vector
from psiphi.algebra.inverse import MAX_WRITTEN_OUT, inv, power
from psiphi.algebra.operators import OPERATORS, M, free_rows, prescribed_rows
from psiphi.algebra.reach import Reach
from psiphi.algebra.reading.shapes import Cell, Shape
from psiphi.algebra.reading.syntax import Span, Token, pointed
from psiphi.algebra.reading.vocabulary import CROSSINGS, NAMES, ROWS, fitting, meant
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach
from psiphi.errors import ExpressionError, SpaceError, SyntaxMistake
from psiphi.frozen import frozen

MAX_SIZE = 1000  # factors and terms that a power may unfold to
_FAMILY = (
    (Space.BODY, Space.BODY),
    (Space.JOINT, Space.JOINT),
    (Space.BODY, Space.JOINT),
    (Space.JOINT, Space.JOINT),
)
"""Between which spaces the operators X, Y, S of a family act, and the rows that it measures."""


@frozen(eq=False)
class Part:
    """A part of a text; numbers have no shape. `depth` counts the operations that stand upon one another."""

    span: Span
    shape: Shape | None
    value: Callable[[], Expr | Fraction]
    depth: int = 1
    name: str = ""
    """Of an operator or a vector that stands alone."""
    adjoint_of: Part | None = None


class Parts:
    """The parts of one text, each made of those within it."""

    def __init__(self, text: str, vectors: Mapping[str, Space], names: Mapping[str, Expr]) -> None:
        self.text = text
        self._names: dict[str, Expr] = {**NAMES, **names}
        self._vectors = {name: Cell(space, of_vector=True) for name, space in vectors.items()}
        self._inputs: dict[str, Part] = {}  # where each input vector was first met

    def expression(self, part: Part) -> Expr:
        """What a part says that is no number alone."""
        value = part.value()
        if isinstance(value, Expr):
            return value
        remedy = "Write I for the identity, or 0_joint_body for the zero into the joint from the body space."
        raise self.error(SyntaxMistake, "a number alone is not an operator.", part.span, remedy)

    def number(self, span: Span, value: Fraction) -> Part:
        return Part(span, None, lambda: value)

    def zero(self, span: Span, range: Space, domain: Space) -> Part:
        return Part(span, Shape.between(range, domain), lambda: zero(range, domain))

    def named(self, token: Token) -> Part:
        name, span = token.value, token.span
        if name == "I":
            cell = Cell()
            return Part(span, Shape(cell, cell), lambda: identity(cell.space), name=name)
        if name in self._names:
            known = self._names[name]
            return Part(span, Shape.of(known), lambda: known, name=name)
        if name in ROWS:
            finding = f"'{name}' does not say which degrees of freedom it is for."
            raise self.error(SyntaxMistake, finding, span, f"Write them in braces: {name}{{0; 2}}.")
        with self._pointing_at(span):
            joint_vector(name)  # refuses names that mean something else
        cell = self._vectors.setdefault(name, Cell(of_vector=True))
        part = Part(span, Shape(cell, Cell(Space.ONE)), lambda: self._vector(name, span), name=name)
        self._inputs.setdefault(name, part)
        return part

    def _vector(self, name: str, span: Span) -> Expr:
        space = self._vectors[name].space
        if space is not None:
            return VECTORS[space](name)
        guess = meant(name)
        words = ", ".join(f'"{other.value}"' for other in VECTORS if other is not Space.JOINT)
        remedy = f'Give it: parse(..., vectors={{"{name}": "joint"}}), or {words}.'
        finding = f"nothing here tells the space of the vector '{name}'."
        remedy += f" Or did you mean '{guess}'?" if guess else ""
        raise self.error(SyntaxMistake, finding, span, remedy)

    def adjoint(self, span: Span, base: Part) -> Part:
        def value() -> Expr | Fraction:
            x = base.value()
            return adjoint(x) if isinstance(x, Expr) else x

        shape = Shape(base.shape.domain, base.shape.range) if base.shape else None
        return Part(span, shape, value, base.depth + 1, adjoint_of=base)

    def inverse(self, span: Span, base: Part) -> Part:
        return self._made(span, self._square(span, base, "inverse"), inv, base)

    def diagonal(self, span: Span, base: Part) -> Part:
        return self._made(span, self._square(span, base, "diagonal part"), diagonal, base)

    def power(self, span: Span, base: Part, exponent: Fraction) -> Part:
        def raised(x: Expr) -> Expr:
            times = abs(exponent)
            if times.denominator == 1 and times <= MAX_WRITTEN_OUT and _size(x) * times > MAX_SIZE:
                raise SyntaxMistake("this power is too long to be written out.")
            return power(x, exponent)

        return self._made(span, self._square(span, base, "powers"), raised, base)

    def rate(self, span: Span, base: Part) -> Part:
        return self._made(span, self._of_operator(span, base, "rate"), rate, base)

    def derivative(self, span: Span, base: Part, along: Part) -> Part:
        def moved(x: Expr, u: Expr) -> Expr:
            return derivative(x, along=u)

        shape = self._of_operator(span, base, "derivative")
        if along.shape and not along.shape.agrees_with(Shape.between(Space.JOINT, Space.ONE)):
            finding = f"derivatives go along joint rates, and {self.quoted(along)} is {along.shape}."
            raise self.error(SpaceError, finding, along.span)
        return self._made(span, shape, moved, base, along)

    def product(self, factors: Sequence[Part]) -> Part:
        operators = [(x, x.shape) for x in factors if x.shape]
        for (left, a), (right, b) in pairwise(operators):
            if not a.domain.agrees_with(b.range):
                raise self._cannot_act(left, a, right, b)

        def value() -> Expr | Fraction:
            coefficient, acting = Fraction(1), list[Expr]()
            for x in (factor.value() for factor in factors):
                if isinstance(x, Expr):
                    acting.append(x)
                else:
                    coefficient *= x
            return linear(((coefficient, product(acting)),)) if acting else coefficient

        shape = Shape(operators[0][1].range, operators[-1][1].domain) if operators else None
        span = Span(factors[0].span.start, factors[-1].span.end)
        return Part(span, shape, value, 1 + max(x.depth for x in factors))

    def sum(self, span: Span, terms: Sequence[tuple[int, Part]]) -> Part:
        operators = [(x, x.shape) for _, x in terms if x.shape]
        for (first, a), (term, b) in pairwise(operators):
            if not a.agrees_with(b):
                finding = f"cannot add {self.quoted(first)} ({a}) and {self.quoted(term)} ({b})."
                remedy = f"The terms of a sum must act between the same spaces. {self._hint(first, term)}"
                raise self.error(SpaceError, finding, term.span, remedy.rstrip())

        def value() -> Expr | Fraction:
            total, acting = Fraction(0), list[tuple[Fraction, Expr]]()
            for sign, term in terms:
                x = term.value()
                if isinstance(x, Expr):
                    acting.append((Fraction(sign), x))
                elif x and operators:
                    finding = f"the number {self.quoted(term)} cannot be added to an operator."
                    raise self.error(SpaceError, finding, term.span, "Write I for the identity.")
                else:
                    total += sign * x
            return linear(acting) if acting else total

        shape = operators[0][1] if operators else None
        return Part(span, shape, value, 1 + max(x.depth for _, x in terms))

    def member(self, span: Span, name: str, arguments: Sequence[Part]) -> Part:
        """What has its operators in braces: cross{V}, chi{X}, P{X; Y; S}."""
        if name in CROSSINGS:
            return self._crossing(span, name, arguments)
        if name == "chi":
            (X,) = arguments
            shape = self._square(span, X, "resolvent")
            return Part(span, shape, lambda: self._resolvent(X), 1 + X.depth)
        for argument, (range_, domain) in zip(arguments, _FAMILY, strict=False):
            if argument.shape and not argument.shape.agrees_with(Shape.between(range_, domain)):
                within = f"acts within the {range_.value} space"
                fits = within if range_ is domain else "leads from joints to bodies"
                finding = f"{self.quoted(argument)} is {argument.shape}; here fits what {fits}."
                raise self.error(SpaceError, finding, argument.span, self._hint(argument))
        depth = 1 + max(x.depth for x in arguments)
        return Part(span, Shape.of(OPERATORS[name]), lambda: self._of_family(name, arguments), depth)

    def of_rows(self, span: Span, name: str, dofs: Sequence[int], space: Space) -> Part:
        """Π_f{0; 2} of the joints or the coordinates, or a member of the filter that these leave."""
        if name in ROWS:
            rows = ROWS[name](dofs, space)
        else:
            split = riccati(M, prescribed_rows(dofs), rows=free_rows(dofs))
            rows = getattr(split, name.removesuffix("_f"))
        return Part(span, Shape.of(rows), lambda: rows)

    def _crossing(self, span: Span, name: str, arguments: Sequence[Part]) -> Part:
        vector = arguments[0].shape
        if vector is None or not vector.domain.agrees_with(Cell(Space.ONE)):
            raise self.error(SpaceError, f"'{name}{{x}}' takes a vector.", arguments[0].span)
        shape = Shape(vector.range, vector.range)
        if name == "bend":
            to = Space.BODY if vector.range.space is Space.JOINT else Space.JOINT
            shape = Shape.between(to, Space.JOINT)
        return self._made(span, shape, CROSSINGS[name], *arguments)

    def _resolvent(self, part: Part) -> Expr:
        X = self.expression(part)
        if reach(X) not in Reach.STRICTLY_CAUSAL.holds:
            finding = f"{self.quoted(part)} is no shift; chi{{X}} is inv(I - X) of a shift X."
            raise self.error(ExpressionError, finding, part.span)
        return resolvent(X).chi

    def _of_family(self, name: str, arguments: Sequence[Part]) -> Expr:
        X, *others = arguments
        if name == "r":
            return lyapunov(self._noise(X, Space.BODY)).r
        Y = self._noise(others[0], Space.JOINT) if others else zero(Space.JOINT, Space.JOINT)
        more = [*map(self._correlation, others[1:2]), *map(self._rows, others[2:])]
        return getattr(riccati(self._noise(X, Space.BODY), Y, *more), name)

    def _rows(self, part: Part) -> Expr:
        rows = self.expression(part)
        if not (isinstance(rows, Symbol) and isinstance(rows.owner, Rows)):
            finding = f"{self.quoted(part)} is no choice of rows; a filter measures Pi_f{{0; 2}} or all."
            raise self.error(ExpressionError, finding, part.span)
        return rows

    def _noise(self, part: Part, space: Space) -> Expr:
        """An operator that defines a family: memoryless and symmetric, or the number 0."""
        X = part.value()
        if X == 0:
            return zero(space, space)
        with self._pointing_at(part.span):
            if isinstance(X, Expr) and reach(X) is Reach.MEMORYLESS and expand(X) == expand(X).T:
                return X
        finding = f"{self.quoted(part)} must be memoryless and symmetric to define a family."
        raise self.error(ExpressionError, finding, part.span)

    def _correlation(self, part: Part) -> Expr:
        """The third operator of a family: one step from joints to bodies, or the number 0."""
        S = part.value()
        if S in (0, NO_CORRELATION):
            return NO_CORRELATION
        if isinstance(S, Expr) and reach(S) is Reach.SHIFT:
            return S
        finding = f"{self.quoted(part)} must be a shift from joints to define a family."
        raise self.error(ExpressionError, finding, part.span)

    def _made(self, span: Span, shape: Shape, make: Callable[..., Expr], *arguments: Part) -> Part:
        """What a function makes of operators, its errors pointing at the place."""

        def value() -> Expr:
            operators = list(map(self.expression, arguments))
            with self._pointing_at(span):
                return make(*operators)

        return Part(span, shape, value, 1 + arguments[0].depth)

    def _of_operator(self, span: Span, base: Part, what: str) -> Shape:
        if base.shape is None:
            raise self.error(SyntaxMistake, f"a number has no {what} here; an operator is needed.", span)
        return base.shape

    def _square(self, span: Span, base: Part, what: str) -> Shape:
        shape = self._of_operator(span, base, what)
        if not shape.range.agrees_with(shape.domain):
            finding = f"{self.quoted(base)} ({shape}) has no {what}: only what acts within one space has."
            square = self.text[slice(*base.span)] if base.name else "(…)"
            remedy = self._hint(base) or f"Did you mean a product with its adjoint, {square} {square}*?"
            raise self.error(SpaceError, finding, span, remedy)
        return shape

    def error(self, kind: type[ExpressionError], finding: str, at: Span, remedy: str = "") -> ExpressionError:
        """An error that points at a part of the text."""
        return pointed(kind, finding, self.text, at, remedy)

    @contextmanager
    def _pointing_at(self, span: Span) -> Generator[None]:
        """Give the errors of a constructor their place in the text."""
        try:
            yield
        except ExpressionError as error:
            raise self.error(type(error), str(error), span) from None

    def quoted(self, part: Part) -> str:
        """The text of a part, shortened where it is long."""
        text = " ".join(self.text[slice(*part.span)].split())
        return f"'{text}'" if len(text) <= 60 else f"'{text[:28]} … {text[-28:]}'"

    def _cannot_act(self, left: Part, a: Shape, right: Part, b: Shape) -> ExpressionError:
        if left.name in self._inputs:
            return self._unknown(left, f"it stands before {self.quoted(right)}")
        if right.adjoint_of and right.adjoint_of.name in self._inputs:
            return self._unknown(right.adjoint_of, f"its adjoint stands behind {self.quoted(left)}")
        remedies = [f"Behind {self.quoted(left)} fits what has range {a.domain}."]
        if a.domain.space and b.range.space and (between := fitting(a.domain.space, b.range.space)):
            remedies.append(f"Between the two fits an operator like {', '.join(map(str, between))}.")
        if left.adjoint_of:
            remedies.append("('*' behind an operator is its adjoint; products are written side by side.)")
        finding = f"{self.quoted(left)} ({a}) cannot act on {self.quoted(right)} ({b})."
        remedy = " ".join([*remedies, self._hint(left, right)]).rstrip()
        return self.error(SpaceError, finding, right.span, remedy)

    def _unknown(self, part: Part, why: str) -> ExpressionError:
        guess = meant(part.name)
        remedy = f"Did you mean '{guess}'?" if guess else f"The operators are {', '.join(OPERATORS)}."
        finding = f"unknown symbol {self.quoted(part)}: {why}, so it must be an operator."
        return self.error(SyntaxMistake, finding, part.span, remedy)

    def _hint(self, *parts: Part) -> str:
        """A word on a name within these parts that was taken for a vector and may be a misspelt operator."""
        for name, met in self._inputs.items():
            guess = meant(name)
            start, end = met.span
            if guess and any(part.span.start <= start and end <= part.span.end for part in parts):
                return f"'{name}' was read as an input vector; did you mean '{guess}'?"
        return ""


def _size(x: Expr) -> int:
    """How many symbols an expression has when written out."""
    return sum(_size(y) for y in children(x)) or 1
