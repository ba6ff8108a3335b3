"""JSON read strictly, each value knowing its place in the document, such as bodies[3].joint.axis."""

from __future__ import annotations

import json
import math
from typing import Any

from psiphi.errors import RobotFileError, shortened
from psiphi.frozen import frozen


@frozen
class Value:
    """A value of a JSON document and the path that leads to it."""

    content: Any
    path: str
    source: str

    def error(self, finding: str, remedy: str | None = None) -> RobotFileError:
        """The error that says what is wrong at this place, ready to be raised."""
        return RobotFileError(finding, file=self.source, element=self.path or "document", remedy=remedy)

    def shown(self) -> str:
        """The value as it may appear in a message."""
        simple = isinstance(self.content, str | int | float | None)
        return shortened(json.dumps(self.content)) if simple else _TYPE_NAMES[type(self.content)]

    def fields(
        self, *, required: tuple[str, ...] = (), optional: tuple[str, ...] = (), kind: str
    ) -> dict[str, Value]:
        """The fields of an object, all the required ones and no others than these."""
        if not isinstance(self.content, dict):
            raise self.error(f"a {kind} must be an object, and here is {self.shown()}.")
        for name in self.content:
            if name not in required and name not in optional:
                known = ", ".join((*required, *optional))
                raise self.error(f"the key {shortened(name)!r} is unknown.", f"A {kind} has {known}.")
        for name in required:
            if name not in self.content:
                raise self.error(f"the key {name!r} of this {kind} is missing.")
        path = f"{self.path}." if self.path else ""
        return {name: Value(content, path + name, self.source) for name, content in self.content.items()}

    def items(self) -> list[Value]:
        if not isinstance(self.content, list):
            raise self.error(f"this must be a list, and here is {self.shown()}.")
        return [Value(item, f"{self.path}[{k}]", self.source) for k, item in enumerate(self.content)]

    def is_null(self) -> bool:
        return self.content is None

    def text(self) -> str:
        if not isinstance(self.content, str) or not self.content:
            raise self.error(f"this must be a text that is not empty, and here is {self.shown()}.")
        return self.content

    def number(self, *, infinite: bool = False) -> float:
        """A finite number; "inf" and "-inf" too where a limit may be absent."""
        if infinite and self.content in ("inf", "-inf"):
            return float(self.content)
        if not isinstance(self.content, float) or not math.isfinite(self.content):
            raise self.error(f"this must be a finite number, and here is {self.shown()}.")
        return self.content

    def whole_number(self) -> int:
        number = self.number()
        if not number.is_integer():
            raise self.error(f"this must be a whole number, and here is {self.shown()}.")
        return int(number)

    def truth(self) -> bool:
        if not isinstance(self.content, bool):
            raise self.error(f"this must be true or false, and here is {self.shown()}.")
        return self.content

    def numbers(self, count: int | None, *, infinite: bool = False) -> tuple[float, ...]:
        """A list of numbers, `count` of them when that is given."""
        items = self.items()
        if count is not None and len(items) != count:
            raise self.error(f"this must be a list of {count} numbers, and here are {len(items)}.")
        return tuple(item.number(infinite=infinite) for item in items)

    def matrix(self) -> tuple[tuple[float, ...], ...]:
        """Three rows of three numbers."""
        rows = self.items()
        if len(rows) != 3:
            raise self.error(f"this must be a list of 3 rows, and here are {len(rows)}.")
        return tuple(row.numbers(3) for row in rows)


_TYPE_NAMES = {dict: "an object", list: "a list"}


def parse_document(text: str | bytes, source: str) -> Value:
    """The outermost value of a JSON text; all its numbers are floats."""
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as problem:
        raise RobotFileError(f"this is not UTF-8 text: {problem.reason}.", file=source) from None
    try:
        content = json.loads(
            decoded, parse_int=float, parse_constant=_refuse_constant, object_pairs_hook=_unique_keys
        )
    except json.JSONDecodeError as problem:
        raise RobotFileError(
            f"this is not JSON: {problem.msg}.",
            file=source,
            line=problem.lineno,
            remedy="Repair the file here.",
        ) from None
    except ValueError as problem:
        raise RobotFileError(str(problem), file=source) from None
    except RecursionError:
        raise RobotFileError("nested far deeper than any robot.", file=source) from None
    return Value(content, "", source)


def _refuse_constant(name: str) -> float:
    raise ValueError(f'{name} is not JSON; write infinity as "inf", and give numbers that exist.')


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {shortened(key)!r} is given twice in one object.")
        found[key] = value
    return found
