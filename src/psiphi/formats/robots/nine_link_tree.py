"""The nine-link tree of [RJ, Fig. 3, Table 4], a free flyer: link 9 carries no joint but its own freedom.

Table 4 gives the links outboard of each joint, hence the tree:

    link     1  2  3  4  5  6  7  8  9
    parent   3  3  4  5  7  7  8  9  free

Joint k is a hinge between link k and its parent, as in the paper. The paper gives no lengths or masses: every
link is a uniform rod of the same mass and length along x of its frame, and joints sit at the outer end of the
parent, side by side where there are two. The hinges turn about z, y and x by turns.
"""

from __future__ import annotations

from psiphi.formats.robots.solids import rod
from psiphi.model import Body, Frame, Joint, Model
from psiphi.spatial import Pose

PARENT_LINKS = {1: 3, 2: 3, 3: 4, 4: 5, 5: 7, 6: 7, 7: 8, 8: 9}
DEPTH_FIRST = (9, 8, 7, 5, 4, 3, 1, 2, 6)
SIDEWAYS = {1: 0.25, 2: -0.25, 5: 0.25, 6: -0.25}  # of the length, along y of the parent
AXES = ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0))  # of joint k: entry k mod 3


def nine_link_tree(*, length: float = 1.0, mass: float = 1.0) -> Model:
    """The free-flying tree of nine equal rods. [RJ 6]"""
    inertia = rod(mass, length / 20, length, axis=0, center=(length / 2, 0.0, 0.0))
    index_of = {link: index for index, link in enumerate(DEPTH_FIRST)}
    bodies = []
    for link in DEPTH_FIRST:
        if link in PARENT_LINKS:
            place = Pose(position=(length, SIDEWAYS.get(link, 0.0) * length, 0.0))
            joint = Joint(f"joint_{link}", "revolute", place, axis=AXES[link % 3])
            parent = index_of[PARENT_LINKS[link]]
        else:
            joint, parent = Joint("root", "free"), -1
        bodies.append(Body(f"link_{link}", parent, joint, inertia))
    tips = tuple(
        Frame(f"tip_{link}", index_of[link], Pose(position=(length, 0.0, 0.0))) for link in (1, 2, 6)
    )
    return Model("nine_link_tree", tuple(bodies), tips)
