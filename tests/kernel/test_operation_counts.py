"""Exact operation counts of compiled programs: they do not depend on the machine, and must not grow."""

from __future__ import annotations

import sysconfig
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from psiphi import Robot
from psiphi.algebra.expression import Expr
from psiphi.algebra.lowered import JOINT_FACTORS
from psiphi.dynamics.catalogue import quantity, request
from psiphi.dynamics.features import Features
from psiphi.formats.load import load_model
from psiphi.formats.robots import hexapod, planar_chain, puma560, random_tree
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.signature import Operations
from psiphi.kernel.request import Request
from psiphi.kernel.tracing import candidates, cheapest
from psiphi.model import Model

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
PLAIN = Features(rotors=False, coupled=False)


@cache
def robot(name: str) -> Model:
    match name:
        case "ur5":
            return load_model(ROBOTS / "ur_description/urdf/ur5_robot.urdf")
        case "panda":
            model = load_model(ROBOTS / "panda_description/urdf/panda.urdf")
            return model.lock("panda_finger_joint1", 0.0) if model.nv == 8 else _locked_fingers(model)
        case "anymal":
            return load_model(ROBOTS / "anymal_b_simple_description/robots/anymal.urdf", base="free")
        case "talos":
            return load_model(ROBOTS / "talos_data/robots/talos_reduced.urdf", base="free")
        case _:
            raise AssertionError(name)


def _locked_fingers(model: Model) -> Model:
    for finger in ("panda_finger_joint1", "panda_finger_joint2"):
        model = model.lock(finger, 0.0)
    return model


def operations(model: Model, name: str) -> Operations:
    entry = quantity(name)
    return count(cheapest(Request(model, entry.expression(PLAIN), (), entry.arguments)).program)


MOST = {
    "inverse_dynamics": {"ur5": (149, 119), "panda": (295, 274), "anymal": (691, 698), "talos": (1803, 1728)},
    "forward_dynamics": {
        "ur5": (213, 171),
        "panda": (575, 523),
        "anymal": (1365, 1400),
        "talos": (3942, 3901),
    },
    "mass_matrix": {"ur5": (46, 53), "panda": (161, 159), "anymal": (292, 335), "talos": (1685, 1403)},
    "mass_matrix_rate": {"ur5": (104, 85), "panda": (430, 380), "anymal": (584, 570), "talos": (4229, 3537)},
    "mass_matrix_inverse": {
        "ur5": (135, 132),
        "panda": (350, 306),
        "anymal": (1772, 1594),
        "talos": (8805, 7492),
    },
}


@pytest.mark.parametrize("name", ["ur5", "panda", "anymal", "talos"])
@pytest.mark.parametrize("what", MOST)
def test_real_robots(what: str, name: str) -> None:
    found = operations(robot(name), what)
    mul, add = MOST[what][name]
    assert (found.mul, found.add) == (mul, add)


@pytest.mark.parametrize("n", [6, 7, 10, 20])
def test_general_chains_of_hinges(n: int) -> None:
    """Random constants, none of them zero; 99n−135 and 82n−129 is the best of symbolic tools."""
    chain = random_tree(n, bodies=n, kinds=("revolute",), branching="chain")
    inverse = operations(chain, "inverse_dynamics")
    assert (inverse.mul, inverse.add) == (81 * n - 106, 70 * n - 98)
    forward = operations(chain, "forward_dynamics")
    assert forward.mul <= 223 * n - 344
    assert forward.add <= 203 * n - 345


def test_below_the_best_symbolic_tool() -> None:
    """Against the programs of OpenSYMORO with minimal inertial parameters."""
    six = random_tree(1, bodies=6, kinds=("revolute",), branching="chain")
    for model, limits in (
        (six, {"inverse_dynamics": (459, 363), "forward_dynamics": (1790, 1366), "mass_matrix": (653, 483)}),
        (
            puma560(),
            {"inverse_dynamics": (301, 240), "forward_dynamics": (920, 691), "mass_matrix": (247, 163)},
        ),
    ):
        for what, (mul, add) in limits.items():
            found = operations(model, what)
            assert found.mul <= mul
            assert found.add <= add


