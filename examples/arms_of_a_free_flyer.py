"""The arms of a free flyer, led by joint forces and by joint rates, while the base drifts as it must.

*Computed torque* brings the joints to a posture; the base is left out of its equations, and follows.
*Resolved momentum* gives rates that draw a hand to its goal with no momentum at all, for joints that have
controllers of their own.

    python examples/arms_of_a_free_flyer.py [PLOT.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.control import FreeFlyingComputedTorque, ResolvedMomentum

HAND, RATE, DT = "left_tool", 4.0, 2e-3


def main(*pictures: str) -> None:
    flyer = psiphi.robots.free_flyer()
    q = flyer.integrate(flyer.neutral(), np.concatenate([np.zeros(6), np.linspace(-0.5, 0.5, 14)]))
    posture = flyer.integrate(q, np.concatenate([np.zeros(6), np.full(14, 0.3)]))
    law = FreeFlyingComputedTorque(flyer, posture, pole=RATE)
    driven = flyer.simulate(q, np.zeros(flyer.nv), law, duration=2.0, dt=DT, damping=False, limits=False)
    apart = np.linalg.norm(flyer.difference(posture, driven.q)[:, 6:], axis=-1)
    turned = np.linalg.norm(flyer.difference(q, driven.q)[:, :3], axis=-1)
    momentum = np.abs(flyer.momentum(driven.q, driven.v)).max()
    print(f"joints: {apart[0]:.2f} rad from their posture at first, {apart[-1]:.0e} at the end, with no more")
    print(f"momentum than {momentum:.0e}, while the base turned by {turned[-1]:.3f} rad")

    rotation, place = flyer.frame_pose(q, HAND)
    goal = np.add(place, [0.1, 0.1, 0.0])
    rates = ResolvedMomentum(flyer, HAND, (rotation, goal), rate=RATE)
    places, left, greatest, time = q, [], 0.0, np.arange(0.0, 2.0, DT)
    for t in time:
        v = rates(t, places)
        left.append(np.linalg.norm(flyer.frame_pose(places, HAND)[1] - goal))
        greatest = max(greatest, np.abs(flyer.momentum(places, v)).max())
        places = flyer.integrate(places, v, DT)
    print(f"hand: {left[0]:.3f} m from its goal at first, {left[-1]:.0e} at the end, with no more")
    print(f"momentum than {greatest:.0e}")
    for picture in pictures:
        import matplotlib.pyplot as plt

        figure, (joints, hand) = plt.subplots(1, 2, figsize=(7.2, 2.6), layout="constrained")
        joints.semilogy(driven.time, apart, label="joints from their posture, rad")
        joints.semilogy(driven.time[1:], turned[1:], label="what the base turned by, rad")
        hand.semilogy(time, left, label="hand from its goal, m")
        hand.semilogy(time, left[0] * np.exp(-RATE * time), "k:", label=f"e^(−{RATE:g}t)")
        for axes, title in ((joints, "computed torque"), (hand, "resolved momentum")):
            axes.set(xlabel="time, s", title=title)
            axes.legend(fontsize=7)
        figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
