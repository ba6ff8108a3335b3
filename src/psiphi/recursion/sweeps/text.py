"""Sweep programs printed as the loops of the papers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count

from psiphi.algebra import operators as op
from psiphi.algebra.expression import Inverse, Symbol
from psiphi.algebra.families import Riccati, owner_label
from psiphi.algebra.spaces import Space
from psiphi.algebra.writing.alphabet import in_greek
from psiphi.recursion.sweeps.program import (
    Accelerate,
    Apply,
    ApplyDiagonal,
    ApplyFactors,
    Behind,
    Compliances,
    DerivativeOf,
    Direction,
    Dot,
    FramePoses,
    FromCarrier,
    GainedBehind,
    Gravity,
    Held,
    Id,
    Input,
    Inward,
    InwardMotion,
    JointRates,
    Linear,
    LoopEnds,
    LoopMotions,
    LyapunovRecursion,
    Newton,
    One,
    Outward,
    OutwardForce,
    Poses,
    Rates,
    RiccatiRecursion,
    Scaled,
    Siblings,
    Solve,
    SweepProgram,
    ThroughParent,
    ToCarrier,
    Velocities,
    WholeInverse,
)

_HEADINGS = {
    Direction.INWARD: "inward, k from the tips to the base",
    Direction.OUTWARD: "outward, k from the base to the tips",
}


_CARRYING = (
    *(Inward, InwardMotion, Outward, OutwardForce, Siblings, Accelerate, Rates, Velocities, Poses),
    *(ToCarrier, FromCarrier),
    *(RiccatiRecursion, Compliances, LyapunovRecursion, Behind, GainedBehind, WholeInverse),
)


def loops(program: SweepProgram, result_names: tuple[str, ...] = ("result",)) -> str:
    """The program as loops over bodies k, with parent p, children c and siblings s."""
    text = _Text(program)
    lines: list[str] = []
    for step in program.passes:
        body = [line for value in step.values for line in text.statements(value)]
        if body:
            lines.append(_HEADINGS[step.direction])
            lines.extend(f"    {line}" for line in body)
    lines.append("result")
    for label, result in zip(result_names, program.results, strict=True):
        lines.append(f"    {label}(k) = {text.value(result)}")
    return "\n".join(lines)


def sweep_count(program: SweepProgram) -> int:
    """How many passes carry something from body to body."""
    return sum(
        any(isinstance(program.definitions[value].operation, _CARRYING) for value in step.values)
        for step in program.passes
    )


def value_names(program: SweepProgram) -> dict[Id, str]:
    """What values are called: inputs by their names, recursions z1, z2, … but for names that are taken."""
    definitions = sorted(program.definitions.values(), key=lambda d: d.id)
    names = {d.id: d.operation.symbol.name for d in definitions if isinstance(d.operation, Input)}
    taken = set(names.values())
    recursions, others = (_numbered(letter, taken) for letter in "zt")
    for definition in definitions:
        if definition.id not in names:
            names[definition.id] = next(recursions if definition.is_recursion else others)
    return names


def _numbered(letter: str, taken: set[str]) -> Iterator[str]:
    return (name for name in (f"{letter}{i}" for i in count(1)) if name not in taken)


class _Text:
    """The values of one program as text."""

    def __init__(self, program: SweepProgram) -> None:
        self.definitions = program.definitions
        self.names = value_names(program)

    def statements(self, value: Id) -> list[str]:
        """The lines of a recursion; none for what is written out where it is used."""
        definition = self.definitions[value]
        match definition.operation:
            case Rates():
                return ["ω(k) = φ*(p,k) ω(p) + H*(k) v(k)"]
            case Velocities():
                return ["V(k) = φ*(p,k) V(p) + H*(k) v(k)"]
            case Poses():
                return ["A(k) = A(p) R(p,k);  x(k) = x(p) + A(p) l(p,k)"]
            case FramePoses():
                return ["A_0, X_0 of the frames on k, from A(k) and x(k)"]
            case LoopEnds():
                return [
                    "X, d of each loop: the pose of its second end in the first, and the directions it holds"
                ]
            case LoopMotions():
                return ["V_first, V_first − X V_second of each loop"]
            case RiccatiRecursion(family=f):
                return _riccati(f)
            case Compliances(family=f):
                omega, across = f"Ω{f.label}", f"(I − G{f.label}(k) H(k))"
                carried = f"φ*(p,k) {omega}(p) φ(p,k)"
                return [f"{omega}(k) = H*(k) D{f.label}(k)⁻¹ H(k) + {across}* {carried} {across}"]
            case LyapunovRecursion(family=f):
                r = f"r{f.label}"
                return [f"{r}(k) = {f.X}(k) + Σ φ(k,c) {r}(c) φ*(k,c)"]
            case Behind():
                return [f"r_b(k) = φ(k,p) (r_b(p) + {_BESIDE}) φ*(k,p)"]
            case GainedBehind():
                return [f"M_b(k) = φ(k,p) ({_BESIDE}) φ*(k,p)"]
            case WholeInverse():
                return ["Q(k) = φ*(p,k) Q(p) φ(p,k), r(k)⁻¹ at the root"]
            case _:
                if definition.is_recursion:
                    return [f"{self.names[value]}(k) = {self.value(definition.operands[0])}"]
                return []

    def value(self, value: Id, place: str = "k") -> str:
        """The text of a value at a place: recursions and inputs by name, everything else written out."""
        definition = self.definitions[value]
        if definition.is_recursion:
            return f"{self.names[value]}({place})"
        operands = definition.operands
        match definition.operation:
            case Input(symbol=s):
                return f"{s}({place})"
            case Linear(coefficients=coefficients):
                return self._linear(coefficients, operands, place)
            case Apply(letter=letter) if Space.LOOP in (letter.range, letter.domain):
                return f"[{letter} {self._whole(operands[0])}]({place})"
            case Apply(letter=letter):
                return f"{_letter(letter, place)} {self._bracketed(operands[0], place)}"
            case Inward(letter=op.S):
                return f"Σ {self._bracketed(operands[0], 'c')}"
            case Outward(letter=op.S):
                return self._bracketed(operands[0], "p")
            case Inward(letter=op.E_phi_dot):
                return f"Σ φ̇({place},c) {self._bracketed(operands[0], 'c')}"
            case Outward(letter=op.E_phi_dot):
                return f"φ̇*(p,{place}) {self._bracketed(operands[0], 'p')}"
            case Inward():
                return f"Σ φ({place},c) {self._bracketed(operands[0], 'c')}"
            case Outward():
                return f"φ*(p,{place}) {self._bracketed(operands[0], 'p')}"
            case InwardMotion():
                return f"Σ φ*(c,{place}) {self._bracketed(operands[0], 'c')}"
            case OutwardForce():
                return f"φ({place},p) {self._bracketed(operands[0], 'p')}"
            case Siblings():
                return f"φ*(p,{place}) Q(p) Σ φ(p,s) {self._bracketed(operands[0], 's')}"
            case ToCarrier(letter=letter):
                return f"Σ {letter}({place},c) {self._bracketed(operands[0], 'c')}"
            case FromCarrier(letter=letter):
                return f"{letter}(p,{place}) {self._bracketed(operands[0], 'p')}"
            case Accelerate():
                if len(operands) == 1:
                    return f"a({place})"
                return f"φ*(p,{place}) {self._bracketed(operands[0], 'p')} + a({place})"
            case Newton():
                return (
                    f"b({place})"
                    if len(operands) == 1
                    else f"M({place}) {self.value(operands[0], place)} + b({place})"
                )
            case Gravity():
                return f"g({place})"
            case JointRates():
                return f"v({place})"
            case Held():
                return self.value(operands[0], place)
            case DerivativeOf(tangent=tangent):
                sign = "d/dt" if tangent.along is op.v else f"∂_{tangent.along}"
                return f"{sign} [{self.value(operands[0], place)}]"
            case ThroughParent(letter=letter):
                x = self._bracketed(operands[0], place)
                return f"φ*(p,{place}) {_letter(letter, 'p')} φ(p,{place}) {x}"
            case ApplyDiagonal(matrix=matrix):
                return f"[diag({matrix}) {self._whole(operands[0])}]({place})"
            case ApplyFactors(letter=letter):
                return f"[{letter} {self._whole(operands[0])}]({place})"
            case Scaled():
                number = self._bracketed(operands[1], place)
                return f"{self._bracketed(operands[0], place)} ({number})"
            case One():
                return "1"
            case Dot():
                return " · ".join(self._whole(x) for x in operands)
            case Solve(matrix=matrix):
                return f"[inv({matrix}) {self._whole(operands[0])}]({place})"
            case _:
                return self.names[value]

    def _bracketed(self, value: Id, place: str) -> str:
        text = self.value(value, place)
        operation = self.definitions[value].operation
        if isinstance(operation, Held):
            return self._bracketed(self.definitions[value].operands[0], place)
        compound = (
            isinstance(operation, Linear | Accelerate | Newton) and not self.definitions[value].is_recursion
        )
        return f"({text})" if compound and (" + " in text or " − " in text) else text

    def _whole(self, value: Id) -> str:
        """The text of a value at all places at once."""
        text = self._bracketed(value, ":").replace("(:)", "")
        return text[1:-1] if text.startswith("[") and text.endswith("]") else text

    def _linear(self, coefficients: tuple[Fraction, ...], operands: tuple[Id, ...], place: str) -> str:
        parts: list[str] = []
        for i, (c, operand) in enumerate(zip(coefficients, operands, strict=True)):
            sign = (" − " if c < 0 else " + ") if i else ("−" if c < 0 else "")
            scale = "" if abs(c) == 1 else f"({abs(c)}) "
            text = self.value(operand, place) if c > 0 and not scale else self._bracketed(operand, place)
            parts.append(f"{sign}{scale}{text}")
        return "".join(parts)


_BESIDE = "M(p) + Σ φ(p,s) r(s) φ*(p,s)"


def _riccati(f: Riccati) -> list[str]:
    P, D, G, K = (in_greek(f"{x}{f.label}") for x in "PDGK")
    noise = "" if not str(f.Y).strip("0") else f" + {f.Y}(k)"
    if f.is_correlated:
        return [
            f"{P}(k) = {f.X}(k) + Σ φ(k,c) {P}(c) φ*(k,c) − {K}(k,c) {D}(c) {K}*(k,c)",
            f"{D}(k) = H(k) {P}(k) H*(k){noise};  {G}(k) = {P}(k) H*(k) {D}(k)⁻¹;  "
            f"{K}(p,k) = φ(p,k) {G}(k) + {f.S}(p,k) {D}(k)⁻¹",
        ]
    return [
        f"{P}(k) = {f.X}(k) + Σ φ(k,c) (I − {G}(c) H(c)) {P}(c) φ*(k,c)",
        f"{D}(k) = H(k) {P}(k) H*(k){noise};  {G}(k) = {P}(k) H*(k) {D}(k)⁻¹",
    ]


def _letter(letter: object, place: str) -> str:
    if isinstance(letter, Inverse) and isinstance(letter.base, Symbol):
        return f"{in_greek(letter.base.name + owner_label(letter.base))}({place})⁻¹"
    return f"{letter}({place})" if len(str(letter)) <= 12 else f"[{letter}]({place})"
