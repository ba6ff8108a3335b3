"""A robot with its base set free, or standing still."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import InputError
from psiphi.model import Joint, Model

Base = Literal["fixed", "free"]


def check_base(base: str | None) -> None:
    """Refuse anything but "fixed", "free" and None (as the file has it)."""
    if base not in (None, "fixed", "free"):
        raise InputError(f'base={base!r}: give "fixed" or "free", or leave it out.')


def with_base(model: Model, base: Base | None, home: NDArray[np.float64] | None = None) -> Model:
    """The model with its root free in the world (by the joint "root"), or fixed where `home` (nq,) has it.

    A model whose root is already so is returned as it is. The new free joint starts from the world, so that
    its q is the pose of the root body in the world; without `home`, a root is fixed where the neutral
    configuration has it.
    """
    check_base(base)
    roots = [index for index, parent in enumerate(model.parents) if parent < 0]
    free = [index for index in roots if model.bodies[index].joint.kind.name == "free"]
    if base is None or (base == "free" and free) or (base == "fixed" and not free):
        return model
    if base == "fixed":
        _refuse_choice(model, "free", free)
        joint = model.bodies[free[0]].joint.name
        q = model.neutral() if home is None else home
        return model.lock(joint, q[model.q_slice(joint)])
    carrying = [index for index in roots if model.children[index]] or roots
    _refuse_choice(model, "fixed", carrying)
    root = model.bodies[carrying[0]]
    if root.joint.kind.name != "fixed":
        raise InputError(
            f'base="free": the root {root.name!r} moves already, on the {root.joint.kind.name} joint '
            f"{root.joint.name!r}. Lock or remove its joints first."
        )
    bodies = list(model.bodies)
    name = "root" if "root" not in {body.joint.name for body in bodies} else root.joint.name
    bodies[carrying[0]] = replace(root, joint=Joint(name, "free"))
    return replace(model, bodies=tuple(bodies))


def _refuse_choice(model: Model, kind: str, candidates: list[int]) -> None:
    if len(candidates) != 1:
        names = ", ".join(repr(model.bodies[index].name) for index in candidates[:5])
        raise InputError(
            f"base: the model has {len(candidates)} {kind} roots ({names}); it is not clear which is meant. "
            "Leave base out, and edit the model."
        )
