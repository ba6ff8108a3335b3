"""What laws follow: a configuration, or a motion of the joints as a function of time.

A reference has arrays that stay and arrays that move, and says how q, v and a follow from them in the code of
the law: of a motion from place to place, only its timing moves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.model import Model
from psiphi.model.arguments import configuration_argument, vector_argument
from psiphi.recursion.manifold.joints import integrate, normalized
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.robot import Robot
from psiphi.simulation.point_to_point import PointToPoint

Array = NDArray[Any]
Numbers: TypeAlias = Sequence[Number]
Arrays: TypeAlias = Mapping[str, Numbers]
Motion: TypeAlias = Callable[[Any], tuple[ArrayLike, ...]]


class Reference(ABC):
    """Arrays by name, some of which are functions of time.

    fixed   those that stay, (..., n)
    moving  the numbers of those that move; reference(t) gives them, for times (T,) with shape (T, ..., n)
    kind    what else tells the code of one reference from that of another
    """

    fixed: dict[str, Array]
    moving: dict[str, int]

    @property
    def kind(self) -> str:
        return f"{type(self).__module__}.{type(self).__qualname__}"

    def __call__(self, t: float | Array) -> tuple[Array, ...]:
        """The arrays that move."""
        return ()

    @abstractmethod
    def traced(self, arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, ...]:
        """What the law follows, from the arrays."""


class JointReference(Reference):
    """A motion of the joints: `traced` gives q (nq), v and a (nv)."""

    @abstractmethod
    def start(self) -> Array:
        """The configuration at t = 0, (..., nq)."""


class Posture(JointReference):
    """A configuration (..., nq) to hold."""

    def __init__(self, model: Model, q: ArrayLike) -> None:
        self._model, self.moving = model, {}
        self.fixed = {"q_ref": configuration_argument(model, "reference", q)}
        if not np.isfinite(self.start()).all():
            raise InputError("reference: holds NaN or infinity; give finite numbers.")

    def start(self) -> Array:
        return self.fixed["q_ref"]

    def traced(self, arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, ...]:
        rest = [0.0] * self._model.nv
        return normalized(self._model, x["q_ref"], arithmetic), rest, rest


class JointMotion(JointReference):
    """A function of time that gives q (..., nq), v and a (..., nv)."""

    def __init__(self, robot: Robot, motion: Motion) -> None:
        model = robot.model
        self.fixed, self.moving = {}, {"q_ref": model.nq, "v_ref": robot.nv, "a_ref": robot.nv}
        self.motion, self._model = motion, model
        found = at_start(motion, "q, v and a")
        self._start = configuration_argument(model, "reference: q", found[0])
        for name, x in zip("va", found[1:], strict=True):
            vector_argument(f"reference: {name}", x, robot.nv)

    def start(self) -> Array:
        return self._start

    def __call__(self, t: float | Array) -> tuple[Array, ...]:
        return in_time(self.motion, t)

    def traced(self, arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, ...]:
        return normalized(self._model, x["q_ref"], arithmetic), x["v_ref"], x["a_ref"]


class FromPlaceToPlace(JointReference):
    """`quintic` and `trapezoidal`: q₀ ⊕ s d, ṡ d and s̈ d, of which only s, ṡ and s̈ move."""

    def __init__(self, model: Model, motion: PointToPoint) -> None:
        self._model, self.motion, self.moving = model, motion, {"timing": 3}
        self.fixed = {
            "q_start": configuration_argument(model, "reference", motion.q0),
            "way": vector_argument("reference", motion.distance, model.nv),
        }

    def start(self) -> Array:
        return self.fixed["q_start"]

    def __call__(self, t: float | Array) -> tuple[Array, ...]:
        return (self.motion.timed(t),)

    def traced(self, arithmetic: GraphArithmetic, x: Arrays) -> tuple[Numbers, ...]:
        s, speed, thrust = x["timing"]
        start = normalized(self._model, x["q_start"], arithmetic)
        place = integrate(self._model, start, [s * d for d in x["way"]], arithmetic)
        return place, [speed * d for d in x["way"]], [thrust * d for d in x["way"]]


def at_start(motion: Motion, wanted: str) -> tuple[ArrayLike, ...]:
    """What a function of time gives at t = 0, if it is as many arrays as are wanted."""
    found: Any = motion(0.0)
    count = len(found) if isinstance(found, tuple | list | np.ndarray) else 1
    if count != wanted.count(",") + 2:
        raise InputError(f"reference: gives {count} arrays at t = 0; give {wanted}.")
    return tuple(found)


def in_time(motion: Motion, t: float | Array) -> tuple[Array, ...]:
    """What a function of time gives at one time or, one after the other, at several."""
    if np.ndim(t) == 0:
        return tuple(np.asarray(x, float) for x in motion(t))
    rows = [motion(float(each)) for each in np.asarray(t)]
    return tuple(np.stack([np.asarray(x, float) for x in column]) for column in zip(*rows, strict=True))


def joint_reference(robot: Robot, given: Any) -> JointReference:
    """A configuration to hold, or a function of time that gives q, v and a."""
    if isinstance(given, JointReference):
        return given
    if isinstance(given, PointToPoint):
        return FromPlaceToPlace(robot.model, given)
    if callable(given):
        motion: Any = given
        return JointMotion(robot, motion)
    return Posture(robot.model, given)
