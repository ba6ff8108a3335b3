"""Packages that come with an extra, imported when they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from psiphi.errors import MissingPackageError


def package(name: str, extra: str, use: str, otherwise: str = "") -> Any:
    """A module, or the error that says how to get it; `use` is the beginning of a sentence that it ends.

    otherwise   what to do without it
    """
    try:
        return import_module(name)
    except ImportError:
        own = name.partition(".")[0]
        raise MissingPackageError(
            f"{use} {own}, which is not installed. Install it: pip install 'psiphi[{extra}]'{otherwise}.",
            name=own,
        ) from None
