"""Loops listed in a file of their own, beside a robot file that has no word for them.

    - {name: foot, type: 6d, frames: [rod_tip, foot_seat]}

YAML or JSON: a list of such objects, an object with that list as `loops`, or one with the lists `closed_loop`
(pairs of frames) and `type`. The type is a kind of loop, "6d" for a weld or "3d" for a point; `axis`,
`axis2`, `length`, `pitch` and `coefficients` are those of `Loop`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from psiphi.errors import ModelError, RobotFileError, shortened
from psiphi.extras import package
from psiphi.formats.json_reader import Value, parse_document
from psiphi.formats.xml_reader import read_bytes
from psiphi.model import LOOP_KINDS, Model

MAX_BYTES = 2**20
_SHORT = {"6d": "weld", "3d": "point"}
_OPTIONS = {"axis": 3, "axis2": 3, "length": 1, "pitch": 1, "coefficients": None}


def with_listed_loops(model: Model, path: str | Path) -> Model:
    """The model with the loops of a file."""
    data = read_bytes(path)
    if len(data) > MAX_BYTES:
        raise RobotFileError("larger than any list of loops.", file=path)
    document = _document(data, path)
    if isinstance(document.content, dict) and "loops" in document.content:
        document = document.fields(required=("loops",), kind="list of loops")["loops"]
    entries = _pairs(document) if isinstance(document.content, dict) else document.items()
    for entry in entries:
        fields = entry.fields(required=("frames",), optional=("name", "type", *_OPTIONS), kind="loop")
        frames = [item.text() for item in fields["frames"].items()]
        kind = fields["type"].text() if "type" in fields else "weld"
        kind = _SHORT.get(kind.lower(), kind)
        if kind not in LOOP_KINDS:
            raise fields["type"].error(
                f"there is no loop kind {kind!r}.", f"Use one of 6d, 3d, {', '.join(LOOP_KINDS)}."
            )
        if len(frames) != 2:
            raise fields["frames"].error(f"this must be two names, and here are {len(frames)}.")
        options: dict[str, Any] = {}
        for name, count in _OPTIONS.items():
            if name in fields:
                options[name] = fields[name].number() if count == 1 else fields[name].numbers(count)
        name = fields["name"].text() if "name" in fields else None
        try:
            model = model.with_loop(frames[0], frames[1], kind, name=name, **options)
        except (ModelError, KeyError) as problem:
            raise entry.error(f"{problem}.") from None
    return model


def _pairs(document: Value) -> list[Value]:
    """The entries of an object with the lists `closed_loop` and `type`; its other keys are not of loops."""
    content: dict[str, Any] = document.content
    if not isinstance(content.get("closed_loop"), list):
        raise document.error(
            "there are no loops.", "Give a list, or an object with `loops` or `closed_loop`."
        )
    pairs: list[Any] = content["closed_loop"]
    entries: list[dict[str, Any]] = [{"frames": frames} for frames in pairs]
    for key in ("type", "name"):
        values = content.get(key)
        if values is None:
            continue
        if not isinstance(values, list) or len(values) != len(pairs):
            raise document.error(f"`{key}` is no list of {len(pairs)}.", "Give one for each pair of frames.")
        for entry, value in zip(entries, values, strict=True):
            entry[key] = value
    return [Value(entry, f"closed_loop[{k}]", document.source) for k, entry in enumerate(entries)]


def _document(data: bytes, path: str | Path) -> Value:
    if str(path).lower().endswith(".json"):
        return parse_document(data, str(path))
    yaml = package("yaml", "yaml", "YAML files are read by")
    try:
        loader = yaml.SafeLoader(data)
        node = loader.get_single_node()
        finding = _oddity(yaml, node)
        content = None if node is None or finding else loader.construct_document(node)
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        finding, content = " ".join(str(problem).split()), None
    if finding:
        raise RobotFileError(f"this is not YAML that is read: {finding}.", file=path)
    return Value(_floats(content), "", str(path))


def _oddity(yaml: Any, root: Any) -> str:
    """What is wrong with a document: a key given twice, or a text that stands for very many entries."""
    waiting, seen = [] if root is None else [root], set[int]()
    while waiting:
        node = waiting.pop()
        line = f"line {node.start_mark.line + 1}"
        if id(node) in seen:
            return f"what stands on {line} is used again by an alias; write it out"
        seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            keys = Counter(str(key.value) for key, _ in node.value)
            if (most := keys.most_common(1)) and most[0][1] > 1:
                return f"the key {shortened(most[0][0])!r} is given twice in the object on {line}"
            waiting += [x for pair in node.value for x in pair]
        elif isinstance(node, yaml.SequenceNode):
            waiting += node.value
    return ""


def _floats(content: Any, depth: int = 0) -> Any:
    """Whole numbers as floats, as the reader of JSON has them."""
    if isinstance(content, int) and not isinstance(content, bool):
        return float(content)
    if depth < 4 and isinstance(content, list):
        return [_floats(item, depth + 1) for item in content]
    if depth < 4 and isinstance(content, dict):
        return {str(key): _floats(item, depth + 1) for key, item in content.items()}
    return content
