"""Loops through flexible bodies as joints: S*𝓜S, and accelerations that plain matrices give."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from random_flexible import random_flexible, random_modes
from spars import ON_BRICK, TIP, body, brick, spar
from tests.closed_chains.graphs import closed_tree
from tests.closed_chains.swept import SweptEmbeddedRobot, SweptRobot

import psiphi
from psiphi.algebra import H, M, a, b, gearing, loop_vector, phi
from psiphi.algebra.dense import dense
from psiphi.dynamics.features import Features
from psiphi.flexible import Modes
from psiphi.model import Frame, Loop, Model
from psiphi.spatial.pose import Pose


def apart(x: np.ndarray, y: np.ndarray) -> float:
    return float(np.abs(x - y).max() / max(1.0, np.abs(y).max()))


def bent_graph(seed: int, **options: object) -> tuple[Model, np.ndarray]:
    """A random robot with loops, every other body of it flexible, its loops closed while it is bent."""
    rigid, closed = closed_tree(seed, bodies=5, **options)  # type: ignore[arg-type]
    model, rng = rigid, np.random.default_rng(seed)
    for k, link in enumerate(model.bodies):
        if k % 2 == seed % 2:
            seats = [model.bodies[child].joint.placement.position for child in model.children[k]]
            seats += [frame.pose.position for frame in model.frames if frame.body == k]
            model = model.with_modes(link.name, random_modes(rng, np.array(seats[:3]).reshape(-1, 3)))
    q = model.neutral()
    for name in rigid.coordinates.q_slices:
        q[model.q_slice(name)] = closed[rigid.q_slice(name)]
    for link in model.bodies:
        if link.modes is not None:
            q[model.q_modes(link.name)] = 0.3 * link.modes.reach * rng.uniform(-1.0, 1.0, link.modes.count)
    return model, SweptRobot(model).assemble(q).q


@pytest.mark.parametrize("seed", range(6))
def test_random_graphs_that_bend(seed: int) -> None:
    base, mimic = ("fixed", "free")[seed % 2], 0.4 if seed % 3 == 0 else 0.0
    model, q = bent_graph(seed, loops=1 + seed % 2, base=base, mimic=mimic)
    robot, rng = SweptEmbeddedRobot(model, q), np.random.default_rng(seed)
    theta, tau = rng.normal(size=robot.nv), rng.normal(size=model.nv)
    S, v = robot.joint_velocity(q[None], np.eye(robot.nv)).T, robot.joint_velocity(q, theta)
    features, coupling = Features.of(model), model.coupling
    mass = coupling.T @ dense(features.mass, model, q) @ coupling
    bias = coupling.T @ dense(H @ phi @ (M @ phi.T @ a + b), model, q, v=v)
    assert apart(robot.mass_matrix(q), S.T @ mass @ S) < 1e-12
    jacobian, drift = robot.tree.constraint_jacobian(q), robot.tree.constraint_bias(q, v)
    matrix = np.block([[mass, -jacobian.T], [jacobian, np.zeros((len(drift),) * 2)]])
    known = np.linalg.lstsq(matrix, np.concatenate([tau - bias, -drift]), rcond=1e-12)[0][: model.nv]
    found = robot.forward_dynamics(q, theta, S.T @ tau)
    assert apart(found, known[robot.independent]) < 1e-10
    assert apart(robot.inverse_dynamics(q, theta, found), S.T @ tau) < 1e-10
    coriolis = robot.coriolis_matrix(q, theta)
    assert apart(coriolis + coriolis.T, robot.mass_matrix_rate(q, theta)) < 1e-12
    frame = model.body_names[-1]
    J = robot.tree.jacobian(q, frame) @ S
    compliance = J @ np.linalg.solve(S.T @ mass @ S, J.T)
    assert apart(robot.operational_space_compliance(q, frame), compliance) < 1e-10


def test_couplings_of_joints_of_bodies_that_bend() -> None:
    """x₁ = p(x₂) of the joints, whatever the modes after them do."""
    model = random_flexible(3, bodies=5, kinds=("revolute", "prismatic"))
    first, second = (model.bodies[k].joint.name for k in (1, 2))
    model = replace(model, loops=(Loop("geared", "joint", first, second, coefficients=(0.1, 0.5, 0.3)),))
    robot, rng = SweptRobot(model), np.random.default_rng(0)
    q = model.random_configuration(rng)
    v, tau = rng.normal(size=(2, model.nv))
    i, j = (model.v_slice(name).start for name in (first, second))
    angle = q[model.q_slice(second).start]
    row = np.zeros(model.nv)
    row[i], row[j] = 1.0, -(0.5 + 0.6 * angle)
    assert apart(dense(gearing, model, q), row[None]) < 1e-15
    assert apart(robot.compile(gearing.T @ loop_vector("g1"))(q, [2.0]), 2.0 * row) < 1e-14
    mass = dense(H @ phi @ M @ phi.T @ H.T, model, q)
    bias = dense(H @ phi @ (M @ phi.T @ a + b), model, q, v=v)
    free = np.linalg.solve(mass, np.stack([tau - bias, row], axis=1))
    force = (0.6 * v[j] ** 2 - row @ free[:, 0]) / (row @ free[:, 1])
    found = robot.constrained_acceleration(q, v, tau, stabilisation=np.zeros(1))
    assert apart(found, free @ [1.0, force]) < 1e-10


def springy(n: int) -> Modes:
    """A spar that loses no energy."""
    return Modes(**{**spar(n).arrays, "damping": np.zeros(n)}, nodes=spar(n).nodes)


def four_bars() -> tuple[psiphi.Robot, np.ndarray]:
    """Bars that close on the node of a boom, of which one is flexible, and a whip on them."""
    bodies = [
        body("boom", -1, "revolute", modes=springy(2)),
        body("carriage", 0, "prismatic", TIP, (1.0, 0.0, 0.0), inertia=brick()),
        body("crank", 1, "revolute", inertia=brick(1.0)),
        body("coupler", 2, "revolute", (0.5, 0.0, 0.0), modes=springy(1)),
        body("rocker", 1, "revolute", (0.7, 0.0, 0.0), inertia=brick(0.8)),
        body("whip", 3, "revolute", ON_BRICK, (0.0, 1.0, 0.0), inertia=brick(0.3)),
    ]
    frames = [Frame("end", 3, Pose(None, (0.7, 0.0, 0.0))), Frame("pin", 4, Pose(None, (0.5, 0.0, 0.0)))]
    frames.append(Frame("middle", 0, Pose(None, (0.6, 0.0, 0.0))))
    model = Model("four bars", bodies, frames).with_loop("end", "pin", "distance", length=0.1)
    robot, rng = psiphi.Robot(model), np.random.default_rng(0)
    q = 0.02 * rng.normal(size=model.nq)
    q[model.q_slice("to crank")], q[model.q_slice("to coupler")], q[model.q_slice("to rocker")] = 1.0, -0.9, 1
    q = robot.assemble(q).q
    length = float(np.linalg.norm(robot.frame_pose(q, "pin")[1] - robot.frame_pose(q, "middle")[1]))
    return psiphi.Robot(model.with_loop("pin", "middle", "distance", length=length)), q


def test_compiled_linkages_with_flexible_bars() -> None:
    whole, q = four_bars()
    joints = ["to boom", "boom", "to carriage", "to crank", "coupler", "to whip"]
    robot, rng = whole.embedded(q, joints), np.random.default_rng(1)
    own, v = robot.independent, whole.project_velocity(q, rng.normal(size=whole.nv))
    tau = rng.normal(size=whole.nv)
    forces = robot.independent_forces(q, tau)
    found = robot.forward_dynamics(q, v[own], forces)
    assert apart(found, whole.constrained_acceleration(q, v, tau)[own]) < 1e-11
    places = robot.v_slice("coupler")
    assert own[places.start] == whole.model.v_modes("coupler").start
    held = robot.prescribed(["coupler"])
    moved, needed = held.forward_dynamics(q, v[own], forces)
    forces[places] = needed
    assert moved[places] == pytest.approx(0.0, abs=1e-11)
    assert apart(robot.forward_dynamics(q, v[own], forces), moved) < 1e-11
    q2, v2 = robot.rollout(q, v[own], None, 200, 1e-3, method="rk4")
    assert np.abs(whole.loop_residual(q2[-1])).max() < 1e-9
    energy = [
        float(whole.kinetic_energy(x, robot.joint_velocity(x, y)) + whole.elastic_energy(x))
        + float(whole.potential_energy(x))
        for x, y in ((q, v[own]), (q2[-1], v2[-1]))
    ]
    assert energy[1] == pytest.approx(energy[0], rel=1e-8)
