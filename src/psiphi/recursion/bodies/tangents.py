"""How a configuration varies: the numbers that move when q is varied by `integrate(q, dq)`, and how.

A derivative with respect to q has a column for each rate. Those of one-dof joints move their coordinate;
the quaternion of a spherical or free joint and the position of a free or planar one move as joint_rates.py
says. Transforms are made of the nine entries of R, which move more simply than the quaternion behind them,

    δR = R [δω]×,    row i of it  R_i × δω,    and the lever of a free joint by  R δv,

so these are told as well: whoever differentiates stops there, and no quaternion is differentiated unless
something else is made of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from psiphi.recursion.bodies.embedded_bodies import EmbeddedBodies
from psiphi.recursion.bodies.joint_maps import joint_transform
from psiphi.recursion.bodies.joint_rates import moving_coordinates
from psiphi.recursion.bodies.links import Link
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.frames.turns import MatrixTurn
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.dual import rate_of
from psiphi.recursion.numbers.small_matrices import units
from psiphi.recursion.numbers.vectors import cross, is_zero

Tangent = Mapping[int, Number]
"""How a number moves with each column of dq; zero with those that are not in it."""


def tangents(
    mechanism: Mechanism, q: Sequence[Number], arithmetic: Arithmetic
) -> Iterator[tuple[Number, Tangent]]:
    """Coordinates, entries of rotations and levers, each with the way it moves."""
    tree = mechanism.tree_configuration(q)
    following = {k for k, _, _ in mechanism.followers}
    for k, (link, rates) in enumerate(_joint_rates(mechanism, q, arithmetic)):
        coordinates = [tree[i] for i in link.q]
        moving = list(_coordinates(link, coordinates, rates, arithmetic))
        if k in following:
            yield from moving[len(moving) - _modes(link) :]
            continue
        yield from moving
        if link.kind in ("spherical", "free"):
            yield from _rotation_and_lever(link, coordinates, rates, arithmetic)


def _joint_rates(
    mechanism: Mechanism, q: Sequence[Number], arithmetic: Arithmetic
) -> Iterator[tuple[Link, dict[int, Sequence[Number]]]]:
    """The joint of each body as it is without loops, and its rates for a unit of each column of dq."""
    bodies = EmbeddedBodies(mechanism, arithmetic, q) if mechanism.groups else None
    for k, link in enumerate(mechanism.links):
        group = mechanism.group_of.get(k)
        if group is None or bodies is None:
            columns = [mechanism.v_expansion[i][0] for i in link.v]
            yield link, dict(zip(columns, units(len(columns)), strict=True))
            continue
        before = sum(len(group.links[j].v) for j in group.bodies if j < k)
        own = group.links[k]
        rows = bodies.motion(group).S[before : before + len(own.v)]
        columns = mechanism.links[group.first].v
        yield own, {column: [row[i] for row in rows] for i, column in enumerate(columns)}


def _coordinates(
    link: Link, q: Sequence[Number], rates: Mapping[int, Sequence[Number]], arithmetic: Arithmetic
) -> Iterator[tuple[Number, Tangent]]:
    moved = {column: moving_coordinates(link, q, v, arithmetic) for column, v in rates.items()}
    for i, coordinate in enumerate(q):
        yield coordinate, _without_zeros({column: rate_of(x[i]) for column, x in moved.items()})


def _rotation_and_lever(
    link: Link, q: Sequence[Number], rates: Mapping[int, Sequence[Number]], arithmetic: Arithmetic
) -> Iterator[tuple[Number, Tangent]]:
    transform = joint_transform(link, q[: len(q) - _modes(link)], arithmetic)
    turn = transform.turns[-1]
    assert isinstance(turn, MatrixTurn)
    spins = {column: (v[0], v[1], v[2]) for column, v in rates.items()}
    for row in turn.matrix:
        moved = {column: cross(row, spin) for column, spin in spins.items()}
        for i, entry in enumerate(row):
            yield entry, _without_zeros({column: x[i] for column, x in moved.items()})
    if link.kind == "free":
        slides = {column: transform.rotate_to_parent((v[3], v[4], v[5])) for column, v in rates.items()}
        for i, length in enumerate(transform.lever):
            yield length, _without_zeros({column: x[i] for column, x in slides.items()})


def _modes(link: Link) -> int:
    return 0 if link.modes is None else link.modes.count


def _without_zeros(tangent: Tangent) -> Tangent:
    return {column: x for column, x in tangent.items() if not is_zero(x)}
