"""RJ: Rodriguez & Jain, Two-way recursive decomposition of the free-flying robot mass matrix."""

from __future__ import annotations

import numpy as np

from psiphi.algebra import C_b, C_f, E_b, H, I, M, M_b, phi, phi_b, r_b, r_f, r_reduced
from psiphi.algebra.identities import identities_from
from psiphi.model.kinematics import body_poses
from psiphi.papers.brownian_bridge import BROWNIAN_BRIDGE
from psiphi.papers.figures.free_flyers import FIGURE_1, FIGURE_2
from psiphi.papers.identity_rows import identity_table
from psiphi.papers.item import (
    INVERSE_TOLERANCE,
    Array,
    Findings,
    Misprint,
    Paper,
    close,
    distance,
    reproduces,
    table,
    true,
)
from psiphi.papers.nine_link_tree import FIGURE_3, TABLE_4, TREE_MASS_MATRIX
from psiphi.papers.subject import Subject, flyer
from psiphi.spatial import force_transform

BASE = 6  # degrees of freedom of the free joint, which come first


def base_eliminated(mass_matrix: Array) -> Array:
    """The mass matrix of the joints alone: the Schur complement of the base [RJ 27]."""
    base, coupling = mass_matrix[:BASE, :BASE], mass_matrix[:BASE, BASE:]
    return mass_matrix[BASE:, BASE:] - coupling.T @ np.linalg.solve(base, coupling)


@reproduces("RJ Table 1", "the mass matrix of a free flyer from two recursions that meet at each joint")
def table_1() -> Findings:
    flyer_ = flyer()
    expected = base_eliminated(flyer_.robot.mass_matrix(flyer_.q))
    compiled = flyer_.robot.free_flying_mass_matrix(flyer_.q)
    kernel = r_reduced + C_f @ (phi - I) @ r_f + C_b @ (phi_b - I) @ r_b
    found = flyer_.plain(H @ kernel @ H.T)[BASE:, BASE:]
    inertias = {name: flyer_.plain(operator) for name, operator in (("f", r_f), ("b", r_b))}
    joints = range(1, flyer_.bodies)
    parted = [[flyer_.block(inertias[side], k, k)[5, 5] for side in "fb"] for k in joints]
    rows = [
        (flyer_.bodies - k, *(f"{mass:.4f}" for mass in (*masses, sum(masses))))
        for k, masses in zip(joints, parted, strict=True)
    ]
    return Findings(
        "`𝓜 = H[r + C_f φ̃_f r_f + C_b φ̃_b r_b]H*` with `C_f = r_b(r_f + r_b)⁻¹`, `C_b = r_f(r_f + "
        "r_b)⁻¹`, `r⁻¹ = r_f⁻¹ + r_b⁻¹`",
        "the operators on a random chain of 6 links, and the compiled free_flying_mass_matrix, against the "
        "compiled mass matrix, from which the motion of the base is eliminated by a dense solve",
        (
            close("compiled free_flying_mass_matrix", compiled, expected, INVERSE_TOLERANCE),
            close("`H[…]H*` against the mass matrix without its base", found, expected, INVERSE_TOLERANCE),
            close("`C_f + C_b = I`", flyer_.plain(C_f + C_b), np.eye(6 * flyer_.bodies)),
            close(
                "forward and backward masses add up to the whole",
                np.sum(parted, axis=1),
                np.full(len(parted), flyer_.robot.mass),
            ),
        ),
        (
            table(
                ("joint", "mass forward, kg", "backward", "together"),
                rows,
                "what each joint parts, links counted from the tip",
            ),
        ),
    )


@reproduces("RJ Table 2", "recursions for the forward and backward composite masses")
def table_2() -> Findings:
    flyer_ = flyer()
    rows, checks = identity_table(
        [row for row in identities_from("RJ") if row.source in ("RJ 10", "RJ 11", "RJ 12", "RJ 34")]
    )
    forward = flyer_.robot.forward_composite_inertias(flyer_.q)[1:]
    backward = flyer_.robot.backward_composite_inertias(flyer_.q)[1:]
    joints = slice(6, None)  # RJ's operators leave link N + 1 out
    shift, own, gained = (flyer_.plain(x)[joints, joints] for x in (E_b, M, M_b))
    printed = shift @ own @ shift.T
    return Findings(
        "`r_f = E_φf r_f E_φf* + M_f` inward, `r_b = E_φb r_b E_φb* + M_b` outward",
        "both compiled, against the sum of the inertias of all links of a side, each moved rigidly to the "
        "joint",
        (
            close("`r_f` against the links outboard", forward, composite_masses(flyer_, outboard=True)),
            close("`r_b` against the links inboard", backward, composite_masses(flyer_, outboard=False)),
            *checks,
        ),
        (rows,),
        (
            Misprint(
                "(12)",
                "`M_b = E_φb M_f E_φb*` and `M_f = E_φf M_b E_φf*`",
                "`M_b = E_φb M_f E_φb* + π_f* M_b(N) π_f` and `M_f = E_φf M_b E_φf* + π_b* M_f(1) π_b`: "
                "boundary blocks are lost",
                distance(printed, gained),
            ),
        ),
    )


def composite_masses(flyer_: Subject, *, outboard: bool) -> list[Array]:
    """The inertia at each joint of all links on one side of it, as a plain sum."""
    model = flyer_.robot.model
    rotations, positions = body_poses(model, flyer_.q)
    summed = []
    for k in range(1, flyer_.bodies):
        total = np.zeros((6, 6))
        for j in range(k, flyer_.bodies) if outboard else range(k):
            turn = rotations[k].T @ rotations[j]
            shift = force_transform(turn, rotations[k].T @ (positions[j] - positions[k]))
            total += shift @ model.bodies[j].inertia.matrix() @ shift.T
        summed.append(total)
    return summed


