"""Random trees are what they are asked to be, the same on every machine, and possible."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from psiphi.errors import InputError
from psiphi.formats.robots import random_tree
from psiphi.model import JOINT_KINDS
from psiphi.model.tree import depth_first


def depth(parents: tuple[int, ...]) -> int:
    depths: list[int] = []
    for parent in parents:
        depths.append(1 if parent < 0 else depths[parent] + 1)
    return max(depths)


def test_shapes_from_chain_to_star() -> None:
    assert random_tree(1, bodies=6, branching="chain").parents == (-1, 0, 1, 2, 3, 4)
    assert random_tree(1, bodies=6, branching=0).parents == (-1, 0, 1, 2, 3, 4)
    assert random_tree(1, bodies=6, branching="star").parents == (-1, 0, 0, 0, 0, 0)
    assert depth(random_tree(1, bodies=2000, branching=1.0).parents) < 40
    assert 40 < depth(random_tree(1, bodies=2000, branching=0.05).parents) < 2000
    assert random_tree(1, bodies=9, roots=3).parents.count(-1) == 3


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("branching", [0, 0.2, 0.7, 1, "star"])
def test_bodies_come_depth_first(seed: int, branching: float) -> None:
    parents = random_tree(seed, bodies=40, branching=branching, roots=2).parents
    assert depth_first(parents) == list(range(40))


def test_all_kinds_are_drawn() -> None:
    kinds = {body.joint.kind.name for body in random_tree(0, bodies=200).bodies}
    assert kinds == set(JOINT_KINDS)


def test_only_the_asked_kinds_are_drawn() -> None:
    model = random_tree(0, bodies=50, kinds=("prismatic", "helical"))
    assert {body.joint.kind.name for body in model.bodies} == {"prismatic", "helical"}
    assert random_tree(0, bodies=3, kinds="spherical").nv == 9


def test_bases() -> None:
    free = random_tree(4, bodies=10, base="free")
    assert (free.bodies[0].joint.name, free.bodies[0].joint.kind.name) == ("root", "free")
    assert free.joint_names[0] == "root"
    for seed in range(30):
        assert random_tree(seed, bodies=1).nv > 0


def test_a_general_chain_has_no_zero_constants() -> None:
    model = random_tree(7, bodies=30, kinds=("revolute",), branching="chain")
    for body in model.bodies:
        placement, inertia = body.joint.placement, body.inertia
        for numbers in (placement.position, inertia.center, body.joint.axis):
            assert np.abs(numbers).min() > 0.03
        assert np.count_nonzero(placement.rotation) == 9
        assert np.count_nonzero(inertia.rotational) == 9
        assert inertia.mass > 0


def test_inertias_are_those_of_real_bodies_with_room_to_spare() -> None:
    for body in random_tree(3, bodies=200).bodies:
        small, middle, large = np.linalg.eigvalsh(body.inertia.rotational)
        assert small > 0
        assert large < 0.999 * (small + middle)


def test_mimics_follow_earlier_joints() -> None:
    one_coordinate = ("revolute", "continuous", "prismatic", "helical")
    model = random_tree(5, bodies=60, kinds=one_coordinate, mimic=0.4)
    followers = [body.joint for body in model.bodies if body.joint.mimic]
    assert 10 < len(followers) < 40
    assert model.nv == 60 - len(followers)
    assert random_tree(5, bodies=60, kinds=one_coordinate).nv == 60
    assert random_tree(5, bodies=10, kinds=one_coordinate, mimic=1.0).nv == 1


def test_rotors_only_when_asked() -> None:
    assert all(body.joint.rotor.inertia == 0 for body in random_tree(6, bodies=20).bodies)
    with_rotors = random_tree(6, bodies=20, kinds=("revolute",), rotors=True)
    assert all(body.joint.rotor.reflected_inertia > 0 for body in with_rotors.bodies)


def test_a_seed_is_a_robot() -> None:
    assert random_tree(8, bodies=30, mimic=0.2) == random_tree(8, bodies=30, mimic=0.2)
    assert random_tree(8, bodies=30) != random_tree(9, bodies=30)
    code = "from psiphi.formats.robots import random_tree; print(random_tree(8, bodies=30, mimic=0.2).key)"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == random_tree(8, bodies=30, mimic=0.2).key


def test_a_seed_is_the_same_robot_forever() -> None:
    """Other tests lean on these robots; a change of them is a change of every test."""
    model = random_tree(42, bodies=6)
    assert model.parents == (-1, 0, 1, 2, 1, 4)
    kinds = [body.joint.kind.name for body in model.bodies]
    assert kinds == ["helical", "universal", "prismatic", "planar", "helical", "prismatic"]
    assert model.mass == pytest.approx(11.193190866862713, rel=1e-15)


def test_size_is_no_matter() -> None:
    """Deep chains and wide stars alike are built without recursion."""
    for branching in ("chain", "star", 0.3):
        model = random_tree(0, bodies=10_000, branching=branching)
        assert len(model.bodies) == 10_000


@pytest.mark.parametrize(
    "wrong",
    [
        {"bodies": 0},
        {"bodies": 2.5},
        {"bodies": 3, "roots": 4},
        {"roots": 0},
        {"kinds": ("ball",)},
        {"kinds": ()},
        {"branching": 1.5},
        {"branching": "bush"},
        {"base": "floating"},
        {"mimic": 2.0},
    ],
)
def test_wrong_wishes_are_refused(wrong: dict) -> None:
    with pytest.raises(InputError, match=next(reversed(wrong))):
        random_tree(0, **wrong)
