"""`Robot`: a model and its compiled functions, the object users hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.innovations import Innovations
from psiphi.dynamics.kinematics import Kinematics, Reference
from psiphi.dynamics.operational_space import OperationalSpace
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.formats.base import Base
from psiphi.formats.dh import DHRow, model_from_dh
from psiphi.formats.json_format import save_json
from psiphi.formats.load import load_model
from psiphi.model import Model
from psiphi.model.arguments import vector_argument

if TYPE_CHECKING:  # the algebra and the compiler are loaded when something is compiled
    from psiphi.algebra.expression import Expr
    from psiphi.kernel.kernel import Kernel
    from psiphi.simulation.trajectory import Trajectory

Array = NDArray[np.float64]


def load(
    path: str | Path,
    *,
    base: Base | None = None,
    snap: float = 1e-9,
    roots: Iterable[str | Path] | None = None,
) -> Robot:
    """The robot in a file: URDF, MJCF (.xml) or psiphi's own JSON.

    base   "fixed" or "free"; None keeps what the file has, which for URDF is fixed
    snap   angles within so many radians of a multiple of π/2 are read as right angles; 0 takes them as given
    roots  directories that references to other files must stay in
    """
    return Robot(load_model(path, base=base, snap=snap, roots=roots))


class Robot(Kinematics, OperationalSpace, Innovations):
    """A robot: its model, and functions of q, v, a and tau compiled for it.

    Arrays have any leading batch dimensions, which broadcast: q (..., nq), v, a, tau (..., nv). Results are
    float64, or float32 where all inputs are. Each function is compiled at its first use and kept on disk;
    `out=` fills a given array, `threads=` splits a batch.
    """

    def __init__(self, model: Model) -> None:
        if not isinstance(model, Model):
            raise ArgumentTypeError(f"model: expected a psiphi.Model, found {type(model).__name__}.")
        self.model = model
        self._kernels: dict[tuple[object, ...], Kernel] = {}
        self._calls = {}

    @staticmethod
    def from_dh(rows: Sequence[DHRow | Mapping[str, Any] | Sequence[float]], **options: Any) -> Robot:
        """A robot from a Denavit–Hartenberg table; options as for psiphi.formats.dh.model_from_dh."""
        return Robot(model_from_dh(rows, **options))

    def save(self, path: str | Path) -> None:
        """Write the robot as psiphi JSON, from which `psiphi.load` gives exactly the same robot back."""
        save_json(self.model, path)

    def __repr__(self) -> str:
        return (
            f"<Robot {self.model.name!r}: {len(self.body_names)} moving bodies, nq={self.nq}, nv={self.nv}>"
        )

    # What the robot is

    @property
    def nq(self) -> int:
        """The number of configuration coordinates."""
        return self.model.nq

    @property
    def nv(self) -> int:
        """The number of degrees of freedom."""
        return self.model.nv

    @property
    def mass(self) -> float:
        """The mass of all bodies that can move."""
        return self.model.mass

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Moving joints in the order of their coordinates."""
        return self.model.joint_names

    @property
    def body_names(self) -> tuple[str, ...]:
        """Moving bodies, base to tip: the order of body vectors."""
        return self.model.merged().body_names

    @property
    def frame_names(self) -> tuple[str, ...]:
        """Everything that has a pose: bodies and named frames."""
        return self.model.frame_names

    def q_slice(self, joint: str) -> slice:
        """Where a joint's coordinates sit in q."""
        return self.model.q_slice(joint)

    def v_slice(self, joint: str) -> slice:
        """Where a joint's rates sit in v."""
        return self.model.v_slice(joint)

    # Configurations

    def neutral(self) -> Array:
        """The configuration with all joints at zero, (nq,)."""
        return self.model.neutral()

    def random_configuration(self, rng: np.random.Generator, batch: int | tuple[int, ...] = ()) -> Array:
        """Configurations drawn within the joint limits, (*batch, nq)."""
        return self.model.random_configuration(rng, batch)

    def integrate(self, q: ArrayLike, v: ArrayLike, dt: ArrayLike = 1.0) -> Array:
        """The configuration reached from q with constant rates v after dt, (..., nq)."""
        return self.model.integrate(q, v, dt)

    def difference(self, q0: ArrayLike, q1: ArrayLike) -> Array:
        """The rates that lead from q0 to q1 in unit time, (..., nv)."""
        return self.model.difference(q0, q1)

    # The operator workbench

    def compile(
        self,
        expression: Expr,
        frames: Sequence[str] = (),
        *,
        rolled: bool | None = None,
        riccati: str = "plain",
    ) -> Kernel:
        """A native function of an operator expression: kernel(q, [v,] vectors..., out=None, threads=1).

        v is an argument where a, b, v, H_dot, A_dot or C_M occur; input vectors follow in alphabetical order,
        and can be given by name. `frames` names what B stands for. Joint-space vectors have one number per
        degree of freedom of the tree, mimic joints included; body and frame vectors six per body or frame.
        `rolled=True` makes loops over bodies, False unrolled code; None decides by the size of the robot.
        `riccati="UD"` runs filters on factors of P, for robots of bodies that differ by orders of magnitude.
        """
        if isinstance(frames, str):
            raise ArgumentTypeError(f"frames: give a list of names, [{frames!r}].")
        return self._kernel(expression, tuple(frames), None, None, rolled, riccati)

    def kernel(
        self,
        name: str,
        frames: Sequence[str] = (),
        method: str | None = None,
        reference: Reference = "local_world_aligned",
        *,
        rolled: bool | None = None,
        riccati: str = "plain",
    ) -> Kernel:
        """The kernel behind a quantity of the catalogue, e.g. "inverse_dynamics"; options as for compile."""
        from psiphi.dynamics.catalogue import Features, form_of_method, quantity

        entry = quantity(name)
        features = Features.of(self.model, reference)
        expression = entry.expression(features)
        beside = () if entry.beside is None else (entry.beside(features),)
        form = form_of_method(method)
        riccati = "UD" if method == "UD" else riccati
        return self._kernel(expression, tuple(frames), entry.arguments, form, rolled, riccati, beside)

    def _kernel(
        self,
        expression: Expr,
        frames: tuple[str, ...],
        order: tuple[str, ...] | None,
        form: str | None,
        rolled: bool | None,
        riccati: str,
        beside: tuple[Expr, ...] = (),
    ) -> Kernel:
        key = (expression, frames, order, form, rolled, riccati, beside)
        if key not in self._kernels:
            from psiphi.kernel.kernel import Kernel
            from psiphi.kernel.tracing import Request

            request = Request(self.model, expression, frames, order, form, rolled, riccati, beside)
            self._kernels[key] = Kernel(request)
        return self._kernels[key]

    # Dynamics

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
        """Joint forces tau = 𝓜a + C for given accelerations, (..., nv); O(N) [RK88 3.19].

        external_forces maps frame names to (..., 6) [moment; force] on the robot at that frame's origin, in
        the frame's axes.
        """
        if external_forces:
            frames, forces = _stacked(external_forces)
            return self.kernel("inverse_dynamics_with_forces", frames)(
                q, v, a, forces, out=out, threads=threads
            )
        call = self._calls.get("inverse_dynamics") or self._fast("inverse_dynamics")
        if threads != 1:
            return call(q, v, a, out=out, threads=threads)
        return call(q, v, a) if out is None else call(q, v, a, out=out)  # the calls that take the least time

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
        """Accelerations a for given joint forces, (..., nv); O(N) [RK88 4.17–5.15].

        method is "FD1", "FD3", "FD4" or "articulated" (FD3); None takes the one with the fewest operations
        for this robot. "UD" runs the filter on factors of P: three to four times the operations, and digits
        to spare where bodies differ by many orders of magnitude [R87 XIV].
        """
        if external_forces:
            frames, forces = _stacked(external_forces)
            kernel = self.kernel("forward_dynamics_with_forces", frames, method)
            return kernel(q, v, tau, forces, out=out, threads=threads)
        if method is not None:
            return self.kernel("forward_dynamics", (), method)(q, v, tau, out=out, threads=threads)
        call = self._calls.get("forward_dynamics") or self._fast("forward_dynamics")
        if threads != 1:
            return call(q, v, tau, out=out, threads=threads)
        return call(q, v, tau) if out is None else call(q, v, tau, out=out)

    def mass_matrix(self, q: ArrayLike, **options: Any) -> Array:
        """𝓜 = H φ M φ* H*, with reflected rotor inertias, (..., nv, nv) [RK88 3.20]."""
        return self._fast("mass_matrix")(q, **options)

    def mass_matrix_inverse(self, q: ArrayLike, **options: Any) -> Array:
        """𝓜⁻¹ = (I − HψK)* D⁻¹ (I − HψK), (..., nv, nv) [RJK 13]."""
        return self._fast("mass_matrix_inverse")(q, **options)

    def mass_matrix_product(self, q: ArrayLike, x: ArrayLike, **options: Any) -> Array:
        """𝓜 x without forming 𝓜, (..., nv); O(N)."""
        return self._fast("mass_matrix_product")(q, x, **options)

    def mass_matrix_solve(self, q: ArrayLike, y: ArrayLike, **options: Any) -> Array:
        """𝓜⁻¹ y without forming 𝓜, (..., nv); O(N) [RJK 15]."""
        return self._fast("mass_matrix_solve")(q, y, **options)

    def bias_forces(self, q: ArrayLike, v: ArrayLike, **options: Any) -> Array:
        """C: Coriolis, centrifugal and gravity forces, (..., nv); O(N) [RK88 3.20]."""
        return self._fast("bias_forces")(q, v, **options)

    def coriolis_matrix(self, q: ArrayLike, v: ArrayLike, **options: Any) -> Array:
        """𝓒 = Hφ(Mφ*Ḣ* + C_M φ*H*) with d𝓜/dt − 2𝓒 skew, (..., nv, nv); O(N²) [RJK 6].

        𝓒v are the Coriolis and centrifugal forces: `bias_forces` less `gravity_forces`.
        """
        return self._fast("coriolis_matrix")(q, v, **options)

    def passive_forces(self, v: ArrayLike) -> Array:
        """−damping·v − friction·sign(v) on the coordinates, to be added to tau, (..., nv); O(N).

        No other quantity contains them.
        """
        merged = self.model.merged()
        rates = merged.tree_velocity(vector_argument("v", v, self.nv))
        damping = np.array([x for body in merged.bodies for x in body.joint.damping])
        friction = np.array([x for body in merged.bodies for x in body.joint.friction])
        return -(damping * rates + friction * np.sign(rates)) @ merged.coupling

    def gravity_forces(self, q: ArrayLike, **options: Any) -> Array:
        """Joint forces that hold the robot still against gravity, (..., nv); O(N) [RK88 3.21]."""
        return self._fast("gravity_forces")(q, **options)

    def kinetic_energy(self, q: ArrayLike, v: ArrayLike, **options: Any) -> Array:
        """½ v* 𝓜 v, (...); O(N)."""
        return self._fast("kinetic_energy")(q, v, **options)

    # Motion

    def simulate(
        self,
        q0: ArrayLike,
        v0: ArrayLike,
        torque: ArrayLike | Callable[[float, Array, Array], ArrayLike] | None = None,
        *,
        duration: float,
        dt: float = 1e-3,
        method: str = "rk4",
        tolerance: float = 1e-9,
        progress: bool | Callable[[float, float], object] | None = None,
    ) -> Trajectory:
        """The motion from q0 (..., nq) and v0 (..., nv) on, sampled every dt from 0 to duration.

        torque     None; (nv,); (steps, nv) or (steps, *batch, nv), each row held for one dt; or a function or
                   controller called as torque(t, q, v), which returns (*batch, nv)
        duration   a whole number of dt
        method     "rk4": fourth order, steps of dt; "semi_implicit": first order, steps of dt, torque called
                   once a sample; "dop853": eighth order, steps as long as `tolerance` allows
        tolerance  error of a step of "dop853", relative to 1 + |q| and 1 + |v|
        progress   a function (time, duration) told after a second and then now and again; None writes a line
                   where standard error is a terminal, True always, False never

        Joint damping, friction and limits act only if the torque contains them.
        """
        from psiphi.simulation.simulate import simulate

        return simulate(
            self,
            q0,
            v0,
            torque,
            duration=duration,
            dt=dt,
            method=method,
            tolerance=tolerance,
            progress=progress,
        )

    def _fast(self, name: str) -> Callable[..., Any]:
        """The direct call of a quantity without frames."""
        found = self._calls.get(name)
        if found is None:
            found = self._calls[name] = self.kernel(name).call
        return found


def _stacked(forces: Mapping[str, ArrayLike]) -> tuple[tuple[str, ...], Array]:
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
    batch = np.broadcast_shapes(*(x.shape[:-1] for x in arrays))
    return frames, np.concatenate([np.broadcast_to(x, (*batch, 6)) for x in arrays], axis=-1)
