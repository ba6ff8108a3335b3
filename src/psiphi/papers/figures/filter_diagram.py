"""Filtering and smoothing drawn as the sweeps that the forward dynamics became: [R87 Fig. 3]."""

from __future__ import annotations

import numpy as np

from psiphi.algebra import H, M, body_vector, inv, joint_vector, mass, phi
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.papers.item import INVERSE_TOLERANCE, Array, Drawing, Findings, Misprint, close, reproduces, true
from psiphi.papers.subject import arm
from psiphi.recursion.sweeps.explain import explain
from psiphi.recursion.sweeps.lowering import lower
from psiphi.recursion.sweeps.operations.operation import Direction
from psiphi.view.drawings.schematic import Schematic
from psiphi.view.drawings.signal_flow import Arrow, SignalFlow, mirrored, signal_flow

tau, n, bias = joint_vector("tau"), body_vector("n"), body_vector("bias")
accelerations = inv(mass) @ (tau - H @ phi @ (M @ phi.T @ n + bias))  # R87 (22), with biases that are given
SYMBOLS = {"tau": "τ(k)", "n": "n(k)", "bias": "b(k)"}
ROW, SIDE = 110.0, 140.0  # pixels between nodes, and from the middle
OUTER, INNER = 108.0, 42.0  # how far the carriers and the bypasses bend
NODE = 13.0
LABEL = 7  # which point of a curve, from either end, has its gain


@reproduces("R87 Fig. 3", "filtering and smoothing: one sweep inward, one outward, mirror images")
def FIGURE_3() -> Findings:
    arm_ = arm(6)
    rng = np.random.default_rng(3)
    given = {"tau": arm_.tau, **{name: rng.standard_normal(6 * arm_.bodies) for name in ("n", "bias")}}
    told = explain(accelerations)
    program = lower([expand(told.derivation.result)])
    flow = signal_flow(program)
    mirror = mirrored(flow.within(0), flow.within(1))
    directions = [step.direction for step in program.passes]
    return Findings(
        "the diagram of the Kalman filter (36)–(43) and the Bryson–Frazier smoother (44)–(47); `M⁻¹ = (I − "
        "L*)D⁻¹(I − L)` makes the two mirror images of each other",
        f"`{told.derivation.expression} = {told.derivation.result}`, derived, and read off as the sweeps "
        "below. The drawing is of the same sweeps; gains from the Riccati equation are filled",
        (
            close(
                "compiled sweeps against plain matrices",
                arm_.compiled(accelerations, **given),
                arm_.plain(accelerations, **given),
                INVERSE_TOLERANCE,
            ),
            true("one sweep inward, then one outward", directions == [Direction.INWARD, Direction.OUTWARD]),
            true(
                "the smoother is the filter with every arrow turned round and every gain adjoint",
                mirror is not None,
            ),
        ),
        misprints=(Misprint("(36)", "`z⁻(k) = φ(k,k−1)z⁺(i) + b(k)`", "`z⁺(k−1)`"),),
        pictures=(Drawing("Fig. 3: the sweeps as a block diagram", _diagram(flow, mirror or {})),),
        loops=told.algorithm,
    )


def _diagram(flow: SignalFlow, mirror: dict[str, str]) -> str:
    """The filter on the left, and each node of the smoother opposite to the one that it mirrors."""
    drawing = Schematic("the Kalman filter and the smoother as a block diagram")
    filtering = [node for node, where in flow.passes.items() if where == 0 and node not in flow.inputs]
    place = {node: np.array([-SIDE, ROW * row]) for row, node in enumerate(filtering)}
    place |= {other: place[node] * np.array([-1.0, 1.0]) for node, other in mirror.items()}
    bottom = ROW * (len(filtering) - 1)
    drawing.line([(0, -0.3 * ROW), (0, bottom + 0.3 * ROW)], "axis dashed")
    drawing.word((-SIDE, -0.62 * ROW), "filtering, inward", "soft")
    drawing.word((SIDE, -0.62 * ROW), "smoothing, outward", "soft")
    boxes = []
    lifted: dict[str, float] = {}  # inputs of one node begin above each other
    for arrow in flow.arrows:
        if arrow.start in flow.inputs:
            side = np.sign(place[arrow.end][0])
            start = place[arrow.end] + np.array([2.1 * SIDE * side, -lifted.get(arrow.end, 0.0)])
            lifted[arrow.end] = lifted.get(arrow.end, 0.0) + 46.0
            drawing.arrow(start, place[arrow.end], "ink", gap=NODE)
            drawing.word(start + np.array([30.0 * side, 0.0]), SYMBOLS[arrow.start])
            boxes.append(((start + 0.25 * (place[arrow.end] - start)), arrow))
        elif arrow.start in place and arrow.end in place:
            boxes.append((_way(drawing, arrow, place), arrow))
    for middle, arrow in boxes:
        if arrow.gain:
            filled = any(letter[0] in "GDP" for letter in arrow.gain)
            drawing.box(middle, " ".join(arrow.gain), "box filled" if filled else "box")
    for node in flow.results:
        end = place[node] + np.array([2.1 * SIDE, 0.0])
        drawing.arrow(place[node], end, "ink", gap=NODE)
        drawing.word(end + np.array([30.0, 0.0]), "a(k)")
    for node, at in place.items():
        into = [arrow for arrow in flow.arrows if arrow.end == node]
        drawing.dot(at, "pin", NODE if len(into) > 1 else 5.0)
        if len(into) > 1:
            drawing.word(at, "±" if any(arrow.sign < 0 for arrow in into) else "+")
        for name, above in _names(flow, node):
            drawing.word(at + np.array([0.0, -26.0 if above else 28.0]), name, "soft")
    return drawing.svg()


def _way(drawing: Schematic, arrow: Arrow, place: dict[str, Array]) -> Array:
    """Draws an arrow between nodes; the place of its middle."""
    start, end = place[arrow.start], place[arrow.end]
    carried = any(letter.startswith("φ") for letter in arrow.gain)
    if abs(end[0] - start[0]) > 1.0 or (arrow.gain and not carried):
        drawing.arrow(start, end, "ink", gap=NODE)
        return (start + end) / 2
    outward = np.sign(start[0])  # +1 on the right
    downward = np.sign(end[1] - start[1])
    bend = (OUTER if carried else INNER) * outward * downward
    curve = drawing.arc(start, end, bend, "c1" if carried else "ink", gap=NODE)
    return min(curve[[LABEL, -1 - LABEL]], key=lambda place: -place[1])


def _names(flow: SignalFlow, node: str) -> list[tuple[str, bool]]:
    """What the paper calls a node that joins two links, and whether to write it above."""
    names = {
        ("φ", True): ("z⁻(k)", True),
        ("φ", False): ("z⁺(k)", False),
        ("φ*", True): ("λ⁺(k)", False),
        ("φ*", False): ("λ⁻(k)", True),
    }
    return [
        names[letter, arrow.end == node]
        for arrow in flow.arrows
        for letter in arrow.gain
        if (letter, True) in names and node in (arrow.start, arrow.end)
    ]
