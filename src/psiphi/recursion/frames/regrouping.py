"""Inertia moved to the parents where no joint can tell: fewer parameters, the same joint-space dynamics.

Matter that moves in the same way with either body of a joint may belong to either. Carried to the parent, it
is the part N of the inertia for which N H* = 0 whatever the coordinates are, and whose image does not depend
on them:

| joint | moved | because |
|---|---|---|
| revolute, continuous | m, h_z, S_zz | matter on the axis belongs to both bodies |
| prismatic | S | both bodies turn alike |
| helical, planar | S_zz | both bodies turn alike but about z |
| universal, spherical | m | the centre belongs to both bodies |
| free | nothing | |

with S = Σ m x xᵀ the second moments. Flexible bodies, and those on them, keep what they have. At the roots
the moved part goes to the world and is gone. A body that
only ever turns about its own z axis keeps of S_xx, S_xy, S_yy only the moment of inertia S_xx + S_yy.

The moved inertias need not be those of real bodies, and P, r are not the articulated and composite inertias:
only joint-space results survive. (Minimal inertial parameters: Gautier and Khalil, IEEE Trans. Robotics and
Automation 6, 1990.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from psiphi.recursion.bodies.links import Link
from psiphi.recursion.frames.placement import snapped_inertia
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.inertias import ZERO_INERTIA, RigidInertia
from psiphi.recursion.numbers.vectors import ZERO, ZERO_MATRIX, plus, symmetric

NOTHING_VARIES: Mapping[int, RigidInertia] = {}
TURNING_ABOUT_Z = frozenset({"revolute", "continuous", "helical", "planar"})


def regrouped_links(
    links: Sequence[Link], varying: Mapping[int, RigidInertia] = NOTHING_VARIES
) -> list[Link]:
    """The links with inertia moved toward the roots.

    `varying` are inertias that bodies have besides, in numbers that are not known yet. Each is moved for as
    long as the next body has one too, and then once: every further step would take operations at each call.
    """
    upright = _upright(links)
    found = list(links)
    for k in reversed(range(len(links))):
        kept, parent, carried = _parted(links[k], links, found[k].inertia, upright[k])
        found[k] = replace(found[k], inertia=kept)
        if parent >= 0:
            found[parent] = replace(found[parent], inertia=found[parent].inertia + carried)
    loads = dict(varying)
    for k in sorted(varying, reverse=True):
        kept, parent, carried = _parted(links[k], links, loads[k], upright[k])
        found[k] = replace(found[k], inertia=found[k].inertia + kept)
        if parent in loads:
            loads[parent] = loads[parent] + carried
        elif parent >= 0:
            found[parent] = replace(found[parent], inertia=found[parent].inertia + carried)
    return found


def _parted(
    link: Link, links: Sequence[Link], inertia: RigidInertia, upright: bool
) -> tuple[RigidInertia, int, RigidInertia]:
    """What stays with a body, its parent, and what moves there."""
    bending = link.modes is not None or (link.parent >= 0 and links[link.parent].modes is not None)
    kept, moved = (inertia, ZERO_INERTIA) if bending else divided(link.kind, inertia)
    if upright:
        kept = _about_z_alone(kept)
    carried = Transform(link.lever, link.turns, link.slide).inertia_to_parent(moved)
    return snapped_inertia(kept), link.parent, carried


def divided(kind: str, inertia: RigidInertia) -> tuple[RigidInertia, RigidInertia]:
    """What stays with the body, and what moves to its parent."""
    m, (x, y, z), S = inertia.mass, inertia.moment, inertia.second
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = S
    across, along = symmetric(xx, xy, xz, yy, yz, 0.0), symmetric(0.0, 0.0, 0.0, 0.0, 0.0, zz)
    match kind:
        case "revolute" | "continuous":
            return RigidInertia(0.0, (x, y, 0.0), across), RigidInertia(m, (0.0, 0.0, z), along)
        case "prismatic":
            return RigidInertia(m, (x, y, z), ZERO_MATRIX), RigidInertia(0.0, ZERO, S)
        case "helical" | "planar":
            return RigidInertia(m, (x, y, z), across), RigidInertia(0.0, ZERO, along)
        case "universal" | "spherical":
            return RigidInertia(0.0, (x, y, z), S), RigidInertia(m, ZERO, ZERO_MATRIX)
        case _:
            return inertia, ZERO_INERTIA


def _about_z_alone(inertia: RigidInertia) -> RigidInertia:
    (xx, _, xz), (_, yy, yz), (_, _, zz) = inertia.second
    return replace(inertia, second=symmetric(0.0, 0.0, xz, plus(xx, yy), yz, zz))


def _upright(links: Sequence[Link]) -> list[bool]:
    """For each body, whether its angular velocity is along its own z axis in every motion."""
    still: list[bool] = []  # bodies that cannot turn at all
    upright: list[bool] = []
    for link in links:
        on_still = link.parent < 0 or still[link.parent]
        if link.modes is not None:
            still.append(False)
            upright.append(False)
            continue
        on_upright = link.parent >= 0 and upright[link.parent] and _keeps_z(link)
        still.append(link.kind == "prismatic" and on_still)
        upright.append(
            (link.kind in TURNING_ABOUT_Z and (on_still or on_upright))
            or (link.kind == "prismatic" and on_upright)
        )
    return upright


def _keeps_z(link: Link) -> bool:
    """Whether the joint's axis is parallel to its parent's."""
    return Transform(turns=link.turns).rotate_to_parent((0.0, 0.0, 1.0))[2] in (1.0, -1.0)
