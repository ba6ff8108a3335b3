"""The numbers in the attributes of an element, read strictly: finite, and of the right count."""

from __future__ import annotations

import math
import re

from psiphi.errors import shortened
from psiphi.formats.xml_reader import Element

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


LARGEST = 1e50  # no robot has such numbers, and their products are still finite


def number(
    element: Element, attribute: str, default: float | None = None, *, largest: float = LARGEST
) -> float:
    """One number; `default` stands in for an absent attribute, and without a default it must be there."""
    text = element.attributes.get(attribute)
    if text is None:
        if default is None:
            raise element.error(f"the attribute {attribute!r} is missing.", f'Add {attribute}="...".')
        return default
    return _read(element, attribute, text.strip(), largest)


def as_attribute(element: Element) -> Element:
    """An element whose text is an attribute, "text", so that it is read as strictly as attributes are."""
    attributes = {**element.attributes, "text": element.text}
    return Element(element.tag, attributes, element.parent, element.source, element.line)


def numbers(element: Element, attribute: str, default: tuple[float, ...]) -> tuple[float, ...]:
    """As many numbers as `default` has, which stands in for an absent attribute."""
    text = element.attributes.get(attribute)
    if text is None:
        return default
    words = text.split()
    if len(words) != len(default):
        raise element.error(
            f'{attribute}="{shortened(text)}" has {len(words)} numbers.',
            f"Give {len(default)}, separated by spaces.",
        )
    return tuple(_read(element, attribute, word, LARGEST) for word in words)


def _read(element: Element, attribute: str, word: str, largest: float) -> float:
    value = float(word) if _NUMBER.fullmatch(word) else math.nan
    if not math.isfinite(value):
        raise element.error(
            f'{attribute}="{shortened(word)}" is not a finite number.', "Write it like 1.5 or -2e-3."
        )
    if abs(value) > largest:
        raise element.error(f'{attribute}="{shortened(word)}" is too large for a robot.', "Check the units.")
    return value
