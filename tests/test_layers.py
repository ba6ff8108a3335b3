"""The arrows of the architecture: who may import whom, how files are called, what `import psiphi` loads."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "psiphi"

# Each layer may import the ones before it; psiphi.robots and psiphi itself are the top.
LAYERS = (
    "version",
    "errors",
    "extras",
    "frozen",
    "locks",
    "whole_file",
    "spatial",
    "flexible",
    "model",
    "formats",
    "algebra",
    "recursion",
    "kernel",
    "rotations",
    "dynamics",
    "robot",
    "embedded",
    "varying",
    "simulation",
    "prescribed",
    "control",
    "ensemble",
    "identification",
    "view",
    "checks",
    "compat",
    "demo",
    "papers",
    "cli",
)

# The arrows that point up: `robot.simulate`, `robot.embedded`, `robot.view` and `trajectory.view` are doors
# to what is built on the façade. They open when they are called, or for a type.
DOORS = {
    ("psiphi.robot", "psiphi.simulation"),
    ("psiphi.robot", "psiphi.embedded"),
    ("psiphi.robot", "psiphi.varying"),
    ("psiphi.robot", "psiphi.prescribed"),
    ("psiphi.robot", "psiphi.view"),
    ("psiphi.simulation.trajectory", "psiphi.view"),
}

FORBIDDEN_STEMS = {"utils", "util", "misc", "helpers", "helper", "common"}
NOT_AT_IMPORT = (
    "mujoco",
    "matplotlib",
    "scipy",
    "pinocchio",
    "jax",
    "casadi",
    "torch",
    "hypothesis",
    "viser",
    "trimesh",
    "dask",
    "zarr",
    "xarray",
)


def height(module: str) -> int:
    """The place of a module in the stack; psiphi itself re-exports the façade, so it is the top."""
    layer = module.removeprefix("psiphi").removeprefix(".").partition(".")[0]
    return LAYERS.index(layer) if layer in LAYERS else len(LAYERS)


def imported_modules(source: str, module: str, is_package: bool) -> list[tuple[int, str]]:
    """Every psiphi module a source text imports, with its line, relative imports resolved.

    `from psiphi import errors` means the module psiphi.errors; `from psiphi.model import Model` means
    psiphi.model. The difference does not matter below the first dot, so each name of a bare
    `from psiphi import name` counts as a module.
    """
    found: list[tuple[int, str]] = []
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                parts = parts[: len(parts) - node.level + 1]
                base = ".".join([*parts, base]) if base else ".".join(parts)
            if base == "psiphi":
                found += [(node.lineno, f"psiphi.{alias.name}") for alias in node.names]
            else:
                found.append((node.lineno, base))
    return [(line, name) for line, name in found if name == "psiphi" or name.startswith("psiphi.")]


def upward_arrows(source: str, module: str, is_package: bool = False) -> list[str]:
    """The imports of a module that point at a higher layer than its own."""
    own = height(module)
    return [
        f"{module}:{line} imports {name}"
        for line, name in imported_modules(source, module, is_package)
        if height(name) > own and not (is_door(module, name) and line in lines_run_later(source))
    ]


def is_door(module: str, name: str) -> bool:
    return (module, ".".join(name.split(".")[:2])) in DOORS


def lines_run_later(source: str) -> set[int]:
    """The lines of functions, and of what is there for type checkers alone."""
    return {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
        or (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING")
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def source_files() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def test_no_layer_imports_upwards() -> None:
    arrows: list[str] = []
    for path in source_files():
        relative = path.relative_to(SOURCE.parent).with_suffix("")
        is_package = path.stem == "__init__"
        module = ".".join(relative.parts[:-1] if is_package else relative.parts)
        arrows += upward_arrows(path.read_text(encoding="utf-8"), module, is_package)
    assert not arrows, "a layer imports upwards:\n" + "\n".join(arrows)


@pytest.mark.parametrize(
    ("source", "module", "bad"),
    [
        ("from psiphi.model import Model", "psiphi.spatial.pose", True),
        ("from ..model.model import Model", "psiphi.spatial.pose", True),
        ("import psiphi.robot", "psiphi.dynamics.catalogue", True),
        ("from psiphi import errors", "psiphi.spatial.pose", False),
        ("from psiphi.whole_file import written_whole", "psiphi.formats.json_format", False),
        ("from psiphi.spatial.pose import Pose", "psiphi.whole_file", True),
        ("from psiphi import Robot", "psiphi.dynamics.catalogue", True),
        ("import psiphi", "psiphi.model.joints.joint", True),
        ("def f():\n    from psiphi.kernel.emit import emit", "psiphi.algebra.dense", True),
        ("from . import inertia", "psiphi.spatial.pose", False),
        ("from psiphi.spatial.pose import Pose", "psiphi.model.joints.joint", False),
        ("from psiphi.robot import Robot", "psiphi.cli.info", False),
        ("import numpy as np", "psiphi.errors", False),
        ("def f():\n    from psiphi.simulation.simulate import simulate", "psiphi.robot", False),
        ("if TYPE_CHECKING:\n    from psiphi.simulation import Trajectory", "psiphi.robot", False),
        ("from psiphi.simulation.simulate import simulate", "psiphi.robot", True),
        ("def f():\n    from psiphi.cli.main import main", "psiphi.robot", True),
        ("def f():\n    from psiphi.simulation import quintic", "psiphi.dynamics.catalogue", True),
        ("from psiphi.cli.main import main", "psiphi.simulation.torque", True),
        ("from psiphi.papers.item import Paper", "psiphi.demo.page", True),
        ("from psiphi.view.drawings.charts import legend", "psiphi.papers.page", False),
        ("from psiphi.cli.table import table", "psiphi.papers.page", True),
    ],
)
def test_the_reader_of_imports_sees_arrows(source: str, module: str, bad: bool) -> None:
    assert bool(upward_arrows(source, module)) is bad


def test_relative_imports_of_a_package_resolve_from_the_package_itself() -> None:
    assert imported_modules("from .pose import Pose", "psiphi.spatial", is_package=True) == [
        (1, "psiphi.spatial.pose")
    ]
    assert imported_modules("from ..errors import InputError", "psiphi.spatial", is_package=True) == [
        (1, "psiphi.errors")
    ]


def test_files_are_called_after_what_they_hold() -> None:
    names = [path for path in SOURCE.rglob("*") if path.stem.lower() in FORBIDDEN_STEMS]
    assert not names, f"say what these hold: {names}"


def test_import_loads_nothing_heavy_or_optional() -> None:
    code = "import sys, json, psiphi; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
    heavy = [name for name in loaded if name.startswith(NOT_AT_IMPORT)]
    assert not heavy, f"`import psiphi` loads {heavy}"
