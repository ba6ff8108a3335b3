"""All configurations that meet a target, where they are a few: the branches of an arm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.inverse_kinematics.tasks import CENTER_OF_MASS, Task
from psiphi.errors import InputError
from psiphi.model import Model

if TYPE_CHECKING:
    from psiphi.dynamics.kinematics import Kinematics

Array = NDArray[np.float64]

SAME = 1e-4
"""Configurations are one where no coordinate differs by more, in rad and m."""
SHARPER = 1e-3
"""The part of the tolerances to which branches are found, so that those that are one are near each other."""
AT_ONCE = 1024
"""Targets that are searched for from all seeds at once."""

INDEPENDENT = 1e-9
"""Equations are independent whose singular value is more than this part of the largest."""


def moving_places(robot: Kinematics, tasks: tuple[Task, ...]) -> NDArray[np.intp]:
    """The places in q of the coordinates that move what is wanted; refused where there are too many for it.

    A robot with more degrees of freedom than its tasks have equations meets them along whole lines.
    """
    model = robot.model
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
    equations = independent_equations(robot, tasks)
    if freedom > equations:
        raise InputError(
            f"all_solutions: {model.name!r} has {freedom} degrees of freedom for {equations} equations that "
            "are independent, and so endless solutions. Ask for more, lock joints (model.lock), or take one "
            "solution."
        )
    places = [place for joint in joints for place in range(*model.q_slice(joint.name).indices(model.nq))]
    return np.array(sorted(places), np.intp)


def independent_equations(robot: Kinematics, tasks: tuple[Task, ...]) -> int:
    """The rank of what joint rates do to the tasks, in configurations drawn at random."""
    q = robot.model.random_configuration(np.random.default_rng(0), 4)[:, None]
    unit = np.eye(robot.model.nv)
    rates: list[Array] = []
    for task in tasks:
        if task.kind == CENTER_OF_MASS:
            rates.append(robot.momentum(q, unit)[..., 3:])
            continue
        moved = robot.frame_velocity(q, unit, task.frame, "local")
        turning, sliding = moved[..., :3], moved[..., 3:]
        axis = np.array(task.axis)
        turned = np.cross(turning, axis)
        rates.append(
            {
                "pose": moved,
                "orientation": turning,
                "position": sliding,
                "direction": turned,
                "point": np.cross(sliding + turned, axis),
            }[task.kind]
        )
    sizes = np.linalg.svd(np.concatenate(rates, axis=-1), compute_uv=False)
    return int((sizes > INDEPENDENT * sizes.max(initial=0.0)).sum(axis=-1).max())


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
