"""Joint forces that move a closed chain as wanted, with some of its joints actuated [RJK 6].

    τ = 𝓜a + C − J_c*f,    τ = 0 at the joints without a motor

Motors and loops share the load. What the joints without motors ask of the loops, J_c*f there, leaves forces f
free that move nothing: internal forces, such as the squeeze with which arms hold an object. They are chosen
so that the motors have least to do, or given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.compiled import Array
from psiphi.dynamics.joint_space import has_forces, stacked_forces
from psiphi.dynamics.loops.closed_chains import ClosedChains
from psiphi.dynamics.loops.idle_spins import idle_spins, spinning_joints
from psiphi.dynamics.loops.least_forces import applied, loop_forces
from psiphi.errors import ArgumentTypeError, ConstraintError, InputError
from psiphi.model import Model
from psiphi.model.arguments import vector_argument
from psiphi.model.names import unknown_name

OPENING = 1e-6
"""With what acceleration `a` may open loops, in m/s² and rad/s² or relative to the terms of J_c a + J̇_c v."""

UNBALANCED = 1e-8
"""What may be left over at joints without motors, relative to all joint forces, before that is an error.

Where what is given is in single precision, it is the square root of that.
"""


class ActuatedForces(NamedTuple):
    """Joint forces, (..., nv), zero where no motor is, and forces of the loops, (..., m)."""

    torque: Array
    force: Array


class Actuation(ClosedChains):
    """Inverse dynamics of robots with loops."""

    def constrained_inverse_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        actuated: Sequence[str],
        external_forces: Mapping[str, ArrayLike] | None = None,
        *,
        internal_force: ArrayLike | None = None,
        shares: Mapping[str, float] | None = None,
        stabilisation: ArrayLike | None = None,
    ) -> ActuatedForces:
        """Forces of the actuated joints, the least that give the accelerations a; O(N) + O(nv³).

        actuated        names of the joints with motors; all others get no force
        internal_force  (..., m): forces of the loops instead of least joint forces. What of them moves no
                        joint without a motor is added to the least forces that carry the load: the squeeze
                        of a grasp
        shares          how the loops, by name, share the load: f minimises Σ|f_loop|²/share. Loops not named
                        have share 1; implies internal_force = 0 where that is not given
        stabilisation   γ, (..., m), as for `constrained_forward_dynamics`; zero if not given

        The accelerations must hold the loops, J_c a + J̇_c v = γ: where one opens with more than 1e-6, in m/s²
        and rad/s² or relative to the terms that cancel, ConstraintError names it, the row and the residual
        (`project_acceleration` gives the nearest that hold). Loops that are open in q or v stay so, and are
        no error. Joints without motors that the loops cannot move as wanted raise ConstraintError, but for
        rods that spin about their own axes: what their spins ask for is left to what holds them
        (`idle_spins`).
        """
        driven = self._driven(actuated)
        # ranks are told in double precision, also of what is given in single
        given = (q, v, a)
        single = all(isinstance(x, np.ndarray) and x.dtype == np.float32 for x in given)
        q, v, a = (vector_argument(n, x, s) for n, x, s in zip("qva", given, self._sizes, strict=True))
        if has_forces(external_forces):
            frames, stack = stacked_forces(external_forces)
            open_forces = self._of_frames("inverse_dynamics_with_forces", frames)(q, v, a, stack)
        else:
            open_forces = self._of_frames("inverse_dynamics", ())(q, v, a)
        jacobian = self.constraint_jacobian(q)
        self._check_accelerations(jacobian, self.constraint_bias(q, v), a, stabilisation)
        squeeze = np.zeros(self.model.loop_size) if internal_force is None else np.asarray(internal_force)
        if squeeze.shape[-1:] != (self.model.loop_size,):
            raise InputError(
                f"internal_force: expected shape (..., {self.model.loop_size}), found {squeeze.shape}."
            )
        batch = np.broadcast_shapes(open_forces.shape[:-1], jacobian.shape[:-2], squeeze.shape[:-1])
        asked = np.broadcast_to(open_forces, (*batch, self.model.nv)).astype(np.float64)
        grip = np.broadcast_to(np.swapaxes(jacobian, -1, -2), (*batch, self.model.nv, self.model.loop_size))
        squeeze = np.broadcast_to(squeeze, (*batch, self.model.loop_size))
        finite: NDArray[np.bool_] = np.asarray(
            np.isfinite(asked).all(-1) & np.isfinite(grip).all((-2, -1)) & np.isfinite(squeeze).all(-1)
        )
        force = np.full((*batch, self.model.loop_size), np.nan)
        least_torque = internal_force is None and shares is None
        force[finite] = loop_forces(
            asked[finite],
            grip[finite],
            driven,
            None if least_torque else squeeze[finite],
            shares_of_equations(self.model, shares),
        )
        torque = asked - applied(grip, force)
        slack = UNBALANCED**0.5 if single else UNBALANCED
        where = np.broadcast_to(q, (*batch, self.model.nq))
        left = self._without_spins(where, torque, np.swapaxes(grip, -1, -2), asked, driven, slack)
        self._check_balance(left[..., ~driven], asked, driven, slack)
        torque[..., ~driven] = np.where(finite[..., None], 0.0, np.nan)
        precision: Any = np.float32 if single else np.float64
        return ActuatedForces(torque.astype(precision, copy=False), force.astype(precision, copy=False))

    def idle_spins(self, q: ArrayLike, actuated: Sequence[str] = ()) -> list[str]:
        """The joints that turn where rods spin about their own axes at q, (nq,), with no loop to stop them.

        Such motions move no centre of mass, and none of the actuated joints.
        """
        place = vector_argument("q", q, self.model.nq)
        if place.ndim != 1:
            raise InputError(f"q: expected one configuration, ({self.model.nq},), found {place.shape}.")
        momenta, jacobian = self._calls["body_momenta"](place), self.constraint_jacobian(place)
        spins = idle_spins(self.model, momenta, jacobian, self._driven(actuated))
        return spinning_joints(self.model, spins)

    def _without_spins(
        self,
        q: Array,
        torque: Array,
        jacobian: Array,
        asked: Array,
        driven: NDArray[np.bool_],
        slack: float,
    ) -> Array:
        """The joint forces without those that idle spins ask for, in rows that are not balanced with them."""
        size = slack * np.abs(asked).max(axis=-1, initial=0.0)
        unbalanced = np.abs(torque[..., ~driven]).max(axis=-1, initial=0.0) > size
        left = np.array(torque)
        momenta = self._calls["body_momenta"](q) if unbalanced.any() else q
        for row in map(tuple, np.argwhere(unbalanced).tolist()):
            spins = idle_spins(self.model, momenta[row], jacobian[row], driven)
            left[row] -= spins @ (spins.T @ torque[row])
        return left

    @property
    def _sizes(self) -> tuple[int, int, int]:
        return self.model.nq, self.model.nv, self.model.nv

    def _driven(self, actuated: Sequence[str]) -> NDArray[np.bool_]:
        """Which coordinates have motors."""
        if isinstance(actuated, str):
            raise ArgumentTypeError(f"actuated: give a sequence of names, such as [{actuated!r}].")
        driven = np.zeros(self.model.nv, bool)
        for name in actuated:
            if name not in self.model.joint_names:
                raise InputError(f"actuated: {unknown_name('joint', name, self.model.joint_names)}")
            driven[self.model.v_slice(name)] = True
        return driven

    def _check_accelerations(
        self, jacobian: Array, bias: Array, a: Array, stabilisation: ArrayLike | None
    ) -> None:
        gamma = np.zeros(self.model.loop_size) if stabilisation is None else np.asarray(stabilisation, float)
        if gamma.shape[-1:] != (self.model.loop_size,):
            raise InputError(
                f"stabilisation: expected shape (..., {self.model.loop_size}), found {gamma.shape}."
            )
        residual: Array = applied(jacobian, a) + bias - gamma
        terms = applied(np.abs(jacobian), np.abs(a)) + np.abs(bias) + np.abs(gamma)
        excess = np.abs(residual) / np.maximum(1.0, terms)
        if not (excess > OPENING).any():
            return
        worst = np.unravel_index(np.nanargmax(excess), excess.shape)
        place = tuple(map(int, worst[:-1]))
        loop = next(name for name, where in self.model.loop_slices.items() if worst[-1] < where.stop)
        raise ConstraintError(
            f"a{f', row {place}' if place else ''}: opens loop {loop!r} with {residual[worst]:.3g} m/s² or "
            "rad/s². robot.project_acceleration(q, v, a) gives the nearest accelerations that hold the "
            "loops; `stabilisation` is for loops that shall open or close.",
            residual,
        )

    def _check_balance(self, left: Array, asked: Array, driven: NDArray[np.bool_], slack: float) -> None:
        size = np.maximum(np.abs(asked).max(axis=-1, initial=0.0), 1e-300)
        residual = np.abs(left).max(axis=-1, initial=0.0) / size
        if not (residual > slack).any():
            return
        worst = np.unravel_index(np.nanargmax(residual), residual.shape)
        loose = np.flatnonzero(~driven)[np.abs(left[worst]).argmax()]
        names = [
            name for name in self.model.joint_names if loose in range(*_bounds(self.model.v_slice(name)))
        ]
        raise ConstraintError(
            f"actuated: joint {names[0]!r} has no motor, and no forces of the loops move it as wanted "
            f"({residual[worst]:.1%} of the joint forces are left over). Give it a motor, or accelerations "
            "that the motors can bring about.",
            residual,
        )


def shares_of_equations(model: Model, shares: Mapping[str, float] | None) -> Array:
    """The share of each equation of the loops, (m,), from those of loops by name; 1 where none is given."""
    found = np.ones(model.loop_size)
    for name, share in (shares or {}).items():
        if name not in model.loop_slices:
            raise InputError(f"shares: {unknown_name('loop', name, model.loop_slices)}")
        if not share > 0.0:
            raise InputError(f"shares[{name!r}]: {share} is no share; give a positive number.")
        found[model.loop_slices[name]] = share
    return found


def _bounds(place: slice) -> tuple[int, int]:
    return place.start, place.stop
