"""Regrouped inertias (coming)."""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.recursion.links import Link
from psiphi.recursion.vectors import Vector


def regrouped_links(links: Sequence[Link], gravity: Vector) -> list[Link]:
    """The links with inertia moved to parents."""
    return list(links)
