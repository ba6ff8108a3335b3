"""Tendons, actuators, named configurations and what was dropped, in psiphi's own robot files.

Each is an object with the fields of its record; what has its default value is left out.
"""

from __future__ import annotations

import math
from dataclasses import MISSING, Field, fields
from typing import Any

from psiphi.formats.json_reader import Value
from psiphi.model import Actuator, Dropped, Model, NamedConfiguration, Tendon

RECORDS: dict[str, type[Any]] = {
    "tendons": Tendon,
    "actuators": Actuator,
    "named_configurations": NamedConfiguration,
    "dropped": Dropped,
}
"""The lists of a document beside bodies, frames and loops, which are fields of a model."""


def written_records(model: Model) -> dict[str, list[dict[str, Any]]]:
    """The lists that are not empty."""
    lists = {name: getattr(model, name) for name in RECORDS}
    return {name: [_written(record) for record in records] for name, records in lists.items() if records}


def read_records(document: dict[str, Value]) -> dict[str, Any]:
    """The lists of a document as arguments of a model."""
    return {
        name: [_read(value, kind) for value in document[name].items()]
        for name, kind in RECORDS.items()
        if name in document
    }


def _written(record: Any) -> dict[str, Any]:
    if isinstance(record, NamedConfiguration):
        return {"name": record.name, "joints": {joint: list(q) for joint, q in record.joints}}
    found: dict[str, Any] = {}
    for field in fields(record):
        value = getattr(record, field.name)
        if repr(value) != repr(field.default):  # unlike ==, repr tells −0 from 0
            found[field.name] = list(value) if isinstance(value, tuple) else _finite(value)
    return found


def _finite(value: Any) -> Any:
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0.0 else "-inf"
    return value


def _read(value: Value, kind: type[Any]) -> Any:
    known: dict[str, Field[Any]] = {field.name: field for field in fields(kind)}
    required = tuple(name for name, field in known.items() if field.default is MISSING)
    given = value.fields(
        required=required, optional=tuple(name for name in known if name not in required), kind=kind.__name__
    )
    if kind is NamedConfiguration:
        return NamedConfiguration(given["name"].text(), _read_places(given["joints"]))
    return kind(**{name: _read_field(item, str(known[name].type)) for name, item in given.items()})


def _read_places(value: Value) -> tuple[tuple[str, tuple[float, ...]], ...]:
    names = tuple(value.content) if isinstance(value.content, dict) else ()
    places = value.fields(optional=names, kind="configuration")
    return tuple((name, item.numbers(None)) for name, item in places.items())


def _read_field(value: Value, kind: str) -> Any:
    """A value as the annotation of the field asks for it."""
    if kind.startswith("int"):
        return int(value.number())
    if kind == "float":
        return value.number(infinite=True)
    if kind == "tuple[str, ...]":
        return tuple(item.text() for item in value.items())
    if kind in ("tuple[float, ...]", "Triple"):
        return value.numbers(3 if kind == "Triple" else None)
    return value.text()
