"""xacro files, expanded by the package xacro."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from psiphi.errors import RobotFileError, shortened
from psiphi.extras import package
from psiphi.formats.paths import REMEDY, Confinement
from psiphi.formats.xml_reader import Element, parse_xml, read_xml

_ONE_AT_A_TIME = Lock()  # xacro keeps its state in its module


def expanded(robot: Element, path: str | Path, confinement: Confinement) -> Element:
    """The <robot> element itself, or what xacro makes of a file with elements or expressions of xacro's.

    Files that it includes or loads must lie inside the roots, however their names are computed, and
    $(find NAME) is the directory of this name in a root. xacro evaluates the expressions of the file.
    """
    declared = "xmlns:xacro" in robot.attributes
    if not any(_is_macro(element, declared) for element in robot.descendants()):
        return robot
    xacro = package("xacro", "xacro", "xacro files are expanded by")
    refused: list[RobotFileError] = []  # xacro tells what its functions raise in words of its own
    try:
        with _ONE_AT_A_TIME, _confined(xacro, robot, confinement, refused):
            document: Any = xacro.process_file(os.path.realpath(path))
    except Exception as problem:  # xacro raises what its expressions raise
        remedy = "Expand it with xacro itself to see why."
        found = robot.error(f"xacro cannot expand this: {shortened(str(problem), 300)}.", remedy)
        raise (refused[0] if refused else found) from None
    return parse_xml(document.toxml(), source=str(path))


def _is_macro(element: Element, declared: bool) -> bool:
    """Whether an element is one of xacro's, or has an expression where xacro is declared."""
    evaluated = declared and any("${" in text or "$(" in text for text in element.attributes.values())
    return evaluated or element.tag.startswith("xacro:")


@contextmanager
def _confined(
    xacro: Any, robot: Element, confinement: Confinement, refused: list[RobotFileError]
) -> Iterator[None]:
    """xacro, all of whose files are looked at before they are opened; what is refused is noted."""

    def refuse(problem: str, remedy: str) -> RobotFileError:
        refused.append(robot.error(problem, remedy))
        return refused[-1]

    def inside(name: str) -> str:
        """The place of a file that is included or loaded."""
        place: str = absolute(name)
        if any(character in place for character in "*?["):
            raise refuse(f'"{shortened(name)}" is a pattern.', "Include files by their names.")
        if not confinement.really_contains(place):
            raise refuse(f'"{shortened(name)}" leads out of {confinement.described()}.', REMEDY)
        return place

    def checked(document: Any, name: str | None = None) -> Any:
        """A file that psiphi reads, too: without a document type."""
        if document is None and name is not None and os.path.isfile(name):
            try:
                read_xml(name)
            except RobotFileError as problem:
                refused.append(problem)
                raise
        return parse(document, name)

    def find(name: str) -> str:
        """The directory of a package."""
        for root in confinement.roots:
            for place in (root, root / name):
                if place.name == name and place.is_dir():
                    return str(place)
        raise refuse(
            f'$(find {shortened(name)}): there is no directory "{shortened(name)}" in '
            f"{confinement.described()}.",
            "Declare what it is in with roots=[...].",
        )

    arguments: Any = import_module("xacro.substitution_args")
    absolute, parse = xacro.abs_filename_spec, xacro.parse
    hooks = [(xacro, "abs_filename_spec", inside), (xacro, "parse", checked), (arguments, "_eval_find", find)]
    kept = [getattr(module, name) for module, name, _ in hooks]
    for module, name, hook in hooks:
        setattr(module, name, hook)
    try:
        yield
    finally:
        for (module, name, _), function in zip(hooks, kept, strict=True):
            setattr(module, name, function)
