"""Loops over bodies against dense matrices, sweeps on NumPy numbers and unrolled code."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from rolled_programs import evaluate_loop

from psiphi.algebra import (
    A_0,
    C_M,
    E_0,
    X_0,
    B,
    D,
    H,
    H_dot,
    I,
    K,
    M,
    Omega,
    Pi_tip,
    R,
    Space,
    a,
    b,
    body_vector,
    coordinate_vector,
    coupling,
    dense,
    frame_vector,
    g,
    inv,
    joint_vector,
    mass,
    phi,
    psi,
    r,
    world_vector,
)
from psiphi.algebra import v as rates
from psiphi.algebra.derive import forms
from psiphi.algebra.expression import Expr, symbols_of
from psiphi.algebra.operators import OPERATORS
from psiphi.dynamics.catalogue import quantity
from psiphi.dynamics.features import Features
from psiphi.errors import CompileError, InputError
from psiphi.formats.robots import panda, planar_chain, random_tree
from psiphi.kernel import robot_size
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.request import Request
from psiphi.kernel.rolled import classes as rolled_classes
from psiphi.kernel.rolled.tracing import cheapest_rolled
from psiphi.model import Model
from psiphi.model.body import Frame
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.arithmetic import NumpyArithmetic
from psiphi.recursion.sweeps.evaluate import evaluate_together
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose

Array = NDArray[np.float64]
T, F, W, U = joint_vector("T"), frame_vector("f"), body_vector("w"), coordinate_vector("u")
V = world_vector("V")
bias = H @ phi @ (M @ phi.T @ a + b)

EXPRESSIONS = {
    "inverse dynamics with forces": H @ phi @ (M @ (phi.T @ H.T @ T + phi.T @ a) + b)
    + R @ T
    - H @ phi @ B @ F,
    "forward dynamics": inv(mass) @ (T - bias),
    "geared forward dynamics with forces": inv(mass + R) @ (T - bias + H @ phi @ B @ F),
    "filter covariance": H @ psi @ M @ psi.T @ H.T @ T,
    "body vector": phi @ W,
    "body vector there and back": phi.T @ M @ phi @ W,
    "link accelerations": phi.T @ a + phi.T @ H.T @ T,
    "motions of frames": B.T @ phi.T @ H.T @ T,
    "bias accelerations of frames": B.T @ phi.T @ a,
    "composite inertias": r @ W,
    "kinetic energy": T.T @ mass @ T / 2,
    "gravity": H @ phi @ M @ phi.T @ g,
    "coupled inverse dynamics": coupling.T @ (H @ phi @ (M @ phi.T @ (H.T @ coupling @ U + a) + b)),
    "stiffened by springs at frames": inv(mass + H @ phi @ B @ B.T @ phi.T @ H.T) @ T,
    "velocities of frames in the world": A_0 @ B.T @ phi.T @ H.T @ rates,
    "forces seen from the world": H @ phi @ B @ X_0.T @ F,
    "momentum": E_0.T @ phi @ M @ phi.T @ H.T @ rates,
    "Coriolis forces": H @ phi @ C_M @ phi.T @ H.T @ rates + H_dot @ phi @ M @ phi.T @ H.T @ rates,
    "a moving world": phi.T @ E_0 @ V,
    "nothing": H @ phi @ W - H @ phi @ W,
}


def inputs_of(x: Expr, model: Model, frames: tuple[str, ...], seed: int, batch: tuple[int, ...] = ()):
    """q, v and all vectors of an expression, by the names of arguments."""
    rng = np.random.default_rng(seed)
    sizes = {
        Space.JOINT: model.nv_tree,
        Space.BODY: 6 * len(model.merged().bodies),
        Space.FRAME: 6 * len(frames),
        Space.COORDINATE: model.nv,
        Space.WORLD: 6,
    }
    q, v = model.random_configuration(rng, batch), rng.normal(size=(*batch, model.nv))
    symbols = sorted((s.name, s) for s in symbols_of(x) if s.is_vector and s.name not in OPERATORS)
    return q, v, {name: rng.normal(size=(*batch, sizes[s.range])) for name, s in symbols}


def kernel_of(x: Expr, model: Model, frames: tuple[str, ...] = (), **options) -> Kernel:
    return Kernel(Request(model, x, frames, rolled=True, **options))


def called(kernel: Kernel, q: Array, v: Array, vectors: dict[str, Array]) -> Array:
    names = kernel.signature.argument_names
    return kernel(q, **({"v": v} if "v" in names else {}), **vectors)


def assert_close(found, expected, tolerance: float) -> None:
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    assert np.abs(found - expected).max(initial=0.0) < tolerance * scale


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_expressions_agree_with_dense_matrices(name: str) -> None:
    x = EXPRESSIONS[name]
    for seed, bodies in ((0, 1), (2, 5), (3, 7)):
        mimic, base = 0.4 if seed == 3 else 0.0, "free" if seed == 2 else "fixed"
        model = random_tree(seed, bodies=bodies, base=base, rotors=True, mimic=mimic)
        carried = [f for f in model.frame_names if model.merged().frame(f).body >= 0]
        frames = tuple(np.random.default_rng(seed).choice(carried, size=2).tolist())
        q, v, vectors = inputs_of(x, model, frames, seed)
        expected = dense(x, model, q, v=v, frames=frames, vectors=vectors)
        found = called(kernel_of(x, model, frames), q, v, vectors)
        assert_close(found, expected, 1e-10 if "forward" in name or "springs" in name else 1e-12)


def test_half_powers_of_blocks() -> None:
    x = D**-0.5 @ (I - H @ psi @ K) @ T
    model = random_tree(3, bodies=7, kinds=("revolute", "prismatic", "helical"))
    q, v, vectors = inputs_of(x, model, (), 0)
    assert_close(called(kernel_of(x, model), q, v, vectors), dense(x, model, q, vectors=vectors), 1e-11)


@pytest.mark.parametrize("bodies", [1, 2, 13, 40])
@pytest.mark.parametrize("name", ["inverse dynamics with forces", "geared forward dynamics with forces"])
def test_random_trees_of_every_kind_agree_with_sweeps_on_numpy(bodies: int, name: str) -> None:
    x = EXPRESSIONS[name]
    model = random_tree(bodies, bodies=bodies, branching=0.4, roots=min(bodies, 2), rotors=True)
    frames = tuple(f for f in model.frame_names if model.merged().frame(f).body >= 0)[-3:]
    q, v, vectors = inputs_of(x, model, frames, 1, (5,))
    found = called(kernel_of(x, model, frames, form=forms(x)[-1][0]), q, v, vectors)
    (_, p), *_ = forms(x)
    mechanism = Mechanism.from_model(model, frames=frames)
    columns = {s.name: (s.range, list(vectors[s.name].T)) for s in symbols_of(x) if s.name in vectors}
    expected = evaluate_together([p], mechanism, NumpyArithmetic(), list(q.T), list(v.T), columns)[0]
    assert_close(found, np.stack(expected, axis=-1), 1e-10)


def test_a_chain_of_a_thousand_agrees_with_sweeps_on_numpy() -> None:
    model = random_tree(1, bodies=1000, kinds=("revolute", "prismatic"), branching="chain")
    x = EXPRESSIONS["inverse dynamics with forces"]
    frames = (model.frame_names[-1],)
    q, v, vectors = inputs_of(x, model, frames, 1, (2,))
    kernel = Kernel(Request(model, x, frames))
    assert kernel.rolled
    ((_, p),) = forms(x)
    mechanism = Mechanism.from_model(model, frames=frames)
    columns = {s.name: (s.range, list(vectors[s.name].T)) for s in symbols_of(x) if s.name in vectors}
    expected = evaluate_together([p], mechanism, NumpyArithmetic(), list(q.T), list(v.T), columns)[0]
    assert_close(called(kernel, q, v, vectors), np.stack(expected, axis=-1), 1e-12)


def test_three_thousand_bodies_there_and_back() -> None:
    """Forward dynamics undo inverse dynamics on a tree with joints of every kind."""
    model = random_tree(2, bodies=3_000, branching=1.0)
    there = quantity("inverse_dynamics").expression(Features(rotors=False, coupled=False))
    back = quantity("forward_dynamics").expression(Features(rotors=False, coupled=False))
    q, v, vectors = inputs_of(there, model, (), 3, (3,))
    v *= 0.1
    tau = called(Kernel(Request(model, there)), q, v, vectors)
    found = called(Kernel(Request(model, back, form="M kept")), q, v, {"tau": tau})
    assert_close(found, vectors["acceleration"], 1e-9)


# Choices


def test_the_size_of_the_robot_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robot_size, "ROLLED_FROM", 5)
    x = H @ phi @ M @ phi.T @ g
    small, large = (random_tree(0, bodies=n, kinds=("revolute",)) for n in (4, 5))
    assert not Kernel(Request(small, x)).rolled
    assert Kernel(Request(small, x, rolled=True)).rolled
    assert Kernel(Request(large, x)).rolled
    assert not Kernel(Request(large, x, rolled=False)).rolled
    assert not Kernel(Request(large, mass)).rolled


def test_few_tips_run_the_code_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in long chains: a tip of its own class would keep more numbers than the others have room for."""
    model = random_tree(1, bodies=9, kinds=("revolute", "prismatic"))
    q, v, vectors = inputs_of(inv(mass) @ T, model, (), 0)
    expected = dense(inv(mass) @ T, model, q, vectors=vectors)
    monkeypatch.setattr(rolled_classes, "FEW_TIPS", 1)
    assert_close(called(kernel_of(inv(mass) @ T, model), q, v, vectors), expected, 1e-10)
    chain = random_tree(1, bodies=9, kinds=("revolute",), branching="chain")
    rolled = cheapest_rolled(Request(chain, inv(mass) @ (T - bias), rolled=True))
    assert rolled is not None
    assert rolled.program.kept == 8


