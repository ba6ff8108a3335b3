"""Loops in a step of motion: what holds them while it goes on, and what closes them at its end.

Two ways lead along loops. With *projection* all joints move, with the forces of the loops among what moves
them. The state that a step leads to is then put on the loops, q by Newton's method, v by what the loops leave
of it, both with the least change by kinetic energy. With *embedding* the independent joints move, the others
have the rates S(q) v that follow, and the end of a step moves them until the loops are closed.

Newton's method takes a fixed number of sweeps. A row whose loops are open after them is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from psiphi.dynamics import catalogue
from psiphi.dynamics.loops.opening import frame_poses, loop_errors, loop_frames
from psiphi.dynamics.motion.traced import Arrays, Numbers
from psiphi.frozen import frozen
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.tracing import inlined
from psiphi.model import Model
from psiphi.recursion.bodies.embedded_bodies import EmbeddedBodies
from psiphi.recursion.bodies.group_motion import GroupMotion
from psiphi.recursion.bodies.joint_groups import Embedding, embedded
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.manifold.joints import integrate
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.small_matrices import units
from psiphi.recursion.numbers.vectors import dot, minus, negative, plus, times

SWEEPS = 3
"""Of Newton's method at the end of a step; each squares what is left open."""

OPEN = 1e-4
"""Metres and radians above which loops are open after them."""


@frozen
class Projection:
    """The motion of all joints, held on the loops.

    closing     whether the end of a step is put on the loops
    baumgarte   κ of the accelerations γ = −2κ J_c v − κ² e with which open loops draw together
    redundant   whether equations of the loops may say the same twice
    prescribed  places in v of rates that move as they are, whatever the loops ask of the others
    """

    closing: bool = True
    baumgarte: float = 0.0
    redundant: bool = False
    prescribed: tuple[int, ...] = ()

    def dynamics(self, frames: Sequence[str]) -> str:
        """The quantity whose first result is the acceleration."""
        if self.redundant:
            return "constrained_least_forces_with_forces" if frames else "constrained_least_forces"
        return "constrained_forward_dynamics_with_forces" if frames else "constrained_acceleration"

    def drawing(self, model: Model, arithmetic: GraphArithmetic, q: Numbers, v: Numbers) -> list[Number]:
        """γ, (m)."""
        if not self.baumgarte:
            return [0.0] * model.loop_size
        jacobian = _of(model, "constraint_jacobian", arithmetic, {"q": q})
        rows = [jacobian[i : i + model.nv] for i in range(0, len(jacobian), model.nv)]
        kappa = self.baumgarte
        return [
            plus(times(-2.0 * kappa, dot(row, v)), times(-(kappa**2), e))
            for row, e in zip(rows, _errors(model, arithmetic, q), strict=True)
        ]

    def swept(
        self, model: Model, arithmetic: GraphArithmetic, x: Arrays, varying: tuple[str, ...]
    ) -> list[Number]:
        """q after a sweep: q · exp(−𝓜⁻¹J_c*Ω_c⁻¹e)."""
        name = "constrained_drawn_least_velocity" if self.redundant else "constrained_drawn_velocity"
        gamma = [negative(e) for e in _errors(model, arithmetic, x["q"])]
        still: Numbers = [0.0] * model.nv
        way = _of(
            model,
            name,
            arithmetic,
            {**x, "velocity": still, "stabilisation": gamma},
            varying,
            self.prescribed,
        )
        return integrate(model, x["q"], way, arithmetic)

    def settled(
        self, model: Model, arithmetic: GraphArithmetic, x: Arrays, varying: tuple[str, ...]
    ) -> list[Number]:
        """What the loops leave of v; no number where they are open."""
        name = "constrained_least_velocity" if self.redundant else "constrained_velocity"
        v = _of(model, name, arithmetic, {**x, "velocity": x["v"]}, varying, self.prescribed)
        return _lost_if_open(model, arithmetic, x["q"], v)


