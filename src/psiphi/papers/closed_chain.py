"""Two arms that hold each other: the closed chain of [RJK 5.3]."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from psiphi.algebra import X_0, B, D, H, I, J, K, frame_vector, inv, psi
from psiphi.formats.robots import random_tree
from psiphi.model import Frame, Model
from psiphi.model.kinematics import frame_pose
from psiphi.papers.item import (
    INVERSE_TOLERANCE,
    Array,
    Findings,
    Misprint,
    close,
    distance,
    reproduces,
    table,
    true,
)
from psiphi.papers.subject import Subject
from psiphi.spatial import Pose

ARM = 7  # joints of each arm
correction = (I - H @ psi @ K).T @ inv(D) @ H @ psi @ B @ frame_vector("f")  # (18), for a force on the arms


def two_arms() -> Subject:
    """Two arms of seven hinges on one base, welded tip to tip, in a motion that the weld allows."""
    drawn = random_tree(8, bodies=2 * ARM, kinds=("revolute",), branching="chain", roots=2)
    q = drawn.random_configuration(np.random.default_rng(1))
    tips = [Pose(*frame_pose(drawn, q, drawn.body_names[k])) for k in (ARM - 1, 2 * ARM - 1)]
    frames = (
        Frame("tip_1", ARM - 1, Pose.identity()),
        Frame("tip_2", 2 * ARM - 1, tips[1].inverse() @ tips[0]),
    )
    model = Model(drawn.name, drawn.bodies, frames, drawn.gravity).with_loop("tip_1", "tip_2", "weld")
    arms = replace(Subject.of(model, ("tip_1", "tip_2")), q=q)
    along = np.linalg.svd(arms.robot.constraint_jacobian(q))[2][6:]  # motions that keep the tips together
    return replace(arms, v=along.T @ (along @ arms.v))


@reproduces("RJK 21–26", "forward dynamics of a closed chain")
def CLOSED_CHAIN() -> Findings:
    arms = two_arms()
    robot, q, v = arms.robot, arms.q, arms.v
    # at the origin of the world, where tips that move together have one spatial acceleration
    jacobian = arms.plain(X_0 @ J)
    first, second = jacobian[:6], jacobian[6:]
    free = robot.forward_dynamics(q, v, arms.tau)
    drift = np.concatenate([robot.jacobian_dot_v(q, v, tip, "world") for tip in arms.frames])
    tips = jacobian @ free + drift
    compliance = robot.operational_space_compliance(q, arms.frames, "world")
    inertia = np.linalg.inv(compliance[:6, :6] + compliance[6:, 6:])  # Λ_c of (26)
    force = inertia @ (tips[6:] - tips[:6])
    on_tips = np.concatenate([force, -force])
    corrections = arms.compiled(correction, f=arms.plain(X_0).T @ on_tips)
    found = free + corrections
    compiled = robot.constrained_forward_dynamics(q, v, arms.tau)
    truth, reaction = constrained(arms, first - second, drift[:6] - drift[6:])
    after = jacobian @ found + drift
    without_bias = inertia @ (jacobian @ free)[6:] - inertia @ (jacobian @ free)[:6]
    rows = [
        ("moment", *(f"{x:.4f}" for x in force[:3]), *(f"{x:.4f}" for x in reaction[:3])),
        ("force", *(f"{x:.4f}" for x in force[3:]), *(f"{x:.4f}" for x in reaction[3:])),
    ]
    return Findings(
        "`f(0) = Λ_c[α_2f(0) − α_1f(0)]` with `Λ_c⁻¹ = Λ_1⁻¹ + Λ_2⁻¹`; then both arms are corrected by (18)",
        f"two random arms of {ARM} joints welded tip to tip, from compiled free accelerations, compliances "
        "and tip-force corrections; against one dense system of the equations of motion and the constraint",
        (
            close("joint accelerations against the dense system", found, truth, INVERSE_TOLERANCE),
            close("contact force against its multipliers", force, reaction, INVERSE_TOLERANCE),
            close("compiled constrained_forward_dynamics", compiled.acceleration, truth, INVERSE_TOLERANCE),
            close(
                "and its force, in the axes of the tip",
                compiled.force,
                (arms.plain(X_0).T @ on_tips)[:6],
                INVERSE_TOLERANCE,
            ),
            close("(22): both tips accelerate alike", after[:6], after[6:], INVERSE_TOLERANCE),
            true("the arms do not touch each other's compliance", not np.abs(compliance[:6, 6:]).max() > 0.0),
        ),
        (
            table(
                ("", "`x` by (26)", "`y`", "`z`", "`x` dense", "`y`", "`z`"),
                rows,
                "what the arms exert on each other, at the origin of the world",
            ),
        ),
        (
            Misprint(
                "after (25)",
                "`α_1f(0) = J_1θ̈_1f + J_1Δθ̇_1`",
                "`α_1f(0) = J_1θ̈_1f + J̇_1θ̇_1`",
                distance(without_bias, force),
            ),
        ),
    )


def constrained(arms: Subject, constraint: Array, drift: Array) -> tuple[Array, Array]:
    """Accelerations and multipliers of 𝓜a − A*f = τ − C, Aa + drift = 0, by one dense solve."""
    n = arms.robot.nv
    mass_matrix, bias = arms.robot.mass_matrix(arms.q), arms.robot.bias_forces(arms.q, arms.v)
    whole = np.block([[mass_matrix, -constraint.T], [constraint, np.zeros((6, 6))]])
    solved = np.asarray(np.linalg.solve(whole, np.concatenate([arms.tau - bias, -drift])), np.float64)
    return solved[:n], solved[n:]
