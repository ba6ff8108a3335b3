"""Serial chains drawn as the papers number them: [R87 Fig. 1] and [RK88 Fig. 1.1]."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from psiphi.algebra import E_phi, H, phi
from psiphi.checks import Check
from psiphi.formats.robots import planar_chain
from psiphi.model.kinematics import body_poses, frame_pose
from psiphi.papers.item import Array, Drawing, Findings, close, reproduces, true
from psiphi.papers.subject import Subject, arm
from psiphi.spatial import unskew
from psiphi.view.drawings.schematic import Schematic, fitted, plane_of

WIDTH, HEIGHT = 520.0, 210.0
AXIS = 30.0  # pixels to either side of a joint
BELOW = np.array([0.0, 22.0])


def joint_places(chain: Subject) -> Array:
    """Where joints N, …, 1 and joint 0, the tip, are in the world, (N + 1, 3)."""
    positions = body_poses(chain.robot.model, chain.q)[1]
    tip = frame_pose(chain.robot.model, chain.q, "tip")[1]
    return np.concatenate([positions, tip[None]])


def levers(chain: Subject) -> Array:
    """l(k, k−1) of links N, …, 2 in the axes of the world, as E_φ has them."""
    shift, rotations = chain.plain(E_phi), body_poses(chain.robot.model, chain.q)[0]
    found = []
    for k in range(1, chain.bodies):
        step = chain.block(shift, k - 1, k)  # [[R, l̃R], [0, R]] in the axes of the parent
        found.append(rotations[k - 1] @ unskew(step[:3, 3:] @ step[:3, :3].T))
    return np.array(found)


def topology(chain: Subject) -> tuple[Check, ...]:
    """What every drawing of a serial chain says."""
    parents, n = chain.robot.model.parents, chain.bodies
    number = {body: n - body for body in range(n)} | {-1: n + 1}  # links from the tip; the base is N + 1
    joined = [(number[body], number[parent]) for body, parent in enumerate(parents)]
    return (
        true(
            "joint k connects links k and k + 1, from the tip to the base N + 1",
            sorted(joined) == [(k, k + 1) for k in range(1, n + 1)],
        ),
        close(
            "the vectors from joint to joint are those of φ",
            np.diff(joint_places(chain)[:-1], axis=0),
            levers(chain),
        ),
    )


def causal(chain: Subject) -> Check:
    """Whether the transition operator is lower block triangular once links count from the tip."""
    transition, n = chain.plain(phi), chain.bodies
    nonzero = {(n - i, n - j) for i in range(n) for j in range(n) if chain.block(transition, i, j).any()}
    return true(
        "φ(k, m) is there for m ≤ k alone: what goes inward is causal",
        nonzero == {(k, m) for k in range(1, n + 1) for m in range(1, k + 1)},
    )


def chain_drawing(chain: Subject, title: str, *, axes: bool) -> str:
    """The chain from the side from which most is seen: joints in circles, links by number."""
    drawing, n = Schematic(title), chain.bodies
    places = fitted(joint_places(chain), WIDTH, HEIGHT)
    drawing.ground(places[0], places[1] - places[0])
    middle = places.mean(axis=0)
    for index in range(n):
        drawing.line(places[index : index + 2])
        drawing.word(_beside(places[index], places[index + 1], middle), f"link {n - index}", "soft")
    if axes:
        for index, along in enumerate(_axes_on_paper(chain)):
            sliding = chain.robot.model.bodies[index].joint.kind.name == "prismatic"
            drawing.arrow(places[index] - along, places[index] + along, "c2" if sliding else "c1")
    for index, place in enumerate(places):
        last = index == n
        drawing.dot(place, "full c0" if last else "pin", 5.0 if last else 11.0)
        drawing.word(place + BELOW if last else place, "0" if last else str(n - index), "small")
    behind = (places[0] - places[1]) / np.linalg.norm(places[0] - places[1])
    drawing.word(places[0] + 62.0 * behind, f"base, link {n + 1}", "soft")
    drawing.word(places[-1] + 1.8 * BELOW, "tip", "soft")
    return drawing.svg()


def _beside(start: Array, end: Array, away_from: Array) -> Array:
    """A place beside the middle of a link, on the side that is turned away."""
    way, middle = end - start, (start + end) / 2
    across = np.array([-way[1], way[0]]) / max(float(np.linalg.norm(way)), 1e-9)
    across *= 1.0 if across @ (middle - away_from) >= 0.0 else -1.0
    return middle + (16.0 + 16.0 * abs(across[0])) * across  # words are wider than they are high


def _axes_on_paper(chain: Subject) -> Array:
    """The axes h(k) of all joints as they are seen, of one length before they are projected, (N, 2)."""
    return AXIS * joint_axes(chain) @ plane_of(joint_places(chain))


def joint_axes(chain: Subject) -> Array:
    """h(k) of every joint in the axes of the world, base first, read off H: the half that is not zero."""
    joints, rotations = chain.plain(H), body_poses(chain.robot.model, chain.q)[0]
    found = []
    for k in range(chain.bodies):
        row = joints[k, 6 * k : 6 * k + 6]
        found.append(rotations[k] @ (row[:3] if row[:3].any() else row[3:]))
    return np.array(found)


@reproduces("R87 Fig. 1", "a chain of N links, counted from the tip to the base")
def FIGURE_1() -> Findings:
    chain = Subject.of(planar_chain(6))
    chain = replace(chain, q=np.array([0.5, 0.5, -0.9, 0.7, 0.4, -0.6]))
    return Findings(
        "N links and N joints without branches; numbers increase toward the base, and joint 0 is any point "
        "of link 1",
        f"the planar chain of section XII with N = {chain.bodies}, drawn from the poses of its links",
        (
            *topology(chain),
            causal(chain),
            close(
                "all links are of one length",
                np.linalg.norm(np.diff(joint_places(chain), axis=0), axis=1),
                np.ones(6),
            ),
        ),
        pictures=(
            Drawing("Fig. 1: joints in circles", chain_drawing(chain, "a chain of six links", axes=False)),
        ),
    )


@reproduces("RK88 Fig. 1.1", "the N-link serial manipulator")
def FIGURE_1_1() -> Findings:
    chain = arm(6, seed=65)
    tip = chain.robot.frame_pose(chain.q, "tip")[1]
    places = joint_places(chain)
    inboard = places[0] + levers(chain).sum(axis=0) + (places[-1] - places[-2])
    return Findings(
        "N links on a base, joint axes `h(k)`, and a point `O(k)` of each link on its joint axis",
        f"a random arm of {chain.bodies} hinges in general position, seen from where it spreads most; "
        "arrows are the axes `h(k)`",
        (
            *topology(chain),
            close("from link to link, the compiled pose of the tip is reached", inboard, tip),
            close("the axes are unit vectors", np.linalg.norm(joint_axes(chain), axis=1), np.ones(6)),
        ),
        pictures=(Drawing("Fig. 1.1", chain_drawing(chain, "a serial manipulator", axes=True)),),
    )
