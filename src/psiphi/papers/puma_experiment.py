"""The PUMA 560 of [K93 5]: its geometry, and a motion whose torques give back its accelerations."""

from __future__ import annotations

import math

import numpy as np

from psiphi.algebra import H, M, a, b, dense, joint_vector, phi
from psiphi.demo.timings import best_time
from psiphi.formats.robots.puma560 import TABLE, puma560
from psiphi.model.kinematics import body_poses
from psiphi.papers.item import (
    INVERSE_TOLERANCE,
    Array,
    Drawing,
    Findings,
    Plot,
    close,
    reproduces,
    table,
    true,
)
from psiphi.papers.subject import without_rotors
from psiphi.robot import Robot
from psiphi.simulation import quintic
from psiphi.view.drawings.stick_figure import StickFigure

# As printed; K93 counts joints from the tip.
RANGES = {1: (-150, 150), 2: (-90, 90), 3: (-130, 130), 4: (-240, 70), 5: (-220, 40), 6: (-150, 150)}
DURATION, POINTS = 4.0, 300
PRINTED_RATES = {"inverse dynamics": 200, "forward dynamics": 100}  # Hz, on an 80386 with a coprocessor
COMPARED = 12  # of the 300 points, with plain matrices

GEARLESS = "the arm of Armstrong, Khatib and Burdick without its motors, which K93 does not model"


def arm() -> Robot:
    """The PUMA 560 without motors."""
    return Robot(without_rotors(puma560()))


def motion() -> tuple[Array, Array, Array, Array]:
    """Times (300,), and q, v, a (300, 6) of the printed motion, joints in psiphi's order: base first."""
    low, high = (np.radians([RANGES[joint][end] for joint in range(6, 0, -1)]) for end in (0, 1))
    times = np.linspace(0.0, DURATION, POINTS)
    return times, *quintic(low, high, DURATION)(times)


@reproduces("K93 Fig. 2", "the PUMA 560 in the modified Denavit–Hartenberg notation")
def FIGURE_2() -> Findings:
    robot = arm()
    q = np.radians([30.0, -50.0, 120.0, 20.0, 60.0, 10.0])
    rotations, positions = body_poses(robot.model, q)
    frame, found = np.eye(4), []
    for (length, twist, offset), angle in zip(TABLE, q, strict=True):
        frame = frame @ denavit_hartenberg(length, twist, offset, angle)
        found.append(frame)
    rows = [
        (7 - number, f"{length:g}", f"{math.degrees(twist):g}°", f"{offset:g}")
        for number, (length, twist, offset) in enumerate(TABLE, start=1)
    ]
    return Findings(
        "the frames of the PUMA 560, links counted from the tip",
        "the poses of all links against products of the four elementary transformations of each row; drawn "
        "as psiphi sees it",
        (
            close("rotations", rotations, [x[:3, :3] for x in found]),
            close("positions", positions, [x[:3, 3] for x in found]),
        ),
        (table(("joint", "`a`", "`α`", "`d`"), rows, "modified Denavit–Hartenberg table, metres"),),
        pictures=(Drawing("the PUMA 560 in some configuration", StickFigure(robot, q[None]).at(0)),),
    )


def denavit_hartenberg(length: float, twist: float, offset: float, angle: float) -> Array:
    """R_x(α) T_x(a) R_z(θ) T_z(d), 4×4."""
    c, s, ca, sa = math.cos(angle), math.sin(angle), math.cos(twist), math.sin(twist)
    return np.array(
        [
            [c, -s, 0.0, length],
            [s * ca, c * ca, -sa, -offset * sa],
            [s * sa, c * sa, ca, offset * ca],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


@reproduces("K93 5", "inverse dynamics of a motion, and forward dynamics that gives it back")
def EXPERIMENT() -> Findings:
    robot = arm()
    _, q, v, acceleration = motion()
    tau = robot.inverse_dynamics(q, v, acceleration)
    back = robot.forward_dynamics(q, v, tau)
    some = slice(0, POINTS, POINTS // COMPARED)
    rates = joint_vector("acceleration")
    plain = dense(
        H @ phi @ (M @ phi.T @ (H.T @ rates + a) + b),
        robot,
        q[some],
        v=v[some],
        acceleration=acceleration[some],
    )
    measured = {
        "inverse dynamics": best_time(
            "f(q, v, x)", {"f": robot.inverse_dynamics, "q": q[0], "v": v[0], "x": acceleration[0]}, 3
        ),
        "forward dynamics": best_time(
            "f(q, v, x)", {"f": robot.forward_dynamics, "q": q[0], "v": v[0], "x": tau[0]}, 3
        ),
    }
    rows = [
        (what, PRINTED_RATES[what], f"{1.0 / seconds:,.0f}".replace(",", "\N{NARROW NO-BREAK SPACE}"))
        for what, seconds in measured.items()
    ]
    ranges = [(joint, *RANGES[joint], f"{np.abs(tau[:, 6 - joint]).max():.4g}") for joint in RANGES]
    return Findings(
        "all joints move at once for 4 s along polynomials of fifth order, 300 points are recorded; the "
        "torques of the inverse dynamics, given to the forward dynamics, result in exactly the same "
        "accelerations. 200 Hz and 100 Hz on an 80386",
        f"the same motion; {GEARLESS}",
        (
            close("the accelerations come back", back, acceleration, INVERSE_TOLERANCE),
            close(f"torques against plain matrices, {len(plain)} points", tau[some], plain),
            true("the motion starts and ends at rest", not (v[[0, -1]].any() or acceleration[[0, -1]].any())),
        ),
        (
            table(("joint", "from °", "to °", "greatest torque, N m"), ranges, "joints counted from the tip"),
            table(("", "K93, Hz", "psiphi, Hz"), rows, "one call from Python after another"),
        ),
    )


@reproduces("K93 Fig. 3", "torque of joint 5, the shoulder")
def FIGURE_3() -> Findings:
    robot = arm()
    times, q, v, acceleration = motion()
    shoulder = 6 - 5
    tau = robot.inverse_dynamics(q, v, acceleration)[:, shoulder]
    gravity = robot.gravity_forces(q)[:, shoulder]
    inertial = np.einsum("tj,tj->t", robot.mass_matrix(q)[:, shoulder], acceleration)
    velocity = np.einsum("tij,tj->ti", robot.coriolis_matrix(q, v), v)[:, shoulder]
    return Findings(
        "the torque of joint 5 over the four seconds; the inertial data are those of a report that is not "
        "printed",
        f"the same curve for {GEARLESS}; counted from the tip joint 5 is the shoulder, as its range shows. "
        "It is the sum of three parts that are computed apart",
        (close("`τ = 𝓜q̈ + 𝓒q̇ + gravity`", inertial + velocity + gravity, tau),),
        pictures=(
            Plot(
                "Fig. 3: joint 5 torque for the PUMA 560 manipulator",
                times,
                (
                    ("torque of joint 5", tau),
                    ("gravity", gravity),
                    ("inertia", inertial),
                    ("velocities", velocity),
                ),
                "time, s",
                "N m",
            ),
        ),
    )
