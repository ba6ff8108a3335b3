"""Joints that no force can move in a definite way: D(k) is zero, and the filter has no gain."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.derivatives import tangents_in
from psiphi.algebra.families import Riccati
from psiphi.algebra.inputs import joint_vector
from psiphi.algebra.operators import v as motion
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.algebra.spaces import Space
from psiphi.model import Model
from psiphi.model.kinematics import body_poses
from psiphi.recursion.bodies.embedded_bodies import bodies_of
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.inertias.riccati import RiccatiStep
from psiphi.recursion.matrices.matrices import MatrixEvaluator
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.numbers.dual import DualArithmetic, plain
from psiphi.recursion.sweeps.interpret import Interpreter
from psiphi.recursion.sweeps.lowering import lower
from psiphi.recursion.sweeps.operations.inertias import RiccatiRecursion
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose

_FELT = 1e-14
"""A joint feels its body when D(k) is at least this part of P(k) and Y(k): less is rounding."""

_FELT_IN_FACTORS = 1e-27
"""The same where P(k) is known in factors, of which rounding is that part squared."""

_ROUND = 1e-9
"""A body whose least moment of inertia is at least this part of the greatest is beyond doubt."""


def idle_joints(
    family: Riccati, model: Model, mechanism: Mechanism, q: Sequence[float] | None = None
) -> list[str]:
    """The joints with D(k) = 0 in a family, found at q, or at a configuration drawn at random."""
    rng = np.random.default_rng(0)
    drawn, rates = model.random_configuration(rng), list(rng.standard_normal(mechanism.nv))
    along = {
        tangent: mechanism.tree_velocity(rates)
        if tangent.along is motion
        else list(rng.standard_normal(mechanism.nv_tree))
        for tangent in tangents_in([family.D])
    }
    arithmetic = DualArithmetic(NumpyArithmetic()) if along else NumpyArithmetic()
    bodies = bodies_of(mechanism, arithmetic, list(drawn if q is None else q), rates, along=along)
    x = joint_vector("x")
    program = lower([expand(family.D @ x)])
    inputs = {x: bodies.split(Space.JOINT, [1.0] * mechanism.nv_tree)}
    interpreter = Interpreter(program, bodies, inputs, MatrixEvaluator(bodies, {}))
    with np.errstate(all="ignore"):
        interpreter.run()
    blocks: list[RiccatiStep] = interpreter.found[RiccatiRecursion(family)]
    least = _FELT if mechanism.factors is None else _FELT_IN_FACTORS
    idle: list[str] = []
    for bodies_moved in mechanism.visits:
        moved = [blocks[k] for k in bodies_moved]
        D = np.array([[plain(x) for x in row] for row in moved[0].D], dtype=float)
        if not _is_felt(D, moved, least):
            idle.append(model.merged().bodies[bodies_moved[0]].joint.name)
    return idle


def is_solid(model: Model) -> bool:
    """Whether every body has mass, and inertia about every axis: then P ≥ M > 0 and no joint is idle."""
    inertias = [body.inertia for body in model.merged().bodies]
    masses = np.array([inertia.mass for inertia in inertias])
    moments = np.linalg.eigvalsh(np.array([inertia.rotational for inertia in inertias]).reshape(-1, 3, 3))
    return bool((masses > 0.0).all() and (moments[:, 0] > _ROUND * moments[:, 2]).all())


def is_extended(model: Model) -> bool:
    """Whether the robot as a whole, its joints locked, has mass, and inertia about every axis."""
    merged = model.merged()
    rotations, positions = body_poses(merged, model.random_configuration(np.random.default_rng(0)))
    whole = Inertia.zero()
    for body, rotation, position in zip(merged.bodies, rotations, positions, strict=True):
        whole = whole + body.inertia.expressed_in(Pose(rotation, position))
    moments = np.linalg.eigvalsh(whole.rotational)
    return bool(whole.mass > 0.0 and moments[0] > _FELT * moments[2])


def _is_felt(D: NDArray[np.float64], moved: Sequence[RiccatiStep], least: float) -> bool:
    """Whether a joint feels the bodies that it moves; one that loops hold fast has nothing to feel."""
    if D.size == 0:
        return True
    size = max(abs(float(plain(block.P.entry(i, i)))) for block in moved for i in range(6))
    size = max(size, float(np.abs(D).max()))  # Y alone may resist
    return bool(np.isfinite(D).all()) and size > 0.0 and float(np.linalg.eigvalsh(D)[0]) > least * size
