"""Groups of joints that loops or mimics tie together, as one joint each: constraint embedding.

Let p be the body that a group of bodies hangs on, θ its independent rates and S(q) θ the rates of all its
joints. Then every body k of the group hangs directly on p,

    V_k = X_k* V_p + H_k* θ,      X_k the transforms along the path from p to k, one after the other,
                                  H_k* = Σ_j X_kj* H_j* S_j over the joints j of that path,

so that φ, H and all that is made of them keep their meaning: one joint moves several bodies. Modes of
flexible bodies are among the rates, and p is rigid: a flexible body that carries a loop is part of the group.
S follows from the loops, J_i θ + J_d v_d = 0, in the sense of least squares: equations that say the same
twice do no harm. Mimic joints have their ratio times the rate of the joint that leads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from psiphi.frozen import frozen
from psiphi.model.tree import children_of, path_to
from psiphi.recursion.bodies.links import Link
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.loops.ends import LoopSeat


@frozen
class Embedding:
    """What of a robot moves by itself: degrees of freedom of the tree, in the order of v.

    `q` is a configuration in which the loops are closed.
    """

    independent: tuple[int, ...]
    q: tuple[float, ...]


@frozen
class JointGroup:
    """Bodies that one joint moves, parents before children; the first of them has its place in joint space.

    parent       the body that the group hangs on, −1 for the world
    links        the bodies as they are without loops
    loops        the loops that tie them together
    independent  which degrees of freedom of the joints, counted through the group, have rates of their own
    followers    those of mimic joints, each with the one that leads it and the ratio
    """

    bodies: tuple[int, ...]
    parent: int
    links: Mapping[int, Link]
    loops: tuple[LoopSeat, ...]
    independent: tuple[int, ...]
    followers: tuple[tuple[int, int, float], ...] = ()

    @property
    def first(self) -> int:
        """The body whose place in joint space has the rates of the group."""
        return self.bodies[0]

    @property
    def dependent(self) -> tuple[int, ...]:
        """The degrees of freedom that follow by way of the loops."""
        size = sum(len(link.v) for link in self.links.values())
        told = {*self.independent, *(follower for follower, _, _ in self.followers)}
        return tuple(i for i in range(size) if i not in told)


def embedded(mechanism: Mechanism, independent: Sequence[int]) -> Mechanism:
    """The mechanism with all its loops and mimics turned into groups.

    `independent` are the degrees of freedom of the tree that keep rates of their own, in the order of v.
    """
    place = {dof: i for i, dof in enumerate(independent)}
    links = list(mechanism.links)
    groups: list[JointGroup] = []
    for bodies, parent in _grouped(mechanism):
        inner = {k: mechanism.links[k] for k in bodies}
        dofs = [dof for link in inner.values() for dof in link.v]
        own = [i for i, dof in enumerate(dofs) if dof in place]
        loops = tuple(x for x in mechanism.loops if _between(mechanism.parents, x) <= set(bodies))
        start = {k: dofs.index(link.v[0]) for k, link in inner.items() if link.v}
        following = tuple((start[k], start[i], ratio) for k, i, ratio in mechanism.followers if k in inner)
        groups.append(JointGroup(bodies, parent, inner, loops, tuple(own), following))
        for k in bodies:
            rates = tuple(place[dofs[i]] for i in own) if k == bodies[0] else ()
            links[k] = replace(links[k], parent=parent, v=rates)
    grouped = {k for group in groups for k in group.bodies}
    for k, link in enumerate(mechanism.links):
        if k not in grouped:
            links[k] = replace(link, v=tuple(place[dof] for dof in link.v))
    children = children_of([link.parent for link in links])
    return replace(
        mechanism,
        links=tuple(replace(link, children=children[k]) for k, link in enumerate(links)),
        loops=(),
        nv=len(independent),
        nv_tree=len(independent),
        v_expansion=tuple((i, 1.0) for i in range(len(independent))),
        groups=tuple(groups),
        tree=mechanism,
    )


def _grouped(mechanism: Mechanism) -> list[tuple[tuple[int, ...], int]]:
    """The bodies of each group and the body it hangs on; loops that share bodies share a group."""
    parents = mechanism.parents
    groups: list[set[int]] = []
    tied = [_between(parents, seat) for seat in mechanism.loops]
    tied += [_closed(parents, {follower, leader}) for follower, leader, _ in mechanism.followers]
    for members in tied:
        while True:
            members = _on_rigid(mechanism, members)
            shared = [group for group in groups if group & members]
            if not shared:
                break
            groups = [group for group in groups if group not in shared]
            members = _closed(parents, members.union(*shared))
        groups.append(members)
    return [(tuple(sorted(group)), parents[min(group)]) for group in groups]


def _on_rigid(mechanism: Mechanism, members: set[int]) -> set[int]:
    """The members with the flexible bodies that carry them."""
    carrier = mechanism.parents[min(members)]
    while carrier >= 0 and mechanism.links[carrier].modes is not None:
        members, carrier = members | {carrier}, mechanism.parents[carrier]
    return members


def _between(parents: Sequence[int], seat: LoopSeat) -> set[int]:
    """The bodies on the two paths of a loop, up to the last one that both have."""
    if seat.joints is not None:
        carried = [k for k in seat.joints if k >= 0]
        return _closed(parents, set(carried))
    paths = [path_to(parents, end.body) for end in seat.ends]
    shared = sum(1 for a, b in zip(*paths, strict=False) if a == b)
    return {k for path in paths for k in path[shared:]}


def _closed(parents: Sequence[int], members: set[int]) -> set[int]:
    """The members with all bodies between them and the last body that carries all of them."""
    paths = [path_to(parents, parents[k]) for k in members]
    shared = sum(1 for step in zip(*paths, strict=False) if len(set(step)) == 1)
    return members | {k for path in paths for k in path[shared:]}
