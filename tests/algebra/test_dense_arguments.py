"""What dense evaluation takes and gives: vectors, frames, batches, any robot, and errors that help."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from psiphi.algebra.construction import diagonal, identity, power_node, symbol, zero
from psiphi.algebra.dense import dense, relative_difference
from psiphi.algebra.families import lyapunov, riccati
from psiphi.algebra.inputs import body_vector, coordinate_vector, frame_vector, joint_vector
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import B, D, H, I, J, M, Q, a, b, coupling, g, mass, phi, r_b
from psiphi.algebra.spaces import Space
from psiphi.errors import ArgumentTypeError, ExpressionError, InputError, SpaceError, UnknownNameError
from psiphi.model import Body, Joint, Model
from psiphi.spatial import Inertia
from robots import case

ROBOT = case(6, bodies=6)
MODEL, Q0 = ROBOT.model, ROBOT.q
NV_TREE, NB = ROBOT.sizes[Space.JOINT], ROBOT.sizes[Space.BODY]
tau = joint_vector("tau")


def test_vectors_go_by_keyword_or_by_mapping() -> None:
    primed = joint_vector("T'")
    value = np.arange(1.0, NV_TREE + 1.0)
    by_keyword = dense(inv(mass) @ tau, MODEL, Q0, tau=value)
    by_mapping = dense(inv(mass) @ primed, MODEL, Q0, vectors={"T'": value})
    assert by_keyword.shape == (NV_TREE,)
    np.testing.assert_array_equal(by_keyword, by_mapping)
    np.testing.assert_allclose(dense(mass, MODEL, Q0) @ by_keyword, value, rtol=1e-9)


def test_every_space_has_its_vectors() -> None:
    for make, space in (
        (joint_vector, Space.JOINT),
        (body_vector, Space.BODY),
        (frame_vector, Space.FRAME),
        (coordinate_vector, Space.COORDINATE),
    ):
        x = np.arange(float(ROBOT.sizes[space]))
        np.testing.assert_array_equal(dense(2 * make("x"), MODEL, Q0, frames=ROBOT.frames, x=x), 2.0 * x)
        assert dense(make("x").T @ make("x"), MODEL, Q0, frames=ROBOT.frames, x=x) == x @ x


def test_batches_broadcast_like_arrays() -> None:
    rng = np.random.default_rng(0)
    q = MODEL.random_configuration(rng, (2, 1))
    v, torque = rng.normal(size=(3, MODEL.nv)), rng.normal(size=NV_TREE)
    found = dense(inv(mass) @ (tau - H @ phi @ (M @ phi.T @ a + b)), MODEL, q, v=v, tau=torque)
    assert found.shape == (2, 3, NV_TREE)
    one = dense(inv(mass) @ (tau - H @ phi @ (M @ phi.T @ a + b)), MODEL, q[1, 0], v=v[2], tau=torque)
    np.testing.assert_array_equal(found[1, 2], one)
    assert dense(mass, MODEL, q).shape == (2, 1, NV_TREE, NV_TREE)
    assert dense(tau.T @ mass @ tau, MODEL, q, tau=torque).shape == (2, 1)
    assert dense(mass, MODEL, np.empty((0, MODEL.nq))).shape == (0, NV_TREE, NV_TREE)


def test_a_robot_stands_for_its_model() -> None:
    np.testing.assert_array_equal(dense(mass, SimpleNamespace(model=MODEL), Q0), dense(mass, MODEL, Q0))


def test_fixed_joints_leave_no_trace_in_joint_space() -> None:
    robot = case(8, bodies=9, kinds=["fixed", "revolute"])
    assert len(robot.model.merged().bodies) < len(robot.model.bodies)
    np.testing.assert_array_equal(
        dense(mass, robot.model, robot.q), dense(mass, robot.model.merged(), robot.q)
    )


def test_a_robot_that_cannot_move_has_empty_matrices() -> None:
    model = Model("post", [Body("post", -1, Joint("bolts", "fixed"), Inertia(1.0))])
    assert dense(inv(mass), model, np.empty(0)).shape == (0, 0)
    assert dense(J, model, np.empty(0), frames=["post"]).shape == (6, 0)


def test_coupling_joins_the_independent_coordinates_with_the_tree() -> None:
    robot = case(2, bodies=10, mimic=0.8)
    np.testing.assert_array_equal(dense(coupling, robot.model, robot.q), robot.model.coupling)
    reduced = coupling.T @ mass @ coupling
    assert dense(reduced, robot.model, robot.q).shape == (robot.model.nv, robot.model.nv)


def test_the_memoryless_part_keeps_what_joins_a_body_with_itself() -> None:
    frames = ["body_0", "body_5", "frame_0"]
    compliance = J @ J.T
    full = dense(compliance, MODEL, Q0, frames=frames)
    same_body = np.kron([[1, 0, 1], [0, 1, 0], [1, 0, 1]], np.ones((6, 6)))
    np.testing.assert_array_equal(dense(diagonal(compliance), MODEL, Q0, frames=frames), full * same_body)
    kernel = phi @ M @ phi.T
    blocks = np.kron(np.eye(NB // 6), np.ones((6, 6)))
    np.testing.assert_array_equal(dense(diagonal(kernel), MODEL, Q0), dense(kernel, MODEL, Q0) * blocks)


def test_powers_multiply_as_powers_do() -> None:
    third, whitening = D ** Fraction(1, 3), D ** Fraction(-1, 2)
    assert relative_difference(third @ third @ third, D, MODEL, Q0) < 1e-13
    assert relative_difference(whitening @ D @ whitening, identity(Space.JOINT), MODEL, Q0) < 1e-13


ERRORS = {
    "vector missing": (lambda: dense(mass @ tau, MODEL, Q0), InputError, "joint vector 'tau'.*tau=..."),
    "primed vector missing": (
        lambda: dense(joint_vector("T'"), MODEL, Q0),
        InputError,
        r"vectors=\{\"T'\": ...\}",
    ),
    "vector misspelt": (
        lambda: dense(mass @ tau, MODEL, Q0, tau=np.ones(NV_TREE), tua=np.ones(NV_TREE)),
        UnknownNameError,
        "'tua'; did you mean 'tau'",
    ),
    "vector of a wrong shape": (
        lambda: dense(mass @ tau, MODEL, Q0, tau=np.ones(NV_TREE + 1)),
        InputError,
        rf"tau: has shape .* give shape \(..., {NV_TREE}\)",
    ),
    "vector with NaN": (
        lambda: dense(tau, MODEL, Q0, tau=np.full(NV_TREE, np.nan)),
        InputError,
        r"tau: is nan at index \[0\]",
    ),
    "text for a vector": (lambda: dense(tau, MODEL, Q0, tau="fast"), ArgumentTypeError, "tau"),
    "configuration of a wrong shape": (lambda: dense(mass, MODEL, np.ones(99)), InputError, "q: has shape"),
    "infinite configuration": (
        lambda: dense(mass, MODEL, np.full(MODEL.nq, np.inf)),
        InputError,
        "q: is inf",
    ),
    "batches that do not fit": (
        lambda: dense(mass @ tau, MODEL, np.tile(Q0, (2, 1)), tau=np.ones((3, NV_TREE))),
        InputError,
        "broadcast",
    ),
    "velocity missing": (lambda: dense(a, MODEL, Q0), InputError, "'a' depends on velocities: give v"),
    "velocity of a wrong shape": (lambda: dense(b, MODEL, Q0, v=np.ones(99)), InputError, "v: has shape"),
    "frames missing": (lambda: dense(J, MODEL, Q0), InputError, "'B'.*frames="),
    "frames missing in a family": (
        lambda: dense(lyapunov(B @ B.T).r, MODEL, Q0),
        InputError,
        "'B'.*frames=",
    ),
    "frames as one text": (
        lambda: dense(J, MODEL, Q0, frames="body_0"),
        ArgumentTypeError,
        r"\['body_0'\]",
    ),
    "unknown frame": (
        lambda: dense(J, MODEL, Q0, frames=["body_00"]),
        UnknownNameError,
        "'body_00'; did you mean 'body_0'",
    ),
    "no model": (lambda: dense(mass, "panda.urdf", Q0), ArgumentTypeError, "model: .*found str"),
    "no expression": (lambda: dense(3.0, MODEL, Q0), ArgumentTypeError, "found float"),
    "identity of no space": (lambda: dense(I, MODEL, Q0), ExpressionError, "I alone"),
    "symbol without a definition": (
        lambda: dense(symbol("A", Space.BODY, Space.BODY), MODEL, Q0),
        ExpressionError,
        "no definition of 'A'",
    ),
    "singular matrix": (
        lambda: dense(inv(J @ J.T), MODEL, Q0, frames=["world"]),
        ExpressionError,
        r"inv\(B\* φ\* H\* H φ B\) does not exist",
    ),
    "power of a singular matrix": (
        lambda: dense(power_node(M - M, Fraction(1, 2)), MODEL, Q0),
        ExpressionError,
        "eigenvalue 0",
    ),
    "family of nothing": (
        lambda: dense(riccati(zero(Space.BODY, Space.BODY), zero(Space.JOINT, Space.JOINT)).psi, MODEL, Q0),
        ExpressionError,
        "X = 0 and Y = 0 does not exist.*joint_",
    ),
    "family of a whole matrix": (
        lambda: dense(lyapunov(phi @ phi.T).r, MODEL, Q0),
        ExpressionError,
        "joins different bodies",
    ),
    "free-flying operator on a fixed base": (
        lambda: dense(r_b, MODEL, Q0),
        ExpressionError,
        "'r_b' is defined for free-flying robots",
    ),
    "comparison across spaces": (lambda: relative_difference(H, phi, MODEL, Q0), SpaceError, "'H' and 'φ'"),
}


@pytest.mark.parametrize("mistake", ERRORS)
def test_errors_say_what_is_wrong(mistake: str) -> None:
    call, error, message = ERRORS[mistake]
    with pytest.raises(error, match=message):
        call()


def test_operators_of_free_flyers_need_a_single_free_root() -> None:
    robot = case(0, bodies=4, base="free", roots=2)
    with pytest.raises(ExpressionError, match="free, free"):
        dense(Q, robot.model, robot.q)


def test_gravity_needs_no_velocity() -> None:
    np.testing.assert_array_equal(dense(g, MODEL, Q0), dense(a, MODEL, Q0, v=np.zeros(MODEL.nv)))
