"""The signal flow graph of a sweep program: nodes that add, arrows with gains.

In such a graph the adjoint of a recursion is the same graph with every arrow turned round and every gain
replaced by its adjoint. [R87 Fig. 3] shows that for the filter and the smoother; here it is found out.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint as adjoint_of
from psiphi.algebra.expression import Expr
from psiphi.frozen import frozen
from psiphi.recursion.sweeps.operations.inertias import RiccatiRecursion
from psiphi.recursion.sweeps.operations.motion import Accelerate, Newton
from psiphi.recursion.sweeps.operations.operation import Definition, Id, Operation
from psiphi.recursion.sweeps.operations.steps import Inward, Outward, Siblings, ThroughParent
from psiphi.recursion.sweeps.operations.vectors import (
    Apply,
    DerivativeOf,
    Dot,
    Held,
    Input,
    Linear,
    Recursion,
    Scaled,
)
from psiphi.recursion.sweeps.operations.whole import ApplyDiagonal, ApplyFactors, Solve
from psiphi.recursion.sweeps.program import SweepProgram
from psiphi.recursion.sweeps.text import value_names

Gain = tuple[str, ...]  # the operators on the way, in the order in which a signal meets them


@frozen
class Arrow:
    """What `end` adds up: `sign` times the gain of what is at `start`."""

    start: str
    end: str
    sign: int
    gain: Gain

    @property
    def turned_round(self) -> Arrow:
        return Arrow(self.end, self.start, self.sign, tuple(map(adjoint, reversed(self.gain))))


@frozen
class SignalFlow:
    """Nodes in the order in which they are computed, the pass of each, and the arrows between them."""

    passes: dict[str, int]
    arrows: tuple[Arrow, ...]
    inputs: tuple[str, ...]
    results: tuple[str, ...]

    def within(self, index: int) -> tuple[Arrow, ...]:
        """The arrows of one pass, among its own nodes."""
        nodes = {node for node, where in self.passes.items() if where == index} - set(self.inputs)
        return tuple(arrow for arrow in self.arrows if arrow.start in nodes and arrow.end in nodes)


def signal_flow(program: SweepProgram) -> SignalFlow:
    """The graph of a program; nodes that only pass a signal on become parts of an arrow."""
    names = value_names(program)
    order = [(names[value], index) for index, step in enumerate(program.passes) for value in step.values]
    passes, definitions = dict(order), {names[value]: d for value, d in program.definitions.items()}
    arrows = [
        arrow
        for name in passes
        for arrow in _arrows(definitions[name], names)
        if not isinstance(definitions[arrow.start].operation, RiccatiRecursion)
    ]
    inputs = tuple(name for name in passes if isinstance(definitions[name].operation, Input))
    results = tuple(names[result] for result in program.results)
    own = [
        name for name in passes if isinstance(definitions[name].operation, Accelerate | Newton | Dot | Scaled)
    ]
    kept = {*inputs, *own, *results}
    for name in list(passes):
        into = [arrow for arrow in arrows if arrow.end == name]
        out = [arrow for arrow in arrows if arrow.start == name]
        if name in kept or len(into) != 1 or not (len(out) == 1 or not into[0].gain):
            continue
        arrows = [arrow for arrow in arrows if arrow not in into and arrow not in out]
        arrows += [
            Arrow(into[0].start, arrow.end, into[0].sign * arrow.sign, into[0].gain + arrow.gain)
            for arrow in out
        ]
    joined = {*results, *(node for arrow in arrows for node in (arrow.start, arrow.end))}
    return SignalFlow({k: v for k, v in passes.items() if k in joined}, tuple(arrows), inputs, results)


def mirrored(arrows: Iterable[Arrow], others: Iterable[Arrow]) -> dict[str, str] | None:
    """Which node answers which where the others are the arrows turned round; None where they are not.

    A node may count with the other sign: then so do all arrows that begin or end there.
    """
    turned = [arrow.turned_round for arrow in arrows]
    others = list(others)
    nodes, theirs = (sorted({x for a in some for x in (a.start, a.end)}) for some in (turned, others))
    wanted = {(arrow.start, arrow.end, arrow.gain): arrow.sign for arrow in others}
    for order in permutations(theirs) if len(nodes) == len(theirs) else ():
        names = dict(zip(nodes, order, strict=True))
        found = {(names[a.start], names[a.end], a.gain): a.sign for a in turned}
        if found.keys() == wanted.keys() and _signs_can_agree(found, wanted, theirs):
            return names
    return None


def _signs_can_agree(
    found: dict[tuple[str, str, Gain], int], wanted: dict[tuple[str, str, Gain], int], nodes: list[str]
) -> bool:
    """Whether the signs are the same once some nodes are counted with the other sign."""
    for choice in range(2 ** len(nodes)):
        sign = {node: 1 - 2 * (choice >> place & 1) for place, node in enumerate(nodes)}
        if all(found[key] * sign[key[0]] * sign[key[1]] == wanted[key] for key in wanted):
            return True
    return False


def adjoint(operator: str) -> str:
    """The adjoint of a printed operator, or of a number."""
    if operator[0].isdigit():
        return operator
    return operator.removesuffix("*") if operator.endswith("*") else f"{operator}*"


STEPS: dict[Expr, str] = {op.E_phi: "φ", op.E_phi_dot: "φ̇", op.E_b: "φ"}
STEPS |= {adjoint_of(letter): adjoint(gain) for letter, gain in STEPS.items()}
"""How steps from body to body are drawn, where not by their own letters."""


def _arrows(definition: Definition, names: dict[Id, str]) -> list[Arrow]:
    """What a definition adds up, or multiplies (Dot, Scaled)."""
    end, operands = names[definition.id], [names[x] for x in definition.operands]
    match definition.operation:
        case Linear(coefficients=coefficients):
            return [
                Arrow(x, end, 1 if c > 0 else -1, () if abs(c) == 1 else (str(abs(c)),))
                for x, c in zip(operands, coefficients, strict=True)
            ]
        case Dot() | Scaled():
            return [Arrow(x, end, 1, ()) for x in operands]
        case Accelerate() | Newton() if len(operands) == 1:  # from the rates alone
            return []
        case operation:
            gain = _gain(operation)
            return [] if gain is None else [Arrow(operands[0], end, 1, gain)]


def _gain(operation: Operation) -> Gain | None:
    """What an operation does to its first operand; None where that is no signal, or there is none."""
    match operation:
        case Recursion() | Held():
            return ()
        case Apply(letter=letter) | ApplyFactors(letter=letter):
            return (str(letter),)
        case Inward(letter=letter) | Outward(letter=letter):
            return (STEPS.get(letter, str(letter)),)
        case Accelerate():  # φ* of the parent's, and a
            return ("φ*",)
        case Newton():  # and b
            return ("M",)
        case Siblings():
            return ("φ", "Q", "φ*")
        case ThroughParent(letter=letter):
            return ("φ", str(letter), "φ*")
        case Solve(matrix=matrix):
            return (f"({matrix})⁻¹",)
        case ApplyDiagonal(matrix=matrix):
            return (f"diag({matrix})",)
        case DerivativeOf(tangent=tangent):
            return ("d/dt" if tangent.along is op.v else f"∂_{tangent.along}",)
        case _:
            return None
