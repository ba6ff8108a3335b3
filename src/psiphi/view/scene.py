"""A scene: the triangles of a robot, body by body, and where the bodies are."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.formats.warn import warn
from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.model import Geometry, Model
from psiphi.model.arguments import configuration_argument
from psiphi.model.kinematics import body_poses
from psiphi.model.shapes import Box, Capsule, Mesh, Shape, Sphere
from psiphi.robot import Robot
from psiphi.spatial.pose import Pose
from psiphi.view.bent_bodies import Bent, bent_bodies
from psiphi.view.camera import corners
from psiphi.view.figure import ROD, THICKNESS, TIP, extent, figure, inertia_ellipsoids, inertia_radii
from psiphi.view.meshes import MeshProblem, Piece, read_mesh
from psiphi.view.triangles import triangles

Array = NDArray[np.float64]

NAMELESS = 0.05  # the side of a box for a mesh of which nothing is known, as a share of the robot
THROUGH = 0.35  # the opacity of what has something inside that is to be seen


@frozen(eq=False)
class Part:
    """Triangles on a body (−1 for the world): vertices (V, 3) in its frame, faces (F, 3), colour and name."""

    body: int
    vertices: Array
    faces: NDArray[np.int64]
    color: tuple[float, float, float, float]
    name: str

    @cached_property
    def box(self) -> tuple[Array, Array]:
        """The least and the greatest corner of the vertices, (3,) each, in the frame of the body."""
        return self.vertices.min(axis=0), self.vertices.max(axis=0)


@frozen(eq=False)
class Scene:
    """A robot as its moving bodies and the parts on them; `model` has no fixed joints.

    `bent` are the bodies that bend: each of their rods is a place of its own, after all bodies.
    """

    model: Model
    parts: tuple[Part, ...]
    bent: tuple[Bent, ...] = ()

    @property
    def bodies(self) -> tuple[int, ...]:
        """The body of each place: all bodies in order, then those of the rods."""
        return (*range(len(self.model.bodies)), *(x.body for x in self.bent for _ in x.lengths))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of these bodies."""
        return tuple(self.model.body_names[body] for body in self.bodies)

    def told(self, part: Part) -> str:
        """The names of the body of a part and of its joint."""
        body = self.model.bodies[self.bodies[part.body]]
        return f"{body.name} · {body.joint.name}"

    def poses(self, q: ArrayLike) -> tuple[Array, Array]:
        """Rotations (..., N + 1, 3, 3) and positions (..., N + 1, 3) of all places, the world last."""
        q = configuration_argument(self.model, "q", q)
        if not np.isfinite(q).all():
            raise InputError("q: a configuration to be seen has finite numbers; some here are not.")
        rotations, positions = body_poses(self.model, q)
        for bent in self.bent:
            turns, places = bent.poses(q[..., self.model.q_modes(self.model.body_names[bent.body])])
            outer, origin = rotations[..., bent.body, None, :, :], positions[..., bent.body, None, :]
            rotations = np.concatenate([rotations, outer @ turns], axis=-3)
            placed = origin + np.einsum("...ab,...b->...a", outer, places)
            positions = np.concatenate([positions, placed], axis=-2)
        world = np.broadcast_to(np.eye(3), (*q.shape[:-1], 1, 3, 3))
        return (
            np.concatenate([rotations, world], axis=-3),
            np.concatenate([positions, np.zeros((*q.shape[:-1], 1, 3))], axis=-2),
        )

    def bounds(self, q: ArrayLike) -> tuple[Array, Array]:
        """The corners, (3,) each, of the box about all parts in all configurations q (..., nq)."""
        rotations, positions = self.poses(q)
        low, high = np.full(3, np.inf), np.full(3, -np.inf)
        for part in self.parts:
            turned = rotations[..., part.body, :, :]
            points = corners(*part.box) @ turned.swapaxes(-1, -2) + positions[..., part.body, None, :]
            points = points.reshape(-1, 3)
            low, high = np.minimum(low, points.min(axis=0)), np.maximum(high, points.max(axis=0))
        return (low, high) if self.parts else (-np.ones(3), np.ones(3))


