"""Write identities.md from the table of identities; `python docs/generate_identities.py`."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from psiphi.algebra import prove
from psiphi.algebra.identities import TABLE, Identity

PAGE = Path(__file__).resolve().parent / "identities.md"

PAPERS = {
    "R87": "Kalman filtering, smoothing, and recursive robot arm forward and inverse dynamics",
    "RK88": "Recursive mass matrix factorization and inversion",
    "RJK": "A spatial operator algebra for manipulator modeling and control",
    "RJ": "Two-way recursive decomposition of the free-flying robot mass matrix",
    "geared": "Robots with rotors behind gears",
    "carried": "Robots whose bodies carry these rotors",
    "derivative": "Derivatives along rates u of the joints; d/dt is the one along v",
}

BELIEVED = {True: "proved", False: "checked"}

INTRODUCTION = """\
# Identities

<!-- Written by docs/generate_identities.py from psiphi.algebra.identities; changes here are lost. -->

{count} identities, as the papers print them or [as they hold](notation.md#corrections). Each is checked
against plain matrices on random robots with every type of joint. {proved} of them are also *proved*: reduced
to 0 = 0 by the definitions of the operators alone, which settles them for every robot. The symbols are those
of [Notation](notation.md); in Python a row is
`psiphi.algebra.identities.identity_named("RK88 4.16")`.

This table *names*: a step of a derivation that is an instance of a row is told by its name. What
*rewrites* are the definitions of the operators (`algebra/rewriting/definitions.py`), the rules for inverses
(`algebra/rewriting/inverse_rules.py`), the last steps before sweeps (`algebra/lowered.py`), and the rows that
you hand to `psiphi.derive(expression, using=[...])`,
[from left to right](extending/identity.md#an-identity-that-rewrites).
"""


def page() -> str:
    """The whole page."""
    proofs = {row.name: bool(prove(row.lhs, row.rhs)) for row in TABLE}
    lines = [INTRODUCTION.format(count=len(TABLE), proved=sum(proofs.values()))]
    for paper, rows in groupby(TABLE, key=paper_of):
        lines += [
            f"## {paper[0].upper()}{paper[1:]}",
            "",
            PAPERS[paper] + ".",
            "",
            "| name | identity | holds for | |",
            "|---|---|---|---|",
        ]
        lines += [
            f"| {row.name} | {equation(row)} | {row.condition.value} | {BELIEVED[proofs[row.name]]} |"
            for row in rows
        ]
        lines.append("")
    return "\n".join(lines)


def paper_of(row: Identity) -> str:
    """R87, RK88, RJK, RJ; and "geared" and "carried" for what the papers only announce."""
    return row.name.partition(" ")[0].rstrip(",")


def equation(row: Identity) -> str:
    """The two sides, and what there is to say about them."""
    source = "" if row.source in row.name else f" [{row.source}]"
    note = f"<br>{row.note}".replace("|", "\\|").replace("*", "\\*") if row.note else ""
    return f"`{row.lhs} = {row.rhs}`{source}{note}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
