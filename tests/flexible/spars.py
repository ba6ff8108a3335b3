"""Flexible robots of few mass points with polynomial shapes, so that no eigenvectors are involved."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from psiphi.flexible import Modes
from psiphi.model import Body, Frame, Joint, Model
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose

TIP, MIDDLE = np.array([1.2, 0.144, -0.06]), np.array([0.6, 0.036, -0.03])
"""The nodes of a spar."""


def spar(n: int, curvatures: object = None) -> Modes:
    """Six points with n modes of three; with curvatures (R, n, n) the last R of n + R shapes are bound."""
    s = np.arange(1, 7) / 5
    positions = np.stack([s, 0.1 * s**2, -0.05 * s], axis=1)
    shapes = np.stack(
        [
            np.stack([-0.02 * s, s**2, 0.1 * s], axis=1),
            np.stack([0.03 * s**2, -0.2 * s, s**2 * (1 - s / 2)], axis=1),
            np.stack([s, 0.1 * s**2, -0.1 * s**3], axis=1),
        ],
        axis=2,
    )
    turn = np.array([[0.1, -0.1, 2.0], [0.0, -1.0, 0.3], [0.4, 0.0, 0.1]]).T
    rotations = np.stack([turn, turn / 2])
    R = 0 if curvatures is None else len(np.asarray(curvatures))
    return Modes(
        positions,
        0.1 * np.arange(1, 7),
        shapes[:, :, :n],
        rotations[:, :, :n],
        [40.0, 90.0, 400.0][:n],
        [0.2, 0.3, 0.4][:n],
        {"tip": 5, "middle": 2},
        shapes[:, :, n : n + R],
        rotations[:, :, n : n + R],
        curvatures,
    )


def brick(mass: float = 2.0) -> Inertia:
    return Inertia(mass, (0.1, -0.05, 0.2), np.diag([0.03, 0.04, 0.05]))


def body(
    name: str,
    parent: int,
    kind: str,
    at: Sequence[float] = (0.0, 0.0, 0.0),
    axis: Sequence[float] = (0.0, 0.0, 1.0),
    *,
    inertia: Inertia | None = None,
    modes: Modes | None = None,
) -> Body:
    joint = Joint(f"to {name}", kind, Pose(None, at), axis)
    return Body(name, parent, joint, inertia or Inertia.zero(), modes=modes)


ON_BRICK = (0.2, 0.1, 0.3)


def chain() -> Model:
    """A flexible, a rigid and a flexible body on hinges, under gravity."""
    bodies = [
        body("first", -1, "revolute", modes=spar(2)),
        body("brick", 0, "revolute", TIP, (0.0, 1.0, 0.0), inertia=brick()),
        body("last", 1, "revolute", ON_BRICK, (1.0, 0.0, 0.0), modes=spar(3)),
    ]
    return Model("chain", bodies, [Frame("hand", 2, Pose(None, TIP))])


CHAIN_Q = [0.3, 0.02, -0.03, -0.5, 0.7, 0.01, 0.02, -0.01]
CHAIN_V = [0.5, 0.1, -0.2, -0.4, 0.6, 0.3, 0.2, -0.1]


def tree(gravity: Sequence[float] = (0.0, 0.0, 0.0)) -> Model:
    """A free brick with a spar on a universal joint, which carries a spar and a brick on two nodes."""
    bodies = [
        body("base", -1, "free", inertia=brick(5.0)),
        body("boom", 0, "universal", ON_BRICK, modes=spar(3)),
        body("tipped", 1, "revolute", TIP, (0.0, 1.0, 1.0), modes=spar(2)),
        body("sliding", 1, "prismatic", MIDDLE, (1.0, 0.0, 0.0), inertia=brick(1.0)),
    ]
    return Model(
        "tree",
        bodies,
        [Frame("hand", 2, Pose(None, TIP)), Frame("eye", 1, Pose(None, (1.1, 0.3, 0.0)))],
        gravity,
    )


def tree_state() -> tuple[np.ndarray, np.ndarray]:
    joints, rates = np.linspace(-0.5, 0.4, 10), np.linspace(0.6, -0.3, 10)
    eta, eta_dot = [0.01, 0.02, -0.01, 0.03, -0.02], [0.2, -0.1, 0.1, 0.3, 0.2]
    order = np.concatenate
    step = order([joints[:8], eta[:3], joints[8:9], eta[3:], joints[9:]])
    model = tree()
    return model.integrate(model.neutral(), step), order(
        [rates[:8], eta_dot[:3], rates[8:9], eta_dot[3:], rates[9:]]
    )


def shortened() -> Model:
    """A spar with one bound shape on a hinge, and a brick fixed to its tip."""
    modes = spar(2, [[[-1.0, 0.2], [0.2, -0.8]]])
    bodies = [
        body("spar", -1, "revolute", modes=modes),
        body("brick", 0, "fixed", TIP, inertia=brick(1.0)),
    ]
    return Model("shortened", bodies)
