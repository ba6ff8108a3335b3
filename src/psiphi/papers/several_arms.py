"""Several arms that hold one object, in O(n) + O(ℓ) and in O(n) + O(ℓ³) [RJK 6]."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from psiphi.algebra import H, N, mass, phi
from psiphi.dynamics.catalogue import request
from psiphi.dynamics.features import Features
from psiphi.dynamics.loops.constraints import constraint_bias
from psiphi.formats.robots import random_tree
from psiphi.kernel.program.counts import count
from psiphi.kernel.request import DENSE, SEQUENTIAL
from psiphi.kernel.tracing import cheapest
from psiphi.model import Body, Frame, Joint, Model
from psiphi.papers.item import INVERSE_TOLERANCE, Array, Findings, close, reproduces, table, true
from psiphi.papers.subject import Subject
from psiphi.spatial import Inertia, Pose, exp_so3

FINGERS = 4
ARMS = (2, 4, 8, 16)
QUANTITY = "constrained_forward_dynamics"


def grasp(arms: int, finger: Model) -> Model:
    """A free body that arms touch with their tips, as point contacts with friction."""
    rng = np.random.default_rng(0)
    held = Inertia(2.0, (0.01, 0.02, 0.0), np.diag([0.02, 0.03, 0.04]))
    model = Model("grasp", [Body("object", -1, Joint("float", "free"), held)])
    for i in range(arms):
        stand, face, tip = (Pose(exp_so3(rng.standard_normal(3)), rng.uniform(-1, 1, 3)) for _ in range(3))
        frames = Frame(f"stand_{i}", -1, stand), Frame(f"face_{i}", 0, face)
        model = replace(model, frames=(*model.frames, *frames))
        model = model.attach(finger, at=f"stand_{i}", prefix=f"{i}_")
        model = replace(model, frames=(*model.frames, Frame(f"tip_{i}", len(model.bodies) - 1, tip)))
        model = model.with_loop(f"face_{i}", f"tip_{i}", "point_contact", name=f"contact_{i}")
    return model


@reproduces("RJK 6, one object", "several arms that hold a common object")
def SEVERAL_ARMS() -> Findings:
    finger = random_tree(0, bodies=3, kinds=("revolute",), branching="chain")
    held = Subject.of(grasp(FINGERS, finger))
    robot, q, tau = held.robot, held.q, held.tau
    jacobian, mass_matrix = held.plain(N @ phi.T @ H.T), held.plain(mass)
    drift = held.plain(constraint_bias(Features.of(robot.model)))
    free = np.linalg.solve(mass_matrix, tau - robot.bias_forces(q, held.v))
    opening = jacobian @ free + drift

    whole = -np.linalg.solve(jacobian @ np.linalg.solve(mass_matrix, jacobian.T), opening)
    forces = _object_last(mass_matrix, jacobian, opening)
    truth = free + np.linalg.solve(mass_matrix, jacobian.T @ whole)
    ways = [robot.constrained_forward_dynamics(q, held.v, tau, method=way) for way in (DENSE, SEQUENTIAL)]

    counts = np.array([[_operations(arms, way) for way in (DENSE, SEQUENTIAL)] for arms in ARMS])
    slopes = np.diff(counts[:, 1]) / np.diff(ARMS)
    cube = np.polyfit(ARMS, counts[:, 0], 3)[0]
    return Findings(
        "the effective inertia of several arms with a common object takes `O(n) + O(ℓ)` operations, if no "
        "arm is at a kinematic singularity, and `O(n) + O(ℓ³)` in general; so do forces and accelerations",
        f"forces of {FINGERS} fingers on a free body, the body's own equations last, against the dense "
        "`J_c𝓜⁻¹J_c*`; the same compiled, all contacts at once and one after another, with exact counts. One "
        "after another they are the measurements of a filter, which singular arms do not disturb",
        (
            close("contact forces, the object last", forces, whole, INVERSE_TOLERANCE),
            close("compiled, all at once", ways[0].acceleration, truth, INVERSE_TOLERANCE),
            close("compiled, one after another", ways[1].acceleration, truth, INVERSE_TOLERANCE),
            close("and the forces", ways[1].force, whole, INVERSE_TOLERANCE),
            close("one after another: as many operations for each arm", slopes, slopes[-1:], 1e-3),
            close("all at once: `9ℓ³` for factors of `3ℓ` rows", cube, 9.0, 0.02),
            true("which is less for many arms", bool(counts[-1, 1] < counts[-1, 0])),
        ),
        (
            table(
                ("arms", "all at once", "one after another"),
                [(arms, *row) for arms, row in zip(ARMS, counts.tolist(), strict=True)],
                "operations for accelerations and forces, arms of one ball joint on a free body",
            ),
        ),
    )


def _object_last(mass_matrix: Array, jacobian: Array, opening: Array) -> Array:
    """f_i = −Λ_i(y_i + A_i α) with (M_o + Σ A_i*Λ_iA_i) α = −Σ A_i*Λ_i y_i, object and arms apart.

    Λ_i is the inertia of arm i at its contact, A_i what the contact makes of the motion of the object, whose
    joint is the first, and α the correction to that motion.
    """
    inertia, right = mass_matrix[:6, :6].copy(), np.zeros(6)
    arms: list[tuple[Array, Array, Array]] = []
    for i in range(FINGERS):
        rows, joints = slice(3 * i, 3 * i + 3), slice(6 + 3 * i, 9 + 3 * i)
        own, on_object = jacobian[rows, joints], jacobian[rows, :6]
        compliance = own @ np.linalg.solve(mass_matrix[joints, joints], own.T)
        felt = np.asarray(np.linalg.inv(compliance), np.float64)
        inertia += on_object.T @ felt @ on_object
        right -= on_object.T @ felt @ opening[rows]
        arms.append((felt, on_object, opening[rows]))
    motion = np.linalg.solve(inertia, right)
    return np.concatenate([-felt @ (y + on_object @ motion) for felt, on_object, y in arms])


def _operations(arms: int, solving: str) -> int:
    ball = random_tree(0, bodies=1, kinds=("spherical",))
    asked = replace(request(grasp(arms, ball), QUANTITY), form="M kept", solving=solving)
    return count(cheapest(asked).program).total
