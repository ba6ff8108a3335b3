"""What users install: a wheel and an sdist, built from the checkout and tried in an empty environment."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the wheel and the sdist."""
    directory = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(directory), str(CHECKOUT)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return directory


def test_the_wheel_holds_the_package_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert len(tops) == 2
    assert tops == {"psiphi", *(top for top in tops if top.endswith(".dist-info"))}
    sources = {str(path.relative_to(CHECKOUT / "src")) for path in (CHECKOUT / "src").rglob("*.py")}
    assert sources <= set(names)
    assert not [name for name in names if "__pycache__" in name]


def test_the_sdist_can_be_tested(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "LICENSE", "Makefile", "pyproject.toml", "tests/conftest.py"} <= names


def test_the_wheel_runs_the_readme_in_an_empty_environment(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    # Nothing of the checkout may help: neither its place on the path nor the environment around the tests.
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    clean["PSIPHI_CACHE_DIR"] = str(tmp_path / "cache")

    def run(*command: str) -> str:
        return subprocess.run(
            [str(python), *command], check=True, capture_output=True, text=True, env=clean, cwd=tmp_path
        ).stdout

    run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel))
    installed = {re.split("[ =]", line)[0] for line in run("-m", "pip", "freeze").splitlines()}
    assert installed == {"llvmlite", "numpy", "psiphi"}

    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    example, printed = re.findall(r"```python\n(.*?)```\n+```text\n(.*?)```", readme, re.S)[0]
    assert run("-X", "utf8", "-c", example) == printed
