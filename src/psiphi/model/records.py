"""Tendons, actuators and named configurations of a model that is edited: they know joints by their names."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from psiphi.model.actuator import Actuator
from psiphi.model.remarks import NamedConfiguration
from psiphi.model.tendon import Tendon

if TYPE_CHECKING:
    from psiphi.model.model import Model

Records = dict[str, Any]
"""Fields of a model that `replace` takes."""


def with_joints_locked(model: Model, places: Mapping[str, NDArray[np.float64]]) -> Records:
    """What is left where joints stand still: tendons get the lengths that these had, their drives go."""
    tendons: list[Tendon] = []
    for tendon in model.tendons:
        ends = list(zip(tendon.joints, tendon.coefficients, strict=True))
        moving = [(joint, ratio) for joint, ratio in ends if joint not in places]
        still = sum(ratio * float(places[joint][0]) for joint, ratio in ends if joint in places)
        if len(moving) < len(ends):
            joints, ratios = tuple(joint for joint, _ in moving), tuple(ratio for _, ratio in moving)
            tendon = replace(tendon, joints=joints, coefficients=ratios, offset=tendon.offset + still)
        tendons.append(tendon)
    return _left(model, [tendon for tendon in tendons if tendon.joints], gone=places)


def without_bodies(model: Model, gone: Container[int]) -> Records:
    """What is left without bodies and their joints: tendons and actuators that touched none of them."""
    joints = {body.joint.name for index, body in enumerate(model.bodies) if index in gone}
    found = _left(model, [tendon for tendon in model.tendons if joints.isdisjoint(tendon.joints)], joints)
    found["actuators"] = [
        x for x in found["actuators"] if not x.frame or model.frame(x.frame).body not in gone
    ]
    return found


def with_those_of(model: Model, other: Model, prefix: str) -> Records:
    """The records of two models; the other's names get the prefix. Configurations of one name become one."""
    tendons = [
        replace(tendon, name=prefix + tendon.name, joints=tuple(prefix + joint for joint in tendon.joints))
        for tendon in other.tendons
    ]
    actuators = [
        replace(
            actuator,
            name=prefix + actuator.name,
            joint=actuator.joint and prefix + actuator.joint,
            tendon=actuator.tendon and prefix + actuator.tendon,
            frame=actuator.frame and prefix + actuator.frame,
        )
        for actuator in other.actuators
    ]
    configurations = {named.name: named for named in model.named_configurations}
    for named in other.named_configurations:
        name, joints = prefix + named.name, tuple((prefix + joint, q) for joint, q in named.joints)
        before = configurations[name].joints if name in configurations else ()
        configurations[name] = NamedConfiguration(name, (*before, *joints))
    return {
        "tendons": (*model.tendons, *tendons),
        "actuators": (*model.actuators, *actuators),
        "named_configurations": tuple(configurations.values()),
        "dropped": (*model.dropped, *other.dropped),
    }


def _left(model: Model, tendons: list[Tendon], gone: Container[str]) -> Records:
    names = {tendon.name for tendon in tendons}
    actuators: list[Actuator] = [
        actuator
        for actuator in model.actuators
        if (actuator.tendon in names if actuator.tendon else actuator.joint not in gone)
    ]
    configurations = [
        replace(named, joints=tuple((joint, q) for joint, q in named.joints if joint not in gone))
        for named in model.named_configurations
    ]
    return {"tendons": tendons, "actuators": actuators, "named_configurations": configurations}
