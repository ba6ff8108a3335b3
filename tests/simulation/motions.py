"""Robots, states and an independent solver that the tests of simulation share."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from psiphi import Model, Robot
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import Body, Joint, Limits
from psiphi.spatial import Inertia
from psiphi.spatial.quaternion import quaternion_product, rotate

State = tuple[np.ndarray, np.ndarray]


def single_body(kind: str, inertia: Inertia, gravity=(0.0, 0.0, -9.81), **joint: Any) -> Robot:
    """One body on one joint."""
    body = Body("body", -1, Joint("joint", kind, **joint), inertia)
    return Robot(Model("single", (body,), (), gravity=gravity))


def weightless(robot: Robot) -> Robot:
    model = robot.model
    return Robot(Model(model.name, model.bodies, model.frames, gravity=(0.0, 0.0, 0.0)))


def ideal(robot: Robot) -> Robot:
    """The robot without losses in its joints and limits of effort."""
    model = robot.model
    bodies = tuple(
        replace(body, joint=replace(body.joint, damping=0.0, friction=0.0, limits=_unbounded(body.joint)))
        for body in model.bodies
    )
    return Robot(replace(model, bodies=bodies))


def _unbounded(joint: Joint) -> Limits:
    return replace(joint.limits, effort=math.inf)


def ideal_tree(seed: int, **options: Any) -> Robot:
    return ideal(Robot(random_tree(seed, **options)))


def some_state(robot: Robot, seed: int = 0, speed: float = 1.0, batch: tuple[int, ...] = ()) -> State:
    rng = np.random.default_rng(seed)
    return robot.random_configuration(rng, batch), speed * rng.standard_normal((*batch, robot.nv))


def distance(robot: Robot, one: State, other: State) -> float:
    """How far two states are from each other."""
    apart = np.abs(robot.difference(one[0], other[0])).max()
    return float(max(apart, np.abs(one[1] - other[1]).max()))


def solved(robot: Robot, q0, v0, torque: Callable[..., np.ndarray], duration: float) -> State:
    """The state at the end by SciPy, in which quaternions are four plain numbers: q̇ = ½ q ⊗ [ω, 0]."""

    def derivative(time: float, y: np.ndarray) -> np.ndarray:
        q, v = y[: robot.nq], y[robot.nq :]
        a = robot.forward_dynamics(q, v, torque(time, q, v))
        return np.concatenate([_coordinate_rates(robot, q, v), a])

    y = solve_ivp(derivative, (0.0, duration), [*q0, *v0], method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    return y[: robot.nq], y[robot.nq :]


def _coordinate_rates(robot: Robot, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    kinds = {body.joint.name: body.joint.kind.name for body in robot.model.bodies}
    rates = np.empty_like(q)
    for joint in robot.joint_names:
        p, u = q[robot.q_slice(joint)], v[robot.v_slice(joint)]
        if kinds[joint] == "spherical":
            rate = 0.5 * quaternion_product(p, [*u, 0.0])
        elif kinds[joint] == "free":
            rate = [*rotate(p[3:], u[3:]), *(0.5 * quaternion_product(p[3:], [*u[:3], 0.0]))]
        elif kinds[joint] == "planar":
            cos, sin = np.cos(p[2]), np.sin(p[2])
            rate = [cos * u[1] - sin * u[2], sin * u[1] + cos * u[2], u[0]]
        else:
            rate = u
        rates[robot.q_slice(joint)] = rate
    return rates
