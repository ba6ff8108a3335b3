"""A figure for robots without shapes, made from the tree and the inertias: rods, joints, boxes of mass."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from psiphi.model import Geometry, Model
from psiphi.model.kinematics import body_poses
from psiphi.model.shapes import Box, Capsule, Cylinder, Ellipsoid, Shape, Sphere
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose
from psiphi.view.triangles import turn_of_z

Array = NDArray[np.float64]

ROD = (0.80, 0.83, 0.87, 1.0)
JOINT = (0.12, 0.37, 0.66, 1.0)
MASS = (0.62, 0.69, 0.77, 1.0)
TIP = (0.82, 0.38, 0.24, 1.0)
GHOST = (0.16, 0.58, 0.65, 0.45)
THICKNESS = 0.022  # the radius of a rod, as a share of the robot


def figure(model: Model) -> list[Geometry]:
    """Shapes that stand for a robot: a rod from each joint to the next, the joints along their axes.

    What floats, or forks without being long, is a box of its inertia. Tips end at the farthest frame of the
    last body, or at its centre of mass.
    """
    radius = THICKNESS * extent(model)
    shapes = [shape for index in range(len(model.bodies)) for shape in _body(model, index, radius)]
    for body in model.bodies:
        if body.parent < 0 and body.joint.kind.name != "free":
            base = body.joint.placement
            shapes += _rod(-1, np.zeros(3), base.position, radius, MASS)
            shapes.append(
                Geometry(-1, Cylinder(2.6 * radius, radius), Pose(position=(0, 0, radius / 2)), color=MASS)
            )
    return shapes


def extent(model: Model) -> float:
    """How large a robot is in its neutral configuration, in metres."""
    _, positions = body_poses(model, model.neutral())
    points = [np.zeros(3), *positions]
    for index, body in enumerate(model.bodies):
        size = inertia_radii(body.inertia)
        if size is not None:
            points += [positions[index] + size[0].max(), positions[index] - size[0].max()]
    size = float(np.ptp(np.array(points), axis=0).max())
    return size if size > 0.0 else 1.0


def inertia_radii(inertia: Inertia) -> tuple[Array, Pose] | None:
    """The half lengths and the pose of the homogeneous ellipsoid with an inertia; None where there is none.

    For principal moments I: rᵢ² = 5/2m (Iⱼ + Iₖ − Iᵢ). Of what no body can have, the impossible part is zero.
    """
    if inertia.mass <= 0.0:
        return None
    moments, axes = np.linalg.eigh(inertia.rotational)
    squares = 2.5 / inertia.mass * (moments.sum() - 2.0 * moments)
    radii = np.sqrt(np.maximum(squares, 0.0))
    if not radii.max() > 0.0:
        return None
    axes = axes if np.linalg.det(axes) > 0 else axes * (1.0, 1.0, -1.0)
    return np.maximum(radii, 1e-3 * radii.max()), Pose(axes, inertia.center)


def inertia_ellipsoids(model: Model) -> Iterator[Geometry]:
    """The ellipsoid of each body's inertia."""
    for index, body in enumerate(model.bodies):
        found = inertia_radii(body.inertia)
        if found is not None:
            x, y, z = found[0].tolist()
            yield Geometry(index, Ellipsoid((x, y, z)), found[1], body.name, color=GHOST)


def loop_ends(model: Model) -> list[str]:
    """The frames that loops hold together."""
    return [end for loop in model.loops if loop.kind != "joint" for end in (loop.first, loop.second)]


def _body(model: Model, index: int, radius: float) -> Iterator[Geometry]:
    body = model.bodies[index]
    children = [model.bodies[child].joint.placement.position for child in model.children[index]]
    children += [model.frame(end).pose.position for end in loop_ends(model) if model.frame(end).body == index]
    if body.joint.kind.name == "free" or len(children) > 2:
        found = inertia_radii(body.inertia)
        if found is not None:
            x, y, z = (found[0] * 2.0 * np.sqrt(0.6)).tolist()  # the box with the same moments
            yield Geometry(index, Box((x, y, z)), found[1], body.name, color=MASS)
    else:
        yield from _joint(model, index, radius)
    for point in children:
        yield from _rod(index, np.zeros(3), point, radius, ROD)
    if not children:
        places = [frame.pose.position for frame in model.frames if frame.body == index]
        point = max(places, key=lambda place: float(np.linalg.norm(place)), default=body.inertia.center)
        yield from _rod(index, np.zeros(3), point, radius, ROD)
        yield Geometry(index, Sphere(1.35 * radius), Pose(position=point), body.name, color=TIP)


def _joint(model: Model, index: int, radius: float) -> Iterator[Geometry]:
    joint, name = model.bodies[index].joint, model.bodies[index].name
    shape: Shape
    if joint.kind.axes == 0:
        shape = Sphere(1.7 * radius)
    elif joint.kind.name == "prismatic":
        shape = Box((2.6 * radius, 2.6 * radius, 4.2 * radius))
    else:
        shape = Cylinder(1.5 * radius, 3.4 * radius)
    axis = np.array(joint.axis if joint.kind.axes else (0.0, 0.0, 1.0), dtype=float)
    yield Geometry(index, shape, Pose(turn_of_z(axis)), name, color=JOINT)


def _rod(
    body: int, start: Array, end: Array, radius: float, color: tuple[float, float, float, float]
) -> Iterator[Geometry]:
    along = end - start
    length = float(np.linalg.norm(along))
    if length > 0.5 * radius:
        pose = Pose(turn_of_z(along / length), (start + end) / 2)
        yield Geometry(body, Capsule(radius, length), pose, color=color)
