"""What of a robot decides how its equations are written.

Three features change an expression: rotors behind gears add R to the mass operator [R87 57], those that
bodies carry also HφΓ + Γ*φ*H* [RJK 6], and mimic joints put the coupling S between the independent
coordinates and the joints of the tree. Motions of frames are told in one of three references (references.py).
"""

from __future__ import annotations

from dataclasses import dataclass

from psiphi.algebra import (
    Gamma,
    Gamma_dot,
    H,
    J,
    M,
    R,
    a,
    b,
    inv,
    joint_vector,
    mass,
    phi,
    v,
)
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.families import Riccati
from psiphi.algebra.operators import (
    base_family,
    carried_family,
    coordinate_vector,
    coupling,
    geared_family,
)
from psiphi.dynamics.compiled import DEFAULT_REFERENCE
from psiphi.dynamics.references import seen
from psiphi.errors import InputError
from psiphi.model import Model


@dataclass(frozen=True)
class Features:
    """What of a robot, and of the reference for its frames, decides how its equations are written."""

    rotors: bool
    coupled: bool
    reference: str = DEFAULT_REFERENCE
    loops_between_frames: bool = True
    loops_between_joints: bool = False
    carried: bool = False

    @classmethod
    def of(cls, model: Model, reference: str = DEFAULT_REFERENCE) -> Features:
        merged = model.merged()
        rotors = any(body.joint.rotor.inertia != 0.0 for body in merged.bodies)
        joints = any(loop.kind == "joint" for loop in merged.loops)
        frames = any(loop.kind != "joint" for loop in merged.loops) or not joints
        carried = any(body.joint.rotor.is_carried and body.parent >= 0 for body in merged.bodies)
        return cls(rotors, bool(merged.coordinates.followers), reference, frames, joints, carried)

    @property
    def mass(self) -> Expr:
        """𝓜 = H φ M φ* H* + HφΓ + Γ*φ*H* + R on the joints of the tree [RK88 3.20, R87 57]."""
        if self.carried:
            return mass + H @ phi @ Gamma + Gamma.T @ phi.T @ H.T + R
        return mass + R if self.rotors else mass

    def bias(self, accelerations: Expr = a) -> Expr:
        """C = Hφ(Mφ*a + b + Γ̇v) + Γ*φ*a on the joints of the tree [RK88 3.20].

        The spin Γv of carried rotors turns with their bodies, which takes the couples Γ̇v.
        """
        if self.carried:
            forces = M @ phi.T @ accelerations + b + Gamma_dot @ v
            return H @ phi @ forces + Gamma.T @ phi.T @ accelerations
        return H @ phi @ (M @ phi.T @ accelerations + b)

    @property
    def momenta(self) -> Expr:
        """Mφ*H* + Γ: the momenta of bodies, with those of the rotors on them, from the rates of joints."""
        return M @ phi.T @ H.T + Gamma if self.carried else M @ phi.T @ H.T

    def vector(self, name: str) -> Symbol:
        """An input on the coordinates of the robot."""
        return coordinate_vector(name) if self.coupled else joint_vector(name)

    def rates(self, x: Expr) -> Expr:
        """Coordinate rates as rates of all joints."""
        return coupling @ x if self.coupled else x

    def rates_of(self, x: Expr) -> Expr:
        """An operator on the rates of all joints, as one on the rates of the coordinates."""
        return x @ coupling if self.coupled else x

    def forces(self, x: Expr) -> Expr:
        """Forces on all joints as forces on the coordinates."""
        return coupling.T @ x if self.coupled else x

    def solve(self, x: Expr) -> Expr:
        """𝓜⁻¹ x for x on the coordinates."""
        if self.coupled:
            return inv(coupling.T @ self.mass @ coupling) @ x
        return inv(self.mass) @ x

    @property
    def jacobian(self) -> Expr:
        """J = B*φ*H* in the reference, from the rates of the coordinates."""
        return seen(J @ coupling if self.coupled else J, self.reference)

    @property
    def family(self) -> Riccati:
        """The filter whose factors are those of the mass matrix; coupled joints have none of their own."""
        if self.coupled:
            raise InputError(
                "this robot has mimic joints, which couple its mass matrix across the tree, beside loops or "
                "rotors on other bodies: it has no innovations factors. robot.embedded(q) has."
            )
        if self.carried:
            return carried_family
        return geared_family if self.rotors else base_family

    @property
    def filtered_mass(self) -> Expr:
        """𝓜 of a robot whose joints have a filter of their own."""
        return H @ phi @ self.family.X @ phi.T @ H.T + self.family.Y
