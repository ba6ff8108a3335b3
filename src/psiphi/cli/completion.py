"""`psiphi completion`: a script with which a shell completes commands, options and their values."""

from __future__ import annotations

import argparse
import json

from psiphi.cli.completion_scripts import SHELLS
from psiphi.cli.completion_words import described
from psiphi.cli.output import print_lines

SUMMARY = "print the script that makes a shell complete psiphi's commands, options and robots"

EXAMPLES = """\
examples:
  psiphi completion bash > ~/.local/share/bash-completion/completions/psiphi
  psiphi completion zsh > "${fpath[1]}/_psiphi"
  psiphi completion fish > ~/.config/fish/completions/psiphi.fish
  source <(psiphi completion bash)          for this shell alone, bash or zsh
  psiphi completion fish | source           for this shell alone, fish
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The shell."""
    parser.add_argument("shell", choices=SHELLS, help="for which shell")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    from psiphi.cli.main import build_parser  # the parser of all commands knows this one too

    script = SHELLS[arguments.shell](described(build_parser()))
    if arguments.json:
        print_lines([json.dumps({"shell": arguments.shell, "script": script}, indent=2, ensure_ascii=False)])
    else:
        print_lines([script.rstrip()])
    return 0
