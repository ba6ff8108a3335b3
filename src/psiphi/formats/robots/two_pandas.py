"""Two Pandas that hold a box between them, by two of its faces."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from psiphi.formats.robots.panda import panda
from psiphi.formats.robots.solids import box
from psiphi.model import Body, Frame, Joint, Loop, Model
from psiphi.model.kinematics import frame_pose
from psiphi.spatial import Pose, rotation_about

READY = (0.0, -math.pi / 4, 0.0, -3 * math.pi / 4, 0.0, math.pi, math.pi / 4)
"""Seven angles of an arm that points its flange straight ahead; the box is held so, and is then at q = 0."""

BOX_MASS, BOX_SIZE = 4.0, (0.3, 0.25, 0.2)
FLANGE = "panda_link8"


def two_pandas_with_box() -> Model:
    """Two Pandas, "left_…" and "right_…", face each other and hold a box of 4 kg; eight degrees of freedom.

    The box floats between them as a body of its own, its middle at the origin of the world at q = 0. Its
    faces "box_left" and "box_right", z inward, are welded to the flanges by the loops "left_grasp" and
    "right_grasp", so that the forces of the loops are those on the box. Closed where both arms are at READY
    and the box at its neutral pose: [*READY, *READY, 0, 0, 0, 0, 0, 0, 1].
    """
    arm = panda()
    flange = Pose(*frame_pose(arm, np.array(READY), FLANGE))
    model = Model("two_pandas_with_box", ())
    held = Body("box", -1, Joint("box_float", "free"), box(BOX_MASS, BOX_SIZE))
    faces, grasps = [], []
    for side, turn in (("left", 0.0), ("right", math.pi)):
        # The flange points along x of its base, and meets the face that looks the other way.
        toward = Pose(rotation_about((0.0, 0.0, 1.0), turn), np.zeros(3))
        face = toward @ Pose(flange.rotation, (-BOX_SIZE[0] / 2, 0.0, 0.0))
        base = Frame(f"{side}_base", -1, face @ flange.inverse())
        model = replace(model, frames=(*model.frames, base)).attach(arm, at=base.name, prefix=f"{side}_")
        faces.append(Frame(f"box_{side}", 2 * len(arm.bodies), face))
        grasps.append(Loop(f"{side}_grasp", "weld", f"box_{side}", f"{side}_{FLANGE}"))
    return replace(model, bodies=(*model.bodies, held), frames=(*model.frames, *faces), loops=tuple(grasps))
