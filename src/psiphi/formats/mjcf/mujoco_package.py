"""The optional package mujoco, imported when it is needed."""

from __future__ import annotations

from typing import Any

from psiphi.errors import MissingPackageError


def mujoco_package() -> Any:
    """The module `mujoco`, or an error that says how to get it."""
    try:
        import mujoco
    except ImportError:
        raise MissingPackageError(
            "reading MJCF files needs the package mujoco. Install it: pip install psiphi[mjcf]"
        ) from None
    return mujoco
