"""The robot files that installed packages bring along, by collection."""

from __future__ import annotations

import importlib.util
from pathlib import Path


def robot_files() -> dict[str, list[Path]]:
    """Files by collection; one that is not installed is left out."""
    found: dict[str, list[Path]] = {}
    for package in ("mujoco", "dm_control", "gymnasium"):
        if (folder := _folder(package)) is not None:
            found[package] = sorted(folder.rglob("*.xml"))
    if (pinocchio := _folder("pinocchio")) is not None:
        robots = pinocchio.parents[3] / "share" / "example-robot-data" / "robots"
        found["example-robot-data"] = sorted(robots.rglob("*.urdf"))
    if (menagerie := _menagerie()) is not None:
        found["mujoco-menagerie"] = sorted(menagerie.rglob("*.xml"))
    return {name: files for name, files in found.items() if files}


def _folder(package: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def _menagerie() -> Path | None:
    """What `mujoco-menagerie prefetch` has downloaded: the package itself brings a list alone."""
    if importlib.util.find_spec("mujoco_menagerie") is None:
        return None
    cache = Path.home() / ".cache" / "mujoco_menagerie"
    return cache if cache.is_dir() else None
