"""The equations of motion on the coordinates of a robot: 𝓜a + C = tau + J*f [RK88 3.19].

Arrays have any leading batch dimensions, which broadcast: q (..., nq), v, a, tau (..., nv). `out` is filled
with the result where it is given, and `threads` split a batch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

import numpy as np
from numpy.typing import ArrayLike

from psiphi.dynamics.compiled import Array, Compiled, of_one_kernel
from psiphi.errors import ArgumentTypeError, InputError


class JointSpace(Compiled):
    """Forces and accelerations of the joints.

    `external_forces` maps frame names to (..., 6) [moment; force] on the robot at that frame's origin, in the
    frame's axes.
    """

    @of_one_kernel
    def inverse_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        external_forces: Mapping[str, ArrayLike] | None = None,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """Joint forces tau = 𝓜a + C − J*f for given accelerations, (..., nv); O(N) [RK88 3.19].

        external_forces  f by frame name, (..., 6) [moment; force] on the robot, in the frame's axes
        """
        if has_forces(external_forces):
            frames, forces = stacked_forces(external_forces)
            call = self._of_frames("inverse_dynamics_with_forces", frames)
            return call(q, v, a, forces, out=out, threads=threads)
        return self._calls["inverse_dynamics"](q, v, a, out=out, threads=threads)

    @of_one_kernel
    def forward_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        external_forces: Mapping[str, ArrayLike] | None = None,
        method: str | None = None,
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """Accelerations a = 𝓜⁻¹(tau − C + J*f) for given joint forces, (..., nv); O(N) [RK88 4.17–5.15].

        external_forces  as for inverse_dynamics
        method           "FD1", "FD2", "FD3", "FD4" or "articulated" (FD3): which of the equal algorithms;
                         None takes the one with the fewest operations for this robot. "UD" runs the
                         filter on factors of P: three to four times the operations, and digits to spare
                         where bodies differ by many orders of magnitude [R87 XIV]

        Of a robot with loops they are those of the tree, its loops open: see `constrained_forward_dynamics`.
        """
        name = "forward_dynamics"
        if has_forces(external_forces):
            frames, forces = stacked_forces(external_forces)
            name = f"{name}_with_forces"
            call = (
                self._of_frames(name, frames)
                if method is None
                else self._taken(self.kernel(name, frames, method))
            )
            return call(q, v, tau, forces, out=out, threads=threads)
        call = self._calls[name] if method is None else self._taken(self.kernel(name, (), method))
        return call(q, v, tau, out=out, threads=threads)

    def force_accelerations(
        self,
        q: ArrayLike,
        external_forces: Mapping[str, ArrayLike],
        *,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """Accelerations 𝓜⁻¹J*f that forces at frames add to all others, (..., nv); O(N) [RJK 18].

        external_forces  as for inverse_dynamics, one at least
        """
        if not has_forces(external_forces):
            raise InputError('external_forces: none given; give a force by frame name, e.g. {"tool": f}.')
        frames, forces = stacked_forces(external_forces)
        return self._of_frames("force_accelerations", frames)(q, forces, out=out, threads=threads)

    @of_one_kernel
    def bias_forces(self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """C = Hφ(Mφ*a + b): Coriolis, centrifugal and gravity forces, (..., nv); O(N) [RK88 3.20]."""
        return self._calls["bias_forces"](q, v, out=out, threads=threads)

    @of_one_kernel
    def gravity_forces(self, q: ArrayLike, *, out: Array | None = None, threads: int = 1) -> Array:
        """HφMφ*g: joint forces that hold the robot still against gravity, (..., nv); O(N) [RK88 3.21]."""
        return self._calls["gravity_forces"](q, out=out, threads=threads)

    @of_one_kernel
    def coriolis_matrix(
        self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """𝓒 = Hφ(Mφ*Ḣ* + C_M φ*H*) with d𝓜/dt − 2𝓒 skew, (..., nv, nv); O(N²) [RJK 6].

        𝓒v are the Coriolis and centrifugal forces: `bias_forces` less `gravity_forces`.
        """
        return self._calls["coriolis_matrix"](q, v, out=out, threads=threads)

    @of_one_kernel
    def kinetic_energy(
        self, q: ArrayLike, v: ArrayLike, *, out: Array | None = None, threads: int = 1
    ) -> Array:
        """½ v*𝓜v, (...), with the rotors' share; O(N) [RJ 20]."""
        return self._calls["kinetic_energy"](q, v, out=out, threads=threads)


def has_forces(forces: Mapping[str, ArrayLike] | None) -> TypeGuard[Mapping[str, ArrayLike]]:
    """Whether there are any; they must be given by the names of frames."""
    if forces is not None and not isinstance(forces, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentTypeError(
            f"external_forces: expected forces by frame name, as in {{'tool': f}}, "
            f"found {type(forces).__name__}."
        )
    return bool(forces)


def stacked_forces(forces: Mapping[str, ArrayLike]) -> tuple[tuple[str, ...], Array]:
    """Frame names and their forces side by side, (..., 6·frames)."""
    frames = tuple(forces)
    arrays: list[Array] = []
    for name in frames:
        array = np.asarray(forces[name])
        if array.ndim < 1 or array.shape[-1] != 6:
            raise InputError(
                f"external_forces[{name!r}]: expected shape (..., 6) [moment; force], found {array.shape}."
            )
        arrays.append(array)
    try:
        batch = np.broadcast_shapes(*(x.shape[:-1] for x in arrays))
    except ValueError:
        found = ", ".join(f"{name} {x.shape}" for name, x in zip(frames, arrays, strict=True))
        raise InputError(f"external_forces: batches do not broadcast against each other: {found}.") from None
    return frames, np.concatenate([np.broadcast_to(x, (*batch, 6)) for x in arrays], axis=-1)
