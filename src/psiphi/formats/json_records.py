"""Loops, tendons, actuators, named configurations and what was dropped, in psiphi's own robot files.

Each is an object with the fields of its record; what has its default value is left out, and no text is null.
"""

from __future__ import annotations

import math
from dataclasses import MISSING, Field, fields
from typing import Any

from psiphi.errors import ModelError
from psiphi.formats.json_reader import Value
from psiphi.model import Actuator, Dropped, Loop, Model, NamedConfiguration, Tendon

RECORDS: dict[str, type[Any]] = {
    "loops": Loop,
    "tendons": Tendon,
    "actuators": Actuator,
    "named_configurations": NamedConfiguration,
    "dropped": Dropped,
}
"""The lists of a document beside bodies, frames and geometries, which are fields of a model."""


def written_records(model: Model) -> dict[str, list[dict[str, Any]]]:
    """The lists that are not empty."""
    lists = {name: getattr(model, name) for name in RECORDS}
    return {
        name: [written_record(record) for record in records] for name, records in lists.items() if records
    }


def read_records(document: dict[str, Value]) -> dict[str, Any]:
    """The lists of a document as arguments of a model."""
    return {
        name: [read_record(value, kind) for value in document[name].items()]
        for name, kind in RECORDS.items()
        if name in document
    }


def written_record(record: Any) -> dict[str, Any]:
    """The fields of a record that are not at their default."""
    if isinstance(record, NamedConfiguration):
        return {"name": record.name, "joints": {joint: list(q) for joint, q in record.joints}}
    found: dict[str, Any] = {}
    for field in fields(record):
        value = getattr(record, field.name)
        if repr(value) != repr(field.default):  # unlike ==, repr tells −0 from 0
            found[field.name] = plain(value)
    return found


def plain(value: Any) -> Any:
    """A number, a text or a tuple of them as JSON has it."""
    if isinstance(value, tuple):
        return list(map(plain, value))
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0.0 else "-inf"
    return None if value == "" else value


def read_record(value: Value, kind: type[Any]) -> Any:
    """A record from the fields of an object."""
    known: dict[str, Field[Any]] = {field.name: field for field in fields(kind)}
    required = tuple(name for name, field in known.items() if field.default is MISSING)
    given = value.fields(
        required=required, optional=tuple(name for name in known if name not in required), kind=kind.__name__
    )
    if kind is NamedConfiguration:
        return NamedConfiguration(given["name"].text(), _read_places(given["joints"]))
    read = {name: _read_field(item, str(known[name].type)) for name, item in given.items()}
    try:
        return kind(**read)
    except ModelError as problem:
        raise value.error(f"{problem}.") from None


def _read_places(value: Value) -> tuple[tuple[str, tuple[float, ...]], ...]:
    names = tuple(value.content) if isinstance(value.content, dict) else ()
    places = value.fields(optional=names, kind="configuration")
    return tuple((name, item.numbers(None)) for name, item in places.items())


def _read_field(value: Value, kind: str) -> Any:
    """A value as the annotation of the field asks for it."""
    if kind.startswith("int"):
        return int(value.number())
    if kind.startswith("float"):
        return value.number(infinite=True)
    if kind == "tuple[str, ...]":
        return tuple(item.text() for item in value.items())
    if kind.startswith(("tuple[float", "Triple", "Vector")):
        return value.numbers(None if kind.startswith("tuple") else 3)
    return "" if value.is_null() else value.text()
