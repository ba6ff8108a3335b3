"""Random robots whose loops are closed at a known configuration."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from psiphi.model import LOOP_KINDS, Frame, Loop, Model
from psiphi.model.kinematics import frame_pose
from psiphi.model.loops.validation import carriers_of
from psiphi.robots import random_tree
from psiphi.spatial import Pose, exp_so3, rotation_about

Array = np.ndarray
FRAME_KINDS = tuple(kind for kind in LOOP_KINDS if kind != "joint")


def closed_tree(seed: int, loops: int = 2, kinds: tuple[str, ...] = tuple(LOOP_KINDS), **tree: object):
    """A random tree with loops that are closed at q, and that q: (Model, (nq,)).

    The first end of each loop sits anywhere on a body, the second where the kind lets it be at q.
    """
    rng = np.random.default_rng(seed)
    model = random_tree(seed, **tree).model  # type: ignore[arg-type]
    q = model.random_configuration(rng)
    for number in range(loops):
        kind = str(rng.choice(kinds))
        model = _coupled(model, q, rng) if kind == "joint" else _closed(model, q, rng, kind, number)
    return model, q


def _closed(model: Model, q: Array, rng: np.random.Generator, kind: str, number: int) -> Model:
    carriers = np.array([*carriers_of(model), -1])
    first = int(rng.integers(len(model.bodies)))
    others = np.flatnonzero(carriers != carriers[first])
    if not others.size:
        return model
    second = int(rng.choice(others))
    second = -1 if second == len(model.bodies) else second
    axis, axis2 = rng.standard_normal((2, 3))
    loop = Loop(
        f"loop_{number}",
        kind,
        f"first_{number}",
        f"second_{number}",
        axis=axis,
        axis2=axis2,
        length=rng.uniform(0.2, 1.0),
        pitch=rng.uniform(0.01, 0.1),
    )
    seat = Pose(exp_so3(rng.standard_normal(3)), rng.uniform(-0.3, 0.3, 3))
    target = _place(model, q, first) @ seat @ _offset(loop, rng)
    carrier = _place(model, q, second)
    frames = (Frame(loop.first, first, seat), Frame(loop.second, second, carrier.inverse() @ target))
    return replace(model, frames=(*model.frames, *frames), loops=(*model.loops, loop))


def _place(model: Model, q: Array, body: int) -> Pose:
    """The pose of a body, or the world, in the world."""
    return Pose(*frame_pose(model, q, model.body_names[body])) if body >= 0 else Pose.identity()


def _offset(loop: Loop, rng: np.random.Generator) -> Pose:
    """Some pose of `second` in `first` that the loop allows."""
    axis, axis2 = np.array(loop.axis), np.array(loop.axis2)
    angle, way = rng.uniform(-2, 2), rng.uniform(-0.5, 0.5, 3)
    anyhow = exp_so3(rng.standard_normal(3))
    across = way - (way @ axis) * axis
    match loop.kind:
        case "weld":
            return Pose.identity()
        case "hinge":
            return Pose(rotation_about(axis, angle))
        case "slider":
            return Pose(position=way[0] * axis)
        case "helical":
            return Pose(rotation_about(axis, 5 * angle), 5 * loop.pitch * angle * axis)
        case "cylinder":
            return Pose(rotation_about(axis, angle), way[0] * axis)
        case "universal":
            return Pose(rotation_about(axis, angle) @ rotation_about(axis2, way[0] * 4))
        case "planar":
            return Pose(rotation_about(axis, angle), across)
        case "line_contact":
            line = axis2 - (axis @ axis2) * axis
            return Pose(rotation_about(line / np.linalg.norm(line), angle))
        case "distance":
            return Pose(anyhow, loop.length * way / np.linalg.norm(way))
        case "sliding_contact":
            return Pose(anyhow, across)
        case _:
            return Pose(anyhow)


def _coupled(model: Model, q: Array, rng: np.random.Generator) -> Model:
    free = [name for name in model.joint_names if model.joint(name).kind.nv == 1]
    taken = {end for loop in model.loops if loop.kind == "joint" for end in (loop.first, loop.second)}
    free = [name for name in free if name not in taken]
    if len(free) < 2:
        return model
    first, second = (str(name) for name in rng.choice(free, 2, replace=False))
    x = q[model.q_slice(second)].item()
    slope, bend = rng.standard_normal(2)
    constant = q[model.q_slice(first)].item() - slope * x - bend * x * x
    return model.with_loop(first, second, "joint", coefficients=(constant, slope, bend))
