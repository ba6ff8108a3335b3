"""Laws for the joints: computed torque, PD with gravity, passivity, Wen and Bayard's, diagonalised damping.

With the error e of the configuration, the reference's velocity v_d and acceleration a_d carried to it, and
the velocity error u = v − v_d (recursion/manifold/tracking.py); e is q − q_d where coordinates are plain
numbers, and a rotation vector where they are quaternions. Gains are diagonal, (..., nv).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra.expression import Expr
from psiphi.algebra.inputs import joint_operator
from psiphi.control.gains import axes_of_one_error, error_gain, joint_gain, on_tree, pole_or_both, positive
from psiphi.control.law import Arrays, Law, Numbers
from psiphi.control.rates import features_of, tracked
from psiphi.control.references import JointReference, joint_reference
from psiphi.dynamics.features import Features
from psiphi.errors import InputError, UnknownNameError
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.model.arguments import broadcast_batch
from psiphi.robot import Robot

Array = NDArray[Any]


class JointLaw(Law):
    """A law on the errors of the joints; gains are on the coordinates, (..., nv)."""

    def __init__(
        self, robot: Robot, expression: Expr, reference: JointReference, gains: dict[str, Array]
    ) -> None:
        self.joint_gains = gains
        given = {name: on_tree(robot, gain) for name, gain in gains.items()}
        super().__init__(robot, expression, self._tracked, given, reference)

    def _tracked(
        self, arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays, reference: tuple[Numbers, ...]
    ) -> dict[str, Numbers]:
        """e, ė, u, and the reference's motion carried to q."""
        q_d, v_d, a_d = reference
        found = tracked(self.robot, q, v, q_d, v_d, a_d, arithmetic)
        return {
            "e": found.error,
            "e_dot": found.error_rate,
            "u": less(v, found.velocity),
            "v_d": found.velocity,
            "a_d": found.acceleration,
        }

    def _quadratic(self, name: str, x: Array) -> Array:
        """x*K x."""
        return (self.joint_gains[name] * x * x).sum(axis=-1)

    def lyapunov(self, t: float | Array, q: Array, v: Array) -> Array:
        """½u*u + ½e*K_p e of the joints that are driven, (...)."""
        x = self.signals(t, q, v)
        return 0.5 * ((x["u"][..., self._undriven :] ** 2).sum(axis=-1) + self._quadratic("K_p", x["e"]))

    def lyapunov_rate(self, t: float | Array, q: Array, v: Array) -> Array:
        """−u*K_d u, (...)."""
        return -self._quadratic("K_d", self.signals(t, q, v)["u"])


class ComputedTorque(JointLaw):
    """τ = 𝓜(a_d − K_d u − K_p e) + C: errors that obey ë + K_d ė + K_p e = 0, joint by joint.

    reference           q (..., nq), or a function of time that gives q, v and a
    pole                −p, double, of each joint, in 1/s: K_p = p², K_d = 2p
    stiffness, damping  K_p in 1/s² and K_d in 1/s, in its place

    V = ½u*u + ½e*K_p e falls by u*K_d u. (Luh, Walker and Paul, IEEE Trans. Automatic Control 25, 1980.)
    """

    def __init__(
        self,
        robot: Robot,
        reference: Any,
        *,
        pole: ArrayLike | None = None,
        stiffness: ArrayLike | None = None,
        damping: ArrayLike | None = None,
    ) -> None:
        features, path = features_of(robot), joint_reference(robot, reference)
        gains = self._on_motors(spring_and_damper(robot, 1.0, pole, stiffness, damping))
        super().__init__(robot, self._written(features), path, gains)

    def _on_motors(self, gains: dict[str, Array]) -> dict[str, Array]:
        """The gains, without those of coordinates that have no motor."""
        return gains

    def _written(self, robot: Features) -> Expr:
        """The expression of the law."""
        wanted = robot.vector("a_d") - gained(robot, "K_d", "u") - gained(robot, "K_p", "e")
        return robot.inverse_dynamics(wanted)


class _EnergyLaw(JointLaw):
    """A law whose Lyapunov function is the kinetic energy of u and the energy of the springs K_p."""

    def lyapunov(self, t: float | Array, q: Array, v: Array) -> Array:
        """½u*𝓜u + ½e*K_p e, (...)."""
        x = self.signals(t, q, v)
        return self.robot.kinetic_energy(q, x["u"]) + 0.5 * self._quadratic("K_p", x["e"])


