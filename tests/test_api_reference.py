"""The API reference: everything public is in it, with a docstring, and plain text comes out as meant."""

from __future__ import annotations

import inspect
import re
import runpy
from importlib import import_module
from pathlib import Path

import pytest

import psiphi

DOCS = Path(__file__).resolve().parents[1] / "docs"
SCRIPT = runpy.run_path(str(DOCS / "reference.py"))
PAGES = {
    path.stem: SCRIPT["on_page_markdown"](path.read_text(encoding="utf-8"))
    for path in (DOCS / "api").glob("*.md")
}
REFERENCE = "\n".join(PAGES.values())
MODULES = (
    "psiphi",
    "psiphi.algebra",
    "psiphi.model",
    "psiphi.spatial",
    "psiphi.flexible",
    "psiphi.simulation",
    "psiphi.control",
    "psiphi.ensemble",
    "psiphi.identification",
    "psiphi.robots",
    "psiphi.targets",
)


def blocks(page: str) -> list[str]:
    """The paths that mkdocstrings is asked for."""
    return re.findall(r"^::: (\S+)$", page, re.MULTILINE)


def resolved(path: str) -> object:
    """What a path of the reference leads to."""
    module, attributes = path, []
    while True:
        try:
            value: object = import_module(module)
            break
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            attributes.insert(0, last)
    for name in attributes:
        value = inspect.getattr_static(value, name)
    return value


@pytest.mark.parametrize("module", MODULES)
def test_all_that_a_module_offers_is_in_the_reference(module: str) -> None:
    values = (getattr(import_module(module), name) for name in SCRIPT["offered"](module))
    paths = {f"{value.__module__}.{value.__qualname__}" for value in values}
    # The page of a robot has its methods, and the class itself in words.
    assert paths - set(blocks(REFERENCE)) <= {"psiphi.robot.Robot", "psiphi.errors.PsiphiError"}


def test_every_method_of_a_robot_has_its_theme() -> None:
    named = [path.rpartition(".")[2] for path in blocks(PAGES["robot"])]
    methods = [name for name in dir(psiphi.Robot) if not name.startswith("_")]
    assert sorted(name for name in named if hasattr(psiphi.Robot, name)) == methods
    assert "## Kinematics" in PAGES["robot"]
    assert "## Operational space" in PAGES["robot"]


def test_everything_in_the_reference_has_a_docstring() -> None:
    found = blocks(REFERENCE)
    assert len(found) > 120
    bare = [path for path in found if not inspect.getdoc(resolved(path))]
    assert not bare
    unfinished = [
        path for path in found if re.search(r"\b(TODO|FIXME|XXX)\b", inspect.getdoc(resolved(path)) or "")
    ]
    assert not unfinished


def test_every_example_has_its_page() -> None:
    page = SCRIPT["on_page_markdown"]((DOCS / "examples.md").read_text(encoding="utf-8"))
    programs = sorted((DOCS.parent / "examples").glob("*.py"))
    assert [f"examples/{path.name}" for path in programs] == re.findall(r'title="(.*?)"', page)
    assert all(path.read_text(encoding="utf-8") in page for path in programs)


def test_docstrings_are_plain_text() -> None:
    markdown = SCRIPT["_markdown"]
    assert markdown("J = B*φ*H* of `a*b`, A_0") == r"J = B\*φ\*H\* of `a*b`, A\_0"
    assert markdown("    z = φ* s") == "    z = φ* s"
    assert markdown("First.\n\nq, v  state\n       of one robot\ndt    step") == (
        "First.\n\n- `q, v`: state of one robot\n- `dt`: step"
    )
