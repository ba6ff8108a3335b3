"""MuJoCo's coordinates and psiphi's, both ways.

| | psiphi | MuJoCo |
|---|---|---|
| quaternions | x, y, z, w | w, x, y, z |
| free joint | v = [ω; v], both in body axes | qvel = [v in world axes; ω in body axes] |
| body Jacobian | [angular; linear] rows | jacp (linear) and jacr (angular) |
| force on a body | [moment; force] | xfrc_applied: [force; torque], world axes, at the centre of mass |

Ball, hinge and slide joints have the same coordinates, q being qpos with its reference; MuJoCo's own spatial
vectors (cvel, cacc) are [angular; linear] as well. Since the linear velocity of a free joint is in world axes
on one side only, velocities, accelerations and forces need the configuration for their conversion.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.compat.coordinate_map import CoordinateMap
from psiphi.compat.spatial_order import swapped
from psiphi.errors import ArgumentTypeError, ModelError
from psiphi.formats.mjcf.names import joint_names
from psiphi.model import Joint, Model
from psiphi.model.arguments import configuration_argument, instance_argument, matrix_argument, vector_argument
from psiphi.spatial.pose import Pose
from psiphi.spatial.quaternion import normalized, quaternion_to_rotation

Array = NDArray[np.float64]

ROUNDING = 1e-14  # quaternions that are unit but for this are left as they are

# Where MuJoCo keeps what psiphi calls q[0], q[1], … and v[0], v[1], … of a joint, by psiphi's kind.
_ONE = ((0,), (0,))
_ORDER = {
    "free": ((0, 1, 2, 4, 5, 6, 3), (3, 4, 5, 0, 1, 2)),
    "spherical": ((1, 2, 3, 0), (0, 1, 2)),
    "prismatic": _ONE,
    "revolute": _ONE,
    "continuous": _ONE,
}
_KINDS = (("free",), ("spherical",), ("prismatic",), ("revolute", "continuous"))  # by mujoco.mjtJoint


class MujocoMap:
    """Converts between a psiphi model and a mujoco.MjModel of the same robot, whose joints are found by name.

    Everything takes leading batch dimensions, which broadcast. `..._to` gives MuJoCo's from psiphi's, and is
    given psiphi's q; `..._from` the other way round, and is given qpos. With qvel = X(q) v, forces are τ = Xᵀ
    qfrc, and accelerations qacc = X a + Ẋ v. Joints without a name are called as `psiphi.load` calls them.
    """

    def __init__(self, model: Model, mj_model: Any) -> None:
        coordinates: list[tuple[int, int]] = []
        velocities: list[tuple[int, int]] = []
        free: list[
            tuple[int, int, int]
        ] = []  # where the quaternion, ω and v of a free joint are in MuJoCo's vectors
        for body, index in _matched(model, mj_model):
            joint = model.bodies[body].joint
            q, v = model.q_tree_slices[body].start, model.v_tree_slices[body].start
            qpos, dof = int(mj_model.jnt_qposadr[index]), int(mj_model.jnt_dofadr[index])
            q_order, v_order = _ORDER[joint.kind.name]
            coordinates += [(qpos + there, q + here) for here, there in enumerate(q_order)]
            velocities += [(dof + there, v + here) for here, there in enumerate(v_order)]
            if joint.kind.name == "free":
                free.append((qpos + 3, dof + 3, dof))
        self.model, self.nq, self.nv = model, int(mj_model.nq), int(mj_model.nv)
        self._map = CoordinateMap(model, self.nq, self.nv, coordinates, velocities)
        self._free = free
        self._quaternions = [
            model.q_slice(name).stop - 4 for name in model.joint_names if not model.joint(name).kind.bounded
        ]

    # Configurations

    def q_to(self, q: ArrayLike) -> Array:
        """qpos. (..., nq) → (..., mj.nq)."""
        tree = self.model.tree_configuration(configuration_argument(self.model, "q", q))
        qpos = np.zeros((*tree.shape[:-1], self.nq))
        qpos[..., self._map.q_there] = tree[..., self._map.q_tree]
        return qpos

    def q_from(self, qpos: ArrayLike) -> Array:
        """psiphi's configuration. (..., mj.nq) → (..., nq)."""
        theirs = vector_argument("qpos", qpos, self.nq)
        tree = np.zeros((*theirs.shape[:-1], self.model.nq_tree))
        tree[..., self._map.q_tree] = theirs[..., self._map.q_there]
        q = tree[..., self._map.q_own]
        for start in self._quaternions:  # MuJoCo takes their direction alone, too
            quaternion = q[..., start : start + 4]
            off = np.abs((quaternion * quaternion).sum(axis=-1) - 1.0) > ROUNDING
            q[..., start : start + 4][off] = normalized(quaternion[off])
        return q

    # Velocities, accelerations, forces

    def v_to(self, q: ArrayLike, v: ArrayLike) -> Array:
        """qvel = X v. (..., nq), (..., nv) → (..., mj.nv)."""
        return self._to_world(self.q_to(q), self._map.spread(vector_argument("v", v, self.model.nv)))

    def v_from(self, qpos: ArrayLike, qvel: ArrayLike) -> Array:
        """psiphi's velocity. (..., mj.nq), (..., mj.nv) → (..., nv)."""
        return self._map.picked(self._to_body(qpos, vector_argument("qvel", qvel, self.nv)))

    def a_to(self, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> Array:
        """qacc: of a free joint, d(R v)/dt = R(v̇ + ω × v). (..., nq), (..., nv), (..., nv) → (..., mj.nv)."""
        v, a = vector_argument("v", v, self.model.nv), vector_argument("a", a, self.model.nv)
        turning = self._turning(self._map.spread(v))
        return self._to_world(self.q_to(q), self._map.spread(a) + turning)

    def a_from(self, qpos: ArrayLike, qvel: ArrayLike, qacc: ArrayLike) -> Array:
        """psiphi's acceleration. (..., mj.nq), (..., mj.nv), (..., mj.nv) → (..., nv)."""
        v = self._to_body(qpos, vector_argument("qvel", qvel, self.nv))
        a = self._to_body(qpos, vector_argument("qacc", qacc, self.nv))
        return self._map.picked(a - self._turning(v))

    def tau_to(self, q: ArrayLike, tau: ArrayLike) -> Array:
        """qfrc, with nothing on mimic joints. (..., nq), (..., nv) → (..., mj.nv)."""
        return self._to_world(self.q_to(q), self._map.placed(vector_argument("tau", tau, self.model.nv)))

    def tau_from(self, qpos: ArrayLike, qfrc: ArrayLike) -> Array:
        """psiphi's generalised force, Xᵀ qfrc. (..., mj.nq), (..., mj.nv) → (..., nv)."""
        return self._map.gathered(self._to_body(qpos, vector_argument("qfrc", qfrc, self.nv)))

    # Matrices

    def matrix_to(self, q: ArrayLike, matrix: ArrayLike) -> Array:
        """A mass matrix for MuJoCo. (..., nq), (..., nv, nv) → (..., mj.nv, mj.nv)."""
        rows, matrix = self._for_rows("q", q), matrix_argument("matrix", matrix, self.model.nv, self.model.nv)
        return self.tau_to(rows, self.tau_to(rows, matrix).swapaxes(-1, -2)).swapaxes(-1, -2)

    def matrix_from(self, qpos: ArrayLike, matrix: ArrayLike) -> Array:
        """XᵀMX: a full mass matrix of MuJoCo's. (..., mj.nq), (..., mj.nv, mj.nv) → (..., nv, nv)."""
        rows, matrix = self._for_rows("qpos", qpos), matrix_argument("matrix", matrix, self.nv, self.nv)
        return self.tau_from(rows, self.tau_from(rows, matrix).swapaxes(-1, -2)).swapaxes(-1, -2)

    def jacobian_to(self, q: ArrayLike, jacobian: ArrayLike) -> tuple[Array, Array]:
        """(jacp, jacr) of a world-aligned Jacobian. (..., nq), (..., 6, nv) → (..., 3, mj.nv) twice."""
        ours = matrix_argument("jacobian", jacobian, 6, self.model.nv)
        theirs = self.tau_to(self._for_rows("q", q), ours)
        return theirs[..., 3:, :], theirs[..., :3, :]

    def jacobian_from(self, qpos: ArrayLike, jacp: ArrayLike, jacr: ArrayLike) -> Array:
        """The world-aligned Jacobian. (..., mj.nq), (..., 3, mj.nv) twice → (..., 6, nv)."""
        rows = [matrix_argument(name, x, 3, self.nv) for name, x in (("jacr", jacr), ("jacp", jacp))]
        return self.tau_from(self._for_rows("qpos", qpos), np.concatenate(rows, axis=-2))

    def _for_rows(self, name: str, q: ArrayLike) -> Array:
        """A configuration, ours or theirs, for each row of a matrix. (..., n) → (..., 1, n)."""
        return vector_argument(name, q, self.model.nq if name == "q" else self.nq)[..., None, :]

    # Forces on bodies

    def wrench_to(self, wrench: ArrayLike) -> Array:
        """[moment; force] in the order of xfrc_applied, [force; torque]. (..., 6) → (..., 6)."""
        return swapped(wrench)

    def wrench_from(self, wrench: ArrayLike) -> Array:
        """[force; torque] as [moment; force]. (..., 6) → (..., 6)."""
        return swapped(wrench)

    # Free joints, in MuJoCo's order of coordinates

    def _to_world(self, qpos: Array, vector: Array) -> Array:
        """The linear parts turned from body axes to world axes; the same for motions and for forces."""
        return self._turned(qpos, vector, transposed=False)

    def _to_body(self, qpos: ArrayLike, vector: Array) -> Array:
        return self._turned(vector_argument("qpos", qpos, self.nq), vector, transposed=True)

    def _turned(self, qpos: Array, vector: Array, *, transposed: bool) -> Array:
        batch = np.broadcast_shapes(qpos.shape[:-1], vector.shape[:-1])
        result = np.array(np.broadcast_to(vector, (*batch, vector.shape[-1])))
        for quaternion, _, linear in self._free:
            wxyz = qpos[..., quaternion : quaternion + 4]
            rotation = quaternion_to_rotation(normalized(np.roll(wxyz, -1, axis=-1)))
            if transposed:
                rotation = rotation.swapaxes(-1, -2)
            part = vector[..., linear : linear + 3]
            result[..., linear : linear + 3] = np.einsum("...ij,...j->...i", rotation, part)
        return result

    def _turning(self, velocity: Array) -> Array:
        """ω × v of each free joint, at the place of its linear part, all in body axes."""
        result = np.zeros_like(velocity)
        for _, angular, linear in self._free:
            result[..., linear : linear + 3] = np.cross(
                velocity[..., angular : angular + 3], velocity[..., linear : linear + 3]
            )
        return result


def _matched(model: Model, mj_model: Any) -> list[tuple[int, int]]:
    """Each body on a moving joint, with the number of the joint in MuJoCo."""
    instance_argument("model", model, Model)
    if not hasattr(mj_model, "jnt_bodyid"):
        raise ArgumentTypeError(f"mj_model: {type(mj_model).__name__} given; give a mujoco.MjModel")
    place = {name: index for index, name in enumerate(joint_names(mj_model))}
    moving = {body.joint.name: k for k, body in enumerate(model.bodies) if body.joint.kind.nv > 0}
    missing, extra = (
        [name for name in moving if name not in place],
        [name for name in place if name not in moving],
    )
    if missing or extra:
        only = f"only psiphi has {missing[:5]}" if missing else f"only MuJoCo has {extra[:5]}"
        raise ModelError(
            f"the two models differ in their joints: {only}. Load both from one file, lock the same joints."
        )
    for name, body in moving.items():
        _refuse_mismatch(model, model.bodies[body].joint, int(mj_model.jnt_type[place[name]]))
    return [(body, place[name]) for name, body in moving.items()]


def _refuse_mismatch(model: Model, joint: Joint, kind: int) -> None:
    if joint.kind.name not in _KINDS[kind]:
        raise ModelError(
            f"joint {joint.name!r} is {joint.kind.name} here and {_KINDS[kind][0]} in MuJoCo. "
            "Use models with the same joint types."
        )
    if joint.kind.name == "free":
        merged = model.merged()
        body = merged.bodies[merged.joint_index(joint.name)]
        if body.parent >= 0 or body.joint.placement != Pose.identity():
            raise ModelError(
                f"joint {joint.name!r}: MuJoCo's free joints start from the world, and this one does not. "
                "Place it at the origin of the world."
            )
