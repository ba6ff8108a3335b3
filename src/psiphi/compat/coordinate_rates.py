"""Derivatives by the coordinates of q, as other libraries have them, from those by its rates.

Kernels vary q on its manifold, by nv rates. Others vary its nq coordinates, of which quaternions need not
have unit length: across their direction alone something changes. Both maps are on numbers of any library.
"""

from __future__ import annotations

from psiphi.errors import CompileError
from psiphi.kernel.function import Function
from psiphi.model import Model
from psiphi.recursion.manifold.joints import Numbers, joints_of, lifted, lowered, normalized
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number


def rates(model: Model, q: Numbers, change: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """The rates, (nv), with which coordinates q change so, (nq)."""
    unit = normalized(model, q, arithmetic)
    return lowered(model, unit, _shortened(model, unit, q, change), arithmetic)


def slopes(model: Model, q: Numbers, rows: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """Slopes along the coordinates q, (nq), that are these along the rates, (nv): `rates` transposed."""
    unit = normalized(model, q, arithmetic)
    return _shortened(model, unit, q, lifted(model, unit, rows, arithmetic))


def are_rates(model: Model) -> bool:
    """Whether coordinates change with the rates themselves, so that there is nothing to map."""
    return all(kind.is_plain for kind, _, _ in joints_of(model))


def check_coordinates(kernel: Function) -> None:
    """Raise CompileError for a kernel whose q is not made of the coordinates of its model's joints."""
    for argument in kernel.signature.arguments:
        if argument.name == "q" and argument.size != kernel.model.nq:
            raise CompileError(f"{kernel} has no derivatives by the coordinates of q; use kernel.jvp.")


def _shortened(model: Model, unit: Numbers, q: Numbers, change: Numbers) -> list[Number]:
    """What changes with quaternions of unit length, for quaternions of the length |q| = unit · q."""
    result = list(change)
    for kind, places, _ in joints_of(model):
        quaternion = [i for i, nature in zip(places, kind.coordinates, strict=True) if nature == "quaternion"]
        if quaternion:
            length = sum(unit[i] * q[i] for i in quaternion)
            for place in quaternion:
                result[place] = change[place] / length
    return result
