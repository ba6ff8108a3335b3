"""What a model may contain but is rarely meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from psiphi.model.model import Model


def doubts(model: Model) -> Iterator[str]:
    """One sentence for each element that deserves a look, beginning with its name."""
    for body in model.bodies:
        for problem in body.inertia.problems():
            yield f"body {body.name!r}: {problem}"
    for joint in joints_without_mass(model):
        yield f"joint {joint!r}: moves no mass, so that forces on it have no finite effect"


def joints_without_mass(model: Model) -> Iterator[str]:
    """The joints that carry no inertia at all, and have no rotor."""
    carried = np.array([body.inertia.mass + np.trace(body.inertia.rotational) for body in model.bodies])
    for index in reversed(range(len(model.bodies))):
        if model.parents[index] >= 0:
            carried[model.parents[index]] += carried[index]
    for body, inertia in zip(model.bodies, carried, strict=True):
        joint = body.joint
        if joint.kind.nv > 0 and inertia == 0.0 and joint.rotor.reflected_inertia == 0.0:
            yield joint.name
