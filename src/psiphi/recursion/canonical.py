"""Canonical frames (coming)."""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.model.model import Model
from psiphi.recursion.inertias import RigidInertia
from psiphi.recursion.working_frames import NO_GAUGE, AlignedFrames, Gauge


def canonical_gauges(model: Model, aligned: AlignedFrames, inertias: Sequence[RigidInertia]) -> list[Gauge]:
    """How each frame is turned and slid."""
    return [NO_GAUGE] * len(model.bodies)
