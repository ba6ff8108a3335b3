"""Sweep programs printed as the loops of the papers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from psiphi.algebra.expression import Inverse, Symbol
from psiphi.algebra.families import owner_label
from psiphi.algebra.writing.alphabet import in_greek
from psiphi.recursion.sweeps.operations.operation import At, Direction, Id
from psiphi.recursion.sweeps.operations.steps import ThroughParent
from psiphi.recursion.sweeps.operations.vectors import Input, Recursion
from psiphi.recursion.sweeps.program import SweepProgram

_HEADINGS = {
    Direction.INWARD: "inward, k from the tips to the base",
    Direction.OUTWARD: "outward, k from the base to the tips",
}


def loops(program: SweepProgram, result_names: tuple[str, ...] = ("result",)) -> str:
    """The program as loops over bodies k, with parent p, children c and siblings s."""
    writer = Writer(program)
    lines: list[str] = []
    for step in program.passes:
        definitions = [program.definitions[value] for value in step.values]
        body = [line for d in definitions for line in d.operation.lines(writer, d)]
        if body:
            lines.append(_HEADINGS[step.direction])
            lines.extend(f"    {line}" for line in body)
    lines.append("result")
    for label, result in zip(result_names, program.results, strict=True):
        lines.append(f"    {label}(k) = {writer.value(result)}")
    return "\n".join(lines)


def sweep_count(program: SweepProgram) -> int:
    """How many passes carry something from body to body."""
    return sum(any(_carries(program, value) for value in step.values) for step in program.passes)


def _carries(program: SweepProgram, value: Id) -> bool:
    definition = program.definitions[value]
    if isinstance(definition.operation, ThroughParent):
        return False  # there and back
    return definition.operation.direction is not None or any(x is not At.BODY for x in definition.reads)


def value_names(program: SweepProgram) -> dict[Id, str]:
    """What values are called: inputs by their names, recursions z1, z2, … but for names that are taken."""
    definitions = sorted(program.definitions.values(), key=lambda d: d.id)
    names = {d.id: d.operation.symbol.name for d in definitions if isinstance(d.operation, Input)}
    taken = set(names.values())
    recursions, others = (_numbered(letter, taken) for letter in "zt")
    for definition in definitions:
        if definition.id not in names:
            names[definition.id] = next(recursions if isinstance(definition.operation, Recursion) else others)
    return names


def _numbered(letter: str, taken: set[str]) -> Iterator[str]:
    return (name for name in (f"{letter}{i}" for i in count(1)) if name not in taken)


class Writer:
    """The values of one program as text: recursions and inputs by name, everything else written out."""

    def __init__(self, program: SweepProgram) -> None:
        self.definitions = program.definitions
        self.names = value_names(program)

    def value(self, value: Id, place: str = "k") -> str:
        """A value at a place."""
        definition = self.definitions[value]
        return definition.operation.text(self, definition, place)

    def factor(self, value: Id, place: str) -> str:
        """The same, in brackets where it is a sum."""
        text = self.value(value, place)
        return f"({text})" if _is_sum(text) else text

    def whole(self, value: Id) -> str:
        """A value at all places at once."""
        text = self.factor(value, ":").replace("(:)", "")
        return text[1:-1] if text.startswith("[") and text.endswith("]") else text

    def letter(self, letter: object, place: str) -> str:
        """A memoryless letter at a place."""
        if isinstance(letter, Inverse) and isinstance(letter.base, Symbol):
            return f"{in_greek(letter.base.name + owner_label(letter.base))}({place})⁻¹"
        return f"{letter}({place})" if len(str(letter)) <= 12 else f"[{letter}]({place})"


def _is_sum(text: str) -> bool:
    """Whether there is a sign between terms outside of all brackets."""
    depth = 0
    for i, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and text[i : i + 3] in (" + ", " − "):
            return True
    return False
