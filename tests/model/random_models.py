"""Small random models over all joint kinds, with mimics, fixed bodies, frames and several roots."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from psiphi.model import JOINT_KINDS, Body, Frame, Joint, Limits, Mimic, Model, Rotor
from psiphi.spatial import Inertia, Pose, quaternion_to_rotation, random_quaternion

SIMPLE = ("revolute", "continuous", "prismatic", "helical")


def random_pose(rng: np.random.Generator) -> Pose:
    return Pose(quaternion_to_rotation(random_quaternion(rng)), rng.uniform(-1, 1, 3))


def random_inertia(rng: np.random.Generator) -> Inertia:
    """A cloud of points has an inertia that a body can have."""
    points = rng.uniform(-0.5, 0.5, (6, 3))
    center = points.mean(axis=0)
    apart = points - center
    mass = rng.uniform(0.1, 3.0)
    second = mass / 6 * apart.T @ apart
    return Inertia(mass, center, np.trace(second) * np.eye(3) - second)


def random_model(
    seed: int,
    count: int | None = None,
    kinds: tuple[str, ...] = tuple(JOINT_KINDS),
    free_base: bool = False,
    mimics: bool = True,
) -> Model:
    """A tree of `count` bodies; with `free_base` there is a single root, carried by a free joint."""
    rng = np.random.default_rng(seed)
    count = count or int(rng.integers(1, 10))
    bodies: list[Body] = []
    leaders: list[str] = []
    for index in range(count):
        parent = int(rng.integers(0 if free_base else -1, index)) if index else -1
        kind = "free" if free_base and index == 0 else str(rng.choice(kinds))
        mimic = None
        if mimics and kind in SIMPLE and leaders and rng.random() < 0.3:
            mimic = Mimic(str(rng.choice(leaders)), rng.uniform(-2, 2), rng.uniform(-1, 1))
        name = f"joint{index}"
        if kind in SIMPLE:
            leaders.append(name)
        limits = Limits(-1.0, 2.0, 3.0, 4.0) if kind in SIMPLE and rng.random() < 0.5 else Limits()
        joint = Joint(
            name,
            kind,
            random_pose(rng),
            rng.standard_normal(3),
            rng.standard_normal(3),
            pitch=rng.uniform(-0.5, 0.5),
            limits=limits,
            damping=rng.uniform(0, 1) if kind in SIMPLE else 0.0,
            rotor=Rotor(rng.uniform(0, 1), 3.0) if kind in SIMPLE else Rotor(),
            mimic=mimic,
        )
        bodies.append(Body(f"body{index}", parent, joint, random_inertia(rng)))
    frames = [
        Frame(f"frame{index}", int(rng.integers(0 if free_base else -1, count)), random_pose(rng))
        for index in range(3)
    ]
    return Model(f"random{seed}", bodies, frames)


seeds = st.integers(0, 2**32 - 1)
models = st.builds(random_model, seeds)
"""Random models with any kind of joint."""
