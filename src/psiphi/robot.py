"""`Robot`: a model and its compiled functions, the object users hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.actuators import Actuators
from psiphi.dynamics.diagonalized import Diagonalized
from psiphi.dynamics.estimation import Estimated
from psiphi.dynamics.free_flying import FreeFlying
from psiphi.dynamics.innovations import Innovations
from psiphi.dynamics.inverse_kinematics.methods import InverseKinematics
from psiphi.dynamics.jacobians import Jacobians
from psiphi.dynamics.linearized import Linearized
from psiphi.dynamics.loops.actuation import Actuation
from psiphi.dynamics.loops.derivatives import ClosedChainDerivatives
from psiphi.dynamics.loops.effective_inertia import EffectiveInertia
from psiphi.dynamics.mass_matrix import MassMatrix
from psiphi.dynamics.motion.single_step import SingleStep
from psiphi.dynamics.operational_space import OperationalSpace
from psiphi.dynamics.regressors import Regressors
from psiphi.errors import ArgumentTypeError
from psiphi.locks import cached_property
from psiphi.model import Model
from psiphi.model.bounds import Bounds
from psiphi.model.parameters import with_inertial_parameters

if TYPE_CHECKING:  # readers of files, the algebra and the compiler are loaded when they are needed
    from psiphi.algebra.expression import Expr
    from psiphi.dynamics.modal.analysis import ModalAnalysis
    from psiphi.dynamics.motion.options import Options
    from psiphi.embedded import EmbeddedRobot
    from psiphi.formats.base import Base
    from psiphi.formats.dh import DHRow
    from psiphi.kernel.kernel import Kernel
    from psiphi.prescribed import PrescribedRobot
    from psiphi.simulation.rollout import Rollout
    from psiphi.simulation.trajectory import Trajectory
    from psiphi.varying import VaryingRobot
    from psiphi.view.drawings.drawing import Drawing
    from psiphi.view.render import Picture
    from psiphi.view.viewer import Viewer

Array = NDArray[np.float64]


def load(
    path: str | Path,
    *,
    base: Base | None = None,
    snap: float = 1e-9,
    roots: Iterable[str | Path] | None = None,
    lenient: bool = False,
    loops: str | Path | None = None,
    srdf: str | Path | None = None,
) -> Robot:
    """The robot in a file: URDF, xacro, MJCF (.xml) or psiphi's own JSON.

    base     "fixed" or "free"; None keeps what the file has, which for URDF is fixed
    snap     angles within so many radians of a multiple of π/2 are read as right angles; 0 takes them as
             given
    roots    directories that references to other files must stay in
    lenient  whether common errors of URDF files are put right, with a warning each
    loops    a YAML or JSON file that lists loops: objects with `type`, `frames` and `name`
    srdf     an SRDF file, whose group states become `robot.configurations`
    """
    from psiphi.formats.load import load_model

    model = load_model(path, base=base, snap=snap, roots=roots, lenient=lenient, loops=loops, srdf=srdf)
    return Robot(model)


class Robot(
    Linearized,
    Actuators,
    MassMatrix,
    InverseKinematics,
    Jacobians,
    OperationalSpace,
    ClosedChainDerivatives,
    Actuation,
    EffectiveInertia,
    SingleStep,
    Innovations,
    Diagonalized,
    Estimated,
    FreeFlying,
    Regressors,
):
    """A robot: its model, and functions of q, v, a and tau compiled for it.

    Arrays have any leading batch dimensions, which broadcast: q (..., nq), v, a, tau (..., nv). Results are
    float64, or float32 where all inputs are. Each function is compiled at its first use and kept on disk;
    `out=` fills a given array, `threads=` splits a batch.
    """

    def __init__(self, model: Model) -> None:
        if not isinstance(model, Model):
            raise ArgumentTypeError(f"model: expected a psiphi.Model, found {type(model).__name__}.")
        super().__init__()
        self.model = model

    @staticmethod
    def from_dh(rows: Sequence[DHRow | Mapping[str, Any] | Sequence[float]], **options: Any) -> Robot:
        """A robot from a Denavit–Hartenberg table; options as for psiphi.formats.dh.model_from_dh."""
        from psiphi.formats.dh import model_from_dh

        return Robot(model_from_dh(rows, **options))

    def save(self, path: str | Path) -> None:
        """Write the robot as psiphi JSON, from which `psiphi.load` gives exactly the same robot back."""
        from psiphi.formats.json_format import save_json

        save_json(self.model, path)

    def __repr__(self) -> str:
        return (
            f"<Robot {self.model.name!r}: {len(self.body_names)} moving bodies, nq={self.nq}, nv={self.nv}>"
        )

    # What the robot is

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
        """Where the rates of a joint, or of the modes of a body, sit in v."""
        return self.model.v_slice(joint)

    # Configurations

    def neutral(self) -> Array:
        """The configuration with all joints at zero, (nq,)."""
        return self.model.neutral()

    @property
    def limits(self) -> Bounds:
        """The limits of the joints as arrays: lower and upper (nq,), velocity and effort (nv,)."""
        return self.model.limits

    @property
    def configurations(self) -> Mapping[str, Array]:
        """The configurations that the file has names for, such as "home", each (nq,)."""
        return self.model.configurations

    def random_configuration(
        self, rng: np.random.Generator | None = None, batch: int | tuple[int, ...] = ()
    ) -> Array:
        """Configurations drawn within the joint limits, (*batch, nq); without `rng` others each time."""
        return self.model.random_configuration(rng, batch)

    # Loops

    def embedded(self, q: ArrayLike, independent: Sequence[str] | None = None) -> EmbeddedRobot:
        """The same robot with its loops as joints: v, a and tau have independent numbers alone.

        q            a configuration (nq,) in which the loops are closed
        independent  the joints that keep rates of their own, and flexible bodies whose modes do; None takes
                     those that tell the others best at q
        """
        from psiphi.embedded import EmbeddedRobot

        return EmbeddedRobot(self.model, q, independent)

    def prescribed(self, joints: Sequence[str]) -> PrescribedRobot:
        """The same robot with the accelerations of some joints given, and their forces asked for.

        The name of a flexible body among the joints stands for its modes.
        Its forward_dynamics(q, v, tau, prescribed=x) gives the accelerations of all joints and the forces
        of these; its `torque` drives them in `simulate`.
        """
        from psiphi.prescribed import PrescribedRobot

        return PrescribedRobot(self, joints)

    # Parameters

    def with_inertial_parameters(self, values: ArrayLike, *, physical: bool = True) -> Robot:
        """The robot whose moving bodies have these parameters, (10 bodies,), in the same order.

        Values that no body can have are refused, unless physical=False.
        """
        return Robot(with_inertial_parameters(self.model, values, physical=physical))

    def varying(self, *names: str, physical: bool = True) -> VaryingRobot:
        """The same robot with these parameters as arguments: its functions take parameters=(..., p).

        Names are "inertia:BODY", "mass:BODY", "moment:BODY", "rotational:BODY", "payload:FRAME",
        "armature:JOINT", "damping:JOINT" and "gravity"; "inertia" alone is that of all bodies
        (psiphi/model/parameters.py). Nothing is compiled anew for other values; those that no body can have
        are refused, unless physical=False.
        """
        from psiphi.varying import VaryingRobot

        return VaryingRobot(self.model, names, physical=physical)

    # Motion

    def modal_analysis(
        self, q: ArrayLike, v: ArrayLike | None = None, *, held: Sequence[str] = ()
    ) -> ModalAnalysis:
        """Small vibrations about q (nq,): `.frequencies` in rad/s, `.damping` ratios, `.shapes` (nv, m).

        Springs, dampers, modes of flexible bodies and gravity act. About rates v (nv,) so do centrifugal and
        gyroscopic forces, for robots that turn steadily; joints in `held` move on as they do, come what may.
        """
        from psiphi.dynamics.modal.analysis import modal_analysis

        return modal_analysis(self, q, v, held)

    def modal_motion(
        self,
        found: ModalAnalysis,
        mode: int = 0,
        *,
        scale: float = 1.0,
        period: float = 2.0,
        periods: int = 2,
    ) -> Trajectory:
        """One mode of an analysis as a motion to look at: `.view()`, `.animation()`, `.save_html(…)`.

        scale    of how far it moves, by default well visible
        period   seconds that one vibration is shown in, whatever it takes
        periods  how many are shown
        """
        from psiphi.simulation.modal_motion import modal_motion

        return modal_motion(self, found, mode, scale, period, periods)

    @cached_property
    def rollout(self) -> Rollout:
        """Motions as arrays, whole horizons in native code: `rollout(q0, v0, torque, steps, dt)`."""
        from psiphi.simulation.rollout import Rollout

        return Rollout(self)

    def simulate(
        self,
        q0: ArrayLike,
        v0: ArrayLike,
        torque: ArrayLike | Callable[[float, Array, Array], ArrayLike] | Expr | None = None,
        *,
        duration: float,
        dt: float = 1e-3,
        tolerance: float = 1e-9,
        velocities: str = "joint",
        progress: bool | Callable[[float, float], object] | None = None,
        to: str | Path | None = None,
        until: Callable[[Array, Array, Array], ArrayLike] | Expr | Kernel | None = None,
        **options: Unpack[Options],
    ) -> Trajectory:
        """The motion from q0 (..., nq) and v0 (..., nv) on, sampled from 0 to duration.

        torque     None; constant, (nv,) or (*batch, nv); (times, nv) or (times, *batch, nv), each row held
                   for `hold` steps; a function or controller called as torque(t, q, v), which returns
                   (*batch, nv); or an operator expression, a kernel or a law of `psiphi.control`, which are
                   compiled into the steps
        duration   a whole number of dt
        inputs     the vectors and operators of an expression by name, each as a torque may be given
        external_forces
                   by frame, [moment; force] on the robot at its origin, in its axes: (6,), (*batch, 6),
                   (times, 6) or (times, *batch, 6), held as the torque is
        parameters of `robot.varying(...)`, (..., p): one row for each motion
        method     "rk4", if none is given: fourth order, steps of dt; "semi_implicit": first order;
                   "implicit": the same with damping, friction and springs as they are at the end of a step,
                   for stiff ones; "midpoint": second order, implicit, whose energy does not drift; "dop853":
                   eighth order, for each row steps as long as `tolerance` allows, dt from sample to sample
        tolerance  error of a step of "dop853", relative to 1 + |q| and 1 + |v|; of the times of `until` in
                   seconds
        every      steps from sample to sample
        hold       steps of a control period, for which a torque is held; 1 if not given, but that functions
                   are then called at every stage of "rk4"; "dop853", where rows have their own, needs it
        threads    over which a batch is split
        damping, friction, springs, effort_limits
                   whether what the robot's file says of joints and tendons acts: viscous damping, dry
                   friction, springs, and the greatest forces that the torque may have
        limits     whether end stops act where a joint is beyond its limits: springs and dampers that push it
                   back, as stiff as steps of dt or of a millisecond can follow
        armature   whether the inertias of rotors act
        velocities "joint" integrates v; "diagonalized" integrates ν = m*v, ν̇ = ε − μ, in which the kinetic
                   energy is ½ν*ν [RJK 6]: the same motion, with other errors of the method
        projection whether each step ends on the loops of the robot, if it has any
        baumgarte  rate κ, in 1/s, at which open loops draw together: J_c a + J̇_c v = −2κ J_c v − κ² e
        progress   a function (time, duration) told after a second and then now and again; None writes a line
                   where standard error is a terminal, True always, False never
        to         a directory "motion.zarr" to be made, which the motion is written to as it is computed,
                   of any length; arrays of the result are then read from there (pip install
                   'psiphi[ensemble]')
        until      an expression with one number, such as an energy, or a function (t, q, v) of states
                   (..., n): a row ends where it changes sign, at a time that is found to the `tolerance`,
                   and stays there (`trajectory.stopped`)

        A row of a batch that is no longer finite is NaN from there on (`trajectory.ended`), and the others go
        on. A robot with loops moves with them closed and must start so: `assemble` and `project_velocity`
        lead there. Only with Baumgarte's terms and without projection may it start with its loops open.
        """
        from psiphi.simulation.simulate import simulate

        return simulate(
            self,
            q0,
            v0,
            torque,
            duration=duration,
            dt=dt,
            tolerance=tolerance,
            velocities=velocities,
            progress=progress,
            to=to,
            until=until,
            **options,
        )

    # To be seen

    def view(
        self,
        q: ArrayLike | None = None,
        *,
        shapes: str = "visual",
        host: str = "127.0.0.1",
        port: int = 8080,
    ) -> Viewer:
        """A page in the browser with the robot at q (nq,), and sliders for its joints; see `Viewer`.

        q       several rows (rows, nq) stand side by side or as ghosts; the neutral configuration if None
        shapes  "visual", "collision", or "figure" for what is made from the tree and the inertias
        host    the address to listen on: this machine alone unless another is given

        Loops are closed while a slider is dragged. Needs viser: pip install 'psiphi[view]'.
        """
        from psiphi.view.viewer import Viewer

        return Viewer(self, q, shapes=shapes, host=host, port=port)

    def snapshot(
        self,
        q: ArrayLike | None = None,
        *,
        size: tuple[int, int] = (640, 480),
        shapes: str = "visual",
        inertias: bool = False,
        azimuth: float = -50.0,
        elevation: float = 18.0,
    ) -> Picture:
        """A picture of the robot at q (nq,), drawn without browser or graphics card; `.save("robot.png")`.

        q                   the neutral configuration if None; of several rows all but the first are pale
        size                width and height in pixels
        shapes              "visual", "collision" or "figure"
        inertias            whether the ellipsoids of the inertias are drawn
        azimuth, elevation  from where it is seen, in degrees
        """
        from psiphi.view.render import snapshot

        return snapshot(
            self, q, size=size, shapes=shapes, inertias=inertias, azimuth=azimuth, elevation=elevation
        )

    def plot_sparsity(self, expression: Expr | None = None) -> Drawing:
        """Where the mass matrix, or another operator, has entries, beside the tree; `.save("sparsity.svg")`.

        The same as `psiphi.picture(expression, robot)`.
        """
        from psiphi.algebra import mass
        from psiphi.view.drawings.operator_picture import picture

        return picture(mass if expression is None else expression, self)

    def _repr_html_(self) -> str:
        from psiphi.view.notebook import robot_html

        return robot_html(self)
