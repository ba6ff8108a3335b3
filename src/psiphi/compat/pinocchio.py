"""Pinocchio's coordinates and psiphi's, both ways.

| | psiphi | Pinocchio |
|---|---|---|
| spatial vectors | [angular; linear] | [linear; angular] |
| free joint | v = [ω; v], body axes | v = [v; ω], body axes |
| continuous joint | q = θ | q = [cos θ, sin θ] |
| planar joint | q = [x, y, θ], v = [ω, vx, vy] | q = [x, y, cos θ, sin θ], v = [vx, vy, ω] |
| order of joints | depth first, as in the file | depth first, siblings by name |
| mimic joints | no coordinates of their own | coordinates of their own, unless built with mimic=True |

Quaternions are x, y, z, w in both. Pinocchio's planar joint moves in the plane normal to z, whatever axis the
file names; the two agree where that axis is z.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.compat.coordinate_map import CoordinateMap, index_columns
from psiphi.compat.spatial_order import swapped, swapped_rows
from psiphi.errors import ArgumentTypeError, ModelError
from psiphi.model import Joint, Model
from psiphi.model.arguments import configuration_argument, instance_argument, matrix_argument, vector_argument

Array = NDArray[np.float64]

# Where Pinocchio keeps what psiphi calls v[0], v[1], …, for the kinds whose order differs.
_VELOCITY_ORDER = {"free": (3, 4, 5, 0, 1, 2), "planar": (2, 0, 1)}
# nq and nv alone do not tell these apart.
_PIN_NAME = {"free": "FreeFlyer", "planar": "Planar", "spherical": "Spherical"}


class PinocchioMap:
    """Converts between a psiphi model and a pinocchio.Model of the same robot; joints are found by name.

    Everything takes leading batch dimensions. `..._to` gives Pinocchio's, `..._from` takes Pinocchio's. Since
    the velocities are related by a constant matrix, v_pinocchio = T v, accelerations are converted like
    velocities, and forces so that power is the same: τ = Tᵀ τ_pinocchio. Where Pinocchio has given
    coordinates to mimic joints, T is tall: `v_from` reads the leading joints, and `tau_to` puts all force
    there.
    """

    def __init__(self, model: Model, pin_model: Any) -> None:
        plain: list[tuple[int, int]] = []
        angles: list[tuple[int, int]] = []  # that Pinocchio keeps as (cos, sin)
        velocities: list[tuple[int, int]] = []
        for body, pin_joint in _matched(model, pin_model):
            q, v = model.q_tree_slices[body], model.v_tree_slices[body]
            joint = model.bodies[body].joint
            count = _plain_coordinates(joint, pin_joint)
            plain += [(pin_joint.idx_q + k, q.start + k) for k in range(count)]
            if count < joint.kind.nq:
                angles.append((pin_joint.idx_q + count, q.start + count))
            order = _VELOCITY_ORDER.get(joint.kind.name, range(joint.kind.nv))
            velocities += [(pin_joint.idx_v + there, v.start + here) for here, there in enumerate(order)]
        self.model, self.nq, self.nv = model, int(pin_model.nq), int(pin_model.nv)
        self._map = CoordinateMap(model, self.nq, self.nv, plain, velocities)
        self._cosines, self._angles = index_columns(angles)

    # Configurations

    def q_to(self, q: ArrayLike) -> Array:
        """Pinocchio's configuration. (..., nq) → (..., pin.nq)."""
        tree = self.model.tree_configuration(configuration_argument(self.model, "q", q))
        result = np.zeros((*tree.shape[:-1], self.nq))
        result[..., self._map.q_there] = tree[..., self._map.q_tree]
        result[..., self._cosines] = np.cos(tree[..., self._angles])
        result[..., self._cosines + 1] = np.sin(tree[..., self._angles])
        return result

    def q_from(self, q: ArrayLike) -> Array:
        """psiphi's configuration from Pinocchio's. (..., pin.nq) → (..., nq)."""
        theirs = vector_argument("q", q, self.nq)
        tree = np.zeros((*theirs.shape[:-1], self.model.nq_tree))
        tree[..., self._map.q_tree] = theirs[..., self._map.q_there]
        tree[..., self._angles] = np.arctan2(theirs[..., self._cosines + 1], theirs[..., self._cosines])
        return tree[..., self._map.q_own]

    # Velocities, accelerations, forces

    def v_to(self, v: ArrayLike) -> Array:
        """Pinocchio's velocity, T v. (..., nv) → (..., pin.nv)."""
        return self._map.spread(vector_argument("v", v, self.model.nv))

    def v_from(self, v: ArrayLike) -> Array:
        """psiphi's velocity from Pinocchio's. (..., pin.nv) → (..., nv)."""
        return self._map.picked(vector_argument("v", v, self.nv))

    def a_to(self, a: ArrayLike) -> Array:
        """Pinocchio's acceleration: both are the derivative of v by components. (..., nv) → (..., pin.nv)."""
        return self.v_to(a)

    def a_from(self, a: ArrayLike) -> Array:
        """psiphi's acceleration from Pinocchio's. (..., pin.nv) → (..., nv)."""
        return self.v_from(a)

    def tau_to(self, tau: ArrayLike) -> Array:
        """Pinocchio's generalised force, zero on mimic joints. (..., nv) → (..., pin.nv)."""
        return self._map.placed(vector_argument("tau", tau, self.model.nv))

    def tau_from(self, tau: ArrayLike) -> Array:
        """psiphi's generalised force, Tᵀ τ. (..., pin.nv) → (..., nv)."""
        return self._map.gathered(vector_argument("tau", tau, self.nv))

    # Matrices

    def matrix_to(self, matrix: ArrayLike) -> Array:
        """A mass matrix, or another from velocities to forces. (..., nv, nv) → (..., pin.nv, pin.nv)."""
        matrix = matrix_argument("matrix", matrix, self.model.nv, self.model.nv)
        return self.tau_to(self.tau_to(matrix).swapaxes(-1, -2)).swapaxes(-1, -2)

    def matrix_from(self, matrix: ArrayLike) -> Array:
        """Tᵀ M T: such a matrix from Pinocchio's. (..., pin.nv, pin.nv) → (..., nv, nv)."""
        matrix = matrix_argument("matrix", matrix, self.nv, self.nv)
        return self.tau_from(self.tau_from(matrix).swapaxes(-1, -2)).swapaxes(-1, -2)

    def jacobian_to(self, jacobian: ArrayLike) -> Array:
        """A Jacobian with spatial rows for Pinocchio. (..., 6, nv) → (..., 6, pin.nv)."""
        return swapped_rows(self.tau_to(matrix_argument("jacobian", jacobian, 6, self.model.nv)))

    def jacobian_from(self, jacobian: ArrayLike) -> Array:
        """J T with [angular; linear] rows, from Pinocchio's. (..., 6, pin.nv) → (..., 6, nv)."""
        if self.nv == 1 and np.shape(jacobian) == (6,):  # as Pinocchio's Python hands over a single column
            jacobian = np.asarray(jacobian)[:, None]
        return swapped_rows(self.tau_from(matrix_argument("jacobian", jacobian, 6, self.nv)))

    # Spatial vectors

    def spatial_to(self, vector: ArrayLike) -> Array:
        """[angular; linear] → [linear; angular], motions and forces alike. (..., 6) → (..., 6)."""
        return swapped(vector)

    def spatial_from(self, vector: ArrayLike) -> Array:
        """[linear; angular] → [angular; linear]. (..., 6) → (..., 6)."""
        return swapped(vector)


