"""Quantities that are linear in inertias, as matrices times the parameters of the bodies.

    tau = Y(q, v, a) p,    p as `inertial_parameters` has it: ten numbers for each moving body

Y is the derivative with respect to p of the quantity with p as an argument, which p then drops out of.
Flexible bodies have no such parameters: beside them Y p is what the rigid bodies take.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.compiled import Array, Compiled
from psiphi.frozen import frozen
from psiphi.model import Model
from psiphi.model.arguments import as_given, vector_argument
from psiphi.model.observable_parameters import DEPENDENT, observable_rows
from psiphi.model.parameters import inertial_parameters, parameters_of, present_values


@frozen
class BaseParameters:
    """What of the parameters of a robot can be found from its motion and its joint forces.

    Y p = Y[:, independent] (projection p) for every motion.

    independent  the columns of the regressor to keep, (n,)
    projection   from all parameters to the combinations of them that matter, (n, size of p)
    """

    independent: NDArray[np.intp]
    projection: Array

    @property
    def rank(self) -> int:
        """How many there are."""
        return len(self.independent)


class Regressors(Compiled):
    """Regressors of a robot, on the parameters of all its moving bodies, (..., rows, 10 bodies)."""

    def inertial_parameters(self) -> Array:
        """m, m c (3), Ixx Ixy Iyy Ixz Iyz Izz about the origin of each moving body, in its axes, (10 N,).

        A body with all that is fixed to it, in the order of `body_names`. Flexible bodies have none.
        """
        return inertial_parameters(self.model)

    def inverse_dynamics_regressor(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        armature: bool = False,
        friction: bool = False,
        threads: int = 1,
    ) -> Array:
        """Y with Y p = `inverse_dynamics` but for rotors, (..., nv, 10 bodies).

        armature  adds a column for the rotor inertia of each joint as the joint feels it
        friction  adds columns for the damping of each coordinate, then for its dry friction: Y p is then
                  `inverse_dynamics` and what friction takes besides, damping · v + friction · sign v
        """
        names = ("inertia", "armature") if armature else ("inertia",)
        found = self._regressor("inverse_dynamics", (q, v, a), names, threads)
        if not friction:
            return found
        rates = vector_argument("v", v, self.model.nv)
        passive = np.concatenate([_diagonal(rates), _diagonal(np.sign(rates))], axis=-1)
        passive = np.broadcast_to(passive, (*found.shape[:-1], passive.shape[-1]))
        return np.concatenate([found, passive.astype(found.dtype)], axis=-1)

    def gravity_forces_regressor(self, q: ArrayLike, *, threads: int = 1) -> Array:
        """Y with Y p = `gravity_forces`, (..., nv, 10 bodies)."""
        return self._regressor("gravity_forces", (q,), ("inertia",), threads)

    def momentum_regressor(self, q: ArrayLike, v: ArrayLike, *, threads: int = 1) -> Array:
        """Y with Y p = `momentum` but for rotors, (..., 6, 10 bodies)."""
        return self._regressor("momentum", (q, v), ("inertia",), threads)

    def kinetic_energy_regressor(self, q: ArrayLike, v: ArrayLike, *, threads: int = 1) -> Array:
        """Y with Y p = `kinetic_energy` but for rotors, (..., 10 bodies)."""
        return self._regressor("kinetic_energy", (q, v), ("inertia",), threads)

    def potential_energy_regressor(self, q: ArrayLike, *, threads: int = 1) -> Array:
        """Y with Y p = `potential_energy`, (..., 10 bodies)."""
        return self._regressor("potential_energy", (q,), ("inertia",), threads)

    def base_parameters(self, *, armature: bool = False) -> BaseParameters:
        """The combinations of inertial parameters that joint forces tell of, of all motions.

        They are found by structure (model/observable_parameters.py). Where joints follow others, a column of
        the regressor that those before it make up in random states does so in all of them, but for a set of
        states of measure zero. (Gautier and Khalil, IEEE Trans. Robotics and Automation 6, 1990.)
        """
        asked = self.kernel("inverse_dynamics", varying=("inertia",)).request
        merged = asked.model.merged()
        tied = bool(merged.coordinates.followers) or asked.embedding is not None or merged.is_flexible
        rows = self._random_rows(armature) if tied else observable_rows(self.model, armature=armature)
        independent = _independent(rows)
        projection = np.asarray(np.linalg.lstsq(rows[:, independent], rows, rcond=None)[0], np.float64)
        projection[np.abs(projection) < DEPENDENT * np.abs(projection).max(initial=1.0)] = 0.0
        projection[:, independent] = np.eye(len(independent))
        return BaseParameters(independent, projection)

    def _random_rows(self, armature: bool) -> Array:
        """The regressor in random states, (n, size of p)."""
        rng = np.random.default_rng(0)
        names = ("inertia", "armature") if armature else ("inertia",)
        size = sum(x.size for x in parameters_of(self.model, names))
        batch = (2 + 3 * size // max(1, self.model.nv),)
        state = (
            self.model.random_configuration(rng, batch),
            *rng.standard_normal((2, *batch, self.model.nv)) * np.array([3.0, 10.0])[:, None, None],
        )
        return self._regressor("inverse_dynamics", state, names, 1).reshape(-1, size)

    def _regressor(
        self, name: str, state: tuple[ArrayLike, ...], varying: tuple[str, ...], threads: int
    ) -> Array:
        values = _present(self.model, varying)
        kernel = self.kernel(name, varying=varying).jacobian("parameters")
        return kernel(*state, as_given(values, *state), threads=threads)


@lru_cache(maxsize=64)
def _present(model: Model, varying: tuple[str, ...]) -> Array:
    return present_values(model, parameters_of(model, varying))


def _diagonal(x: Array) -> Array:
    return x[..., None] * np.eye(x.shape[-1])


def _independent(columns: Array) -> NDArray[np.intp]:
    """The columns that are no combinations of those before them."""
    kept: list[int] = []
    basis = np.zeros((len(columns), 0))
    sizes = np.linalg.norm(columns, axis=0)
    for j in np.flatnonzero(sizes > DEPENDENT * sizes.max(initial=0.0)):
        rest = columns[:, j] / sizes[j]
        for _ in range(2):  # once more for the digits that the first time lost
            rest = rest - basis @ (basis.T @ rest)
        length = np.linalg.norm(rest)
        if length > DEPENDENT:
            kept.append(int(j))
            basis = np.concatenate([basis, (rest / length)[:, None]], axis=1)
    return np.array(kept, dtype=np.intp)
