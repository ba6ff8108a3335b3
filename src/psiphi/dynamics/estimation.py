"""Dynamics as estimation: the spatial forces of a robot as the states of a Kalman filter [R87 IX].

The model behind the mass matrix is z = φw, τ = Hz + noise: the force z(k) on a body is what its children send
and the random inertial force w(k) of the body itself, with the inertia M(k) for covariance; the joint forces
τ are measurements of it, with the rotors R behind gears for noise. Given τ, the body forces are estimated

    predicted   from the joints outward of the body,               ẑ = ψKτ,              covariance P
    updated     from these and its own joint,                      ẑ + Gε,               covariance (I − GH)P
    smoothed    from all joints of the robot, other branches too,  φMφ*H*𝓜⁻¹τ = ẑ + Pλ,  covariance P − PΩP

with ε = (I − HψK)τ the innovations, and λ = φ*H*𝓜⁻¹τ the costates, which are the accelerations of the bodies,
of covariance Ω. All are those of Gaussian conditioning, for trees as for chains. The mean of w is zero: of a
robot that moves under gravity, give tau − bias_forces(q, v). Vectors are [moment; force] in the frame of each
body, bodies in the order of `body_names`. Mimic joints are part of the joints
that lead them; beside loops, or rotors on other bodies, they have no such filter.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, Compiled, of_bodies
from psiphi.locks import cached_property


class Estimation:
    """Means and covariances of the spatial forces of a robot at q, each compiled when it is asked for."""

    def __init__(self, robot: Compiled, q: ArrayLike) -> None:
        self.robot = robot
        self.q = np.asarray(q)

    def predicted_means(self, tau: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """ẑ = ψKτ: body forces given the joints outward of each body, (..., N, 6); O(N) [R87 54]."""
        return self._means("predicted_forces", tau, out, threads)

    def updated_means(self, tau: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """ẑ + G(τ − Hẑ): body forces given these joints and the body's own, (..., N, 6); O(N) [R87 59]."""
        return self._means("updated_forces", tau, out, threads)

    def smoothed_means(self, tau: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """x̂ = φMφ*H*𝓜⁻¹τ = ẑ + Pλ: body forces given all joints, (..., N, 6); O(N) [R87 60, 61]."""
        return self._means("smoothed_forces", tau, out, threads)

    def costates(self, tau: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """λ = φ*H*𝓜⁻¹τ: accelerations of the bodies, [angular; linear], (..., N, 6); O(N) [R87 62, 63]."""
        return self._means("costates", tau, out, threads)

    def innovations(self, tau: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """ε = τ − Hẑ, uncorrelated between joints, (..., nv); O(N) [R87 55]."""
        return self.robot._calls["innovations"](self.q, tau, out=out, threads=threads)

    @cached_property
    def predicted_covariances(self) -> Array:
        """P, the articulated inertias, (..., N, 6, 6); O(N) [R87 56]."""
        return self._covariances("articulated_inertias")

    @cached_property
    def updated_covariances(self) -> Array:
        """P⁺ = (I − GH)P, which without rotors is singular along the joint, (..., N, 6, 6); O(N) [R87 58]."""
        return self._covariances("updated_covariances")

    @cached_property
    def smoothed_covariances(self) -> Array:
        """S = P − PΩP, (..., N, 6, 6); O(N) [R87 65]."""
        return self._covariances("smoothed_covariances")

    @cached_property
    def costate_covariances(self) -> Array:
        """Ω, Δ⁻ of R87: what a unit force at each body moves of it, (..., N, 6, 6); O(N) [R87 66, 82]."""
        return self._covariances("costate_covariances")

    @cached_property
    def innovation_covariances(self) -> Array:
        """D = HPH* + R, one block for each joint on the diagonal, (..., nv, nv); O(N) [R87 57]."""
        return self._covariances("joint_inertias")

    def _means(self, name: str, tau: ArrayLike, out: Array | None, threads: int) -> Array:
        call = self.robot._calls[name]
        return of_bodies(call, self.robot.model, self.q, tau, out=out, threads=threads)

    def _covariances(self, name: str) -> Array:
        return self.robot._calls[name](self.q)


class Estimated(Compiled):
    """A robot seen as the state-space model of a filter."""

    def estimation(self, q: ArrayLike) -> Estimation:
        """Filtered and smoothed spatial forces at q (..., nq), with their covariances; O(N) [R87 IX]."""
        return Estimation(self, q)
