"""The configuration manifold: q is not a vector where quaternions occur, so it has its own plus and minus.

Joints of one kind are handled by one call, so that models of any size are quick.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import ArgumentTypeError
from psiphi.model.arguments import batch_argument, broadcast_batch, configuration_argument, vector_argument
from psiphi.model.joints.manifolds import Draw

if TYPE_CHECKING:
    from psiphi.model.model import Model

Array = NDArray[np.float64]


def neutral(model: Model) -> Array:
    """Where every joint's child coincides with the joint frame: zeros and unit quaternions. → (nq,)

    Mimic joints stand at their offsets.
    """
    q = np.zeros(model.nq)
    for group in model.coordinates.groups:
        q[group.q] = group.kind.neutral
    return q


def random_configuration(
    model: Model, rng: np.random.Generator | None = None, batch: int | tuple[int, ...] = ()
) -> Array:
    """Configurations drawn uniformly: (*batch, nq); without `rng` others each time, in every process.

    Coordinates lie within their limits where these are finite, otherwise angles in (−π, π) and lengths in
    (−1, 1); quaternions are uniform over all rotations, and each mode bends its body by 2 % of its size at
    most. The limits of mimic joints are not looked at.
    """
    if rng is None:
        if type(batch) is tuple and not batch:
            return _ahead(model).next()
        return _ahead(model).drawn(batch_argument("batch", batch))
    if not isinstance(rng, np.random.Generator):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentTypeError(f"rng: {type(rng).__name__} given; give numpy.random.default_rng(seed)")
    return drawn_configuration(model, rng, batch_argument("batch", batch))


class _Ahead:
    """Configurations of a model that are drawn some at a time, since one alone takes nearly as long."""

    MANY = 1024

    def __init__(self, model: Model) -> None:
        self._model, self._rng = model, np.random.default_rng()
        self._rows: list[Array] = []

    def drawn(self, shape: tuple[int, ...]) -> Array:
        return drawn_configuration(self._model, self._rng, shape)

    def next(self) -> Array:
        """One that nobody else has, whichever thread asks."""
        try:
            return self._rows.pop()
        except IndexError:
            rows = self._rows = list(self.drawn((self.MANY,)))
            return rows.pop()


_ahead = lru_cache(maxsize=64)(_Ahead)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_ahead.cache_clear)  # a child would draw what its parent does


def drawn_configuration(model: Model, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """What `random_configuration` gives: asks `rng` for `random` and `standard_normal` alone."""
    draws, order = _draws(model)
    found = [draw(rng, (*shape, count)).reshape(*shape, size) for draw, count, size in draws]
    return found[0] if order is None else np.concatenate([np.empty((*shape, 0)), *found], axis=-1)[..., order]


@lru_cache(maxsize=64)
def _draws(model: Model) -> tuple[list[tuple[Draw, int, int]], NDArray[np.intp] | None]:
    """What draws coordinates within their limits, group by group: for how many joints, and how many numbers.

    Then the place in all that is drawn of each coordinate; None where one group has all in their order.
    """
    found: list[tuple[Draw, int, int]] = []
    for group in model.coordinates.groups:
        if group.reach is not None:  # modes, of bodies whose joints are of many kinds
            ends = -group.reach[:, None], group.reach[:, None]
        else:
            limits = [model.bodies[body].joint.limits for body in group.bodies]
            ends = (np.array([getattr(x, side) for x in limits], dtype=float) for side in ("lower", "upper"))
        found.append((group.kind.random(*ends), len(group.q), group.q.size))
    order = np.argsort(np.concatenate([np.empty(0, int), *(x.q.ravel() for x in model.coordinates.groups)]))
    return found, None if len(found) == 1 and (np.diff(order) > 0).all() else order


def integrate(model: Model, q: ArrayLike, v: ArrayLike, dt: ArrayLike = 1.0) -> Array:
    """Where v, held constant for the time dt, leads from q: (..., nq), (..., nv), (...) → (..., nq).

    v of free, spherical and planar joints is constant in body axes: q ⊕ v dt = q · exp(v dt). Quaternions
    come out normalised.
    """
    q_array = configuration_argument(model, "q", q)
    v_array = vector_argument("v", v, model.nv)
    duration = _duration(dt)
    result = np.empty((*broadcast_batch(q=q_array, v=v_array, dt=duration), model.nq))
    with np.errstate(invalid="ignore", over="ignore"):
        step = v_array * duration
        for group in model.coordinates.groups:
            result[..., group.q] = group.kind.integrate(q_array[..., group.q], step[..., group.v])
    return result.astype(np.result_type(_float_type(q), _float_type(v)), copy=False)


def difference(model: Model, q0: ArrayLike, q1: ArrayLike) -> Array:
    """The velocity that leads from q0 to q1 in unit time: (..., nq), (..., nq) → (..., nv).

    integrate(q0, difference(q0, q1)) = q1 as a place on the manifold; rotations go the shorter way round.
    Joints with one coordinate have plainly q1 − q0.
    """
    q0_array = configuration_argument(model, "q0", q0)
    q1_array = configuration_argument(model, "q1", q1)
    result = np.empty((*broadcast_batch(q0=q0_array, q1=q1_array), model.nv))
    with np.errstate(invalid="ignore", over="ignore"):
        for group in model.coordinates.groups:
            result[..., group.v] = group.kind.difference(q0_array[..., group.q], q1_array[..., group.q])
    return result.astype(np.result_type(_float_type(q0), _float_type(q1)), copy=False)


def _duration(dt: ArrayLike) -> Array:
    duration = np.asarray(dt)
    if duration.dtype.kind not in "fiu":
        raise ArgumentTypeError(f"dt: {type(dt).__name__} is not a number or an array of numbers")
    return duration.astype(float)[..., None]


def _float_type(value: ArrayLike) -> type[np.float32] | type[np.float64]:
    """float32 for float32 arrays, and float64 for all else."""
    return np.float32 if getattr(value, "dtype", None) == np.float32 else np.float64
