"""Run the tests that meet Python and NumPy on every Python there is, or on the oldest dependencies.

    python tests/pythons.py            each Python from 3.11 on that is installed, and those that Debian has
    python tests/pythons.py --floors   this Python, the oldest NumPy and llvmlite that pyproject.toml claims

Pythons that are missing come from Debian where `debootstrap` can make them, each in a root of its own under
.pythons; so do the virtual environments. A table says at the end what ran where.
"""

from __future__ import annotations

import glob
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / ".pythons"
DEBIAN = {"3.13": "trixie", "3.14": "sid"}
MIRROR = "http://deb.debian.org/debian"
TESTED_WITH = ["pytest", "pytest-xdist", "hypothesis", "scipy", "mpmath"]
TESTS = [
    *(f"tests/kernel/test_{name}.py" for name in ("calling_path", "direct_path", "direct_code", "lifetime")),
    *(f"tests/kernel/test_{name}.py" for name in ("disk_cache", "loading", "native_code", "not_finite")),
    "tests/dynamics/test_wrong_arguments.py",
    "tests/laws/test_laws.py",
]
VERSIONS = (
    "import sys, numpy, llvmlite; print(sys.version.split()[0], numpy.__version__, llvmlite.__version__)"
)
PATH_TAKEN = (
    "import numpy as np, psiphi; r = psiphi.robots.ur5(); x = r.neutral(); r.gravity_forces(x); "
    "print('direct' if type(r.gravity_forces).__name__ == 'builtin_function_or_method' else 'safe')"
)


def installed() -> dict[str, str]:
    """Interpreters by version: of this machine's PATH and of pyenv."""
    found = [shutil.which(f"python3.{minor}") for minor in range(11, 30)]
    found += sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python3")))
    pythons: dict[str, str] = {}
    for python in filter(None, found):
        said = subprocess.run([python, "-V"], capture_output=True, text=True, check=False).stdout
        version = re.match(r"Python (3\.(\d+))", said)
        if version and int(version[2]) >= 11:
            pythons[version[1]] = python
    return pythons


def in_environment(python: str, name: str, packages: list[str]) -> list[str]:
    """The command that runs a virtual environment's Python."""
    home = PLACE / name
    subprocess.run([python, "-m", "venv", home], check=True)
    subprocess.run([home / "bin" / "pip", "install", "-q", *packages, *TESTED_WITH], check=True)
    return [str(home / "bin" / "python")]


def in_debian(version: str) -> list[str] | None:
    """The same in a Debian of its own; None where that cannot be made."""
    if not shutil.which("debootstrap") or os.geteuid() != 0:
        return None
    root, wheels = PLACE / DEBIAN[version], PLACE / f"wheels-{version}"
    if not (root / "usr" / "bin" / "python3").exists():
        packages = "--include=python3,python3-venv,ca-certificates"
        command = ["debootstrap", "--variant=minbase", packages, DEBIAN[version], str(root), MIRROR]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    systems = [f"--platform=manylinux_2_{n}_{platform.machine()}" for n in (17, 27, 28, 34)]
    download = ["-m", "pip", "download", "-q", "--only-binary=:all:", f"--python-version={version}", *systems]
    subprocess.run([sys.executable, *download, "-d", wheels, "numpy", "llvmlite", *TESTED_WITH], check=True)
    shutil.copytree(wheels, root / "wheels", dirs_exist_ok=True)
    for part in ("src", "tests"):
        shutil.rmtree(root / "psiphi" / part, ignore_errors=True)
        shutil.copytree(ROOT / part, root / "psiphi" / part)
    shutil.copy(ROOT / "pyproject.toml", root / "psiphi")
    install = "/v/bin/pip install -q --no-index --find-links /wheels numpy llvmlite " + " ".join(TESTED_WITH)
    subprocess.run(["chroot", root, "sh", "-c", f"python3 -m venv /v && {install}"], check=True)
    # /proc is there for these processes alone, and no mount is left behind.
    python = """chroot "$0" sh -c 'cd /psiphi && exec /v/bin/python "$@"' python "$@" """
    return ["unshare", "--mount", "sh", "-c", f'mount -t proc proc "$0/proc" && exec {python}', str(root)]


def tried(python: list[str]) -> str:
    """What ran, and how it went."""
    environment = {"PYTHONPATH": "src", "PATH": os.environ["PATH"], "HOME": "/tmp"}

    def said(*arguments: str) -> tuple[int, str]:
        run = subprocess.run(
            [*python, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        return run.returncode, (run.stdout + run.stderr).strip()

    versions, path = said("-c", VERSIONS)[1], said("-c", PATH_TAKEN)[1].splitlines()[-1]
    code, output = said(
        "-m", "pytest", "-q", "-rfE", "-n", "2", "-p", "no:cacheprovider", *TESTS, "-o", "addopts="
    )
    if code:
        print(output)
    return f"{versions} | {path} | {output.splitlines()[-1].strip('= ')}"


def main(arguments: list[str]) -> int:
    """Run, and print the table."""
    rows: list[str] = []
    if "--floors" in arguments:
        text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        claimed = tomllib.loads(text)["project"]["dependencies"]
        oldest = [requirement.replace(">=", "==") + ".*" for requirement in claimed]
        rows.append(tried(in_environment(sys.executable, "floors", oldest)))
    else:
        pythons = installed()
        for version, python in pythons.items():
            rows.append(tried(in_environment(python, version, ["numpy", "llvmlite"])))
        for version in DEBIAN.keys() - pythons.keys():
            made = in_debian(version)
            rows.append(f"{version} | | untested: not installed" if made is None else tried(made))
    print("\n".join(["Python, NumPy, llvmlite | path | tests", "--- | --- | ---", *rows]))
    return any(not re.search(r"\d passed", row) or "failed" in row or "error" in row for row in rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
