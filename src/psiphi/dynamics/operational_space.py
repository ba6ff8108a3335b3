"""Dynamics as frames feel them: forces at frames against accelerations of frames [RJK 5.2]."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, Compiled, Frames, Reference
from psiphi.errors import InputError
from psiphi.model.tree import path_to


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

        It exists where the frames can move in every direction, apart from each other. Frames that never can
        are refused; in or near a singular configuration use the pseudo-inverse of the compliance.
        """
        self._check_mobility(frames)
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

        C holds Coriolis, centrifugal and gravity forces, as `bias_forces`. It exists where Λ does.
        """
        self._check_mobility(frames)
        return self._of_frames("operational_space_bias", frames, reference)(q, v, **options)

    def _check_mobility(self, frames: Frames) -> None:
        """Refuse frames that cannot move in six directions each, whatever the configuration."""
        merged = self.model.merged()
        names = (frames,) if isinstance(frames, str) else tuple(frames)
        bodies = [merged.frame(name).body for name in names]
        moving = np.zeros(merged.nv, bool)
        for name, body in zip(names, bodies, strict=True):
            inward = np.zeros(merged.nv, bool)
            for k in path_to(merged.parents, body):
                inward |= merged.coupling[merged.v_tree_slices[k]].any(axis=0)
            if inward.sum() < 6:
                raise InputError(f"frames: {name!r} has {inward.sum()} degrees of freedom. {_NO_INVERSE}")
            moving |= inward
        if moving.sum() < 6 * len(names) or len(set(bodies)) < len(names):
            raise InputError(f"frames: {', '.join(map(repr, names))} cannot move apart. {_NO_INVERSE}")


_NO_INVERSE = "J𝓜⁻¹J* has no inverse: use operational_space_compliance, and numpy.linalg.pinv of it."