@pytest.mark.parametrize(
    "what", ["inverse_dynamics", "forward_dynamics", "mass_matrix_product", "mass_matrix_solve"]
)
def test_vectors_cost_linear_time(what: str) -> None:
    counts = [
        operations(random_tree(3, bodies=n, kinds=("revolute", "prismatic"), branching="chain"), what).total
        for n in (24, 48, 96)
    ]
    assert counts[2] - counts[1] <= 2.1 * (counts[1] - counts[0])


def test_unforeseen_expressions_cost_linear_time() -> None:
    from psiphi.algebra import D, H, I, K, M, joint_vector, phi, psi

    tau = joint_vector("tau")
    expressions: list[Expr] = [
        D**-0.5 @ (I - H @ psi @ K) @ tau,
        H @ psi @ M @ psi.T @ H.T @ tau,
        H @ phi @ M @ psi.T @ H.T @ tau,
    ]
    for x in expressions:
        counts = [
            count(
                cheapest(Request(random_tree(3, bodies=n, kinds=("revolute",), branching="chain"), x)).program
            ).total
            for n in (24, 48, 96)
        ]
        assert counts[2] - counts[1] <= 2.1 * (counts[1] - counts[0]), str(x)


@pytest.mark.parametrize("what", ["forward_dynamics", "updated_forces", "updated_covariances"])
def test_large_robots_have_the_form_with_the_fewest_operations(what: str) -> None:
    asked = request(hexapod(), what)
    forms = [name for name, _ in candidates(asked.expressions) if name != JOINT_FACTORS]
    assert len(forms) > 1
    totals = [count(cheapest(replace(asked, form=name)).program).total for name in forms]
    assert count(cheapest(asked).program).total == min(totals)


def test_planar_chains_need_no_spatial_algebra() -> None:
    """All axes parallel: what the third dimension would cost is folded away."""
    found = operations(planar_chain(6), "inverse_dynamics")
    assert (found.mul, found.add) == (66, 62)


@pytest.mark.parametrize(
    ("name", "inverse", "forward"),
    [
        ("ur5", (455, 406), (888, 828)),
        ("panda", (1353, 1196), (2305, 2067)),
        ("anymal", (2530, 2340), (7230, 6629)),
        ("talos", (11599, 9762), (41204, 37097)),
    ],
)
def test_derivatives_of_real_robots(name: str, inverse: tuple[int, int], forward: tuple[int, int]) -> None:
    """∂/∂(q, v) of inverse and of forward dynamics."""
    for quantity_name, expected in (("inverse_dynamics", inverse), ("forward_dynamics", forward)):
        found = count(Robot(robot(name)).kernel(quantity_name).derived("jacobian", ("q", "v")))
        assert (found.mul, found.add) == expected


PARAMETERS = {
    "panda": ("payload:panda_link7", [(309, 300), (322, 345), (594, 561), (604, 598)]),
    "anymal": ("payload:RH_SHANK", [(712, 730), (824, 903), (1407, 1457), (1566, 1700)]),
    "talos": ("payload:leg_right_6_link", [(1814, 1751), (1982, 2149), (3974, 3946), (4226, 4442)]),
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_parameters_in_the_place_of_constants(name: str) -> None:
    """A payload on the last link takes at most 1.1 times the operations, all inertias at most 1.25 times."""
    payload, expected = PARAMETERS[name]
    what = ("inverse_dynamics", "forward_dynamics")
    asked = Robot(robot(name)).kernel
    found = [asked(x, varying=[varying]).operations for x in what for varying in (payload, "inertia")]
    assert [(x.mul, x.add) for x in found] == expected
    constant = [sum(MOST[x][name]) for x in what for _ in range(2)]
    ratios = [(x.mul + x.add) / least for x, least in zip(found, constant, strict=True)]
    assert all(ratio <= most for ratio, most in zip(ratios, (1.1, 1.25, 1.1, 1.25), strict=True))
