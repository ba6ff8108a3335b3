"""Two planar linkages of true hinges: rings of bars in the plane of x and z, all hinges along y.

The figures are psiphi's own. The bars are uniform; at q = 0 they lie as drawn, with their frames parallel to
the world, and the ring is closed. A hinge has five equations, of which a plane ring needs but two: the other
three hold the ring in its plane once more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from psiphi.formats.robots.solids import bar
from psiphi.model import Joint, Model
from psiphi.model.graph import WORLD, Connection, Graph, Link
from psiphi.spatial import Pose

HINGE = (0.0, 1.0, 0.0)
RADIUS = 0.01
MASS_PER_LENGTH = 2.0

Point = tuple[float, float]


def four_bar() -> Model:
    """A four-bar: crank 0.2 m, coupler 0.49 m and rocker 0.4 m on pivots 0.5 m apart; the crank can go round.

    At q = 0, where it is closed, the crank stands upright. One degree of freedom.
    """
    points = ((0.0, 0.0), (0.0, 0.2), (0.45, 0.4), (0.5, 0.0))
    return _ring("four_bar", points, ("crank", "coupler", "rocker"), ("A", "B", "C", "D"))


def five_bar() -> Model:
    """A five-bar, as of parallel robots: two cranks on pivots 0.3 m apart carry two forearms that meet.

    At q = 0, where it is closed, it is its own mirror image. Two degrees of freedom; the frame "tool" is
    where the forearms meet.
    """
    points = ((0.0, 0.0), (-0.1, 0.25), (0.15, 0.5), (0.4, 0.25), (0.3, 0.0))
    links = ("left_crank", "left_forearm", "right_forearm", "right_crank")
    hinges = ("left_shoulder", "left_elbow", "wrist", "right_elbow", "right_shoulder")
    return _ring("five_bar", points, links, hinges, {"tool": ("left_forearm", 2)})


def _ring(
    name: str,
    points: Sequence[Point],
    names: Sequence[str],
    hinges: Sequence[str],
    frames: dict[str, tuple[str, int]] | None = None,
) -> Model:
    """Bars from each point to the next, the first and the last point being on the ground.

    The frame of a link is at its first point.
    """
    spots = [np.array([x, 0.0, z]) for x, z in points]
    origins = {WORLD: np.zeros(3), **dict(zip(names, spots[:-1], strict=True))}
    links = []
    for link, start, end in zip(names, spots[:-1], spots[1:], strict=True):
        mass = MASS_PER_LENGTH * float(np.linalg.norm(end - start))
        links.append(Link(link, bar(mass, RADIUS, np.zeros(3), end - start)))
    ring = [WORLD, *names, WORLD]
    connections = [
        Connection(
            Joint(hinge, "continuous", Pose(position=spot - origins[inner]), axis=HINGE),
            inner,
            outer,
            Pose(position=spot - origins[outer]),
        )
        for hinge, spot, inner, outer in zip(hinges, spots, ring[:-1], ring[1:], strict=True)
    ]
    marks = {
        mark: (link, Pose(position=spots[point] - origins[link]))
        for mark, (link, point) in (frames or {}).items()
    }
    return Graph(name, links, connections, marks).model
