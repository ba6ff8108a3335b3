"""The optional package mujoco, imported when it is needed."""

from __future__ import annotations

from typing import Any

from psiphi.extras import package


def mujoco_package() -> Any:
    """The module `mujoco`."""
    return package("mujoco", "mjcf", "MJCF files are read by")
