"""`psiphi ensemble`: very many motions, begun from a plan in a file, looked at, and gone on with."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from psiphi.cli.info import find_model
from psiphi.cli.output import print_lines
from psiphi.ensemble import Status, resume, status, verify
from psiphi.ensemble.plan import Plan, plan_from
from psiphi.ensemble.run import run_plan
from psiphi.errors import InputError
from psiphi.robot import Robot

SUMMARY = "many motions drawn at random, computed by many processes and kept on disk"

EXAMPLES = """\
examples:
  psiphi ensemble run swings --robot panda --plan plan.json
  psiphi ensemble status swings                         how far it is
  psiphi ensemble resume swings                         compute what is not there yet
  psiphi ensemble resume swings --verify                and what is damaged
  psiphi ensemble resume swings --scheduler tcp://host:8786     on a cluster

plan.json: {"rows": 100000, "steps": 1000, "dt": 0.001, "every": 100, "seed": 0,
            "draws": {"q": {"kind": "configurations"},
                      "v": {"kind": "normal", "mean": 0.0, "deviation": 0.1}}}

The same command again goes on where the last one stopped, and does nothing where all is done.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, DIRECTORY, --robot, --base, --plan, --workers, --scheduler and --verify."""
    parser.add_argument("action", choices=("run", "status", "resume"), help="begin, look, or go on")
    parser.add_argument("directory", metavar="DIRECTORY", help="where the ensemble is kept")
    parser.add_argument("--robot", metavar="FILE", help="run: a robot file, or a bundled robot")
    parser.add_argument("--base", choices=("fixed", "free"), help="run: how the robot stands on the world")
    parser.add_argument("--plan", metavar="FILE", help="run: what is drawn, how it moves, what is kept; JSON")
    parser.add_argument("--workers", type=int, help="processes, one for each core by default; 0 for none")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of Dask, whose workers see the directory")
    parser.add_argument("--verify", action="store_true", help="status, resume: read everything that is there")


def run(arguments: argparse.Namespace) -> int:
    """Do it, then tell how far the ensemble is; 1 where chunks are damaged."""
    where = {"workers": arguments.workers, "scheduler": arguments.scheduler}
    damaged: list[int] = []
    if arguments.action == "run":
        if arguments.robot is None or arguments.plan is None:
            raise InputError("run: give --robot and --plan; to go on with what has begun, use resume.")
        robot = Robot(find_model(arguments.robot, arguments.base))
        run_plan(robot, read_plan(arguments.plan), arguments.directory, **where)
    elif arguments.action == "resume":
        resume(arguments.directory, verify=arguments.verify, **where)
    elif arguments.verify:
        damaged = verify(arguments.directory)
    told = status(arguments.directory)
    if arguments.json:
        checked = {"damaged": damaged} if arguments.verify else {}
        print_lines([json.dumps(asdict(told) | checked, indent=2)])
    else:
        print_lines(as_text(told, damaged))
    return 1 if damaged else 0


def read_plan(path: str) -> Plan:
    """The plan in a file."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise InputError(f"--plan {path}: cannot be read as JSON: {problem}.") from None
    if not isinstance(data, dict):
        raise InputError(f"--plan {path}: holds no object; see psiphi ensemble --help.")
    return plan_from(data)


def as_text(told: Status, damaged: list[int]) -> list[str]:
    """A line or two."""
    state = "complete" if told.complete else "being computed" if told.running else "not complete"
    lines = [
        f"{told.directory}: {told.robot}, {told.rows_done} of {told.rows} rows, {told.chunks_done} of "
        f"{told.chunks} chunks, {told.bytes / 2**20:.1f} MB, {state}"
    ]
    if damaged:
        named = ", ".join(map(str, damaged[:10])) + (", …" if len(damaged) > 10 else "")
        lines.append(f"damaged: chunks {named}; psiphi ensemble resume {told.directory} --verify mends them")
    return lines
