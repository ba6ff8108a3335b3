"""Robots in motion, seen through the per-body primitives and through plain matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.model import Model
from psiphi.recursion.bodies.bias import AngularMotion, Spin, acceleration, newton
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.bodies.joint_maps import JointMap, joint_map, joint_transform
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.frames.transforms import Transform
from psiphi.recursion.inertias.inertias import RigidInertia, SymmetricBlocks
from psiphi.recursion.numbers.arithmetic import Arithmetic, NumpyArithmetic
from psiphi.recursion.numbers.vectors import ZERO, ZERO_SPATIAL, Spatial, add_spatial

Array = NDArray[np.float64]

UNITS: list[Spatial] = [tuple(float(i == j) for j in range(6)) for i in range(6)]  # type: ignore[misc]
MOVING_KINDS = (
    "revolute",
    "continuous",
    "prismatic",
    "helical",
    "universal",
    "spherical",
    "planar",
    "free",
)


@dataclass
class Moving:
    """A mechanism in a configuration; numbers are of any type that `arithmetic` is for."""

    mechanism: Mechanism
    q: Sequence[Any]
    v: Sequence[Any]
    arithmetic: Arithmetic

    @cached_property
    def transforms(self) -> list[Transform]:
        q = self.mechanism.tree_configuration(self.q)
        return [joint_transform(k, [q[i] for i in k.q], self.arithmetic) for k in self.mechanism.links]

    @cached_property
    def joints(self) -> list[JointMap]:
        return [joint_map(k, x) for k, x in zip(self.mechanism.links, self.transforms, strict=True)]

    @cached_property
    def rates(self) -> list[AngularMotion]:
        bodies = Bodies(self.mechanism, self.arithmetic, self.q, self.v)
        rates: list[AngularMotion] = []
        for k in range(len(self.mechanism)):
            rates.append(bodies.angular_motion(k, rates))
        return rates

    def acceleration(self, k: int, z: Spatial, spin: Spin | None) -> Spatial:
        """E_φ* z + a."""
        return acceleration(self.transforms[k], self.rates[k], z, spin, self.mechanism.gravity)

    def bias_accelerations(self) -> list[Spatial]:
        """a of every body."""
        spins = [Spin(rates.velocity, ZERO) for rates in self.rates]
        return [
            self.acceleration(k, ZERO_SPATIAL, spins[link.parent] if link.parent >= 0 else None)
            for k, link in enumerate(self.mechanism.links)
        ]

    def bias_forces(self) -> list[Spatial]:
        """b of every body."""
        return [
            newton(link.inertia, Spin(rates.velocity, ZERO), ZERO_SPATIAL)
            for link, rates in zip(self.mechanism.links, self.rates, strict=True)
        ]

    def newton_euler(self, a: Sequence[Any]) -> list[Any]:
        """T = H φ (M (φ*H*θ̈ + φ*a) + b), in the independent coordinates [RK88 2.17–2.24]."""
        links = self.mechanism.links
        a_tree = self.mechanism.tree_velocity(a)
        forces: list[Spatial] = []
        motions: list[tuple[Spatial, Spin]] = []
        for k, link in enumerate(links):
            z, spin = motions[link.parent] if link.parent >= 0 else (ZERO_SPATIAL, None)
            own = self.joints[k].expand([a_tree[i] for i in link.v])
            z = add_spatial(self.acceleration(k, z, spin), own)
            spin = Spin(self.rates[k].velocity, z[:3])
            motions.append((z, spin))
            forces.append(newton(link.inertia, spin, z))
        torques = [0.0] * self.mechanism.nv_tree
        for k in reversed(range(len(links))):
            for i, torque in zip(links[k].v, self.joints[k].project(forces[k]), strict=True):
                torques[i] = torque
            if links[k].parent >= 0:
                carried = self.transforms[k].force_to_parent(forces[k])
                forces[links[k].parent] = add_spatial(forces[links[k].parent], carried)
        return self.mechanism.independent_forces(torques)

    def composite_mass_matrix(self) -> list[list[Any]]:
        """H φ M φ* H* in tree coordinates, by composite inertias and columns on ancestors."""
        links = self.mechanism.links
        composite: list[RigidInertia] = [link.inertia for link in links]
        for k in reversed(range(len(links))):
            if links[k].parent >= 0:
                carried = self.transforms[k].inertia_to_parent(composite[k])
                composite[links[k].parent] = composite[links[k].parent] + carried
        n = self.mechanism.nv_tree
        mass = [[0.0] * n for _ in range(n)]
        for k, link in enumerate(links):
            for i, row in zip(link.v, self.joints[k].rows, strict=True):
                force, at = composite[k].apply(row), k
                while True:
                    for j, value in zip(links[at].v, self.joints[at].project(force), strict=True):
                        mass[i][j] = mass[j][i] = value
                    if links[at].parent < 0:
                        break
                    force, at = self.transforms[at].force_to_parent(force), links[at].parent
        return mass


def moving(model: Model, q: Array, v: Array, **options: Any) -> Moving:
    """A robot moving through a batch (..., nq), (..., nv) of states, on NumPy."""
    mechanism = Mechanism.from_model(model, **options)
    return Moving(mechanism, list(np.moveaxis(q, -1, 0)), list(np.moveaxis(v, -1, 0)), NumpyArithmetic())


def body_vector(values: Sequence[Spatial], batch: tuple[int, ...] = ()) -> Array:
    """Generic spatial vectors of all bodies as one flat array (..., 6N)."""
    return np.stack([np.broadcast_to(x, batch) for value in values for x in value], axis=-1)


def random_state(model: Model, seed: int, batch: tuple[int, ...] = ()) -> tuple[Array, Array, Array]:
    """q, v and a at random."""
    rng = np.random.default_rng(seed)
    return (
        model.random_configuration(rng, batch),
        rng.normal(size=(*batch, model.nv)),
        rng.normal(size=(*batch, model.nv)),
    )


def as_matrix(apply: Callable[[Spatial], Sequence[Any]], batch: tuple[int, ...] = ()) -> Array:
    """The matrix (..., rows, 6) of a linear map of spatial vectors."""
    columns = [np.stack([np.broadcast_to(x, batch) for x in apply(unit)], axis=-1) for unit in UNITS]
    return np.stack(columns, axis=-1)


def blocks_of(matrix: Array) -> SymmetricBlocks:
    """A symmetric (..., 6, 6) in blocks of arrays over the batch."""
    return SymmetricBlocks.of([[matrix[..., i, j] for j in range(6)] for i in range(6)])


def full(blocks: SymmetricBlocks | RigidInertia, batch: tuple[int, ...] = ()) -> Array:
    """Blocks as a (..., 6, 6), through their entries."""
    rows = [[np.broadcast_to(blocks.entry(i, j), batch) for j in range(6)] for i in range(6)]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def relative_error(found: Array, expected: Array) -> float:
    """The largest error, relative to the largest number expected, or to 1."""
    return float(np.abs(found - expected).max(initial=0.0) / max(1.0, np.abs(expected).max(initial=0.0)))
