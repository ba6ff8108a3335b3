"""Writes docs/pictures: the moving picture of the front page, and those that the examples make of themselves.

python docs/generate_pictures.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

import psiphi
from psiphi.simulation import Trajectory, quintic

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
HOME = np.array([-0.6, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
AWAY = np.array([0.9, 0.5, -0.4, -1.3, 0.6, 2.0, -0.5])


def main() -> None:
    """The arm of the front page, there and back, as a picture that moves and as a page; then the gallery."""
    robot = psiphi.robots.panda()
    time = np.linspace(0.0, 1.3, 131)
    there, back = quintic(HOME, AWAY, 1.3), quintic(AWAY, HOME, 1.3)
    q, v, a = (np.concatenate([x, y[1:]]) for x, y in zip(there(time), back(time), strict=True))
    tau = robot.inverse_dynamics(q, v, a)
    motion = Trajectory(robot, np.linspace(0.0, 2.6, 261), q, v, tau)
    motion.animation(size=(440, 330), frames_per_second=15).save(PICTURES / "swing.png")
    motion.save_html(PICTURES / "swing.html")
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


if __name__ == "__main__":
    main()
