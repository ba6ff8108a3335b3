"""Every entry of the catalogue: what it costs in N, and that its method says so."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys

import numpy as np
import pytest

from psiphi import Robot
from psiphi.dynamics.catalogue import QUANTITIES, request
from psiphi.errors import CompileError
from psiphi.formats.robots import random_tree
from psiphi.kernel.program.counts import count
from psiphi.kernel.tracing import cheapest
from psiphi.model import Body, Joint, Mimic, Model
from psiphi.spatial import Inertia

SIZES = (9, 13, 21)
CHAINS = [random_tree(1, bodies=n, kinds=("revolute",), branching="chain") for n in SIZES]
FLYING = [random_tree(1, bodies=n, kinds=("revolute",), base="free", branching="chain") for n in SIZES]
OF_FREE_FLYERS = {name for name, entry in QUANTITIES.items() if entry.source.startswith("RJ ")}
EVERY_BODY = {"jacobian_normal_inverse", "jacobian_solve"}  # one frame cannot tell so many joints apart
GROWTH = {"N": 2.2, "N²": 3.4}  # exactly 2 and 3.1; N³ would be 4.8
LOOPS = {name for name in QUANTITIES if name.startswith("constrain")}  # chains have none
PARTS = {
    "inverse_dynamics_with_forces",
    "forward_dynamics_with_forces",
    "mass_matrix_pivots",
    "body_momenta",
    "base_velocity_with_momentum",
}


@pytest.mark.parametrize("name", sorted(set(QUANTITIES) - LOOPS))
def test_cost_grows_as_stated(name: str) -> None:
    """From N = 13 to 21 operations are added twice (three times) as many as from 9 to 13."""
    cost = QUANTITIES[name].cost
    assert cost in GROWTH, f"{name}: the catalogue does not state its cost in N"
    small, middle, large = (
        count(
            cheapest(
                request(chain, name, chain.body_names if name in EVERY_BODY else chain.body_names[-1:])
            ).program
        ).total
        for chain in (FLYING if name in OF_FREE_FLYERS else CHAINS)
    )
    assert large - middle <= GROWTH[cost] * (middle - small)


ESTIMATION = {"predicted_forces", "updated_forces", "smoothed_forces", "costates"} | {
    name for name in QUANTITIES if name.endswith("_covariances")
}  # behind robot.estimation(q)


@pytest.mark.parametrize("name", sorted(set(QUANTITIES) - PARTS - LOOPS - ESTIMATION))
def test_methods_tell_shape_cost_and_source(name: str) -> None:
    """A quantity has a method of its name, with batches, out= and threads=, and an explanation."""
    method = getattr(Robot, name)
    text = inspect.getdoc(method) or ""
    assert f"O({QUANTITIES[name].cost})" in text, (
        f"{name}: its docstring does not say O({QUANTITIES[name].cost})"
    )
    assert re.search(r"\[(R87|RK88|K93|RJK?) ", text), f"{name}: its docstring names no source"
    assert "(..." in text
    assert {"out", "threads"} <= set(inspect.signature(method).parameters)


WARM = """
import sys, numpy as np, psiphi
robot = psiphi.load(sys.argv[1])
q, zero = robot.neutral(), np.zeros(robot.nv)
print(robot.inverse_dynamics(q, zero, zero).tolist(), robot.jacobian(q, robot.frame_names[-1]).shape)
print([name for name in ("psiphi.algebra", "psiphi.recursion.sweeps.lowering") if name in sys.modules])
"""


def test_code_on_disk_needs_neither_algebra_nor_compiler(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PSIPHI_CACHE_DIR", str(tmp_path))
    path = tmp_path / "robot.json"
    Robot(random_tree(0, bodies=2)).save(path)
    runs = [
        subprocess.run([sys.executable, "-c", WARM, path], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    cold, warm = (run.splitlines() for run in runs)
    assert cold[0] == warm[0]
    assert "psiphi.algebra" in cold[1]
    assert warm[1] == "[]"


def test_results_of_methods_can_be_given() -> None:
    """out= of the quantities that are not a kernel's result as it is."""
    robot = Robot(random_tree(5, bodies=4))
    rng = np.random.default_rng(0)
    q, v = robot.random_configuration(rng, (3,)), rng.normal(size=(3, robot.nv))
    for call, shape in (
        (lambda **o: robot.link_accelerations(q, v, v, **o), (3, len(robot.body_names), 6)),
        (lambda **o: robot.mass_matrix_determinant(q, **o), (3,)),
        (lambda **o: robot.mass_matrix_log_determinant(q, **o), (3,)),
        (lambda **o: robot.articulated_inertias(q, **o), (3, len(robot.body_names), 6, 6)),
        (lambda **o: robot.center_of_mass(q, **o), (3, 3)),
    ):
        out = np.full(shape, np.nan)
        assert call(out=out, threads=2) is out
        assert np.array_equal(out, call())
    poses = np.empty((3, 3, 3)), np.empty((3, 3))
    found = robot.frame_pose(q, robot.frame_names[-1], out=poses)
    assert found[0] is poses[0]
    assert all(map(np.array_equal, found, robot.frame_pose(q, robot.frame_names[-1])))
    forces = np.empty((3, robot.nv))
    assert robot.passive_forces(q, v, out=forces) is forces


def test_a_massless_link_that_another_mimics_is_a_compile_error() -> None:
    hinge = Joint("j", "revolute")
    bodies = [
        Body("a", -1, hinge, Inertia(1.0, (0.1, 0.2, 0.3), np.eye(3))),
        Body("m", 0, Joint("k", "revolute", axis=(0.0, 1.0, 0.0))),
        Body("n", 0, Joint("l", "revolute", axis=(0.0, 1.0, 0.0), mimic=Mimic("k"))),
    ]
    robot = Robot(Model("r", bodies))
    with pytest.raises(CompileError, match="Nothing resists 'k', 'l': give"):
        robot.forward_dynamics(robot.neutral(), np.zeros(2), np.ones(2))
