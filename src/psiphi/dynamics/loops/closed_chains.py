"""Robots with loops: the equations 𝓜a + C = τ + J_c*f with J_c v = 0 [RJK 5.3].

Other quantities of a robot with loops, its forward dynamics among them, are those of the tree with its loops
open. Equations of loops stand in the order of `model.loops`, at `model.loop_slices[name]`; forces act on the
first end of a loop, at its origin and in its axes, and the opposite force on the second end at that point.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.compiled import DEFAULT_REFERENCE, Array, Compiled, Frames, Reference, frame_names
from psiphi.dynamics.joint_space import has_forces, stacked_forces
from psiphi.dynamics.loops.given import Given, chosen_rows, finite_rows
from psiphi.dynamics.loops.least_forces import (
    applied,
    as_one_mass,
    least_forces,
    nearest,
    ranks,
    symmetric,
)
from psiphi.errors import ConstraintError, InputError
from psiphi.frozen import frozen
from psiphi.kernel.large import LISTED_ROWS
from psiphi.locks import cached_property
from psiphi.model.arguments import as_given

Metric = Literal["mass", "identity"]

CONTRADICTION = 1e-3
"""What loops may contradict each other, relative to all they ask for, before that is an error."""

MOST_COMPILED = 24
"""Equations whose solutions are compiled at once, and least forces at all: code grows with their cube."""

ROUNDING = 1e-9
"""The same beside the accelerations of the open tree, since rounding asks where loops ask for nothing."""


class ConstrainedMotion(NamedTuple):
    """Accelerations of the coordinates, (..., nv), and forces of the loops, (..., m)."""

    acceleration: Array
    force: Array


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


class ClosedChains(Compiled):
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
        finite = np.asarray(np.isfinite(compliance).all(axis=(-2, -1)))
        rank, condition = ranks(np.where(finite[..., None, None], compliance, 0.0), as_one_mass(self.model))
        return ConstraintReport(
            rank, self.model.loop_size - rank, self.model.nv - rank, np.where(finite, condition, np.nan)
        )

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

        More than MOST_COMPILED equations are solved in NumPy at first, between compiled functions of O(N),
        and as one compiled function after `prepare`, or LISTED_ROWS rows.
        Where equations of loops are redundant (a pivot of Ω_c is at most 2⁻³⁸ of its diagonal entry) the
        least forces are taken; accelerations are unique. The rank is then told by the largest pivots of Ω_c
        brought to a unit diagonal, those below 1e-10 counting for zero. Equations that contradict each other
        by more than a thousandth of what they ask for raise ConstraintError. `constraint_report` tells how
        many are redundant. Least forces are compiled for up to MOST_COMPILED equations, and found in NumPy
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
        if self._redundant(name, frames, call):
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
        if call is None or self._redundant(name, (), call):
            found = self._least(given, threads, consistent=False).acceleration
            return found if out is None else _put(out, found)
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
        if call is None or self._redundant(name, (), call, (self.model.nv,)):
            return as_given(self._nearest(q, v, threads=threads), q, v)
        found = call(q, v, threads=threads)
        total = found.sum()
        if total != total:
            rows = np.isnan(found).any(axis=-1) & finite_rows(found.shape[:-1], q, v)
            if rows.any():
                found[rows] = self._nearest(chosen_rows(rows, q), chosen_rows(rows, v))
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
        if self.model.loop_size <= MOST_COMPILED:
            kind = "drawn_least" if metric == "mass" else "nearest"
            return self._of_loops(f"constrained_{kind}_velocity")(q, x, gamma, threads=threads)
        given = [np.asarray(y, np.float64) for y in (q, x, gamma)]
        batch = np.broadcast_shapes(*(y.shape[:-1] for y in given))
        rows = finite_rows(batch, *given)
        here, velocity, wanted = (chosen_rows(rows, y) for y in given)
        jacobian, weighted = self._moved(here)
        floor = as_one_mass(self.model)
        if metric == "identity":
            weighted, floor = jacobian, 1.0
        found = np.full((*batch, self.model.nv), np.nan)
        found[rows] = nearest(jacobian, weighted, velocity, wanted, floor)
        return found

    def _moved(self, q: ArrayLike) -> tuple[Array, Array]:
        """J_c and J_c𝓜⁻¹ for q (n, nq), (n, m, nv) each: what Ω_c and accelerations are made of in NumPy."""
        jacobian = self.constraint_jacobian(q)
        return jacobian, np.swapaxes(self._solved_for(q, np.swapaxes(jacobian, 0, 1)), 0, 1)

    def _solved_for(self, q: ArrayLike, y: Array) -> Array:
        """𝓜⁻¹y for q (n, nq) and several y, (k, n, nv): n is last, as in parameters that go with q."""
        return self._of_frames("mass_matrix_solve", ())(q, y)

    @cached_property
    def has_redundant_loops(self) -> bool:
        """Whether equations of the loops say the same twice wherever the robot is."""
        if self.model.loop_size > MOST_COMPILED:
            q = self.model.random_configuration(np.random.default_rng(0), 4)
            return bool((self.constraint_report(q).redundant > 0).all())
        call = self._of_loops("constrained_velocity")
        return self._redundant("constrained_velocity", (), call, (self.model.nv,))

    def _by_calls(self, name: str, frames: Frames, *state: ArrayLike) -> bool:
        """Whether systems of many equations are still solved in NumPy, between calls of what is compiled.

        Until their code is there, by `prepare` or by others, or so many rows were computed that it pays.
        Where parameters vary they are compiled at once.
        """
        if self.model.loop_size <= MOST_COMPILED or self._varying:
            return False
        key = name, frame_names(frames)
        if key not in self._rows:
            self._rows[key] = LISTED_ROWS if self._is_on_disk(*key) else 0
        self._rows[key] += math.prod(np.broadcast_shapes(*(np.shape(x)[:-1] for x in state)))
        return self._rows[key] <= LISTED_ROWS

    def prepare(self, *names: str, frames: Frames = (), reference: Reference = DEFAULT_REFERENCE) -> None:
        super().prepare(*names, frames=frames, reference=reference)
        self._rows.update({(name, frame_names(frames)): LISTED_ROWS for name in names})

    @cached_property
    def _rows(self) -> dict[tuple[str, tuple[str, ...]], int]:
        """Of each quantity the rows that were computed."""
        return {}

    def _redundant(
        self,
        name: str,
        frames: Frames,
        call: Callable[..., Any],
        vectors: Sequence[int] | None = None,
    ) -> bool:
        """Whether equations of loops are redundant wherever the robot is: the least forces are then asked for
        at once. A few configurations tell, the same ones each time. `vectors` are the sizes of what is given
        besides q.
        """
        key = (name, frames)
        if key not in self._redundancy:
            q = self.model.random_configuration(np.random.default_rng(0), 4)
            parameters = self._given()
            if parameters is not None:  # each with those of every row
                q = q.reshape(4, *(1,) * (parameters.ndim - 1), -1)
            own = [self.model.nv, self.model.nv, self.model.loop_size]
            sizes = vectors or [*own, *([6 * len(frames)] if frames else [])]
            found = call(q, *(np.zeros(size) for size in sizes))
            found = found[-1] if isinstance(found, tuple) else found
            self._redundancy[key] = bool(np.isnan(found).any(axis=-1).all())
        return self._redundancy[key]

    @cached_property
    def _redundancy(self) -> dict[tuple[str, Frames], bool]:
        return {}

    def _filled(self, given: Given, acceleration: Array, force: Array | None) -> ConstrainedMotion:
        """The rows of NaN whose input is finite filled with what the least forces give, in place."""
        told = acceleration if force is None else force
        rows = np.isnan(told).any(axis=-1) & finite_rows(acceleration.shape[:-1], *given.arrays())
        if rows.any():
            found = self._least(given.chosen(rows), consistent=force is not None, rows=rows)
            acceleration[rows] = found.acceleration
            if force is not None:
                force[rows] = found.force
        return ConstrainedMotion(acceleration, told)

    def _least(
        self,
        given: Given,
        threads: int = 1,
        *,
        consistent: bool = True,
        rows: NDArray[np.bool_] | None = None,
    ) -> ConstrainedMotion:
        """The least forces, in double precision; `consistent` ones, or what contradicts them is an error.

        `rows` are those of the batch that are given.
        """
        single = all(isinstance(x, np.ndarray) and x.dtype == np.float32 for x in given.flat())
        given = given.in_double()
        if self.model.loop_size > MOST_COMPILED:
            unknown = self._unknown(given)
            acceleration, force = self._solved(given, 0.0, *unknown, consistent=consistent, within=rows)
        else:
            frames, arguments = given.kernel_arguments()
            name = f"constrained_least_forces{'_with_forces' if frames else ''}"
            acceleration, force, asked, left = self._of_loops(name, frames)(*arguments, threads=threads)
            if consistent:
                size = ROUNDING * (_largest(acceleration) + np.square(given.v).sum(axis=-1))
                residual = _largest(left) / np.maximum(_largest(asked) + size, 1e-300)
                _refuse_contradictions(residual, rows)
        if single:
            acceleration, force = (_in_single(x) for x in (acceleration, force))
        return ConstrainedMotion(acceleration, force)

    def _damped(
        self, given: Given, frames: Frames, arguments: Sequence[ArrayLike], damping: float, threads: int
    ) -> ConstrainedMotion:
        """The same with something added to the diagonal of Ω_c."""
        if self.model.loop_size > MOST_COMPILED:
            return self._solved(given.in_double(), damping, *self._unknown(given))
        giving = np.full(self.model.loop_size, damping, np.asarray(self._rest(given.q)).dtype)
        call = self._of_loops(f"constrained_damped_dynamics{'_with_forces' if frames else ''}", frames)
        return ConstrainedMotion(*call(*arguments, giving, threads=threads))

    def _solved(
        self,
        given: Given,
        damping: float,
        acceleration: Array,
        force: Array,
        *,
        consistent: bool = True,
        within: NDArray[np.bool_] | None = None,
    ) -> ConstrainedMotion:
        """Fill the rows of NaN whose input is finite, with the least forces, by matrices in NumPy."""
        rows = np.isnan(force).any(axis=-1) & finite_rows(force.shape[:-1], *given.arrays())
        if not rows.any():
            return ConstrainedMotion(acceleration, force)
        q, v, tau, forces, gamma = given.chosen(rows)
        if forces:
            frames, stack = stacked_forces(forces)
            free = self._of_frames("forward_dynamics_with_forces", frames)(q, v, tau, stack)
        else:
            free = self._of_frames("forward_dynamics", ())(q, v, tau)
        jacobian, moved = self._moved(q)
        compliance = symmetric(jacobian @ np.swapaxes(moved, -1, -2))
        opening: Array = applied(jacobian, free) + self.constraint_bias(q, v) - np.asarray(gamma)
        if damping:
            compliance = compliance + damping * np.eye(compliance.shape[-1])
        noise = ROUNDING * (_largest(free) + np.square(v).sum(axis=-1))
        found = least_forces(compliance, -opening, as_one_mass(self.model), noise)
        if consistent:
            _refuse_contradictions(found.residual, rows if within is None else within)
        acceleration[rows] = free + applied(np.swapaxes(moved, -1, -2), found.force)
        force[rows] = found.force
        return ConstrainedMotion(acceleration, force)

    def _rest(self, q: ArrayLike) -> ArrayLike:
        """γ = 0, in the precision of q."""
        single = isinstance(q, np.ndarray) and q.dtype == np.float32
        return np.zeros(self.model.loop_size, np.float32 if single else np.float64)

    def _unknown(self, given: Given) -> tuple[Array, Array]:
        """Accelerations and forces of the right shapes, all NaN."""
        batch = np.broadcast_shapes(*(x.shape[:-1] for x in given.arrays()))
        return np.full((*batch, self.model.nv), np.nan), np.full((*batch, self.model.loop_size), np.nan)

    def _of_loops(
        self,
        name: str,
        frames: Frames = (),
        reference: Reference = DEFAULT_REFERENCE,
        method: str | None = None,
    ) -> Callable[..., Any]:
        """The direct call of a quantity of loops."""
        if not self.model.loops:
            raise InputError(f"{self.model.name!r} has no loops: model.with_loop(...) closes one.")
        if method is not None:
            return self._taken(self.kernel(name, frame_names(frames), method, reference))
        return self._of_frames(name, frames, reference)


def _largest(x: Array) -> Array:
    return np.asarray(np.abs(x).max(axis=-1, initial=0.0))


def _in_single(x: Array) -> Any:
    return x.astype(np.float32)


def _put(out: Array, found: Array) -> Array:
    out[...] = found
    return out


def _refuse_contradictions(residual: Array, rows: NDArray[np.bool_] | None) -> None:
    """`residual` are those of the whole batch, or of some of its `rows`."""
    if not (residual > CONTRADICTION).any():
        return
    worst = np.unravel_index(np.nanargmax(residual), residual.shape)
    place = tuple(map(int, worst if rows is None else np.argwhere(rows)[worst[0]]))
    raise ConstraintError(
        f"the loops contradict each other{f' in row {place}' if place else ''}: no forces give the "
        f"accelerations that they ask for, {residual[worst]:.1%} of which cannot be met. Close the loops "
        "first (`assemble`, `project_velocity`), make `stabilisation` consistent, or allow some `damping`.",
        residual,
    )
