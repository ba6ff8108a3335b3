"""Names for what a file leaves unnamed."""

from __future__ import annotations

from collections.abc import Container


def unused_name(wanted: str, taken: Container[str]) -> str:
    """The name itself, or with as many underscores after it as it takes to be new."""
    while wanted in taken:
        wanted += "_"
    return wanted
