"""Forces that nobody commands: springs, dampers, friction, tendons, and what holds weight up.

End stops act in motions alone: motion/end_stops.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, of_one_kernel
from psiphi.dynamics.joint_space import JointSpace
from psiphi.locks import cached_property
from psiphi.model import Model, Rotor
from psiphi.model.arguments import as_given, configuration_argument
from psiphi.model.tendon import tendon_matrices

if TYPE_CHECKING:
    from psiphi.kernel.function import Function
    from psiphi.kernel.native import NativeFunction


class PassiveForces(JointSpace):
    """Springs, dampers, friction, tendons and compensated gravity, as forces on the coordinates."""

    @of_one_kernel
    def passive_forces(
        self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """Forces of springs, dampers, friction, tendons and compensated gravity, (..., nv); O(N).

            −stiffness·(q − reference) − damping·v − friction·sign(v)

        of every joint, −Kη − Dη̇ of flexible bodies, of tendons as of joints by their lengths, and what
        holds `gravity_compensation` up. They are to be added to tau: no other quantity contains them.
        """
        return self._calls["passive_forces"](q, v, out=out, threads=threads)

    def _behind(self, name: str) -> Function | NativeFunction:
        if name != "passive_forces":
            return super()._behind(name)
        from psiphi.dynamics.motion.acting_forces import passive_function

        return passive_function(self.model, self._varying)

    def elastic_energy(self, q: ArrayLike) -> Array:
        """What springs of joints and tendons and modes of flexible bodies store, (...).

        ½ k (q − reference)² of every joint, ½ k (ℓ − rest)² of every tendon that is not slack, and ½ η*Kη.
        """
        model = self.model
        place = model.tree_configuration(configuration_argument(model, "q", q))
        energy = np.zeros(place.shape[:-1])
        for k, body in enumerate(model.bodies):
            joint = body.joint
            if any(joint.stiffness):
                apart = joint.kind.difference(
                    np.array(joint.spring_reference), place[..., model.q_tree_slices[k]]
                )
                energy += 0.5 * (joint.stiffness * apart**2).sum(axis=-1)
            if body.modes is not None:
                eta = place[..., model.coordinates.q_tree_modes[k]]
                energy += 0.5 * ((eta @ body.modes.stiffness) * eta).sum(axis=-1)
        if model.tendons:
            length, _ = self._tendon_motion(place, np.zeros(model.nv_tree))
            stiffness, low, high = np.array(
                [(x.stiffness, x.spring_lower, x.spring_upper) for x in model.tendons]
            ).T
            energy += 0.5 * (stiffness * (length - np.clip(length, low, high)) ** 2).sum(axis=-1)
        return as_given(energy, q)

    @cached_property
    def _tendon_matrices(self) -> tuple[Array, Array]:
        return tendon_matrices(self.model)

    def _tendon_motion(self, place: Array, rates: Array) -> tuple[Array, Array]:
        """Lengths and speeds of the tendons, (..., tendons) each."""
        lengths, speeds = self._tendon_matrices
        offsets = np.array([tendon.offset for tendon in self.model.tendons])
        return place @ lengths.T + offsets, rates @ speeds.T


def with_weight_held_up(model: Model) -> Model:
    """The model with the mass whose weight is held up, and no other."""
    bodies = [
        replace(body, inertia=body.gravity_compensation, joint=replace(body.joint, rotor=Rotor()))
        for body in model.bodies
    ]
    return Model(model.name, bodies, gravity=model.gravity)
