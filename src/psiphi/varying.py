"""Robots whose masses, inertias, payloads, rotors, damping, gravity or joint placements come with every call.

    varied = robot.varying("payload:hand", "gravity")
    varied.forward_dynamics(q, v, tau, parameters=p)    # p (..., 13), one row per configuration

Nothing is compiled anew for other values, and derivatives with respect to them are those of other arguments:
`varied.kernel("forward_dynamics").jacobian("parameters")`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial, wraps
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.compiled import DirectCalls
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.kernel.function import Function
from psiphi.locks import cached_property
from psiphi.model import Model
from psiphi.model.arguments import vector_argument
from psiphi.model.parameters import (
    PER_BODY,
    inertias_of_bodies,
    least_pseudo_inertia,
    parameters_of,
    part_of_inertia,
    present_values,
)
from psiphi.robot import Array, Robot

SLACK = 1e-9
"""How far below zero a pseudo-inertia may be, beside its largest eigenvalue: rounding."""

_GIVEN: ContextVar[tuple[VaryingRobot, Array] | None] = ContextVar("parameters", default=None)
"""The robot whose method is on its way, and the parameters that it was given."""


class VaryingRobot(Robot):
    """A robot whose functions of q take `parameters=(..., p)`, in the order of `parameter_names`.

    Batches broadcast. Values that no body can have are refused, unless the robot was made with
    physical=False.
    """

    def __init__(self, model: Model, names: Sequence[str], *, physical: bool = True) -> None:
        super().__init__(model)
        if not names:
            raise InputError("varying: name the parameters, e.g. robot.varying('gravity').")
        self._varying = tuple(names)
        self._physical = physical
        self._calls = _CallsWithParameters(self)
        self.parameters = parameters_of(model, names)
        """What varies: names, and the places of their numbers."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._calls = _CallsWithParameters(self)

    def __repr__(self) -> str:
        return f"<VaryingRobot {self.model.name!r}: {', '.join(self._varying)}; nq={self.nq}, nv={self.nv}>"

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """A name for each number of `parameters`; those of one parameter are numbered."""
        return tuple(
            x.name if x.size == 1 else f"{x.name}[{i}]" for x in self.parameters for i in range(x.size)
        )

    def present_parameters(self) -> Array:
        """The values that the model has, (p,); payloads are zero."""
        return present_values(self.model, self.parameters)

    @property
    def varies(self) -> tuple[str, ...]:
        """The names that the robot was made with."""
        return self._varying

    @cached_property
    def has_redundant_loops(self) -> bool:
        """Whether equations of the loops say the same twice wherever the robot is, as its model has them."""
        with self._taking(self.present_parameters()):
            return super().has_redundant_loops

    def checked_parameters(self, parameters: ArrayLike | None) -> Array:
        """Parameters (..., p) that bodies can have, as numbers."""
        size = sum(x.size for x in self.parameters)
        if parameters is None:
            raise ArgumentTypeError(
                f"parameters: give the {size} numbers of {', '.join(self._varying)}, "
                f"parameters=(..., {size}); present_parameters() are those of the model."
            )
        array = np.asarray(parameters)
        numbers = vector_argument("parameters", array, size)
        if self._physical:
            self._check_physical(numbers)
        return array if array.dtype == np.float32 else numbers

    def _taken(self, function: Function) -> Callable[..., Any]:
        return partial(function.call, parameters=self._given())

    def _given(self) -> Array | None:
        given = _GIVEN.get()
        return given[1] if given is not None and given[0] is self else None

    @contextmanager
    def _taking(self, parameters: Array | None) -> Iterator[None]:
        assert parameters is not None
        token = _GIVEN.set((self, parameters))
        try:
            yield
        finally:
            _GIVEN.reset(token)

    def _check_physical(self, numbers: Array) -> None:
        """Refuse what no body can have; NaN passes, and spoils its own row alone."""
        constants = inertias_of_bodies(self.model)
        bodies: dict[tuple[str, int], NDArray[np.float64]] = {}
        for x in self.parameters:
            values = numbers[..., x.place]
            if x.kind in ("armature", "damping") and (values < 0.0).any():
                raise InputError(f"parameters: {x.name} is negative; physical=False takes it all the same.")
            if x.kind == "placement" and not np.any(values[..., 3:], axis=-1).all():
                raise InputError(f"parameters: the quaternion of {x.name} is zero, which is no rotation.")
            if x.kind == "payload":
                bodies[x.of, x.body] = values
            elif x.kind not in ("armature", "damping", "placement", "gravity"):
                whole = np.broadcast_to(constants[x.body], (*numbers.shape[:-1], PER_BODY))
                found = bodies.setdefault((x.of, x.body), whole.copy())
                found[..., part_of_inertia(x.kind)] = values
        for (name, _), values in bodies.items():
            finite = np.isfinite(values).all(axis=-1, keepdims=True)
            least = least_pseudo_inertia(np.where(finite, values, 0.0))
            if (least < -SLACK).any():
                raise InputError(
                    f"parameters: no body has the mass and inertia given for {name!r} (its pseudo-inertia "
                    "is not positive); robot.varying(..., physical=False) takes them all the same."
                )


class _CallsWithParameters(DirectCalls):
    """The direct calls of a robot, with the parameters that the method on its way was given."""

    def __init__(self, robot: VaryingRobot) -> None:
        super().__init__(robot)
        self._given = robot._given

    def __missing__(self, key: Any) -> Callable[..., Any]:
        call = super().__missing__(key)
        if key in Robot._manifold:
            return call

        def with_parameters(*arrays: object, **options: object) -> Any:
            return call(*arrays, parameters=self._given(), **options)

        self[key] = with_parameters
        return with_parameters

    def _shorten(self, name: str, kernel: Any) -> None:
        """No built-in function takes the place of a method: it has the parameters to look at."""


def _taking_parameters(plain: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(plain)
    def method(self: VaryingRobot, *arrays: Any, parameters: ArrayLike | None = None, **options: Any) -> Any:
        if parameters is None and self._given() is not None:  # asked by another method of this robot
            return plain(self, *arrays, **options)
        with self._taking(self.checked_parameters(parameters)):
            return plain(self, *arrays, **options)

    return method


def _refused(name: str) -> Callable[..., Any]:
    def method(self: VaryingRobot, *arrays: Any, **options: Any) -> Any:
        raise InputError(
            f"{name}: takes no parameters; model.with_payload(...) or robot.with_inertial_parameters(p) make "
            "a robot that has them as constants."
        )

    return method


_REFUSED = ("embedded", "estimation", "prescribed", "inverse_kinematics", "reachable")

for _name, _method in inspect.getmembers(Robot, inspect.isfunction):
    _of_configuration = [*inspect.signature(_method).parameters][1:2] == ["q"] and not _name.startswith("_")
    if _name in _REFUSED:
        setattr(VaryingRobot, _name, _refused(_name))
    elif _of_configuration and _name not in Robot._manifold and _name not in vars(VaryingRobot):
        setattr(VaryingRobot, _name, _taking_parameters(_method))
