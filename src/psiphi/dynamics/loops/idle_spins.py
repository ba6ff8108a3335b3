"""Motions that loops leave free and nobody minds: rods that turn about their own axes.

A rod between two balls may spin about the line through them. Where every centre of mass stays where it is,
such a motion does nothing to the rest but by the inertia of the spin, and the friction of the balls holds it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.loops.least_forces import null_space
from psiphi.model import Model

Array = NDArray[np.float64]

RANK = 1e-9  # of the largest singular value


def idle_spins(model: Model, momenta: Array, jacobian: Array, driven: NDArray[np.bool_]) -> Array:
    """Orthonormal velocities (nv, k) that spin bodies about lines through their centres of mass.

    They keep the loops, J_c v = 0 for the Jacobian (m, nv), and no `driven` (nv,) coordinate moves. `momenta`
    Mφ*H* (6·bodies, nv) tell how centres move: the linear ones are the mass times their velocity.
    """
    masses = np.array([body.inertia.mass for body in model.merged().bodies])
    linear = momenta.reshape(len(masses), 6, model.nv)[masses > 0.0, 3:]
    centres = (linear / masses[masses > 0.0, None, None]).reshape(-1, model.nv)
    free = np.eye(model.nv)[:, ~driven]
    free = free @ null_space(jacobian @ free, RANK)
    return free @ null_space(centres @ free, RANK)


def spinning_joints(model: Model, spins: Array) -> list[str]:
    """The joints that move in some of the spins."""
    moving = np.abs(spins).max(axis=1, initial=0.0) > RANK
    return [name for name in model.joint_names if moving[model.v_slice(name)].any()]
