"""Least squares on regressors: what joint forces that were measured tell of a robot's inertias and friction.

    tau = Y(q, v, a) p + noise,    Y p = Y_b (K p)

Y_b are the columns that are independent, K p the combinations of parameters that joint forces can tell
(`robot.base_parameters`). Joints are weighted by their noise, which the residuals of a first fit tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.errors import InputError
from psiphi.extras import package
from psiphi.frozen import frozen
from psiphi.identification.consistency import least_among_bodies
from psiphi.identification.measured import refuse_gaps
from psiphi.model.arguments import (
    broadcast_batch,
    configuration_argument,
    flag_argument,
    instance_argument,
    positive_number,
    vector_argument,
)
from psiphi.model.parameters import (
    PER_BODY,
    inertial_bodies,
    least_pseudo_inertia,
    parameters_of,
    present_values,
)
from psiphi.robot import Robot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Array = NDArray[np.float64]

WORST_CONDITION = 1e8
_PARTS = ("m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")


@frozen(eq=False)
class Identified:
    """What was found. Combinations of parameters are named after the first one in them.

    names, values, deviations   of the combinations that joint forces tell, (n,); with `covariance` (n, n)
    projection                  from all parameters to these combinations, (n, size)
    parameters                  all of them, (size,): inertias, then armatures, damping and dry friction where
                                these were looked for; None without a prior
    parameter_deviations        (size,), in which the prior counts
    noise                       the standard deviation of each joint force, (nv,)
    condition                   of the weighted regressor, its columns brought to one length
    measured, explained         joint forces, (samples, nv)
    """

    robot: Robot
    names: tuple[str, ...]
    values: Array
    deviations: Array
    covariance: Array
    projection: Array
    parameters: Array | None
    parameter_deviations: Array | None
    noise: Array
    condition: float
    measured: Array
    explained: Array

    @property
    def masses(self) -> dict[str, tuple[float, float]]:
        """Mass and standard deviation of each moving body, which need a prior."""
        if self.parameters is None or self.parameter_deviations is None:
            raise InputError(
                "masses: joint forces tell combinations alone; identify(..., prior=0.3) tells more."
            )
        places = range(0, PER_BODY * len(self._bodies), PER_BODY)
        found = [(float(self.parameters[i]), float(self.parameter_deviations[i])) for i in places]
        return dict(zip(self._bodies, found, strict=True))

    @property
    def identified_robot(self) -> Robot:
        """The robot with the inertias that were found, which need a prior."""
        if self.parameters is None:
            raise InputError("identified_robot: joint forces tell combinations alone; give a prior.")
        return self.robot.with_inertial_parameters(self.parameters[: PER_BODY * len(self._bodies)])

    @property
    def _bodies(self) -> tuple[str, ...]:
        return inertial_bodies(self.robot.model)

    def report(self) -> str:
        """Values with their standard deviations, the noise of each joint, and how much is explained."""
        joints = [
            name for name in self.robot.joint_names for _ in range(*self.robot.v_slice(name).indices(10**6))
        ]
        left = np.sqrt(np.mean((self.measured - self.explained) ** 2, axis=0))
        size = np.sqrt(np.mean(self.measured**2, axis=0))
        lines = [
            f"{len(self.measured)} samples, {len(self.values)} combinations, condition {self.condition:.1f}",
            "",
        ]
        width = max(map(len, (*self.names, *joints, *self._bodies)))
        lines += [f"{'joint force':{width}}  measured      left     noise"]
        lines += [
            f"{name:{width}}  {size[i]:8.3g}  {left[i]:8.3g}  {self.noise[i]:8.3g}"
            for i, name in enumerate(joints)
        ]
        lines += ["", f"{'combination':{width}}     value  deviation"]
        lines += [
            f"{name:{width}}  {value:8.4g}  {deviation:9.2g}"
            for name, value, deviation in zip(self.names, self.values, self.deviations, strict=True)
        ]
        if self.parameters is not None:
            lines += ["", f"{'mass of':{width}}     value  deviation"]
            lines += [
                f"{name:{width}}  {mass:8.4g}  {sure:9.2g}" for name, (mass, sure) in self.masses.items()
            ]
        return "\n".join(lines)

    def plot(self) -> Figure:
        """A Matplotlib figure of measured and explained joint forces, a panel for each.

        Needs Matplotlib: pip install 'psiphi[simulation]'.
        """
        pyplot = package("matplotlib.pyplot", "simulation", "Figures are drawn by")
        count = self.measured.shape[1]
        figure, panels = pyplot.subplots(
            count, 1, sharex=True, squeeze=False, figsize=(8.0, 1.4 * count), layout="constrained"
        )
        for i, panel in enumerate(panels[:, 0]):
            panel.plot(self.measured[:, i], lw=0.8, label="measured")
            panel.plot(self.explained[:, i], lw=0.8, label="explained")
            panel.set_ylabel(f"tau {i}")
        panels[0, 0].legend(loc="upper right", fontsize=7)
        panels[-1, 0].set_xlabel("sample")
        return figure


def identify(
    robot: Robot,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    tau: ArrayLike,
    *,
    armature: bool = False,
    friction: bool = False,
    prior: float | None = None,
    physical: bool = True,
) -> Identified:
    """The parameters of a robot from motions q (..., nq), v, a and joint forces tau (..., nv) of it.

    armature, friction  whether rotor inertias, and damping and dry friction, are looked for as well
    prior               how far the inertias of the robot may be off, as a share of the mass (and of m ℓ, m ℓ²
                        for moments, ℓ being the radius of gyration) and of armatures: normal deviations.
                        Without one, only what joint forces tell is found
    physical            whether, with a prior, inertias are those that bodies can have

    What rotors do is known from the robot, unless armature=True.
    """
    instance_argument("robot", robot, Robot)
    for name, flag in (("armature", armature), ("friction", friction), ("physical", physical)):
        flag_argument(name, flag)
    model = robot.model
    arrays = [configuration_argument(model, "q", q)]
    arrays += [vector_argument(name, x, model.nv) for name, x in (("v", v), ("a", a), ("tau", tau))]
    named = dict(zip(("q", "v", "a", "tau"), arrays, strict=True))
    refuse_gaps(**named)
    batch = broadcast_batch(**named)
    q, v, a, tau = (np.broadcast_to(x, (*batch, x.shape[-1])).reshape(-1, x.shape[-1]) for x in arrays)
    names = ("inertia", "armature") if armature else ("inertia",)
    present = present_values(model, parameters_of(model, names))
    regressor = robot.inverse_dynamics_regressor(q, v, a, armature=armature, friction=friction)
    expected = robot.inverse_dynamics(q, v, a)
    known = expected - regressor[..., : len(present)] @ present
    base = robot.base_parameters(armature=armature)
    extra = regressor.shape[-1] - len(present)
    projection = np.zeros((base.rank + extra, len(present) + extra))
    projection[: base.rank, : len(present)] = base.projection
    projection[base.rank :, len(present) :] = np.eye(extra)
    independent = np.concatenate([base.independent, np.arange(len(present), len(present) + extra)])
    labels = labels_of(robot, armature=armature, friction=friction)
    names = tuple(labels[i] for i in independent)
    columns, wanted = regressor[..., independent], tau - known
    rounding = 1e-14 * max(np.abs(x).max(initial=1e-300) for x in (tau, expected))
    noise, weighted, values, condition = _fitted(columns, wanted, rounding, names)
    information = weighted.T @ weighted
    covariance = np.asarray(np.linalg.inv(information), np.float64)
    found = deviations = None
    if prior is not None:
        start = np.concatenate([present, np.zeros(extra)])
        share = positive_number("prior", prior)
        spread = np.concatenate([spread_of(robot, share, armature=armature), np.full(extra, np.inf)])
        found, deviations = _all_parameters(
            projection, values, information, start, spread, len(inertial_bodies(model)), physical
        )
    return Identified(
        robot,
        names,
        values,
        np.sqrt(np.diag(covariance)),
        covariance,
        projection,
        found,
        deviations,
        noise,
        condition,
        tau,
        known + columns @ (values if found is None else projection @ found),
    )


def _fitted(
    columns: Array, wanted: Array, rounding: float, names: Sequence[str]
) -> tuple[Array, Array, Array, float]:
    """The noise of each joint, the weighted columns, the best values, and the condition of the problem."""
    samples, joints, many = columns.shape
    if samples * joints <= many + joints:
        raise InputError(f"q: {samples} samples are too few for {many} numbers; measure more.")
    noise, *_ = _weighed(columns, wanted, np.ones(joints), rounding, names)
    return _weighed(columns, wanted, noise, rounding, names)


def _weighed(
    columns: Array, wanted: Array, noise: Array, rounding: float, names: Sequence[str]
) -> tuple[Array, Array, Array, float]:
    """The same, with joints weighed by a noise that is taken for theirs; the noise that is then left.

    No noise counts for less than `rounding`.
    """
    samples, joints, many = columns.shape
    weighted = (columns / noise[:, None]).reshape(-1, many)
    lengths = np.linalg.norm(weighted, axis=0)
    condition = float(np.linalg.cond(weighted / lengths)) if lengths.all() else np.inf
    if condition > WORST_CONDITION:
        raise InputError(
            "q: the motion does not excite all that joint forces can tell, least of all "
            f"{names[_least_excited(weighted, lengths)]}; `excitation` plans one that does."
        )
    values = _solved(weighted / lengths, (wanted / noise).reshape(-1)) / lengths
    left = ((wanted - columns @ values) ** 2).sum(axis=0) / (samples - many / joints)
    noise = np.maximum(np.sqrt(left), rounding)
    return noise, (columns / noise[:, None]).reshape(-1, many), values, condition


def _least_excited(columns: Array, lengths: Array) -> int:
    """The column that is zero, or has the largest share in what the columns tell worst."""
    if not lengths.all():
        return int(np.argmin(lengths))
    return int(np.argmax(np.abs(np.linalg.svd(columns / lengths, full_matrices=False)[2][-1])))


def _solved(matrix: Array, target: Array) -> Array:
    return np.asarray(np.linalg.lstsq(matrix, target, rcond=None)[0], np.float64)


def spread_of(robot: Robot, share: float, *, armature: bool = False) -> Array:
    """How far inertial parameters, and armatures behind them, may be off."""
    merged = robot.model.merged()
    spread: list[float] = []
    rows = robot.inertial_parameters().reshape(-1, PER_BODY)
    for name, numbers in zip(inertial_bodies(robot.model), rows, strict=True):
        mass, rotational = numbers[0], numbers[4:]
        if not (mass > 0.0 and (moment := 0.5 * (rotational[0] + rotational[2] + rotational[5])) > 0.0):
            raise InputError(f"prior: {name!r} has no mass or no inertia, of which a share could be meant.")
        length = float(np.sqrt(moment / mass))
        spread += [share * mass * unit for unit in (1.0, *[length] * 3, *[length**2] * 6)]
    for body in merged.bodies if armature else ():
        if not body.joint.rotor.reflected_inertia > 0.0:
            raise InputError(f"prior: {body.joint.name!r} has no armature, of which a share could be meant.")
        spread.append(share * body.joint.rotor.reflected_inertia)
    return np.array(spread)


def _all_parameters(
    projection: Array,
    values: Array,
    information: Array,
    start: Array,
    spread: Array,
    bodies: int,
    physical: bool,
) -> tuple[Array, Array]:
    """The likeliest parameters, |K p − values|² weighed and |p − start|² by the spread, and deviations."""
    root = np.linalg.cholesky(information).T
    certain = np.isfinite(spread)
    pull = np.diag(np.where(certain, 1.0 / np.where(certain, spread, 1.0), 0.0))
    slope = np.concatenate([root @ projection, pull])
    target = np.concatenate([root @ values, pull @ start])
    best = start + _solved(slope, target - slope @ start)
    inertial = PER_BODY * bodies
    if physical and least_pseudo_inertia(best[:inertial].reshape(bodies, PER_BODY)).min() <= 0.0:
        best = least_among_bodies(slope, target, np.concatenate([start[:inertial], best[inertial:]]), bodies)
    lengths = np.linalg.norm(slope, axis=0)
    root = np.linalg.inv(np.linalg.qr(slope / lengths, mode="r"))
    return best, np.linalg.norm(root, axis=1) / lengths


def labels_of(robot: Robot, *, armature: bool, friction: bool) -> list[str]:
    """A name for each column of the regressor."""
    merged = robot.model.merged()
    labels = [f"{part} of {body}" for body in inertial_bodies(robot.model) for part in _PARTS]
    if armature:
        labels += [f"armature of {body.joint.name}" for body in merged.bodies]
    if friction:
        for what in ("damping", "friction"):
            labels += [f"{what} {i}" for i in range(robot.nv)]
    return labels
