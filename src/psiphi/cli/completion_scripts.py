"""Completion scripts for bash, zsh and fish, written from what can be completed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from psiphi.cli.completion_words import Command, Option, Values

GENERAL = {"--help": "show this help and exit", "--version": "show the version and exit"}


def bash(commands: Sequence[Command]) -> str:
    """A function for `complete -F`."""
    lines = [
        "_psiphi() {",
        '    local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"',
        '    local command="${COMP_WORDS[1]}"',
        # bash takes the = of --base=free for a word of its own
        '    [ "$previous" = = ] && previous="${COMP_WORDS[COMP_CWORD-2]}"',
        '    [ "$current" = = ] && current=""',
        '    if [ "$COMP_CWORD" -eq 1 ]; then',
        f"        {_bash_reply(Values((*(x.name for x in commands), *GENERAL)))}",
        "        return",
        "    fi",
        '    case "$command $previous" in',
    ]
    for command in commands:
        for option in command.options:
            if option.values is not None:
                places = "|".join(f'"{command.name} {flag}"' for flag in option.flags)
                lines.append(f"        {places}) {_bash_reply(option.values)}; return ;;")
    lines += ["    esac", '    case "$command $current" in']
    for command in commands:
        flags = Values(tuple(flag for option in command.options for flag in option.flags))
        lines.append(f'        "{command.name} -"*) {_bash_reply(flags)} ;;')
        lines.append(f'        "{command.name} "*) {_bash_reply(command.values)} ;;')
    return "\n".join([*lines, "    esac", "}", "complete -o filenames -F _psiphi psiphi", ""])


def _bash_reply(values: Values) -> str:
    kinds = ("-f " if values.files else "") + ("-d " if values.directories else "")
    words = f'-W "{" ".join(values.words)}" ' if values.words else ""
    return f'COMPREPLY=($(compgen {kinds}{words}-- "$current"))' if kinds or words else "COMPREPLY=()"


def zsh(commands: Sequence[Command]) -> str:
    """A file for a directory of $fpath, which can be sourced as well."""
    lines = ["#compdef psiphi", "_psiphi() {", "    local -a commands=("]
    lines += [f"        '{command.name}:{command.help}'" for command in commands]
    lines += ["    )", "    local -a options=("]
    lines += [f"        '{flag}:{what}'" for flag, what in GENERAL.items()]
    lines += [
        "    )",
        "    if (( CURRENT == 2 )); then",
        "        _describe 'command' commands",
        "        _describe -o 'option' options",
        "        return",
        "    fi",
        "    local command=$words[2]",
        "    shift words",
        "    (( CURRENT-- ))",
        "    case $command in",
    ]
    for command in commands:
        parts = [_zsh_option(flag, option) for option in command.options for flag in option.flags]
        parts.append(f"'*:argument:{_zsh_action(command.values)}'")
        lines.append(f"        {command.name}) _arguments {' '.join(parts)} ;;")
    lines += ["    esac", "}"]
    lines += [
        'if [ "$funcstack[1]" = _psiphi ]; then',
        '    _psiphi "$@"',
        "else",
        "    compdef _psiphi psiphi",
        "fi",
    ]
    return "\n".join([*lines, ""])


def _zsh_option(flag: str, option: Option) -> str:
    if option.values is None:
        return f"'{flag}[{option.help}]'"
    equals = "=" if flag.startswith("--") else ""
    begins = ":" if option.needs_value else "::"
    action = _zsh_action(option.values).replace(":", "\\:")  # a plain colon would begin another value
    return f"'{flag}{equals}[{option.help}]{begins}value:{action}'"


def _zsh_action(values: Values) -> str:
    words = f"({' '.join(values.words)})" if values.words else ""
    files = "_files" if values.files else "_files -/" if values.directories else ""
    if words and files:
        return f'_alternative "words:word:{words}" "files:file:{files}"'
    return words or files or " "


def fish(commands: Sequence[Command]) -> str:
    """Lines of `complete`."""
    lines = [
        "function __psiphi_command",
        "    set -l words (commandline -opc)",
        "    test (count $words) -gt 1; and test $words[2] = $argv[1]",
        "end",
        "complete -c psiphi -f",
    ]
    lines += [
        f"complete -c psiphi -n __fish_use_subcommand -l {flag[2:]} -d '{what}'"
        for flag, what in GENERAL.items()
    ]
    for command in commands:
        lines.append(
            f"complete -c psiphi -n __fish_use_subcommand -a {command.name} -d '{_first_words(command.help)}'"
        )
    for command in commands:
        seen = f"complete -c psiphi -n '__psiphi_command {command.name}'"
        for option in command.options:
            flags = " ".join(f"-l {x[2:]}" if x.startswith("--") else f"-s {x[1:]}" for x in option.flags)
            lines.append(f"{seen} {flags}{_fish_values(option.values)} -d '{option.help}'")
        if command.values != Values():
            lines.append(f"{seen}{_fish_values(command.values)}")
    return "\n".join([*lines, ""])


def _fish_values(values: Values | None) -> str:
    if values is None:
        return ""
    words = f" -a '{' '.join(values.words)}'" if values.words else ""
    if values.directories:
        return f"{words} -x -a '(__fish_complete_directories)'"
    return f"{words} -r -F" if values.files else f"{words} -x"


def _first_words(text: str) -> str:
    return text if len(text) <= 72 else text[:72].rsplit(" ", 1)[0] + "…"


SHELLS: dict[str, Callable[[Sequence[Command]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
