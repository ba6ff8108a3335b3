"""The files that an MJCF file makes MuJoCo open, checked before it does: all must lie inside the roots."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from psiphi.formats.paths import REMEDY, Confinement
from psiphi.formats.xml_reader import Element, read_xml, shortened

MAX_FILES = 1000  # included into one model
MAX_COPIES = 10_000  # of one element; MuJoCo would make a billion if it were asked to

_FILE_ATTRIBUTES = ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")
_DOCUMENTS = ("include", "model")  # elements whose file is XML again
_DIRECTORIES = {
    "mesh": ("meshdir", "assetdir"),
    "hfield": ("meshdir", "assetdir"),
    "skin": ("meshdir", "assetdir"),
    "texture": ("texturedir", "assetdir"),
}


def check_mjcf_files(path: str | Path, confinement: Confinement) -> None:
    """Read the file and all that it includes, safely, and refuse a reference that leaves the roots.

    MuJoCo looks for an included file beside the main file and beside the including one, and for an asset in
    the directories that any <compiler> names; each of these places must be inside.
    """
    documents = _documents(path, confinement)
    named: dict[str, set[str]] = {"meshdir": set(), "texturedir": set(), "assetdir": set()}
    for document in documents:
        for element in _elements(document):
            if element.tag == "compiler":
                for attribute, values in named.items():
                    values.add(element.attributes.get(attribute, ""))
    for document in documents:
        beside = _beside(document, confinement)
        for element in _elements(document):
            attributes = _DIRECTORIES.get(element.tag, tuple(named))
            directories = {value for attribute in attributes for value in named[attribute] if value}
            if not directories or len(documents) > 1:  # a model within the model may name none
                directories.add("")
            for attribute in _FILE_ATTRIBUTES:
                if attribute in element.attributes and element.tag not in _DOCUMENTS:
                    for directory in directories:
                        reference = os.path.join(directory, element.attributes[attribute])
                        _checked(element, reference, beside, confinement)


def _documents(path: str | Path, confinement: Confinement) -> list[Element]:
    """The file and all that it includes, each once."""
    waiting, seen = [os.path.realpath(path)], set[str]()
    documents: list[Element] = []
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        document = read_xml(place if documents else path)  # messages call the first file as the caller does
        documents.append(document)
        if len(documents) > MAX_FILES:
            raise document.error(f"more than {MAX_FILES} files are included.", "Check the includes.")
        _refuse_many_copies(document)
        beside = _beside(document, confinement)
        for element in _elements(document):
            if element.tag in _DOCUMENTS:
                for candidate in _checked(element, element.attributes.get("file", ""), beside, confinement):
                    if os.path.isfile(candidate) and candidate.lower().endswith((".xml", ".mjcf", ".urdf")):
                        waiting.append(os.path.realpath(candidate))
    return documents


def _beside(document: Element, confinement: Confinement) -> set[str]:
    return {str(confinement.directory), os.path.dirname(os.path.realpath(document.source))}


def _checked(element: Element, reference: str, beside: set[str], confinement: Confinement) -> list[str]:
    """The places where a reference may lead, all of them inside."""
    candidates = [os.path.join(directory, reference.replace("\\", "/")) for directory in beside]
    for candidate in candidates:
        if not confinement.really_contains(candidate):
            raise element.error(f'"{shortened(reference)}" leads out of {confinement.described()}.', REMEDY)
    return candidates


def _refuse_many_copies(document: Element) -> None:
    """<replicate>, <composite> and <flexcomp> multiply what is in them, and may be nested."""
    waiting = [(document, 1)]
    while waiting:
        element, copies = waiting.pop()
        if element.tag in ("replicate", "composite", "flexcomp"):
            for word in element.attributes.get("count", "").split():
                plain = word.isascii() and word.isdigit() and len(word) < 10
                copies *= int(word) if plain else MAX_COPIES + 1
        if copies > MAX_COPIES:
            raise element.error(f"more than {MAX_COPIES} copies are asked for.", "Write a smaller count.")
        waiting.extend((child, copies) for child in element.children)


def _elements(document: Element) -> Iterator[Element]:
    yield document
    yield from document.descendants()
