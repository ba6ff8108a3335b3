"""Frozen data: dataclasses that take a fifth of the time to make, which tells where hundreds are imported.

The standard library writes six methods for each class and compiles them one by one. Here that is done for
`__init__` alone, when a first object is made, since many classes that are imported never have one. The others
are shared; `dataclasses.replace` and its like take both kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform, overload

_Class = TypeVar("_Class", bound=type)

_LEFT_OUT = object()
"""Where an argument has no value, a new one is made."""


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: _Class, /) -> _Class: ...


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(*, eq: bool = True, kw_only: bool = False) -> Callable[[_Class], _Class]: ...


def frozen(cls: Any = None, /, *, eq: bool = True, kw_only: bool = False) -> Any:
    """A class of data that are set when an object is made, and stay.

    Objects with equal data are equal; where `eq` is False, each is equal to itself alone.
    """
    if cls is None:
        return lambda cls: _made(cls, eq, kw_only)  # pyright: ignore[reportUnknownLambdaType]
    return _made(cls, eq, kw_only)


def _made(cls: Any, eq: bool, kw_only: bool) -> Any:
    own = set(vars(cls))  # what a class says itself counts
    cls = dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)
    methods: dict[str, Any] = {"__init__": _Init(cls), "__repr__": _repr}
    methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
    if eq:
        methods |= _comparing([x.name for x in fields(cls) if x.compare])
    for name, method in methods.items():
        if name not in own:
            setattr(cls, name, method)
    return cls


class _Init:
    """Stands for the `__init__` of a class until someone asks for it."""

    def __init__(self, cls: Any) -> None:
        self._cls = cls

    def __get__(self, instance: object, owner: object = None) -> Any:
        self._cls.__init__ = made = _init(self._cls)
        return made if instance is None else made.__get__(instance)


def _init(cls: Any) -> Any:
    known: dict[str, Any] = {"_set": object.__setattr__, "_left_out": _LEFT_OUT}
    parameters, keywords, lines = ["self"], ["*"], list[str]()
    for x in fields(cls):
        name = value = x.name
        parameter = name
        if x.default is not MISSING:
            known[f"_{name}"] = x.default
            parameter = f"{name}=_{name}"
        elif x.default_factory is not MISSING:
            known[f"_{name}"] = x.default_factory
            parameter, value = f"{name}=_left_out", f"_{name}() if {name} is _left_out else {name}"
        (keywords if x.kw_only else parameters).append(parameter)
        lines.append(f"  _set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("  self.__post_init__()")
    arguments = ", ".join([*parameters, *(keywords if keywords[1:] else ())])
    exec("\n".join([f"def __init__({arguments}):", *lines, "  return None"]), known)
    return known["__init__"]


def _comparing(names: list[str]) -> dict[str, Any]:
    get: Any = attrgetter(*names) if names else tuple
    data: Any = get if len(names) > 1 else lambda x: (get(x),) if names else ()  # pyright: ignore[reportUnknownLambdaType]

    def equal(self: object, other: object) -> Any:
        return data(self) == data(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(data(self))

    return {"__eq__": equal, "__hash__": hashed}


def _repr(self: Any) -> str:
    shown = (f"{x.name}={getattr(self, x.name)!r}" for x in fields(self) if x.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__name__} is frozen: {name!r} stays as it is.")
