"""Robots some of whose joints move as prescribed: hybrid dynamics.

Of the joints p accelerations x are given and forces asked for, of the others the contrary. With H split in
rows the filter goes over the others alone, and H_p*x joins the bias a:

    a = (𝓜 + R)⁻¹(tau − 𝓜x − C) + x,    tau_p = (𝓜a + C)_p

with R so great for the joints p that their gains vanish in any arithmetic. No row of 𝓜 is formed: O(N).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.joint_space import has_forces, stacked_forces
from psiphi.dynamics.motion.acting_forces import Acting, acting_forces
from psiphi.dynamics.motion.feedback import Arrays, Feedback, Forces, Numbers
from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.request import Request
from psiphi.kernel.tracing import cheapest, inlined
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import minus, plus, times
from psiphi.robot import Robot
from psiphi.simulation.compiled_torque import CompiledTorque

Array = NDArray[np.float64]

HELD = 1e30
"""The inertia that stands for an infinite one: in sums with it nothing else is left, and float32 has it."""


class PrescribedRobot:
    """A robot whose `joints` have their accelerations given and their forces asked for.

    The name of a flexible body among them stands for its modes.
    `dofs` are their places in v, in the order of `joints`: (p,). `held` is R, by joints of the tree.
    """

    def __init__(self, robot: Robot, joints: Sequence[str]) -> None:
        joints = (joints,) if isinstance(joints, str) else tuple(joints)
        if not joints or len(set(joints)) < len(joints):
            raise InputError(f"joints: {list(joints)} given; name one joint or several, each once.")
        self.robot, self.joints = robot, joints
        rates = np.arange(robot.nv)
        flexible = {body.name for body in robot.model.bodies if body.modes is not None} - {*robot.joint_names}
        self.dofs = np.concatenate(
            [rates[robot.model.v_modes(name) if name in flexible else robot.v_slice(name)] for name in joints]
        )
        self.held = HELD * (np.abs(robot.model.coupling[:, self.dofs]).sum(axis=1) > 0.0)

    def __repr__(self) -> str:
        return f"<{self.robot.model.name!r} with {', '.join(self.joints)} prescribed>"

    def forward_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        prescribed: ArrayLike | None = None,
        external_forces: Mapping[str, ArrayLike] | None = None,
        *,
        threads: int = 1,
    ) -> tuple[Array, Array]:
        """Accelerations of all joints (..., nv), and the forces (..., p) of the prescribed ones; O(N).

        tau              (..., nv); those of the prescribed joints do not count
        prescribed       their accelerations (..., p); none keeps their velocities as they are
        external_forces  as for `robot.inverse_dynamics`
        """
        given, name, frames, pushes = self._given(prescribed), "hybrid_dynamics", (), ()
        if has_forces(external_forces):
            frames, forces = stacked_forces(external_forces)
            name, pushes = f"{name}_with_forces", (forces,)
        kernel = self.robot.kernel(name, frames)
        tau = np.array(tau)
        if tau.shape[-1:] == (self.robot.nv,):
            tau[..., self.dofs] = 0.0
        a = kernel(q, v, tau, given, *pushes, self.held.astype(given.dtype), threads=threads)
        a[..., self.dofs] = given[..., self.dofs]
        needed = self.robot.inverse_dynamics(q, v, a, external_forces, threads=threads)
        return a, needed[..., self.dofs]

    def torque(
        self,
        tau: ArrayLike | None = None,
        prescribed: ArrayLike | None = None,
        velocity: ArrayLike | None = None,
        rate: float = 0.0,
    ) -> PrescribedTorque:
        """Joint forces with those that the prescribed joints need, for `simulate` and `rollout`.

        tau         forces of the other joints, (..., nv); none if not given
        prescribed  accelerations of the prescribed joints, (..., p); none if not given
        velocity    what their velocities are drawn to, (..., p), at `rate` in 1/s: a servo

        Each is constant or as `simulate` takes torques. What springs, dampers, friction and modes of flexible
        bodies do in the motion is made up for.
        """
        if not np.isfinite(rate) or rate < 0.0:
            raise InputError(f"rate: {rate!r} given; give a number in 1/s, zero or greater.")
        forces = np.zeros(self.robot.nv) if tau is None else np.asarray(tau, dtype=float)
        arrays = {"tau": forces, "prescribed": self._given(prescribed), "wanted": self._given(velocity)}
        return PrescribedTorque(self, arrays, float(rate))

    def _given(self, numbers: ArrayLike | None) -> Array:
        """Numbers of the prescribed joints (..., p) among zeros, (..., nv)."""
        if numbers is None:
            return np.zeros(self.robot.nv)
        known = np.asarray(numbers)
        if known.shape[-1:] != self.dofs.shape:
            raise InputError(
                f"prescribed: {known.shape} given; {', '.join(self.joints)} have {len(self.dofs)} "
                f"degrees of freedom, so give (..., {len(self.dofs)})."
            )
        given = np.zeros((*known.shape[:-1], self.robot.nv), dtype=np.result_type(known, np.float32))
        given[..., self.dofs] = known
        return given


@frozen(eq=False)
class PrescribedTorque:
    """The joint forces of a robot some of whose joints move as prescribed, compiled into its motions."""

    prescribed: PrescribedRobot
    arrays: Mapping[str, Array]
    rate: float
    acting: Acting = field(default_factory=Acting)
    step: float = 0.0

    def amid(self, acting: Acting, step: float) -> PrescribedTorque:
        """The same where this acts in the motion, in steps of some length."""
        return replace(self, acting=acting, step=step if acting.limits else 0.0)

    def compiled_torque(self, robot: Robot) -> CompiledTorque:
        """For `simulate` and `rollout`."""
        if robot is not self.prescribed.robot:
            raise InputError("torque: is that of another robot; ask this one for robot.prescribed(...).")
        sizes = dict.fromkeys(self.arrays, robot.nv)
        requests = [robot.kernel(name).request for name in ("hybrid_dynamics", "inverse_dynamics")]
        key = repr(
            (
                "prescribed",
                self.prescribed.dofs.tolist(),
                self.rate,
                self.acting,
                self.step,
                *(x.key for x in requests),
            )
        )
        return CompiledTorque(Feedback(key, sizes, self._forces(*requests)), self.arrays)

    def _forces(self, hybrid: Request, inverse: Request) -> Forces:
        chosen, held = self.prescribed.dofs.tolist(), self.prescribed.held.tolist()
        model = self.prescribed.robot.model
        acts = replace(self.acting, effort=False).on(model)

        # Two requests, so that no rule makes a difference of great numbers of 𝓜(𝓜 + R)⁻¹.
        def forces(arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays) -> Numbers:
            given: list[Number] = [0.0] * len(v)
            for i in chosen:
                given[i] = plus(x["prescribed"][i], times(self.rate, minus(x["wanted"][i], v[i])))
            tau = [0.0 if i in chosen else force for i, force in enumerate(x["tau"])]
            still: list[Number] = [0.0] * len(v)
            passive = acting_forces(model, acts, still, q, v, arithmetic, h=self.step)
            acting = [
                0.0 if i in chosen else plus(x, y) for i, (x, y) in enumerate(zip(tau, passive, strict=True))
            ]
            arrays = {"q": q, "v": v, "tau": acting, "prescribed": given, "resistance": held}
            (a,) = inlined(hybrid, arithmetic, arrays, cheapest(hybrid))
            moved = [given[i] if i in chosen else a[i] for i in range(len(v))]
            (needed,) = inlined(inverse, arithmetic, {**arrays, "acceleration": moved}, cheapest(inverse))
            return [minus(needed[i], passive[i]) if i in chosen else tau[i] for i in range(len(v))]

        return forces
