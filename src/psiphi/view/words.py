"""Words on pages: counts, what made them, and the looks that all share."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib import metadata
from importlib.resources import files


def versions() -> list[str]:
    """What made a page: psiphi, what it stands on, and the machine."""
    packages = [f"{name} {metadata.version(name)}" for name in ("psiphi", "numpy", "llvmlite")]
    return [*packages, f"Python {platform.python_version()}", f"{platform.system()} on {platform.machine()}"]


def counted(count: int, one: str, many: str) -> str:
    """`1 body`, `96 000 bodies`."""
    return f"{count:,} {one if count == 1 else many}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def style() -> str:
    """The style sheet."""
    return files("psiphi.view").joinpath("style.css").read_text(encoding="utf-8")


def tiles(amounts: Mapping[str, object]) -> str:
    """Amounts side by side, each above what it is of."""
    return "".join(
        f'<div class="tile"><strong>{amount}</strong><span>{what}</span></div>'
        for what, amount in amounts.items()
    )
