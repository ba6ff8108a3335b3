"""`psiphi papers`: every table, figure and example of the five papers beside what psiphi computes."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from pathlib import Path

from psiphi.cli.expressions import legible
from psiphi.cli.output import print_lines
from psiphi.cli.papers_text import heading, item_text, summary
from psiphi.cli.table import terminal_width
from psiphi.errors import InputError
from psiphi.papers.as_data import as_data
from psiphi.papers.page import page
from psiphi.papers.registry import PAPERS, papers_named
from psiphi.papers.report import Reported, reproduce
from psiphi.whole_file import written_whole

SUMMARY = "reproduce every table, figure and example of the five papers, with a verdict for each"

PAGE = "psiphi-papers.html"

EXAMPLES = f"""\
examples:
  psiphi papers                      everything, as tables
  psiphi papers K93                  one paper
  psiphi papers --brief              one line for each item
  psiphi papers --html               the same as a page, {PAGE}
  psiphi papers RJ --html rj.html
  psiphi papers --json | jq .verdicts

papers: {", ".join(PAPERS)}
An item that cannot match because of a misprint shows what holds instead. The exit code is 1 when one fails.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """PAPER, --brief and --html."""
    parser.add_argument("paper", metavar="PAPER", nargs="*", help=f"one or more of {', '.join(PAPERS)} (all)")
    parser.add_argument("--brief", action="store_true", help="one line for each item")
    parser.add_argument(
        "--html",
        metavar="FILE",
        nargs="?",
        const=PAGE,
        help=f"write a page as well ({PAGE} if no FILE is given)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Reproduce the papers; each item is told as soon as it is there."""
    names, target = list(arguments.paper), arguments.html
    if target is not None and target.upper() in PAPERS:  # --html before a paper takes it for its file
        names, target = [*names, target], PAGE
    papers = papers_named(names)
    target = None if target is None else writable(Path(target))
    width = terminal_width()

    def tell(reported: Reported) -> None:
        if arguments.json:
            print_lines([legible(heading(reported))], sys.stderr)
        elif arguments.brief:
            print_lines([legible(heading(reported))])
        else:
            print_lines(legible(line) for line in item_text(reported, width))
        (sys.stderr if arguments.json else sys.stdout).flush()

    report = reproduce(papers, tell)
    if target is not None:
        with written_whole(target) as temporary:
            temporary.write_text(
                page(report, shlex.join(["psiphi", "papers", *names, "--html"])), encoding="utf-8"
            )
    if arguments.json:
        data = as_data(report) | ({} if target is None else {"page": str(target)})
        print_lines([json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)])
    else:
        print_lines([summary(report)])
        if target is not None:
            print_lines([f"page: {target.resolve()}"])
    return 0 if report.all_hold else 1


def writable(target: Path) -> Path:
    """A file that can be written, known before the work begins."""
    if target.is_dir():
        raise InputError(f"--html {target}: this is a directory; give a file.")
    if not target.parent.is_dir() or not os.access(target.parent, os.W_OK):
        raise InputError(f"--html {target}: the directory {target.parent} cannot be written to.")
    return target
