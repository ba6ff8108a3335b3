"""XML without its dangers: elements that know their line, no entities, bounded depth and size."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

from psiphi.errors import ModelError, RobotFileError, shortened

MAX_BYTES = 256 * 2**20
MAX_TAG = 2**20
MAX_DEPTH = 500  # of nested elements; MuJoCo's own reader stops at the same depth
MAX_ELEMENTS = 3_000_000  # a robot of 100 000 links takes about half of this

_SUBJECTS = {"link": "body", "joint": "joint", "frame": "frame"}  # what errors of a model call elements


class Element:
    """One element of a robot file: its tag, its attributes, its children, and where it stands."""

    __slots__ = ("attributes", "children", "line", "parent", "source", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None, source: str, line: int):
        self.tag, self.attributes, self.parent, self.source, self.line = tag, attributes, parent, source, line
        self.children: list[Element] = []
        self.text = ""  # between its tags, without the spaces around

    @property
    def label(self) -> str:
        """How messages name the element: `<axis> in <joint name="elbow">`."""
        parts: list[str] = []
        element: Element | None = self
        while element is not None and len(parts) < 4:
            name = element.attributes.get("name")
            parts.append(f"<{element.tag}>" if name is None else f'<{element.tag} name="{shortened(name)}">')
            outermost = element.parent is None or element.parent.parent is None
            element = None if name is not None or outermost else element.parent
        return " in ".join(parts)

    def error(self, finding: str, remedy: str | None = None) -> RobotFileError:
        """The error that says what is wrong with this element, ready to be raised."""
        return RobotFileError(finding, file=self.source, line=self.line, element=self.label, remedy=remedy)

    def located(self, problem: ModelError) -> RobotFileError:
        """The error of the model that this element became, at the link, joint or frame that it names."""
        if isinstance(problem, RobotFileError):
            return problem
        for element in self.descendants():
            subject = f"{_SUBJECTS.get(element.tag)} {element.attributes.get('name')!r}: "
            if str(problem).startswith(subject):
                finding, _, remedy = str(problem).removeprefix(subject).partition("; ")
                return element.error(f"{finding}.", f"{remedy[:1].upper()}{remedy[1:]}." if remedy else None)
        return self.error(str(problem))

    def children_named(self, tag: str) -> list[Element]:
        return [child for child in self.children if child.tag == tag]

    def child(self, tag: str) -> Element | None:
        """The only child with this tag, or None; two of them are an error."""
        found = self.children_named(tag)
        if len(found) > 1:
            raise found[1].error(f"a second <{tag}> in the same element.", "Keep one of them.")
        return found[0] if found else None

    def descendants(self) -> Iterator[Element]:
        """Every element below this one, in file order."""
        waiting = list(reversed(self.children))
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


def read_bytes(path: str | Path) -> bytes:
    """The content of a robot file, refused when there is none or when it is too large to be a robot."""
    try:
        with open(path, "rb") as file:
            large = os.fstat(file.fileno()).st_size > MAX_BYTES
            data = b"" if large else file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise RobotFileError(f"cannot be read: {reason}.", file=path, remedy="Check the path.") from None
    if large or len(data) > MAX_BYTES:
        raise RobotFileError(f"larger than {MAX_BYTES // 2**20} MiB; this is not a robot.", file=path)
    return data


def read_xml(path: str | Path) -> Element:
    """The root element of an XML file."""
    return parse_xml(read_bytes(path), source=str(path))


def parse_xml(data: bytes | str, *, source: str = "<string>") -> Element:
    """The root element of an XML document held in memory."""
    return _Builder(source).build(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)


def _nothing(*_: object) -> None: ...


class _Builder:
    """Turns the events of expat into elements, and stops at the first thing that a robot does not need."""

    # A bad beginning is noticed early. Chunks are doubled, since expat rescans tokens that end in none.
    FIRST_CHUNK = 2**16

    def __init__(self, source: str):
        self.source = source
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.buffer_text = True
        self.parser.CommentHandler = _nothing  # which parts the text: 1<!-- -->5 is not 15
        self.parser.ProcessingInstructionHandler = _nothing
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def build(self, data: bytes) -> Element:
        for begin in range(0, len(data) - MAX_TAG, MAX_TAG):
            if data.find(b">", begin, begin + MAX_TAG) < 0:  # expat needs quadratic time for one endless tag
                raise RobotFileError(f"{MAX_TAG} bytes without the end of a tag.", file=self.source)
        begin, length = 0, self.FIRST_CHUNK
        try:
            while begin < len(data):
                self.parser.Parse(data[begin : begin + length], False)
                begin, length = begin + length, 2 * length
            self.parser.Parse(b"", True)
        except RobotFileError:
            raise
        except expat.ExpatError as problem:
            raise self._broken(expat.ErrorString(problem.code) or "unreadable", problem.lineno) from None
        except (LookupError, ValueError) as problem:  # from codecs named in the XML declaration
            raise self._broken(str(problem), self.parser.CurrentLineNumber) from None
        assert self.root is not None  # expat accepts no document without a root
        return self.root

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        parent = self.open[-1] if self.open else None
        element = Element(tag, attributes, parent, self.source, self.parser.CurrentLineNumber)
        self.count += 1
        if len(self.open) >= MAX_DEPTH:
            raise element.error(f"nested more than {MAX_DEPTH} deep.", "No robot file needs this; check it.")
        if self.count > MAX_ELEMENTS:
            raise element.error(f"more than {MAX_ELEMENTS} elements.", "No robot file needs this; check it.")
        if parent is None:
            self.root = element
        else:
            parent.children.append(element)
        self.open.append(element)

    def _characters(self, text: str) -> None:
        if not text.isspace():
            self.open[-1].text = f"{self.open[-1].text} {text.strip()}".strip()

    def _end(self, tag: str) -> None:
        self.open.pop()

    def _doctype(self, *_: object) -> None:
        raise RobotFileError(
            "a document type is refused: its entities can read other files and exhaust memory.",
            file=self.source,
            line=self.parser.CurrentLineNumber,
            element="<!DOCTYPE>",
            remedy="Remove it and write its text out.",
        )

    def _broken(self, reason: str, line: int) -> RobotFileError:
        inside = self.open[-1].label if self.open else None
        return RobotFileError(
            f"this is not well-formed XML: {shortened(reason)}.",
            file=self.source,
            line=line,
            element=inside,
            remedy="Repair the file at this line.",
        )
