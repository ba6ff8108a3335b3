"""The operators of loops, row by row from their definitions (psiphi.model.loops.loop).

A loop between frames holds the relative twist of its ends, in the axes and at the origin of `first`,

    W = W_first − X W_second,    X = [[R, 0], [r̃R, R]], R and r the pose of `second` in `first`,

in its directions d: N V has the rows d* W of the spatial velocities V of the bodies.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import NDArray

from psiphi.algebra.dense.rates import joint_rates, seat_rate
from psiphi.algebra.dense.rigid import frame_transform, on_body
from psiphi.algebra.dense.system import System
from psiphi.algebra.dense.world import world_pose
from psiphi.algebra.spaces import Space
from psiphi.model.body import Frame
from psiphi.model.loops.loop import Loop
from psiphi.spatial.motion import cross_motion_matrix
from psiphi.spatial.rotation import skew

Array = NDArray[np.float64]


def loop_directions(system: System) -> Array:
    """N, (loop, body): d* W for each direction d of each loop between frames."""
    result = np.zeros((system.size(Space.LOOP), system.size(Space.BODY)))
    for loop, rows in _between_frames(system):
        result[rows] = _directions(loop, *_relative_pose(system, loop)) @ _relative_twist(system, loop)
    return result


def loop_directions_rate(system: System, H: Array, phi: Array) -> Array:
    """Ṅ, (loop, body): the rate of N seen from the world, d* of `first` turning with it.

    For motions W of the bodies Ṅ W = ḋ* W − d* (V_first × W), with ḋ in the axes of `first`: then
    d/dt (N φ*H*) = N φ*Ḣ* + Ṅ φ*H*. Ends on nodes of flexible bodies move too, by seat_rate.
    """
    velocity = phi.T @ H.T @ joint_rates(system, "N_dot")
    result = np.zeros((system.size(Space.LOOP), system.size(Space.BODY)))
    for loop, rows in _between_frames(system):
        R, r = _relative_pose(system, loop)
        twist = _relative_twist(system, loop)
        own = _seat(system, system.model.frame(loop.first)) @ velocity
        changing = _directions_rate(loop, R, r, twist @ velocity)
        directions = _directions(loop, R, r)
        moving = _twist_of(system, loop, lambda frame: seat_rate(system, frame, velocity))
        result[rows] = (changing - directions @ cross_motion_matrix(own)) @ twist + directions @ moving
    return result


def gearing(system: System) -> Array:
    """The rows of loops between joints, (loop, joint): 1 at `first` and −p'(x) at `second`."""
    return _rows_between_joints(system, 1.0, lambda p, x, _: -p.deriv()(x))


def gearing_rate(system: System) -> Array:
    """The rate of `gearing`, (loop, joint): −p''(x) ẋ at `second`."""
    rates = joint_rates(system, "gearing_dot")
    return _rows_between_joints(system, 0.0, lambda p, x, column: -p.deriv(2)(x) * rates[column])


def _rows_between_joints(
    system: System, at_first: float, at_second: Callable[[Polynomial, float, int], float]
) -> Array:
    """Rows with entries at the two joints; `at_second` is given p, x and the joint's place."""
    result = np.zeros((system.size(Space.LOOP), system.size(Space.JOINT)))
    model = system.model
    carried = {body.joint.name: k for k, body in enumerate(model.bodies)}
    for loop in model.loops:
        if loop.kind != "joint":
            continue
        row = model.loop_slices[loop.name]
        result[row, system.joint_rows(carried[loop.first]).start] = at_first
        if loop.second:
            k = carried[loop.second]
            p, column = Polynomial(loop.coefficients or (0.0,)), system.joint_rows(k).start
            result[row, column] = at_second(p, float(system.q(k)[0]), column)
    return result


def _between_frames(system: System) -> list[tuple[Loop, slice]]:
    model = system.model
    return [(loop, model.loop_slices[loop.name]) for loop in model.loops if loop.kind != "joint"]


def _relative_pose(system: System, loop: Loop) -> tuple[Array, Array]:
    """R (3, 3) and r (3,) of the frame `second` in the frame `first`."""
    first, second = (world_pose(system, system.model.frame(name)) for name in (loop.first, loop.second))
    return first[0].T @ second[0], first[0].T @ (second[1] - first[1])


def _relative_twist(system: System, loop: Loop) -> Array:
    """(6, body): W_first − X W_second."""
    return _twist_of(system, loop, lambda frame: _seat(system, frame))


def _twist_of(system: System, loop: Loop, motion: Callable[[Frame], Array]) -> Array:
    R, r = _relative_pose(system, loop)
    X = np.block([[R, np.zeros((3, 3))], [skew(r) @ R, R]])
    first, second = (motion(system.model.frame(name)) for name in (loop.first, loop.second))
    return first - X @ second


def _seat(system: System, frame: Frame) -> Array:
    """(6, body): the motion of a frame from that of its body."""
    result = np.zeros((6, system.size(Space.BODY)))
    if frame.body >= 0:
        seat = system.node_under(frame.body, frame.pose.position)
        carried = on_body(system, frame.body, seat, frame_transform(system, frame))
        result[:, system.body_rows(frame.body)] = carried.T
    return result


def _directions(loop: Loop, R: Array, r: Array) -> Array:
    """All directions of a loop, (size, 6)."""
    constant, axis, none = loop.directions(), np.array(loop.axis), np.zeros(3)
    match loop.moving:
        case "distance":
            last = (none, r / np.linalg.norm(r))
        case "universal":
            across = np.linalg.norm(np.cross(axis, loop.axis2))
            last = (np.cross(axis, R @ np.array(loop.axis2)) / across, none)
        case "plane":
            last = (np.cross(r, axis), axis)
        case None:
            return constant
    return np.vstack([constant, np.concatenate(last)])


def _directions_rate(loop: Loop, R: Array, r: Array, twist: Array) -> Array:
    """Their rates in the axes of `first`, (size, 6), while the ends move with this relative twist."""
    rate, axis = np.zeros((loop.size, 6)), np.array(loop.axis)
    turning = -twist[:3]  # of `second`, seen from `first`
    moving = np.cross(turning, r) - twist[3:]
    match loop.moving:
        case "distance":
            distance = np.linalg.norm(r)
            rate[-1, 3:] = (moving - r * (r @ moving) / distance**2) / distance
        case "universal":
            across = np.linalg.norm(np.cross(axis, loop.axis2))
            rate[-1, :3] = np.cross(axis, np.cross(turning, R @ np.array(loop.axis2))) / across
        case "plane":
            rate[-1, :3] = np.cross(moving, axis)
        case None:
            pass
    return rate
