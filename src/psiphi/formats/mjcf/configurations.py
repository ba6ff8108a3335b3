"""The configurations that an MJCF file has names for: its keyframes, and qpos0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from psiphi.formats.mjcf.names import given_names
from psiphi.model import NamedConfiguration
from psiphi.model.names import unused_name
from psiphi.spatial.quaternion import normalized

FREE, BALL = 0, 1  # of mujoco.mjtJoint


def joint_coordinates(mj: Any, joint: int, qpos: np.ndarray) -> tuple[float, ...]:
    """What one joint has of a qpos, as psiphi has it: quaternions are x, y, z, w, and unit."""
    start = int(mj.jnt_qposadr[joint])
    if mj.jnt_type[joint] not in (FREE, BALL):
        return (float(qpos[start]),)
    place = 3 if mj.jnt_type[joint] == FREE else 0
    quaternion = normalized(np.roll(qpos[start + place : start + place + 4], -1))
    return (*qpos[start : start + place].tolist(), *quaternion.tolist())


def named_configurations(mj: Any, joints: Sequence[str]) -> list[NamedConfiguration]:
    """The keyframes, unnamed ones as `key_0`, and `qpos0`, which is also `home` where no keyframe is."""
    given = given_names(mj, mj.name_keyadr)
    taken, found = {*given, "qpos0"}, list[NamedConfiguration]()
    for index, name in enumerate(given):
        name = name or unused_name(f"key_{index}", taken)
        taken.add(name)
        found.append(_named(mj, joints, name, mj.key_qpos[index]))
    if mj.nq:
        found += [_named(mj, joints, name, mj.qpos0) for name in ("qpos0", "home") if name not in given]
    return found


def _named(mj: Any, joints: Sequence[str], name: str, qpos: np.ndarray) -> NamedConfiguration:
    places = ((joint, joint_coordinates(mj, index, qpos)) for index, joint in enumerate(joints))
    return NamedConfiguration(name, tuple(places))
