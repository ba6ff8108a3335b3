"""Robots whose loops are joints: constraint embedding.

A loop makes the rates of some joints follow from those of others. Taken together, the joints of a loop are
one joint that moves several bodies, and the robot is a tree again: every quantity of `Robot` and every
operator expression has its meaning on the independent rates, and O(N) sweeps compute it
(recursion/bodies/joint_groups.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.compiled import filled
from psiphi.dynamics.loops import assembly
from psiphi.errors import ArgumentTypeError, ClosureError, InputError
from psiphi.model import Model
from psiphi.model.arguments import configuration_argument, names_argument, vector_argument
from psiphi.model.joints.rotors import with_rotors_as_bodies
from psiphi.recursion.bodies.joint_groups import Embedding
from psiphi.robot import Array, Robot

_RANK = 1e-9
"""Directions that the loops hold less than this, beside the one they hold most, are not held at all."""
_ROUNDING = 1e-13
"""Nor are those that loops hold by less than this, in metres and radians."""
_NEARLY_CLOSED = 1e-6
"""Errors of loops, in metres and radians, that a configuration to embed them at may have."""
_CLOSED, _ITERATIONS = 1e-12, 50


class EmbeddedRobot(Robot):
    """A robot that moves along its loops.

    q stays the configuration of all joints, and must close the loops (`Robot.assemble`); v, a, tau and joint
    vectors have one number for each independent degree of freedom. Where the dependent joints no longer
    follow from the independent ones, at a dead centre, results are NaN: choose others there. Mimic joints
    are part of the joints that lead them; rotors that other bodies carry are bodies of their own.
    """

    _tree_of: type[Robot] = Robot
    """What `tree` is made as."""

    def __init__(self, model: Model, q: ArrayLike, independent: Sequence[str] | None = None) -> None:
        if not model.loops and not model.merged().coordinates.followers:
            raise InputError(f"model {model.name!r} has no loops to embed: model.with_loop(...) closes one.")
        if any(body.joint.rotor.is_carried for body in model.bodies):
            model = with_rotors_as_bodies(model)
        super().__init__(model)
        self.tree = self._tree_of(model)
        """The same robot with rates for all its joints."""
        place = configuration_argument(model, "q", q)
        if place.shape != (model.nq,):
            raise InputError(f"q: expected one configuration, ({model.nq},), found {place.shape}.")
        self._check_closed(place)
        own = _chosen(model, self._jacobian(place), independent)
        self._embedding = Embedding(_in_the_tree(model, own), tuple(place.tolist()))
        self.independent: NDArray[np.intp] = np.array(own, dtype=np.intp)
        """The degrees of freedom of the tree that have rates of their own, in the order of v."""
        self._dependent = np.setdiff1d(np.arange(model.nv), self.independent)

    def __repr__(self) -> str:
        return f"<EmbeddedRobot {self.model.name!r}: nq={self.nq}, nv={self.nv}>"

    @property
    def embedding(self) -> Embedding:
        """What of the robot moves by itself."""
        assert self._embedding is not None
        return self._embedding

    @property
    def nv(self) -> int:
        """The number of independent degrees of freedom."""
        return len(self.independent)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints with rates of their own, in the order of v."""
        found = [name for name in self.model.joint_names if self._places(name)]
        return tuple(found)

    def v_slice(self, joint: str) -> slice:
        """Where the rates of a joint, or of the modes of a body, sit in v."""
        places, dofs = self._places(joint), self.model.v_slice(joint)
        if len(places) < dofs.stop - dofs.start:
            raise InputError(f"{joint!r} follows others; the joints with rates are {self.joint_names}.")
        return slice(places[0], places[-1] + 1)

    def _places(self, joint: str) -> list[int]:
        dofs = self.model.v_slice(joint)
        return [i for i, dof in enumerate(self.independent) if dofs.start <= dof < dofs.stop]

    def joint_velocity(self, q: ArrayLike, v: ArrayLike) -> Array:
        """S(q) v: the rates of all joints of the tree, (..., nv of the tree)."""
        rates = vector_argument("v", v, self.nv)
        jacobian = self._jacobian(q)
        pushed = (jacobian[..., self.independent] @ rates[..., None])[..., 0]
        batch = np.broadcast_shapes(jacobian.shape[:-2], rates.shape[:-1])
        found = np.empty((*batch, self.model.nv))
        found[..., self.independent] = rates
        found[..., self._dependent] = -(np.linalg.pinv(jacobian[..., self._dependent]) @ pushed[..., None])[
            ..., 0
        ]
        return found

    def independent_forces(self, q: ArrayLike, tau: ArrayLike) -> Array:
        """S(q)* τ: forces on the rates, (..., nv), from those on all joints, (..., nv of the tree)."""
        forces = vector_argument("tau", tau, self.model.nv)
        place = configuration_argument(self.model, "q", q)
        S = self.joint_velocity(place[..., None, :], np.eye(self.nv))
        return (S @ forces[..., None])[..., 0]

    def passive_forces(
        self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """S* times the passive forces of all joints, to be added to tau, (..., nv)."""
        found = self.tree.passive_forces(q, self.joint_velocity(q, v), threads=threads)
        return filled(out, self.independent_forces(q, found))

    def joint_forces(
        self, actuation: ArrayLike, q: ArrayLike, v: ArrayLike, *, out: Array | None = None
    ) -> Array:
        """S* times the joint forces of the actuators, (..., actuators) → (..., nv)."""
        found = self.tree.joint_forces(actuation, q, self.joint_velocity(q, v))
        return filled(out, self.independent_forces(q, found))

    def _jacobian(self, q: ArrayLike) -> Array:
        """J_c of the tree, (..., m, nv of the tree)."""
        if self.model.loops:
            return np.asarray(self.tree.constraint_jacobian(q))
        return np.zeros((*np.shape(q)[:-1], 0, self.model.nv))

    def integrate(
        self,
        q: ArrayLike,
        v: ArrayLike,
        dt: ArrayLike = 1.0,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """The closed configuration reached from q with constant rates v after dt, (..., nq).

        The independent joints move as `Model.integrate` says; the others follow.
        """
        duration = np.asarray(dt, dtype=float)[..., None]
        step = self.joint_velocity(q, v) * duration
        return filled(out, self.closed(self.tree.integrate(q, step)))

    def difference(
        self, q0: ArrayLike, q1: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """The rates that lead the independent joints from q0 to q1 in unit time, (..., nv)."""
        return filled(out, self.tree.difference(q0, q1, threads=threads)[..., self.independent])

    def interpolate(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        share: ArrayLike,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """The closed configuration near that at a share of the way from q0 to q1, (..., nq)."""
        return filled(out, self.closed(self.tree.interpolate(q0, q1, share, threads=threads)))

    def closed(self, q: Array) -> Array:
        """q with its dependent joints moved until the loops are closed, (..., nq)."""
        free = np.ones(self.model.nv, dtype=np.bool_)
        free[self.independent] = False
        rows = q.reshape(-1, self.model.nq)
        best, residual = assembly.closed(self.tree, self._jacobian, rows, _CLOSED, _ITERATIONS, free)
        left = np.abs(residual).max(axis=-1, initial=0.0)
        if np.any(left > _CLOSED):
            row = int(np.nanargmax(left))
            raise ClosureError(
                f"the loops of {self.model.name!r} do not close where row {row} leads: {left[row]:.3g} m or "
                "rad are left. Take shorter steps, or other independent joints.",
                best.reshape(q.shape),
                residual.reshape(*q.shape[:-1], self.model.loop_size),
            )
        return best.reshape(q.shape)

    def _check_closed(self, q: Array) -> None:
        left = float(np.abs(self.tree.loop_residual(q)).max(initial=0.0))
        if not left <= _NEARLY_CLOSED:
            raise InputError(
                f"q: the loops of {self.model.name!r} are open by {left:.3g} m or rad there; "
                "robot.assemble(q) closes them."
            )


def _in_the_tree(model: Model, own: Sequence[int]) -> tuple[int, ...]:
    """The degrees of freedom among those of all joints, mimics included."""
    merged = model.merged()
    mimics = {
        i
        for k in merged.coordinates.followers
        for i in range(*merged.v_tree_slices[k].indices(model.nv_tree))
    }
    place = {int(column): i for i, column in enumerate(merged.coordinates.v_columns) if i not in mimics}
    return tuple(place[dof] for dof in own)


def _chosen(model: Model, jacobian: Array, names: Sequence[str] | None) -> tuple[int, ...]:
    """The independent degrees of freedom: of the joints named, or those that the loops hold least."""
    values = np.linalg.svd(jacobian, compute_uv=False)
    rank = int((values > max(_RANK * values.max(initial=0.0), _ROUNDING)).sum())
    if names is None:
        return tuple(sorted(set(range(model.nv)) - set(_held_most(jacobian, rank))))
    if isinstance(names, str):
        raise ArgumentTypeError(f"independent: give a list of names, [{names!r}].")
    names = names_argument("independent", names)
    own = sorted(i for name in names for i in range(model.nv)[model.v_slice(name)])
    if len(own) != model.nv - rank or len(set(own)) < len(own):
        raise InputError(
            f"independent: {', '.join(names)} have {len(set(own))} degrees of freedom, and the loops leave "
            f"{model.nv - rank} of {model.nv}."
        )
    rest = np.setdiff1d(np.arange(model.nv), own)
    values = np.linalg.svd(jacobian[:, rest], compute_uv=False)
    if rank and not values.min() > _RANK * values.max():
        raise InputError(
            f"independent: the other joints do not follow from {', '.join(names)} at q; name others, or none."
        )
    return tuple(own)


def _held_most(jacobian: Array, rank: int) -> list[int]:
    """The columns that a QR decomposition with pivots takes first."""
    rest, found = np.array(jacobian), []
    for _ in range(rank):
        norms = np.linalg.norm(rest, axis=0)
        norms[found] = -1.0
        column = int(norms.argmax())
        found.append(column)
        unit = rest[:, column] / norms[column]
        rest = rest - np.outer(unit, unit @ rest)
    return found
