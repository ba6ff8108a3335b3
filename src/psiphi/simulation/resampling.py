"""Motions between their samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.embedded import EmbeddedRobot
from psiphi.errors import InputError
from psiphi.model.arguments import number_array, positive_number

if TYPE_CHECKING:
    from psiphi.simulation.trajectory import Trajectory

Array = NDArray[np.float64]


def resampled(trajectory: Trajectory, times: float | ArrayLike) -> Trajectory:
    """The motion at other times, or at steps of one length; see `Trajectory.resampled`."""
    from psiphi.simulation.trajectory import Trajectory

    own = trajectory.time
    wanted = _times(own, times)
    if len(own) < 2:
        raise InputError("times: a motion of one sample has none between.")
    k = np.clip(np.searchsorted(own, wanted, side="right") - 1, 0, len(own) - 2)
    length = _column(own[k + 1] - own[k], trajectory.q.ndim)
    share = _column(wanted - own[k], trajectory.q.ndim) / length
    q, v, tau = (np.asarray(x) for x in (trajectory.q, trajectory.v, trajectory.tau))
    model = trajectory.robot.model
    apart = model.difference(q[k], q[k + 1])
    x = share * apart
    if not isinstance(trajectory.robot, EmbeddedRobot):
        plain = [i for group in model.coordinates.groups if group.kind.is_plain for i in group.v.ravel()]
        s = share
        cubic = (3.0 - 2.0 * s) * s * s * apart + s * (1.0 - s) * length * ((1.0 - s) * v[k] - s * v[k + 1])
        x[..., plain] = cubic[..., plain]
    held = np.where(wanted >= own[-1], len(own) - 1, k)
    between = (1.0 - share) * v[k] + share * v[k + 1]
    found = (model.integrate(q[k], x), between, tau[held])
    return Trajectory(trajectory.robot, wanted, *found, trajectory.parameters, trajectory.stopped)


def _times(own: Array, times: float | ArrayLike) -> Array:
    given: Any = number_array("times", times)
    if given.ndim == 0:
        dt = positive_number("times", times)
        return own[0] + dt * np.arange(int((own[-1] - own[0]) / dt * (1.0 + 1e-12)) + 1)
    if given.ndim != 1 or len(given) == 0 or not (np.diff(given) > 0.0).all():
        raise InputError("times: give a step, or times that grow, (T,).")
    if given[0] < own[0] or given[-1] > own[-1]:
        raise InputError(
            f"times: {given[0]:g} s to {given[-1]:g} s are not within the motion from {own[0]:g} s to "
            f"{own[-1]:g} s."
        )
    return given


def _column(x: Array, ndim: int) -> Array:
    return x.reshape(-1, *(1,) * (ndim - 1))
