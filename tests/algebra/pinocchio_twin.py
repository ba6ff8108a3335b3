"""The same robot in Pinocchio, as an independent truth.

Pinocchio has [linear; angular], planar joints about z with q = [x, y, cos, sin], and no universal joint with
skew axes: that one becomes two hinges with a massless body between them. A planar joint about another axis is
turned to z, so that a body's frame may differ from its Pinocchio joint's frame by a rotation.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

from psiphi.model import Body, Model
from psiphi.model.joints.kinds import plane_axes

Array = NDArray[np.float64]


class PinocchioTwin:
    """A Pinocchio model of a robot without fixed joints and mimics, and the way from one to the other."""

    def __init__(self, model: Model) -> None:
        assert not model.coordinates.followers
        self.model = model
        self.pin = pin.Model()
        self.pin.gravity.linear = np.array(model.gravity)
        self.joints: list[int] = []  # for each body, the Pinocchio joint that carries it
        self.offsets: list[pin.SE3] = []  # for each body, its frame in that joint's frame
        for body in model.bodies:
            self._add(body)
        self.pin.armature = self.velocity(self._reflected_inertias())
        self.data = self.pin.createData()

    def _add(self, body: Body) -> None:
        joint = body.joint
        parent, seat = (
            (self.joints[body.parent], self.offsets[body.parent])
            if body.parent >= 0
            else (0, pin.SE3.Identity())
        )
        placement = seat * pin.SE3(joint.placement.rotation, joint.placement.position)
        offset = pin.SE3.Identity()
        axis, axis2 = np.array(joint.axis), np.array(joint.axis2)
        match joint.kind.name:
            case "revolute" | "continuous":
                kinds = [pin.JointModelRevoluteUnaligned(axis)]
            case "prismatic":
                kinds = [pin.JointModelPrismaticUnaligned(axis)]
            case "helical":
                kinds = [pin.JointModelHelicalUnaligned(axis, joint.pitch)]
            case "universal":
                kinds = [pin.JointModelRevoluteUnaligned(axis), pin.JointModelRevoluteUnaligned(axis2)]
            case "spherical":
                kinds = [pin.JointModelSpherical()]
            case "planar":
                turn = pin.SE3(np.column_stack([plane_axes(joint.axis), axis]), np.zeros(3))
                placement, offset = placement * turn, turn.inverse()
                kinds = [pin.JointModelPlanar()]
            case "free":
                kinds = [pin.JointModelFreeFlyer()]
            case other:
                raise AssertionError(other)
        for i, kind in enumerate(kinds):
            parent = self.pin.addJoint(
                parent, kind, placement if i == 0 else pin.SE3.Identity(), f"{joint.name}/{i}"
            )
        inertia = pin.Inertia(body.inertia.mass, body.inertia.center, body.inertia.rotational)
        self.pin.appendBodyToJoint(parent, inertia, offset)
        self.joints.append(parent)
        self.offsets.append(offset)

    def _reflected_inertias(self) -> Array:
        return np.concatenate(
            [[body.joint.rotor.reflected_inertia] * body.joint.kind.nv for body in self.model.bodies]
        )

    def configuration(self, q: Array) -> Array:
        parts = []
        for body, rows in zip(self.model.bodies, self.model.q_tree_slices, strict=True):
            own = q[rows]
            if body.joint.kind.name == "planar":
                own = np.array([own[0], own[1], np.cos(own[2]), np.sin(own[2])])
            parts.append(own)
        return np.concatenate(parts)

    @property
    def order(self) -> list[int]:
        """For each Pinocchio velocity, the index of the same velocity here."""
        order: list[int] = []
        for body, rows in zip(self.model.bodies, self.model.v_tree_slices, strict=True):
            own = list(range(rows.start, rows.stop))
            swapped = {"free": own[3:] + own[:3], "planar": own[1:] + own[:1]}
            order += swapped.get(body.joint.kind.name, own)
        return order

    def velocity(self, v: Array) -> Array:
        return v[self.order]

    def back(self, x: Array) -> Array:
        """A Pinocchio vector of joint forces or rates in the order used here."""
        result = np.empty_like(x)
        result[self.order] = x
        return result

    def back_matrix(self, x: Array) -> Array:
        result = np.empty_like(x)
        result[np.ix_(self.order, self.order)] = x
        return result

    def body_jacobian(self, q: Array, body: int) -> Array:
        """[angular; linear] velocity of a body at its origin in its axes, per velocity here, (6, nv)."""
        frame = pin.Frame(f"body {body}", self.joints[body], self.offsets[body], pin.FrameType.OP_FRAME)
        model = self.pin.copy()
        index = model.addFrame(frame)
        linear_first = pin.computeFrameJacobian(model, model.createData(), self.configuration(q), index)
        result = np.empty((6, len(self.order)))
        result[:, self.order] = linear_first.reshape(result.shape)[[3, 4, 5, 0, 1, 2]]
        return result
