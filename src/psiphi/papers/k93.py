"""K93: Kozłowski, New computational algorithms for a discrete Kalman filter in robot dynamics (1993)."""

from __future__ import annotations

import numpy as np

from psiphi.algebra import E_phi, H, M, g, phi
from psiphi.papers.biases import (
    Link,
    a_of_rk88,
    accelerations,
    b_of_r87,
    b_of_rk88,
    links,
    moments_from_boundary_value_problem,
    n_of_r87,
)
from psiphi.papers.counts.factored_filter import FACTORED_FILTER
from psiphi.papers.counts.k93 import COMPARISON, TABLE_1, TABLE_2
from psiphi.papers.figures.k93 import FIGURE_1
from psiphi.papers.item import Array, Findings, Misprint, Paper, close, distance, reproduces
from psiphi.papers.puma_experiment import EXPERIMENT, FIGURE_2, FIGURE_3
from psiphi.papers.subject import Subject, arm


@reproduces("K93 3.1–3.33", "Rodriguez's equations and those of Newton and Euler are equivalent")
def equivalence() -> Findings:
    arm_ = arm(6, ("revolute", "prismatic"), seed=4)
    expected = arm_.robot.inverse_dynamics(arm_.q, arm_.v, arm_.acceleration)
    moving = links(arm_)
    convective = np.array([convective_acceleration(link) for link in moving])
    rodriguez, newton = accelerations(arm_, n_of_r87), accelerations(arm_, a_of_rk88)
    forces = [
        arm_.plain(phi) @ (arm_.plain(M) @ motion.ravel() + np.concatenate([bias(link) for link in moving]))
        for motion, bias in ((rodriguez, b_of_r87), (newton, b_of_rk88))
    ]
    shift = arm_.plain(E_phi)
    recursive = [
        n_of_r87(link) + own - (carried(arm_, shift, k) @ convective[k - 1] if k else 0.0)
        for k, (link, own) in enumerate(zip(moving, convective, strict=True))
    ]
    falling = arm_.plain(H @ phi @ M @ phi.T @ g)  # what gravity asks of the joints
    return Findings(
        "(3.1)–(3.14) and (3.24)–(3.33) give the same forces and the same joint torques, with hinges and "
        "sliding joints",
        "both sets on an arm of hinges and sliding joints in motion, their biases formed link by link, "
        "against the compiled inverse dynamics",
        (
            close(
                "`τ` by (3.1)–(3.14)", moments_from_boundary_value_problem(arm_, n_of_r87, b_of_r87), expected
            ),
            close(
                "`τ` by (3.24)–(3.33)",
                moments_from_boundary_value_problem(arm_, a_of_rk88, b_of_rk88),
                expected,
            ),
            close("the forces of both: `x_k⁻ = x_k`", forces[0], forces[1]),
            close("`λ_k = λ_k⁻ + [0; ω_k×v_k]`", rodriguez + convective, newton),
            close(
                "(3.41), (3.44): `n̄_k` less what the parent has of it is `ā_k`",
                recursive,
                [a_of_rk88(x) for x in moving],
            ),
        ),
        misprints=(
            Misprint(
                "section 3",
                "`λ_k⁻ = λ_k`",
                "`λ_k = λ_k⁻ + [0; ω_k×v_k]`; the forces agree",
                distance(rodriguez, newton),
            ),
            Misprint(
                "(3.39), (3.43)",
                "`n̄_k` has `+ ω_k×v_k` in its linear row",
                "used recursively it needs `− ω_{k+1}×v_{k+1}` as well",
                distance(
                    [n_of_r87(link) + own for link, own in zip(moving, convective, strict=True)],
                    [a_of_rk88(x) for x in moving],
                ),
            ),
            Misprint(
                "section 3",
                "gravity is `λ_n⁺ = g`",
                "`λ_n⁺ = −g`: the base accelerates upwards",
                distance(expected - 2.0 * falling, expected),
            ),
            Misprint(
                "(3.22)",
                "`m ω̇ + m[ω×v×(ω×p)]`",
                "`m ω̇×p + m[ω×v + ω×(ω×p)]`",
            ),
            Misprint("(3.5), (3.11), (3.57), (3.58)", "`q̇_k`", "`q̈_k`"),
            Misprint("(3.56)", "`λ_{k−1}⁻ = φᵀλ_k⁻`", "`λ_{k−1}⁺ = φᵀλ_k⁻`"),
        ),
    )


def convective_acceleration(link: Link) -> Array:
    """[0; ω×v]."""
    return np.concatenate([np.zeros(3), np.cross(link.after[:3], link.after[3:])])


def carried(arm_: Subject, shift: Array, k: int) -> Array:
    """φ*(k+1,k), from the parent of a link to the link."""
    return arm_.block(shift, k - 1, k).T


K93 = Paper(
    "K93",
    "K. Kozłowski",
    "New computational algorithms for a discrete Kalman filter in robot dynamics (1993)",
    (FIGURE_1, equivalence, TABLE_1, TABLE_2, COMPARISON, FIGURE_2, EXPERIMENT, FIGURE_3, FACTORED_FILTER),
)
