"""Inverse kinematics of arms, beside mink, pink and ssik where they are installed.

    python -m benchmarks.inverse_kinematics [--poses 10000]

Poses are those of configurations drawn within the limits; solved means within 1e-6 m and rad, judged by
`frame_pose`. Out of reach are poses further away than all links are long; solved means that they are told so.
Seconds are of processor time on one core, so that other work on the machine counts for little.
mink and pink (which reads URDF files alone) take steps of a quadratic program from a configuration, with gain
1; the loop around them, of twenty seeds and sixty steps each, is what their users write. ssik knows solutions
in closed form, of arms in its list; its times are medians, as those of single calls are.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin

import psiphi
from benchmarks.quantities import Array
from benchmarks.robots import EXAMPLES, panda
from psiphi import Robot
from psiphi.formats.dh import DHRow
from psiphi.model import Limits
from psiphi.spatial.pose import Pose
from psiphi.spatial.quaternion import rotation_to_quaternion

TOLERANCE, SEEDS, STEPS = 1e-6, 20, 60
SECONDS = 4.0
"""How long each of the others is given."""


Poses = dict[str, tuple[Array, Array]]


@dataclass(frozen=True)
class Arm:
    """An arm, the frame of its tool, its URDF file if there is one, and its name in ssik.

    both   a second frame whose pose is wanted along with the first
    """

    name: str
    robot: Robot
    frame: str
    urdf: Path | None = None
    ssik: str = ""
    both: str = ""

    @property
    def frames(self) -> list[str]:
        return [frame for frame in (self.frame, self.both) if frame]

    def poses(self, q: Array) -> Poses:
        """Of all frames, at q."""
        return {frame: self.robot.frame_pose(q, frame) for frame in self.frames}


@dataclass(frozen=True)
class Row:
    """What was measured: the share of poses that were solved, and seconds for each."""

    arm: str
    solver: str
    solved: float
    poses: int
    seconds: float


def arms() -> Iterator[Arm]:
    """The arms that are compared."""
    path = EXAMPLES / "ur_description/urdf/ur5_robot.urdf"
    yield Arm("UR5", psiphi.load(path), "tool0", path, "ur5")
    yield Arm("Panda", panda().robot, "panda_link8", None, "panda")
    yield Arm("iiwa", iiwa(), "link_7", None, "iiwa14")
    path = EXAMPLES / "kinova_description/robots/kinova.urdf"
    yield Arm("Kinova", psiphi.load(path), "j2s6s200_end_effector", path, "jaco2")
    puma = psiphi.robots.puma560()
    yield Arm("PUMA 560", puma, puma.frame_names[-1], None, "puma560")
    hands = ("gripper_left_base_link", "gripper_right_base_link")
    talos = psiphi.load(EXAMPLES / "talos_data/robots/talos_reduced.urdf")
    yield Arm("Talos, both hands", talos, hands[0], both=hands[1])


def iiwa() -> Robot:
    """The KUKA LBR iiwa 14, lengths and ranges by its data sheet."""
    right = 0.5 * np.pi
    lengths = (0.36, 0.0, 0.42, 0.0, 0.4, 0.0, 0.126)
    turns = (0.0, -right, right, right, -right, -right, right)
    ranges = np.radians([170, 120, 170, 120, 170, 120, 175]).tolist()
    rows = [
        DHRow(alpha=turn, d=length, limits=Limits(-most, most), body=f"link_{number}")
        for number, (turn, length, most) in enumerate(zip(turns, lengths, ranges, strict=True), 1)
    ]
    return Robot.from_dh(rows, name="iiwa", convention="modified")


def measured(arm: Arm, poses: int, seconds: float = SECONDS) -> list[Row]:
    """psiphi in a batch, in single calls, along a path and out of reach; then the others."""
    robot, solve = arm.robot, arm.robot.inverse_kinematics
    q = robot.random_configuration(np.random.default_rng(0), batch=poses)
    wanted = arm.poses(q)
    solve(wanted)  # compiles, and chooses seeds
    start = time.thread_time()
    found = solve(wanted)
    rows = [Row(arm.name, "psiphi, batch", _solved(arm, found.q, wanted), poses, _since(start, poses))]
    some = min(poses, 500)
    times, single = [], np.empty((some, robot.nq))
    for k in range(some):
        one = {frame: (rotation[k], position[k]) for frame, (rotation, position) in wanted.items()}
        start = time.thread_time()
        single[k] = solve(one).q
        times.append(time.thread_time() - start)
    share = _solved(arm, single, {frame: (r[:some], p[:some]) for frame, (r, p) in wanted.items()})
    rows.append(Row(arm.name, "psiphi, one call", share, some, float(np.median(times))))
    path = q[0] + 0.2 * np.linspace(0.0, 1.0, poses)[:, None] * (q[1] - q[0])
    along = arm.poses(path)
    start = time.thread_time()
    followed = solve(along, q0=path[0], tracking=True)
    taken = _since(start, poses)
    rows.append(Row(arm.name, "psiphi, along a path", _solved(arm, followed.q, along), poses, taken))
    some = min(poses, 2000)
    far = {frame: (r[:some], _away(robot, p[:some])) for frame, (r, p) in wanted.items()}
    start = time.thread_time()
    told = ~solve(far).converged
    rows.append(Row(arm.name, "psiphi, out of reach", float(told.mean()), some, _since(start, some)))
    if arm.both:
        return rows
    for name, peer in PEERS.items():
        try:
            answer = peer(arm)
        except ImportError:
            continue
        if answer is not None:
            rows.append(_raced(arm, name, answer, *wanted[arm.frame], seconds))
    return rows


def _since(start: float, poses: int) -> float:
    return (time.thread_time() - start) / poses


def _away(robot: Robot, position: Array) -> Array:
    """Places in the same directions, further away than all links are long."""
    joints = [body.joint.placement.position for body in robot.model.bodies]
    frames = [frame.pose.position for frame in robot.model.frames]
    length = sum(float(np.linalg.norm(x)) for x in (*joints, *frames))
    return position * (1.01 * length / np.linalg.norm(position, axis=-1, keepdims=True))


def _solved(arm: Arm, q: Array, wanted: Poses) -> float:
    """The share of configurations that put the frames where they were wanted."""
    solved = np.ones(len(q), dtype=bool)
    for frame, (rotation, position) in wanted.items():
        turned, place = arm.robot.frame_pose(q, frame)
        solved &= np.linalg.norm(place - position, axis=-1) < 1.01 * TOLERANCE
        solved &= np.linalg.norm(turned - rotation, axis=(-2, -1)) < 1.5 * TOLERANCE
    return float(solved.mean())


Answer = Callable[[Array], bool]
"""Whether a pose (4, 4) was solved."""


def _raced(arm: Arm, name: str, answer: Answer, rotation: Array, position: Array, seconds: float) -> Row:
    """The time of an answer, from as many poses as there is time for."""
    times: list[float] = []
    solved = 0
    for turned, place in zip(rotation, position, strict=True):
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = turned, place
        start = time.thread_time()
        solved += answer(pose)
        times.append(time.thread_time() - start)
        if sum(times) > seconds:
            break
    usual = float(np.median(times) if name == "ssik" else np.mean(times))
    return Row(arm.name, name, solved / len(times), len(times), usual)


def _mink(arm: Arm) -> Answer:
    import mink

    model = _in_mujoco(arm)
    configuration, limits = mink.Configuration(model), [mink.ConfigurationLimit(model)]
    task = mink.FrameTask(_TOOL, "body", position_cost=1.0, orientation_cost=0.3, lm_damping=1e-3)

    def step() -> Array:
        configuration.integrate_inplace(
            mink.solve_ik(configuration, [task], 1.0, "daqp", 1e-6, limits=limits), 1.0
        )
        return task.compute_error(configuration)

    return _stepping(
        arm, lambda pose: task.set_target(mink.SE3.from_matrix(pose)), configuration.update, step
    )


_TOOL = "the tool"


def _in_mujoco(arm: Arm) -> Any:
    """The hinges of an arm and the frame of its tool as MuJoCo's model; masses do not matter."""
    import mujoco

    spec, model, limits = mujoco.MjSpec(), arm.robot.model.merged(), arm.robot.limits
    spec.compiler.degree = False
    places = [spec.worldbody]

    def placed(parent: int, name: str, pose: Pose) -> Any:
        turned = np.roll(rotation_to_quaternion(pose.rotation), 1)  # MuJoCo has w first
        body = places[parent].add_body(
            name=name, pos=pose.position, quat=turned, mass=1.0, inertia=np.ones(3)
        )
        body.explicitinertial = True
        return body

    for k, body in enumerate(model.bodies):
        places.append(placed(body.parent + 1, body.name, body.joint.placement))
        ends = limits.lower[k], limits.upper[k]
        places[-1].add_joint(axis=body.joint.axis, range=ends, limited=bool(np.isfinite(ends).all()))
    tool = model.frame(arm.frame)
    placed(tool.body + 1, _TOOL, tool.pose)
    return spec.compile()


