"""Quantities that are derivatives of others: whose, and by which arguments."""

from __future__ import annotations

from typing import NamedTuple


class Derived(NamedTuple):
    """The derivative of a quantity of the catalogue by arguments; by none it is another name for it."""

    of: str
    by: tuple[str, ...]


DERIVED = {
    "inverse_dynamics_derivatives": Derived("inverse_dynamics", ("q", "v", "acceleration")),
    "inverse_dynamics_with_forces_derivatives": Derived(
        "inverse_dynamics_with_forces", ("q", "v", "acceleration")
    ),
    "forward_dynamics_derivatives": Derived("forward_dynamics", ("q", "v", "tau")),
    "forward_dynamics_with_forces_derivatives": Derived("forward_dynamics_with_forces", ("q", "v", "tau")),
    "constrained_forward_dynamics_derivatives": Derived("constrained_forward_dynamics", ("q", "v", "tau")),
    "constrained_least_dynamics_derivatives": Derived("constrained_least_dynamics", ("q", "v", "tau")),
    "constrained_equations_derivatives": Derived("constrained_equations", ("q", "v", "tau", "loop_forces")),
    "constraint_rates_derivative": Derived("constraint_rates", ("q",)),
    "frame_velocity_derivatives": Derived("frame_velocity", ("q", "v")),
    "frame_acceleration_derivatives": Derived("frame_acceleration", ("q", "v", "acceleration")),
    "center_of_mass_derivative": Derived("center_of_mass", ("q",)),
    "momentum_derivatives": Derived("momentum", ("q", "v")),
    "kinetic_energy_derivatives": Derived("kinetic_energy", ("q", "v")),
    "potential_energy_derivative": Derived("potential_energy", ("q",)),
    "gravity_stiffness": Derived("gravity_forces", ("q",)),
    "mass_matrix_derivative": Derived("mass_matrix_rate", ()),
}
