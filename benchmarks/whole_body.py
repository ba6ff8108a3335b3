"""Whole-body control of ANYmal on four feet, against the same problem written with Pinocchio and NumPy.

    python -m benchmarks.whole_body

Both sides want an acceleration of the trunk and calm joints, with contacts that press and do not slip, and
limits of the joint forces, and hand a quadratic program to DAQP. Pinocchio's side is that of TSID: it looks
for accelerations and contact forces together, and the equations of motion are equations of the program.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import daqp
import numpy as np
import pinocchio as pin

import psiphi
from benchmarks import robots
from benchmarks.dynamics import relative_error
from benchmarks.quantities import Array
from benchmarks.robots import Subject
from benchmarks.timing import Budget, Contender, race
from psiphi import Robot
from psiphi.compat.pinocchio import PinocchioMap
from psiphi.control import FrameTask, PostureTask, WholeBody
from psiphi.model import Frame
from psiphi.spatial import Pose

FRICTION, CALM = 0.6, 1e-3
TRUNK = "base"
WANTED = np.array([0.2, -0.1, 0.1, 0.5, 0.3, 1.0])
"""Angular, then linear."""
TOLERANCE = 1e-5
BUDGET = Budget(1.0, rounds=20)


def standing(subject: Subject, q: Array) -> Robot:
    """The robot with its feet held to the ground where they are at q."""
    model = subject.robot.model
    places = {foot: subject.robot.frame_pose(q, foot)[1] for foot in subject.frames}
    ground = [Frame(f"under {foot}", -1, Pose(position=tuple(place))) for foot, place in places.items()]
    model = replace(model, frames=(*model.frames, *ground))
    for foot in subject.frames:
        model = model.with_loop(f"under {foot}", foot, "point_contact", name=foot)
    return psiphi.Robot(model)


def ours(robot: Robot, frame: str, feet: tuple[str, ...]) -> Callable[[Array, Array], Array]:
    """Joint forces (nv,) at q and v."""
    tasks = [FrameTask(frame), PostureTask(weight=CALM)]
    control = WholeBody(robot, tasks, friction=dict.fromkeys(feet, FRICTION))
    still = np.zeros(robot.nv)

    def forces(q: Array, v: Array) -> Array:
        return control(q, v, [WANTED, still]).tau

    return forces


def by_pinocchio(subject: Subject) -> Callable[[Array, Array], Array]:
    """The same in Pinocchio's order, with accelerations and forces (a, f) as unknowns."""
    model = subject.pin_model
    data, nv, axes = model.createData(), model.nv, pin.LOCAL_WORLD_ALIGNED
    trunk, feet = model.getFrameId(TRUNK), [model.getFrameId(foot) for foot in subject.frames]
    share, still = FRICTION / np.sqrt(2.0), np.zeros(nv)
    cone = np.array([[0, 0, -1.0], [1, 0, -share], [-1, 0, -share], [0, 1, -share], [0, -1, -share]])
    cones, limit = np.kron(np.eye(len(feet)), cone), model.effortLimit[6:]
    wanted = WANTED[[3, 4, 5, 0, 1, 2]]
    size = nv + 3 * len(feet)

    def forces(q: Array, v: Array) -> Array:
        pin.forwardKinematics(model, data, q, v, still)
        pin.computeJointJacobians(model, data)
        pin.updateFramePlacements(model, data)
        pin.crba(model, data, q)
        pin.nonLinearEffects(model, data, q, v)
        mass = np.triu(data.M) + np.triu(data.M, 1).T
        J = pin.getFrameJacobian(model, data, trunk, axes)
        rest = pin.getFrameClassicalAcceleration(model, data, trunk, axes).vector
        contacts = np.concatenate([pin.getFrameJacobian(model, data, foot, axes)[:3] for foot in feet])
        drift = np.concatenate(
            [pin.getFrameClassicalAcceleration(model, data, foot, axes).linear for foot in feet]
        )
        H, g = 1e-9 * np.eye(size), np.zeros(size)
        H[:nv, :nv] += J.T @ J + CALM * np.eye(nv)
        g[:nv] = -J.T @ (wanted - rest)
        motion = np.concatenate([mass, -contacts.T], axis=1)  # times (a, f), less what weight and speed ask
        equal = np.concatenate([motion[:6], np.pad(contacts, ((0, 0), (0, 3 * len(feet))))])
        right = np.concatenate([-data.nle[:6], -drift])
        pressed = np.pad(cones, ((0, 0), (nv, 0)))
        A = np.concatenate([equal, motion[6:], pressed])
        high = np.concatenate([right, limit - data.nle[6:], np.zeros(len(cones))])
        low = np.concatenate([right, -limit - data.nle[6:], np.full(len(cones), -1e30)])
        sense = np.zeros(len(A), np.int32)
        sense[: len(equal)] = 5  # equations
        x, _, status, _ = daqp.solve(H, g, np.ascontiguousarray(A), high, low, sense)
        if status < 1:
            raise SystemExit(f"DAQP ended with {status}.")
        return np.concatenate([np.zeros(6), motion[6:] @ x + data.nle[6:]])

    return forces


def main() -> int:
    """Check, then time, and print."""
    subject = robots.anymal()
    pin_q = pin.neutral(subject.pin_model)
    pin_q[7:] = np.tile([0.1, 0.7, -1.2, 0.1, -0.7, 1.2], 2)
    to = PinocchioMap(subject.robot.model, subject.pin_model)
    q, v = to.q_from(pin_q), np.zeros(subject.robot.nv)
    robot = standing(subject, q)
    own, theirs = ours(robot, TRUNK, subject.frames), by_pinocchio(subject)
    forces = np.stack([own(q, v), to.tau_from(theirs(pin_q, to.v_to(v)))])
    moved = robot.constrained_forward_dynamics(q, v, forces).acceleration  # what moves nothing is left open
    error = relative_error(moved[:1], moved[1:])
    if not error <= TOLERANCE:
        raise SystemExit(f"whole body: differs from Pinocchio's by {error:.1e}, relative.")
    best = {
        name: min(samples)
        for name, samples in race(
            [
                Contender("psiphi", "forces(q, v)", {"forces": own, "q": q, "v": v}),
                Contender("Pinocchio", "forces(q, v)", {"forces": theirs, "q": pin_q, "v": to.v_to(v)}),
            ],
            BUDGET,
        ).items()
    }
    print(
        f"Whole body of ANYmal on four feet: {best['psiphi'] * 1e6:.0f} µs a call, with Pinocchio and NumPy "
        f"{best['Pinocchio'] * 1e6:.0f} µs: {best['Pinocchio'] / best['psiphi']:.1f} times as long."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
