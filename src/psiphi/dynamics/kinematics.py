"""Motion of a robot in the world: poses, velocities, accelerations, momentum, the centre of mass.

Spatial vectors are [angular; linear]. `frame` is the name of a frame or a body, or several names, whose
results then stand side by side, six rows each. `reference` says where and in which axes motions are told:

    "local_world_aligned"   at the origin of the frame, in the axes of the world
    "local"                 at the origin of the frame, in its own axes
    "world"                 at the origin of the world, in its axes
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import (
    DEFAULT_REFERENCE,
    Array,
    Compiled,
    Frames,
    Reference,
    of_bodies,
    of_one_kernel,
)
from psiphi.errors import ArgumentTypeError, ModelError


class Kinematics(Compiled):
    """Where a robot is, and how it moves."""

    def frame_pose(
        self, q: ArrayLike, frame: str, *, out: tuple[Array, Array] | None = None, threads: int = 1
    ) -> tuple[Array, Array]:
        """Rotation (..., 3, 3) and position (..., 3) of a frame in the world; O(N) [RK88 3.1].

        The columns of the rotation are the axes of the frame. Both are read off X_0 = [[R, 0], [p̃R, R]].
        """
        if not isinstance(frame, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentTypeError(f"frame: expected a name, found {type(frame).__name__}.")
        return self._of_frames("frame_pose", frame)(q, out=out, threads=threads)

    def frame_poses(
        self, q: ArrayLike, frames: Frames, *, out: tuple[Array, Array] | None = None, threads: int = 1
    ) -> tuple[Array, Array]:
        """Rotations (..., n, 3, 3) and positions (..., n, 3) of several frames at once; O(N) [RK88 3.1]."""
        return self._of_frames("frame_poses", frames)(q, out=out, threads=threads)

    def frame_velocity(
        self,
        q: ArrayLike,
        v: ArrayLike,
        frame: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """Spatial velocity Jv = B*φ*H*v of a frame, (..., 6); O(N) [RK88 3.13]."""
        return self._of_frames("frame_velocity", frame, reference)(q, v, out=out, threads=threads)

    def frame_acceleration(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        frame: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """Spatial acceleration B*φ*(H*a + Ḣ*v) of a frame, without gravity, (..., 6); O(N) [R87 14, 15].

        Its linear half is v̇ − ω×v, so that it changes from reference to reference as velocities do. The
        classical acceleration of the origin is Ja + J̇v: `jacobian` and `jacobian_dot_v`, world-aligned.
        """
        return self._of_frames("frame_acceleration", frame, reference)(q, v, a, out=out, threads=threads)

    def link_accelerations(
        self, q: ArrayLike, v: ArrayLike, tau: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """Spatial accelerations φ*(H*a + Ḣ*v) of all bodies under joint forces, (..., N, 6); O(N) [RK88 5.5].

        a are the accelerations of `forward_dynamics`. Each body has its own frame, without gravity, as
        `frame_acceleration` in the reference "local"; bodies in the order of `body_names`.
        """
        call = self._calls["link_accelerations"]
        return of_bodies(call, self.model, q, v, tau, out=out, threads=threads)

    def tip_accelerations(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        frame: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """Spatial acceleration B*φ*(H*a + Ḣ*v) of frames under joint forces, (..., 6); O(N) [RK88 5.5, 5.6].

        a are the accelerations of `forward_dynamics`; otherwise as `frame_acceleration`.
        """
        return self._of_frames("tip_accelerations", frame, reference)(q, v, tau, out=out, threads=threads)

    @of_one_kernel
    def composite_inertia(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """E_0*φMφ*E_0 of all moving bodies with their joints locked, (..., 6, 6); O(N) [RK88 a.44].

        At the origin of the world, in its axes: [[I, m c̃], [−m c̃, m]] with the centre of mass c.
        """
        return self._calls["composite_inertia"](q, out=out, threads=threads)

    @of_one_kernel
    def center_of_mass(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """The centre of mass of the moving bodies in the world, (..., 3); O(N) [RK88 a.44].

        It is read off the composite inertia E_0*φMφ*E_0.
        """
        if self.model.mass == 0.0:
            raise ModelError(f"model {self.model.name!r}: has no mass that moves, and so no centre of mass")
        return self._calls["center_of_mass"](q, out=out, threads=threads)

    @of_one_kernel
    def potential_energy(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """−m gravity·c with the centre of mass c, zero at the world's origin, (...); O(N) [RK88 a.44]."""
        return self._calls["potential_energy"](q, out=out, threads=threads)

    @of_one_kernel
    def momentum(self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """E_0*φMφ*H*v: [angular; linear] momentum of all bodies, (..., 6); O(N) [RK88 3.6, 3.8].

        The angular half is about the origin of the world, both are in its axes. About the centre of mass c
        the angular momentum is the angular half − c × the linear half. Rotors count where bodies carry them.
        """
        return self._calls["momentum"](q, v, out=out, threads=threads)

    @of_one_kernel
    def momentum_matrix(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """E_0*φMφ*H*, which makes joint rates the momentum, (..., 6, nv); O(N) [RK88 3.6, 3.8].

        About the origin of the world, in its axes, as `momentum`.
        """
        return self._calls["momentum_matrix"](q, out=out, threads=threads)
