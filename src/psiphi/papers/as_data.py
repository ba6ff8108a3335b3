"""A report for programs."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from psiphi.papers.item import Drawing, Findings, Plot, Verdict
from psiphi.papers.report import Report, Reported
from psiphi.version import __version__


def as_data(report: Report) -> dict[str, Any]:
    """Lists, dictionaries, texts and finite numbers; `formulas` of the texts stand in backticks."""
    return {
        "psiphi": __version__,
        "verdicts": {verdict.value: report.count(verdict) for verdict in Verdict},
        "papers": [
            {
                "name": paper.name,
                "authors": paper.authors,
                "title": paper.title,
                "items": [_item(one) for one in reported],
            }
            for paper, reported in report.papers
        ],
    }


def _item(reported: Reported) -> dict[str, Any]:
    return {
        "name": reported.item.name,
        "title": reported.item.title,
        "verdict": reported.verdict.value,
        "seconds": round(reported.seconds, 3),
        **_findings(reported.findings),
    }


def _findings(findings: Findings) -> dict[str, Any]:
    return {
        "paper_says": findings.says,
        "psiphi_finds": findings.finds,
        "checks": [
            asdict(one) | {"difference": _finite(one.difference), "holds": one.holds}
            for one in findings.checks
        ],
        "misprints": [asdict(one) | {"off": _finite(one.off)} for one in findings.misprints],
        "tables": [asdict(one) for one in findings.tables],
        "drawings": [asdict(one) for one in findings.pictures if isinstance(one, Drawing)],
        "plots": [
            asdict(one) | {"x": one.x.tolist(), "lines": {name: y.tolist() for name, y in one.lines}}
            for one in findings.pictures
            if isinstance(one, Plot)
        ],
        "loops": findings.loops.splitlines(),
    }


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