@frozen
class Following:
    """The motion of the independent joints of an embedding, which the others follow."""

    embedding: Embedding

    def rates(self, model: Model, arithmetic: GraphArithmetic, q: Numbers, v: Numbers) -> list[Number]:
        """S(q) v: the rates of all coordinates, (nv of the model)."""
        links, found = _grouped(model, self.embedding).links, self.on_coordinates(model, v)
        for motion in self._motions(model, arithmetic, q):
            _put(model, motion, motion.rates([v[i] for i in links[motion.group.first].v]), found)
        return found

    def forces(self, model: Model, arithmetic: GraphArithmetic, q: Numbers, tau: Numbers) -> list[Number]:
        """S(q)* τ of forces on all coordinates, (nv of the independent joints)."""
        columns = units(len(self.embedding.independent))
        return [dot(self.rates(model, arithmetic, q, unit), tau) for unit in columns]

    def resisted(
        self, model: Model, arithmetic: GraphArithmetic, q: Numbers, v: Numbers, tau: Numbers, R: Numbers
    ) -> tuple[list[Number], list[Number]]:
        """S*(τ − RṠv) and the blocks of S*RS, for τ and R, a diagonal, on all coordinates."""
        mechanism, drift = _grouped(model, self.embedding), [0.0] * model.nv
        for motion in self._motions(model, arithmetic, q, v):
            theta = [v[i] for i in mechanism.links[motion.group.first].v]
            _put(model, motion, motion.rate_of_S(theta), drift)
        left = [minus(x, times(r, y)) for x, r, y in zip(tau, R, drift, strict=True)]
        columns = [self.rates(model, arithmetic, q, unit) for unit in units(len(v))]
        blocks: list[Number] = []
        for link in mechanism.links:
            weighted = [[times(r, x) for r, x in zip(R, columns[i], strict=True)] for i in link.v]
            blocks += [dot(row, columns[j]) for row in weighted for j in link.v]
        return [dot(column, left) for column in columns], blocks

    def on_coordinates(self, model: Model, own: Numbers) -> list[Number]:
        """Numbers of the independent joints among zeros for the others."""
        found: list[Number] = [0.0] * model.nv
        columns = model.merged().coordinates.v_columns
        for dof, x in zip(self.embedding.independent, own, strict=True):
            found[columns[dof]] = x
        return found

    def swept(
        self, model: Model, arithmetic: GraphArithmetic, x: Arrays, varying: tuple[str, ...]
    ) -> list[Number]:
        """q after a sweep, in which the independent joints rest."""
        q = x["q"]
        errors, slices = _errors(model, arithmetic, q), model.loop_slices
        way: list[Number] = [0.0] * model.nv
        for motion in self._motions(model, arithmetic, q):
            own = [e for seat in motion.group.loops for e in errors[slices[seat.loop.name]]]
            _put(model, motion, motion.undoing(own), way)
        return integrate(model, q, way, arithmetic)

    def settled(
        self, model: Model, arithmetic: GraphArithmetic, x: Arrays, varying: tuple[str, ...]
    ) -> list[Number]:
        """v; no number where the loops are open."""
        return _lost_if_open(model, arithmetic, x["q"], x["v"])

    def _motions(
        self, model: Model, arithmetic: GraphArithmetic, q: Numbers, v: Numbers | None = None
    ) -> Iterator[GroupMotion]:
        mechanism = _grouped(model, self.embedding)
        bodies = EmbeddedBodies(mechanism, arithmetic, q, v)
        return (bodies.motion(group) for group in mechanism.groups)


def _put(model: Model, motion: GroupMotion, rates: Numbers, found: list[Number]) -> None:
    """The rates of a group's joints among those of all coordinates; mimic joints have none of their own."""
    coordinates = model.merged().coordinates
    dofs = [(k, dof) for k, link in motion.group.links.items() for dof in link.v]
    for (k, dof), rate in zip(dofs, rates, strict=True):
        if k not in coordinates.followers:
            found[coordinates.v_columns[dof]] = rate


def _lost_if_open(model: Model, arithmetic: GraphArithmetic, q: Numbers, v: Numbers) -> list[Number]:
    errors = _errors(model, arithmetic, q)
    if not errors:
        return list(v)
    closed = arithmetic.select(len(errors) * OPEN**2 - dot(errors, errors), 1.0, 0.0)
    return [times(v[0], arithmetic.reciprocal(closed)), *v[1:]]


def _errors(model: Model, arithmetic: GraphArithmetic, q: Numbers) -> list[Number]:
    """e of all loops, (m)."""
    poses = frame_poses(_framed(model), loop_frames(model), q, arithmetic)
    return loop_errors(model, poses, q, arithmetic)


def _of(
    model: Model,
    name: str,
    arithmetic: GraphArithmetic,
    x: Arrays,
    varying: tuple[str, ...] = (),
    prescribed: tuple[int, ...] = (),
) -> list[Number]:
    """A quantity on the numbers of a program."""
    request = catalogue.request(model, name, varying=varying, prescribed=prescribed)
    (numbers,) = inlined(request, arithmetic, x)
    return numbers


@lru_cache(maxsize=64)
def _framed(model: Model) -> Mechanism:
    """The robot with the frames of its loops."""
    return Mechanism.from_model(model, canonical=True, regrouped=True, frames=loop_frames(model))


@lru_cache(maxsize=64)
def _grouped(model: Model, embedding: Embedding) -> Mechanism:
    return embedded(Mechanism.from_model(model), embedding.independent)
