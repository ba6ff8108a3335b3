"""Kinematics of a robot in the world: poses, velocities, Jacobians, momentum, the centre of mass.

Spatial vectors are [angular; linear]. `frame` is the name of a frame or a body, or several names, whose
results then stand side by side, six rows each. `reference` says where and in which axes motions are told:

    "local_world_aligned"   at the origin of the frame, in the axes of the world
    "local"                 at the origin of the frame, in its own axes
    "world"                 at the origin of the world, in its axes
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, Compiled, Frames, Reference
from psiphi.errors import ArgumentTypeError, ModelError
from psiphi.spatial.rotation import unskew


class Kinematics(Compiled):
    """Where a robot is, and how it moves."""

    def frame_pose(self, q: ArrayLike, frame: str) -> tuple[Array, Array]:
        """Rotation (..., 3, 3) and position (..., 3) of a frame in the world; O(N) [RK88 3.1].

        The columns of the rotation are the axes of the frame. Both are read off X_0 = [[R, 0], [p̃R, R]].
        """
        if not isinstance(frame, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentTypeError(f"frame: expected a name, found {type(frame).__name__}.")
        shift = self._of_frames("frame_pose", frame)(q)
        rotation = shift[..., :3, :3]
        return rotation.copy(), unskew(shift[..., 3:, :3] @ np.swapaxes(rotation, -1, -2))

    def frame_velocity(
        self,
        q: ArrayLike,
        v: ArrayLike,
        frame: Frames,
        reference: Reference = "local_world_aligned",
        **options: Any,
    ) -> Array:
        """Spatial velocity Jv = B*φ*H*v of a frame, (..., 6); O(N) [RK88 3.13]."""
        return self._of_frames("frame_velocity", frame, reference)(q, v, **options)

    def frame_acceleration(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        frame: Frames,
        reference: Reference = "local_world_aligned",
        **options: Any,
    ) -> Array:
        """Spatial acceleration B*φ*(H*a + Ḣ*v) of a frame, without gravity, (..., 6); O(N) [R87 14, 15].

        Its linear half is v̇ − ω×v, so that it changes from reference to reference as velocities do. The
        classical acceleration of the origin is Ja + J̇v: `jacobian` and `jacobian_dot_v`, world-aligned.
        """
        return self._of_frames("frame_acceleration", frame, reference)(q, v, a, **options)

    def jacobian(
        self, q: ArrayLike, frame: Frames, reference: Reference = "local_world_aligned", **options: Any
    ) -> Array:
        """J = B*φ*H*, which makes joint rates the velocity of a frame, (..., 6, nv); O(N) [RK88 3.13].

        Columns of joints that do not carry the frame are zero.
        """
        return self._of_frames("jacobian", frame, reference)(q, **options)

    def jacobian_dot_v(
        self,
        q: ArrayLike,
        v: ArrayLike,
        frame: Frames,
        reference: Reference = "local_world_aligned",
        **options: Any,
    ) -> Array:
        """J̇v, the rate of Jv where the joints do not accelerate, (..., 6); O(N) [RJK 5.2].

        "local" and "world" give B*φ*Ḣ*v; world axes at the moving origin of the frame add Ȧ_0 Jv, so that
        Ja + J̇v is the classical acceleration.
        """
        return self._of_frames("jacobian_dot_v", frame, reference)(q, v, **options)

    def composite_inertia(self, q: ArrayLike, **options: Any) -> Array:
        """E_0*φMφ*E_0 of all moving bodies with their joints locked, (..., 6, 6); O(N) [RK88 a.44].

        At the origin of the world, in its axes: [[I, m c̃], [−m c̃, m]] with the centre of mass c.
        """
        return self._of_frames("composite_inertia", ())(q, **options)

    def center_of_mass(self, q: ArrayLike) -> Array:
        """The centre of mass of the moving bodies in the world, (..., 3); O(N)."""
        if self.model.mass == 0.0:
            raise ModelError(f"model {self.model.name!r}: has no mass that moves, and so no centre of mass")
        return unskew(self.composite_inertia(q)[..., :3, 3:]) / self.model.mass

    def potential_energy(self, q: ArrayLike) -> Array:
        """−m gravity·c with the centre of mass c: zero at the origin of the world, (...); O(N)."""
        moment = unskew(self.composite_inertia(q)[..., :3, 3:])
        return -moment @ np.array(self.model.gravity, moment.dtype)

    def momentum(self, q: ArrayLike, v: ArrayLike, **options: Any) -> Array:
        """E_0*φMφ*H*v: [angular; linear] momentum of all bodies, (..., 6); O(N) [RK88 3.6, 3.8].

        The angular half is about the origin of the world, both are in its axes. About the centre of mass c
        the angular momentum is the angular half − c × the linear half. Rotors behind gears do not count.
        """
        return self._of_frames("momentum", ())(q, v, **options)

    def momentum_matrix(self, q: ArrayLike, **options: Any) -> Array:
        """E_0*φMφ*H*, which makes joint rates the momentum, (..., 6, nv); O(N) for N joints [RK88 3.6, 3.8].

        About the origin of the world, in its axes, as `momentum`.
        """
        return self._of_frames("momentum_matrix", ())(q, **options)

    def link_accelerations(self, q: ArrayLike, v: ArrayLike, tau: ArrayLike, **options: Any) -> Array:
        """Spatial accelerations φ*(H*a + Ḣ*v) of all bodies under joint forces, (..., N, 6); O(N) [RK88 5.5].

        a are the accelerations of `forward_dynamics`. Each body has its own frame, without gravity, as
        `frame_acceleration` in the reference "local"; bodies in the order of `body_names`.
        """
        flat = self._of_frames("link_accelerations", ())(q, v, tau, **options)
        return flat.reshape(*flat.shape[:-1], -1, 6)
