"""What of an MJCF file changes the motion and has no place in a Model, as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from psiphi.formats.mjcf.drives import is_passive


def left_out(mj: Any) -> Iterator[tuple[str, str]]:
    """The sections of the file and what is left out of them. Contacts are no part of a Model at all."""
    if is_passive(mj) and (mj.opt.density or mj.opt.viscosity):
        yield "option", "the drag of a fluid (density, viscosity, wind)"
    known = ("sensor", "geom", "actuator")  # which change no motion, or are told of by themselves
    if {*range(getattr(mj, "nplugin", 0))}.difference(*(getattr(mj, f"{x}_plugin").tolist() for x in known)):
        yield "extension", "plugins"
    if getattr(mj, "nflex", 0):
        yield "deformable", "what holds flexes together"