def _pink(arm: Arm) -> Answer | None:
    import pink
    from pink.limits import ConfigurationLimit
    from pink.tasks import FrameTask

    if arm.urdf is None:
        return None
    model = pin.buildModelFromUrdf(str(arm.urdf))
    data, limits = model.createData(), [ConfigurationLimit(model, config_limit_gain=1.0)]
    task = FrameTask(arm.frame, position_cost=1.0, orientation_cost=0.3, lm_damping=1e-3)
    now: list[Any] = []

    def begin(q: Array) -> None:
        whole = len(q) == model.nq  # it has two coordinates for a joint that turns on and on
        now[:] = [pink.Configuration(model, data, q if whole else pin.randomConfiguration(model))]

    def step() -> Array:
        velocity = pink.solve_ik(
            now[0], [task], 1.0, solver="daqp", damping=1e-6, limits=limits, safety_break=False
        )
        now[0].integrate_inplace(velocity, 1.0)
        return task.compute_error(now[0])

    return _stepping(arm, lambda pose: task.set_target(pin.SE3(pose)), begin, step)


def _stepping(
    arm: Arm, aim: Callable[[Array], None], begin: Callable[[Array], None], step: Callable[[], Array]
) -> Answer:
    """Seeds and steps around a solver that takes one step at a time."""
    rng = np.random.default_rng(1)

    def answer(pose: Array) -> bool:
        aim(pose)
        for _ in range(SEEDS):
            begin(arm.robot.random_configuration(rng))
            for _ in range(STEPS):
                try:
                    error = step()
                except Exception:  # a quadratic program without a solution ends the attempt
                    break
                if max(np.linalg.norm(error[:3]), np.linalg.norm(error[3:])) < TOLERANCE:
                    return True
        return False

    return answer


