"""A flexible double pendulum: time for each right-hand side, and where its tip is, against Exudyn.

    python -m benchmarks.flexible_bodies

Two beams on hinges fall from rest. Exudyn has them as cables of absolute nodal coordinates: with hinges that
are constraints and full Newton steps where the tips are compared, with stiff springs in their place where
right-hand sides are timed, since its explicit methods take no constraints. Its time is that of a Runge–Kutta
step over its four right-hand sides; here it is that of forward dynamics with elastic forces, for each row of
a batch, on one core.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import exudyn
import numpy as np
from exudyn import itemInterface as items
from numpy.typing import NDArray

import psiphi
from benchmarks.timing import Budget, Contender, race
from psiphi.flexible import beam
from psiphi.model import Body, Frame, Joint, Model
from psiphi.spatial import Pose

Array = NDArray[np.float64]

BATCH, ELEMENTS, AGREED = 1024, 4, 2e-4
TIMES = (0.25, 0.5, 0.75, 1.0)
BUDGET = Budget(2.0, rounds=20)


def pendulum() -> psiphi.Robot:
    """Two beams of length 1, 1 kg/m and EI = 100 with two modes each, level at rest."""
    section = {"area": 1e-2, "second_moments": (1e-8, 1e-8)}
    modes = beam(length=1.0, density=100.0, **section, young=1e10, modes=2, motions="y")
    bodies = [
        Body("upper", -1, Joint("shoulder", "revolute"), modes=modes),
        Body("lower", 0, Joint("elbow", "revolute", Pose(None, (1, 0, 0))), modes=modes),
    ]
    frames = [Frame("tip", 1, Pose(None, (1, 0, 0)))]
    return psiphi.Robot(Model("double", bodies, frames, gravity=(0, -9.81, 0)))


def tips() -> Array:
    """Where the tip is at TIMES, (4, 2)."""
    robot = pendulum()
    q, _ = robot.rollout(robot.neutral(), np.zeros(robot.nv), None, 2500, 4e-4, method="rk4", every=625)
    return robot.frame_pose(q[1:], "tip")[1][:, :2]


def _cable(system: Any, start: float, elements: int) -> list[int]:
    nodes = [
        system.AddNode(items.NodePoint2DSlope1(referenceCoordinates=[start + i / elements, 0.0, 1.0, 0.0]))
        for i in range(elements + 1)
    ]
    for i in range(elements):
        cable = items.ObjectANCFCable2D(
            length=1.0 / elements,
            massPerLength=1.0,
            bendingStiffness=100.0,
            axialStiffness=1e6,
            nodeNumbers=nodes[i : i + 2],
        )
        marker = system.AddMarker(items.MarkerBodyMass(bodyNumber=system.AddObject(cable)))
        system.AddLoad(items.LoadMassProportional(markerNumber=marker, loadVector=[0.0, -9.81, 0.0]))
    return nodes


def _exudyn(elements: int, *, springs: bool) -> tuple[Any, int]:
    """The same pendulum, and the node at its tip."""
    system = exudyn.SystemContainer().AddSystem()
    first, second = _cable(system, 0.0, elements), _cable(system, 1.0, elements)
    ground = system.AddNode(items.NodePointGround())
    for axis in range(2):
        fixed = system.AddMarker(items.MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
        ends = [
            system.AddMarker(items.MarkerNodeCoordinate(nodeNumber=node, coordinate=axis))
            for node in (first[0], first[-1], second[0])
        ]
        for pair in ((fixed, ends[0]), (ends[1], ends[2])):
            held = (
                items.CoordinateSpringDamper(markerNumbers=list(pair), stiffness=1e6)
                if springs
                else items.CoordinateConstraint(markerNumbers=list(pair))
            )
            system.AddObject(held)
    return system, second[-1]


def _settings(duration: float, steps: int) -> Any:
    settings = exudyn.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = steps, duration
    settings.timeIntegration.verboseMode, settings.timeIntegration.adaptiveStep = 0, False
    settings.solution.file.write = False
    newton = settings.timeIntegration.newton
    newton.useModifiedNewton, newton.relativeTolerance, newton.absoluteTolerance = False, 1e-8, 1e-8
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.7
    return settings


def their_tips(elements: int = 6, dt: float = 2e-4) -> Array:
    """Exudyn's, with full Newton steps."""
    system, tip = _exudyn(elements, springs=False)
    position = exudyn.OutputVariableType.Position
    sensor = system.AddSensor(
        items.SensorNode(nodeNumber=tip, storeInternal=True, outputVariableType=position)
    )
    system.Assemble()
    settings = _settings(TIMES[-1], round(TIMES[-1] / dt))
    settings.solution.sensors.writePeriod = dt
    system.SolveDynamic(settings)
    found = np.array(system.GetSensorStoredData(sensor))
    return np.array([[np.interp(t, found[:, 0], found[:, axis]) for axis in (1, 2)] for t in TIMES])


def their_seconds(steps: int = 2000) -> float:
    """Seconds of Exudyn's for one right-hand side, the least of five runs."""
    best = np.inf
    for _ in range(5):
        system, _ = _exudyn(ELEMENTS, springs=True)
        system.Assemble()
        settings = _settings(steps * 1e-6, steps)
        start = time.perf_counter()
        system.SolveDynamic(settings, solverType=exudyn.DynamicSolverType.RK44)
        best = min(best, (time.perf_counter() - start) / (4 * steps))
    return float(best)


def our_seconds() -> float:
    """Seconds for one right-hand side of a batch."""
    robot, rng = pendulum(), np.random.default_rng(0)
    names = {
        "robot": robot,
        "q": robot.random_configuration(rng, BATCH),
        "v": rng.standard_normal((BATCH, robot.nv)),
    }
    statement = "robot.forward_dynamics(q, v, robot.passive_forces(q, v))"
    return min(race([Contender("psiphi", statement, names, BATCH)], BUDGET)["psiphi"])


def main() -> int:
    """Check, then time, and print."""
    apart = float(np.abs(tips() - their_tips()).max())
    print(f"Exudyn {exudyn.__version__}: within a second the tips are {1e3 * apart:.2f} mm apart at most")
    if not apart < AGREED:
        raise SystemExit(f"flexible pendulum: tips differ by {apart:.1e} m.")
    theirs, ours = their_seconds(), our_seconds()
    print(
        "| a right-hand side | Exudyn, µs | psiphi, a row of 1,024, µs | times |\n| --- | --: | --: | --: |"
    )
    print(f"| flexible double pendulum | {1e6 * theirs:.2f} | {1e6 * ours:.3f} | {theirs / ours:.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
