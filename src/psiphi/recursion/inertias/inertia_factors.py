"""The inertias of bodies as constant factors M = Σ w c c*, about their centres of mass.

    M = [[I, c̃], [0, I]] diag(J, m) [[I, c̃], [0, I]]*,    J = U diag(d) U*

A body without mass has no columns, a thin rod or a point mass fewer than six. Formed at the origin instead,
J − m c̃c̃ would lose what J has more digits of than m c².
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.recursion.frames.working_frames import vectors
from psiphi.recursion.inertias.factored_riccati import FactoredInertia
from psiphi.recursion.numbers.vectors import IDENTITY, Spatial, Vector, apply, cross, transpose

if TYPE_CHECKING:
    from psiphi.model.body import Body
    from psiphi.model.model import Model
    from psiphi.recursion.frames.working_frames import AlignedFrames

_ROUNDING = 1e-14
"""A pivot below this part of its diagonal element is rounding, and the body has no inertia there."""


@frozen
class InertiaFactors:
    """Those of M, and those of M − ΓR⁻¹Γ*: of bodies without the spins of the rotors they carry."""

    whole: tuple[FactoredInertia, ...]
    without_rotors: tuple[FactoredInertia, ...]


def inertia_factors(model: Model, aligned: AlignedFrames) -> InertiaFactors:
    """The factors of all bodies in their aligned frames."""
    whole = [np.array(body.inertia.rotational) for body in model.bodies]
    left = [matrix.copy() for matrix in whole]
    for body in model.bodies:
        spin, reflected = body.joint.spin, body.joint.rotor.reflected_inertia
        if spin is not None and body.parent >= 0:
            left[body.parent] -= np.outer(spin, spin) / reflected
    return InertiaFactors(_factored(model, aligned, whole), _factored(model, aligned, left))


def _factored(
    model: Model, aligned: AlignedFrames, rotational: list[NDArray[np.float64]]
) -> tuple[FactoredInertia, ...]:
    found: list[FactoredInertia] = []
    for body, outer, about_center in zip(model.bodies, aligned.outer, rotational, strict=True):
        into = transpose(outer)
        center = apply(into, vectors(body.inertia.center[None])[0])
        columns: list[tuple[Spatial, float]] = []
        if body.inertia.mass > 0.0:
            columns += [((*cross(center, e), *e), body.inertia.mass) for e in IDENTITY]
        columns += [((*apply(into, u), 0.0, 0.0, 0.0), d) for u, d in _central_factors(body, about_center)]
        found.append(FactoredInertia(tuple(c for c, _ in columns), tuple(w for _, w in columns)))
    return tuple(found)


def _central_factors(body: Body, left: NDArray[np.float64]) -> list[tuple[Vector, float]]:
    """J = Σ d u u*, u unit triangular, where J need not be definite; rounding in it is that of the body's."""
    sizes = np.diag(body.inertia.rotational).tolist()
    found: list[tuple[Vector, float]] = []
    for i in np.argsort(sizes)[::-1].tolist():  # the largest first, so that pivots only shrink
        pivot = float(left[i, i])
        if pivot < -_ROUNDING * max(sizes) or math.isnan(pivot):
            raise CompileError(
                f"riccati='UD': the rotational inertia of body {body.name!r} is not positive semidefinite, "
                "as that of a real body is; correct it, or leave `riccati` out."
            )
        if pivot > _ROUNDING * sizes[i]:
            x, y, z = (left[:, i] / pivot).tolist()
            found.append(((x, y, z), pivot))
            left = left - np.outer(left[:, i], left[:, i]) / pivot
            left[i, :] = left[:, i] = 0.0
    return found