def _ssik(arm: Arm) -> Answer | None:
    import ssik
    from ssik.manipulator import Manipulator

    names = [getattr(each, "name", str(each)) for each in ssik.list_arms()]
    own = next((name for name in names if arm.ssik in name.lower()), None)
    if own is None:
        return None
    manipulator = Manipulator.from_prebuilt(own)
    manipulator.prepare()
    limits = [(-np.pi, np.pi) if each is None else each for each in manipulator.joint_limits]
    lower, upper = np.array(limits).T
    rng = np.random.default_rng(1)
    poses = cycle([manipulator.fk(q) for q in rng.uniform(lower, upper, (1000, len(lower)))])

    def answer(_: Array) -> bool:  # its frames are its own, and so are the poses
        found = manipulator.solve(next(poses), max_solutions=1, enumerate_windings=False)
        return len(found) > 0 and found[0].fk_residual < 2.0 * TOLERANCE

    return answer


PEERS: dict[str, Callable[[Arm], Answer | None]] = {"mink": _mink, "pink": _pink, "ssik": _ssik}


def report(rows: list[Row]) -> str:
    """Microseconds a pose, an arm in each row; and what was not solved, or not told to be out of reach."""
    solvers = list(dict.fromkeys(row.solver for row in rows))
    times = {(row.arm, row.solver): 1e6 * row.seconds for row in rows}
    lines = [
        f"| | {' | '.join(x.removeprefix('psiphi, ') for x in solvers)} |",
        "| --- " + "| --: " * len(solvers) + "|",
    ]
    for arm in dict.fromkeys(row.arm for row in rows):
        known = [times.get((arm, x)) for x in solvers]
        cells = ["" if x is None else f"{x:,.0f}" if x >= 10.0 else f"{x:.1f}" for x in known]
        lines.append(f"| {arm} | {' | '.join(cells)} |")
    missed = [
        f"{row.arm}, {row.solver}: {row.solved:.2%} of {row.poses:,}" for row in rows if row.solved < 1.0
    ]
    return "\n".join([*lines, "", "Less than all: " + ("; ".join(missed) or "none") + "."])


def main() -> int:
    """Measure all arms, and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.inverse_kinematics")
    parser.add_argument("--poses", type=int, default=10_000, metavar="N")
    poses = parser.parse_args().poses
    print(report([row for arm in arms() for row in measured(arm, poses)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
