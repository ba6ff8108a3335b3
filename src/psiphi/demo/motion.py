"""A robot let go: no torques, no damping, springs at the limits, so that its energy must stay what it was."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from psiphi.checks import Check
from psiphi.demo.stops import Stops
from psiphi.errors import SimulationError
from psiphi.frozen import frozen
from psiphi.robot import Robot
from psiphi.simulation import Trajectory
from psiphi.view.drawings.stick_figure import floats

Array = NDArray[np.float64]

DURATION = 4.0
COPIES, APART = 24, 1e-3  # robots let go at once, and how far apart (rad or m) the outermost start
DRAWN = COPIES // 2  # the copy whose motion is shown
ENERGY_TOLERANCE = 1e-3
SHORTENINGS = 2
MOST_KEPT = 2000  # moments
TINY = 1e-300  # joules
AT_ONCE = 100  # steps simulated before looking at the clock
PATIENCE = 20.0  # seconds of computing after which the motion ends early


@frozen
class Motion:
    """What happened, at some of the steps: all configurations, and the energy of the copy that is drawn."""

    step: float
    steps: int
    times: Array  # (T,)
    q: Array  # (T, COPIES, nq)
    energy: Array  # (T,)
    kinetic_energy: Array  # (T,)
    seconds: float  # spent computing it
    stopped: bool  # whether joints have limits, at which springs stand

    @property
    def drawn(self) -> Array:
        """The configurations of the copy in the middle, (T, nq)."""
        return self.q[:, DRAWN]

    @property
    def drift(self) -> Array:
        """How far the energy is from its first value, relative to the greatest kinetic energy, (T,)."""
        return np.abs(self.energy - self.energy[0]) / max(float(self.kinetic_energy.max()), TINY)

    def energy_check(self) -> Check:
        return Check("the energy of the motion stays the same", float(self.drift.max()), ENERGY_TOLERANCE)


def let_go(robot: Robot, say: Callable[[str], None]) -> Motion:
    """Simulate copies of a robot that start almost alike, in steps short enough for its lightest part.

    Loops are left open: copies that start apart would not close them.
    """
    robot = Robot(replace(robot.model, loops=())) if robot.model.loops else robot
    step = 1e-3 if robot.nq == robot.nv else 2e-3  # composing rotations takes longer than the dynamics
    motion = _simulated(robot, step, say)
    for _ in range(SHORTENINGS):
        if motion.energy_check().holds:
            break
        step /= 4
        say(f"too fast for these steps; once more with {step * 1e3:g} ms")
        motion = _simulated(robot, step, say)
    return motion


def _simulated(robot: Robot, step: float, say: Callable[[str], None]) -> Motion:
    steps = round(DURATION / step)
    stops = Stops.of(robot, _middle(robot))
    torque = stops.torque if stops else None
    stride = -(-steps // MOST_KEPT)
    q, v = _start(robot)
    qs, vs = [q[None]], [v[None, DRAWN]]
    started, done, at_once = time.perf_counter(), 0, AT_ONCE
    while at_once and done < steps and time.perf_counter() - started < PATIENCE:
        ahead = np.arange(done + 1, min(done + at_once, steps) + 1)
        try:
            part = robot.simulate(
                q,
                v,
                torque,
                duration=len(ahead) * step,
                dt=step,
                damping=False,  # without losses the energy tells of errors alone
                friction=False,
                effort_limits=False,
                limits=False,
                progress=False,
            )
        except SimulationError:
            part = None
        if part is None or not np.isfinite(part.q[-1]).all():
            at_once = len(ahead) // 2  # it runs away in these steps; the half of them may still be finite
            continue
        kept = np.flatnonzero(ahead % stride == 0) + 1
        qs.append(part.q[kept])
        vs.append(part.v[kept, DRAWN])
        q, v, done = part.q[-1], part.v[-1], done + len(ahead)
        if (done * step + step / 2) % 1.0 < step:
            say(f"{done * step:.0f} s of motion")
    seconds = time.perf_counter() - started
    q, v = np.concatenate(qs), np.concatenate(vs)
    times = np.arange(len(q)) * np.float64(stride * step)
    drawn = Trajectory(robot, times, q[:, DRAWN], v, np.zeros_like(v))
    energy = drawn.energy + (stops.energy(drawn.q) if stops else 0.0)
    return Motion(step, done, times, q, energy, drawn.kinetic_energy, seconds, stops is not None)


def _start(robot: Robot) -> tuple[Array, Array]:
    """Every joint near the middle of its range; at rest, unless nothing would then move it."""
    index = np.arange(robot.nv)
    q = robot.integrate(_middle(robot), _play(robot) * np.cos(1.7 * index))
    at_rest = any(robot.model.gravity) and not floats(robot)
    v = np.zeros(robot.nv) if at_rest else 0.5 * np.cos(1.3 * index)
    apart = APART * np.linspace(-1.0, 1.0, COPIES)[:, None] * np.ones(robot.nv)
    return robot.integrate(q, apart), np.tile(v, (COPIES, 1))


def _play(robot: Robot) -> Array:
    """How far from the middle a joint may start, within its limits, (nv,)."""
    play = np.full(robot.nv, 0.3)
    for name in robot.joint_names:
        joint = robot.model.joint(name)
        if joint.kind.nv == 1:
            ranges = np.subtract(joint.limits.upper, joint.limits.lower)
            play[robot.v_slice(name)] = min(0.3, 0.4 * float(ranges[0]))
    return play


def _middle(robot: Robot) -> Array:
    q = robot.neutral()
    for body in robot.model.bodies:
        joint = body.joint
        if joint.kind.nq == 1 and joint.name in robot.joint_names:
            ends = np.array([joint.limits.lower, joint.limits.upper], dtype=float)
            if np.isfinite(ends).all():
                q[robot.q_slice(joint.name)] = ends.mean()
    return q
