"""Bodies on parallel axes, seen from axes that do not turn with them.

Where a joint of body k turns about an axis parallel to that of its child c, turning vectors back by q_k and
again by q_c on the next step is work for nothing. The working frame of such a body may keep the axes of its
parent: it stays at the body's origin, with z along the axis, and is not turned about z. Then

    E_φ(p, k) = shift(lever) · turns · shift(slide along z)         no turn by q_k
    E_φ(k, c) = shift(R_z(θ_k) lever) · R_z(θ_c) · …                 θ_c = q_k + q_c, where c turns as it does
    M(k) = R_z(θ_k) M R_z(θ_k)*                                      the inertia turns instead

with θ the sum of the angles on the parallel axes so far. H is the same: the axis is. All operators are those
of other axes at the same origins, so results in joint space are the same; which choice takes fewer operations
depends on the robot.
"""

from __future__ import annotations

from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.bodies.links import TURNING
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.bodies.remembered import remembered
from psiphi.recursion.frames.placement import Angle, Z
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.frames.turns import PlaneTurn
from psiphi.recursion.inertias.inertias import RigidInertia
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import plus


def on_parallel_axes(mechanism: Mechanism) -> frozenset[int]:
    """The bodies that turn about the direction of a child, and carry neither frames, loops nor rotors."""
    links = mechanism.links
    taken = {seat.body for seat in mechanism.frames}
    taken |= {end.body for loop in mechanism.loops for end in loop.ends}
    taken |= {link.parent for link in links if link.spin is not None}
    return frozenset(link.parent for k, link in enumerate(links) if _is_parallel(mechanism, k)) - taken


def _is_parallel(mechanism: Mechanism, k: int) -> bool:
    """Whether a body turns about the same direction as its parent."""
    link = mechanism.links[k]
    if link.parent < 0 or link.turns or link.kind not in TURNING:
        return False
    return mechanism.links[link.parent].kind in TURNING


class UnturnedBodies(Bodies):
    """The same as for other robots, with X_k and M of `mechanism.unturned` in axes of their parents."""

    @remembered
    def transform(self, k: int) -> Transform:
        """The block of E_φ from body k to its parent."""
        parent, unturned = self.mechanism.links[k].parent, self.mechanism.unturned
        own, goes_on = self.joint_transform(k), self._goes_on(k)
        lever, turns = own.lever, own.turns
        if k in unturned:
            turns = turns[:-1]  # without R_z(q)
        elif goes_on:
            turns = (self._turn(k),)
        if parent in unturned:
            lever = self._turn(parent).rotate(lever)
            turns = turns if goes_on else (self._turn(parent), *turns)
        return Transform(lever, turns, own.slide)

    def inertia(self, k: int) -> RigidInertia:
        """M(k), turned with the body where its axes are not."""
        own = super().inertia(k)
        return own.turned(self._turn(k)) if k in self.mechanism.unturned else own

    def _goes_on(self, k: int) -> bool:
        """Whether the angle of a joint adds to those before it."""
        return self.mechanism.links[k].parent in self.mechanism.unturned and _is_parallel(self.mechanism, k)

    @remembered
    def _turn(self, k: int) -> PlaneTurn:
        """R_z(θ_k)."""
        angle, q = self._angle(k)
        return PlaneTurn(Z, *angle.cosine_and_sine(q, self.arithmetic))

    def _angle(self, k: int) -> tuple[Angle, Number]:
        """θ_k as a constant angle and a sum of coordinates."""
        link = self.mechanism.links[k]
        own, q = link.angles[0], self.coordinates(k)[0]
        if not self._goes_on(k):
            return own, q
        before, sum_before = self._angle(link.parent)
        angle = Angle((before.quarters + own.quarters) % 4, plus(before.offset, own.offset))
        return angle, plus(sum_before, q)
