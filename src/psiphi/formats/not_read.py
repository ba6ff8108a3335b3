"""What files say of links and joints that nobody reads: unknown, misspelt, or at the wrong place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from psiphi.errors import shortened
from psiphi.formats.xml_reader import Element
from psiphi.frozen import frozen
from psiphi.model import Dropped


@frozen
class Vocabulary:
    """The words of a format that say how a robot moves.

    children     what is read, by the tag of the element that it stands in; what these hold besides is told
    attributes   what is read of an element's own, where others are told
    open         elements that hold other things too: there, words of motion alone are told
    harmless     what may stand anywhere
    """

    children: Mapping[str, Collection[str]]
    attributes: Mapping[str, Collection[str]]
    open: Collection[str]
    harmless: Collection[str]

    def not_read(self, element: Element) -> Iterator[Dropped]:
        """All in an element that would say how the robot moves, and is not read."""
        said = self.attributes.get(element.tag, element.attributes)
        more = [shortened(name) for name in element.attributes if name not in said]
        if more:
            yield left_out(element, f"not read: {', '.join(more)}")
        known, moving = self.children.get(element.tag, ()), {x for xs in self.children.values() for x in xs}
        closed = element.tag not in self.open
        for child in element.children:
            if child.tag in known:
                yield from self.not_read(child)
            elif child.tag not in self.harmless and (
                closed or child.tag.lower() in moving or is_switched(child) or child.tag in _OF_DRAKE
            ):
                yield left_out(child, f"not read inside <{element.tag}>")


def is_switched(element: Element) -> bool:
    """Whether an element says that a simulator moves a link otherwise than gravity and joints do."""
    return element.text.lower() in _SWITCHES.get(element.tag, ())


ROTOR = ("drake:rotor_inertia", "drake:gear_ratio")
"""What Drake adds to both formats for the rotors of motors."""
_OF_DRAKE = {"drake:joint", "drake:linear_bushing_rpy", "drake:ball_constraint", "drake:tendon_constraint"}
_NO, _YES = ("false", "0"), ("true", "1")
_SWITCHES = {
    "gravity": _NO,
    **dict.fromkeys(("turnGravityOff", "kinematic", "enable_wind", "static"), _YES),
}


def left_out(element: Element, reason: str) -> Dropped:
    """What is told of an element that has no place in a model."""
    return Dropped(element.label, reason, element.line, element.source)
