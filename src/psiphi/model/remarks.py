"""What a file says of a robot beside its mechanics: configurations with names, and what was left out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ModelError
from psiphi.frozen import frozen
from psiphi.model.names import check_names, unknown_name

if TYPE_CHECKING:
    from psiphi.model.model import Model

Array = NDArray[np.float64]


@frozen
class NamedConfiguration:
    """A configuration with a name: the coordinates of joints by their names; others are at neutral."""

    name: str
    joints: tuple[tuple[str, tuple[float, ...]], ...]


@frozen
class Dropped:
    """Something that the file says and the model does not hold, although it changes the motion."""

    element: str
    """As it stands in the file: `<tendon name="achilles">`."""
    reason: str
    line: int | None = None
    file: str = ""

    def __str__(self) -> str:
        where = f" (line {self.line})" if self.line else ""
        return f"{self.element}{where}: {self.reason}"


def configurations_of(model: Model) -> dict[str, Array]:
    """The configurations that have names, each (nq,)."""
    found: dict[str, Array] = {}
    for named in model.named_configurations:
        found[named.name] = model.neutral()
        for joint, coordinates in named.joints:
            if joint in model.coordinates.q_slices:
                found[named.name][model.q_slice(joint)] = coordinates
        found[named.name].setflags(write=False)
    return found


def check_configurations(model: Model) -> None:
    """Refuse coordinates of joints that are not there, or of another number."""
    check_names("configuration", [configuration.name for configuration in model.named_configurations])
    joints = {body.joint.name: body.joint for body in model.bodies}
    for configuration in model.named_configurations:
        where = f"configuration {configuration.name!r}"
        for name, coordinates in configuration.joints:
            if name not in joints:
                raise ModelError(f"{where}: {unknown_name('joint', name, joints)}")
            kind = joints[name].kind
            if len(coordinates) != kind.nq or not all(map(math.isfinite, coordinates)):
                raise ModelError(f"{where}: joint {name!r} has {kind.nq} coordinates; give finite numbers")
            turned = [
                x for x, what in zip(coordinates, kind.coordinates, strict=True) if what == "quaternion"
            ]
            if turned and not any(turned):
                raise ModelError(f"{where}: the quaternion of joint {name!r} is zero, which is no rotation")
