"""How robots and motions show themselves in notebooks."""

from __future__ import annotations

import base64
from html import escape
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from psiphi.errors import PsiphiError
from psiphi.robot import Robot
from psiphi.view.render import snapshot

if TYPE_CHECKING:
    from psiphi.simulation.trajectory import Trajectory

SIZE = (320, 240)
MOST_ROWS = 12  # joints that are listed
LATEST = 5  # configurations of a motion that are drawn over each other


def robot_html(robot: Robot) -> str:
    """A picture of a robot beside its figures and joints."""
    facts = {"nq": str(robot.nq), "nv": str(robot.nv), "mass": f"{robot.mass:.4g} kg"}
    if robot.model.loops:
        facts["loops"] = ", ".join(loop.name for loop in robot.model.loops)
    rows = [f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in facts.items()]
    joints = robot.joint_names
    listed = ", ".join(map(escape, joints[:MOST_ROWS])) + (", …" if len(joints) > MOST_ROWS else "")
    rows.append(f"<tr><th>joints</th><td>{listed}</td></tr>")
    return _beside(robot.model.name, _picture(robot, None), f"<table>{''.join(rows)}</table>")


def trajectory_html(trajectory: Trajectory) -> str:
    """A motion: where it ends, and where it came from as ghosts."""
    whole = trajectory.q.reshape(len(trajectory), -1, trajectory.q.shape[-1])[:, 0]
    rows = whole[:: -max(1, (len(whole) - 1) // LATEST)] if len(whole) > 1 else whole
    batch = f", a batch of {trajectory.batch}" if trajectory.batch else ""
    told = f"<p>{trajectory.time[-1]:g} s in {len(trajectory)} samples{batch}</p>"
    return _beside(trajectory.robot.model.name, _picture(trajectory.robot, rows), told)


def _picture(robot: Robot, q: ArrayLike | None) -> str:
    try:
        data = snapshot(robot, q, size=SIZE)._repr_png_()
    except PsiphiError:
        return ""  # a robot that cannot be drawn still has its figures
    encoded = base64.b64encode(data).decode("ascii")
    return f'<img alt="the robot" width="{SIZE[0]}" height="{SIZE[1]}" src="data:image/png;base64,{encoded}">'


def _beside(name: str, picture: str, text: str) -> str:
    return (
        f'<div style="display:flex;gap:1.5em;align-items:center">{picture}'
        f"<div><b>{escape(name)}</b>{text}</div></div>"
    )
