"""The catalogue: every quantity as one operator expression, with its source.

Two features of a robot change an expression: rotors behind gears add R to the mass operator [R87 57], and
mimic joints put the coupling S between the independent coordinates and the joints of the tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from psiphi.algebra import H, J, M, R, a, b, frame_vector, g, inv, joint_vector, mass, phi
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.forward_dynamics import ALGORITHMS
from psiphi.algebra.operators import B, coordinate_vector, coupling
from psiphi.errors import InputError, UnknownNameError
from psiphi.model import Model


@dataclass(frozen=True)
class Features:
    """What of a robot decides how its equations are written."""

    rotors: bool
    coupled: bool

    @classmethod
    def of(cls, model: Model) -> Features:
        merged = model.merged()
        rotors = any(body.joint.rotor.inertia != 0.0 for body in merged.bodies)
        return cls(rotors, coupled=bool(merged.coordinates.followers))

    @property
    def mass(self) -> Expr:
        """𝓜 = H φ M φ* H* + R on the joints of the tree [RK88 3.20, R87 57]."""
        return mass + R if self.rotors else mass

    def vector(self, name: str) -> Symbol:
        """An input on the coordinates of the robot."""
        return coordinate_vector(name) if self.coupled else joint_vector(name)

    def rates(self, x: Expr) -> Expr:
        """Coordinate rates as rates of all joints."""
        return coupling @ x if self.coupled else x

    def forces(self, x: Expr) -> Expr:
        """Forces on all joints as forces on the coordinates."""
        return coupling.T @ x if self.coupled else x

    def solve(self, x: Expr) -> Expr:
        """𝓜⁻¹ x for x on the coordinates."""
        if self.coupled:
            return inv(coupling.T @ self.mass @ coupling) @ x
        return inv(self.mass) @ x


@dataclass(frozen=True)
class Quantity:
    """An entry: the expression for a robot's features, the names of its arguments, its source and cost."""

    expression: Callable[[Features], Expr]
    arguments: tuple[str, ...]
    source: str


bias_force: Expr = H @ phi @ (M @ phi.T @ a + b)
external: Symbol = frame_vector("external_forces")


def _inverse_dynamics(robot: Features, forces: Expr | None = None) -> Expr:
    rates = robot.rates(robot.vector("acceleration"))
    joints = H @ phi @ (M @ (phi.T @ (H.T @ rates) + phi.T @ a) + b)
    if robot.rotors:
        joints = joints + R @ rates
    if forces is not None:
        joints = joints - H @ phi @ B @ forces  # forces on the robot; the papers' f(0) is by the robot
    return robot.forces(joints)


def _forward_dynamics(robot: Features, forces: Expr | None = None) -> Expr:
    bias = bias_force if forces is None else bias_force - H @ phi @ B @ forces
    return robot.solve(robot.vector("tau") - robot.forces(bias))


QUANTITIES: dict[str, Quantity] = {
    "inverse_dynamics": Quantity(_inverse_dynamics, ("q", "v", "acceleration"), "RK88 3.19"),
    "inverse_dynamics_with_forces": Quantity(
        lambda robot: _inverse_dynamics(robot, external),
        ("q", "v", "acceleration", "external_forces"),
        "RK88 3.19",
    ),
    "forward_dynamics": Quantity(_forward_dynamics, ("q", "v", "tau"), "RK88 4.17–5.15"),
    "forward_dynamics_with_forces": Quantity(
        lambda robot: _forward_dynamics(robot, external),
        ("q", "v", "tau", "external_forces"),
        "RK88 4.17–5.15",
    ),
    "mass_matrix": Quantity(
        lambda robot: coupling.T @ robot.mass @ coupling if robot.coupled else robot.mass,
        ("q",),
        "RK88 3.20",
    ),
    "mass_matrix_inverse": Quantity(
        lambda robot: inv(coupling.T @ robot.mass @ coupling) if robot.coupled else inv(robot.mass),
        ("q",),
        "RJK 13",
    ),
    "mass_matrix_product": Quantity(
        lambda robot: robot.forces(robot.mass @ robot.rates(robot.vector("x"))), ("q", "x"), "RK88 3.20"
    ),
    "mass_matrix_solve": Quantity(lambda robot: robot.solve(robot.vector("y")), ("q", "y"), "RJK 15"),
    "bias_forces": Quantity(lambda robot: robot.forces(bias_force), ("q", "v"), "RK88 3.20"),
    "gravity_forces": Quantity(lambda robot: robot.forces(H @ phi @ M @ phi.T @ g), ("q",), "RK88 3.21"),
    "kinetic_energy": Quantity(
        lambda robot: (
            (robot.rates(robot.vector("rate")).T @ robot.mass @ robot.rates(robot.vector("rate"))) / 2
        ),
        ("q", "rate"),
        "RJ 20",
    ),
    "local_jacobian": Quantity(lambda robot: J @ coupling if robot.coupled else J, ("q",), "RK88 3.13"),
    "operational_space_inertia_inverse": Quantity(
        lambda robot: (
            (J @ coupling if robot.coupled else J) @ robot.solve(coupling.T @ J.T if robot.coupled else J.T)
        ),
        ("q",),
        "RJK 20",
    ),
}

METHODS = {"articulated": "M kept", **{name: a_.form for name, a_ in ALGORITHMS.items() if name != "FD2"}}


def quantity(name: str) -> Quantity:
    """The entry of that name."""
    if name not in QUANTITIES:
        raise UnknownNameError(f"no quantity {name!r}; there are {', '.join(sorted(QUANTITIES))}.")
    return QUANTITIES[name]


def form_of_method(method: str | None) -> str | None:
    """The form of the derivation that a named forward-dynamics method stands for; None is the cheapest."""
    if method is None:
        return None
    if method not in METHODS:
        raise InputError(f"method: {method!r} is not one of {', '.join(sorted(METHODS))} or None.")
    return METHODS[method]
