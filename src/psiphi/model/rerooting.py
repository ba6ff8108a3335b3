"""A free-floating system rooted at another of its bodies: the same system in other coordinates."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import ModelError
from psiphi.locks import cached_property
from psiphi.model.arguments import broadcast_batch, configuration_argument, vector_argument
from psiphi.model.body import WORLD, Frame
from psiphi.model.geometry import moved
from psiphi.model.joints.joint import Joint, Limits
from psiphi.model.kinematics import relative_pose
from psiphi.model.remarks import NamedConfiguration
from psiphi.model.tree import depth_first, path_to, renumbered
from psiphi.spatial.pose import Pose
from psiphi.spatial.quaternion import quaternion_conjugate, rotation_to_quaternion
from psiphi.spatial.shift import motion_transform

if TYPE_CHECKING:
    from psiphi.model.model import Model

Array = NDArray[np.float64]


class Rerooting:
    """The change from a model to the same system rooted at another body, and of its q and v.

    The free joint of the old root carries the new one, and the joints between the two are reversed: each
    keeps its name, its limits and its drive, and

    - revolute, continuous, prismatic and helical joints turn their axis round and keep q and v;
    - a universal joint exchanges its two axes, turned round, and the two numbers of q and v;
    - spherical, planar and free joints get the inverse pose: `configuration` and `velocity` convert.

    A body's own frame sits on the joint that carries it, so the frames of the bodies between move to the
    reversed joints; a named frame stays where the body's frame was. The free joint carries the frame that
    has the name of the new root. All named frames have the same pose for corresponding q.
    """

    def __init__(self, model: Model, body: str) -> None:
        self.original = model
        self._path = path_to(model.parents, model.body_index(body))
        root = model.bodies[self._path[0]]
        if root.joint.kind.name != "free":
            raise ModelError(
                f"body {body!r}: its system hangs on the world by the {root.joint.kind.name} joint "
                f"{root.joint.name!r}; only a system carried by a free joint can be rooted elsewhere"
            )
        self._named = model.frame(body).pose  # where the free joint will carry the new root
        if len(self._path) > 1:
            for index in self._path:
                refuse_what_has_a_direction(model.bodies[index].joint)
                if model.bodies[index].modes is not None:
                    raise ModelError(
                        f"body {model.bodies[index].name!r}: is flexible, and its modes are seen from its "
                        "inboard joint; what lies behind it cannot become the root"
                    )

    @cached_property
    def _back(self) -> dict[int, Pose]:
        """For each body on the path whose frame moves: the pose of its old frame in the new one."""
        bodies, path = self.original.bodies, self._path
        back = {inner: bodies[outer].joint.placement.inverse() for inner, outer in pairwise(path)}
        if self._named != Pose.identity():
            back[path[-1]] = self._named.inverse()
        return back

    @cached_property
    def rerooted(self) -> Model:
        """The model rooted at the body."""
        if len(self._path) == 1:
            return self.original
        model, path, back = self.original, self._path, self._back
        bodies = list(model.bodies)
        for index, body in enumerate(bodies):
            if body.parent in back:
                placement = back[body.parent] @ body.joint.placement
                bodies[index] = replace(body, joint=replace(body.joint, placement=placement))
        for inner, outer in pairwise(path):
            joint = replace(
                reversed_joint(model.bodies[outer].joint), placement=back.get(outer, Pose.identity())
            )
            bodies[inner] = replace(model.bodies[inner], parent=outer, joint=joint)
        bodies[path[-1]] = replace(model.bodies[path[-1]], parent=WORLD, joint=model.bodies[path[0]].joint)
        for index, pose in back.items():
            inertia, held = model.bodies[index].inertia, model.bodies[index].gravity_compensation
            bodies[index] = replace(
                bodies[index],
                inertia=inertia.expressed_in(pose),
                gravity_compensation=held.expressed_in(pose) if held.mass else held,
            )

        explicit = {frame.name for frame in model.frames}
        frames = [
            replace(frame, pose=back[frame.body] @ frame.pose) if frame.body in back else frame
            for frame in model.frames
            if frame.name != model.bodies[path[-1]].name  # now the frame of the body itself
        ]
        frames += [
            Frame(model.bodies[index].name, index, back[index])
            for index in path[:-1]
            if model.bodies[index].name not in explicit
        ]
        order = depth_first([body.parent for body in bodies])
        number = renumbered(order)
        result = replace(
            model,
            bodies=tuple(replace(bodies[old], parent=number[bodies[old].parent]) for old in order),
            frames=tuple(replace(frame, body=number[frame.body]) for frame in frames),
            geometries=moved(model.geometries, lambda body: (number[body], back.get(body))),
        )
        named = tuple(self._named_configuration(result, name) for name in model.configurations)
        return replace(result, named_configurations=named) if named else result

    def _named_configuration(self, rerooted: Model, name: str) -> NamedConfiguration:
        q = self._converted(rerooted, self.original.configurations[name])
        places = ((joint, tuple(q[rerooted.q_slice(joint)].tolist())) for joint in rerooted.joint_names)
        return NamedConfiguration(name, tuple(places))

    def configuration(self, q: ArrayLike) -> Array:
        """The q of the rerooted model in which all bodies are where they are at q: (..., nq) → (..., nq)."""
        q = configuration_argument(self.original, "q", q)
        if self.rerooted is self.original:
            return q.copy()
        return self._converted(self.rerooted, q)

    def _converted(self, rerooted: Model, q: Array) -> Array:
        q_tree = self.original.tree_configuration(q)
        result = np.empty_like(q)
        for name in self.original.joint_names:
            result[..., rerooted.q_slice(name)] = q[..., self.original.q_slice(name)]
        for index in self._path[1:]:
            joint = self.original.bodies[index].joint
            if joint.kind.nv > 1:
                here = q[..., self.original.q_slice(joint.name)]
                result[..., rerooted.q_slice(joint.name)] = _reversed_configuration(joint, here)

        root = self.original.bodies[self._path[0]].joint
        rotation, position = root.kind.pose(root, q_tree[..., self.original.q_tree_slices[self._path[0]]])
        for index in self._path[1:]:
            inner_rotation, inner_position = relative_pose(self.original, q_tree, index)
            position = position + _applied(rotation, inner_position)
            rotation = rotation @ inner_rotation
        position = position + rotation @ self._named.position
        quaternion = rotation_to_quaternion(rotation @ self._named.rotation)
        result[..., rerooted.q_slice(root.name)] = np.concatenate([position, quaternion], axis=-1)
        return result

    def velocity(self, q: ArrayLike, v: ArrayLike) -> Array:
        """The v of the rerooted model for the same motion: (..., nq), (..., nv) → (..., nv).

        Both q and v are those of the original model.
        """
        q = configuration_argument(self.original, "q", q)
        v = vector_argument("v", v, self.original.nv)
        result = np.empty((*broadcast_batch(q=q, v=v), self.original.nv))
        if self.rerooted is self.original:
            result[...] = v
            return result
        q_tree, v_tree = self.original.tree_configuration(q), self.original.tree_velocity(v)
        for name in self.original.joint_names:
            result[..., self.rerooted.v_slice(name)] = v[..., self.original.v_slice(name)]
        spatial = np.zeros((*result.shape[:-1], 6))
        for index in self._path:
            joint = self.original.bodies[index].joint
            q_here = q_tree[..., self.original.q_tree_slices[index]]
            v_here = v_tree[..., self.original.v_tree_slices[index]]
            own = _applied(joint.kind.motion_subspace(joint, q_here), v_here)
            spatial = _applied(motion_transform(*relative_pose(self.original, q_tree, index)), spatial) + own
            if joint.kind.nv > 1 and index != self._path[0]:
                result[..., self.rerooted.v_slice(joint.name)] = _reversed_velocity(joint, q_here, v_here)
        spatial = _applied(motion_transform(self._named.rotation, self._named.position), spatial)
        root = self.original.bodies[self._path[0]].joint
        result[..., self.rerooted.v_slice(root.name)] = spatial
        return result


def reversed_joint(joint: Joint) -> Joint:
    """The joint whose pose is the inverse, for the coordinates of `_reversed_configuration`."""
    kind, limits = joint.kind, joint.limits
    if kind.name == "universal":
        lower, upper, velocity, effort, effort_lower = (bound[::-1] for bound in _bounds(limits))
        swapped = Limits(lower, upper, velocity, effort, effort_lower)
        return replace(
            joint,
            axis=_opposite(joint.axis2),
            axis2=_opposite(joint.axis),
            limits=swapped,
            damping=joint.damping[::-1],
            friction=joint.friction[::-1],
            stiffness=joint.stiffness[::-1],
            spring_reference=joint.spring_reference[::-1],
        )
    if kind.name == "spherical":
        rest = quaternion_conjugate(np.array(joint.spring_reference))
        return replace(joint, spring_reference=tuple(rest.tolist()))
    if kind.nv == 1:
        return replace(joint, axis=_opposite(joint.axis))
    return joint


def _reversed_configuration(joint: Joint, q: Array) -> Array:
    """The coordinates of the inverse pose, (..., nq) → (..., nq), for several degrees of freedom."""
    if joint.kind.name == "universal":
        return q[..., ::-1]
    if joint.kind.name == "spherical":
        return quaternion_conjugate(q)
    rotation, position = joint.kind.pose(joint, q)
    away = -_applied(rotation.swapaxes(-1, -2), position)
    if joint.kind.name == "free":
        return np.concatenate([away, quaternion_conjugate(q[..., 3:])], axis=-1)
    plane = joint.kind.motion_subspace(joint, q)[..., 3:, 1:]
    return np.concatenate([_applied(plane.swapaxes(-1, -2), away), -q[..., 2:]], axis=-1)


def _reversed_velocity(joint: Joint, q: Array, v: Array) -> Array:
    """The velocity of the parent in the child, seen in the parent.

    v' = −H X H* v for the columns of H*, which are orthonormal, with X from the child's frame to the
    parent's.
    """
    if joint.kind.name == "universal":
        return v[..., ::-1]
    rotation, position = joint.kind.pose(joint, q)
    inverse = rotation.swapaxes(-1, -2)
    subspace = joint.kind.motion_subspace(joint, q)
    relative = _applied(subspace, v)
    seen = _applied(motion_transform(inverse, -_applied(inverse, position)), relative)
    return -_applied(subspace.swapaxes(-1, -2), seen)


def refuse_what_has_a_direction(joint: Joint) -> None:
    """Limits and drives along the axes of a body that is no longer the one carried cannot be kept."""
    if joint.rotor.is_carried:
        raise ModelError(
            f"joint {joint.name!r}: its rotor is carried by the parent body, and would have to be by the "
            "other; leave the rotor's axis out to root the system elsewhere"
        )
    if joint.kind.name not in ("spherical", "planar", "free"):
        return
    bounds = [abs(number) for bound in _bounds(joint.limits) for number in bound]
    rotor = joint.rotor.reflected_inertia if joint.kind.name != "spherical" else 0.0
    damping = joint.damping if len(set(joint.damping)) > 1 or joint.kind.name != "spherical" else ()
    if any(bound < math.inf for bound in bounds) or any(joint.friction) or any(damping) or rotor:
        raise ModelError(
            f"joint {joint.name!r}: has limits, damping, friction or a rotor along the axes of the body that "
            f"it carries; a {joint.kind.name} joint with these cannot be reversed. Leave them out to root "
            "the system elsewhere"
        )


def _bounds(limits: Limits) -> tuple[tuple[float, ...], ...]:
    return limits.lower, limits.upper, limits.velocity, limits.effort, limits.effort_lower


def _opposite(axis: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y, z = axis
    return 0.0 - x, 0.0 - y, 0.0 - z  # and not −0.0


def _applied(matrix: Array, vector: Array) -> Array:
    return (matrix @ vector[..., None])[..., 0]
