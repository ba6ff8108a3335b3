"""Identification: exact without noise, with deviations that are true with it, and bodies that can exist."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from psiphi import Robot, identification, robots
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.identification.consistency import least_among_bodies
from psiphi.identification.identify import spread_of
from psiphi.model import Limits
from psiphi.model.parameters import least_pseudo_inertia, pseudo_inertia

ARM = robots.ur5()
TRUE = ARM.inertial_parameters()
NOISE = np.array([0.3, 0.3, 0.15, 0.03, 0.03, 0.02])


@pytest.fixture(scope="module")
def motion() -> identification.Excitation:
    return identification.excitation(ARM, duration=10.0, samples=60, condition=20.0)


def test_motions_stay_within_limits_and_tell_much(motion: identification.Excitation) -> None:
    bounds = ARM.limits
    assert (motion.q >= bounds.lower).all()
    assert (motion.q <= bounds.upper).all()
    assert (np.abs(motion.v) <= bounds.velocity * (1.0 + 1e-12)).all()
    assert np.abs(motion.a).max() <= 10.0 * (1.0 + 1e-12)
    # A Fourier series is differentiated exactly by its spectrum.
    rates = 2j * np.pi * np.fft.fftfreq(60, 10.0 / 60)[:, None]
    spectrum = np.fft.fft(motion.q, axis=0)
    np.testing.assert_allclose(np.fft.ifft(rates * spectrum, axis=0).real, motion.v, atol=1e-11)
    np.testing.assert_allclose(np.fft.ifft(rates**2 * spectrum, axis=0).real, motion.a, atol=1e-10)
    columns = ARM.inverse_dynamics_regressor(motion.q, motion.v, motion.a).reshape(360, -1)
    columns = columns[:, ARM.base_parameters().independent]
    found = np.linalg.cond(columns / np.linalg.norm(columns, axis=0))
    assert found == pytest.approx(motion.condition, rel=1e-9)
    assert found <= 20.0
    with pytest.raises(InputError, match="the best motion found"):
        identification.excitation(ARM, samples=60, condition=1.5, trials=3)


@pytest.mark.parametrize("armature", [False, True])
def test_what_is_exact_is_found_exactly(armature: bool) -> None:
    robot = robots.random_tree(5, bodies=4, kinds=("revolute", "prismatic", "spherical"), rotors=armature)
    rng = np.random.default_rng(2)
    q = robot.random_configuration(rng, batch=(20, 10))
    v, a = rng.standard_normal((2, 20, 10, robot.nv))
    damping, friction = rng.uniform(0.1, 1.0, (2, robot.nv))
    tau = robot.inverse_dynamics(q, v, a) + damping * v + friction * np.sign(v)
    found = identification.identify(robot, q, v, a, tau, armature=armature, friction=True)
    names = ("inertia", "armature") if armature else ("inertia",)
    true = robot.varying(*names).present_parameters()
    rank = robot.base_parameters(armature=armature).rank
    assert len(found.values) == rank + 2 * robot.nv
    np.testing.assert_allclose(found.values[rank:], [*damping, *friction], rtol=1e-9)
    np.testing.assert_allclose(
        found.values[:rank], found.projection[:rank, : len(true)] @ true, rtol=1e-8, atol=1e-9
    )
    np.testing.assert_allclose(found.explained, found.measured, rtol=1e-9, atol=1e-9)
    assert found.noise.max() < 1e-9


def test_rotors_are_known_unless_they_are_looked_for() -> None:
    robot = robots.puma560()
    rng = np.random.default_rng(3)
    q, v, a = robot.random_configuration(rng, 80), *rng.standard_normal((2, 80, 6))
    found = identification.identify(robot, q, v, a, robot.inverse_dynamics(q, v, a))
    np.testing.assert_allclose(found.values, found.projection @ robot.inertial_parameters(), atol=1e-8)


def test_deviations_are_true(motion: identification.Excitation) -> None:
    """Over many measurements, errors are as large as is said, in all directions: χ² of 36 freedoms."""
    tau = ARM.inverse_dynamics(motion.q, motion.v, motion.a)
    rng = np.random.default_rng(4)
    distances = []
    for _ in range(40):
        measured = tau + NOISE * rng.standard_normal(tau.shape)
        found = identification.identify(ARM, motion.q, motion.v, motion.a, measured)
        off = found.values - found.projection @ TRUE
        distances.append(off @ np.linalg.solve(found.covariance, off))
        np.testing.assert_allclose(found.deviations**2, np.diag(found.covariance), rtol=1e-12)
    np.testing.assert_allclose(found.noise, NOISE, rtol=0.4)
    # The noise is known from some 50 residuals a joint only, which adds a few per cent.
    assert stats.chi2(36 * 40).ppf(1e-3) < sum(distances) < 1.15 * stats.chi2(36 * 40).ppf(0.999)


def test_masses_are_within_their_deviations(motion: identification.Excitation) -> None:
    """Robots that differ from the drawing as the prior says: masses are off by as much as is said."""
    rng = np.random.default_rng(5)
    plain = identification.identify(
        ARM, motion.q, motion.v, motion.a, ARM.inverse_dynamics(motion.q, motion.v, motion.a), prior=0.1
    )
    assert plain.masses["forearm"][0] == pytest.approx(
        TRUE[20], rel=1e-6
    )  # nothing speaks against the drawing
    regressor = ARM.inverse_dynamics_regressor(motion.q, motion.v, motion.a)
    spread = spread_of(ARM, 0.1)
    off = []
    for _ in range(30):
        real = TRUE + spread * rng.standard_normal(TRUE.shape)
        measured = regressor @ real + NOISE * rng.standard_normal(motion.q.shape)
        found = identification.identify(
            ARM, motion.q, motion.v, motion.a, measured, prior=0.1, physical=False
        )
        off += [(mass - x) / sure for (mass, sure), x in zip(found.masses.values(), real[::10], strict=True)]
        assert all(
            sure <= 0.1 * x * (1 + 1e-9)
            for (_, sure), x in zip(found.masses.values(), TRUE[::10], strict=True)
        )
    assert stats.kstest(off, "norm").pvalue > 1e-3


def test_inertias_are_those_of_bodies(motion: identification.Excitation) -> None:
    rng = np.random.default_rng(6)
    measured = ARM.inverse_dynamics(motion.q, motion.v, motion.a) + 10.0 * NOISE * rng.standard_normal(
        motion.q.shape
    )
    arguments = (ARM, motion.q, motion.v, motion.a, measured)
    loose = identification.identify(*arguments, prior=1.0, physical=False)
    real = identification.identify(*arguments, prior=1.0)
    assert least_pseudo_inertia(loose.parameters.reshape(-1, 10)).min() < 0.0
    assert least_pseudo_inertia(real.parameters.reshape(-1, 10)).min() > 0.0
    assert real.identified_robot.mass == pytest.approx(
        sum(mass for mass, _ in real.masses.values()), rel=1e-9
    )
    # Where the best parameters are those of bodies, both are the same.
    quiet = (
        *arguments[:4],
        ARM.inverse_dynamics(*arguments[1:4]) + 1e-3 * rng.standard_normal(motion.q.shape),
    )
    both = [identification.identify(*quiet, prior=0.02, physical=x).parameters for x in (False, True)]
    assert least_pseudo_inertia(both[0].reshape(-1, 10)).min() > 0.0
    np.testing.assert_array_equal(both[1], both[0])


def test_armatures_and_friction_have_a_prior_and_none() -> None:
    robot = robots.random_tree(2, bodies=4, kinds=("revolute",), rotors=True)
    rng = np.random.default_rng(9)
    q, v, a = robot.random_configuration(rng, 200), *rng.standard_normal((2, 200, 4))
    tau = robot.inverse_dynamics(q, v, a) + 0.5 * v + 0.02 * rng.standard_normal((200, 4))
    options = {"armature": True, "friction": True, "prior": 0.2}
    found = identification.identify(robot, q, v, a, tau, **options, physical=False)
    inertias = robot.varying("inertia", "armature").present_parameters()
    true = np.concatenate([inertias, np.full(4, 0.5), np.zeros(4)])
    assert (np.abs(found.parameters - true) < 4.0 * found.parameter_deviations).all()
    assert found.parameter_deviations[-8:].max() < 0.05  # measured
    with pytest.raises(InputError, match="no armature"):
        spread_of(ARM, 0.2, armature=True)
    with pytest.raises(InputError, match="'link_1' has no mass"):
        spread_of(robots.puma560(), 0.2)


@pytest.mark.parametrize("off", [0.1, 3.0])
def test_the_best_of_all_bodies_is_found(off: float) -> None:
    """The conditions of an optimum of a convex problem: its slopes are multipliers Z ≥ 0 with tr(Z X) = 0."""
    rng = np.random.default_rng(3)
    start = robots.random_tree(7, bodies=4).inertial_parameters()
    slope = rng.standard_normal((2 * start.size, start.size))
    target = slope @ (start + off * rng.standard_normal(start.shape))
    found = least_among_bodies(slope, target, start, 4)
    gradient = (slope.T @ (slope @ found - target)).reshape(4, 10)
    units = pseudo_inertia(np.eye(10)).reshape(10, 16)
    multipliers = (gradient @ np.linalg.pinv(units).T).reshape(
        4, 4, 4
    )  # symmetric: the least of all that fit
    X, cost = pseudo_inertia(found.reshape(4, 10)), np.sum((slope @ found - target) ** 2)
    assert np.linalg.eigvalsh(X).min() > 0.0
    assert np.linalg.eigvalsh(multipliers).min() > -1e-9 * np.abs(multipliers).max()
    assert np.abs(np.trace(multipliers @ X, axis1=1, axis2=2)).max() < 1e-9 * cost
    assert (np.linalg.eigvalsh(multipliers)[:, -1] > 1e-3).any()  # some are at the boundary


def test_smoothing_is_exact_for_polynomials() -> None:
    time = np.arange(60) * 0.02
    q = np.stack([1.0 + 2.0 * time - 3.0 * time**2 + time**4, np.ones(60)], axis=-1)
    found = identification.smoothed(q, 2.0 * q, 0.02, window=11, degree=4)
    inner = time[5:-5]
    np.testing.assert_allclose(found.q, q[5:-5], atol=1e-12)
    np.testing.assert_allclose(found.v[:, 0], 2.0 - 6.0 * inner + 4.0 * inner**3, atol=1e-11)
    np.testing.assert_allclose(found.a[:, 0], -6.0 + 12.0 * inner**2, atol=1e-9)
    np.testing.assert_allclose(found.tau, 2.0 * q[5:-5], atol=1e-12)
    for wrong in ({"window": 10}, {"window": 61}, {"degree": 1}, {"q": 1.0}):
        with pytest.raises(InputError):
            identification.smoothed(**{"q": q, "tau": q, "dt": 0.02, **wrong})


def test_motions_are_followed_without_accelerations() -> None:
    robot = robots.planar_chain(2)
    plan = identification.excitation(robot, duration=4.0, samples=400, condition=20.0)
    tau = robot.inverse_dynamics(plan.q, plan.v, plan.a)
    q = robot.rollout(plan.q[0], plan.v[0], tau, 400, 0.01, method="rk4").q[:-1]
    true = robot.base_parameters().projection @ robot.inertial_parameters()
    guessed = robot.with_inertial_parameters(1.15 * robot.inertial_parameters())
    exact = identification.output_error(guessed, q, tau, 0.01)
    np.testing.assert_allclose(exact.values, true, rtol=1e-9, atol=1e-10)
    rng, distances = np.random.default_rng(8), []
    for _ in range(20):
        found = identification.output_error(guessed, q + 1e-3 * rng.standard_normal(q.shape), tau, 0.01)
        off = found.values - true
        distances.append(off @ np.linalg.solve(found.covariance, off))
        np.testing.assert_allclose(found.noise, 1e-3, rtol=0.2)
    assert stats.chi2(6 * 20).ppf(1e-3) < sum(distances) < stats.chi2(6 * 20).ppf(0.999)
    with pytest.raises(InputError, match="segment"):
        identification.output_error(guessed, q, tau, 0.01, segment=500)


def test_reports_and_pictures(motion: identification.Excitation, tmp_path: Path) -> None:
    tau = ARM.inverse_dynamics(motion.q, motion.v, motion.a)
    found = identification.identify(ARM, motion.q, motion.v, motion.a, tau, prior=0.3)
    text = found.report()
    assert text.startswith("60 samples, 36 combinations, condition ")
    assert "wrist_3" in text.partition("mass of")[2]
    found.plot().savefig(tmp_path / "tau.png")
    assert (tmp_path / "tau.png").stat().st_size > 5_000


@pytest.mark.parametrize(
    ("limits", "within"),
    [
        ({"lower": 0.5}, (0.5, np.inf)),
        ({"upper": -3.0}, (-np.inf, -3.0)),
        ({"lower": 5, "upper": 500}, (5, 500)),
    ],
)
def test_limits_of_one_side_or_far_apart_hold(limits, within) -> None:
    robot = _limited(Limits(**limits))
    moved = identification.excitation(robot, samples=60, condition=1e3, trials=20).q[:, 0]
    assert (moved.min(), moved.max()) == pytest.approx(np.clip((moved.min(), moved.max()), *within))


def _limited(limits: Limits) -> Robot:
    """The arm with other limits of its first joint."""
    first, *bodies = ARM.model.merged().bodies
    joint = replace(first.joint, limits=limits)
    return Robot(replace(ARM.model.merged(), bodies=(replace(first, joint=joint), *bodies)))


@pytest.mark.parametrize("name", ["q", "v", "a", "tau"])
@pytest.mark.parametrize("gap", [np.nan, np.inf])
def test_gaps_in_what_was_measured_are_told(motion: identification.Excitation, name: str, gap: float) -> None:
    tau = ARM.inverse_dynamics(motion.q, motion.v, motion.a)
    given = {"q": motion.q.copy(), "v": motion.v.copy(), "a": motion.a.copy(), "tau": tau}
    given[name][7, 2] = gap
    with pytest.raises(InputError, match=f"{name}: sample 7 holds NaN or infinity"):
        identification.identify(ARM, **given)
    if name in ("q", "tau"):
        for fit in (identification.smoothed, partial(identification.output_error, ARM)):
            with pytest.raises(InputError, match=f"{name}: sample 7 holds"):
                fit(given["q"], given["tau"], 0.01)


def test_odd_arguments_are_told() -> None:
    q = np.zeros((60, 6))
    for limits in (Limits(1.0, 1.0), Limits(-1.0, 1.0, velocity=0.0)):
        with pytest.raises(InputError, match="'shoulder_pan_joint' cannot move within its limits"):
            identification.excitation(_limited(limits))
    with pytest.raises(InputError, match="samples: 6 are too few for 36 numbers"):
        identification.excitation(ARM, samples=6, condition=1e6)
    with pytest.raises(ArgumentTypeError, match="robot: NoneType given"):
        identification.output_error(None, q, q, 0.01)  # type: ignore[arg-type]
    with pytest.raises(ArgumentTypeError, match="window: str 'wide' given"):
        identification.output_error(ARM, q, q, 0.01, window="wide")  # type: ignore[arg-type]
    for values in (np.ones(3), np.ones((2, 36)), np.full(36, np.nan)):
        with pytest.raises(InputError, match="values: give 36 finite numbers"):
            identification.output_error(ARM, q, q, 0.01, values=values)


def test_what_cannot_be_told_is_refused(motion: identification.Excitation) -> None:
    still = np.zeros((100, 6))
    with pytest.raises(InputError, match="does not excite all that joint forces can tell, least of all Izz"):
        identification.identify(ARM, still, still, still, ARM.inverse_dynamics(still, still, still))
    with pytest.raises(InputError, match="too few"):
        identification.identify(ARM, *(x[:5] for x in (motion.q, motion.v, motion.a)), np.zeros((5, 6)))
    plain = identification.identify(
        ARM, motion.q, motion.v, motion.a, ARM.inverse_dynamics(motion.q, motion.v, motion.a)
    )
    for asked in ("masses", "identified_robot"):
        with pytest.raises(InputError, match="combinations alone"):
            getattr(plain, asked)
    with pytest.raises(InputError, match="plain numbers"):
        identification.excitation(robots.quadruped())
