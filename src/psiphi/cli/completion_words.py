"""What can be completed: the commands, options and values of a parser, as plain data."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from psiphi.algebra.forward_dynamics import ALGORITHMS
from psiphi.formats.robots import BUNDLED
from psiphi.frozen import frozen
from psiphi.papers.registry import PAPERS


@frozen
class Values:
    """What may stand in a place: some words, and perhaps files or directories."""

    words: tuple[str, ...] = ()
    files: bool = False
    directories: bool = False


NOTHING = Values()

# Places whose values no parser knows, by the names of their arguments.
KNOWN = {
    "file": Values(tuple(BUNDLED), files=True),
    "robot": Values(tuple(BUNDLED), files=True),
    "html": Values(tuple(PAPERS), files=True),
    "output": Values(directories=True),
    "directory": Values(directories=True),
    "plan": Values(files=True),
    "roots": Values(directories=True),
    "save": Values(files=True),
    "trajectory": Values(files=True),
    "paper": Values(tuple(PAPERS)),
    "expression": Values(tuple(ALGORITHMS)),
}


@frozen
class Option:
    """An option: its flags, what it does, the values it takes (None: a switch), and whether it needs one."""

    flags: tuple[str, ...]
    help: str
    values: Values | None
    needs_value: bool = True


@frozen
class Command:
    """A command with its options and the values of what follows it."""

    name: str
    help: str
    options: tuple[Option, ...]
    values: Values


def described(parser: argparse.ArgumentParser) -> tuple[Command, ...]:
    """The commands of a parser that has subparsers."""
    (subparsers,) = [x for x in parser._actions if isinstance(x, argparse._SubParsersAction)]
    summaries = {choice.dest: choice.help or "" for choice in subparsers._choices_actions}
    return tuple(
        Command(name, _plain(summaries[name]), tuple(_options(command)), _values(command))
        for name, command in subparsers.choices.items()
    )


def _options(parser: argparse.ArgumentParser) -> Iterable[Option]:
    for action in parser._actions:
        if action.option_strings:
            switch = action.nargs == 0
            yield Option(
                tuple(action.option_strings),
                _plain(action.help or ""),
                None if switch else _of(action),
                action.nargs != "?",
            )


def _values(parser: argparse.ArgumentParser) -> Values:
    """What may follow the command: the values of all its positional arguments together."""
    found = [_of(action) for action in parser._actions if not action.option_strings]
    words = tuple(dict.fromkeys(word for values in found for word in values.words))
    return Values(words, any(x.files for x in found), any(x.directories for x in found))


def _of(action: argparse.Action) -> Values:
    if action.choices is not None:
        return Values(tuple(map(str, action.choices)))
    return KNOWN.get(action.dest, NOTHING)


def _plain(text: str) -> str:
    """A help text without what shells would take for quotes or separators."""
    return text.replace("%%", "%").replace("'", "’").replace("[", "(").replace("]", ")").replace(":", ",")
