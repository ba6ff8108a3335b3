"""Robots to look at: scenes of shapes, pictures, pages, and a viewer in the browser."""

from __future__ import annotations

from psiphi.view.render import Picture, snapshot
from psiphi.view.scene import Part, Scene, scene_of

__all__ = ["Part", "Picture", "Scene", "scene_of", "snapshot"]
