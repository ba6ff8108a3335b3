"""Laws for a frame: operational space with a posture in its null space, hybrid force and motion, impedance.

With the error e of the frame's pose, the error u of its velocity and the reference's acceleration ẇ, in the
axes of the world (frame_errors.py). Gains of the frame are one number, two for rotation and position,
(..., 6) on the axes of the world, or (..., 6, 6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra import A_0, A_dot, I, J, frame_operator, frame_vector, inv, v
from psiphi.algebra.expression import Expr
from psiphi.control.frame_errors import Followed, pulled
from psiphi.control.frame_references import FrameReference, frame_reference
from psiphi.control.gains import frame_gain, joint_gain, on_tree, pole_or_both, positive
from psiphi.control.joint_space import gained
from psiphi.control.law import Arrays, Law, Numbers
from psiphi.control.rates import features_of, tracked
from psiphi.control.singularities import UNBOUNDED, Singular
from psiphi.dynamics.features import Features
from psiphi.dynamics.references import acceleration
from psiphi.errors import InputError
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.tracing import inlined
from psiphi.model.arguments import configuration_argument, number_array, real_numbers
from psiphi.recursion.manifold.joints import normalized
from psiphi.recursion.numbers.vectors import dot, times
from psiphi.robot import Robot

Array = NDArray[Any]
Axes = tuple[bool, ...]
ALL: Axes = (True,) * 6


class FrameLaw(Law):
    """A law on the error of a frame, along some axes; its gains are K_p and K_d, (..., 36) each."""

    moved: Axes = ALL
    """The axes whose errors vanish."""

    def __init__(
        self,
        robot: Robot,
        frame: str,
        expression: Expr,
        reference: FrameReference,
        gains: dict[str, Array],
        axes: Axes = ALL,
    ) -> None:
        self.frame, self.axes = frame, axes
        self._options = (*self._options, axes)
        self._followed = Followed(robot, frame)
        super().__init__(robot, expression, self._frame_signals, gains, reference, [frame])

    def _frame_signals(
        self, arithmetic: GraphArithmetic, q: Numbers, rates: Numbers, x: Arrays, motion: tuple[Numbers, ...]
    ) -> dict[str, Numbers]:
        """e and u of the frame, and what its spring and damper pull with, along the axes."""
        found = self._followed.error(arithmetic, q, rates, motion)
        error, speed = (
            [times(float(on), y) for on, y in zip(self.axes, each, strict=True)]
            for each in (found.error, found.velocity)
        )
        return {
            "e": error,
            "u": speed,
            "w_dot": found.acceleration,
            "pull": pulled(x["K_p"], error, arithmetic),
            "brake": [dot(x["K_d"][6 * i : 6 * i + 6], speed) for i in range(6)],
            "rates": rates,
        }

    def _quadratic(self, name: str, x: Array) -> Array:
        """x*K x."""
        gain = self.gains[name]
        return np.einsum("...i,...ij,...j", x, gain.reshape(*gain.shape[:-1], 6, 6), x)

    def lyapunov(self, t: float | Array, q: Array, v: Array) -> Array:
        """½u*u + ½e*K_p e along the axes that are moved along, (...)."""
        x = self.signals(t, q, v)
        return 0.5 * (((x["u"] * self.moved) ** 2).sum(axis=-1) + self._quadratic("K_p", x["e"] * self.moved))

    def lyapunov_rate(self, t: float | Array, q: Array, v: Array) -> Array:
        """−u*K_d u along the axes that are moved along, (...)."""
        return -self._quadratic("K_d", self.signals(t, q, v)["u"] * self.moved)


class TaskLaw(FrameLaw):
    """τ = 𝓜x₀ + C + J*(Λ(ẍ − J̇v − Jx₀) + f) with joint accelerations x₀ that keep a posture.

    moved   the axes along which ẍ is what the law asks for, zero along the others
    """

    def __init__(
        self,
        robot: Robot,
        frame: str,
        reference: Any,
        gains: dict[str, Array],
        posture: ArrayLike | None,
        posture_pole: ArrayLike,
        singular: Singular = UNBOUNDED,
        axes: Axes = ALL,
        moved: Axes = ALL,
        force: Array | None = None,
    ) -> None:
        features, slow = features_of(robot), positive("posture_pole", posture_pole)
        self.axes, self.moved, self.singular = axes, moved, singular
        self._options = (moved, singular)
        given = {**gains, "k_d": self._posture_gain(robot, 2.0 * slow)}
        x_0 = -gained(features, "k_d", features.velocity)
        if posture is not None:
            given["k_p"] = self._posture_gain(robot, slow**2)
            given["posture"] = configuration_argument(robot.model, "posture", posture)
            x_0 = x_0 - gained(features, "k_p", "e_0")
        if force is not None:
            given["force"] = force
        if singular.spectral:
            world = A_0 @ self._compliance(features) @ A_0.T
            self._omega = robot.compile(world, [frame]).request
        expression = self._written(features, x_0, force is not None)
        super().__init__(robot, frame, expression, frame_reference(reference), given, axes)

    def _posture_gain(self, robot: Robot, gain: Array) -> Array:
        """A gain of the posture, on the joints of the tree."""
        return on_tree(robot, joint_gain(robot, "posture_pole", gain))

    def _compliance(self, robot: Features) -> Expr:
        """Ω = J𝓜⁻¹J*, in the axes of the frame."""
        jacobian = robot.rates_of(J)
        return jacobian @ robot.solve(jacobian.T)

    def _written(self, robot: Features, x_0: Expr, exerts: bool) -> Expr:
        """The expression of the law, for x₀ on the coordinates."""
        rest = acceleration(robot.rates(x_0), "local", flexible=robot.flexible)
        pushed = J.T @ self._pushed(robot, rest)
        if exerts:
            pushed = pushed + J.T @ A_0.T @ frame_vector("force")
        return robot.inverse_dynamics(x_0) + robot.forces(pushed)

    def _pushed(self, robot: Features, rest: Expr) -> Expr:
        """Λ(ẍ − J̇v − Jx₀) in the axes of the frame, for ẍ in those of the world.

        rest   J̇v + Jx₀ in the axes of the frame, as they turn with it
        """
        wanted = frame_vector("x") - A_dot @ J @ v
        if self.singular.spectral:
            return A_0.T @ frame_operator("Lambda") @ (wanted - A_0 @ rest)
        compliance, c = self._compliance(robot), self.singular.damped
        if all(self.axes):
            return inv(compliance + c * I if c else compliance) @ (A_0.T @ wanted - rest)
        chosen, others = frame_operator("T_x"), frame_operator("N_x")
        inertia = chosen @ inv(chosen @ A_0 @ compliance @ A_0.T @ chosen + others) @ chosen
        return A_0.T @ inertia @ (wanted - A_0 @ rest)

    def _frame_signals(
        self, arithmetic: GraphArithmetic, q: Numbers, rates: Numbers, x: Arrays, motion: tuple[Numbers, ...]
    ) -> dict[str, Numbers]:
        found = super()._frame_signals(arithmetic, q, rates, x, motion)
        asked = zip(self.moved, found["w_dot"], found["brake"], found["pull"], strict=True)
        found["x"] = [times(float(on), a - b - c) for on, a, b, c in asked]
        if "posture" in x:
            at, rest = normalized(self.robot.model, x["posture"], arithmetic), [0.0] * self.robot.nv
            found["e_0"] = tracked(self.robot, q, rates, at, rest, rest, arithmetic).error
        if self.singular.spectral:
            (omega,) = inlined(self._omega, arithmetic, {"q": q, "v": rates})
            found["Lambda"] = self.singular.bounded_inverse(omega, self.axes, arithmetic)
        elif not all(self.axes):
            found["T_x"] = _diagonal([float(on) for on in self.axes])
            found["N_x"] = _diagonal([self.singular.damped if on else 1.0 for on in self.axes])
        return found


class OperationalSpace(TaskLaw):
    """τ = 𝓜x₀ + C + J*Λ(ẍ − J̇v − Jx₀), ẍ = ẇ − K_d u − K_p e: a frame that moves as it is told.

    reference           (rotation, position) to hold, `PoseToPose`, or a function of time that gives rotation,
                        position, velocity [ω; ṗ] and acceleration
    pole                −p, double, of the frame, in 1/s: K_p = p², K_d = 2p
    stiffness, damping  K_p in 1/s² and K_d in 1/s, in its place
    posture             q (..., nq) that the joints are drawn to, x₀ = −2p₀v − p₀²e₀, as far as the frame does
                        not mind; None brakes them alone
    posture_pole        p₀, in 1/s
    damped              c in (J𝓜⁻¹J* + cI)⁻¹ for Λ, in 1/kg and 1/(kg m²): forces stay bounded where the frame
                        cannot move as it should, and it lags a little elsewhere; 0 for none
    spectral            in its place, λ₀ in the same units: in Λ eigenvalues λ of J𝓜⁻¹J* below λ₀ count
                        λ/λ₀² and not 1/λ, so that the frame lags along these directions alone
    axes                which of the six axes of the world, angular first, are controlled; all of them, or
                        "position"

    V = ½u*u + ½e*K_p e falls by u*K_d u, where nothing is damped. (Khatib, IEEE J. Robotics and Automation 3,
    1987; RJK 5.2.)
    """

    def __init__(
        self,
        robot: Robot,
        frame: str,
        reference: Any,
        *,
        pole: ArrayLike | None = None,
        stiffness: ArrayLike | None = None,
        damping: ArrayLike | None = None,
        posture: ArrayLike | None = None,
        posture_pole: ArrayLike = 2.0,
        damped: float = 0.0,
        spectral: float = 0.0,
        axes: str | Sequence[bool] | None = None,
    ) -> None:
        gains = frame_gains(pole, stiffness, damping)
        singular = Singular(damped, spectral)
        super().__init__(
            robot, frame, reference, gains, posture, posture_pole, singular, chosen("axes", axes)
        )


class HybridForce(TaskLaw):
    """Operational space along some axes of the world, and a force along the others.

    τ = 𝓜x₀ + C + J*(Λ(Pẍ − J̇v − Jx₀) + f): what is in touch along the axes that P leaves out does not
    accelerate there, and feels the force f.

    force    f, (..., 6) [moment; force] that the robot exerts at the frame, in the axes of the world; zero
             along the axes of motion
    motion   which of the six axes of the world, angular first, are moved along; the others are those of f
    others   as those of `OperationalSpace`

    V is that of the axes of motion. (Raibert and Craig, J. Dynamic Systems 103, 1981; Khatib 1987.)
    """

    def __init__(
        self,
        robot: Robot,
        frame: str,
        reference: Any,
        *,
        force: ArrayLike,
        motion: Sequence[bool],
        pole: ArrayLike | None = None,
        stiffness: ArrayLike | None = None,
        damping: ArrayLike | None = None,
        posture: ArrayLike | None = None,
        posture_pole: ArrayLike = 2.0,
    ) -> None:
        moved, exerted = chosen("motion", motion), number_array("force", force)
        if exerted.shape[-1:] != (6,) or not np.isfinite(exerted).all():
            raise InputError(f"force: has shape {exerted.shape}; give (..., 6) finite numbers.")
        if np.any(exerted * moved):
            raise InputError("force: is not zero along the axes of motion; leave it out there.")
        gains = frame_gains(pole, stiffness, damping)
        super().__init__(robot, frame, reference, gains, posture, posture_pole, moved=moved, force=exerted)


class Impedance(FrameLaw):
    """τ = gravity − J*(K_d u + K_p e) − k𝓜v: a frame that gives way like a spring with a damper.

    stiffness  K_p in N m/rad and N/m: a force f moves the frame by K_p⁻¹f
    damping    K_d in N m s/rad and N s/m
    rate       k, in 1/s, of the joints' own motion, as in `DiagonalizedDamping`

    With a reference at rest V = ½v*𝓜v + ½e*K_p e falls by u*K_d u + kv*𝓜v, and by what the robot does on its
    surroundings: it is passive, whatever it touches. (Hogan, J. Dynamic Systems 107, 1985.)
    """

    def __init__(
        self,
        robot: Robot,
        frame: str,
        reference: Any,
        *,
        stiffness: ArrayLike,
        damping: ArrayLike,
        rate: ArrayLike = 1.0,
    ) -> None:
        features = features_of(robot)
        gains = frame_gains(None, stiffness, damping)
        self.rate = positive("rate", rate)
        gains["k"] = on_tree(robot, np.multiply.outer(self.rate, np.ones(robot.nv)))
        slowed = features.forces(features.mass @ features.rates(gained(features, "k", features.velocity)))
        held = features.forces(J.T @ A_0.T @ (frame_vector("brake") + frame_vector("pull")))
        super().__init__(robot, frame, features.gravity - held - slowed, frame_reference(reference), gains)

    def lyapunov(self, t: float | Array, q: Array, v: Array) -> Array:
        """½v*𝓜v + ½e*K_p e, (...)."""
        return self.robot.kinetic_energy(q, v) + 0.5 * self._quadratic("K_p", self.signals(t, q, v)["e"])

    def lyapunov_rate(self, t: float | Array, q: Array, v: Array) -> Array:
        """−u*K_d u − kv*𝓜v, (...)."""
        u = self.signals(t, q, v)["u"]
        return -self._quadratic("K_d", u) - 2.0 * self.rate * self.robot.kinetic_energy(q, v)


def frame_gains(
    pole: ArrayLike | None, stiffness: ArrayLike | None, damping: ArrayLike | None
) -> dict[str, Array]:
    """K_p and K_d as given, or for double poles, (..., 36) each."""
    spring, damper = pole_or_both(pole, stiffness, damping)
    found = {"K_p": frame_gain(*spring), "K_d": frame_gain(*damper)}
    return {name: gain.reshape(*gain.shape[:-2], 36) for name, gain in found.items()}


def chosen(name: str, axes: str | Sequence[bool] | None) -> Axes:
    """Six axes, angular first, of which at least one is chosen."""
    if axes is None:
        return ALL
    if isinstance(axes, str) and axes == "position":
        return False, False, False, True, True, True
    given = real_numbers(axes)
    found = tuple(given.astype(bool).tolist()) if given is not None and given.ndim == 1 else ()
    if len(found) != 6 or not any(found):
        raise InputError(f"{name}: {axes!r} given; give six booleans, angular axes first, or 'position'.")
    return found


def _diagonal(numbers: Sequence[float]) -> list[float]:
    return [numbers[i] if i == j else 0.0 for i in range(len(numbers)) for j in range(len(numbers))]
