"""End stops: what pushes coordinates back that are beyond their limits."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics import catalogue
from psiphi.dynamics.motion.traced import Numbers
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.tracing import candidates
from psiphi.model import Model
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number, NumpyArithmetic
from psiphi.recursion.sweeps.evaluate import evaluate_together

_CONFIGURATIONS = 16
_DENSE, _SWEEPS = 100, 60  # up to how many rates 𝓜 is formed for end stops, and sweeps of the power method

BRIEFEST = 1e-3
"""Seconds: end stops are as stiff as steps of this length can follow, or longer ones if these are taken.

A stop is a spring m/4h² and a damper m/h, so that steps of h come to rest there without ringing, by any
method. 𝓜 − diag(m) is not negative, so that this holds however many joints are stopped at once. What is
heavier than m bounces, and loses energy as it does.
"""


def end_stops(model: Model, q: Numbers, v: Numbers, h: Number, arithmetic: Arithmetic) -> dict[int, Number]:
    """The pushes where coordinates are beyond their limits by x: −(m/h)(v + x/4h), never a pull."""
    rate, moved = arithmetic.reciprocal(arithmetic.maximum(h, BRIEFEST)), moved_inertias(model)
    found: dict[int, Number] = {}
    for i, (place, lower, upper) in stopped(model).items():
        within = arithmetic.maximum(q[place], lower) if math.isfinite(lower) else q[place]
        within = arithmetic.minimum(within, upper) if math.isfinite(upper) else within
        beyond = q[place] - within
        push = v[i] + 0.25 * rate * beyond
        found[i] = -moved[i] * rate * arithmetic.select(beyond * push, push, 0.0)
    return found


def stopped(model: Model) -> dict[int, tuple[int, float, float]]:
    """The place in q of a coordinate with limits, and these, by its place in v."""
    found: dict[int, tuple[int, float, float]] = {}
    for name in model.joint_names:
        joint, in_q, in_v = model.joint(name), model.q_slice(name), model.v_slice(name)
        if joint.kind.is_plain:
            for n, ends in enumerate(zip(joint.limits.lower, joint.limits.upper, strict=True)):
                if any(map(math.isfinite, ends)):
                    found[in_v.start + n] = in_q.start + n, *ends
    return found


@lru_cache(maxsize=64)
def moved_inertias(model: Model) -> tuple[float, ...]:
    """m by rate, to three digits: 𝓜 − diag(m) is not negative on coordinates with stops.

    m is the least 1/(𝓜⁻¹)_ii, the inertia that a joint moves while all others are free, divided by the
    greatest eigenvalue of √m 𝓜⁻¹ √m; of configurations that fill the limits of the joints evenly. Of robots
    with very many joints it is the least eigenvalue of 𝓜 for all of them, which takes O(N) operations.
    """
    low = np.where(np.isfinite(model.limits.lower), model.limits.lower, model.neutral())
    high = np.where(np.isfinite(model.limits.upper), model.limits.upper, model.neutral())
    share = np.outer(np.arange(_CONFIGURATIONS), np.sqrt(np.arange(2, model.nq + 2))) % 1.0
    q = low + share * (high - low)
    if model.nv > _DENSE:
        return (_least_eigenvalue(model, q),) * model.nv
    request = catalogue.request(model, "mass_matrix")
    polynomials = candidates(request.expressions)[0][1]
    (numbers,) = evaluate_together(polynomials, request.mechanism(), NumpyArithmetic(), [*q.T])
    entries = np.stack(np.broadcast_arrays(*numbers, np.zeros(_CONFIGURATIONS))[:-1], axis=-1)
    inverse = np.linalg.inv(entries.reshape(_CONFIGURATIONS, model.nv, model.nv))
    places = np.array([*stopped(model)])
    free = 1.0 / np.einsum("bii->bi", inverse).max(axis=0)
    scaled = np.sqrt(free)[:, None] * inverse * np.sqrt(free)
    most = np.linalg.eigvalsh(scaled[:, places[:, None], places]).max()
    return tuple(float(f"{x:.3g}") for x in free / most)


def _least_eigenvalue(model: Model, q: NDArray[Any]) -> float:
    """Of 𝓜 at configurations (n, nq), somewhat less: by the power method with 𝓜⁻¹."""
    solve = Kernel(catalogue.request(model, "mass_matrix_solve"))
    y = np.random.default_rng(0).standard_normal((len(q), model.nv))
    size = np.ones((len(q), 1))
    for _ in range(_SWEEPS):
        y = solve(q, y / size)
        size = np.linalg.norm(y, axis=-1, keepdims=True)
    return float(f"{0.8 / size.max():.3g}")
