"""Laws for free flyers: the joints alone are driven, and the base follows as the momentum has it [RJ].

The base gets no forces, so that the momentum of the robot is kept whatever the law does. What the joints feel
are the equations in which the motion of the base is eliminated (dynamics/two_way.py); what they move a frame
by is the generalised Jacobian J_g = J_j − J_b𝓜_bb⁻¹𝓜_bj of Umetani and Yoshida.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra import A_0, B, H, H_dot, I, J, Pi_root, frame_vector, inv, phi, r_f, v
from psiphi.algebra.expression import Expr
from psiphi.control.frame_references import frame_reference
from psiphi.control.gains import frame_gain, joint_gain, on_tree, positive
from psiphi.control.joint_space import ComputedTorque, gained
from psiphi.control.law import Arrays, Numbers
from psiphi.control.operational_space import FrameLaw, OperationalSpace
from psiphi.control.singularities import Singular
from psiphi.dynamics.features import Features
from psiphi.dynamics.free_flying import BASE
from psiphi.dynamics.two_way import force_with_base_held, motion_of_base
from psiphi.errors import InputError
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.model.arguments import is_single
from psiphi.recursion.numbers.vectors import dot
from psiphi.robot import Robot
from psiphi.simulation.compiled_torque import CompiledTorque

Array = NDArray[Any]


class FreeFlyingComputedTorque(ComputedTorque):
    """Computed torque for the joints of a free flyer: ë + K_d ė + K_p e = 0 while the base follows.

    reference  q (..., nq), or a function of time that gives q, v and a; what it says of the base is left out
    gains      as those of `ComputedTorque`

    V = ½u*u + ½e*K_p e of the joints falls by u*K_d u. [RJ 28]
    """

    _undriven = BASE

    def _on_motors(self, gains: dict[str, Array]) -> dict[str, Array]:
        gains["joints"] = np.ones(gains["K_p"].shape[-1])
        return {name: _without_base(gain) for name, gain in gains.items()}

    def _written(self, robot: Features) -> Expr:
        pull = gained(robot, "K_d", "u") + gained(robot, "K_p", "e")
        wanted = robot.rates(gained(robot, "joints", "a_d") - pull)
        return _driven(robot, force_with_base_held(wanted), wanted)


class FreeFlyingOperationalSpace(OperationalSpace):
    """Operational space of a frame that floats: J_g in the place of J, and forces of the joints alone.

    frame      one on an arm is led while the base gives way; one on the base is held by what the arms do, and
               they move in its null space, without reaction on it
    posture    q (..., nq) that the joints are drawn to, as far as the frame does not mind
    others     as those of `OperationalSpace`

    V = ½u*u + ½e*K_p e falls by u*K_d u, where nothing is damped. (Umetani and Yoshida, IEEE Trans. Robotics
    and Automation 5, 1989; Nenchev, Umetani and Yoshida, same journal 8, 1992.)
    """

    _undriven = BASE

    def _posture_gain(self, robot: Robot, gain: Array) -> Array:
        return on_tree(robot, _without_base(joint_gain(robot, "posture_pole", gain)))

    def _compliance(self, robot: Features) -> Expr:
        """J_g M̄⁻¹J_g* = J𝓜⁻¹J*, in which the motion of the base has its part."""
        return J @ inv(robot.mass) @ J.T + B.T @ phi.T @ motion_of_base(phi @ B)

    def _written(self, robot: Features, x_0: Expr, exerts: bool) -> Expr:
        rates = robot.rates(x_0)
        held = force_with_base_held(rates)
        rest = B.T @ phi.T @ (H_dot.T @ v + H.T @ rates + motion_of_base(held))
        return _driven(robot, held + phi @ B @ self._pushed(robot, rest), rates)


class ResolvedMomentum(FrameLaw):
    """v = [base velocity, J_g⁺(w − k e)]: rates that lead a frame of a free flyer without any momentum.

    reference  as those of `OperationalSpace`
    rate       k, in 1/s, one number or (...): errors fall as e^(−kt)
    damped     c in J_g*(J_gJ_g* + cI)⁻¹ for J_g⁺; 0 for none

    law(t, q) gives velocities (..., nv), not forces: for joints with controllers of their own. V = ½e*e falls
    by k e*e. (Umetani and Yoshida, IEEE Trans. Robotics and Automation 5, 1989.)
    """

    def __init__(
        self, robot: Robot, frame: str, reference: Any, *, rate: ArrayLike, damped: float = 0.0
    ) -> None:
        k, damped = positive("rate", rate), Singular(damped).damped
        joints = (I - Pi_root) @ H.T
        moved = B.T @ phi.T @ (joints + motion_of_base(phi @ r_f @ joints))
        gram = moved @ moved.T + damped * I if damped else moved @ moved.T
        rates = moved.T @ inv(gram) @ A_0.T @ frame_vector("x")
        expression = rates + H @ motion_of_base(phi @ r_f @ H.T @ rates)
        gains = {"K_p": frame_gain("rate", np.multiply.outer(k, np.ones(6)))}
        gains = {name: x.reshape(*x.shape[:-2], 36) for name, x in gains.items()}
        super().__init__(robot, frame, expression, frame_reference(reference), gains)

    def __call__(self, t: float, q: ArrayLike, v: ArrayLike | None = None) -> Array:
        """The velocities at a time and in a configuration, (..., nv)."""
        return super().__call__(t, q, np.zeros(self.robot.nv, np.float32 if is_single(q) else float))

    def compiled_torque(self, robot: Robot) -> CompiledTorque:
        raise InputError("torque: this law gives velocities; FreeFlyingOperationalSpace gives forces.")

    def _frame_signals(
        self, arithmetic: GraphArithmetic, q: Numbers, rates: Numbers, x: Arrays, motion: tuple[Numbers, ...]
    ) -> dict[str, Numbers]:
        still = [0.0] * self.robot.nv
        found = self._followed.error(arithmetic, q, still, motion)
        pull = [dot(x["K_p"][6 * i : 6 * i + 6], found.error) for i in range(6)]
        wanted = [-u - y for u, y in zip(found.velocity, pull, strict=True)]  # u = −w where nothing moves
        return {"e": found.error, "x": wanted}


def _driven(robot: Features, force: Expr, rates: Expr) -> Expr:
    """Joint forces for forces across the joints as they were with the base held; none on the base."""
    joints = H @ (force + r_f @ phi.T @ motion_of_base(force))
    return robot.forces(joints + robot.reflected @ rates)


def _without_base(gain: Array) -> Array:
    found = gain.copy()
    found[..., :BASE] = 0.0
    return found
