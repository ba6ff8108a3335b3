"""`psiphi demo`: an operator expression from its derivation to a simulation, and a page that shows it all."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from pathlib import Path
from typing import TextIO

from psiphi.algebra.writing.text import to_ascii
from psiphi.cli.expressions import legible
from psiphi.cli.info import find_model
from psiphi.cli.output import print_lines
from psiphi.demo.demonstration import Findings, demonstrate
from psiphi.demo.page import page
from psiphi.errors import InputError
from psiphi.formats.robots import BUNDLED
from psiphi.robot import Robot
from psiphi.whole_file import written_whole

SUMMARY = "derive, compile, check, time and simulate the dynamics of a robot, and draw it all on a page"

PAGE = "psiphi-demo.html"

EXAMPLES = f"""\
examples:
  psiphi demo                                        writes {PAGE} here
  psiphi demo --robot quadruped --output pages
  psiphi demo --robot my_arm.urdf --json > findings.json

bundled robots: {", ".join(BUNDLED)}
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--robot and --output."""
    parser.add_argument("--robot", metavar="ROBOT", default="panda", help="a bundled robot or a file (panda)")
    parser.add_argument("--output", metavar="DIR", default=".", help=f"where to write {PAGE} (here)")


def run(arguments: argparse.Namespace) -> int:
    """Run the demonstration; the exit code is 1 when a check fails."""
    robot = Robot(find_model(arguments.robot))
    target = target_in(Path(arguments.output))
    say = Teller(sys.stderr if arguments.json else sys.stdout)
    findings = demonstrate(robot, say)
    name = Path(arguments.robot).name
    source = f"psiphi.robots.{name}()" if arguments.robot in BUNDLED else f"psiphi.load({name!r})"
    text = page(findings, f"psiphi demo --robot {shlex.quote(name)}", source)
    with written_whole(target) as temporary:
        temporary.write_text(text, encoding="utf-8")
    say("page", f"{target.resolve()}")
    if arguments.json:
        print_lines([json.dumps(as_data(findings, target), indent=2, ensure_ascii=False)])
    return 0 if findings.all_hold else 1


class Teller:
    """Tells what happens, line by line; the name of a stage stands before its first line."""

    def __init__(self, stream: TextIO) -> None:
        self.stream, self.stage = stream, ""

    def __call__(self, stage: str, line: str) -> None:
        name = "" if stage == self.stage else stage
        self.stage = stage
        print_lines([f"{name:13}{legible(line)}"], self.stream)
        self.stream.flush()


def target_in(directory: Path) -> Path:
    """The file that the page goes to; a directory that does not exist is made."""
    if directory.exists() and not directory.is_dir():
        raise InputError(f"--output {directory}: this is a file; give a directory.")
    directory.mkdir(parents=True, exist_ok=True)
    if not os.access(directory, os.W_OK):
        raise InputError(f"--output {directory}: this directory cannot be written to; give another.")
    return directory / PAGE


def as_data(findings: Findings, target: Path) -> dict[str, object]:
    """What was found, for programs; times in seconds."""
    derivation, counts, motion = findings.explanation.derivation, findings.kernel.operations, findings.motion
    return {
        "robot": findings.robot.model.name,
        "expression": to_ascii(derivation.expression),
        "result": to_ascii(derivation.result),
        "form": findings.kernel.form,
        "operations": {
            kind: getattr(counts, kind) for kind in ("mul", "add", "div", "sqrt", "sincos", "total")
        },
        "compiling": {"cold": findings.compilation.cold, "warm": findings.compilation.warm},
        "checks": [
            {"what": one.what, "difference": one.difference, "tolerance": one.tolerance, "holds": one.holds}
            for one in findings.checks
        ],
        "timings": [{"label": one.label, "seconds": one.seconds} for one in findings.timings],
        "simulation": {"duration": float(motion.times[-1]), "step": motion.step, "seconds": motion.seconds},
        "page": str(target),
    }
