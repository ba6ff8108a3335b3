"""Forces that nobody commands: springs, dampers, friction, tendons, and what holds weight up."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, filled
from psiphi.dynamics.joint_space import JointSpace
from psiphi.model import Model, Rotor
from psiphi.model.arguments import broadcast_batch, configuration_argument, vector_argument
from psiphi.model.tendon import tendon_matrices


class PassiveForces(JointSpace):
    """Springs, dampers, friction, tendons and compensated gravity, as forces on the coordinates."""

    def passive_forces(self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None) -> Array:
        """Forces of springs, dampers, friction, tendons and compensated gravity, (..., nv); O(N).

            −stiffness·(q − reference) − damping·v − friction·sign(v)

        of every joint, −Kη − Dη̇ of flexible bodies, of tendons as of joints by their lengths, and what
        holds `gravity_compensation` up. They are to be added to tau: no other quantity contains them.
        """
        model = self.model
        q_array, v_array = configuration_argument(model, "q", q), vector_argument("v", v, model.nv)
        place, rates = model.tree_configuration(q_array), model.tree_velocity(v_array)
        forces = np.zeros((*broadcast_batch(q=q_array, v=v_array), model.nv_tree))
        for k, body in enumerate(model.bodies):
            joint, own = body.joint, model.v_tree_slices[k]
            losses = np.array(joint.damping) * rates[..., own] + joint.friction * np.sign(rates[..., own])
            forces[..., own] = -losses
            if body.modes is not None:
                modal = model.coordinates.v_tree_modes[k]
                eta = place[..., model.coordinates.q_tree_modes[k]]
                forces[..., modal] = -(eta @ body.modes.stiffness + rates[..., modal] @ body.modes.damping)
            if any(joint.stiffness):
                stretch = joint.kind.difference(
                    np.array(joint.spring_reference), place[..., model.q_tree_slices[k]]
                )
                forces[..., own] -= joint.stiffness * stretch
        if model.tendons:
            forces += self._tensions(place, rates) @ self._tendon_matrices[1]
        total = forces @ model.coupling
        if self._holding is not None:
            total += self._holding.gravity_forces(q_array)
        single = all(getattr(x, "dtype", None) == np.float32 for x in (q, v))
        precision: Any = np.float32 if single else np.float64
        return filled(out, total.astype(precision, copy=False))

    def elastic_energy(self, q: ArrayLike) -> Array:
        """What springs of joints and modes of flexible bodies store, (...): ½ k (q − reference)² + ½ η*Kη."""
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
        return energy

    @cached_property
    def _tendon_matrices(self) -> tuple[Array, Array]:
        return tendon_matrices(self.model)

    def _tendon_motion(self, place: Array, rates: Array) -> tuple[Array, Array]:
        """Lengths and speeds of the tendons, (..., tendons) each."""
        lengths, speeds = self._tendon_matrices
        offsets = np.array([tendon.offset for tendon in self.model.tendons])
        return place @ lengths.T + offsets, rates @ speeds.T

    def _tensions(self, place: Array, rates: Array) -> Array:
        """The force of each tendon along its length, (..., tendons)."""
        length, speed = self._tendon_motion(place, rates)
        rows = [
            (tendon.stiffness, tendon.spring_lower, tendon.spring_upper, tendon.damping, tendon.friction)
            for tendon in self.model.tendons
        ]
        stiffness, low, high, damping, friction = np.array(rows).T
        return stiffness * (np.clip(length, low, high) - length) - damping * speed - friction * np.sign(speed)

    @cached_property
    def _holding(self) -> JointSpace | None:
        """A robot with the weight that is held up, and no other."""
        if not any(body.gravity_compensation.mass for body in self.model.bodies):
            return None
        return self._robot_of(with_weight_held_up(self.model))

    @abstractmethod
    def _robot_of(self, model: Model) -> JointSpace:
        """A robot with another model."""


def with_weight_held_up(model: Model) -> Model:
    """The model with the mass whose weight is held up, and no other."""
    bodies = [
        replace(body, inertia=body.gravity_compensation, joint=replace(body.joint, rotor=Rotor()))
        for body in model.bodies
    ]
    return Model(model.name, bodies, gravity=model.gravity)
