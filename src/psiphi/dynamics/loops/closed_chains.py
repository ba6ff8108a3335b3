"""Robots with loops: the equations 𝓜a + C = τ + J_c*f with J_c v = 0 [RJK 5.3].

Other quantities of a robot with loops, its forward dynamics among them, are those of the tree with its loops
open. Equations of loops stand in the order of `model.loops`, at `model.loop_slices[name]`; forces act on the
first end of a loop, at its origin and in its axes, and the opposite force on the second end at that point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.compiled import Array, Frames, filled
from psiphi.dynamics.joint_space import has_forces
from psiphi.dynamics.loops.given import Given, finite_rows
from psiphi.dynamics.loops.least_forces import as_one_mass, ranks
from psiphi.dynamics.loops.many_equations import (
    ROUNDING,
    ConstrainedMotion,
    ManyEquations,
    Metric,
    largest,
)
from psiphi.errors import ConstraintError
from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.model.arguments import as_given

CONTRADICTION = 1e-3
"""What loops may contradict each other, relative to all they ask for, before that is an error."""


@frozen
class ConstraintReport:
    """Whether loops determine their forces; each entry has the batch shape.

    rank        independent equations among those of the loops
    redundant   the others
    freedom     degrees of freedom that are left, nv − rank
    condition   of the independent equations, weighed by the compliance of unit diagonal
    well_posed  no equation is redundant: forces are unique [RJK 6]
    """

    rank: NDArray[np.int64]
    redundant: NDArray[np.int64]
    freedom: NDArray[np.int64]
    condition: Array

    @property
    def well_posed(self) -> NDArray[np.bool_]:
        return self.redundant == 0


class ClosedChains(ManyEquations):
    """Quantities of a robot whose loops are closed."""

    def constraint_jacobian(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """J_c = Nφ*H* + gearing with J_c v = 0 for closed loops, (..., m, nv); O(N) for each of m rows."""
        return self._of_loops("constraint_jacobian")(q, out=out, threads=threads)

    def constraint_bias(
        self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """J̇_c v, the accelerations of open loops whose joints do not accelerate, (..., m); O(N) [RJK 25]."""
        return self._of_loops("constraint_bias")(q, v, out=out, threads=threads)

    def constraint_compliance(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """Ω_c = J_c𝓜⁻¹J_c* = Nψ*H*D⁻¹HψN*, (..., m, m); O(N) + O(m²) [RJK 20, 26].

        Its blocks across loops are those of all cuts on one tree; Ω_c⁻¹ is the effective inertia at them.
        """
        return self._of_loops("constraint_compliance")(q, out=out, threads=threads)

    def constraint_report(self, q: ArrayLike) -> ConstraintReport:
        """How many of the loops' equations are independent, and whether forces are unique [RJK 6].

        With Ω_c brought to a unit diagonal, eigenvalues below 1e-10 of the largest count for zero, and so do
        equations that hold nothing but for rounding. A row with NaN has rank 0 and condition NaN.
        """
        compliance = np.asarray(self.constraint_compliance(q), np.float64)
        rank, condition = ranks(compliance, as_one_mass(self.model))
        return ConstraintReport(rank, self.model.loop_size - rank, self.model.nv - rank, condition)

    def constrained_forward_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        external_forces: Mapping[str, ArrayLike] | None = None,
        *,
        method: str | None = None,
        stabilisation: ArrayLike | None = None,
        damping: float = 0.0,
        threads: int = 1,
    ) -> ConstrainedMotion:
        """Accelerations (..., nv) and forces of the loops (..., m); O(N) + O(m³), or less [RJK 24–26, 6].

            f = −Ω_c⁻¹(J_c a_f + J̇_c v − γ),   a = a_f + 𝓜⁻¹J_c*f,   a_f those of the open tree

        external_forces  as for `forward_dynamics`
        method           "dense" factors Ω_c, O(m³); "sequential" takes arm after arm, O(m), where loops of
                         several arms meet in one object or body; None takes what has fewer operations
        stabilisation    γ, (..., m): the accelerations J_c a + J̇_c v that are asked for; zero if not given
        damping          added to the diagonal of Ω_c: loops give way, and forces stay finite

        More than MOST_EQUATIONS equations are solved in NumPy at first, between compiled functions of O(N),
        and as one compiled function after `prepare`, or BYTECODE_ROWS rows.
        Where equations of loops are redundant (a pivot of Ω_c is at most 2⁻³⁸ of its diagonal entry) the
        least forces are taken; accelerations are unique. The rank is then told by the largest pivots of Ω_c
        brought to a unit diagonal, those below 1e-10 counting for zero. Equations that contradict each other
        by more than a thousandth of what they ask for raise ConstraintError. `constraint_report` tells how
        many are redundant. Least forces are compiled for up to MOST_EQUATIONS equations, and found in NumPy
        beyond.
        """
        gamma = self._rest(q) if stabilisation is None else stabilisation
        given = Given(q, v, tau, external_forces if has_forces(external_forces) else None, gamma)
        frames, arguments = given.kernel_arguments()
        if damping:
            return self._damped(given, frames, arguments, damping, threads)
        name = "constrained_forward_dynamics_with_forces" if frames else "constrained_forward_dynamics"
        if method is None and self._by_calls(name, frames, *given.flat()):
            return self._least(given, threads)
        call = self._of_loops(name, frames, method=method)
        if self._redundant(name, frames, call, q):
            return self._least(given, threads)
        acceleration, force = call(*arguments, threads=threads)
        total = force.sum()
        if total != total:  # a NaN among them
            return self._filled(given, acceleration, force)
        return ConstrainedMotion(acceleration, force)

    def constrained_acceleration(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        *,
        method: str | None = None,
        stabilisation: ArrayLike | None = None,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """Accelerations alone, (..., nv), as by `constrained_forward_dynamics`; O(N) + O(m³).

        Its methods are the same. That equations contradict each other is not noticed, which
        `constrained_forward_dynamics` does: those with the largest pivots hold.
        """
        gamma = self._rest(q) if stabilisation is None else stabilisation
        given, name = Given(q, v, tau, None, gamma), "constrained_acceleration"
        by_calls = method is None and self._by_calls(name, (), q, v, tau, gamma)
        call = None if by_calls else self._of_loops(name, method=method)
        if call is None or self._redundant(name, (), call, q):
            return filled(out, self._least(given, threads, asked=False).acceleration)
        acceleration = call(q, v, tau, gamma, out=out, threads=threads)
        total = acceleration.sum()
        if total != total:
            self._filled(given, acceleration, None)
        return acceleration

    def constrained_velocity(self, q: ArrayLike, v: ArrayLike, *, threads: int = 1) -> Array:
        """v − 𝓜⁻¹J_c*Ω_c⁻¹J_c v, (..., nv): what loops leave of a velocity, in compiled code; O(N) + O(m³).

        As `project_velocity`, in a single pass: what simulations end each step with. Superfluous equations
        are treated as by `constrained_acceleration`.
        """
        name = "constrained_velocity"
        call = None if self._by_calls(name, (), q, v) else self._of_loops(name)
        if call is None or self._redundant(name, (), call, q, (self.model.nv,)):
            return as_given(self._nearest(q, v, threads=threads), q, v)
        found = call(q, v, threads=threads)
        total = found.sum()
        if total != total:
            rows = np.isnan(found).any(axis=-1) & finite_rows(found.shape[:-1], q, v)
            found[rows] = self._nearest(q, v)[rows]
        return found

    def _nearest(
        self,
        q: ArrayLike,
        x: ArrayLike,
        gamma: ArrayLike | None = None,
        metric: Metric = "mass",
        threads: int = 1,
    ) -> Array:
        """x − WJ_c*(J_cWJ_c*)⁺(J_c x − γ) with W = 𝓜⁻¹, or I: the nearest to x with J_c x = γ, (..., nv)."""
        gamma = self._rest(q) if gamma is None else gamma
        if self._has_many_equations:
            return self._nearest_by_calls(q, x, gamma, metric)
        kind = "drawn_least" if metric == "mass" else "nearest"
        return self._of_loops(f"constrained_{kind}_velocity")(q, x, gamma, threads=threads)

    @cached_property
    def has_redundant_loops(self) -> bool:
        """Whether equations of the loops say the same twice wherever the robot is."""
        if self._has_many_equations:
            q = self.model.random_configuration(np.random.default_rng(0), 4)
            return bool((self.constraint_report(q).redundant > 0).all())
        call = self._of_loops("constrained_velocity")
        return self._redundant("constrained_velocity", (), call, self.model.neutral(), (self.model.nv,))

    def _redundant(
        self,
        name: str,
        frames: Frames,
        call: Callable[..., Any],
        asked: ArrayLike,
        vectors: Sequence[int] | None = None,
    ) -> bool:
        """Whether equations of loops are redundant wherever the robot is: the least forces are then asked for
        at once. A few configurations tell, the same ones each time, in a batch or one by one as q is `asked`
        for, since that code is compiled anyway. `vectors` are the sizes of what is given besides q.
        """
        key = (name, frames)
        if key not in self._redundancy:
            q = self.model.random_configuration(np.random.default_rng(0), 4)
            parameters = self._given()
            if parameters is not None:  # each with those of every row
                q = q.reshape(4, *(1,) * (parameters.ndim - 1), -1)
            together = parameters is not None or np.size(asked) > self.model.nq
            own = [self.model.nv, self.model.nv, self.model.loop_size]
            sizes = vectors or [*own, *([6 * len(frames)] if frames else [])]
            zeros = [np.zeros(size) for size in sizes]

            def is_lost(some: Array) -> bool:
                found = call(some, *zeros)
                found = found[-1] if isinstance(found, tuple) else found
                return bool(np.isnan(found).any(axis=-1).all())

            self._redundancy[key] = all(map(is_lost, [q] if together else q))
        return self._redundancy[key]

    @cached_property
    def _redundancy(self) -> dict[tuple[str, Frames], bool]:
        return {}

    def _filled(self, given: Given, acceleration: Array, force: Array | None) -> ConstrainedMotion:
        """The rows of NaN whose input is finite filled with what the least forces give, in place."""
        told = acceleration if force is None else force
        rows = np.isnan(told).any(axis=-1) & finite_rows(acceleration.shape[:-1], *given.flat())
        if rows.any():
            found = self._least(given, asked=rows if force is not None else False)
            acceleration[rows] = found.acceleration[rows]
            if force is not None:
                force[rows] = found.force[rows]
        return ConstrainedMotion(acceleration, told)

    def _least(
        self, given: Given, threads: int = 1, *, asked: NDArray[np.bool_] | bool = True
    ) -> ConstrainedMotion:
        """The least forces, in double precision; loops that contradict each other in rows `asked` for are an
        error.
        """
        if self._has_many_equations:
            (acceleration, force), residual = self._motion_by_calls(given)
        else:
            frames, arguments = given.in_double().kernel_arguments()
            name = f"constrained_least_forces{'_with_forces' if frames else ''}"
            acceleration, force, wanted, left = self._of_loops(name, frames)(*arguments, threads=threads)
            size = ROUNDING * (largest(acceleration) + np.square(arguments[1]).sum(axis=-1))
            residual = largest(left) / np.maximum(largest(wanted) + size, 1e-300)
        _refuse_contradictions(np.where(asked, residual, 0.0))
        return ConstrainedMotion(*(as_given(x, *given.flat()) for x in (acceleration, force)))

    def _damped(
        self, given: Given, frames: Frames, arguments: Sequence[ArrayLike], damping: float, threads: int
    ) -> ConstrainedMotion:
        """The same with something added to the diagonal of Ω_c."""
        if self._has_many_equations:
            found = self._motion_by_calls(given, damping)[0]
            return ConstrainedMotion(*(as_given(x, *given.flat()) for x in found))
        giving = np.full(self.model.loop_size, damping, np.asarray(self._rest(given.q)).dtype)
        call = self._of_loops(f"constrained_damped_dynamics{'_with_forces' if frames else ''}", frames)
        return ConstrainedMotion(*call(*arguments, giving, threads=threads))

    def _rest(self, q: ArrayLike) -> ArrayLike:
        """γ = 0, in the precision of q."""
        single = isinstance(q, np.ndarray) and q.dtype == np.float32
        return np.zeros(self.model.loop_size, np.float32 if single else np.float64)


def _refuse_contradictions(residual: Array) -> None:
    if not (residual > CONTRADICTION).any():
        return
    worst = np.unravel_index(np.nanargmax(residual), residual.shape)
    place = tuple(map(int, worst))
    raise ConstraintError(
        f"the loops contradict each other{f' in row {place}' if place else ''}: no forces give the "
        f"accelerations that they ask for, {residual[worst]:.1%} of which cannot be met. Close the loops "
        "first (`assemble`, `project_velocity`), make `stabilisation` consistent, or allow some `damping`.",
        residual,
    )
