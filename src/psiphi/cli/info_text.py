"""The description of a model as tables."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from psiphi.cli.table import Column, table
from psiphi.model.tree import depth_first, renumbered

AXIS_NAMES: dict[tuple[float, ...], str] = {(1.0, 0.0, 0.0): "x", (0.0, 1.0, 0.0): "y", (0.0, 0.0, 1.0): "z"}


def info_text(told: dict[str, Any], width: int | None = None) -> Iterator[str]:
    """The lines of the report; `told` is what `psiphi.cli.description` makes of a model."""
    bodies, frames = told["bodies"], told["frames"]
    moving = sum(body["joint"]["v"] is not None for body in bodies)
    yield (
        f"{told['name']} · {_count(len(bodies), 'body', 'bodies')} · {_count(moving, 'moving joint')} · "
        f"nq = {told['nq']} · nv = {told['nv']} · {number(told['mass'])} kg"
    )
    if told["center_of_mass"] is not None:
        yield f"centre of mass {vector(told['center_of_mass'])} m at neutral"
    yield f"gravity {vector(told['gravity'])} m/s²"
    yield ""
    yield from table(_tree_columns(bodies), width)
    yield ""
    yield from table(_inertia_columns(bodies), width)
    flexible = [body for body in bodies if body["modes"] is not None]
    if flexible:
        yield ""
        yield from table(_mode_columns(flexible), width)
    if frames:
        yield ""
        yield from table(_frame_columns(frames), width)
    if told["loops"]:
        yield ""
        yield from table(_loop_columns(told["loops"]), width)
    if told["tendons"]:
        yield ""
        yield from table(_tendon_columns(told["tendons"]), width)
    if told["actuators"]:
        yield ""
        yield from table(_actuator_columns(told["actuators"]), width)
    if told["configurations"]:
        yield ""
        yield f"configurations: {', '.join(told['configurations'])}"
    yield ""
    if told["dropped"]:
        yield f"left out, although it changes the motion: {_count(len(told['dropped']), 'thing')}"
        for item in told["dropped"]:
            line = f" on line {item['line']}" if item["line"] else ""
            yield from _bullet(f"{item['element']}{line}: {item['reason']}", width)
        yield ""
    if not told["warnings"] and not told["dropped"]:
        yield "Nothing looks wrong."
        return
    if told["warnings"]:
        yield _count(len(told["warnings"]), "warning")
    for warning in told["warnings"]:
        yield from _bullet(warning, width)


def _bullet(text: str, width: int | None) -> list[str]:
    return textwrap.wrap(
        text, width or 110, initial_indent="• ", subsequent_indent="  ", break_long_words=False
    )


def _tree_columns(bodies: Sequence[dict[str, Any]]) -> list[Column]:
    index = {body["name"]: k for k, body in enumerate(bodies)}
    parents = [-1 if body["parent"] is None else index[body["parent"]] for body in bodies]
    order = depth_first(parents)
    new_index = renumbered(order)
    drawn = branches([new_index[parents[k]] for k in order])
    bodies = [bodies[k] for k in order]
    joints = [body["joint"] for body in bodies]
    return [
        Column(
            "body", [stem + body["name"] for stem, body in zip(drawn, bodies, strict=True)], may_be_cut=True
        ),
        Column("joint", [joint["name"] for joint in joints], may_be_cut=True),
        Column("kind", [joint["kind"] for joint in joints]),
        Column("axis", [_axes(joint) for joint in joints]),
        Column("q", [_place(joint["q"]) for joint in joints]),
        Column("range", [_range(joint) for joint in joints]),
        Column("mimics", [_mimic(joint) for joint in joints], may_be_cut=True),
        Column("rotor kg m²", [_rotor(joint) for joint in joints]),
        Column("effort", [_numbers(joint.get("effort", [])) for joint in joints], right=True),
        Column("speed", [_numbers(joint.get("velocity", [])) for joint in joints], right=True),
        Column("damping", [_if_any(joint.get("damping", [])) for joint in joints], right=True),
        Column("friction", [_if_any(joint.get("friction", [])) for joint in joints], right=True),
        Column("stiffness", [_if_any(joint.get("stiffness", [])) for joint in joints], right=True),
    ]


def _inertia_columns(bodies: Sequence[dict[str, Any]]) -> list[Column]:
    bodies = [body for body in bodies if body["mass"] != 0.0 or any(body["principal_moments"])]
    return [
        Column("body", [body["name"] for body in bodies], may_be_cut=True),
        Column("mass kg", [number(body["mass"]) for body in bodies], right=True),
        *_components("centre of mass m", [body["center_of_mass"] for body in bodies]),
        *_components("principal moments kg m²", [body["principal_moments"] for body in bodies]),
    ]


def _mode_columns(bodies: Sequence[dict[str, Any]]) -> list[Column]:
    """Frequencies with the inboard joint held."""
    modes = [body["modes"] for body in bodies]
    return [
        Column("flexible body", [body["name"] for body in bodies], may_be_cut=True),
        Column("q", [_place(each["q"]) for each in modes]),
        Column("frequencies Hz", [", ".join(map(number, each["frequencies"])) for each in modes]),
        Column("damping ratio", [_if_any(each["damping"]) for each in modes], right=True),
        Column("nodes", [", ".join(each["nodes"]) for each in modes], may_be_cut=True),
    ]


def _frame_columns(frames: Sequence[dict[str, Any]]) -> list[Column]:
    return [
        Column("frame", [frame["name"] for frame in frames], may_be_cut=True),
        Column("on", [frame["body"] or "world" for frame in frames], may_be_cut=True),
        *_components("position m", [frame["position"] for frame in frames]),
        *_components("roll, pitch, yaw °", [_roll_pitch_yaw(frame["rotation"]) for frame in frames]),
    ]


def _loop_columns(loops: Sequence[dict[str, Any]]) -> list[Column]:
    return [
        Column("loop", [loop["name"] for loop in loops], may_be_cut=True),
        Column("kind", [loop["kind"] for loop in loops]),
        Column("between", [loop["first"] for loop in loops], may_be_cut=True),
        Column("and", [loop["second"] or "" for loop in loops], may_be_cut=True),
        Column("equations", [str(loop["equations"]) for loop in loops], right=True),
        Column("about", [_loop_data(loop) for loop in loops]),
    ]


def _tendon_columns(tendons: Sequence[dict[str, Any]]) -> list[Column]:
    lengths = [
        " + ".join(f"{number(c)} {joint}" for c, joint in zip(x["coefficients"], x["joints"], strict=True))
        for x in tendons
    ]
    return [
        Column("tendon", [x["name"] for x in tendons], may_be_cut=True),
        Column("length", lengths, may_be_cut=True),
        Column("stiffness", [_if_any([x["stiffness"]]) for x in tendons], right=True),
        Column("damping", [_if_any([x["damping"]]) for x in tendons], right=True),
    ]


def _actuator_columns(actuators: Sequence[dict[str, Any]]) -> list[Column]:
    return [
        Column("actuator", [x["name"] for x in actuators], may_be_cut=True),
        Column("drives", [x["joint"] or x["tendon"] or x["frame"] for x in actuators], may_be_cut=True),
        Column("gear", [_gear(x) for x in actuators], right=True),
        Column("gain", [_gain(x["gain"]) for x in actuators]),
        Column("bias", [vector(x["bias"]) if any(x["bias"]) else "" for x in actuators]),
    ]


def _gear(actuator: dict[str, Any]) -> str:
    gear, direction = actuator["gear"], actuator["direction"]
    return vector([gear * part for part in direction]) if direction else number(gear)


def _gain(gain: Sequence[float]) -> str:
    return vector(gain) if any(gain[1:]) else number(gain[0])


def _loop_data(loop: dict[str, Any]) -> str:
    if "length" in loop:
        return f"{number(loop['length'])} m"
    if "coefficients" in loop:
        powers = {0: "", 1: " x", 2: " x²", 3: " x³"}
        terms = [
            number(value) + powers.get(k, f" x^{k}") for k, value in enumerate(loop["coefficients"]) if value
        ]
        return " + ".join(terms) or "0"
    return _axes(loop)


def number(value: float) -> str:
    """Four digits, with a true minus sign; rounding noise is zero."""
    return f"{value:.4g}".replace("-", "−") if abs(value) > 1e-15 else "0"


def vector(values: Sequence[float]) -> str:
    """(x, y, z)."""
    return "(" + ", ".join(map(number, values)) + ")"


def _count(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def _components(title: str, rows: Sequence[Sequence[float]]) -> list[Column]:
    """One column for the three numbers, each flush right under the others."""
    cells = [[number(value) for value in row] for row in rows]
    widths = [max((len(row[k]) for row in cells), default=0) for k in range(3)]
    joined = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in cells]
    return [Column(title, joined)]


def _axes(joint: dict[str, Any]) -> str:
    axes = [_axis(joint[key]) for key in ("axis", "axis2") if key in joint]
    if "pitch" in joint:
        axes.append(f"{number(joint['pitch'])} m/rad")
    return ", ".join(axes)


def _axis(axis: Sequence[float]) -> str:
    positive, negative = tuple(axis), tuple(-x for x in axis)
    if positive in AXIS_NAMES:
        return AXIS_NAMES[positive]
    if negative in AXIS_NAMES:
        return "−" + AXIS_NAMES[negative]
    return "(" + ", ".join(f"{x:.3g}".replace("-", "−") for x in axis) + ")"


def _place(place: list[int] | None) -> str:
    if place is None:
        return ""
    start, stop = place
    return str(start) if stop == start + 1 else f"{start}–{stop - 1}"


def _range(joint: dict[str, Any]) -> str:
    ends = list(zip(joint.get("lower", []), joint.get("upper", []), strict=True))
    if all(lower is None and upper is None for lower, upper in ends):
        return ""
    told = []
    for (lower, upper), nature in zip(ends, joint["coordinates"], strict=True):
        scale, unit = (180.0 / math.pi, "°") if nature == "angle" else (1.0, " m")
        low, high = ("∞" if end is None else number(end * scale) for end in (lower, upper))
        told.append(f"{'−' if lower is None else ''}{low} … {high}{unit}")
    return ", ".join(told)


def _mimic(joint: dict[str, Any]) -> str:
    if "mimic" not in joint:
        return ""
    leader, ratio, offset = (joint["mimic"][key] for key in ("joint", "ratio", "offset"))
    told = leader if ratio == 1.0 else f"{number(ratio)} × {leader}"
    return told if offset == 0.0 else f"{told} + {number(offset)}".replace("+ −", "− ")


def _rotor(joint: dict[str, Any]) -> str:
    if not joint.get("rotor_inertia"):
        return ""
    told = [] if joint["gear_ratio"] == 1.0 else [f"gear {number(joint['gear_ratio'])}"]
    told += ["carried"] if joint["rotor_axis"] else []
    return number(joint["reflected_inertia"]) + (f" ({', '.join(told)})" if told else "")


def _numbers(values: Sequence[float | None]) -> str:
    """One number where all are alike, nothing where there is no limit."""
    if all(value is None for value in values):
        return ""
    if len(set(values)) == 1:
        return "" if values[0] is None else number(values[0])
    return ", ".join("∞" if value is None else number(value) for value in values)


def _if_any(values: Sequence[float]) -> str:
    return _numbers(values) if any(values) else ""


def _roll_pitch_yaw(rotation: Sequence[Sequence[float]]) -> list[float]:
    """The angles of R = R_z(yaw) R_y(pitch) R_x(roll), in degrees; yaw is 0 where roll and yaw coincide."""
    pitch = math.atan2(-rotation[2][0], math.hypot(rotation[0][0], rotation[1][0]))
    if math.hypot(rotation[0][0], rotation[1][0]) < 1e-12:
        roll, yaw = math.atan2(-rotation[1][2], rotation[1][1]), 0.0
    else:
        roll, yaw = math.atan2(rotation[2][1], rotation[2][2]), math.atan2(rotation[1][0], rotation[0][0])
    return [math.degrees(angle) for angle in (roll, pitch, yaw)]


def branches(parents: Sequence[int]) -> list[str]:
    """What to draw before each node of a tree listed depth first (−1 for the root above all).

    Nodes in a row stay at one depth, so that long chains stay on the page; only forks move to the right:

        trunk
        ├─ hip
        │  knee
        └─ tail
    """
    children: list[list[int]] = [[] for _ in range(len(parents) + 1)]  # the last entry is the root's
    for node, parent in enumerate(parents):
        children[parent].append(node)
    drawn, below = [""] * len(parents), [""] * (len(parents) + 1)
    for node, parent in enumerate(parents):
        stem, siblings = below[parent], children[parent]
        if len(siblings) == 1:
            drawn[node], below[node] = stem, stem
        elif node == siblings[-1]:
            drawn[node], below[node] = stem + "└─ ", stem + "   "
        else:
            drawn[node], below[node] = stem + "├─ ", stem + "│  "
    return drawn
