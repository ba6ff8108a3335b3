"""Limbs that are alike: branches at one body with the same joints, as the legs of a quadruped.

What a program computes for one of them it computes for the others too, on other numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from psiphi.kernel.program.program import Argument, Input, Limbs
from psiphi.model import Model


def limbs_alike(model: Model, arguments: Sequence[Argument]) -> tuple[Limbs, ...]:
    """Groups of limbs, each limb as the elements of arguments that belong to it, in corresponding order."""
    model = model.merged()
    groups = (tuple(tuple(_inputs(model, limb, arguments)) for limb in limbs) for limbs in _groups(model))
    return tuple(limbs for limbs in groups if limbs[0])


def _groups(model: Model) -> list[list[range]]:
    """The outermost branches alike, as bodies: those of one branch follow each other."""
    children: list[list[int]] = [[] for _ in range(len(model.bodies) + 1)]  # the last are those of the world
    for body, parent in enumerate(model.parents):
        children[parent].append(body)
    form = [0] * len(model.bodies)
    size = [1] * len(model.bodies)
    forms: dict[tuple[str | bool | int, ...], int] = {}
    for body in reversed(range(len(model.bodies))):
        joint = model.bodies[body].joint
        modes = model.bodies[body].modes
        looks = (
            joint.kind.name,
            joint.mimic is None,
            0 if modes is None else modes.count,
            *(form[child] for child in children[body]),
        )
        form[body] = forms.setdefault(looks, len(forms))
        size[body] += sum(size[child] for child in children[body])

    groups: list[list[range]] = []
    pending = [-1]
    while pending:
        alike: dict[int, list[int]] = {}
        for child in children[pending.pop()]:
            alike.setdefault(form[child], []).append(child)
        for branches in alike.values():
            if len(branches) > 1:
                groups.append([range(branch, branch + size[branch]) for branch in branches])
            else:
                pending += branches
    return groups


def _inputs(model: Model, bodies: range, arguments: Sequence[Argument]) -> Iterator[Input]:
    coordinates = model.coordinates
    for body in bodies:
        q = slice(model.q_tree_slices[body].start, coordinates.q_tree_modes[body].stop)
        v = slice(model.v_tree_slices[body].start, coordinates.v_tree_modes[body].stop)
        own = model.bodies[body].joint.mimic is None
        for argument in arguments:
            if argument.name == "q":
                found = coordinates.q_columns[q] if own else ()
            elif argument.size == model.nv_tree and own:
                found = range(v.start, v.stop)
            elif argument.size == model.nv:
                found = coordinates.v_columns[v] if own else ()
            elif argument.size == 6 * len(model.bodies):
                found = range(6 * body, 6 * body + 6)
            else:
                found = ()
            yield from ((argument.name, int(index)) for index in found)
