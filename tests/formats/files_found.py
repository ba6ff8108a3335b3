"""The robot files that the installed packages bring along."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import mujoco


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


ROBOTS = _package("pinocchio").parents[3] / "share/example-robot-data/robots"

# Files that Pinocchio refuses as well: an empty <robot/> (a xacro file expanded without its arguments), and a
# joint whose link has another name. Releases differ in which files they have.
REFUSED_URDF = {
    "ur_description/urdf/ur3.urdf": r"ur3\.urdf:6: <robot>: there is no <link>",
    "falcon_description/urdf/falcon.urdf": r'falcon\.urdf:\d+: <child> .*: there is no link "Z_propeller"',
}

URDF_FILES = sorted(
    path for path in ROBOTS.rglob("*.urdf") if path.relative_to(ROBOTS).as_posix() not in REFUSED_URDF
)

DM_CONTROL, GYMNASIUM = _package("dm_control"), _package("gymnasium")

MJCF_FILES = sorted(
    [
        *(DM_CONTROL / "suite").glob("*.xml"),
        *(DM_CONTROL / "third_party").rglob("[aj]*.xml"),
        *(DM_CONTROL / "mujoco/testing/assets").glob("[achs]*.xml"),
        DM_CONTROL / "mujoco/testing/assets/model_with_ball_joints.xml",
        *(DM_CONTROL / "locomotion/walkers/assets").glob("*.xml"),
        DM_CONTROL / "locomotion/soccer/assets/boxhead/boxhead.xml",
        DM_CONTROL / "locomotion/walkers/assets/fruitfly_v2/fruitfly.xml",
        *(GYMNASIUM / "envs/mujoco/assets").glob("*.xml"),
        _package("mujoco") / "testdata/model.xml",
    ]
)


def short(path: Path) -> str:
    """How a test calls a file."""
    return "/".join(path.parts[-3:])


def compiled_by_mujoco(path: Path) -> mujoco.MjModel:
    """What MuJoCo makes of a file; what it would write into MUJOCO_LOG.TXT, where tests run, is dropped."""
    mujoco.set_mju_user_warning(lambda message: None)
    try:
        return mujoco.MjModel.from_xml_path(str(path))
    finally:
        mujoco.set_mju_user_warning(None)
