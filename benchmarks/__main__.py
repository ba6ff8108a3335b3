"""`python -m benchmarks [--quick] [--json FILE] [--picture FILE]`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from benchmarks.floors import judge
from benchmarks.picture import draw
from benchmarks.plan import FULL, QUICK
from benchmarks.report import report
from benchmarks.results import write_json
from benchmarks.run import run


def main() -> int:
    """Measure, print, and keep what was found."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="psiphi against Pinocchio and MuJoCo."
    )
    parser.add_argument(
        "--quick", action="store_true", help="fewer robots and repetitions, under two minutes"
    )
    parser.add_argument("--json", type=Path, default=Path("build/benchmarks.json"), metavar="FILE")
    parser.add_argument("--picture", type=Path, default=Path("build/benchmarks.svg"), metavar="FILE")
    options = parser.parse_args()

    start = time.perf_counter()

    def progress(text: str) -> None:
        print(f"{time.perf_counter() - start:6.1f} s  {text}", file=sys.stderr, flush=True)

    results = run(QUICK if options.quick else FULL, progress)
    judgements = judge(results)
    print(report(results, judgements))
    write_json(results, judgements, options.json)
    progress(f"results in {options.json}")
    try:
        draw(results, options.picture)
        progress(f"picture in {options.picture}")
    except ModuleNotFoundError:
        progress("no picture, since matplotlib is not installed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
