"""Writes docs/pictures: the moving picture of the front page, and those that the examples make of themselves.

python docs/generate_pictures.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

import psiphi
from psiphi.simulation import Trajectory

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
PERIOD, SAMPLES = 2.4, 48


def main() -> None:
    """The moving picture of the front page and its page, then the gallery."""
    motion = sway(psiphi.robots.hexapod())
    motion.animation(size=(420, 270), frames_per_second=10.0).save(PICTURES / "hexapod.png")
    motion.save_html(PICTURES / "hexapod.html")
    for example in sorted((ROOT / "examples").glob("*.py")):
        drawn = "svg" if "picture.svg" in example.read_text(encoding="utf-8") else "png"
        picture = PICTURES / f"{example.stem}.{drawn}"
        subprocess.run(
            [sys.executable, str(example), str(picture)],
            check=True,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"MPLBACKEND": "Agg"},
        )
        print(picture.name, picture.stat().st_size)


def sway(robot: psiphi.Robot) -> Trajectory:
    """A walking machine that sways on its feet: its trunk moves as told, its legs as the loops ask for."""
    home = robot.assemble(robot.neutral()).q
    time = np.linspace(0.0, PERIOD, SAMPLES + 1)
    turn = 2 * np.pi * time / PERIOD
    told = np.zeros((len(time), robot.nv))
    told[:, 0], told[:, 1] = 0.12 * np.sin(turn), 0.10 * np.cos(turn)
    told[:, 3:6] = 0.045 * np.stack([np.cos(turn), np.sin(turn), 0.7 * np.sin(2 * turn)], axis=-1)
    guess, q = home, np.empty((len(time), robot.nq))
    for row, way in enumerate(told):
        guess = np.concatenate([robot.integrate(home, way)[:7], guess[7:]])
        guess = q[row] = robot.assemble(guess, locked="root").q
    v = robot.project_velocity(q, _slope(robot.difference, q))
    a = robot.project_acceleration(q, v, _slope(lambda one, other: other - one, v))
    tau = robot.constrained_inverse_dynamics(q, v, a, actuated=robot.joint_names[1:]).torque
    return Trajectory(robot, time, q, v, tau)


def _slope(difference: Callable[[np.ndarray, np.ndarray], np.ndarray], x: np.ndarray) -> np.ndarray:
    """The rates of samples of a period, from those before and after each."""
    around = np.concatenate([x[-2:-1], x, x[1:2]])
    return difference(around[:-2], around[2:]) * SAMPLES / (2 * PERIOD)


if __name__ == "__main__":
    main()
