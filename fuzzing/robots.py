"""Random robots: every joint kind, frames on any body, loops, mimic joints, rotors, free flyers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from psiphi import Robot, robots
from psiphi.errors import ModelError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import Model

BUNDLED = ("panda", "ur5", "nine_link_tree", "puma560")
LOOPS = ("weld", "hinge", "point", "distance", "universal", "cylinder", "planar", "sliding_contact")


@dataclass(frozen=True)
class Subject:
    """A robot, and the frames that expressions of it have."""

    robot: Robot
    frames: tuple[str, ...]

    @property
    def model(self) -> Model:
        return self.robot.model

    @property
    def flying(self) -> bool:
        """Whether one free joint carries all of it."""
        merged = self.model.merged()
        return merged.parents.count(-1) == 1 and merged.bodies[0].joint.kind.name == "free"


def draw_subject(rng: np.random.Generator) -> Subject:
    """A robot drawn at random."""
    if rng.random() < 0.1:
        model = getattr(robots, str(rng.choice(BUNDLED)))().model
    else:
        model = _tree(rng)
    names = model.frame_names
    frames = tuple(str(x) for x in rng.choice(names, size=int(rng.integers(1, 4))))
    return Subject(Robot(model), frames)


def _tree(rng: np.random.Generator) -> Model:
    bodies = int(rng.integers(1, 6))
    model = random_tree(
        int(rng.integers(100_000)),
        bodies=bodies,
        branching=float(rng.random()),
        base="free" if rng.random() < 0.35 else "fixed",
        roots=1 if rng.random() < 0.8 else int(rng.integers(1, bodies + 1)),
        mimic=0.5 if rng.random() < 0.3 else 0.0,
        rotors=[False, True, "carried"][int(rng.integers(3))],
    )
    single = [name for name in model.joint_names if model.joint(name).kind.nq == 1]
    if len(single) > 1 and rng.random() < 0.15:
        first, second = rng.choice(single, 2, replace=False)
        model = model.with_loop(str(first), str(second), "joint", coefficients=(0.1, -0.7, 0.4))
    if rng.random() < 0.25:
        first, second = rng.choice(model.frame_names, 2)
        try:
            model = model.with_loop(str(first), str(second), str(rng.choice(LOOPS)), name="closed")
        except ModelError:  # a frame with itself
            return model
    return model
