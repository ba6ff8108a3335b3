"""One loader for all formats."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from psiphi.errors import ArgumentTypeError, InputError, RobotFileError
from psiphi.formats.json_format import save_json
from psiphi.formats.load import load_model

URDF = '<robot name="r"><link name="a"/></robot>'
MJCF = '<mujoco model="m"><worldbody><body name="a"><geom size="1"/></body></worldbody></mujoco>'


@pytest.mark.parametrize("name", ["r.urdf", "r.xml", "r", "r.txt"])
def test_the_content_decides(tmp_path, name):
    path = tmp_path / name
    path.write_text(URDF)
    urdf = load_model(path)
    assert urdf.name == "r"
    path.write_text(MJCF)
    assert load_model(str(path)).name == "m"
    save_json(urdf, path)
    assert load_model(path) == urdf


def test_json_has_a_base_too(tmp_path):
    path = tmp_path / "r.urdf"
    path.write_text(URDF)
    save_json(load_model(path), tmp_path / "r.json")
    free = load_model(tmp_path / "r.json", base="free")
    assert free == load_model(path, base="free")
    save_json(free, tmp_path / "r.json")
    assert load_model(tmp_path / "r.json", base="fixed") == load_model(path)


def test_what_is_no_robot(tmp_path):
    path = tmp_path / "robot.json"
    path.write_text("<robot/>")
    with pytest.raises(RobotFileError, match=r"robot\.json:1: this is not JSON"):
        load_model(path)
    path = tmp_path / "world.sdf"
    path.write_text("<scene version='1.7'/>")
    with pytest.raises(RobotFileError, match=r"world\.sdf:1: <scene>: this is neither URDF .* nor SDF"):
        load_model(path)
    with pytest.raises(RobotFileError, match="cannot be read"):
        load_model(tmp_path / "absent.urdf")


@pytest.mark.parametrize("snap", [-1e-9, float("nan"), 1.0, "1e-9", None, True])
def test_snap_is_a_small_angle(tmp_path, snap):
    with pytest.raises(InputError, match="snap="):
        load_model(tmp_path / "r.urdf", snap=snap)


def test_arguments_of_the_wrong_type(tmp_path):
    with pytest.raises(ArgumentTypeError, match="path: give the name of a file or a directory, not int"):
        load_model(3)  # pyright: ignore[reportArgumentType]
    with pytest.raises(InputError, match="base='floating'"):
        load_model(tmp_path / "r.urdf", base="floating")  # pyright: ignore[reportArgumentType]


def test_other_packages_are_not_imported_for_a_urdf_file(tmp_path):
    """In a fresh interpreter: neither mujoco nor pinocchio is needed, nor asked for."""
    import subprocess

    path = tmp_path / "r.urdf"
    path.write_text(URDF)
    program = (
        "import sys, psiphi.compat.pinocchio, psiphi.compat.mujoco\n"
        "from psiphi.formats.load import load_model\n"
        f"load_model({str(Path(path))!r})\n"
        "assert 'mujoco' not in sys.modules and 'pinocchio' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
