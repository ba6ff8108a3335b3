"""RK88: Rodriguez & Kreutz, Recursive mass matrix factorization and inversion (1988)."""

from __future__ import annotations

import numpy as np

from psiphi.algebra import (
    B,
    D,
    E_phi,
    H,
    I,
    J,
    K,
    L,
    M,
    P,
    Psi,
    S,
    a,
    b,
    body_vector,
    frame_vector,
    inv,
    joint_vector,
    mass,
    phi,
    phi_tilde,
    psi,
    psi_tilde,
)
from psiphi.algebra.forward_dynamics import ALGORITHMS, forward_dynamics
from psiphi.algebra.identities import Identity, identities_from
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.formats.robots import random_tree
from psiphi.papers import differences
from psiphi.papers.biases import a_of_rk88, b_of_rk88, moments_from_boundary_value_problem
from psiphi.papers.counts.counting import operations
from psiphi.papers.differences import slope
from psiphi.papers.figures.chains import FIGURE_1_1
from psiphi.papers.figures.closed_chains import FIGURE_2_1
from psiphi.papers.figures.link_quantities import FIGURE_1_2, TABLE_1_1
from psiphi.papers.identity_rows import identity_table
from psiphi.papers.item import (
    INVERSE_TOLERANCE,
    TOLERANCE,
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
from psiphi.papers.subject import Subject, arm
from psiphi.recursion.sweeps.explain import explain
from psiphi.recursion.sweeps.lowering import lower
from psiphi.recursion.sweeps.operations.vectors import Recursion
from psiphi.recursion.sweeps.program import SweepProgram
from psiphi.recursion.sweeps.text import sweep_count

PRINTED_SWEEPS = {"FD1": 4, "FD2": 4, "FD3": 3, "FD4": 3}
T, f = joint_vector("T"), frame_vector("f")


def printed_in(*prefixes: str) -> list[Identity]:
    """The rows of RK88 whose equations begin so."""
    return [row for row in identities_from("RK88") if row.source.partition(" ")[2].startswith(prefixes)]


@reproduces("RK88 2.24–2.32", "recursive spatial dynamics, with hinges and sliding joints")
def recursive_dynamics() -> Findings:
    arm_ = arm(6, ("revolute", "prismatic"), seed=4)
    expected = arm_.robot.inverse_dynamics(arm_.q, arm_.v, arm_.acceleration)
    printed = moments_from_boundary_value_problem(
        arm_, lambda link: a_of_rk88(link, as_printed=True), b_of_rk88
    )
    return Findings(
        "`α(k) = φ*α(k+1) + H*θ̈ + a(k)` outward, `f(k) = φf(k−1) + Mα + b(k)` inward, `T(k) = H(k)f(k)`",
        "on an arm of hinges and sliding joints in motion, the biases formed link by link, against the "
        "compiled inverse dynamics",
        (
            close(
                "`T` by (2.24)–(2.30)",
                moments_from_boundary_value_problem(arm_, a_of_rk88, b_of_rk88),
                expected,
            ),
        ),
        misprints=(
            Misprint(
                "(2.32)",
                "`a = [0; ω×(ω×l + hθ̇)]` for a sliding joint",
                "`a = [0; ω×(ω×l + 2hθ̇)]`; the notes beside (2.2)–(2.5) lack the same term",
                distance(printed, expected),
            ),
        ),
    )


@reproduces("RK88 3.1–3.23", "the equations of motion in operator form")
def operator_form() -> Findings:
    arm_ = arm(6)
    robot, q, v = arm_.robot, arm_.q, arm_.v
    force = np.random.default_rng(2).standard_normal(6)
    acceleration = joint_vector("acceleration")
    moments = H @ phi @ (M @ phi.T @ (H.T @ acceleration + a) + b + B @ f)
    split = arm_.plain(mass) @ arm_.acceleration + robot.bias_forces(q, v) + arm_.plain(J).T @ force
    still = robot.inverse_dynamics(q, np.zeros_like(v), np.zeros_like(v))
    rows, checks = identity_table(printed_in("3."))
    return Findings(
        "`T = 𝓜θ̈ + C + J*f(0)` with `𝓜 = HφMφ*H*`, `C = Hφ(Mφ*a + b)`, `J* = HφB`; gravity is `a → a + "
        "Eg`, g = 9.8 upwards",
        "(3.19) as one compiled function against its parts (3.20)",
        (
            close(
                "(3.19) against (3.20)",
                arm_.compiled(moments, acceleration=arm_.acceleration, f=force),
                split,
            ),
            close("(3.21): what holds the arm still is `HφMφ*Eg`", still, robot.gravity_forces(q)),
            close("(3.13): `J = B*φ*H*`", robot.jacobian(q, arm_.frames[0], "local"), arm_.plain(J)),
            *checks,
        ),
        (rows,),
        (
            Misprint(
                "(3.8)",
                "`E = [0, …, 0, φᵀ(N+1,N)]ᵀ`, whose last block is `φ(N+1,N)`",
                "the last block is `φᵀ(N+1,N)`: E carries an acceleration of the base outward",
            ),
        ),
    )


@reproduces("RK88 4.1–4.16", "the mass matrix factored and inverted; innovations")
def factorisation() -> Findings:
    arm_ = arm(6)
    matrix = arm_.robot.mass_matrix(arm_.q)
    factor, whitening, diagonal = (arm_.compiled(x) for x in (I + H @ phi @ K, I - H @ psi @ K, D))
    printed = arm_.plain((I - H @ phi @ K).T @ inv(D) @ (I - H @ phi @ K))
    innovations = whitening @ matrix @ whitening.T
    rows, checks = identity_table(printed_in("4.5", "4.7", "4.11", "4.14", "4.16", "5.4"))
    return Findings(
        "`𝓜 = (I + HΦL)D(I + HΦL)*`, `(I + HΦL)⁻¹ = I − HΨL`, hence `𝓜⁻¹ = (I − HΨL)*D⁻¹(I − HΨL)`; a "
        "Kalman filter whitens: `E[εε*] = D`",
        "the factors as compiled matrices, multiplied out and compared with the compiled mass matrix",
        (
            close("Fact 4.1: the factors give the mass matrix", factor @ diagonal @ factor.T, matrix),
            close("Fact 4.2: the factors are inverse to each other", factor @ whitening, np.eye(6)),
            close(
                "Theorem 4.1",
                whitening.T @ np.linalg.inv(diagonal) @ whitening @ matrix,
                np.eye(6),
                INVERSE_TOLERANCE,
            ),
            close("(4.12): the innovations are white, `E[εε*] = D`", innovations, diagonal),
            *checks,
        ),
        (rows,),
        (
            Misprint(
                "abstract of Part I",
                "`𝓜⁻¹ = (I − HΦL)*D⁻¹(I − HΦL)`",
                "with `Ψ` for `Φ`",
                distance(printed, np.linalg.inv(matrix)),
            ),
            Misprint(
                "(4.4)",
                "`L(1) = Φ(2,1)P(1)…`, and the loop ends at `N−1`",
                "`φ(2,1)`, and the loop runs to `N`",
            ),
            Misprint("(4.20)", "`ε(k) = T(k) − H(k)ẑ(k)`", "`T′(k)`, from which the biases are taken away"),
        ),
        loops=explain(inv(mass) @ T).algorithm,
    )


@reproduces("RK88 FD1–FD4", "four forward dynamics algorithms, their sweeps counted")
def algorithms() -> Findings:
    arm_ = arm(6)
    force = np.random.default_rng(2).standard_normal(6)
    vectors = {"T": arm_.tau, "f": force}
    rows, checks = [], []
    for name, algorithm in ALGORITHMS.items():
        derivation = forward_dynamics(name)
        program = lower([expand(derivation.result)])
        sweeps = derivation.recursions + _sweeps_for_velocities(program)
        truth = arm_.plain(algorithm.expression, **vectors)
        found = arm_.in_form(algorithm.expression, algorithm.form, **vectors)
        checks += [
            close(f"{name} against plain matrices", found, truth, INVERSE_TOLERANCE),
            true(f"{name} has {PRINTED_SWEEPS[name]} sweeps", sweeps == PRINTED_SWEEPS[name]),
        ]
        counts = operations(arm_.robot.model, "forward_dynamics", algorithm.form)
        cost = ("", "") if name == "FD2" else (counts.mul, counts.add)
        where = algorithm.source.removeprefix("RK88 ")
        passes = sweep_count(program)
        rows.append((name, where, f"`{derivation.result}`", PRINTED_SWEEPS[name], sweeps, passes, *cost))
    proofs, proof_checks = identity_table(printed_in("4.18", "5.6", "5.10", "5.15"))
    return Findings(
        "FD1 and FD2 need four sweeps, FD3 and FD4 three; FD2 gives link accelerations. A fifth with two "
        "sweeps is announced, without its equations",
        "each is derived from the equations of motion by the rules of the algebra, lowered to sweeps, which "
        "are counted, and compiled. Two sweeps in a row in one direction share a pass over the links",
        (*checks, *proof_checks),
        (
            table(
                ("", "equations", "derived", "printed", "sweeps", "passes", "mul", "add"),
                rows,
                "operations for six hinges in general position, without tip force",
            ),
            proofs,
        ),
        (
            Misprint("(5.13)", "`V = B*φ*H*θ̇`", "`V = φ*H*θ̇`: the velocities of all links"),
            Misprint("(5.17)", "`λ(N+1)` is not set", "it starts from `λ(N+1) = 0`"),
            Misprint("proof of FD3", "`θ̈ = (I − HΨL)⁻¹D⁻¹[…]`", "`(I − HΨL)*`", _wrong_inverse(arm_)),
            Misprint("proof of FD4", "`(I − HΨL)*D⁻¹Hφ̃P`", "`ψ̃` for `φ̃`", _wrong_tilde(arm_)),
        ),
    )


def _sweeps_for_velocities(program: SweepProgram) -> int:
    """1 where the velocities need a sweep of their own, since nothing else is carried outward first."""
    return int(
        not any(
            isinstance(program.definitions[value].operation, Recursion) for value in program.passes[0].values
        )
    )


def _wrong_inverse(arm_: Subject) -> float:
    """How far FD3 is off with the inverse of the filter in the place of its adjoint."""
    residuals = inv(D) @ (I - H @ psi @ K) @ T
    printed = arm_.plain(inv(I - H @ psi @ K) @ residuals, T=arm_.tau)
    return distance(printed, arm_.plain((I - H @ psi @ K).T @ residuals, T=arm_.tau))


def _wrong_tilde(arm_: Subject) -> float:
    """How far the part of FD4 that carries bias accelerations is off with φ̃ for ψ̃."""
    x = body_vector("x")
    value = np.random.default_rng(3).standard_normal(6 * arm_.bodies)
    forms = [(I - H @ Psi @ L).T @ inv(D) @ H @ tilde @ P @ x for tilde in (phi_tilde, psi_tilde)]
    printed, right = (arm_.plain(form, x=value) for form in forms)
    return distance(printed, right)


@reproduces("RK88 Appendix A", "every operator identity")
def appendix_a() -> Findings:
    rows, checks = identity_table(printed_in("a."))
    arm_ = arm(6)
    recursive, expected, exchanged = lemma_for_any_transition(arm_)
    first_line = arm_.plain(P @ phi.T - P @ phi_tilde.T)
    return Findings(
        "identities (a.1) to (a.51), with Lemma A.1",
        "each as operators: proved from the definitions wherever that suffices, and tried on a random tree "
        "with every type of joint",
        (
            *checks,
            close("Lemma A.1 for another transition operator than the filter's", recursive, expected),
            true(
                "`S L = K` joins the notations of RK88 and RJK",
                distance(arm_.plain(S @ L), arm_.plain(K)) < TOLERANCE,
            ),
        ),
        (rows,),
        (
            Misprint(
                "Lemma A.1",
                "`r(k) = Σ φ(k,j)M(j)ψ*(k,j)`",
                "`r(k) = Σ ψ(k,j)M(j)φ*(k,j)`",
                distance(exchanged, expected),
            ),
            Misprint(
                "proof of A.7",
                "its first line has `Pφ*`",
                "`Pφ̃*`",
                float(np.abs(first_line).max() / np.abs(arm_.plain(P)).max()),
            ),
        ),
    )


def lemma_for_any_transition(arm_: Subject) -> tuple[Array, Array, Array]:
    """r by (a.44), the diagonal blocks of ψMφ*, and those of φMψ*, for ψ with steps of its own."""
    rng = np.random.default_rng(4)
    n = arm_.bodies
    shift, inertia = arm_.plain(E_phi), arm_.plain(M)
    scattered = np.kron(np.eye(n), np.ones((6, 6))) * rng.uniform(-1.0, 1.0, shift.shape)
    other = shift @ scattered
    one = np.eye(6 * n)
    steady, scattering = np.linalg.inv(one - shift), np.linalg.inv(one - other)
    r = np.zeros_like(shift)
    for _ in range(n):  # one more link has settled each time
        r = other @ r @ shift.T + inertia
    blocks = np.kron(np.eye(n), np.ones((6, 6)))
    return r, blocks * (scattering @ inertia @ steady.T), blocks * (steady @ inertia @ scattering.T)


@reproduces("RK88 Appendix B", "a mobile base, and spherical joints")
def appendix_b() -> Findings:
    model = random_tree(6, bodies=6, kinds=("revolute", "spherical"), branching="chain", base="free")
    flyer = Subject.of(model)
    robot, q, v = flyer.robot, flyer.q, flyer.v
    found = robot.forward_dynamics(q, v, flyer.tau)
    tau = joint_vector("tau")
    plain = flyer.plain(inv(mass) @ (tau - H @ phi @ (M @ phi.T @ a + b)), tau=flyer.tau)
    quaternion, turning = q[3:7], v[:3]
    rate = euler_parameter_rates(quaternion)
    moved = slope(lambda time: robot.integrate(q, v, time)[3:7])
    weightless = Subject.of(type(model)(model.name, model.bodies, model.frames, (0.0, 0.0, 0.0)))
    bias = weightless.plain(a)[:6]
    convective = np.concatenate([np.zeros(3), np.cross(v[:3], v[3:6])])
    return Findings(
        "a base that is free has `H(N) = I`, `W = V(N)`, `q̇ = Λ(q)ω` for its Euler parameters, and `θ ∈ "
        "R^{N+6}`; all operators keep their meaning, and `Ẇ = 𝓜⁻¹[T − C − J*f(0)]` comes from the same "
        "factors",
        "a random chain on a free base with hinges and spherical joints",
        (
            close(
                "(b.10): compiled forward dynamics against plain matrices", found, plain, INVERSE_TOLERANCE
            ),
            close("(b.2): `H(N) = I`", flyer.plain(H)[:6, :6], np.eye(6)),
            close(
                "(b.3): `q̇ = Λω` against the motion of the base", moved, rate @ turning, differences.TOLERANCE
            ),
            close("(b.3): `πΛ = I₃` with `π = 4Λ*`", 4.0 * rate.T @ rate, np.eye(3)),
            close("(b.7): `a(N) = 0`; with rates in the axes of the base it is `[0; ω×v]`", bias, convective),
            true(
                "one coordinate more than rates for the base and each ball",
                robot.nq - robot.nv == 1 + sum(body.joint.kind.name == "spherical" for body in model.bodies),
            ),
        ),
        misprints=(
            Misprint("(b.3)", "`π⁻¹(q) = π(q)`", "`π = 4Λ*` and `πΛ = I₃`: the matrices are 3×4 and 4×3"),
            Misprint("after (b.4)", "`θ(1), …, θ(N−1) ∈ R⁷`", "`∈ R¹`: a hinge has one coordinate"),
            Misprint("(b.6)", "`Ẇ(N) = [q̈; l̈]`", "`[ω̇; l̈]`"),
            Misprint("(b.7)", "`α(N) = 0`", "`a(N) = 0`: the bias, not the acceleration"),
        ),
    )


def euler_parameter_rates(quaternion: Array) -> Array:
    """Λ (4×3) of q̇ = Λω for q = (x, y, z, w) and ω in body axes: half the quaternion product q ∘ (ω, 0)."""
    x, y, z, w = quaternion
    return 0.5 * np.array([[w, -z, y], [z, w, -x], [-y, x, w], [-x, -y, -z]])


RK88 = Paper(
    "RK88",
    "G. Rodriguez, K. Kreutz",
    "Recursive mass matrix factorization and inversion (JPL 88-11, 1988)",
    (
        TABLE_1_1,
        FIGURE_1_1,
        FIGURE_1_2,
        recursive_dynamics,
        operator_form,
        factorisation,
        algorithms,
        appendix_a,
        appendix_b,
        FIGURE_2_1,
    ),
)
