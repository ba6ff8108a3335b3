"""Forward dynamics of robots that are held, against Pinocchio's `constraintDynamics`.

Both sides compute accelerations and the forces that hold the robot. Pinocchio has no loop over a batch for
it: its time in C++ is that of the call from Python, less that of the same call for a robot without joints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks import robots
from benchmarks.dynamics import OUT, TOLERANCES, Measurement, relative_error
from benchmarks.pinocchio_side import BINDING, CALL
from benchmarks.quantities import Array
from benchmarks.robots import Subject
from benchmarks.timing import Budget, Contender, race
from psiphi import Robot
from psiphi.compat.pinocchio import PinocchioMap

QUANTITY = "constrained_forward_dynamics"
BATCH = 1024
_CHECKED_ROWS = 64
_CALL = "constraintDynamics(model, data, q, v, tau, contacts, contact_datas, settings)"
_CONTACTS = {"weld": pin.ContactType.CONTACT_6D, "point": pin.ContactType.CONTACT_3D}


@dataclass(frozen=True)
class HeldRobot:
    """A robot with frames that a kind of loop joins to the world, near a configuration."""

    name: str
    subject: Subject
    kind: str
    held: tuple[str, ...]
    near: Array

    @property
    def robot(self) -> Robot:
        model = self.subject.robot.model
        for frame in self.held:
            model = model.with_loop(frame, "world", self.kind, name=f"{frame}_held")
        return Robot(model)

    def rows(self, robot: Robot, batch: int) -> tuple[Array, Array, Array]:
        """q far from singular configurations, v that the world allows, and tau, at random."""
        rng = np.random.default_rng(0)
        step, v, tau = rng.standard_normal((3, batch, robot.nv))
        q = robot.integrate(self.near, 0.2 * step)
        J = robot.constraint_jacobian(q)
        return q, v - (np.linalg.pinv(J) @ J @ v[..., None])[..., 0], tau


def panda_tip() -> HeldRobot:
    near = np.array([0.0, -0.8, 0.0, -2.3, 0.0, 1.6, 0.8])
    return HeldRobot("Panda, tip welded", robots.panda(), "weld", ("panda_link8",), near)


def anymal_feet() -> HeldRobot:
    subject = robots.anymal()
    near = subject.robot.neutral()
    for joint in subject.robot.joint_names[1:]:
        bend = {"HFE": 0.7, "KFE": -1.3}.get(joint.split("_")[1], 0.0)
        near[subject.robot.q_slice(joint)] = bend if joint[1] == "F" else -bend
    return HeldRobot("ANYmal, two feet fixed", subject, "point", ("LF_FOOT", "RH_FOOT"), near)


HELD: dict[str, Callable[[], HeldRobot]] = {"Panda": panda_tip, "ANYmal": anymal_feet}


def measure_closed(held: HeldRobot, budget: Budget, batch: int = BATCH) -> Measurement:
    """Check, then time, forward dynamics of a robot that is held."""
    robot = held.robot
    q, v, tau = held.rows(robot, batch)
    kernel = robot.kernel(QUANTITY)
    sizes = (robot.nv, robot.model.loop_size)
    names = {"kernel": kernel.call, "q": q, "v": v, "tau": tau, "rest": np.zeros(sizes[1])}
    names["out"] = tuple(np.empty((batch, size)) for size in sizes)
    ours = Contender(OUT, "kernel(q, v, tau, rest, out=out)", names, batch)
    theirs = _Pinocchio(held)
    some = slice(0, _CHECKED_ROWS)
    right = theirs.accelerations(q[some], v[some], tau[some])
    error = relative_error(robot.constrained_forward_dynamics(q[some], v[some], tau[some])[0], right)
    if not error <= TOLERANCES["float64"]:
        raise SystemExit(f"{held.name}: accelerations differ from Pinocchio's by {error:.1e}, relative.")
    contenders = [ours, *theirs.contenders(q[0], v[0], tau[0])]
    samples = race(contenders, budget)
    return Measurement(held.name, QUANTITY, batch, "float64", kernel.operations.total, error, samples)


class _Pinocchio:
    """The same robot, held in the same way, in Pinocchio."""

    def __init__(self, held: HeldRobot) -> None:
        self.model = held.subject.pin_model
        self.map = PinocchioMap(held.subject.robot.model, self.model)
        self.names = _held(self.model, held.kind, held.held)

    def accelerations(self, q: Array, v: Array, tau: Array) -> Array:
        rows = zip(self.map.q_to(q), self.map.v_to(v), self.map.tau_to(tau), strict=True)
        order = ("model", "data", "q", "v", "tau", "contacts", "contact_datas", "settings")
        found: list[Array] = []
        for row in rows:
            names = {**self.names, **dict(zip(("q", "v", "tau"), row, strict=True))}
            found.append(np.array(pin.constraintDynamics(*(names[name] for name in order))))
        return self.map.a_from(np.array(found))

    def contenders(self, q: Array, v: Array, tau: Array) -> list[Contender]:
        """The call from Python, and what of it is due to the binding."""
        row = {"q": self.map.q_to(q), "v": self.map.v_to(v), "tau": self.map.tau_to(tau)}
        nothing = dict.fromkeys(row, np.zeros(0))
        return [
            Contender(CALL, _CALL, {**self.names, **row}),
            Contender(BINDING, _CALL, {**_held(pin.Model(), "weld", ()), **nothing}),
        ]


def _held(model: Any, kind: str, frames: Sequence[str]) -> dict[str, Any]:
    """What `constraintDynamics` takes besides q, v and tau."""
    data = model.createData()
    contacts, contact_datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for name in frames:
        frame = model.frames[model.getFrameId(name)]
        contact = pin.RigidConstraintModel(
            _CONTACTS[kind], model, frame.parentJoint, frame.placement, pin.LOCAL
        )
        contacts.append(contact)
        contact_datas.append(contact.createData())
    pin.initConstraintDynamics(model, data, contacts, contact_datas)
    return {
        "constraintDynamics": pin.constraintDynamics,
        "model": model,
        "data": data,
        "contacts": contacts,
        "contact_datas": contact_datas,
        "settings": pin.ProximalSettings(1e-12, 0.0, 1),
    }
