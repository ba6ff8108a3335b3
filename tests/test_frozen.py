"""Frozen data are the frozen dataclasses of the standard library, made faster."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any

import pytest

from psiphi.frozen import frozen


@frozen
class Point:
    """As a module has it, to be pickled."""

    x: float
    y: float = 2.0


def classes(decorated: Callable[..., Any]) -> tuple[Any, Any, Any]:
    @decorated()
    class Base:
        name: str
        numbers: list[int] = field(default_factory=list[int], compare=False)
        hidden: int = field(default=3, repr=False)

        def __post_init__(self) -> None:
            if not self.name:
                raise ValueError("no name")

    @decorated(eq=False)
    class Own(Base):
        more: tuple[int, ...] = ()

        def __repr__(self) -> str:
            return f"own {self.name}"

    @decorated(kw_only=True)
    class Named:
        one: int
        other: int = 1

    return Base, Own, Named


def told(decorated: Callable[..., Any]) -> list[object]:
    """What classes do, as far as it can be told."""
    Base, Own, Named = classes(decorated)
    a, b, c = Base("a"), Base("a", [1]), Base(name="c", hidden=4)
    own = Own("o", [], 5, (1,))
    return [
        *map(repr, (a, b, c, own, Named(one=2))),
        [a == b, a == c, a == "a", own == Own("o", [], 5, (1,)), own == own, hash(a) == hash(b)],
        [a.numbers is not Base("z").numbers, b.numbers, replace(c, name="d").hidden],
        [[x.name for x in fields(each)] for each in (Base, Own, Named)],
        [each.__match_args__ for each in (Base, Own, Named)],
        [_refused(lambda: Base()), _refused(lambda: Base("")), _refused(lambda: Named(1))],
        [_refused(lambda: setattr(a, "name", "b")), _refused(lambda: delattr(a, "name"))],
    ]


def _refused(do: Callable[[], object]) -> type:
    with pytest.raises(Exception) as caught:  # noqa: PT011
        do()
    return caught.type


def test_frozen_classes_are_dataclasses() -> None:
    assert told(frozen) == told(lambda **options: dataclass(frozen=True, **options))


def test_frozen_data_are_pickled_and_stay() -> None:
    point = Point(1.0)
    assert pickle.loads(pickle.dumps(point)) == point
    with pytest.raises(FrozenInstanceError, match="Point is frozen: 'x'"):
        point.x = 2.0  # type: ignore[misc]
