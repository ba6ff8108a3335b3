"""A free-flying chain and what a joint of it parts: [RJ Fig. 1] and [RJ Fig. 2]."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from psiphi.algebra import r_b, r_f
from psiphi.model import Model
from psiphi.model.kinematics import body_poses
from psiphi.papers.item import PLAINLY_WRONG, Array, Drawing, Findings, close, distance, reproduces, true
from psiphi.papers.subject import Subject, flyer
from psiphi.spatial import Inertia, force_transform, unskew
from psiphi.view.drawings.schematic import Schematic, fitted, hull

JOINTS, SEED = 5, 2
SHOWN = 3  # the joint at which Fig. 2 is drawn
WIDTH, HEIGHT = 560.0, 190.0


@reproduces("RJ Fig. 1", "a free-flying chain of N + 1 links, and two recursions in opposite directions")
def FIGURE_1() -> Findings:
    chain = flyer(JOINTS, SEED)
    before = composites(chain)
    seen_forward, seen_backward = set(), set()
    for link in range(1, JOINTS + 2):
        after = composites(replace(chain, robot=type(chain.robot)(_heavier(chain, link))))
        for joint in range(1, JOINTS + 1):
            for seen, side in ((seen_forward, 0), (seen_backward, 1)):
                if distance(after[side][joint], before[side][joint]) > PLAINLY_WRONG:
                    seen.add((joint, link))
    every = {(joint, link) for joint in range(1, JOINTS + 1) for link in range(1, JOINTS + 2)}
    return Findings(
        "N + 1 links joined by N hinges, none of them on a base; the forward sequence uses the links to the "
        "left of a joint, the backward one those to the right, and together they use all",
        f"a random chain of {JOINTS + 1} links. Each in turn is made heavier, to see which composite masses "
        "`r_f` and `r_b` notice it",
        (
            true(
                "`r_f(k)` depends on links 1 to k alone",
                seen_forward == {(joint, link) for joint, link in every if link <= joint},
            ),
            true(
                "`r_b(k)` depends on links k + 1 to N + 1 alone",
                seen_backward == {(joint, link) for joint, link in every if link > joint},
            ),
            true(
                "together on every link, none twice",
                seen_forward | seen_backward == every and not seen_forward & seen_backward,
            ),
            true("six freedoms more than joints", chain.robot.nv == JOINTS + 6),
        ),
        pictures=(Drawing("Fig. 1: the chain, with its tip on the left", _chain(chain)),),
    )


def composites(chain: Subject) -> tuple[dict[int, Array], dict[int, Array]]:
    """r_f and r_b at joints 1 to N, in the axes of the link outboard."""
    forward, backward = chain.plain(r_f), chain.plain(r_b)
    bodies = {joint: chain.bodies - joint for joint in range(1, chain.bodies)}
    return (
        {joint: chain.block(forward, k, k) for joint, k in bodies.items()},
        {joint: chain.block(backward, k, k) for joint, k in bodies.items()},
    )


def _heavier(chain: Subject, link: int) -> Model:
    """The same chain with twice the mass in one link."""
    model, place = chain.robot.model, chain.bodies - link
    bodies = list(model.bodies)
    own = bodies[place].inertia
    bodies[place] = replace(
        bodies[place], inertia=Inertia(2.0 * own.mass, own.center, 2.0 * np.asarray(own.rotational))
    )
    return Model(model.name, bodies, model.frames, model.gravity, model.loops)


@reproduces("RJ Fig. 2", "forward and backward composite bodies")
def FIGURE_2() -> Findings:
    chain = flyer(JOINTS, SEED)
    forward, backward = composites(chain)
    rotations, positions = body_poses(chain.robot.model, chain.q)
    whole = chain.robot.mass_matrix(chain.q)[:6, :6]  # at the base, all joints locked
    moved = {}
    for joint in forward:
        k = chain.bodies - joint
        shift = force_transform(rotations[k].T @ rotations[0], rotations[k].T @ (positions[0] - positions[k]))
        moved[joint] = shift @ whole @ shift.T
    k = chain.bodies - SHOWN
    centers = [positions[k] + rotations[k] @ _center(side[SHOWN]) for side in (forward, backward)]
    masses = [side[SHOWN][5, 5] for side in (forward, backward)]
    common = np.average(centers, axis=0, weights=masses)
    return Findings(
        "each joint parts the system into the rigid bodies to its left and to its right",
        f"the same chain at joint {SHOWN}: {masses[0]:.4f} kg forward and {masses[1]:.4f} kg backward, with "
        "the mass centers that `r_f` and `r_b` have",
        (
            close(
                "`r_f(k) + r_b(k)` is the inertia of the whole, at every joint",
                [forward[joint] + backward[joint] for joint in forward],
                list(moved.values()),
            ),
            close(
                "the two mass centers have that of the system between them",
                common,
                chain.robot.center_of_mass(chain.q),
            ),
        ),
        pictures=(
            Drawing(
                f"Fig. 2: the composite bodies at joint {SHOWN}, with crosses at their mass centers",
                _parted(chain, np.array(centers)),
            ),
        ),
    )


def _center(inertia: Array) -> Array:
    """The mass center that a spatial inertia has."""
    return unskew(inertia[:3, 3:]) / inertia[5, 5]


def _points(chain: Subject) -> Array:
    """The mass center of link 1, joints 1 to N, and the mass center of link N + 1."""
    model = chain.robot.model
    rotations, positions = body_poses(model, chain.q)
    ends = [positions[k] + rotations[k] @ np.array(model.bodies[k].inertia.center) for k in (-1, 0)]
    return np.array([ends[0], *positions[:0:-1], ends[1]])


def _links(drawing: Schematic, places: Array) -> None:
    """Links between the places, joints in circles, both by number."""
    drawing.line(places)
    for link, (start, end) in enumerate(pairwise(places), start=1):
        across = np.array([end[1] - start[1], start[0] - end[0]]) / np.linalg.norm(end - start)
        across *= -np.sign(across[1]) or 1.0  # upward
        away = 14.0 + 18.0 * abs(across[0])  # words are wider than they are high
        drawing.word((start + end) / 2 + away * across, f"link {link}", "soft")
    for joint, place in enumerate(places[1:-1], start=1):
        drawing.dot(place, "pin", 11.0)
        drawing.word(place, str(joint), "small")


def _chain(chain: Subject) -> str:
    places = fitted(_points(chain), WIDTH, HEIGHT)
    drawing = Schematic("a free-flying chain, with a recursion in each direction")
    low, high = places.min(axis=0), places.max(axis=0)
    drawing.arrow((low[0], low[1] - 44.0), (high[0], low[1] - 44.0), "c0")
    drawing.word(((low[0] + high[0]) / 2, low[1] - 60.0), "forward, tip to base")
    drawing.arrow((high[0], high[1] + 44.0), (low[0], high[1] + 44.0), "c1")
    drawing.word(((low[0] + high[0]) / 2, high[1] + 62.0), "backward, base to tip")
    _links(drawing, places)
    return drawing.svg()


def _parted(chain: Subject, centers: Array) -> str:
    points = _points(chain)
    places = fitted(np.concatenate([points, centers]), WIDTH, HEIGHT)
    crosses, places = places[len(points) :], places[: len(points)]
    drawing = Schematic("the links on either side of a joint, as two rigid bodies")
    sides = ((places[: SHOWN + 1], "c0", f"r_f({SHOWN})"), (places[SHOWN:], "c1", f"r_b({SHOWN})"))
    for part, style, _ in sides:
        drawing.area(hull(part, 22.0), f"region {style}")
    _links(drawing, places)
    for (_, style, name), (x, y) in zip(sides, crosses, strict=True):
        for turn in (1.0, -1.0):
            drawing.line([(x - 7.0, y - 7.0 * turn), (x + 7.0, y + 7.0 * turn)], f"way {style}")
        drawing.word((x, y - 18.0), name)
    return drawing.svg()
