"""Bundled robots, one a file, written from published figures. Each function returns a `Model`."""

from __future__ import annotations

from collections.abc import Callable

from psiphi.formats.robots.free_flyer import free_flyer
from psiphi.formats.robots.nine_link_tree import nine_link_tree
from psiphi.formats.robots.panda import panda
from psiphi.formats.robots.planar_chain import planar_chain
from psiphi.formats.robots.puma560 import puma560
from psiphi.formats.robots.quadruped import quadruped
from psiphi.formats.robots.random_tree import random_tree
from psiphi.formats.robots.ur5 import ur5
from psiphi.model import Model

__all__ = [
    "BUNDLED",
    "free_flyer",
    "nine_link_tree",
    "panda",
    "planar_chain",
    "puma560",
    "quadruped",
    "random_tree",
    "ur5",
]

BUNDLED: dict[str, Callable[[], Model]] = {
    "puma560": puma560,
    "panda": panda,
    "ur5": ur5,
    "quadruped": quadruped,
    "free_flyer": free_flyer,
    "nine_link_tree": nine_link_tree,
    "planar_chain": planar_chain,
    "random_tree": random_tree,
}
"""Every bundled robot by name; each can be called without arguments."""
