"""A robot let go: no torques, no damping, no limits, so that its energy must stay what it was."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from psiphi.demo.checks import Check
from psiphi.robot import Robot

Array = NDArray[np.float64]

DURATION = 4.0
COPIES, APART = 24, 1e-3  # robots let go at once, and how far apart (rad or m) the outermost start
DRAWN = COPIES // 2  # the copy whose motion is shown
ENERGY_TOLERANCE = 1e-3
SHORTENINGS = 2
MOST_KEPT = 2000  # moments
TINY = 1e-300  # joules
PATIENCE = 20.0  # seconds of computing after which the motion ends early


@dataclass(frozen=True)
class Motion:
    """What happened, at some of the steps: all configurations, and the energy of the copy that is drawn."""

    step: float
    steps: int
    times: Array  # (T,)
    q: Array  # (T, COPIES, nq)
    energy: Array  # (T,)
    kinetic_energy: Array  # (T,)
    seconds: float  # spent computing it

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
    """Simulate copies of a robot that start almost alike, in steps short enough for its lightest part."""
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
    stride = -(-steps // MOST_KEPT)
    q, v = _start(robot)
    qs, vs = [q], [v[DRAWN]]
    still = np.zeros_like(v)
    started, done = time.perf_counter(), 0
    while done < steps and time.perf_counter() - started < PATIENCE:
        q, v = rk4_step(robot, q, v, still, step)
        if not (np.isfinite(q).all() and np.isfinite(v).all()):
            break
        done += 1
        if done % stride == 0:
            qs.append(q)
            vs.append(v[DRAWN])
        if (done * step + step / 2) % 1.0 < step:
            say(f"{done * step:.0f} s of motion")
    seconds = time.perf_counter() - started
    kept, drawn = np.array(qs), np.array(vs)
    kinetic = robot.kinetic_energy(kept[:, DRAWN], drawn)
    potential = -robot.mass * robot.center_of_mass(kept[:, DRAWN]) @ np.array(robot.model.gravity)
    times = np.arange(len(kept)) * np.float64(stride * step)
    return Motion(step, done, times, kept, kinetic + potential, kinetic, seconds)


def rk4_step(robot: Robot, q: Array, v: Array, tau: Array, h: float) -> tuple[Array, Array]:
    """One step of length h of the classical Runge–Kutta method, made fit for the configuration manifold.

    Rotations do not commute, so that the mean of the four velocities would leave an error of second order;
    two exponentials with these weights leave none below the fifth. Where q is a vector space both are the
    same. [Celledoni, Marthinsen, Owren, Commutator-free Lie group methods, 2003]
    """
    a = robot.forward_dynamics(q, v, tau)
    q2, v2 = robot.integrate(q, v, h / 2), v + h / 2 * a
    a2 = robot.forward_dynamics(q2, v2, tau)
    q3, v3 = robot.integrate(q, v2, h / 2), v + h / 2 * a2
    a3 = robot.forward_dynamics(q3, v3, tau)
    q4, v4 = robot.integrate(q2, v3 - v / 2, h), v + h * a3
    a4 = robot.forward_dynamics(q4, v4, tau)
    first, second = (3 * v + 2 * v2 + 2 * v3 - v4) / 12, (-v + 2 * v2 + 2 * v3 + 3 * v4) / 12
    return robot.integrate(robot.integrate(q, first, h), second, h), v + h / 6 * (a + 2 * a2 + 2 * a3 + a4)


def _start(robot: Robot) -> tuple[Array, Array]:
    """Every joint near the middle of its range; at rest, unless nothing would then move it."""
    index = np.arange(robot.nv)
    q = robot.integrate(_middle(robot), 0.3 * np.cos(1.7 * index))
    at_rest = any(robot.model.gravity) and not floats(robot)
    v = np.zeros(robot.nv) if at_rest else 0.5 * np.cos(1.3 * index)
    apart = APART * np.linspace(-1.0, 1.0, COPIES)[:, None] * np.ones(robot.nv)
    return robot.integrate(q, apart), np.tile(v, (COPIES, 1))


def _middle(robot: Robot) -> Array:
    q = robot.neutral()
    for body in robot.model.bodies:
        joint = body.joint
        if joint.kind.nq == 1 and joint.name in robot.joint_names:
            ends = np.array([joint.limits.lower, joint.limits.upper], dtype=float)
            if np.isfinite(ends).all():
                q[robot.q_slice(joint.name)] = ends.mean()
    return q


def floats(robot: Robot) -> bool:
    """Whether the robot stands on nothing."""
    return any(body.joint.kind.name == "free" and body.parent < 0 for body in robot.model.bodies)
