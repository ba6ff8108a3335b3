"""The robots of the papers: the planar chain of [R87 XII], the free-flying tree of [RJ, Fig. 3, Table 4]."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi.errors import InputError
from psiphi.formats.robots import nine_link_tree, planar_chain
from psiphi.model import Body, Joint, Model
from psiphi.model.kinematics import body_poses
from psiphi.model.tree import subtree
from psiphi.spatial import Inertia, Pose, force_transform

FORWARD_TREES = {  # [RJ, Table 4]
    1: {1},
    2: {2},
    3: {1, 2, 3},
    4: {1, 2, 3, 4},
    5: {1, 2, 3, 4, 5},
    6: {6},
    7: {1, 2, 3, 4, 5, 6, 7},
    8: {1, 2, 3, 4, 5, 6, 7, 8},
}


def without_base_motion(mass: np.ndarray) -> np.ndarray:
    """The mass matrix of the joints when a free base moves as it must: a Schur complement. [RJ 27, 28]"""
    base, coupling, joints = mass[:6, :6], mass[:6, 6:], mass[6:, 6:]
    return joints - coupling.T @ np.linalg.solve(base, coupling)


def test_planar_chain_has_the_matrices_of_the_paper() -> None:
    """In the coordinates (moment x; force y, z) of the paper. [R87 85]"""
    length, mass = 0.7, 2.0
    planar = np.ix_((0, 4, 5), (0, 4, 5))
    link = planar_chain(3, length=length, mass=mass).bodies[1]
    shift = force_transform(link.joint.placement.rotation, link.joint.placement.position)
    np.testing.assert_array_equal(shift[planar], [[1, 0, -length], [0, 1, 0], [0, 0, 1]])
    matrix = link.inertia.matrix()
    p, inertia = length / 2, matrix[0, 0]
    np.testing.assert_allclose(
        matrix[planar],
        [[inertia, 0, -mass * p], [0, mass, 0], [-mass * p, 0, mass]],
        rtol=1e-15,
        atol=0,
    )
    assert inertia == pytest.approx(mass * length**2 * (1 / 3 + 1 / 1600), rel=1e-14)


@pytest.mark.parametrize("bend", [0.0, 0.4, -2.0])
def test_planar_chain_of_two_is_the_double_pendulum(bend: float, mass_matrix) -> None:
    """The textbook mass matrix of two hinged rods, I about the hinge, p to the centre."""
    length, mass, p = 1.0, 1.0, 0.5
    inertia = 1 / 3 + 1 / 1600
    coupling = mass * length * p * np.cos(bend)
    expected = [
        [2 * inertia + mass * length**2 + 2 * coupling, inertia + coupling],
        [inertia + coupling, inertia],
    ]
    computed = mass_matrix(planar_chain(2), np.array([0.3, bend]))
    np.testing.assert_allclose(computed, expected, rtol=1e-14)


def test_planar_chain_counts_from_the_tip() -> None:
    model = planar_chain(4)
    assert model.body_names == ("link_4", "link_3", "link_2", "link_1")
    assert model.joint_names == ("joint_4", "joint_3", "joint_2", "joint_1")
    assert model.frame("tip").body == 3


@pytest.mark.parametrize(
    "wrong", [{"n": 0}, {"n": 2.5}, {"n": 3, "length": 0.0}, {"n": 3, "mass": float("nan")}]
)
def test_planar_chain_refuses_nonsense(wrong: dict) -> None:
    with pytest.raises(InputError):
        planar_chain(**wrong)


def test_forward_trees_are_those_of_the_table() -> None:
    model = nine_link_tree()
    for joint, links in FORWARD_TREES.items():
        outboard = subtree(model.parents, model.joint_index(f"joint_{joint}"))
        assert {int(model.body_names[body].removeprefix("link_")) for body in outboard} == links
    assert model.nv == 6 + 8


def test_reduced_masses_of_the_tree(mass_matrix) -> None:
    """M̄(k, k) = H r H* with r⁻¹ = r_f⁻¹ + r_b⁻¹: both trees rigid, seen from joint k. [RJ 14, 16]"""
    model = nine_link_tree()
    q = model.random_configuration(np.random.default_rng(0))
    rotations, positions = body_poses(model, q)
    in_world = [
        body.inertia.expressed_in(Pose(rotations[k], positions[k])) for k, body in enumerate(model.bodies)
    ]
    reduced_mass_matrix = without_base_motion(mass_matrix(model, q))
    for joint, links in FORWARD_TREES.items():
        k = model.joint_index(f"joint_{joint}")
        to_joint = Pose(rotations[k], positions[k]).inverse()
        forward, backward = Inertia.zero(), Inertia.zero()
        for body, inertia in zip(model.bodies, in_world, strict=True):
            if int(body.name.removeprefix("link_")) in links:
                forward = forward + inertia.expressed_in(to_joint)
            else:
                backward = backward + inertia.expressed_in(to_joint)
        assert (forward.mass, backward.mass) == (len(links), 9 - len(links))
        r_f, r_b = forward.matrix(), backward.matrix()
        r = r_f @ np.linalg.inv(r_f + r_b) @ r_b
        axis = np.concatenate([model.bodies[k].joint.axis, np.zeros(3)])
        place = model.v_slice(f"joint_{joint}").start - 6
        assert axis @ r @ axis == pytest.approx(reduced_mass_matrix[place, place], rel=1e-11)


def test_the_brownian_bridge_is_four_sliding_masses(mass_matrix) -> None:
    """Four links of mass ρΔ in a row, free at both ends, sliding along one line, give [RJ 40]."""
    density = 2.5
    block = Inertia(density, (0.0, 0.0, 0.0), np.diag([0.3, 0.4, 0.5]))
    bodies = [Body("link_4", -1, Joint("root", "free"), block)] + [
        Body(f"link_{link}", 3 - link, Joint(f"joint_{link}", "prismatic", axis=(1.0, 0.0, 0.0)), block)
        for link in (3, 2, 1)
    ]
    model = Model("bridge", bodies)
    bridge = np.array([[3 / 4, 1 / 2, 1 / 4], [1 / 2, 1, 1 / 2], [1 / 4, 1 / 2, 3 / 4]])
    computed = without_base_motion(mass_matrix(model, model.neutral()))
    np.testing.assert_allclose(computed, density * bridge, rtol=1e-14)
