"""Items of a paper for a terminal: words, tables and checks."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from psiphi.checks import Check
from psiphi.cli.table import Column, table
from psiphi.papers.item import Findings, Misprint, Plot, Table, Verdict
from psiphi.papers.report import Report, Reported

WIDTH = 110  # where the output goes to a file
INDENT = "    "
SIGNS = {Verdict.HOLDS: "✓", Verdict.MISPRINT: "✓", Verdict.READ: "·", Verdict.FAILS: "✗"}


def heading(reported: Reported) -> str:
    """`✓ R87 Table I   holds   what it is about`."""
    item = reported.item
    return f"{SIGNS[reported.verdict]} {item.name:15} {reported.verdict.value:31} {plain(item.title)}"


def item_text(reported: Reported, width: int | None) -> Iterator[str]:
    """Everything there is to say of an item."""
    findings = reported.findings
    columns = (width or WIDTH) - len(INDENT)
    yield heading(reported)
    yield from _wrapped("paper   ", findings.says, columns)
    yield from _wrapped("psiphi  ", findings.finds, columns)
    for one in findings.misprints:
        yield from _wrapped("misprint", _misprint(one), columns)
    for one in findings.tables:
        yield ""
        yield from (INDENT + line for line in _table(one, columns))
    if findings.loops:
        yield ""
        yield from (INDENT + line for line in findings.loops.splitlines())
    yield from _pictures(findings)
    if findings.checks:
        yield ""
        yield from (INDENT + line for line in map(_check, findings.checks))
    yield ""


def summary(report: Report) -> str:
    """How many items there are of each verdict."""
    counts = ", ".join(f"{report.count(verdict)} {verdict.value}" for verdict in Verdict)
    misprints = sum(len(one.findings.misprints) for one in report.items)
    return f"{len(report.items)} items: {counts}; {misprints} misprints named"


def plain(text: str) -> str:
    """Text without the backticks around its formulas."""
    return text.replace("`", "")


def _wrapped(label: str, text: str, width: int) -> list[str]:
    indent = f"{INDENT}{label}  "
    return textwrap.wrap(
        plain(text), width, initial_indent=indent, subsequent_indent=" " * len(indent), break_on_hyphens=False
    )


def _misprint(one: Misprint) -> str:
    return f"{one.where}: {one.printed}. Holds: {one.corrected}. {one.evaluated}"


def _check(check: Check) -> str:
    sign = ("· read:" if check.read else "✓") if check.holds else "✗"
    amount = f"  {check.difference:.0e}" if check.tolerance else ""
    return f"{sign} {plain(check.what)}{amount}"


def _table(one: Table, width: int) -> list[str]:
    columns = [
        Column(plain(title), [plain(cell) for cell in cells], right=figures, may_be_cut=not figures)
        for title, cells, figures in zip(one.headings, zip(*one.rows, strict=True), one.figures, strict=True)
    ]
    return [*([plain(one.caption)] if one.caption else []), *table(columns, width)]


def _pictures(findings: Findings) -> Iterator[str]:
    for picture in findings.pictures:
        yield ""
        yield f"{INDENT}{plain(picture.caption)} (drawn on the page that --html writes)"
        if isinstance(picture, Plot):
            for name, y in picture.lines:
                yield f"{INDENT}    {plain(name)}: from {y.min():.4g} to {y.max():.4g} {picture.y_label}"
