"""RJK: Rodriguez, Jain & Kreutz-Delgado, A spatial operator algebra for manipulators (1991)."""

from __future__ import annotations

import numpy as np

from psiphi.algebra import (
    B,
    D,
    E_phi,
    E_psi,
    H,
    I,
    J,
    K,
    M,
    P,
    frame_vector,
    inv,
    joint_vector,
    mass,
    psi,
)
from psiphi.algebra.identities import Identity, identities_from
from psiphi.papers import differences
from psiphi.papers.closed_chain import CLOSED_CHAIN
from psiphi.papers.diagonalized import DIAGONALIZED
from psiphi.papers.differences import slope
from psiphi.papers.figures.closed_chains import FIGURE_1
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
    true,
)
from psiphi.papers.several_arms import SEVERAL_ARMS
from psiphi.papers.subject import Subject, arm
from psiphi.recursion.sweeps.explain import explain

T, f, rates = joint_vector("T"), frame_vector("f"), joint_vector("rates")


def named(*names: str) -> list[Identity]:
    """Rows of RJK by the first words of their names."""
    return [row for row in identities_from("RJK") if row.name.removeprefix("RJK ").startswith(names)]


@reproduces("RJK 1, 5", "the Jacobian operator and its adjoint")
def jacobian() -> Findings:
    arm_ = arm(7)
    robot, q, tip = arm_.robot, arm_.q, arm_.frames[0]
    force = np.random.default_rng(2).standard_normal(6)
    moved = slope(lambda time: robot.frame_pose(robot.integrate(q, arm_.v, time), tip)[1])
    velocity = robot.frame_velocity(q, arm_.v, tip, "local_world_aligned")
    return Findings(
        "`V(0) = Jθ̇` with `J = B*φ*H*`, a sweep outward; `T = J*f(0) = HφBf(0)`, a sweep inward",
        "both as compiled sweeps against the compiled Jacobian matrix, and the velocity against the motion "
        "of the tip",
        (
            close("`J θ̇`", arm_.compiled(J @ rates, rates=arm_.v), robot.jacobian(q, tip, "local") @ arm_.v),
            close("`J* f`", arm_.compiled(J.T @ f, f=force), robot.jacobian(q, tip, "local").T @ force),
            close("the tip moves as `V(0)` says", moved, velocity[3:], differences.TOLERANCE),
        ),
        loops=explain(J @ rates).algorithm,
    )


@reproduces("RJK 2–7", "Newton–Euler recursions are the operator factors")
def newton_euler() -> Findings:
    rows, checks = identity_table(named("3", "4", "5"))
    return Findings(
        "`𝓜 = HφMφ*H*`, `C = Hφ(Mφ*a + b)`, `J* = HφB`: the recursions of Newton and Euler, solved",
        "the recursions as equations in `E_φ`, whose solution is compared with the factors",
        checks,
        (rows,),
        (Misprint("Newton–Euler loop", "`α(k) = φ*α(k+1) + H*θ̇ + a`", "`H*θ̈`"),),
    )


@reproduces("RJK lemmas 1–5", "factorisation and inversion of the mass matrix")
def lemmas() -> Findings:
    rows, checks = identity_table(named("8", "10", "lemma", "appendix"))
    arm_ = arm(6)
    found = arm_.compiled((I - H @ psi @ K).T @ inv(D) @ (I - H @ psi @ K) @ T, T=arm_.tau)
    told = explain(inv(mass) @ T)
    printed = arm_.plain(P - E_psi @ P @ E_psi.T @ P - E_phi @ P @ E_phi.T + K @ D @ K.T)
    return Findings(
        "(8)–(16) and the appendix; (14), (15) are a forward dynamics algorithm of O(n)",
        "each identity proved from the definitions; (15) as compiled sweeps against a dense solve",
        (
            close(
                "(15) against a dense solve",
                found,
                np.linalg.solve(arm_.plain(mass), arm_.tau),
                INVERSE_TOLERANCE,
            ),
            true("`derive` finds (13) by itself", told.derivation.sweeps == 2),
            *checks,
        ),
        (rows,),
        (
            Misprint(
                "appendix",
                "`M = P − E_ψ P E_ψ* P − E_φ P E_φ* + KDK*`",
                "`M = P − E_ψ P E_ψ* = P − E_φ P E_φ* + KDK*`: an equals sign is lost",
                distance(printed, arm_.plain(M)),
            ),
            Misprint("FD loop", "`K*(k+1,k)λ(k+1,k)`, and `ẑ(0)` is not set", "`λ(k+1)`, and `ẑ(0) = 0`"),
        ),
        loops=told.algorithm,
    )


