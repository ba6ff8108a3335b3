"""The papers reproduced: every item passes, and the report would tell if one did not."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from html_pages import assert_stands_alone, shown_by_chromium
from psiphi.errors import InputError, UnknownNameError
from psiphi.formats.robots import puma560, random_tree
from psiphi.kernel.program.signature import Operations
from psiphi.papers.as_data import as_data
from psiphi.papers.counts.attribution import ELSEWHERE, operations_by_line
from psiphi.papers.counts.counting import Polynomial, operations, request
from psiphi.papers.item import Findings, Item, Misprint, Paper, Verdict, close, distance, read, true
from psiphi.papers.page import page, prose
from psiphi.papers.registry import PAPERS, papers_named
from psiphi.papers.report import Report, reproduce, reproduced
from psiphi.papers.subject import without_rotors

ITEMS = [item.name for paper in PAPERS.values() for item in paper.items]

# Every table and figure of the papers; 2.1 of RK88 is announced in its contents. And what else was promised.
TABLES = [
    *("R87 Table I", "R87 Table II", "R87 Table III", "RK88 Table 1.1", "K93 Table 1", "K93 Table 2"),
    *("RJ Table 1", "RJ Table 2", "RJ Table 3", "RJ Table 4"),
]
FIGURES = [
    *("R87 Fig. 1", "R87 Fig. 2", "R87 Fig. 3", "R87 Fig. 4"),
    *("RK88 Fig. 1.1", "RK88 Fig. 1.2", "RK88 Fig. 2.1", "K93 Fig. 1", "K93 Fig. 2", "K93 Fig. 3"),
    *("RJ Fig. 1", "RJ Fig. 2", "RJ Fig. 3", "RJK Fig. 1"),
]
PROMISED = [
    *("R87 IX", "R87 83", "RK88 FD1–FD4", "RK88 Appendix A", "RK88 Appendix B", "K93 4.2", "K93 5"),
    *("RJ 40–42", "RJ 6", "RJK 18", "RJK 20", "RJK 21–26", "RJK 6", "RJK 6, one object"),
]


@pytest.fixture(scope="module")
def report() -> Report:
    return reproduce(PAPERS.values())


@pytest.mark.parametrize("name", ITEMS)
def test_every_item_passes(name: str, report: Report) -> None:
    (reported,) = [one for one in report.items if one.item.name == name]
    failed = [
        f"{check.what}: {check.difference:.1e}" for check in reported.findings.checks if not check.holds
    ]
    mistaken = [one.where for one in reported.findings.misprints if not one.is_one]
    assert failed == []
    assert mistaken == []
    assert reported.verdict is not Verdict.FAILS
    assert reported.findings.checks


def test_what_was_promised_is_there() -> None:
    assert {*TABLES, *FIGURES, *PROMISED} <= set(ITEMS)
    assert len(set(ITEMS)) == len(ITEMS)
    assert all(item.paper == paper.name for paper in PAPERS.values() for item in paper.items)


def test_every_figure_is_drawn_and_every_table_is_there(report: Report) -> None:
    findings = {one.item.name: one.findings for one in report.items}
    assert [name for name in FIGURES if not findings[name].pictures] == []
    assert [name for name in TABLES if not findings[name].tables] == []


def test_the_misprints_that_can_be_evaluated_are_wrong_by_far(report: Report) -> None:
    off = [one.off for item in report.items for one in item.findings.misprints if one.off is not None]
    assert len(off) > 20
    assert min(off) > 1e-3


SOUND = Findings("a", "b", (true("it is", True),))


@pytest.mark.parametrize(
    ("findings", "verdict"),
    [
        (SOUND, Verdict.HOLDS),
        (Findings("a", "b", (read("it adds up", True),)), Verdict.READ),
        (Findings("a", "b", (read("it adds up", False),)), Verdict.FAILS),
        (Findings("a", "b", SOUND.checks, misprints=(Misprint("(1)", "c", "d"),)), Verdict.READ),
        (Findings("a", "b", (true("it is", False),)), Verdict.FAILS),
        (Findings("a", "b", (close("x", [1.0, 2.0], [1.0, 2.1]),)), Verdict.FAILS),
        (Findings("a", "b", (close("x", [1.0, np.nan], [1.0, 2.0]),)), Verdict.FAILS),
        (Findings("a", "b", (), misprints=(Misprint("(1)", "c", "d"),)), Verdict.READ),
        (Findings("a", "b", (), misprints=(Misprint("(1)", "c", "d", 0.1),)), Verdict.MISPRINT),
        (Findings("a", "b", (), misprints=(Misprint("(1)", "c", "d", 1e-15),)), Verdict.FAILS),
        (Findings("a", "b", (true("x", False),), misprints=(Misprint("(1)", "c", "d", 1.0),)), Verdict.FAILS),
    ],
)
def test_verdicts(findings: Findings, verdict: Verdict) -> None:
    assert findings.verdict is verdict


def test_an_item_that_cannot_be_computed_fails_and_the_others_go_on() -> None:
    def broken() -> Findings:
        raise InputError("no such thing.")

    told: list[str] = []
    paper = Paper("X", "", "", (Item("X 1", "", broken), Item("X 2", "", lambda: SOUND)))
    found = reproduce([paper], lambda one: told.append(one.item.name))
    assert [one.verdict for one in found.items] == [Verdict.FAILS, Verdict.HOLDS]
    assert "no such thing" in found.items[0].findings.finds
    assert told == ["X 1", "X 2"]
    assert not found.all_hold
    assert (found.count(Verdict.FAILS), found.count(Verdict.HOLDS)) == (1, 1)


def test_differences_are_relative() -> None:
    assert distance([1.0, 2.0], [1.0, 4.0]) == 0.5
    assert distance([0.0], [0.0]) == 0.0


def test_papers_are_found_in_any_case_and_in_the_order_of_print() -> None:
    assert [paper.name for paper in papers_named(["k93", "R87"])] == ["R87", "K93"]
    assert [paper.name for paper in papers_named([])] == ["R87", "RK88", "K93", "RJ", "RJK"]
    with pytest.raises(UnknownNameError, match="did you mean 'K93'"):
        papers_named(["K94"])


@pytest.mark.parametrize(
    ("name", "form"), [("inverse_dynamics", "as written"), ("forward_dynamics", "M kept")]
)
def test_operations_by_line_add_up_to_the_program(name: str, form: str) -> None:
    for model in (
        without_rotors(puma560()),
        random_tree(3, bodies=7, kinds=("revolute", "prismatic"), branching="chain"),
    ):
        lines = operations_by_line(request(model, name), form, lambda definition, _: repr(definition))
        total = sum(lines.values(), Operations())
        whole = operations(model, name, form)
        assert (total.mul, total.add, total.div) == (whole.mul, whole.add, whole.div)
        assert len(lines) > 5
        assert ELSEWHERE not in lines


def test_polynomials_are_written_as_in_the_papers() -> None:
    assert str(Polynomial.of(-395, 2, 0)) == "2n − 395"
    assert Polynomial.of(0, 7, 2).written("N") == "2N² + 7N"
    assert str(Polynomial.of(0)) == "0"
    assert str(Polynomial.of(0, -1)) == "−n"
    assert Polynomial.of(1, 1)(3) == 4
    assert Polynomial.of(1) + Polynomial.of(0, 2) == Polynomial.of(1, 2)


def test_robots_without_rotors_keep_everything_else() -> None:
    with_motors, plain = puma560(), without_rotors(puma560())
    assert [body.inertia for body in plain.bodies] == [body.inertia for body in with_motors.bodies]
    assert all(body.joint.rotor.reflected_inertia == 0.0 for body in plain.bodies)


# Data and page


def test_the_report_as_data(report: Report) -> None:
    data = json.loads(json.dumps(as_data(report), allow_nan=False))
    assert set(data) == {"psiphi", "verdicts", "papers"}
    assert data["verdicts"]["fails"] == 0
    assert sum(data["verdicts"].values()) == len(ITEMS)
    assert [paper["name"] for paper in data["papers"]] == list(PAPERS)
    for item in (item for paper in data["papers"] for item in paper["items"]):
        assert set(item) == {
            *("name", "title", "verdict", "seconds", "paper_says", "psiphi_finds", "checks", "misprints"),
            *("tables", "drawings", "plots", "loops"),
        }
        for check in item["checks"]:
            assert set(check) == {"what", "difference", "tolerance", "holds", "read"}
        for one in item["tables"]:
            assert {len(row) for row in one["rows"]} == {len(one["headings"])}
        for plot in item["plots"]:
            assert all(len(line) == len(plot["x"]) for line in plot["lines"].values())
    (torque,) = [item for item in data["papers"][2]["items"] if item["name"] == "K93 Fig. 3"]
    assert len(torque["plots"][0]["x"]) == 300


def test_a_failed_check_has_no_number_that_json_does_not_know() -> None:
    paper = Paper("X", "", "", (Item("X 1", "", lambda: Findings("", "", (true("no", False),))),))
    data = json.dumps(as_data(reproduce([paper])), allow_nan=False)
    assert '"difference": null' in data


@pytest.fixture(scope="module")
def html(report: Report) -> str:
    return page(report, "psiphi papers --html")


def test_the_page_needs_nothing_but_itself(html: str) -> None:
    reader = assert_stands_alone(html)
    assert len(reader.links) == len(ITEMS)
    assert {link.removeprefix("#") for link in reader.links} <= set(reader.ids)
    assert "`" not in html
    assert html.count("<math>") > 300
    assert html.count('class="series ') >= 5 + 4 + 4
    for name in ITEMS:
        assert f'<span class="name">{name}</span>' in html


def test_a_failure_stands_out_on_the_page() -> None:
    item = Item("X 1", "a `φ`", lambda: Findings("", "", (close("x", [1.0], [2.0]),)))
    text = page(Report(((Paper("X", "", "", (item,)), (reproduced(item),)),)), "")
    assert '<span class="verdict bad">fails</span>' in text
    assert "✗" in text


def test_prose_has_its_formulas_typeset() -> None:
    assert prose("a < b, `E_φ*`") == (
        "a &lt; b, <math><msubsup><mi>E</mi><mi>φ</mi><mo>∗</mo></msubsup></math>"
    )


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Debian's chromium")
def test_a_browser_shows_the_page_without_complaint(html: str, tmp_path: Path) -> None:
    target = tmp_path / "papers.html"
    target.write_text(html, encoding="utf-8")
    shown = shown_by_chromium(target, tmp_path)
    assert shown.count("<article") == len(ITEMS)
    assert shown.count("<svg") >= len(FIGURES)
