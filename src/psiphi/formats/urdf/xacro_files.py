"""xacro files, expanded by the package xacro."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from psiphi.errors import shortened
from psiphi.formats.paths import REMEDY, Confinement
from psiphi.formats.xml_reader import Element, parse_xml, read_xml
from psiphi.packages import package


def expanded(robot: Element, path: str | Path, confinement: Confinement) -> Element:
    """The <robot> element itself, or what xacro makes of a file with elements or expressions of xacro's.

    Included files must lie inside the roots and have plain names; names that are computed, and expressions
    that read other files, are refused. xacro evaluates the expressions of the file.
    """
    declared = "xmlns:xacro" in robot.attributes
    if not any(_is_macro(element, declared) for element in robot.descendants()):
        return robot
    xacro = package("xacro", "xacro", "xacro files are expanded by")
    _check_includes(robot, os.path.dirname(os.path.realpath(path)), confinement, set())
    try:
        document: Any = xacro.process_file(os.path.realpath(path))
    except Exception as problem:  # xacro raises what its expressions raise
        remedy = "Expand it with xacro itself to see why."
        raise robot.error(f"xacro cannot expand this: {shortened(str(problem), 300)}.", remedy) from None
    return parse_xml(document.toxml(), source=str(path))


def _is_macro(element: Element, declared: bool) -> bool:
    """Whether an element is one of xacro's, or has an expression where xacro is declared."""
    evaluated = declared and any("${" in text for text in element.attributes.values())
    return evaluated or element.tag.startswith("xacro:")


def _check_includes(robot: Element, directory: str, confinement: Confinement, seen: set[str]) -> None:
    for element in robot.descendants():
        if any("load_yaml" in text for text in (element.text, *element.attributes.values())):
            raise element.error("load_yaml reads other files.", "Write the values out, or run xacro.")
        if element.tag != "xacro:include":
            continue
        name = element.attributes.get("filename", "")
        if "$" in name:
            raise element.error(
                f'filename="{shortened(name)}" is computed.', "Write the path out, or run xacro yourself."
            )
        place = os.path.join(directory, name)
        if not confinement.really_contains(place):
            raise element.error(f'"{shortened(name)}" leads out of {confinement.described()}.', REMEDY)
        if os.path.isfile(place) and (real := os.path.realpath(place)) not in seen:
            seen.add(real)
            _check_includes(read_xml(place), os.path.dirname(real), confinement, seen)
