"""Compiled dynamics of every robot of example-robot-data, fixed and free, against Pinocchio.

Robots come in variants, which differ in tools and meshes. The tests take the largest file of each robot, half
of them here and half in test_catalogue_against_pinocchio.py, and every other one with a free base; where
EVERY_FILE is set, as `make collections` does, they take all files with both.
"""

from __future__ import annotations

import os
import sysconfig
import warnings
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from psiphi import Robot
from psiphi.compat.pinocchio import PinocchioMap
from psiphi.formats.load import load_model
from psiphi.model import Model

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
_REFUSED = ("ur3.urdf", "falcon.urdf")  # by Pinocchio too: an empty file, and a link that is not there
_ALL = sorted(path for path in ROBOTS.rglob("*.urdf") if path.name not in _REFUSED)
_LARGEST = {
    path.relative_to(ROBOTS).parts[0]: path for path in sorted(_ALL, key=lambda path: path.stat().st_size)
}
EVERY = bool(os.environ.get("EVERY_FILE"))
FILES = _ALL if EVERY else sorted(_LARGEST.values())
STATES = 20
MATRIX_LIMIT = 40  # degrees of freedom up to which matrices are compiled here: larger ones take seconds each


def cases(files: list[Path]) -> pytest.MarkDecorator:
    """The files and bases that a test is run with."""
    bases = ("fixed", "free")
    chosen = [
        (file, base) for i, file in enumerate(files) for base in (bases if EVERY else bases[i % 2 :][:1])
    ]
    return pytest.mark.parametrize(
        ("path", "base"), chosen, ids=["/".join(file.parts[-3:]) + f"-{base}" for file, base in chosen]
    )


def states(model: Model) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rates, accelerations, and configurations that do not care for limits: many files have [0, 0]."""
    rng = np.random.default_rng(0)
    q = np.empty((STATES, model.nq))
    for name in model.joint_names:
        kind = model.joint(name).kind
        wide = np.full(kind.nq, np.inf)
        q[:, model.q_slice(name)] = kind.random(-wide, wide)(rng, (STATES,))
    return q, rng.normal(size=(STATES, model.nv)), rng.normal(size=(STATES, model.nv))


def agree(found: np.ndarray, expected: np.ndarray, tolerance: float) -> None:
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    assert np.abs(found - expected).max(initial=0.0) <= tolerance * scale


@cases(FILES if EVERY else FILES[1::2])
def test_dynamics(path: Path, base: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = load_model(path, base=base, snap=0)  # type: ignore[arg-type]
    if model.nv == 0:
        pytest.skip("nothing moves")
    pin_model = pin.buildModelFromUrdf(str(path), *([pin.JointModelFreeFlyer()] if base == "free" else []))
    robot, data = Robot(model), pin_model.createData()
    to = PinocchioMap(model, pin_model)
    q, v, a = states(model)
    S = model.coupling
    tau = robot.inverse_dynamics(q, v, a)
    # Pinocchio takes mimic joints for independent ones: the forces on followers go to their leaders.
    tree_q, tree_v, tree_a = to.q_to(q), to.v_to(v), to.a_to(a)
    expected = np.array([pin.rnea(pin_model, data, *x) for x in zip(tree_q, tree_v, tree_a, strict=True)])
    agree(tau, to.tau_from(expected), 1e-12)
    masses = []
    for x in tree_q:
        upper = np.triu(pin.crba(pin_model, data, x))
        masses.append(to.matrix_from(upper + np.triu(upper, 1).T))
    mass = np.array(masses)
    if not np.all(np.linalg.cond(mass) < 1e8):
        return  # massless links: the inverse has no digits to compare
    agree(robot.forward_dynamics(q, v, tau), a, 1e-13 * np.linalg.cond(mass).max())
    if model.nv <= MATRIX_LIMIT and S.shape[0] == S.shape[1]:
        agree(robot.mass_matrix(q), mass, 1e-12)
        agree(robot.mass_matrix_inverse(q), np.linalg.inv(mass), 1e-10)
