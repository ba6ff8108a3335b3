"""What PyInstaller asks a package for: where the hook is that says what programs need of it."""

from __future__ import annotations

from pathlib import Path


def hook_directories() -> list[str]:
    return [str(Path(__file__).parent)]
