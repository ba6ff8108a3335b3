"""Completion scripts for bash, zsh and fish, written from what can be completed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from psiphi.cli.completion_words import Command, Option, Values


def bash(commands: Sequence[Command]) -> str:
    """A function for `complete -F`."""
    lines = [
        "_psiphi() {",
        '    local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"',
        '    local command="${COMP_WORDS[1]}"',
        '    if [ "$COMP_CWORD" -eq 1 ]; then',
        f"        {_bash_reply(Values((*(x.name for x in commands), '--help', '--version')))}",
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
    lines += [
        "    )",
        "    if (( CURRENT == 2 )); then",
        "        _describe 'command' commands",
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
    value = "" if option.values is None else f":value:{_zsh_action(option.values)}"
    return f"'{flag}[{option.help}]{value}'"


def _zsh_action(values: Values) -> str:
    words = f"({' '.join(values.words)})" if values.words else ""
    files = "_files" if values.files else "_files -/" if values.directories else ""
    if words and files:
        return f'_alternative "words:word:{words}" "files:file:{files}"'
    return words or files or " "


def fish(commands: Sequence[Command]) -> str:
    """Lines of `complete`."""
    lines = ["complete -c psiphi -f"]
    for command in commands:
        lines.append(
            f"complete -c psiphi -n __fish_use_subcommand -a {command.name} -d '{_first_words(command.help)}'"
        )
    for command in commands:
        seen = f"complete -c psiphi -n '__fish_seen_subcommand_from {command.name}'"
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
