"""`psiphi compile`: functions of a robot compiled ahead, into the cache on disk."""

from __future__ import annotations

import argparse
import json

from psiphi.cli.info import find_model
from psiphi.cli.output import print_lines
from psiphi.kernel.code.cache import cache_info
from psiphi.robot import Robot

SUMMARY = "compile functions of a robot ahead, for processes to come"

DEFAULT = ("inverse_dynamics", "forward_dynamics", "mass_matrix")

EXAMPLES = """\
examples:
  psiphi compile robot.urdf
  psiphi compile anymal.urdf --base free --quantity forward_dynamics --quantity bias_forces
  psiphi compile panda.urdf --quantity jacobian --frame panda_hand

Code for single configurations and for batches goes into the cache (psiphi cache info). Large matrices, which
are not compiled where they are first called, are compiled here, and run several times faster from then on.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, --base, --quantity and --frame."""
    parser.add_argument("file", metavar="FILE", help="a robot file, or a bundled robot")
    parser.add_argument("--base", choices=("fixed", "free"), help="how the robot stands on the world")
    parser.add_argument(
        "--quantity",
        action="append",
        metavar="NAME",
        help=f"a function of the robot, as often as needed; without: {', '.join(DEFAULT)}",
    )
    parser.add_argument("--frame", action="append", metavar="NAME", help="the frames of quantities of frames")


def run(arguments: argparse.Namespace) -> int:
    """Compile, and say what there is now."""
    robot = Robot(find_model(arguments.file, arguments.base))
    names = tuple(arguments.quantity or DEFAULT)
    frames = tuple(arguments.frame or ())
    counts: dict[str, int] = {}
    for name in names:
        robot.prepare(name, frames=frames)
        counts[name] = robot.function(name, frames).operations.total
        if not arguments.json:
            print_lines([f"{name}: {counts[name]} operations"])
    directory = cache_info().directory
    if arguments.json:
        kept = None if directory is None else str(directory)
        print_lines([json.dumps({"robot": robot.model.name, "operations": counts, "directory": kept})])
    elif directory is None:
        print_lines(["The cache is switched off (PSIPHI_CACHE_DIR is empty): nothing was kept."])
    return 0