@reproduces("RJ 18, 19", "Algorithm 1: the elements of the mass matrix")
def algorithm_1() -> Findings:
    flyer_ = flyer()
    expected = base_eliminated(flyer_.robot.mass_matrix(flyer_.q))
    lower = flyer_.plain(H @ C_f @ phi @ r_f @ H.T)[BASE:, BASE:]
    printed = np.diag(flyer_.plain(H @ r_f @ H.T)[BASE:, BASE:])
    side = np.triu_indices(len(expected))  # bodies count from the base: k toward the base comes first
    return Findings(
        "`X(m) = r_f(m)H*(m)`, then `X(k) = φ(k,k−1)X(k−1)` and `𝓜(k,m) = H(k)C_f(k)X(k)`",
        "the triangle and the diagonal of `H C_f φ r_f H*` against the mass matrix without its base",
        (close("elements in the triangle", lower[side], expected[side], INVERSE_TOLERANCE),),
        misprints=(
            Misprint(
                "(18)",
                "`𝓜(m,m) = H(m)X(m)`",
                "`𝓜(m,m) = H(m)C_f(m)X(m)`",
                distance(printed, np.diag(expected)),
            ),
        ),
    )


@reproduces("RJ Table 3", "two-way recursive inverse dynamics")
def table_3() -> Findings:
    flyer_ = flyer()
    joints = flyer_.acceleration[BASE:]
    rates = np.concatenate([np.zeros(BASE), joints])
    expected = base_eliminated(flyer_.robot.mass_matrix(flyer_.q)) @ joints
    compiled = flyer_.robot.free_flying_mass_matrix_product(flyer_.q, joints)
    forward = flyer_.plain(C_f @ phi @ r_f @ H.T) @ rates
    backward = flyer_.plain(C_b @ phi_b @ r_b @ H.T) @ rates
    before_update = flyer_.plain(C_b @ (phi_b - I) @ r_b @ H.T) @ rates
    axes = flyer_.plain(H)
    parts = [(axes @ part)[BASE:] for part in (forward, before_update)]
    rows = [
        (flyer_.bodies - k, *(f"{part[k - 1]:.6f}" for part in (*parts, parts[0] + parts[1], expected)))
        for k in range(1, flyer_.bodies)
    ]
    return Findings(
        "`X_f` inward and `X_b` outward, independently; then `T(k) = H(k)[C_f X_f + C_b X_b]`",
        "the two recursions as operators, `φ_f r_f H*α` and `φ_b r_b H*α`, and compiled, against the mass "
        "matrix without its base times `α`",
        (
            close("compiled free_flying_mass_matrix_product", compiled, expected, INVERSE_TOLERANCE),
            close(
                "with `X_b` taken before its update",
                parts[0] + parts[1],
                expected,
                INVERSE_TOLERANCE,
            ),
        ),
        (
            table(
                ("joint", "`H C_f X_f`", "`H C_b X_b`", "`T`", "`𝓜α`"),
                rows,
                "both recursions at each joint, N m; links counted from the tip",
            ),
        ),
        (
            Misprint(
                "Table 3",
                "`X = C_f X_f + C_b X_b` with both after their updates",
                "the diagonal `HrH*α` is then counted twice: `X_b` belongs there before its update",
                distance((axes @ (forward + backward))[BASE:], expected),
            ),
        ),
    )


@reproduces("RJ 20–28", "kinetic energy: rigid motion of the whole, and articulation")
def energy() -> Findings:
    flyer_ = flyer()
    robot, q, v = flyer_.robot, flyer_.q, flyer_.v
    matrix = robot.mass_matrix(q)
    whole, coupling = matrix[:BASE, :BASE], matrix[:BASE, BASE:]
    rigid = v[:BASE] + np.linalg.solve(whole, coupling @ v[BASE:])
    parts = rigid @ whole @ rigid / 2, v[BASE:] @ base_eliminated(matrix) @ v[BASE:] / 2
    composite = flyer_.block(flyer_.plain(r_f), 0, 0)
    return Findings(
        "`J = ½V_RIGID* r_f(N+1) V_RIGID + ½θ̇*𝓜θ̇`: the energy of the rigid system and that of its "
        "articulation",
        f"{parts[0]:.6f} J and {parts[1]:.6f} J for a random chain in motion, against the compiled kinetic "
        "energy",
        (
            close("the two energies add up", sum(parts), robot.kinetic_energy(q, v)),
            close("compiled rigid_kinetic_energy", robot.rigid_kinetic_energy(q, v), parts[0]),
            close("compiled wiggle_kinetic_energy", robot.wiggle_kinetic_energy(q, v), parts[1]),
            close("`r_f(N+1)` is the mass matrix of the base", composite, whole),
            true("both parts are positive", bool(min(parts) > 0.0)),
        ),
    )


@reproduces("RJ identities", "Identities 1 to 9 and (2)–(17)")
def identities() -> Findings:
    rows, checks = identity_table(identities_from("RJ"))
    return Findings(
        "the identities that lead to the two-way decomposition",
        "each as operators on random free-flying chains and trees; on trees with the terms that other "
        "branches add",
        checks,
        (rows,),
    )


RJ = Paper(
    "RJ",
    "G. Rodriguez, A. Jain",
    "Two-way recursive decomposition of the free-flying robot mass matrix",
    (
        FIGURE_1,
        table_1,
        FIGURE_2,
        table_2,
        algorithm_1,
        table_3,
        energy,
        identities,
        BROWNIAN_BRIDGE,
        FIGURE_3,
        TABLE_4,
        TREE_MASS_MATRIX,
    ),
)
