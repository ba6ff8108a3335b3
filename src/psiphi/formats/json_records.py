"""Records in psiphi's own robot files: joints, limits, loops, tendons, shapes and the like.

Each is an object with the fields of its record; what has its default value is left out, and no text is null.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

import numpy as np

from psiphi.errors import ModelError
from psiphi.formats.json_reader import Value
from psiphi.model import Actuator, Dropped, Limits, Loop, Mimic, Model, NamedConfiguration, Rotor, Tendon

RECORDS: dict[str, type[Any]] = {
    "loops": Loop,
    "tendons": Tendon,
    "actuators": Actuator,
    "named_configurations": NamedConfiguration,
    "dropped": Dropped,
}
"""The lists of a document beside bodies, frames and geometries, which are fields of a model."""
_INNER: dict[str, type[Any]] = {"Limits": Limits, "Rotor": Rotor, "Mimic | None": Mimic}
_COUNTS = {"Triple": 3, "tuple[float, float]": 2, "Color | None": 4}


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


def same(first: object, second: object) -> bool:
    """Equal to the last bit: unlike ==, repr tells −0 from 0."""
    return repr(first) == repr(second)


def written_record(record: Any, like: Any = None, without: Collection[str] = ()) -> dict[str, Any]:
    """The fields of a record that are not as those of another, or not at their default."""
    if isinstance(record, NamedConfiguration):
        return {"name": record.name, "joints": {joint: list(q) for joint, q in record.joints}}
    found: dict[str, Any] = {}
    for field in fields(record):
        if field.name in without or not field.compare:
            continue
        value, usual = getattr(record, field.name), getattr(like, field.name, field.default)
        if is_dataclass(value) and not same(value, usual):
            found[field.name] = written_record(value, usual)
        elif not same(value, usual):
            found[field.name] = plain(value)
    if isinstance(record, Limits) and record.effort_lower == tuple(-bound for bound in record.effort):
        found.pop("effort_lower", None)
    return found


def plain(value: Any) -> Any:
    """A number, a text or a tuple of them as JSON has it."""
    if isinstance(value, tuple):
        return list(map(plain, value))
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0.0 else "-inf"
    return None if value == "" else value


def read_record(value: Value, kind: type[Any]) -> Any:
    """A record from the fields of an object."""
    known: dict[str, Field[Any]] = {field.name: field for field in fields(kind)}
    required = tuple(name for name, field in known.items() if field.default is MISSING and kind is not Limits)
    given = value.fields(
        required=required, optional=tuple(name for name in known if name not in required), kind=kind.__name__
    )
    if kind is NamedConfiguration:
        return NamedConfiguration(given["name"].text(), _read_places(given["joints"]))
    return made(value, kind, read_fields(given, kind))


def read_fields(given: dict[str, Value], kind: type[Any]) -> dict[str, Any]:
    """Those of the given values that are fields of a record, each as the annotation of its field asks."""
    notes = {field.name: str(field.type) for field in fields(kind)}
    bounds = kind is Limits
    return {name: _read(item, notes[name], bounds) for name, item in given.items() if name in notes}


def made(value: Value, kind: type[Any], arguments: dict[str, Any]) -> Any:
    """A record; what is wrong with it is wrong at this value."""
    try:
        return kind(**arguments)
    except ModelError as problem:
        raise value.error(f"{problem}.") from None


def _read_places(value: Value) -> tuple[tuple[str, tuple[float, ...]], ...]:
    names = tuple(value.content) if isinstance(value.content, dict) else ()
    places = value.fields(optional=names, kind="configuration")
    return tuple((name, item.numbers(None)) for name, item in places.items())


def _read(value: Value, note: str, bounds: bool) -> Any:
    if note in _INNER:
        return read_record(value, _INNER[note])
    if note in _COUNTS:
        return value.numbers(_COUNTS[note])
    if note.startswith("Vector"):
        return value.numbers(3)
    if note == "bool":
        return value.truth()
    if note.startswith("int"):
        return value.whole_number()
    if note.startswith("float"):
        return value.number(infinite=True)
    if note == "tuple[str, ...]":
        return tuple(item.text() for item in value.items())
    if note.startswith("tuple"):
        return value.numbers(None, infinite=bounds)
    if note.startswith("NDArray"):
        return [row.numbers(3) for row in value.items()]
    return "" if value.is_null() else value.text()
