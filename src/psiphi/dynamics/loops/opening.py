"""How far loops are open, on the numbers of a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from psiphi.algebra import X_0
from psiphi.dynamics.readings import pose_of
from psiphi.kernel.tracing import candidates
from psiphi.model import Model
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.loops.first_order_errors import frame_errors, joint_errors
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import Matrix, Vector
from psiphi.recursion.sweeps.evaluate import evaluate_together

Poses = Mapping[str, tuple[Matrix, Vector]]


def loop_frames(model: Model) -> tuple[str, ...]:
    """The frames between which there are loops."""
    ends = [x for loop in model.loops if loop.kind != "joint" for x in (loop.first, loop.second)]
    return tuple(dict.fromkeys(ends))


def frame_poses(mechanism: Mechanism, frames: Sequence[str], q: Sequence[Number], xs: Arithmetic) -> Poses:
    """Rotations and positions of a mechanism's frames."""
    if not frames:
        return {}
    width = 6 * len(frames)
    (shift,) = evaluate_together(candidates([X_0])[0][1], mechanism, xs, q)
    rows = [shift[i : i + width] for i in range(0, width * width, width)]
    blocks = [[row[k : k + 6] for row in rows[k : k + 6]] for k in range(0, width, 6)]
    return dict(zip(frames, map(pose_of, blocks), strict=True))


def loop_errors(model: Model, poses: Poses, q: Sequence[Number], xs: Arithmetic) -> list[Number]:
    """The errors e of all loops, one after another, (m)."""
    errors: list[Number] = []
    for loop in model.loops:
        if loop.kind == "joint":
            places = [model.q_slice(name).start for name in (loop.first, loop.second) if name]
            errors += joint_errors(loop, *[q[i] for i in places], *([None] * (2 - len(places))))
        else:
            errors += frame_errors(loop, poses[loop.first], poses[loop.second], xs)
    return errors
