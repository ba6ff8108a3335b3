"""Dynamics as frames feel them: forces at frames against accelerations of frames [RJK 5.2]."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import (
    DEFAULT_REFERENCE,
    Array,
    Compiled,
    Frames,
    Reference,
    filled,
    frame_names,
)
from psiphi.dynamics.loops.least_forces import pseudo_inverse
from psiphi.errors import InputError
from psiphi.kernel.singularity import refuse_singular
from psiphi.model.arguments import as_given, positive_number, vector_argument
from psiphi.model.tree import path_to


class OperationalSpace(Compiled):
    """F = Λ ẍ + μ for the frames x of a robot, ẍ = Ja + J̇v.

    Several frames stand side by side, six rows each; references as in `Kinematics`.
    """

    def __init__(self) -> None:
        super().__init__()
        self._mobile: set[tuple[str, ...]] = set()
        """Frames that were found to move in every direction."""

    def operational_space_compliance(
        self,
        q: ArrayLike,
        frames: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """Λ⁻¹ = J𝓜⁻¹J* = B*ψ*H*D⁻¹HψB, (..., 6n, 6n) for n frames; O(N) + O(n²) [RJK 20]."""
        return self._of_frames("operational_space_compliance", frames, reference)(q, out=out, threads=threads)

    def operational_space_inertia(
        self,
        q: ArrayLike,
        frames: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """Λ = (J𝓜⁻¹J*)⁻¹, (..., 6n, 6n) for n frames; O(N) + O(n³) [RJK 5.2].

        It exists where the frames can move in every direction, apart from each other. Frames that never can
        are refused, and so are singular configurations (SingularError): those in which a pivot of the
        compliance is lost to rounding, at most 4e-12 of its diagonal entry. See
        `operational_space_pseudo_inverse`.
        """
        self._check_mobility(frames)
        call = self._of_frames("operational_space_inertia", frames, reference)
        return refuse_singular(call(q, out=out, threads=threads), 2, _singular(frames), (q, 1))

    def operational_space_pseudo_inverse(
        self,
        q: ArrayLike,
        frames: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        tolerance: float = 1e-10,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """(J𝓜⁻¹J*)⁺, (..., 6n, 6n) for n frames, in any configuration; O(N) + O(n³) [RJK 5.2].

        Directions in which the compliance is less than `tolerance` times its greatest are taken for those in
        which the frames cannot move, and get no inertia. Elsewhere it is `operational_space_inertia`. Which
        directions count depends on the unit of length, and on the reference. It is computed in double
        precision.
        """
        numbers, tolerance = vector_argument("q", q, self.model.nq), positive_number("tolerance", tolerance)
        compliance = self.operational_space_compliance(numbers, frames, reference, threads=threads)
        return filled(out, as_given(pseudo_inverse(compliance, tolerance), q))

    def operational_space_bias(
        self,
        q: ArrayLike,
        v: ArrayLike,
        frames: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """μ = Λ(J𝓜⁻¹C − J̇v), the force at the frames that keeps ẍ = 0, (..., 6n); O(N) + O(n³) [RJK 5.2].

        C holds Coriolis, centrifugal and gravity forces, as `bias_forces`. It exists where Λ does.
        """
        self._check_mobility(frames)
        call = self._of_frames("operational_space_bias", frames, reference)
        return refuse_singular(call(q, v, out=out, threads=threads), 1, _singular(frames), (q, 1), (v, 1))

    def dynamically_consistent_inverse(
        self,
        q: ArrayLike,
        frames: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """J̄ = 𝓜⁻¹J*Λ with JJ̄ = I, (..., nv, 6n) for n frames; O(N) + O(n³) [RJK 5.2].

        Of all rates with Jv = x those of J̄x have the least kinetic energy, and joint forces (I − J*J̄*)τ do
        not accelerate the frames. It exists where Λ does.
        """
        self._check_mobility(frames)
        call = self._of_frames("dynamically_consistent_inverse", frames, reference)
        return refuse_singular(call(q, out=out, threads=threads), 2, _singular(frames), (q, 1))

    def operational_space_inertia_derivative(
        self,
        q: ArrayLike,
        along: ArrayLike,
        frames: Frames,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """Σ ∂Λ/∂q_k along_k of `operational_space_inertia`, (..., 6n, 6n); O(N) [RJK 5.2]."""
        self._check_mobility(frames)
        call = self._of_frames("operational_space_inertia_derivative", frames, reference)
        found = call(q, along, out=out, threads=threads)
        return refuse_singular(found, 2, _singular(frames), (q, 1), (along, 1))

    def _check_mobility(self, frames: Frames) -> None:
        """Refuse frames that cannot move in six directions each, whatever the configuration."""
        names = frame_names(frames)
        if names in self._mobile:
            return
        merged = self.model.merged()
        bodies = [merged.frame(name).body for name in names]
        moving = np.zeros(merged.nv, bool)
        for name, body in zip(names, bodies, strict=True):
            inward = np.zeros(merged.nv, bool)
            for k in path_to(merged.parents, body):
                for places in (merged.v_tree_slices[k], merged.coordinates.v_tree_modes[k]):
                    inward |= merged.coupling[places].any(axis=0)
            if inward.sum() < 6:
                raise InputError(f"frames: {name!r} has {inward.sum()} degrees of freedom. {_NO_INVERSE}")
            moving |= inward
        rigid = [body for body in bodies if merged.bodies[body].modes is None]
        if moving.sum() < 6 * len(names) or len(set(rigid)) < len(rigid):
            raise InputError(f"frames: {', '.join(map(repr, names))} cannot move apart. {_NO_INVERSE}")
        self._mobile.add(names)


def _singular(frames: Frames) -> str:
    names = ", ".join(map(repr, frame_names(frames)))
    return f"frames: {names} cannot move in every direction. {_NO_INVERSE}"


_NO_INVERSE = "J𝓜⁻¹J* has no inverse: use operational_space_pseudo_inverse, or operational_space_compliance."
