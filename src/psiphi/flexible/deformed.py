"""A flexible body in one shape: its inertia and bias forces, and how its nodes sit and move.

The body vector is [ω; v; η̇], and a point at x = x(η) of the body's frame moves, in body axes, with

    J = [−x̃  I  Ψ],   Ψ_i = ∂x/∂η_i        M(η) = Σ m J*J        b = Σ m J* (ω × (ω × x) + 2 ω × ẋ + x̄)

where ẋ = Ψη̇ and x̄ = Σ β_r η̇*c_rη̇ is what bends the path for constant η̇. A node at p turns by
cay(σ) = (I − ½σ̃)⁻¹ (I + ½σ̃), σ = Π_ω ξ, and so relative to the body with ω_rel = T σ̇,
T = (I + ½σ̃)/(1 + ¼|σ|²):

    𝒯* = [I 0 TΠ_ω; −p̃ I Π_v]        motion of the node, in body axes, at the node
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.flexible.modes import Modes
from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.spatial.motion import cross_motion_matrix
from psiphi.spatial.rotation import skew

Array = NDArray[np.float64]


@frozen(eq=False)
class Deformed:
    """Modes at the coordinates η (n,), and where asked for with the rates η̇ (n,)."""

    modes: Modes
    eta: Array
    rates: Array | None = None

    @cached_property
    def slopes(self) -> Array:
        """∂ξ/∂η, (n + R, n)."""
        n = self.modes.count
        return np.concatenate([np.eye(n), self.modes.bound_curvatures @ self.eta], axis=0)

    @cached_property
    def drift(self) -> Array:
        """The second derivative of ξ for constant η̇, (n + R,)."""
        assert self.rates is not None
        bound = np.einsum("rij,i,j->r", self.modes.bound_curvatures, self.rates, self.rates)
        return np.concatenate([np.zeros(self.modes.count), bound])

    @cached_property
    def slope_rates(self) -> Array:
        """The rate of ∂ξ/∂η, (n + R, n)."""
        assert self.rates is not None
        n = self.modes.count
        return np.concatenate([np.zeros((n, n)), self.modes.bound_curvatures @ self.rates], axis=0)

    @cached_property
    def _jacobian(self) -> Array:
        """J of all points, (N, 3, 6 + n)."""
        x = self.modes.deformed(self.eta)
        turned = -np.array([skew(point) for point in x])
        still = np.broadcast_to(np.eye(3), turned.shape)
        return np.concatenate([turned, still, self.modes.all_shapes @ self.slopes], axis=2)

    @cached_property
    def all_rates(self) -> Array:
        """The rates of ξ, (n + R,)."""
        assert self.rates is not None
        return self.slopes @ self.rates

    def inertia(self) -> Array:
        """M(η), (6 + n, 6 + n)."""
        J = self._jacobian
        return np.trace(np.moveaxis(self.modes.weighted(J, J), (0, 2), (-2, -1)), axis1=-2, axis2=-1)

    def bias(self, w: Array) -> Array:
        """b for the angular velocity ω (3,), (6 + n,)."""
        x, shapes = self.modes.deformed(self.eta), self.modes.all_shapes
        moving = shapes @ self.all_rates
        accelerations = np.cross(w, np.cross(w, x)) + 2.0 * np.cross(w, moving) + shapes @ self.drift
        return np.trace(
            np.moveaxis(self.modes.weighted(self._jacobian, accelerations), 0, -1), axis1=1, axis2=2
        )

    def coriolis(self, velocity: Array) -> Array:
        """C_M = Σ m J* dJ/dt seen from the world, for 𝒱 = [ω; v; η̇]: dM/dt = C_M + C_M*, (6 + n, 6 + n).

        A point moves with u = J𝒱, a motion [w; …] of the body gives it the further velocity w × u.
        """
        J, turning = self._jacobian, skew(velocity[:3])
        rate = np.zeros_like(J)
        rate[:, :, :3] = -np.array([skew(u) for u in J @ velocity])
        rate[:, :, 6:] = turning @ J[:, :, 6:] + self.modes.all_shapes @ self.slope_rates
        return np.trace(np.moveaxis(self.modes.weighted(J, rate), (0, 2), (-2, -1)), axis1=-2, axis2=-1)

    def node_motion(self, node: int) -> Array:
        """𝒯* of a node, (6, 6 + n)."""
        position, displacement, rotation = self._node(node)
        _, turning = cayley(rotation @ self.modes.all_coordinates(self.eta))
        motion = np.zeros((6, 6 + self.modes.count))
        motion[:3, :3] = motion[3:, 3:6] = np.eye(3)
        motion[3:, :3] = -skew(position)
        motion[:3, 6:] = turning @ rotation @ self.slopes
        motion[3:, 6:] = displacement @ self.slopes
        return motion

    def node_motion_rate(self, node: int, velocity: Array) -> Array:
        """The rate of 𝒯* seen from the world, for 𝒱 = [ω; v; η̇]: only its columns of modes have one."""
        position, displacement, rotation = self._node(node)
        s, s_dot = rotation @ self.modes.all_coordinates(self.eta), rotation @ self.all_rates
        _, T = cayley(s)
        scale = 1.0 + 0.25 * s @ s
        T_dot = 0.5 * (skew(s_dot) - (s @ s_dot) * T) / scale
        moving = self.node_motion(node)[:, 6:]
        turning, linear = velocity[:3], velocity[3:6] + np.cross(velocity[:3], position)
        seen = np.zeros((6, 6 + self.modes.count))
        seen[:3, 6:] = T_dot @ rotation @ self.slopes + T @ rotation @ self.slope_rates
        seen[3:, 6:] = displacement @ self.slope_rates
        around = np.concatenate([turning, linear + displacement @ self.all_rates])
        seen[:, 6:] += cross_motion_matrix(around) @ moving
        return seen

    def node_position(self, node: int) -> Array:
        """p of a node, (3,) in the body's frame."""
        return self._node(node)[0]

    def node_drift(self, node: int, w: Array) -> tuple[Array, Array]:
        """Its acceleration (6,) for zero accelerations of the body, ω given; and ω_rel (3,)."""
        position, displacement, rotation = self._node(node)
        rates = self.all_rates
        s, s_dot = rotation @ self.modes.all_coordinates(self.eta), rotation @ rates
        _, T = cayley(s)
        relative = T @ s_dot
        angular = (
            np.cross(w, relative) - relative * (s @ s_dot) / (2.0 + 0.5 * s @ s) + T @ rotation @ self.drift
        )
        linear = np.cross(w, np.cross(w, position)) + 2.0 * np.cross(w, displacement @ rates)
        return np.concatenate([angular, linear + displacement @ self.drift]), relative

    def _node(self, node: int) -> tuple[Array, Array, Array]:
        """p, Π_v and Π_ω of a node, those of bound shapes included."""
        point = list(self.modes.nodes.values())[node]
        displacement = self.modes.all_shapes[point]
        position = self.modes.positions[point] + displacement @ self.modes.all_coordinates(self.eta)
        return position, displacement, self.modes.all_rotations[node]


def node_pose(modes: Modes, node: int, eta: Array) -> tuple[Array, Array, Array]:
    """R (..., 3, 3) and p (..., 3) of a node in the body's frame, and where it sits undeformed (3,)."""
    point = list(modes.nodes.values())[node]
    xi = modes.all_coordinates(eta)
    rest = modes.positions[point]
    rotation, _ = cayley(xi @ modes.all_rotations[node].T)
    return rotation, rest + xi @ modes.all_shapes[point].T, rest


def cayley(s: Array) -> tuple[Array, Array]:
    """cay(σ) and T(σ), (..., 3, 3) each: the rotation, and ω = T σ̇."""
    twist, scale = skew(s), 1.0 / (1.0 + 0.25 * np.einsum("...i,...i->...", s, s))[..., None, None]
    return np.eye(3) + scale * (twist + 0.5 * twist @ twist), scale * (np.eye(3) + 0.5 * twist)