class PDGravity(_EnergyLaw):
    """τ = gravity − K_d v − K_p e: a configuration that is held from wherever the robot starts.

    reference           q (..., nq), at rest
    pole                as the joints would have, each by itself, in 1/s: gains are p² and 2p times the
                        diagonal of 𝓜 at the reference
    stiffness, damping  K_p in N m/rad or N/m, and K_d, in its place

    V = ½v*𝓜v + ½e*K_p e falls by v*K_d v. (Takegaki and Arimoto, J. Dynamic Systems 103, 1981.)
    """

    def __init__(
        self,
        robot: Robot,
        reference: ArrayLike,
        *,
        pole: ArrayLike | None = None,
        stiffness: ArrayLike | None = None,
        damping: ArrayLike | None = None,
    ) -> None:
        features, path = features_of(robot), joint_reference(robot, reference)
        if path.moving:
            raise InputError("reference: moves, and this law holds a place; WenBayard follows a motion.")
        gains = spring_and_damper(robot, own_inertia(robot, path), pole, stiffness, damping)
        pull = gained(features, "K_d", "u") + gained(features, "K_p", "e")
        super().__init__(robot, features.gravity - pull, path, gains)


class WenBayard(_EnergyLaw):
    """τ = 𝓜a_d + 𝓒(q, ·)v_d + gravity − K_d u − K_p e: PD laws whose feed-forward is the model's.

    compensation  which state the feed-forward is taken in:
                  "mixed"      𝓜(q), 𝓒(q, v)v_d: V falls by u*K_d u, from anywhere (PD+)
                  "velocity"   𝓜(q), 𝓒(q, v_d)v_d: V̇ = −u*K_d u − u*𝓒(q, u)v_d, near the reference
                  "reference"  all of it at q_d and v_d, known beforehand; near the reference, for large gains
    gains         as those of `PDGravity`

    V = ½u*𝓜u + ½e*K_p e. (Wen and Bayard, Int. J. Control 47, 1988; Paden and Panja, same volume.)
    """

    def __init__(
        self,
        robot: Robot,
        reference: Any,
        *,
        pole: ArrayLike | None = None,
        stiffness: ArrayLike | None = None,
        damping: ArrayLike | None = None,
        compensation: str = "mixed",
    ) -> None:
        if not isinstance(compensation, str) or compensation not in ("mixed", "velocity", "reference"):
            raise UnknownNameError(
                f"compensation: {compensation!r} is unknown; choose 'mixed', 'velocity' or 'reference'."
            )
        features, path = features_of(robot), joint_reference(robot, reference)
        gains = spring_and_damper(robot, own_inertia(robot, path), pole, stiffness, damping)
        wanted = features.vector("a_d")
        if compensation == "mixed":
            forward = features.passive_form(wanted, features.vector("v_d"))
        else:
            forward = features.inverse_dynamics(wanted)
        self.compensation = compensation
        self._options = (compensation,)
        pull = gained(features, "K_d", "u") + gained(features, "K_p", "e")
        super().__init__(robot, forward - pull, path, gains)

    def _tracked(
        self, arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays, reference: tuple[Numbers, ...]
    ) -> dict[str, Numbers]:
        found = super()._tracked(arithmetic, q, v, x, reference)
        if self.compensation == "velocity":
            return {**found, "v": found["v_d"]}
        if self.compensation == "reference":
            return {**found, **dict(zip(("q", "v", "a_d"), reference, strict=True))}
        return found

    def lyapunov_rate(self, t: float | Array, q: Array, v: Array) -> Array:
        """−u*K_d u, and what the feed-forward at another velocity adds, (...)."""
        if self.compensation == "reference":
            raise InputError("lyapunov_rate: of the feed-forward at the reference there is no formula here.")
        rate = super().lyapunov_rate(t, q, v)
        if self.compensation == "mixed":
            return rate
        x = self.signals(t, q, v)
        return rate - np.einsum("...i,...ij,...j", x["u"], self.robot.coriolis_matrix(q, x["u"]), x["v_d"])


