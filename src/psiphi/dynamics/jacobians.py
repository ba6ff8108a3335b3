"""Jacobians of frames, and the two products of a Jacobian with itself.

J = B*φ*H* makes joint rates the velocities of frames, six rows each. JJ* tells in which directions the frames
can move; (J*J)⁻¹ by the Riccati recursion of (BB*, 0) makes wanted velocities the rates that come closest
[RJK 2]. References and frames as in `Kinematics`.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import DEFAULT_REFERENCE, Array, Compiled, Frames, Reference, frame_names
from psiphi.kernel.singularity import refuse_singular


class Jacobians(Compiled):
    """How the motions of joints and frames belong together."""

    def jacobian(
        self,
        q: ArrayLike,
        frame: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """J = B*φ*H*, which makes joint rates the velocity of a frame, (..., 6, nv); O(N) [RK88 3.13].

        Columns of joints that do not carry the frame are zero.
        """
        return self._of_frames("jacobian", frame, reference)(q, out=out, threads=threads)

    def jacobian_dot_v(
        self,
        q: ArrayLike,
        v: ArrayLike,
        frame: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """J̇v, the rate of Jv where the joints do not accelerate, (..., 6); O(N) [RJK 5.2].

        "local" and "world" give B*φ*Ḣ*v; world axes at the moving origin of the frame add Ȧ_0 Jv, so that
        Ja + J̇v is the classical acceleration.
        """
        return self._of_frames("jacobian_dot_v", frame, reference)(q, v, out=out, threads=threads)

    def jacobian_gram(
        self,
        q: ArrayLike,
        frame: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """JJ* = B*φ*H*HφB, (..., 6n, 6n) for n frames; O(N) + O(n²) [RJK 2].

        Singular where the frames cannot move in some direction; the root of its determinant is a measure of
        manipulability.
        """
        return self._of_frames("jacobian_gram", frame, reference)(q, out=out, threads=threads)

    def jacobian_normal_inverse(
        self, q: ArrayLike, frame: Frames, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """(J*J)⁻¹ = (I − HψK)* D⁻¹ (I − HψK) of the filter (BB*, 0), (..., nv, nv); O(N²) [RJK 2].

        It exists where the motions of the joints can be told apart at the frames: robots with more joints
        than that are refused (CompileError), and so are singular configurations (SingularError), in which a
        D is lost to rounding beside its P. The same in the references "local" and "local_world_aligned".
        """
        call = self._of_frames("jacobian_normal_inverse", frame)
        return refuse_singular(call(q, out=out, threads=threads), 2, _singular(frame), (q, 1))

    def jacobian_solve(
        self,
        q: ArrayLike,
        motion: ArrayLike,
        frame: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """Rates (J*J)⁻¹J*x whose Jv comes closest to a wanted velocity x, (..., nv); O(N) [RJK 2, 15].

        motion     (..., 6n) for n frames
        reference  "local" or "local_world_aligned": closeness is meant at the frames

        It exists where `jacobian_normal_inverse` does.
        """
        call = self._of_frames("jacobian_solve", frame, reference)
        found = call(q, motion, out=out, threads=threads)
        return refuse_singular(found, 1, _singular(frame), (q, 1), (motion, 1))


def _singular(frames: Frames) -> str:
    names = ", ".join(map(repr, frame_names(frames)))
    return (
        f"frames: joints move {names} in ways that depend on each other, and J*J has no inverse. "
        "numpy.linalg.lstsq with `jacobian` finds the least of all rates that fit."
    )
