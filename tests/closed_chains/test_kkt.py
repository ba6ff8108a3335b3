"""The dense equations of closed chains, judged by differences along motions and by Lagrange's principle."""

from __future__ import annotations

import numpy as np
import pytest
from graphs import closed_tree
from kkt import equations

from psiphi.model import LOOP_KINDS, Model
from psiphi.model.kinematics import frame_pose
from psiphi.model.loops.errors import frame_loop_errors, joint_loop_errors

STEP = 1e-5


def errors(model: Model, q: np.ndarray) -> np.ndarray:
    """The errors of all loops, from plain kinematics."""
    parts = []
    for loop in model.loops:
        if loop.kind == "joint":
            ends = (q[model.q_slice(name)] for name in (loop.first, loop.second))
            parts.append(joint_loop_errors(loop, *ends))
        else:
            (r1, p1), (r2, p2) = (frame_pose(model, q, name) for name in (loop.first, loop.second))
            parts.append(frame_loop_errors(loop, r1.T @ r2, r1.T @ (p2 - p1)))
    return np.concatenate(parts)


@pytest.mark.parametrize("kind", LOOP_KINDS)
@pytest.mark.parametrize("base", ["fixed", "free"])
def test_rates_are_those_of_the_errors_and_drifts_those_of_the_rates(kind, base):
    model, q = closed_tree(5, kinds=(kind,), bodies=9, mimic=0.2, rotors=True, base=base)
    assert model.loops
    np.testing.assert_allclose(errors(model, q), 0.0, atol=1e-13)
    v = np.random.default_rng(0).standard_normal(model.nv)
    here = equations(model, q, v)
    before, after = (model.integrate(q, v, sign * STEP) for sign in (-1, 1))
    rate = (errors(model, after) - errors(model, before)) / (2 * STEP)
    if kind == "soft_finger":  # the spin has no error
        spin = [model.loop_slices[loop.name].start for loop in model.loops]
        rate[spin] = (here.jacobian @ v)[spin]
    np.testing.assert_allclose(rate, here.jacobian @ v, atol=1e-8)
    ends = [equations(model, place, v).jacobian @ v for place in (before, after)]
    np.testing.assert_allclose((ends[1] - ends[0]) / (2 * STEP), here.drift, atol=1e-7)


@pytest.mark.parametrize("seed", range(4))
def test_forces_do_no_work_and_accelerations_hold_the_loops(seed):
    model, q = closed_tree(seed, loops=3, bodies=12, rotors=True, base="free")
    rng = np.random.default_rng(seed)
    v, tau = rng.standard_normal((2, model.nv))
    v = equations(model, q, v).allowed(v)
    here = equations(model, q, v)
    np.testing.assert_allclose(here.jacobian @ v, 0.0, atol=1e-12)
    a, g = here.solve(tau)
    np.testing.assert_allclose(here.jacobian @ a, -here.drift, atol=1e-9)
    np.testing.assert_allclose(here.mass @ a + here.bias, tau + here.jacobian.T @ g, atol=1e-9)


def test_superfluous_equations_share_the_force():
    model, q = closed_tree(1, loops=1, kinds=("weld",), bodies=8, base="free")
    loop = model.loops[0]
    twice = model.with_loop(loop.first, loop.second, name="again")
    v, tau = np.random.default_rng(0).standard_normal((2, model.nv))
    a, g = equations(model, q, v).solve(tau)
    same, halves = equations(twice, q, v).solve(tau)
    np.testing.assert_allclose(same, a, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(halves, np.concatenate([g, g]) / 2, rtol=1e-8, atol=1e-9)
