"""What bash, zsh and fish offer for lines of input, each asked in its own way."""

from __future__ import annotations

import os
import select
import subprocess
from pathlib import Path

END = "end of answer\n"

# compadd is where every offer of zsh passes through; -A tells the matches without adding them.
ZSH_SETUP = r"""
PROMPT=''
setopt no_beep
fpath=("$DIRECTORY" $fpath)
autoload -Uz compinit && compinit -u -D
compadd() {
    local -a found
    if [[ "${@[1,(i)(-|--)]}" != *-(O|A|D)\ * ]]; then
        builtin compadd -A found "$@"
        (( $#found )) && print -rl -- $found >> "$OFFERED"
    fi
    builtin compadd "$@"
}
finish() { print -r -- "end of answer" >> "$OFFERED"; BUFFER='' }
zle -N finish
bindkey '^X' finish
bindkey '^I' complete-word
print -r -- "end of answer" >> "$OFFERED"
"""


def offered_by_bash(script: str, lines: list[str], directory: Path) -> list[set[str]]:
    """What `_psiphi` puts into COMPREPLY, for words that are split as bash splits them."""
    asked = ""
    for line in lines:
        words = line.replace("=", " = ").split(" ")
        given = " ".join(f"'{word}'" for word in words)
        asked += f"COMP_WORDS=({given}); COMP_CWORD={len(words) - 1}; COMPREPLY=(); _psiphi\n"
        asked += "printf '%s ' \"${COMPREPLY[@]}\"; echo\n"
    shown = _run(["bash", "--norc", "-c", f"{script}\n{asked}"], directory)
    return [set(line.split()) for line in shown.splitlines()]


def offered_by_fish(script: str, lines: list[str], directory: Path) -> list[set[str]]:
    """What `complete -C` answers."""
    asked = "".join(f"complete -C '{line}'; echo end of answer\n" for line in lines)
    shown = _run(["fish", "--no-config", "-c", f"{script}\n{asked}"], directory)
    offers = [part.splitlines() for part in shown.split(END)[:-1]]
    return [{line.partition("\t")[0].strip("/") for line in offer if line} for offer in offers]


def offered_by_zsh(script: str, lines: list[str], directory: Path, scratch: Path) -> list[set[str]]:
    """What the Tab key adds in a terminal, the script being a file `_psiphi` of a directory in $fpath."""
    import pty  # which not every system has

    (scratch / "_psiphi").write_text(script, encoding="utf-8")
    (scratch / "setup").write_text(ZSH_SETUP, encoding="utf-8")
    log = scratch / "offered"
    log.touch()
    names = {"DIRECTORY": str(scratch), "OFFERED": str(log), "HOME": str(scratch), "TERM": "dumb"}
    terminal, inside = pty.openpty()
    shell = subprocess.Popen(
        ["zsh", "-f", "-i"],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        cwd=directory,
        env=os.environ | names,
        start_new_session=True,
    )
    os.close(inside)
    try:
        _type(shell, terminal, f"source '{scratch / 'setup'}'\n", log, answers=1)
        for index, line in enumerate(lines, start=2):
            _type(shell, terminal, f"{line}\t\x18", log, answers=index)
    finally:
        shell.kill()
        shell.wait()
        os.close(terminal)
    _, *answers = log.read_text(encoding="utf-8").split(END)[:-1]
    return [{word.strip("/") for word in answer.splitlines()} for answer in answers]


def _type(shell: subprocess.Popen[bytes], terminal: int, keys: str, log: Path, *, answers: int) -> None:
    """Press keys, and wait until the shell has answered so often; its echo is read and thrown away."""
    os.write(terminal, keys.encode())
    while log.read_text(encoding="utf-8").count(END) < answers:
        assert shell.poll() is None, f"zsh does not answer {keys!r}"
        if select.select([terminal], [], [], 0.02)[0]:
            os.read(terminal, 65536)


def _run(command: list[str], directory: Path) -> str:
    shown = subprocess.run(command, capture_output=True, text=True, check=True, cwd=directory)
    assert shown.stderr == ""
    return shown.stdout
