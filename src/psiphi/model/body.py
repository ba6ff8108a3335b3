"""Bodies and named frames."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from psiphi.errors import ModelError
from psiphi.flexible.modes import Modes
from psiphi.frozen import frozen
from psiphi.model.joints.joint import IDENTITY, Joint
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose

WORLD = -1
"""The index of the world among the bodies."""

MASSLESS = Inertia.zero()


@frozen
class Body:
    """A body, rigid unless it has modes, and the joint that carries it.

    `parent` is the index of the body at the other side of the joint, −1 for the world. The body's own frame
    coincides with the joint's frame when the joint is at neutral; `inertia` is expressed in it.
    `gravity_compensation` is the part of its mass, with the centre of that, whose weight something holds up.
    With `modes` the body is flexible, and its inertia is the one of the modes.
    """

    name: str
    parent: int
    joint: Joint
    inertia: Inertia = MASSLESS
    gravity_compensation: Inertia = MASSLESS
    modes: Modes | None = None

    def __post_init__(self) -> None:
        if self.modes is not None:
            object.__setattr__(self, "inertia", self.modes.inertia)
        if type(self.parent) is not int:
            object.__setattr__(self, "parent", _index(f"body {self.name!r}: its parent", self.parent))


@frozen
class Frame:
    """A named frame fixed to a body (−1 for the world), at `pose` in the body's frame.

    A frame may have the name of the body it is fixed to: it then says where the frame of that name sits, for
    bodies whose own frame had to be put elsewhere, on the joint.
    """

    name: str
    body: int
    pose: Pose = IDENTITY

    def __post_init__(self) -> None:
        if type(self.body) is not int:
            object.__setattr__(self, "body", _index(f"frame {self.name!r}: its body", self.body))


def frames_of(bodies: Sequence[Body], frames: Sequence[Frame]) -> dict[str, Frame]:
    """The bodies, the frames, and the fixed joints whose name is free, each as a frame by its name."""
    found = {body.name: Frame(body.name, index) for index, body in enumerate(bodies)}
    found.update({frame.name: frame for frame in frames})
    for index, body in enumerate(bodies):
        if body.joint.kind.nv == 0 and body.joint.name not in found:
            found[body.joint.name] = Frame(body.joint.name, index)
    return found


def _index(what: str, value: object) -> int:
    """Whole numbers of other types, as NumPy has them, become plain ones."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ModelError(f"{what} is {value!r}; give the index of a body, or −1 for the world") from None
