"""What users want of frames, and how it is read: `{"hand": (rotation, position)}` and the like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from numbers import Real
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.inverse_kinematics.tasks import CENTER_OF_MASS, Task
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.frozen import frozen
from psiphi.model import Model
from psiphi.model.arguments import is_single, vector_argument

Array = NDArray[np.float64]

LOOPS_CLOSED = 1e-3
"""The part of the tolerance to which loops are closed."""
ORTHOGONAL = 1e-6
"""How far R*R may be from the identity in a rotation that is given."""


@frozen(eq=False)
class Pose:
    """A rotation (..., 3, 3) and a position (..., 3) in the world; None leaves one of them free.

    weight      what errors count for, beside those of other targets, where not all can be met
    tolerance   largest error in m and rad; None takes that of the call
    """

    rotation: ArrayLike | None = None
    position: ArrayLike | None = None
    weight: float = 1.0
    tolerance: float | None = None


@frozen(eq=False)
class Direction:
    """An axis (3,) of the frame is to have a direction (..., 3) of the world; turns about it are free."""

    axis: ArrayLike
    direction: ArrayLike
    weight: float = 1.0
    tolerance: float | None = None


@frozen(eq=False)
class PointAt:
    """An axis (3,) of the frame, from its origin on, is to go through a point (..., 3) of the world."""

    axis: ArrayLike
    point: ArrayLike
    weight: float = 1.0
    tolerance: float | None = None


Target: TypeAlias = Pose | Direction | PointAt
Targets: TypeAlias = Mapping[str, Any] | tuple[str, ArrayLike | None, ArrayLike | None]


class Wanted(NamedTuple):
    """Targets as numbers: what is wanted (*batch, n), and the largest error of each part, (parts,)."""

    tasks: tuple[Task, ...]
    numbers: Array
    tolerances: tuple[float, ...]
    single: bool
    """Whether all that was given is float32."""


def wanted(
    model: Model, targets: Targets, center_of_mass: ArrayLike | Pose | None, tolerance: float
) -> Wanted:
    """The targets of a call, checked."""
    tasks: list[Task] = []
    arrays: list[Array] = []
    tolerances: list[float] = []
    raw: list[Any] = []

    def add(task: Task, own: float | None, *given: Array) -> None:
        tasks.append(task)
        arrays.extend(given)
        tolerances.extend([_positive("tolerance", tolerance if own is None else own)] * len(task.parts))

    for frame, target in _by_frame(targets):
        name = model.frame(frame).name
        weight = _positive(f"targets[{frame!r}].weight", target.weight)
        if isinstance(target, Pose):
            rotation = None if target.rotation is None else _rotation(frame, target.rotation)
            position = None if target.position is None else _vector(frame, "position", target.position)
            given = [x for x in (rotation, position) if x is not None]
            raw += [x for x in (target.rotation, target.position) if x is not None]
            if not given:
                raise InputError(f"targets[{frame!r}]: has neither a rotation nor a position; give one.")
            kind = "pose" if len(given) == 2 else "position" if rotation is None else "orientation"
            add(Task(kind, name, weight=weight), target.tolerance, *given)
        else:
            x, y, z = _axis(frame, target.axis)
            if isinstance(target, Direction):
                way = _unit(frame, "direction", _vector(frame, "direction", target.direction))
                raw.append(target.direction)
                add(Task("direction", name, (x, y, z), weight), target.tolerance, way)
            else:
                point = _vector(frame, "point", target.point)
                raw.append(target.point)
                add(Task("point", name, (x, y, z), weight), target.tolerance, point)
    if center_of_mass is not None:
        whole = center_of_mass if isinstance(center_of_mass, Pose) else Pose(position=center_of_mass)
        if whole.position is None or whole.rotation is not None:
            raise InputError("center_of_mass: give a position, (..., 3).")
        weight = _positive("center_of_mass.weight", whole.weight)
        position = vector_argument("center_of_mass", whole.position, 3)
        raw.append(whole.position)
        add(Task(CENTER_OF_MASS, weight=weight), whole.tolerance, position)
    if model.loops:
        tolerances.append(LOOPS_CLOSED * min(tolerances, default=tolerance))
    if not tasks:
        raise InputError("targets: nothing is wanted; give {frame: (rotation, position)}.")
    most = max(task.weight for task in tasks)
    weighed = tuple(replace(task, weight=task.weight / most) for task in tasks)
    return Wanted(weighed, side_by_side(arrays), tuple(tolerances), all(map(is_single, raw)))


def _by_frame(targets: Targets) -> list[tuple[str, Target]]:
    if isinstance(targets, tuple):
        if len(targets) != 3 or not isinstance(targets[0], str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InputError("targets: give {frame: (rotation, position)} or (frame, rotation, position).")
        return [(targets[0], Pose(*targets[1:]))]
    if not isinstance(targets, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentTypeError(
            f"targets: expected a mapping from names of frames, found {type(targets).__name__}."
        )
    found: list[tuple[str, Target]] = []
    for frame, given in targets.items():
        for each in given if isinstance(given, list) else [given]:
            found.append((frame, _target(frame, each)))
    return found


def _target(frame: str, given: Any) -> Target:
    if isinstance(given, Pose | Direction | PointAt):
        return given
    if isinstance(given, tuple) and len(given) == 2:
        return Pose(*given)
    raise InputError(
        f"targets[{frame!r}]: {type(given).__name__} given; give (rotation, position), None for what is "
        "free, a Pose, Direction or PointAt of psiphi.targets, or a list of these."
    )


def _vector(frame: str, what: str, value: ArrayLike) -> Array:
    return vector_argument(f"targets[{frame!r}].{what}", value, 3)


def _rotation(frame: str, value: ArrayLike) -> Array:
    name = f"targets[{frame!r}].rotation"
    rotation = vector_argument(name, value, 3)
    if rotation.shape[-2:] != (3, 3):
        raise InputError(f"{name}: has shape {rotation.shape}; give shape (..., 3, 3).")
    return rotation.reshape(*rotation.shape[:-2], 9)


def nearest_rotations(tasks: Sequence[Task], wanted: Array, rows: NDArray[np.bool_]) -> Array:
    """What is wanted in some rows of the batch, with rotations as exact as doubles are.

    What is no rotation is refused: no configuration meets it.
    """
    found, first = wanted[rows], 0
    for task in tasks:
        if task.kind in ("pose", "orientation"):
            matrix = found[:, first : first + 9].reshape(-1, 3, 3)
            off = matrix @ matrix.swapaxes(-1, -2) - np.eye(3)
            with np.errstate(invalid="ignore"):  # NaN passes: it spoils its own row only
                wrong = (np.abs(off).max(axis=(-2, -1)) > ORTHOGONAL) | (np.linalg.det(matrix) < 0.0)
            if wrong.any():
                where = np.argwhere(rows)[int(wrong.argmax())].tolist()
                which = f" in row {where} of the batch" if where else ""
                raise InputError(
                    f"targets[{task.frame!r}].rotation: is no rotation{which}; its columns must be "
                    "orthogonal, of length 1, and right-handed."
                )
            found[:, first : first + 9] = (matrix - 0.5 * off @ matrix).reshape(-1, 9)
        first += task.size
    return found


def _axis(frame: str, value: ArrayLike) -> list[float]:
    axis = _vector(frame, "axis", value)
    if axis.shape != (3,) or not np.isfinite(axis).all():
        raise InputError(f"targets[{frame!r}].axis: {axis} given; give three finite numbers for all rows.")
    return _unit(frame, "axis", axis).tolist()


def _unit(frame: str, what: str, x: Array) -> Array:
    largest = np.abs(x).max(axis=-1, keepdims=True, initial=0.0)
    if np.any(largest == 0.0):
        raise InputError(f"targets[{frame!r}].{what}: is zero and points nowhere.")
    with np.errstate(invalid="ignore"):  # infinity gives NaN, and spoils its own row
        x = x / largest
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def _positive(name: str, value: float) -> float:
    if not isinstance(value, Real) or not is_moderate(value):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InputError(f"{name}: {value!r} given; give a positive number, from 1e-100 to 1e100.")
    return float(value)


def is_moderate(value: float) -> bool:
    """Whether it is a positive number whose square and its reciprocal are numbers too."""
    return 1e-100 <= value <= 1e100


def side_by_side(arrays: Sequence[Array]) -> Array:
    """Arrays (..., n) with their batches broadcast, one beside the other."""
    if len(arrays) == 1:
        return arrays[0]
    shapes = [array.shape[:-1] for array in arrays]
    if any(shape != shapes[0] for shape in shapes):
        try:
            batch = np.broadcast_shapes(*shapes)
        except ValueError:
            found = ", ".join(map(str, shapes))
            raise InputError(f"targets: batch shapes do not broadcast against each other: {found}") from None
        arrays = [np.broadcast_to(array, (*batch, array.shape[-1])) for array in arrays]
    return np.concatenate(arrays, axis=-1)
