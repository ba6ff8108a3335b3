"""What of a robot decides how its equations are written.

Some features change an expression: rotors behind gears add R to the mass operator [R87 57], those that
bodies carry also HφΓ + Γ*φ*H* [RJK 6], the armature of tendons A*A with A = `tendons`, and mimic joints put
the coupling S between the independent coordinates and the joints of the tree. Where bodies are flexible E_φ
and B have rates of their own. Motions of frames are told in one of three references (references.py).
"""

from __future__ import annotations

from psiphi.algebra import (
    C_M,
    C_R,
    Gamma,
    Gamma_dot,
    H,
    H_dot,
    J,
    M,
    R,
    a,
    b,
    g,
    inv,
    joint_operator,
    joint_vector,
    mass,
    phi,
    tendons,
    v,
)
from psiphi.algebra.construction import zero
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.families import Riccati
from psiphi.algebra.inputs import coordinate_vector
from psiphi.algebra.operators import (
    base_family,
    carried_family,
    coupling,
    free_rows,
    geared_family,
    prescribed_rows,
)
from psiphi.algebra.spaces import Space
from psiphi.dynamics.compiled import DEFAULT_REFERENCE
from psiphi.dynamics.references import rates_drift, seen
from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.model import Model


@frozen
class Features:
    """What of a robot, and of the reference for its frames, decides how its equations are written."""

    rotors: bool
    coupled: bool
    reference: str = DEFAULT_REFERENCE
    loops_between_frames: bool = True
    loops_between_joints: bool = False
    carried: bool = False
    flexible: bool = False
    tendons: bool = False
    embedded: bool = False
    free_root: bool = False
    prescribed: tuple[int, ...] = ()
    resisted: bool = False
    tied: bool = False

    @classmethod
    def of(cls, model: Model, reference: str = DEFAULT_REFERENCE, *, embedded: bool = False) -> Features:
        """Those of a robot; `embedded`, its loops are joints, and mimic joints are part of such."""
        merged = model.merged()
        rotors = any(body.joint.rotor.inertia != 0.0 for body in merged.bodies)
        joints = any(loop.kind == "joint" for loop in merged.loops)
        frames = any(loop.kind != "joint" for loop in merged.loops) or not joints
        carried = any(body.joint.rotor.is_carried and body.parent >= 0 for body in merged.bodies)
        coupled = bool(merged.coordinates.followers) and not embedded
        tendons = any(tendon.armature for tendon in merged.tendons)
        free = all(body.joint.kind.name == "free" for body in merged.bodies if body.parent < 0)
        tied = embedded and bool(merged.loops)
        return cls(
            rotors,
            coupled,
            reference,
            frames,
            joints,
            carried,
            merged.is_flexible,
            tendons,
            embedded,
            free,
            tied=tied,
        )

    @property
    def mass(self) -> Expr:
        """𝓜 = H φ M φ* H* + HφΓ + Γ*φ*H* + R + A*A on the joints of the tree [RK88 3.20, R87 57]."""
        total: Expr = mass
        if self.carried:
            total = total + H @ phi @ Gamma + Gamma.T @ phi.T @ H.T
        return total + self.reflected

    @property
    def reflected(self) -> Expr:
        """R + A*A: what resists the joints themselves, rotors behind gears and the armature of tendons."""
        total: Expr = R if self.rotors else zero(Space.JOINT, Space.JOINT)
        return total + tendons.T @ tendons if self.tendons else total

    @property
    def resistance(self) -> Symbol:
        """What else resists the joints: a diagonal, or blocks where modes or loops tie rates together."""
        return joint_operator("resistance", diagonal=not (self.flexible or self.tied))

    def bias(self, accelerations: Expr = a) -> Expr:
        """C = Hφ(Mφ*a + b + Γ̇v) + Γ*φ*a + C_R v on the joints of the tree [RK88 3.20].

        The spin Γv of carried rotors turns with their bodies, which takes the couples Γ̇v.
        """
        if self.carried:
            forces = M @ phi.T @ accelerations + b + Gamma_dot @ v
            return H @ phi @ forces + Gamma.T @ phi.T @ accelerations
        return H @ phi @ (M @ phi.T @ accelerations + b) + self.rotor_coriolis @ v

    @property
    def rotor_coriolis(self) -> Expr:
        """C_R where joints follow others, whose rotors gain speed while the independent ones keep theirs."""
        return C_R if self.embedded and self.rotors else zero(Space.JOINT, Space.JOINT)

    def inverse_dynamics(self, accelerations: Expr, forces: Expr | None = None) -> Expr:
        """𝓜x + C for accelerations x of the coordinates [RK88 3.19]; forces on the bodies help."""
        rates = self.rates(accelerations)
        motion = phi.T @ (H.T @ rates) + phi.T @ a
        bodies = M @ motion + b
        if self.carried:
            bodies = bodies + Gamma @ rates + Gamma_dot @ v
        joints = self._with_rotors(H @ phi @ bodies, motion, rates) + self.rotor_coriolis @ v
        if forces is not None:
            joints = joints - H @ phi @ forces
        return self.forces(joints)

    def passive_form(self, accelerations: Expr, velocities: Expr) -> Expr:
        """Π = 𝓜x + 𝓒(q, v)w + gravity for x and w of the coordinates [RJK 6].

        𝓒 is the Coriolis matrix for which d𝓜/dt − 2𝓒 is skew: where v = s + w, 𝓜ṡ + 𝓒s does no work on s but
        by what is added to Π. Newton–Euler with mixed velocities is another bilinear form.
        """
        x, w = self.rates(accelerations), self.rates(velocities)
        motion = phi.T @ (H.T @ x + self.drift(w) + g)
        bodies = M @ motion + C_M @ phi.T @ H.T @ w
        if self.carried:
            bodies = bodies + Gamma @ x + Gamma_dot @ w
        return self.forces(self._with_rotors(H @ phi @ bodies, motion, x) + self.rotor_coriolis @ w)

    def drift(self, w: Expr) -> Expr:
        """What φ* makes the rate of φ*H*w, for w of all joints: Ḣ*w, and Ė_φ*φ*H*w of flexible bodies."""
        return rates_drift(w) if self.flexible else H_dot.T @ w

    def _with_rotors(self, joints: Expr, motion: Expr, rates: Expr) -> Expr:
        """Joint forces with those that rotors and tendons take, for motions of bodies and rates of joints."""
        if self.carried:
            joints = joints + Gamma.T @ motion
        return joints + self.reflected @ rates

    @property
    def gravity(self) -> Expr:
        """HφMφ*g on the coordinates [RK88 3.21]."""
        return self.forces(H @ phi @ M @ phi.T @ g)

    @property
    def momenta(self) -> Expr:
        """Mφ*H* + Γ: the momenta of bodies, with those of the rotors on them, from the rates of joints."""
        return M @ phi.T @ H.T + Gamma if self.carried else M @ phi.T @ H.T

    def vector(self, name: str) -> Symbol:
        """An input on the coordinates of the robot."""
        return coordinate_vector(name) if self.coupled else joint_vector(name)

    @property
    def velocity(self) -> Expr:
        """The rates of the coordinates; an input of the name `rates` where joints are coupled."""
        return self.vector("rates") if self.coupled else v

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
        """𝓜⁻¹ x for x on the coordinates, or (𝓜 + R)⁻¹ x with what resists the joints besides.

        Where some are prescribed, Π_f (Π_f 𝓜 Π_f + Π_p)⁻¹ Π_f x: what moves the others, with the rows of H
        that are theirs.
        """
        mass = self.mass + self.resistance if self.resisted else self.mass
        if self.coupled:
            mass = coupling.T @ mass @ coupling
        if not self.prescribed:
            return inv(mass) @ x
        free, held = self.split
        return free @ inv(free @ mass @ free + held) @ free @ x

    @property
    def split(self) -> tuple[Expr, Expr]:
        """Π_f and Π_p: the coordinates that forces move, and those that are prescribed."""
        space = Space.COORDINATE if self.coupled else Space.JOINT
        return free_rows(self.prescribed, space), prescribed_rows(self.prescribed, space)

    @property
    def jacobian(self) -> Expr:
        """J = B*φ*H* in the reference, from the rates of the coordinates."""
        return seen(J @ coupling if self.coupled else J, self.reference)

    @property
    def has_family(self) -> bool:
        """Whether the mass matrix has the factors of a filter: nothing couples joints across the tree."""
        return not (self.coupled or self.tendons)

    @property
    def family(self) -> Riccati:
        """The filter whose factors are those of the mass matrix; coupled joints have none of their own."""
        if self.coupled:
            raise InputError(
                "this robot has mimic joints, which couple its mass matrix across the tree, beside loops or "
                "rotors on other bodies: it has no innovations factors. robot.embedded(q) has."
            )
        if self.tendons:
            raise InputError(
                "this robot has tendons with armature, which couple its mass matrix across the tree: it has "
                "no innovations factors."
            )
        if self.carried:
            return carried_family
        return geared_family if self.rotors else base_family

    @property
    def filtered_mass(self) -> Expr:
        """𝓜 of a robot whose joints have a filter of their own."""
        return H @ phi @ self.family.X @ phi.T @ H.T + self.family.Y