def test_what_has_no_loops_is_refused_when_they_are_asked_for() -> None:
    model = random_tree(1, bodies=4, mimic=0.5, kinds=("revolute",))
    for x in (mass, inv(coupling.T @ mass @ coupling) @ U, Omega):
        with pytest.raises(InputError, match="rolled"):
            kernel_of(x, model)


def test_frames_of_the_world_take_forces_and_give_none() -> None:
    model = random_tree(1, bodies=4, kinds=("revolute",))
    floor = Frame("floor", -1, Pose.identity())
    model = Model(model.name, model.bodies, (*model.frames, floor), model.gravity)
    x, frames = H @ phi @ B @ F, ("floor", "body_3")
    q, v, vectors = inputs_of(x, model, frames, 0)
    expected = dense(x, model, q, frames=frames, vectors=vectors)
    assert_close(called(kernel_of(x, model, frames), q, v, vectors), expected, 1e-12)
    with pytest.raises(InputError, match="rolled"):  # nobody would set their elements of the result
        kernel_of(B.T @ phi.T @ H.T @ T, model, frames)


def _massless(model: Model, *places: int) -> Model:
    bodies = [replace(b, inertia=Inertia.zero()) if k in places else b for k, b in enumerate(model.bodies)]
    return Model(model.name, bodies, (), model.gravity)


