"""Robots in motion, on which the equations of the papers are tried."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra import dense
from psiphi.algebra.expression import Expr
from psiphi.formats.robots import random_tree
from psiphi.frozen import frozen
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.request import Request
from psiphi.model import Frame, Model, Rotor
from psiphi.robot import Robot
from psiphi.spatial import Pose, rotation_about

Array = NDArray[np.float64]


@frozen(eq=False)
class Subject:
    """A robot somewhere, with rates, accelerations and joint forces drawn at random; frames for B."""

    robot: Robot
    q: Array
    v: Array
    acceleration: Array
    tau: Array
    frames: tuple[str, ...]

    @classmethod
    def of(cls, model: Model, frames: tuple[str, ...] = (), seed: int = 1) -> Subject:
        rng = np.random.default_rng(seed)
        q = model.random_configuration(rng)
        v, acceleration, tau = (rng.standard_normal(model.nv) for _ in range(3))
        return cls(Robot(model), q, v, acceleration, tau, frames)

    @property
    def bodies(self) -> int:
        return len(self.robot.body_names)

    def plain(self, expression: Expr, **vectors: ArrayLike) -> Array:
        """The value of an expression by plain matrices."""
        return dense(expression, self.robot, self.q, v=self.v, frames=self.frames, vectors=vectors)

    def compiled(self, expression: Expr, **vectors: ArrayLike) -> Array:
        """The same by native code."""
        return self.in_form(expression, None, **vectors)

    def in_form(self, expression: Expr, form: str | None, **vectors: ArrayLike) -> Array:
        """The same in one form of the derivation; None is the cheapest."""
        kernel = Kernel(Request(self.robot.model, expression, self.frames, form=form))
        names = [argument.name for argument in kernel.signature.arguments]
        given = {"q": self.q, "v": self.v, **vectors}
        return np.asarray(kernel(*(given[name] for name in names)))

    def block(self, matrix: Array, row: int, column: int) -> Array:
        """A 6×6 block of a body-space matrix; bodies count from the base."""
        return matrix[6 * row : 6 * row + 6, 6 * column : 6 * column + 6]


def arm(joints: int, kinds: tuple[str, ...] = ("revolute",), seed: int = 1) -> Subject:
    """A serial arm with no constant that happens to be zero; B stands for a frame "tip" on its last link."""
    drawn = random_tree(seed, bodies=joints, kinds=kinds, branching="chain")
    tip = Frame("tip", joints - 1, Pose(rotation_about((0.6, 0.0, 0.8), 0.7), (0.2, -0.1, 0.3)))
    return Subject.of(Model(drawn.name, drawn.bodies, (*drawn.frames, tip), drawn.gravity), ("tip",))


def flyer(joints: int = 5, seed: int = 2) -> Subject:
    """A free-flying chain of hinges in general position; body 0 is link N + 1, which no joint carries."""
    drawn = random_tree(seed, bodies=joints + 1, kinds=("revolute",), branching="chain", base="free")
    return Subject.of(drawn)


def without_rotors(model: Model) -> Model:
    """The same robot driven directly, as the papers have it: no inertia behind gears."""
    bodies = [replace(body, joint=replace(body.joint, rotor=Rotor())) for body in model.bodies]
    return Model(model.name, bodies, model.frames, model.gravity, model.loops)
