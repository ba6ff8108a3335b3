"""Iterative LQR: the motion of least cost, by second-order expansions along the motion before.

Σ stage(q, v, u) + final(q, v) is minimised over the forces of all knots [Li, Todorov 2004; Tassa 2014]. A
pass backwards finds feedback and change of the forces, a pass forwards the motion under them; both run in
native code, with a problem in each lane.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike, NDArray

from psiphi.control.trajectory.backward import Knots
from psiphi.control.trajectory.chosen_forces import UNLIMITED, Limits, asked
from psiphi.control.trajectory.costs import AnyCost
from psiphi.control.trajectory.plan import Plan
from psiphi.control.trajectory.problems import REASONS, Problems
from psiphi.dynamics.motion.acting_forces import Acting
from psiphi.model.arguments import count, flag_argument, positive_number
from psiphi.robot import Robot

Array = NDArray[Any]


def ilqr(
    robot: Robot,
    q: ArrayLike,
    v: ArrayLike,
    stage: AnyCost,
    final: AnyCost,
    *,
    steps: int,
    dt: float,
    tau: ArrayLike | None = None,
    joints: Sequence[str] | None = None,
    limits: Limits = True,
    iterations: int = 200,
    tolerance: float = 1e-9,
    threads: int = 1,
    damping: bool = True,
    friction: bool = True,
    springs: bool = True,
) -> Plan:
    """The forces of least cost for the motion from q (..., nq) and v (..., nv) on, each row its own problem.

    stage, final  what each knot costs, and the end: `Quadratic`, `Cost`, an operator expression with one
                  value, or a function (q, v, u) of traced numbers; u is empty in `final`
    steps, dt     the motion has so many semi-implicit steps of dt, with the forces held for each
    tau           forces to begin with, (m,), (steps, m) or (steps, ..., m); None holds the weight at
                  q, or is zero where the robot floats
    joints        those whose forces are chosen, m of them; None takes all but a free base
    limits        of the forces: True those of the robot, False none, or (least, most), each (m,)
    iterations    after how many to stop; tolerance the fall still foreseen, relative to the cost, that is no
                  longer worth one
    threads       over which problems are split
    damping, friction, springs
                  whether what the robot's file says of joints and tendons acts

    `Plan.reason` says of each problem how it ended. Nothing is compiled anew for other numbers of the same
    kind of cost.
    """
    given = asked(
        robot, q, v, {"stage": stage, "final": final}, steps=steps, tau=tau, joints=joints, limits=limits
    )
    least, most = given.limits
    bounded = bool(least.max() > -UNLIMITED or most.min() < UNLIMITED)
    flags = {"damping": damping, "friction": friction, "springs": springs}
    acting = Acting(**{name: flag_argument(name, x) for name, x in flags.items()}, effort=False, limits=False)
    acting = acting.on(robot.model)
    knots = Knots(robot, tuple(given.joints.tolist()), acting, given.stage, bounded)
    dt = positive_number("dt", dt)
    problems = Problems(knots, given.final, dt, given.limits, count("threads", threads))
    tries = count("iterations", iterations, 0), positive_number("tolerance", tolerance)
    found, gain = problems.solve(given.q, given.v, given.u, *tries)
    batch, m = given.batch, len(given.joints)
    n, reason = 2 * robot.nv, REASONS[found.reason]

    def by_time(x: Array, *shape: int) -> Array:
        return x.reshape(len(x), *batch, *shape)

    return Plan(
        robot,
        dt,
        given.joints,
        by_time(found.q, robot.nq),
        by_time(found.v, robot.nv),
        by_time(found.u, m),
        by_time(gain, m, n),
        given.limits,
        *(x.reshape(batch) for x in (found.cost, found.fall, found.iterations, reason)),
    )
