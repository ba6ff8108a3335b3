"""All configurations that meet a target, where they are a few: the branches of an arm."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.inverse_kinematics.tasks import Task
from psiphi.errors import InputError
from psiphi.model import Model

Array = NDArray[np.float64]

SAME = 1e-4
"""Configurations are one where no coordinate differs by more, in rad and m."""
SHARPER = 1e-3
"""The part of the tolerances to which branches are found, so that those that are one are near each other."""
AT_ONCE = 1024
"""Targets that are searched for from all seeds at once."""

_EQUATIONS = {"pose": 6, "orientation": 3, "position": 3, "direction": 2, "point": 2, "center of mass": 3}


def moving_places(model: Model, tasks: tuple[Task, ...]) -> NDArray[np.intp]:
    """The places in q of the coordinates that move what is wanted; refused where there are too many for it.

    A robot with more degrees of freedom than its tasks have equations meets them along whole lines.
    """
    on_the_way: set[int] = set()
    for task in tasks:
        bodies = list(range(len(model.bodies)))
        if task.frame and not model.loops:
            body, bodies = model.frame(task.frame).body, []
            while body >= 0:
                bodies.append(body)
                body = model.bodies[body].parent
        on_the_way.update(bodies)
    followers = model.coordinates.followers
    leading = {followers[body].leader if body in followers else body for body in on_the_way}
    joints = [joint for joint in (model.bodies[body].joint for body in leading) if joint.kind.nv]
    freedom = sum(joint.kind.nv for joint in joints) - model.loop_size
    equations = sum(_EQUATIONS[task.kind] for task in tasks)
    if freedom > equations:
        raise InputError(
            f"all_solutions: {model.name!r} has {freedom} degrees of freedom for {equations} equations, and "
            "so endless solutions. Ask for more, lock joints (model.lock), or take one solution."
        )
    places = [place for joint in joints for place in range(*model.q_slice(joint.name).indices(model.nq))]
    return np.array(sorted(places), np.intp)


def quaternions_among(model: Model, places: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """Where the quaternions are among these places in q, (4,) each."""
    fours = [
        four
        for group in model.coordinates.groups
        for four in group.q[:, [nature == "quaternion" for nature in group.kind.coordinates]]
        if len(four) and four[0] in places
    ]
    return [np.searchsorted(places, four) for four in fours]


def distinct(
    q: Array,
    solved: NDArray[np.bool_],
    turning: NDArray[np.bool_],
    quaternions: Sequence[NDArray[np.intp]] = (),
) -> NDArray[np.intp]:
    """Which of the configurations (rows, tries, n) that are solved are the first of their kind, (rows, most).

    `turning` coordinates are alike where they differ by whole turns, and quaternions where they differ by
    their sign or length. −1 stands where there are fewer.
    """
    rows = np.arange(len(q))
    q = q.copy()
    for four in quaternions:
        q[..., four] /= np.linalg.norm(q[..., four], axis=-1, keepdims=True)
    left = solved.copy()
    found: list[NDArray[np.intp]] = []
    while left.any():
        first = left.argmax(axis=1)
        some = left[rows, first]
        found.append(np.where(some, first, -1))
        own = q[rows, first][:, None]
        apart = q - own
        for four in quaternions:
            opposed = (q[..., four] * own[..., four]).sum(axis=-1, keepdims=True) < 0.0
            apart[..., four] -= np.where(opposed, 2.0 * q[..., four], 0.0)
        apart = np.where(turning, apart - 2.0 * np.pi * np.round(apart / (2.0 * np.pi)), apart)
        left &= ~(np.abs(apart) < SAME).all(axis=-1)
        left[rows, first] = False
    return np.stack(found, axis=1) if found else np.full((len(q), 1), -1)
