"""The sweeps of any expression as a block diagram: a column a sweep, arrows with gains."""

from __future__ import annotations

import numpy as np

from psiphi.algebra.derivation import Derivation
from psiphi.algebra.derive import derive
from psiphi.algebra.expression import Expr, symbols_of
from psiphi.algebra.inputs import VECTORS
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.algebra.spaces import Space
from psiphi.recursion.sweeps.lowering import lower
from psiphi.recursion.sweeps.operations.operation import Direction
from psiphi.recursion.sweeps.operations.vectors import Input
from psiphi.recursion.sweeps.text import value_names
from psiphi.view.drawings.drawing import Drawing, standing_alone
from psiphi.view.drawings.schematic import Schematic
from psiphi.view.drawings.signal_flow import signal_flow

SOURCES = {"Accelerate": "a", "Newton": "b", "Gravity": "g", "JointRates": "v", "Velocities": "V", "One": "1"}
SIGNS = {"Dot": "·", "Scaled": "×"}  # what nodes do that do not add
COLUMN, ROW, NODE, BEND = 250.0, 84.0, 12.0, 70.0  # pixels
WORDS = {Direction.INWARD: "inward", Direction.OUTWARD: "outward"}


def flow_drawing(derivation: Derivation | Expr) -> Drawing:
    """The signal flow graph of the sweeps of a vector, a number, or a derivation: nodes add, boxes are gains.

    Arrows bent and coloured carry a signal from body to body (φ, φ*). Filled gains come from the Riccati
    equation. An operator is drawn as it acts on a vector x.
    """
    if isinstance(derivation, Expr):
        derivation = derive(derivation)
    expression, result = derivation.expression, derivation.result
    if expression.domain is not Space.ONE:
        taken = {each.name for each in symbols_of(expression)}
        x = VECTORS[expression.domain](next(name for name in ("x", "y", "x_0") if name not in taken))
        expression, result = expression @ x, result @ x
    program = lower([expand(result)])
    flow = signal_flow(program)
    names = value_names(program)
    operations = {names[value]: each.operation for value, each in program.definitions.items()}
    drawing = Schematic(f"the sweeps of {expression}")
    used = sorted(set(flow.passes.values()))
    rows = dict.fromkeys(used, 0)
    place: dict[str, np.ndarray] = {}
    for node, where in flow.passes.items():
        shift = -0.5 * COLUMN if node in flow.inputs else 0.0
        place[node] = np.array([COLUMN * used.index(where) + shift, ROW * rows[where]])
        rows[where] += 1
    for column, where in enumerate(used):
        word = WORDS.get(program.passes[where].direction, "together")
        drawing.word((COLUMN * column, -0.75 * ROW), f"{column + 1}: {word}", "soft")
    boxes: list[tuple[np.ndarray, str, str]] = []
    for arrow in flow.arrows:
        start, end = place[arrow.start], place[arrow.end]
        carried = any(letter.startswith(("φ", "ψ")) for letter in arrow.gain)
        style = "c1" if carried else "ink"
        if arrow.start == arrow.end:
            below, above = (start + NODE * np.array([-0.7, side]) for side in (0.7, -0.7))
            curve = drawing.arc(below, above, 0.7 * BEND, style, gap=0.0)
            middle = curve[len(curve) // 2]
        elif 1.0 < abs(start[0] - end[0]) <= COLUMN and abs(start[1] - end[1]) < 1.0:
            drawing.arrow(start, end, style, gap=NODE)
            middle = (start + end) / 2
        else:
            curve = drawing.arc(start, end, BEND if carried else 0.4 * BEND, style, gap=NODE)
            middle = curve[len(curve) // 2]
        if arrow.gain or arrow.sign < 0:
            filled = any(letter[0] in "GDPK" for letter in arrow.gain)
            sign = "−" if arrow.sign < 0 else ""
            boxes.append((middle, sign + (" ".join(arrow.gain) or "1"), "box filled" if filled else "box"))
    for middle, text, style in boxes:
        drawing.box(middle, text, style)
    for node, at in place.items():
        into = [arrow for arrow in flow.arrows if arrow.end == node]
        drawing.dot(at, "pin", NODE if len(into) > 1 else 5.0)
        if len(into) > 1:
            drawing.word(at, SIGNS.get(type(operations[node]).__name__, "+"))
        if name := _source(operations[node]):
            drawing.word(at - np.array([0.0, 20.0]), name)
        if node in flow.results:
            end = at + np.array([0.5 * COLUMN, 0.0])
            drawing.arrow(at, end, "ink", gap=NODE)
            drawing.word(end + np.array([32.0, 0.0]), "result")
    return standing_alone(drawing.svg())


def _source(operation: object) -> str:
    """The name of what begins at a node; empty where nothing does."""
    if isinstance(operation, Input):
        return str(operation.symbol)
    return SOURCES.get(type(operation).__name__, "")
