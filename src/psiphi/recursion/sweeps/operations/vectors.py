"""Operations on vectors at one place: inputs, sums, letters, products with numbers, derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from psiphi.algebra import operators as op
from psiphi.algebra.derivatives import Tangent
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.rewriting.abbreviations import has_steps
from psiphi.algebra.spaces import Space
from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.recursion.numbers.dual import held, rate_of
from psiphi.recursion.numbers.solving import may_be_singular
from psiphi.recursion.numbers.vectors import dot, times
from psiphi.recursion.sweeps.operations.operation import (
    Definition,
    Operation,
    operands_of,
    stays_at_a_body,
)
from psiphi.recursion.sweeps.values import Places, combination, part

if TYPE_CHECKING:
    from psiphi.recursion.sweeps.interpret import Interpreter
    from psiphi.recursion.sweeps.text import Writer


@frozen
class Input(Operation):
    """A named vector given by the caller."""

    symbol: Symbol

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return run.inputs[self.symbol][0 if self.symbol.range in (Space.COORDINATE, Space.WORLD) else k]

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        return f"{self.symbol}({place})"


@frozen
class One(Operation):
    """The number one."""

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return (1.0,)

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        return "1"


@frozen
class Linear(Operation):
    """Σ coefficient · operand."""

    coefficients: tuple[Fraction, ...]

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """The coefficients, rounded."""
        return tuple(map(float, self.coefficients))

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return combination(self.numbers, [run.values[x][k] for x in definition.operands])

    def vanishes_with(self, run: Interpreter, definition: Definition) -> Sequence[Places]:
        return operands_of(run, definition)

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        parts: list[str] = []
        for i, (c, operand) in enumerate(zip(self.coefficients, definition.operands, strict=True)):
            sign = (" − " if c < 0 else " + ") if i else ("−" if c < 0 else "")
            scale = "" if abs(c) == 1 else f"({abs(c)}) "
            whole = c > 0 and not scale
            text = writer.value(operand, place) if whole else writer.factor(operand, place)
            parts.append(f"{sign}{scale}{text}")
        return "".join(parts)


@frozen
class Recursion(Operation):
    """A value that is made of itself at other bodies: what its operand says."""

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return run.values[definition.operands[0]][k]

    def vanishes_with(self, run: Interpreter, definition: Definition) -> Sequence[Places]:
        return operands_of(run, definition)

    def lines(self, writer: Writer, definition: Definition) -> list[str]:
        return [f"{writer.names[definition.id]}(k) = {writer.value(definition.operands[0])}"]


@frozen
class Apply(Operation):
    """A letter applied to its first operand: H, M, P, D⁻¹, G*, B, …; others are what it reads."""

    letter: Expr

    @property
    def needs_whole_vectors(self) -> bool:
        return has_steps(self.letter)

    @property
    def runs_in_loops(self) -> bool:
        return stays_at_a_body(self.letter)

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return run.letters.apply(self.letter, operands_of(run, definition), k)

    def whole(self, run: Interpreter, definition: Definition) -> Places:
        beside = run.letters.beside_the_tree(self.letter, operands_of(run, definition))
        return super().whole(run, definition) if beside is None else beside

    def vanishes_with(self, run: Interpreter, definition: Definition) -> Sequence[Places] | None:
        if run.mechanism.groups or may_be_singular(self.letter):
            return None
        first = definition.operands[0]
        of_bodies = run.program.definitions[first].space in (Space.JOINT, Space.BODY)
        return [run.values[first]] if of_bodies else None

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        x = definition.operands[0]
        if {Space.LOOP, Space.TENDON} & {self.letter.range, self.letter.domain}:
            return f"[{self.letter} {writer.whole(x)}]({place})"
        return f"{writer.letter(self.letter, place)} {writer.factor(x, place)}"


@frozen
class Dot(Operation):
    """x* y, a number: the sum over all places."""

    def whole(self, run: Interpreter, definition: Definition) -> Places:
        both = zip(*operands_of(run, definition), strict=True)
        pairs = [(x, y) for x, y in both if x is not None and y is not None]
        return [(dot([a for x, _ in pairs for a in x], [b for _, y in pairs for b in y]),)]

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        return " · ".join(writer.whole(x) for x in definition.operands)


@frozen
class Scaled(Operation):
    """x c: a vector, times a number."""

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        x, number = (run.values[y] for y in definition.operands)
        return None if x[k] is None or number[0] is None else tuple(times(y, number[0][0]) for y in x[k])

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        x, number = (writer.factor(y, place) for y in definition.operands)
        return f"{x} ({number})"


@frozen
class Held(Operation):
    """x, taken as a constant by derivatives along a tangent of what is made of it."""

    tangent: Tangent

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return part(held, run.values[definition.operands[0]][k], run.bodies.level(self.tangent))

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        return writer.value(definition.operands[0], place)


@frozen
class DerivativeOf(Operation):
    """The derivative of x along a tangent, by dual numbers: dx/dt along v."""

    is_for_loops = False  # what bodies hand on are plain numbers
    tangent: Tangent

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return part(rate_of, run.values[definition.operands[0]][k], run.bodies.level(self.tangent))

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        sign = "d/dt" if self.tangent.along is op.v else f"∂_{self.tangent.along}"
        return f"{sign} [{writer.value(definition.operands[0], place)}]"
