"""MuJoCo's fixed tendons and actuators, and what they add to joints.

A fixed tendon has the length Σ cᵢ qᵢ. Its armature a resists the acceleration of that length: of a tendon
over one joint it is c²a of rotor inertia there. Armature and damping of an actuator act through the square of
its gear, on a tendon as armature and damping of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from psiphi.formats.mjcf.mujoco_package import mujoco_package
from psiphi.formats.mjcf.names import given_names
from psiphi.model import Actuator, Tendon
from psiphi.model.names import unused_name

Drop = Callable[[str, str, int], None]
"""Tells of something left out: (section of the file, reason, MuJoCo's number)."""

BALL = 1  # of mujoco.mjtJoint
ONE_COORDINATE = (2, 3)  # slide and hinge
WRAP_JOINT = 1  # mujoco.mjtWrap.mjWRAP_JOINT
_RESISTING = ("armature", "damping")  # what actuators add to what they drive
_OF_TENDONS = ("stiffness", "damping", "frictionloss", "armature", "limited", "stiffnesspoly", "dampingpoly")
MOST_GROUPS = 30  # those beyond cannot be switched off


_WITH_OTHERS = {
    **dict.fromkeys(("SPRING", "DAMPER"), "PASSIVE"),  # one flag for both in older MuJoCo
    **dict.fromkeys(("EQUALITY", "FRICTIONLOSS", "LIMIT"), "CONSTRAINT"),
}


def is_disabled(mj: Any, what: str) -> bool:
    """Whether the file switches something off by a flag: "SPRING", "DAMPER", "ACTUATION", …"""
    bits = mujoco_package().mjtDisableBit
    flags = (what, _WITH_OTHERS.get(what, what))
    return any(mj.opt.disableflags & getattr(bits, f"mjDSBL_{flag}", 0) for flag in flags)


def is_passive(mj: Any) -> bool:
    """Whether there are passive forces: MuJoCo has none, held weights and drag among them, without both."""
    return not (is_disabled(mj, "SPRING") and is_disabled(mj, "DAMPER"))


def value_of(mj: Any, name: str, index: int) -> float:
    """The largest magnitude in a row of the compiled model; 0 where this MuJoCo has no such array."""
    values = getattr(mj, name, None)
    return 0.0 if values is None else float(np.abs(values[index]).max(initial=0.0))


class Drives:
    """The fixed tendons, the actuators of joints, of these and of sites, and what they bring to each joint.

    `armature` and `damping` are per joint, by MuJoCo's number.
    """

    def __init__(self, mj: Any, joints: list[str], sites: list[str], drop: Drop) -> None:
        self._mj, self._drop = mj, drop
        self._joints, self._sites = joints, sites
        self.armature: dict[int, float] = defaultdict(float)
        self.damping: dict[int, float] = defaultdict(float)
        self._fixed = dict(self._read_tendons())  # by MuJoCo's number
        self.actuators = tuple(self._read_actuators())
        self.tendons = tuple(map(self._settled, self._fixed.values()))

    def _read_tendons(self) -> Iterator[tuple[int, Tendon]]:
        mj = self._mj
        springs, dampers = not is_disabled(mj, "SPRING"), not is_disabled(mj, "DAMPER")
        friction, limits = not is_disabled(mj, "FRICTIONLOSS"), not is_disabled(mj, "LIMIT")
        for index, name in enumerate(_named(mj, mj.name_tendonadr, "tendon")):
            wraps = slice(mj.tendon_adr[index], mj.tendon_adr[index] + mj.tendon_num[index])
            if mj.tendon_num[index] == 0 or (mj.wrap_type[wraps] != WRAP_JOINT).any():
                if any(value_of(mj, f"tendon_{what}", index) for what in _OF_TENDONS):
                    self._drop("tendon", "a tendon along sites, with all that it does", index)
                continue
            ends, coefficients = mj.wrap_objid[wraps].tolist(), mj.wrap_prm[wraps].tolist()
            for what in ("stiffnesspoly", "dampingpoly", "springyield", "actfrclimited"):
                if value_of(mj, f"tendon_{what}", index):
                    self._drop("tendon", f"its {what}", index)
            low, high = map(float, mj.tendon_range[index])
            limited = limits and bool(mj.tendon_limited[index])
            yield (
                index,
                Tendon(
                    name,
                    tuple(self._joints[joint] for joint in ends),
                    tuple(coefficients),
                    stiffness=springs * float(mj.tendon_stiffness[index]),
                    spring_lower=float(mj.tendon_lengthspring[index][0]),
                    spring_upper=float(mj.tendon_lengthspring[index][1]),
                    damping=dampers * float(mj.tendon_damping[index]),
                    friction=friction * float(mj.tendon_frictionloss[index]),
                    lower=low if limited else -np.inf,
                    upper=high if limited else np.inf,
                    armature=value_of(mj, "tendon_armature", index),
                ),
            )

    def _read_actuators(self) -> Iterator[Actuator]:
        mj, mujoco = self._mj, mujoco_package()
        for index, name in enumerate(_named(mj, mj.name_actuatoradr, "actuator")):
            place = self._place(index)
            if self._is_off(index):
                continue
            if place is None:
                self._drop("actuator", "an actuator whose transmission is not read", index)
                continue
            law = _affine_law(mj, index)
            is_ball = "joint" in place and "direction" in place
            if law is None or (is_ball and any(part[1] for part in law)):  # balls take the shorter way
                self._drop("actuator", "an actuator whose force is not affine in its input", index)
                continue
            for what in ("dampingpoly", "delay"):
                if value_of(mj, f"actuator_{what}", index):
                    self._drop("actuator", f"its {what}", index)
            dynamic = mujoco.mjtDyn(mj.actuator_dyntype[index]).name != "mjDYN_NONE"
            if dynamic:
                self._drop("actuator", "the dynamics of its activation, which is now its input", index)
            gain, bias = law
            yield Actuator(name, **place, gain=gain, bias=bias, **_bounds(mj, index, dynamic))

    def _place(self, index: int) -> dict[str, Any] | None:
        """What an actuator drives and how, once its armature and damping are with that; None if neither."""
        mj, kinds = self._mj, mujoco_package().mjtTrn
        kind = kinds(mj.actuator_trntype[index]).name.removeprefix("mjTRN_")
        (target, reference), gears = mj.actuator_trnid[index].tolist(), mj.actuator_gear[index].tolist()
        joint = int(mj.jnt_type[target]) if kind in ("JOINT", "JOINTINPARENT") else None
        armature, damping = (gears[0] ** 2 * value_of(mj, f"actuator_{x}", index) for x in _RESISTING)
        if joint in ONE_COORDINATE:
            self.armature[target] += armature
            self.damping[target] += damping
            return {"joint": self._joints[target], "gear": gears[0]}
        if kind == "TENDON" and target in self._fixed:
            tendon = self._fixed[target]
            self._fixed[target] = replace(
                tendon, armature=tendon.armature + armature, damping=tendon.damping + damping
            )
            return {"tendon": tendon.name, "gear": gears[0]}
        if any(value_of(mj, f"actuator_{x}", index) for x in _RESISTING):
            self._drop("actuator", "its armature and damping", index)
        if joint == BALL and kind == "JOINT":
            return {"joint": self._joints[target], "direction": tuple(gears[:3])}
        if kind == "SITE" and reference < 0:
            return {"frame": self._sites[target], "direction": (*gears[3:], *gears[:3])}
        return None

    def _is_off(self, index: int) -> bool:
        """Whether the file switches an actuator off, by itself or with its group: it moves its mass still."""
        group = int(self._mj.actuator_group[index])
        by_group = 0 <= group <= MOST_GROUPS and bool(self._mj.opt.disableactuator >> group & 1)
        return by_group or is_disabled(self._mj, "ACTUATION")

    def _settled(self, tendon: Tendon) -> Tendon:
        """The tendon with its armature given to the joint, where it has but one."""
        if len(set(tendon.joints)) > 1:
            return tendon
        self.armature[self._joints.index(tendon.joints[0])] += sum(tendon.coefficients) ** 2 * tendon.armature
        return replace(tendon, armature=0.0)


def _named(mj: Any, addresses: Any, what: str) -> list[str]:
    """Names, made up where the file has none."""
    names = given_names(mj, addresses)
    taken = set(names)
    for index, name in enumerate(names):
        names[index] = name or unused_name(f"{what}_{index}", taken)
        taken.add(names[index])
    return names


def _affine_law(mj: Any, index: int) -> tuple[Any, Any] | None:
    """Gain and bias of an actuator, three numbers each, or None where its force is something else."""
    mujoco = mujoco_package()
    gain = mujoco.mjtGain(mj.actuator_gaintype[index]).name
    bias = mujoco.mjtBias(mj.actuator_biastype[index]).name
    inputs = getattr(mj, "actuator_ctrlnum", None)
    known = gain in ("mjGAIN_FIXED", "mjGAIN_AFFINE") and bias in ("mjBIAS_NONE", "mjBIAS_AFFINE")
    known = known and mj.actuator_plugin[index] < 0
    if not known or (inputs is not None and inputs[index] != 1):
        return None
    gains, biases = mj.actuator_gainprm[index][:3].tolist(), mj.actuator_biasprm[index][:3].tolist()
    return (
        tuple(gains) if gain == "mjGAIN_AFFINE" else (gains[0], 0.0, 0.0),
        tuple(biases) if bias == "mjBIAS_AFFINE" else (0.0, 0.0, 0.0),
    )


def _bounds(mj: Any, index: int, dynamic: bool) -> dict[str, Any]:
    found: dict[str, Any] = {}
    controls = getattr(mj, "actuator_ctrladr", None)
    control = index if controls is None else int(controls[index])
    if dynamic and mj.actuator_actlimited[index]:
        found["lower"], found["upper"] = map(float, mj.actuator_actrange[index])
    elif not dynamic and mj.actuator_ctrllimited[control] and not is_disabled(mj, "CLAMPCTRL"):
        found["lower"], found["upper"] = map(float, mj.actuator_ctrlrange[control])
    if mj.actuator_forcelimited[index]:
        found["force_lower"], found["force_upper"] = map(float, mj.actuator_forcerange[index])
    return found
