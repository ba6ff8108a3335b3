"""`psiphi bench`: psiphi against Pinocchio and MuJoCo on this machine."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from psiphi.cli.output import print_lines
from psiphi.errors import InputError

SUMMARY = "measure psiphi against Pinocchio and MuJoCo on this machine, from a checkout"

NEEDED = {"pinocchio": "pin", "mujoco": "mujoco"}

EXAMPLES = """\
examples:
  psiphi bench --quick                 under two minutes
  psiphi bench                         all robots, batches and quantities: about twenty minutes
  psiphi bench --quick --json > times.json

The benchmarks are part of a checkout of psiphi, not of what is installed, and need its extra "bench":
  python -m pip install -e ".[bench]"
Tables go to standard output; benchmarks.json and benchmarks.svg to --output.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--quick and --output."""
    parser.add_argument(
        "--quick", action="store_true", help="fewer robots and repetitions, under two minutes"
    )
    parser.add_argument("--output", metavar="DIR", default="build", help="where to keep the results (build)")


def run(arguments: argparse.Namespace) -> int:
    """Run the benchmarks in a process of their own; its exit code is ours."""
    root = checkout(Path(__file__).parents[1])
    missing = [package for module, package in NEEDED.items() if find_spec(module) is None]
    if missing:
        raise InputError(f"{' and '.join(missing)} not installed: python -m pip install -e '{root}[bench]'.")
    output = Path(arguments.output).resolve()
    results = output / "benchmarks.json"
    files = ["--json", str(results), "--picture", str(output / "benchmarks.svg")]
    finished = subprocess.run(
        [sys.executable, "-m", "benchmarks", *files, *(["--quick"] if arguments.quick else [])],
        cwd=root,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root)])},
        stdout=subprocess.DEVNULL if arguments.json else None,
        check=False,
    )
    if arguments.json and finished.returncode == 0:
        print_lines([results.read_text(encoding="utf-8").rstrip()])
    return finished.returncode


def checkout(package: Path) -> Path:
    """The checkout that the package psiphi lies in, under src."""
    root = package.resolve().parents[1]
    if not (root / "benchmarks" / "__main__.py").is_file():
        raise InputError(
            "the benchmarks are part of a checkout of psiphi, and this psiphi is installed without one: "
            "clone the repository and run `make bench` there."
        )
    return root
