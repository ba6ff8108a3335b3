"""`psiphi export`: functions of a robot as C99, for programs without Python."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from psiphi.cli.info import find_model
from psiphi.cli.output import print_lines
from psiphi.kernel.program.c_source import c_header, c_source
from psiphi.robot import Robot
from psiphi.whole_file import written_whole

SUMMARY = "write functions of a robot as C"

EXAMPLES = """\
examples:
  psiphi export c panda.urdf --quantity forward_dynamics --to generated
  psiphi export c anymal.urdf --base free --quantity inverse_dynamics --quantity mass_matrix --to generated
  psiphi export c panda.urdf --quantity jacobian --frame panda_hand --to generated

Each becomes NAME.c and NAME.h: one function of one configuration, in C99, that needs <math.h> and no memory.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Language, FILE, --base, --quantity, --frame and --to."""
    parser.add_argument("language", choices=("c",), help="the language to write")
    parser.add_argument("file", metavar="FILE", help="a robot file, or a bundled robot")
    parser.add_argument("--base", choices=("fixed", "free"), help="how the robot stands on the world")
    parser.add_argument(
        "--quantity", action="append", required=True, metavar="NAME", help="a function, as often as needed"
    )
    parser.add_argument("--frame", action="append", metavar="NAME", help="the frames of quantities of frames")
    parser.add_argument("--to", metavar="DIR", default=".", help="where the files go (here)")


def run(arguments: argparse.Namespace) -> int:
    """Write a source and a header for each quantity, and say where."""
    robot = Robot(find_model(arguments.file, arguments.base))
    directory = Path(arguments.to)
    directory.mkdir(parents=True, exist_ok=True)
    files: list[str] = []
    for name in dict.fromkeys(arguments.quantity):
        kernel = robot.kernel(name, tuple(arguments.frame or ()), rolled=False)
        for ending, write in ((".c", c_source), (".h", c_header)):
            with written_whole(directory / f"{name}{ending}") as temporary:
                temporary.write_text(write(kernel.program, name, repr(kernel).strip("<>")), encoding="utf-8")
            files.append(str(directory / f"{name}{ending}"))
        if not arguments.json:
            print_lines([f"{files[-2]} and .h: {kernel.operations.total} operations"])
    if arguments.json:
        print_lines([json.dumps({"robot": robot.model.name, "files": files})])
    return 0