def test_a_joint_that_nothing_resists_is_named() -> None:
    model = _massless(random_tree(1, bodies=5, kinds=("revolute",), branching="chain"), 4)
    with pytest.raises(CompileError, match=model.bodies[-1].joint.name):
        kernel_of(inv(mass) @ T, model)


@pytest.mark.parametrize("x", [inv(mass) @ T, psi.T @ H.T @ inv(D) @ H @ psi @ W])
def test_bodies_without_mass_borrow_that_of_the_next(x: Expr) -> None:
    model = _massless(random_tree(1, bodies=6, kinds=("revolute",), branching="chain"), 2, 3)
    q, v, vectors = inputs_of(x, model, (), 0)
    expected = dense(x, model, q, vectors=vectors)
    assert_close(called(kernel_of(x, model), q, v, vectors), expected, 1e-10)


@pytest.mark.parametrize("x", [inv(r) @ W, phi @ inv(r) @ W])
def test_what_bodies_without_mass_carry_has_an_inverse(x: Expr) -> None:
    model = _massless(random_tree(1, bodies=5, kinds=("revolute",), branching="chain"), 0, 1)
    q, v, vectors = inputs_of(x, model, (), 0)
    expected = dense(x, model, q, vectors=vectors)
    assert_close(called(kernel_of(x, model), q, v, vectors), expected, 1e-10)
    with pytest.raises(CompileError, match="singular"):
        kernel_of(x, _massless(model, 4))


# The same numbers, whatever else runs


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_results_do_not_depend_on_the_batch(dtype: type, path: str) -> None:
    x = EXPRESSIONS["forward dynamics"]
    model = random_tree(4, bodies=60, kinds=("revolute", "spherical"), branching=0.6)
    kernel = kernel_of(x, model, form="M kept")
    q, v, vectors = inputs_of(x, model, (), 1, (19,))
    arrays = [array.astype(dtype) for array in (q, v, vectors["T"])]
    whole = kernel(*arrays)
    assert whole.dtype == dtype
    for rows in (1, 2, 3, 4, 5, 7, 8, 9, 17):
        np.testing.assert_array_equal(kernel(*(array[:rows] for array in arrays)), whole[:rows])
    np.testing.assert_array_equal(kernel(*(array[7] for array in arrays)), whole[7])
    np.testing.assert_array_equal(kernel(*arrays, threads=3), whole)
    np.testing.assert_array_equal(kernel(arrays[0], arrays[1][3], arrays[2])[3], whole[3])
    if dtype == np.float32:
        exact = kernel(*(array.astype(float) for array in arrays))
        assert np.median(np.abs(whole - exact)) < 1e-4 * np.median(np.abs(exact))


