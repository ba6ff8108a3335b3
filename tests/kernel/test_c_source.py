"""Programs as C: what a compiler makes of them is what psiphi computes."""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import psiphi
from psiphi.algebra import H, M, inv, joint_vector, phi
from psiphi.cli.main import main
from psiphi.errors import CompileError, InputError
from psiphi.kernel.program.c_source import c_source
from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.program import Argument, Output, Program, evaluate
from psiphi.kernel.program.scalar import Graph, Op

CC = shutil.which("cc")
needs_cc = pytest.mark.skipif(CC is None, reason="there is no C compiler")


def built(source: str | Path, directory: Path, name: str = "evaluate"):
    """A function of arrays in a shared library, compiled strictly."""
    if not isinstance(source, Path):
        (directory / "evaluate.c").write_text(source, encoding="utf-8")
        source = directory / "evaluate.c"
    library = directory / f"{name}.so"
    flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-ffp-contract=off"]
    subprocess.run([CC, *flags, "-shared", "-fPIC", source, "-o", library, "-lm"], check=True)
    found = getattr(ctypes.CDLL(str(library)), name)
    found.restype = None

    def call(shape: tuple[int, ...], *arrays: np.ndarray) -> np.ndarray:
        out = np.empty(shape)
        given = [np.ascontiguousarray(array, dtype=float) for array in (*arrays, out)]
        found(*(each.ctypes.data_as(ctypes.c_void_p) for each in given))
        return given[-1]

    return call


@needs_cc
def test_every_operation_is_what_the_table_says(tmp_path: Path) -> None:
    graph = Graph()
    a, b, c = graph.inputs("x", 3)
    lost = graph.node(Op.SIGNIFICANT, a, b)  # NaN where a is negative
    ops = [op for op in OPERATIONS if 100 <= op < 900]
    values = [graph.node(op, *(a, b, c)[: op // 100]) for op in ops]
    values += [graph.node(op, *(lost, b, c)[: op // 100]) for op in ops]
    values += [graph.node(op, b, lost) for op in ops if op // 100 == 2]
    program = Program((Argument("x", (3,)),), (Output("while", (len(values),), tuple(values)),))
    compiled = built(c_source(program, "evaluate"), tmp_path)
    rows = [[0.4, 1.2, -3.0], [-0.4, 1.2, 0.7], [-0.4, -1.2, 0.7], [0.0, 1.0, 2.0], [1e-13, 1.0, 2.0]]
    for row in np.array(rows):
        with np.errstate(all="ignore"):
            (wanted,) = evaluate(program, {"x": row})
        np.testing.assert_array_max_ulp(compiled((len(values),), row), wanted, maxulp=1)
    for bad in (np.nan, np.inf):
        assert np.isnan(compiled((len(values),), np.array([0.4, bad, 1.0]))).all()


@needs_cc
def test_a_robot_of_many_joint_types_agrees_with_its_kernel(tmp_path: Path) -> None:
    robot = psiphi.robots.random_tree(8, bodies=6)
    kernel = robot.kernel("forward_dynamics")
    compiled = built(kernel.c_source, tmp_path)
    rng = np.random.default_rng(0)
    q = robot.random_configuration(rng, batch=(20,))
    v, tau = rng.standard_normal((2, 20, robot.nv))
    found = np.stack([compiled((robot.nv,), *row) for row in zip(q, v, tau, strict=True)])
    wanted = kernel(q, v, tau)
    assert np.abs(found - wanted).max() < 1e-10 * np.abs(wanted).max()
    assert np.abs(found - evaluate(kernel.program, {"q": q, "v": v, "tau": tau})[0]).max() < (
        1e-12 * np.abs(wanted).max()
    )


@needs_cc
def test_psiphi_export_writes_a_source_and_a_header(tmp_path: Path, capsys) -> None:
    robot = psiphi.robots.ur5()
    options = ["--quantity", "jacobian", "--frame", robot.frame_names[-1], "--to", str(tmp_path)]
    assert main(["export", "c", "ur5", *options, "--json"]) == 0
    source, header = map(Path, json.loads(capsys.readouterr().out)["files"])
    user = tmp_path / "user.c"
    user.write_text(f'#include "{header.name}"\nint main(void) {{ return 0; }}\n')
    subprocess.run([CC, "-std=c99", "-Wall", "-Werror", "-fsyntax-only", user], check=True)
    kernel = robot.kernel("jacobian", [robot.frame_names[-1]])
    q = robot.random_configuration(np.random.default_rng(0))
    shape = kernel.signature.results[0].shape
    assert np.allclose(built(source, tmp_path, "jacobian")(shape, q), kernel(q), rtol=1e-12, atol=1e-15)


def test_names_of_any_kind_and_what_is_refused(tmp_path: Path) -> None:
    mass = H @ phi @ M @ phi.T @ H.T
    kernel = psiphi.robots.planar_chain(2).compile(inv(mass) @ joint_vector("double"))
    text = kernel.c_source
    assert "const double *restrict x_double" in text
    assert text.count("*/") == text.count("/*")
    with pytest.raises(InputError, match="cannot name a function"):
        c_source(kernel.program, "*/ system")
    with pytest.raises(CompileError, match="rolled=False"):
        _ = psiphi.robots.planar_chain(60).kernel("inverse_dynamics").c_source
