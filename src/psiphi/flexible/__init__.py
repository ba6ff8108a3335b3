"""Flexible bodies: their modes, and a generator for straight beams.

modes = psiphi.flexible.beam(length=1.0, density=2700.0, area=1e-4, second_moments=(8e-10, 8e-10), young=70e9)
model.with_modes("link", modes)

`load` and `save` are for files of modes, such as a finite-element program may give, `from_elements` for mass
matrices of nodes that turn.
"""

from __future__ import annotations

from psiphi.flexible.beam import beam
from psiphi.flexible.elements import from_elements
from psiphi.flexible.files import load, save
from psiphi.flexible.modes import Modes

__all__ = ["Modes", "beam", "from_elements", "load", "save"]