def _matched(model: Model, pin_model: Any) -> list[tuple[int, Any]]:
    """Each body on a moving joint, with the joint of Pinocchio that has coordinates for it."""
    instance_argument("model", model, Model)
    if not hasattr(pin_model, "names"):
        raise ArgumentTypeError(f"pin_model: {type(pin_model).__name__} given; give a pinocchio.Model")
    names = list(pin_model.names)
    place = {name: index for index, name in enumerate(names) if index > 0}
    moving = {body.joint.name: k for k, body in enumerate(model.bodies) if body.joint.kind.nv > 0}
    # The joint that carries the whole robot has no name in a URDF file: psiphi says "root", Pinocchio
    # "root_joint".
    ours = [name for name, k in moving.items() if model.parents[k] < 0 and name not in place]
    theirs = [name for name, k in place.items() if pin_model.parents[k] == 0 and name not in moving]
    if len(ours) == 1 and len(theirs) == 1:
        place[ours[0]] = place.pop(theirs[0])
    missing, extra = (
        [name for name in moving if name not in place],
        [name for name in place if name not in moving],
    )
    if missing or extra:
        only = f"only psiphi has {missing[:5]}" if missing else f"only Pinocchio has {extra[:5]}"
        raise ModelError(
            f"the two models differ in their joints: {only}. Load both from one file, lock the same joints."
        )
    joints = [(k, pin_model.joints[place[name]]) for name, k in moving.items()]
    return [(k, joint) for k, joint in joints if joint.shortname() != "JointModelMimic"]


def _plain_coordinates(joint: Joint, pin_joint: Any) -> int:
    """How many coordinates are the same in both; an angle that Pinocchio keeps as (cos, sin) follows them."""
    kind, nq, nv, name = joint.kind, pin_joint.nq, pin_joint.nv, pin_joint.shortname()
    as_pair = kind.name == "planar" or (kind.name in ("revolute", "continuous", "helical") and nq == 2)
    plain = kind.nq - 1 if as_pair else kind.nq
    if nv != kind.nv or nq != (plain + 2 if as_pair else plain) or _PIN_NAME.get(kind.name, "") not in name:
        raise ModelError(
            f"joint {joint.name!r} is {kind.name} here and {name} there, with nq={nq} and nv={nv}. "
            "Use models with the same joint types."
        )
    return plain
