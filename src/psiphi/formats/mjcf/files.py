"""The files of an MJCF model, read and checked by psiphi: MuJoCo sees their bytes and opens nothing itself.

A model is a file with what it includes, the assets that it names, and the models that it attaches. All are
read here, from inside the roots alone, and handed over under names of psiphi's own in MuJoCo's virtual file
system. Documents are written anew from the elements that were checked, so that no text which another parser
might read otherwise reaches MuJoCo. Every element stays on its line.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from psiphi.errors import RobotFileError, shortened
from psiphi.formats.paths import REMEDY, Confinement
from psiphi.formats.xml_reader import Element, read_bytes, read_xml

MAX_FILES = 1000  # documents of one model
MAX_COPIES = 10_000  # of one element; MuJoCo would make a billion if it were asked to

_DIRECTORIES = {
    "mesh": ("meshdir",),
    "hfield": ("meshdir",),
    "skin": ("meshdir",),
    "texture": ("texturedir",),
}  # where an element looks for its file; others are given the choice
_NAMED_AFTER_FILE = ("mesh", "hfield", "skin", "texture")


class MjcfFiles(NamedTuple):
    """A model for MuJoCo: the text of the main file, and the files that it names."""

    text: str
    contents: dict[str, bytes]
    """By the names that the text uses."""
    paths: dict[str, str]
    """Where each file was, by the same names."""
    documents: list[Element]
    missing: dict[str, Element]
    """Who names a mesh that is not there, by the same names: `contents` has a stand-in."""

    def find(self, section: str, name: str, number: int = 0, count: int = 1) -> Element | None:
        """The element of this name that is, or is in, a <section>.

        Without a name that of this number, unless there are not as many in the files as MuJoCo counts.
        """
        found = [
            element
            for document in self.documents
            for element in _elements(document)
            if section == _section(element) and (not name or element.attributes.get("name") == name)
        ]
        if name:
            return found[0] if found else None
        return found[number] if len(found) == count else None


def stand_in(size: float) -> bytes:
    """A mesh for one that is not there: a tetrahedron, so that MuJoCo compiles the rest."""
    corners = ((0.0, 0.0, 0.0), (size, 0.0, 0.0), (0.0, size, 0.0), (0.0, 0.0, size))
    lines = [f"v {x} {y} {z}" for x, y, z in corners]
    return "\n".join([*lines, "f 1 3 2", "f 1 2 4", "f 1 4 3", "f 2 3 4", ""]).encode()


class _Document(NamedTuple):
    """A document, the name that it has for MuJoCo, and where it lies."""

    root: Element
    name: str
    place: str

    @property
    def directory(self) -> str:
        return os.path.dirname(self.place)


def read_mjcf_files(path: str | Path, confinement: Confinement) -> MjcfFiles:
    """The file and all that it refers to; a reference that leaves the roots is refused."""
    return _Reading(confinement).files(path)


class _Reading:
    def __init__(self, confinement: Confinement) -> None:
        self.confinement = confinement
        self.found: dict[str, bytes] = {}
        self.paths: dict[str, str] = {}
        self.missing: dict[str, Element] = {}
        self._assets: dict[str, str] = {}  # names by real path
        self._models: list[_Document] = []  # not yet read through
        self._model_names: dict[str, str] = {}  # by real path
        self._attached: dict[str, set[str]] = {}  # the models that each attaches
        self._read: list[Element] = []

    def files(self, path: str | Path) -> MjcfFiles:
        main = self._document(os.path.realpath(path), called=path)
        self._begin(main)
        while self._models:
            self._read_model(self._models.pop())
        try:
            TopologicalSorter(self._attached).prepare()
        except CycleError:
            raise main.root.error("a model attaches itself, through others or directly.") from None
        return MjcfFiles(self.found.pop(main.name).decode(), self.found, self.paths, self._read, self.missing)

    def _read_model(self, main: _Document) -> None:
        """A document with all that it includes, which share the directories that any <compiler> names."""
        documents, waiting, seen = list[_Document](), [main], {main.place}
        while waiting:
            document = waiting.pop()
            documents.append(document)
            included = list[_Document]()
            for element in _elements(document.root):
                if element.tag == "include":
                    place = self._place(element, "file", [main.directory, document.directory], [""])
                    if place in seen:
                        raise element.error("this file is included already.", "Include it once.")
                    seen.add(place)
                    included.append(self._document(place))
                    element.attributes["file"] = included[-1].name
            waiting.extend(reversed(included))
        directories = _asset_directories(main, {document.name: document for document in documents})
        for document in documents:
            beside = [main.directory, document.directory]
            for element in _elements(document.root):
                self._take_files(element, main.name, beside, directories)
            self.found[document.name] = _written(document.root).encode()

    def _take_files(
        self, element: Element, model: str, beside: list[str], directories: dict[str, str]
    ) -> None:
        """Read the files of an element, and give it the names that they have for MuJoCo."""
        if element.tag == "include":
            return
        if element.tag == "compiler":
            for attribute in ("meshdir", "texturedir", "assetdir", "strippath"):
                element.attributes.pop(attribute, None)
        for attribute in [name for name in element.attributes if name.startswith("file")]:
            if element.tag == "model":
                place = self._place(element, attribute, beside[::-1], [""])
                if place not in self._model_names:
                    self._begin(self._document(place))
                name = self._model_names[place]
                self._attached[model].add(name)
            else:
                kinds = _DIRECTORIES.get(element.tag, ("meshdir", "texturedir"))
                reference = element.attributes[attribute].replace("\\", "/")
                place = self._place(element, attribute, beside, [directories[kind] for kind in kinds])
                if place not in self._assets:
                    there = os.path.isfile(place)
                    self._assets[place] = self._name(place if there else f"{place}.obj")
                    self.found[self._assets[place]] = read_bytes(place) if there else stand_in(1.0)
                    if not there:
                        self.missing[self._assets[place]] = element
                        self.paths[self._assets[place]] = place
                        element.attributes.pop("content_type", None)
                name = self._assets[place]
                if element.tag in _NAMED_AFTER_FILE and attribute == "file":
                    element.attributes.setdefault("name", os.path.splitext(os.path.basename(reference))[0])
            element.attributes[attribute] = name

    def _begin(self, main: _Document) -> None:
        self._models.append(main)
        self._model_names[main.place] = main.name
        self._attached[main.name] = set()

    def _document(self, place: str, called: str | Path | None = None) -> _Document:
        """Read a document; messages call it as the caller does."""
        root = read_xml(called or place)
        self._read.append(root)
        if len(self._read) > MAX_FILES:
            raise root.error(f"more than {MAX_FILES} files are included.", "Check the includes.")
        _refuse_many_copies(root)
        return _Document(root, self._name(place), place)

    def _name(self, place: str) -> str:
        """A name for MuJoCo, with the ending that tells MuJoCo what the file is."""
        name = f"{len(self.paths)}_{os.path.basename(place)}"
        self.paths[name] = place
        return name

    def _place(self, element: Element, attribute: str, beside: list[str], directories: list[str]) -> str:
        """The real path of the file that an element names: the first that there is, all being inside.

        A mesh may be missing; it is then where it was looked for first.
        """
        reference = element.attributes.get(attribute, "").replace("\\", "/").removeprefix("package://")
        inner = [os.path.join(directory, reference) for directory in dict.fromkeys(directories)]
        inner += [os.path.join(directory, os.path.basename(reference)) for directory in directories]
        places = [(path, os.path.join(outer, path)) for path in inner for outer in beside]
        for path, place in places:
            if not self.confinement.really_contains(place):
                raise element.error(
                    f'"{shortened(path)}" leads out of {self.confinement.described()}.', REMEDY
                )
        for _, place in places:
            if os.path.isfile(place):
                return os.path.realpath(place)
        if element.tag == "mesh":
            return os.path.normpath(places[0][1])
        raise no_file(element, inner[0], beside[0])


def no_file(element: Element, name: str, directory: str) -> RobotFileError:
    """The error that a file is missing."""
    return element.error(f'there is no file "{shortened(name)}".', f"It is looked for in {directory}.")


def _asset_directories(main: _Document, documents: dict[str, _Document]) -> dict[str, str]:
    """Where meshes and textures are: what the last <compiler> says; an assetdir stands for both."""
    found = {"meshdir": "", "texturedir": ""}
    for element in _expanded(main, documents):
        if element.tag == "compiler":
            for kind in found:
                for attribute in ("assetdir", kind):
                    found[kind] = element.attributes.get(attribute, found[kind]).replace("\\", "/")
    return found


def _expanded(document: _Document, documents: dict[str, _Document]) -> Iterator[Element]:
    """The elements of a document, those of the documents that it includes in their place."""
    for element in _elements(document.root):
        yield element
        if element.tag == "include":
            yield from _expanded(documents[element.attributes["file"]], documents)


def _written(root: Element) -> str:
    """The document as text again, each element beginning on the line it has in the file."""
    parts: list[str] = []
    line = 1
    waiting: list[Element | str] = [root]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            parts.append(f"</{item}>")
            continue
        parts.append("\n" * (item.line - line))
        line = item.line
        attributes = "".join(f" {name}={quoteattr(value)}" for name, value in item.attributes.items())
        parts.append(f"<{item.tag}{attributes}>")
        waiting.append(item.tag)
        waiting.extend(reversed(item.children))
    return "".join(parts)


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


def _section(element: Element) -> str:
    """What an element is one of: the section that it stands in, the joints of bodies, or itself."""
    inside = element.parent.tag if element.parent else ""
    if element.tag in ("joint", "freejoint"):  # tendons, equalities and defaults have some of their own
        return "joint" if inside in ("body", "frame", "replicate") else inside
    lists = ("actuator", "tendon", "equality")
    return inside if inside in lists or element.tag in lists else element.tag


def _elements(document: Element) -> Iterator[Element]:
    yield document
    yield from document.descendants()