@reproduces("RJK 18", "joint accelerations due to a tip force")
def tip_force() -> Findings:
    arm_ = arm(7)
    force = np.random.default_rng(2).standard_normal(6)
    expected = -arm_.plain(inv(mass) @ J.T @ f, f=force)
    expression = -(inv(mass) @ J.T @ f)
    told = explain(expression)
    rows, checks = identity_table(named("18"))
    return Findings(
        "`Δθ̈ = −(I − HψK)*D⁻¹HψBf(0)`, simpler than (17): two sweeps",
        f"`−𝓜⁻¹J*f` is derived into `{told.derivation.result}`, compiled, and compared with a dense solve",
        (
            close(
                "compiled (18) against a dense solve",
                arm_.compiled(expression, f=force),
                expected,
                INVERSE_TOLERANCE,
            ),
            true("two sweeps", told.derivation.sweeps == 2),
            *checks,
        ),
        (rows,),
        (
            Misprint(
                "(18), its loop",
                "`ẑ(1) = ψ(1,0)f(0)` before a loop that propagates it once more",
                "it starts from `ẑ(0) = f(0)` with `ψ(1,0) = φ(1,0)`",
                _started_late(arm_, force, expected),
            ),
        ),
        loops=told.algorithm,
    )


def _started_late(arm_: Subject, force: Array, expected: Array) -> float:
    """How far (18) is off where ẑ(1) is carried through ψ(1,0) = φ(1,0) once more, as printed."""
    at_tip = arm_.plain(B)
    first = at_tip @ force
    tip = slice(6 * (arm_.bodies - 1), 6 * arm_.bodies)
    twice = np.zeros_like(first)
    twice[tip] = at_tip[tip] @ first[tip]
    response = arm_.plain((I - H @ psi @ K).T @ inv(D) @ H @ psi)
    return distance(-response @ twice, expected)


@reproduces("RJK 20", "the inertia of the arm as its tip feels it")
def operational_space() -> Findings:
    arm_ = arm(7)
    robot, q, tip = arm_.robot, arm_.q, arm_.frames[0]
    expected = arm_.plain(J) @ np.linalg.solve(arm_.plain(mass), arm_.plain(J).T)
    rows, checks = identity_table(named("20"))
    inertia = robot.operational_space_inertia(q, tip, "local")
    return Findings(
        "`Ω(0) = J𝓜⁻¹J* = B*ψ*H*D⁻¹HψB`, by `Ω(k) = ψ*Ω(k+1)ψ + H*D⁻¹H` from the base to the tip; `Λ = "
        "Ω(0)⁻¹`",
        "the recursion on numbers, and the compiled compliance and inertia, against dense matrices",
        (
            close("the recursion, base to tip", compliance_by_recursion(arm_), expected, INVERSE_TOLERANCE),
            close(
                "compiled compliance",
                robot.operational_space_compliance(q, tip, "local"),
                expected,
                INVERSE_TOLERANCE,
            ),
            close("compiled inertia times `Ω(0)`", inertia @ expected, np.eye(6), INVERSE_TOLERANCE),
            *checks,
        ),
        (rows,),
        loops=explain(J @ inv(mass) @ J.T).algorithm,
    )


def compliance_by_recursion(arm_: Subject) -> Array:
    """Ω(0) by the loop of section 5.2."""
    step, axes, inertias, tip = (arm_.plain(x) for x in (E_psi, H, D, B))
    omega = np.zeros((6, 6))
    for k in range(arm_.bodies):
        axis = axes[k : k + 1, 6 * k : 6 * k + 6]
        shift = arm_.block(step, k - 1, k) if k else np.zeros((6, 6))
        omega = shift.T @ omega @ shift + axis.T @ axis / inertias[k, k]
    outward = tip[6 * (arm_.bodies - 1) :]
    return outward.T @ omega @ outward


RJK = Paper(
    "RJK",
    "G. Rodriguez, A. Jain, K. Kreutz-Delgado",
    "A spatial operator algebra for manipulator modeling and control (1991)",
    (
        jacobian,
        newton_euler,
        lemmas,
        tip_force,
        operational_space,
        FIGURE_1,
        CLOSED_CHAIN,
        DIAGONALIZED,
        SEVERAL_ARMS,
    ),
)
