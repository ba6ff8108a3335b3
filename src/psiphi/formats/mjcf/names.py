"""The names of a compiled MuJoCo model, with names for what the file leaves unnamed.

Bodies: `body_3`, by MuJoCo's number. Joints: `arm_joint` for the only joint of the body `arm`, `arm_joint_1`,
`arm_joint_2`, … where there are several; a lone free joint without a name is `root`. A name that is taken
gets underscores.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from psiphi.model.names import unused_name


def given_names(mj: Any, addresses: np.ndarray) -> list[str]:
    """The names in the file, empty where there is none; `addresses` is mj.name_bodyadr, mj.name_jntadr, …"""
    names: bytes = mj.names
    return [names[start : names.index(b"\0", start)].decode("utf-8", "replace") for start in addresses]


def model_name(mj: Any) -> str:
    return mj.names[: mj.names.index(b"\0")].decode("utf-8", "replace") or "robot"


def body_names(mj: Any) -> list[str]:
    """One name per MuJoCo body, the world first."""
    names = given_names(mj, mj.name_bodyadr)
    return _completed(names, [f"body_{index}" for index in range(len(names))])


def joint_names(mj: Any) -> list[str]:
    """One name per MuJoCo joint."""
    bodies = body_names(mj)
    fallbacks: list[str] = []
    for joint, body in enumerate(mj.jnt_bodyid):
        number = f"_{joint - mj.body_jntadr[body] + 1}" if mj.body_jntnum[body] > 1 else ""
        fallbacks.append(f"{bodies[body]}_joint{number}")
    free = np.flatnonzero(mj.jnt_type == 0)
    if len(free) == 1:
        fallbacks[free[0]] = "root"
    return _completed(given_names(mj, mj.name_jntadr), fallbacks)


def site_names(mj: Any, taken: set[str]) -> list[str]:
    """One new name per site, `site_3` where the file has none: MuJoCo lets a site have the name of a body."""
    found: list[str] = []
    for site, name in enumerate(given_names(mj, mj.name_siteadr)):
        found.append(unused_name(name or f"site_{site}", taken))
        taken.add(found[-1])
    return found


def _completed(names: list[str], fallbacks: list[str]) -> list[str]:
    taken = set(names)
    completed: list[str] = []
    for name, fallback in zip(names, fallbacks, strict=True):
        completed.append(name or unused_name(fallback, taken))
        taken.add(completed[-1])
    return completed
