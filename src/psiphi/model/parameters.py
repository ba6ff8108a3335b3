"""Numbers of a robot that can be given anew with every call instead of being part of its code.

| name | numbers |
|---|---|
| inertia:BODY | m, m c (3), Ixx Ixy Iyy Ixz Iyz Izz about the body's origin, in its axes |
| mass:BODY, moment:BODY, rotational:BODY | the first, the next three, the last six of these |
| payload:FRAME | the same ten of what is fixed to a frame, about its origin, in its axes |
| armature:JOINT | the inertia of the joint's rotor as the joint feels it |
| damping:JOINT | the damping of each degree of freedom |
| placement:JOINT | where the joint sits in the body that carries it: x y z, and a quaternion x y z w |
| gravity | the acceleration of gravity in the world |

BODY is a body that moves, with all that is fixed to it. `inertia`, `armature`, `damping` and `placement`
alone stand for those of all bodies or joints that have them. Quaternions may have any length but zero. The
inertia of flexible bodies, and where joints sit on them, do not vary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError, ModelError, UnknownNameError
from psiphi.frozen import frozen
from psiphi.model.arguments import names_argument, vector_argument
from psiphi.model.model import Model
from psiphi.model.names import unknown_name
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.quaternion import rotation_to_quaternion
from psiphi.spatial.rotation import skew

Array = NDArray[np.float64]

PER_BODY = 10
_PARTS = {
    "inertia": slice(0, 10),
    "mass": slice(0, 1),
    "moment": slice(1, 4),
    "rotational": slice(4, 10),
}
_ROWS, _COLUMNS = (0, 0, 1, 0, 1, 2), (0, 1, 1, 2, 2, 2)


@frozen
class Parameter:
    """`size` numbers, from `start` on among all that vary, of a `body` of the merged model."""

    name: str
    kind: str
    of: str
    body: int
    start: int
    size: int

    @property
    def changes_inertia(self) -> bool:
        """Whether the inertia of the body is another with other numbers."""
        return self.kind == "payload" or self.kind in _PARTS

    @property
    def place(self) -> slice:
        """Where the numbers stand."""
        return slice(self.start, self.start + self.size)


def parameters_of(model: Model, names: Sequence[str]) -> tuple[Parameter, ...]:
    """The parameters of these names, one after the other."""
    names = names_argument("varying", names)
    merged = model.merged()
    found: list[Parameter] = []
    start = 0
    for kind, of in (single for name in names for single in _single(merged, name)):
        body, size = _body_and_size(merged, kind, of)
        name = f"{kind}:{of}" if of else kind
        carrier = merged.bodies[body].parent if kind == "placement" else body
        if kind not in ("armature", "damping") and not _is_rigid(merged, carrier):
            raise InputError(
                f"varying: {name!r}: body {merged.body_names[carrier]!r} is flexible; its inertia is that of "
                "its modes, and what sits on it sits on a node. Name parameters of other bodies, one by one."
            )
        if any(x.name == name or _overlap(x, kind, of) for x in found):
            raise InputError(f"varying: {name!r} is among the parameters twice.")
        found.append(Parameter(name, kind, of, body, start, size))
        start += size
    return tuple(found)


def _single(model: Model, name: str) -> Iterator[tuple[str, str]]:
    """A name, or those of all bodies or joints that it stands for."""
    kind, _, of = name.partition(":")
    if of or kind == "gravity":
        yield kind, of
    elif kind == "inertia":
        yield from ((kind, body) for body in inertial_bodies(model))
    elif kind in _OF_JOINTS:
        seated = (x for x in model.bodies if kind != "placement" or _is_rigid(model, x.parent))
        yield from ((kind, body.joint.name) for body in seated)
    else:
        raise InputError(
            f"varying: {name!r} names no parameter; write e.g. 'inertia:{model.body_names[-1]}'."
        )


def _is_rigid(model: Model, body: int) -> bool:
    return body < 0 or model.bodies[body].modes is None


def inertial_bodies(model: Model) -> tuple[str, ...]:
    """The moving bodies that are rigid, each with all that is fixed to it: those with inertial parameters."""
    return tuple(body.name for body in model.merged().bodies if body.modes is None)


def _body_and_size(model: Model, kind: str, of: str) -> tuple[int, int]:
    if kind in _PARTS:
        if of not in model.body_names:
            raise UnknownNameError(unknown_name("body that moves", of, model.body_names))
        part = _PARTS[kind]
        return model.body_names.index(of), part.stop - part.start
    if kind == "payload":
        frame = model.frame(of)
        if frame.body < 0:
            raise InputError(f"varying: nothing moves the frame {of!r}, so that no payload there matters.")
        return frame.body, PER_BODY
    if kind in _OF_JOINTS:
        names = [body.joint.name for body in model.bodies]
        if of not in names:
            raise UnknownNameError(unknown_name("joint that moves", of, names))
        body = names.index(of)
        return body, _OF_JOINTS[kind] or model.bodies[body].joint.kind.nv
    if kind == "gravity" and not of:
        return -1, 3
    raise InputError(
        f"varying: {kind!r} is no kind of parameter; there are {', '.join((*_PARTS, *_OTHERS))}."
    )


_OF_JOINTS = {"armature": 1, "damping": 0, "placement": 7}
"""The kinds of parameters of joints, and how many numbers each has; zero for one for each rate."""
_OTHERS = ("payload", *_OF_JOINTS, "gravity")


def _overlap(x: Parameter, kind: str, of: str) -> bool:
    """Whether two parameters are parts of one inertia that have numbers in common."""
    if x.of != of or x.kind not in _PARTS or kind not in _PARTS:
        return False
    one, other = _PARTS[x.kind], _PARTS[kind]
    return one.start < other.stop and other.start < one.stop


def part_of_inertia(kind: str) -> slice:
    """Which of the ten numbers of an inertia a kind of parameter is."""
    return _PARTS[kind]


def present_values(model: Model, parameters: Sequence[Parameter]) -> Array:
    """The values that a model has, a payload's being zero, (size of all,)."""
    merged = model.merged()
    inertias = inertias_of_bodies(model)
    parts: list[ArrayLike] = [np.zeros(0)]
    for x in parameters:
        if x.kind in _PARTS:
            parts.append(inertias[x.body, _PARTS[x.kind]])
        elif x.kind == "payload":
            parts.append(np.zeros(PER_BODY))
        elif x.kind == "armature":
            parts.append([merged.bodies[x.body].joint.rotor.reflected_inertia])
        elif x.kind == "damping":
            parts.append(merged.bodies[x.body].joint.damping)
        elif x.kind == "placement":
            pose = merged.bodies[x.body].joint.placement
            parts += [pose.position, rotation_to_quaternion(pose.rotation)]
        else:
            parts.append(model.gravity)
    return np.concatenate(parts)


