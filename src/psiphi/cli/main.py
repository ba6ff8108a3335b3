"""The command `psiphi`: one file a command, found by its name in COMMANDS."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from psiphi.errors import PsiphiError
from psiphi.version import __version__

# Each is a module of this package with SUMMARY, EXAMPLES, add_arguments(parser), run(arguments) -> exit code.
COMMANDS = (
    "info",
    "view",
    "derive",
    "explain",
    "prove",
    "ensemble",
    "papers",
    "demo",
    "bench",
    "compile",
    "export",
    "cache",
    "completion",
)

EXAMPLES = """\
examples:
  psiphi demo                                      the whole way, and a page that shows it
  psiphi info panda.urdf                           what is in a robot file
  psiphi info puma560                              the same for a bundled robot
  psiphi view panda.urdf                           look at it, and move its joints
  psiphi derive "inv(mass) tau"                    an expression rewritten step by step
  psiphi explain "inv(mass) tau" --robot puma560   the sweeps that evaluate it, and what they cost
  psiphi prove "inv(I + H phi K)" "I - H psi K"    whether two expressions are equal
  psiphi papers                                    the papers reproduced, item by item

tab completion: source <(psiphi completion bash), the same with zsh; psiphi completion fish | source
exit codes: 0 all is well; 1 an error, a failed check or no proof; 2 wrong usage; 130 interrupted
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, as for every other error."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def build_parser(commands: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of these commands; every command takes --json."""
    parser = _Parser(
        prog="psiphi",
        description="Robot dynamics from the spatial operator algebra.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"psiphi {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name in commands:
        command = import_module(f"psiphi.cli.{name}")
        subparser = subparsers.add_parser(
            name,
            help=command.SUMMARY,
            description=command.SUMMARY[0].upper() + command.SUMMARY[1:] + ".",
            epilog=command.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(subparser)
        subparser.add_argument("--json", action="store_true", help="print JSON instead of text")
        subparser.set_defaults(run=command.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, 1 for an error, 2 for wrong usage."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started this
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    try:
        code = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader, `head` perhaps, has seen enough
        _say_no_more()
        return 0
    except KeyboardInterrupt:
        return 130
    except (PsiphiError, OSError) as error:
        print("psiphi: " + " ".join(str(error).split()), file=sys.stderr)
        if isinstance(error, OSError):
            _say_no_more()  # it may be what is printed that nobody takes
        return 1


def _run(given: list[str]) -> int:
    try:
        parser = build_parser([name for name in COMMANDS if name in given[:1]] or COMMANDS)  # import no other
        arguments = parser.parse_args(given)
        if arguments.command is None:
            parser.print_help()
            return 0
        return arguments.run(arguments)
    except SystemExit as leaving:  # from --help, --version and wrong usage
        return leaving.code if isinstance(leaving.code, int) else 0


def _say_no_more() -> None:
    """What is left to print goes nowhere, so that Python does not fail over it at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
