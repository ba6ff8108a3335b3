"""<coupling> elements of URDF+: gears between two links, read as joints that mimic others.

The joints between the nearest common ancestor of two links and each of them turn in a fixed ratio,
q_successor = ratio · q_predecessor, as wheels do that roll on each other [Chignoli et al., URDF+, 2024].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from psiphi.errors import shortened
from psiphi.formats.numbers import number
from psiphi.formats.urdf.joint import UrdfJoint
from psiphi.formats.xml_reader import Element
from psiphi.model import Mimic


def with_couplings(robot: Element, joints: Mapping[str, UrdfJoint]) -> dict[str, UrdfJoint]:
    """The joints, those of successors mimicking those of predecessors; each side has one moving joint."""
    found = dict(joints)
    carriers = {joint.child: name for name, joint in joints.items()}
    for element in robot.children_named("coupling"):
        chains = [_chain(element, end, joints, carriers) for end in ("predecessor", "successor")]
        shared = set(chains[0]) & set(chains[1])
        sides = [
            [name for name in chain if name not in shared and joints[name].joint.kind.nv] for chain in chains
        ]
        if any(len(side) != 1 or joints[side[0]].joint.kind.nq != 1 for side in sides):
            raise element.error(
                "it does not couple one joint of one coordinate to another.",
                "Between each of the two links and their nearest common ancestor there must be one.",
            )
        (leader,), (follower,) = sides
        ratio = element.child("ratio")
        multiplier = 1.0 if ratio is None else number(ratio, "value", 1.0)
        if found[follower].joint.mimic is not None or multiplier == 0.0:
            raise element.error(
                f'joint "{shortened(follower)}" follows another already, or the ratio is 0.',
                "Give every joint one coupling or <mimic>, with a ratio.",
            )
        mimic = Mimic(leader, multiplier)
        found[follower] = replace(found[follower], joint=replace(found[follower].joint, mimic=mimic))
    return found


def _chain(
    element: Element, end: str, joints: Mapping[str, UrdfJoint], carriers: Mapping[str, str]
) -> list[str]:
    """The joints between the root and one of the two links."""
    named = element.child(end)
    link = "" if named is None else named.attributes.get("link", "")
    if named is None or link not in carriers:
        raise (named or element).error(
            f'its {end} is no link "{shortened(link)}" that a joint carries.', "Name two links of this file."
        )
    chain: list[str] = []
    while link in carriers and carriers[link] not in chain:  # rings are refused later
        chain.append(carriers[link])
        link = joints[chain[-1]].parent
    return chain
