"""Chains that close: [RJK Fig. 1], and the arms that hold an object together of [RK88 Fig. 2.1]."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from psiphi.formats.robots.two_pandas import READY, two_pandas_with_box
from psiphi.model import Loop, Model
from psiphi.model.kinematics import body_poses, frame_pose
from psiphi.papers.closed_chain import two_arms
from psiphi.papers.differences import slope
from psiphi.papers.item import TOLERANCE, Array, Drawing, Findings, reproduces, true
from psiphi.spatial import log_so3
from psiphi.view.drawings.schematic import Schematic, fitted

RADIUS = 118.0
BELOW = np.array([0.0, 1.0])


def branches(model: Model) -> list[list[int]]:
    """The bodies of each branch from the world outward, where no body has two children."""
    found = []
    for root in (k for k, parent in enumerate(model.parents) if parent < 0):
        branch = [root]
        while model.children[branch[-1]]:
            (child,) = model.children[branch[-1]]
            branch.append(child)
        found.append(branch)
    return found


def edges(model: Model) -> list[tuple[int, int]]:
    """Joints and loops as pairs of bodies, −1 for the base."""
    closing = [(model.frame(loop.first).body, model.frame(loop.second).body) for loop in model.loops]
    return [*enumerate(model.parents), *closing]


def reached(pairs: list[tuple[int, int]], start: int) -> set[int]:
    """Everything that pairs join to `start`."""
    found = {start}
    while more := {x for pair in pairs for x in pair if found & set(pair)} - found:
        found |= more
    return found


@reproduces("RJK Fig. 1", "a closed chain, and the same cut at c")
def FIGURE_1() -> Findings:
    arms = two_arms()
    model = arms.robot.model
    nodes, closed = {-1, *range(len(model.bodies))}, edges(model)
    cut = closed[: len(model.bodies)]
    degrees = {node: sum(node in pair for pair in closed) for node in nodes}
    first, second = branches(model)
    return Findings(
        "A: a graph whose nodes are links and whose edges are joints, one ring. B: cut at c it is a spanning "
        "tree, arms 1 and 2 on the base, each with a causal direction",
        f"the two arms of {len(first)} and {len(second)} joints of section 5.3, their tips joined by a "
        "loop; arrows lead to the parent of a link, the way that forces take",
        (
            true(
                "A: every node has two edges, and all hang together: one ring",
                set(degrees.values()) == {2} and reached(closed, -1) == nodes,
            ),
            true(
                "B: one edge less than nodes, and all hang together still: a spanning tree",
                len(cut) == len(nodes) - 1 and reached(cut, -1) == nodes,
            ),
            true("c joins the two tips", {first[-1], second[-1]} == set(closed[-1])),
            true(
                "and is closed in the configuration of section 5.3",
                float(np.abs(mismatch(model, arms.q, model.loops[0])).max()) < TOLERANCE,
            ),
        ),
        pictures=(Drawing("Fig. 1: A, the closed chain; B, cut at c", _ring(first, second)),),
    )


def _ring(first: list[int], second: list[int]) -> str:
    """The ring from its base at the bottom up both sides, and beside it the arms with a gap between them."""
    drawing = Schematic("a ring of links, and the two arms that are left of it when it is cut")
    for center, gap, name in ((np.zeros(2), 0.0, "A"), (np.array([3.1 * RADIUS, 0.0]), 0.55, "B")):
        base, arms = center + BELOW * RADIUS, []
        for side, branch in ((1.0, first), (-1.0, second)):
            angles = np.pi / 2 + side * (np.pi - gap) * np.arange(1, len(branch) + 1) / (len(branch) + 0.5)
            arms.append(center + RADIUS * np.stack([np.cos(angles), np.sin(angles)], axis=-1))
        for number, (inside, places) in enumerate(zip((15.0, -15.0), arms, strict=True), start=1):
            way = [base, *places]
            drawing.line(way)
            for inner, outer in pairwise(way):
                if gap:
                    drawing.arc(outer, inner, inside, "c1", gap=13.0)
            if gap:
                middle = places[len(places) // 2]
                drawing.word(middle + 56.0 * (middle - center) / RADIUS, f"arm {number}", "soft")
        tips = [places[-1] for places in arms]
        if not gap:
            drawing.line(tips, "bone dashed")
        drawing.word(np.mean(tips, axis=0) - 20.0 * BELOW, "c", "math")
        for places in arms:
            for number, place in enumerate(reversed(places), start=1):
                drawing.dot(place, "pin", 11.0)
                drawing.word(place, str(number), "small")
        drawing.ground(base, (0.0, -1.0))
        drawing.dot(base, "full c0", 6.0)
        drawing.word(base + 30.0 * BELOW, "base" if gap else "root", "soft")
        drawing.word(center, name)
    return drawing.svg()


@reproduces("RK88 Fig. 2.1", "manipulators that grasp a common object")
def FIGURE_2_1() -> Findings:
    model = two_pandas_with_box()
    *arms, (box,) = branches(model)
    q = np.array([*READY, *READY, *model.neutral()[-7:]])
    grasps = {loop.name: mismatch(model, q, loop) for loop in model.loops}
    held = [slope(lambda t, loop=loop: _moved_apart(model, q, t, loop)) for loop in model.loops]
    freedoms = model.nv - int(np.linalg.matrix_rank(np.concatenate(held, axis=-1), 1e-6))
    return Findings(
        "ℓ manipulators grasping a common object; the contents announce the figure, but Part II, which it "
        "belongs to, is not in the text",
        f"ℓ = {len(arms)}: two Panda arms and a box as psiphi has them, a tree with a loop for each grasp. "
        "How the ends of a grasp move apart is found by differences, for one joint after the other",
        (
            true(
                "every grasp joins the object and the tip of an arm of its own",
                edges(model)[len(model.bodies) :] == [(box, arm[-1]) for arm in arms],
            ),
            *(
                true(f"{name} is closed where it is drawn", float(np.abs(apart).max()) < TOLERANCE)
                for name, apart in grasps.items()
            ),
            true(
                f"each grasp takes six freedoms of {model.nv}, and {freedoms} are left",
                freedoms == model.nv - 6 * len(arms),
            ),
        ),
        pictures=(Drawing(f"Fig. 2.1, with ℓ = {len(arms)}", _holding(model, q, arms, box)),),
    )


def mismatch(model: Model, q: Array, loop: Loop) -> Array:
    """How far the ends of a loop are apart: the turn and the shift from the first to the second, (..., 6)."""
    (first, here), (second, there) = (frame_pose(model, q, name) for name in (loop.first, loop.second))
    inverse = np.swapaxes(first, -1, -2)
    return np.concatenate([log_so3(inverse @ second), (inverse @ (there - here)[..., None])[..., 0]], axis=-1)


def _moved_apart(model: Model, q: Array, time: float, loop: Loop) -> Array:
    """The mismatch after each velocity alone has acted for some time, (nv, 6)."""
    return mismatch(model, model.integrate(q, np.eye(model.nv), time), loop)


def _holding(model: Model, q: Array, arms: list[list[int]], box: int) -> str:
    """Arms from the side, and the box between the frames by which it is held."""
    positions = body_poses(model, q)[1]
    grasped = [frame_pose(model, q, loop.first)[1] for loop in model.loops]
    lines = [np.array([*positions[arm], hold]) for arm, hold in zip(arms, grasped, strict=True)]
    places = fitted(np.concatenate([*lines, positions[[box]]]), 560.0, 240.0)
    drawing = Schematic("two arms that hold a box")
    *ends, middle = *np.split(places[:-1], np.cumsum([len(line) for line in lines])[:-1]), places[-1]
    half = np.abs(ends[0][-1] - middle).max()
    drawing.area(middle + half * np.array([(-1, -0.7), (1, -0.7), (1, 0.7), (-1, 0.7)]), "box filled")
    drawing.word(middle, "object")
    for number, way in enumerate(ends, start=1):
        drawing.ground(way[0], (0.0, -1.0))
        drawing.line(way)
        for place in way[:-1]:
            drawing.dot(place, "pin", 6.0)
        drawing.dot(way[-1], "full c1", 5.0)
        drawing.word(way[0] + 26.0 * BELOW, f"arm {number}", "soft")
    return drawing.svg()