def scene_of(robot: Robot, *, shapes: str = "visual", inertias: bool = False) -> Scene:
    """What is to be seen of a robot.

    shapes    "visual", "collision", or "figure" for what is made from the tree and the inertias; a robot
              without shapes of the kind asked for shows those of the other, or the figure
    inertias  whether the ellipsoids of the inertias are added
    """
    model = robot.model.merged()
    bent = tuple(bent_bodies(model))
    bending = {x.body for x in bent}
    chosen = [
        geometry
        for geometry in _chosen(model, shapes)
        if geometry.body not in bending or (not isinstance(geometry.shape, Mesh) and _is_at_joint(geometry))
    ]
    parts = [*parts_of(model, chosen), *_rods(model, bent)]
    if inertias:
        parts = [replace(part, color=(*part.color[:3], THROUGH * part.color[3])) for part in parts]
        parts += parts_of(model, inertia_ellipsoids(model))
    return Scene(model, tuple(parts), bent)


def _rods(model: Model, bent: Iterable[Bent]) -> Iterable[Part]:
    """The rods of bodies that bend, each at the place of its own."""
    radius, place = THICKNESS * extent(model), len(model.bodies)
    for each in bent:
        for length in each.lengths:
            vertices, faces = triangles(Capsule(0.8 * radius, float(length)))
            yield Part(place, vertices, faces, ROD, model.body_names[each.body])
            place += 1
        if not model.children[each.body]:
            vertices, faces = triangles(Sphere(1.35 * radius))
            tip = np.array([0.0, 0.0, float(each.lengths[-1]) / 2.0])
            yield Part(place - 1, vertices + tip, faces, TIP, model.body_names[each.body])


def _is_at_joint(geometry: Geometry) -> bool:
    """Whether a shape on a flexible body is where nothing moves."""
    return not geometry.pose.position.any()


def _chosen(model: Model, shapes: str) -> list[Geometry]:
    if shapes not in ("visual", "collision", "figure"):
        raise InputError(f'shapes: {shapes!r} given; choose "visual", "collision" or "figure".')
    other = "collision" if shapes == "visual" else "visual"
    for kind in (shapes, other) if shapes != "figure" else ():
        found = [geometry for geometry in model.geometries if getattr(geometry, kind)]
        if any(geometry.body >= 0 for geometry in found):
            return found
    return figure(model)


def parts_of(model: Model, geometries: Iterable[Geometry]) -> Iterable[Part]:
    """Shapes as triangles on their bodies; a mesh that cannot be shown is a box, and a warning."""
    missing: list[str] = []
    for geometry in geometries:
        pose = geometry.pose
        name = geometry.name or (model.bodies[geometry.body].name if geometry.body >= 0 else "")
        try:
            pieces = _pieces(geometry.shape)
        except MeshProblem as problem:
            missing.append(str(problem))
            box, pose = _stand_in(model, geometry)
            pieces = _pieces(box)
        for vertices, faces, color in pieces:
            yield Part(geometry.body, pose.apply(vertices), faces, geometry.color or color or ROD, name)
    if missing:
        warn(f"{model.name}: shown as boxes, since {'; '.join(dict.fromkeys(missing))}")


def _pieces(shape: Shape) -> list[Piece]:
    return read_mesh(shape) if isinstance(shape, Mesh) else [(*triangles(shape), None)]


def _stand_in(model: Model, geometry: Geometry) -> tuple[Box, Pose]:
    """A box for a mesh that cannot be shown: about the other shapes of its body, or as its inertia tells.

    What is there to be touched fills the space of what is there to be seen, so that the shapes of the other
    kind have the bounds.
    """
    points: list[Array] = []
    for other in model.geometries:
        if other.body == geometry.body and other.visual != geometry.visual:
            with suppress(MeshProblem):
                points += [other.pose.apply(vertices) for vertices, _, _ in _pieces(other.shape)]
    if points:
        low, high = np.concatenate(points).min(axis=0), np.concatenate(points).max(axis=0)
        x, y, z = (high - low).tolist()
        return Box((x, y, z)), Pose(position=(low + high) / 2)
    found = inertia_radii(model.bodies[geometry.body].inertia) if geometry.body >= 0 else None
    if found is None:
        side = NAMELESS * extent(model)
        return Box((side, side, side)), geometry.pose
    x, y, z = (2.0 * found[0]).tolist()
    return Box((x, y, z)), found[1]
