"""The five papers."""

from __future__ import annotations

from psiphi.errors import UnknownNameError
from psiphi.model.names import unknown_name
from psiphi.papers.item import Paper
from psiphi.papers.k93 import K93
from psiphi.papers.r87 import R87
from psiphi.papers.rj import RJ
from psiphi.papers.rjk import RJK
from psiphi.papers.rk88 import RK88

PAPERS: dict[str, Paper] = {paper.name: paper for paper in (R87, RK88, K93, RJ, RJK)}


def papers_named(names: list[str]) -> list[Paper]:
    """The papers of these names, in any case of letters; all of them for none."""
    by_name = {name.upper(): paper for name, paper in PAPERS.items()}
    for name in names:
        if name.upper() not in by_name:
            raise UnknownNameError(unknown_name("paper", name, PAPERS))
    wanted = {name.upper() for name in names} or set(by_name)
    return [paper for name, paper in by_name.items() if name in wanted]