def test_what_is_not_finite_stays_in_its_row() -> None:
    x = EXPRESSIONS["kinetic energy"]
    model = random_tree(4, bodies=20, kinds=("revolute",))
    kernel = kernel_of(x, model)
    q, _, vectors = inputs_of(x, model, (), 1, (7,))
    clean = kernel(q, vectors["T"])
    q[2, 5] = np.nan
    found = kernel(q, vectors["T"])
    assert np.isnan(found[2])
    np.testing.assert_array_equal(np.delete(found, 2), np.delete(clean, 2))


# Classes


@pytest.mark.parametrize("most", [1, 3, 8])
def test_fewer_classes_give_the_same_results(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Joined classes read from the table what others have in their code; tips receive nothing."""
    x = EXPRESSIONS["geared forward dynamics with forces"]
    model = random_tree(6, bodies=25, branching=0.7, rotors=True)
    frames = model.frame_names[-1:]
    q, v, vectors = inputs_of(x, model, frames, 1, (3,))
    request = Request(model, x, frames, form="M kept", rolled=True)
    many = cheapest_rolled(request)
    monkeypatch.setattr(rolled_classes, "MOST_CLASSES", most)
    few = cheapest_rolled(request)
    assert many is not None
    assert few is not None
    assert few.tables.classes.max() < many.tables.classes.max()
    arrays = {"q": q, "v": v, **vectors}
    (expected,), (found,) = (evaluate_loop(c.program, c.tables, arrays) for c in (many, few))
    assert_close(found, expected, 1e-12)
    assert few.cost > many.cost


def test_all_links_of_a_chain_but_the_ends_run_one_code() -> None:
    model = random_tree(1, bodies=30, kinds=("revolute",), branching="chain")
    candidate = cheapest_rolled(Request(model, EXPRESSIONS["forward dynamics"], rolled=True))
    assert candidate is not None
    classes = candidate.tables.classes
    assert classes.max() == 2
    assert len(set(classes[1:-1].tolist())) == 1


# Costs


def _operations(model: Model, x: Expr, rolled: bool) -> int:
    return Kernel(Request(model, x, rolled=rolled)).operations.total


@pytest.mark.parametrize("name", ["inverse dynamics", "forward dynamics"])
def test_operations_are_those_of_unrolled_code_on_general_chains(name: str) -> None:
    x = H @ phi @ (M @ (phi.T @ H.T @ T + phi.T @ a) + b) if name == "inverse dynamics" else EXPRESSIONS[name]
    chain = random_tree(1, bodies=20, kinds=("revolute",), branching="chain")
    assert _operations(chain, x, True) <= 1.03 * _operations(chain, x, False)
    assert _operations(panda(), x, True) <= 1.35 * _operations(panda(), x, False)


def test_operations_grow_by_the_same_for_each_link() -> None:
    x = EXPRESSIONS["forward dynamics"]
    counts = [
        _operations(random_tree(1, bodies=n, kinds=("revolute",), branching="chain"), x, True)
        for n in (10, 20, 30)
    ]
    assert counts[2] - counts[1] == counts[1] - counts[0]


def test_planar_chains_carry_no_zeros() -> None:
    """What is zero for all bodies is found out, and neither computed nor exchanged."""
    x = EXPRESSIONS["forward dynamics"]
    planar = _operations(planar_chain(30), x, True)
    general = _operations(random_tree(1, bodies=30, kinds=("revolute",), branching="chain"), x, True)
    assert planar < 0.25 * general


def test_a_lone_tip_of_many_bodies_is_told_from_them() -> None:
    """Few tips run the code of bodies that carry others, but not where Π_tip tells them apart."""
    model = planar_chain(rolled_classes.FEW_TIPS + 5)
    expression = inv(I + Pi_tip) @ body_vector("x") + Pi_tip @ body_vector("x")
    kernel = Kernel(Request(model, expression))
    assert kernel.rolled
    q, x = np.zeros(model.nq), np.arange(6.0 * len(model.bodies))
    np.testing.assert_allclose(kernel(q, x), dense(expression, model, q, x=x), rtol=1e-12)


def test_sums_of_nothing_are_zero() -> None:
    model = planar_chain(4)
    kernel = Kernel(Request(model, coupling.T @ H_dot @ g, rolled=True))
    assert not kernel(np.zeros(model.nq), np.ones(model.nv)).any()
