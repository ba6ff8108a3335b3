"""Diagonalised dynamics: velocities in which the kinetic energy is a sum of squares [RJK 6].

With m = (I + HφK)D^½, for which m m* = 𝓜, the velocities ν = m*v have the kinetic energy ½ν*ν and obey

    ν̇ + μ = ε,    ε = m⁻¹(τ − gravity),    μ = m⁻¹C − ṁ*v,

C the Coriolis and centrifugal forces alone. These do no work, ν*μ = 0: where no forces act, |ν| is constant.
ε is linear in the joint forces, whichever they are: `diagonalized_forces` knows of no gravity, so that one
may give it tau − gravity_forces(q), external forces J*f, or friction. Joints with several degrees of freedom
have the symmetric root of their block of D; rotors behind gears are part of D. Mimic joints are part of the
joints that lead them; beside loops, or rotors on other bodies, they have no such factors.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, Compiled, of_one_kernel


class Diagonalized(Compiled):
    """A robot's motion in velocities that its mass matrix does not couple."""

    @of_one_kernel
    def diagonalized_velocity(
        self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """ν = m*v = D^½(I + HφK)*v, in which the kinetic energy is ½ν*ν, (..., nv); O(N) [RJK 6]."""
        return self._calls["diagonalized_velocity"](q, v, out=out, threads=threads)

    @of_one_kernel
    def velocity_from_diagonalized(
        self, q: ArrayLike, nu: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """v = m⁻*ν = (I − HψK)*D^−½ν, the velocities of given ν, (..., nv); O(N) [RJK 6]."""
        return self._calls["velocity_from_diagonalized"](q, nu, out=out, threads=threads)

    @of_one_kernel
    def diagonalized_forces(
        self, q: ArrayLike, tau: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """ε = m⁻¹τ = D^−½(I − HψK)τ, innovations of unit variance, (..., nv); O(N) [RJK 6].

        The power of the forces is ν*ε = v*τ.
        """
        return self._calls["diagonalized_forces"](q, tau, out=out, threads=threads)

    @of_one_kernel
    def diagonalized_coriolis(
        self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """μ = m⁻¹C − ṁ*v with ν*μ = 0, C without gravity, (..., nv); O(N) [RJK 6]."""
        return self._calls["diagonalized_coriolis"](q, v, out=out, threads=threads)

    @of_one_kernel
    def diagonalized_acceleration(
        self, q: ArrayLike, v: ArrayLike, tau: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """ν̇ = m⁻¹(τ − gravity) − μ, the equations of motion in ν, (..., nv); O(N) [RJK 6]."""
        return self._calls["diagonalized_acceleration"](q, v, tau, out=out, threads=threads)
