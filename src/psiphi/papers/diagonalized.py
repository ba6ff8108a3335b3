"""The diagonalised equations of motion of [RJK 6]."""

from __future__ import annotations

import numpy as np

from psiphi.algebra import D, H, I, K, joint_vector, phi, psi
from psiphi.algebra.identities import identities_from
from psiphi.checks import Check
from psiphi.papers import differences
from psiphi.papers.differences import slope
from psiphi.papers.identity_rows import identity_table
from psiphi.papers.item import INVERSE_TOLERANCE, TOLERANCE, Findings, Misprint, close, distance, reproduces
from psiphi.papers.subject import arm


@reproduces("RJK 6", "diagonalised equations of motion: ν̇ + μ = ε")
def DIAGONALIZED() -> Findings:
    arm_ = arm(6)
    robot, q, v = arm_.robot, arm_.q, arm_.v
    root = robot.mass_matrix_square_root(q)
    velocity = robot.diagonalized_velocity(q, v)
    coriolis = robot.bias_forces(q, v) - robot.gravity_forces(q)
    force = arm_.tau - robot.gravity_forces(q)
    innovations, bias = robot.diagonalized_forces(q, force), robot.diagonalized_coriolis(q, v)
    rate = slope(lambda time: robot.mass_matrix_square_root(robot.integrate(q, v, time)))  # ṁ
    plain_bias = np.linalg.solve(root, coriolis) - rate.T @ v
    acceleration = robot.forward_dynamics(q, v, arm_.tau)
    moved = slope(
        lambda time: robot.diagonalized_velocity(robot.integrate(q, v, time), v + time * acceleration)
    )
    T = joint_vector("T")
    right, printed = (arm_.plain(D**-0.5 @ (I - H @ operator @ K) @ T, T=force) for operator in (psi, phi))
    rows, checks = identity_table([row for row in identities_from("RJK") if "section 6" in row.name])
    work = float(velocity @ bias) / float(np.linalg.norm(velocity) * np.linalg.norm(bias))
    return Findings(
        "with `ν = D^½(I + HφK)*θ̇` and `ε = D^−½(I − HψK)T` the equations of motion are `ν̇ + μ(θ,ν) = ε`, "
        "with the unit matrix for a mass matrix",
        "a random arm in motion; `μ = m⁻¹C − ṁ*θ̇` with `m = (I + HφK)D^½` does no work: `ν*μ` = "
        f"{work:.0e}, relatively",
        (
            close("`m m* = 𝓜`", root @ root.T, robot.mass_matrix(q)),
            close("`½ν*ν` is the kinetic energy", velocity @ velocity / 2, robot.kinetic_energy(q, v)),
            close("`ε = m⁻¹T`, compiled", innovations, np.linalg.solve(root, force), INVERSE_TOLERANCE),
            close(
                "`μ = m⁻¹C − ṁ*θ̇`, compiled, against `ṁ` by differences",
                bias,
                plain_bias,
                differences.TOLERANCE,
            ),
            close(
                "`ν̇ + μ = ε`, with `ν̇` by differences along the motion",
                moved + bias,
                innovations,
                differences.TOLERANCE,
            ),
            Check("`ν*μ = 0`: it does no work", abs(work), TOLERANCE),
            *checks,
        ),
        (rows,),
        (Misprint("section 6", "`ε = D^−½(I − HφK)T`", "`ε = D^−½(I − HψK)T`", distance(printed, right)),),
    )
