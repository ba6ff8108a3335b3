"""The spaces between which operators act."""

from __future__ import annotations

from enum import Enum

from psiphi.model.model import Model
from psiphi.model.tendon import armature_rows


class Space(Enum):
    """Where a vector lives; the value is the word used in messages.

    JOINT holds the rates and forces of all joints of the tree, BODY a spatial vector (6) per body, FRAME a
    spatial vector per chosen frame, COORDINATE the independent coordinates (fewer than JOINT where joints
    are coupled), LOOP one number for each equation of each loop, TENDON one for each
    tendon with armature, WORLD one spatial vector at the origin of
    the world, in its axes, ONE the real numbers: a vector is an operator from ONE.
    """

    JOINT = "joint"
    BODY = "body"
    FRAME = "frame"
    COORDINATE = "coordinate"
    LOOP = "loop"
    TENDON = "tendon"
    WORLD = "world"
    ONE = "one"

    def __repr__(self) -> str:
        return f"Space.{self.name}"


def sizes_of(model: Model, frames: int) -> dict[Space, int]:
    """The dimension of each space, for a robot without fixed joints and so many chosen frames."""
    return {
        Space.JOINT: model.nv_tree,
        Space.BODY: sum(6 if body.modes is None else 6 + body.modes.count for body in model.bodies),
        Space.FRAME: 6 * frames,
        Space.COORDINATE: model.nv,
        Space.LOOP: model.loop_size,
        Space.TENDON: len(armature_rows(model)),
        Space.WORLD: 6,
        Space.ONE: 1,
    }


BESIDE_THE_TREE = frozenset({Space.COORDINATE, Space.LOOP, Space.TENDON, Space.WORLD})
"""The spaces that have no place at each body or joint, nor at frames on bodies."""
