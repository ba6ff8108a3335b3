"""R87: Rodriguez, Kalman filtering, smoothing, and recursive robot arm dynamics (1987)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from psiphi.algebra import (
    D,
    E_phi,
    G,
    H,
    I,
    K,
    M,
    Omega,
    P,
    a,
    b,
    body_vector,
    inv,
    joint_vector,
    mass,
    phi,
    psi,
)
from psiphi.algebra import v as rates
from psiphi.algebra.identities import identities_from
from psiphi.papers.biases import b_of_r87, moments_from_boundary_value_problem, n_of_r87
from psiphi.papers.conditioning import Gaussian
from psiphi.papers.counts.planar_chain import FIGURE_4, TABLE_II, TABLE_III
from psiphi.papers.figures.chains import FIGURE_1
from psiphi.papers.figures.filter_diagram import FIGURE_3
from psiphi.papers.figures.summation_orders import FIGURE_2
from psiphi.papers.identity_rows import identity_table
from psiphi.papers.inertia_inverse import inverse_by_83
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
)
from psiphi.papers.subject import Subject, arm
from psiphi.recursion.sweeps.explain import explain

tau, acceleration = joint_vector("tau"), joint_vector("acceleration")
known = body_vector("known")  # the known input of the estimation problem


@reproduces("R87 Table I", "optimal estimation and robot dynamics are one boundary-value problem")
def table_1() -> Findings:
    arm_ = arm(5)
    robot, q, v = arm_.robot, arm_.q, arm_.v
    moving = robot.forward_dynamics(q, v, arm_.tau)
    forces = arm_.compiled(phi @ (M @ phi.T @ (H.T @ acceleration + a) + b), acceleration=moving)
    accelerations = arm_.compiled(phi.T @ (H.T @ acceleration + a), acceleration=moving)
    velocities = arm_.compiled(phi.T @ H.T @ rates)

    transition, joints, noise = arm_.plain(phi), arm_.plain(H), arm_.plain(M)
    mean = arm_.plain(b) + noise @ transition.T @ arm_.plain(a)  # n moves into the known input, as in IX
    states = Gaussian(transition @ mean, transition @ noise @ transition.T)
    estimate = states.given(joints, arm_.tau).mean
    disturbance = Gaussian(mean, noise).given(joints @ transition, arm_.tau).mean
    costates = np.linalg.solve(noise, disturbance - arm_.plain(b))
    rows = [
        ("states", "`x(k)`", "spatial forces", estimate, forces),
        ("costates", "`λ(k)`", "spatial accelerations", costates, accelerations),
        ("measurements", "`τ(k)`", "active joint moments", joints @ estimate, arm_.tau),
        ("transition matrix", "`φ(k,k−1)`", "spatial Jacobian", transition.T @ joints.T @ v, velocities),
        (
            "process error covariance",
            "`M(k)`",
            "spatial inertia",
            velocities @ noise @ velocities / 2,
            robot.kinetic_energy(q, v),
        ),
        ("known input", "`b(k)`", "spatial bias force", joints @ states.mean, robot.bias_forces(q, v)),
        (
            "state-to-output map",
            "`H(k)`",
            "state-to-joint-axis map",
            joints @ states.covariance @ joints.T,
            robot.mass_matrix(q),
        ),
    ]
    compared = (
        "`E[x | τ]` against the forces of the moving arm",
        "`M⁻¹E[w − b | τ]` against its accelerations",
        "`H E[x | τ]` against `τ`",
        "`φ*H*v` against the velocities of the links",
        "`½V*MV` against the kinetic energy",
        "`E[τ]` against the bias moments",
        "the covariance of τ against the mass matrix",
    )
    checks = tuple(
        close(what, row[3], row[4], INVERSE_TOLERANCE) for what, row in zip(compared, rows, strict=True)
    )
    lines = [
        (name, symbol, meaning, _figure(estimated), _figure(moved), f"{check.difference:.0e}")
        for (name, symbol, meaning, estimated, moved), check in zip(rows, checks, strict=True)
    ]
    return Findings(
        "the seven quantities of optimal estimation are, one by one, quantities of robot dynamics",
        "a random arm of 5 joints is set in motion by moments τ. Its forces and accelerations come from "
        "compiled functions; beside them stand conditional means of Gaussian variables, computed without "
        "any recursion",
        checks,
        (
            table(
                ("estimation", "", "robot dynamics", "estimated", "moving arm", "difference"),
                lines,
                "one entry of each, and the greatest difference of all",
            ),
        ),
    )


def _figure(numbers: ArrayLike) -> str:
    """One entry of an array, at the tip."""
    return f"{float(np.ravel(numbers)[-1]):.6f}"


@reproduces("R87 4–21", "the two-point boundary-value problem, with its bias terms (7) and (15)")
def boundary_value_problem() -> Findings:
    arm_ = arm(6)
    expected = arm_.robot.inverse_dynamics(arm_.q, arm_.v, arm_.acceleration)
    found = moments_from_boundary_value_problem(arm_, n_of_r87, b_of_r87)
    printed = moments_from_boundary_value_problem(
        arm_, n_of_r87, lambda *link: b_of_r87(*link, as_printed=True)
    )
    return Findings(
        "`x⁻(k) = φ(k,k−1)x⁺(k−1) + M(k)λ⁻(k) + b(k)` and `λ⁻(k) = λ⁺(k) + Hᵀ(k)a(k) + n(k)`, `x⁺(0) = "
        "λ⁺(N) = 0`, give the joint moments `τ(k) = H(k)x⁺(k)`",
        "the sums (23) and (24), with the biases formed link by link, against the compiled inverse dynamics",
        (close("τ by (16)–(21) against the compiled inverse dynamics", found, expected),),
        misprints=(
            Misprint(
                "(7), (9)",
                "the linear row of `b` is `m ω×p + m ω×v⁻ − F`",
                "`m ω×v⁻ + m ω×(ω×p) − F`; and (9) is `m[ω̇×p + ω×(ω×p) + v̇⁻ + ω×v⁻]`",
                distance(printed, expected),
            ),
            Misprint(
                "(8), (12), (22), (30)",
                "`I·ω`, `Hᵀu`, `V(u,u)`",
                "`I·ω̇`, `Hᵀu̇`, `V(u,u̇)`: dots lost in print",
            ),
        ),
    )


@reproduces("R87 32", "the inertia matrix from the covariance of the state")
def inertia_matrix() -> Findings:
    arm_ = arm(6)
    rows, checks = identity_table([row for row in identities_from("R87") if row.name in ("R87 28", "R87 29")])
    return Findings(
        "`r(k) = φ(k,k−1)r(k−1)φᵀ(k,k−1) + M(k)`, then `m(k,i) = H(k)φ(k,i)r(i)Hᵀ(i)`: the composite rigid "
        "body method",
        "the compiled mass matrix, which comes out as columns along each path to the base, against plain "
        "matrices",
        (
            close("compiled mass matrix", arm_.robot.mass_matrix(arm_.q), arm_.plain(mass)),
            *checks,
        ),
        (rows,),
        (
            Misprint(
                "(32)", "states propagate for `i ≤ k ≤ N`", "for `i+1 ≤ k ≤ N`: `x(i)` is the initial state"
            ),
        ),
        loops=explain(mass).algorithm,
    )


@reproduces(
    "R87 IX", "the filter and the smoother are those of a state space system, by Gaussian conditioning"
)
def gaussian_conditioning() -> Findings:
    arm_ = arm(5)
    n, input_ = arm_.bodies, np.random.default_rng(5).standard_normal(30)
    transition, joints, noise = arm_.plain(phi), arm_.plain(H), arm_.plain(M)
    states = Gaussian(transition @ input_, transition @ noise @ transition.T)
    smoothed = states.given(joints, arm_.tau)

    predicted = arm_.compiled(psi @ (K @ tau + known), tau=arm_.tau, known=input_)
    covariances = arm_.robot.articulated_inertias(arm_.q)
    spreads = np.diag(arm_.compiled(D))
    lags = arm_.compiled(phi.T @ H.T @ inv(mass) @ (tau - H @ phi @ known), tau=arm_.tau, known=input_)
    estimate = arm_.compiled(
        phi @ (known + M @ phi.T @ H.T @ inv(mass) @ (tau - H @ phi @ known)), tau=arm_.tau, known=input_
    )
    after = arm_.plain(P - P @ H.T @ inv(D) @ H @ P)
    costate_covariance, gain_step = arm_.plain(Omega), arm_.plain(I - G @ H)

    z, P_minus, D_found, P_plus, S_found = [], [], [], [], []
    for k in range(n):  # bodies count from the base: outboard of k are those after it
        here = slice(6 * k, 6 * k + 6)
        before = states.given(joints[k + 1 :], arm_.tau[k + 1 :])
        crossed = states.given(joints[k:], arm_.tau[k:])
        z.append(before.mean[here])
        P_minus.append(before.covariance[here, here])
        D_found.append((joints @ before.covariance @ joints.T)[k, k])
        P_plus.append(crossed.covariance[here, here])
        S_found.append(smoothed.covariance[here, here])
    blocks = [arm_.block(costate_covariance, k, k) for k in range(n)]
    steps = [arm_.block(gain_step, k, k) for k in range(n)]
    smoothing = [P_ - P_ @ d @ P_ for P_, d in zip(covariances, blocks, strict=True)]
    printed, corrected = _costate_updates(arm_, blocks, steps)
    small = [arm_.block(after, k, k) for k in range(n)]
    checks = (
        close("(54) `z⁻(k) = E[x(k) | τ(1)…τ(k−1)]`", predicted, np.concatenate(z), INVERSE_TOLERANCE),
        close("(56) `P⁻(k)`, the covariance of its error", covariances, P_minus, INVERSE_TOLERANCE),
        close("(57) `D(k)`, the covariance of the innovations", spreads, D_found, INVERSE_TOLERANCE),
        close("(58) `P⁺(k)`, the covariance of the updated error", small, P_plus, INVERSE_TOLERANCE),
        close("(60) `x̂(k) = E[x(k) | τ]`", estimate, smoothed.mean, INVERSE_TOLERANCE),
        close("(61) `x̂ = z + Pλ`", predicted + (arm_.plain(P) @ lags), smoothed.mean, INVERSE_TOLERANCE),
        close(
            "(65) `S = P − PΔP`, the covariance of the smoothed error", smoothing, S_found, INVERSE_TOLERANCE
        ),
        close("(82) `Δ⁻` from `Δ⁺`", corrected, blocks, INVERSE_TOLERANCE),
    )
    return Findings(
        "with `M(k)` for the covariance of a white process and `τ(k)` for measurements without noise, "
        "`z⁻(k) = E[x(k)/τ(1),…,τ(k−1)]`, `P⁻(k)` is the covariance of its error, and the smoothed estimate "
        "is `x̂ = z + Pλ`",
        "compiled operators on the left; on the right means and covariances of jointly Gaussian variables, "
        "conditioned by solving one dense system, so that no filter is involved",
        checks,
        misprints=(
            Misprint(
                "(68)",
                "`Δ⁻ = [I−GH]Δ⁺[I−GH]ᵀ + HᵀH/D`",
                "`Δ⁻ = [I−GH]ᵀΔ⁺[I−GH] + HᵀH/D`, as (82) prints it",
                distance(printed, blocks),
            ),
            Misprint("(64)", "`ẑ(k)`", "`x̂(k)`: the error of the smoothed estimate"),
        ),
    )


def _costate_updates(
    arm_: Subject, blocks: list[Array], steps: list[Array]
) -> tuple[list[Array], list[Array]]:
    """Δ⁻ of each link from Δ⁺ of the same joint: as (68) prints it, and as (82)."""
    shift, joints, inertias = arm_.plain(E_phi), arm_.plain(H), np.diag(arm_.plain(D))
    printed, corrected = [], []
    for k, step in enumerate(steps):
        carried = arm_.block(shift, k - 1, k) if k else np.zeros((6, 6))
        crossed = carried.T @ blocks[k - 1] @ carried if k else np.zeros((6, 6))
        axis = joints[k : k + 1, 6 * k : 6 * k + 6]
        seen = axis.T @ axis / inertias[k]
        printed.append(step @ crossed @ step.T + seen)
        corrected.append(step.T @ crossed @ step + seen)
    return printed, corrected


@reproduces("R87 69–82", "the closed form of the inverse, and what leads to it")
def closed_form() -> Findings:
    rows, checks = identity_table(
        [row for row in identities_from("R87") if row.name not in ("R87 28", "R87 29")]
    )
    arm_ = arm(6)
    zero_before = np.abs(arm_.plain(H @ P)).max() / np.abs(arm_.plain(P)).max()
    return Findings(
        "accelerations due to moments, bias forces and bias accelerations, each in closed form (69)–(72)",
        "each equation as operators, proved from the definitions or checked on a random robot",
        checks,
        (rows,),
        (
            Misprint(
                "(72)", "the product runs from `j = i+1` up to `k−1`", "it descends from `k−1` to `i+1`"
            ),
            Misprint("XI", "`H(k)P⁻(k) = 0`", "`H(k)P⁺(k) = 0`: after the update", float(zero_before)),
        ),
    )


@reproduces("R87 83", "recursive evaluation of the inverse of the inertia matrix")
def inverse_of_the_inertia_matrix() -> Findings:
    arm_ = arm(6)
    truth = np.linalg.inv(arm_.plain(mass))
    return Findings(
        "an inward sweep for P, an outward sweep for Δ, and one for each column of the inverse",
        "(83) step by step on numbers, and the compiled inverse, against the inverse of the dense matrix",
        (
            close("(83), corrected", inverse_by_83(arm_), truth, INVERSE_TOLERANCE),
            close(
                "compiled mass_matrix_inverse",
                arm_.robot.mass_matrix_inverse(arm_.q),
                truth,
                INVERSE_TOLERANCE,
            ),
        ),
        misprints=(
            Misprint(
                "(83)",
                "`Δ⁺(i) = φ(i+1,i)Δ⁻(i+1)φ(i+1,i)`, `α⁺(k) = φ(k+1,k)α⁻(k+1)`, `H(i)Hᵀ(i)/D(i)`",
                "`Δ⁺(i) = φᵀ(i+1,i)Δ⁻(i+1)φ(i+1,i)`, `α⁺(k) = φᵀ(k+1,k)α⁻(k+1)`, `Hᵀ(i)H(i)/D(i)`; the "
                "steps (38) and (39) for D and G belong to it",
                distance(inverse_by_83(arm_, as_printed=True), truth),
            ),
        ),
        loops=explain(inv(mass)).algorithm,
    )


R87 = Paper(
    "R87",
    "G. Rodriguez",
    "Kalman filtering, smoothing, and recursive robot arm forward and inverse dynamics (1987)",
    (
        FIGURE_1,
        table_1,
        boundary_value_problem,
        FIGURE_2,
        inertia_matrix,
        FIGURE_3,
        gaussian_conditioning,
        closed_form,
        inverse_of_the_inertia_matrix,
        TABLE_II,
        TABLE_III,
        FIGURE_4,
    ),
)
