"""Frozen data: dataclasses that take a fiftieth of the time to make, which tells where hundreds are imported.

The standard library reads each annotation several times, and writes and compiles six methods for each class.
Here `__init__` alone is compiled, when a first object is made, since many classes that are imported never
have one. What can wait waits; the rest is shared. `dataclasses.replace` and its like take both kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, field, make_dataclass
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, NoReturn, TypeAlias, TypeVar, dataclass_transform, overload

_Class = TypeVar("_Class", bound=type)
_Data: TypeAlias = dict[str, tuple[str, Field[Any]]]

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
    cls._frozen = _data(cls, kw_only)
    methods: dict[str, Any] = {"__repr__": _repr, "__setattr__": _refuse, "__delattr__": _refuse}
    methods["__match_args__"] = tuple(name for name, (_, x) in cls._frozen.items() if not x.kw_only)
    late = {"__init__": _init, "__dataclass_fields__": _fields}
    if eq:
        late |= {"__eq__": _equal, "__hash__": _hash}
    for name, method in (methods | {name: _Late(cls, name, make) for name, make in late.items()}).items():
        if name not in own:
            setattr(cls, name, method)
    return cls


def _data(cls: Any, kw_only: bool) -> _Data:
    """The annotation of each datum and what is said of it, those of the classes behind this one first."""
    found: _Data = {}
    for base in cls.__mro__[-1:0:-1]:
        found |= vars(base).get("_frozen", {})
    for name, kind in vars(cls).get("__annotations__", {}).items():
        if "ClassVar" in str(kind):
            continue
        told = vars(cls).get(name, MISSING)
        if isinstance(told, Field):
            delattr(cls, name)
            if told.default is not MISSING:
                setattr(cls, name, told.default)
        else:
            told = field(default=told)
        told.kw_only = kw_only if told.kw_only is MISSING else told.kw_only
        found[name] = kind, told
    return found


class _Late:
    """Stands for an attribute of a class until someone asks for it."""

    def __init__(self, cls: Any, name: str, make: Callable[[Any], Any]) -> None:
        self._cls, self._name, self._make = cls, name, make

    def __get__(self, instance: object, owner: object = None) -> Any:
        made = self._make(self._cls)
        setattr(self._cls, self._name, made)
        return made.__get__(instance) if instance is not None and isinstance(made, FunctionType) else made


def _fields(cls: Any) -> dict[str, Field[Any]]:
    """What the standard library knows of a dataclass."""
    told: Any = [(name, kind, x) for name, (kind, x) in cls._frozen.items()]
    alike: Any = make_dataclass(cls.__name__, told, init=False, repr=False, eq=False)
    return alike.__dataclass_fields__


def _init(cls: Any) -> Any:
    given = sorted(((name, x) for name, (_, x) in cls._frozen.items()), key=lambda x: x[1].kw_only)
    make = {k: x.default_factory for k, (_, x) in enumerate(given) if x.default_factory is not MISSING}
    last = sum(x.kw_only for _, x in given)
    code = _template(len(given) - last, last, frozenset(make), hasattr(cls, "__post_init__"))
    names = {f"_{k}": name for k, (name, _) in enumerate(given)}
    code = code.replace(
        co_varnames=("self", *names.values()), co_consts=tuple(names.get(x, x) for x in code.co_consts)
    )
    init = FunctionType(code, {"_set": object.__setattr__, "_left_out": _LEFT_OUT, "_make": make})
    values = [(name, x, _LEFT_OUT if k in make else x.default) for k, (name, x) in enumerate(given)]
    init.__defaults__ = tuple(y for _, x, y in values if y is not MISSING and not x.kw_only)
    init.__kwdefaults__ = {name: y for name, x, y in values if y is not MISSING and x.kw_only}
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


def _compared(cls: Any) -> Callable[[Any], tuple[Any, ...]]:
    """The data by which objects are equal."""
    names = [name for name, (_, x) in cls._frozen.items() if x.compare]
    get: Any = attrgetter(*names) if names else tuple
    return get if len(names) > 1 else lambda x: (get(x),) if names else ()


def _equal(cls: Any) -> Any:
    data = _compared(cls)

    def __eq__(self: object, other: object) -> Any:
        return data(self) == data(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash(cls: Any) -> Any:
    data = _compared(cls)

    def __hash__(self: object) -> int:
        return hash(data(self))

    return __hash__


def _repr(self: Any) -> str:
    shown = (f"{name}={getattr(self, name)!r}" for name, (_, x) in self._frozen.items() if x.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__name__} is frozen: {name!r} stays as it is.")