def inertial_parameters(model: Model) -> Array:
    """Those of all moving bodies that are rigid, one after the other, (10 bodies,)."""
    rigid = [body.modes is None for body in model.merged().bodies]
    return inertias_of_bodies(model)[rigid].ravel()


def inertias_of_bodies(model: Model) -> Array:
    """m, m c (3), Ixx Ixy Iyy Ixz Iyz Izz about the origin of each moving body, in its axes, (bodies, 10)."""
    rows: list[Array] = []
    for body in model.merged().bodies:
        matrix = body.inertia.matrix()
        moment = body.inertia.mass * body.inertia.center
        rows.append(np.concatenate([[body.inertia.mass], moment, matrix[:3, :3][_ROWS, _COLUMNS]]))
    return np.array(rows).reshape(-1, PER_BODY)


def with_inertial_parameters(model: Model, values: ArrayLike, *, physical: bool = True) -> Model:
    """The model whose rigid bodies that move, with all that is fixed to them, have these parameters.

    There are ten for each. What is fixed to a body has no inertia of its own then.
    """
    names = inertial_bodies(model)
    numbers = vector_argument("inertial parameters, ten a moving body", values, PER_BODY * len(names))
    if numbers.ndim != 1:
        raise InputError(f"inertial parameters: give those of one robot, ({numbers.shape[-1]},).")
    inertias = {name: _inertia(row) for name, row in zip(names, numbers.reshape(-1, PER_BODY), strict=True)}
    if physical:
        for name, inertia in inertias.items():
            problems = inertia.problems()
            if problems:
                raise ModelError(f"body {name!r}: {problems[0]}; physical=False takes it all the same.")
    bodies = [replace(body, inertia=inertias.get(body.name, Inertia.zero())) for body in model.bodies]
    return replace(model, bodies=tuple(bodies))


def _inertia(numbers: Array) -> Inertia:
    mass, moment = float(numbers[0]), numbers[1:4]
    rotational = np.zeros((3, 3))
    rotational[_ROWS, _COLUMNS] = rotational[_COLUMNS, _ROWS] = numbers[4:]
    if mass == 0.0:
        if moment.any():
            raise ModelError("inertial parameters: a body without mass has a first moment m c.")
        return Inertia(mass, np.zeros(3), rotational)
    center = moment / mass
    return Inertia(mass, center, rotational + mass * skew(center) @ skew(center))


def least_pseudo_inertia(numbers: Array) -> Array:
    """The smallest eigenvalue of Σ m [x; 1][x; 1]*, (..., 10) → (...), not negative for real bodies.

    It stands beside the largest, so that it has no unit.
    """
    values = np.linalg.eigvalsh(pseudo_inertia(numbers))
    return values[..., 0] / np.maximum(np.abs(values[..., -1]), 1e-300)


def pseudo_inertia(numbers: Array) -> Array:
    """Σ m [x; 1][x; 1]* of bodies, (..., 10) → (..., 4, 4)."""
    pseudo = np.empty((*numbers.shape[:-1], 4, 4))
    rotational = np.empty((*numbers.shape[:-1], 3, 3))
    rotational[..., _ROWS, _COLUMNS] = rotational[..., _COLUMNS, _ROWS] = numbers[..., 4:]
    half = 0.5 * np.trace(rotational, axis1=-2, axis2=-1)
    pseudo[..., :3, :3] = half[..., None, None] * np.eye(3) - rotational
    pseudo[..., :3, 3] = pseudo[..., 3, :3] = numbers[..., 1:4]
    pseudo[..., 3, 3] = numbers[..., 0]
    return pseudo
