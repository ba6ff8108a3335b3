"""The page of the demonstration: one HTML file that needs nothing but itself.

The words are in page.html, the looks in psiphi.view; here is what is put in between.
"""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from string import Template

import numpy as np
from numpy.typing import NDArray

from psiphi import algebra
from psiphi.algebra.expression import Expr, symbols_of
from psiphi.algebra.writing.python_form import to_python
from psiphi.checks import Check
from psiphi.demo.demonstration import LOOPS_OPEN, Findings
from psiphi.demo.motion import APART, COPIES, DRAWN, Motion
from psiphi.demo.timings import Timing
from psiphi.kernel.code import isa
from psiphi.robot import Robot
from psiphi.view.derivation_page import steps_table
from psiphi.view.drawings.charts import COLORS, FULL, Bar, Series, bar_chart, legend, line_chart
from psiphi.view.drawings.stick_figure import StickFigure
from psiphi.view.drawings.typeset import typeset, typeset_loops
from psiphi.view.words import counted, style, tiles, versions

STILLS = 6
SMALLEST_DRIFT = 1e-16  # has a logarithm, unlike none

MEANINGS = {
    "H": "projects on the joint axes",
    "phi": "collects forces from the tips to the base",
    "M": "inertias of the bodies",
    "R": "inertias of rotors behind gears",
    "a": "Coriolis and gravity accelerations",
    "b": "gyroscopic forces",
    "tau": "joint forces",
    "P": "articulated inertias: the covariance of a Kalman filter",
    "D": "articulated inertias about the joints",
    "K": "Kalman gain, carried to the parent",
    "psi": "like φ, with the joints free to move",
    "coupling": "joint rates from independent ones",
}
DERIVED = (
    "No rule knows this expression. General identities, each with its source, remove the inverse and "
    "contract what remains. The last line equals the first for every robot and every configuration.",
    "Nothing is rewritten: joints that follow others couple all of the matrix, inverted as it stands.",
)
READ_OFF = ("No inverse of anything recursive is left, so each operator becomes", "Each operator becomes")
PROGRAM = """\
import numpy as np
import psiphi
from psiphi.algebra import {names}

robot = {robot}
expression = {expression}
print(psiphi.derive(expression))

q = robot.random_configuration(np.random.default_rng(0), batch=(1000,))
v, tau = np.ones((2, 1000, robot.nv))
kernel = robot.compile(expression)
print(np.allclose(kernel(q, v, tau), robot.forward_dynamics(q, v, tau)))"""
UNITS = {"angle": "rad", "length": "m"}
TIME_AXIS = {
    1e-8: "10 ns",
    1e-7: "100 ns",
    1e-6: "1 µs",
    1e-5: "10 µs",
    1e-4: "100 µs",
    1e-3: "1 ms",
    1e-2: "10 ms",
    1e-1: "100 ms",
    1.0: "1 s",
}


def page(findings: Findings, command: str, robot: str) -> str:
    """The whole page; `command` is what wrote it, `robot` the Python that gives the robot."""
    fields = {
        "style": style(),
        "command": escape(command),
        "program": escape(program(findings.kernel.expression, robot)),
        "versions": ", ".join(versions()),
        **_about(findings),
        **_about_motion(findings.robot, findings.motion),
    }
    return Template(_resource("page.html")).substitute(fields)


def program(expression: Expr, robot: str) -> str:
    """What a reader can run to see the derivation, and that the compiled expression is the quantity."""
    written = to_python(expression)
    words = set(re.findall(r"\w+", written))
    names = ", ".join(name for name in algebra.__all__ if name in words)
    return PROGRAM.format(names=names, robot=robot, expression=written)


def _about(findings: Findings) -> dict[str, str]:
    robot, derivation = findings.robot, findings.explanation.derivation
    selected = isa.selected()
    return {
        "robot": escape(robot.model.name),
        "bodies": counted(len(robot.body_names), "moving body", "moving bodies"),
        "degrees": counted(robot.nv, "degree", "degrees"),
        "mass": f"{robot.mass:.4g}",
        "loops_open": " " + escape(LOOPS_OPEN) if robot.model.loops else "",
        "expression": typeset(derivation.expression),
        "symbols": _symbols(derivation.expression, derivation.result),
        "derived": DERIVED[not derivation.steps],
        "read_off": READ_OFF[not derivation.steps],
        "steps": steps_table(derivation),
        "loops": typeset_loops(findings.explanation.algorithm),
        "isa": escape(selected.name),
        "lanes": counted(selected.lanes(8), "configuration", "configurations"),
        "form": escape(findings.kernel.form),
        "tiles": tiles(_amounts(findings)),
        "checks": "".join(map(_check, findings.checks)),
        "ratios": _ratios(findings.timings),
        "times": bar_chart(
            [Bar(one.label, one.seconds, one.in_words, one.ours) for one in findings.timings], TIME_AXIS
        ),
    }


