"""Interning: an expression that is made twice is one object, so that nodes are compared by identity."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from psiphi.locks import INTERNING

if TYPE_CHECKING:
    from psiphi.algebra.spaces import Space

N = TypeVar("N", bound="Interned")

_NODES: WeakValueDictionary[tuple[Any, ...], Interned] = WeakValueDictionary()


class Interned:
    """A frozen node between two spaces, whose content is what its class names in `__slots__`."""

    __slots__ = ("__weakref__",)

    @staticmethod
    def key(content: tuple[Any, ...]) -> tuple[Any, ...]:
        """What tells a node from others of its kind."""
        return content

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"operator expressions are frozen: cannot change {name!r}.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"operator expressions are frozen: cannot change {name!r}.")

    def __copy__(self: N) -> N:
        return self

    def __deepcopy__(self: N, memo: object) -> N:
        return self

    def __reduce__(self) -> tuple[Callable[..., Interned], tuple[object, ...]]:
        """Pickled as its fields; where these are loaded, they are the node that is there, or a new one."""
        return node, tuple(getattr(self, name) for name in ("__class__", *_fields(type(self))))


def node(kind: type[N], range: Space, domain: Space, *content: Any) -> N:
    """The node of this content, in the order of `__slots__`, also when several threads ask for it at once."""
    key = kind, range, domain, *kind.key(content)
    with INTERNING:
        found = _NODES.get(key)
        if isinstance(found, kind):
            return found
        made = object.__new__(kind)
        for name, value in zip(_fields(kind), (range, domain, *content), strict=True):
            object.__setattr__(made, name, value)
        _NODES[key] = made
        return made


def _fields(kind: type[Interned]) -> tuple[str, ...]:
    return "range", "domain", *kind.__slots__
