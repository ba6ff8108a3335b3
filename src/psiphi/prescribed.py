"""Robots some of whose joints move as prescribed: hybrid dynamics.

Of the joints p accelerations x are given and forces asked for, of the others the contrary. H is split in
rows: the filter goes over the others alone, Π_f H, and H*Π_p x joins the bias accelerations a,

    a = Π_f (Π_f 𝓜 Π_f + Π_p)⁻¹ Π_f (tau − 𝓜Π_p x − C) + Π_p x,    tau_p = (𝓜a + C − J_c*f)_p

where loops have forces f that keep them closed. No row of 𝓜 is formed: O(N).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.joint_space import has_forces, stacked_forces
from psiphi.dynamics.motion.acting_forces import Acting, acting_forces
from psiphi.dynamics.motion.closed_loops import Following
from psiphi.dynamics.motion.feedback import Arrays, Feedback, Forces, Numbers
from psiphi.embedded import EmbeddedRobot
from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.request import Request
from psiphi.kernel.tracing import inlined
from psiphi.model.arguments import names_argument
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import minus, plus, times
from psiphi.robot import Robot
from psiphi.simulation.compiled_torque import CompiledTorque

Array = NDArray[np.float64]

_OPEN = 1e-6
"""What prescribed accelerations may leave loops open by, as part of what these ask for."""


class PrescribedRobot:
    """A robot whose `joints` have their accelerations given and their forces asked for.

    The name of a flexible body among them stands for its modes.
    `dofs` are their places in v, in the order of `joints`: (p,).
    """

    def __init__(self, robot: Robot, joints: Sequence[str]) -> None:
        joints = names_argument("joints", joints)
        if not joints or len(set(joints)) < len(joints):
            raise InputError(f"joints: {list(joints)} given; name one joint or several, each once.")
        self.robot, self.joints = robot, joints
        rates = np.arange(robot.nv)
        self.dofs = np.concatenate([rates[robot.v_slice(name)] for name in joints])
        self.loops = bool(robot.model.loops) and not isinstance(robot, EmbeddedRobot)
        """Whether loops hold on with forces; those of an embedded robot are joints."""

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
        given, frames, pushes, closing = self._given(prescribed), (), (), ()
        if has_forces(external_forces):
            frames, forces = stacked_forces(external_forces)
            pushes = (forces,)
        if self.loops:
            closing = (np.zeros(self.robot.model.loop_size, dtype=given.dtype),)
        kernel = self.kernel(frames)
        found = kernel(q, v, tau, *closing, *pushes, given, threads=threads)
        a = found[0] if self.loops else found
        a[..., self.dofs] = given[..., self.dofs]
        needed = self.robot.inverse_dynamics(q, v, a, external_forces, threads=threads)
        if self.loops:
            _, force, asked, left = found
            if (np.abs(left).max(axis=-1, initial=0.0) > _OPEN * (1.0 + np.abs(asked).max(axis=-1))).any():
                raise InputError(
                    f"prescribed: {', '.join(self.joints)} cannot move so with the loops of "
                    f"{self.robot.model.name!r} closed; prescribe fewer joints."
                )
            needed = needed - self.robot.kernel("constraint_joint_forces").call(q, force)
        return a, needed[..., self.dofs]

    def kernel(self, frames: Sequence[str] = ()) -> Kernel:
        """The accelerations of all joints, compiled: (q, v, tau, …, prescribed (..., nv)).

        Its `derivation` shows how H is split, and `jacobian` gives derivatives. With loops it takes what
        these are drawn together with before the forces at frames, and gives their forces too.
        """
        name = "constrained_least_forces" if self.loops else "forward_dynamics"
        return self.robot.kernel(
            f"{name}_with_forces" if frames else name, frames, prescribed=self.dofs.tolist()
        )

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
        names = ["inverse_dynamics", *["constraint_joint_forces"] * self.prescribed.loops]
        requests = [self.prescribed.kernel().request, *(robot.kernel(name).request for name in names)]
        held = tuple(self.prescribed.dofs.tolist())
        own = ("prescribed", held, self.rate, self.acting, self.step, *(x.key for x in requests))
        feedback = Feedback(repr(own), sizes, self._forces(*requests), prescribed=held, driving=self._driving)
        return CompiledTorque(feedback, self.arrays)

    def _driving(self, v: Numbers, x: Arrays) -> tuple[Numbers, Numbers]:
        """Forces of the joints that are not prescribed, and accelerations of those that are, (nv) each."""
        chosen = self.prescribed.dofs.tolist()
        given: list[Number] = [0.0] * len(v)
        for i in chosen:
            given[i] = plus(x["prescribed"][i], times(self.rate, minus(x["wanted"][i], v[i])))
        return [0.0 if i in chosen else force for i, force in enumerate(x["tau"])], given

    def _forces(self, hybrid: Request, inverse: Request, *equations: Request) -> Forces:
        """All joint forces, with those that the prescribed joints need for what acts on them besides."""
        chosen, robot = self.prescribed.dofs.tolist(), self.prescribed.robot
        model, acts = robot.model, replace(self.acting, effort=False).on(robot.model)
        following = Following(robot.embedding) if isinstance(robot, EmbeddedRobot) else None

        def forces(arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays) -> Numbers:
            tau, given = self._driving(v, x)
            rates = v if following is None else following.rates(model, arithmetic, q, v)
            passive: Numbers = acting_forces(model, acts, [0.0] * model.nv, q, rates, arithmetic, h=self.step)
            if following is not None:
                passive = following.forces(model, arithmetic, q, passive)
            acting = list(map(plus, tau, passive))
            arrays: dict[str, Numbers] = {"q": q, "v": v, "tau": acting, "prescribed": given}
            if self.prescribed.loops:
                arrays["stabilisation"] = [0.0] * model.loop_size
            a, *loops = inlined(hybrid, arithmetic, arrays)
            arrays["acceleration"] = a
            (needed,) = inlined(inverse, arithmetic, arrays)
            for request in equations:
                held, *_ = inlined(request, arithmetic, {**arrays, "loop_forces": loops[0]})
                needed = list(map(minus, needed, held))
            return [minus(needed[i], passive[i]) if i in chosen else tau[i] for i in range(len(v))]

        return forces
