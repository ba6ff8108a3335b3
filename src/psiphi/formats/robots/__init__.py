"""Bundled robots, one a file, written from published figures. Each function returns a `Model`."""

from __future__ import annotations

from collections.abc import Callable

from psiphi.formats.robots.free_flyer import free_flyer
from psiphi.formats.robots.hexapod import hexapod
from psiphi.formats.robots.linkages import five_bar, four_bar
from psiphi.formats.robots.nine_link_tree import nine_link_tree
from psiphi.formats.robots.panda import panda
from psiphi.formats.robots.planar_chain import planar_chain
from psiphi.formats.robots.puma560 import puma560
from psiphi.formats.robots.quadruped import quadruped
from psiphi.formats.robots.random_tree import random_tree
from psiphi.formats.robots.stewart_platform import stewart_platform
from psiphi.formats.robots.two_pandas import READY as PANDA_READY
from psiphi.formats.robots.two_pandas import two_pandas_with_box
from psiphi.formats.robots.ur5 import ur5
from psiphi.model import Model

__all__ = [
    "BUNDLED",
    "PANDA_READY",
    "five_bar",
    "four_bar",
    "free_flyer",
    "hexapod",
    "nine_link_tree",
    "panda",
    "planar_chain",
    "puma560",
    "quadruped",
    "random_tree",
    "stewart_platform",
    "two_pandas_with_box",
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
    "four_bar": four_bar,
    "five_bar": five_bar,
    "stewart_platform": stewart_platform,
    "two_pandas_with_box": two_pandas_with_box,
    "hexapod": hexapod,
}
"""Every bundled robot by name; each can be called without arguments."""