def _about_motion(robot: Robot, motion: Motion) -> dict[str, str]:
    figure = StickFigure(robot, motion.drawn)
    later = slice(1 if len(motion.times) > 1 else 0, None)  # at first there is no drift yet
    drift = np.maximum(motion.drift[later], SMALLEST_DRIFT)
    evaluations = 4 * motion.steps * COPIES
    return {
        "copies": str(COPIES),
        "start": "at rest" if figure.stands else "with a push",
        "apart": f"{APART:g}",
        "duration": f"{motion.times[-1]:.3g}",
        "stops": "; joints bounce off springs at their limits" if motion.stopped else ", no joint limits",
        "evaluations": counted(evaluations, "evaluation", "evaluations"),
        "step": f"{motion.step * 1e3:g}",
        "moving": figure.moving(motion.times),
        "seen": "" if figure.stands else ", seen from its centre of mass",
        "joints": _joints(robot, motion),
        "drift": line_chart(motion.times[later], [Series("drift", drift, "c0")], "s", "", logarithmic=True),
        "stills": _stills(figure, motion.times),
        "fan": line_chart(motion.times, _fan(robot, motion), "s", "m", width=FULL),
    }


def _symbols(*expressions: Expr) -> str:
    found = {symbol.name: symbol for expression in expressions for symbol in symbols_of(expression)}
    return "".join(
        f"<li>{typeset(found[name])} {escape(meaning)}</li>"
        for name, meaning in MEANINGS.items()
        if name in found
    )


def _amounts(findings: Findings) -> dict[str, object]:
    counts, compilation = findings.kernel.operations, findings.compilation
    return {
        "multiplications": counts.mul,
        "additions": counts.add,
        "divisions and roots": counts.div + counts.sqrt,
        "sines with cosines": counts.sincos,
        "from text to machine code": f"{compilation.cold * 1e3:.0f} ms",
        "the next time, from disk": f"{compilation.warm * 1e3:.1f} ms",
    }


def _check(check: Check) -> str:
    style, sign = ("holds", "✓") if check.holds else ("fails", "✗")
    bound = f"at most {check.tolerance:.0e}" if check.tolerance else "exactly"
    return (
        f'<tr><td class="{style}">{sign}</td><td>{escape(check.what)}</td>'
        f'<td class="number">{escape(check.amount)}</td><td class="soft number">{bound}</td></tr>'
    )


def _ratios(timings: tuple[Timing, ...]) -> str:
    """How psiphi compares with Pinocchio, for each way in which both were timed."""
    seconds = {timing.label.partition(", ")[::2]: timing.seconds for timing in timings}
    ratios = [
        f"{seconds['Pinocchio', how] / ours:.3g} times as fast {how}"
        for (who, how), ours in seconds.items()
        if who == "psiphi" and ("Pinocchio", how) in seconds
    ]
    return f" Against Pinocchio psiphi is {', '.join(ratios)}." if ratios else ""


def _joints(robot: Robot, motion: Motion) -> str:
    """Joints with one coordinate, as many as a reader can tell apart."""
    joints = [joint for joint in robot.joint_names if _width(robot.q_slice(joint)) == 1]
    if not joints:
        return ""
    units = {UNITS[robot.model.joint(joint).kind.coordinates[0]] for joint in joints[:COLORS]}
    series = [
        Series(joint, motion.drawn[:, robot.q_slice(joint)][:, 0], f"c{index}")
        for index, joint in enumerate(joints[:COLORS])
    ]
    title = "Joint coordinates" + (f", the first {COLORS}" if len(joints) > COLORS else "")
    chart = line_chart(motion.times, series, "s", " or ".join(sorted(units)))
    return f'<figure class="card"><figcaption>{title}</figcaption>{chart}{legend(series)}</figure>'


def _width(coordinates: slice) -> int:
    return coordinates.stop - coordinates.start


def _stills(figure: StickFigure, times: NDArray[np.float64]) -> str:
    return "".join(
        f"<figure>{figure.at(index)}<figcaption>{times[index]:.1f} s</figcaption></figure>"
        for index in np.unique(np.linspace(0, len(times) - 1, STILLS).round().astype(int))
    )


def _fan(robot: Robot, motion: Motion) -> list[Series]:
    heights = [StickFigure(robot, motion.q[:, copy]).tip_heights for copy in range(COPIES)]
    fan = [Series(f"copy {number}", heights, "faint") for number, heights in enumerate(heights, start=1)]
    return [*fan, Series("the one that is drawn", heights[DRAWN], "c1")]


def _resource(name: str) -> str:
    return files("psiphi.demo").joinpath(name).read_text(encoding="utf-8")
