"""Frozen data: dataclasses that take a fifth of the time to make, which tells where hundreds are imported.

The standard library writes six methods for each class and compiles them one by one. Here that is done for
`__init__` alone, when a first object is made, since many classes that are imported never have one. The others
are shared; `dataclasses.replace` and its like take both kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
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
    given = sorted(fields(cls), key=lambda x: bool(x.kw_only))
    make = {k: x.default_factory for k, x in enumerate(given) if x.default_factory is not MISSING}
    last = sum(bool(x.kw_only) for x in given)
    code = _template(len(given) - last, last, frozenset(make), hasattr(cls, "__post_init__"))
    names = {f"_{k}": x.name for k, x in enumerate(given)}
    code = code.replace(
        co_varnames=("self", *names.values()), co_consts=tuple(names.get(x, x) for x in code.co_consts)
    )
    init = FunctionType(code, {"_set": object.__setattr__, "_left_out": _LEFT_OUT, "_make": make})
    values = [(x, _LEFT_OUT if k in make else x.default) for k, x in enumerate(given)]
    init.__defaults__ = tuple(y for x, y in values if y is not MISSING and not x.kw_only)
    init.__kwdefaults__ = {x.name: y for x, y in values if y is not MISSING and x.kw_only}
    return init


@cache
def _template(count: int, keywords: int, make: frozenset[int], post: bool) -> CodeType:
    """The code of `__init__` for so many fields, called _0, _1, …: classes differ in names alone.

    The compiler takes several times as long as to put others in their place.
    """
    names = [f"_{k}" for k in range(count + keywords)]
    lines = [
        f"  _set(self, {x!r}, {f'_make[{k}]() if {x} is _left_out else {x}' if k in make else x})"
        for k, x in enumerate(names)
    ]
    if post:
        lines.append("  self.__post_init__()")
    parameters = ["self", *names[:count], *(["*", *names[count:]] if keywords else [])]
    known: dict[str, Any] = {}
    exec("\n".join([f"def __init__({', '.join(parameters)}):", *lines, "  return None"]), known)
    return known["__init__"].__code__


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