class Passivity(JointLaw):
    """τ = 𝓜v̇_r + 𝓒(q, v)v_r + gravity − K s with v_r = v_d − Λe, s = v − v_r: Slotine and Li's law.

    pole     Λ, in 1/s: on s = 0 errors fall as e^(−Λt)
    damping  K, in N m s/rad or N s/m; None takes `pole` times the diagonal of 𝓜 where the reference begins

    V = ½s*𝓜s falls by s*K s. (Slotine and Li, Int. J. Robotics Research 6, 1987.)
    """

    def __init__(
        self, robot: Robot, reference: Any, *, pole: ArrayLike, damping: ArrayLike | None = None
    ) -> None:
        features, path = features_of(robot), joint_reference(robot, reference)
        rate = error_gain(robot, "pole", pole)
        if damping is None:
            inertia = own_inertia(robot, path)
            broadcast_batch(pole=rate, reference=inertia)
            damping = rate * inertia
        gains = {"Lambda": rate, "K_s": joint_gain(robot, "damping", damping)}
        v_r = features.vector("v_d") - gained(features, "Lambda", "e")
        a_r = features.vector("a_d") - gained(features, "Lambda", "e_dot")
        sliding = features.vector("u") + gained(features, "Lambda", "e")
        expression = features.passive_form(a_r, v_r) - gained(features, "K_s", sliding)
        super().__init__(robot, expression, path, gains)

    def sliding(self, t: float | Array, q: Array, v: Array) -> Array:
        """s = u + Λe, (..., nv)."""
        x = self.signals(t, q, v)
        return x["u"] + self.joint_gains["Lambda"] * x["e"]

    def lyapunov(self, t: float | Array, q: Array, v: Array) -> Array:
        """½s*𝓜s, (...)."""
        return self.robot.kinetic_energy(q, self.sliding(t, q, v))

    def lyapunov_rate(self, t: float | Array, q: Array, v: Array) -> Array:
        """−s*K s, (...)."""
        return -self._quadratic("K_s", self.sliding(t, q, v))


class DiagonalizedDamping(JointLaw):
    """τ = gravity − k𝓜v − K_p e: innovations ε = −kν in the diagonalised equations ν̇ + μ = ε [RJK 6].

    rate       k, in 1/s, one number or (...): each ν decays alike, whatever the inertias
    stiffness  K_p, in N m/rad or N/m; None leaves the springs out: the kinetic energy is then K₀e^(−2kt)
    reference  q (..., nq) that the springs pull to

    V = ½ν*ν + ½e*K_p e falls by kν*ν, since the Coriolis forces μ are normal to ν.
    """

    def __init__(
        self, robot: Robot, reference: ArrayLike, *, rate: ArrayLike, stiffness: ArrayLike | None = None
    ) -> None:
        features, path = features_of(robot), joint_reference(robot, reference)
        if path.moving:
            raise InputError("reference: moves, and this law holds a place; WenBayard follows a motion.")
        gains = {"k": joint_gain(robot, "rate", np.multiply.outer(positive("rate", rate), np.ones(robot.nv)))}
        slowed = features.forces(features.mass @ features.rates(gained(features, "k", "u")))
        expression = features.gravity - slowed
        if stiffness is not None:
            gains["K_p"] = error_gain(robot, "stiffness", stiffness)
            expression = expression - gained(features, "K_p", "e")
        super().__init__(robot, expression, path, gains)

    def lyapunov(self, t: float | Array, q: Array, v: Array) -> Array:
        """½ν*ν + ½e*K_p e, (...)."""
        energy = 0.5 * (self.robot.diagonalized_velocity(q, v) ** 2).sum(axis=-1)
        if "K_p" not in self.joint_gains:
            return energy
        return energy + 0.5 * self._quadratic("K_p", self.signals(t, q, v)["e"])

    def lyapunov_rate(self, t: float | Array, q: Array, v: Array) -> Array:
        """−kν*ν, (...)."""
        return -self.joint_gains["k"][..., 0] * (self.robot.diagonalized_velocity(q, v) ** 2).sum(axis=-1)


def less(x: Numbers, y: Numbers) -> list[Any]:
    """x − y."""
    return [a - b for a, b in zip(x, y, strict=True)]


def gained(robot: Features, gain: str, x: str | Expr) -> Expr:
    """A diagonal gain of the coordinates times a vector of them; mimic joints have no gain of their own."""
    vector = robot.vector(x) if isinstance(x, str) else x
    return robot.forces(joint_operator(gain, diagonal=True) @ robot.rates(vector))


def spring_and_damper(
    robot: Robot,
    inertia: float | Array,
    pole: ArrayLike | None,
    stiffness: ArrayLike | None,
    damping: ArrayLike | None,
) -> dict[str, Array]:
    """K_p and K_d as given, or p² and 2p times an inertia."""
    if pole is not None:
        pole = joint_gain(robot, "pole", pole)
        broadcast_batch(pole=pole, reference=np.atleast_1d(inertia))
    spring, damper = pole_or_both(pole, stiffness, damping, inertia)
    return {"K_p": error_gain(robot, *spring), "K_d": joint_gain(robot, *damper)}


def own_inertia(robot: Robot, reference: JointReference) -> Array:
    """The diagonal of 𝓜 where a reference begins, (..., nv): its mean along the axes of one error."""
    diagonal = np.diagonal(robot.mass_matrix(reference.start()), axis1=-2, axis2=-1).copy()
    for places in axes_of_one_error(robot):
        diagonal[..., places] = diagonal[..., places].mean(axis=-1, keepdims=True)
    return diagonal
