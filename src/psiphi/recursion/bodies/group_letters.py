"""H, its rate and the gains of a filter where one joint moves several bodies (joint_groups.py).

In joint space a group has its place at its first body; the others have none.
"""

from __future__ import annotations

from typing import Any

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint
from psiphi.algebra.expression import Adjoint, Expr, Symbol
from psiphi.algebra.families import Riccati
from psiphi.algebra.spaces import Space
from psiphi.recursion.bodies.bodies import Places
from psiphi.recursion.bodies.embedded_bodies import EmbeddedBodies
from psiphi.recursion.bodies.joint_groups import JointGroup
from psiphi.recursion.bodies.velocities import cross_force, cross_motion
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import added, dot, minus, plus, spatial

Value = tuple[Number, ...]


def joins_bodies(letter: Expr) -> bool:
    """Whether a letter leads from the bodies of a group to their joint or back."""
    plain = letter.symbol if isinstance(letter, Adjoint) else letter
    if plain in (op.H, op.H_dot):
        return True
    return isinstance(plain, Symbol) and isinstance(plain.owner, Riccati) and plain is plain.owner.G


def apply_in_group(
    bodies: EmbeddedBodies, letter: Expr, group: JointGroup, k: int, x: Places, known: Places
) -> Value | None:
    """A letter of `joins_bodies` at body k; `known` are the velocities, or the steps of the filter."""
    if letter.domain is Space.JOINT:
        rates = x[group.first]
        return None if rates is None else _at_body(bodies, letter, group, k, rates, known)
    if k != group.first:
        return None
    total: Value | None = None
    for j in group.bodies:
        if x[j] is not None:
            total = added(total, _at_joint(bodies, letter, group, j, x[j], known))
    return total or None  # loops may leave a joint no freedom at all


def _at_body(
    bodies: EmbeddedBodies, letter: Expr, group: JointGroup, k: int, rates: Value, known: Any
) -> Value:
    """H*, Ḣ* or G at one body, of rates of the group."""
    if letter is adjoint(op.H):
        return bodies.joint(k).expand(rates)
    if letter is adjoint(op.H_dot):
        moved = cross_motion(spatial(known[k]), spatial(bodies.joint(k).expand(rates)))
        columns = [column[k] for column in bodies.drifts(group.first)]
        turned: Value = (*moved, *[0.0] * bodies.modes(k))
        return tuple(plus(x, dot([column[i] for column in columns], rates)) for i, x in enumerate(turned))
    return known[k].apply_G(rates)


def _at_joint(bodies: EmbeddedBodies, letter: Expr, group: JointGroup, k: int, x: Value, known: Any) -> Value:
    """The share of one body in H x, Ḣ x or G* x."""
    if letter is op.H:
        return bodies.joint(k).project(x)
    if letter is op.H_dot:
        across = cross_force(spatial(known[k]), spatial(x))
        turned = bodies.joint(k).project((*across, *[0.0] * bodies.modes(k)))
        drifts = bodies.drifts(group.first)
        return tuple(minus(dot(column[k], x), y) for column, y in zip(drifts, turned, strict=True))
    return known[k].apply_G_adjoint(x)
