"""How far loops are open, on the numbers of a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from psiphi.algebra import X_0
from psiphi.kernel.tracing import candidates
from psiphi.model import Model
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.loops.first_order_errors import frame_errors, joint_errors
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.vectors import Matrix, Vector, dot
from psiphi.recursion.sweeps.evaluate import evaluate_together

Poses = Mapping[str, tuple[Matrix, Vector]]


def loop_frames(model: Model) -> tuple[str, ...]:
    """The frames between which there are loops."""
    ends = [x for loop in model.loops if loop.kind != "joint" for x in (loop.first, loop.second)]
    return tuple(dict.fromkeys(ends))


def frame_poses(mechanism: Mechanism, frames: Sequence[str], q: Sequence[Number], xs: Arithmetic) -> Poses:
    """Rotations and positions of a mechanism's frames, from X_0 = [[R, 0], [p̃R, R]]."""
    if not frames:
        return {}
    width = 6 * len(frames)
    (shift,) = evaluate_together(candidates([X_0])[0][1], mechanism, xs, q)
    found: dict[str, tuple[Matrix, Vector]] = {}
    for k, frame in enumerate(frames):
        rows = [shift[(6 * k + i) * width + 6 * k :][:3] for i in range(6)]
        x, y, z = (tuple(row) for row in rows[:3])
        u, v, w = rows[3:]
        found[frame] = (x, y, z), (dot(w, y), dot(u, z), dot(v, x))
    return found


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
