"""A report as one page of HTML that needs nothing but itself: style, plots and mathematics are inside."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from string import Template

from psiphi.checks import Check
from psiphi.papers.item import Drawing, Findings, Misprint, Paper, Plot, Table, Verdict
from psiphi.papers.report import Report, Reported
from psiphi.view.drawings.charts import COLORS, FULL, Series, legend, line_chart
from psiphi.view.drawings.typeset import formula, typeset_loops
from psiphi.view.words import counted, style, tiles, versions

LONG = 16  # rows of a table, from which on it is folded
_FORMULA = re.compile("`([^`]*)`")
_STYLES = {Verdict.HOLDS: "good", Verdict.MISPRINT: "odd", Verdict.READ: "odd", Verdict.FAILS: "bad"}


def page(report: Report, command: str) -> str:
    """The whole page; `command` is what wrote it."""
    own = files("psiphi.papers")
    template = Template(own.joinpath("page.html").read_text(encoding="utf-8"))
    return template.substitute(
        style=style() + own.joinpath("page.css").read_text(encoding="utf-8"),
        count="the five papers"
        if len(report.papers) == 5
        else counted(len(report.papers), "paper", "papers"),
        tiles=tiles(_amounts(report)),
        contents=_contents(report),
        papers="".join(_paper(paper, reported) for paper, reported in report.papers),
        versions=", ".join(versions()),
        command=escape(command),
    )


def prose(text: str) -> str:
    """Text with its `formulas` typeset."""
    parts = _FORMULA.split(text)
    return "".join(formula(part) if index % 2 else escape(part) for index, part in enumerate(parts))


def _amounts(report: Report) -> dict[str, int]:
    return {
        "items": len(report.items),
        "hold as printed": report.count(Verdict.HOLDS),
        "hold in corrected form": report.count(Verdict.MISPRINT),
        "read, not evaluated": report.count(Verdict.READ),
        "fail": report.count(Verdict.FAILS),
        "misprints named": sum(len(one.findings.misprints) for one in report.items),
    }


def _contents(report: Report) -> str:
    rows = [
        f'<tr><td><a href="#{_anchor(one)}">{escape(one.item.name)}</a></td><td>{prose(one.item.title)}</td>'
        f"<td>{_verdict(one.verdict)}</td></tr>"
        for one in report.items
    ]
    return f"<table>{''.join(rows)}</table>"


def _paper(paper: Paper, reported: tuple[Reported, ...]) -> str:
    items = "".join(map(_item, reported))
    return (
        f'<section class="paper"><h2><span>{escape(paper.name)}</span>{escape(paper.title)}</h2>'
        f'<p class="authors">{escape(paper.authors)}</p>{items}</section>'
    )


def _item(reported: Reported) -> str:
    item, findings = reported.item, reported.findings
    heading = (
        f'<h3><span class="name">{escape(item.name)}</span><span class="title">{prose(item.title)}</span>'
        f"{_verdict(reported.verdict)}</h3>"
    )
    told = [("paper", prose(findings.says)), ("psiphi", prose(findings.finds))]
    told += [("misprint", _misprint(one)) for one in findings.misprints]
    words = "".join(f"<dt>{what}</dt><dd>{text}</dd>" for what, text in told)
    shown = "".join(map(_table, findings.tables)) + _checks(findings) + _loops(findings.loops)
    pictures = "".join(map(_picture, findings.pictures))
    inside = f"{heading}<dl>{words}</dl>{shown}{pictures}"
    return f'<article class="item card" id="{_anchor(reported)}">{inside}</article>'


def _misprint(one: Misprint) -> str:
    return (
        f'{escape(one.where)} <span class="soft">prints</span> {prose(one.printed)}<br>'
        f'<span class="soft">holds</span> {prose(one.corrected)}. {one.evaluated}'
    )


def _verdict(verdict: Verdict) -> str:
    return f'<span class="verdict {_STYLES[verdict]}">{escape(verdict.value)}</span>'


def _checks(findings: Findings) -> str:
    return f'<table class="checks">{"".join(map(_check, findings.checks))}</table>'


def _check(check: Check) -> str:
    style, sign = ("holds", "✓") if check.holds else ("fails", "✗")
    if check.read and check.holds:
        style, sign = "soft", "read"
    amount = f"{check.difference:.0e}" if check.tolerance else ("" if check.holds else "no")
    bound = f"at most {check.tolerance:.0e}" if check.tolerance else ""
    return (
        f'<tr><td class="{style}">{sign}</td><td>{prose(check.what)}</td>'
        f'<td class="figure">{amount}</td><td class="soft figure">{bound}</td></tr>'
    )


def _table(table: Table) -> str:
    styles = [' class="figure"' if figures else "" for figures in table.figures]
    head = "".join(
        f"<th{style}>{prose(text)}</th>" for style, text in zip(styles, table.headings, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td{style}>{prose(cell)}</td>" for style, cell in zip(styles, row, strict=True))
        + "</tr>"
        for row in table.rows
    )
    caption = f"<caption>{prose(table.caption)}</caption>" if table.caption else ""
    whole = f'<div class="wide"><table>{caption}<tr>{head}</tr>{body}</table></div>'
    if len(table.rows) <= LONG:
        return whole
    return f"<details><summary>{len(table.rows)} rows: {prose(table.caption)}</summary>{whole}</details>"


def _loops(text: str) -> str:
    return f"<pre>{typeset_loops(text)}</pre>" if text else ""


def _picture(picture: Plot | Drawing) -> str:
    caption = f"<figcaption>{prose(picture.caption)}</figcaption>"
    if isinstance(picture, Drawing):
        return f'<figure class="drawing">{caption}{picture.svg}</figure>'
    series = [Series(name, y, f"c{index % COLORS}") for index, (name, y) in enumerate(picture.lines)]
    chart = line_chart(picture.x, series, picture.x_label, picture.y_label, width=FULL)
    return f"<figure>{caption}{chart}{legend(series)}</figure>"


def _anchor(reported: Reported) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", reported.item.name).strip("-")
