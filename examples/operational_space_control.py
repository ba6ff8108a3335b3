"""Operational-space control: the flange of the Panda is drawn to a circle and follows it, by joint torques.

A force F = Λẍ + μ accelerates the flange by ẍ. For ẍ = ẍ_d + 2ωė + ω²e the error e of its position obeys
ë + 2ωė + ω²e = 0, whatever the arm does. Torques (I − J*ΛJ𝓜⁻¹)τ₀ do not move the flange; they hold the arm,
which has one joint more than the flange has freedoms, near its place.

    python examples/operational_space_control.py [PLOT.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.simulation import quintic
from psiphi.spatial import log_so3

FLANGE, OMEGA, RADIUS, DURATION = "panda_link8", 8.0, 0.12, 3.0
HOME = np.array([0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
robot, once_round = psiphi.robots.panda(), quintic(np.zeros(1), [2 * np.pi], DURATION)
UPRIGHT, TOP = robot.frame_pose(HOME, FLANGE)


def circle(t: np.ndarray | float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Position, velocity and acceleration on a circle in the y-z plane, from rest at its top, (..., 3)."""
    angle, rate, growth = once_round(t)  # (..., 1)
    outward = RADIUS * np.concatenate([0 * angle, np.sin(angle), np.cos(angle)], axis=-1)
    along = RADIUS * np.concatenate([0 * angle, np.cos(angle), -np.sin(angle)], axis=-1)
    return TOP + outward - [0, 0, RADIUS], rate * along, growth * along - rate**2 * outward


def torques(t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Joint torques (..., 7) for the time and the state of any number of arms."""
    (position, velocity, acceleration), (rotation, place) = circle(t), robot.frame_pose(q, FLANGE)
    error = np.concatenate([log_so3(UPRIGHT @ rotation.swapaxes(-1, -2)), position - place], axis=-1)
    lag = np.concatenate([np.zeros(3), velocity]) - robot.frame_velocity(q, v, FLANGE)
    asked = np.concatenate([np.zeros(3), acceleration]) + 2 * OMEGA * lag + OMEGA**2 * error
    J, inertia = robot.jacobian(q, FLANGE), robot.operational_space_inertia(q, FLANGE)
    hold = robot.inverse_dynamics(q, v, robot.difference(q, HOME) - 2 * v)  # τ₀: home, without hurry
    held = np.einsum("...ij,...j->...i", J, robot.mass_matrix_solve(q, hold))
    force = np.einsum("...ij,...j->...i", inertia, asked - held) + robot.operational_space_bias(q, v, FLANGE)
    return hold + np.einsum("...ij,...i->...j", J, force)


def main(*pictures: str) -> None:
    starts = robot.integrate(HOME, 0.05 * np.random.default_rng(0).standard_normal((8, robot.nv)))
    motion = robot.simulate(starts, np.zeros(robot.nv), torques, duration=DURATION, dt=0.005)
    error = circle(motion.time)[0][:, None] - robot.frame_pose(motion.q, FLANGE)[1]
    for t, off in zip(motion.time[::100], np.linalg.norm(error, axis=-1).max(axis=-1)[::100], strict=True):
        print(f"at {t:.1f} s the worst of 8 arms is {off:.0e} m off its path")
    law = np.multiply.outer((1 + OMEGA * motion.time) * np.exp(-OMEGA * motion.time), error[0])
    print(f"as the law says, within {np.abs(error - law).max():.0e} m")
    for picture in pictures:
        motion.animation(size=(320, 240), frames_per_second=8).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
