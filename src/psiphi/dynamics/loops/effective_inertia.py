"""The inertia of a closed chain as its cuts and its frames feel it [RJK 5.3, 6].

    at the cuts      Λ_c = (J_c𝓜⁻¹J_c*)⁻¹
    at frames        Λ = (J(𝓜⁻¹ − 𝓜⁻¹J_c*Λ_cJ_c𝓜⁻¹)J*)⁻¹

Arms that hold an object add theirs to that of the object. A chain is well posed, its forces unique, where
Λ_c⁻¹ has full rank; frames have an inertia where forces move them in every direction.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.compiled import DEFAULT_REFERENCE, Array, Frames, Reference, filled, frame_names
from psiphi.dynamics.loops.closed_chains import ClosedChains
from psiphi.dynamics.loops.given import finite_rows
from psiphi.dynamics.loops.least_forces import Spectrum, as_one_mass, spectrum
from psiphi.kernel.singularity import refuse_singular
from psiphi.model.arguments import as_given


class EffectiveInertia(ClosedChains):
    """What forces at the cuts of a closed chain, or at its frames, have to move."""

    def constraint_inertia(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """Λ_c = Ω_c⁻¹, the effective inertia at the cuts, (..., m, m); O(N) + O(m³) [RJK 26].

        It exists where the system is well posed; where equations of loops are redundant SingularError names
        the row, and `constraint_report` tells how many are.
        """
        if self._by_calls("constraint_inertia", (), q):
            found = filled(out, as_given(self._inertia_by_calls(q), q))
        else:
            found = self._of_loops("constraint_inertia")(q, out=out, threads=threads)
        return refuse_singular(found, 2, _REDUNDANT, (q, 1))

    def constrained_operational_space_compliance(
        self, q: ArrayLike, frames: Frames, reference: Reference = DEFAULT_REFERENCE
    ) -> Array:
        """Λ⁻¹ of frames while the loops hold, J(𝓜⁻¹ − 𝓜⁻¹J_c*Ω_c⁻¹J_c𝓜⁻¹)J*, (..., 6n, 6n) [RJK 6].

        O(N) + O(n² + m³), n frames; in NumPy where more equations of loops are redundant than are compiled.
        """
        name, frames = "constrained_operational_space_compliance", frame_names(frames)
        if self._by_calls(name, frames, q):
            return as_given(self._compliance_by_calls(q, frames, reference), q)
        result = self._of_loops(name, frames, reference)(q)
        total = result.sum()
        if total == total:
            return result
        rows = np.isnan(result).any(axis=(-2, -1)) & finite_rows(result.shape[:-2], q)
        if self._has_many_equations:
            least = self._compliance_by_calls(q, frames, reference)
        else:
            name = "constrained_operational_space_least_compliance"
            least = self._of_loops(name, frames, reference)(q)
        result[rows] = least[rows]
        return result

    def constrained_operational_space_rank(self, q: ArrayLike, frames: Frames) -> NDArray[np.int64]:
        """In how many directions, of 6n, forces at n frames move them while the loops hold, (...) [RJK 6].

        Eigenvalues of Λ⁻¹ count from 1e-10 on, where the compliance with the loops open has a unit diagonal.
        A row with NaN has rank 0.
        """
        return self._weighed(q, frames, DEFAULT_REFERENCE).counting.sum(axis=-1)

    def constrained_operational_space_inertia(
        self, q: ArrayLike, frames: Frames, reference: Reference = DEFAULT_REFERENCE
    ) -> Array:
        """Λ of frames while the loops hold, (..., 6n, 6n) for n frames; O(N) + O(n³ + m³) [RJK 6].

        Of an object that arms hold it is M_o + Σ Λ_i, each where the object is. It exists where the rank is
        full (`constrained_operational_space_rank`); elsewhere SingularError names the row.
        """
        found = as_given(self._weighed(q, frames, reference).exact_inverse, q)
        names = ", ".join(map(repr, frame_names(frames)))
        return refuse_singular(found, 2, f"frames: the loops hold {names} {_IMMOBILE}", (q, 1))

    def _weighed(self, q: ArrayLike, frames: Frames, reference: Reference) -> Spectrum:
        """Of Λ⁻¹ beside the compliance with the loops open, of unit diagonal.

        What the loops leave of a direction that they hold is rounding there.
        """
        q = np.asarray(q, np.float64)  # in single precision nothing would be told from rounding
        closed = self.constrained_operational_space_compliance(q, frames, reference)
        free = self._of_frames("operational_space_compliance", frames, reference)(q)
        return spectrum(closed, as_one_mass(self.model), free)


_REDUNDANT = (
    "the equations of the loops are not independent, so that J_c𝓜⁻¹J_c* has no inverse: use "
    "constraint_compliance; constraint_report tells how many are redundant."
)
_IMMOBILE = (
    "in some direction, in which no force moves them: their compliance has no inverse. Use "
    "constrained_operational_space_compliance; constrained_operational_space_rank counts directions."
)
