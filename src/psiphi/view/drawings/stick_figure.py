"""A robot drawn as lines between its joints."""

from __future__ import annotations

from html import escape

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.model import Model
from psiphi.model.kinematics import body_poses
from psiphi.robot import Robot

Array = NDArray[np.float64]

AZIMUTH, ELEVATION = np.radians(-58.0), np.radians(18.0)
MARGIN = 0.08  # of the width of the picture
FRAMES_PER_SECOND, TRACE_POINTS = 25, 800
PLATE = 0.11  # half the side of the plate that a robot stands on, as a share of its picture


@frozen
class Node:
    """A point of a body (−1 for the world), in the axes of the body."""

    body: int
    point: tuple[float, float, float] = (0.0, 0.0, 0.0)


def chains(model: Model) -> list[list[Node]]:
    """The tree as chains of points: each runs from a fork, or the base, to the next fork or a tip.

    Tips end at the farthest frame of the last body, or at its centre of mass.
    """
    found: list[list[Node]] = []
    pending = [
        (Node(root) if body.joint.kind.name == "free" else Node(-1), root)
        for root, body in enumerate(model.bodies)
        if body.parent < 0
    ]
    while pending:
        start, body = pending.pop(0)
        chain = [start] if start == Node(body) else [start, Node(body)]
        while len(model.children[body]) == 1:
            body = model.children[body][0]
            chain.append(Node(body))
        if not model.children[body]:
            chain.append(_tip(model, body))
        pending += [(Node(body), child) for child in model.children[body]]
        if len(chain) > 1:
            found.append(chain)
    return found


def _tip(model: Model, body: int) -> Node:
    places = [frame.pose.position for frame in model.frames if frame.body == body]
    farthest = max(places, key=lambda place: float(np.linalg.norm(place)), default=None)
    point = model.bodies[body].inertia.center if farthest is None else farthest
    return Node(body, (float(point[0]), float(point[1]), float(point[2])))


class StickFigure:
    """The picture of a robot at the configurations q (T, nq), always from the same side."""

    def __init__(self, robot: Robot, q: Array) -> None:
        model = robot.model.merged()
        self.chains = chains(model)
        rotations, positions = body_poses(model, q)
        # What floats is seen from its centre of mass, lest it leave the picture.
        self.stands = not floats(robot)
        origin = np.zeros((len(q), 3)) if self.stands else robot.center_of_mass(q)
        self._lines = [_line(chain, rotations, positions) - origin[:, None] for chain in self.chains]
        self._flat = [projected(line) for line in self._lines]
        everything = np.concatenate([line.reshape(-1, 2) for line in self._flat])
        self.low, self.high = everything.min(axis=0), everything.max(axis=0)
        self.size = float(np.max(self.high - self.low)) * (1 + 2 * MARGIN)

    @property
    def tip_heights(self) -> Array:
        """The height of the last point of the longest chain, (T,)."""
        return self._tip()[:, 2]

    def _tip(self) -> Array:
        longest = max(self._lines, key=lambda line: line.shape[1])
        return longest[:, -1]

    def at(self, index: int) -> str:
        """A still picture."""
        lines = "".join(f'<polyline class="link" points="{_points(line[index])}"/>' for line in self._flat)
        return self._svg(self._plate() + lines, "a robot")

    def moving(self, times: Array) -> str:
        """A picture that moves by itself, over and over; the path of the tip stands still behind it."""
        if len(times) == 1:
            return self.at(0)
        every = max(1, round(1.0 / (FRAMES_PER_SECOND * float(times[1] - times[0]))))
        duration = float(times[-1] - times[0])
        path = projected(self._tip())[:: max(1, len(times) // TRACE_POINTS)]
        trace = f'<polyline class="trace" points="{_points(path)}"/>'
        lines = ""
        for line in self._flat:
            values = ";".join(_points(frame) for frame in line[::every])
            lines += (
                f'<polyline class="link" points="{_points(line[0])}"><animate attributeName="points" '
                f'dur="{duration:g}s" repeatCount="indefinite" values="{values}"/></polyline>'
            )
        return self._svg(self._plate() + trace + lines, "the robot in motion")

    def _plate(self) -> str:
        """What the robot is bolted to, where it is."""
        if not self.stands:
            return ""
        half = PLATE * self.size
        corners = [(half, half, 0.0), (-half, half, 0.0), (-half, -half, 0.0), (half, -half, 0.0)]
        return f'<polygon class="plate" points="{_points(projected(np.array(corners)))}"/>'

    def _svg(self, content: str, title: str) -> str:
        center = (self.low + self.high) / 2
        x, y = center[0] - self.size / 2, -center[1] - self.size / 2
        box = f"{x:.3f} {y:.3f} {self.size:.3f} {self.size:.3f}"
        radius, width = 0.014 * self.size, 0.012 * self.size
        marker = (
            f'<marker id="joint" viewBox="-1 -1 2 2" markerUnits="userSpaceOnUse" '
            f'markerWidth="{2 * radius:.4f}" markerHeight="{2 * radius:.4f}">'
            '<circle class="joint" r="0.8"/></marker>'
        )
        return (
            f'<svg class="figure" viewBox="{box}" role="img" style="--line:{width:.4f}">'
            f"<title>{escape(title)}</title><defs>{marker}</defs>{content}</svg>"
        )


def projected(points: Array) -> Array:
    """Where points (..., 3) are seen, by parallel projection: right and up, (..., 2)."""
    right = np.array([-np.sin(AZIMUTH), np.cos(AZIMUTH), 0.0])
    toward = np.array(
        [np.cos(AZIMUTH) * np.cos(ELEVATION), np.sin(AZIMUTH) * np.cos(ELEVATION), np.sin(ELEVATION)]
    )
    return points @ np.stack([right, np.cross(toward, right)], axis=-1)


def floats(robot: Robot) -> bool:
    """Whether the robot stands on nothing."""
    return any(body.joint.kind.name == "free" and body.parent < 0 for body in robot.model.bodies)


def _line(chain: list[Node], rotations: Array, positions: Array) -> Array:
    """The points of a chain at all times, (T, nodes, 3)."""
    rows = []
    for node in chain:
        if node.body < 0:
            rows.append(np.broadcast_to(np.array(node.point), positions[:, 0].shape))
        else:
            rows.append(positions[:, node.body] + rotations[:, node.body] @ np.array(node.point))
    return np.stack(rows, axis=1)


def _points(points: Array) -> str:
    return " ".join(f"{x:.3f},{-y:.3f}" for x, y in points)
