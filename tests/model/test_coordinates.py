"""Where coordinates sit, and how mimic joints take theirs away."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from random_models import models

from psiphi.errors import InputError
from psiphi.model import Body, Joint, Mimic, Model

PER_KIND = [
    "free",
    "fixed",
    "revolute",
    "planar",
    "universal",
    "spherical",
    "continuous",
    "helical",
    "prismatic",
]


def test_slices_follow_each_other_in_the_order_of_the_bodies():
    model = Model("all", [Body(f"b{i}", i - 1, Joint(kind, kind)) for i, kind in enumerate(PER_KIND)])
    assert (model.nq, model.nv) == (7 + 1 + 3 + 2 + 4 + 1 + 1 + 1, 6 + 1 + 3 + 2 + 3 + 1 + 1 + 1)
    assert model.joint_names == tuple(kind for kind in PER_KIND if kind != "fixed")
    assert model.q_slice("planar") == slice(8, 11)
    assert model.v_slice("spherical") == slice(12, 15)
    assert model.q_tree_slices[1] == slice(7, 7)
    np.testing.assert_array_equal(model.coupling, np.eye(model.nv))


@settings(max_examples=40, deadline=None)
@given(models)
def test_slices_partition_the_coordinates(model):
    for names, slices, size in (
        (model.joint_names, [model.q_slice(name) for name in model.joint_names], model.nq),
        (model.joint_names, [model.v_slice(name) for name in model.joint_names], model.nv),
        (model.bodies, model.q_tree_slices, model.nq_tree),
        (model.bodies, model.v_tree_slices, model.nv_tree),
    ):
        assert len(names) == len(slices)
        assert [index for place in slices for index in range(size)[place]] == list(range(size))


@settings(max_examples=40, deadline=None)
@given(models)
def test_mimics_follow_their_leaders(model):
    rng = np.random.default_rng(0)
    q, v = model.random_configuration(rng, (3, 2)), rng.standard_normal((3, 2, model.nv))
    q_tree, v_tree = model.tree_configuration(q), model.tree_velocity(v)
    assert q_tree.shape == (3, 2, model.nq_tree)
    np.testing.assert_allclose(v_tree, v @ model.coupling.T, atol=1e-15)
    for index, body in enumerate(model.bodies):
        q_here, v_here = q_tree[..., model.q_tree_slices[index]], v_tree[..., model.v_tree_slices[index]]
        mimic = body.joint.mimic
        if mimic is not None:
            leader = model.joint_index(mimic.joint)
            np.testing.assert_allclose(
                q_here, mimic.ratio * q_tree[..., model.q_tree_slices[leader]] + mimic.offset, atol=1e-14
            )
            np.testing.assert_allclose(
                v_here, mimic.ratio * v_tree[..., model.v_tree_slices[leader]], atol=1e-14
            )
        elif body.joint.kind.nv:
            np.testing.assert_array_equal(q_here, q[..., model.q_slice(body.joint.name)])
            np.testing.assert_array_equal(v_here, v[..., model.v_slice(body.joint.name)])


def test_a_mimic_may_come_before_its_leader_and_mimic_a_mimic():
    model = Model(
        "fingers",
        [
            Body("a", -1, Joint("first", "revolute", mimic=Mimic("second", 2.0, 1.0))),
            Body("b", 0, Joint("second", "prismatic", mimic=Mimic("third", -3.0, 0.5))),
            Body("c", 1, Joint("third", "helical")),
        ],
    )
    assert (model.nq, model.nv, model.nq_tree, model.nv_tree) == (1, 1, 3, 3)
    np.testing.assert_array_equal(
        model.tree_configuration([10.0]), [2.0 * (-3.0 * 10.0 + 0.5) + 1.0, -29.5, 10.0]
    )
    np.testing.assert_array_equal(model.coupling, [[-6.0], [-3.0], [1.0]])


def test_a_long_chain_of_mimics_is_resolved():
    count = 20_000
    joints = [Joint(f"j{i}", "revolute", mimic=Mimic(f"j{i + 1}")) for i in range(count - 1)]
    bodies = [
        Body(f"b{i}", i - 1, joint) for i, joint in enumerate([*joints, Joint(f"j{count - 1}", "revolute")])
    ]
    model = Model("chain", bodies)
    assert model.nv == 1
    np.testing.assert_array_equal(model.tree_velocity([3.0]), np.full(count, 3.0))


def test_wrong_sizes_are_refused():
    model = Model("one", [Body("b", -1, Joint("j", "revolute"))])
    with pytest.raises(InputError, match=r"q: has shape \(2,\); give shape \(\.\.\., 1\)"):
        model.tree_configuration([1.0, 2.0])
    with pytest.raises(InputError, match="v: has shape"):
        model.tree_velocity(1.0)


def test_the_coupling_cannot_be_changed():
    model = Model("one", [Body("b", -1, Joint("j", "revolute"))])
    with pytest.raises(ValueError, match="read-only"):
        model.coupling[0, 0] = 2.0
