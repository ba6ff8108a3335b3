"""`psiphi info`: what a robot consists of."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Literal

from psiphi.cli.description import description
from psiphi.cli.info_text import info_text
from psiphi.cli.output import print_lines
from psiphi.cli.table import terminal_width
from psiphi.errors import InputError
from psiphi.formats.load import load_model
from psiphi.formats.robots import BUNDLED
from psiphi.model import Model
from psiphi.model.names import unknown_name

SUMMARY = "the tree, joints, masses, inertias and frames of a robot, and what looks wrong"

EXAMPLES = f"""\
examples:
  psiphi info panda.urdf
  psiphi info anymal.urdf --base free
  psiphi info humanoid.xml --json | jq .mass
  psiphi info puma560

bundled robots: {", ".join(BUNDLED)}
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE and --base."""
    parser.add_argument(
        "file", metavar="FILE", help="a .urdf, .xml (MJCF), .sdf or .json file, or a bundled robot"
    )
    parser.add_argument("--base", choices=("fixed", "free"), help="how the robot stands on the world")


def run(arguments: argparse.Namespace) -> int:
    """Print the description of the robot."""
    told = description(find_model(arguments.file, arguments.base))
    if arguments.json:
        print_lines([json.dumps(told, indent=2, ensure_ascii=False, allow_nan=False)])
    else:
        print_lines(info_text(told, terminal_width()))
    return 0


def find_model(
    file: str, base: Literal["fixed", "free"] | None = None, roots: list[str] | None = None
) -> Model:
    """The model in a robot file, or the bundled one of that name."""
    if file in BUNDLED and not Path(file).exists():
        if base is not None:
            raise InputError(f"{file} is bundled, and its base is as it is; --base is for files.")
        return BUNDLED[file]()
    if not Path(file).exists() and Path(file).suffix == "":
        raise InputError(f"there is no such file, and {unknown_name('bundled robot', file, BUNDLED)}")
    return load_model(file, base=base, roots=roots)
