"""Control laws and what they promise: seven ways to move an arm, and the functions that prove them.

Each law has a Lyapunov function V, which never rises: whatever it is a sum of, errors go to zero with it.
Here the arm starts off its path and not at rest, and V is followed along the motion.

    python examples/control_laws.py [PLOT.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi import control
from psiphi.simulation import quintic

DURATION, FLANGE = 1.5, "panda_link8"
ALONE = {"damping": False, "friction": False, "effort_limits": False}


def main(*pictures: str) -> None:
    robot, home = psiphi.robots.panda(), np.array(psiphi.robots.PANDA_READY)
    path, pose = quintic(home, home + 0.4, 1.0), robot.frame_pose(home, FLANGE)
    laws = {
        "PD with gravity": control.PDGravity(robot, home, pole=6.0),
        "computed torque": control.ComputedTorque(robot, path, pole=6.0),
        "Wen and Bayard": control.WenBayard(robot, path, pole=6.0),
        "passivity": control.Passivity(robot, path, pole=6.0),
        "diagonalised damping": control.DiagonalizedDamping(robot, home, rate=3.0, stiffness=20.0),
        "operational space": control.OperationalSpace(robot, FLANGE, pose, pole=6.0, posture=home),
        "impedance": control.Impedance(robot, FLANGE, pose, stiffness=[30, 300], damping=[4, 40]),
    }
    values = {}
    for name, law in laws.items():
        motion = robot.simulate(home + 0.2, np.full(7, 0.3), law, duration=DURATION, **ALONE)
        value = values[name] = law.lyapunov(motion.time, motion.q, motion.v)
        rises = np.diff(value).max() / value[0]
        print(f"{name:21} τ = {law.expression}")
        print(
            f"{'':21} V falls to {value[-1] / value[0]:.0e}, and never rises by more than {max(rises, 0):.0e}"
        )
    for picture in pictures:
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(figsize=(4.2, 2.6), layout="constrained")
        for name, value in values.items():
            axes.semilogy(motion.time, value / value[0], label=name)
        axes.set(xlabel="time, s", ylabel="V / V at the start")
        axes.legend(fontsize=7)
        figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
