"""Between which spaces each part of a text acts, found before anything is built: so errors point into it.

Where parts meet their spaces must agree, which settles those of plain identities and of input vectors: in
`inv(mass) tau`, tau is a joint vector.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from itertools import pairwise

from psiphi.algebra.expression import Expr
from psiphi.algebra.inputs import joint_vector
from psiphi.algebra.operators import OPERATORS
from psiphi.algebra.reading import syntax
from psiphi.algebra.reading.syntax import Node, pointed
from psiphi.algebra.reading.vocabulary import CROSSINGS, NAMES, fitting, meant
from psiphi.algebra.spaces import Space
from psiphi.errors import ExpressionError, SpaceError, SyntaxMistake
from psiphi.frozen import frozen


class Cell:
    """A space that may not be known yet; cells that must agree are linked."""

    def __init__(self, space: Space | None = None, of_vector: bool = False) -> None:
        self._space = space
        self._of_vector = of_vector  # a vector does not live in ONE
        self._link: Cell | None = None

    @property
    def space(self) -> Space | None:
        return self._root()._space

    def _root(self) -> Cell:
        cell = self
        while cell._link is not None:
            cell = cell._link
        return cell

    def agrees_with(self, other: Cell) -> bool:
        """Make two cells one, if they can be."""
        one, two = self._root(), other._root()
        if one is two:
            return True
        space, of_vector = one._space or two._space, one._of_vector or two._of_vector
        if (one._space and two._space and one._space is not two._space) or (of_vector and space is Space.ONE):
            return False
        one._link, two._space, two._of_vector = two, space, of_vector
        return True

    def __str__(self) -> str:
        return self.space.value if self.space else "?"


@frozen
class Shape:
    """Between which spaces a part of the text acts."""

    range: Cell
    domain: Cell

    def agrees_with(self, other: Shape) -> bool:
        """Make two shapes one, if they can be."""
        return self.range.agrees_with(other.range) and self.domain.agrees_with(other.domain)

    def __str__(self) -> str:
        if self.domain.space is Space.ONE:
            return f"{self.range} vector" if self.range.space else "a vector"
        return f"{self.range} ← {self.domain}"


_FAMILY = ((Space.BODY, Space.BODY), (Space.JOINT, Space.JOINT), (Space.BODY, Space.JOINT))
"""Between which spaces the operators X, Y, S of a family act."""


class Inference:
    """The shapes of all parts of a text; numbers have none."""

    def __init__(
        self, text: str, vectors: Mapping[str, Space], operators: Mapping[str, Expr] | None = None
    ) -> None:
        self.text = text
        self.names: dict[str, Expr] = {**NAMES, **(operators or {})}
        self.shapes: dict[Node, Shape] = {}
        self._vectors = {name: Cell(space, of_vector=True) for name, space in vectors.items()}
        self._inputs: dict[str, syntax.Name] = {}  # where each input vector was first met

    def infer(self, node: Node) -> Shape | None:
        """The shape of a part and of all parts within it; None for a number."""
        shape = self._shape(node)
        if shape is not None:
            self.shapes[node] = shape
        return shape

    def _shape(self, node: Node) -> Shape | None:
        match node:
            case syntax.Name():
                return self._name(node)
            case syntax.Zero():
                return Shape(Cell(node.range), Cell(node.domain))
            case syntax.Member():
                return self._member(node)
            case syntax.Adjoint():
                shape = self.infer(node.base)
                return Shape(shape.domain, shape.range) if shape else None
            case syntax.Inverse():
                return self._square(node.base, node, "inverse")
            case syntax.Diagonal():
                return self._square(node.base, node, "diagonal part")
            case syntax.Derivative():
                return self._derivative(node)
            case syntax.Power():
                return self._square(node.base, node, "powers")
            case syntax.Product():
                return self._product(node)
            case syntax.Sum():
                return self._sum(node)
            case _:
                return None

    def _name(self, node: syntax.Name) -> Shape:
        if node.name == "I":
            cell = Cell()
            return Shape(cell, cell)
        if node.name in self.names:
            known = self.names[node.name]
            return Shape(Cell(known.range), Cell(known.domain))
        with self.pointing_at(node):
            joint_vector(node.name)  # refuses names that mean something else
        self._inputs.setdefault(node.name, node)
        return Shape(self._vectors.setdefault(node.name, Cell(of_vector=True)), Cell(Space.ONE))

    def _derivative(self, node: syntax.Derivative) -> Shape:
        what = "rate" if node.along is None else "derivative"
        shape = self.infer(node.base)
        if shape is None:
            raise self.error(SyntaxMistake, f"a number has no {what}; an operator is needed.", node)
        along = None if node.along is None else self.infer(node.along)
        if along is not None and not along.agrees_with(Shape(Cell(Space.JOINT), Cell(Space.ONE))):
            finding = f"derivatives go along joint rates, and {self.quoted(node.along or node)} is {along}."
            raise self.error(SpaceError, finding, node.along or node)
        return shape

    def _member(self, node: syntax.Member) -> Shape:
        if node.name in CROSSINGS:
            shape, *_ = [self.infer(argument) for argument in node.arguments]
            if shape is None or not shape.domain.agrees_with(Cell(Space.ONE)):
                raise self.error(SpaceError, f"'{node.name}{{x}}' takes a vector.", node.arguments[0])
            if node.name == "bend":
                to = Space.BODY if shape.range.space is Space.JOINT else Space.JOINT
                return Shape(Cell(to), Cell(Space.JOINT))
            return Shape(shape.range, shape.range)
        if node.name == "chi":
            shape = self._square(node.arguments[0], node, "resolvent")
            return shape or Shape(Cell(), Cell())
        for argument, (range_, domain) in zip(node.arguments, _FAMILY, strict=False):
            shape = self.infer(argument)
            if shape and not shape.agrees_with(Shape(Cell(range_), Cell(domain))):
                within = f"acts within the {range_.value} space"
                fits = within if range_ is domain else "leads from joints to bodies"
                finding = f"{self.quoted(argument)} is {shape}; here fits what {fits}."
                raise self.error(SpaceError, finding, argument, self._hint(argument))
        like = OPERATORS[node.name]
        return Shape(Cell(like.range), Cell(like.domain))

    def _square(self, base: Node, whole: Node, what: str) -> Shape | None:
        shape = self.infer(base)
        if shape is None:
            raise self.error(SyntaxMistake, f"a number has no {what} here; an operator is needed.", whole)
        if not shape.range.agrees_with(shape.domain):
            finding = f"{self.quoted(base)} ({shape}) has no {what}: only what acts within one space has."
            square = self.text[base.start : base.end] if isinstance(base, syntax.Name) else "(…)"
            remedy = self._hint(base) or f"Did you mean a product with its adjoint, {square} {square}*?"
            raise self.error(SpaceError, finding, whole, remedy)
        return shape

    def _product(self, node: syntax.Product) -> Shape | None:
        parts = [(factor, shape) for factor in node.factors if (shape := self.infer(factor))]
        for (left, a), (right, b) in pairwise(parts):
            if not a.domain.agrees_with(b.range):
                raise self._cannot_act(left, a, right, b)
        return Shape(parts[0][1].range, parts[-1][1].domain) if parts else None

    def _sum(self, node: syntax.Sum) -> Shape | None:
        parts = [(term, shape) for _, term in node.terms if (shape := self.infer(term))]
        for (first, a), (term, b) in pairwise(parts):
            if not a.agrees_with(b):
                finding = f"cannot add {self.quoted(first)} ({a}) and {self.quoted(term)} ({b})."
                remedy = "The terms of a sum must act between the same spaces."
                raise self.error(SpaceError, finding, term, f"{remedy} {self._hint(first, term)}".rstrip())
        return parts[0][1] if parts else None

    def error(self, kind: type[ExpressionError], finding: str, at: Node, remedy: str = "") -> ExpressionError:
        """An error that points at a part of the text."""
        return pointed(kind, finding, self.text, at.start, at.end, remedy)

    @contextmanager
    def pointing_at(self, node: Node) -> Generator[None]:
        """Give the errors of a constructor their place in the text."""
        try:
            yield
        except ExpressionError as error:
            raise self.error(type(error), str(error), node) from None

    def quoted(self, node: Node) -> str:
        """The text of a part, shortened where it is long."""
        text = " ".join(self.text[node.start : node.end].split())
        return f"'{text}'" if len(text) <= 60 else f"'{text[:28]} … {text[-28:]}'"

    def _cannot_act(self, left: Node, a: Shape, right: Node, b: Shape) -> ExpressionError:
        if isinstance(left, syntax.Name) and left.name in self._inputs:
            return self._unknown(left, f"it stands before {self.quoted(right)}")
        if isinstance(right, syntax.Adjoint):
            name = right.base
            if isinstance(name, syntax.Name) and name.name in self._inputs:
                return self._unknown(name, f"its adjoint stands behind {self.quoted(left)}")
        remedies = [f"Behind {self.quoted(left)} fits what has range {a.domain}."]
        if a.domain.space and b.range.space and (between := fitting(a.domain.space, b.range.space)):
            remedies.append(f"Between the two fits an operator like {', '.join(map(str, between))}.")
        if isinstance(left, syntax.Adjoint):
            remedies.append("('*' behind an operator is its adjoint; products are written side by side.)")
        finding = f"{self.quoted(left)} ({a}) cannot act on {self.quoted(right)} ({b})."
        return self.error(SpaceError, finding, right, " ".join([*remedies, self._hint(left, right)]).rstrip())

    def _unknown(self, node: syntax.Name, why: str) -> ExpressionError:
        guess = meant(node.name)
        remedy = f"Did you mean '{guess}'?" if guess else f"The operators are {', '.join(OPERATORS)}."
        finding = f"unknown symbol {self.quoted(node)}: {why}, so it must be an operator."
        return self.error(SyntaxMistake, finding, node, remedy)

    def _hint(self, *parts: Node) -> str:
        """A word on a name within these parts that was taken for a vector and may be a misspelt operator."""
        for name, node in self._inputs.items():
            guess = meant(name)
            if guess and any(part.start <= node.start and node.end <= part.end for part in parts):
                return f"'{name}' was read as an input vector; did you mean '{guess}'?"
        return ""
