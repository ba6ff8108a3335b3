"""Derivatives of the equations of motion and of what a robot's motion makes.

q is varied on the configuration manifold, by `robot.integrate(q, dq)`: a derivative with respect to q has nv
columns. v, a and tau are varied as the numbers they are. Matrices are (..., rows, columns).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import DEFAULT_REFERENCE, Array, Compiled, Frames, Reference, of_one_kernel
from psiphi.dynamics.derived import DERIVED
from psiphi.dynamics.joint_space import has_forces, stacked_forces

Three = tuple[Array, Array, Array]


class Derivatives(Compiled):
    """First and second derivatives of a robot's quantities."""

    @of_one_kernel
    def inverse_dynamics_derivatives(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        external_forces: Mapping[str, ArrayLike] | None = None,
        packed: bool = False,
        *,
        out: Three | None = None,
        threads: int = 1,
    ) -> Three:
        """∂tau/∂q, ∂tau/∂v and ∂tau/∂a = 𝓜 of `inverse_dynamics`, each (..., nv, nv); O(N²).

        external_forces  as for `inverse_dynamics`, held in the axes of their frames
        packed           whether to give the entries that are not zero for every state, as PackedMatrix
        """
        return self._of_joints("inverse_dynamics", (q, v, a), external_forces, packed, out, threads)

    @of_one_kernel
    def forward_dynamics_derivatives(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        external_forces: Mapping[str, ArrayLike] | None = None,
        packed: bool = False,
        *,
        out: Three | None = None,
        threads: int = 1,
    ) -> Three:
        """∂a/∂q, ∂a/∂v and ∂a/∂tau = 𝓜⁻¹ of `forward_dynamics`, each (..., nv, nv).

        δa = −𝓜⁻¹ δtau, with δtau that of inverse dynamics at the accelerations a. The others as for
        `inverse_dynamics_derivatives`.
        """
        return self._of_joints("forward_dynamics", (q, v, tau), external_forces, packed, out, threads)

    # Kinematics, momentum and energy

    def frame_velocity_derivatives(
        self,
        q: ArrayLike,
        v: ArrayLike,
        frame: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        threads: int = 1,
    ) -> tuple[Array, Array]:
        """∂/∂q and ∂/∂v of `frame_velocity`, each (..., 6, nv); the second is the Jacobian."""
        return self._of_frames("frame_velocity_derivatives", frame, reference)(q, v, threads=threads)

    def frame_acceleration_derivatives(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        frame: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        threads: int = 1,
    ) -> Three:
        """∂/∂q, ∂/∂v and ∂/∂a of `frame_acceleration`, each (..., 6, nv)."""
        return self._of_frames("frame_acceleration_derivatives", frame, reference)(q, v, a, threads=threads)

    @of_one_kernel
    def center_of_mass_derivative(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """∂c/∂q of `center_of_mass`, (..., 3, nv): its product with v is the velocity of the centre."""
        return self._calls["center_of_mass_derivative"](q, out=out, threads=threads)

    @of_one_kernel
    def momentum_derivatives(
        self, q: ArrayLike, v: ArrayLike, *, out: tuple[Array, Array] | None = None, threads: int = 1
    ) -> tuple[Array, Array]:
        """∂/∂q and ∂/∂v of `momentum`, each (..., 6, nv); the second is the momentum matrix."""
        return self._calls["momentum_derivatives"](q, v, out=out, threads=threads)

    @of_one_kernel
    def kinetic_energy_derivatives(
        self, q: ArrayLike, v: ArrayLike, *, out: tuple[Array, Array] | None = None, threads: int = 1
    ) -> tuple[Array, Array]:
        """∂/∂q and ∂/∂v of `kinetic_energy`, each (..., nv); the second is 𝓜v."""
        return self._calls["kinetic_energy_derivatives"](q, v, out=out, threads=threads)

    @of_one_kernel
    def potential_energy_derivative(
        self, q: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """∂/∂q of `potential_energy`, (..., nv), which is `gravity_forces`."""
        return self._calls["potential_energy_derivative"](q, out=out, threads=threads)

    @of_one_kernel
    def gravity_stiffness(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """∂/∂q of `gravity_forces`, (..., nv, nv): the stiffness with which gravity holds a pose."""
        return self._calls["gravity_stiffness"](q, out=out, threads=threads)

    # Matrices along a direction

    def mass_matrix_derivative(
        self, q: ArrayLike, along: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """Σ ∂𝓜/∂q_k along_k, (..., nv, nv): `mass_matrix_rate` of a robot that moves with these rates."""
        return self._calls["mass_matrix_derivative"](q, along, out=out, threads=threads)

    # Second derivatives

    def inverse_dynamics_second_derivatives(
        self, q: ArrayLike, v: ArrayLike, a: ArrayLike, *, threads: int = 1
    ) -> tuple[Array, Array, Array, Array]:
        """∂²tau by q and q, v and v, q and v, a and q, each (..., nv, nv, nv): [i, j, k] by j first, then k.

        Where joints have several degrees of freedom variations of q do not commute, nor do j and k.
        """
        return self._second("inverse_dynamics_derivatives", (q, v, a), threads)

    def forward_dynamics_second_derivatives(
        self, q: ArrayLike, v: ArrayLike, tau: ArrayLike, *, threads: int = 1
    ) -> tuple[Array, Array, Array, Array]:
        """∂²a by q and q, v and v, q and v, tau and q, as `inverse_dynamics_second_derivatives` has them."""
        return self._second("forward_dynamics_derivatives", (q, v, tau), threads)

    def _second(
        self, name: str, state: tuple[ArrayLike, ...], threads: int
    ) -> tuple[Array, Array, Array, Array]:
        found = DERIVED[name]
        second = self._taken(self.kernel(found.of).second_derivatives(found.by, ("q", "v")))
        by_qq, by_qv, _, by_vv, by_third, _ = second(*state, threads=threads)
        return by_qq, by_vv, by_qv, by_third

    def _of_joints(
        self,
        name: str,
        state: tuple[ArrayLike, ArrayLike, ArrayLike],
        external_forces: Mapping[str, ArrayLike] | None,
        packed: bool,
        out: Three | None,
        threads: int,
    ) -> Any:
        frames: tuple[str, ...] = ()
        arguments: tuple[ArrayLike, ...] = state
        if has_forces(external_forces):
            frames, forces = stacked_forces(external_forces)
            name, arguments = f"{name}_with_forces", (*state, forces)
        name = f"{name}_derivatives"
        if not packed:
            call = self._of_frames(name, frames) if frames else self._calls[name]
            return call(*arguments, out=out, threads=threads)
        return self._packed(self.function(name, frames), arguments, out, threads)
