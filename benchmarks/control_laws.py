"""Control laws: a call from Python, and a batch, against the same law with Pinocchio and NumPy.

    python -m benchmarks.control_laws

Operational space of the Panda's flange, with a posture in the null space. Pinocchio's side computes
kinematics, Jacobian, mass matrix and bias forces in C++ and puts them together with NumPy, as a controller in
Python does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import pinocchio as pin

from benchmarks import robots
from benchmarks.dynamics import relative_error
from benchmarks.quantities import Array
from benchmarks.robots import Subject
from benchmarks.timing import Budget, Contender, race
from psiphi.compat.pinocchio import PinocchioMap
from psiphi.control import ComputedTorque, Law, OperationalSpace, Passivity, PDGravity
from psiphi.simulation import quintic

POLE, SLOW, BATCH = 8.0, 2.0, 1024
FRAME = "panda_link8"
HOME = np.array([0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
TOLERANCE = 1e-9
BUDGET = Budget(1.0, rounds=20)


def by_pinocchio(subject: Subject, rotation: Array, place: Array) -> Callable[[Array, Array], Array]:
    """The law of `OperationalSpace`, which holds a pose, for one state in Pinocchio's order of joints."""
    model = subject.pin_model
    data, frame, still = model.createData(), model.getFrameId(FRAME), np.zeros(model.nv)
    axes = pin.LOCAL_WORLD_ALIGNED

    def law(q: Array, v: Array) -> Array:
        pin.forwardKinematics(model, data, q, v, still)
        pin.computeJointJacobians(model, data)
        pin.updateFramePlacement(model, data, frame)
        pin.crba(model, data, q)
        pin.nonLinearEffects(model, data, q, v)
        pose = data.oMf[frame]
        moving = pin.getFrameVelocity(model, data, frame, axes)
        drift = pin.getFrameClassicalAcceleration(model, data, frame, axes)
        jacobian = pin.getFrameJacobian(model, data, frame, axes)[[3, 4, 5, 0, 1, 2]]
        error = np.concatenate([pin.log3(pose.rotation @ rotation.T), pose.translation - place])
        speed = np.concatenate([moving.angular, moving.linear])
        wanted = -2.0 * POLE * speed - POLE**2 * error - np.concatenate([drift.angular, drift.linear])
        mass = np.triu(data.M) + np.triu(data.M, 1).T
        free = -2.0 * SLOW * v - SLOW**2 * (q - HOME)
        compliance = jacobian @ np.linalg.solve(mass, jacobian.T)
        force = np.linalg.solve(compliance, wanted - jacobian @ free)
        return mass @ free + data.nle + jacobian.T @ force

    return law


def main() -> int:
    """Check, then time, and print a table."""
    subject = robots.panda()
    robot = subject.robot
    rng = np.random.default_rng(0)
    q = HOME + 0.2 * rng.standard_normal((BATCH, robot.nv))
    v = rng.standard_normal((BATCH, robot.nv))
    pose = robot.frame_pose(HOME, FRAME)
    law = OperationalSpace(robot, FRAME, pose, pole=POLE, posture=HOME, posture_pole=SLOW)
    theirs = by_pinocchio(subject, *pose)
    to = PinocchioMap(robot.model, subject.pin_model)
    expected = to.tau_from(
        np.array([theirs(*row) for row in zip(to.q_to(q[:64]), to.v_to(v[:64]), strict=True)])
    )
    error = relative_error(law(0.0, q[:64], v[:64]), expected)
    if not error <= TOLERANCE:
        raise SystemExit(f"operational space: differs from Pinocchio by {error:.1e}, relative.")
    path = quintic(HOME, HOME + 0.4, 1.0)
    laws: dict[str, Law] = {
        "operational space": law,
        "PD with gravity": PDGravity(robot, HOME, pole=POLE),
        "computed torque": ComputedTorque(robot, path, pole=POLE),
        "passivity": Passivity(robot, path, pole=POLE),
    }
    row = {"law": theirs, "q": to.q_to(q[0]), "v": to.v_to(v[0])}
    contenders = [Contender("Pinocchio", "law(q, v)", row)]
    for name, each in laws.items():
        contenders += [
            Contender(name, "law(0.3, q, v)", {"law": each, "q": q[0], "v": v[0]}),
            Contender(f"{name}, {BATCH}", "law(0.3, q, v)", {"law": each, "q": q, "v": v}, BATCH),
        ]
    best = {name: min(samples) for name, samples in race(contenders, BUDGET).items()}
    print("| law of a Panda | one call, µs | a row of 1,024, ns | operations |\n| --- | --: | --: | --: |")
    for name, each in laws.items():
        alone, batch = best[name] * 1e6, best[f"{name}, {BATCH}"] * 1e9
        print(f"| {name} | {alone:.2f} | {batch:.0f} | {each.operations.total:,} |")
    ratios = [best["Pinocchio"] / best[name] for name in ("operational space", f"operational space, {BATCH}")]
    print(
        f"\nOperational space with Pinocchio and NumPy: {best['Pinocchio'] * 1e6:.1f} µs a call, "
        f"{ratios[0]:.0f} times one call here and {ratios[1]:.0f} times a row of a batch."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
