"""Dynamics as frames feel them: forces at frames against accelerations of frames [RJK 5.2]."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, Compiled, Frames, Reference


class OperationalSpace(Compiled):
    """F = Λ ẍ + μ for the frames x of a robot, ẍ = Ja + J̇v.

    Several frames stand side by side, six rows each; references as in `Kinematics`.
    """

    def operational_space_compliance(
        self, q: ArrayLike, frames: Frames, reference: Reference = "local_world_aligned", **options: Any
    ) -> Array:
        """Λ⁻¹ = J𝓜⁻¹J* = B*ψ*H*D⁻¹HψB, (..., 6n, 6n) for n frames; O(N) + O(n²) [RJK 20]."""
        return self._of_frames("operational_space_compliance", frames, reference)(q, **options)

    def operational_space_inertia(
        self, q: ArrayLike, frames: Frames, reference: Reference = "local_world_aligned", **options: Any
    ) -> Array:
        """Λ = (J𝓜⁻¹J*)⁻¹, (..., 6n, 6n) for n frames; O(N) + O(n³) [RJK 5.2].

        It exists where the frames can move in every direction: with fewer than 6n joints, or in a singular
        configuration, use `operational_space_compliance` and its pseudo-inverse.
        """
        return self._of_frames("operational_space_inertia", frames, reference)(q, **options)

    def operational_space_bias(
        self,
        q: ArrayLike,
        v: ArrayLike,
        frames: Frames,
        reference: Reference = "local_world_aligned",
        **options: Any,
    ) -> Array:
        """μ = Λ(J𝓜⁻¹C − J̇v), the force at the frames that keeps ẍ = 0, (..., 6n); O(N) + O(n³) [RJK 5.2].

        C holds Coriolis, centrifugal and gravity forces, as `bias_forces`.
        """
        return self._of_frames("operational_space_bias", frames, reference)(q, v, **options)
