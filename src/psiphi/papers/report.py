"""Reproducing papers item by item."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from psiphi.errors import PsiphiError
from psiphi.frozen import frozen
from psiphi.papers.item import Findings, Item, Paper, Verdict, true

Tell = Callable[["Reported"], None]


@frozen
class Reported:
    """An item with what was found, and the seconds it took."""

    item: Item
    findings: Findings
    seconds: float

    @property
    def verdict(self) -> Verdict:
        return self.findings.verdict


@frozen
class Report:
    """The items of some papers."""

    papers: tuple[tuple[Paper, tuple[Reported, ...]], ...]

    @property
    def items(self) -> tuple[Reported, ...]:
        return tuple(reported for _, found in self.papers for reported in found)

    @property
    def all_hold(self) -> bool:
        return all(reported.verdict is not Verdict.FAILS for reported in self.items)

    def count(self, verdict: Verdict) -> int:
        """How many items have a verdict."""
        return sum(reported.verdict is verdict for reported in self.items)


def reproduce(papers: Iterable[Paper], tell: Tell = lambda reported: None) -> Report:
    """Reproduce all items of the papers; each is told as soon as it is there."""
    found = []
    for paper in papers:
        reported = []
        for item in paper.items:
            reported.append(reproduced(item))
            tell(reported[-1])
        found.append((paper, tuple(reported)))
    return Report(tuple(found))


def reproduced(item: Item) -> Reported:
    """One item; an error of psiphi makes it fail, and the others go on."""
    start = time.perf_counter()
    try:
        findings = item.reproduce()
    except PsiphiError as error:
        findings = Findings(item.title, str(error), (true("it can be computed", False),))
    return Reported(item, findings, time.perf_counter() - start)
