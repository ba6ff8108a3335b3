"""Linear quadratic regulators: the least quadratic cost with which a robot returns to an equilibrium.

Near q, at rest under tau, the motion is d/dt x = F x + G u with x = [q ⊖ q₀; v], on the tangent of the
manifold, and u the change of the forces. Of ∫ x*Q x + u*R u dt, or Σ x*Q x + u*R u over steps of dt, the
least is x*X x, by u = −K x [Kalman 1960].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.control import riccati
from psiphi.control.actuated import actuated
from psiphi.control.near_rest import Equilibrium, in_row, near_rest
from psiphi.control.weights import weight
from psiphi.dynamics.motion.feedback import Arrays, Feedback, Numbers
from psiphi.errors import InputError, UnknownNameError
from psiphi.frozen import frozen
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.model.arguments import (
    broadcast_batch,
    configuration_argument,
    positive_number,
    time_argument,
    vector_argument,
)
from psiphi.recursion.manifold.joints import difference, normalized
from psiphi.recursion.numbers.vectors import dot
from psiphi.simulation.compiled_torque import CompiledTorque

if TYPE_CHECKING:
    from psiphi.robot import Robot

Array = NDArray[Any]


@frozen(eq=False)
class Regulator:
    """u = −K x about an equilibrium: a law (t, q, v) → tau, and a torque of `rollout` and `simulate`.

    x has 2 nv numbers, or twice as many as the loops of the robot leave free.
    """

    robot: Robot
    q: Array
    """Where it leads, (..., nq)."""
    tau: Array
    """The forces there, (..., nv)."""
    joints: Array
    """The places in v of the m forces that it chooses."""
    free: Array
    """The places in v of the rates in x."""
    gain: Array
    """K, (..., m, 2 free)."""
    cost_to_go: Array
    """X, (..., 2 free, 2 free): x*X x is what is still to be paid from x on."""
    poles: Array
    """Eigenvalues of the motion under the law: of F − G K per second, or per step where dt was given."""

    def __call__(self, t: float, q: ArrayLike, v: ArrayLike) -> Array:
        """tau − K [q ⊖ q₀; v], (..., nv)."""
        time_argument(t)
        q, v = configuration_argument(self.robot.model, "q", q), vector_argument("v", v, self.tau.shape[-1])
        apart = np.asarray(self.robot.model.difference(self.q, q))[..., self.free]
        apart, rates = np.broadcast_arrays(apart, v[..., self.free])
        change = (self.gain @ np.concatenate([apart, rates], axis=-1)[..., None])[..., 0]
        tau = np.array(np.broadcast_to(self.tau, (*change.shape[:-1], self.tau.shape[-1])))
        tau[..., self.joints] -= change
        return tau

    def compiled_torque(self, robot: Robot) -> CompiledTorque:
        """The law as `robot.rollout` and `robot.simulate` compile it into steps."""
        if robot.nv != self.robot.nv or robot.model.key != self.robot.model.key:
            raise InputError(f"torque: the law is one for {self.robot.model.name!r}, not for this robot.")
        model, joints, free = robot.model, self.joints.tolist(), self.free.tolist()
        width = self.gain.shape[-1]

        def forces(arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays) -> Numbers:
            here = normalized(model, q, arithmetic)
            apart = difference(model, x["goal"], here, arithmetic)
            state = [y[i] for y in (apart, v) for i in free]
            tau = list(x["hold"])
            for row, place in enumerate(joints):
                tau[place] = tau[place] - dot(x["gain"][row * width : (row + 1) * width], state)
            return tau

        rows = self.gain.reshape(*self.gain.shape[:-2], -1)
        arrays = {"goal": self.q, "hold": self.tau, "gain": rows}
        sizes = {name: x.shape[-1] for name, x in arrays.items()}
        feedback = Feedback(repr(("regulator", model.key, joints, free)), sizes, forces)
        return CompiledTorque(feedback, arrays, timeless=True)


def lqr(
    robot: Robot,
    q: ArrayLike,
    tau: ArrayLike | None,
    Q: ArrayLike,
    R: ArrayLike,
    *,
    dt: float | None = None,
    method: str = "rk4",
    joints: Sequence[str] | None = None,
    independent: Sequence[str] | None = None,
    damping: bool = True,
    springs: bool = True,
) -> Regulator:
    """The linear quadratic regulator about the equilibrium q (..., nq), tau (..., nv).

    tau      None takes the least forces of the joints that hold the robot at q
    Q        of [q ⊖ q₀; v], (2 nv, 2 nv), its diagonal, or one number; positive semidefinite. Where the robot
             has loops, of the independent rates alone
    R        of the forces that the law chooses, (m, m), its diagonal, or one number; positive definite
    dt       None minimises an integral over time; a number a sum over steps of `simulate`, with the forces
             held for each, by `method`: "rk4" or "semi_implicit"
    joints   those whose forces the law chooses; None takes all but a free base
    independent
             of a robot with loops: the joints whose rates make x; None takes those that tell the others best
    damping, springs
             whether these forces of the joints, and of the tendons, act. Dry friction is not linear at rest,
             and no part of it

    Refused, with the reason, where q is no equilibrium, where no force of these joints reaches a mode that
    does not die away by itself, and where the cost does not see such a mode.
    """
    places = actuated(robot, joints)
    rest = near_rest(robot, q, tau, places, independent=independent, damping=damping, springs=springs)
    n, m = rest.F.shape[-1], rest.G.shape[-1]
    weights = weight("Q", Q, n, definite=False), weight("R", R, m, definite=True)
    Q, R = (np.diag(x) if x.ndim == 1 else x for x in weights)
    F, G = (rest.F, rest.G) if dt is None else _sampled(rest, positive_number("dt", dt), method)
    batch = broadcast_batch(q=F[..., 0], Q=Q[..., 0], R=R[..., 0])
    F, G, Q, R = (np.broadcast_to(x, (*batch, *x.shape[-2:])) for x in (F, G, Q, R))
    X = (riccati.continuous if dt is None else riccati.discrete)(F, G, Q, R)
    if dt is None:
        K = np.linalg.solve(R, G.swapaxes(-1, -2) @ X)
    else:
        GX = G.swapaxes(-1, -2) @ X
        K = np.linalg.solve(R + GX @ G, GX @ F)
    poles = _poles(robot, rest, F, G, Q, X, K, sampled=dt is not None)
    return Regulator(robot, rest.q, rest.tau, places, rest.free, K, X, poles)


def _sampled(rest: Equilibrium, h: float, method: str) -> tuple[Array, Array]:
    """One step of `simulate` near the equilibrium, where all stages of a method are at the same place."""
    F, G = h * rest.F, h * rest.G
    ones = np.eye(F.shape[-1])
    if method == "rk4":
        return (
            ones + F @ (ones + F @ (ones + F @ (ones + F / 4.0) / 3.0) / 2.0),
            (ones + F @ (ones + F @ (ones + F / 4.0) / 3.0) / 2.0) @ G,
        )
    if method != "semi_implicit":
        raise UnknownNameError(f"method: {method!r} is unknown; choose 'rk4' or 'semi_implicit'.")
    half = F.shape[-1] // 2
    after = ones.copy()  # v⁺ first, then q moves with it
    after[:half, half:] = h * ones[:half, :half]
    rates = np.concatenate([np.zeros_like(F[..., :half, :]), F[..., half:, :]], axis=-2)
    return after @ (ones + rates), after @ G


def _poles(
    robot: Robot, rest: Equilibrium, F: Array, G: Array, Q: Array, X: Array, K: Array, *, sampled: bool
) -> Array:
    """The poles under the law, once they are seen to be stable."""
    batch, n = F.shape[:-2], F.shape[-1]
    found = np.full((*batch, n), np.nan + 0.0j)
    for row in np.ndindex(batch):
        for what, mode in (
            ("no force that it chooses moves", riccati.lost_mode(F[row], G[row], sampled=sampled)),
            ("Q does not see", riccati.lost_mode(F[row].T, Q[row], sampled=sampled)),
        ):
            if mode is not None:
                raise InputError(_lost(robot, rest, what, mode, row, sampled))
        if np.isfinite(K[row]).all():
            found[row] = np.linalg.eigvals(F[row] - G[row] @ K[row])
        edge = np.abs(found[row]) < 1.0 if sampled else np.real(found[row]) < 0.0
        if not edge.all():
            raise InputError(
                f"lqr: no stable solution was found{in_row(row)}: the largest of |Q|, |R| and of the system "
                "differ by too many orders of magnitude for float64; scale them."
            )
    return found


def _lost(
    robot: Robot, rest: Equilibrium, what: str, mode: riccati.Mode, row: tuple[int, ...], sampled: bool
) -> str:
    n = len(rest.free)
    dof = int(rest.free[int(np.argmax(mode.vector[:n] + mode.vector[n:]))])
    joint = robot.model.coordinates.owner(dof)
    unit = "per step" if sampled else "1/s"
    eigenvalue = f"{mode.eigenvalue.real:.3g}{mode.eigenvalue.imag:+.3g}j"
    remedy = "name more joints" if "force" in what else "weigh it"
    return (
        f"lqr: {what} a mode that does not die away by itself{in_row(row)}: eigenvalue {eigenvalue} {unit}, "
        f"mostly of joint {joint!r}; {remedy}."
    )
