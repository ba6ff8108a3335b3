"""Free-flying robots: what their joints feel and how their base follows, with nothing to hold on to [RJ].

A free flyer has a single root, carried by a free joint. `rates` and `accelerations` are those of all other
joints, (..., nv − 6), and the forces and the mass matrix here are theirs: v = [base velocity, rates]. The
velocity and the acceleration of the base are [angular; linear] in its own axes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.compiled import Array, Compiled, filled, of_one_kernel
from psiphi.errors import ModelError
from psiphi.locks import cached_property
from psiphi.model.arguments import vector_argument

BASE = 6
"""The degrees of freedom of the base, which come first."""


class FreeFlying(Compiled):
    """A robot whose base moves as its joints make it move."""

    @of_one_kernel
    def free_flying_mass_matrix(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """𝓜 = H R̄ H*, the mass matrix of the joints with the base's motion eliminated [RJ 27, 32].

        (..., nv − 6, nv − 6); ½ rates* 𝓜 rates is the kinetic energy at zero momentum. It equals the Schur
        complement of the base in `mass_matrix`, but is made of the two sides of each joint, r_f and r_b, by
        sums and products: a base that is light beside its arms costs no digits. O(N²), O(1) for an element.
        """
        self._check_free_flying()
        return self._calls["free_flying_mass_matrix"](q, out=out, threads=threads)

    def free_flying_mass_matrix_product(
        self, q: ArrayLike, x: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """𝓜 x of the joints by two recursions in opposite directions, (..., nv − 6); O(N) [RJ Table 3].

        X_f collects r_f H*x inward and X_b r_b H*x outward, and 𝓜x = H (C_f X_f + C_b X_b); on trees what
        comes from other branches is added.
        """
        padded = self._with_base("x", x)
        return _of_joints(self._calls["free_flying_mass_matrix_product"](q, padded, threads=threads), out)

    def free_flying_inverse_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        accelerations: ArrayLike,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """Joint forces for given accelerations of the joints, none on the base, (..., nv − 6); O(N) [RJ 23].

        𝓜 accelerations + C, with C less what the base takes up by its own acceleration. v (..., nv) has the
        velocity of the base, too. Gravity accelerates all bodies alike and makes no difference.
        """
        padded = self._with_base("accelerations", accelerations)
        return _of_joints(self._calls["free_flying_inverse_dynamics"](q, v, padded, threads=threads), out)

    def base_velocity(
        self,
        q: ArrayLike,
        rates: ArrayLike,
        momentum: ArrayLike | None = None,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """The velocity of the base that goes with rates of the joints, (..., 6); O(N) [RJ 23, 25].

        momentum is that of the whole robot, (..., 6) as `momentum` gives it, zero if left out: what a free
        flyer keeps. [base_velocity, rates] is the v that has it.
        """
        padded = self._with_base("rates", rates)
        if momentum is None:
            return self._of_frames("base_velocity", self._base)(q, padded, out=out, threads=threads)
        call = self._of_frames("base_velocity_with_momentum", self._base)
        return call(q, padded, momentum, out=out, threads=threads)

    def base_acceleration(
        self,
        q: ArrayLike,
        v: ArrayLike,
        accelerations: ArrayLike,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """The acceleration of the base that goes with those of the joints, (..., 6); O(N) [RJ 23].

        No force acts on the base; gravity does on all bodies. [base_acceleration, accelerations] is the a
        that `forward_dynamics` gives for the forces of `free_flying_inverse_dynamics`.
        """
        padded = self._with_base("accelerations", accelerations)
        return self._of_frames("base_acceleration", self._base)(q, v, padded, out=out, threads=threads)

    def rigid_velocity(
        self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """The part of the base's velocity due to motion as one rigid body, (..., 6); O(N) [RJ 25].

        r⁻¹ times the momentum, with the inertia r of the whole robot: what the base moved with, were all
        joints locked at once. It vanishes with the momentum.
        """
        return self._of_frames("rigid_velocity", self._base)(q, v, out=out, threads=threads)

    def wiggle_velocity(
        self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """The part of the base's velocity due to the joints, (..., 6); O(N) [RJ 23].

        The velocity of least kinetic energy for their rates, which has no momentum. With `rigid_velocity` it
        makes up the velocity of the base, the first six elements of v.
        """
        return self._of_frames("wiggle_velocity", self._base)(q, v, out=out, threads=threads)

    @of_one_kernel
    def rigid_kinetic_energy(
        self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """½ V* r V of the rigid velocity V and the whole robot's inertia r, (...); O(N) [RJ 26]."""
        self._check_free_flying()
        return self._calls["rigid_kinetic_energy"](q, v, out=out, threads=threads)

    @of_one_kernel
    def wiggle_kinetic_energy(
        self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """½ rates* 𝓜 rates, the energy of the joints' motion, rotors included, (...); O(N) [RJ 24, 26].

        With `rigid_kinetic_energy` it makes up `kinetic_energy`.
        """
        self._check_free_flying()
        return self._calls["wiggle_kinetic_energy"](q, v, out=out, threads=threads)

    @of_one_kernel
    def forward_composite_inertias(
        self, q: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """r_f: the inertia of what each joint carries, locked, (..., N, 6, 6); O(N) operations [RJ Table 2].

        In the frame of the joint's body; bodies in the order of `body_names`. Robots on a base have it, too.
        """
        return self._calls["forward_composite_inertias"](q, out=out, threads=threads)

    @of_one_kernel
    def backward_composite_inertias(
        self, q: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """r_b: the inertia of all that each joint does not carry, (..., N, 6, 6); O(N) operations [RJ 34].

        Seen from the joint's body; zero at the root.
        """
        self._check_free_flying()
        return self._calls["backward_composite_inertias"](q, out=out, threads=threads)

    @of_one_kernel
    def reduced_composite_inertias(
        self, q: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """r_f (r_f + r_b)⁻¹ r_b: what joints feel of both sides, (..., N, 6, 6); O(N) operations [RJ 13].

        The reduced mass of two bodies that move against each other: the diagonal of `free_flying_mass_matrix`
        is made of it.
        """
        self._check_free_flying()
        return self._calls["reduced_composite_inertias"](q, out=out, threads=threads)

    def _check_free_flying(self) -> None:
        """Refuse robots that do not fly freely."""
        _ = self._base

    @cached_property
    def _base(self) -> str:
        """The name of the root of a robot that flies freely."""
        merged = self.model.merged()
        roots = [body for body in merged.bodies if body.parent < 0]
        kinds = [root.joint.kind.name for root in roots]
        if kinds != ["free"]:
            raise ModelError(
                f"model {self.model.name!r}: does not fly freely. A single free joint has to carry it; its "
                f"roots are carried by: {', '.join(kinds) or 'none'}. psiphi.load(..., base='free') frees a "
                "robot that a file fixes to the world."
            )
        if roots[0].joint.rotor.inertia != 0.0:
            raise ModelError(
                f"model {self.model.name!r}: its free joint {roots[0].joint.name!r} has a rotor, which has "
                "nothing to turn against; set the inertia of the rotor to zero."
            )
        carried = [body.joint.name for body in merged.bodies if body.joint.rotor.is_carried]
        if carried:
            raise ModelError(
                f"model {self.model.name!r}: the rotor of joint {carried[0]!r} is carried by a body, which "
                "the two-way decomposition does not know; leave the rotor's axis out, or take the base out "
                "of mass_matrix, forward_dynamics and momentum, which have it."
            )
        return roots[0].name

    def _with_base(self, name: str, x: ArrayLike) -> NDArray[Any]:
        """Rates of the joints as rates of all coordinates, those of the base zero."""
        self._check_free_flying()
        joints = vector_argument(name, x, self.model.nv - BASE)
        single = getattr(x, "dtype", None) == np.float32
        padded = np.zeros((*joints.shape[:-1], self.model.nv), np.float32 if single else np.float64)
        padded[..., BASE:] = joints
        return padded


def _of_joints(forces: Array, out: Array | None) -> Array:
    """The elements of all joints but the root, in an array that may be given."""
    joints = forces[..., BASE:]
    return np.ascontiguousarray(joints) if out is None else filled(out, joints)
