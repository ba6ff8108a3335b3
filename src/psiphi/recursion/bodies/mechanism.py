"""A robot as the numbers that sweeps need, in the frames in which they are cheapest.

Each body has a *working frame*, at a constant pose in the model's body frame, in which its joint moves along
or about z: then H(k) is a selection of coordinates. Body-space vectors come in and go out in the model's
frames and pass the boundary between the two there (`Link.boundary`). This is a similarity: every operator
expression has the same value on both sides.

`canonical=True` also turns and slides frames along their z axes, so that most constants vanish
(frames/canonical.py). The biases a, b then belong to the slid origins: joint-space results are the
same, but body-space results that contain a or b are not the model's. `regrouped=True` moves inertia to the
parents where joints cannot tell (frames/regrouping.py): exact for joint-space results, and only those.
`factored=True` has inertias in factors too (inertias/inertia_factors.py), and lets filters run on them;
neither of the others goes with it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.model.model import Model
from psiphi.model.tendon import armature_rows
from psiphi.recursion.bodies.joint_maps import refuse_unknown_kinds
from psiphi.recursion.bodies.links import FrameSeat, Link, frame_seat, link_of, with_modes, with_spins
from psiphi.recursion.frames.canonical import canonical_gauges
from psiphi.recursion.frames.regrouping import regrouped_links
from psiphi.recursion.frames.working_frames import NO_GAUGE, aligned_frames, aligned_inertias
from psiphi.recursion.inertias.inertia_factors import InertiaFactors, inertia_factors
from psiphi.recursion.inertias.inertias import ZERO_INERTIA
from psiphi.recursion.loops.ends import LoopSeat, loop_seats
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import Vector, plus, times

if TYPE_CHECKING:
    from psiphi.recursion.bodies.joint_groups import JointGroup

KEPT_UP_TO = 1000
"""Bodies of robots whose mechanisms are kept: those of a hundred thousand take half a gigabyte each."""


@frozen(eq=False)
class Mechanism:
    """All bodies, parents before children, with gravity (in the world), the chosen frames and the loops."""

    links: tuple[Link, ...]
    gravity: Vector
    frames: tuple[FrameSeat, ...]
    loops: tuple[LoopSeat, ...]
    nq: int
    nv: int
    nq_tree: int
    nv_tree: int
    q_expansion: tuple[tuple[int, float, float], ...]
    """(column, ratio, offset) for each tree coordinate: q_tree = ratio · q[column] + offset."""
    v_expansion: tuple[tuple[int, float], ...]
    """(column, ratio) for each tree velocity: v_tree = ratio · v[column]."""
    canonical: bool
    factors: InertiaFactors | None
    groups: tuple[JointGroup, ...] = ()
    """Bodies that one joint moves together (psiphi.recursion.bodies.joint_groups)."""
    tree: Mechanism | None = None
    """The same without groups, where there are any."""
    followers: tuple[tuple[int, int, float], ...] = ()
    """(body, body, ratio) for each mimic joint and the one that leads it."""
    tendons: tuple[tuple[tuple[int, float], ...], ...] = ()
    """(body, entry) for each joint of each tendon with armature: the rows of the operator `tendons`."""
    unturned: frozenset[int] = frozenset()
    """Bodies whose working frames do not turn with them (psiphi.recursion.bodies.unturned_bodies)."""
    mass: float = 0.0
    """Of all bodies that can move, as the model has them."""

    @staticmethod
    def from_model(
        model: Model,
        *,
        canonical: bool = False,
        regrouped: bool = False,
        factored: bool = False,
        frames: Sequence[str] = (),
        varying: Collection[int] = (),
    ) -> Mechanism:
        """The mechanism of a model without its fixed joints; `frames` names those that B picks off.

        Frames are not laid toward the centres of mass of bodies with `varying` inertias, which are not known.
        """
        model = model.merged()
        found = _of_model if len(model.bodies) <= KEPT_UP_TO else _of_model.__wrapped__
        return found(model, canonical, regrouped, factored, tuple(frames), frozenset(varying))

    def __len__(self) -> int:
        return len(self.links)

    @cached_property
    def parents(self) -> tuple[int, ...]:
        return tuple(link.parent for link in self.links)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        return tuple(link.children for link in self.links)

    @cached_property
    def group_of(self) -> dict[int, JointGroup]:
        """The group of each body that is in one."""
        return {k: group for group in self.groups for k in group.bodies}

    @cached_property
    def visits(self) -> tuple[tuple[int, ...], ...]:
        """The bodies in the order of an outward sweep; those of a group are visited together."""
        alone = ((k,) for k in range(len(self.links)) if k not in self.group_of)
        return tuple(sorted((*alone, *(group.bodies for group in self.groups))))

    @cached_property
    def is_flexible(self) -> bool:
        """Whether some body has modes."""
        return any(link.modes is not None for link in self.links)

    @cached_property
    def block_starts(self) -> tuple[int, ...]:
        """Where the block of each joint starts among those of an operator, n² numbers for each."""
        return tuple(accumulate((len(link.v) ** 2 for link in self.links), initial=0))

    @cached_property
    def branches(self) -> bool:
        """Whether some body carries more than one other."""
        return any(len(link.children) > 1 for link in self.links)

    def tree_configuration(self, q: Sequence[Number]) -> list[Number]:
        """The coordinates of all joints, mimics included, from the independent ones."""
        return [plus(times(ratio, q[column]), offset) for column, ratio, offset in self.q_expansion]

    def tree_velocity(self, v: Sequence[Number]) -> list[Number]:
        """S v: the velocities of all joints, mimics included, from the independent ones."""
        return [times(ratio, v[column]) for column, ratio in self.v_expansion]

    def independent_forces(self, tree_forces: Sequence[Number]) -> list[Number]:
        """S* τ: the forces on independent coordinates from those on all joints."""
        forces: list[Number] = [0.0] * self.nv
        for (column, ratio), force in zip(self.v_expansion, tree_forces, strict=True):
            forces[column] = plus(forces[column], times(ratio, force))
        return forces


@lru_cache(maxsize=4)
def _of_model(
    model: Model,
    canonical: bool,
    regrouped: bool,
    factored: bool,
    frames: tuple[str, ...],
    varying: frozenset[int],
) -> Mechanism:
    """The mechanism of a model without fixed joints, which one quantity after another asks for."""
    aligned = aligned_frames(model)
    inertias = aligned_inertias(model, aligned)
    known = [ZERO_INERTIA if k in varying else x for k, x in enumerate(inertias)]
    gauges = canonical_gauges(model, aligned, known) if canonical else [NO_GAUGE] * len(inertias)
    links = [link_of(model, aligned, gauges, inertias[k], k) for k in range(len(inertias))]
    links = with_modes(model, with_spins(model, links))
    refuse_unknown_kinds(links)  # before any of this is remembered
    coordinates = model.coordinates
    return Mechanism(
        links=tuple(regrouped_links(links) if regrouped else links),
        gravity=model.gravity,
        frames=tuple(frame_seat(model, links, name) for name in frames),
        loops=loop_seats(model, links),
        nq=model.nq,
        nv=model.nv,
        nq_tree=model.nq_tree,
        nv_tree=model.nv_tree,
        q_expansion=tuple(
            zip(
                coordinates.q_columns.tolist(),
                coordinates.q_ratios.tolist(),
                coordinates.q_offsets.tolist(),
                strict=True,
            )
        ),
        v_expansion=tuple(zip(coordinates.v_columns.tolist(), coordinates.v_ratios.tolist(), strict=True)),
        canonical=canonical,
        factors=inertia_factors(model, aligned) if factored else None,
        followers=tuple((k, leader, ratio) for k, (leader, ratio, _) in coordinates.followers.items()),
        tendons=_tendons(model),
        mass=model.mass,
    )


def _tendons(model: Model) -> tuple[tuple[tuple[int, float], ...], ...]:
    body_of = {place.start: k for k, place in enumerate(model.v_tree_slices)}
    rows = armature_rows(model)
    return tuple(tuple((body_of[i], float(row[i])) for i in row.nonzero()[0]) for row in rows)
